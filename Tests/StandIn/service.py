"""What the stand-in knows and the sound answers it gives.

A `Scenario` is one description of the service: its documents, its pictures,
its short links and its faults.  `Scenario.answer` is the answer to a request,
faults included.
"""

import fnmatch
import json
import os
import re
import threading

import certificates
import faults
import pictures
import wire

PROJECT = "prism-wallpapers"
DOCUMENT_HOSTS = ("firestore.googleapis.com", "localhost", "127.0.0.1", "::1")
_DOCUMENT = re.compile(r"/v1/projects/([^/]+)/databases/([^/]+)/documents/(.+)")
_LINK = re.compile(r"/api/links/([^/]*)")
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")
_TIMESTAMP_FIELDS = ("date", "createdAt")
_VALUE_KINDS = {"stringValue", "timestampValue", "integerValue", "booleanValue", "doubleValue", "nullValue",
                "arrayValue", "mapValue", "referenceValue", "geoPointValue", "bytesValue"}
_KEYS = {"pointer": (dict, type(None)), "pointerRaw": (str, dict), "walls": dict, "wallsRaw": dict, "pastPicks": dict,
         "projects": list, "key": dict, "links": dict, "pictures": dict, "faults": list,
         "certificates": dict, "proxy": dict, "silent": str, "comment": str}
_MAKE_KEYS = {"kind", "width", "height", "colour", "quarters", "seed", "noise", "bytes"}
_PROXY_ACTIONS = ("pass", "refuse", "silent", "handshake", "stall", "reset")
_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp",
          ".gif": "image/gif", ".html": "text/html", ".json": "application/json", ".svg": "image/svg+xml"}


def value(plain, key=""):
    """A plain value as the document service writes it; what already is such a value stays."""
    if isinstance(plain, bool):
        return {"booleanValue": plain}
    if plain is None:
        return {"nullValue": None}
    if isinstance(plain, int):
        return {"integerValue": str(plain)}
    if isinstance(plain, float):
        return {"doubleValue": plain}
    if isinstance(plain, str):
        timed = key in _TIMESTAMP_FIELDS and _TIMESTAMP.fullmatch(plain)
        return {"timestampValue" if timed else "stringValue": plain}
    if isinstance(plain, list):
        return {"arrayValue": {"values": [value(item) for item in plain]} if plain else {}}
    if len(plain) == 1 and set(plain) <= _VALUE_KINDS:
        return plain
    return {"mapValue": {"fields": fields(plain)} if plain else {}}


def fields(plain):
    return {key: value(item, key) for key, item in plain.items()}


def _json(thing):
    return (json.dumps(thing, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


class Scenario:
    """One description of the service, checked as a whole when it is made.

    Relative file names in it count from `folder`.  Raises ValueError for
    anything it does not know, so that a misspelt fault fails loudly.
    """

    def __init__(self, given, folder):
        if not isinstance(given, dict):
            raise ValueError("a scenario must be an object")
        for key, part in given.items():
            if key not in _KEYS:
                raise ValueError(f"unknown key {key!r} in the scenario")
            if not isinstance(part, _KEYS[key]):
                raise ValueError(f"a wrong value for {key!r} in the scenario")
        self.given, self.folder = given, folder
        self.projects = given.get("projects", [PROJECT])
        self._lock, self._made = threading.Lock(), {}
        self._faults = []
        for fault in given.get("faults", []):
            faults.check(fault)
            fault = faults.expand(fault)
            self._faults.append([fault, fault.get("times")])
        self._pictures = {}
        for url, picture in given.get("pictures", {}).items():
            match = re.fullmatch(r"https://([^/]+)(/.*)", url)
            if not match or not isinstance(picture, dict) or ("file" in picture) == ("make" in picture):
                raise ValueError(f"a picture needs an https URL with a path, and \"file\" or \"make\": {url!r}")
            unknown = set(picture) - {"file", "make", "etag", "type"} | set(picture.get("make", {})) - _MAKE_KEYS
            if unknown:
                raise ValueError(f"unknown key {unknown.pop()!r} in the picture {url!r}")
            self._pictures[wire.host_of(match[1]), match[2]] = picture
        for name, kind in given.get("certificates", {}).items():
            if kind not in certificates.KINDS:
                raise ValueError(f"unknown certificate {kind!r} for {name!r}")
        for name, action in given.get("proxy", {}).items():
            if action not in _PROXY_ACTIONS and not isinstance(action, int):
                raise ValueError(f"unknown action {action!r} of the proxy for {name!r}")
        if given.get("silent", "nothing") not in ("nothing", "handshake"):
            raise ValueError("\"silent\" is \"nothing\" or \"handshake\"")

    # --- what the listeners ask ----------------------------------------------

    def answer(self, request, listener):
        """The answer to one request, faults included."""
        found = self._sound(request, listener)
        fault = self._next_fault(request, listener)
        if fault is not None:
            faults.change(found, fault, request, self)
        return found

    def certificate(self, name):
        """The kind of certificate that is served under a TLS server name."""
        return self.given.get("certificates", {}).get(name) or certificates.FAULTY.get(name, "server")

    def proxy_action(self, name):
        """What the proxy does with a CONNECT to `name`: one of the actions, or a status."""
        for pattern, action in self.given.get("proxy", {}).items():
            if fnmatch.fnmatchcase(name, pattern):
                return action
        known = name in certificates.NAMES or name in certificates.ADDRESSES or name in certificates.FAULTY
        return "pass" if known else "refuse"

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def error_body(self, status, word, message, reason=None):
        """An error as the document service writes it."""
        error = {"code": status, "message": message, "status": word}
        if reason:
            error["details"] = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason,
                                 "domain": "googleapis.com", "metadata": {"service": "firestore.googleapis.com"}}]
        return _json({"error": error})

    # --- faults --------------------------------------------------------------

    def _next_fault(self, request, listener):
        """The first fault that matches and is not used up; taking it uses it once."""
        seen = {f"{request.host}{target}" for target in (request.lookup, wire.decoded(request.lookup))}
        with self._lock:
            for entry in self._faults:
                fault, left = entry
                under_way = request.hop > 0 and "redirect" in fault  # a chain counts once, however long
                if left is not None and left <= 0 and not under_way or fault.get("listener", listener) != listener:
                    continue
                if any(fnmatch.fnmatchcase(text, fault["match"]) for text in seen):
                    if left is not None and not under_way:
                        entry[1] = left - 1
                    return fault
        return None

    # --- sound answers -------------------------------------------------------

    def _sound(self, request, listener):
        on_documents = listener == "emulator" or request.host in DOCUMENT_HOSTS
        document = on_documents and _DOCUMENT.fullmatch(request.path)
        if request.method not in ("GET", "HEAD"):
            if on_documents:
                return self._error(501, "UNIMPLEMENTED", "The stand-in only reads documents.")
            return wire.Answer(405, {"Allow": "GET, HEAD", "Content-Type": "text/plain"}, b"Only GET.\n")
        if document:
            return self._document(request, listener, *map(wire.decoded, document.groups()[:2]), document[3])
        if listener == "https":
            picture = self._picture(request)
            if picture:
                return picture
            link = request.host == "prismwalls.com" and _LINK.fullmatch(request.path)
            if link:
                return self._link(wire.decoded(link[1]))
        if request.host == "firestore.googleapis.com" or listener == "emulator":
            return self._error(404, "NOT_FOUND", "There is nothing at this path.")
        return wire.Answer(404, {"Content-Type": "text/plain"}, b"There is nothing here.\n")

    def _document(self, request, listener, project, database, rest):
        refusal = None if listener == "emulator" else self._key_refusal(request.headers)
        if refusal:
            return refusal
        if project not in self.projects or database != "(default)":
            return self._error(404, "NOT_FOUND", f"The database {database} does not exist for project {project}")
        collection, _, name = rest.partition("/")
        collection, name = wire.decoded(collection), wire.decoded(name) if "/" not in name else None
        prefix = f"projects/{project}/databases/(default)/documents/{collection}"
        given = self.given
        if (collection, name) == ("wall_of_the_day", "current"):
            if "pointerRaw" in given:
                return self._raw(given["pointerRaw"])
            return self._found(prefix, name, given.get("pointer"))
        if collection == "past_picks" and name:
            return self._found(prefix, name, given.get("pastPicks", {}).get(name))
        if collection == "walls" and name:
            if name in given.get("wallsRaw", {}):
                return self._raw(given["wallsRaw"][name])
            wall = given.get("walls", {}).get(name)
            if wall is not None and wall.get("review", True) is True:
                return self._found(prefix, name, {"review": True, **wall})
        return self._error(403, "PERMISSION_DENIED", "Missing or insufficient permissions.")

    def _found(self, prefix, name, plain):
        if plain is None:
            return self._error(404, "NOT_FOUND", f"Document \"{prefix}/{name}\" not found.")
        return self._reply(200, _json({"name": f"{prefix}/{name}", "fields": fields(plain),
                                       "createTime": "2025-01-01T03:30:00.000000Z",
                                       "updateTime": "2025-01-02T03:30:00.123456Z"}))

    def _raw(self, body):
        return self._reply(200, self.read(body["file"]) if isinstance(body, dict) else body.encode())

    def _key_refusal(self, headers):
        rule = self.given.get("key")
        if rule is None:
            return None
        sent = headers.get("x-goog-api-key")
        if sent is None and rule.get("optional"):
            return None
        if sent != rule.get("value"):
            return self._error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
                               "API_KEY_INVALID")
        for key, header, system in (("bundle", "x-ios-bundle-identifier", "IOS"),
                                    ("package", "x-android-package", "ANDROID")):
            if key in rule and headers.get(header) != rule[key]:
                client = headers.get(header) or "<empty>"
                return self._error(403, "PERMISSION_DENIED", f"Requests from this application {client} are blocked.",
                                   f"API_KEY_{system}_APP_BLOCKED")
        return None

    def _error(self, status, word, message, reason=None):
        return self._reply(status, self.error_body(status, word, message, reason))

    def _reply(self, status, body):
        return wire.Answer(status, {"Content-Type": "application/json; charset=UTF-8"}, body, document=True)

    def _link(self, code):
        links = self.given.get("links", {})
        if not re.fullmatch(r"[A-Za-z0-9]{7,10}", code):
            status, said = 400, {"error": "That is no code."}
        elif code not in links:
            status, said = 404, {"error": "There is no such link."}
        else:
            status, said = 200, links[code] if isinstance(links[code], dict) else {"canonical_url": links[code]}
        return wire.Answer(status, {"Content-Type": "application/json"}, _json(said))

    # --- pictures ------------------------------------------------------------

    def _picture(self, request):
        picture = self._pictures.get((request.host, request.lookup))
        if picture is None:
            wanted = request.host, wire.decoded(request.lookup)
            picture = next((it for (host, path), it in self._pictures.items()
                            if (host, wire.decoded(path)) == wanted), None)
        if picture is None:
            return None
        if "make" in picture:
            kind = f"image/{'png' if picture['make'].get('kind', 'png') == 'png' else 'jpeg'}"
        else:
            kind = _TYPES.get(os.path.splitext(picture["file"])[1].lower(), "application/octet-stream")
        headers = {"Content-Type": picture.get("type", kind)}
        etag = picture.get("etag")
        if etag is not None:
            headers["ETag"] = etag if etag.endswith('"') else f'"{etag}"'
            asked = request.headers.get("if-none-match", "")
            if headers["ETag"] in (tag.strip() for tag in asked.split(",")) or asked == "*":
                return wire.Answer(304, headers)
        return wire.Answer(200, headers, self._content(picture))

    def _content(self, picture):
        if "file" in picture:
            return self.read(picture["file"])
        key = json.dumps(picture["make"], sort_keys=True)
        with self._lock:
            if key not in self._made:
                self._made[key] = pictures.make(**picture["make"])
            return self._made[key]

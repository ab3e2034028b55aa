"""The faults a scenario can ask for: each changes the answer that was due.

`check` refuses what would do nothing because of a slip of the pen; `expand`
rewrites short forms; `change` turns a sound answer into the faulty one.
"""

import time
import zlib

import wire

PAGE = (b"<!DOCTYPE html>\n<html><head><title>Guest network</title></head>\n"
        b"<body><h1>Sign in to go online</h1><form action=\"/login\"><button>Go on</button></form></body></html>\n")

MIB = 1024 * 1024
LENGTHS = ("right", "long", "short", "none")

# What a Google service calls a status, unless the fault says otherwise.
STATUS_WORDS = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
                409: "ABORTED", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 501: "UNIMPLEMENTED",
                503: "UNAVAILABLE", 504: "DEADLINE_EXCEEDED"}

_NUMBER, _OBJECT = (int, float), dict
_SHAPES = {
    "match": str, "times": (int, type(None)), "listener": str, "comment": str,
    "status": int, "headers": _OBJECT, "body": str, "bodyFile": str, "reason": str,
    "delay": _NUMBER, "silentAfterHeaders": bool, "stallAfter": int, "drip": _OBJECT,
    "reset": (bool, int), "cut": (int, str), "length": str, "chunked": bool, "finalChunk": bool, "ragged": bool,
    "wrongLength": int, "length10": bool, "endless": (bool, dict), "redirect": (str, dict), "gzip": (bool, dict),
    "html": (bool, dict), "busy": _OBJECT, "empty": (bool, str),
}
_INNER = {
    "drip": ("bytes", "every", "after"),
    "endless": ("bytes", "framing"),
    "redirect": ("to", "status", "chain", "loop"),
    "gzip": ("bytes",),
    "html": ("type", "status"),
    "busy": ("times", "status", "retryAfter"),
}


def check(fault):
    """Raise ValueError for a key or a value that no fault has."""
    if not isinstance(fault, dict):
        raise ValueError(f"a fault must be an object, not {fault!r}")
    if "match" not in fault:
        raise ValueError(f"a fault without \"match\": {fault!r}")
    for key, value in fault.items():
        if key not in _SHAPES:
            raise ValueError(f"unknown fault {key!r}")
        shape = _SHAPES[key]
        if not isinstance(value, shape) or (isinstance(value, bool) and shape in (int, _NUMBER)):
            raise ValueError(f"a wrong value for {key!r}: {value!r}")
        if isinstance(value, dict) and key in _INNER:
            for inner in value:
                if inner not in _INNER[key]:
                    raise ValueError(f"unknown key {inner!r} in {key!r}")
    for key, allowed in (("length", LENGTHS), ("listener", ("https", "emulator")), ("empty", (True, False, "chunked"))):
        if key in fault and fault[key] not in allowed:
            raise ValueError(f"a wrong value for {key!r}: {fault[key]!r}")
    for name, value in fault.get("headers", {}).items():
        if isinstance(value, dict) and (set(value) != {"inSeconds"} or not isinstance(value["inSeconds"], _NUMBER)):
            raise ValueError(f"a wrong value for the header {name!r}: {value!r}")
    if isinstance(fault.get("cut"), str) and fault["cut"] != "half":
        raise ValueError("\"cut\" is a number of bytes or \"half\"")
    if "drip" in fault and fault["drip"].get("bytes", 1) < 1:
        raise ValueError("\"drip\" needs at least one byte at a time")
    if isinstance(fault.get("endless"), dict) and fault["endless"].get("framing") not in (None, "chunked", "close"):
        raise ValueError("\"endless\" has the framing \"chunked\" or \"close\"")


def expand(fault):
    """`busy` is a status, a header and a number of times."""
    fault = dict(fault)
    busy = fault.pop("busy", None)
    if busy is not None:
        fault.setdefault("times", busy.get("times", 1))
        fault.setdefault("status", busy.get("status", 503))
        if "retryAfter" in busy:
            fault["headers"] = {"Retry-After": busy["retryAfter"], **fault.get("headers", {})}
    return fault


def change(answer, fault, request, scenario):
    """Change the answer in place as the fault says: first what it is, then how it is sent."""
    answer.delay = fault.get("delay", 0)
    _change_content(answer, fault, scenario)
    if "redirect" in fault:
        _redirect(answer, fault["redirect"], fault.get("status", 302), request)
    for name, value in fault.get("headers", {}).items():
        # A date so many seconds from now, where one is asked for.
        answer.headers[name] = wire.http_date(time.time() + value["inSeconds"]) if isinstance(value, dict) else value
    _change_framing(answer, fault)
    _change_ending(answer, fault)


def _change_content(answer, fault, scenario):
    if fault.get("html"):
        how = fault["html"] if isinstance(fault["html"], dict) else {}
        answer.status, answer.body = how.get("status", 200), PAGE
        answer.headers = {"Content-Type": how.get("type", "text/html; charset=utf-8")}
    if "status" in fault:
        answer.status = fault["status"]
        if answer.document and answer.status >= 400 and "body" not in fault and "bodyFile" not in fault:
            word = STATUS_WORDS.get(answer.status, "UNKNOWN")
            answer.body = scenario.error_body(answer.status, word, f"The stand-in says {word}.", fault.get("reason"))
    if "body" in fault:
        answer.body = fault["body"].encode()
    if "bodyFile" in fault:
        answer.body = scenario.read(fault["bodyFile"])
    if fault.get("empty"):
        answer.body = b""
        answer.framing = "chunked" if fault["empty"] == "chunked" else "length"
    if fault.get("gzip"):
        size = fault["gzip"].get("bytes", 0) if isinstance(fault["gzip"], dict) else 60 * MIB
        answer.body = _packed(answer.body, size)
        answer.headers["Content-Encoding"] = "gzip"


def _packed(body, size):
    """The body, gzip-packed, with zero bytes behind it up to `size` of them in all."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    parts, left, zeros = [packer.compress(body)], max(0, size - len(body)), bytes(MIB)
    while left > 0:
        parts.append(packer.compress(zeros[:min(left, MIB)]))
        left -= MIB
    return b"".join([*parts, packer.flush()])


def _redirect(answer, how, status, request):
    how = {"to": how} if isinstance(how, str) else how
    here = f"https://{request.headers.get('host', '')}{request.lookup}"
    if how.get("loop"):
        to = here
    elif request.hop < how.get("chain", 0):
        to = f"{here}{'&' if '?' in request.lookup else '?'}standin-hop={request.hop + 1}"
    elif "to" in how:
        to = how["to"]  # None: a redirect that does not say where to
    elif "chain" in how:
        return  # the chain has ended: the real answer
    else:
        to = None
    answer.status = how.get("status", status)
    if answer.document or to is not None:
        answer.body, answer.headers = b"", {}
    if to is not None:
        answer.headers["Location"] = to


def _change_framing(answer, fault):
    if fault.get("chunked"):
        answer.framing = "chunked"
    if not fault.get("finalChunk", True):
        answer.framing, answer.final_chunk = "chunked", False
    if "endless" in fault and fault["endless"]:
        how = fault["endless"] if isinstance(fault["endless"], dict) else {}
        answer.framing = how.get("framing", "chunked")
        answer.filler = max(0, how.get("bytes", 80 * MIB) - len(answer.body))
    answer.ragged = fault.get("ragged", False)


def _change_ending(answer, fault):
    whole = answer.total
    if "cut" in fault:
        answer.stop = whole // 2 if fault["cut"] == "half" else fault["cut"]
        if answer.framing == "chunked" and answer.final_chunk:
            answer.body, answer.stop = answer.body[:answer.stop], None
    if answer.framing == "length" and ("cut" in fault or "length" in fault):
        sent = whole if answer.stop is None else min(answer.stop, whole)
        length = fault.get("length", "long")
        if length == "right":
            answer.body, answer.stop = answer.body[:sent], None
        elif length == "none":
            answer.body, answer.stop, answer.framing = answer.body[:sent], None, "close"
        elif length == "long":
            answer.claim = whole if sent < whole else whole + 1000
        else:
            answer.claim = sent // 2
    if "wrongLength" in fault:
        answer.claim = fault["wrongLength"]
    if fault.get("length10"):
        answer.claim = 10
    if fault.get("silentAfterHeaders"):
        answer.stop, answer.ending = 0, "stall"
    if "stallAfter" in fault:
        answer.stop, answer.ending = fault["stallAfter"], "stall"
    if fault.get("reset") is True:
        answer.reset_first = True
    elif isinstance(fault.get("reset"), int) and fault.get("reset") is not False:
        answer.stop, answer.ending = fault["reset"], "reset"
    if "drip" in fault:
        answer.drip = {"bytes": 1, "every": 1, **fault["drip"]}

"""HTTP/1.1 as bytes: reading a request, sending an answer the way it is meant.

An `Answer` says what is sent and also how: with which framing, with which
untrue length, how slowly, and where it breaks off.
"""

import contextlib
import dataclasses
import re
import select
import socket
import ssl
import struct
import time
import urllib.parse
from http.client import responses

MOST_HEAD = 64 * 1024
PIECE = 64 * 1024
_HOP = re.compile(r"[?&]standin-hop=(\d+)$")


class Malformed(Exception):
    """What came is not an HTTP request."""


class Request:
    """One request, its target kept exactly as it was received.

    `lookup` is the target without the mark by which a chain of redirects counts
    its hops, and `hop` is that count.
    """

    def __init__(self, method, target, version, headers):
        self.method, self.target, self.version, self.headers = method, target, version, headers
        found = _HOP.search(target)
        self.hop = int(found[1]) if found else 0
        self.lookup = target[:found.start()] if found else target
        self.path = self.lookup.split("?", 1)[0]
        self.host = host_of(headers.get("host", ""))
        self.body = b""

    @property
    def wants_close(self):
        return self.version == "HTTP/1.0" or "close" in self.headers.get("connection", "").lower()


def host_of(authority):
    """The host of `host:port`, lower case, without brackets."""
    match = re.fullmatch(r"\[([^\]]*)\](?::\d*)?|([^:]*)(?::\d*)?", authority.strip())
    return ((match[1] or match[2] or "") if match else authority).lower()


def read_request(stream):
    """The next request of a connection, or None where it has ended."""
    line = stream.readline(MOST_HEAD)
    while line in (b"\r\n", b"\n"):
        line = stream.readline(MOST_HEAD)
    if not line:
        return None
    parts = line.decode("latin-1").rstrip("\r\n").split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise Malformed(line)
    headers, room = {}, MOST_HEAD - len(line)
    while True:
        line = stream.readline(room + 1)
        room -= len(line)
        if line in (b"\r\n", b"\n"):
            break
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or room < 0 or not line.endswith(b"\n"):
            raise Malformed(line)
        name, value = name.strip().lower(), value.strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    request = Request(*parts, headers)
    length = headers.get("content-length", "0")
    if not length.isdigit() or "transfer-encoding" in headers:
        raise Malformed(line)
    request.body = stream.read(int(length))
    return request


@dataclasses.dataclass
class Answer:
    """What is sent for one request.

    `framing` is "length", "chunked" or "close" (the end of the connection ends
    the body); `claim` is a Content-Length other than the true one.  After
    `stop` bytes of the body, where that is not None, the answer does what
    `ending` says: "close", "stall" or "reset".  `filler` zero bytes follow the
    body, so that an endless one needs no memory.
    """

    status: int = 200
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b""
    document: bool = False  # an answer of the document service, whose errors are JSON
    delay: float = 0
    reset_first: bool = False
    framing: str = "length"
    claim: int = None
    stop: int = None
    ending: str = "close"
    filler: int = 0
    drip: dict = None
    final_chunk: bool = True
    ragged: bool = False  # end the connection without TLS's own goodbye

    @property
    def total(self):
        return len(self.body) + self.filler


class Sender:
    """Sends one answer; `sent` counts the body's bytes that were handed on."""

    def __init__(self, connection, answer):
        self.connection, self.answer, self.sent = connection, answer, 0

    def send(self, request):
        """Send it, and tell whether the connection can be used again.

        Raises OSError where the client is gone.
        """
        answer, connection = self.answer, self.connection
        if answer.delay and client_left(connection, answer.delay):
            raise ConnectionAbortedError
        if answer.reset_first:
            reset(connection)
            return False
        bodiless = request.method == "HEAD"
        ends = request.wants_close or not (bodiless or self._keeps())
        connection.sendall(self._head(close=ends))
        if bodiless:
            return not ends
        self._send_body()
        if answer.stop is not None:
            if answer.ending == "stall":
                client_left(connection)
                return False
            if answer.ending == "reset":
                time.sleep(0.05)  # what was sent shall arrive first
                reset(connection)
                return False
        if answer.framing == "chunked" and answer.final_chunk and answer.stop is None:
            connection.sendall(b"0\r\n\r\n")
        if ends and not answer.ragged:
            finish(connection)
        return not ends

    def _keeps(self):
        """Whether a client can know where this answer ends, so that another may follow."""
        answer = self.answer
        whole = answer.stop is None and answer.claim in (None, answer.total) and not answer.ragged
        empty_by_rule = answer.status in (204, 304) and answer.total
        return whole and answer.framing != "close" and answer.final_chunk and not empty_by_rule

    def _head(self, close):
        answer = self.answer
        lines = [f"HTTP/1.1 {answer.status} {responses.get(answer.status, 'Unknown')}",
                 f"Date: {http_date(time.time())}", "Server: stand-in"]
        lines += [f"{name}: {value}" for name, value in answer.headers.items() if value is not None]
        given = {name.lower() for name in answer.headers}
        if answer.framing == "chunked":
            lines.append("Transfer-Encoding: chunked")
        elif answer.framing == "length" and "content-length" not in given:
            if answer.total or answer.status not in (204, 304):
                lines.append(f"Content-Length: {answer.total if answer.claim is None else answer.claim}")
        if close:
            lines.append("Connection: close")
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")

    def _send_body(self):
        answer = self.answer
        left = answer.total if answer.stop is None else min(answer.stop, answer.total)
        view, zeros = memoryview(answer.body), memoryview(bytes(PIECE))
        drip = answer.drip or {}
        slow_from = drip.get("after", 0)
        while left > 0:
            size = min(PIECE, left)
            if drip and self.sent < slow_from:
                size = min(size, slow_from - self.sent)
            elif drip:
                size = min(size, drip["bytes"])
                if client_left(self.connection, drip["every"]):
                    raise ConnectionAbortedError
            piece = view[self.sent:self.sent + size] if self.sent < len(view) else zeros[:size]
            if answer.framing == "chunked":
                self.connection.sendall(b"%x\r\n%b\r\n" % (len(piece), piece))
            else:
                self.connection.sendall(piece)
            self.sent += len(piece)
            left -= len(piece)


def http_date(seconds):
    day, month = "Mon Tue Wed Thu Fri Sat Sun".split(), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    at = time.gmtime(seconds)
    return f"{day[at.tm_wday]}, {at.tm_mday:02} {month[at.tm_mon - 1]} {at.tm_year} {time.strftime('%H:%M:%S', at)} GMT"


def decoded(target):
    return urllib.parse.unquote(target, errors="replace")


def client_left(connection, seconds=None):
    """Wait so long, or for ever; True at once when the client ends the connection.

    Whatever else it sends meanwhile is thrown away.
    """
    until = None if seconds is None else time.monotonic() + seconds
    while True:
        rest = None if until is None else until - time.monotonic()
        if rest is not None and rest <= 0:
            return False
        if select.select([connection], [], [], rest)[0]:
            try:
                if not connection.recv(PIECE):
                    return True
            except ssl.SSLWantReadError:
                pass
            except (OSError, ValueError):
                return True


def reset(connection):
    """Make the coming close of the connection a TCP reset."""
    with contextlib.suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def finish(connection):
    """End the connection politely: TLS's goodbye, then let the client close first for a moment."""
    with contextlib.suppress(OSError, ValueError):
        connection.settimeout(1)
        if isinstance(connection, ssl.SSLSocket):
            connection = connection.unwrap()
            connection.settimeout(1)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(PIECE):
            pass
    with contextlib.suppress(OSError):
        connection.close()

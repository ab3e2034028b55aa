"""The CONNECT proxy, and the listener that says nothing.

Every `CONNECT name:443` for a name the stand-in answers to leads to its own
TLS listener, so that a client speaks to the service's real names.
"""

import contextlib
import socket
import threading

import wire

# The head of a TLS handshake record that promises 122 bytes, and two of them.
HALF_HANDSHAKE = bytes((22, 3, 3, 0, 122, 2, 0))


def serve(connection, number, state):
    """One connection to the proxy."""
    with connection.makefile("rb", buffering=0) as stream:  # what follows the head belongs to the tunnel
        request = wire.read_request(stream)
    if request is None:
        return
    if request.method != "CONNECT":
        state.log.write(kind="plain", listener="proxy", connection=number, method=request.method, host=request.host,
                        target=request.target, headers=request.headers)
        _refuse(connection, 403)
        return
    name, _, port = request.target.rpartition(":")
    name = wire.host_of(name)
    entry = state.log.request("proxy", number, request, host=name)
    action = state.scenario.proxy_action(name)
    if port != "443" and action == "pass":
        action = "refuse"
    if action == "stall":
        wire.client_left(connection)
    elif action == "reset":
        wire.reset(connection)
    elif action == "refuse" or isinstance(action, int):
        status = 403 if action == "refuse" else action
        _refuse(connection, status)
        state.log.done(entry, status, 0)
    else:
        connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        state.log.done(entry, 200, 0)
        if action == "pass":
            _tunnel(connection, state.ports["https"])
        else:
            say_nothing(connection, handshake=action == "handshake")


def say_nothing(connection, handshake):
    """Leave a client without an answer; with `handshake`, after the first bytes of one."""
    if handshake and connection.recv(wire.PIECE):
        connection.sendall(HALF_HANDSHAKE)
    wire.client_left(connection)


def _refuse(connection, status):
    answer = wire.Answer(status, {"Content-Type": "text/plain"}, b"Not through this proxy.\n", framing="close")
    wire.Sender(connection, answer).send(wire.Request("GET", "/", "HTTP/1.1", {}))


def _tunnel(client, port):
    with socket.create_connection(("127.0.0.1", port)) as server:
        forth = threading.Thread(target=_pump, args=(client, server), daemon=True)
        forth.start()
        _pump(server, client)
        forth.join()


def _pump(source, sink):
    """Copy one direction.  An orderly end and a reset are both handed on as what they are."""
    try:
        while piece := source.recv(wire.PIECE):
            sink.sendall(piece)
    except ConnectionResetError:
        wire.reset(sink)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_RD)  # wakes the other direction, so that the sink can be closed
        return
    except OSError:
        pass
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)

"""Serve the files of `publish --serve` on the local network, and nothing else."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import unquote

from dungeon_designer.cli.console import print_error
from dungeon_designer.exports.html_parts import INDEX

MAX_SILENCE_S = 30
"""Seconds after which a client that sends and receives nothing is disconnected."""

MAX_CONNECTIONS = 64
"""The most connections that are open at once; further clients are told to try again."""

RETRY_AFTER_S = 5
"""Seconds after which a rejected client may try again."""

_BUSY_RESPONSE = (
    f"HTTP/1.0 {HTTPStatus.SERVICE_UNAVAILABLE.value} {HTTPStatus.SERVICE_UNAVAILABLE.phrase}\r\n"
    f"Retry-After: {RETRY_AFTER_S}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
).encode()
"""The answer to a client that is rejected."""


class SiteServer(ThreadingHTTPServer):
    """A web server that answers with files by their names, in a thread for each connection.

    Attributes:
        files: the bytes of each file by its name.
    """

    def __init__(self, files: Mapping[str, bytes], port: int, address: str = "") -> None:
        """Open the port.

        Args:
            files: the bytes of each file by its name.
            port: the port; 0 for any that is free.
            address: the address to listen on; '' for all of this machine.

        Raises:
            OSError: the port is in use.
        """
        self.files = files
        self._free_connections = BoundedSemaphore(MAX_CONNECTIONS)
        super().__init__((address, port), SiteHandler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, or reject it if there are too many."""
        if not self._free_connections.acquire(blocking=False):
            with suppress(OSError):
                request.settimeout(0)  # what does not fit into an empty buffer at once is not worth waiting for
                request.sendall(_BUSY_RESPONSE)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._free_connections.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection, and release its slot for another one."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free_connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print a line about an error, but not if a client disconnected or fell silent, as phones do."""
        error = sys.exception()
        if not isinstance(error, OSError):
            print_error(f"dungeon-designer: a request could not be answered ({type(error).__name__}: {error})")


class SiteHandler(BaseHTTPRequestHandler):
    """The handler of one connection."""

    timeout = MAX_SILENCE_S
    server: SiteServer

    def do_GET(self) -> None:
        """Send a file."""
        self.wfile.write(self._send_head())

    def do_HEAD(self) -> None:
        """Send the headers of a file, without the file."""
        self._send_head()

    def _send_head(self) -> bytes:
        """Send the status and headers for the requested file, and return its bytes; none if there is no such file."""
        path = self.path.partition("?")[0].partition("#")[0]  # without a query and without an anchor
        name = unquote(path).removeprefix("/") or INDEX
        data = self.server.files.get(name)
        self.send_response(HTTPStatus.NOT_FOUND if data is None else HTTPStatus.OK)
        content_type = None if data is None else guess_type(name)[0]  # Python 3.13 refuses some names
        self.send_header("Content-Type", f"{content_type or 'text/plain'}; charset=utf-8")
        self.send_header("Content-Length", str(len(data or b"")))
        self.end_headers()
        return data or b""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Write no log."""


def find_own_address() -> str:
    """Return the IP address of this machine on its network; "localhost" without a network.

    To "connect" a UDP socket only makes the system choose an address; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # any address outside the network would do; this one is nobody's
            own_address, _port = probe.getsockname()
            return str(own_address)
        except OSError:
            return "localhost"

"""The server of `publish --serve`: some files for phones on the local network, and nothing else."""

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

from dungeon_designer.cli.console import complain
from dungeon_designer.exports.html_parts import INDEX

SILENCE_SECONDS = 30
"""A client that neither sends nor takes anything for so long is dropped."""

MAX_CONNECTIONS = 64
"""Connections that are open at once; who comes then is told to come again."""

RETRY_SECONDS = 5
"""When a client that was sent away may come again."""

_BUSY = (
    f"HTTP/1.0 {HTTPStatus.SERVICE_UNAVAILABLE.value} {HTTPStatus.SERVICE_UNAVAILABLE.phrase}\r\n"
    f"Retry-After: {RETRY_SECONDS}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
).encode()


class SiteServer(ThreadingHTTPServer):
    """Shows files by their names to whoever asks; a thread for each connection. OSError where the port is taken."""

    def __init__(self, files: Mapping[str, bytes], port: int, address: str = "") -> None:
        self.files = files
        self._free_connections = BoundedSemaphore(MAX_CONNECTIONS)
        super().__init__((address, port), SiteHandler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, or send it away where there are too many."""
        if not self._free_connections.acquire(blocking=False):
            with suppress(OSError):
                request.settimeout(0)  # what does not fit into an empty buffer at once is not worth waiting for
                request.sendall(_BUSY)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._free_connections.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection; its place is free for another afterwards."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free_connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say in a line what went wrong; nothing where a client left or fell silent, as phones do."""
        error = sys.exception()
        if not isinstance(error, OSError):
            complain(f"dungeon-designer: a request could not be answered ({type(error).__name__}: {error})")


class SiteHandler(BaseHTTPRequestHandler):
    """Answers one connection."""

    timeout = SILENCE_SECONDS
    server: SiteServer

    def do_GET(self) -> None:
        """Answer with a file."""
        self.wfile.write(self._send_head())

    def do_HEAD(self) -> None:
        """Answer with what a GET would say of the file, without the file."""
        self._send_head()

    def _send_head(self) -> bytes:
        """Send the status and the headers of the file that is asked for; return its bytes."""
        name = unquote(self.path.partition("?")[0].partition("#")[0]).removeprefix("/") or INDEX
        data = self.server.files.get(name)
        self.send_response(HTTPStatus.NOT_FOUND if data is None else HTTPStatus.OK)
        self.send_header("Content-Type", f"{guess_type(name)[0] or 'text/plain'}; charset=utf-8")
        self.send_header("Content-Length", str(len(data or b"")))
        self.end_headers()
        return data or b""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Tell nobody who looks."""


def find_own_address() -> str:
    """Return this machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"

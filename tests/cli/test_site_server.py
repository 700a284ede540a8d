"""The server of `publish --serve`, asked over sockets as phones, robots and broken programs ask."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from dungeon_designer.cli import site_server
from dungeon_designer.cli.site_server import MAX_CONNECTIONS, MAX_SILENCE_S, SiteHandler, SiteServer

from .test_process import build_environment

FILES = {"index.html": b"<p>All dungeons</p>", "hall.svg": b"<svg/>" * 100_000, "great hall.html": b"hall"}


@pytest.fixture
def server() -> Iterator[SiteServer]:
    """A server of some files on a free port."""
    with SiteServer(FILES, 0, "127.0.0.1") as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def connect(server: SiteServer) -> socket.socket:
    """Return a connection to the server."""
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=10)


def ask(server: SiteServer, request: bytes) -> bytes:
    """Return everything that is answered to a request."""
    with connect(server) as client:
        client.sendall(request)
        return read_all(client)


def read_all(client: socket.socket) -> bytes:
    """Return what a connection gives until it is closed."""
    parts = []
    while part := client.recv(65536):
        parts.append(part)
    return b"".join(parts)


def test_a_head_is_a_get_without_the_file(server: SiteServer) -> None:
    """HEAD gets status and headers of GET, to the byte, and no body; so it does for what is not there."""
    for name in ("/", "/hall.svg", "/great%20hall.html?x=1", "/none.html"):
        got = ask(server, f"GET {name} HTTP/1.0\r\n\r\n".encode())
        head, _, body = got.partition(b"\r\n\r\n")
        told = ask(server, f"HEAD {name} HTTP/1.0\r\n\r\n".encode())
        without_date = [[line for line in each.split(b"\r\n") if b"Date:" not in line] for each in (head, told)]
        assert without_date[0] == [line for line in without_date[1] if line]
        assert f"Content-Length: {len(body)}".encode() in head
        assert told.endswith(b"\r\n\r\n")
    assert body == b""
    assert told.startswith(b"HTTP/1.0 404")


def test_the_index_and_the_files_are_shown(server: SiteServer) -> None:
    """The folder's address shows the index; a name with blanks is found; the whole of a large file is sent."""
    assert ask(server, b"GET / HTTP/1.1\r\n\r\n").endswith(FILES["index.html"])
    assert ask(server, b"GET /great%20hall.html HTTP/1.0\r\n\r\n").endswith(b"hall")
    assert ask(server, b"GET /hall.svg HTTP/1.0\r\n\r\n").endswith(FILES["hall.svg"])


def disconnect_hard(client: socket.socket) -> None:
    """Close a connection as a phone does that goes out of range: with a reset."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


ODD = {
    "nothing": b"",
    "half a line": b"GET /ha",
    "a large file, not read": b"GET /hall.svg HTTP/1.0\r\n\r\n",
    "binary": bytes(range(256)) * 10,
    "a bad address": b"GET http://[/ HTTP/1.0\r\n\r\n",
    "a bad escape": b"GET /%ff%zz%00 HTTP/1.0\r\n\r\n",
    "a way out": b"GET /../../etc/passwd HTTP/1.0\r\n\r\n",
    "a long line": b"GET /" + b"a" * 70_000 + b" HTTP/1.0\r\n\r\n",
    "many headers": b"GET / HTTP/1.0\r\n" + b"a: b\r\n" * 1000 + b"\r\n",
    "another method": b"DELETE / HTTP/1.0\r\n\r\n",
    "another version": b"GET / HTTP/9.9\r\n\r\n",
}


@pytest.mark.parametrize("request_bytes", ODD.values(), ids=ODD)
def test_whoever_leaves_or_talks_nonsense_leaves_no_trace(
    server: SiteServer, request_bytes: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """A phone that disconnects, and a robot that sends rubbish, is no fault: nothing is said, others are answered."""
    client = connect(server)
    client.sendall(request_bytes)
    disconnect_hard(client)
    time.sleep(0.1)
    assert ask(server, b"GET / HTTP/1.0\r\n\r\n").endswith(FILES["index.html"])
    assert capfd.readouterr() == ("", "")


def test_a_fault_of_ours_is_one_line(
    server: SiteServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Should the program trip while it answers, a line says so, without a traceback, and it goes on."""
    with monkeypatch.context() as patch:
        patch.setattr(site_server, "guess_type", lambda _: 1 // 0)
        assert ask(server, b"GET / HTTP/1.0\r\n\r\n") == b""
        time.sleep(0.1)
    assert capfd.readouterr().err == (
        "dungeon-designer: a request could not be answered (ZeroDivisionError: integer division or modulo by zero)\n"
    )
    assert ask(server, b"GET / HTTP/1.0\r\n\r\n").endswith(FILES["index.html"])


def test_a_client_that_sends_nothing_is_dropped(server: SiteServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence for 30 s, before, within and after the first line, ends a connection; here it is shortened."""
    assert (SiteHandler.timeout, MAX_SILENCE_S) == (30, 30)
    monkeypatch.setattr(SiteHandler, "timeout", 0.3)
    for begun in (b"", b"GET / HT", b"GET / HTTP/1.0\r\nHost: a"):
        with connect(server) as client:
            client.sendall(begun)
            start = time.monotonic()
            assert read_all(client) == b""
            assert 0.2 < time.monotonic() - start < 5


def test_at_most_64_connections_are_kept(server: SiteServer) -> None:
    """A client that comes when 64 are connected is told to come again, and is answered once one has left."""
    assert MAX_CONNECTIONS == 64
    clients = [connect(server) for _ in range(MAX_CONNECTIONS)]
    try:
        for client in clients:
            client.sendall(b"GET / HT")  # the answer waits for the rest
        time.sleep(0.5)
        with connect(server) as late:
            told = read_all(late)
        assert told.startswith(b"HTTP/1.0 503 Service Unavailable\r\nRetry-After: 5\r\n")
        clients.pop().close()
        time.sleep(0.5)
        assert ask(server, b"GET / HTTP/1.0\r\n\r\n").endswith(FILES["index.html"])
        clients[0].sendall(b"TP/1.0\r\n\r\n")
        assert read_all(clients[0]).endswith(FILES["index.html"])
    finally:
        for client in clients:
            client.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal")
def test_ctrl_c_ends_it_while_phones_are_connected(tmp_path: Path) -> None:
    """The command ends at once, says so, and leaves no traceback, though a phone holds a connection open."""
    (tmp_path / "hall.dungeon.yaml").write_text("name: Hall\nruleset: naf-2019\nmap: |\n  <<.C1.>>\n")
    call = [sys.executable, "-m", "dungeon_designer", "publish", "hall.dungeon.yaml", "-o", "public"]
    with subprocess.Popen(
        [*call, "--serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=build_environment(),
    ) as process:
        assert process.stdout
        port = int(process.stdout.readline().rpartition("/ (")[0].rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=10) as phone:
            phone.sendall(b"GET / HT")
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
    assert out.endswith("ended\n")
    assert "Traceback" not in err

"""A browser without a window, driven by its own protocol (Chrome DevTools) over a pipe."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE = 60.0


class Browser:
    """A browser and a page in it. `requests` are the addresses it asked for, `complaints` what its console said."""

    def __init__(self, send: int, receive: int) -> None:
        self._send, self._receive = send, receive
        self._unread, self._number, self._session, self._memory = b"", 0, "", ""
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def begin(self, width: int, height: int, touch: bool) -> None:
        """Open an empty page of a size, as a phone or as a desk has it, that knows nothing of the page before."""
        if self._memory:
            self.call("Target.disposeBrowserContext", browserContextId=self._memory)
        self._memory = self.call("Target.createBrowserContext")["browserContextId"]
        self.requests, self.complaints = [], []
        target = self.call("Target.createTarget", url="about:blank", browserContextId=self._memory)["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        scale = 2 if touch else 1
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=2)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return a command of the protocol, and what came of it."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session and not method.startswith("Target."):
            message["sessionId"] = self._session
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._unread:
            assert select.select([self._receive], [], [], max(0.0, end - time.monotonic()))[0], "the browser is silent"
            self._unread += os.read(self._receive, 1 << 20)
        line, _, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method"), message.get("params", {}))
        return message

    def _note(self, method: str | None, told: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            url = told["request"]["url"]
            self.requests += [] if url.startswith("data:") else [url]  # what stands in the page is not asked for
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(told["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Log.entryAdded":
            self.complaints.append(told["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self._dialog_open = True

    def open(self, address: str) -> None:
        """Go to a page, and wait until it is there."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def reload(self) -> None:
        """Load the page again."""
        self.ask("globalThis.old = true")
        self.call("Page.reload")
        self.until("!globalThis.old && document.readyState === 'complete'")

    def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.ask(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.02)

    def click(self, x: float, y: float) -> None:
        """Click with the mouse."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def touch(self, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 4) -> None:
        """Put fingers down, each going from one point to another, and lift them."""
        points: list[dict[str, float]] = []
        for step in range(steps + 1):
            points = [
                {"x": a + (c - a) * step / max(1, steps), "y": b + (d - b) * step / max(1, steps), "id": i}
                for i, ((a, b), (c, d)) in enumerate(ways)
            ]
            self.call("Input.dispatchTouchEvent", type="touchMove" if step else "touchStart", touchPoints=points)
        if steps:  # a hand comes to rest; one that flings the map away would have the browser ignore its next tap
            time.sleep(0.15)
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=points)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        """Press a key."""
        told = {"key": key, "windowsVirtualKeyCode": code, **({"text": text} if text else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown", **told)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self, file: Path) -> None:
        """Return what is seen, as a PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def pdf(self) -> bytes:
        """Return what is printed."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])


@contextmanager
def serve_folder(folder: Path, handler: type[SimpleHTTPRequestHandler]) -> Iterator[str]:
    """Serve a folder on this computer, with the headers that a handler sends, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start a browser with a profile of its own in a folder; it ends with the block."""
    assert CHROMIUM is not None
    to_read, to_write = os.pipe()
    back_read, back_write = os.pipe()
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"]
    arguments += ["--disable-dev-shm-usage", "--disable-background-networking", f"--user-data-dir={folder}"]
    process = subprocess.Popen(
        [CHROMIUM, *arguments],
        preexec_fn=_as_three_and_four(to_read, back_write),
        close_fds=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_read)
    os.close(back_write)
    try:
        made = Browser(to_write, back_read)
        yield made
        made._session = ""
        made.call("Browser.close")
    finally:
        os.close(to_write)
        os.close(back_read)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _as_three_and_four(reading: int, writing: int) -> Callable[[], None]:
    """Return the child's end of the pipes as the descriptors the protocol asks for."""

    def change() -> None:
        one, other = os.dup(reading), os.dup(writing)
        os.dup2(one, 3)
        os.dup2(other, 4)
        os.set_inheritable(3, True)
        os.set_inheritable(4, True)

    return change

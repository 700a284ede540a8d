"""`python -m dungeon_designer`, and the command `dungeon-designer`."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # `signal` takes longer to import than to press Ctrl+C

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # until `main` listens: no traceback of half an import

import _thread
import gc
import os
import signal
import sys
import time
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from types import FrameType

INTERRUPTED = 130
"""What shells expect of a program that Ctrl+C ended; `cli.exits` says the same once it is imported."""

TERMINATED = 143
"""The same of one that SIGTERM ended, which does so without a word."""

THRESHOLDS = (100_000, 20, 50)
"""How many objects more there are when Python looks for those that refer to each other in a ring: with its usual 700,
that is a quarter of the work on a large dungeon, and next to none are found."""

PAINT = "--paint-picture"
"""The first argument of a stand-alone program that is to paint a large picture (`exports.rasterising`)."""


class Interruption(KeyboardInterrupt):
    """Ctrl+C or SIGTERM, by the signal's number; sent once more unless code of this package took it.

    Python, and libraries in C, drop whatever is raised at some places.
    """

    def __del__(self) -> None:
        taken = self.__traceback__ and self.__traceback__.tb_frame.f_globals.get("__package__")
        if not (taken and taken.startswith("dungeon_designer")):
            _send_again(*self.args)


def _send_again(number: int) -> None:
    """In a moment, by a thread whose start nobody waits for: it may never run once Python is ending."""

    def later() -> None:
        time.sleep(0.01)
        os.kill(os.getpid(), number)

    if not sys.is_finalizing():
        _thread.start_new_thread(later, ())


def _dropped(found: sys.UnraisableHookArgs) -> None:
    """Python drops what is raised while it clears up an object."""
    if isinstance(found.exc_value, Interruption):
        found.exc_value.__traceback__ = None
    else:
        sys.__unraisablehook__(found)


def _loading(frame: FrameType | None) -> bool:
    """Whether a library in C is being loaded: some take, and show, any exception then for one that is missing."""
    while frame and frame.f_code not in _LOADERS:
        frame = frame.f_back
    return frame is not None


_LOADERS = (ExtensionFileLoader.create_module.__code__, ExtensionFileLoader.exec_module.__code__)


def main() -> None:
    """Runs the command line and ends the process with its status, even if interrupted while it still starts."""
    gc.set_threshold(*THRESHOLDS)
    if getattr(sys, "frozen", False):
        _serve()
    status, heard = INTERRUPTED, 0

    def end(number: int, frame: FrameType | None) -> None:
        """Ctrl+C and SIGTERM end the program alike: whatever is open is closed, what is known is kept."""
        nonlocal heard
        heard = number
        if not _loading(frame):
            raise Interruption(number)
        _send_again(number)

    try:
        sys.unraisablehook = _dropped
        signal.signal(signal.SIGTERM, end)
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, end)
        from dungeon_designer.cli.main import run

        status = run()
    except KeyboardInterrupt:
        pass
    for number in (signal.SIGINT, signal.SIGTERM):  # Python is ending, and would show where
        signal.signal(number, signal.SIG_DFL if status != INTERRUPTED else signal.SIG_IGN)
    if status != INTERRUPTED:
        sys.exit(status)
    # Ctrl+C within `exec` (dataclasses are made by it) leaves a mark by which Python ends with its own status, even
    # where the KeyboardInterrupt was caught. The next `eval` clears it.
    eval("0")  # noqa: S307
    if heard == signal.SIGINT:
        with suppress(OSError, AttributeError):  # standard error may be closed, or missing in a window
            sys.stderr.write("\n" * sys.stderr.isatty() + "dungeon-designer: interrupted\n")
    sys.exit(TERMINATED if heard == signal.SIGTERM else INTERRUPTED)


def _serve() -> None:
    """In a stand-alone program: what other processes are started with their own Python for."""
    import multiprocessing

    multiprocessing.freeze_support()
    if sys.argv[1:2] == [PAINT]:
        from dungeon_designer.exports.rasterising import child

        del sys.argv[1]
        child()
        sys.exit()


if __name__ == "__main__":
    main()

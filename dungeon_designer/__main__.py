"""Run the command `dungeon-designer`, also as `python -m dungeon_designer`.

Signals are handled here from the start, so that Ctrl+C ends the program without a traceback even while it is
imported.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # importing `signal` takes too long

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # no traceback until `main` handles signals

import _thread
import gc
import os
import signal
import sys
import time
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from types import FrameType

EXIT_INTERRUPTED = 130
"""The exit status that shells expect after Ctrl+C. `cli.exits` has the same number."""

EXIT_TERMINATED = 143
"""The exit status after SIGTERM, which ends the program without a message."""

GC_THRESHOLDS = (100_000, 20, 50)
"""Thresholds of Python's garbage collector, in numbers of new objects.

With the default first threshold of 700, collection takes a quarter of the time for a large dungeon and finds almost
nothing.
"""

PAINT_ARGUMENT = "--paint-picture"
"""The first argument of a stand-alone program that paints a large picture for another (`exports.rasterising`)."""


class Interruption(KeyboardInterrupt):
    """The exception for Ctrl+C or SIGTERM, with the signal's number.

    Python, and libraries in C, drop exceptions at some places. If no code of this package caught the exception, the
    signal is sent again when the exception is deleted.
    """

    def __del__(self) -> None:
        package = self.__traceback__ and self.__traceback__.tb_frame.f_globals.get("__package__")
        if not (package and package.startswith("dungeon_designer")):
            _resend_signal(*self.args)


def _resend_signal(number: int) -> None:
    """Send this process once more a signal whose exception was lost, 10 ms later and from a thread.

    An exception raised for Ctrl+C or SIGTERM can be dropped by Python or by a library in C. Then the program would
    go on, so the signal is repeated. The delay lets the code that would drop the exception end first. Nothing waits
    for the start of the thread, since it may never run once Python is ending.

    Args:
        number: the number of the signal.
    """

    def send_after_delay() -> None:
        time.sleep(0.01)
        os.kill(os.getpid(), number)

    if not sys.is_finalizing():
        _thread.start_new_thread(send_after_delay, ())


def _handle_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Handle an exception that Python drops, as for one that leaves a `__del__` method.

    An Interruption loses its traceback here. So it is deleted, and its `__del__` sends the signal again. Other
    exceptions are printed as usual.
    """
    if isinstance(unraisable.exc_value, Interruption):
        unraisable.exc_value.__traceback__ = None
    else:
        sys.__unraisablehook__(unraisable)


def _is_loading_extension(frame: FrameType | None) -> bool:
    """Return whether an extension module in C is being loaded.

    Some libraries take any exception at this time for a missing library, and report that.
    """
    while frame and frame.f_code not in _EXTENSION_LOADERS:
        frame = frame.f_back
    return frame is not None


_EXTENSION_LOADERS = (ExtensionFileLoader.create_module.__code__, ExtensionFileLoader.exec_module.__code__)
"""The code of importlib's functions that load an extension module."""


def main() -> None:
    """Run the command line and end the process with its exit status, even if interrupted during the start."""
    gc.set_threshold(*GC_THRESHOLDS)
    if getattr(sys, "frozen", False):
        _run_as_helper()
    if "_DUNGEON_DESIGNER_COMPLETE" in os.environ:
        _answer_shell()
    status, received_signal = EXIT_INTERRUPTED, 0

    def raise_interruption(number: int, frame: FrameType | None) -> None:
        """Raise an Interruption for Ctrl+C or SIGTERM, so that open files are closed and results so far are kept.

        While an extension module in C is being loaded, the signal is only sent again later.
        """
        nonlocal received_signal
        received_signal = number
        if not _is_loading_extension(frame):
            raise Interruption(number)
        _resend_signal(number)

    try:
        sys.unraisablehook = _handle_unraisable
        signal.signal(signal.SIGTERM, raise_interruption)
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, raise_interruption)
        from dungeon_designer.cli.main import run_program

        status = run_program()
    except KeyboardInterrupt:
        pass
    for number in (signal.SIGINT, signal.SIGTERM):  # else Python shows a traceback while it ends
        signal.signal(number, signal.SIG_DFL if status != EXIT_INTERRUPTED else signal.SIG_IGN)
    if status != EXIT_INTERRUPTED:
        sys.exit(status)
    # Ctrl+C within `exec` (dataclasses are made by it) leaves a mark by which Python ends with its own status, even
    # where the KeyboardInterrupt was caught. The next `eval` clears it.
    eval("0")  # noqa: S307
    if received_signal == signal.SIGINT:
        with suppress(OSError, AttributeError):  # standard error may be closed, or missing in a window
            sys.stderr.write("\n" * sys.stderr.isatty() + "dungeon-designer: interrupted\n")
    sys.exit(EXIT_TERMINATED if received_signal == signal.SIGTERM else EXIT_INTERRUPTED)


def _answer_shell() -> None:
    """Print how the shell may complete the word at the cursor, and exit. Nothing large is imported, to be quick."""
    from dungeon_designer.cli.completion.answer import answer_shell

    with suppress(BrokenPipeError):  # the user pressed another key, and the shell stopped reading
        sys.stdout.buffer.write(os.fsencode(answer_shell(os.environ)))
        sys.stdout.buffer.flush()
    sys.exit()


def _run_as_helper() -> None:
    """Do the work of a helper process and exit, if this program was started as one; else return.

    Only for the stand-alone program, which has no separate Python to start: its process pools and its painter of
    large pictures are started as the same program with other arguments.
    """
    import multiprocessing

    multiprocessing.freeze_support()
    if sys.argv[1:2] == [PAINT_ARGUMENT]:
        from dungeon_designer.exports.rasterising import run_child

        del sys.argv[1]
        run_child()
        sys.exit()


if __name__ == "__main__":
    main()

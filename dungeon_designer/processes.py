"""Child processes: they end with the process that started them, and leave Ctrl+C to it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_PR_SET_PDEATHSIG = 1


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl+C and SIGTERM wait until this is done, lest a child be half started and nobody know of it.

    Children started in here do not hear Ctrl+C at all, until `end_with_parent` (on Windows they do).
    """
    pressed: list[signal.Signals] = []
    main = threading.current_thread() is threading.main_thread()  # which alone is told of signals
    heard = (signal.SIGINT, signal.SIGTERM) if main else ()
    before = {
        number: signal.signal(number, lambda sent, frame: pressed.append(signal.Signals(sent))) for number in heard
    }
    masks = hasattr(signal, "pthread_sigmask")
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        for number, handler in before.items():
            signal.signal(number, handler)
    for number in pressed[-1:]:
        signal.raise_signal(number)


@contextmanager
def ending_children() -> Iterator[None]:
    """Whatever ends the work in here too early, Ctrl+C, SIGTERM or a fault, ends all children at once.

    To be used in the main thread, which hears signals. SIGTERM then is SystemExit, with the status shells expect.
    """
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    except BaseException:
        kill_children()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def kill_children() -> None:
    """End all children of `multiprocessing`, whatever they are at."""
    from multiprocessing import active_children

    with undisturbed():
        for child in active_children():
            child.kill()


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def end_with_parent(parent: int) -> None:
    """Called first thing by a child: it ends when the process of that number does, and hears no Ctrl+C.

    Where the kernel can be asked (Linux) the child ends whatever it is doing. Elsewhere a thread waits for the parent,
    if `multiprocessing` started the child; a library that holds all of Python up can delay it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if sys.platform == "linux":
        _ask_the_kernel(parent)
    _watch()


def _ask_the_kernel(parent: int) -> None:
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def _watch() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if parent := parent_process():
        ended = [parent.sentinel]
        threading.Thread(target=lambda: os._exit(1) if wait(ended) else None, name="parent", daemon=True).start()

"""Child processes: they end with the process that started them, and leave Ctrl+C to it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_PR_SET_PDEATHSIG = 1


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl+C and SIGTERM wait until this is done, lest a child be half started and nobody know of it.

    Children are started in here: one that just starts does not hear Ctrl+C at all.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone is told of Ctrl+C
        with _kept_from_children():
            yield
        return
    pressed: list[int] = []
    heard = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda sent, frame: pressed.append(sent)) for number in heard}
    try:
        with _kept_from_children():
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for sent in pressed[-1:]:
        _answer(sent, before[signal.Signals(sent)])


def _answer(number: int, handler: Callable[[int, FrameType | None], Any] | int | None) -> None:
    """Does now what a signal asked for while nobody listened."""
    if callable(handler):
        handler(number, None)
    elif handler == signal.SIG_DFL:
        signal.raise_signal(number)


@contextmanager
def _kept_from_children() -> Iterator[None]:
    """Children started in here inherit that Ctrl+C waits (on Windows they do not); `end_with_parent` lifts it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def ending_children() -> Iterator[None]:
    """Whatever ends the work in here too early, Ctrl+C, SIGTERM or a fault, ends all children at once.

    To be used in the main thread, which hears signals. SIGTERM then is SystemExit, with the status shells expect.
    """
    from multiprocessing import active_children

    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    except BaseException:
        with undisturbed():
            for child in active_children():
                child.kill()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def shut_down(pool: ProcessPoolExecutor) -> None:
    """Drop what a pool has not begun, and wait until it has ended.

    Its own thread closes a pipe that Python, if it ended meanwhile, would still write into and complain.
    """
    with undisturbed():
        pool.shutdown(cancel_futures=True)


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


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _ask_the_kernel(parent: int) -> None:
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def _watch() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is None:
        return

    def ended() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=ended, name="parent", daemon=True).start()

"""Child processes: they end with the process that started them, and leave Ctrl+C to it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PR_SET_PDEATHSIG = 1


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl+C and SIGTERM wait until this is done, lest a child be half started and nobody know of it.

    Children started in here never hear Ctrl+C (on Windows, from `end_with_parent` on).
    """
    heard: list[signal.Signals] = []
    main = threading.current_thread() is threading.main_thread()  # which alone is told of signals
    before = {
        number: signal.signal(number, lambda sent, frame: heard.append(signal.Signals(sent)))
        for number in ((signal.SIGINT, signal.SIGTERM) if main else ())
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
    for number in heard[-1:]:
        signal.raise_signal(number)


def end_with_parent(parent: int) -> None:
    """Called first thing by a child: it ends when the process of that number does, and hears no Ctrl+C.

    Where the kernel can be asked (Linux) the child ends whatever it is doing. Elsewhere a thread waits for the parent,
    if `multiprocessing` started the child; a library that holds all of Python up can delay it.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != parent:  # it ended before
            os._exit(1)
    if process := parent_process():
        ended = [process.sentinel]
        threading.Thread(target=lambda: os._exit(1) if wait(ended) else None, name="parent", daemon=True).start()

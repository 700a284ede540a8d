"""Child processes: they end with their parent process and leave Ctrl+C to it.

Worker pools, the editor's background work and the painter of large pictures use this module.
"""

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
def delayed_signals() -> Iterator[None]:
    """Delay Ctrl+C and SIGTERM until the end of the block, so that no child process is started only halfway.

    The last signal that came is sent again at the end. Child processes started in the block ignore Ctrl+C, on Windows
    from their call of `end_with_parent` on.
    """
    received: list[signal.Signals] = []

    def remember_signal(signal_number: int, _frame: FrameType | None) -> None:
        """Store a signal that came during the block, in place of obeying it."""
        received.append(signal.Signals(signal_number))

    is_main_thread = threading.current_thread() is threading.main_thread()  # no other thread receives signals
    previous_handlers = {
        number: signal.signal(number, remember_signal)
        for number in ((signal.SIGINT, signal.SIGTERM) if is_main_thread else ())
    }
    # Child processes inherit the mask: with Ctrl+C (SIGINT) blocked, they ignore it. Windows has no masks.
    can_mask = hasattr(signal, "pthread_sigmask")
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_mask else set()
    try:
        yield
    finally:
        if can_mask:
            signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)
    if received:
        signal.raise_signal(received[-1])


def end_with_parent(parent: int) -> None:
    """Make this child process end with its parent, and ignore Ctrl+C. A child calls this first.

    On Linux the kernel ends the child, whatever it is doing. Elsewhere a thread waits for the parent, if
    `multiprocessing` started the child; a library that blocks all of Python can delay it.

    Args:
        parent: the process id of the parent.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != parent:  # the parent ended before the call above
            os._exit(1)
    if process := parent_process():
        sentinels = [process.sentinel]
        threading.Thread(target=lambda: os._exit(1) if wait(sentinels) else None, name="parent", daemon=True).start()

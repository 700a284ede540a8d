"""A process that answers the latest of some questions, bit by bit, and gives way to every other program."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from dungeon_designer.editor.latest_worker import LatestWorker
from dungeon_designer.processes import end_with_parent, undisturbed

_NICE = 15
_BELOW_NORMAL = 0x4000

Work = Callable[[Connection, Any], Any]
"""Answers a question over the wire until something waits there; gives the question that is asked next, or None."""


class _Message(Struct, frozen=True):
    """What goes to the process: a question, or None, which drops the one before."""

    question: object


class AskedProcess(LatestWorker[_Message]):
    """A process that `serve`, called with its end of the wire and our number, answers in; started when first asked.

    `heard`: what it says, in the window's thread; None when it has ended. What is asked goes over the wire in a thread
    of its own: while the process is busy the wire may be full, and the window never waits.
    """

    heard = Signal(object)
    _said = Signal(object)

    def __init__(self, serve: Callable[[Connection, int], None], name: str, parent: QObject | None = None) -> None:
        self._serve, self._name = serve, name
        self._process: Any = None
        self._wire: Connection | None = None
        self._listener: threading.Thread | None = None
        super().__init__(name, parent)
        self._said.connect(self.heard, Qt.ConnectionType.QueuedConnection)

    def send(self, question: object) -> None:
        """Ask, or with None have what was asked before dropped."""
        self._put(lambda _: _Message(question))

    def close(self) -> None:
        """End it; no thread speaks through this object afterwards, so that it may be deleted."""
        self._kill()  # or a full wire would keep the thread
        super().close()
        self._kill()
        if self._listener is not None:
            self._listener.join(timeout=5)

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def _answer(self, message: _Message) -> None:
        if self._process is None or not self._process.is_alive():
            if message.question is None:
                return
            self._start()
        if self._wire is not None:
            with suppress(OSError):  # it just ended, and is started for the next question
                self._wire.send(message.question)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._wire, there = context.Pipe()
        process = context.Process(target=self._serve, args=(there, os.getpid()), daemon=True, name=self._name)
        with undisturbed():
            process.start()
        self._process = process
        there.close()
        self._listener = threading.Thread(target=self._listen, args=(self._wire,), daemon=True, name=self._name)
        self._listener.start()

    def _listen(self, wire: Connection) -> None:
        """Hand on what the process says, as long as it lives."""
        with suppress(RuntimeError):  # the window is gone
            with suppress(EOFError, OSError):
                while True:
                    self._said.emit(wire.recv())
            self._said.emit(None)


def answer(wire: Connection, parent: int, work: Work) -> None:
    """What such a process does: work at what it was asked last, and wait where there is nothing to do."""
    end_with_parent(parent)
    _give_way()
    with suppress(EOFError, OSError):
        question = wire.recv()
        while True:
            question = work(wire, question) if question is not None else wire.recv()


def latest(wire: Connection) -> Any:
    """The last of what was asked and waits."""
    question = wire.recv()
    while wire.poll():
        question = wire.recv()
    return question


def _give_way() -> None:
    """Let every other program go first."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(_NICE)

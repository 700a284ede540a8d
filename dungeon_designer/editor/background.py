"""Work off the window's thread, in a thread or in a process of its own: the newest question wins.

`work(question, tell)` works a question out. It calls `tell` with each answer, or with nothing between two long steps;
`tell` raises `Overtaken` once something newer is asked, or nothing at all any more.
"""

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

from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.processes import end_with_parent, undisturbed

_NICE = 15
_BELOW_NORMAL = 0x4000

Tell = Callable[..., None]
Work = Callable[[Any, Tell], object]


class Overtaken(KeyboardInterrupt):
    """Nobody waits for the answer any more. Like Ctrl+C it passes by whatever catches mere errors."""


class _End(Struct, frozen=True):
    """No more is said to a question; why not, and whether the program is at fault."""

    problem: str = ""
    fault: bool = False


class Background(QObject):
    """Works in a thread of its own, which nobody waits for.

    `heard`: an answer to the question asked last. `ended`: there are no more; in one sentence why not, if it failed,
    and whether the program is at fault. Both come in the window's thread.
    """

    heard = Signal(object)
    ended = Signal(str, bool)
    _said = Signal(int, object)

    def __init__(self, work: Work, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work, self._name = work, name
        self._wanted = threading.Condition()
        self._waiting: object = None
        self._number = self._settled = 0
        self._closed = False
        self._said.connect(self._on_said, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    @property
    def idle(self) -> bool:
        """Whether nothing is being worked out."""
        return self._settled == self._number

    def ask(self, question: object) -> None:
        """Have a question answered; whatever was asked before is dropped."""
        with self._wanted:
            self._number += 1
            self._waiting = question
            self._wanted.notify()

    def forget(self) -> None:
        """Drop what was asked."""
        self.ask(None)
        self._settled = self._number

    def close(self) -> None:
        """No more questions; no thread speaks through this object afterwards, so that it may be deleted."""
        with self._wanted:
            self._closed = True
            self._wanted.notify()
        self.forget()
        self._thread.join(timeout=5)

    def _serve(self) -> None:
        while True:
            with self._wanted:
                self._wanted.wait_for(lambda: self._waiting is not None or self._closed)
                number, question, self._waiting = self._number, self._waiting, None
            if self._closed:
                return
            self._answer(number, question)

    def _answer(self, number: int, question: object) -> None:
        """In the thread."""

        def tell(answer: object = None) -> None:
            if number != self._number:
                raise Overtaken
            if answer is not None:
                self._said.emit(number, answer)

        with suppress(Overtaken):
            tell(_worked_out(self._work, question, tell, (DungeonError,)))

    def _on_said(self, number: int, said: object) -> None:
        if number != self._number:
            return
        if isinstance(said, _End):
            self._settled = number
            self.ended.emit(said.problem, said.fault)
        else:
            self.heard.emit(said)


class BackgroundProcess(Background):
    """Works in a process that is started when it is first asked, can be killed, and gives way to every other program.

    `work` goes there once, and may keep what it needs from question to question. Questions are sent by the thread:
    while the process is busy the wire may be full.
    """

    _process: Any = None
    _wire: Connection | None = None
    _listener: threading.Thread | None = None
    _cancelled = 0
    """The number of the last question that was stopped; a process that was just about to be asked it is killed, too."""

    def forget(self) -> None:
        """Drop what was asked; the process hears of it."""
        super().forget()
        with self._wanted:
            self._waiting = _DROPPED
            self._wanted.notify()

    @property
    def alive(self) -> bool:
        """Whether there is a process, which may remember something."""
        process = self._process
        return process is not None and self._wire is not None and bool(process.is_alive())

    def cancel(self) -> None:
        """Stop at once what is being worked out, and forget it."""
        super().forget()
        self._cancelled = self._number
        self._kill()

    def close(self) -> None:
        """End the process, and the threads."""
        self._kill()  # or a full wire would keep the thread
        super().close()
        self._kill()
        if self._listener is not None:
            self._listener.join(timeout=5)

    def _kill(self) -> None:
        process, self._process, self._wire = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    def _answer(self, number: int, question: object) -> None:
        if not self.alive:
            if question is _DROPPED:
                return
            self._start()
        if number <= self._cancelled:
            self._kill()
        wire = self._wire
        if wire is not None:
            with suppress(OSError):  # it just ended, which the listener tells
                wire.send((number, None if question is _DROPPED else question))

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        wire, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, os.getpid(), self._work), daemon=True, name=self._name)
        with undisturbed():
            process.start()
        there.close()
        self._process, self._wire = process, wire
        self._listener = threading.Thread(target=self._listen, args=(wire,), daemon=True, name=self._name)
        self._listener.start()

    def _listen(self, wire: Connection) -> None:
        """Hand on what the process says, as long as it lives; a question it left open has failed."""
        with suppress(RuntimeError):  # the window is gone
            with suppress(EOFError, OSError):
                while True:
                    self._said.emit(*wire.recv())
            if wire is self._wire:
                self._wire = None
                if not self.idle:
                    self._said.emit(self._number, _End(fault=True))


_DROPPED = object()
"""Sent in the place of a question, to have the one before dropped."""


def _serve(wire: Connection, parent: int, work: Work) -> None:
    """What such a process does: works at what it was asked last, and waits where there is nothing to do."""
    end_with_parent(parent)
    if sys.platform == "win32":  # every other program goes first
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(_NICE)
    number = 0

    def tell(answer: object = None) -> None:
        if wire.poll():
            raise Overtaken
        if answer is not None:
            wire.send((number, answer))

    with suppress(EOFError, OSError):
        while True:
            number, question = wire.recv()
            while wire.poll():
                number, question = wire.recv()
            if question is not None:
                wire.send((number, _worked_out(work, question, tell, (Exception,))))


def _worked_out(work: Work, question: object, tell: Tell, caught: tuple[type[Exception], ...]) -> _End:
    try:
        work(question, tell)
    except Overtaken:
        pass
    except DungeonError as error:
        return _End(str(error))
    except caught as error:  # what is wrong in a process is told in the window
        return _End(one_line(f"{type(error).__name__}: {error}"), fault=True)
    return _End()

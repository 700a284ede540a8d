"""Pages and files made in a process of their own, so that the window never waits and Cancel means it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from dungeon_designer.editor.output_jobs import Answer, Job, Laid, Order, serve
from dungeon_designer.processes import undisturbed


class OutputWorker(QObject):
    """Makes what is ordered, one thing after the other.

    `laid`: what the job last looked at will come to. `shown`: one of its pages as PNG, with page and resolution.
    `made`: the bytes of a file. `failed`: why not, in one sentence, and whether the program is at fault. `told`: what
    a person should know of what was made.
    Only the last page asked for is made; a file is made whatever is asked after it.
    """

    laid = Signal(object)
    shown = Signal(int, float, object)
    made = Signal(object)
    failed = Signal(str, bool)
    told = Signal(str)
    _heard = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: Any = None
        self._thread = threading.Thread()
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._life = 0
        self._jobs: dict[int, Job] = {}
        self._number = 0
        self._sent = 0
        self._looked_at = 0
        self._under_way: Order | None = None
        self._waiting: dict[str, Order] = {}
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)

    @property
    def idle(self) -> bool:
        """Whether nothing is being made."""
        return self._under_way is None

    def look_at(self, job: Job) -> None:
        """Find out what a job will come to; pages are asked of it from now on."""
        self._looked_at = self._take(job)
        self._waiting.pop("page", None)
        self._order(Order("lay", self._looked_at))

    def show_page(self, page: int, dpi: float) -> None:
        """Make a picture of a page of the job looked at."""
        self._order(Order("page", self._looked_at, page=page, dpi=dpi))

    def make(self, job: Job) -> None:
        """Make the file of a job."""
        self._order(Order("file", self._take(job)))

    def cancel(self) -> None:
        """Stop at once whatever is being made, and forget what waits."""
        self._waiting.clear()
        if not self.idle:
            self._end()

    def close(self) -> None:
        """No more."""
        self._waiting.clear()
        self._end()

    def _take(self, job: Job) -> int:
        """The job's number; a job that was taken last keeps it."""
        if self._jobs.get(self._number) != job:
            self._number += 1
            needed = {self._looked_at, *(order.number for order in self._waiting.values())}
            self._jobs = {number: kept for number, kept in self._jobs.items() if number in needed}
            self._jobs[self._number] = job
        return self._number

    def _order(self, order: Order) -> None:
        self._waiting[order.what] = order
        if self.idle:
            self._send_next()

    def _send_next(self) -> None:
        """The file first, then what the job comes to, then its page."""
        what = next((what for what in ("file", "lay", "page") if what in self._waiting), None)
        self._under_way = self._waiting.pop(what) if what else None
        if self._under_way is None:
            return
        order = self._under_way
        if self._process is None:
            self._begin()
        job = self._jobs[order.number] if order.number != self._sent else None
        self._sent = order.number
        self._orders.put(Order(order.what, order.number, job, order.page, order.dpi))

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._process = context.Process(target=serve, args=(there, os.getpid()), daemon=True, name="output worker")
        with undisturbed():
            self._process.start()
        there.close()
        self._life, self._sent, self._orders = self._life + 1, 0, SimpleQueue()
        handing_on = (here, self._life, self._orders)
        self._thread = threading.Thread(target=self._hand_on, args=handing_on, daemon=True, name="output worker")
        self._thread.start()

    def _hand_on(self, wire: Connection, life: int, orders: SimpleQueue[Order | None]) -> None:
        """Hand each order to the process, and on what is heard; None says that the process has died."""
        while (order := orders.get()) is not None:
            answer: Answer | None = None
            with suppress(EOFError, OSError):
                wire.send(order)
                answer = wire.recv()
            with suppress(RuntimeError):  # the window is gone, and the program with it
                if life == self._life:
                    self._heard.emit(life, answer)
        wire.close()

    def _end(self) -> None:
        """Kill the process; what it was doing is lost, and no file knows of it.

        The thread ends before this does: it must not speak for an object that is about to be deleted.
        """
        self._under_way = None
        self._life += 1
        if self._process is not None:
            self._orders.put(None)
            self._process.kill()
            self._process.join(5)
            self._thread.join(5)
        self._process = None

    def _on_heard(self, life: int, answer: Answer | None) -> None:
        if life != self._life:
            return
        if answer is None:
            self._end()
            self.failed.emit("", True)
        else:
            self._send_next()
            self._tell(answer)

    def _tell(self, answer: Answer) -> None:
        """Send on what still matters."""
        order, result = answer.order, answer.result
        if order.what != "file" and order.number != self._looked_at:
            return
        if answer.problem:
            self.failed.emit(answer.problem, answer.fault)
            return
        if isinstance(result, Laid):
            self.laid.emit(result)
        elif order.what == "page":
            self.shown.emit(order.page, order.dpi, result)
        else:
            self.made.emit(result)
        if answer.told:
            self.told.emit(answer.told)

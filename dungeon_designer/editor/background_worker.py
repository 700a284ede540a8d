"""Workers that answer requests in a thread or process, so that the window never waits. The newest request wins.

A worker calls `work(request, send_answer)`. The work function calls `send_answer(answer)` for each answer, and
`send_answer()` between two long steps. Either call raises `RequestDropped` once the request was replaced by a newer
one or dropped.
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

from dungeon_designer.errors import DungeonError, escape_line
from dungeon_designer.processes import delayed_signals, end_with_parent

_NICENESS = 15
"""How far the priority of a worker process is lowered on Linux and macOS."""
_BELOW_NORMAL_PRIORITY_CLASS = 0x4000
"""The priority class of a worker process on Windows (`BELOW_NORMAL_PRIORITY_CLASS`)."""

AnswerSender = Callable[..., None]
"""The function that a work function calls with each answer, or without arguments to test for a newer request."""
WorkFunction = Callable[[Any, AnswerSender], object]
"""A function that works a request out: takes the request and an `AnswerSender`."""


class RequestDropped(KeyboardInterrupt):
    """Raised in a work function when nobody waits for its answers any more.

    A subclass of `KeyboardInterrupt`, so that handlers of `Exception` do not catch it.
    """


class _WorkEnd(Struct, frozen=True):
    """Message that the work on a request has ended, so that no more answers to it follow.

    Attributes:
        problem: why the work failed, in one sentence; "" if it did not fail.
        is_internal_error: whether an error of the program itself ended the work.
    """

    problem: str = ""
    is_internal_error: bool = False


class BackgroundWorker(QObject):
    """Worker that answers requests in a thread of its own. A new request replaces the one before, which is dropped.

    Requests are numbered, so that late answers to a dropped request can be told apart and are not delivered.

    Signals, both delivered in the window's thread:
        answer_received: an answer to the newest request.
        work_ended: no more answers follow. Arguments: the problem in one sentence ("" if none), and whether the program
            itself is at fault.
    """

    answer_received = Signal(object)
    work_ended = Signal(str, bool)
    _message_received = Signal(int, object)

    def __init__(self, work: WorkFunction, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work, self._name = work, name
        self._condition = threading.Condition()
        self._pending_request: object = None
        self._request_number = self._finished_number = 0
        self._is_closed = False
        self._message_received.connect(self._deliver_message, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run_thread, name=name, daemon=True)
        self._thread.start()

    @property
    def is_idle(self) -> bool:
        """Whether no request is being worked on: the newest one was finished or dropped."""
        return self._finished_number == self._request_number

    def submit_request(self, request: object) -> None:
        """Start work on a request in the worker's thread; an earlier request is dropped."""
        with self._condition:
            self._request_number += 1
            self._pending_request = request
            self._condition.notify()

    def drop_request(self) -> None:
        """Drop the current request; no more answers to it are delivered."""
        self.submit_request(None)
        self._finished_number = self._request_number

    def close(self) -> None:
        """End the thread. Afterwards no thread uses this object, so that it may be deleted."""
        with self._condition:
            self._is_closed = True
            self._condition.notify()
        self.drop_request()
        self._thread.join(timeout=5)

    def _run_thread(self) -> None:
        """Wait for requests and process them, one after the other, until the worker is closed. Runs in the thread."""
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._pending_request is not None or self._is_closed)
                number, request, self._pending_request = self._request_number, self._pending_request, None
            if self._is_closed:
                return
            self._process_request(number, request)

    def _process_request(self, number: int, request: object) -> None:
        """Run the work function for one request and send its answers to the window's thread.

        Runs in the worker's thread.
        """

        def send_answer(answer: object = None) -> None:
            """Send an answer if one is given. Raise `RequestDropped` if another request has replaced this one."""
            if number != self._request_number:
                raise RequestDropped
            if answer is not None:
                self._message_received.emit(number, answer)

        with suppress(RequestDropped):
            send_answer(_run_work(self._work, request, send_answer, (DungeonError,)))

    def _deliver_message(self, number: int, message: object) -> None:
        """Emit an answer, or the end of the work, in the window's thread.

        Ignore it if another request has replaced its own.
        """
        if number != self._request_number:
            return
        if isinstance(message, _WorkEnd):
            self._finished_number = number
            self.work_ended.emit(message.problem, message.is_internal_error)
        else:
            self.answer_received.emit(message)


class BackgroundProcess(BackgroundWorker):
    """Worker that answers requests in a process of low priority, which can be killed at any time.

    The process starts with the first request. The work function is sent to the process once, and may keep data from
    request to request. The inherited thread does not do the work here: it sends the requests to the process, since the
    pipe may be full while the process is busy. A second thread receives the answers.
    """

    _process: Any = None
    _connection: Connection | None = None
    _listener_thread: threading.Thread | None = None
    _last_cancelled_number = 0
    """The number of the last cancelled request. A process that was about to receive that request is killed, too."""

    def drop_request(self) -> None:
        """Drop the current request, and tell the process to stop its work at the next test for a newer message."""
        super().drop_request()
        with self._condition:
            self._pending_request = _DROP_ORDER
            self._condition.notify()

    @property
    def is_running(self) -> bool:
        """Whether the process runs, so that it may hold data from earlier requests."""
        process = self._process
        return process is not None and self._connection is not None and bool(process.is_alive())

    def cancel_request(self) -> None:
        """Stop the current work at once by killing the process, and drop the request."""
        super().drop_request()
        self._last_cancelled_number = self._request_number
        self._kill_process()

    def close(self) -> None:
        """End the process and the threads."""
        self._kill_process()  # otherwise a full pipe could block the thread
        super().close()
        self._kill_process()
        if self._listener_thread is not None:
            self._listener_thread.join(timeout=5)

    def _kill_process(self) -> None:
        """Kill the process, if there is one, and wait until it has ended."""
        process, self._process, self._connection = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    def _process_request(self, number: int, request: object) -> None:
        """Send a request to the process, or `_DROP_ORDER`, the order to drop its request. Runs in the worker's thread.

        A request starts the process if none runs. A request that was cancelled meanwhile kills the process instead.
        """
        if not self.is_running:
            if request is _DROP_ORDER:
                return
            self._start_process()
        if number <= self._last_cancelled_number:
            self._kill_process()
        connection = self._connection
        if connection is not None:
            with suppress(OSError):  # the process has just ended, which the listener thread reports
                connection.send((number, None if request is _DROP_ORDER else request))

    def _start_process(self) -> None:
        """Start the process, and a thread that forwards its messages."""
        context = multiprocessing.get_context("spawn")
        connection, child_connection = context.Pipe()
        process = context.Process(
            target=_run_process, args=(child_connection, os.getpid(), self._work), daemon=True, name=self._name
        )
        with delayed_signals():
            process.start()
        child_connection.close()
        self._process, self._connection = process, connection
        self._listener_thread = threading.Thread(
            target=self._forward_messages, args=(connection,), daemon=True, name=self._name
        )
        self._listener_thread.start()

    def _forward_messages(self, connection: Connection) -> None:
        """Receive the messages of the process until it ends, and pass them to the window's thread.

        Runs in the listener thread. If the process ends in the middle of a request, report an internal error.
        """
        with suppress(RuntimeError):  # the window was deleted
            with suppress(EOFError, OSError):
                while True:
                    self._message_received.emit(*connection.recv())
            if connection is self._connection:
                self._connection = None
                if not self.is_idle:
                    self._message_received.emit(self._request_number, _WorkEnd(is_internal_error=True))


_DROP_ORDER = object()
"""Sent to the process instead of a request, so that the process drops its current request."""


def _run_process(connection: Connection, parent: int, work: WorkFunction) -> None:
    """Receive requests over the pipe and work on the newest, one after the other.

    Runs in the worker process until it ends.

    Args:
        connection: the pipe to the window. A request arrives with its number, and its answers carry the same number;
            None in place of a request means that the last one is dropped.
        parent: the id of the window's process; this process ends with that one.
        work: the work function.
    """
    end_with_parent(parent)
    if sys.platform == "win32":  # give precedence to every other program
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(_NICENESS)
    number = 0

    def send_answer(answer: object = None) -> None:
        """Send an answer if one is given. Raise `RequestDropped` if another message waits in the pipe."""
        if connection.poll():
            raise RequestDropped
        if answer is not None:
            connection.send((number, answer))

    with suppress(EOFError, OSError):
        while True:
            number, request = connection.recv()
            while connection.poll():
                number, request = connection.recv()
            if request is not None:
                connection.send((number, _run_work(work, request, send_answer, (Exception,))))


def _run_work(
    work: WorkFunction, request: object, send_answer: AnswerSender, exception_types: tuple[type[Exception], ...]
) -> _WorkEnd:
    """Run a work function on a request and return how it ended. A dropped request ends without a problem.

    A `DungeonError` is a problem of the user's dungeon or options, with a message for the user. The exceptions in
    `exception_types` count as an error of the program itself. All others are raised.
    """
    try:
        work(request, send_answer)
    except RequestDropped:
        pass
    except DungeonError as error:
        return _WorkEnd(str(error))
    except exception_types as error:  # the window shows the errors of a process
        return _WorkEnd(escape_line(f"{type(error).__name__}: {error}"), is_internal_error=True)
    return _WorkEnd()

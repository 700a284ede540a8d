"""A thread that answers the latest of some questions: what is asked anew takes the place of what waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

Question = TypeVar("Question")


class LatestWorker(QObject, Generic[Question]):
    """Base of those who work off the window's thread. Signals that `_answer` sends arrive in the window's thread."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = threading.Condition()
        self._waiting: Question | None = None
        self._number = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    @property
    def number(self) -> int:
        """The number of the question asked last, or of what was dropped since."""
        return self._number

    def close(self) -> None:
        """No more questions; waits for the thread to end."""
        with self._wanted:
            self._closed = True
            self._wanted.notify()
        self._thread.join(timeout=5)

    def _put(self, question: Callable[[int], Question] | None) -> int:
        """Have a question answered, made with its number, or none; whatever was asked before is dropped."""
        with self._wanted:
            self._number += 1
            self._waiting = question(self._number) if question is not None else None
            self._wanted.notify()
        return self._number

    def _work(self) -> None:
        while (question := self._next()) is not None:
            self._answer(question)

    def _next(self) -> Question | None:
        with self._wanted:
            while self._waiting is None and not self._closed:
                self._wanted.wait()
            question, self._waiting = self._waiting, None
        return None if self._closed else question

    def _overtaken(self, number: int) -> bool:
        """Whether something newer was asked than the question of that number."""
        return self._closed or number != self._number

    def _answer(self, question: Question) -> None:
        """Work it out, in the thread; look between the steps whether it is overtaken."""
        raise NotImplementedError

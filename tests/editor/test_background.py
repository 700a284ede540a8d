"""Work in a process of its own: the newest question wins; it never holds the window up, and gives way to others."""

import os
import sys
import threading
import time

import pytest
from PySide6.QtTest import QSignalSpy

from dungeon_designer.editor.background_worker import BackgroundProcess, BackgroundWorker
from dungeon_designer.errors import UsageError

LARGE = b"x" * 10_000_000
"""More than any wire holds."""


def echo_question(question, tell):
    """Send back the question; work for long at "long", and report the priority at "how"."""
    if question == "long":
        time.sleep(1.5)
    if question == "wrong":
        raise UsageError("that is no question")
    tell(os.getpriority(os.PRIO_PROCESS, 0) if question == "how" else question)


@pytest.fixture(params=[BackgroundWorker, BackgroundProcess])
def worker(qapp, request):
    made = request.param(echo_question, "echo")
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def process(qapp):
    made = BackgroundProcess(echo_question, "echo")
    yield made
    made.close()
    made.deleteLater()


def list_answers(worker, qtbot, question, timeout=30_000):
    """Return what it says to a question."""
    spy = QSignalSpy(worker.answer_received)
    worker.submit_request(question)
    qtbot.waitUntil(lambda: worker.is_idle and spy.count() > 0, timeout=timeout)
    return spy.at(0)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="priorities are numbers elsewhere")
def test_it_gives_way_to_every_other_program(process, qtbot):
    """Its priority is lower than the window's."""
    assert list_answers(process, qtbot, "how") >= os.getpriority(os.PRIO_PROCESS, 0) + 5


def test_a_busy_worker_holds_nobody_up(worker, qtbot):
    """While it works, ever so much can be asked at once; in the end the last question alone is answered."""
    assert list_answers(worker, qtbot, "ready") == "ready"
    spy = QSignalSpy(worker.answer_received)
    worker.submit_request("long")
    begun = time.monotonic()
    for _ in range(5):
        worker.submit_request(LARGE)
    worker.submit_request("last")
    assert time.monotonic() - begun < 0.5
    qtbot.waitUntil(lambda: spy.count() > 0, timeout=30_000)
    assert [spy.at(at)[0] for at in range(spy.count())] == ["last"]


def test_what_went_wrong_is_told_in_a_sentence(worker, qtbot):
    """A question that cannot be answered ends with why; the next one is answered."""
    with qtbot.waitSignal(worker.work_ended, timeout=30_000) as ended:
        worker.submit_request("wrong")
    assert ended.args == ["that is no question", False]
    assert list_answers(worker, qtbot, "right") == "right"


def test_one_that_died_is_started_again(process, qtbot):
    """Its end is told while it is asked something, and the next question is answered by a new one."""
    assert list_answers(process, qtbot, "one") == "one"
    with qtbot.waitSignal(process.work_ended, timeout=10_000) as ended:
        process.submit_request("long")
        process._process.kill()
    assert ended.args == ["", True]
    assert list_answers(process, qtbot, "two") == "two"
    process._process.kill()
    process._process.join()
    assert list_answers(process, qtbot, "three") == "three"


def test_what_is_cancelled_is_never_answered(process, qtbot):
    """Cancel kills at once, also a process that is only just asked; the next question begins another."""
    for pause in (0.0, 0.01, 0.05, 0.5):
        spy = QSignalSpy(process.answer_received)
        process.submit_request("long")
        time.sleep(pause)
        process.cancel_request()
        assert process.is_idle
        assert list_answers(process, qtbot, "next") == "next"
        assert spy.count() == 1


def test_nobody_speaks_through_it_once_it_is_closed(qapp, qtbot):
    """When it is closed no thread of its own is left: one that still spoke would meet an object that is deleted."""
    for _ in range(5):
        made = BackgroundProcess(echo_question, "echoes")
        list_answers(made, qtbot, "x")
        made.close()
        assert not [thread for thread in threading.enumerate() if thread.name == "echoes"]
        made.deleteLater()

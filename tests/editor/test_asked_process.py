"""A process that answers the latest of some questions: it never holds the window up, and gives way to others."""

import os
import sys
import threading
import time

import pytest
from PySide6.QtTest import QSignalSpy

from dungeon_designer.editor.asked_process import AskedProcess, answer, latest

LARGE = b"x" * 10_000_000
"""More than any wire holds."""


def _echo(wire, question):
    """Says what it was asked; works for long at "long", and says how it is favoured at "how"."""
    if question == "long":
        time.sleep(1.5)
    wire.send(os.getpriority(os.PRIO_PROCESS, 0) if question == "how" else question)
    return latest(wire) if wire.poll() else None


def serve(wire, parent):
    answer(wire, parent, _echo)


@pytest.fixture
def process(qapp):
    made = AskedProcess(serve, "echo")
    yield made
    made.close()
    made.deleteLater()


def heard(process, qtbot, question, timeout=30_000):
    """What it says to a question."""
    spy = QSignalSpy(process.heard)
    process.send(question)
    qtbot.waitUntil(lambda: spy.count() > 0, timeout=timeout)
    return spy.at(0)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="priorities are numbers elsewhere")
def test_it_gives_way_to_every_other_program(process, qtbot):
    """Its priority is lower than the window's."""
    assert heard(process, qtbot, "how") >= os.getpriority(os.PRIO_PROCESS, 0) + 5


def test_a_busy_process_holds_nobody_up(process, qtbot):
    """While it works, ever so much can be asked at once; in the end the last question is answered."""
    assert heard(process, qtbot, "ready") == "ready"
    spy = QSignalSpy(process.heard)
    process.send("long")
    begun = time.monotonic()
    for _ in range(5):
        process.send(LARGE)
    process.send("last")
    assert time.monotonic() - begun < 0.5
    qtbot.waitUntil(lambda: spy.count() > 0 and spy.at(spy.count() - 1)[0] == "last", timeout=30_000)


def test_one_that_died_is_started_again(process, qtbot):
    """Its end is told, and the next question is answered by a new one."""
    assert heard(process, qtbot, "one") == "one"
    spy = QSignalSpy(process.heard)
    process._process.kill()
    qtbot.waitUntil(lambda: spy.count() == 1, timeout=10_000)
    assert spy.at(0)[0] is None
    process._process.join()
    assert heard(process, qtbot, "two") == "two"


def test_nobody_speaks_through_it_once_it_is_closed(qapp, qtbot):
    """When it is closed no thread of its own is left: one that still spoke would meet an object that is deleted."""
    for _ in range(5):
        made = AskedProcess(serve, "echoes")
        heard(made, qtbot, "x")
        made.close()
        assert not [thread for thread in threading.enumerate() if thread.name == "echoes"]
        made.deleteLater()

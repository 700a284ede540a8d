"""Setting up together as a mode of its own: the banner, Esc, pause and resume, and what is left nowhere to lie."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from dungeon_designer.layout.model import Layout, Section, Team, normalise_layout
from dungeon_designer.set_up.order import SetUpKind
from tests.editor.docked import LEFT
from tests.editor.test_set_up import FOUR_WINDS, begin_set_up, find_first_legal
from tests.examples.verdicts import load_layout

NARROW = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("..",) * 2),)))


@pytest.fixture
def table(hand):
    layout = replace(load_layout(FOUR_WINDS), notes="")
    hand.workspace.open_layout(layout, None)
    hand.in_front()
    hand.window.start_set_up(begin_set_up(layout, Team.AWAY, count=2))
    yield hand
    hand.window.set_up_mode.end_set_up()


def place_next(hand):
    tool = hand.canvas.tool
    hand.click(find_first_legal(tool.setup, hand.layout))


def test_the_banner_says_whose_turn_it_is_and_what_is_left(table):
    """While coaches set up a banner names the coach in turn and what each has left; it goes with the last thing."""
    banner = table.window.set_up_mode
    assert banner.isVisible()
    assert "Away places a chest" in banner.status_label.text()
    assert "Home still has: chest × 1, portal × 1." in banner.status_label.text()
    place_next(table)
    assert "Home places a chest" in banner.status_label.text()
    assert "Away still has: portal × 1." in banner.status_label.text()
    for _ in range(3):
        place_next(table)
    table.qtbot.waitUntil(lambda: table.canvas.tool.name != "set-up")
    assert not banner.isVisible()


def test_esc_asks_before_it_ends(table, answers):
    """Esc asks; No goes on as if nothing had been, Yes ends and keeps what was placed."""
    place_next(table)
    answers.question = QMessageBox.StandardButton.No
    table.key(Qt.Key.Key_Escape)
    assert "End setting up?" in answers.told[-1]
    assert table.canvas.tool.name == "set-up"
    answers.question = QMessageBox.StandardButton.Yes
    table.key(Qt.Key.Key_Escape)
    assert table.canvas.tool.name != "set-up"
    assert not table.window.set_up_mode.isVisible()
    assert len(table.layout.chests) == 1


def test_another_tool_pauses_and_the_banner_resumes(table):
    """Another tool pauses the set-up; Resume goes on with the same coach, and keeps what was drawn meanwhile."""
    banner = table.window.set_up_mode
    place_next(table)
    QTest.keyClick(table.canvas, Qt.Key.Key_M)
    assert banner.isVisible()
    assert "paused" in banner.status_label.text()
    table.drag((40, 40), (43, 43))
    sections = len(table.layout.sections)
    QTest.mouseClick(banner.pause_button, LEFT)
    assert table.canvas.tool.setup.next_turn == (Team.HOME, "chest")
    place_next(table)
    assert (len(table.layout.chests), len(table.layout.sections)) == (2, sections)
    QTest.mouseClick(banner.pause_button, LEFT)
    assert "paused" in banner.status_label.text()
    table.undo()
    QTest.mouseClick(banner.pause_button, LEFT)
    assert table.canvas.tool.setup.next_turn == (Team.HOME, "chest")


def test_it_warns_before_nothing_is_left_for_the_next(hand):
    """A placing that leaves no square for the next warns first; then nobody is told to click what is not lit."""
    hand.workspace.open_layout(NARROW, None)
    hand.window.start_set_up(begin_set_up(NARROW, kinds=[SetUpKind.CHEST], count=2))
    said = []
    link = hand.workspace.message_sent.connect(said.append)
    hand.click((2, 2))
    assert hand.layout.chests == ()
    assert "leaves no square" in said[-1]
    hand.click((2, 2))
    hand.workspace.message_sent.disconnect(link)
    assert hand.layout.chests == ((2, 2),)
    assert hand.canvas.tool.preview.lit_squares == ()
    assert "lit square" not in hand.window.hint_label.text()
    assert "No square is left" in hand.window.hint_label.text()
    QTest.mouseClick(hand.window.set_up_mode.skip_button, LEFT)
    hand.qtbot.waitUntil(lambda: not hand.window.set_up_mode.isVisible())
    assert hand.layout.chests == ((2, 2),)

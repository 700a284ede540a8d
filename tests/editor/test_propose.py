"""Propose: a page of generated dungeons, one of which is opened."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton

import dungeon_designer as dd
from dungeon_designer.editor.background import BackgroundProcess
from dungeon_designer.editor.dialogs.start import NewDialog, ProposeDialog
from dungeon_designer.editor.picture_list import SmallPicture
from dungeon_designer.editor.proposals import ProposalRequest, Proposed, _Telling
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.search import Tried, propose
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import library

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def asked(monkeypatch):
    """What would be asked of the process."""
    questions = []
    monkeypatch.setattr(BackgroundProcess, "ask", lambda self, question: questions.append(question))
    return questions


@pytest.fixture
def dialog(hand, asked):
    made = ProposeDialog(hand.workspace, EDITIONS, False, hand.window)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def suggest(dialog, place, name):
    layout = dd.Dungeon.parse(f"name: {name}\nruleset: naf-2019\nmap: <..C..>").layout
    dialog.proposing.heard.emit(Proposed(place, layout, ("narrow", "short"), SmallPicture(b"", (0, 0), (9, 3))))
    return layout


def test_dungeons_are_found_by_another_process(hand):
    """Each is legal under its ruleset, says under `extra` how to get it again, and is opened as an unsaved dungeon."""
    dialog = ProposeDialog(hand.workspace, ["naf-2019"], False, hand.window)
    dialog.show()
    hand.qtbot.waitUntil(lambda: dialog.list.count() > 0, timeout=60_000)
    dialog.list.setCurrentRow(0)
    layout = dialog.layout_chosen
    assert dd.Dungeon(layout).check(strict=True).legal
    assert "dungeon-designer generate --ruleset naf-2019" in layout.extra["made"]["command"]
    assert not dialog.list.item(0).icon().isNull()
    dialog.accept()
    dialog.deleteLater()


def test_a_ruleset_brings_its_sides_and_their_symmetry(dialog, asked):
    """Two sides share a half turn, four quarter turns; each choice asks for another page."""
    assert (asked[-1].sides, asked[-1].symmetry) == (2, SymmetryMode.HALF_TURN)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("gw-2021-multiplayer"))
    dialog.ruleset.activated.emit(dialog.ruleset.currentIndex())
    dialog.sides.setValue(4)
    assert (asked[-1].name, asked[-1].sides, asked[-1].symmetry) == (
        "gw-2021-multiplayer",
        4,
        SymmetryMode.QUARTER_TURNS,
    )
    dialog.symmetry.setCurrentIndex(dialog.symmetry.findData(SymmetryMode.OFF))
    dialog.symmetry.activated.emit(dialog.symmetry.currentIndex())
    assert asked[-1].symmetry is SymmetryMode.OFF


def test_other_dungeons_come_from_another_seed(dialog, asked):
    """The page is emptied, and nothing can be opened until something is there."""
    suggest(dialog, 0, "One")
    dialog.list.setCurrentRow(0)
    seed = asked[-1].seed
    QTest.mouseClick(dialog.others, LEFT)
    assert asked[-1].seed == seed + 1
    assert dialog.list.count() == 0
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Open).isEnabled()


def test_nothing_is_shown_before_matches_were_played_on_it(monkeypatch):
    """A dungeon on which matches are still to be played is not on the page; once they were fair it is."""
    tiles, rules = library([]), load_ruleset("naf-2019")
    request = Request(ruleset=rules, library=tiles)
    proposal = propose(request, 1).archive.proposals[0]
    said = [Tried(0, proposal, settled=False), Tried(0, proposal)]
    monkeypatch.setattr("dungeon_designer.generator.search.attempt", lambda request, piece: said.pop(0))
    told = []
    asked = ProposalRequest(rules, "naf-2019", tiles, 2, SymmetryMode.HALF_TURN, 1, "slate")
    telling = _Telling(lambda *answer: told.extend(answer), asked, request)
    list(telling.done([None]))
    assert told == []
    list(telling.done([None]))
    assert [shown.layout.name for shown in told] == [proposal.layout.name]


def test_wishes_are_asked_for(dialog, asked):
    """What is ticked goes with the question and the command; its contrary is given up, and a ruleset has its own."""
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("naf-2019"))
    dialog.ruleset.activated.emit(dialog.ruleset.currentIndex())
    ways = {action.data(): action for action in dialog.wishes.actions()}
    for key in ("short", "lava", "long"):
        ways[key].trigger()
    assert asked[-1].wants == ("long", "lava")
    assert asked[-1].command.endswith("--want long --want lava")
    ways["lava"].trigger()
    assert asked[-1].wants == ("long",)
    dialog.ruleset.setCurrentIndex(dialog.ruleset.findData("gw-2021"))
    dialog.ruleset.activated.emit(dialog.ruleset.currentIndex())
    assert asked[-1].wants == ()
    assert "lava" not in {action.data() for action in dialog.wishes.actions()}


def test_what_was_found_is_said(dialog):
    """How many there are so far, how many in the end, and where there are none, what stood in the way."""
    dialog.proposing.heard.emit("chest-count")
    dialog.proposing.ended.emit("", False)
    assert "chest-count" in dialog.state.text()
    suggest(dialog, 1, "Two")
    assert "looking for more" in dialog.state.text()
    dialog.proposing.ended.emit("", False)
    assert "each legal and fair" in dialog.state.text()
    assert dialog.list.item(1).text() == "Two\nnarrow, short"


@pytest.mark.parametrize("how", ["double-click", "Return", "Open"])
def test_one_is_opened(hand, asked, how):
    """From File, New, Propose…: the dungeon chosen lies on the table, unsaved; by mouse and by keys."""

    def choose():
        page = QApplication.activeModalWidget()
        assert isinstance(page, ProposeDialog)
        suggest(page, 0, "One")
        suggest(page, 1, "Two")
        at = page.list.visualItemRect(page.list.item(1)).center()
        if how == "double-click":
            QTest.mouseClick(page.list.viewport(), LEFT, pos=at)
            QTest.mouseDClick(page.list.viewport(), LEFT, pos=at)
        else:
            page.list.setFocus()
            QTest.keyClick(page.list, Qt.Key.Key_Home)
            QTest.keyClick(page.list, Qt.Key.Key_Right)
            if how == "Return":
                QTest.keyClick(page.list, Qt.Key.Key_Return)
            else:
                QTest.mouseClick(page.buttons.button(QDialogButtonBox.StandardButton.Open), LEFT)

    def propose():
        new = QApplication.activeModalWidget()
        assert isinstance(new, NewDialog)
        QTimer.singleShot(300, choose)
        button = next(each for each in new.findChildren(QPushButton) if "Propose" in each.text().replace("&", ""))
        QTest.mouseClick(button, LEFT)

    QTimer.singleShot(300, propose)
    hand.window.actions_["new"].trigger()
    assert hand.layout.name == "Two"
    assert hand.workspace.document.path is None


def test_cancel_opens_nothing(hand, asked):
    """The table stays as it is, and the process is gone."""
    before = hand.layout

    def cancel():
        QTest.keyClick(QApplication.activeModalWidget(), Qt.Key.Key_Escape)

    QTimer.singleShot(300, cancel)
    hand.window.actions_["propose"].trigger()
    assert hand.layout == before

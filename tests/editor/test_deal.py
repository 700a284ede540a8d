"""Deal boards: a dungeon of 1989 as dealt, on a table of its own."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QInputDialog

from dungeon_designer.generator.dealing import deal_boards


def choose_row(hand, row, accept=True):
    """Choose a row of the dialog that the action opens."""

    def answer():
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue(dialog.comboBoxItems()[row])
        dialog.accept() if accept else dialog.reject()

    QTimer.singleShot(200, answer)
    hand.window.actions_["deal"].trigger()


def test_boards_are_dealt_beside_what_is_there(hand, monkeypatch):
    """The deal of the Set-Up chosen comes in a tab of its own as one step; one undo leaves the empty table."""
    monkeypatch.setattr("secrets.randbelow", lambda below: 12)
    hand.workspace.edit_layout("Rename", hand.layout.__class__(name="Mine"))
    tabs = len(hand.window.tabs)
    choose_row(hand, 4)
    assert hand.layout == deal_boards(12, 4).layout
    assert len(hand.window.tabs) == tabs + 1
    assert not hand.workspace.document.is_saved
    hand.undo()
    assert (hand.layout.sections, hand.layout.ruleset) == ((), "gw-1989-basic")
    assert not hand.workspace.history.canUndo()
    choose_row(hand, 0)
    assert hand.layout == deal_boards(12).layout
    assert len(hand.window.tabs) == tabs + 1


def test_cancel_deals_nothing(hand):
    """The table stays as it is."""
    before = hand.layout
    choose_row(hand, 1, accept=False)
    assert hand.layout == before

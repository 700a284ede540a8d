"""File ▸ Compare with…: what changed from another file to the dungeon of the window."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog

from dungeon_designer.editor.dialogs.comparison_dialog import ComparisonDialog
from dungeon_designer.layout.dungeon_files import write_layout
from tests.editor.docked import HALL


@pytest.fixture
def file(tmp_path):
    """A file with the hall of the window."""
    path = tmp_path / "old.dungeon.yaml"
    path.write_bytes(write_layout(HALL, str(path)))
    return path


def open_comparison(hand, monkeypatch, path):
    """Choose *Compare with…* and a file, and return the dialog when it is done; None if there is none."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path or ""), ""))
    hand.window.actions_["compare"].trigger()
    dialog = next(iter(hand.window.findChildren(ComparisonDialog)), None)
    if dialog is not None:
        hand.qtbot.waitUntil(lambda: dialog._worker.is_idle, timeout=30000)
    return dialog


def test_the_change_is_told_and_drawn(hand, monkeypatch, file):
    """The text names what the user changed since the file, with the file first; the picture shows both maps."""
    hand.workspace.open_layout(replace(HALL, name="Another <b>"), file)
    dialog = open_comparison(hand, monkeypatch, file)
    lines = dialog.text.toPlainText().splitlines()
    assert lines[0] == "1 change from old.dungeon.yaml to old.dungeon.yaml."
    assert lines[1].startswith("name: Another <b>")
    assert dialog.picture.pixmap().width() > 100
    dialog.close()


def test_a_dungeon_as_it_was_saved_is_alike(hand, monkeypatch, file):
    """Without a change the dialog says that the two are equal."""
    hand.workspace.open_layout(HALL, file)
    dialog = open_comparison(hand, monkeypatch, file)
    assert "are equal." in dialog.text.toPlainText().splitlines()[0]
    dialog.close()


def test_a_file_that_is_no_dungeon_is_told(hand, monkeypatch, tmp_path):
    """The reason stands in the dialog; the window goes on."""
    wrong = tmp_path / "wrong.dungeon.yaml"
    wrong.write_text("map: [")
    dialog = open_comparison(hand, monkeypatch, wrong)
    assert "not valid YAML" in dialog.text.toPlainText()
    assert dialog.picture.pixmap().isNull()
    dialog.close()


def test_who_chooses_no_file_sees_nothing(hand, monkeypatch):
    """Cancel in the dialog of files opens no comparison."""
    assert open_comparison(hand, monkeypatch, None) is None


def test_tiles_that_are_not_there_leave_the_text(hand, monkeypatch, tmp_path):
    """A file with tiles of another folder is compared in words; the text says why there is no picture."""
    path = Path(tmp_path) / "tiled.dungeon.yaml"
    path.write_text("sections: [{id: A, tile: club/hall, at: [0, 0]}]\n")
    dialog = open_comparison(hand, monkeypatch, path)
    assert "no map can be drawn" in dialog.text.toPlainText()
    assert "not judged" in dialog.text.toPlainText()
    dialog.close()

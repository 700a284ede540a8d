"""Words on the map: written, changed, moved, turned and taken away by pointer and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import Label, LabelSize, Layout, Section, normalise_layout

NAMES = ("Size", "Reads")
HALL = normalise_layout(Layout(sections=(Section(id="A", at=(4, 4), rows=("......",) * 4),)))


@pytest.fixture
def table(laid_out):
    return laid_out(HALL)


def type_text(table, text):
    """Type a text where the keyboard is."""
    table.qtbot.waitUntil(lambda: QApplication.focusWidget() is not table.canvas, timeout=5000)
    QTest.keyClicks(QApplication.focusWidget(), text)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def choose(box, row):
    """Choose an entry of a box by the keys."""
    box.setFocus()
    box.setCurrentIndex(row)
    box.activated.emit(row)


def write_label(table, square=(6, 5), text="Way in"):
    """Place a label with a text on a square, by tool, click and keys."""
    table.key(Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)
    assert table.canvas.tool.name == "label"
    table.click(square)
    type_text(table, text)
    table.canvas.setFocus()


def test_a_click_and_typing_write_a_label(table):
    """Tool, click, words, Return: the map says it; that is one step, and one undo leaves the table as it was."""
    write_label(table)
    assert table.layout.labels == (Label(text="Way in", at=(6, 5)),)
    assert [group.title for group in table.canvas.picture.drawing.list_groups("label")] == ["Way in"]
    table.undo()
    assert table.layout == HALL
    table.redo()
    assert table.layout.labels[0].text == "Way in"


def test_a_label_may_lie_on_rock_and_beyond_the_rim_of_the_grid(table):
    """Beyond the left rim, the dungeon is moved into the grid, and the label with it."""
    write_label(table, (1, 1), "Rock")
    assert table.layout.labels == (Label(text="Rock", at=(1, 1)),)
    table.canvas.show_view(Viewport(24).scroll(100, 100))
    table.click((-2, 1))
    assert {label.at for label in table.layout.labels} == {(0, 1), (3, 1)}
    assert table.layout.sections[0].at == (6, 4)


def test_the_arrow_picks_a_label_by_any_of_its_words_and_moves_it(table):
    """A label broader than its square is taken where it can be read; Delete takes it away, undo brings it back."""
    write_label(table, (6, 5), "A way in for all")
    table.key(Qt.Key.Key_S)
    table.drag((5, 5), (5, 7))
    assert table.layout.labels[0].at == (6, 7)
    table.key(Qt.Key.Key_R)
    assert table.layout.labels[0].turn == 1
    table.key(Qt.Key.Key_Delete)
    assert table.layout.labels == ()
    table.undo()
    assert table.layout.labels[0].at == (6, 7)


def test_a_room_takes_its_labels_along(table):
    """The labels in a room move with it."""
    write_label(table)
    table.key(Qt.Key.Key_S)
    table.drag((9, 7), (10, 7))
    assert table.layout.sections[0].at == (5, 4)
    assert table.layout.labels[0].at == (7, 5)


def test_size_and_way_are_chosen_in_properties(table):
    """Each a step of the history."""
    write_label(table)
    dock = table.window.properties
    size, reads = (next(box for box in dock.findChildren(QComboBox) if box.accessibleName() == n) for n in NAMES)
    choose(size, 2)
    assert table.layout.labels[0].size is LabelSize.LARGE
    choose(reads, 3)
    assert table.layout.labels[0].turn == 3


def test_a_label_without_words_stays_as_it_was_and_two_hundred_letters_are_the_most(table):
    """The field takes no more, and says why nothing is too little."""
    write_label(table, text="x" * 250)
    assert table.layout.labels[0].text == "x" * 200
    table.window.show_properties()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Delete)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert table.layout.labels[0].text == "x" * 200
    assert any("delete" in words for words in table.said)


def test_a_label_is_kept_in_the_file(table, tmp_path):
    """Saved and opened again it is there; a file without labels keeps its version."""
    path = tmp_path / "hall.dungeon.json"
    assert table.window.filing.write_document(path)
    assert b'"version": 1' in path.read_bytes()
    write_label(table)
    assert table.window.filing.save()
    assert b'"version": 2' in path.read_bytes()
    assert table.window.filing.open_in_place(path)
    assert table.layout.labels[0].text == "Way in"


def test_a_later_change_of_a_label_is_a_step_of_its_own(table):
    """Only the words that are typed when the label is placed belong to its step: one undo brings back the old words."""
    write_label(table)
    table.key(Qt.Key.Key_S)
    table.click((9, 7))
    table.click((6, 5))
    table.window.show_properties("Text")
    type_text(table, "Way out")
    assert table.layout.labels[0].text == "Way out"
    table.undo()
    assert table.layout.labels[0].text == "Way in"

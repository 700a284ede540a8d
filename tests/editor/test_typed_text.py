"""What is typed into Properties is in the document before anything is done with it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QMessageBox, QPlainTextEdit, QSpinBox

from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.app import Guard
from dungeon_designer.editor.dialogs.waive_dialog import WaiveDialog
from dungeon_designer.editor.recovery import RecoveryFile, RecoveryStatus
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Section, Waiver, normalise_layout
from dungeon_designer.layout_edits.objects import ObjectRef
from tests.editor.docked import show_dock

ROOMS = tuple(Section(id=name, at=(7 * at, 0), rows=("......",) * 6) for at, name in enumerate("AB"))
HALL = normalise_layout(Layout(name="Hall", ruleset="naf-2019", sections=ROOMS))
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hall(hand, unasked, tmp_path, monkeypatch):
    """The hall, saved as a file and open, Properties in front; the rule book is not asked."""
    monkeypatch.setattr(hand.window.workspace.document, "recovery", RecoveryFile(tmp_path / "recovery"))
    hand.path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, hand.path)
    assert hand.window.filing.open_in_place(hand.path)
    hand.in_front()
    hand.dock = show_dock(hand, "properties")
    yield hand
    hand.canvas.setFocus()
    hand.workspace.document.mark_saved()
    hand.workspace.open_layout(Layout(), None)
    hand.window.filing.disk.watch_file()


def find_field(hand, label, kind=QLineEdit):
    (found,) = [each for each in hand.dock.findChildren(kind) if each.accessibleName() == label]
    return found


def type_at_end(hand, label, text, kind=QLineEdit):
    """Text typed at the end of a field, which keeps the keyboard."""
    line = find_field(hand, label, kind)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, text)
    return line


@pytest.mark.parametrize(("label", "kind", "fact"), [("Name", QLineEdit, "name"), ("Notes", QPlainTextEdit, "notes")])
def test_typed_text_is_saved(hall, label, kind, fact):
    """Ctrl+S with the cursor in the field: the file holds what was typed, and one types on where one was."""
    line = type_at_end(hall, label, " of dice", kind)
    QTest.keyClick(line, Qt.Key.Key_S, CONTROL)
    assert getattr(read_dungeon_file(hall.path), fact).strip().endswith("of dice")
    assert hall.workspace.document.is_saved
    QTest.keyClicks(line, " and luck")
    QTest.keyClick(line, Qt.Key.Key_S, CONTROL)
    assert getattr(read_dungeon_file(hall.path), fact).endswith("of dice and luck")


def test_closing_asks_about_typed_text(hall, answers):
    """A window closed with a name half typed asks; Save writes it."""
    type_at_end(hall, "Name", " of kings")
    answers.question = QMessageBox.StandardButton.Cancel
    hall.window.close()
    assert answers.told == ["Save “hall.dungeon.json” before it closes? Unsaved changes are lost."]
    assert hall.window.isVisible()
    answers.question = QMessageBox.StandardButton.Save
    assert hall.window.filing.may_leave()
    assert read_dungeon_file(hall.path).name == "Hall of kings"


@pytest.mark.parametrize("name", ["export", "print"])
def test_typed_text_is_exported_and_printed(hall, name, monkeypatch):
    """The dialogs show the dungeon with what was typed a moment ago."""
    seen = []
    dialog = {"export": "ExportDialog", "print": "PrintDialog"}[name]

    class Shown:
        def __init__(self, workspace, *_):
            seen.append(workspace.layout.notes)

        def exec(self):
            return 0

        def deleteLater(self):  # noqa: N802 - Qt's name
            pass

    monkeypatch.setattr(f"dungeon_designer.editor.dialogs.printing.{dialog}", Shown)
    notes = type_at_end(hall, "Notes", "Bring dice.", QPlainTextEdit)
    QTest.keyClick(notes, Qt.Key.Key_P if name == "print" else Qt.Key.Key_E, CONTROL)
    if not seen:  # the field may have a use of its own for the key: the menu is left
        hall.window.actions_[name].trigger()
    assert seen == ["Bring dice."]


def test_typed_text_survives_the_end_of_the_program(hall, qtbot):
    """Somebody who types and never leaves the field finds it in the recovery file a moment later."""
    hall.window.filing.autosave._rest_timer.setInterval(50)
    type_at_end(hall, "Name", " of kings")
    qtbot.waitUntil(
        lambda: (
            b"Hall of kings" in (dungeon_files.read_if_readable(hall.window.workspace.document.recovery.file) or b"")
        ),
        timeout=5000,
    )
    hall.window.filing.autosave._rest_timer.setInterval(1500)


def test_typed_text_survives_a_fault(hall, tmp_path, answers, monkeypatch):
    """A fault of the program keeps what was typed, and a fault in taking it over still keeps all the rest."""
    guard = Guard(hall.window, hall.window.filing.autosave.save_after_fault, tmp_path / "fault.txt")
    type_at_end(hall, "Name", " of kings")
    guard.handle_exception(ZeroDivisionError("oh"))
    assert b"Hall of kings" in hall.window.workspace.document.recovery.file.read_bytes()
    hall.window.workspace.document.recovery.remove_file()
    with monkeypatch.context() as broken:
        broken.setattr(hall.dock, "commit_typing", lambda: 1 / 0)
        assert hall.window.filing.autosave.save_after_fault() is RecoveryStatus.RECOVERABLE


def test_what_is_typed_goes_to_what_it_was_typed_for(hall):
    """Another room selected while a name is being typed: the first has the name, the second its own."""
    first, second = hall.layout.sections
    hall.workspace.select_objects([ObjectRef("sections", first)])
    type_at_end(hall, "Name", "Sewer")
    hall.workspace.select_objects([ObjectRef("sections", second)])
    assert [section.name for section in hall.layout.sections] == ["Sewer", ""]
    assert {thing.value.id for thing in hall.workspace.selection} == {"B"}
    assert find_field(hall, "Name").text() == ""


def test_a_room_is_named_further_after_saving(hall):
    """Typing goes on in the field of a room, too, and stays one step of the history until it is saved."""
    hall.workspace.select_objects([ObjectRef("sections", hall.layout.sections[0])])
    line = type_at_end(hall, "Name", "Sew")
    hall.window.filing.autosave.save_recovery()
    QTest.keyClicks(line, "er")
    hall.window.filing.autosave.save_recovery()
    assert hall.layout.sections[0].name == "Sewer"
    assert hall.steps == 1
    hall.undo()
    assert hall.layout == HALL


def test_a_number_half_typed_is_saved(hall):
    """Numbers count like texts."""
    box = find_field(hall, "Balls", QSpinBox)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "3")
    QTest.keyClick(box, Qt.Key.Key_S, CONTROL)
    assert read_dungeon_file(hall.path).balls == 3


def test_nothing_typed_goes_into_another_dungeon(hall, tmp_path, answers):
    """A name given up with its dungeon is not the next one's."""
    other = tmp_path / "other.dungeon.json"
    dungeon_files.save_layout(replace(HALL, name="Other"), other)
    type_at_end(hall, "Name", " of kings")
    answers.question = QMessageBox.StandardButton.Discard
    assert hall.window.filing.open_file(other)
    hall.canvas.setFocus()
    assert hall.layout.name == "Other"


def test_texts_of_others_are_no_markup(hall):
    """A reason, a name or a finding with angle brackets is shown as it was written."""
    waived = replace(HALL, waivers=(Waiver(rule="square-count", reason="<s>club</s> night"),))
    hall.workspace.open_layout(waived, None)
    texts = [label.text() for label in hall.dock.findChildren(QLabel)]
    assert any("&lt;s&gt;club&lt;/s&gt; night" in text for text in texts)
    hall.workspace.open_layout(replace(HALL, sections=(replace(ROOMS[0], name="<b>bold</b>"),)), None)
    hall.workspace.select_objects([ObjectRef("sections", hall.layout.sections[0])])
    assert hall.dock.widget().title.textFormat() is Qt.TextFormat.PlainText
    finding = Finding(rule="chest-count", level=Level.ERROR, message="room <i>x</i> & y")
    dialog = WaiveDialog(finding, hall.window)
    assert any("room &lt;i&gt;x&lt;/i&gt; &amp; y" in label.text() for label in dialog.findChildren(QLabel))

"""Several dungeons in tabs, by mouse and keys."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QTabBar

from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.app import _open_first_dungeon
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from tests.imports.files import ONE_PAGE, encode_json

Button = QMessageBox.StandardButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HALL = normalise_layout(Layout(sections=(Section(id="A", at=(2, 2), rows=("......",) * 4),)))
NAMES = ("one", "two", "three")


@pytest.fixture
def paths(tmp_path):
    found = [tmp_path / f"{name}.dungeon.json" for name in NAMES]
    for path in found:
        dungeon_files.save_layout(replace(HALL, name=path.name), path)
    return found


@pytest.fixture
def table(hand, unasked, monkeypatch, paths, tmp_path):
    """Three files in three tabs, the last in front."""
    monkeypatch.setattr(hand.window.workspace.document, "recovery", RecoveryFile(tmp_path / "recovery"))
    hand.tabs, hand.bar = hand.window.tabs, hand.window.tabs.bar
    for path in paths:
        assert hand.window.filing.open_file(path)
    hand.canvas.show_view(Viewport(24))
    hand.in_front()
    return hand


def list_titles(table):
    return [table.bar.tabText(at) for at in range(table.bar.count())]


def click_tab(table, at):
    QTest.mouseClick(table.bar, Qt.MouseButton.LeftButton, pos=table.bar.tabRect(at).center())
    table.canvas.setFocus()


def add_chest(table, square=(3, 3)):
    table.window.select_tool("chest")
    table.click(square)
    assert square in table.layout.chests


def test_each_file_has_a_tab_and_ctrl_tab_goes_round(table):
    """The last opened is in front; the keys go on and back, a click goes anywhere."""
    assert list_titles(table) == [f"{name}.dungeon.json" for name in NAMES]
    assert table.layout.name == "three.dungeon.json"
    table.key(Qt.Key.Key_Tab, CONTROL)
    assert table.layout.name == "one.dungeon.json"
    table.key(Qt.Key.Key_Backtab, CONTROL | SHIFT)
    assert table.layout.name == "three.dungeon.json"
    click_tab(table, 1)
    assert table.layout.name == "two.dungeon.json"
    assert "two.dungeon.json" in table.window.windowTitle()


def test_each_has_its_own_history_mark_and_view(table):
    """Undo in one leaves the other alone; the star stands on the changed one; each is seen as it was left."""
    add_chest(table)
    table.canvas.show_view(Viewport(40).scroll(5, 7))
    click_tab(table, 0)
    assert list_titles(table) == ["one.dungeon.json", "two.dungeon.json", "three.dungeon.json*"]
    assert not table.window.actions_["undo"].isEnabled()
    assert not table.window.isWindowModified()
    add_chest(table, (4, 4))
    table.key(Qt.Key.Key_Z, CONTROL)
    assert table.layout.chests == ()
    click_tab(table, 2)
    assert table.layout.chests == ((3, 3),)
    assert table.canvas.view == Viewport(40).scroll(5, 7)
    assert table.window.isWindowModified()
    table.key(Qt.Key.Key_Z, CONTROL)
    assert table.layout.chests == ()
    assert list_titles(table)[2] == "three.dungeon.json"


def test_symmetry_and_selection_stay_with_their_dungeon(table):
    """The symmetry and the selection of one dungeon do not change those of another."""
    table.window.editing.set_symmetry_mode(SymmetryMode.LEFT_RIGHT)
    table.window.editing.select_all()
    chosen = table.workspace.selection
    click_tab(table, 0)
    assert table.workspace.symmetry.mode is SymmetryMode.OFF
    assert table.workspace.selection == frozenset()
    click_tab(table, 2)
    assert table.workspace.symmetry.mode is SymmetryMode.LEFT_RIGHT
    assert table.workspace.selection == chosen


def test_what_is_saved_goes_into_its_own_file(table, paths):
    """Each tab keeps its file."""
    add_chest(table)
    click_tab(table, 0)
    add_chest(table, (5, 5))
    table.key(Qt.Key.Key_S, CONTROL)
    assert dungeon_files.load_layout(paths[0])[0].chests == ((5, 5),)
    assert dungeon_files.load_layout(paths[2])[0].chests == ()
    click_tab(table, 2)
    table.key(Qt.Key.Key_S, CONTROL)
    assert dungeon_files.load_layout(paths[2])[0].chests == ((3, 3),)


def test_a_file_that_is_open_is_shown_rather_than_opened_again(table, paths):
    """Its tab comes to the front, with what was changed there."""
    add_chest(table)
    click_tab(table, 0)
    assert table.window.filing.open_file(paths[2])
    assert table.bar.count() == 3
    assert table.layout.chests == ((3, 3),)


def test_a_new_dungeon_gets_a_tab_and_takes_an_untouched_ones_place(table):
    """New never puts anything away; a table nobody touched is used."""
    table.window.filing.start_new(replace(HALL, name="Fresh"))
    assert list_titles(table)[3] == "Fresh"
    table.window.filing.start_new(replace(HALL, name="Fresher"))
    assert list_titles(table)[3:] == ["Fresher"]
    add_chest(table)
    table.window.filing.start_new(replace(HALL, name="Third"))
    assert list_titles(table)[3:] == ["Fresher*", "Third"]


def paste(table, tmp_path):
    QGuiApplication.clipboard().setText(write_sketch(replace(HALL, name="Mine")))
    table.key(Qt.Key.Key_V, CONTROL)


def import_file(table, tmp_path):
    path = tmp_path / "keep.json"
    path.write_bytes(encode_json({**ONE_PAGE, "title": "Mine"}))
    assert table.window.filing.open_file(path)


def propose(table, tmp_path):
    table.window.proposals.dungeon_chosen.emit(replace(HALL, name="Mine"))


@pytest.mark.parametrize("come", [paste, import_file, propose])
def test_a_dungeon_without_a_file_is_unsaved_and_keeps_its_tab(table, tmp_path, paths, answers, come):
    """Pasted, imported or proposed it has a star and a recovery file, keeps its tab, and closing asks by its name."""
    come(table, tmp_path)
    assert list_titles(table)[3:] == ["Mine*"]
    table.window.filing.start_new(replace(HALL, name="Fresh"))
    paths[0].rename(tmp_path / "other.dungeon.json")
    assert table.window.filing.open_file(tmp_path / "other.dungeon.json")
    assert list_titles(table)[3:] == ["Mine*", "other.dungeon.json"]
    click_tab(table, 3)
    assert table.window.workspace.document.recovery.file.exists()
    answers.question = Button.Cancel
    table.key(Qt.Key.Key_W, CONTROL)
    assert "“Mine”" in answers.told[-1]
    assert "Mine*" in list_titles(table)


def test_a_file_that_cannot_be_opened_leaves_no_tab(table, tmp_path, answers):
    """One dialog; all tabs as they were."""
    for text in ("map: [", "sections: [{id: a, tile: nobody/has-this}]"):
        path = tmp_path / "wrong.dungeon.yaml"
        path.write_text(text, encoding="utf-8")
        add_chest(table, (3 + len(answers.told), 3))
        assert not table.window.filing.open_file(path)
        assert table.bar.count() == 3
        assert table.layout.name == "three.dungeon.json"
    assert len(answers.told) == 2


@pytest.mark.parametrize("answer", [Button.Cancel, Button.Discard, Button.Save])
def test_closing_a_tab_asks_about_what_is_not_saved(table, answers, answer, paths):
    """Ctrl+W: Cancel keeps it, Discard gives it up, Save writes it first."""
    add_chest(table)
    answers.question = answer
    table.key(Qt.Key.Key_W, CONTROL)
    assert len(answers.told) == 1
    assert table.bar.count() == (3 if answer == Button.Cancel else 2)
    assert dungeon_files.load_layout(paths[2])[0].chests == (((3, 3),) if answer == Button.Save else ())


def test_the_cross_of_another_tab_closes_that_one(table):
    """Saved tabs go without a question; the last leaves an empty table."""
    button = table.bar.tabButton(0, QTabBar.ButtonPosition.RightSide) or table.bar.tabButton(
        0, QTabBar.ButtonPosition.LeftSide
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert list_titles(table) == ["two.dungeon.json", "three.dungeon.json"]
    table.canvas.setFocus()
    table.key(Qt.Key.Key_W, CONTROL)
    table.key(Qt.Key.Key_W, CONTROL)
    assert table.bar.count() == 1
    assert table.layout == Layout()
    assert table.workspace.document.path is None


def test_tabs_are_dragged_into_another_order(table):
    """The order changes, what stands in them does not."""
    start, end = table.bar.tabRect(2).center(), table.bar.tabRect(0).center() - QPoint(20, 0)
    QTest.mousePress(table.bar, Qt.MouseButton.LeftButton, pos=start)
    for part in range(1, 11):
        QTest.mouseMove(table.bar, start + (end - start) * part / 10)
    QTest.mouseRelease(table.bar, Qt.MouseButton.LeftButton, pos=end)
    assert list_titles(table) == [f"{name}.dungeon.json" for name in ("three", "one", "two")]
    assert table.layout.name == "three.dungeon.json"
    click_tab(table, 2)
    assert table.layout.name == "two.dungeon.json"
    click_tab(table, 0)
    assert table.layout.name == "three.dungeon.json"


def test_each_dungeon_has_a_recovery_file_of_its_own(table, tmp_path):
    """Unsaved work of all tabs is found after a crash, and what is closed in good order leaves nothing."""
    add_chest(table)
    click_tab(table, 0)
    add_chest(table, (4, 4))
    table.window.filing.autosave.save_recovery()
    folder = table.window.workspace.document.recovery.folder
    assert len(list(folder.glob("*.recovery.json"))) == 2
    table.key(Qt.Key.Key_Z, CONTROL)
    table.window.filing.autosave.save_recovery()
    assert len(list(folder.glob("*.recovery.json"))) == 1


def test_setting_up_is_asked_about_before_another_dungeon_comes(table, answers, monkeypatch):
    """The window asks before another dungeon ends a set-up; No keeps it."""
    monkeypatch.setattr(table.window.set_up_mode, "paused", object())
    monkeypatch.setattr(table.window.set_up_mode, "_update_banner", lambda: None)
    answers.question = Button.No
    click_tab(table, 0)
    assert table.layout.name == "three.dungeon.json"
    assert table.bar.currentIndex() == 2
    assert len(answers.told) == 1
    table.window.set_up_mode.paused = None


def test_closing_the_window_asks_about_each_and_the_next_start_opens_them(qtbot, tmp_path, paths, answers, monkeypatch):
    """Two changed dungeons, two questions; at the next start all tabs are there, the same one in front."""
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(tmp_path / "r"), dark=False)
    for path in paths:
        window.filing.open_file(path)
    for at in (0, 1):
        window.tabs.show_tab(at)
        window.workspace.edit_layout("x", replace(window.workspace.layout, chests=((3, 3),)))
    answers.question = Button.Cancel
    window.show()
    assert not window.close()
    assert len(answers.told) == 1
    answers.question = Button.Discard
    window.tabs.bar.setCurrentIndex(1)
    assert window.close()
    assert len(answers.told) == 3
    assert list((tmp_path / "r").glob("*.recovery.json")) == []
    again = MainWindow(settings, RecoveryFile(tmp_path / "r"), dark=False)
    _open_first_dungeon(again, None)
    assert [again.tabs.bar.tabText(at) for at in range(3)] == [path.name for path in paths]
    assert again.workspace.document.path == paths[1]
    for each in (window, again):
        each.rules.close()
        each.deleteLater()


def test_all_work_that_was_left_is_taken_up_each_in_a_tab(qtbot, tmp_path, paths, answers):
    """After a crash with two changed dungeons both are offered, and both are there, unsaved."""
    folder = tmp_path / "r"
    for number, path in enumerate(paths[:2]):
        left = RecoveryFile(folder, f"-crashed{number}")
        left.write_work(replace(HALL, name=path.name, chests=((3 + number, 3),)), path, dungeon_files.hash_file(path))
        left._lock.unlock()
    window = MainWindow(
        QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat), RecoveryFile(folder), dark=False
    )
    _open_first_dungeon(window, paths[2])
    bar = window.tabs.bar
    assert {bar.tabText(at) for at in range(bar.count())} == {f"{paths[0].name}*", f"{paths[1].name}*", paths[2].name}
    assert window.workspace.document.path == paths[2]
    assert len(list(folder.glob("*.recovery.json"))) == 2
    answers.question = Button.Discard
    assert window.close()
    assert list(folder.glob("*.recovery.json")) == []
    window.rules.close()
    window.deleteLater()


def test_saved_tabs_come_back_after_a_crash(qtbot, tmp_path, paths, answers):
    """A window that was not closed: the next start recovers the unsaved dungeon and opens the saved ones beside it."""
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(tmp_path / "r"), dark=False)
    for path in paths:
        window.filing.open_file(path)
    window.tabs.bar.setCurrentIndex(1)
    window.workspace.edit_layout("x", replace(window.workspace.layout, chests=((3, 3),)))
    window.filing.autosave.save_recovery()
    window.workspace.document.recovery._lock.unlock()
    again = MainWindow(settings, RecoveryFile(tmp_path / "r"), dark=False)
    _open_first_dungeon(again, None)
    bar = again.tabs.bar
    assert {bar.tabText(at) for at in range(bar.count())} == {paths[0].name, f"{paths[1].name}*", paths[2].name}
    assert again.workspace.document.path == paths[1]
    assert again.workspace.layout.chests == ((3, 3),)
    for each in (window, again):
        each.rules.close()
        each.deleteLater()

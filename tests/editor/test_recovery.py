"""Closing a window, and work that was left by one that did not close."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMessageBox

from dungeon_designer.editor import app, dungeon_files
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from tests.editor.broken_disk import fill_disk, lock_folder

HALL = normalise_layout(Layout(name="Hall", ruleset="naf-2019", sections=(Section(id="A", rows=("......",) * 6),)))
WITH_CHEST = replace(HALL, chests=((3, 3),))
Button = QMessageBox.StandardButton


def test_closing_asks_about_unsaved_work(windows, tmp_path, answers, qtbot):
    """Cancel keeps the window; Save writes the file; Discard leaves the file; no recovery file is left over."""
    path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, path)
    window = windows()
    for question, stays, chests in (
        (Button.Cancel, True, ()),
        (Button.Discard, False, ()),
        (Button.Save, False, ((3, 3),)),
    ):
        window.show()
        window.filing.open_in_place(path)
        window.workspace.edit_layout("Place a chest", WITH_CHEST)
        window.filing.autosave.save_recovery()
        answers.told.clear()
        answers.question = question
        assert window.close() is not stays
        assert len(answers.told) == 1
        assert window.isVisible() is stays
        assert read_dungeon_file(path).chests == chests
        assert (list((tmp_path / "recovery").iterdir()) == []) is not stays
        window.workspace.document.mark_saved()


def test_closing_without_unsaved_work_asks_nothing(windows, answers):
    """Nor does a window in which all was taken back."""
    window = windows()
    window.workspace.edit_layout("Draw", HALL)
    window.workspace.document.stack.undo()
    assert window.close()
    assert answers.told == []


KILLED = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from dungeon_designer.__main__ import main
from dungeon_designer.editor.main_window import MainWindow

application = QApplication(["dungeon-designer"])

def draw():
    window = next(each for each in application.topLevelWidgets() if isinstance(each, MainWindow))
    window.select_tool("chest")
    across, down = window.canvas.view.find_pixel(4.5, 2.5)
    from PySide6.QtCore import QPoint
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(across), round(down)))
    wait(window)

def wait(window):
    if window.workspace.document.recovery.file.exists():
        print(window.workspace.document.recovery.folder, flush=True)
    else:
        QTimer.singleShot(20, lambda: wait(window))

QTimer.singleShot(0, draw)
sys.argv = ["dungeon-designer", "edit", sys.argv[1]]
main()
"""


@pytest.fixture
def working(tmp_path):
    """The program in a process of its own, with work that is not saved; gives it, its file and its recovery folder."""
    path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, path)
    home = {name: str(tmp_path / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        env={**os.environ, **home, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process, path, Path(process.stdout.readline().strip())
    process.kill()
    process.wait(timeout=20)
    process.stdout.close()


def test_work_of_a_killed_process_is_offered(working, qapp, answers):
    """Killed outright after an edit: the real file is untouched, and the next window offers the work, as unsaved.

    As long as the process lives its work is nobody else's.
    """
    process, path, folder = working
    held = path.read_bytes()
    assert RecoveryFile(folder).list_unsaved_work() == []
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=20)
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(folder), dark=False)
    app._open_first_dungeon(window, None)
    assert "Hall" in answers.offered[0][0]
    assert window.workspace.layout.chests == ((4, 2),)
    assert window.workspace.document.path == path
    assert window.isWindowModified()
    assert path.read_bytes() == held
    assert len(list(folder.glob("*.recovery.json"))) == 1
    assert window.filing.save()
    assert read_dungeon_file(path).chests == ((4, 2),)
    assert list(folder.glob("*.recovery.json*")) == []
    window.close()
    window.deleteLater()


def discard(dialog):
    """Throw away what is ticked."""
    dialog.discard_button.click()


def test_work_that_is_not_wanted_is_gone(windows, tmp_path, answers):
    """Discarded, it is not offered again, and the file that was named is opened."""
    left = RecoveryFile(tmp_path / "recovery", "-dead")
    left.write_work(WITH_CHEST, None)
    left._lock.unlock()
    path = tmp_path / "other.dungeon.json"
    dungeon_files.save_layout(replace(HALL, name="Other"), path)
    window = windows()
    answers.question, answers.recovery = Button.Yes, discard
    app._open_first_dungeon(window, path)
    assert len(answers.told) == 1
    assert window.workspace.layout.name == "Other"
    assert not left.file.exists()
    assert window.workspace.document.recovery.list_unsaved_work() == []


def leave_three(folder):
    """Leave work of three dungeons, an hour apart: one without a file, one of a file, one of unknown tiles."""
    odd = replace(HALL, name="Odd", sections=(Section(id="A", tile="nobody/has-this"),))
    for number, (layout, path) in enumerate(((HALL, None), (WITH_CHEST, Path("/far/cup.dungeon.yaml")), (odd, None))):
        left = RecoveryFile(folder, f"-{number}")
        left.write_work(replace(layout, name="") if path else layout, path)
        left._lock.unlock()
        os.utime(left.file, (number * 3600, number * 3600))


def list_names(folder):
    return [Path(left.original).name or left.layout.name for left in RecoveryFile(folder).list_unsaved_work()]


def test_work_that_was_left_is_one_list(windows, tmp_path, answers):
    """Name, file, time and picture of each, the last first; what is ticked is taken up, the rest offered once more."""
    folder, pictured = tmp_path / "recovery", []
    leave_three(folder)

    def first_and_last(dialog):
        pictured.extend(not dialog.list.item(row).icon().isNull() for row in range(3))
        dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
        dialog.recover_button.click()

    answers.recovery = first_and_last
    window = windows()
    app._open_first_dungeon(window, None)
    odd, cup, hall = (words.split("\n") for words in answers.offered[0])
    assert (odd[0], hall[:2], cup[:2]) == (
        "Odd",
        ["Hall", "never saved"],
        ["cup.dungeon.yaml", "/far/cup.dungeon.yaml"],
    )
    assert len({each[2] for each in (odd, cup, hall)}) == 3
    assert pictured == [False, True, True]
    assert [window.tabs.bar.tabText(at) for at in range(len(window.tabs))] == ["Hall*"]
    assert "nobody/has-this" in answers.told[0]
    assert list_names(folder) == ["cup.dungeon.yaml", "Odd"]


def test_later_keeps_all_of_it(windows, tmp_path, answers):
    """Later opens and loses nothing, and the next start asks again."""
    folder = tmp_path / "recovery"
    leave_three(folder)
    before = list_names(folder)
    answers.recovery = lambda dialog: next(each for each in dialog.buttons.buttons() if "Later" in each.text()).click()
    for _ in range(2):
        window = windows()
        app._open_first_dungeon(window, None)
        assert window.workspace.layout == normalise_layout(Layout())
    assert len(answers.offered) == 2
    assert list_names(folder) == before


@pytest.mark.parametrize("sure", [Button.Yes, Button.Cancel])
def test_some_of_it_is_thrown_away(windows, tmp_path, answers, sure):
    """Asked once, what is ticked is gone; the rest may still be recovered."""
    folder = tmp_path / "recovery"
    leave_three(folder)
    answers.question = sure

    def throw_odd(dialog):
        for row in (1, 2):
            dialog.list.item(row).setCheckState(Qt.CheckState.Unchecked)
        dialog.discard_button.click()
        assert dialog.recover_button.isEnabled() is (sure == Button.Cancel)
        dialog.reject()

    answers.recovery = throw_odd
    app._open_first_dungeon(windows(), None)
    assert len(answers.told) == 1
    assert list_names(folder) == ["Hall", "cup.dungeon.yaml"] + ["Odd"] * (sure == Button.Cancel)


def test_two_windows_do_not_take_each_others_work(windows, tmp_path, answers):
    """The unsaved work of another open window is neither offered nor thrown away."""
    first = windows("-first")
    first.workspace.edit_layout("Draw", WITH_CHEST)
    first.filing.autosave.save_recovery()
    second = windows("-second")
    app._open_first_dungeon(second, None)
    assert answers.offered == []
    second.workspace.edit_layout("Draw", HALL)
    second.filing.autosave.save_recovery()
    assert len(list((tmp_path / "recovery").glob("*.recovery.json"))) == 2
    assert (
        first.workspace.document.recovery.list_unsaved_work()
        == second.workspace.document.recovery.list_unsaved_work()
        == []
    )


def test_the_number_of_a_process_comes_again(tmp_path):
    """Work left under the very number this process has is neither lost nor written over."""
    folder = tmp_path / "recovery"
    dead = RecoveryFile(folder)
    dead.write_work(WITH_CHEST, None)
    dead._lock.unlock()
    mine = RecoveryFile(folder)
    assert mine.file != dead.file
    mine.write_work(HALL, None)
    mine.remove_file()
    assert [left.layout for left in mine.list_unsaved_work()] == [WITH_CHEST]


def test_recovered_work_of_a_file_that_is_gone(windows, tmp_path, answers):
    """Its file was deleted meanwhile: the work comes back all the same, and Save writes the file."""
    path = tmp_path / "hall.dungeon.json"
    left = RecoveryFile(tmp_path / "recovery", "-dead")
    left.write_work(WITH_CHEST, path)
    left._lock.unlock()
    window = windows()
    app._open_first_dungeon(window, None)
    assert window.workspace.layout == WITH_CHEST
    assert window.filing.save()
    assert read_dungeon_file(path) == WITH_CHEST


# A disk that takes nothing ----------------------------------------------------------------------------------------


def find_recovery_file(folder):
    """Return the recovery file of a window that is gone."""
    left = RecoveryFile(folder, "-dead")
    left.write_work(WITH_CHEST, None)
    left._lock.unlock()
    return left.file


BROKEN = [fill_disk, lock_folder]


@pytest.mark.parametrize("broken", BROKEN)
def test_work_taken_up_is_not_lost_where_it_cannot_be_kept_anew(windows, tmp_path, answers, broken):
    """It is shown, the file it came from stays as it was, and after another crash the work is offered again.

    Once there is room, its newest state is kept; a save removes it.
    """
    folder, path = tmp_path / "recovery", tmp_path / "hall.dungeon.json"
    file = find_recovery_file(folder)
    held = file.read_bytes()
    window, said = windows(), []
    window.workspace.message_sent.connect(said.append)
    with broken(folder):
        app._open_first_dungeon(window, None)
        assert window.workspace.layout == WITH_CHEST
        window.workspace.edit_layout("Draw", replace(WITH_CHEST, chests=((3, 3), (4, 4))))
        window.filing.autosave.save_recovery()
        assert "cannot be written" in said[-1]
        assert file.read_bytes() == held
        assert sorted(folder.glob("*.json")) == [file]
    window.workspace.document.recovery._lock.unlock()  # as if it had ended
    assert [left.layout for left in RecoveryFile(folder).list_unsaved_work()] == [WITH_CHEST]
    window.filing.autosave.save_recovery()
    assert RecoveryFile(folder).list_unsaved_work() == []  # for it is this window's again
    assert window.filing.write_document(path)
    assert list(folder.iterdir()) == []
    assert read_dungeon_file(path).chests == ((3, 3), (4, 4))


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_said_of_work_that_cannot_be_saved_is_what_was_found(windows, tmp_path, answers, broken):
    """Where neither the file nor the recovery file can be written nothing is called safe or kept, and one is told so.

    Where the file alone cannot be written the work is kept, and that is said. Where all is saved nothing needs keeping.
    """
    (tmp_path / "recovery").mkdir()
    path = tmp_path / "gone" / "hall.dungeon.json"
    window = windows()
    window.workspace.open_layout(HALL, None)
    assert not window.filing.write_document(path)
    assert "recovery" not in answers.told[-1]
    window.workspace.edit_layout("Draw", WITH_CHEST)
    with broken(tmp_path / "recovery"):
        assert not window.filing.write_document(path)
        assert "could not be kept in the recovery file" in answers.told[-1]
        assert "safe" not in answers.told[-1]
        assert list((tmp_path / "recovery").glob("*.json")) == []
    assert not window.filing.write_document(path)
    assert "Your work is kept in the recovery file." in answers.told[-1]
    window.workspace.document.recovery._lock.unlock()
    assert [left.layout for left in RecoveryFile(tmp_path / "recovery", "-new").list_unsaved_work()] == [WITH_CHEST]
    assert len(answers.told) == 3


def test_a_recovery_folder_that_cannot_be_made_is_said(windows, tmp_path, answers):
    """Something else stands in its place: told as soon as work should be kept, and when it cannot be saved either."""
    (tmp_path / "recovery").write_bytes(b"")
    window, said = windows(), []
    window.workspace.message_sent.connect(said.append)
    window.workspace.edit_layout("Draw", WITH_CHEST)
    window.filing.autosave.save_recovery()
    assert said[-1] == f"{tmp_path / 'recovery'}: cannot be made: file exists"
    assert not window.filing.write_document(tmp_path / "gone" / "hall.dungeon.json")
    assert "could not be kept" in answers.told[-1]
    assert window.filing.write_document(tmp_path / "hall.dungeon.json")


@pytest.mark.parametrize("wanted", [True, False])
def test_a_recovery_file_that_cannot_be_removed_is_said(windows, tmp_path, answers, wanted):
    """Taken up and saved, or not wanted: all the rest is done, the status line names the file that stays."""
    folder = tmp_path / "recovery"
    file = find_recovery_file(folder)
    window, said = windows(), []
    window.workspace.message_sent.connect(said.append)
    answers.question = Button.Yes
    if not wanted:
        answers.recovery = lambda dialog: (discard(dialog), dialog.reject())
    with lock_folder(folder):
        app._open_first_dungeon(window, None)
        if wanted:
            assert window.filing.write_document(tmp_path / "hall.dungeon.json")
            assert read_dungeon_file(tmp_path / "hall.dungeon.json") == WITH_CHEST
        assert f"{file}: cannot be removed" in said[-1]
        assert window.close()
    assert file.exists()


def test_work_another_window_took_up_is_not_removed(windows, tmp_path, answers):
    """Two windows offer the same work; one takes it up, the other is told to discard it: it stays the first one's."""
    folder = tmp_path / "recovery"
    file = find_recovery_file(folder)
    first, second = windows("-first"), windows("-second")
    (left,) = second.workspace.document.recovery.list_unsaved_work()
    assert first.filing.open_recovered(left)
    second.workspace.document.recovery.discard_work(left)
    assert file.exists()
    assert second.filing.open_recovered(left)
    assert second.workspace.document.recovery.file != file
    assert first.workspace.document.recovery.file == file


def test_work_taken_up_again_and_again(windows, tmp_path, answers):
    """Every window that takes it up ends without saving: the work outlives them all."""
    folder = tmp_path / "recovery"
    find_recovery_file(folder)
    for number in range(3):
        window = windows(f"-{number}")
        app._open_first_dungeon(window, None)
        assert window.workspace.layout == WITH_CHEST
        window.workspace.document.recovery._lock.unlock()  # as if it had ended
    assert len(list(folder.glob("*.json"))) == 1


@pytest.mark.parametrize("answer", [Button.Yes, Button.Cancel])
@pytest.mark.parametrize("changed", [False, True])
def test_recovered_work_does_not_replace_a_file_changed_meanwhile(windows, tmp_path, answers, answer, changed):
    """The program ended, and another changed the file before the work was taken up: Save asks, else it does not."""
    path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, path)
    first = windows("-first")
    assert first.filing.open_in_place(path)
    first.workspace.edit_layout("Draw", WITH_CHEST)
    first.filing.autosave.save_recovery()
    first.workspace.document.recovery._lock.unlock()  # as if it had ended
    first.filing.disk._watcher.removePaths(first.filing.disk._watcher.files())
    if changed:
        dungeon_files.save_layout(replace(HALL, name="Theirs"), path)
    second = windows("-second")
    app._open_first_dungeon(second, None)
    answers.told.clear()
    answers.question = answer
    assert second.filing.save() is (not changed or answer == Button.Yes)
    assert len(answers.told) == changed
    assert read_dungeon_file(path).name == ("Theirs" if changed and answer == Button.Cancel else "Hall")


def test_the_recovery_folder_is_private(tmp_path):
    """A dungeon in a private file is not shown to others by the file that keeps its changes."""
    RecoveryFile(tmp_path / "data" / "recovery").write_work(HALL, None)
    assert (tmp_path / "data" / "recovery").stat().st_mode & 0o077 == 0

"""Files as a person meets them: recent ones, drops, endings, what others do to a file, and work that was left."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from dungeon_designer.editor import app, files, filing
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import Recovery
from dungeon_designer.layout.files import read_file
from dungeon_designer.layout.model import Layout, Section, normalised

HALL = normalised(Layout(name="Hall", ruleset="naf-2019", sections=(Section(id="A", rows=("......",) * 6),)))
WITH_CHEST = replace(HALL, chests=((3, 3),))
Button = QMessageBox.StandardButton


@pytest.fixture
def hall(hand, tmp_path, monkeypatch):
    """The hall, saved as a file and open; its recovery file in a folder of its own."""
    monkeypatch.setattr(hand.window.filing, "recovery", Recovery(tmp_path / "recovery"))
    hand.path = tmp_path / "hall.dungeon.json"
    files.save(HALL, hand.path)
    assert hand.window.filing.load(hand.path)
    hand.window.activateWindow()
    yield hand
    hand.desk.document.mark_saved()
    hand.desk.open(Layout(), None)
    hand.window.filing._watch()


def chest(hand, square=(1, 1)):
    """Something that is not saved."""
    hand.window.take("chest")
    hand.click(square)
    assert not hand.desk.document.saved


# Drops and recent files -------------------------------------------------------------------------------------------


def dropped(window, *urls):
    """Drag some things over the window and let them go; gives whether the window would have them."""
    data = QMimeData()
    data.setUrls([QUrl(url) if "://" in str(url) else QUrl.fromLocalFile(str(url)) for url in urls])
    none = Qt.KeyboardModifier.NoModifier
    over = QDragEnterEvent(window.rect().center(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(window, over)
    if over.isAccepted():
        middle = QPointF(window.rect().center())
        drop = QDropEvent(middle, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
        QApplication.sendEvent(window, drop)
    return over.isAccepted()


def test_a_dungeon_is_dropped(hall, tmp_path):
    """A file let go over the window is open, whichever of the two forms it has."""
    path = tmp_path / "other.dungeon.yaml"
    files.save(replace(WITH_CHEST, name="Other"), path)
    assert dropped(hall.window, path)
    assert hall.layout.name == "Other"
    assert hall.desk.document.path == path


def test_a_drop_asks_about_unsaved_work(hall, tmp_path, answers):
    """Cancel keeps what was there, and the dropped file stays closed."""
    path = tmp_path / "other.dungeon.json"
    files.save(replace(HALL, name="Other"), path)
    chest(hall)
    answers.question = Button.Cancel
    dropped(hall.window, path)
    assert (hall.layout.name, hall.layout.chests) == ("Hall", ((1, 1),))


def test_a_ruleset_is_dropped(hall, tmp_path):
    """A .toml gets a badge, and the dungeon stays."""
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\nname = "House"\nextends = "naf-2019"\n', encoding="utf-8")
    assert dropped(hall.window, path)
    hall.verdict()
    assert str(path) in hall.window.badges.buttons
    assert hall.layout == HALL


def test_two_files_are_dropped(hall, tmp_path):
    """One window holds one dungeon: of two files the first is opened, the second left alone."""
    paths = [tmp_path / f"{name}.dungeon.json" for name in ("one", "two")]
    for path in paths:
        files.save(replace(HALL, name=path.name), path)
    held = paths[1].read_bytes()
    dropped(hall.window, *paths)
    assert hall.layout.name == paths[0].name
    assert paths[1].read_bytes() == held


@pytest.mark.parametrize(("what", "said"), [("folder", "folder"), ("broken", ""), ("picture", "UTF-8")])
def test_what_is_no_dungeon_is_refused_in_words(hall, tmp_path, answers, what, said):
    """A folder, a broken file or a picture is told in one dialog; the dungeon stays, and no work is asked about."""
    path = tmp_path / "dropped.dungeon.json"
    if what == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"{" if what == "broken" else b"\x89PNG\r\n\x1a\n\xff")
    dropped(hall.window, path)
    assert len(answers.told) == 1
    assert str(path) in answers.told[0]
    assert said in answers.told[0]
    assert hall.layout == HALL


def test_a_web_link_is_not_taken(hall):
    """A link from a browser is no file."""
    assert not dropped(hall.window, "https://example.org/hall.dungeon.json")
    assert hall.layout == HALL


def test_recent_files_are_opened_from_the_menu(hall, tmp_path, answers):
    """The last file comes first; one that is gone is not offered; Down and Return open one."""
    for name in ("one", "two", "three"):
        path = tmp_path / f"{name}.dungeon.json"
        files.save(replace(HALL, name=name), path)
        hall.window.filing.open(path)
    (tmp_path / "two.dungeon.json").unlink()
    menu = hall.window.recent_menu
    menu.popup(hall.window.mapToGlobal(hall.window.rect().center()))
    assert [Path(action.text()).name for action in menu.actions()][:3] == [
        "three.dungeon.json",
        "one.dungeon.json",
        "hall.dungeon.json",
    ]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert hall.layout.name == "one"


# Saving -----------------------------------------------------------------------------------------------------------


def saved_as(hand, monkeypatch, name, chosen):
    """Ctrl+Shift+S with a name and a filter chosen in the system's dialog."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(name), chosen))
    hand.canvas.setFocus()
    hand.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)


@pytest.mark.parametrize(
    ("name", "chosen", "made"),
    [
        ("new", "Dungeons (*.dungeon.yaml)", "new.dungeon.yaml"),
        ("new", "Sketches (*.yaml *.yml)", "new.dungeon.yaml"),
        ("new", "Layout files (*.json)", "new.dungeon.json"),
        ("new.json", "Sketches (*.yaml *.yml)", "new.json"),
        ("NEW.YML", "Layout files (*.json)", "NEW.YML"),
        ("v1.2", "Layout files (*.json)", "v1.2.dungeon.json"),
    ],
)
def test_save_as_gives_an_ending(hall, tmp_path, monkeypatch, name, chosen, made):
    """An ending that was typed says the form; without one the filter does, and the file can be read."""
    chest(hall)
    saved_as(hall, monkeypatch, tmp_path / name, chosen)
    assert hall.desk.document.path == tmp_path / made
    assert hall.desk.document.saved
    assert read_file(tmp_path / made) == hall.layout
    assert read_file(hall.path) == HALL


@pytest.mark.parametrize("answer", [Button.Yes, Button.Cancel])
def test_an_ending_given_later_overwrites_nothing_unasked(hall, tmp_path, monkeypatch, answers, answer):
    """The system's dialog asks about "new", not about the new.dungeon.json that comes of it: the window asks."""
    there = tmp_path / "new.dungeon.json"
    files.save(replace(HALL, name="There before"), there)
    chest(hall)
    answers.question = answer
    saved_as(hall, monkeypatch, tmp_path / "new", "Layout files (*.json)")
    assert len(answers.told) == 1
    assert "new.dungeon.json" in answers.told[0]
    assert (read_file(there) == hall.layout) is (answer == Button.Yes)
    assert hall.desk.document.saved is (answer == Button.Yes)


def test_save_as_thought_better_of(hall, monkeypatch):
    """No name chosen, nothing saved."""
    chest(hall)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    assert not hall.window.filing.save_as()
    assert not hall.desk.document.saved


@pytest.mark.parametrize("answer", [Button.Yes, Button.Cancel])
def test_read_again_from_disk(hall, answers, answer):
    """What was not saved is given up only if one says so; the file itself is never written."""
    held = hall.path.read_bytes()
    chest(hall)
    answers.question = answer
    hall.window.actions_["revert"].trigger()
    assert len(answers.told) == 1
    assert hall.path.read_bytes() == held
    assert (hall.layout == HALL) is (answer == Button.Yes)


def test_there_is_nothing_to_read_again(hall, answers):
    """A dungeon that was never saved stays, and one is told why."""
    said = []
    hall.desk.said.connect(said.append)
    hall.desk.open(WITH_CHEST, None)
    hall.window.actions_["revert"].trigger()
    assert hall.layout == WITH_CHEST
    assert "never saved" in said[-1]


# Others at the file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [Button.Yes, Button.No])
@pytest.mark.parametrize("own", [False, True])
def test_a_file_written_by_another(hall, answers, answer, own):
    """One is asked once, and told when changes of one's own are at stake; what was said is done."""
    if own:
        chest(hall)
    answers.question = answer
    files.save(WITH_CHEST, hall.path)
    hall.qtbot.waitUntil(lambda: bool(answers.told), timeout=5000)
    QTest.qWait(200)
    assert len(answers.told) == 1
    assert ("would be lost" in answers.told[0]) is own
    assert (hall.layout == WITH_CHEST) is (answer == Button.Yes)
    assert hall.desk.document.saved is (answer == Button.Yes)


def test_a_file_broken_by_another(hall, answers):
    """What can no longer be read is told, and the dungeon in the window counts as not saved."""
    answers.question = Button.Yes
    hall.path.write_text("{", encoding="utf-8")
    hall.qtbot.waitUntil(lambda: len(answers.told) == 2, timeout=5000)
    assert hall.layout == HALL
    assert not hall.desk.document.saved


def test_a_file_deleted_while_open(hall, answers):
    """The dungeon stays, counts as not saved and is told of; Save writes the file anew, and one who closes is asked."""
    said = []
    hall.desk.said.connect(said.append)
    hall.path.unlink()
    hall.qtbot.waitUntil(lambda: not hall.desk.document.saved, timeout=5000)
    assert "no longer there" in said[-1]
    assert hall.layout == HALL
    answers.question = Button.Cancel
    assert not hall.window.filing.may_leave()
    assert hall.window.filing.save()
    assert read_file(hall.path) == HALL
    assert hall.desk.document.saved


def test_a_deleted_file_that_comes_back_is_noticed(hall, answers):
    """While it is gone its folder is watched."""
    hall.path.unlink()
    hall.qtbot.waitUntil(lambda: not hall.desk.document.saved, timeout=5000)
    answers.question = Button.Yes
    files.save(WITH_CHEST, hall.path)
    hall.qtbot.waitUntil(lambda: hall.layout == WITH_CHEST, timeout=5000)
    assert hall.desk.document.saved


def test_saving_over_anothers_work_is_asked(hall, answers):
    """When the file changed and the window has not heard of it yet, Save asks; Cancel keeps both."""
    chest(hall)
    hall.window.filing._watcher.removePaths(hall.window.filing._watcher.files())
    files.save(replace(HALL, name="Theirs"), hall.path)
    answers.question = Button.Cancel
    assert not hall.window.filing.save()
    assert read_file(hall.path).name == "Theirs"
    answers.question = Button.Yes
    assert hall.window.filing.save()
    assert read_file(hall.path) == hall.layout


# Closing and coming back ------------------------------------------------------------------------------------------


@pytest.fixture
def windows(qapp, tmp_path, answers):
    """Windows as the program makes them, all with the same settings and the same folder of recovery files."""
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("seen", True)
    made = []

    def make(mark=""):
        made.append(MainWindow(settings, Recovery(tmp_path / "recovery", mark), dark=False))
        made[-1].show()
        return made[-1]

    yield make
    for window in made:
        window.desk.document.mark_saved()
        window.close()
        window.deleteLater()


def test_closing_asks_about_unsaved_work(windows, tmp_path, answers, qtbot):
    """Cancel keeps the window; Save writes the file; Discard leaves the file; no recovery file is left over."""
    path = tmp_path / "hall.dungeon.json"
    files.save(HALL, path)
    window = windows()
    for question, stays, chests in (
        (Button.Cancel, True, ()),
        (Button.Discard, False, ()),
        (Button.Save, False, ((3, 3),)),
    ):
        window.show()
        window.filing.load(path)
        window.desk.edit("Place a chest", WITH_CHEST)
        window.filing.keep()
        answers.told.clear()
        answers.question = question
        assert window.close() is not stays
        assert len(answers.told) == 1
        assert window.isVisible() is stays
        assert read_file(path).chests == chests
        assert (list((tmp_path / "recovery").iterdir()) == []) is not stays
        window.desk.document.mark_saved()


def test_closing_without_unsaved_work_asks_nothing(windows, answers):
    """Nor does a window in which all was taken back."""
    window = windows()
    window.desk.edit("Draw", HALL)
    window.desk.document.stack.undo()
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
    window.take("chest")
    across, down = window.canvas.view.pixel_of(4.5, 2.5)
    from PySide6.QtCore import QPoint
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(across), round(down)))
    wait(window)

def wait(window):
    if window.filing.recovery.file.exists():
        print(window.filing.recovery.folder, flush=True)
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
    files.save(HALL, path)
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
    assert Recovery(folder).left() == []
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=20)
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, Recovery(folder), dark=False)
    answers.question = Button.Yes
    app._first_document(window, None)
    assert "Hall" in answers.told[0]
    assert window.desk.layout.chests == ((4, 2),)
    assert window.desk.document.path == path
    assert window.isWindowModified()
    assert path.read_bytes() == held
    assert len(list(folder.glob("*.recovery.json"))) == 1
    assert window.filing.save()
    assert read_file(path).chests == ((4, 2),)
    assert list(folder.glob("*.recovery.json*")) == []
    window.close()
    window.deleteLater()


def test_work_that_is_not_wanted_is_gone(windows, tmp_path, answers):
    """Discarded, it is not offered again, and the file that was named is opened."""
    left = Recovery(tmp_path / "recovery", "-dead")
    left.keep(WITH_CHEST, None)
    left._lock.unlock()
    path = tmp_path / "other.dungeon.json"
    files.save(replace(HALL, name="Other"), path)
    window = windows()
    app._first_document(window, path)
    assert len(answers.told) == 1
    assert window.desk.layout.name == "Other"
    assert not left.file.exists()
    assert window.filing.recovery.left() == []


def test_two_windows_do_not_take_each_others_work(windows, tmp_path, answers):
    """What another window that still stands has not saved is neither offered nor thrown away."""
    first = windows("-first")
    first.desk.edit("Draw", WITH_CHEST)
    first.filing.keep()
    second = windows("-second")
    app._first_document(second, None)
    assert answers.told == []
    second.desk.edit("Draw", HALL)
    second.filing.keep()
    assert len(list((tmp_path / "recovery").glob("*.recovery.json"))) == 2
    assert first.filing.recovery.left() == second.filing.recovery.left() == []


def test_the_number_of_a_process_comes_again(tmp_path):
    """Work left under the very number this process has is neither lost nor written over."""
    folder = tmp_path / "recovery"
    dead = Recovery(folder)
    dead.keep(WITH_CHEST, None)
    dead._lock.unlock()
    mine = Recovery(folder)
    assert mine.file != dead.file
    mine.keep(HALL, None)
    mine.drop()
    assert [left.layout for left in mine.left()] == [WITH_CHEST]


def test_a_broken_recovery_file_is_passed_over(tmp_path):
    """Half a file, or an empty one, hides no other."""
    good = Recovery(tmp_path, "-good")
    good.keep(HALL, None)
    good._lock.unlock()
    (tmp_path / "1-x.recovery.json").write_text("{", encoding="utf-8")
    (tmp_path / "2-x.recovery.json").write_text("", encoding="utf-8")
    assert [left.file for left in Recovery(tmp_path).left()] == [good.file]


def test_one_who_never_rests_is_kept_too(hall, monkeypatch):
    """Edit after edit without a pause, the work is written all the same, in the end; saving takes it away."""
    monkeypatch.setattr(filing, "KEEP_AFTER", 1500)
    hall.window.filing._keep.setInterval(100_000)
    hall.window.filing._keep_now.setInterval(120)
    hall.window.take("chest")
    for x in range(6):
        hall.click((x, 0))
        QTest.qWait(40)
    assert hall.window.filing.recovery.file.exists()
    hall.window.filing._keep.setInterval(filing.KEEP_AFTER)
    hall.window.filing._keep_now.setInterval(filing.KEEP_AT_LATEST)
    hall.window.filing.save()
    assert not hall.window.filing.recovery.file.exists()


def test_recovered_work_of_a_file_that_is_gone(windows, tmp_path, answers):
    """Its file was deleted meanwhile: the work comes back all the same, and Save writes the file."""
    path = tmp_path / "hall.dungeon.json"
    left = Recovery(tmp_path / "recovery", "-dead")
    left.keep(WITH_CHEST, path)
    left._lock.unlock()
    window = windows()
    answers.question = Button.Yes
    app._first_document(window, None)
    assert window.desk.layout == WITH_CHEST
    assert window.filing.save()
    assert read_file(path) == WITH_CHEST

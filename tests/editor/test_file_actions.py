"""Files as a person meets them: recent ones, drops, endings, and what others do to a file."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from dungeon_designer.editor import dungeon_files, file_actions
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from tests.imports.files import ONE_PAGE, encode_json

HALL = normalise_layout(Layout(name="Hall", ruleset="naf-2019", sections=(Section(id="A", rows=("......",) * 6),)))
WITH_CHEST = replace(HALL, chests=((3, 3),))
Button = QMessageBox.StandardButton


@pytest.fixture
def hall(hand, unasked, tmp_path, monkeypatch):
    """The hall, saved as a file and open; its recovery file in a folder of its own. The rule book is not asked."""
    monkeypatch.setattr(hand.window.workspace.document, "recovery", RecoveryFile(tmp_path / "recovery"))
    hand.path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, hand.path)
    assert hand.window.filing.open_in_place(hand.path)
    hand.in_front()
    yield hand
    hand.workspace.document.mark_saved()
    hand.workspace.open_layout(Layout(), None)
    hand.window.filing.disk.watch_file()


def add_chest(hand, square=(1, 1)):
    """Add a chest, which is not saved."""
    hand.window.select_tool("chest")
    hand.click(square)
    assert not hand.workspace.document.is_saved


# Other programs' files --------------------------------------------------------------------------------------------


def test_another_programs_file_opens_as_a_dungeon_of_its_own(hall, tmp_path):
    """A file of another program becomes a dungeon without a file, and the account of it stays above the map."""
    path = tmp_path / "keep.json"
    path.write_bytes(encode_json(ONE_PAGE))
    said = []
    hall.workspace.notice_sent.connect(said.append)
    assert hall.window.filing.open_file(path)
    assert hall.workspace.document.path is None
    assert hall.workspace.layout.name == "The Small Keep"
    assert "left out: 1 x column" in said[-1]
    assert path.read_bytes() == encode_json(ONE_PAGE)


def test_a_map_of_tiled_opens_as_the_dungeon_it_is(hall, monkeypatch):
    """The file dialog offers what Tiled saves, and the tiles of our map come back as tiles."""
    offered = []
    path = Path(__file__).parents[1] / "imports" / "tiled" / "keep.tmx"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *given: offered.append(given[3]) or (str(path), ""))
    hall.window.filing.choose_file()
    assert "*.tmx" in offered[0]
    assert hall.workspace.layout == read_dungeon_file(path.with_name("keep.dungeon.yaml"))


def test_what_no_program_reads_is_told(hall, tmp_path, monkeypatch):
    """A spreadsheet is refused with the remedy, and nothing else changes."""
    told = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *given: told.append(given[2]))
    path = tmp_path / "hall.xlsx"
    path.write_bytes(b"PK")
    assert not hall.window.filing.open_file(path)
    assert "save the sheet with one letter a cell as .csv" in told[0]
    assert hall.workspace.document.path == hall.path


# Drops and recent files -------------------------------------------------------------------------------------------


def drop_files(window, *urls):
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
    dungeon_files.save_layout(replace(WITH_CHEST, name="Other"), path)
    assert drop_files(hall.window, path)
    assert hall.layout.name == "Other"
    assert hall.workspace.document.path == path


def test_a_drop_puts_unsaved_work_away_for_nobody(hall, tmp_path, answers):
    """The dropped file gets a tab of its own, and what was there stays in its own, unasked."""
    path = tmp_path / "other.dungeon.json"
    dungeon_files.save_layout(replace(HALL, name="Other"), path)
    add_chest(hall)
    assert drop_files(hall.window, path)
    assert answers.told == []
    assert hall.layout.name == "Other"
    hall.window.tabs.switch_tab(-1)
    assert hall.layout.chests == ((1, 1),)


def test_a_ruleset_is_dropped(hall, tmp_path):
    """A .toml gets a badge, and the dungeon stays."""
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\nname = "House"\nextends = "naf-2019"\n', encoding="utf-8")
    assert drop_files(hall.window, path)
    assert str(path) in hall.window.badges.entries
    assert hall.layout == HALL


def test_a_broken_ruleset_is_dropped(hall, tmp_path, answers):
    """A broken ruleset that is dropped is explained in one dialog and gets no badge."""
    path = tmp_path / "HOUSE.TOML"
    path.write_text('id = "house"\nname = "House"\nextends = "naf-2091"\n', encoding="utf-8")
    assert drop_files(hall.window, path)
    assert "did you mean naf-2019" in answers.told[-1]
    assert str(path) not in hall.window.badges.entries


def test_two_files_are_dropped(hall, tmp_path):
    """Each gets a tab, the last is in front."""
    paths = [tmp_path / f"{name}.dungeon.json" for name in ("one", "two")]
    for path in paths:
        dungeon_files.save_layout(replace(HALL, name=path.name), path)
    drop_files(hall.window, *paths)
    assert hall.layout.name == paths[1].name
    hall.window.tabs.switch_tab(-1)
    assert hall.layout.name == paths[0].name


@pytest.mark.parametrize(("what", "said"), [("folder", "folder"), ("broken", ""), ("picture", "UTF-8")])
def test_what_is_no_dungeon_is_refused_in_words(hall, tmp_path, answers, what, said):
    """A folder, a broken file or a picture is told in one dialog; the dungeon stays, and no work is asked about."""
    path = tmp_path / "dropped.dungeon.json"
    if what == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"{" if what == "broken" else b"\x89PNG\r\n\x1a\n\xff")
    drop_files(hall.window, path)
    assert len(answers.told) == 1
    assert str(path) in answers.told[0]
    assert said in answers.told[0]
    assert hall.layout == HALL


def test_a_web_link_is_not_taken(hall):
    """A link from a browser is no file."""
    assert not drop_files(hall.window, "https://example.org/hall.dungeon.json")
    assert hall.layout == HALL


def test_recent_files_are_opened_from_the_menu(hall, tmp_path, answers):
    """The last file comes first; one that is gone is not offered; Down and Return open one."""
    for name in ("one", "two", "three"):
        path = tmp_path / f"{name}.dungeon.json"
        dungeon_files.save_layout(replace(HALL, name=name), path)
        hall.window.filing.open_file(path)
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


def save_as(hand, monkeypatch, name, chosen):
    """Press Ctrl+Shift+S, and choose a name and a filter in the system's dialog."""
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
    add_chest(hall)
    save_as(hall, monkeypatch, tmp_path / name, chosen)
    assert hall.workspace.document.path == tmp_path / made
    assert hall.workspace.document.is_saved
    assert read_dungeon_file(tmp_path / made) == hall.layout
    assert read_dungeon_file(hall.path) == HALL


@pytest.mark.parametrize("answer", [Button.Yes, Button.Cancel])
def test_an_ending_given_later_overwrites_nothing_unasked(hall, tmp_path, monkeypatch, answers, answer):
    """The system's dialog asks about "new", not about the new.dungeon.json that comes of it: the window asks."""
    there = tmp_path / "new.dungeon.json"
    dungeon_files.save_layout(replace(HALL, name="There before"), there)
    add_chest(hall)
    answers.question = answer
    save_as(hall, monkeypatch, tmp_path / "new", "Layout files (*.json)")
    assert len(answers.told) == 1
    assert "new.dungeon.json" in answers.told[0]
    assert (read_dungeon_file(there) == hall.layout) is (answer == Button.Yes)
    assert hall.workspace.document.is_saved is (answer == Button.Yes)


def test_save_as_thought_better_of(hall, monkeypatch):
    """No name chosen, nothing saved."""
    add_chest(hall)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    assert not hall.window.filing.save_as()
    assert not hall.workspace.document.is_saved


@pytest.mark.parametrize("answer", [Button.Yes, Button.Cancel])
def test_read_again_from_disk(hall, answers, answer):
    """Unsaved work is given up only with consent when a file is read again; the file itself is never written."""
    held = hall.path.read_bytes()
    add_chest(hall)
    answers.question = answer
    hall.window.actions_["revert"].trigger()
    assert len(answers.told) == 1
    assert hall.path.read_bytes() == held
    assert (hall.layout == HALL) is (answer == Button.Yes)


def test_there_is_nothing_to_read_again(hall, answers):
    """A dungeon that was never saved stays, and one is told why."""
    said = []
    hall.workspace.message_sent.connect(said.append)
    hall.workspace.open_layout(WITH_CHEST, None)
    hall.window.actions_["revert"].trigger()
    assert hall.layout == WITH_CHEST
    assert "never saved" in said[-1]


# Others at the file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [Button.Yes, Button.No])
@pytest.mark.parametrize("own", [False, True])
def test_a_file_written_by_another(hall, answers, answer, own):
    """One is asked once, and told when changes of one's own are at stake; what was said is done."""
    if own:
        add_chest(hall)
    answers.question = answer
    dungeon_files.save_layout(WITH_CHEST, hall.path)
    hall.qtbot.waitUntil(lambda: bool(answers.told), timeout=5000)
    QTest.qWait(200)
    assert len(answers.told) == 1
    assert ("would be lost" in answers.told[0]) is own
    assert (hall.layout == WITH_CHEST) is (answer == Button.Yes)
    assert hall.workspace.document.is_saved is (answer == Button.Yes)


def test_a_change_one_did_not_take_is_not_written_over_unasked(hall, answers):
    """No to "Read it again?" is said once; Save asks before it writes over the other's work, and after that no more."""
    theirs = replace(HALL, name="Theirs")
    answers.question = Button.No
    dungeon_files.save_layout(theirs, hall.path)
    hall.qtbot.waitUntil(lambda: bool(answers.told), timeout=5000)
    hall.window.filing.disk.check_file()
    assert len(answers.told) == 1
    assert not hall.window.filing.save()
    assert "Replace it?" in answers.told[1]
    assert read_dungeon_file(hall.path) == theirs
    answers.question = Button.Yes
    assert hall.window.filing.save()
    assert hall.window.filing.save()
    assert len(answers.told) == 3
    assert read_dungeon_file(hall.path) == HALL


def test_a_file_broken_by_another(hall, answers):
    """A file that another program broke is reported, and the dungeon in the window counts as not saved."""
    answers.question = Button.Yes
    hall.path.write_text("{", encoding="utf-8")
    hall.qtbot.waitUntil(lambda: len(answers.told) == 2, timeout=5000)
    assert hall.layout == HALL
    assert not hall.workspace.document.is_saved


def test_a_file_deleted_while_open(hall, answers):
    """The dungeon stays, counts as not saved and is told of; Save writes the file anew, and one who closes is asked."""
    said = []
    hall.workspace.message_sent.connect(said.append)
    hall.path.unlink()
    hall.qtbot.waitUntil(lambda: not hall.workspace.document.is_saved, timeout=5000)
    assert "no longer there" in said[-1]
    assert hall.layout == HALL
    answers.question = Button.Cancel
    assert not hall.window.filing.may_leave()
    assert hall.window.filing.save()
    assert read_dungeon_file(hall.path) == HALL
    assert hall.workspace.document.is_saved


def test_a_deleted_file_that_comes_back_is_noticed(hall, answers):
    """While it is gone its folder is watched."""
    hall.path.unlink()
    hall.qtbot.waitUntil(lambda: not hall.workspace.document.is_saved, timeout=5000)
    answers.question = Button.Yes
    dungeon_files.save_layout(WITH_CHEST, hall.path)
    hall.qtbot.waitUntil(lambda: hall.layout == WITH_CHEST, timeout=5000)
    assert hall.workspace.document.is_saved


def test_saving_over_anothers_work_is_asked(hall, answers):
    """When the file changed and the window has not heard of it yet, Save asks; Cancel keeps both."""
    add_chest(hall)
    hall.window.filing.disk._watcher.removePaths(hall.window.filing.disk._watcher.files())
    dungeon_files.save_layout(replace(HALL, name="Theirs"), hall.path)
    answers.question = Button.Cancel
    assert not hall.window.filing.save()
    assert read_dungeon_file(hall.path).name == "Theirs"
    answers.question = Button.Yes
    assert hall.window.filing.save()
    assert read_dungeon_file(hall.path) == hall.layout


@pytest.mark.parametrize("answer", [Button.Yes, Button.Cancel])
def test_a_change_in_the_very_moment_of_saving_is_asked_about(hall, answers, monkeypatch, answer):
    """Another writes between the look at the file and the step that replaces it: asked, and what was said is done."""
    add_chest(hall)
    answers.question = answer
    hall.window.filing.disk._watcher.removePaths(hall.window.filing.disk._watcher.files())
    real = dungeon_files.write_layout

    def meanwhile(*arguments):
        monkeypatch.setattr(dungeon_files, "write_layout", real)
        hall.path.write_bytes(b"theirs")
        return real(*arguments)

    monkeypatch.setattr(dungeon_files, "write_layout", meanwhile)
    assert hall.window.filing.save() is (answer == Button.Yes)
    assert len(answers.told) == 1
    assert "changed by another program" in answers.told[0]
    assert (hall.path.read_bytes() == b"theirs") is (answer == Button.Cancel)
    assert hall.workspace.document.is_saved is (answer == Button.Yes)


def test_a_file_that_came_back_unheard_is_asked_about(hall, answers):
    """Save asks before it writes over a file that was deleted and written anew by another program."""
    said = []
    hall.workspace.message_sent.connect(said.append)
    hall.path.unlink()
    hall.qtbot.waitUntil(lambda: bool(said), timeout=5000)
    hall.window.filing.disk._watcher.removePaths(hall.window.filing.disk._watcher.directories())
    hall.path.write_bytes(b"theirs")
    answers.question = Button.Cancel
    assert not hall.window.filing.save()
    assert hall.path.read_bytes() == b"theirs"
    assert len(answers.told) == 1


def test_one_who_never_rests_is_kept_too(hall):
    """Edit after edit without a pause, the work is written all the same, in the end; saving takes it away."""
    hall.window.filing.autosave._rest_timer.setInterval(100_000)
    hall.window.filing.autosave._deadline_timer.setInterval(120)
    hall.window.select_tool("chest")
    for x in range(6):
        hall.click((x, 0))
        QTest.qWait(40)
    assert hall.window.workspace.document.recovery.file.exists()
    hall.window.filing.autosave._rest_timer.setInterval(file_actions.AUTOSAVE_DELAY_MS)
    hall.window.filing.autosave._deadline_timer.setInterval(file_actions.MAX_AUTOSAVE_DELAY_MS)
    hall.window.filing.save()
    assert not hall.window.workspace.document.recovery.file.exists()

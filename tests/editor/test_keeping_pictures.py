"""*Keep with the dungeon*: the traced picture becomes the dungeon's own, in its file and beside it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from dungeon_designer import Dungeon
from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.dialogs.keep_picture_dialog import KeepPictureDialog
from dungeon_designer.editor.traced_picture import TracedPicture, read_picture
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.pictures.picture_model import DungeonPicture
from tests.pictures.samples import draw_corners, save_bytes

HALL = normalise_layout(Layout(name="Hall", sections=(Section(id="A", at=(4, 4), rows=("......",) * 4),)))
PHOTO = save_bytes(draw_corners(80, 40))
KEPT = DungeonPicture(file="photo.png", at=(-1.5, 0.25), size=(12.0, 6.0), author="A. Scribe", licence="CC0")


@pytest.fixture
def photo(tmp_path):
    """A photo outside the dungeon's folder."""
    path = tmp_path / "photos" / "photo.png"
    path.parent.mkdir()
    path.write_bytes(PHOTO)
    return path


@pytest.fixture
def table(hand, answers, monkeypatch, tmp_path, photo):
    """A saved hall over a traced photo that lies beyond the left rim and between squares."""
    hand.folder = tmp_path / "event"
    hand.folder.mkdir()
    hand.path = hand.folder / "hall.dungeon.yaml"
    dungeon_files.save_layout(HALL, hand.path)
    hand.window.filing.open_in_place(hand.path)
    hand.canvas.show_view(Viewport(24))
    hand.in_front()
    hand.answers, hand.said, hand.dialogs = answers, [], []
    hand.workspace.message_sent.connect(hand.said.append)
    hand.workspace.notice_sent.connect(hand.said.append)

    def fill_in(dialog):
        hand.dialogs.append(dialog)
        dialog._author_field.setText("A. Scribe")
        dialog._licence_field.setText("CC0")
        return hand.accepts

    hand.accepts = True
    monkeypatch.setattr(KeepPictureDialog, "exec", fill_in)
    hand.trace = lambda path=photo: hand.workspace.set_traced_picture(
        TracedPicture(path, read_picture(path), -1.5, 0.25, 12.0)
    )
    hand.trace()
    yield hand
    hand.workspace.set_traced_picture(None)


def keep(table):
    QTest.mouseClick(table.window.tracing.keep_button, Qt.MouseButton.LeftButton)


def list_files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_picture_is_the_dungeons_own(table):
    """One step of the history makes the picture part of the dungeon where it lay, with a copy beside the file."""
    steps = table.steps
    keep(table)
    assert table.layout.picture == KEPT
    assert table.steps == steps + 1
    assert (table.folder / "photo.png").read_bytes() == PHOTO
    assert table.workspace.traced_picture is None
    assert not table.window.tracing.isVisible()
    assert not table.workspace.document.is_saved
    assert table.window.filing.save()
    assert Dungeon.load(str(table.path)).layout.picture == KEPT


def test_undo_and_redo(table):
    """Undo takes the picture from the dungeon and leaves the file; redo brings it back."""
    keep(table)
    table.undo()
    assert table.layout == HALL
    assert list_files(table.folder) == ["hall.dungeon.yaml", "photo.png"]
    table.redo()
    assert table.layout.picture == KEPT


@pytest.mark.parametrize("is_remembered", [True, False])
def test_one_undo_traces_the_photo_again(table, is_remembered):
    """One undo restores what was before: the photo is traced where it was, and remembered if it was; redo keeps it."""
    bar, traced = table.window.tracing, table.workspace.traced_picture
    bar.remember_box.setChecked(is_remembered)
    for _ in range(2):
        table.redo() if table.workspace.document.stack.canRedo() else keep(table)
        assert (table.layout.picture, table.workspace.traced_picture) == (KEPT, None)
        assert not bar.isVisible()
        assert not bar.remember_box.isChecked()
        assert not table.window.settings.contains(f"traced/{table.path}")
        table.undo()
        assert table.layout == HALL
        assert table.workspace.traced_picture == traced
        assert bar.isVisible()
        assert bar.remember_box.isChecked() is is_remembered
        assert table.window.settings.contains(f"traced/{table.path}") is is_remembered


def test_undo_leaves_another_traced_photo(table, photo):
    """If another photo is traced since, undo and redo leave that one as it is."""
    keep(table)
    other = photo.with_name("other.png")
    other.write_bytes(PHOTO)
    table.trace(other)
    table.undo()
    assert (table.layout.picture, table.workspace.traced_picture.path) == (None, other)
    table.redo()
    assert (table.layout.picture, table.workspace.traced_picture.path) == (KEPT, other)


def test_redo_takes_a_photo_that_was_moved_since(table):
    """After an undo the traced photo may be moved; redo keeps it where it was, and the next undo brings it as moved."""
    keep(table)
    table.undo()
    moved = table.workspace.traced_picture.move_by(3, 1)
    table.workspace.set_traced_picture(moved)
    table.redo()
    assert (table.layout.picture, table.workspace.traced_picture) == (KEPT, None)
    table.undo()
    assert (table.layout.picture, table.workspace.traced_picture) == (None, moved)


def test_removing_leaves_the_file(table):
    """The dungeon's picture is removed in one step that can be undone; its file stays."""
    keep(table)
    steps = table.steps
    table.window.actions_["remove-picture"].trigger()
    assert table.layout.picture is None
    assert table.steps == steps + 1
    assert (table.folder / "photo.png").exists()
    assert "photo.png stays" in table.said[-1]
    table.undo()
    assert table.layout.picture == KEPT


def test_no_other_file_is_replaced(table):
    """A different file of the same name stays as it is; a file with the same bytes is used."""
    (table.folder / "photo.png").write_bytes(b"another")
    keep(table)
    assert table.layout.picture.file == "photo-2.png"
    assert (table.folder / "photo.png").read_bytes() == b"another"
    table.trace()
    keep(table)
    assert table.layout.picture.file == "photo-2.png"
    assert list_files(table.folder) == ["hall.dungeon.yaml", "photo-2.png", "photo.png"]


def test_a_picture_in_the_dungeons_folder_is_not_copied(table):
    """A picture that lies beside the dungeon, or in a folder there, is named where it is."""
    inside = table.folder / "photos" / "cellar.png"
    inside.parent.mkdir()
    inside.write_bytes(PHOTO)
    table.trace(inside)
    keep(table)
    assert table.layout.picture.file == "photos/cellar.png"
    assert list_files(table.folder) == ["hall.dungeon.yaml", "photos"]


def test_a_link_that_leads_elsewhere_is_no_copy(table, photo):
    """A link in the folder with the same bytes is not used, since the dungeon's picture must lie in its folder."""
    (table.folder / "photo.png").symlink_to(photo)
    keep(table)
    assert table.layout.picture.file == "photo-2.png"
    assert not (table.folder / "photo-2.png").is_symlink()


def test_names_that_other_systems_refuse(table, photo):
    """The copy gets a name that every system accepts."""
    strange = photo.with_name("~map: \\1.png")
    strange.write_bytes(PHOTO)
    table.trace(strange)
    keep(table)
    assert table.layout.picture.file == "map- -1.png"
    assert table.window.filing.save()
    assert Dungeon.load(str(table.path)).layout.picture.file == "map- -1.png"


def test_cancel_changes_nothing(table):
    """Cancel leaves the dungeon, its folder and the traced picture as they were."""
    table.accepts = False
    keep(table)
    assert table.layout == HALL
    assert list_files(table.folder) == ["hall.dungeon.yaml"]
    assert table.workspace.traced_picture is not None


def test_an_unsaved_dungeon_is_saved_first(table, monkeypatch):
    """A dungeon without a file is saved first, if the user agrees; else nothing happens."""
    table.window.filing.start_new(HALL)
    table.trace()
    table.answers.question = QMessageBox.StandardButton.Cancel
    keep(table)
    assert "Save the dungeon first?" in table.answers.told[-1]
    assert table.layout.picture is None
    assert table.dialogs == []
    target = table.folder / "second.dungeon.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    table.answers.question = QMessageBox.StandardButton.Save
    keep(table)
    assert table.layout.picture == KEPT
    assert list_files(table.folder) == ["hall.dungeon.yaml", "photo.png", "second.dungeon.json"]


def test_a_photo_that_went_is_one_line(table, photo):
    """If the photo was deleted meanwhile, one line says so and nothing changes."""
    photo.unlink()
    keep(table)
    assert table.layout == HALL
    assert "photo.png: there is no such file" in table.said[-1]
    assert table.workspace.traced_picture is not None


def test_a_picture_too_far_away_is_refused(table, photo):
    """A picture that no file can describe is refused with one line, before anything is asked or written."""
    table.workspace.set_traced_picture(TracedPicture(photo, read_picture(photo), 0.0, 0.0, 20_000.0))
    keep(table)
    assert table.layout == HALL
    assert table.dialogs == []
    assert "10000 squares" in table.said[-1]


def test_without_a_picture_the_commands_say_so(table):
    """Both commands say in one line what is missing."""
    table.workspace.set_traced_picture(None)
    table.window.actions_["keep-picture"].trigger()
    assert "Choose a picture first" in table.said[-1]
    table.window.actions_["remove-picture"].trigger()
    assert "no picture of its own" in table.said[-1]


@pytest.mark.parametrize("obstacle", [None, PHOTO, b"another"])
def test_save_as_takes_the_copy_along(table, tmp_path, monkeypatch, obstacle):
    """A dungeon that is saved elsewhere has its picture there, too, under a name that replaces no other file."""
    keep(table)
    assert table.window.filing.save()
    target = tmp_path / "elsewhere" / "hall.dungeon.json"
    target.parent.mkdir()
    if obstacle:
        (target.parent / "photo.png").write_bytes(obstacle)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    assert table.window.filing.save_as()
    name = "photo-2.png" if obstacle == b"another" else "photo.png"
    assert Dungeon.load(str(target)).layout.picture.file == name
    assert (target.parent / name).read_bytes() == PHOTO
    assert not obstacle or (target.parent / "photo.png").read_bytes() == obstacle
    assert table.workspace.document.is_saved
    assert table.workspace.library.picture_folder == str(target.parent)
    assert Dungeon.load(str(table.path)).layout.picture == KEPT


def test_save_as_without_the_picture(table, tmp_path, monkeypatch):
    """A dungeon whose picture is missing is saved elsewhere all the same, and a notice says what was left behind."""
    keep(table)
    (table.folder / "photo.png").unlink()
    target = tmp_path / "elsewhere" / "hall.dungeon.json"
    target.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    assert table.window.filing.save_as()
    assert any("was not copied" in said and "photo.png" in said for said in table.said)
    assert Dungeon.load(str(target)).layout.picture == KEPT


def test_a_turned_dungeon_says_that_its_picture_stays(table):
    """Who turns all that is drawn is told in one line that the picture below does not turn with it."""
    keep(table)
    table.window.editing.select_all()
    table.window.editing.rotate_selection()
    assert table.layout.picture == KEPT
    assert "The picture below the map stays as it is" in table.said[-1]

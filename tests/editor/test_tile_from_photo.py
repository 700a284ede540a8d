"""A tile made from a part of a photo: corners on the map, a dialog, two files, and the tile in the palette."""

from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPolygonF, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.background_worker import BackgroundProcess, BackgroundWorker
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.dialogs import tile_from_photo
from dungeon_designer.editor.dialogs.tile_from_photo import TileFromPhotoDialog
from dungeon_designer.editor.photo_tiles import PhotoTile, is_frame, list_replaced_files, make_photo_tile
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.errors import DungeonError, TileError, WriteError
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.pictures.decoding import PictureError
from dungeon_designer.tiles.library import load_library
from tests.pictures.samples import CORNER_COLOURS, draw_corners, save_bytes

LEFT = Qt.MouseButton.LeftButton
HALL = normalise_layout(Layout(name="Hall", sections=(Section(id="A", at=(4, 4), rows=("......",) * 4),)))
WIDTH, HEIGHT = 1200, 800
SLANTED = (0.25, 0.125), (0.75, 0.25), (0.875, 0.875), (0.125, 0.75)
"""Where the tile lies on the sample photo: upper left, upper right, lower right, lower left."""


def save_slanted_photo(path: Path) -> Path:
    """Save a grey photo on which a tile with four coloured quarters lies slanted, as a camera sees it."""
    tile = QImage.fromData(save_bytes(draw_corners(400, 400)))
    photo = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    photo.fill(0xFF808080)
    square = QPolygonF([QPointF(0, 0), QPointF(400, 0), QPointF(400, 400), QPointF(0, 400)])
    corners = QPolygonF([QPointF(x * WIDTH, y * HEIGHT) for x, y in SLANTED])
    painter = QPainter(photo)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setTransform(QTransform.quadToQuad(square, corners))
    painter.drawImage(0, 0, tile)
    painter.end()
    assert photo.save(str(path))
    return path


@pytest.fixture
def tile(tmp_path):
    photo = save_slanted_photo(tmp_path / "table.png")
    folder = tmp_path / "tiles" / "club"
    return PhotoTile(photo=photo, corners=SLANTED, size=(4, 4), name="Cellar", kind=SectionKind.ROOM, folder=folder)


def make(tile):
    answers: list[object] = []
    make_photo_tile(tile, lambda answer=None: answers.append(answer) if answer is not None else None)
    (written,) = answers
    return written


def find_quarters(path: Path) -> list[int]:
    """Return which corner colour each quarter of a picture has, near the picture's corners and near its middle."""
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    found = []
    for share in (0.02, 0.47):
        for y in (share, 1 - share):
            for x in (share, 1 - share):
                pixel = picture.getpixel((int(x * picture.width), int(y * picture.height)))
                distances = [sum(abs(a - b) for a, b in zip(pixel, colour, strict=True)) for colour in CORNER_COLOURS]
                found.append(distances.index(min(distances)) if min(distances) < 40 else -1)
    return found


# The two files ------------------------------------------------------------------------------------------------


def test_a_slanted_tile_becomes_straight(tile):
    """Each quarter of the tile is where it was seen on the photo, up to the corners; nothing of the table is left."""
    written = make(tile)
    assert find_quarters(written.picture) == [0, 1, 2, 3, 0, 1, 2, 3]
    with Image.open(written.picture) as picture:
        assert (picture.format, picture.width) == ("JPEG", picture.height)


def test_corners_in_another_order_rotate_the_tile(tile):
    """The first corner is the upper left one of the tile, however the tile lies on the photo."""
    written = make(replace(tile, corners=(*SLANTED[1:], SLANTED[0])))
    assert find_quarters(written.picture) == [1, 3, 0, 2, 1, 3, 0, 2]


def test_the_tile_can_be_read_and_names_its_picture(tile):
    """The tile's file has the name, kind, size and credit that were asked for."""
    make(replace(tile, name="Wine: the Cellar", size=(3, 2), has_own_grid=True, author="A. Scribe", licence="CC0"))
    read = load_library([tile.folder.parent]).get("club/wine-the-cellar")
    assert (read.name, read.kind, read.size, read.rows) == ("Wine: the Cellar", SectionKind.ROOM, (3, 2), ("...",) * 2)
    assert (read.picture.file, read.picture.grid) == ("wine-the-cellar.jpg", False)
    assert (read.picture.author, read.picture.licence) == ("A. Scribe", "CC0")


def test_the_full_file_is_straightened(tile, tmp_path):
    """A photo wider than the copy on the map keeps all its pixels."""
    path = tmp_path / "wide.png"
    path.write_bytes(save_bytes(draw_corners(6000, 300)))
    written = make(replace(tile, photo=path, corners=((0, 0), (1, 0), (1, 1), (0, 1)), size=(20, 1)))
    with Image.open(written.picture) as picture:
        assert picture.size == (6000, 300)


def test_a_photo_held_sideways_is_upright_and_loses_its_data(tile, tmp_path):
    """The corners are those of the upright photo, and the camera's data is not in the tile's picture."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Camera of mine"
    path = tmp_path / "held.jpg"
    path.write_bytes(save_bytes(draw_corners(400, 400), "JPEG", exif=exif, quality=95))
    written = make(replace(tile, photo=path, corners=((0, 0), (1, 0), (1, 1), (0, 1))))
    assert find_quarters(written.picture) == [2, 0, 3, 1, 2, 0, 3, 1]
    assert b"Camera" not in written.picture.read_bytes()


def test_transparent_parts_stay(tile, tmp_path):
    """A picture with transparent parts becomes a PNG that has them, too."""
    picture = draw_corners().convert("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 40, 40))
    tile.photo.write_bytes(save_bytes(picture))
    written = make(replace(tile, corners=((0, 0), (1, 0), (1, 1), (0, 1))))
    with Image.open(BytesIO(written.picture.read_bytes())) as opened:
        assert (opened.format, opened.getpixel((1, 1))[3], opened.getpixel((78, 1))[3]) == ("PNG", 0, 255)


def test_another_file_is_never_replaced_unasked(tile):
    """A picture of the same name stays, and the tile's gets the next free name; a tile of the same name is refused."""
    tile.folder.mkdir(parents=True)
    (tile.folder / "cellar.jpg").write_bytes(b"mine")
    assert list_replaced_files(tile) == []
    written = make(tile)
    assert written.picture.name == "cellar-2.jpg"
    before = {path: path.read_bytes() for path in tile.folder.iterdir()}
    with pytest.raises(WriteError, match=r"cellar\.yaml"):
        make(tile)
    assert {path: path.read_bytes() for path in before} == before


def test_what_the_user_agrees_to_is_replaced(tile):
    """The tile and the picture of its name are replaced, and no file is added."""
    first = make(replace(tile, corners=(*SLANTED[1:], SLANTED[0])))
    again = replace(tile, replaced_files=tuple(list_replaced_files(tile)))
    assert again.replaced_files == (first.file, first.picture)
    assert make(again) == first
    assert find_quarters(first.picture) == [0, 1, 2, 3, 0, 1, 2, 3]
    assert len(list(tile.folder.iterdir())) == 2


def test_the_photo_itself_is_never_replaced(tile):
    """A photo that lies in the set under the tile's name stays as it is, whatever the user agrees to."""
    tile.folder.mkdir(parents=True)
    photo = tile.folder / "cellar.jpg"
    photo.write_bytes(save_bytes(draw_corners(), "JPEG"))
    (tile.folder / "cellar.yaml").write_text("name: Old\nkind: room\nsquares: .\n")
    tile, before = replace(tile, photo=photo), photo.read_bytes()
    assert list_replaced_files(tile) == [tile.file]
    assert make(replace(tile, replaced_files=(tile.file, photo))).picture.name == "cellar-2.jpg"
    assert photo.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"photo": "text"}, PictureError, "no picture can be read"),
        ({"photo": "heic"}, PictureError, "export the photo as JPEG"),
        ({"photo": "gone"}, PictureError, "no such file"),
        ({"name": "Armoury", "set": "gw-2021"}, TileError, "is a tile of the program"),
        ({"set": "x" * 100}, TileError, "at most 80"),
        ({"set": "blocked/club"}, WriteError, "cannot be created"),
    ],
)
def test_a_problem_is_one_line_and_nothing_is_written(tile, tmp_path, change, error, words):
    """Each problem names its file and a remedy in one line, and leaves no file behind."""
    (tmp_path / "text").write_text("no picture")
    (tmp_path / "heic").write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "blocked").write_text("a file")
    tile = replace(
        tile,
        name=change.get("name", tile.name),
        photo=tmp_path / change.get("photo", tile.photo.name),
        folder=tmp_path / "tiles" / change.get("set", "club"),
    )
    with pytest.raises(DungeonError, match=words) as caught:
        make(tile)
    assert caught.type is error
    assert "\n" not in str(caught.value)
    assert [path for path in tmp_path.glob("tiles/*/*") if path.is_file()] == []


def test_only_a_frame_can_be_straightened():
    """Corners that cross, that lie on one line, or that show the tile from behind are no frame."""
    a, b, c, d = SLANTED
    assert is_frame(SLANTED)
    for corners in ((a, c, b, d), (b, a, d, c), (a, b, (0.5, 0.3), d), (a, a, c, d)):
        assert not is_frame(corners)


# In the window ------------------------------------------------------------------------------------------------


@pytest.fixture
def table(hand, unasked, monkeypatch, tmp_path):
    """A saved hall with the slanted photo beneath it, one square of the map for each square of the tile's sides."""
    hand.photo = save_slanted_photo(tmp_path / "table.png")
    hand.path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, hand.path)
    hand.window.filing.open_in_place(hand.path)
    hand.canvas.show_view(Viewport(24))
    hand.in_front()
    hand.said, hand.offered_tiles, hand.closed = [], [], 0
    hand.workspace.message_sent.connect(hand.said.append)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(hand.photo), ""))
    monkeypatch.setattr(tile_from_photo, "BackgroundProcess", BackgroundWorker)

    def exec_dialog(dialog):
        """Name the tile and press Enter, as a person would; return when the dialog closes."""
        hand.offered_tiles.append(dialog.tile)
        dialog.show()
        QTest.keyClicks(dialog.name_field, "Wine Cellar")
        hand.fill(dialog)
        QTest.mouseClick(dialog.make_button, LEFT)
        hand.qtbot.waitUntil(lambda: not dialog.isVisible() or dialog.problem_label.isVisible(), timeout=10000)
        if dialog.isVisible():
            hand.said.append(dialog.problem_label.text())
            dialog.reject()
        hand.closed += 1
        return dialog.result()

    hand.fill = lambda _dialog: None
    monkeypatch.setattr(TileFromPhotoDialog, "exec", exec_dialog)
    yield hand
    hand.workspace.message_sent.disconnect(hand.said.append)
    hand.window.settings.remove("traced")
    hand.window.settings.remove("tile-from-photo")
    hand.workspace.set_traced_picture(None)
    hand.window.select_tool("select")


def mark_corners(table):
    """Call the action; with no photo traced it asks for one, and then shows its corners."""
    table.in_front()
    table.key(Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    table.qtbot.waitUntil(lambda: table.canvas.tool.name == "photo-corners", timeout=5000)
    return table.canvas.tool


def drag_corners(table, corners):
    """Drag the four corners from those of the photo to others, given as shares of the photo."""
    photo = table.workspace.traced_picture
    for start, end in zip(((0, 0), (1, 0), (1, 1), (0, 1)), corners, strict=True):
        start_pixel, end_pixel = (
            table.pixel(photo.left + x * photo.width, photo.top + y * photo.height) for x, y in (start, end)
        )
        QTest.mousePress(table.canvas, LEFT, pos=start_pixel)
        QTest.mouseMove(table.canvas, (start_pixel + end_pixel) / 2)
        QTest.mouseMove(table.canvas, end_pixel)
        QTest.mouseRelease(table.canvas, LEFT, pos=end_pixel)


def finish_dialog(table, open_dialog):
    """Do what opens the dialog, and wait until it is filled in and closed."""
    closed_before = table.closed
    open_dialog()
    table.qtbot.waitUntil(lambda: table.closed == closed_before + 1, timeout=15000)


def make_by_hand(table):
    """Drag the corners, press Enter and name the tile."""
    mark_corners(table)
    drag_corners(table, SLANTED)
    finish_dialog(table, lambda: table.key(Qt.Key.Key_Return))


def test_from_the_photo_to_the_palette(table):
    """Four drags, a name: both files are beside the dungeon, the palette shows the tile, and a click places it."""
    table.fill = lambda dialog: (dialog.width_field.setValue(4), dialog.height_field.setValue(4))
    make_by_hand(table)
    folder = table.path.parent / "tiles" / "my-tiles"
    assert sorted(path.name for path in folder.iterdir()) == ["wine-cellar.jpg", "wine-cellar.yaml"]
    assert find_quarters(folder / "wine-cellar.jpg") == [0, 1, 2, 3, 0, 1, 2, 3]
    tiles = table.window.tiles
    assert tiles.set_box.currentText() == "my-tiles"
    assert tiles.list.currentItem().text().startswith("Wine Cellar")
    assert table.canvas.tool.name == "tile"
    assert table.steps == 0
    assert table.workspace.document.is_saved
    table.click((14, 6))
    assert [section.tile for section in table.layout.sections] == ["", "my-tiles/wine-cellar"]
    assert table.window.filing.save()
    table.window.filing.open_in_place(table.path)
    assert table.workspace.board.sections[1].name == "Wine Cellar"


def test_the_keyboard_alone_marks_the_corners(table):
    """A number chooses a corner, arrows move it by a pixel of the screen, Esc ends; the dungeon and photo stay."""
    tool = mark_corners(table)
    photo = table.workspace.traced_picture
    table.canvas.repaint()
    table.key(Qt.Key.Key_3)
    assert "lower right" in table.said[-1]
    for _ in range(24):
        table.key(Qt.Key.Key_Left)
    table.key(Qt.Key.Key_Down)  # it stays inside the photo
    step = 24 / table.canvas.view.scale / photo.width
    assert tool.corners[2] == pytest.approx((1 - step, 1.0))
    assert tool.corners[:2] == ((0.0, 0.0), (1.0, 0.0))
    table.key(Qt.Key.Key_Escape)
    table.qtbot.waitUntil(lambda: table.canvas.tool.name == "trace")
    assert table.workspace.traced_picture is photo
    assert photo.left >= 10  # beside the hall, whose walls would cover it
    assert (table.layout, table.steps, table.offered_tiles) == (HALL, 0, [])


def test_escape_takes_back_a_drag(table):
    """During a drag Esc puts the corner back; the corners are still shown."""
    tool = mark_corners(table)
    photo = table.workspace.traced_picture
    QTest.mousePress(table.canvas, LEFT, pos=table.pixel(photo.left, photo.top))
    QTest.mouseMove(table.canvas, table.pixel(photo.left + 3, photo.top + 2))
    assert tool.corners[0] == pytest.approx((3 / photo.width, 2 / photo.height), abs=0.01)
    table.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(table.canvas, LEFT, pos=table.pixel(photo.left + 3, photo.top + 2))
    assert tool.corners[0] == (0.0, 0.0)
    assert table.canvas.tool is tool


def test_corners_that_are_no_frame_get_one_line(table):
    """Crossed corners open no dialog; a message says where they belong."""
    mark_corners(table)
    drag_corners(table, (SLANTED[0], SLANTED[2], SLANTED[1], SLANTED[3]))
    table.key(Qt.Key.Key_Return)
    assert "clockwise" in table.said[-1]
    assert not table.offered_tiles


def test_the_button_of_the_bar_begins_and_goes_on(table):
    """The button shows the corners, and then says that it goes on with them."""
    table.window.tracing.load_picture(table.photo)
    table.qtbot.waitUntil(lambda: table.canvas.tool.name == "trace", timeout=5000)
    button = table.window.tracing.tile_button
    words = button.text()
    QTest.mouseClick(button, LEFT)
    assert table.canvas.tool.name == "photo-corners"
    assert button.text() != words
    finish_dialog(table, lambda: QTest.mouseClick(button, LEFT))
    assert table.canvas.tool.name == "tile"
    assert button.text() == words


def test_the_size_is_guessed_from_the_map(table):
    """A photo that was aligned with the grid gives the tile's size: that of the part between the corners."""
    make_by_hand(table)
    photo = table.workspace.traced_picture
    size = table.offered_tiles[0].size
    assert size == (round(0.625 * photo.width), round(0.65 * photo.height))


def find_drawn_icon(table):
    """Return the key of the picture that the palette has drawn of the highlighted tile."""
    item = table.window.tiles.list.currentItem()
    table.qtbot.waitUntil(lambda: not item.icon().isNull(), timeout=5000)
    return item.icon().cacheKey()


def test_an_existing_tile_is_asked_about(table, answers):
    """The question names both files. Without agreement nothing changes; with it the new tile is shown at once."""
    make_by_hand(table)
    folder = table.path.parent / "tiles" / "my-tiles"
    before, icon = {path: path.read_bytes() for path in folder.iterdir()}, find_drawn_icon(table)
    answers.question = QMessageBox.StandardButton.Cancel
    table.fill = lambda dialog: (dialog.width_field.setValue(2), dialog.accept(), dialog.reject())
    make_by_hand(table)
    assert "wine-cellar.yaml, wine-cellar.jpg" in answers.told[-1]
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    answers.question = QMessageBox.StandardButton.Yes
    table.fill = lambda dialog: dialog.width_field.setValue(2)
    table.in_front()
    finish_dialog(table, lambda: table.key(Qt.Key.Key_Return))  # the corners are still where they were dragged
    assert table.workspace.library.get("my-tiles/wine-cellar").size[0] == 2
    assert set(folder.iterdir()) == set(before)
    assert find_drawn_icon(table) != icon


def test_a_problem_keeps_the_dialog_open(table):
    """A photo that is gone meanwhile is one line in the dialog, and no file is written."""
    table.fill = lambda _dialog: table.photo.unlink()
    make_by_hand(table)
    assert "table.png: there is no such file" in table.said[-1]
    assert "\n" not in table.said[-1]
    assert not (table.path.parent / "tiles").exists()


def test_a_dungeon_without_a_file_is_saved_first(table, answers, monkeypatch):
    """The user is asked, and a refusal makes no tile; the tile lies beside the file that the user chose."""
    table.window.filing.start_new(HALL)
    answers.question = QMessageBox.StandardButton.Cancel
    mark_corners(table)
    table.key(Qt.Key.Key_Return)
    table.qtbot.waitUntil(lambda: bool(answers.told))
    assert "Save the dungeon first?" in answers.told[-1]
    assert not table.offered_tiles
    answers.question = QMessageBox.StandardButton.Yes
    target = table.path.parent / "league" / "new.dungeon.yaml"
    target.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    finish_dialog(table, lambda: table.key(Qt.Key.Key_Return))
    assert (target.parent / "tiles" / "my-tiles" / "wine-cellar.yaml").is_file()
    assert table.canvas.tool.name == "tile"


def test_another_folder_is_named_and_not_in_the_palette(table, tmp_path, monkeypatch):
    """A tile in a folder that is not beside the dungeon is written; a message says why the palette lacks it."""
    other = tmp_path / "shared"
    (other / "club").mkdir(parents=True)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(other))
    table.fill = lambda dialog: QTest.mouseClick(dialog.folder_button, LEFT)
    make_by_hand(table)
    assert (other / "club" / "wine-cellar.yaml").is_file()
    assert "beside the dungeon's file only" in table.said[-1]
    assert "club" not in table.workspace.library.sets


def test_a_second_dungeon_of_the_folder_has_the_tile(table):
    """A dungeon of the same folder in another tab lists the tile, too."""
    second = table.path.with_name("second.dungeon.json")
    dungeon_files.save_layout(HALL, second)
    table.window.filing.open_file(second)
    table.window.tabs.switch_tab(-1)
    make_by_hand(table)
    table.window.tabs.switch_tab(1)
    assert table.workspace.document.path == second
    assert "my-tiles/wine-cellar" in table.workspace.library


def test_cancel_ends_the_process(table, tmp_path):
    """Esc stops the work and unlocks the fields, so that no file is written; once more it closes the dialog."""
    photo = TracedPicture(table.photo, QImage(str(table.photo)))
    dialog = TileFromPhotoDialog(photo, SLANTED, (4, 4), tmp_path / "tiles", table.window.settings, table.window)
    dialog.worker.close()
    dialog.worker = BackgroundProcess(make_photo_tile, "photo tile", dialog)
    dialog.show()
    QTest.keyClicks(dialog.name_field, "Cellar")
    QTest.mouseClick(dialog.make_button, LEFT)
    table.qtbot.waitUntil(lambda: dialog.worker.is_running, timeout=5000)
    assert not dialog.name_field.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.name_field.isEnabled()
    assert not dialog.worker.is_running
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not (tmp_path / "tiles").exists()
    dialog.deleteLater()

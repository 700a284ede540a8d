"""Pictures in the editor's window: painted as on the map, shown, dimmed or left out."""

import threading

import pytest
from PySide6.QtGui import QColor

from dungeon_designer.drawing.drawing_options import PictureMode
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.pictures import decoding
from tests.pictures.samples import CORNER_COLOURS, draw_corners, save_bytes, write_dungeon, write_tile


@pytest.fixture
def folder(tmp_path):
    write_tile(tmp_path)
    (tmp_path / "tiles" / "mine" / "photo.png").write_bytes(save_bytes(draw_corners()))
    return tmp_path


@pytest.fixture(autouse=True)
def _marked_problems(window):
    """Mark problems again in the window, which other tests use after these."""
    yield
    window.canvas.set_look("problems", True)


def open_dungeon(window, path, qtbot) -> None:
    window.canvas.set_look("problems", False)
    window.workspace.open_layout(read_dungeon_file(path), path)
    window.canvas.fit()
    wait_until_read(window, qtbot)


def wait_until_read(window, qtbot) -> None:
    """Wait until the map needs no further picture: the map is painted, and what is missing then is read."""

    def needs_none() -> bool:
        window.canvas.grab()
        return not window.canvas.picture_loading.is_loading

    qtbot.waitUntil(needs_none)
    qtbot.waitUntil(needs_none)


def find_colours(window) -> list[int]:
    """Return the index of the corner colour on each of the four squares; -1 for another colour."""
    image, view = window.canvas.grab().toImage(), window.canvas.view
    found = []
    for x, y in ((0.4, 0.6), (1.6, 0.6), (0.4, 1.4), (1.6, 1.4)):
        pixel = QColor(image.pixel(round(x * view.scale - view.left), round(y * view.scale - view.top)))
        red, green, blue = pixel.red(), pixel.green(), pixel.blue()
        distances = [abs(r - red) + abs(g - green) + abs(b - blue) for r, g, b in CORNER_COLOURS]
        found.append(distances.index(min(distances)) if min(distances) < 60 else -1)
    return found


@pytest.mark.parametrize(
    ("keys", "colours"),
    [("at: [0, 0]", [0, 1, 2, 3]), ("at: [0, 0], turn: 1", [2, 0, 3, 1]), ("at: [0, 0], flip: true", [1, 0, 3, 2])],
)
def test_a_picture_is_painted_as_on_the_map(window, folder, qtbot, keys, colours):
    """The window shows the picture of a tile, flipped and rotated with it."""
    open_dungeon(window, write_dungeon(folder, keys), qtbot)
    assert find_colours(window) == colours


def test_pictures_are_dimmed_or_off(window, folder, qtbot):
    """The View menu shows pictures, dims them, or leaves them out."""
    open_dungeon(window, write_dungeon(folder, "at: [0, 0]"), qtbot)
    assert window.actions_["pictures-full"].isChecked()
    for mode in (PictureMode.DIM, PictureMode.OFF):
        window.actions_[f"pictures-{mode}"].trigger()
        assert window.actions_[f"pictures-{mode}"].isChecked()
        assert find_colours(window) == [-1, -1, -1, -1]
    window.actions_["pictures-full"].trigger()
    assert find_colours(window) == [0, 1, 2, 3]


def test_a_missing_picture_is_a_notice(window, folder, qtbot):
    """A dungeon whose picture or tile's picture is missing opens all the same, and a notice says what is missing."""
    notices: list[str] = []
    window.workspace.notice_sent.connect(notices.append)
    path = write_dungeon(folder, "at: [0, 0]")
    open_dungeon(window, path, qtbot)
    assert notices == []
    (folder / "tiles" / "mine" / "photo.png").unlink()
    open_dungeon(window, path, qtbot)
    assert find_colours(window) == [-1, -1, -1, -1]
    (notice,) = notices
    assert "photo.png: there is no such picture" in notice


def test_a_dungeon_is_painted_on_its_picture(window, folder, qtbot):
    """The window shows the picture of a dungeon below everything."""
    path = folder / "map.dungeon.yaml"
    path.write_text("picture: {file: map.png, size: [2, 2]}\nmap: |\n  ..\n  ..\n")
    (folder / "map.png").write_bytes(save_bytes(draw_corners()))
    open_dungeon(window, path, qtbot)
    assert find_colours(window) == [0, 1, 2, 3]


def test_no_picture_is_decoded_in_the_windows_thread(window, folder, qtbot, monkeypatch):
    """Pictures of dungeons and tiles, on the map and in the palette, are decoded outside the window's thread."""
    threads = []

    def decode(*arguments):
        threads.append(threading.current_thread())
        return decode_pixels(*arguments)

    decode_pixels = decoding._decode_pixels
    monkeypatch.setattr(decoding, "_decode_pixels", decode)
    (folder / "map.png").write_bytes(save_bytes(draw_corners()))
    open_dungeon(window, write_dungeon(folder, "at: [0, 0]", more="picture: {file: map.png, size: [9, 9]}\n"), qtbot)
    window.show_panel("tiles")
    window.tiles.set_box.setCurrentText("mine")
    qtbot.waitUntil(lambda: not window.tiles._icon_timer.isActive() and not window.canvas.picture_loading.is_loading)
    assert find_colours(window) == [0, 1, 2, 3]
    assert len(threads) >= 2
    assert threading.main_thread() not in threads


def test_a_changed_picture_is_read_anew(window, folder, qtbot):
    """When a dungeon is read again, a photo that was replaced meanwhile is read again, too."""
    path = write_dungeon(folder, "at: [0, 0]")
    open_dungeon(window, path, qtbot)
    photo = folder / "tiles" / "mine" / "photo.png"
    photo.write_bytes(save_bytes(draw_corners().rotate(180), compress_level=1))
    open_dungeon(window, path, qtbot)
    assert find_colours(window) == [3, 2, 1, 0]

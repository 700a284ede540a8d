"""A photo beneath the grid: loaded, moved, scaled, faded, aligned by two points, kept or not; never in the file."""

import threading
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from dungeon_designer.editor import dungeon_files, traced_picture
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.pictures.decoding import decode_file
from tests.pictures.samples import CORNER_COLOURS, draw_corners, save_bytes

LEFT = Qt.MouseButton.LeftButton
HALL = normalise_layout(Layout(name="Hall", sections=(Section(id="A", at=(4, 4), rows=("......",) * 4),)))


@pytest.fixture
def photo(tmp_path):
    """A blue picture, twice as wide as high."""
    path = tmp_path / "photo.png"
    image = QImage(QSize(400, 200), QImage.Format.Format_RGB32)
    image.fill(QColor("#0000ff"))
    assert image.save(str(path))
    return path


@pytest.fixture
def table(hand, unasked, monkeypatch, tmp_path, photo):
    """A saved hall, and the photo beneath it from (2, 2) on."""
    hand.path = tmp_path / "hall.dungeon.json"
    dungeon_files.save_layout(HALL, hand.path)
    hand.window.filing.open_in_place(hand.path)
    hand.canvas.show_view(Viewport(24))
    hand.in_front()
    hand.bar, hand.said = hand.window.tracing, []
    hand.workspace.message_sent.connect(hand.said.append)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(photo), ""))
    hand.key(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    hand.qtbot.waitUntil(lambda: hand.workspace.traced_picture is not None)
    yield hand
    hand.window.settings.remove("traced")
    hand.workspace.set_traced_picture(None)


def wait_until_read(table):
    """Wait until no picture is to be read any more; a timer asks for the one that the settings hold."""
    table.qtbot.wait(50)
    table.qtbot.waitUntil(lambda: table.bar.reader.is_idle)


def draw_box(table):
    picture = table.workspace.traced_picture
    return SimpleNamespace(left=picture.left, top=picture.top, width=picture.width, height=picture.height)


def drag(table, start, end):
    QTest.mousePress(table.canvas, LEFT, pos=table.pixel(*start))
    QTest.mouseMove(table.canvas, table.pixel((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    QTest.mouseMove(table.canvas, table.pixel(*end))
    QTest.mouseRelease(table.canvas, LEFT, pos=table.pixel(*end))


def read_colour(table, x, y):
    table.canvas.repaint()
    return table.canvas.grab().toImage().pixelColor(table.pixel(x, y))


def test_the_menu_lays_a_picture_beneath_the_map(table):
    """The picture shows through floor and rock only, walls and objects stay as they are, and the bar names it."""
    assert table.bar.isVisible()
    assert table.bar.name_label.text() == "photo.png"
    assert table.canvas.tool.name == "trace"
    blue = read_colour(table, 5.5, 5.4)
    assert blue.blue() > blue.red() + 60
    table.bar.opacity_slider.setValue(0)
    plain = read_colour(table, 5.5, 5.4)
    assert plain.red() > plain.blue()


def test_the_slider_fades_it(table):
    """Between nothing and all."""
    shown = []
    for percent in (20, 80):
        table.bar.opacity_slider.setValue(percent)
        shown.append(read_colour(table, 12.5, 3.4).blue() - read_colour(table, 12.5, 3.4).red())
    assert shown[0] < shown[1]
    assert table.workspace.traced_picture.opacity == 0.8


def test_a_drag_moves_it_and_escape_puts_it_back(table):
    """The picture can be dragged by any part, by parts of a square; the dungeon stays where it is."""
    before = draw_box(table)
    drag(table, (10.5, 6.5), (12, 7))
    after = draw_box(table)
    assert (after.left - before.left, after.top - before.top) == pytest.approx((1.5, 0.5), abs=0.05)
    QTest.mousePress(table.canvas, LEFT, pos=table.pixel(10, 6))
    QTest.mouseMove(table.canvas, table.pixel(15, 9))
    table.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(table.canvas, LEFT, pos=table.pixel(15, 9))
    assert draw_box(table) == after
    assert table.layout == HALL
    assert table.steps == 0


def test_a_corner_scales_it_from_the_one_across(table):
    """The shape stays as it is."""
    before = draw_box(table)
    corner = before.left + before.width, before.top + before.height
    drag(table, corner, (before.left + before.width / 2, before.top + before.height / 2))
    after = draw_box(table)
    assert (after.left, after.top) == pytest.approx((before.left, before.top))
    assert after.width == pytest.approx(before.width / 2, abs=0.1)
    assert after.height == pytest.approx(after.width / 2)


def test_keys_nudge_and_scale(table):
    """Arrows by a tenth of a square, + and − by a hundredth."""
    before = draw_box(table)
    table.key(Qt.Key.Key_Right)
    table.key(Qt.Key.Key_Plus)
    after = draw_box(table)
    assert after.left == pytest.approx(before.left + 0.1)
    assert after.width == pytest.approx(before.width * 1.01)


def test_two_clicks_align_it_to_the_grid(table):
    """Two points three squares apart on the map that are six squares on the photo: it doubles, and lies on the grid."""
    table.bar.distance_field.setValue(6)
    before = draw_box(table)
    QTest.mouseClick(table.bar.align_button, LEFT)
    table.click_at(5.25, 5)
    table.click_at(8.25, 5)
    table.qtbot.waitUntil(lambda: table.canvas.tool.name == "trace")
    after = draw_box(table)
    assert after.width == pytest.approx(2 * before.width, rel=0.03)
    offset = 5.25 - before.left
    assert after.left + 2 * offset == pytest.approx(5, abs=0.3)


def test_two_clicks_on_one_point_change_nothing(table):
    """Two clicks on one point change nothing but the message, which asks again."""
    before = draw_box(table)
    QTest.mouseClick(table.bar.align_button, LEFT)
    table.click_at(5, 5)
    table.click_at(5, 5)
    assert draw_box(table) == before
    assert "different" in table.said[-1]


def test_it_is_never_in_the_dungeons_file(table):
    """Saved, the dungeon is what it was, and nothing asks to be saved for a picture."""
    assert table.workspace.document.is_saved
    held = table.path.read_bytes()
    table.bar.remember_box.setChecked(True)
    assert table.window.filing.save()
    assert table.path.read_bytes() == held


@pytest.mark.parametrize("keep", [False, True])
def test_it_comes_again_only_when_kept(table, keep, tmp_path):
    """Kept, it lies at the next opening where it lay; else it is gone with the dungeon."""
    QTest.mouseClick(table.bar.remember_box, LEFT, pos=QPoint(8, table.bar.remember_box.height() // 2))
    if not keep:
        QTest.mouseClick(table.bar.remember_box, LEFT, pos=QPoint(8, table.bar.remember_box.height() // 2))
    drag(table, (10.5, 6.5), (12, 7))
    table.bar.opacity_slider.setValue(30)
    where = draw_box(table)
    table.window.filing.start_new(Layout(name="Other"))
    table.qtbot.wait(50)
    assert table.window.tabs.close_tab(0)
    assert table.workspace.traced_picture is None
    assert not table.bar.isVisible()
    table.window.filing.open_file(table.path)
    wait_until_read(table)
    assert (table.workspace.traced_picture is not None) is keep
    assert table.bar.remember_box.isChecked() is keep
    if keep:
        assert draw_box(table) == where
        assert table.workspace.traced_picture.opacity == 0.3


def test_a_kept_picture_that_went_is_said_in_one_line(table, photo):
    """The dungeon opens all the same."""
    table.bar.remember_box.setChecked(True)
    photo.unlink()
    table.workspace.open_layout(Layout(), None)
    table.window.filing.open_in_place(table.path)
    wait_until_read(table)
    assert table.layout == HALL
    assert "no such file" in table.said[-1]


def test_each_tab_has_its_own_picture(table):
    """Another dungeon lies on none; back at the first it is there again."""
    where = draw_box(table)
    table.window.filing.start_new(Layout(name="Other"))
    assert table.workspace.traced_picture is None
    table.window.tabs.switch_tab(-1)
    assert draw_box(table) == where


def test_remove_takes_it_away_for_good(table):
    """The arrow is in hand again, and nothing is kept."""
    table.bar.remember_box.setChecked(True)
    QTest.mouseClick(table.bar.remove_button, LEFT)
    assert table.workspace.traced_picture is None
    assert not table.bar.isVisible()
    assert table.canvas.tool.name == "select"
    assert not [key for key in table.window.settings.allKeys() if key.startswith("traced")]


def test_what_is_no_picture_gets_one_line(table, tmp_path):
    """Text, half a PNG, nothing at all, one that says it has ten thousand million pixels: the one before stays."""
    before, whole = table.workspace.traced_picture, (tmp_path / "photo.png").read_bytes()
    huge = whole[:16] + (100_000).to_bytes(4, "big") * 2 + whole[24:]
    for number, data in enumerate((b"hello", whole[:60], b"", huge, b"GIF89a")):
        path = tmp_path / f"wrong{number}.png"
        path.write_bytes(data)
        table.bar.load_picture(path)
        wait_until_read(table)
        assert len(table.said) == number + 1
        assert path.name in table.said[-1]
        assert "\n" not in table.said[-1]
    table.bar.load_picture(tmp_path)
    wait_until_read(table)
    assert table.workspace.traced_picture is before


def test_it_is_read_outside_the_windows_thread(table, photo, monkeypatch):
    """The window answers while a picture is read, and the bar says what is read and waits with what needs it."""
    threads, may_read = [], threading.Event()

    def decode_slowly(*arguments):
        threads.append(threading.current_thread())
        may_read.wait(10)
        return decode_file(*arguments)

    monkeypatch.setattr(traced_picture, "decode_file", decode_slowly)
    table.workspace.set_traced_picture(None)
    table.bar.load_picture(photo)
    assert table.bar.isVisible()
    assert "photo.png" in table.bar.name_label.text()
    assert not table.bar.align_button.isEnabled()
    may_read.set()
    wait_until_read(table)
    assert threads[0] is not threading.main_thread()
    assert table.bar.name_label.text() == "photo.png"
    assert table.bar.align_button.isEnabled()


def test_a_picture_for_a_dungeon_that_is_gone_is_dropped(table, photo):
    """A picture that was read for one dungeon never lies below another."""
    table.workspace.set_traced_picture(None)
    table.bar.load_picture(photo)
    table.workspace.open_layout(Layout(), None)
    wait_until_read(table)
    assert table.workspace.traced_picture is None
    assert not table.bar.isVisible()


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "PNG"])
def test_it_is_upright_and_shows_its_colours(table, tmp_path, kind):
    """PNG, JPEG and WebP are traced as the camera was held: here on its side."""
    picture = draw_corners(80, 40)
    exif = picture.getexif()
    exif[0x0112] = 6  # the camera was held on its left side: the picture must be rotated clockwise
    path = tmp_path / "sideways"
    path.write_bytes(save_bytes(picture, kind, exif=exif))
    table.bar.load_picture(path)
    wait_until_read(table)
    image = table.workspace.traced_picture.image
    assert (image.width(), image.height()) == (40, 80)
    corners = [image.pixelColor(x, y).getRgb()[:3] for y in (20, 60) for x in (10, 30)]
    expected = [CORNER_COLOURS[index] for index in (2, 0, 3, 1)]
    assert all(a == pytest.approx(b, abs=12) for a, b in zip(corners, expected, strict=True))


def test_a_photo_in_heic_gets_the_remedy(table, tmp_path):
    """A photo that a telephone keeps in HEIC is refused with one line that says what to do."""
    path = tmp_path / "photo.heic"
    path.write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))
    table.bar.load_picture(path)
    wait_until_read(table)
    assert table.said[-1].endswith("photo.heic: photos in HEIC or AVIF are not read; export the photo as JPEG")

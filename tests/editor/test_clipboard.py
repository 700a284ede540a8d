"""Pictures and dungeons over the clipboard."""

import threading
from xml.etree.ElementTree import fromstring

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from dungeon_designer.editor import pasting
from dungeon_designer.editor.canvas import map_drawing
from dungeon_designer.layout.model import CounterContent, Layout, Section, Team, Trap, TrapKind, normalise_layout
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.rules import checker

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HALL = normalise_layout(
    Layout(
        name="Hall",
        sections=(Section(id="A", at=(2, 2), rows=("......",) * 4), Section(id="B", at=(12, 2), rows=("..",) * 2)),
        chests=((3, 3),),
    )
)


@pytest.fixture
def table(laid_out):
    return laid_out(HALL)


def copy(table):
    table.key(Qt.Key.Key_C, CONTROL | SHIFT)
    data = QGuiApplication.clipboard().mimeData()
    return QGuiApplication.clipboard().image(), fromstring(bytes(data.data("image/svg+xml")))  # noqa: S314


def paste(table, text):
    QGuiApplication.clipboard().setText(text)
    table.key(Qt.Key.Key_V, CONTROL)


def wait_until_read(table):
    """Wait for the thread that reads a long text or a link."""
    table.qtbot.waitUntil(lambda: table.window.editing.reader.is_idle, timeout=20000)


def test_the_whole_map_is_copied_as_png_and_svg(table):
    """One key: other programs find a picture and a drawing of the whole map."""
    image, drawing = copy(table)
    assert image.width() == pytest.approx((14 - 2 + 2 * 2.25) * 48, abs=2)
    assert [each for each in drawing.iter() if each.get("class") == "chest"]
    assert "map" in table.said[-1]


def test_what_is_selected_is_copied_alone(table):
    """A picture of one room, without the rest."""
    table.click((12, 2))
    image, drawing = copy(table)
    assert image.width() == pytest.approx((2 + 2 * 2.25) * 48, abs=2)
    assert not [each for each in drawing.iter() if each.get("class") == "chest"]


def test_nothing_hidden_is_on_a_copied_picture(table):
    """A counter's face is not passed on, though the designer sees it on the table."""
    counter = Trap(kind=TrapKind.COUNTER, at=(5, 3), owner=Team.HOME, content=CounterContent.SPIKED_PIT)
    table.workspace.open_layout(normalise_layout(replace(HALL, traps=(counter,))), None)
    _, drawing = copy(table)
    told = " ".join(text for each in drawing.iter() for text in (each.text or "", *each.attrib.values()))
    assert "spiked" not in told


@pytest.mark.parametrize("text", ["name: Cell\nmap: |\n  ....\n", "```yaml\nname: Cell\nmap: |\n  ....\n```"])
def test_a_pasted_sketch_is_a_dungeon_of_its_own(table, text):
    """A sketch that is pasted into the window is opened, unsaved and without a file."""
    paste(table, text)
    assert table.layout.name == "Cell"
    assert table.workspace.document.path is None


def test_a_pasted_layout_file_is_a_dungeon_of_its_own(table):
    """The other format, too."""
    paste(table, '{"format": "dungeon-layout", "version": 1, "name": "Cell", "chests": [[1, 2]]}')
    assert table.layout == Layout(name="Cell", chests=((1, 2),))


def test_copied_things_are_put_down_in_the_dungeon_that_is_open(table):
    """Copied objects are placed in the dungeon that is open."""
    table.click((12, 2))
    table.key(Qt.Key.Key_C, CONTROL)
    table.hover((12, 8))
    table.key(Qt.Key.Key_V, CONTROL)
    assert table.layout.name == "Hall"
    assert [section.at for section in table.layout.sections] == [(2, 2), (12, 2), (12, 8)]


@pytest.mark.parametrize(
    "text",
    ["hello there", "", "map: [", "{", '{"format": "tiled"}', "map: ...\nfoo: 1", write_sketch(HALL)[:40] + "\x00"],
)
def test_text_that_is_no_dungeon_gets_one_line(table, text):
    """Pasted text that is no dungeon gives one line, and nothing changes."""
    paste(table, text)
    assert table.layout == HALL
    assert len(table.said) == 1
    assert "clipboard" in table.said[0]
    assert "\n" not in table.said[0]


def test_the_picture_of_an_empty_table_is_no_fault(table):
    """There is little to see, but nothing breaks."""
    table.workspace.open_layout(Layout(), None)
    image, _ = copy(table)
    assert not image.isNull()


def test_a_link_is_copied_and_pasted(table):
    """Copy link puts the whole dungeon into one line; pasted, it is a dungeon of its own."""
    table.window.editing.copy_link()
    link = QGuiApplication.clipboard().text()
    assert link.startswith("dungeon:#d=")
    table.workspace.open_layout(Layout(), None)
    paste(table, f"  {link}\n")
    wait_until_read(table)
    assert table.workspace.layout == normalise_layout(HALL)
    paste(table, link[:-9])
    wait_until_read(table)
    assert "its end is missing" in table.said[-1]
    table.workspace.open_layout(normalise_layout(replace(HALL, ruleset="own.toml")), None)
    table.window.editing.copy_link()
    assert "cannot hold the ruleset own.toml" in table.said[-1]
    QGuiApplication.clipboard().clear()


def test_a_link_leads_to_the_page_of_the_season(table, tmp_path):
    """Copy link uses the address of the season that names the dungeon's file."""
    (tmp_path / "season.toml").write_text(
        'name = "Cup"\naddress = "https://club.example/"\nrounds = [{ name = "One", layout = "hall.dungeon.yaml" }]\n'
    )
    table.workspace.open_layout(normalise_layout(HALL), tmp_path / "hall.dungeon.yaml")
    table.window.editing.copy_link()
    assert QGuiApplication.clipboard().text().startswith("https://club.example/hall.html#d=")
    QGuiApplication.clipboard().clear()


def write_hall_sketch(name, squares):
    """Return the text of a hall of so many squares in each row and column."""
    return f"name: {name}\nmap: |\n" + f"  {'.' * squares}\n" * squares


def test_a_long_text_is_read_while_the_window_goes_on(table, monkeypatch):
    """The window does not wait for a dungeon of many squares: it is read in another thread, and then opened."""
    may_read, read, threads = threading.Event(), pasting.read_layout, []

    def slowly(data, name):
        threads.append(threading.current_thread())
        assert may_read.wait(20)
        return read(data, name)

    monkeypatch.setattr(pasting, "read_layout", slowly)
    paste(table, write_hall_sketch("Large", 210))
    assert table.layout == HALL
    assert table.said == ["Reading what is on the clipboard…"]
    table.click((12, 2))  # the window goes on
    assert table.workspace.selection
    may_read.set()
    wait_until_read(table)
    assert table.layout.name == "Large"
    assert len(table.workspace.board) == 210 * 210
    assert threading.main_thread() not in threads


def test_what_is_pasted_is_checked_while_the_window_goes_on(hand, monkeypatch):
    """The rule book reads a pasted dungeon of many squares in another thread, too."""
    check, threads = checker.check_board, []
    monkeypatch.setattr(
        checker, "check_board", lambda *given: threads.append(threading.current_thread()) or check(*given)
    )
    hand.in_front()
    paste(hand, write_hall_sketch("Large", 110))
    wait_until_read(hand)
    hand.qtbot.waitUntil(lambda: hand.workspace.verdict is not None, timeout=60000)
    assert hand.layout.name == "Large"
    assert threads
    assert threading.main_thread() not in threads


def test_what_was_pasted_last_is_opened(table, monkeypatch):
    """A second paste drops the first one, whether it is long or short."""
    may_read, read = threading.Event(), pasting.read_layout
    monkeypatch.setattr(pasting, "read_layout", lambda *given: may_read.wait(20) and read(*given))
    paste(table, write_hall_sketch("First", 120))
    paste(table, write_hall_sketch("Second", 120))
    may_read.set()
    wait_until_read(table)
    assert table.layout.name == "Second"
    may_read.clear()
    paste(table, write_hall_sketch("Third", 120))
    monkeypatch.setattr(pasting, "read_layout", read)
    paste(table, write_hall_sketch("Fourth", 3))
    may_read.set()
    table.qtbot.wait(50)
    assert table.layout.name == "Fourth"


def test_a_long_text_that_is_no_dungeon_gets_one_line(table):
    """A long text that another thread cannot read gives one line as a short one does, and nothing changes."""
    paste(table, "map: [" + "x" * 20_000)
    wait_until_read(table)
    assert table.layout == HALL
    assert "The clipboard holds no dungeon" in table.said[-1]
    assert "\n" not in table.said[-1]


def test_a_large_map_is_drawn_in_another_thread(table, monkeypatch):
    """The window shows that it draws a large board, and then shows it; a small one is there at once."""
    may_draw, draw, threads = threading.Event(), map_drawing.draw, {True: [], False: []}

    def slowly(board, *options, **more):
        is_large = len(board) > map_drawing.MAX_FOREGROUND_SQUARES
        threads[is_large].append(threading.current_thread())
        assert not is_large or may_draw.wait(20)
        return draw(board, *options, **more)

    monkeypatch.setattr(map_drawing, "draw", slowly)
    canvas = table.canvas
    paste(table, write_hall_sketch("Large", 210))
    wait_until_read(table)
    assert not list(canvas.picture.drawing.list_groups("section"))
    assert canvas.is_drawing
    canvas.grab()
    may_draw.set()
    table.qtbot.waitUntil(lambda: not canvas.is_drawing, timeout=20000)
    (floor,) = canvas.picture.drawing.list_groups("section")
    assert len(floor.squares) == 210 * 210
    assert [type(shape).__name__ for shape in floor.shapes] == ["Path"]  # nobody waits for its paving
    assert threads[True]
    assert threading.main_thread() not in threads[True]
    paste(table, write_hall_sketch("Small", 4))
    (floor,) = canvas.picture.drawing.list_groups("section")
    assert len(floor.squares) == 16
    assert threads[False][-1] is threading.main_thread()

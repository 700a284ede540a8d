"""Pictures and dungeons over the clipboard."""

from xml.etree.ElementTree import fromstring

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from dungeon_designer.layout.model import CounterContent, Layout, Section, Team, Trap, TrapKind, normalised
from dungeon_designer.layout.sketch_writer import write_sketch

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HALL = normalised(
    Layout(
        name="Hall",
        sections=(Section(id="A", at=(2, 2), rows=("......",) * 4), Section(id="B", at=(12, 2), rows=("..",) * 2)),
        chests=((3, 3),),
    )
)


@pytest.fixture
def table(laid_out):
    return laid_out(HALL)


def copied(table):
    table.key(Qt.Key.Key_C, CONTROL | SHIFT)
    data = QGuiApplication.clipboard().mimeData()
    return QGuiApplication.clipboard().image(), fromstring(bytes(data.data("image/svg+xml")))  # noqa: S314


def pasted(table, text):
    QGuiApplication.clipboard().setText(text)
    table.key(Qt.Key.Key_V, CONTROL)


def test_the_whole_map_is_copied_as_png_and_svg(table):
    """One key: other programs find a picture and a drawing of the whole map."""
    image, drawing = copied(table)
    assert image.width() == pytest.approx((14 - 2 + 2 * 2.25) * 48, abs=2)
    assert [each for each in drawing.iter() if each.get("class") == "chest"]
    assert "map" in table.said[-1]


def test_what_is_selected_is_copied_alone(table):
    """A picture of one room, without the rest."""
    table.click((12, 2))
    image, drawing = copied(table)
    assert image.width() == pytest.approx((2 + 2 * 2.25) * 48, abs=2)
    assert not [each for each in drawing.iter() if each.get("class") == "chest"]


def test_nothing_hidden_is_on_a_copied_picture(table):
    """A counter's face is not passed on, though the designer sees it on the table."""
    counter = Trap(kind=TrapKind.COUNTER, at=(5, 3), owner=Team.HOME, content=CounterContent.SPIKED_PIT)
    table.workspace.open(normalised(replace(HALL, traps=(counter,))), None)
    _, drawing = copied(table)
    told = " ".join(text for each in drawing.iter() for text in (each.text or "", *each.attrib.values()))
    assert "spiked" not in told


@pytest.mark.parametrize("text", ["name: Cell\nmap: |\n  ....\n", "```yaml\nname: Cell\nmap: |\n  ....\n```"])
def test_a_pasted_sketch_is_a_dungeon_of_its_own(table, text):
    """From a mail into the window: it is opened, unsaved, without a file."""
    pasted(table, text)
    assert table.layout.name == "Cell"
    assert table.workspace.document.path is None


def test_a_pasted_layout_file_is_a_dungeon_of_its_own(table):
    """The other format, too."""
    pasted(table, '{"format": "dungeon-layout", "version": 1, "name": "Cell", "chests": [[1, 2]]}')
    assert table.layout == Layout(name="Cell", chests=((1, 2),))


def test_copied_things_are_put_down_in_the_dungeon_that_is_open(table):
    """What was selected and copied stays a piece."""
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
    """It says so, and nothing changes."""
    pasted(table, text)
    assert table.layout == HALL
    assert len(table.said) == 1
    assert "clipboard" in table.said[0]
    assert "\n" not in table.said[0]


def test_the_picture_of_an_empty_table_is_no_fault(table):
    """There is little to see, but nothing breaks."""
    table.workspace.open(Layout(), None)
    image, _ = copied(table)
    assert not image.isNull()


def test_a_link_is_copied_and_pasted(table):
    """Copy link puts the whole dungeon into one line; pasted, it is a dungeon of its own."""
    table.window.editing.copy_link()
    link = QGuiApplication.clipboard().text()
    assert link.startswith("dungeon:#d=")
    pasted(table, f"  {link}\n")
    assert table.workspace.layout == normalised(HALL)
    pasted(table, link[:-9])
    assert "its end is missing" in table.said[-1]
    table.workspace.open(normalised(replace(HALL, ruleset="own.toml")), None)
    table.window.editing.copy_link()
    assert "cannot hold the ruleset own.toml" in table.said[-1]
    QGuiApplication.clipboard().clear()

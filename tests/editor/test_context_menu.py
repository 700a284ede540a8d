"""The right button: a menu with the arrow in hand, the rubber with tools that draw."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from dungeon_designer.grid import Side
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Portal,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Wall,
    normalise_layout,
)
from dungeon_designer.layout_edits.objects import list_objects

RIGHT = Qt.MouseButton.RightButton
TILES = normalise_layout(
    Layout(
        ruleset="gw-2021",
        sections=(
            Section(id="A", tile="gw-2021/armoury", at=(2, 2)),
            Section(id="B", at=(12, 2), rows=("....",) * 4),
        ),
        chests=((3, 3),),
        portals=(Portal(number=1, at=(4, 4)),),
        doors=(EdgeDoor(at=(12, 3), side=Side.EAST, width=2),),
        terrain=(Terrain(kind=TerrainKind.LAVA, at=(13, 5)),),
        square_doors=(SquareDoor(at=(15, 5)),),
    )
)


@pytest.fixture
def table(laid_out):
    yield laid_out(TILES)
    while QApplication.activePopupWidget() is not None:
        QApplication.activePopupWidget().close()


def open_menu():
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def list_words(of):
    return [action.text().replace("&", "") for action in of.actions() if not action.isSeparator()]


def choose(*path):
    """Choose an entry of the open menu, and of the menus below it, by the arrows and Return."""
    at = open_menu()
    for text in path:
        for _ in at.actions():
            if at.activeAction() is not None and at.activeAction().text().replace("&", "") == text:
                break
            QTest.keyClick(at, Qt.Key.Key_Down)
        action = at.activeAction()
        assert action.text().replace("&", "") == text
        QTest.keyClick(at, Qt.Key.Key_Return)
        at = action.menu() or at


def test_a_right_click_with_the_arrow_takes_nothing_away(table):
    """A right click with the arrow selects the tile with all on it and opens a menu; Esc leaves all as it was."""
    table.click((5, 3), RIGHT)
    assert table.layout == TILES
    assert {"Rotate a quarter", "Flip", "Swap the tile for", "Delete", "Duplicate", "Properties"} <= set(
        list_words(open_menu())
    )
    assert len(table.workspace.selection) == 3
    QTest.keyClick(open_menu(), Qt.Key.Key_Escape)
    assert (table.layout, table.steps) == (TILES, 0)


def test_delete_from_the_menu_means_the_one_thing(table):
    """A right click on a chest among others means that chest; its tile stays."""
    table.click((3, 3), RIGHT)
    choose("Delete")
    assert table.layout == replace(TILES, chests=())


def test_a_menu_within_a_selection_means_all_of_it(table):
    """A right click in a selection keeps it selected, and the menu rotates it as a whole."""
    table.workspace.select_objects([thing for thing in list_objects(TILES) if thing.field in ("chests", "portals")])
    table.click((3, 3), RIGHT)
    assert len(table.workspace.selection) == 2
    choose("Delete")
    assert (table.layout.chests, table.layout.portals) == ((), ())


def test_the_kind_is_changed(table):
    """A drawn room becomes an end zone with a side; lava becomes water; each is one step."""
    table.click((14, 4), RIGHT)
    choose("Kind", "End zone")
    (room,) = [section for section in table.layout.sections if not section.tile]
    assert (room.kind, room.side) == (SectionKind.END_ZONE, Team.HOME)
    table.click((13, 5), RIGHT)
    choose("Kind", "Water")
    assert [each.kind for each in table.layout.terrain] == [TerrainKind.WATER]
    assert table.steps == 2


def test_a_tile_is_swapped(table):
    """Another tile of the same set and size stands in its place, as one step, and is selected."""
    table.click((5, 3), RIGHT)
    (swap,) = [action for action in open_menu().actions() if action.text().replace("&", "") == "Swap the tile for"]
    name = list_words(swap.menu())[0]
    choose("Swap the tile for", name)
    tile = next(section for section in table.layout.sections if section.tile)
    assert table.workspace.library.get(tile.tile).name == name
    assert tile.tile != "gw-2021/armoury"
    assert (tile.at, table.steps) == ((2, 2), 1)
    assert table.layout.chests == TILES.chests


def test_a_square_door_is_opened(table):
    """Open or shut, whichever it is not."""
    table.click((15, 5), RIGHT)
    choose("Open the door")
    assert table.layout.square_doors == (SquareDoor(at=(15, 5), open=True),)


def test_properties_take_the_keyboard(table):
    """The dock comes to the front and one types at once."""
    table.click((14, 4), RIGHT)
    choose("Properties")
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "Sewer")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert [section.name for section in table.layout.sections] == ["", "Sewer"]


def test_paste_here(table):
    """Paste here places what was copied on the square that was clicked; rock has a menu, too."""
    table.click((3, 3))
    table.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    table.click((14, 3), RIGHT)
    choose("Paste here")
    assert set(table.layout.chests) == {(3, 3), (14, 3)}
    table.click((25, 10), RIGHT)
    assert {"Paste here", "Select all", "Zoom to fit", "Properties"} <= set(list_words(open_menu()))


def test_the_menu_key(table):
    """The keyboard opens the menu of what is selected."""
    table.click((3, 3))
    table.key(Qt.Key.Key_Menu)
    if QApplication.activePopupWidget() is None:  # only a real keyboard's key makes Qt ask for the menu
        place = table.middle((3, 3))
        ask = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, table.canvas.mapToGlobal(place))
        QApplication.sendEvent(table.canvas, ask)
    choose("Delete")
    assert table.layout.chests == ()


def test_the_rubber_takes_one_thing_at_a_time(table):
    """With a drawing tool: the door it is near, the thing on top, then the floor of a drawn room."""
    table.workspace.edit_without_symmetry("x", replace(TILES, walls=(Wall(at=(14, 3), side=Side.EAST),)))
    table.window.select_tool("paint")
    QTest.mouseClick(table.canvas, RIGHT, pos=table.pixel(13.05, 3.5))
    assert table.layout.doors == ()
    QTest.mouseClick(table.canvas, RIGHT, pos=table.pixel(14.95, 3.5))
    assert table.layout.walls == ()
    table.click((13, 5), RIGHT)
    assert table.layout.terrain == ()
    table.click((13, 5), RIGHT)
    assert sum(len(section.squares) for section in table.layout.sections if not section.tile) == 15


def test_the_rubber_leaves_a_tile_that_bears_something(table):
    """A tile with a chest and a portal stays and says why; a bare one is lifted."""
    table.window.select_tool("chest")
    table.click((5, 4), RIGHT)
    assert table.layout == TILES
    assert "objects lie on this tile" in table.said[-1].lower()
    for square in ((3, 3), (4, 4), (5, 4)):
        table.click(square, RIGHT)
    assert [section.id for section in table.layout.sections] == ["B"]

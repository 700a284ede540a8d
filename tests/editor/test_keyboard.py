"""The map by keys alone: its cursor, drawing with it, walking through what lies there, and what is said aloud."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.actions import MAP_KEYS
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.grid import list_block_squares
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Portal,
    Section,
    SectionKind,
    Side,
    TerrainKind,
    Wall,
    normalise_layout,
)

KEY, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
HALL = normalise_layout(
    Layout(
        ruleset="naf-2019",
        sections=(
            Section(id="A", at=(2, 2), rows=("......",) * 6, name="Great hall"),
            Section(id="B", at=(8, 2), rows=("......",) * 6),
        ),
        chests=((3, 3),),
        portals=(Portal(number=1, at=(10, 4)),),
        doors=(EdgeDoor(at=(7, 4), side=Side.EAST, width=2),),
    )
)


@pytest.fixture
def table(hand, laid_out):
    hand.canvas._hide_cursor()
    yield laid_out(HALL)
    hand.canvas._hide_cursor()


def press_keys(table, *pressed, held=NONE):
    for key in pressed:
        table.key(key, held)


def go(table, square):
    """Move the cursor to a square by arrows, with Ctrl, so that nothing is moved."""
    if place(table) is None:
        table.key(KEY.Key_Right, CONTROL)
    for axis, (less, more) in enumerate(((KEY.Key_Left, KEY.Key_Right), (KEY.Key_Up, KEY.Key_Down))):
        while (way := square[axis] - place(table)[axis]) != 0:
            table.key(more if way > 0 else less, CONTROL)


def place(table):
    cursor = table.canvas.key_cursor
    return cursor.square if cursor else None


def test_arrows_move_a_cursor(table):
    """The first key shows the cursor, the next move it; the paper follows; the mouse takes over when it moves."""
    press_keys(table, KEY.Key_Right)
    start = place(table)
    assert table.canvas.is_in_view(start)
    press_keys(table, KEY.Key_Right, KEY.Key_Right, KEY.Key_Down, KEY.Key_Left, KEY.Key_Up, KEY.Key_Up)
    assert place(table) == (start[0] + 1, start[1] - 1)
    for _ in range(60):
        press_keys(table, KEY.Key_Right)
    assert table.canvas.is_in_view(place(table))
    for _ in range(120):
        press_keys(table, KEY.Key_Left)
    assert place(table)[0] < 0  # past the rim of the grid, where one may draw, too
    assert table.canvas.is_in_view(place(table))
    table.canvas.scroll_to(((5, 5),))
    table.hover((5, 5))
    assert place(table) is None
    assert table.window.pointer_label.toolTip().startswith("(5, 5)")


def test_the_cursor_is_seen(table):
    """The square of the cursor is framed on the map, and no other is."""
    go(table, (20, 10))
    with_cursor = table.canvas.grab().toImage()
    go(table, (22, 10))
    corner = table.pixel(20, 10)
    box = (corner.x(), corner.y(), 25, 25)
    assert with_cursor.copy(*box) != table.canvas.grab().toImage().copy(*box)


def test_a_room_is_drawn_by_keys(table):
    """Shift and arrows drag the room tool, Enter ends it: a corridor of six by two, one step of the history."""
    press_keys(table, KEY.Key_K)
    go(table, (16, 10))
    for _ in range(5):
        press_keys(table, KEY.Key_Right, held=SHIFT)
    press_keys(table, KEY.Key_Down, held=SHIFT)
    assert table.canvas.tool.preview.label == "6 × 2 = 12"
    press_keys(table, KEY.Key_Return)
    (new,) = [section for section in table.layout.sections if section.kind is SectionKind.CORRIDOR]
    assert set(new.squares) == set(list_block_squares((16, 10), (6, 2)))
    assert table.steps == 1
    assert not table.canvas.tool.is_active


def test_a_drag_by_keys_goes_on_without_shift_and_is_taken_back(table):
    """Arrows alone go on with a drag once it is begun, no shortcut tears it, and Esc takes it back."""
    press_keys(table, KEY.Key_M)
    go(table, (16, 10))
    press_keys(table, KEY.Key_Right, held=SHIFT)
    press_keys(table, KEY.Key_Right, KEY.Key_Down)
    press_keys(table, KEY.Key_C)
    assert table.canvas.tool.preview.label == "3 × 2 = 6"
    table.hover((3, 3))
    assert table.canvas.tool.is_active
    press_keys(table, KEY.Key_Escape)
    assert (table.layout, table.steps) == (HALL, 0)
    assert place(table) == (18, 11)


@pytest.mark.parametrize("use", [KEY.Key_Return, KEY.Key_Enter, KEY.Key_Space])
def test_the_tool_is_used_at_the_cursor(table, use):
    """Enter and Space put a chest down where the cursor is."""
    press_keys(table, KEY.Key_C)
    go(table, (12, 6))
    press_keys(table, use)
    assert (12, 6) in table.layout.chests
    assert table.steps == 1


def test_ground_is_dragged_and_rubbed_out_by_keys(table):
    """A stroke of lava with Shift and arrows; Backspace rubs out one square of it."""
    press_keys(table, KEY.Key_V)
    go(table, (4, 6))
    press_keys(table, KEY.Key_Right, KEY.Key_Right, held=SHIFT)
    press_keys(table, KEY.Key_Space)
    assert {each.at for each in table.layout.terrain if each.kind is TerrainKind.LAVA} == {(4, 6), (5, 6), (6, 6)}
    press_keys(table, KEY.Key_Backspace)
    assert {each.at for each in table.layout.terrain} == {(4, 6), (5, 6)}


def test_walls_and_doors_by_keys(table):
    """Alt and an arrow point at a border: Enter puts a wall or a door there, Shift and arrows a longer one."""
    press_keys(table, KEY.Key_W)
    go(table, (4, 4))
    press_keys(table, KEY.Key_Right, held=ALT)
    press_keys(table, KEY.Key_Down, held=SHIFT)
    press_keys(table, KEY.Key_Return)
    assert table.layout.walls == (Wall(at=(4, 4), side=Side.EAST, width=2),)
    press_keys(table, KEY.Key_D)
    go(table, (7, 4))
    press_keys(table, KEY.Key_Return)
    assert table.layout.doors == ()
    press_keys(table, KEY.Key_Return)
    assert table.layout.doors == (EdgeDoor(at=(7, 4), side=Side.EAST, width=2),)


def test_a_frame_by_keys(table):
    """With the arrow in hand Shift and arrows draw a frame, even from inside a room; what it holds is selected."""
    go(table, (2, 2))
    press_keys(table, KEY.Key_Right, KEY.Key_Right, KEY.Key_Down, KEY.Key_Down, held=SHIFT)
    press_keys(table, KEY.Key_Return)
    assert [thing.value for thing in table.workspace.selection] == [(3, 3)]
    assert table.layout == HALL


def test_what_is_selected_is_nudged_and_the_cursor_goes_along(table):
    """Arrows nudge the selection as they always did; Ctrl and arrows move the cursor alone."""
    go(table, (3, 3))
    press_keys(table, KEY.Key_Return)
    press_keys(table, KEY.Key_Right)
    assert (table.layout.chests, place(table)) == (((4, 3),), (4, 3))
    press_keys(table, KEY.Key_Right, held=CONTROL)
    assert (table.layout.chests, place(table)) == (((4, 3),), (5, 3))
    press_keys(table, KEY.Key_Escape)
    press_keys(table, KEY.Key_Right)
    assert (table.layout.chests, place(table)) == (((4, 3),), (6, 3))


def test_a_tile_is_laid_by_keys(table):
    """Arrows bring the tile to its place, R turns it there, Enter lays it."""
    table.window.select_tile(table.workspace.library.get("gw-2021/armoury"))
    go(table, (17, 10))
    press_keys(table, KEY.Key_Right, KEY.Key_Down)
    press_keys(table, KEY.Key_Return)
    (laid,) = [section for section in table.layout.sections if section.tile]
    assert laid.at == (17, 9)


def test_tab_goes_through_the_things_and_on(table):
    """Tab selects one thing after the other by rows, hidden ones left out, and leaves the map after the last."""
    seen = []
    for _ in range(5):
        press_keys(table, KEY.Key_Tab)
        if not table.canvas.hasFocus():
            break
        seen.append({thing.field for thing in table.workspace.selection})
    assert [("sections" in fields, sorted(fields)[0]) for fields in seen] == [
        (True, "chests"),
        (True, "portals"),
        (False, "chests"),
        (False, "doors"),
        (False, "portals"),
    ]
    assert place(table) == (10, 4)
    press_keys(table, KEY.Key_Backtab, held=SHIFT)
    assert place(table) == (7, 4)
    press_keys(table, KEY.Key_Tab, KEY.Key_Tab)
    assert not table.canvas.hasFocus()


def test_tab_begins_at_the_cursor(table):
    """The first Tab selects what comes after the cursor by rows; beyond the last thing it begins with the first."""
    go(table, (7, 4))
    press_keys(table, KEY.Key_Tab)
    assert {thing.field for thing in table.workspace.selection} == {"doors"}
    press_keys(table, KEY.Key_Escape)
    go(table, (20, 15))
    press_keys(table, KEY.Key_Tab)
    assert place(table) == (2, 2)


def test_f6_brings_the_keys_to_the_map_and_on(table):
    """F6 from a dock gives the map the keys and shows its cursor; once more they go on."""
    table.window.palette_dock.search.setFocus()
    QTest.keyClick(table.window.palette_dock.search, KEY.Key_F6)
    assert table.canvas.hasFocus()
    assert place(table) is not None
    press_keys(table, KEY.Key_F6)
    assert not table.canvas.hasFocus()


def test_what_is_at_the_cursor_is_told(table, monkeypatch):
    """Place and things stand in the status bar, are the value of the map's accessible object, and are announced."""
    told = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: told.append(getattr(event, "message", str)()))
    go(table, (3, 3))
    assert table.window.pointer_label.toolTip().startswith("(3, 3)  chest; Great hall")
    words = QAccessible.queryAccessibleInterface(table.canvas).text(QAccessible.Text.Value)
    assert words.startswith("(3, 3): chest; Great hall")
    assert words in told
    go(table, (7, 4))
    assert "door east" in table.canvas.description
    go(table, (0, 0))
    assert table.canvas.description.startswith("(0, 0): rock")
    press_keys(table, KEY.Key_C)
    go(table, (1, 0))
    press_keys(table, KEY.Key_Return)
    assert "There is no floor here." in told


def test_another_tool_in_hand_says_what_it_would_do_at_the_cursor(table):
    """A tool says what it would do at the cursor as soon as it is selected; the status bar names only the square."""
    go(table, (0, 0))
    press_keys(table, KEY.Key_V)
    assert table.canvas.description == "(0, 0): rock; there is no floor here"
    assert table.window.pointer_label.text() == "(0, 0)  rock"
    press_keys(table, KEY.Key_S)
    assert table.canvas.description == "(0, 0): rock"


def test_the_map_is_an_object_of_its_own(table):
    """A screen reader meets a canvas with a name and a description."""
    go(table, (10, 4))
    interface = QAccessible.queryAccessibleInterface(table.canvas)
    assert interface.role() == QAccessible.Role.Canvas
    assert interface.text(QAccessible.Text.Name) == "The map"
    assert "portal 1" in interface.text(QAccessible.Text.Description)


def test_the_keys_of_the_map_stand_in_the_shortcuts(table):
    """The dialog of shortcuts lists the keys nobody can change, with what they do."""
    dialog = ShortcutsDialog(table.window.actions_, table.window)
    rows = {
        (dialog.table.item(row, 1).text(), dialog.table.item(row, 0).text())
        for row in range(dialog.table.rowCount())
        if dialog.table.item(row, 1) is not None
    }
    assert rows == set(MAP_KEYS.items())
    dialog.deleteLater()


def test_space_and_the_mouse_still_move_the_paper(table):
    """Space held while the mouse drags moves the paper, and puts nothing down when it goes up."""
    press_keys(table, KEY.Key_C)
    go(table, (12, 6))
    view = table.canvas.view
    QTest.keyPress(table.canvas, KEY.Key_Space)
    table.drag((4, 4), (6, 6))
    QTest.keyRelease(table.canvas, KEY.Key_Space)
    assert table.canvas.view != view
    assert table.layout == HALL


def test_a_dungeon_opened_forgets_the_cursor(table):
    """Another dungeon begins without a cursor, and a drag by keys on the one before does not go on."""
    press_keys(table, KEY.Key_M)
    go(table, (16, 10))
    press_keys(table, KEY.Key_Right, held=SHIFT)
    table.workspace.document.mark_saved()
    table.workspace.open_layout(HALL, None)
    assert place(table) is None
    press_keys(table, KEY.Key_Return)
    assert table.layout == HALL
    assert QApplication.focusWidget() is table.canvas

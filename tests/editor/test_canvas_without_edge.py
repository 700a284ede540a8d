"""A canvas without an edge: what is drawn beyond the left or the upper rim of the grid moves the dungeon into it."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from dungeon_designer.editor.canvas.viewport import CursorPosition, Viewport
from dungeon_designer.editor.tools.floor_tools import FillTool, PaintTool, RoomTool, TileTool
from dungeon_designer.editor.tools.object_tools import LabelTool
from dungeon_designer.editor.tools.select import SelectTool
from dungeon_designer.editor.tools.tool import Pointer
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import Layout, Portal, Section, SectionKind, Terrain, TerrainKind, normalise_layout
from dungeon_designer.layout.transforms import list_corners
from dungeon_designer.layout_edits.grid_offset import move_into_grid, shift_layout
from dungeon_designer.layout_edits.objects import ObjectRef, find_section_contents, find_tile_sizes
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry

HALL = normalise_layout(
    Layout(
        ruleset="naf-2019",
        sections=(Section(id="A", at=(0, 1), rows=("....",) * 4), Section(id="B", at=(6, 1), rows=("...",) * 4)),
        chests=((1, 2),),
        portals=(Portal(number=1, at=(2, 3)),),
        terrain=(Terrain(kind=TerrainKind.LAVA, at=(7, 2)),),
    )
)
SHIFT = 40
TOOLS = {
    "room": lambda workspace: RoomTool(workspace, SectionKind.ROOM),
    "paint": PaintTool,
    "label": LabelTool,
    "tile": lambda workspace: TileTool(workspace, workspace.library.get("gw-2021/end-zone")),
    "select": SelectTool,
    "fill with lava": lambda workspace: create_fill_tool(workspace, TerrainKind.LAVA),
    "fill with a corridor": lambda workspace: create_fill_tool(workspace, SectionKind.CORRIDOR),
}


def create_fill_tool(workspace, filling):
    """Return the tool that fills with terrain or with a kind of section."""
    workspace.filling = filling
    return FillTool(workspace)


def point_at(square):
    """Return a pointer at the middle of a square."""
    return Pointer(square, square[0] + 0.5, square[1] + 0.5)


def drag(workspace, name, squares, offset):
    """Drag a tool over squares that are moved by an offset, and return the layout afterwards."""
    tool = TOOLS[name](workspace)
    path = [point_at((x + offset, y + offset)) for x, y in squares]
    tool.handle_hover(path[0])
    tool.handle_press(path[0])
    for pointer in path[1:]:
        tool.handle_drag(pointer)
    tool.handle_release(path[-1])
    tool.deactivate()
    return workspace.layout


def open_workspace(layout, mode):
    """Return a workspace with a layout and a symmetry about the middle of the two rooms, wherever they lie."""
    workspace = Workspace()
    workspace.open_layout(layout, None)
    squares = [square for section in layout.sections for square in section.squares]
    workspace.set_symmetry(build_symmetry(mode, squares) if mode is not SymmetryMode.OFF else Symmetry())
    return workspace


SQUARES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


@given(st.sampled_from(sorted(TOOLS)), st.sampled_from(list(SymmetryMode)), st.lists(SQUARES, min_size=1, max_size=3))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_edit_past_the_edge_equals_that_edit_on_a_dungeon_that_was_moved_before(qapp, name, mode, squares):
    """A gesture beyond the rim is the gesture on the dungeon moved away from the rim, moved back; undo restores all."""
    near = open_workspace(HALL, mode)
    far = open_workspace(shift_layout(HALL, (SHIFT, SHIFT), near.library), mode)
    symmetry = near.symmetry
    after_near, after_far = drag(near, name, squares, 0), drag(far, name, squares, SHIFT)
    corners = list(list_corners(after_near, find_tile_sizes(after_near, near.library)))
    assert min(min(corner) for corner in corners) >= 0
    back = shift_layout(after_far, (-SHIFT, -SHIFT), near.library)
    assert after_near == move_into_grid(back, near.library)
    assert near.document.stack.count() <= 1
    near.document.stack.undo()
    assert (near.layout, near.symmetry) == (HALL, symmetry)


@pytest.fixture
def table(hand):
    """The hall at the rim of the grid, with room beyond the rim on the screen."""
    hand.workspace.open_layout(HALL, None)
    hand.canvas.show_view(Viewport(24, -240, -240))
    return hand


def test_what_holds_squares_moves_along_and_the_view_stays(table):
    """Axis, marks, selection, traced picture, cursor and view move with the dungeon, and an undo moves them back."""
    workspace, canvas = table.workspace, table.canvas
    workspace.set_symmetry(build_symmetry(SymmetryMode.TOP_BOTTOM, [(0, 1), (8, 4)]))
    workspace.set_traced_picture(TracedPicture(Path("scan.png"), QImage(4, 4, QImage.Format.Format_RGB32), 1.0, 2.0))
    workspace.select_objects([ObjectRef("chests", (1, 2))])
    workspace.mark_squares([(1, 2)])
    symmetry, view = workspace.symmetry, canvas.view
    chest_pixel = view.find_pixel(1, 2)
    table.window.select_tool("draw-room")
    table.drag((-5, 2), (-3, 3))
    assert (6, 2) in table.layout.chests
    assert canvas.view.find_pixel(6, 2) == chest_pixel
    assert workspace.symmetry.middle == (symmetry.middle[0] + 10, symmetry.middle[1])
    assert workspace.traced_picture.left == 6.0
    assert workspace.selection == frozenset([ObjectRef("chests", (6, 2))])
    assert workspace.marked_squares == ((6, 2),)
    assert table.steps == 1
    table.undo()
    assert (table.layout, canvas.view, workspace.symmetry) == (HALL, view, symmetry)
    assert workspace.selection == frozenset([ObjectRef("chests", (1, 2))])
    assert (workspace.traced_picture.left, workspace.marked_squares) == (1.0, ((1, 2),))


@pytest.mark.parametrize(("tool", "start", "end"), [("draw-room", (-5, 2), (-3, 3)), ("paint", (-2, -3), (-4, -3))])
def test_the_ghost_stays_at_the_pointer_when_the_dungeon_moves(table, tool, start, end):
    """After a drag past the rim the preview of the next one is at the pointer, though the squares have new numbers."""
    table.window.select_tool(tool)
    pixel = table.middle(end)
    table.drag(start, end)
    square_at_pixel = table.canvas.view.find_square(pixel.x(), pixel.y())
    assert square_at_pixel != end
    assert table.canvas.pointer.square == square_at_pixel
    preview = table.canvas.tool.preview
    assert set(preview.squares) | set(preview.wrong_squares) <= {square_at_pixel}
    table.undo()
    preview = table.canvas.tool.preview
    assert table.canvas.pointer.square == end
    assert set(preview.squares) | set(preview.wrong_squares) <= {end}


@pytest.mark.parametrize("action", ["turn", "flip", "paste"])
def test_rotating_flipping_and_pasting_beyond_the_rim(table, action):
    """What is rotated, flipped or pasted past the rim is selected afterwards, and nothing lies off the grid."""
    workspace = table.workspace
    section = workspace.layout.sections[0]
    workspace.select_objects(find_section_contents(workspace.layout, section, workspace.library))
    if action == "paste":
        table.window.editing.copy_selection()
        table.window.editing.paste_at((-6, -3))
        assert (7, 5) in table.layout.chests
        assert (1, 1) in table.layout.chests
    else:
        table.window.actions_[action].trigger()
    assert workspace.selection
    assert all(ref.value in getattr(table.layout, ref.field) for ref in workspace.selection)
    assert min(min(corner) for corner in list_corners(table.layout, {})) >= 0
    table.undo()
    assert table.layout == HALL


def test_a_drag_past_the_rim_by_keys(table):
    """The keyboard's cursor goes past the rim and draws there; it then stands where it stood on the screen."""
    table.window.select_tool("paint")
    table.canvas.setFocus()
    table.canvas._move_cursor(CursorPosition((0, 0)))
    table.key(Qt.Key.Key_Left)
    pixel = table.canvas.view.find_pixel(*table.canvas.key_cursor.point)
    table.key(Qt.Key.Key_Return)
    assert len(table.layout.sections) == 3
    assert table.canvas.view.find_pixel(*table.canvas.key_cursor.point) == pixel


def test_a_room_is_resized_past_the_rim(table):
    """The left handle of a room at the rim is dragged on to the left."""
    section = table.layout.sections[0]
    table.workspace.select_objects([ObjectRef("sections", section)])
    tool = SelectTool(table.workspace)
    tool.handle_press(Pointer((0, 3), 0.0, 3.0, scale=32))
    tool.handle_drag(Pointer((-3, 3), -3.0, 3.0, scale=32))
    tool.handle_release(Pointer((-3, 3), -3.0, 3.0, scale=32))
    assert len(table.layout.sections[0].rows[0]) == 7
    assert table.layout.sections[0].at == (0, 1)
    assert table.layout.chests == ((4, 2),)


def test_a_cancelled_gesture_beyond_the_rim_leaves_everything(table):
    """Esc in mid-drag restores the dungeon, the view and the grid."""
    view = table.canvas.view
    table.window.select_tool("draw-room")
    table.drag((-5, -5), (-3, -3), cancel=True)
    assert (table.layout, table.canvas.view) == (HALL, view)
    assert not table.workspace.is_off_grid


RING = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", rows=("....", ".##.", ".##.", "....")),)))


def test_a_filling_whose_mirrored_copy_lies_past_the_rim(hand):
    """The hole of a room at the rim is filled; its copy beyond an axis at the rim is, too, and undo restores all."""
    hand.workspace.open_layout(RING, None)
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (-3, 3))  # the rim of the grid lies one square right of the axis
    hand.workspace.set_symmetry(symmetry)
    hand.canvas.show_view(Viewport(24, -240, -240))
    create_fill_tool(hand.workspace, SectionKind.CORRIDOR)
    hand.window.select_tool("fill")
    view = hand.canvas.view
    hand.click((1, 1))
    assert hand.steps == 1
    corridors = sorted(section.at for section in hand.layout.sections if section.kind is SectionKind.CORRIDOR)
    assert corridors == [(0, 1), (6, 1)]
    assert min(min(corner) for corner in list_corners(hand.layout, {})) == 0
    assert hand.workspace.symmetry.middle == (7, 3)
    hand.undo()
    assert (hand.layout, hand.canvas.view, hand.workspace.symmetry) == (RING, view, symmetry)


def test_a_fill_beyond_the_rim_gives_the_true_reason(hand):
    """Rock beyond the rim is not enclosed, and that is what the tool says."""
    hand.workspace.open_layout(RING, None)
    hand.canvas.show_view(Viewport(24, -240, -240))
    create_fill_tool(hand.workspace, SectionKind.CORRIDOR)
    hand.window.select_tool("fill")
    hand.hover((-3, -2))
    assert hand.canvas.tool.preview.label == "nothing encloses this rock: draw a room instead"
    hand.click((-3, -2))
    assert (hand.layout, hand.steps) == (RING, 0)


def test_a_dungeon_never_reaches_past_the_last_coordinate(table):
    """A gesture that would make the dungeon wider than the grid is refused with the reason."""
    workspace, messages = table.workspace, []
    workspace.message_sent.connect(messages.append)
    far = normalise_layout(Layout(sections=(Section(id="A", at=(9996, 0), rows=("....",)),)))
    workspace.open_layout(far, None)
    drag(workspace, "room", [(-2, 0), (-1, 0)], 0)
    assert workspace.layout == far
    assert set(messages) == {"a dungeon is at most 10000 squares wide and high"}

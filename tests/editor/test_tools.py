"""Each tool, by mouse and keyboard, as a person uses it."""

import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from dungeon_designer.editor.pieces import PIECE_BY_ID
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    ObstacleKind,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    Side,
    Team,
    Terrain,
    TerrainKind,
    TrapKind,
    list_teams,
    normalise_layout,
)
from dungeon_designer.layout_edits.objects import ObjectRef
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry
from tests.soak import sample, soak

HALL = normalise_layout(Layout(ruleset="naf-2019", sections=(Section(id="A", at=(2, 2), rows=("......",) * 6),)))
TWO = normalise_layout(
    Layout(
        ruleset="gw-2021",
        sections=(Section(id="A", at=(2, 2), rows=("....",) * 4), Section(id="B", at=(6, 2), rows=("....",) * 4)),
    )
)


@pytest.fixture
def hall(hand):
    hand.workspace.open_layout(HALL, None)
    return hand


def test_a_room_is_dragged_out(hand):
    """Dragging a rectangle makes one section of the kind in hand, as one step."""
    hand.window.select_tool("draw-corridor")
    hand.drag((3, 3), (5, 4), (8, 5))
    (section,) = hand.layout.sections
    assert (section.kind, section.at, section.rows) == (SectionKind.CORRIDOR, (3, 3), ("......",) * 3)
    assert hand.steps == 1


def test_esc_takes_a_gesture_back(hand):
    """Esc in the middle of a drag leaves the layout and the history as they were."""
    before = hand.layout
    hand.window.select_tool("draw-room")
    hand.drag((3, 3), (8, 8), cancel=True)
    assert hand.layout == before
    assert hand.steps == 0


def test_end_zones_take_sides(hall):
    """The first end zone is home's, the next away's, over drawn floor too."""
    hall.window.select_tool("draw-end_zone")
    hall.drag((2, 2), (3, 4))
    hall.drag((6, 2), (7, 4))
    zones = [section for section in hall.layout.sections if section.kind is SectionKind.END_ZONE]
    assert [(zone.side, len(zone.squares)) for zone in zones] == [(Team.HOME, 6), (Team.AWAY, 6)]
    assert sum(len(section.squares) for section in hall.layout.sections) == 36


def test_paint_makes_a_room_larger(hall):
    """A stroke begun on a room adds to it; begun on rock it makes a new one."""
    hall.window.select_tool("paint")
    hall.drag((7, 3), (8, 3), (9, 3))
    hall.drag((12, 3), (13, 3))
    assert [len(section.squares) for section in hall.layout.sections] == [38, 2]


def test_erase_takes_floor_and_what_lies_on_it(hall):
    """Rubbing out removes squares, chests on them and doors at them."""
    hall.workspace.edit_without_symmetry(
        "x", replace(hall.layout, chests=((2, 2), (5, 5)), doors=(EdgeDoor(at=(2, 2), side=Side.EAST),))
    )
    hall.window.select_tool("erase")
    hall.drag((2, 2), (2, 3))
    assert len(hall.layout.sections[0].squares) == 34
    assert hall.layout.chests == ((5, 5),)
    assert hall.layout.doors == ()


def test_a_right_click_rubs_out_the_thing_before_the_floor(hall):
    """With a tool that draws a right click clears what lies on a square, and only the next one its floor."""
    hall.workspace.edit_without_symmetry("x", replace(hall.layout, chests=((3, 3),)))
    hall.window.select_tool("paint")
    hall.click((3, 3), Qt.MouseButton.RightButton)
    assert hall.layout.chests == ()
    assert len(hall.layout.sections[0].squares) == 36
    hall.click((3, 3), Qt.MouseButton.RightButton)
    assert len(hall.layout.sections[0].squares) == 35


def test_walls_go_up_and_down(hall):
    """A drag along a line of borders builds a wall; a click on it takes that piece away."""
    hall.window.select_tool("wall")
    first, last = hall.pixel(4.98, 3.5), hall.pixel(4.98, 5.5)
    from PySide6.QtTest import QTest

    QTest.mousePress(hall.canvas, Qt.MouseButton.LeftButton, pos=first)
    QTest.mouseMove(hall.canvas, last)
    QTest.mouseRelease(hall.canvas, Qt.MouseButton.LeftButton, pos=last)
    (wall,) = hall.layout.walls
    assert (wall.at, wall.side, wall.width) == ((4, 3), Side.EAST, 3)
    hall.click_at(4.98, 4.5)
    assert [(wall.at, wall.width) for wall in hall.layout.walls] == [((4, 3), 1), ((4, 5), 1)]


def test_a_door_is_centred_on_its_junction(hand):
    """A click where two sections meet hangs a door of the book's width in the middle; a click on it takes it away."""
    hand.workspace.open_layout(TWO, None)
    hand.window.select_tool("door")
    assert len(hand.canvas.tool.preview.candidate_edges) == 4
    hand.click_at(5.98, 2.5)
    assert hand.layout.doors == (EdgeDoor(at=(5, 3), side=Side.EAST, width=2),)
    hand.click_at(5.98, 3.5)
    assert hand.layout.doors == ()


def test_chests_say_why_not(hall):
    """Chest squares are lit; another chest too near says which rule it breaks, and may be laid all the same."""
    hall.window.select_tool("chest")
    hall.hover((3, 3))
    assert (3, 3) in hall.canvas.tool.preview.lit_squares
    hall.click((3, 3))
    hall.hover((4, 4))
    assert "chest-spacing" in hall.canvas.tool.preview.label
    hall.click((4, 4))
    hall.click((0, 0))
    assert hall.layout.chests == ((3, 3), (4, 4))


def test_portals_take_the_next_free_number(hall):
    """Numbers count up, and a freed one is taken again."""
    hall.window.select_tool("portal")
    for square in ((2, 2), (5, 2), (7, 2)):
        hall.click(square)
    hall.click((5, 2), Qt.MouseButton.RightButton)
    hall.click((5, 5))
    assert [(portal.number, portal.at) for portal in hall.layout.portals] == [(1, (2, 2)), (2, (5, 5)), (3, (7, 2))]


@soak
@pytest.mark.parametrize("kind", sample([*TerrainKind, *ObstacleKind], 5))
def test_ground_is_painted_square_by_square(hall, kind):
    """Every terrain and obstacle can be dragged over floor, and only over floor."""
    hall.window.select_tool(kind.value)
    hall.drag((6, 3), (7, 3), (9, 3))
    placed = hall.layout.terrain if isinstance(kind, TerrainKind) else hall.layout.obstacles
    assert [(each.kind, each.at) for each in placed] == [(kind, (6, 3)), (kind, (7, 3))]
    assert hall.steps == 1


@soak
@pytest.mark.parametrize(
    "name", sample([name for name in PIECE_BY_ID if name.startswith(("counter", "trapdoor", "open", "spiked"))], 6)
)
def test_every_trap_can_be_laid(hall, name):
    """A click lays the trap in hand with all that belongs to it; a counter of any side that plays."""
    hall.workspace.open_layout(replace(hall.layout, sides=list_teams(6)), None)
    hall.window.select_tool(name)
    hall.click((4, 4))
    (trap,) = hall.layout.traps
    assert trap.at == (4, 4)
    assert trap.size == ((2, 2) if name == "trapdoor-2" else (1, 1))
    assert (trap.kind is TrapKind.COUNTER) == (trap.owner is not None) == (trap.content is not None)


def test_square_doors_open_at_a_second_click(hall):
    """The first click hangs a shut door, the next opens it."""
    hall.window.select_tool("square-door")
    hall.click((4, 4))
    assert not hall.layout.square_doors[0].open
    hall.click((4, 4))
    assert hall.layout.square_doors[0].open


def test_square_doors_light_thin_walls_and_cut_them_through(hand):
    """A wall one square thick lights up, and a click hangs a door in it; thick rock takes none."""
    hand.workspace.open_layout(Layout(sections=(Section(id="A", rows=("..#..",) * 3),)), None)
    hand.window.select_tool("square-door")
    assert set(hand.canvas.tool.preview.lit_squares) == {(2, 0), (2, 1), (2, 2)}
    hand.click((2, 1))
    hand.click((8, 8))
    assert [door.at for door in hand.layout.square_doors] == [(2, 1)]
    assert (2, 1) in hand.workspace.board.squares


def test_leap_edges_stand_at_hazards(hall):
    """The rim of a hazard lights up, and a click marks it."""
    hall.window.select_tool("chasm")
    hall.click((4, 4))
    hall.window.select_tool("leap")
    assert len(hall.canvas.tool.preview.candidate_edges) == 4
    hall.click_at(4.98, 4.5)
    assert [(run.at, run.side) for run in hall.layout.leap_edges] == [((4, 4), Side.EAST)]


def test_machines(hand):
    """A click makes a room turn, Shift joins another; a drag lays a ball's track."""
    hand.workspace.open_layout(TWO, None)
    hand.window.select_tool("turning-room")
    hand.click((3, 3))
    hand.click((7, 3), keys=Qt.KeyboardModifier.ShiftModifier)
    hand.window.select_tool("rolling-ball")
    hand.drag((2, 2), (5, 2), (9, 2))
    assert hand.layout.machines == (
        RotatingRoom(sections=("A", "B")),
        RollingBall(at=(2, 2), travel=Side.EAST, length=8),
    )


def test_a_tile_is_turned_and_laid(hand):
    """R turns the ghost, a click lays the tile; where it would overlap it is refused."""
    hand.workspace.open_layout(Layout(ruleset="brawl-2013"), None)
    hand.window.select_tile(hand.workspace.library.get("brawl-2013/2x6"))
    hand.hover((8, 8))
    flat = len({y for _, y in hand.canvas.tool.preview.squares})
    hand.window.actions_["turn"].trigger()
    assert len({y for _, y in hand.canvas.tool.preview.squares}) != flat
    hand.click((8, 8))
    x, y = hand.layout.sections[0].at
    width, height = hand.canvas.tool.tile.find_placed_size(1)
    hand.click_at(x + width / 2, y + height / 2)
    assert [(section.tile, section.turn) for section in hand.layout.sections] == [("brawl-2013/2x6", 1)]
    assert hand.canvas.tool.preview.wrong_squares


def test_placed_end_zones_take_sides(hand):
    """The first End Zone tile is home's, the second away's."""
    hand.workspace.open_layout(Layout(ruleset="gw-2021"), None)
    hand.window.select_tile(hand.workspace.library.get("gw-2021/end-zone"))
    hand.click((6, 6))
    hand.click((20, 6))
    assert [section.side for section in hand.layout.sections] == [Team.HOME, Team.AWAY]


def test_arrows_nudge_a_tile_in_hand(hand):
    """Arrows move the ghost by a square, Return lays it there."""
    hand.workspace.open_layout(Layout(ruleset="brawl-2013"), None)
    hand.window.select_tile(hand.workspace.library.get("brawl-2013/2x2"))
    hand.hover((8, 8))
    before = min(hand.canvas.tool.preview.squares)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    assert hand.layout.sections[0].at == (before[0] + 1, before[1])


def test_select_move_nudge_delete(hall):
    """A chest is dragged as one step, nudged by arrows, deleted by Del; undo gives each step back."""
    hall.workspace.edit_without_symmetry("x", replace(hall.layout, chests=((3, 3),)))
    hall.window.select_tool("select")
    hall.drag((3, 3), (4, 3), (5, 3), (6, 4))
    assert hall.layout.chests == ((6, 4),)
    assert hall.steps == 2
    hall.key(Qt.Key.Key_Left)
    assert hall.layout.chests == ((5, 4),)
    hall.window.actions_["delete"].trigger()
    assert hall.layout.chests == ()
    hall.undo()
    hall.undo()
    hall.undo()
    assert hall.layout.chests == ((3, 3),)


def test_a_room_moves_with_what_lies_in_it(hall):
    """Dragging a room's floor takes its chests along; Esc puts all back."""
    hall.workspace.edit_without_symmetry("x", replace(hall.layout, chests=((3, 3),)))
    hall.window.select_tool("select")
    hall.drag((5, 5), (7, 6))
    assert (hall.layout.sections[0].at, hall.layout.chests) == ((4, 3), ((5, 4),))
    hall.drag((6, 6), (9, 9), cancel=True)
    assert (hall.layout.sections[0].at, hall.layout.chests) == ((4, 3), ((5, 4),))


def test_a_frame_selects_what_it_holds_whole(hall):
    """A rubber band from the rock takes the things inside, not the room it cuts."""
    hall.workspace.edit_without_symmetry("x", replace(hall.layout, chests=((3, 3), (7, 7))))
    hall.window.select_tool("select")
    hall.drag((1, 1), (5, 5))
    assert {thing.field for thing in hall.workspace.selection} == {"chests"}
    assert len(hall.workspace.selection) == 1


def test_cut_copy_paste_duplicate(hall):
    """Copies take new ids and numbers and are selected."""
    hall.workspace.edit_without_symmetry("x", replace(hall.layout, chests=((3, 3),)))
    hall.window.actions_["select-all"].trigger()
    hall.window.actions_["copy"].trigger()
    hall.hover((12, 4))
    hall.window.actions_["paste"].trigger()
    assert len(hall.layout.sections) == 2
    assert len({section.id for section in hall.layout.sections}) == 2
    assert len(hall.layout.chests) == 2
    hall.window.actions_["cut"].trigger()
    assert hall.layout.chests == ((3, 3),)


def test_turn_and_flip_the_selection(hall):
    """Four quarter turns, or two flips, are nothing."""
    hall.workspace.edit_without_symmetry("x", replace(hall.layout, chests=((3, 3),)))
    hall.window.select_tool("select")
    hall.window.actions_["select-all"].trigger()
    before = hall.layout
    hall.window.actions_["turn"].trigger()
    assert hall.layout != before
    for _ in range(3):
        hall.window.actions_["turn"].trigger()
    assert hall.layout == before
    for _ in range(2):
        hall.window.actions_["flip"].trigger()
    assert hall.layout == before


def test_measuring_changes_nothing(hall):
    """The measure says squares apart, steps and sight; the layout stays."""
    before = hall.layout
    hall.window.select_tool("measure")
    hall.drag((2, 2), (7, 5))
    assert "5 squares apart" in hall.canvas.tool.preview.label
    assert "5 steps on foot" in hall.canvas.tool.preview.label
    assert hall.layout is before


def test_every_piece_can_be_hovered_clicked_and_put_down(hall, unasked):
    """No tool fails anywhere: on floor, rock, beyond the grid, with Esc, and whatever it makes reads back."""
    from dungeon_designer.layout.layout_file import read_json, write_json

    for name in (piece.id for piece in PIECE_BY_ID.values() if piece.owner in (None, *HALL.teams)):
        hall.workspace.open_layout(HALL, None)
        hall.window.select_tool(name)
        for square in ((3, 3), (-1, -1)):
            hall.hover(square)
            hall.click(square)
            hall.drag(square, (square[0] + 2, square[1] + 1), cancel=True)
        assert read_json(write_json(hall.layout).decode()) == hall.layout, name


def test_the_ghost_is_the_tiles_own_picture(hand):
    """The picture that follows the pointer looks like the tile as it will lie there, rotated and flipped."""
    hand.workspace.open_layout(Layout(ruleset="gw-2021"), None)
    empty = hand.canvas.grab().toImage()
    tile = hand.workspace.library.get("gw-2021/chaotic-idol")
    hand.window.select_tile(tile)
    hand.hover((9, 9))
    hand.key(Qt.Key.Key_F)
    ghost, shown = hand.canvas.tool.preview.ghost, hand.canvas.grab().toImage()
    hand.click((9, 9))
    hand.window.select_tool("select")
    laid = hand.canvas.grab().toImage()
    section = hand.layout.sections[0]
    assert (section.at, section.turn, section.flip) == (ghost.at, ghost.turn, ghost.flip) == (section.at, 0, True)
    for square, _ in tile.list_placed_squares(ghost.at, ghost.turn, ghost.flip):
        images = [image.pixelColor(hand.middle(square)) for image in (empty, shown, laid)]
        from_empty, from_laid = (measure_colour_distance(images[1], other) for other in (images[0], images[2]))
        assert from_laid < 60, square
        assert from_laid <= from_empty + 12, square


def measure_colour_distance(one, other):
    """Return how far two colours are from each other, by their largest part."""
    return max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def test_the_door_tool_takes_the_nearest_lit_border(hand):
    """All over the middle of a two-wide junction a click hangs the door, and one more takes it away."""
    tiles = (Section(id="A", at=(2, 2), rows=("......",) * 6), Section(id="B", at=(8, 4), rows=("..",) * 2))
    hand.workspace.open_layout(normalise_layout(Layout(ruleset="gw-2021", sections=tiles)), None)
    hand.window.select_tool("door")
    missed = []
    for across in range(-9, 10, 3):
        for down in range(-9, 10, 3):
            place = 8 + across / 10, 5 + down / 10
            hand.click_at(*place)
            if hand.layout.doors != (EdgeDoor(at=(7, 4), side=Side.EAST, width=2),):
                missed.append(place)
            hand.click_at(*place)
            if hand.layout.doors:
                missed.append(place)
                hand.undo()
    assert missed == []


def test_far_from_every_junction_the_door_tool_means_the_border_it_points_at(hand):
    """A door inside a room is hung where one clicks, when no junction is near."""
    hand.workspace.open_layout(TWO, None)
    hand.window.select_tool("door")
    hand.click_at(3.98, 2.5)
    assert [(door.at, door.side) for door in hand.layout.doors] == [((3, 2), Side.EAST)]


def test_turn_and_flip_are_offered_only_where_they_change_something(hand):
    """A chest looks the same from everywhere; a long room turns but flips into itself; a tile in hand does both."""
    room = Section(id="A", at=(4, 4), rows=("....",) * 2)
    hand.workspace.open_layout(normalise_layout(Layout(sections=(room,), chests=((5, 5),))), None)
    turn, flip = hand.window.actions_["turn"], hand.window.actions_["flip"]
    assert (turn.isEnabled(), flip.isEnabled()) == (False, False)
    objects = ("chests", (5, 5), (False, False)), ("sections", hand.layout.sections[0], (True, False))
    for field, value, expected in objects:
        hand.workspace.select_objects([ObjectRef(field, value)])
        assert (turn.isEnabled(), flip.isEnabled()) == expected
    hand.workspace.select_objects(())
    hand.window.select_tile(hand.workspace.library.get("gw-2021/end-zone"))
    assert (turn.isEnabled(), flip.isEnabled()) == (True, True)
    hand.window.select_tool("select")
    assert (turn.isEnabled(), flip.isEnabled()) == (False, False)


@pytest.mark.parametrize("mode", [SymmetryMode.OFF, SymmetryMode.LEFT_RIGHT])
def test_erasing_in_a_large_dungeon_takes_at_most_a_third_of_a_second(hand, mode):
    """On 24,000 squares with 12,000 objects, an erased square takes 0.3 s of the window's thread, copies included."""
    sections = tuple(
        Section(id=f"S{x}-{y}", at=(x, y), rows=("." * 10,) * 10) for x in range(0, 240, 10) for y in range(0, 100, 10)
    )
    squares = [(x, y) for x in range(0, 240, 2) for y in range(0, 100, 2)]
    lava = tuple(Terrain(kind=TerrainKind.LAVA, at=(x + 1, y)) for x, y in squares)
    hand.workspace.open_layout(normalise_layout(Layout(sections=sections, chests=tuple(squares), terrain=lava)), None)
    hand.workspace.set_symmetry(build_symmetry(mode, [(0, 0), (239, 99)]) if mode != "off" else Symmetry())
    hand.window.select_tool("erase")
    times = []
    for x in (4, 8, 12):
        begun = time.thread_time()
        hand.click((x, 4))
        times.append(time.thread_time() - begun)
    assert (8, 4) not in hand.layout.chests
    assert min(times) <= 0.3


@pytest.mark.parametrize(
    ("ruleset", "field"),
    [
        ("gw-1989-basic", "square_doors"),
        ("gw-1989-expanded", "square_doors"),
        ("gw-2021", "doors"),
        ("naf-2019", "doors"),
    ],
)
def test_a_door_is_that_of_the_edition(laid_out, ruleset, field):
    """*Door* places a door that fills a square in 1989, and one on a border in every other edition."""
    rooms = [Section(id="A", at=(2, 2), rows=("....",) * 4), Section(id="B", at=(6, 3), rows=("..",) * 2)]
    gap = Section(id="C", at=(8, 3), rows=(".",))
    hand = laid_out(normalise_layout(Layout(ruleset=ruleset, sections=(*rooms, gap))))
    hand.window.select_tool("door")
    hand.click_at(*((8.5, 3.5) if field == "square_doors" else (5.9, 3.5)))
    assert len(getattr(hand.layout, field)) == 1
    assert not getattr(hand.layout, "doors" if field == "square_doors" else "square_doors")


def test_a_door_in_hand_follows_the_edition(laid_out):
    """When the dungeon gets another edition, the door in hand becomes that edition's, and its hint says so."""
    hand = laid_out(normalise_layout(Layout(ruleset="gw-2021", sections=(Section(id="A", at=(2, 2), rows=("..",)),))))
    hand.window.select_tool("door")
    assert hand.canvas.tool.name == "door"
    hand.window.rules.choose_ruleset("gw-1989-basic")
    assert hand.canvas.tool.name == "square-door"
    assert hand.window.actions_["tool-door"].isChecked()
    assert hand.canvas.tool.hint in hand.window.hint_label.text()
    hand.undo()
    assert hand.canvas.tool.name == "door"


def test_a_drag_places_a_row_of_counters(laid_out):
    """A drag with a counter in hand places one on each square of floor in the row, in one step; a click places one."""
    hand = laid_out(
        normalise_layout(Layout(ruleset="gw-1989-expanded", sections=(Section(id="A", at=(2, 2), rows=("....",) * 2),)))
    )
    hand.window.select_tool("counter-home-nothing")
    hand.drag((3, 2), (6, 2), (7, 2))
    assert [trap.at for trap in hand.layout.traps] == [(3, 2), (4, 2), (5, 2)]
    assert hand.steps == 1
    hand.click((2, 3))
    assert len(hand.layout.traps) == 4
    hand.undo()
    hand.undo()
    assert not hand.layout.traps

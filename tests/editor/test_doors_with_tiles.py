"""Doors that come with tiles: placed where two sections touch, moved, rotated, copied and removed with their tiles."""

import random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from dungeon_designer.analysis.passages import find_junctions, list_middle_doors
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import DOOR
from dungeon_designer.grid import Side, list_edges
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, normalise_layout
from dungeon_designer.layout_edits.objects import ObjectRef, find_section_contents, transform_object
from dungeon_designer.layout_edits.symmetry import SymmetryMode, build_symmetry, repeat_edit

CRYPT = Section(id="A", at=(8, 10), tile="gw-2021/crypt")
"""A room of 8 x 4 squares."""
ARMOURY = Section(id="B", at=(16, 10), tile="gw-2021/armoury")
"""A room of 4 x 4 squares, at the right of the crypt."""
CRYPT_DOOR = EdgeDoor(at=(15, 11), side=Side.EAST, width=2)
"""The door in the middle of the four edges between the crypt and the armoury."""
EMPTY = Layout(ruleset="gw-2021")
TWO_ROOMS = normalise_layout(replace(EMPTY, sections=(CRYPT, ARMOURY), doors=(CRYPT_DOOR,)))


def place(hand, tile, at, turn=0):
    """Place a tile by the pointer, its upper left corner on a square."""
    hand.window.select_tile(hand.workspace.library.get(tile))
    tool = hand.canvas.tool
    tool.turn = turn
    width, height = tool.tile.find_placed_size(turn)
    hand.canvas.setFocus()
    x, y = at[0] + width / 2, at[1] + height / 2
    pixel = hand.pixel(x, y)
    hand.hover((at[0] + width // 2, at[1] + height // 2))
    tool._corner = at
    QTest.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier, pixel)


def list_open_junctions(hand):
    """Return the junctions of at least two squares that have no door."""
    return [each for each in find_junctions(hand.workspace.board) if each.width >= 2 and not each.has_edge_state(DOOR)]


def list_useless_doors(hand):
    """Return the doors that stand elsewhere than between two sections."""
    edges = {edge for junction in find_junctions(hand.workspace.board) for run in junction.runs for edge in run.edges}
    return [door for door in hand.layout.doors if list_door_edges(door).isdisjoint(edges)]


def list_door_edges(door):
    return set(list_edges(door.at, door.side, door.width))


def select_tile(hand, section_id):
    """Select a tile with what lies on it, as a click does."""
    section = next(section for section in hand.layout.sections if section.id == section_id)
    hand.workspace.select_objects(find_section_contents(hand.layout, section, hand.workspace.library))


def test_a_tile_brings_its_door_in_one_step(laid_out):
    """A tile placed beside another gets a door in the middle of their junction, and one undo takes both back."""
    hand = laid_out(replace(EMPTY, sections=(CRYPT,)))
    before = hand.layout
    place(hand, "gw-2021/armoury", (16, 10))
    assert hand.layout.doors == (CRYPT_DOOR,)
    assert hand.steps == 1
    hand.undo()
    assert hand.layout == before
    hand.redo()
    assert hand.layout.doors == (CRYPT_DOOR,)


@pytest.mark.parametrize("ruleset", ["naf-2019", "gw-1989-basic", "brawl-2013"])
def test_no_doors_where_no_edition_requires_them(laid_out, ruleset):
    """Under an edition that requires no door where two sections touch, a tile brings none."""
    hand = laid_out(replace(EMPTY, ruleset=ruleset, sections=(CRYPT,)))
    place(hand, "gw-2021/armoury", (16, 10))
    assert len(hand.layout.sections) == 2
    assert not hand.layout.doors


def test_a_junction_one_square_wide_gets_no_door(laid_out):
    """Where two tiles touch along one square only, no door is placed."""
    hand = laid_out(replace(EMPTY, sections=(CRYPT,)))
    place(hand, "gw-2021/armoury", (16, 7))
    assert len(hand.layout.sections) == 2
    assert not hand.layout.doors


def test_the_switch_turns_doors_off_and_is_remembered(windows):
    """*Doors with tiles* off: tiles bring no doors, also in the next window."""
    window = windows()
    assert window.actions_["doors-with-tiles"].isChecked()
    window.actions_["doors-with-tiles"].trigger()
    window.workspace.open_layout(replace(EMPTY, sections=(CRYPT,)), None)
    window.workspace.edit_layout("Tile", replace(window.workspace.layout, sections=(CRYPT, ARMOURY)))
    assert not window.workspace.layout.doors
    other_window = windows()
    assert not other_window.actions_["doors-with-tiles"].isChecked()
    assert not other_window.workspace.adds_doors
    other_window.actions_["doors-with-tiles"].trigger()
    assert windows().workspace.adds_doors


def test_a_door_follows_the_tile_that_is_dragged(laid_out):
    """A tile dragged away takes its door along; at another tile it has a door again, and one undo takes all back."""
    hand = laid_out(TWO_ROOMS)
    hand.drag((18, 12), (19, 15), (20, 20))
    assert not hand.layout.doors
    hand.undo()
    assert hand.layout == TWO_ROOMS
    hand.drag((18, 12), (20, 20), (14, 20))
    assert not hand.layout.doors
    hand.drag((14, 20), (13, 16))
    assert hand.layout.sections[1].at == (11, 14)
    assert hand.layout.doors == (EdgeDoor(at=(12, 13), side=Side.SOUTH, width=2),)
    hand.undo()
    hand.undo()
    assert hand.layout == TWO_ROOMS


def test_a_drag_that_is_cancelled_leaves_the_doors(laid_out):
    """Esc during a drag brings back the tile and its door."""
    hand = laid_out(TWO_ROOMS)
    hand.drag((18, 12), (22, 14), cancel=True)
    assert hand.layout == TWO_ROOMS


def test_a_door_slides_along_with_its_tile(laid_out):
    """A tile that slides along its neighbour has its door in the middle of what they share now."""
    hand = laid_out(TWO_ROOMS)
    hand.drag((18, 12), (18, 14))
    assert hand.layout.doors == (EdgeDoor(at=(15, 12), side=Side.EAST, width=2),)


def test_turning_a_tile_turns_its_doors(laid_out):
    """A corridor that is rotated away from its neighbour loses the door, and gets it back when rotated back."""
    corridor = Section(id="B", at=(16, 10), tile="gw-2021/corridor-straight")
    hand = laid_out(
        normalise_layout(
            replace(EMPTY, sections=(CRYPT, corridor), doors=(EdgeDoor(at=(15, 10), side=Side.EAST, width=2),))
        )
    )
    before = hand.layout
    select_tile(hand, "B")
    hand.window.actions_["turn"].trigger()
    assert hand.layout.sections[1].turn == 1
    assert list_open_junctions(hand) == []
    assert hand.layout.doors == (CRYPT_DOOR,)
    for _ in range(3):
        hand.window.actions_["turn"].trigger()
    assert list_open_junctions(hand) == list_useless_doors(hand) == []
    for _ in range(4):
        hand.undo()
    assert hand.layout == before


def test_flipping_two_tiles_flips_their_door(laid_out):
    """Two selected tiles that are flipped together have the door between them still."""
    hand = laid_out(TWO_ROOMS)
    hand.workspace.select_objects([ObjectRef("sections", section) for section in hand.layout.sections])
    hand.window.actions_["flip"].trigger()
    assert [section.at for section in hand.layout.sections] == [(12, 10), (8, 10)]
    assert hand.layout.doors == (EdgeDoor(at=(11, 11), side=Side.EAST, width=2),)


@pytest.mark.parametrize("way", ["delete", "cut", "right click", "erase"])
def test_a_door_goes_with_its_tile(laid_out, way):
    """A tile that is deleted, cut or erased takes its automatic door along, in one step."""
    hand = laid_out(TWO_ROOMS)
    if way in ("delete", "cut"):
        select_tile(hand, "B")
        hand.window.actions_[way].trigger()
    elif way == "erase":
        hand.window.select_tool("erase")
        hand.click((18, 12))
    else:
        hand.window.select_tool("wall")
        hand.click((18, 12), Qt.MouseButton.RightButton)
    assert hand.layout.sections == (CRYPT,)
    assert not hand.layout.doors
    hand.undo()
    assert hand.layout == TWO_ROOMS


def test_a_right_click_leaves_a_tile_with_a_door_of_its_own(laid_out):
    """A door that a person has placed off the middle keeps its tile from being erased by a right click."""
    hand = laid_out(normalise_layout(replace(TWO_ROOMS, doors=(replace(CRYPT_DOOR, at=(15, 10)),))))
    before = hand.layout
    hand.window.select_tool("wall")
    hand.click((18, 12), Qt.MouseButton.RightButton)
    assert hand.layout == before
    assert "objects lie on this tile" in hand.said[-1]


def test_copies_of_two_tiles_have_their_door(laid_out):
    """Two tiles copied without their door and pasted elsewhere have a door between them; a copy alone brings none."""
    hand = laid_out(TWO_ROOMS)
    hand.workspace.select_objects([ObjectRef("sections", section) for section in hand.layout.sections])
    hand.window.actions_["copy"].trigger()
    hand.window.editing.paste_at((10, 24))
    assert len(hand.layout.sections) == 4
    assert hand.layout.doors == (CRYPT_DOOR, replace(CRYPT_DOOR, at=(17, 25)))
    QGuiApplication.clipboard().clear()


def test_a_duplicate_has_the_doors_of_where_it_is_moved_to(laid_out):
    """A duplicate that overlaps its original at first has only the doors of where it is moved to."""
    hand = laid_out(TWO_ROOMS)
    select_tile(hand, "B")
    hand.window.actions_["duplicate"].trigger()
    assert len(hand.layout.sections) == 3
    hand.canvas.focus_map()
    hand.key(Qt.Key.Key_Up)
    for _ in range(3):
        hand.key(Qt.Key.Key_Right)
    assert hand.layout.sections[2].at == (20, 10)
    assert hand.layout.doors == (CRYPT_DOOR, EdgeDoor(at=(19, 11), side=Side.EAST, width=2))


def test_a_door_is_not_brought_back_by_another_tile(laid_out):
    """A junction whose door a person took away stays open when another tile is placed, and while both are moved."""
    hand = laid_out(replace(TWO_ROOMS, doors=()))
    place(hand, "gw-2021/corridor-straight", (12, 14), turn=1)
    assert hand.layout.doors == (EdgeDoor(at=(12, 13), side=Side.SOUTH, width=2),)
    hand.window.actions_["select-all"].trigger()
    hand.canvas.focus_map()
    hand.window.select_tool("select")
    hand.key(Qt.Key.Key_Right)
    assert hand.layout.doors == (EdgeDoor(at=(13, 13), side=Side.SOUTH, width=2),)


def test_doors_elsewhere_are_left_alone(laid_out):
    """A door off the middle is the person's own: it stays where it is, and its junction gets no second one."""
    own_door = replace(CRYPT_DOOR, at=(15, 10))
    hand = laid_out(normalise_layout(replace(TWO_ROOMS, doors=(own_door,))))
    hand.drag((18, 12), (18, 13))
    assert hand.layout.sections[1].at == (16, 11)
    assert own_door in hand.layout.doors


@pytest.mark.parametrize("mode", [mode for mode in SymmetryMode if mode is not SymmetryMode.OFF])
def test_mirrored_copies_have_mirrored_doors(laid_out, mode):
    """Under each symmetry, a junction of three squares and its copies have doors that mirror each other."""
    hand = laid_out(replace(EMPTY, sections=(CRYPT,)))
    hand.workspace.set_symmetry(build_symmetry(mode, [(0, 0), (41, 41)]))
    hand.workspace.edit_without_symmetry(
        "Copy", repeat_edit(EMPTY, hand.layout, hand.workspace.symmetry, hand.workspace.library)
    )
    place(hand, "gw-2021/armoury", (16, 9))
    doors = hand.layout.doors
    copies = len(list(hand.workspace.symmetry.list_transforms())) + 1
    assert len(doors) == copies
    assert list_open_junctions(hand) == list_useless_doors(hand) == []
    edges = {frozenset(list_door_edges(door)) for door in doors}
    for transform in hand.workspace.symmetry.list_transforms():
        squares = {transform.transform_square(door.at) for door in doors}
        assert len(squares) == len(doors)
    for transform in hand.workspace.symmetry.list_transforms():
        mirrored = [transform_object(ObjectRef("doors", door), transform, {}).value for door in doors]
        assert {frozenset(list_door_edges(door)) for door in mirrored} == edges


def test_a_tile_beside_its_own_copy_gets_a_door_on_the_axis(laid_out):
    """A tile that touches its mirrored copy has one door with it, also where the symmetry has no middle for it."""
    hand = laid_out(EMPTY)
    for mode in SymmetryMode:
        if mode is SymmetryMode.OFF:
            continue
        hand.workspace.open_layout(EMPTY, None)
        hand.workspace.set_symmetry(build_symmetry(mode, [(0, 0), (39, 39)]))
        place(hand, "gw-2021/armoury", (16, 16))
        assert len(hand.layout.sections) > 1
        assert list_open_junctions(hand) == list_useless_doors(hand) == []
        hand.undo()
        assert hand.layout == EMPTY


def test_any_moves_leave_each_junction_with_a_door(laid_out):
    """After any moves of tiles, each junction of two squares or more has a door and none leads nowhere."""
    hand = laid_out(EMPTY)
    chance = random.Random(44)  # noqa: S311
    tiles = ["gw-2021/crypt", "gw-2021/armoury", "gw-2021/kitchen", "gw-2021/corridor-straight", "gw-2021/corridor-t"]
    for number, tile in enumerate(tiles):
        hand.workspace.edit_layout(
            "Tile",
            replace(
                hand.layout, sections=(*hand.layout.sections, Section(id=f"s{number}", at=(8 * number, 10), tile=tile))
            ),
        )
    layouts = []
    for _ in range(60):
        layouts.append(hand.layout)
        section = chance.choice(hand.layout.sections)
        moved = replace(section, at=(chance.randrange(24), chance.randrange(20)), turn=chance.randrange(4))
        sections = [moved if other.id == section.id else other for other in hand.layout.sections]
        hand.workspace.edit_layout("Move", replace(hand.layout, sections=tuple(sections)), object())
        board = hand.workspace.board
        if not board.overlaps:
            assert list_open_junctions(hand) == list_useless_doors(hand) == []
    for layout in reversed(layouts):
        if hand.layout != layout:
            hand.undo()
        assert hand.layout == layout


def test_the_door_is_that_of_the_quick_fix(laid_out):
    """The door that a tile brings is the one that *Doors between all tiles* would place."""
    hand = laid_out(replace(EMPTY, sections=(CRYPT,)))
    place(hand, "gw-2021/armoury", (16, 9))
    brought = hand.layout.doors
    hand.workspace.edit_without_symmetry("Open", replace(hand.layout, doors=()))
    hand.window.quick_fixes.add_doors_everywhere()
    assert hand.layout.doors == brought
    junction = find_junctions(build_board(hand.layout, hand.workspace.library))[0]
    assert list_middle_doors(junction, 2)[0] in brought


def test_make_symmetric_adds_the_doors_on_the_axis(laid_out):
    """Where *Make symmetric* joins a tile and its mirrored copy, they get a door; the others are mirrored."""
    hand = laid_out(TWO_ROOMS)
    hand.workspace.set_symmetry(build_symmetry(SymmetryMode.LEFT_RIGHT, [(0, 0), (39, 39)]))
    hand.window.editing.make_symmetric()
    assert len(hand.layout.sections) == 4
    assert len(hand.layout.doors) == 3
    assert list_open_junctions(hand) == list_useless_doors(hand) == []
    hand.undo()
    assert hand.layout == TWO_ROOMS


def test_a_swapped_tile_keeps_its_doors(laid_out):
    """A tile that is replaced by another of the same size keeps the door."""
    hand = laid_out(TWO_ROOMS)
    room = hand.layout.sections[1]
    swap = {ObjectRef("sections", room): ObjectRef("sections", replace(room, tile="gw-2021/kitchen"))}
    hand.window.editing.replace_objects("Swap", swap)
    assert hand.layout.sections[1].tile == "gw-2021/kitchen"
    assert hand.layout.doors == (CRYPT_DOOR,)


@pytest.mark.parametrize("mode", [mode for mode in SymmetryMode if mode is not SymmetryMode.OFF])
def test_doors_of_mirrored_copies_follow_a_drag(laid_out, mode):
    """Under each symmetry, a tile that is dragged, and its copies with it, have no door too many and none too few."""
    hand = laid_out(EMPTY)
    hand.workspace.set_symmetry(build_symmetry(mode, [(0, 0), (43, 43)]))
    place(hand, "gw-2021/armoury", (4, 6))
    place(hand, "gw-2021/kitchen", (8, 6))
    before = hand.layout
    hand.window.select_tool("select")
    for end in ((10, 10), (6, 11), (9, 7)):
        section = next(section for section in hand.layout.sections if section.tile == "gw-2021/kitchen")
        start = section.at[0] + 1, section.at[1] + 1
        hand.drag(start, ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end)
        assert list_open_junctions(hand) == list_useless_doors(hand) == []
    for _ in range(3):
        hand.undo()
    assert hand.layout == before

"""Turning and mirroring, by hand: small layouts whose turned form one can see."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import EditError
from dungeon_designer.grid import MAX_COORDINATE, Side
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    LeapEdge,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    Trap,
    TrapKind,
    Waiver,
    Wall,
    normalise_layout,
)
from dungeon_designer.layout.transforms import build_transform, move_layout, rotate_layout

HOOK = Section(id="hook", at=(2, 3), kind=SectionKind.ROOM, rows=("...", ".##"))


@pytest.mark.parametrize(
    ("quarters", "flip", "rows"),
    [
        (0, False, ("...", ".##")),
        (1, False, ("..", "#.", "#.")),
        (2, False, ("##.", "...")),
        (3, False, (".#", ".#", "..")),
        (0, True, ("...", "##.")),
        (1, True, ("#.", "#.", "..")),
    ],
)
def test_drawn_section(quarters: int, flip: bool, rows: tuple[str, ...]) -> None:
    """A drawn section keeps its corner and shows its turned shape; a mirror goes before the turn."""
    (section,) = rotate_layout(Layout(sections=(HOOK,)), quarters, flip).sections
    assert section.at == (2, 3)
    assert tuple(row.ljust(len(rows[0]), "#") for row in section.rows) == rows


def test_door_starts_at_its_new_first_square() -> None:
    """A door of three edges on the east side runs down; a quarter turn on it runs right along the south side."""
    layout = Layout(
        sections=(Section(id="a", rows=("....",) * 4),), doors=(EdgeDoor(at=(1, 0), side=Side.EAST, width=3),)
    )
    assert rotate_layout(layout, 1).doors == (EdgeDoor(at=(1, 1), side=Side.SOUTH, width=3),)
    assert rotate_layout(layout, 2).doors == (EdgeDoor(at=(2, 1), side=Side.WEST, width=3),)
    assert rotate_layout(layout, 0, flip=True).doors == (EdgeDoor(at=(2, 0), side=Side.WEST, width=3),)


def test_walls_and_leap_edges_turn_like_doors() -> None:
    """Walls and leap edges keep to the same borders as the floor turns under them."""
    layout = Layout(
        sections=(Section(id="a", rows=("...", "...")),),
        walls=(Wall(at=(0, 0), side=Side.SOUTH, width=2),),
        leap_edges=(LeapEdge(at=(2, 1), side=Side.WEST),),
    )
    after = rotate_layout(layout, 1)
    assert after.walls == (Wall(at=(1, 0), side=Side.WEST, width=2),)
    assert after.leap_edges == (LeapEdge(at=(0, 2), side=Side.NORTH),)


def test_tile_turns_by_its_own_turn_and_flip() -> None:
    """A placed tile's turn adds up, runs backwards under a mirror, and its corner is that of the turned tile."""
    layout = Layout(sections=(HOOK, Section(id="t", at=(2, 5), tile="set/long", turn=1)))
    sizes = {"set/long": (4, 2)}
    tile = rotate_layout(layout, 1, tiles=sizes).sections[1]
    assert (tile.at, tile.turn, tile.flip) == ((2, 3), 2, False)
    tile = rotate_layout(layout, 1, flip=True, tiles=sizes).sections[1]
    assert (tile.at, tile.turn, tile.flip) == ((2, 4), 0, True)


def test_unknown_tile_is_said() -> None:
    """A tile whose size nobody knows cannot be turned, and the error names it and its section."""
    with pytest.raises(EditError, match=r"set/none.*section t"):
        rotate_layout(Layout(sections=(Section(id="t", tile="set/none"),)), 1)


def test_machines_turn() -> None:
    """A ball's track sweeps the turned squares; a rotating room still names its sections."""
    ball = RollingBall(at=(3, 0), size=(2, 3), travel=Side.WEST, length=5)
    layout = Layout(sections=(Section(id="a", rows=(".....",) * 4),), machines=(RotatingRoom(sections=("a",)), ball))
    turn = build_transform(layout, 1)
    room, after = rotate_layout(layout, 1).machines
    assert room == RotatingRoom(sections=("a",))
    assert isinstance(after, RollingBall)
    assert (after.at, after.size, after.travel) == ((1, 3), (3, 2), Side.NORTH)
    assert sorted(after.track) == sorted(map(turn.transform_square, ball.track))


def test_items_and_waivers_move_along() -> None:
    """Chests, portals, traps of several squares and the squares of waivers turn with the floor."""
    layout = Layout(
        sections=(Section(id="a", rows=("....", "....")),),
        chests=((3, 0),),
        portals=(Portal(number=7, at=(0, 1)),),
        traps=(Trap(kind=TrapKind.TRAPDOOR, at=(1, 0), size=(3, 1), below="lava"),),
        waivers=(Waiver(rule="chest-count", reason="short evening", squares=((3, 0), (0, 1))),),
    )
    after = rotate_layout(layout, 3)
    assert after.chests == ((0, 0),)
    assert after.portals == (Portal(number=7, at=(1, 3)),)
    assert after.traps == (Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(1, 3), below="lava"),)
    assert after.waivers[0].squares == ((0, 0), (1, 3))


def test_stays_on_the_grid() -> None:
    """At the far end of the grid the turned rectangle is moved back in; what reaches off the grid is an error."""
    high = Layout(sections=(Section(id="a", at=(MAX_COORDINATE, 0), rows=(".",) * 5),))
    (section,) = rotate_layout(high, 1).sections
    assert (section.at, section.rows) == ((MAX_COORDINATE - 4, 0), (".....",))
    off = Layout(traps=(Trap(kind=TrapKind.OPEN_PIT, at=(MAX_COORDINATE, 0), size=(2, 1)),))
    with pytest.raises(EditError, match="off the grid"):
        rotate_layout(off, 1)


def test_nothing_to_turn() -> None:
    """A layout without a square stays as it is, sections without floor included."""
    empty = Layout(name="blank", sections=(Section(id="a", rows=("##",)),))
    assert rotate_layout(empty, 1, flip=True) == normalise_layout(empty)


def test_moved() -> None:
    """Moving shifts sections, doors and items alike, and back again; off the grid nothing moves."""
    door = EdgeDoor(at=(3, 3), side=Side.EAST, width=2)
    layout = normalise_layout(Layout(sections=(HOOK,), doors=(door,), chests=((4, 3),)))
    after = move_layout(layout, (2, -3))
    assert (after.sections[0].at, after.doors[0].at, after.chests) == ((4, 0), (5, 0), ((6, 0),))
    assert move_layout(after, (-2, 3)) == layout
    for by in ((-3, 0), (0, -4), (MAX_COORDINATE, 0)):
        with pytest.raises(EditError, match="leave the grid"):
            move_layout(layout, by)

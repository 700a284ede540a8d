"""Legal examples, each changed in one place: exactly the findings that follow, and no other.

The findings were worked out by hand from the drawings; whoever redraws one of these examples does so again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import EdgeDoor, Layout, Obstacle, ObstacleKind, Wall
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.tiles.library import load_library

Change = Callable[[Layout], Layout]
Said = tuple[str, str, set[Square] | None, object, object]
"""Rule, level, squares (None: not pinned here), measured, required."""

EXAMPLES = Path(__file__).parents[2] / "examples"
WINDS, CLEFT, WHEEL = "naf-2019/the-four-winds", "eagbbl/the-cleft", "gw-2021/the-idols-wheel"


def remove_chest(at: Square) -> Change:
    """Take a chest away."""
    return lambda layout: replace(layout, chests=tuple(chest for chest in layout.chests if chest != at))


def move_chest(at: Square, to: Square) -> Change:
    """Move a chest."""
    return lambda layout: replace(layout, chests=tuple(to if place == at else place for place in layout.chests))


def remove_portal(number: int) -> Change:
    """Take a portal away."""
    return lambda layout: replace(layout, portals=tuple(p for p in layout.portals if p.number != number))


def move_portal(number: int, to: Square) -> Change:
    """Move a portal."""
    return lambda layout: replace(
        layout, portals=tuple(replace(p, at=to) if p.number == number else p for p in layout.portals)
    )


def make_rock(square: Square) -> Change:
    """Make a square of the floor rock."""

    def erased(layout: Layout) -> Layout:
        sections = []
        for section in layout.sections:
            x, y = square[0] - section.at[0], square[1] - section.at[1]
            rows = [
                row[:x] + "#" + row[x + 1 :] if i == y and 0 <= x < len(row) else row
                for i, row in enumerate(section.rows)
            ]
            sections.append(replace(section, rows=tuple(rows)))
        return replace(layout, sections=tuple(sections))

    return erased


def add_statue(at: Square) -> Change:
    """Set up a statue."""
    return lambda layout: replace(layout, obstacles=(*layout.obstacles, Obstacle(kind=ObstacleKind.STATUE, at=at)))


def add_wall(at: Square, side: Side, width: int) -> Change:
    """Build a wall."""
    return lambda layout: replace(layout, walls=(*layout.walls, Wall(at=at, side=side, width=width)))


def add_door(at: Square, side: Side, width: int) -> Change:
    """Add a door."""
    return lambda layout: replace(layout, doors=(*layout.doors, EdgeDoor(at=at, side=side, width=width)))


def remove_door(at: Square) -> Change:
    """Take a door away."""
    return lambda layout: replace(layout, doors=tuple(door for door in layout.doors if door.at != at))


WINDS_CHESTS = {(6, 1), (22, 1), (11, 6), (17, 10), (6, 15), (22, 15)}
WINDS_HOME = {(x, y) for x in (0, 1) for y in (7, 8, 9)}
WINDS_WALL = {(x, y) for x in (1, 2) for y in (7, 8, 9)}
WHEEL_CHESTS = {(0, 12), (15, 23), (10, 10), (5, 25), (2, 18), (13, 17)}
WHEEL_WALL = {(x, y) for x in (12, 13) for y in (3, 4)}

CASES: list[tuple[str, str, list[Change], list[Said]]] = [
    ("nothing", WINDS, [], []),
    ("a chest less", WINDS, [remove_chest((6, 1))], [("chest-count", "error", None, 5, 6)]),
    ("five squares between portals", WINDS, [move_portal(3, (12, 1))], []),
    (
        "four squares between portals",
        WINDS,
        [move_portal(3, (13, 1))],
        [("portal-spacing", "warning", {(13, 1), (17, 2)}, 4, 5)],
    ),
    ("a portal on a chest", WINDS, [move_portal(3, (6, 1))], [("item-overlap", "error", {(6, 1)}, 2, 1)]),
    ("a stair one square wide", WINDS, [make_rock((14, 4))], [("corridor-width", "error", {(15, 4)}, 1, 2)]),
    ("a statue in a stair", WINDS, [add_statue((14, 4))], [("corridor-width", "error", {(15, 4)}, 1, 2)]),
    ("a statue in a room, a square from its wall", WINDS, [add_statue((7, 2))], []),
    (
        "a statue before the end zone, in the hall",
        WINDS,
        [add_statue((2, 8))],
        [],
    ),
    ("a wall that leaves ways round", WINDS, [add_wall((14, 4), Side.SOUTH, 2)], []),
    (
        "an end zone walled in",
        WINDS,
        [add_wall((1, 7), Side.EAST, 3)],
        [
            ("reachability", "error", WINDS_HOME | WINDS_CHESTS, None, None),
            ("walking-route", "warning", WINDS_CHESTS | WINDS_WALL, None, None),
        ],
    ),
    (
        "a door in that wall",
        WINDS,
        [add_wall((1, 7), Side.EAST, 3), add_door((1, 8), Side.EAST, 1)],
        [
            ("corridor-width", "error", {(x, y) for x in (1, 2) for y in (7, 8, 9)}, None, 2),
            ("junction-width", "error", {(1, 8), (2, 8)}, 1, 2),
        ],
    ),
    ("a door of two squares in it", WINDS, [add_wall((1, 7), Side.EAST, 3), add_door((1, 8), Side.EAST, 2)], []),
    ("nothing", CLEFT, [], []),
    ("the last portal less", CLEFT, [remove_portal(6)], [("portal-count", "error", None, 5, 6)]),
    (
        "the first portal less",
        CLEFT,
        [remove_portal(1)],
        [("portal-count", "error", None, 5, 6), ("portal-numbers", "error", None, None, None)],
    ),
    ("a chest eight squares from home", CLEFT, [move_chest((10, 1), (9, 2))], []),
    (
        "a chest seven squares from home",
        CLEFT,
        [move_chest((10, 1), (8, 2))],
        [("chest-end-zone-distance", "error", {(8, 2), (1, 1), (1, 2), (1, 3), (1, 4)}, 7, 8)],
    ),
    (
        "chests three squares apart",
        CLEFT,
        [move_chest((10, 1), (11, 3))],
        [("chest-spacing", "error", {(11, 3), (11, 6)}, 3, 4)],
    ),
    ("a passage one square wide", CLEFT, [make_rock((3, 2))], [("corridor-width", "error", {(3, 3)}, 1, 2)]),
    ("nothing", WHEEL, [], []),
    ("a chest less", WHEEL, [remove_chest((0, 12))], [("chest-count", "error", None, 5, 6)]),
    (
        "a portal two squares from a chest",
        WHEEL,
        [move_portal(1, (8, 12))],
        [("portal-chest-distance", "error", {(8, 12), (10, 10)}, 2, 3)],
    ),
    (
        "a chest on a tile beside the end zone",
        WHEEL,
        [move_chest((0, 12), (2, 28))],
        [("chest-section", "error", {(2, 28)}, None, None)],
    ),
    (
        "a doorway less",
        WHEEL,
        [remove_door((12, 3))],
        [
            ("door-missing", "error", None, None, None),
            ("reachability", "error", None, None, None),
            ("walking-route", "warning", WHEEL_CHESTS | WHEEL_WALL, None, None),
        ],
    ),
]


@cache
def load_example(name: str) -> Layout:
    """Return a dungeon of the examples."""
    return read_dungeon_file(EXAMPLES / f"{name}.dungeon.yaml")


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [case[1:] for case in CASES],
    ids=[f"{case[1].split('/')[1]}, {case[0]}" for case in CASES],
)
def test_changed_example(name: str, changes: list[Change], expected: list[Said]) -> None:
    """The change has the consequences one can work out by hand, and no others."""
    layout = load_example(name)
    for change in changes:
        layout = change(layout)
    findings = check_board(build_board(layout, load_library()), load_unchecked_ruleset(layout.ruleset)).findings
    found = [(f.rule, f.level.value, set(f.squares), f.measured, f.required) for f in findings]
    assert sorted(one[:2] for one in found) == sorted(one[:2] for one in expected), found
    for one, (rule, _, squares, measured, required) in zip(
        sorted(found, key=lambda one: one[0]), sorted(expected, key=lambda one: one[0]), strict=True
    ):
        assert squares is None or one[2] == squares, rule
        assert measured is None or one[3:] == (measured, required), one

"""Pinches put into dungeons are found, furniture put into halls is not heard of.

Where a pinch must be found is worked out from the floor alone: at a two-wide way whose two sides no other way connects
nearby. The dungeons are the named ones of every edition that asks for wide ways, and random rings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Side, Square, list_block_squares
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Obstacle, ObstacleKind, Section, Wall
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.tiles.library import load_library
from tests.soak import count, soak

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = [edition for edition in EDITIONS if "corridor-width" in load_unchecked_ruleset(edition).enabled_rules]
NAMED = sorted(
    str(path.relative_to(EXAMPLES)).removesuffix(".dungeon.yaml")
    for path in EXAMPLES.glob("*/*.dungeon.yaml")
    if path.parent.name != "illegal" and read_dungeon_file(path).ruleset in ASKED
)
TURNS = [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))]
"""Along a way and across it, in each quarter turn."""
SIDES = {(0, -1): Side.NORTH, (1, 0): Side.EAST, (0, 1): Side.SOUTH, (-1, 0): Side.WEST}


class Ground:
    """Where one can walk in a dungeon, and where walls stand: all that tells a two-wide way."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.squares = board.walkable_squares - board.entry_squares

    def walled(self, square: Square, step: Square) -> bool:
        """Return whether no step leads from a square to its neighbour."""
        return (
            find_square_after(square, step) not in self.squares
            or self.board.get_edge_state(square, SIDES[step]) == WALL
        )

    def open_block(self, squares: Iterable[Square]) -> bool:
        """Return whether squares are ground and no wall stands between them."""
        inside = set(squares)
        return inside <= self.squares and not any(
            self.walled(square, step)
            for square in inside
            for step in SIDES
            if find_square_after(square, step) in inside
        )

    def apart(self, one: Square, other: Square, without: set[Square], reach: int) -> bool:
        """Return whether no way at all leads from one square to another past some squares, so far around them."""
        columns, rows = [x for x, _ in without], [y for _, y in without]
        near = {
            (x, y)
            for x in range(min(columns) - reach, max(columns) + reach + 1)
            for y in range(min(rows) - reach, max(rows) + reach + 1)
        }
        left, wave = (near & self.squares) - without, [one]
        while wave:
            x, y = wave.pop()
            reached = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= reached
            wave.extend(reached)
        return other in left

    def ways(self, reach: int) -> Iterator[tuple[Square, Square, Square]]:
        """Yield two-wide ways: a square, the direction along the way, and that to the square beside it."""
        for square in sorted(self.squares):
            for along, across in TURNS:
                pair = [square, find_square_after(square, across)]
                part = [find_square_after(at, along, times) for at in pair for times in (-1, 0, 1)]
                closed = self.walled(square, reverse(across)) and self.walled(pair[1], across)
                if closed and self.open_block(part) and self.apart(part[0], part[2], set(pair), reach):
                    yield square, along, across

    def bends(self, reach: int) -> Iterator[Square]:
        """Yield the outer corners of two-wide ways that turn a quarter."""
        for corner in sorted(self.squares):
            for along, across in TURNS:
                side, down = find_square_after(corner, along), find_square_after(corner, across)
                inner = find_square_after(side, across)
                legs = (
                    [find_square_after(side, along), find_square_after(inner, along)],
                    [find_square_after(down, across), find_square_after(inner, across)],
                )
                outside = self.walled(corner, reverse(along)) and self.walled(down, reverse(along))
                outside = outside and self.walled(corner, reverse(across)) and self.walled(side, reverse(across))
                outside = outside and find_square_after(legs[0][1], across) not in self.squares
                parts = [[side, inner, *legs[0]], [down, inner, *legs[1]], [corner, side, down, inner]]
                middle = {corner, side, down, inner, legs[0][1], legs[1][1]}
                if outside and all(map(self.open_block, parts)) and self.apart(legs[0][0], legs[1][0], middle, reach):
                    yield corner


class Pinched(NamedTuple):
    """A dungeon with a pinch in it, and the squares around which it must be found."""

    layout: Layout
    at: tuple[Square, ...]


def find_square_after(square: Square, step: Square, times: int = 1) -> Square:
    """Return the square some steps on."""
    return square[0] + times * step[0], square[1] + times * step[1]


def reverse(step: Square) -> Square:
    """Return the opposite step."""
    return -step[0], -step[1]


def add_statue(layout: Layout, at: Square) -> Layout:
    """Return the dungeon with a statue more."""
    return replace(layout, obstacles=(*layout.obstacles, Obstacle(kind=ObstacleKind.STATUE, at=at)))


def add_rock(layout: Layout, at: Square) -> Layout:
    """Return the dungeon with a square of the floor less."""
    sections = []
    for section in layout.sections:
        x, y = at[0] - section.at[0], at[1] - section.at[1]
        if section.rows and 0 <= y < len(section.rows) and 0 <= x < len(section.rows[y]):
            row = section.rows[y]
            rows = (*section.rows[:y], row[:x] + "#" + row[x + 1 :], *section.rows[y + 1 :])
            section = replace(section, rows=rows)
        sections.append(section)
    return replace(layout, sections=tuple(sections))


def make_pinches(layout: Layout, ground: Ground, reach: int) -> Iterator[Pinched]:
    """Yield every pinch that can be put into the two-wide ways of a dungeon, by statues, half walls and bends."""
    for square, along, across in ground.ways(reach):
        beside = find_square_after(square, across)
        yield Pinched(add_statue(layout, square), (square, beside))
        wall = Wall(at=square, side=SIDES[along])
        yield Pinched(replace(layout, walls=(*layout.walls, wall)), (square, beside))
    if not any(section.tile for section in layout.sections):
        for corner in ground.bends(reach):
            yield Pinched(add_rock(layout, corner), (corner,))


def list_width_problems(layout: Layout, edition: str) -> list[Finding]:
    """Return what an edition says of the width of a dungeon's ways."""
    found = check_board(
        build_board(layout, load_library()), load_unchecked_ruleset(edition), select=["corridor-width"]
    ).findings
    return [finding for finding in found if finding.rule == "corridor-width"]


def has_error_at(case: Pinched, edition: str) -> bool:
    """Return whether there is an error right there."""
    return any(
        max(abs(x - at[0]), abs(y - at[1])) <= 1
        for finding in list_width_problems(case.layout, edition)
        if finding.level is Level.ERROR and "failed" not in finding.message
        for x, y in finding.squares
        for at in case.at
    )


@cache
def load_example(name: str) -> Layout:
    """Return a dungeon of the examples."""
    return read_dungeon_file(EXAMPLES / f"{name}.dungeon.yaml")


@cache
def list_ground(name: str) -> Ground:
    """Return what can be walked on in it."""
    return Ground(build_board(load_example(name), load_library()))


def draw_ring(chance: Random) -> Layout:
    """Return ways two squares wide around one block of rock or several, no block so small that it is a pillar."""
    columns = [chance.randint(3, 7) for _ in range(chance.choice((1, 1, 2, 3)))]
    rows = [chance.randint(3 if min(columns) < 3 else 1, 5) for _ in range(chance.choice((1, 1, 2)))]
    floor = set(list_block_squares((0, 0), (sum(columns) + 2 * len(columns) + 2, sum(rows) + 2 * len(rows) + 2)))
    y = 2
    for height in rows:
        x = 2
        for width in columns:
            floor -= set(list_block_squares((x, y), (width, height)))
            x += width + 2
        y += height + 2
    right, bottom = max(x for x, _ in floor), max(y for _, y in floor)
    drawn = ("".join(".#"[(x, y) not in floor] for x in range(right + 1)) for y in range(bottom + 1))
    return Layout(sections=(Section(id="ring", rows=tuple(drawn)),))


def find_halls(ground: Ground) -> Iterator[set[Square]]:
    """Yield the open rectangles of at least four squares each way, each from its upper left square on."""
    for x, y in sorted(ground.squares):
        width = 99
        for height in range(1, 99):
            row = next((i for i in range(width) if (x + i, y + height - 1) not in ground.squares), width)
            width = min(width, row)
            if width < 4:
                break
            hall = set(list_block_squares((x, y), (width, height)))
            if height >= 4 and ground.open_block(hall):
                yield hall


def place_statues(layout: Layout, ground: Ground) -> Iterator[tuple[Layout, bool]]:
    """Yield the dungeon with a statue wherever in a hall no way out is within two squares, and whether by a corner."""
    places: dict[Square, bool] = {}
    for hall in find_halls(ground):
        corners = {f(hall) for f in (min, max)} | {f(hall, key=lambda at: (-at[0], at[1])) for f in (min, max)}
        for x, y in hall - places.keys():
            if set(list_block_squares((x - 2, y - 2), (5, 5))) & ground.squares <= hall:
                places[x, y] = any(find_square_after((x, y), step) in corners for step in SIDES)
    for at, cornered in sorted(places.items()):
        yield add_statue(layout, at), cornered


def draw_hall(chance: Random) -> Layout:
    """Return a hall with ways two squares wide that lead off at some of its sides."""
    width, height = chance.randint(4, 12), chance.randint(4, 10)
    floor = set(list_block_squares((4, 4), (width, height)))
    for _ in range(chance.randint(1, 3)):
        at = 4 + chance.randint(0, width - 2), 4 + chance.randint(0, height - 2)
        floor |= (
            set(list_block_squares((at[0], chance.choice((0, 4 + height))), (2, 4))) if chance.random() < 0.5 else set()
        )
        floor |= (
            set(list_block_squares((chance.choice((0, 4 + width)), at[1]), (4, 2))) if chance.random() < 0.5 else set()
        )
    drawn = ("".join(".#"[(x, y) not in floor] for x in range(8 + width)) for y in range(8 + height))
    return Layout(sections=(Section(id="hall", rows=tuple(drawn)),))


WAYS = 4
"""So many squares around a two-wide way no other way leads: farther than a window around furniture reaches."""


@soak
@pytest.mark.parametrize("name", NAMED)
def test_no_pinch_in_a_named_dungeon_is_missed(name: str) -> None:
    """Half of a two-wide way taken by a statue, or shut by a thin wall, is an error at that place, wherever it is."""
    edition, cases = load_example(name).ruleset, list(make_pinches(load_example(name), list_ground(name), WAYS))
    some = Random(name).sample(cases, min(len(cases), count(5, len(cases))))  # noqa: S311 - the same ones every time
    missed = [case.at for case in some if not has_error_at(case, edition)]
    assert not missed


def test_named_dungeons_have_places_to_pinch() -> None:
    """The test above tries some hundreds of places."""
    assert sum(1 for name in NAMED for _ in list_ground(name).ways(WAYS)) > 200


@soak
def test_no_pinch_in_a_ring_is_missed() -> None:
    """Nor in ways that all lead round the back: statues, thin walls and bends that keep one square are errors there."""
    for seed in range(count(8, 2_000)):
        chance = Random(seed)  # noqa: S311 - the same rings every time
        layout, edition = draw_ring(chance), ASKED[seed % len(ASKED)]
        assert not list_width_problems(layout, edition)
        cases = list(make_pinches(layout, Ground(build_board(layout)), reach=2))
        bends = [case for case in cases if not case.layout.obstacles and not case.layout.walls]
        for case in [*bends, *chance.sample(cases, 12)]:
            assert has_error_at(case, edition), (edition, case.at, layout.sections[0].rows)


@soak
@pytest.mark.parametrize("name", NAMED)
def test_statues_in_the_halls_of_named_dungeons(name: str) -> None:
    """Where no way out of a hall is within two squares, a statue is silent; beside a corner it makes an alcove.

    Nearer than that it may stand right before a mouth, which is then no longer two squares wide.
    """
    assert_heard_as_furniture(load_example(name), list_ground(name), load_example(name).ruleset)


@soak
def test_statues_in_halls() -> None:
    """The same in halls of all sizes."""
    for seed in range(count(13, 1_000)):
        layout = draw_hall(Random(seed))  # noqa: S311 - the same halls every time
        assert_heard_as_furniture(layout, Ground(build_board(layout)), ASKED[seed % len(ASKED)])


def assert_heard_as_furniture(layout: Layout, ground: Ground, edition: str) -> None:
    """Assert that nothing is said of furniture but the notice of an alcove in a corner."""
    before = list_width_problems(layout, edition)
    cases = list(place_statues(layout, ground))
    some = Random(len(cases)).sample(cases, min(len(cases), count(15, len(cases))))  # noqa: S311 - the same ones
    for changed, beside_corner in some:
        heard = [finding for finding in list_width_problems(changed, edition) if finding not in before]
        expected = [Level.INFO] if beside_corner else []
        assert [finding.level for finding in heard] == expected, (changed.obstacles[-1].at, heard)

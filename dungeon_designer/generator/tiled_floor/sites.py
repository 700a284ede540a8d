"""Where an end zone could lie beside a laid floor, and how far such places are from each other on foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Ints
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.drawing_up import layout_of
from dungeon_designer.generator.tiled_floor.images import Images
from dungeon_designer.generator.tiled_floor.poses import Run, TilePose
from dungeon_designer.generator.tiled_floor.table import Joint, Table, square_of
from dungeon_designer.generator.tiled_floor.tiling import Anchor, Tiling
from dungeon_designer.grid import SIDES, Side, Square, neighbour
from dungeon_designer.rules.context import Context


class Site(NamedTuple):
    """A place for an end zone, and how it would be joined there."""

    lie: TilePose
    at: Square
    joints: tuple[Joint, ...]

    @property
    def feet(self) -> list[int]:
        """The squares before its ways out, by code."""
        return [square for joint in self.joints for square in joint.outside]

    @property
    def crooked(self) -> int:
        """How far it is from one door in the middle of one border."""
        return len(self.joints) - 1 + sum((joint.length - len(joint.inside)) % 2 for joint in self.joints)

    def clashes(self, other: Site) -> bool:
        """Whether it overlaps another, or touches it."""
        (x, y), (u, v) = self.at, other.at
        (width, height), (wide, high) = self.lie.size, other.lie.size
        return u <= x + width and x <= u + wide and v <= y + height and y <= v + high


class Sites:
    """All places for end zones of some ways of lying."""

    def __init__(self, tiling: Tiling, request: Request, ways: Sequence[TilePose]) -> None:
        table = tiling.table
        outlines = {lie.outline: lie for lie in reversed(ways)}
        found = {
            (lie.outline, at): lie for lie in outlines.values() for at in _places(tiling.anchors(), lie, table.least)
        }
        sites = (_site(table, lie, at) for (_, at), lie in found.items())
        self.all = [site for site in sites if site is not None]
        self._numbers = {(site.lie.outline, site.at): number for number, site in enumerate(self.all)}
        self._board = build(layout_of(table, request), request.library)
        self._walk = Context(self._board, request.ruleset).walk
        self._corner = table.box[:2]
        self._feet = [self._squares(site.feet) for site in self.all]
        self._starts = np.cumsum([0, *map(len, self._feet[:-1])])
        self._flat = np.array([square for feet in self._feet for square in feet], dtype=np.int32)
        self._tables: dict[tuple[int, ...], Ints] = {}

    def steps(self, number: int) -> Ints:
        """The steps from before one site to before each; FAR where no way leads."""
        key = tuple(sorted(self._feet[number]))
        if key not in self._tables:
            self._tables[key] = np.minimum.reduceat(self._walk.distances(key)[self._flat], self._starts)
        return self._tables[key]

    def beyond(self, number: int) -> Ints:
        """The steps from a zone at a site, less the one out of it, to before each; one may step out aslant."""
        key = tuple(self._doorstep(number))
        if key not in self._tables:
            self._tables[key] = np.minimum.reduceat(self._walk.distances(key)[self._flat], self._starts)
        return self._tables[key]

    def between(self, one: int, other: int) -> int:
        """The same, from a zone at one site to a zone at another."""
        return int(self._walk.distances(self._doorstep(one))[self._doorstep(other)].min())

    def _doorstep(self, number: int) -> list[int]:
        """The squares a step out of a zone: those before its doors, and those beside these along the wall."""
        feet, board = self._feet[number], self._board
        steps = self._walk.distances(feet)
        beside = (board.find(neighbour(board.square(foot), side)) for foot in feet for side in SIDES)
        aside = {at for at in beside if at >= 0 and steps[at] == 1 and self._level(number, at)}
        return sorted({*feet, *aside})

    def _level(self, number: int, at: int) -> bool:
        """Whether a square lies in a row or column with those before a door."""
        square, before = self._board.square(at), map(self._board.square, self._feet[number])
        columns, rows = map(set, zip(*before, strict=True))
        return (len(columns) == 1 and square[0] in columns) or (len(rows) == 1 and square[1] in rows)

    def from_middle(self, middle: Square) -> Ints:
        """The steps to each site from the square nearest to the middle, which is given as twice a place."""
        left, top = self._corner
        mx, my = middle[0] - 2 * left, middle[1] - 2 * top
        board = self._board
        away = np.where(self._walk.nodes, abs(2 * board.x - mx) + abs(2 * board.y - my), FAR)
        return np.minimum.reduceat(self._walk.distances([int(np.argmin(away))])[self._flat], self._starts)

    def twins(self, number: int, images: Images) -> list[int] | None:
        """The sites of a site's twins; None where one of them is no site."""
        site = self.all[number]
        twins = [self._numbers.get((twin.outline, twin.at), -1) for twin in images.of(site.lie, site.at)]
        return None if -1 in twins else twins

    def _squares(self, feet: Sequence[int]) -> list[int]:
        left, top = self._corner
        places = (square_of(foot) for foot in feet)
        return [self._board.find((x - left, y - top)) for x, y in places]


def _site(table: Table, lie: TilePose, at: Square) -> Site | None:
    joints = table.joints_of(lie, at)
    return Site(lie, at, tuple(joints)) if joints else None


def _places(anchors: Sequence[Anchor], lie: TilePose, least: int) -> Iterator[Square]:
    """Every place where a way of lying touches an anchor along enough squares."""
    for anchor in anchors:
        for run in lie.runs:
            if run.side is anchor.run.side.opposite:
                yield from _along(anchor, run, least)


def _along(anchor: Anchor, run: Run, least: int) -> Iterator[Square]:
    (x, y), (dx, dy) = anchor.corner, anchor.run.side.step
    level = anchor.run.side in (Side.NORTH, Side.SOUTH)
    for offset in range(least - run.length, anchor.run.length - least + 1):
        along = (offset, 0) if level else (0, offset)
        yield x + dx + along[0] - run.corner[0], y + dy + along[1] - run.corner[1]

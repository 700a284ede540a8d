"""Which tiles there are to lay, how many of each, the ways each may lie, and what of its border can be joined.

A board, or an end zone, none of whose sides is floor all along is a card with a rim: nothing may lie on its rock, and
what leads out of it had better lead onto floor. Of every other tile what is no floor is cut away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec
from msgspec import convert

from dungeon_designer.generator.options import Request
from dungeon_designer.generator.zones import along, rows_along
from dungeon_designer.grid import SIDES, Side, Size, Square, block, neighbour, turned_size, turned_square
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind
from dungeon_designer.rules.making import tile_mix, tile_supply
from dungeon_designer.rulesets.model import RuleLevel, Ruleset
from dungeon_designer.tiles.model import Tile

STRIDE = 1 << 12  # more than the squares of any row: a square is one number, so that a tile is moved by adding one
PASSAGE = 2  # the width of the ends of corridors

ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

PLENTY = 999  # so many there are of a tile of which nobody says how many

Outline = tuple[Size, frozenset[Square]]
"""The size of the rectangle around a tile and its squares; of a card with a rim, those at the mouths of passages."""


def code(square: Square) -> int:
    """A square as one number.

    >>> code((1, 2)) - code((0, 2))
    1
    """
    return square[1] * STRIDE + square[0]


def square_of(number: int) -> Square:
    """The square of a code."""
    return number % STRIDE, number // STRIDE


class BorderRun(NamedTuple):
    """Edges in a straight row along the border of a tile, all on one side."""

    side: Side  # the side of the tile's squares on which the edges lie
    corner: Square  # the first square, counted from the corner of the tile
    inside: tuple[int, ...]  # the tile's squares along it, by code; `length` is their number
    walked: tuple[bool, ...]  # whether one can walk on each
    tip: bool  # whether it is the end of a passage
    out: int  # what leads from a square inside to the one outside
    length: int

    @property
    def throat(self) -> tuple[int, ...]:
        """The squares of a passage's end, as deep as it is wide."""
        return tuple(square - depth * self.out for depth in range(PASSAGE) for square in self.inside)


@dataclass(frozen=True, eq=False)
class TilePose:
    """A tile as it lies in one of its turns; squares are counted from the corner of the rectangle around it."""

    tile: Tile
    turn: int

    @cached_property
    def size(self) -> Size:
        """(width, height) as it lies."""
        return self.tile.placed_size(self.turn)

    @cached_property
    def walks(self) -> dict[Square, bool]:
        """Each square of floor, and whether one can walk on it."""
        barred = {at for at, thing in self.tile.features.items() if isinstance(thing, ObstacleKind) or thing in HAZARDS}
        turned = {turned_square(at, self.tile.size, self.turn) for at in barred}
        return {square: square not in turned for square, _ in self.tile.placed((0, 0), self.turn)}

    @cached_property
    def rock(self) -> frozenset[Square]:
        """The squares of the card that are no floor; of a tile without a rim none, since they are cut away."""
        every = frozenset(block((0, 0), self.size))
        lines = [
            {at for at in every if at[axis] == end} for axis, size in enumerate(self.size) for end in (0, size - 1)
        ]
        is_card = self.tile.kind in (SectionKind.BOARD, SectionKind.END_ZONE)
        rimmed = is_card and not any(line <= self.walks.keys() for line in lines)
        return every - self.walks.keys() if rimmed else frozenset()

    @cached_property
    def outline(self) -> Outline:
        """What takes the same room: poses of one outline can stand in for each other across an axis."""
        width, height = self.size
        rim = (square for square in self.walks if square[0] in (0, width - 1) or square[1] in (0, height - 1))
        return self.size, frozenset(rim if self.rock else self.walks)

    def turned_outline(self, quarters: int, flip: bool) -> Outline:
        """The outline of what the tile becomes across an axis."""
        size, squares = self.outline
        return turned_size(size, quarters), frozenset(turned_square(at, size, quarters, flip) for at in squares)

    @cached_property
    def floor(self) -> tuple[int, ...]:
        """Its squares by code."""
        return tuple(map(code, self.walks))

    @cached_property
    def walked(self) -> tuple[int, ...]:
        """Those one can walk on."""
        return tuple(code(square) for square, free in self.walks.items() if free)

    @cached_property
    def stones(self) -> tuple[int, ...]:
        """Its rock by code."""
        return tuple(map(code, self.rock))

    @cached_property
    def beyond_rim(self) -> tuple[int, ...]:
        """Of a card, the square outside each edge of the rock on its border, by code."""
        beside = (neighbour(at, side) for at in self.rock for side in SIDES)
        return tuple(code(out) for out in beside if out not in self.walks and out not in self.rock)

    @cached_property
    def runs(self) -> tuple[BorderRun, ...]:
        """The straight runs of its border, those against its own rock left out."""
        found, own = [], {*self.walks, *self.rock}
        for side in SIDES:
            dx, dy = along(side)
            for row in rows_along([at for at in self.walks if neighbour(at, side) not in own], side):
                beyond = (row[0][0] - dx, row[0][1] - dy), (row[-1][0] + dx, row[-1][1] + dy)
                convex = all(at not in self.walks and neighbour(at, side) not in self.walks for at in beyond)
                walked = tuple(self.walks[at] for at in row)
                tip = convex and (len(row) == PASSAGE or (self.tile.kind is SectionKind.BRIDGE and any(walked)))
                found.append(BorderRun(side, row[0], tuple(map(code, row)), walked, tip, code(side.step), len(row)))
        return tuple(found)

    @cached_property
    def narrow(self) -> bool:
        """Whether it is a passage: it has ends no wider than one, and no rim."""
        return not self.rock and any(run.tip for run in self.runs)


def poses(tile: Tile) -> tuple[TilePose, ...]:
    """The ways a tile may lie, each look once; tiles are printed on one side, so none is turned over."""
    return _poses(msgspec.msgpack.encode(tile))


@lru_cache(maxsize=512)
def _poses(encoded: bytes) -> tuple[TilePose, ...]:
    """Kept, since one floor after the other is laid from the same tiles."""
    tile = msgspec.msgpack.decode(encoded, type=Tile)
    found: dict[object, TilePose] = {}
    for turn in range(4):
        placed = tile.placed((0, 0), turn)
        seen = {(square, "" if letter == "." else str(tile.meaning(letter))) for square, letter in placed}
        look = frozenset(seen), frozenset(tile.placed_paint((0, 0), turn))
        found.setdefault(look, TilePose(tile, turn))
    return tuple(found.values())


@dataclass(frozen=True, eq=False)
class StockTile:
    """A tile one may lay, and the heaps it is taken from: its own, its card's, that of all tiles of its shape."""

    tile: Tile
    heaps: tuple[str, ...]

    @cached_property
    def poses(self) -> tuple[TilePose, ...]:
        """The ways it may lie."""
        return poses(self.tile)

    @cached_property
    def squares(self) -> int:
        """The squares of its floor."""
        return len(self.poses[0].floor)

    @cached_property
    def ends(self) -> int:
        """How many ends of passages it has."""
        pose = self.poses[0]
        return sum(run.tip for run in pose.runs) if pose.narrow else 0


class Supply:
    """The tiles on the table's edge: what is taken is missing until it is put back."""

    def __init__(self, pieces: Iterable[StockTile], heaps: Mapping[str, int], use_all: bool = False) -> None:
        self.pieces = [piece for piece in pieces if all(heaps[heap] > 0 for heap in piece.heaps)]
        self.left, self._held = Counter(heaps), dict(heaps)
        self.use_all, self.endless = use_all, PLENTY in heaps.values()
        self.every = [(piece, pose) for piece in self.pieces for pose in piece.poses]
        self._by_outline: dict[Outline, list[tuple[StockTile, TilePose]]] = {}
        for piece, pose in self.every:
            self._by_outline.setdefault(pose.outline, []).append((piece, pose))

    def copies(self, piece: StockTile) -> int:
        """How many of it are left."""
        return min(self.left[heap] for heap in piece.heaps)

    def take(self, piece: StockTile, count: int = 1) -> None:
        """So many less of it; more, where the number is below 0."""
        for heap in piece.heaps:
            self.left[heap] -= count

    def alike(self, outline: Outline) -> list[tuple[StockTile, TilePose]]:
        """What is left that takes just this room."""
        return [(piece, pose) for piece, pose in self._by_outline.get(outline, ()) if self.copies(piece) > 0]

    def most(self, kind: SectionKind | None = None) -> Iterator[tuple[StockTile, int]]:
        """How many of each, or of those of a kind, can be laid together, the largest first; those laid are counted."""
        left = Counter(self._held)
        pieces = [piece for piece in self.pieces if kind in (None, piece.tile.kind)]
        for piece in sorted(pieces, key=lambda piece: -piece.squares):
            count = min(left[heap] for heap in piece.heaps)
            left.subtract(dict.fromkeys(piece.heaps, count))
            yield piece, count


def supply_of(request: Request) -> Supply:
    """The tiles to lay a floor from; end zones and entries are not among them (`zone_tiles`)."""
    heaps: dict[str, int] = {}
    pieces = list(_stock(request, heaps))
    mix, settings = request.ruleset.rules.get("tile-mix"), _supply_settings(request.ruleset)
    sizes = convert(mix.parameters, tile_mix.RuleSettings).sizes if mix and mix.level is not RuleLevel.OFF else {}

    def right_size(tile: Tile) -> bool:
        sides, size = sorted(tile.size), sizes.get(tile.kind)
        measured = {"width": sides[0], "length": sides[1], "squares": len(tile.letters)}
        return size is None or all(bounds.allows(measured[name]) for name, bounds in size.bounds.items())

    fitting = (piece for piece in pieces if piece.tile.kind not in ZONES and right_size(piece.tile))
    return Supply(fitting, heaps, use_all=settings is not None and settings.use_all)


def zone_tiles(request: Request, kind: SectionKind) -> list[StockTile]:
    """The tiles of the kind of end zones, or of entries; how many of each is the number of their first heap."""
    heaps: dict[str, int] = {}
    found = [piece for piece in _stock(request, heaps) if piece.tile.kind is kind]
    return [piece for piece in found for _ in range(min(12, *(heaps[heap] for heap in piece.heaps)))]


def named(tile: Tile, rooms: Sequence[str]) -> str:
    """Which of some names of rooms, or ids of tiles, a tile answers to; '' where it does to none."""
    own = {tile.id.casefold(), tile.name.casefold()}
    return next((room for room in rooms if room.casefold() in own), "")


def _stock(request: Request, heaps: dict[str, int]) -> Iterator[StockTile]:
    """The tiles of the sets asked for, or of those the ruleset's stock names, with the sets that come besides.

    Each with its heaps, whose numbers are put in `heaps`.
    """
    library, settings = request.library, _supply_settings(request.ruleset, True)
    base = [one.tile for one in settings.stock if one.tile in library] if settings else []
    if not request.tiles:
        sets = dict.fromkeys(name.rpartition("/")[0] for name in base)
        others = [tile.id for name in sets for tile in library.of_set(name)]
        owned = [name for name in request.stock if name in library]
        tiles = [library.get(name) for name in dict.fromkeys((*base, *others, *owned))]
    else:
        besides = settings.besides if settings else ()
        alone = all(name in besides for name in request.tiles)
        tiles = [library.get(name) for name in (base if alone else ())]
        tiles += [tile for name in request.tiles for tile in library.of_set(name)]
    counted = _supply_settings(request.ruleset, off=not request.tiles)
    for tile in tiles:
        own = _heaps(tile, counted, request)
        if request.stock:
            own[f"owned {tile.id}"] = request.stock.get(tile.id, 0)
        heaps.update(own)
        yield StockTile(tile, tuple(own))


def _heaps(tile: Tile, settings: tile_supply.RuleSettings | None, request: Request) -> dict[str, int]:
    """The heaps a tile is taken from, and how many each holds.

    One of another set counts as the first of the ruleset's set that has its shape.
    """
    own = {tile.id: PLENTY if tile.stock is None else tile.stock}
    if settings is None or tile.kind in settings.left_out:
        return {**own, f"{tile.set_name}: {tile.card.name}": tile.card.stock} if tile.card else own
    if tile.set_name in settings.besides:
        return own
    listed = next((one for one in settings.stock if one.tile == tile.id), None)
    if listed is None:
        shape = tile_supply.Stock(name=tile.name, count=1, rows=tile.rows).shape(request.library)
        listed = next((one for one in settings.stock if one.shape(request.library) == shape), None)
    if listed is None:
        return {tile.id: 0}
    cards = {f"card {listed.card}": settings.cards_held(listed.card)} if listed.card else {}
    return {listed.name: settings.held(listed), **cards}


def _supply_settings(ruleset: Ruleset, off: bool = False) -> tile_supply.RuleSettings | None:
    """The settings of the rule on supply, where it is asked; `off` also where it is only said.

    A ruleset that turns the rule off still names the tiles.
    """
    entry = ruleset.rules.get("tile-supply")
    if entry is None or (entry.level is RuleLevel.OFF and not off):
        return None
    return convert(entry.parameters, tile_supply.RuleSettings)

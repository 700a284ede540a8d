"""List the available tiles, how many copies there are, their poses, and the parts of their border that can be joined.

A board or end zone without a side that is all floor is a card with a rim: no tile may cover its rock, and its exits
should lead onto floor. Every other tile is cut out along its floor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.zone_sites import find_step_along, split_into_rows
from dungeon_designer.grid import (
    SIDES,
    Side,
    Size,
    Square,
    find_neighbour,
    list_block_squares,
    rotate_size,
    rotate_square,
)
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind
from dungeon_designer.rules.floor_requirements import SectionMix, StockedTile, TileStock
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.tiles.tile import Tile

CODE_STRIDE = 1 << 12
"""More than the squares of any row. A square is one number, so that adding a number moves a tile."""
PASSAGE_WIDTH = 2
"""The width of the ends of corridors, in squares."""

ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)

UNLIMITED_COUNT = 999
"""The number of copies of a tile without a limit."""

Outline = tuple[Size, frozenset[Square]]
"""The size of the rectangle around a tile, and the squares of the tile.

Of a card with a rim, only the floor squares at its border, where passages end.
"""


def encode_square(square: Square) -> int:
    """Return the code of a square: one number, so that adding the code of an offset moves the square.

    >>> encode_square((1, 2)) - encode_square((0, 2))
    1
    """
    return square[1] * CODE_STRIDE + square[0]


def decode_square(code: int) -> Square:
    """Return the square (x, y) that a code stands for, see `encode_square`."""
    return code % CODE_STRIDE, code // CODE_STRIDE


class BorderRun(NamedTuple):
    """A straight part of a tile's border, along which another tile can be joined.

    Squares are relative to the corner of the tile. Codes are squares as numbers, see `encode_square`.
    """

    side: Side  # of the tile's squares
    first_square: Square  # relative to the corner of the tile
    inside_codes: tuple[int, ...]  # the tile's squares along the run, by code
    is_walkable: tuple[bool, ...]  # for each of these squares
    is_passage_end: bool  # whether the run is the end of a passage
    outward_step: int  # what is added to the code of an inside square to get the outside one
    length: int

    @property
    def end_squares(self) -> tuple[int, ...]:
        """The codes of the tile's squares at the run, PASSAGE_WIDTH deep: the block of squares where a passage ends."""
        return tuple(
            square - depth * self.outward_step for depth in range(PASSAGE_WIDTH) for square in self.inside_codes
        )


@dataclass(frozen=True, eq=False)
class TilePose:
    """A tile in one of its rotations. Squares are relative to the corner of the rectangle around it.

    Attributes:
        tile: The tile.
        turn: The number of clockwise quarter turns.
    """

    tile: Tile
    turn: int

    @cached_property
    def size(self) -> Size:
        """The (width, height) after the rotation."""
        return self.tile.find_placed_size(self.turn)

    @cached_property
    def is_walkable_by_square(self) -> dict[Square, bool]:
        """Each floor square of the tile, with whether a player can walk on it: it is neither hazard nor obstacle."""
        blocked_squares = {
            square
            for square, feature in self.tile.features.items()
            if isinstance(feature, ObstacleKind) or feature in HAZARDS
        }
        rotated_blocked = {rotate_square(square, self.tile.size, self.turn) for square in blocked_squares}
        return {
            position: position not in rotated_blocked
            for position, _ in self.tile.list_placed_squares((0, 0), self.turn)
        }

    @cached_property
    def rock_squares(self) -> frozenset[Square]:
        """The rock squares that are printed on the tile and lie on the table with it.

        Only a card with a rim has any: a board or end zone of which no side is all floor. Other tiles are cut out along
        their floor.
        """
        all_squares = frozenset(list_block_squares((0, 0), self.size))
        border_lines = [
            {square for square in all_squares if square[axis] == end}
            for axis, size in enumerate(self.size)
            for end in (0, size - 1)
        ]
        is_card = self.tile.kind in (SectionKind.BOARD, SectionKind.END_ZONE)
        has_rim = is_card and not any(line <= self.is_walkable_by_square.keys() for line in border_lines)
        return all_squares - self.is_walkable_by_square.keys() if has_rim else frozenset()

    @cached_property
    def outline(self) -> Outline:
        """The space that the pose takes: its size and floor squares; of a card with a rim only those at its border.

        A tile whose pose has the mirrored outline can serve as the mirrored copy, even if it is another tile.
        """
        width, height = self.size
        rim_squares = (
            square
            for square in self.is_walkable_by_square
            if square[0] in (0, width - 1) or square[1] in (0, height - 1)
        )
        return self.size, frozenset(rim_squares if self.rock_squares else self.is_walkable_by_square)

    def transform_outline(self, quarters: int, flip: bool) -> Outline:
        """Return the outline (size and squares) that a mirrored copy of the pose must have.

        Args:
            quarters: The number of clockwise quarter turns.
            flip: Whether the outline is also flipped.
        """
        outline = self._transformed_outlines.get((quarters, flip))
        if outline is None:
            size, squares = self.outline
            transformed_squares = frozenset(rotate_square(square, size, quarters, flip) for square in squares)
            outline = self._transformed_outlines[quarters, flip] = rotate_size(size, quarters), transformed_squares
        return outline

    @cached_property
    def _transformed_outlines(self) -> dict[tuple[int, bool], Outline]:
        """The results of `transform_outline` so far: a floor asks for the same ones thousands of times."""
        return {}

    @cached_property
    def floor_codes(self) -> tuple[int, ...]:
        """The codes of the tile's floor squares: each square as one number."""
        return tuple(map(encode_square, self.is_walkable_by_square))

    @cached_property
    def walkable_codes(self) -> tuple[int, ...]:
        """The codes of the tile's floor squares where a player can walk."""
        return tuple(encode_square(square) for square, is_walkable in self.is_walkable_by_square.items() if is_walkable)

    @cached_property
    def rock_codes(self) -> tuple[int, ...]:
        """The codes of the rock squares that are printed on the tile; none if it has no rim."""
        return tuple(map(encode_square, self.rock_squares))

    @cached_property
    def beyond_rim_codes(self) -> tuple[int, ...]:
        """The codes of the squares outside a card that touch the printed rock of its rim.

        A square occurs once for each edge that it shares with the rock. A passage there would end at a rim.
        """
        neighbours = (find_neighbour(square, side) for square in self.rock_squares for side in SIDES)
        return tuple(
            encode_square(outside_square)
            for outside_square in neighbours
            if outside_square not in self.is_walkable_by_square and outside_square not in self.rock_squares
        )

    @cached_property
    def border_runs(self) -> tuple[BorderRun, ...]:
        """The straight parts of the tile's border, along which other tiles can be joined.

        Edges against the card's own rock are left out. A run is the end of a passage if it is a protruding end of
        PASSAGE_WIDTH squares, or the walkable end of a bridge.
        """
        border_runs, own_squares = [], {*self.is_walkable_by_square, *self.rock_squares}
        for side in SIDES:
            dx, dy = find_step_along(side)
            for row in split_into_rows(
                [square for square in self.is_walkable_by_square if find_neighbour(square, side) not in own_squares],
                side,
            ):
                end_squares = (row[0][0] - dx, row[0][1] - dy), (row[-1][0] + dx, row[-1][1] + dy)
                is_convex = all(
                    square not in self.is_walkable_by_square
                    and find_neighbour(square, side) not in self.is_walkable_by_square
                    for square in end_squares
                )
                is_walkable = tuple(self.is_walkable_by_square[square] for square in row)
                is_passage_end = is_convex and (
                    len(row) == PASSAGE_WIDTH or (self.tile.kind is SectionKind.BRIDGE and any(is_walkable))
                )
                border_runs.append(
                    BorderRun(
                        side,
                        row[0],
                        tuple(map(encode_square, row)),
                        is_walkable,
                        is_passage_end,
                        encode_square(side.step),
                        len(row),
                    )
                )
        return tuple(border_runs)

    @cached_property
    def passage_ends(self) -> tuple[tuple[BorderRun, frozenset[int], frozenset[int]], ...]:
        """The runs of border where a passage ends, each with the codes of its inside squares and its end squares."""
        ends = [run for run in self.border_runs if run.is_passage_end]
        return tuple((run, frozenset(run.inside_codes), frozenset(run.end_squares)) for run in ends)

    @cached_property
    def table_codes(self) -> tuple[int, ...]:
        """The codes of all squares that the tile takes on the table: its floor squares, then its rock squares."""
        return self.floor_codes + self.rock_codes

    @cached_property
    def is_passage(self) -> bool:
        """Whether the tile is a passage: it has an end as wide as a passage, and no rock rim; all others are rooms."""
        return not self.rock_squares and any(run.is_passage_end for run in self.border_runs)


def list_poses(tile: Tile) -> tuple[TilePose, ...]:
    """Return a tile in each of its rotations that look different, at most four.

    Tiles are printed on one side, so none is flipped.
    """
    return _build_poses(msgspec.msgpack.encode(tile))


@lru_cache(maxsize=512)
def _build_poses(encoded: bytes) -> tuple[TilePose, ...]:
    """Return the rotations that look different of a tile, which is encoded so that the result can be cached.

    Many floors use the same tiles.
    """
    tile = msgspec.msgpack.decode(encoded, type=Tile)
    pose_by_look: dict[object, TilePose] = {}
    for turn in range(4):
        placed_squares = tile.list_placed_squares((0, 0), turn)
        square_looks = {
            (square, "" if letter == "." else str(tile.find_meaning(letter))) for square, letter in placed_squares
        }
        look = frozenset(square_looks), frozenset(tile.list_painted_squares((0, 0), turn))
        pose_by_look.setdefault(look, TilePose(tile, turn))
    return tuple(pose_by_look.values())


@dataclass(frozen=True, eq=False)
class StockTile:
    """A tile that is available, and the stocks from which its copies are taken.

    Several tiles can share a stock: two that are printed on one card, or different tiles of one shape.

    Attributes:
        tile: The tile.
        stock_names: The names of the stocks that each used copy reduces by one.
    """

    tile: Tile
    stock_names: tuple[str, ...]

    @cached_property
    def poses(self) -> tuple[TilePose, ...]:
        """The tile in each of its rotations that look different."""
        return list_poses(self.tile)

    @cached_property
    def square_count(self) -> int:
        """The number of the tile's floor squares."""
        return len(self.poses[0].floor_codes)

    @cached_property
    def passage_end_count(self) -> int:
        """The number of ends where the tile, as a passage, can be joined; 0 if it is not a passage."""
        pose = self.poses[0]
        return sum(run.is_passage_end for run in pose.border_runs) if pose.is_passage else 0


class TileSupply:
    """The tiles that are available for one floor, and how many copies of them are left while it is built.

    Attributes:
        stock_tiles: The tiles with at least one copy at the beginning.
        remaining: How many copies each stock, by name, still has.
        must_use_all: Whether the floor must use all tiles.
        is_unlimited: Whether some stock has no limit, which is stored as UNLIMITED_COUNT.
        all_poses: Each tile with each of its different rotations.
    """

    def __init__(
        self, stock_tiles: Iterable[StockTile], count_by_stock: Mapping[str, int], must_use_all: bool = False
    ) -> None:
        self.stock_tiles = [
            stock_tile
            for stock_tile in stock_tiles
            if all(count_by_stock[stock_name] > 0 for stock_name in stock_tile.stock_names)
        ]
        self.remaining, self._initial_counts = Counter(count_by_stock), dict(count_by_stock)
        self.must_use_all, self.is_unlimited = must_use_all, UNLIMITED_COUNT in count_by_stock.values()
        self.all_poses = [(stock_tile, pose) for stock_tile in self.stock_tiles for pose in stock_tile.poses]
        self._by_outline: dict[Outline, list[tuple[StockTile, TilePose]]] = {}
        for stock_tile, pose in self.all_poses:
            self._by_outline.setdefault(pose.outline, []).append((stock_tile, pose))

    def count_copies(self, stock_tile: StockTile) -> int:
        """Return how many copies of a tile can still be taken: the smallest number left in any of its stocks."""
        return min(self.remaining[stock_name] for stock_name in stock_tile.stock_names)

    def take_copies(self, stock_tile: StockTile, count: int = 1) -> None:
        """Take copies of a tile out of its stocks; a negative count returns copies."""
        for stock_name in stock_tile.stock_names:
            self.remaining[stock_name] -= count

    def list_same_outline(self, outline: Outline) -> list[tuple[StockTile, TilePose]]:
        """Return each tile that can still be taken in each rotation that has a given outline (size and squares)."""
        return [
            (stock_tile, pose)
            for stock_tile, pose in self._by_outline.get(outline, ())
            if self.count_copies(stock_tile) > 0
        ]

    def list_max_counts(self, kind: SectionKind | None = None) -> Iterator[tuple[StockTile, int]]:
        """Yield each tile with the number of its copies that a floor can use together with the tiles before it.

        The largest tiles come first. A stock that tiles share is counted only once. Copies that are already in use
        count too.

        Args:
            kind: The only kind of tiles to list; None for all.
        """
        remaining = Counter(self._initial_counts)
        stock_tiles = [stock_tile for stock_tile in self.stock_tiles if kind in (None, stock_tile.tile.kind)]
        for stock_tile in sorted(stock_tiles, key=lambda stock_tile: -stock_tile.square_count):
            count = min(remaining[stock_name] for stock_name in stock_tile.stock_names)
            remaining.subtract(dict.fromkeys(stock_tile.stock_names, count))
            yield stock_tile, count


def build_supply(request: Request) -> TileSupply:
    """Return the tiles from which a floor can be built, with the numbers of their copies.

    Tiles of a size that the ruleset forbids are left out, and so are end zones and entries (see `list_zone_tiles`).
    """
    count_by_stock: dict[str, int] = {}
    stock_tiles = list(_list_stock_tiles(request, count_by_stock))
    required = read_floor_requirements(request.ruleset, request.team_count)
    mixes, stocks = required.list_of_type(SectionMix), required.list_of_type(TileStock)

    def has_allowed_size(tile: Tile) -> bool:
        """Return whether the ruleset allows the width, length and number of squares of a tile of its kind."""
        sorted_size = sorted(tile.size)
        value_by_name = {"width": sorted_size[0], "length": sorted_size[1], "squares": len(tile.letters)}
        sizes = [mix.size_by_kind[tile.kind] for mix in mixes if tile.kind in mix.size_by_kind]
        return all(bounds.allows(value_by_name[name]) for size in sizes for name, bounds in size.bounds_by_name.items())

    usable_tiles = (
        stock_tile
        for stock_tile in stock_tiles
        if stock_tile.tile.kind not in ZONE_KINDS and has_allowed_size(stock_tile.tile)
    )
    return TileSupply(usable_tiles, count_by_stock, must_use_all=any(stock.must_use_all for stock in stocks))


def list_zone_tiles(request: Request, kind: SectionKind) -> list[StockTile]:
    """Return the available tiles that are end zones, or those that are entries.

    Each is listed as often as there are copies of it, but at most 12 times.

    Args:
        request: The request, which names the tiles or whose ruleset does.
        kind: The kind of zone.
    """
    count_by_stock: dict[str, int] = {}
    zone_stock_tiles = [
        stock_tile for stock_tile in _list_stock_tiles(request, count_by_stock) if stock_tile.tile.kind is kind
    ]
    return [
        stock_tile
        for stock_tile in zone_stock_tiles
        for _ in range(min(12, *(count_by_stock[stock_name] for stock_name in stock_tile.stock_names)))
    ]


def find_matching_name(tile: Tile, rooms: Sequence[str]) -> str:
    """Return which of the requested rooms a tile is: the first text that is its name or id; empty for none.

    The case of letters does not matter.
    """
    tile_names = {tile.id.casefold(), tile.name.casefold()}
    return next((room for room in rooms if room.casefold() in tile_names), "")


def _list_stock_tiles(request: Request, count_by_stock: dict[str, int]) -> Iterator[StockTile]:
    """Yield all tiles that a request may use, with the stocks that their copies are taken from.

    Without requested tile sets, these are the tiles of the ruleset's stock, the other tiles of their sets and the tiles
    that the user owns. Otherwise they are the tiles of the requested sets. If all of these are sets that the ruleset
    only allows in addition to its own stock, the tiles of that stock come first.

    Args:
        request: The request.
        count_by_stock: A dictionary to which the number of copies in each stock is added.
    """
    library, ruleset_stock = request.library, _read_stock(request, include_off=True)
    ruleset_tiles = [entry.tile for entry in ruleset_stock.tiles if entry.tile in library] if ruleset_stock else []
    if not request.tiles:
        set_names = dict.fromkeys(tile_name.rpartition("/")[0] for tile_name in ruleset_tiles)
        set_tiles = [tile.id for tile_name in set_names for tile in library.list_set_tiles(tile_name)]
        owned_tiles = [tile_name for tile_name in request.stock if tile_name in library]
        tiles = [library.get(tile_name) for tile_name in dict.fromkeys((*ruleset_tiles, *set_tiles, *owned_tiles))]
    else:
        additional_sets = ruleset_stock.additional_sets if ruleset_stock else ()
        only_additional = all(tile_name in additional_sets for tile_name in request.tiles)
        tiles = [library.get(tile_name) for tile_name in (ruleset_tiles if only_additional else ())]
        tiles += [tile for tile_name in request.tiles for tile in library.list_set_tiles(tile_name)]
    limiting_stock = _read_stock(request, include_off=not request.tiles)
    for tile in tiles:
        tile_counts = _count_stocks(tile, limiting_stock, request)
        if request.stock:
            tile_counts[f"owned {tile.id}"] = request.stock.get(tile.id, 0)
        count_by_stock.update(tile_counts)
        yield StockTile(tile, tuple(tile_counts))


def _count_stocks(tile: Tile, stock: TileStock | None, request: Request) -> dict[str, int]:
    """Return the stocks that a tile's copies are taken from: the number of copies in each, by the stock's name.

    The stock is that of the tile itself, and that of its card if other tiles are printed on the card too. If the
    ruleset limits the tiles, a tile of another set is taken from the stock of the first listed tile that has its shape;
    it has no copies if there is none. UNLIMITED_COUNT stands for no limit.

    Args:
        tile: The tile.
        stock: The tiles that the ruleset allows; None if it does not limit them.
        request: The request.
    """
    tile_counts = {tile.id: UNLIMITED_COUNT if tile.stock is None else tile.stock}
    if stock is None or tile.kind in stock.uncounted_kinds:
        return {**tile_counts, f"{tile.set_name}: {tile.card.name}": tile.card.stock} if tile.card else tile_counts
    if tile.set_name in stock.additional_sets:
        return tile_counts
    entry = next((candidate for candidate in stock.tiles if candidate.tile == tile.id), None)
    if entry is None:
        shape = StockedTile(name=tile.name, count=1, rows=tile.rows).find_shape(request.library)
        entry = next((candidate for candidate in stock.tiles if candidate.find_shape(request.library) == shape), None)
    if entry is None:
        return {tile.id: 0}
    count_by_card = {f"card {entry.card}": stock.count_available_cards(entry.card)} if entry.card else {}
    return {entry.name: stock.count_available(entry), **count_by_card}


def _read_stock(request: Request, include_off: bool) -> TileStock | None:
    """Return the stock of tiles that the ruleset of a request lists; None if it lists none.

    Args:
        request: The request.
        include_off: Whether a stock counts whose rule is off. Such a ruleset still names its tiles.
    """
    return read_floor_requirements(request.ruleset, request.team_count, include_off).find(TileStock)

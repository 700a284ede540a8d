"""A tile: a piece of floor with its features, as a book's box holds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.errors import TileError, did_you_mean
from dungeon_designer.grid import Size, Square, turned_size, turned_square


class Tile(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """One kind of tile of a set.

    `id` is unique over all sets (``gw-2021/armoury``). `rows` are the squares as in a sketch: ``#`` or blank
    is no part of the tile, ``.`` floor, terrain and obstacle letters stand for themselves. `stock` is how
    many the box holds (None: as many as one likes). `rule` says in our own words what playing on it means.
    """

    id: Annotated[str, Meta(min_length=1, max_length=80)]
    name: str
    kind: str
    rows: tuple[str, ...]
    enclosed: bool | None = None
    side: str | None = None
    stock: Annotated[int, Meta(ge=0)] | None = None
    rule: str = ""
    source: str = ""
    legend: dict[str, str] = {}

    @cached_property
    def size(self) -> Size:
        """(width, height) of the tile as drawn."""
        return max((len(row) for row in self.rows), default=0), len(self.rows)

    @cached_property
    def letters(self) -> dict[Square, str]:
        """Each square the tile covers, with its letter."""
        return {(x, y): c for y, row in enumerate(self.rows) for x, c in enumerate(row) if c not in "# "}

    def placed(self, at: Square, turn: int = 0, flip: bool = False) -> Iterator[tuple[Square, str]]:
        """The squares on the board, each with its letter, when mirrored (if `flip`), then turned clockwise."""
        for square, letter in self.letters.items():
            x, y = turned_square(square, self.size, turn, flip)
            yield (at[0] + x, at[1] + y), letter

    def placed_size(self, turn: int = 0) -> Size:
        """(width, height) after turning."""
        return turned_size(self.size, turn)


class TileLibrary:
    """Every tile a layout may name, by id."""

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        self._tiles = {tile.id: tile for tile in tiles}

    def __iter__(self) -> Iterator[Tile]:
        return iter(self._tiles.values())

    def __contains__(self, tile_id: str) -> bool:
        return tile_id in self._tiles

    def get(self, tile_id: str) -> Tile:
        """The tile of that id; TileError names the nearest right spelling."""
        try:
            return self._tiles[tile_id]
        except KeyError:
            raise TileError("tile", tile_id, f"no tile of this name{did_you_mean(tile_id, self._tiles)}") from None

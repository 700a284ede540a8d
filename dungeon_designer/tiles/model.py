"""A tile: a piece of floor with its features, as a book's box holds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.errors import TileError, did_you_mean
from dungeon_designer.grid import Size, Square, block, row_major, turned_size, turned_square
from dungeon_designer.kinds import LETTERS, ObstacleKind, SectionKind, Team, TerrainKind, ground
from dungeon_designer.text.rows import FLOOR, ROCK


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """The two-sided card a tile is one face of: what people call it, and how many of it a box holds.

    All tiles of a set that name the same card are faces of it: no more of them lie on the table at once than there are
    cards. Which two share a card is the printer's choice and counts for nothing.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    stock: Annotated[int, Meta(ge=1, le=9999)]


class Strip(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of a tile, as drawn."""

    at: Square
    size: Size

    @property
    def squares(self) -> list[Square]:
        """Its squares, row by row."""
        return block(self.at, self.size)


class Tile(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """One kind of tile of a set.

    `id` is unique over all sets (``gw-2021/armoury``). `rows` are the squares as in a sketch: ``#`` or blank
    is no part of the tile, ``.`` floor; other letters are terrain and obstacles, the sketch's or those of
    `legend` (letter to name). `enclosed` says whether the tile is walled off from its neighbours except at
    doors (None: as the layout has it), `side` whose end zone or entry it is (None: the layout says).
    `stock` is how many the box holds (None: as many as one likes), `card` the two-sided card it is one face of, if it
    is one. `painted` is the part of an end zone that is painted as such. `rule` says in our own words what playing on
    it means, `source` names the book and heading, `notes` what of it is our own.
    """

    id: Annotated[str, Meta(min_length=1, max_length=80)]
    name: str
    kind: SectionKind
    rows: tuple[str, ...]
    enclosed: bool | None = None
    side: Team | None = None
    stock: Annotated[int, Meta(ge=0)] | None = None
    card: Card | None = None
    painted: Strip | None = None
    rule: str = ""
    source: str = ""
    notes: str = ""
    legend: dict[str, str] = {}

    @property
    def set_name(self) -> str:
        """The set it belongs to: what stands before the last slash of its id.

        >>> Tile(id="gw-2021/armoury", name="The Armoury", kind=SectionKind.SMALL_ROOM, rows=(".",)).set_name
        'gw-2021'
        """
        return self.id.rpartition("/")[0]

    @cached_property
    def size(self) -> Size:
        """(width, height) of the tile as drawn."""
        return max((len(row) for row in self.rows), default=0), len(self.rows)

    @cached_property
    def letters(self) -> dict[Square, str]:
        """Each square the tile covers, with its letter, row by row."""
        return {(x, y): c for y, row in enumerate(self.rows) for x, c in enumerate(row) if c not in ROCK}

    @cached_property
    def features(self) -> dict[Square, TerrainKind | ObstacleKind]:
        """What is more than floor, square by square."""
        return {square: self.meaning(letter) for square, letter in self.letters.items() if letter != FLOOR}

    def meaning(self, letter: str) -> TerrainKind | ObstacleKind:
        """What a letter of the rows stands for; KeyError when nothing says so."""
        return ground(self.legend[letter]) if letter in self.legend else LETTERS[letter]

    def placed(self, at: Square, turn: int = 0, flip: bool = False) -> Iterator[tuple[Square, str]]:
        """The squares on the board, row by row, each with its letter: mirrored (if `flip`), then turned clockwise."""
        facing = turn % 4, flip
        if facing not in self._faces:
            turned = [(turned_square(square, self.size, *facing), c) for square, c in self.letters.items()]
            self._faces[facing] = sorted(turned, key=lambda square: row_major(square[0]))
        for (x, y), letter in self._faces[facing]:
            yield (at[0] + x, at[1] + y), letter

    def placed_paint(self, at: Square, turn: int = 0, flip: bool = False) -> tuple[Square, ...]:
        """The painted squares on the board, row by row.

        >>> zone = Tile(id="a/zone", name="", kind=SectionKind.END_ZONE, rows=("...",), painted=Strip((0, 0), (2, 1)))
        >>> zone.placed_paint((5, 5), turn=1)
        ((5, 5), (5, 6))
        """
        own = self.painted.squares if self.painted else ()
        turned = (turned_square(square, self.size, turn % 4, flip) for square in own)
        return tuple(sorted(((at[0] + x, at[1] + y) for x, y in turned), key=row_major))

    def placed_size(self, turn: int = 0) -> Size:
        """(width, height) after turning."""
        return turned_size(self.size, turn)

    @cached_property
    def _faces(self) -> dict[tuple[int, bool], list[tuple[Square, str]]]:
        """The squares each of the eight ways round that was asked for: dungeons use a tile many times."""
        return {}


class TileLibrary:
    """Every tile a layout may name, by id."""

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        self._tiles = {tile.id: tile for tile in tiles}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all tiles, in order."""
        return tuple(self._tiles)

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of all sets, each once, in order."""
        return tuple(dict.fromkeys(tile_id.rpartition("/")[0] for tile_id in self.ids))

    def __iter__(self) -> Iterator[Tile]:
        return map(self.get, self.ids)

    def __contains__(self, tile_id: str) -> bool:
        return tile_id in self._tiles

    def get(self, tile_id: str) -> Tile:
        """The tile of that id; TileError names the nearest right spelling."""
        if tile_id not in self._tiles:
            raise self.unknown(tile_id)
        return self._tiles[tile_id]

    def of_set(self, set_name: str) -> list[Tile]:
        """The tiles of a set, in order; TileError names the nearest right spelling when there is none."""
        if set_name not in self.sets:
            raise TileError("tiles", set_name, f"no set of this name{did_you_mean(set_name, self.sets)}")
        return [self.get(tile_id) for tile_id in self.ids if tile_id.rpartition("/")[0] == set_name]

    def unknown(self, tile_id: str) -> TileError:
        """The error for a tile no set holds, or holds no more, with the way out."""
        of_set = tile_id.rpartition("/")[0]
        listed = f"'dungeon-designer tiles {of_set}' lists its set"
        where = listed if of_set in self.sets else "--tiles brings a folder of sets of your own"
        by_hand = "'rows' in place of 'tile' draws the section by hand"
        return TileError(
            "tile", tile_id, f"no tile of this name{did_you_mean(tile_id, self.ids)}; {where}, and {by_hand}"
        )

"""The models of a tile and of a library of tiles.

A tile is a piece of floor with its features, as a boxed game contains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import Annotated, Self

from msgspec import Meta, Struct

from dungeon_designer.errors import TileError, suggest_word
from dungeon_designer.grid import Size, Square, list_block_squares, rank_by_row, rotate_size, rotate_square
from dungeon_designer.kinds import SYMBOLS, ObstacleKind, SectionKind, Team, TerrainKind, parse_terrain_or_obstacle
from dungeon_designer.pictures.picture_model import PictureSource, TilePicture
from dungeon_designer.text.letter_grid import FLOOR_LETTER, ROCK_LETTERS


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """The two-sided card of which a tile is one face: its name, and how many of it a box holds.

    All tiles of a set that name the same card are its faces: no more of them lie on the table at once than there are
    cards. Which two tiles share a card is the printer's choice and has no effect.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    stock: Annotated[int, Meta(ge=1, le=9999)]


class Strip(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of a tile, as drawn."""

    at: Square
    size: Size

    @property
    def squares(self) -> list[Square]:
        """The squares of the rectangle, row by row."""
        return list_block_squares(self.at, self.size)


class Tile(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """A tile of a set.

    Attributes:
        id: its name, unique over all sets: the set and the file without its ending (``gw-2021/armoury``).
        name: what people call it.
        kind: the kind of section that it makes.
        rows: its squares as in a sketch. ``#`` or blank is no part of the tile, ``.`` is floor, other letters are
            terrain and obstacles: those of sketches or of `legend`.
        enclosed: whether it is walled off from its neighbours except at doors; None to follow the dungeon.
        side: the team whose end zone or entry it is; None if the dungeon says so.
        stock: how many the box holds; None without a limit.
        card: the two-sided card of which it is one face; None if it is no face of a card.
        painted: the part of an end zone that is painted as such.
        picture: the picture of the tile, such as a photo; None if the theme draws its floor.
        folder: the folder of the tile's file, in which the picture's file lies; '' if the tile has no picture.
        rule: in our own words, what its rule is.
        source: the rule book and heading.
        notes: what we added ourselves.
        legend: its own letters, each with the name of terrain or an obstacle.
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
    picture: TilePicture | None = None
    folder: str = ""
    rule: str = ""
    source: str = ""
    notes: str = ""
    legend: dict[str, str] = {}

    @property
    def set_name(self) -> str:
        """The set of the tile: the part of its id before the last slash.

        >>> Tile(id="gw-2021/armoury", name="The Armoury", kind=SectionKind.SMALL_ROOM, rows=(".",)).set_name
        'gw-2021'
        """
        return self.id.rpartition("/")[0]

    @property
    def picture_source(self) -> PictureSource | None:
        """The file of the tile's picture; None if it has none."""
        return PictureSource(self.folder, self.picture.file) if self.picture else None

    @cached_property
    def size(self) -> Size:
        """The (width, height) of the tile as drawn."""
        return max((len(row) for row in self.rows), default=0), len(self.rows)

    @cached_property
    def letters(self) -> dict[Square, str]:
        """Each square that the tile covers with its letter, row by row."""
        return {
            (x, y): letter
            for y, row in enumerate(self.rows)
            for x, letter in enumerate(row)
            if letter not in ROCK_LETTERS
        }

    @cached_property
    def features(self) -> dict[Square, TerrainKind | ObstacleKind]:
        """The terrain and obstacles on the tile, by square."""
        return {square: self.find_meaning(letter) for square, letter in self.letters.items() if letter != FLOOR_LETTER}

    def find_meaning(self, letter: str) -> TerrainKind | ObstacleKind:
        """Return the terrain or obstacle that a letter of the tile's rows means, by its own legend or by `SYMBOLS`.

        Raises:
            KeyError: the letter means nothing, or is that of floor or rock.
        """
        return parse_terrain_or_obstacle(self.legend[letter]) if letter in self.legend else SYMBOLS[letter]

    def list_placed_squares(self, corner: Square, turn: int = 0, flip: bool = False) -> Iterator[tuple[Square, str]]:
        """Yield the squares of the placed tile on the map, row by row, each with its letter.

        Args:
            corner: the square of the upper left corner on the map, after rotation.
            turn: clockwise quarter turns.
            flip: whether the tile is flipped before it is rotated.
        """
        quarters = turn % 4
        if (quarters, flip) not in self._squares_by_orientation:
            letter_by_square = {
                rotate_square(square, self.size, quarters, flip): letter for square, letter in self.letters.items()
            }
            self._squares_by_orientation[quarters, flip] = [
                (square, letter_by_square[square]) for square in sorted(letter_by_square, key=rank_by_row)
            ]
        for (x, y), letter in self._squares_by_orientation[quarters, flip]:
            yield (corner[0] + x, corner[1] + y), letter

    def list_painted_squares(self, corner: Square, turn: int = 0, flip: bool = False) -> tuple[Square, ...]:
        """Return the squares of the map on which the placed tile is painted as an end zone, row by row.

        Args:
            corner: the square of the upper left corner on the map, after rotation.
            turn: clockwise quarter turns.
            flip: whether the tile is flipped before it is rotated.

        >>> zone = Tile(id="a/zone", name="", kind=SectionKind.END_ZONE, rows=("...",), painted=Strip((0, 0), (2, 1)))
        >>> zone.list_painted_squares((5, 5), turn=1)
        ((5, 5), (5, 6))
        """
        painted_squares = self.painted.squares if self.painted else ()
        rotated_squares = (rotate_square(square, self.size, turn % 4, flip) for square in painted_squares)
        return tuple(sorted(((corner[0] + x, corner[1] + y) for x, y in rotated_squares), key=rank_by_row))

    def find_placed_size(self, turn: int = 0) -> Size:
        """Return the (width, height) of the tile on the map, rotated by some clockwise quarter turns."""
        return rotate_size(self.size, turn)

    @cached_property
    def _squares_by_orientation(self) -> dict[tuple[int, bool], list[tuple[Square, str]]]:
        """The cache of `list_placed_squares`: the tile's squares with their letters, by (quarter turns, flip).

        It is filled when an orientation is first used, since dungeons place a tile many times.
        """
        return {}


class TileLibrary:
    """All tiles that a layout may name, by id.

    Attributes:
        picture_folder: the folder of the dungeon's file, in which its picture is looked for; '' for a dungeon that
            came from no file and may read none, such as one in a link.
    """

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        self.picture_folder = ""
        self._tiles = {tile.id: tile for tile in tiles}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all tiles, set by set."""
        return tuple(self._tiles)

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of all tile sets, each once, in the order of their first tiles."""
        return tuple(dict.fromkeys(tile_id.rpartition("/")[0] for tile_id in self.ids))

    def __iter__(self) -> Iterator[Tile]:
        return map(self.get, self.ids)

    def __contains__(self, tile_id: str) -> bool:
        return tile_id in self._tiles

    def get(self, tile_id: str) -> Tile:
        """Return the tile with an id.

        Raises:
            TileError: no tile has this id. The error suggests the nearest spelling.
        """
        if tile_id not in self._tiles:
            raise self.build_unknown_error(tile_id)
        return self._tiles[tile_id]

    def with_picture_folder(self, folder: str) -> Self:
        """Return the library for a dungeon in a folder, in which the dungeon's picture is looked for."""
        library = copy(self)
        library.picture_folder = folder
        return library

    def list_set_tiles(self, set_name: str) -> list[Tile]:
        """Return the tiles of a set, in order.

        Raises:
            TileError: no set has this name. The error suggests the nearest spelling.
        """
        if set_name not in self.sets:
            raise TileError("tiles", set_name, f"no set of this name{suggest_word(set_name, self.sets)}")
        return [self.get(tile_id) for tile_id in self.ids if tile_id.rpartition("/")[0] == set_name]

    def build_unknown_error(self, tile_id: str) -> TileError:
        """Return the error for a tile that no set holds, whose text says what to do about it."""
        set_name = tile_id.rpartition("/")[0]
        if set_name in self.sets:
            remedy = f"'dungeon-designer tiles {set_name}' lists its set"
        else:
            remedy = "--tiles brings a folder of sets of your own"
        remedy += ", and 'rows' in place of 'tile' draws the section by hand"
        return TileError("tile", tile_id, f"no tile of this name{suggest_word(tile_id, self.ids)}; {remedy}")

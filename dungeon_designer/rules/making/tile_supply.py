"""No more copies of a tile than the set holds.

A dungeon is built from what is in the box or was printed: gw-1989 (Components) six different dungeon boards and two
End Zone boards; brawl-2013 (Dungeon Construction) tiles of 2x2, 2x3, 2x6 and 4x6 squares and one T section;
db7s-2019 (naf-2019, You Will Need) twelve large tiles of 6x4, four small ones of 2x2 and six doors of 2x1. No book
forbids to leave some over; db7s-2019 lists them as what one needs, so there it is a notice.

Counted are tiles placed from a library and drawn sections of a tile's exact shape, in any turn, or mirrored as a
placed tile may be; a tile of another set counts by its shape, and is an error where the set has no such shape. A
drawn section of no tile's shape is a notice: what it would be built of cannot be said. Once all that is drawn has more
squares than all tiles of the set together, it cannot be built of them, and that is a warning. brawl-2013's table lists
a single entry tile while its text has three entries a side; the text wins, and entries are left out of its supply. One
finding for each tile of which too many or too few are used, its squares those of all the sections that count as it.

A sketch that breaks it, under brawl-2013 (a seventh tile of 2x2)::

    map: |
      ..#..#..#..#..#..#..
      ..#..#..#..#..#..#..

Mend: build the same floor from other tiles, or make do with less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, bounds, turned_square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import section_name
from dungeon_designer.rules.rule import Count, Fault, Settings
from dungeon_designer.text.json_schema import described
from dungeon_designer.tiles.model import TileLibrary

Shape = tuple[int, int, tuple[Square, ...]]
"""The short and long side of the rectangle around a shape, and its squares in the turn that stands for all, mirrored
ones too; no squares when it is the whole rectangle."""

_Length = Annotated[int, Meta(ge=1, le=100)]


class Stock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tile of the set, how many copies there are, and what it looks like."""

    name: Annotated[str, described("What people call the tile.", "Corner")]
    count: Annotated[Count, described("How many copies of it there are.", 2)]
    tile: Annotated[str, described("Its id in a tile library.", "gw-2021/corridor-corner")] = ""
    size: Annotated[tuple[_Length, _Length] | None, described("Its [width, height], if a rectangle.", [4, 2])] = None
    rows: Annotated[
        tuple[str, ...], described("Its squares, if no rectangle: . is floor, # none.", ["....", "##.."])
    ] = ()

    def shape(self, library: TileLibrary) -> Shape | None:
        """The shape drawn sections are compared with; None when nobody says it."""
        if self.size is not None:
            return min(self.size), max(self.size), ()
        rows = self.rows or (library.get(self.tile).rows if self.tile in library else ())
        return _shape_of_rows(rows)


class RuleSettings(Settings, frozen=True):
    """The set a dungeon is built from."""

    stock: Annotated[
        tuple[Stock, ...], described("The tiles of the set.", [{"name": "Small", "size": [2, 2], "count": 4}])
    ] = ()
    left_out: Annotated[tuple[SectionKind, ...], described("Kinds of sections that are not counted.", ["entry"])] = ()
    use_all: Annotated[bool, described("Whether tiles that are left over are told.", True)] = False


class _Counts:
    """Which sections count as which tile of the set.

    `named` are those placed as that very tile, `shaped` those of its shape (a shape several tiles share is kept with
    the first of them), `foreign` tiles the set does not hold, `drawn` drawn sections of no tile's shape.
    """

    def __init__(self, context: Context, settings: RuleSettings) -> None:
        self.stock = settings.stock
        self.of_shape = _by_shape(settings.stock, context.board.library)
        self.ragged = {(short, long) for short, long, squares in self.of_shape if squares}
        self.largest = max((short * long for short, long, _ in self.of_shape), default=0)
        self.drawn_floor = 0
        self.named: dict[int, list[BoardSection]] = defaultdict(list)
        self.shaped: dict[int, list[BoardSection]] = defaultdict(list)
        self.foreign: list[BoardSection] = []
        self.drawn: list[BoardSection] = []
        by_id = {tile.tile: number for number, tile in enumerate(settings.stock) if tile.tile}
        for section in context.board.sections:
            if section.covers and section.kind not in settings.left_out:
                self._count(section, by_id.get(section.tile))

    def _count(self, section: BoardSection, number: int | None) -> None:
        self.drawn_floor += 0 if section.tile else len(section.covers)
        if number is not None:
            self.named[number].append(section)
        elif alike := self._alike(section.covers):
            self.shaped[alike[0]].append(section)
        else:
            (self.foreign if section.tile else self.drawn).append(section)

    def _alike(self, squares: Sequence[Square]) -> list[int]:
        """The tiles of the same shape; the squares of most sections need not be turned to know that there is none."""
        if len(squares) > self.largest:
            return []
        short, long = _sides(squares)
        if len(squares) == short * long:
            return self.of_shape.get((short, long, ()), [])
        return self.of_shape.get(_shape(squares), []) if (short, long) in self.ragged else []

    def groups(self) -> Iterator[list[int]]:
        """The tiles by shape: what looks alike can stand in for each other."""
        alike = list(self.of_shape.values())
        known = {number for group in alike for number in group}
        yield from sorted([*alike, *([n] for n in range(len(self.stock)) if n not in known)])


def _by_shape(stock: Sequence[Stock], library: TileLibrary) -> dict[Shape, list[int]]:
    """The numbers of the tiles of each shape."""
    found: dict[Shape, list[int]] = defaultdict(list)
    for number, tile in enumerate(stock):
        shape = tile.shape(library)
        if shape is not None:
            found[shape].append(number)
    return found


def check(context: Context, settings: RuleSettings) -> Iterator[Fault]:
    """Faults of tiles used too often, or too seldom where all must be used, and of sections that are no tile."""
    if not settings.stock:
        return
    counts = _Counts(context, settings)
    for group in counts.groups():
        yield from _group(counts, group, settings.use_all)
    for section in counts.foreign:
        said = f"{section_name(section)} is the tile {section.tile}, which the set does not hold"
        yield Fault(message=said, squares=section.covers, measured=1, required=0)
    most = _squares_of(settings.stock, context.board.library)
    for section in counts.drawn:
        yield _no_tile(section, counts.drawn_floor, most)


def _no_tile(section: BoardSection, drawn: int, most: int | None) -> Fault:
    """A notice of a section of no tile's shape; a warning where more is drawn than all tiles have."""
    said = f"{section_name(section)} has the shape of no tile of the set"
    if most is None or drawn <= most:
        return Fault(message=said, squares=section.covers, level=Level.INFO)
    said += f"; {drawn} squares are drawn, and all tiles of the set have {most}"
    return Fault(message=said, squares=section.covers, measured=drawn, required=most, level=Level.WARNING)


def _squares_of(stock: Sequence[Stock], library: TileLibrary) -> int | None:
    """The squares of all tiles of the set together; None where nobody says the shape of some tile."""
    total = 0
    for tile in stock:
        shape = tile.shape(library)
        if shape is None:
            return None
        short, long, squares = shape
        total += tile.count * (len(squares) or short * long)
    return total


def _group(counts: _Counts, group: Sequence[int], use_all: bool) -> Iterator[Fault]:
    """Tiles of one shape: each by its name first, then what is drawn against what is left of them all."""
    left = 0
    for number in group:
        tile, used = counts.stock[number], counts.named[number]
        left += max(0, tile.count - len(used))
        if len(used) > tile.count:
            yield _fault(tile.name, used, tile.count)
    drawn = counts.shaped[group[0]]
    everything = [section for number in group for section in counts.named[number]] + drawn
    stock = sum(counts.stock[number].count for number in group)
    names = " or ".join(counts.stock[number].name for number in group)
    if len(drawn) > left:
        yield _fault(names, everything, stock)
    elif use_all and len(drawn) < left:
        yield _unused(names, everything, stock)


def _fault(name: str, used: Sequence[BoardSection], stock: int) -> Fault:
    return Fault(
        message=f"{len(used)} × {name}, but the set holds only {stock}",
        squares=_squares(used),
        measured=len(used),
        required=stock,
    )


def _unused(name: str, used: Sequence[BoardSection], stock: int) -> Fault:
    return Fault(
        message=f"only {len(used)} × {name} of {stock} are used",
        squares=_squares(used),
        measured=len(used),
        required=stock,
        level=Level.INFO,
    )


def _squares(sections: Sequence[BoardSection]) -> tuple[Square, ...]:
    return tuple(square for section in sections for square in section.covers)


@lru_cache(maxsize=256)
def _shape_of_rows(rows: tuple[str, ...]) -> Shape | None:
    squares = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c not in "# "]
    return _shape(squares) if squares else None


def _sides(squares: Collection[Square]) -> tuple[int, int]:
    """The short and long side of the smallest rectangle around some squares."""
    xs, ys = zip(*squares, strict=True)
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    return min(width, height), max(width, height)


def _shape(squares: Collection[Square]) -> Shape:
    """The sides of the smallest rectangle around the squares, and which of it they are in the first of all turns."""
    short, long = _sides(squares)
    if len(squares) == short * long:
        return short, long, ()
    (left, top), size = bounds(squares)
    moved = [(x - left, y - top) for x, y in squares]
    ways = ((quarters, flip) for quarters in range(4) for flip in (False, True))
    turns = (sorted(turned_square(square, size, *way) for square in moved) for way in ways)
    return short, long, tuple(min(turns))

"""No more copies of a tile than the set holds.

A dungeon is built from what is in the box or was printed: gw-1989 (Components) six different dungeon boards and two
End Zone boards; brawl-2013 (Dungeon Construction) tiles of 2x2, 2x3, 2x6 and 4x6 squares and one T section;
db7s-2019 (naf-2019, You Will Need) twelve large tiles of 6x4, four small ones of 2x2 and six doors of 2x1. No book
forbids to leave some over; db7s-2019 lists them as what one needs, so there it is a notice.

gw-2021 (Setting Up The Game) lays its dungeons from a box, and says nothing of a second one: a dungeon that takes two
boxes is a warning. A box holds two End Zones, four straight corridors, two T-shaped and two L-shaped ones, and eight
small and four large rooms, which are the faces of four square and two large tiles: at most four small rooms and two
large ones lie on the table at once. Which rooms share a tile is the printer's choice and counts for nothing. A named
room lies in a dungeon once, however many boxes there are. Tiles of the colleges come besides the box, one of each, and
what is drawn by hand never counts as one of them.

With more than two teams (the publisher's 2021 almanac, Multi-player Dungeon Bowl) tiles of several boxes are laid,
three of them in our reading, and more would be a warning (`boxes_level`); a named room that lies there twice is an
error.

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
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, bounds, turned_square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import section_name
from dungeon_designer.rules.parameter_words import Words, around, when
from dungeon_designer.rules.rule import Count, Settings, Violation, in_words
from dungeon_designer.text.json_schema import described
from dungeon_designer.tiles.model import TileLibrary

Shape = tuple[int, int, tuple[Square, ...]]
"""The short and long side of the rectangle around a shape, and its squares in the turn that stands for all, mirrored
ones too; no squares when it is the whole rectangle."""

_Length = Annotated[int, Meta(ge=1, le=100)]

_ROOMS = (SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM)


class Stock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tile of the set, how many copies there are, and what it looks like."""

    name: Annotated[str, described("What people call the tile.", "Corner")]
    count: Annotated[Count, described("How many copies of it there are.", 2)]
    tile: Annotated[str, described("Its id in a tile library.", "gw-2021/corridor-corner")] = ""
    size: Annotated[tuple[_Length, _Length] | None, described("Its [width, height], if a rectangle.", [4, 2])] = None
    rows: Annotated[
        tuple[str, ...], described("Its squares, if no rectangle: . is floor, # none.", ["....", "##.."])
    ] = ()
    card: Annotated[str, described("The two-sided card it is one face of: it is laid once.", "square tile")] = ""

    def shape(self, library: TileLibrary) -> Shape | None:
        """The shape drawn sections are compared with; None when nobody says it."""
        if self.size is not None:
            return min(self.size), max(self.size), ()
        rows = self.rows or (library.get(self.tile).rows if self.tile in library else ())
        return _shape_of_rows(rows)


def _counts(cards: Mapping[str, int]) -> str:
    return " and ".join(f"{count} × {name}" for name, count in cards.items())


class RuleSettings(Settings, frozen=True):
    """The set a dungeon is built from."""

    players = ("Tiles", "no more of any than the set holds")

    said: ClassVar[Words] = {
        "stock": lambda tiles: ", ".join(f"{tile['count']} × {tile['name']}" for tile in tiles),
        "left_out": around("not counted: "),
        "use_all": when("what is left over is told"),
        "boxes": lambda boxes: f"from {in_words(boxes)} {'box' if boxes == 1 else 'boxes'}",
        "cards": lambda cards: f"in each at most {_counts(cards)}, of two faces",
        "besides": around("besides it "),
    }

    stock: Annotated[
        tuple[Stock, ...], described("The tiles of the set.", [{"name": "Small", "size": [2, 2], "count": 4}])
    ] = ()
    left_out: Annotated[tuple[SectionKind, ...], described("Kinds of sections that are not counted.", ["entry"])] = ()
    use_all: Annotated[bool, described("Whether tiles that are left over are told.", True)] = False
    boxes: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        described("How many of the box there are, where the set comes in one.", 2),
    ] = None
    boxes_level: Annotated[
        Literal["should", "notice"] | None,
        described(
            "How strongly all is asked besides that a named room lies once, where that is less than the rule's level.",
            "should",
        ),
    ] = None
    cards: Annotated[
        dict[str, Count], described("How many of each two-sided card a box holds.", {"square tile": 4})
    ] = field(default_factory=dict)
    besides: Annotated[
        tuple[str, ...],
        described("Other sets whose tiles may be used, each as often as its set holds it.", ["gw-2022-colleges"]),
    ] = ()

    def __post_init__(self) -> None:
        """A face needs its card."""
        unknown = {tile.card for tile in self.stock} - {"", *self.cards}
        if unknown:
            raise ValueError(f"'cards' does not say how many of {min(unknown)!r} there are")

    @property
    def mild(self) -> Level | None:
        """The level of what `boxes_level` speaks of; None where that is the rule's."""
        return {"should": Level.WARNING, "notice": Level.INFO}[self.boxes_level] if self.boxes_level else None

    def held(self, tile: Stock) -> int:
        """How many of a tile may be laid: a face once, any other as often as the boxes hold it."""
        return tile.count if tile.card else tile.count * (self.boxes or 1)

    def cards_held(self, card: str) -> int:
        """How many of a card may be laid."""
        return self.cards[card] * (self.boxes or 1)


class _Counts:
    """Which sections count as which tile of the set.

    `named` are those placed as that very tile, `shaped` those of its shape (a shape several tiles share is kept with
    the first of them), `besides` the tiles of other sets that may be used, by id, `foreign` tiles that none holds,
    `drawn` drawn sections of no tile's shape.
    """

    def __init__(self, context: Context, settings: RuleSettings) -> None:
        self.settings = settings
        self.stock = settings.stock
        self.of_shape = _by_shape(settings.stock, context.board.library)
        self.ragged = {(short, long) for short, long, squares in self.of_shape if squares}
        self.largest = max((short * long for short, long, _ in self.of_shape), default=0)
        self.drawn_floor = 0
        self.named: dict[int, list[BoardSection]] = defaultdict(list)
        self.shaped: dict[int, list[BoardSection]] = defaultdict(list)
        self.besides: dict[str, list[BoardSection]] = defaultdict(list)
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
        elif section.tile.rpartition("/")[0] in self.settings.besides:
            self.besides[section.tile].append(section)
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

    def faces_laid(self, card: str) -> list[BoardSection]:
        """The sections placed as faces of a card."""
        return [s for number, tile in enumerate(self.stock) if tile.card == card for s in self.named[number]]

    def left(self, group: Sequence[int]) -> int:
        """How many more sections of a shape there are tiles for."""
        free: dict[str, int] = defaultdict(int)
        for number in group:
            tile = self.stock[number]
            free[tile.card] += max(0, self.settings.held(tile) - len(self.named[number]))
        return sum(min(count, self._cards_left(card)) if card else count for card, count in free.items())

    def _cards_left(self, card: str) -> int:
        return max(0, self.settings.cards_held(card) - len(self.faces_laid(card)))

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


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of tiles used too often, or too seldom where all must be used, and of sections that are no tile."""
    if not settings.stock:
        return
    counts = _Counts(context, settings)
    for group in counts.groups():
        yield from _group(counts, group, settings)
    yield from _cards(counts, settings)
    yield from _besides(counts, context.board.library, settings)
    for section in counts.foreign:
        said = f"{section_name(section)} is the tile {section.tile}, which the set does not hold"
        yield Violation(message=said, squares=section.covers, measured=1, required=0, level=settings.mild)
    most = _squares_of(settings, context.board.library)
    for section in counts.drawn:
        yield _no_tile(section, counts.drawn_floor, most)


def _no_tile(section: BoardSection, drawn: int, most: int | None) -> Violation:
    """A notice of a section of no tile's shape; a warning where more is drawn than all tiles have."""
    said = f"{section_name(section)} has the shape of no tile of the set"
    if most is None or drawn <= most:
        return Violation(message=said, squares=section.covers, level=Level.INFO)
    said += f"; {drawn} squares are drawn, and all tiles of the set have {most}"
    return Violation(message=said, squares=section.covers, measured=drawn, required=most, level=Level.WARNING)


def _squares_of(settings: RuleSettings, library: TileLibrary) -> int | None:
    """The squares of all tiles of the set together, one face of each; None where nobody says the shape of some tile."""
    total, cards = 0, dict.fromkeys(settings.cards, 0)
    for tile in settings.stock:
        shape = tile.shape(library)
        if shape is None:
            return None
        short, long, squares = shape
        area = len(squares) or short * long
        if tile.card:
            cards[tile.card] = max(cards[tile.card], area)
        else:
            total += settings.held(tile) * area
    return total + sum(settings.cards_held(card) * area for card, area in cards.items())


def _group(counts: _Counts, group: Sequence[int], settings: RuleSettings) -> Iterator[Violation]:
    """Tiles of one shape: each by its name first, then what is drawn against what is left of them all."""
    for number in group:
        tile, used, held = counts.stock[number], counts.named[number], settings.held(counts.stock[number])
        if len(used) > held:
            if tile.card:
                yield _fault(tile.name, used, held, "a named room lies in a dungeon once")
            else:
                yield _fault(tile.name, used, held, _holds(len(used), held, settings), settings.mild)
    drawn, left = counts.shaped[group[0]], counts.left(group)
    everything = [section for number in group for section in counts.named[number]] + drawn
    stock = _all_of(counts, group, settings)
    names = " or ".join(dict.fromkeys(counts.stock[number].card or counts.stock[number].name for number in group))
    if len(drawn) > left:
        yield _fault(names, everything, stock, _holds(len(everything), stock, settings), settings.mild)
    elif settings.use_all and len(drawn) < left:
        yield _unused(names, everything, stock)


def _all_of(counts: _Counts, group: Sequence[int], settings: RuleSettings) -> int:
    """How many sections of a shape all tiles together can make."""
    tiles = [counts.stock[number] for number in group]
    cards = {tile.card for tile in tiles if tile.card}
    faces = (min(settings.cards_held(c), sum(settings.held(t) for t in tiles if t.card == c)) for c in cards)
    return sum(settings.held(tile) for tile in tiles if not tile.card) + sum(faces)


def _cards(counts: _Counts, settings: RuleSettings) -> Iterator[Violation]:
    """Cards of which more faces are laid than there are cards."""
    for card in settings.cards:
        used, held = counts.faces_laid(card), settings.cards_held(card)
        if len(used) > held:
            yield _fault(f"{card} of two faces", used, held, _holds(len(used), held, settings), settings.mild)


def _besides(counts: _Counts, library: TileLibrary, settings: RuleSettings) -> Iterator[Violation]:
    """Tiles of other sets laid more often than their set holds them."""
    for name, used in counts.besides.items():
        tile = library.get(name)
        if tile.stock is not None and len(used) > tile.stock:
            level = None if tile.kind in _ROOMS else settings.mild
            yield _fault(tile.name, used, tile.stock, f"the set holds only {tile.stock}", level)


def _fault(name: str, used: Sequence[BoardSection], stock: int, but: str, level: Level | None = None) -> Violation:
    said = f"{len(used)} × {name}, but {but}"
    return Violation(message=said, squares=_squares(used), measured=len(used), required=stock, level=level)


def _holds(used: int, held: int, settings: RuleSettings) -> str:
    """What there is, and of boxes how many it takes."""
    if settings.boxes is None:
        return f"the set holds only {held}"
    have = f"{in_words(settings.boxes)} box holds" if settings.boxes == 1 else f"{in_words(settings.boxes)} boxes hold"
    takes = f": takes {in_words(-(-used * settings.boxes // held))} boxes" if held else ""
    return f"{have} only {held}{takes}"


def _unused(name: str, used: Sequence[BoardSection], stock: int) -> Violation:
    return Violation(
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

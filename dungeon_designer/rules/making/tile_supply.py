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
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, block, shape_of
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Count, Length, Settings, Violation, around, in_words, section_name, when, worded
from dungeon_designer.text.json_schema import described
from dungeon_designer.tiles.model import TileLibrary

_ROOMS = (SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM)


class Stock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tile of the set, how many copies there are, and what it looks like."""

    name: Annotated[str, described("What people call the tile.", "Corner")]
    count: Annotated[Count, described("How many copies of it there are.", 2)]
    tile: Annotated[str, described("Its id in a tile library.", "gw-2021/corridor-corner")] = ""
    size: Annotated[tuple[Length, Length] | None, described("Its [width, height], if a rectangle.", [4, 2])] = None
    rows: Annotated[
        tuple[str, ...], described("Its squares, if no rectangle: . is floor, # none.", ["....", "##.."])
    ] = ()
    card: Annotated[str, described("The two-sided card it is one face of: it is laid once.", "square tile")] = ""

    def squares(self, library: TileLibrary) -> tuple[Square, ...]:
        """The squares drawn sections are compared with; none when nobody says them."""
        if self.size is not None:
            return tuple(block((0, 0), self.size))
        rows = self.rows or (library.get(self.tile).rows if self.tile in library else ())
        return tuple((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c not in "# ")

    def shape(self, library: TileLibrary) -> tuple[Any, ...] | None:
        """Their shape; None when nobody says it."""
        squares = self.squares(library)
        return shape_of(squares) if squares else None


class RuleSettings(Settings, frozen=True):
    """The set a dungeon is built from.

    stock        The tiles of the set. Example: [{"name": "Small", "size": [2, 2], "count": 4}]
    left_out     Kinds of sections that are not counted. Example: ["entry"]
    use_all      Whether tiles that are left over are told. Example: true
    boxes        How many of the box there are, where the set comes in one. Example: 2
    boxes_level  How strongly all is asked besides that a named room lies once, where that is less than the rule's
                 level. Example: "should"
    cards        How many of each two-sided card a box holds. Example: {"square tile": 4}
    besides      Other sets whose tiles may be used, each as often as its set holds it. Example: ["gw-2022-colleges"]
    """

    players = ("Tiles", "no more of any than the set holds")

    phrases = worded(
        stock=lambda tiles: ", ".join(f"{tile['count']} × {tile['name']}" for tile in tiles),
        left_out=around("not counted: "),
        use_all=when("what is left over is told"),
        boxes=lambda boxes: f"from {in_words(boxes)} {'box' if boxes == 1 else 'boxes'}",
        cards=lambda cards: (
            f"in each at most {' and '.join(f'{n} × {name}' for name, n in cards.items())}, of two faces"
        ),
        besides=around("besides it "),
    )

    stock: tuple[Stock, ...] = ()
    left_out: tuple[SectionKind, ...] = ()
    use_all: bool = False
    boxes: Annotated[int, Meta(ge=1, le=100)] | None = None
    boxes_level: Literal["should", "notice"] | None = None
    cards: dict[str, Count] = field(default_factory=dict)
    besides: tuple[str, ...] = ()

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


class _Supply:
    """Which sections count as which tile of the set: `named` as that very tile, `shaped` as the first of its shape.

    `besides` are tiles of other sets that may be used, by id, `foreign` those that none holds, `drawn` sections of no
    tile's shape, `groups` the tiles by shape: what looks alike can stand in for each other.
    """

    def __init__(self, context: Context, settings: RuleSettings) -> None:
        self.settings, self.stock = settings, settings.stock
        self._squares = [tile.squares(context.board.library) for tile in self.stock]
        by_shape: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for number, tile in enumerate(self.stock):
            by_shape[tile.shape(context.board.library) or (number, None)].append(number)
        self.groups = sorted(by_shape.values())
        self.named: dict[int, list[BoardSection]] = defaultdict(list)
        self.shaped: dict[int, list[BoardSection]] = defaultdict(list)
        self.besides: dict[str, list[BoardSection]] = defaultdict(list)
        self.foreign: list[BoardSection] = []
        self.drawn: list[BoardSection] = []
        by_id = {tile.tile: number for number, tile in enumerate(self.stock) if tile.tile}
        areas, counted = (
            set(map(len, self._squares)),
            [s for s in context.board.sections if s.covers and s.kind not in settings.left_out],
        )
        self.drawn_floor = sum(len(section.covers) for section in counted if not section.tile)
        for section in counted:
            if section.tile in by_id:
                self.named[by_id[section.tile]].append(section)
            elif section.tile.rpartition("/")[0] in settings.besides:
                self.besides[section.tile].append(section)
            elif len(section.covers) in areas and (alike := by_shape.get(shape_of(section.covers))):
                self.shaped[alike[0]].append(section)
            else:
                (self.foreign if section.tile else self.drawn).append(section)

    def faces_laid(self, card: str) -> list[BoardSection]:
        """The sections placed as faces of a card."""
        return [s for number, tile in enumerate(self.stock) if tile.card == card for s in self.named[number]]

    def held(self, group: Sequence[int], laid: bool = False) -> int:
        """How many sections of a shape all tiles together make; `laid` leaves out those laid by name already."""
        free: dict[str, int] = defaultdict(int)
        for number in group:
            tile = self.stock[number]
            free[tile.card] += max(0, self.settings.held(tile) - (len(self.named[number]) if laid else 0))
        total = free.pop("", 0)
        for card, faces in free.items():
            left = self.settings.cards_held(card) - (len(self.faces_laid(card)) if laid else 0)
            total += min(faces, max(0, left))
        return total

    @property
    def squares(self) -> int | None:
        """The squares of all tiles together, one face of each card; None where nobody says the shape of some tile."""
        total, cards = 0, dict.fromkeys(self.settings.cards, 0)
        for tile, squares in zip(self.stock, self._squares, strict=True):
            if not squares:
                return None
            if tile.card:
                cards[tile.card] = max(cards[tile.card], len(squares))
            else:
                total += self.settings.held(tile) * len(squares)
        return total + sum(self.settings.cards_held(card) * area for card, area in cards.items())


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of tiles used too often, or too seldom where all must be used, and of sections that are no tile."""
    if not settings.stock:
        return
    supply, library = _Supply(context, settings), context.board.library
    for group in supply.groups:
        yield from _group(supply, group, settings)
    for card in settings.cards:
        used, held = supply.faces_laid(card), settings.cards_held(card)
        if len(used) > held:
            yield _more_than_held(f"{card} of two faces", used, held, settings)
    for name, used in supply.besides.items():
        tile = library.get(name)
        if tile.stock is not None and len(used) > tile.stock:
            level = None if tile.kind in _ROOMS else settings.mild
            yield _fault(tile.name, used, tile.stock, f"the set holds only {tile.stock}", level)
    for section in supply.foreign:
        said = f"{section_name(section)} is the tile {section.tile}, which the set does not hold"
        yield Violation(said, section.covers, measured=1, required=0, level=settings.mild)
    drawn, most = supply.drawn_floor, supply.squares
    for section in supply.drawn:
        said = f"{section_name(section)} has the shape of no tile of the set"
        if most is None or drawn <= most:
            yield Violation(said, section.covers, level=Level.INFO)
        else:
            said += f"; {drawn} squares are drawn, and all tiles of the set have {most}"
            yield Violation(said, section.covers, measured=drawn, required=most, level=Level.WARNING)


def _group(supply: _Supply, group: Sequence[int], settings: RuleSettings) -> Iterator[Violation]:
    """Tiles of one shape: each by its name first, then what is drawn against what is left of them all."""
    tiles = {number: supply.stock[number] for number in group}
    for number, tile in tiles.items():
        used, held = supply.named[number], settings.held(tile)
        if len(used) > held and tile.card:
            yield _fault(tile.name, used, held, "a named room lies in a dungeon once")
        elif len(used) > held:
            yield _more_than_held(tile.name, used, held, settings)
    drawn, left, stock = supply.shaped[group[0]], supply.held(group, laid=True), supply.held(group)
    everything = [section for number in group for section in supply.named[number]] + drawn
    names, count = " or ".join(dict.fromkeys(tile.card or tile.name for tile in tiles.values())), len(everything)
    if len(drawn) > left:
        yield _more_than_held(names, everything, stock, settings)
    elif settings.use_all and len(drawn) < left:
        use = f"used {_times(count)}" if count else "not used"
        said, squares = f"the {names} is {use}, but the set holds {stock}", _squares(everything)
        yield Violation(said, squares, measured=count, required=stock, level=Level.INFO)


def _fault(name: str, used: Sequence[BoardSection], stock: int, but: str, level: Level | None = None) -> Violation:
    said = f"the {name} is used {_times(len(used))}, but {but}"
    return Violation(said, _squares(used), measured=len(used), required=stock, level=level)


def _more_than_held(name: str, used: Sequence[BoardSection], held: int, settings: RuleSettings) -> Violation:
    """What there is, and of boxes how many it takes."""
    but, boxes = f"the set holds only {held}", settings.boxes
    if boxes is not None:
        takes = f"; that takes {in_words(-(-len(used) * boxes // held))} boxes" if held else ""
        but = f"{in_words(boxes)} {'box holds' if boxes == 1 else 'boxes hold'} only {held}{takes}"
    return _fault(name, used, held, but, settings.mild)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count) or f"{in_words(count)} times"


def _squares(sections: Sequence[BoardSection]) -> tuple[Square, ...]:
    return tuple(square for section in sections for square in section.covers)

"""The dungeon uses no more copies of a tile than the set holds.

Fix: Build the same floor from other tiles, or use fewer tiles.

How it is measured:

- Placed tiles and drawn sections of a tile's exact shape count, rotated in any direction. They may also be flipped if a
  placed tile may be.
- A tile of another set counts by its shape, and is an error if the set has no tile of this shape.
- A drawn section in the shape of no tile is a notice, because nobody knows which tile it would need.
- If all drawn sections together have more squares than all tiles of the set, that is a warning.
- There is one problem for each tile that is used too often or not often enough. Its squares are those of all sections
  that count as this tile.

Editions:

- gw-1989-basic: The box holds six different dungeon boards and two End Zone boards.
- gw-2021, gw-2021-multiplayer: A box holds two End Zones, four straight corridors, two T-shaped and two L-shaped
  corridors. Eight small and four large rooms are the faces of four square and two large tiles. So one box gives at most
  four small and two large rooms at once. Which rooms share a tile does not matter. Tiles of the colleges are added to
  the box, one of each. A drawn section never counts as one of them.
- gw-2021: The book builds a dungeon from one box and mentions no second one. A named room may be in a dungeon once,
  however many boxes there are.
- gw-2021-multiplayer: The book uses tiles of several boxes; three is our reading. A fourth box is a warning
  (`boxes_level`). A named room that occurs twice is an error.
- brawl-2013: The stock has six tiles of 2x2 squares, four of 2x3, two of 2x6, twelve of 4x6, and one T section. The
  book's table lists one entry tile, but its text has three entries for each team. The text counts, so entries are left
  out.
- db7s-2019: The stock has twelve large tiles of 6x4 squares, four small ones of 2x2 and six doors of 2x1. The book
  lists them as what you need, so a tile that is left over is a notice.

Illegal map, under brawl-2013 (there is a seventh tile of 2x2 squares)::

    map: |
      ..#..#..#..#..#..#..
      ..#..#..#..#..#..#..
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, normalise_shape
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, StockedTile, TileStock
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Count, Settings, build_phrases
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import describe_between, describe_if_true, describe_section, format_number
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.tiles.tile import TileLibrary

STAGE = RuleStage.FLOOR

_ROOM_KINDS = (SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM)


class RuleSettings(Settings, frozen=True):
    """The set from which a dungeon is built."""

    player_text = ("Tiles", "no more of any than the set holds")

    phrases = build_phrases(
        stock=lambda tiles: ", ".join(f"{tile['count']} × {tile['name']}" for tile in tiles),
        left_out=describe_between("not counted: "),
        use_all=describe_if_true("tiles that are left over are listed"),
        boxes=lambda boxes: f"from {format_number(boxes)} {'box' if boxes == 1 else 'boxes'}",
        cards=lambda cards: (
            f"in each at most {' and '.join(f'{n} × {name}' for name, n in cards.items())}, of two faces"
        ),
        besides=describe_between("besides it "),
    )

    stock: Annotated[
        tuple[StockedTile, ...], describe_key("The tiles of the set.", [{"name": "Small", "size": [2, 2], "count": 4}])
    ] = ()
    left_out: Annotated[
        tuple[SectionKind, ...], describe_key("Kinds of sections that are not counted.", ["entry"])
    ] = ()
    use_all: Annotated[bool, describe_key("Whether tiles that are left over are reported.", True)] = False
    boxes: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        describe_key("The number of boxes, if the set comes in a box.", 2),
    ] = None
    boxes_level: Annotated[
        Literal["should", "notice"] | None,
        describe_key(
            "A lower level for all but named rooms, each of which may be in a dungeon once.",
            "should",
        ),
    ] = None
    cards: Annotated[
        dict[str, Count], describe_key("The number of each two-sided card in a box.", {"square tile": 4})
    ] = field(default_factory=dict)
    besides: Annotated[
        tuple[str, ...],
        describe_key("Other sets whose tiles may be used, as often as they hold them.", ["gw-2022-colleges"]),
    ] = ()

    def __post_init__(self) -> None:
        """Refuse settings in which a tile is a face of a two-sided card whose number is not stated."""
        unknown = {tile.card for tile in self.stock} - {"", *self.cards}
        if unknown:
            raise ValueError(f"'cards' does not say how many of {min(unknown)!r} there are")

    @property
    def box_level(self) -> Level | None:
        """The level that `boxes_level` gives to problems of too few boxes; None for the level of the rule.

        A box is one bought copy of a tile set.
        """
        return {"should": Level.WARNING, "notice": Level.INFO}[self.boxes_level] if self.boxes_level else None


class _SectionsByTile:
    """The sections of a board, sorted by the tile of the set that they count as.

    Attributes:
        sections_by_tile: The sections placed as a tile of the set, by the tile's index in `tiles`.
        sections_by_shape: The sections that are not such tiles but have the shape of one, by the index of the first
            tile of that shape.
        other_set_sections: The sections placed as tiles of other allowed sets, by the tile's id.
        foreign_sections: The sections placed as tiles that no allowed set holds and whose shape no tile of the set has.
        unmatched_sections: The drawn sections with the shape of no tile.
        groups: The indices of tiles in groups of equal shape, which can replace each other.
        drawn_floor: The number of squares of all drawn sections.
    """

    def __init__(self, context: Context, stock: TileStock) -> None:
        """Sort the sections of a board by the tile of a set (of a printed box) that each of them counts as.

        A section counts as the tile that the dungeon file names for it. Any other section counts as a tile of the
        same shape. Sections of kinds that the rule does not count are left out.
        """
        library = context.board.library
        self.stock, self.tiles = stock, stock.tiles
        self._squares_by_tile = [tile.list_squares(library) for tile in self.tiles]
        self._index_by_id = {tile.tile: index for index, tile in enumerate(self.tiles) if tile.tile}
        self._indices_by_shape: dict[tuple[Any, ...], list[int]] = defaultdict(list)
        for index, tile in enumerate(self.tiles):
            # A tile of unknown shape forms a group of its own, under a key that is no shape.
            self._indices_by_shape[tile.find_shape(library) or (index, None)].append(index)
        self.groups = sorted(self._indices_by_shape.values())
        self.sections_by_tile: dict[int, list[BoardSection]] = defaultdict(list)
        self.sections_by_shape: dict[int, list[BoardSection]] = defaultdict(list)
        self.other_set_sections: dict[str, list[BoardSection]] = defaultdict(list)
        self.foreign_sections: list[BoardSection] = []
        self.unmatched_sections: list[BoardSection] = []
        counted_sections = [
            section
            for section in context.board.sections
            if section.covered_squares and section.kind not in stock.uncounted_kinds
        ]
        self.drawn_floor = sum(len(section.covered_squares) for section in counted_sections if not section.tile)
        for section in counted_sections:
            self._assign_section(section)

    def _assign_section(self, section: BoardSection) -> None:
        """Add a section to the one list to which it belongs; the class describes these lists."""
        tile_set, _, _ = section.tile.rpartition("/")  # the id of a tile is "set/tile", and '' for a drawn section
        if section.tile in self._index_by_id:
            self.sections_by_tile[self._index_by_id[section.tile]].append(section)
        elif tile_set in self.stock.additional_sets:
            self.other_set_sections[section.tile].append(section)
        elif indices_of_shape := self._find_tiles_of_shape(section):
            first_tile_index = indices_of_shape[0]  # stands for all tiles of this shape
            self.sections_by_shape[first_tile_index].append(section)
        elif section.tile:
            self.foreign_sections.append(section)
        else:
            self.unmatched_sections.append(section)

    def _find_tiles_of_shape(self, section: BoardSection) -> list[int]:
        """Return the indices of the tiles that have the shape of a section, in any rotation; [] if none has."""
        square_count = len(section.covered_squares)
        if all(len(squares) != square_count for squares in self._squares_by_tile):
            return []  # most sections are told apart by their number of squares, without comparing shapes
        return self._indices_by_shape.get(normalise_shape(section.covered_squares), [])

    def list_placed_faces(self, card: str) -> list[BoardSection]:
        """Return the sections whose tile, as the dungeon file names it, is a face of the given two-sided card."""
        face_indices = [index for index, tile in enumerate(self.tiles) if tile.card == card]
        return [section for index in face_indices for section in self.sections_by_tile[index]]

    def count_available(self, group: Sequence[int], without_placed: bool = False) -> int:
        """Return how many sections can be made of all tiles of one shape together.

        A two-sided card has a tile on each face, and only one face can be used. So the number of cards limits the
        number of these tiles.

        Args:
            group: The indices of the tiles, which all have the same shape.
            without_placed: Whether copies are subtracted that sections of the dungeon file already name as their tile.
        """
        total = 0
        faces_by_card: dict[str, int] = defaultdict(int)  # the tiles of this shape on the faces of each card
        for index in group:
            tile = self.tiles[index]
            placed_count = len(self.sections_by_tile[index]) if without_placed else 0
            remaining_count = max(0, self.stock.count_available(tile) - placed_count)
            if tile.card:
                faces_by_card[tile.card] += remaining_count
            else:
                total += remaining_count
        for card, face_count in faces_by_card.items():
            placed_count = len(self.list_placed_faces(card)) if without_placed else 0
            remaining_cards = max(0, self.stock.count_available_cards(card) - placed_count)
            total += min(face_count, remaining_cards)
        return total

    @property
    def square_count(self) -> int | None:
        """The number of squares that all tiles together can cover; None if the shape of some tile is not known.

        For each two-sided card, its largest face counts.
        """
        total, squares_by_card = 0, dict.fromkeys(self.stock.count_by_card, 0)
        for tile, squares in zip(self.tiles, self._squares_by_tile, strict=True):
            if not squares:
                return None
            if tile.card:
                squares_by_card[tile.card] = max(squares_by_card[tile.card], len(squares))
            else:
                total += self.stock.count_available(tile) * len(squares)
        return total + sum(
            self.stock.count_available_cards(card) * card_squares for card, card_squares in squares_by_card.items()
        )


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of the tiles of which a dungeon is built.

    A tile may be used too often, or not used although all must be; a section may be a tile that no allowed set holds; a
    drawn section may have the shape of no tile.
    """
    if not settings.stock:
        return
    stock = _build_stock(settings)
    supply = _SectionsByTile(context, stock)
    for group in supply.groups:
        yield from _check_group(supply, group, settings)
    for card in settings.cards:
        used_sections, available_count = supply.list_placed_faces(card), stock.count_available_cards(card)
        if len(used_sections) > available_count:
            yield _build_shortage_problem(f"{card} of two faces", used_sections, available_count, settings)
    yield from _check_other_sets(supply, context.board.library, settings)
    for section in supply.foreign_sections:
        message = f"{describe_section(section)} is the tile {section.tile}, which the set does not hold"
        yield RuleProblem(message, section.covered_squares, measured=1, required=0, level=settings.box_level)
    yield from _report_unmatched_sections(supply)


def _check_other_sets(supply: _SectionsByTile, library: TileLibrary, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each tile of another allowed set that is used more often than that set holds it.

    A room tile is a named room, of which no second box may bring another copy. So its level is that of the rule, and
    not that of problems that more boxes would solve.
    """
    for tile_id, used_sections in supply.other_set_sections.items():
        tile = library.get(tile_id)
        if tile.stock is not None and len(used_sections) > tile.stock:
            level = None if tile.kind in _ROOM_KINDS else settings.box_level
            yield _build_problem(tile.name, used_sections, tile.stock, f"the set holds only {tile.stock}", level)


def _report_unmatched_sections(supply: _SectionsByTile) -> Iterator[RuleProblem]:
    """Yield a notice for each drawn section with the shape of no tile.

    It may be built of several tiles. If the drawn sections have more squares than all tiles together, that is not
    possible, and the notices are warnings.
    """
    drawn_count, square_count = supply.drawn_floor, supply.square_count
    for section in supply.unmatched_sections:
        message = f"{describe_section(section)} does not have the shape of any tile of the set"
        if square_count is None or drawn_count <= square_count:
            yield RuleProblem(message, section.covered_squares, level=Level.INFO)
        else:
            message += f"; {drawn_count} squares are drawn, and all tiles of the set have {square_count}"
            yield RuleProblem(
                message, section.covered_squares, measured=drawn_count, required=square_count, level=Level.WARNING
            )


def _check_group(supply: _SectionsByTile, group: Sequence[int], settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of the tiles of one shape, which can replace each other.

    First, the number of sections that name each tile in the dungeon file is compared with the number of its copies.
    Then the number of other sections of this shape, such as those drawn by hand, is compared with the copies that are
    left.

    Args:
        supply: The sections by tile.
        group: The indices of the tiles of this shape.
        settings: The settings of the rule.
    """
    named_sections: list[BoardSection] = []
    names = dict[str, None]()  # an ordered set
    for index in group:
        tile, tile_sections = supply.tiles[index], supply.sections_by_tile[index]
        named_sections += tile_sections
        names[tile.card or tile.name] = None
        available_count = supply.stock.count_available(tile)
        if len(tile_sections) > available_count and tile.card:
            # Each face of a card is a named room, so more boxes would not help.
            yield _build_problem(tile.name, tile_sections, available_count, "a dungeon holds a named room only once")
        elif len(tile_sections) > available_count:
            yield _build_shortage_problem(tile.name, tile_sections, available_count, settings)
    drawn_sections = supply.sections_by_shape[group[0]]
    all_sections, name_text = named_sections + drawn_sections, " or ".join(names)
    remaining_count = supply.count_available(group, without_placed=True)
    total_count = supply.count_available(group)
    if len(drawn_sections) > remaining_count:
        yield _build_shortage_problem(name_text, all_sections, total_count, settings)
    elif settings.use_all and len(drawn_sections) < remaining_count:
        used_count = len(all_sections)
        use_text = f"used {_format_times(used_count)}" if used_count else "not used"
        message = f"the {name_text} is {use_text}, but the set holds {total_count}"
        squares = _list_squares(all_sections)
        yield RuleProblem(message, squares, measured=used_count, required=total_count, level=Level.INFO)


def _build_problem(
    name: str, used_sections: Sequence[BoardSection], allowed_count: int, limit_text: str, level: Level | None = None
) -> RuleProblem:
    """Return the problem of a tile that is used too often.

    Args:
        name: What the message calls the tile.
        used_sections: The sections that use it.
        allowed_count: How often it may be used.
        limit_text: The end of the message, which says how often it may be used.
        level: A level for the problem; None for the level of the rule.
    """
    message = f"the {name} is used {_format_times(len(used_sections))}, but {limit_text}"
    return RuleProblem(
        message, _list_squares(used_sections), measured=len(used_sections), required=allowed_count, level=level
    )


def _build_shortage_problem(
    name: str, used_sections: Sequence[BoardSection], available_count: int, settings: RuleSettings
) -> RuleProblem:
    """Return the problem of a tile that is used more often than the set holds copies of it.

    A set is a box of tiles that one buys; a club may own several boxes. If the set comes in boxes, the message says how
    many boxes the dungeon would take.
    """
    box_count = settings.boxes
    if box_count is None:
        limit_text = f"the set holds only {available_count}"
    else:
        verb = "box holds" if box_count == 1 else "boxes hold"
        limit_text = f"{format_number(box_count)} {verb} only {available_count}"
        if available_count:
            needed_boxes = -(-len(used_sections) * box_count // available_count)  # rounded up
            limit_text += f"; that takes {format_number(needed_boxes)} boxes"
    return _build_problem(name, used_sections, available_count, limit_text, settings.box_level)


def _format_times(count: int) -> str:
    """Return how often something is used, in words: "once", "twice", "three times"."""
    return {1: "once", 2: "twice"}.get(count) or f"{format_number(count)} times"


def _list_squares(sections: Sequence[BoardSection]) -> tuple[Square, ...]:
    """Return the squares that the sections cover, section by section."""
    return tuple(square for section in sections for square in section.covered_squares)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the tiles of which a dungeon must be built, each with its number of copies.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield _build_stock(settings)


def _build_stock(settings: RuleSettings) -> TileStock:
    """Return the record of the tiles that the settings allow: how many copies of each, in how many boxes.

    A box is one bought copy of a tile set.
    """
    return TileStock(
        tiles=settings.stock,
        count_by_card=settings.cards,
        box_count=settings.boxes,
        additional_sets=settings.besides,
        uncounted_kinds=settings.left_out,
        must_use_all=settings.use_all,
    )

"""Count what is needed to build a dungeon: tiles, cards, and what no set holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.tiles.tile import Card

CARD_KIND = "card"
"""The `Need.kind` of a two-sided card whose faces are tiles."""

MAX_TABLES = 100
"""The greatest number of tables of an event."""

DRAWN_KIND = "drawn"
"""The `Need.kind` of sections that are no library tile."""


class MaterialNeed(Struct, frozen=True, kw_only=True):
    """How many copies of one tile, card or printed piece are needed to build a dungeon.

    Attributes:
        kind: ``tile``, ``card`` (with tiles as its two faces), ``drawn`` (sections that are no tile) or ``piece``.
        id: The tile's id, the card's set and name, or the kind of the piece.
        name: The name shown to people.
        count: How many copies are needed.
        stock: How many copies one box of the set holds; None if the set does not say.
        set_name: The set that a tile or card belongs to; '' for the other kinds.
    """

    kind: str
    id: str
    name: str
    count: int
    stock: int | None = None
    set_name: str = ""

    @property
    def lacking(self) -> int:
        """The number of copies needed beyond those in one box of the set; 0 if the set states none."""
        return 0 if self.stock is None else max(0, self.count - self.stock)


def count_needed_tiles(board: Board) -> tuple[MaterialNeed, ...]:
    """Return the tiles, cards and drawn sections that a board needs, in that order.

    A card counts once for each tile in use that is one of its faces. It is not known which two faces share a card.
    """
    count_by_tile = Counter(section.tile for section in board.sections if section.tile)
    needs = []
    count_by_card = Counter[tuple[str, Card]]()
    for tile_id, count in sorted(count_by_tile.items()):
        tile = board.library.get(tile_id)
        needs.append(
            MaterialNeed(kind="tile", id=tile_id, name=tile.name, count=count, stock=tile.stock, set_name=tile.set_name)
        )
        if tile.card:
            count_by_card[tile.set_name, tile.card] += count
    by_set_and_name = sorted(count_by_card, key=lambda set_and_card: (set_and_card[0], set_and_card[1].name))
    for set_name, card in by_set_and_name:
        needs.append(
            MaterialNeed(
                kind=CARD_KIND,
                id=f"{set_name}/{card.name}",
                name=f"{card.name}, two faces",
                count=count_by_card[set_name, card],
                stock=card.stock,
                set_name=set_name,
            )
        )
    drawn_count = sum(1 for section in board.sections if not section.tile and section.covered_squares)
    if drawn_count:
        needs.append(MaterialNeed(kind=DRAWN_KIND, id=DRAWN_KIND, name="drawn section", count=drawn_count))
    return tuple(needs)


def count_boxes(needed: Iterable[MaterialNeed]) -> dict[str, int]:
    """Return how many boxes (bought copies) of each tile set are needed, by the set's name.

    The tile or card with the largest shortage decides. Sets that do not state their stock, the copies in a box, are
    left out.

    >>> count_boxes([MaterialNeed(kind="tile", id="my/cell", name="Cell", count=5, stock=2, set_name="my")])
    {'my': 3}
    """
    boxes_by_set: dict[str, int] = {}
    for need in needed:
        if need.stock:
            boxes_for_need = ceil(need.count / need.stock)
            boxes_by_set[need.set_name] = max(boxes_by_set.get(need.set_name, 1), boxes_for_need)
    return boxes_by_set


def combine_needs(lists: Iterable[tuple[MaterialNeed, ...]]) -> tuple[MaterialNeed, ...]:
    """Return what is needed to play several dungeons one after the other: of each tile or card the largest count.

    Args:
        lists: For each dungeon its needs.

    Returns:
        The needs by kind: tiles by id, then cards, drawn sections and printed pieces.
    """
    need_by_id: dict[tuple[str, str], MaterialNeed] = {}
    for needs in lists:
        for need in needs:
            earlier_need = need_by_id.get((need.kind, need.id), need)
            need_by_id[need.kind, need.id] = replace(need, count=max(need.count, earlier_need.count))
    rank_by_kind = {"tile": 0, CARD_KIND: 1, DRAWN_KIND: 2, "piece": 3}

    def rank_need(need: MaterialNeed) -> tuple[int, str]:
        """Return the sort key of a need: its kind, then its id if it is a tile. Others keep their order."""
        return rank_by_kind[need.kind], need.id if need.kind == "tile" else ""

    return tuple(sorted(need_by_id.values(), key=rank_need))


def validate_table_count(tables: int) -> None:
    """Raise UsageError if the number of tables of an event is not between 1 and MAX_TABLES."""
    if not 1 <= tables <= MAX_TABLES:
        raise UsageError(f"{tables} tables cannot be set; choose 1 to {MAX_TABLES}")

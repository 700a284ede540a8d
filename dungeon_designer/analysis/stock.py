"""What one needs to build a dungeon: tiles and cards, and what the sets do not hold; how a list of it is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.tiles.model import Card

CARD = "card"
"""What stands for the two-sided cards that tiles are faces of."""

MOST_TABLES = 100
"""More tables than that stand at no event."""

DRAWN = "drawn"
"""What stands for the sections that are no library tile."""


class Need(Struct, frozen=True, kw_only=True):
    """So many of one thing.

    kind   ``tile``, ``card`` (what several tiles are faces of), ``drawn`` or ``piece``
    id     the tile's id, the card's set and name, or the piece's kind
    name   what a person calls it
    count  how many are needed
    stock  how many the set holds; None when it does not say
    of     the set a tile or card belongs to
    """

    kind: str
    id: str
    name: str
    count: int
    stock: int | None = None
    of: str = ""

    @property
    def lacking(self) -> int:
        """How many the set has too few."""
        return 0 if self.stock is None else max(0, self.count - self.stock)


def tiles_needed(board: Board) -> tuple[Need, ...]:
    """The tiles, the two-sided cards they are faces of, and drawn sections alone.

    Cards are counted one for each face that is laid: which faces share one is not known.
    """
    laid = Counter(section.tile for section in board.sections if section.tile)
    tiles = [(board.library.get(tile_id), tile_id, count) for tile_id, count in sorted(laid.items())]
    found = [
        Need(kind="tile", id=tile_id, name=tile.name, count=count, stock=tile.stock, of=tile.set_name)
        for tile, tile_id, count in tiles
    ]
    cards = Counter[tuple[str, Card]]()
    for tile, _, count in tiles:
        if tile.card:
            cards[tile.set_name, tile.card] += count
    for (of_set, card), count in sorted(cards.items(), key=lambda item: (item[0][0], item[0][1].name)):
        name, number = f"{card.name}, two faces", f"{of_set}/{card.name}"
        found.append(Need(kind=CARD, id=number, name=name, count=count, stock=card.stock, of=of_set))
    drawn = sum(1 for section in board.sections if not section.tile and section.covers)
    if drawn:
        found.append(Need(kind=DRAWN, id=DRAWN, name="drawn section", count=drawn))
    return tuple(found)


def boxes(needed: Iterable[Need]) -> dict[str, int]:
    """How many boxes of each set are needed, by the tile of which a box holds the fewest for it.

    >>> boxes([Need(kind="tile", id="my/cell", name="Cell", count=5, stock=2, of="my")])
    {'my': 3}
    """
    most: dict[str, int] = {}
    for need in needed:
        if need.stock:
            most[need.of] = max(most.get(need.of, 1), -(-need.count // need.stock))
    return most


def for_all(lists: Iterable[tuple[Need, ...]]) -> tuple[Need, ...]:
    """What suffices for several dungeons played one after the other: of each thing the most that any of them needs."""
    most: dict[tuple[str, str], Need] = {}
    for needed in lists:
        for need in needed:
            known = most.get((need.kind, need.id))
            most[need.kind, need.id] = need if known is None else replace(need, count=max(need.count, known.count))
    order = {"tile": 0, CARD: 1, DRAWN: 2, "piece": 3}
    return tuple(sorted(most.values(), key=lambda need: (order[need.kind], need.kind == "tile" and need.id)))


def check_tables(tables: int) -> None:
    """UsageError for a number of tables that no event has."""
    if not 1 <= tables <= MOST_TABLES:
        raise UsageError(f"{tables} tables cannot be set; choose 1 to {MOST_TABLES}")

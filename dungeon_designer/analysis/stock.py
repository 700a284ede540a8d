"""What one needs on the table to build a dungeon: tiles and pieces, and what the sets do not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board, TrapGroup
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.model import RollingBall, RotatingRoom, TrapKind
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


def needs(board: Board) -> tuple[Need, ...]:
    """Everything a board is built and set up with: tiles by id, their cards, then drawn sections, then pieces."""
    pieces = (Need(kind="piece", id=kind, name=name, count=count) for kind, name, count in _pieces(board) if count)
    return (*tiles_needed(board), *pieces)


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


def for_tables(needed: Iterable[Need], tables: int) -> tuple[Need, ...]:
    """The same for so many tables at once; UsageError for a number of tables that no event has."""
    check_tables(tables)
    return tuple(replace(need, count=need.count * tables) for need in needed)


def check_tables(tables: int) -> None:
    """UsageError for a number of tables that no event has."""
    if not 1 <= tables <= MOST_TABLES:
        raise UsageError(f"{tables} tables cannot be set; choose 1 to {MOST_TABLES}")


def _pieces(board: Board) -> Iterator[tuple[str, str, int]]:
    """What lies on the tiles, in the order it is set up: its id, what a person calls it, and how many there are."""
    layout = board.layout
    yield "chest", "chest", len(layout.chests)
    yield "ball", "ball", layout.balls
    for number, count in sorted(Counter(portal.number for portal in layout.portals).items()):
        yield f"portal-{number}", f"portal {number}", count
    yield "edge-door", "door between squares", len(layout.doors)
    yield "square-door", "door on a square", len(layout.square_doors)
    for (kind, name), count in sorted(Counter(map(_named, board.traps)).items()):
        yield kind, name, count
    for kind, count in sorted(Counter(obstacle.kind.value for obstacle in layout.obstacles).items()):
        yield kind, f"square of {kind}", count
    yield "turning-room", "turning room", sum(isinstance(each, RotatingRoom) for each in layout.machines)
    yield "rolling-ball", "rolling ball", sum(isinstance(each, RollingBall) for each in layout.machines)


def _named(trap: TrapGroup) -> tuple[str, str]:
    """A trap by kind and size; a counter by what it hides, for both coaches together."""
    if trap.kind is TrapKind.COUNTER:
        hidden = trap.parts[0].content.value if trap.parts[0].content else "unknown"
        return f"counter-{hidden}", f"pit counter ({hidden.replace('_', ' ')})"
    word, size = trap.kind.value, len(trap.squares)
    return f"{word}-{size}", word.replace("_", " ") + (f" of {size} squares" if size > 1 else "")

"""What one needs on the table to build a dungeon: tiles and pieces, and what the sets do not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.errors import UsageError
from dungeon_designer.layout.model import RollingBall, RotatingRoom, TrapKind

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
    return (*tiles_needed(board), *_pieces(board))


def tiles_needed(board: Board) -> tuple[Need, ...]:
    """The tiles, the two-sided cards they are faces of, and drawn sections alone."""
    return (*_tiles(board), *_cards(board), *_drawn(board))


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


def _tiles(board: Board) -> Iterator[Need]:
    counts = Counter(section.tile for section in board.sections if section.tile)
    for tile_id, count in sorted(counts.items()):
        tile = board.library.get(tile_id)
        yield Need(kind="tile", id=tile_id, name=tile.name, count=count, stock=tile.stock, of=tile.set_name)


def _cards(board: Board) -> Iterator[Need]:
    """Two-sided cards, one for each face that is laid: which faces share one is not known."""
    laid = [board.library.get(section.tile) for section in board.sections if section.tile]
    cards = Counter((tile.set_name, tile.card) for tile in laid if tile.card)
    for (of_set, card), count in sorted(cards.items(), key=lambda item: (item[0][0], item[0][1].name)):
        name = f"{card.name}, two faces"
        yield Need(kind=CARD, id=f"{of_set}/{card.name}", name=name, count=count, stock=card.stock, of=of_set)


def _drawn(board: Board) -> Iterator[Need]:
    count = sum(1 for section in board.sections if not section.tile and section.covers)
    if count:
        yield Need(kind=DRAWN, id=DRAWN, name="drawn section", count=count)


def _pieces(board: Board) -> Iterator[Need]:
    """What lies on the tiles, in the order it is set up."""
    layout = board.layout
    if layout.chests:
        yield _piece("chest", "chest", len(layout.chests))
    if layout.balls:
        yield _piece("ball", "ball", layout.balls)
    for number in sorted({portal.number for portal in layout.portals}):
        yield _piece(f"portal-{number}", f"portal {number}", sum(p.number == number for p in layout.portals))
    if layout.doors:
        yield _piece("edge-door", "door between squares", len(layout.doors))
    if layout.square_doors:
        yield _piece("square-door", "door on a square", len(layout.square_doors))
    yield from _traps(board)
    obstacles = Counter(obstacle.kind.value for obstacle in layout.obstacles)
    for kind, count in sorted(obstacles.items()):
        yield _piece(kind, f"square of {kind}", count)
    for machine, name in ((RotatingRoom, "turning room"), (RollingBall, "rolling ball")):
        count = sum(isinstance(each, machine) for each in layout.machines)
        if count:
            yield _piece(name.replace(" ", "-"), name, count)


def _traps(board: Board) -> Iterator[Need]:
    """Traps by kind and size; counters by what they hide, for both coaches together."""
    counts: Counter[tuple[str, str]] = Counter()
    for trap in board.traps:
        if trap.kind is TrapKind.COUNTER:
            content = trap.parts[0].content
            hidden = content.value if content else "unknown"
            counts[f"counter-{hidden}", f"pit counter ({hidden.replace('_', ' ')})"] += 1
        else:
            word = trap.kind.value
            size = len(trap.squares)
            squares = f" of {size} squares" if size > 1 else ""
            counts[f"{word}-{size}", f"{word.replace('_', ' ')}{squares}"] += 1
    for (kind, name), count in sorted(counts.items()):
        yield _piece(kind, name, count)


def _piece(kind: str, name: str, count: int) -> Need:
    return Need(kind="piece", id=kind, name=name, count=count)

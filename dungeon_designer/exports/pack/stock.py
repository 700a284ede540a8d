"""What an event needs on its tables: of each thing the most that lies on all of them at once in any round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from dungeon_designer.analysis.stock import boxes, tiles_needed
from dungeon_designer.board.model import Board
from dungeon_designer.exports.pack.model import Pack, Table
from dungeon_designer.exports.pack.words import tiles_used
from dungeon_designer.exports.pieces.needed import Needs, needs
from dungeon_designer.rules.rule import in_words

Thing = TypeVar("Thing")


def whole(pack: Pack) -> str:
    """For what the stock is enough, in a sentence."""
    tables = max(map(len, pack.rounds), default=0)
    if tables < 2:
        return "Enough for any one of its dungeons at a time."
    return f"Enough for all {tables} tables of any round at once."


def pieces_enough(pack: Pack) -> Needs:
    """The pieces of the event."""
    most = _enough(pack, lambda board: Counter(needs(board)))
    return {kind: most[kind] for kind in sorted(most)}


def tiles_enough(pack: Pack) -> dict[str, int]:
    """The tiles of the event, by name."""
    return dict(_enough(pack, tiles_used))


def boxes_enough(pack: Pack) -> Iterator[str]:
    """How many boxes the tiles of the event take, for each set of which one box does not do."""
    counts = _enough(pack, lambda board: Counter({replace(need, count=0): need.count for need in tiles_needed(board)}))
    needed = [replace(need, count=count) for need, count in counts.items()]
    return (f"{of_set} takes {in_words(count)} boxes." for of_set, count in boxes(needed).items() if count > 1)


def _enough(pack: Pack, count: Callable[[Board], Counter[Thing]]) -> Counter[Thing]:
    """Of each thing the most that any round takes: on each of its tables what any dungeon there may take."""
    any_one: Table = tuple(chapter.board for chapter in pack.chapters)
    counted: dict[int, Counter[Thing]] = {id(board): count(board) for board in any_one}
    most: Counter[Thing] = Counter()
    for tables in (*pack.rounds, (any_one,)):
        together: Counter[Thing] = Counter()
        for table in tables:
            on_it: Counter[Thing] = Counter()
            for board in table:
                on_it |= counted[id(board)]
            together.update(on_it)
        most |= together
    return most

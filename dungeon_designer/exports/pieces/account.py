"""What an event takes, counted once for the shopping list, packs and printed pieces.

Every table has a kit of pieces of its own. Tiles are carried between tables. Drawn floor is printed and never counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from msgspec.structs import replace

from dungeon_designer.analysis.stock import DRAWN, Need, for_all, tiles_needed
from dungeon_designer.board.model import Board
from dungeon_designer.exports.pieces.kinds import Needs, needs
from dungeon_designer.rules.rule import both
from dungeon_designer.seasons.tables import Tables, at_once, kits


class EventAccount:
    """The pieces, tiles and copies of maps that some rounds take; dungeons are named as the keys of `boards`."""

    def __init__(self, boards: Mapping[str, Board], rounds: Sequence[Tables[str]]) -> None:
        known = [tuple(tuple(name for name in each if name in boards) for each in tables) for tables in rounds]
        self._boards, self._rounds = boards, known

    @cached_property
    def kits(self) -> list[Needs]:
        """The pieces of each table, table 1 first."""
        pieces = {name: Counter(needs(board)) for name, board in self._boards.items()}
        return [dict(sorted(kit.items())) for kit in kits(self._rounds, pieces.__getitem__)]

    @property
    def pieces(self) -> Needs:
        """The pieces of all kits together."""
        total = sum(map(Counter, self.kits), Counter())
        return dict(sorted(total.items()))

    def alike(self) -> list[tuple[str, Needs]]:
        """The different kits, each under its tables: ``Tables 1 and 3``."""
        numbered = sorted(enumerate(self.kits, start=1), key=lambda each: (list(each[1].items()), each[0]))
        found = []
        for _, same in groupby(numbered, key=lambda each: each[1]):
            tables, (kit, *_) = zip(*same, strict=True)
            found.append((tables, _tables_in_words(tables).capitalize(), kit))
        return [(title, kit) for _, title, kit in sorted(found, key=lambda each: each[0])]

    def tiles(self) -> tuple[Need, ...]:
        """The tiles and the two-sided cards they are faces of."""
        counts = {
            name: Counter({replace(need, count=0): need.count for need in tiles_needed(board) if need.kind != DRAWN})
            for name, board in self._boards.items()
        }
        most = at_once(self._rounds, counts.__getitem__)
        return for_all([tuple(replace(need, count=count) for need, count in most.items())])

    def copies(self) -> Counter[str]:
        """On how many tables at once each dungeon may lie: as often its map is printed."""
        return at_once(self._rounds, lambda name: Counter([name]))

    def label_copies(self, name: str) -> list[str]:
        """Return for each printed copy of a map the tables it lies on: ``table 3``, ``tables 3 and 4``.

        A copy stays on its table from round to round where it can. There is no label at an event of one table, and
        none for a dungeon that no round has.
        """
        table_count = len(self.kits)
        copies: list[set[int]] = [set() for _ in range(self.copies()[name])]
        for tables in self._rounds:
            if len(tables) < table_count:  # dungeons that belong to the event besides its rounds
                continue
            free = {number for number, names in enumerate(tables, start=1) if name in names}
            staying = [min(copy & free, default=0) for copy in copies]
            free -= set(staying)
            moving = iter(sorted(free))
            for copy, table in zip(copies, staying, strict=True):
                copy |= {table or next(moving, 0)} - {0}
        return [_tables_in_words(copy) if table_count > 1 else "" for copy in copies]

    @property
    def names(self) -> dict[str, str]:
        """What each dungeon is called."""
        return {name: board.layout.name for name, board in self._boards.items()}

    def dungeons(self, table: int) -> list[str]:
        """The dungeons that may lie on a table, counted from 0, each once."""
        lying = (each[table] for each in self._rounds if table < len(each))
        return list(dict.fromkeys(name for names in lying for name in names))


def _tables_in_words(tables: Iterable[int]) -> str:
    """Return the numbers of some tables as a phrase, '' for none.

    >>> _tables_in_words([3]), _tables_in_words([4, 1, 3])
    ('table 3', 'tables 1, 3 and 4')
    """
    numbers = [str(number) for number in sorted(tables)]
    return f"table{'s' if len(numbers) > 1 else ''} {both(numbers)}" if numbers else ""

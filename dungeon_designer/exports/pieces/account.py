"""What an event takes, counted once for the shopping list, packs and printed pieces.

Every table has a kit of pieces of its own. Tiles are carried between tables. Drawn floor is printed and never counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
            found.append((tables, f"Table{'s' if len(tables) > 1 else ''} {both([*map(str, tables)])}", kit))
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

    @property
    def names(self) -> dict[str, str]:
        """What each dungeon is called."""
        return {name: board.layout.name for name, board in self._boards.items()}

    def dungeons(self, table: int) -> list[str]:
        """The dungeons that may lie on a table, counted from 0, each once."""
        lying = (each[table] for each in self._rounds if table < len(each))
        return list(dict.fromkeys(name for names in lying for name in names))

"""Count what an event takes, once for the shopping list, packs and printed pieces.

Every table has its own kit of pieces. Tiles are carried between tables. Floor that is drawn by hand is printed, and
is not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from dungeon_designer.analysis.stock import DRAWN_KIND, MaterialNeed, combine_needs, count_needed_tiles
from dungeon_designer.board.model import Board
from dungeon_designer.exports.pieces.piece_kinds import PieceCounts, PieceKind, count_pieces
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.seasons.table_assignment import Tables, count_shared_items, count_table_kits


class EventMaterials:
    """The pieces, tiles and copies of maps that the rounds of an event need.

    In each round, every table has one or several dungeons. Dungeons are named by the keys of `boards`.
    """

    def __init__(self, boards: Mapping[str, Board], rounds: Sequence[Tables[str]]) -> None:
        """Store which dungeons are played at the event, and on which tables in which rounds.

        Args:
            boards: the dungeons by name.
            rounds: for each round, for each table, the names of its dungeons. Names that are not in `boards` are left
                out.
        """

        def leave_out_unknown(tables: Tables[str]) -> Tables[str]:
            """Return the tables of a round with only those of their dungeons that are in `boards`."""
            return tuple(tuple(name for name in names_on_table if name in boards) for names_on_table in tables)

        self._boards = boards
        self._rounds = [leave_out_unknown(tables) for tables in rounds]

    @cached_property
    def kits(self) -> list[PieceCounts]:
        """The pieces of each table, table 1 first: how many of each kind suffice in every round.

        A round is one match on each table.
        """
        pieces_by_dungeon = {name: Counter(count_pieces(board)) for name, board in self._boards.items()}
        kits = count_table_kits(self._rounds, lambda name: pieces_by_dungeon[name])
        return [dict(sorted(kit.items())) for kit in kits]

    @property
    def pieces(self) -> PieceCounts:
        """The paper pieces of all tables together, which are the sum of their kits."""
        total = sum(map(Counter, self.kits), Counter())
        return dict(sorted(total.items()))

    def group_kits(self) -> list[tuple[str, PieceCounts]]:
        """Return the different kits, each with a title that lists its tables, such as ``Tables 1 and 3``.

        A kit is all the pieces that one table is played with.
        """
        tables_by_kit: dict[tuple[tuple[PieceKind, int], ...], list[int]] = {}
        for table, kit in enumerate(self.kits, start=1):
            tables_by_kit.setdefault(tuple(kit.items()), []).append(table)  # as pairs, which a key may be made of
        return [(_format_tables(tables).capitalize(), dict(pairs)) for pairs, tables in tables_by_kit.items()]

    def list_tiles(self) -> tuple[MaterialNeed, ...]:
        """Return how many of each tile the event needs at once, and of the two-sided cards whose faces they are.

        A round is one match on each table. Tiles are carried from table to table, so that each round needs only as many
        as its dungeons have together.
        """
        counts_by_dungeon = {name: _count_tiles(board) for name, board in self._boards.items()}
        count_by_tile = count_shared_items(self._rounds, lambda name: counts_by_dungeon[name])
        needs = tuple(replace(tile_need, count=count) for tile_need, count in count_by_tile.items())
        return combine_needs([needs])  # which only sorts this list: tiles by id, then cards

    def count_map_copies(self) -> Counter[str]:
        """Return how many copies of each dungeon's map the event needs, by the dungeon's name.

        A round is one match on each table. This is the greatest number of tables on which the dungeon may be in one
        round.
        """
        return count_shared_items(self._rounds, lambda name: Counter([name]))

    def label_map_copies(self, name: str) -> list[str]:
        """Return a label for each printed copy of a dungeon's map: the tables that use it, such as ``tables 3 and 4``.

        A round is one match on each table. Copies are carried from table to table between rounds, but a copy stays on
        its table if the dungeon is played there again. The label is '' at an event with one table, and for a dungeon
        that is in no round.
        """
        table_count = len(self.kits)
        tables_by_copy: list[set[int]] = [set() for _ in range(self.count_map_copies()[name])]
        for dungeons_by_table in self._rounds:
            # a round has dungeons for all tables; an entry for fewer has the dungeons that no round plays
            is_round = len(dungeons_by_table) == table_count
            if not is_round:
                continue
            tables_of_round = {number for number, names in enumerate(dungeons_by_table, start=1) if name in names}
            _assign_copies(tables_by_copy, tables_of_round)
        return [_format_tables(tables) if table_count > 1 else "" for tables in tables_by_copy]

    @property
    def names(self) -> dict[str, str]:
        """The name of each dungeon of the event, by the key under which this object knows it."""
        return {name: board.layout.name for name, board in self._boards.items()}

    def list_dungeons(self, table_index: int) -> list[str]:
        """Return the dungeons that may be on a table, counted from 0; each once."""
        names_by_round = (tables[table_index] for tables in self._rounds if table_index < len(tables))
        return list(dict.fromkeys(name for names in names_by_round for name in names))


def _count_tiles(board: Board) -> Counter[MaterialNeed]:
    """Return how many of each tile a dungeon needs, without floor drawn by hand.

    The counts in the keys are 0, so that the needs of a tile in several dungeons have the same key and can be compared.
    """
    needs = [need for need in count_needed_tiles(board) if need.kind != DRAWN_KIND]
    return Counter({replace(need, count=0): need.count for need in needs})


def _assign_copies(tables_by_copy: Sequence[set[int]], tables_of_round: set[int]) -> None:
    """Add to each printed copy of a map the table that uses it in one more round.

    First the copies that were on one of these tables before stay there, one on each table. Then the other tables get
    the other copies. There are at least as many copies as tables in any round, so each table gets one.

    Args:
        tables_by_copy: for each copy the numbers of the tables that use it in the rounds before.
        tables_of_round: the numbers of the tables on which the dungeon is played in this round.
    """
    free_tables, moving_copies = set(tables_of_round), list[set[int]]()
    # copies with fewer tables to stay on choose first, so that more copies can stay
    for tables in sorted(tables_by_copy, key=lambda tables: len(tables & tables_of_round)):
        kept_table = min(tables & free_tables, default=None)
        if kept_table is None:
            moving_copies.append(tables)
        else:
            free_tables.remove(kept_table)
    # there may be fewer tables than copies: the copies left over are not needed in this round
    for tables, table in zip(moving_copies, sorted(free_tables), strict=False):
        tables.add(table)


def _format_tables(tables: Iterable[int]) -> str:
    """Return a phrase with the numbers of some tables, '' for none.

    >>> _format_tables([3]), _format_tables([4, 1, 3])
    ('table 3', 'tables 1, 3 and 4')
    """
    numbers = [str(number) for number in sorted(tables)]
    return f"table{'s' if len(numbers) > 1 else ''} {join_with_and(numbers)}" if numbers else ""

"""Assign the dungeons of an event to tables, and count how many pieces or tiles the tables need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from dungeon_designer.errors import UsageError
from dungeon_designer.seasons.season_model import Round, Season

Dungeon = TypeVar("Dungeon")
"""What stands for a dungeon: a file, or a layout's path in a season."""
Item = TypeVar("Item")
"""What is counted: a piece or a tile."""

Tables = tuple[tuple[Dungeon, ...], ...]
"""What is in play at the same time: for each table the dungeons of which any one may lie there."""


def list_tables_by_round(season: Season, tables: int | None = None) -> tuple[Tables[str], ...]:
    """Return the dungeon files that may be on each table, round by round.

    Further dungeons of the event, which no round names, count as one more round on one table.

    Args:
        season: the season.
        tables: how many tables there are; None for the season's own number. If nothing says it, one dungeon is in
            play at a time.

    Raises:
        UsageError: a round has more dungeons than there are tables.
    """
    count = tables or season.table_count
    if not count or not season.rounds:
        return ((season.layouts,) * max(1, count),)
    dice_layouts = tuple(dict.fromkeys(season.dice.table.values())) if season.dice else ()
    rounds = []
    for season_round in season.rounds:
        if len(season_round.layouts) > count:
            raise UsageError(
                f"{season_round.name} has {len(season_round.layouts)} dungeons, each on its table:"
                " --tables is too small"
            )
        tables_of_round = tuple((layout,) for layout in list_layouts_by_table(season_round, count))
        rounds.append(tables_of_round or (dice_layouts,) * count)  # if dice choose, any of theirs may be on any table
    return (*rounds, (season.also,)) if season.also else tuple(rounds)


def list_layouts_by_table(season_round: Round, tables: int) -> list[str]:
    """Return the dungeon file on each table of a round. With more tables than dungeons, the dungeons repeat.

    Args:
        season_round: the round.
        tables: how many tables there are; 0 for one table for each dungeon.

    Returns:
        The files by table; none if dice choose.
    """
    layouts = season_round.layouts
    return [layouts[index % len(layouts)] for index in range(tables or len(layouts))] if layouts else []


def count_table_kits(
    rounds: Iterable[Tables[Dungeon]], count_items: Callable[[Dungeon], Counter[Item]]
) -> list[Counter[Item]]:
    """Return what each table needs if nothing is carried between tables: the most that any round takes there.

    Args:
        rounds: the dungeons on each table, round by round.
        count_items: returns what one dungeon needs.
    """
    table_kits: list[Counter[Item]] = []
    for tables in rounds:
        table_kits += [Counter() for _ in tables[len(table_kits) :]]
        for kit, dungeons in zip(table_kits, tables, strict=False):
            kit |= count_for_any(dungeons, count_items)  # of each item the greater of both numbers
    return table_kits


def count_shared_items(
    rounds: Iterable[Tables[Dungeon]], count_items: Callable[[Dungeon], Counter[Item]]
) -> Counter[Item]:
    """Return what the event needs if items are carried between tables: the most that any round takes in all.

    Args:
        rounds: the dungeons on each table, round by round.
        count_items: returns what one dungeon needs.
    """
    total_need: Counter[Item] = Counter()
    for tables in rounds:
        round_need: Counter[Item] = Counter()
        for dungeons in tables:
            round_need.update(count_for_any(dungeons, count_items))
        total_need |= round_need
    return total_need


def count_for_any(dungeons: Sequence[Dungeon], count_items: Callable[[Dungeon], Counter[Item]]) -> Counter[Item]:
    """Return the items that suffice for any one of some dungeons: of each item, the most that one of them needs."""
    need: Counter[Item] = Counter()
    for dungeon in dungeons:
        need |= count_items(dungeon)
    return need

"""Which dungeon lies on which table of an event, and how many of anything that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from dungeon_designer.errors import UsageError
from dungeon_designer.seasons.model import Round, Season

Dungeon = TypeVar("Dungeon")
Thing = TypeVar("Thing")

Tables = tuple[tuple[Dungeon, ...], ...]
"""What is in play at once: on each table the dungeons any one of which may lie there."""


def tables_of_rounds(season: Season, tables: int | None = None) -> tuple[Tables[str], ...]:
    """The layouts on each table, round by round; what belongs to the event besides is a round on one table.

    `tables` stands in for the season's own number. Where neither says it, any one dungeon is in play at a time.
    UsageError where a round has more dungeons than there are tables.
    """
    count = tables or season.table_count
    if not count or not season.rounds:
        return ((season.layouts,) * max(1, count),)
    by_dice = tuple(dict.fromkeys(season.dice.table.values())) if season.dice else ()
    found = []
    for each in season.rounds:
        if len(each.layouts) > count:
            raise UsageError(f"{each.name} has {len(each.layouts)} dungeons, each on its table: --tables is too few")
        found.append(tuple((layout,) for layout in by_table(each, count)) or (by_dice,) * count)
    return (*found, (season.also,)) if season.also else tuple(found)


def by_table(played: Round, tables: int) -> list[str]:
    """The layout of each table of a round, the list beginning again for more tables; none where the dice choose.

    Without a number of tables each dungeon has one.
    """
    layouts = played.layouts
    return [layouts[at % len(layouts)] for at in range(tables or len(layouts))] if layouts else []


def kits(rounds: Iterable[Tables[Dungeon]], count: Callable[[Dungeon], Counter[Thing]]) -> list[Counter[Thing]]:
    """What each table needs so that nothing is carried between tables: the most that any round takes there."""
    found: list[Counter[Thing]] = []
    for tables in rounds:
        found += [Counter() for _ in tables[len(found) :]]
        for kit, dungeons in zip(found, tables, strict=False):
            kit |= any_of(dungeons, count)
    return found


def at_once(rounds: Iterable[Tables[Dungeon]], count: Callable[[Dungeon], Counter[Thing]]) -> Counter[Thing]:
    """What does for the event if it is carried between tables: the most that any round takes on all of them."""
    most: Counter[Thing] = Counter()
    for tables in rounds:
        together: Counter[Thing] = Counter()
        for dungeons in tables:
            together.update(any_of(dungeons, count))
        most |= together
    return most


def any_of(dungeons: Sequence[Dungeon], count: Callable[[Dungeon], Counter[Thing]]) -> Counter[Thing]:
    """What does for any one of some dungeons."""
    most: Counter[Thing] = Counter()
    for dungeon in dungeons:
        most |= count(dungeon)
    return most

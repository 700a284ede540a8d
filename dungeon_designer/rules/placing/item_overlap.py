"""One chest, portal or trap a square.

gw-1989 (Pit Traps) keeps pit counters off the squares of chests and teleports. The rest no book says in words: the
pieces ask it, which are each as large as a square. Two pit counters may share a square in gw-1989, as nothing there
forbids it. Pits of one kind that are drawn twice over a square are one pit; two trapdoors, or two counters in another
edition, are two pieces. One finding for each square that holds several.

A sketch that breaks it (a chest on a portal)::

    map: |
      ..C..
    portals: {1: [2, 0]}

Mend: move all but one; the fix moves chests rather than portals, each to the nearest square that keeps the other
rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from dungeon_designer.grid import Square
from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart, Demand
from dungeon_designer.rules.items import LAID, Item, all_items, all_of, later
from dungeon_designer.rules.rule import Settings, Violation, both, worded

NAME = "item-overlap"

MOST_NAMED = 6
"""More things than this on one square are only counted."""


class RuleSettings(Settings, frozen=True):
    """What the rule requires of pit counters.

    counters_apart   Whether two pit counters on one square are a fault, too. Example: false
    counters_source  Where the book keeps pit counters off chests and portals, if not where the rest stands.
                     Example: "Cup rules, page 4"
    """

    players = ("On one square", "one chest, portal or trap[, {asked}]")
    phrases = worded(
        counters_apart=lambda apart: "" if apart else "but pit counters may share a square",
        counters_source=lambda source: "",
    )

    counters_apart: bool = True
    counters_source: str = ""


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each square on which several things lie."""
    things: dict[Square, list[Item]] = defaultdict(list)
    for item in all_items(context.board):
        for square in item.squares:
            things[square].append(item)
    for square, here in things.items():
        if len(here) < 2 or (not settings.counters_apart and all(map(_is_counter, here))):
            continue
        nouns = [item.name.removeprefix("the ") for item in here]
        names = [n if i.is_portal else f"{'an' if n[0] == 'o' else 'a'} {n}" for i, n in zip(here, nouns, strict=True)]
        told = both(names) if len(here) <= MOST_NAMED else f"{len(here)} things"
        movable = later([item for item in here if item.movable])
        yield Violation(
            f"{told} lie together at {square}; each needs its own square",
            (square,),
            measured=len(here),
            required=1,
            moves=all_of(movable[: len(here) - 1] if len(movable) >= len(here) - 1 else []),
            source=_source(context, settings, here),
        )


def _is_counter(item: Item) -> bool:
    return item.name == "the pit counter"


def _source(context: Context, settings: RuleSettings, items: Sequence[Item]) -> str:
    """Return where it stands that some things need squares of their own; empty for the source of the whole rule."""
    others = [item for item in items if not _is_counter(item)]
    if not settings.counters_source or len(others) == len(items) or not any(map(_is_chest_or_portal, others)):
        return ""
    whole = context.ruleset.rules[NAME].source
    return settings.counters_source if len(others) == 1 else f"{whole}; {settings.counters_source}"


def _is_chest_or_portal(item: Item) -> bool:
    return item.kind in (ItemKind.CHEST, ItemKind.PORTAL)


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """No two things lie on one square; counters had better not, where they may."""
    for one, other in combinations_with_replacement(LAID, 2):
        counters = one is other is ItemKind.TRAP and not settings.counters_apart
        yield Apart(one, other, 1, noticed=counters)

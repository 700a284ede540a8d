"""How many portals lie in the dungeon.

Six in every edition, since a die says where a player comes out (gw-1989, Teleport Squares; gw-2021, Portals;
brawl-2013, Setup; naf-2019, Teleportation; eagbbl, Setup Dungeon). In the 1989 expansion (Extra Teleport Squares)
each coach may add one, two or three, so that six, or eight to twelve, may lie there; the book then names dice of
eight, ten or twelve sides, and with nine or eleven portals no such die fits: that is a notice, not an error.
Portals off the floor count too: they are drawn. The squares of a finding are the portals.

A sketch that breaks it, under gw-2021 (four portals)::

    map: |
      <<<..1..2..>>>
      <<<..3..4..>>>

Mend: draw the portals that are missing, or take away those that are too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dungeon_designer.findings import Level
from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import counted_in_all, miscounted_in_all
from dungeon_designer.rules.rule import Count, PerSide, Violation, there_are, value_text, worded


class RuleSettings(PerSide, frozen=True):
    """How many portals: `min`, `max` (exactly six where neither is named), `also`; or so many `per_side`.

    notice  Numbers that are allowed but get a notice: no die has so many sides. Example: [5, 7]
    """

    players = ("Portals", "{asked}")
    usual = (6, 6)
    phrases = worded(
        **PerSide.phrases, notice=lambda counts: f"no die has so many sides: {value_text(counts)}" if counts else ""
    )

    notice: tuple[Count, ...] = ()


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults when the number of portals is out of bounds, a notice when no die fits it."""
    yield from miscounted_in_all(ItemKind.PORTAL, context, settings)
    squares = tuple(portal.at for portal in context.board.portals)
    count, bounds = len(squares), settings.for_sides(len(context.board.teams))
    if bounds.allows(count) and count in settings.notice:
        said = f"{there_are(count, 'portal')}, but no die has {count} sides, so one roll cannot choose among them"
        yield Violation(said, squares, measured=count, required=bounds.required, level=Level.INFO)


demands = partial(counted_in_all, ItemKind.PORTAL)

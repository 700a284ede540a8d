"""How many end zones, or entries, each side has.

Each team starts from its own end zone and scores in another's: one a side (gw-1989, Board Set-Up, and in the
expansion both boards must be used; gw-2021, Setting Up The Game; naf-2019, The Dungeon; eagbbl, Setup Dungeon).
brawl-2013 (Setup) and db7s-2019 have three entries a side instead; for db7s-2019 that is read off the six doors its
layouts need. Counted are sections of the kind by their side. One finding for each side that has too many or too
few, its squares those of that side's; and one for each end zone that belongs to no side.

A ruleset says how many sides play (`sides`): two in every book but the publisher's 2021 almanac (Multi-player Dungeon
Bowl). A dungeon for another number gets one finding, without squares; and whatever its number, each of its sides is
asked for zones of its own.

A sketch that breaks it (no end zone for the away side)::

    map: |
      <<<......
      <<<......

Mend: draw the end zone that is missing, give it its `side`, or take away what is too much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import (
    Count,
    Parameters,
    Settings,
    Violation,
    around,
    as_words,
    counted,
    either,
    in_words,
    worded,
)

_NOUNS = {"end_zone": ("end zone", "end zones"), "entry": ("entry", "entries")}


class RuleSettings(Settings, frozen=True):
    """What each side begins from.

    kind      What is counted. Example: "entry"
    per_side  How many of them each side has. Example: 3
    """

    phrases = worded(kind=as_words, per_side=around("", " a side"))

    kind: Literal["end_zone", "entry"] = "end_zone"
    per_side: Count = 1

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """How many of which."""
        settings = cls.settings_of(parameters)
        return "Each side has", counted(settings.per_side, *_NOUNS[settings.kind])


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of the number of sides, of each zone without a side, and of each side with too many or too few."""
    kind, teams, sides = SectionKind(settings.kind), context.board.teams, context.ruleset.sides
    zones = [zone for zone in context.board.of_kind(kind) if zone.covers]
    if not sides.allows(len(teams)):
        said = f"the dungeon is for {in_words(len(teams))} sides, but {context.ruleset.id} for {sides.in_letters}"
        yield Violation(said, measured=len(teams), required=sides.required)
    adrift = [zone for zone in zones if zone.side not in teams]
    for zone in adrift:
        whose = "neither side" if len(teams) == 2 else "no side"
        said = f"the {as_words(kind)} {zone.name or zone.id} belongs to {whose}; say {either(teams)}"
        yield Violation(said, zone.covers)
    for side in teams:
        own = [zone for zone in zones if zone.side is side]
        if len(own) > settings.per_side or len(own) + len(adrift) < settings.per_side:
            noun = _NOUNS[settings.kind][len(own) != 1]
            said = f"the {side} side has {len(own) or 'no'} {noun}, but must have {settings.per_side}"
            squares = tuple(square for zone in own for square in zone.covers)
            yield Violation(said, squares, measured=len(own), required=settings.per_side)

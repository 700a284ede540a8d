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

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from dungeon_designer.board.model import BoardSection
from dungeon_designer.layout.model import SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import either, kind_name
from dungeon_designer.rules.rule import Count, Parameters, Settings, Violation, Words, around, counted, in_words, plain
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.json_schema import described


class RuleSettings(Settings, frozen=True):
    """What each side begins from."""

    said: ClassVar[Words] = {"kind": plain, "per_side": around("", " a side")}

    kind: Annotated[Literal["end_zone", "entry"], described("What is counted.", "entry")] = "end_zone"
    per_side: Annotated[Count, described("How many of them each side has.", 3)] = 1

    @classmethod
    def for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """How many of which."""
        settings = cls.settings_of(parameters)
        one, many = {"end_zone": ("end zone", "end zones"), "entry": ("entry", "entries")}[settings.kind]
        return "Each side has", counted(settings.per_side, one, many)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of the number of sides, of each zone without a side, and of each side with too many or too few."""
    kind = SectionKind(settings.kind)
    zones = [zone for zone in context.board.of_kind(kind) if zone.covers]
    teams = context.board.teams
    adrift = [zone for zone in zones if zone.side not in teams]
    yield from _sides(context.ruleset, teams)
    for zone in adrift:
        whose = "neither side" if len(teams) == 2 else "no side"
        said = f"the {kind_name(kind)} {zone.name or zone.id} belongs to {whose}; say {either(teams)}"
        yield Violation(message=said, squares=zone.covers)
    for side in teams:
        of_side = [zone for zone in zones if zone.side is side]
        if len(of_side) > settings.per_side or len(of_side) + len(adrift) < settings.per_side:
            yield _fault(side, of_side, settings)


def _sides(ruleset: Ruleset, teams: Sequence[Team]) -> Iterator[Violation]:
    """A fault when another number of sides plays here than the ruleset is for."""
    if not ruleset.sides.allows(len(teams)):
        yield Violation(
            message=f"the dungeon is for {in_words(len(teams))} sides, but {ruleset.id} for {ruleset.sides.words}",
            measured=len(teams),
            required=ruleset.sides.required,
        )


def _fault(side: Team, zones: Sequence[BoardSection], settings: RuleSettings) -> Violation:
    one = kind_name(SectionKind(settings.kind))
    many = one.removesuffix("y") + "ies" if one.endswith("y") else one + "s"
    noun = one if len(zones) == 1 else many
    return Violation(
        message=f"the {side} side has {len(zones) or 'no'} {noun}, but must have {settings.per_side}",
        squares=tuple(square for zone in zones for square in zone.covers),
        measured=len(zones),
        required=settings.per_side,
    )

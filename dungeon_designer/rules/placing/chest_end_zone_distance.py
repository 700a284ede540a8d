"""Each chest is at least a given number of squares from every end zone.

Fix: Move the chest. The offered fix moves it to the nearest legal square.

How it is measured:

- The distance is the larger of the differences in columns and in rows. Walls do not matter.
- Each chest is measured to every square of every end zone. The nearest one is the measured distance.
- There is one problem for each chest. Its squares are the chest and all end-zone squares that are too near.

Editions:

- eagbbl: No team then finds the ball near its own end zone.

Settings:

- With `min = 1`, nothing is required of chests.

Illegal map, under eagbbl (a chest is seven squares from the home end zone)::

    map: |
      <<<<......C.........>>>>
      <<<<................>>>>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dungeon_designer.kinds import ObjectKind, SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import DistanceFromZones
from dungeon_designer.rules.requirements import MinDistanceFrom, Requirement
from dungeon_designer.rules.rule_settings import build_phrases
from dungeon_designer.rules.rule_text import describe_between
from dungeon_designer.rules.shared_requirements import Distance, MinDistance, MinDistanceSettings
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "too near an end zone")
"""What the editor says of a closed square."""


class RuleSettings(MinDistanceSettings, frozen=True):
    """How far from every end zone a chest must be."""

    player_text = ("From a chest to an end zone", "at least {min} squares[; {rest}]")
    phrases = build_phrases(
        kinds=describe_between("end zones are: "),
        portals=describe_between("portals at least "),
        traps=describe_between("traps at least "),
    )

    min: MinDistance = 8
    kinds: Annotated[tuple[SectionKind, ...], describe_key("Kinds of sections that count as end zones.", ["entry"])] = (
        SectionKind.END_ZONE,
        SectionKind.ENTRY,
    )
    portals: Annotated[
        Distance | None, describe_key("The least distance of portals from end zones; any without it.", 4)
    ] = None
    traps: Annotated[
        Distance | None,
        describe_key("The least distance of pits, trapdoors and counters from end zones; any without it.", 3),
    ] = None


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Yield the requirements that chests keep a distance from every square of every end zone.

    Portals and traps have requirements of their own if the settings state a distance for them.
    """
    zone_squares = [square for section in context.board.list_sections(*settings.kinds) for square in section.squares]
    for required in list_floor_requirements(settings, context.ruleset, len(context.board.teams)):
        yield MinDistanceFrom(required.kind, zone_squares, required.min_distance, "an end zone")


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[DistanceFromZones]:
    """Yield how far chests, portals and traps must be from end zones, as records that need no drawn floor.

    The generator uses them before there is a floor. Portals and traps have a record only if the settings state a
    distance for them. `settings.kinds` are the kinds of sections (end zones, entries) that count as end zones. The
    ruleset and the number of teams, which every rule's function gets, make no difference here.
    """
    distances_by_kind = (
        (ObjectKind.CHEST, settings.min),
        (ObjectKind.PORTAL, settings.portals),
        (ObjectKind.TRAP, settings.traps),
    )
    yield from (
        DistanceFromZones(kind, frozenset(settings.kinds), min_distance)
        for kind, min_distance in distances_by_kind
        if min_distance is not None
    )

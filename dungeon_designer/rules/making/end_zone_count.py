"""Each team has the required number of end zones or entries.

Fix: Draw the end zone that is missing, state its `side`, or remove what is too much.

How it is measured:

- Sections of the kind are counted for each team.
- There is one problem for each team with too many or too few. Its squares are those of the team's zones.
- There is one problem for each end zone that belongs to no team.
- `sides` of the ruleset states the number of teams. A dungeon with another number of teams has one problem without
  squares. Each of its teams must still have its own zones.

Editions:

- A team sets up in its own end zone and scores in another team's end zone.
- gw-1989-expanded: Both End Zone boards must be used.
- db7s-2019: The three entries are our reading: the layouts need six doors for two teams.
- gw-2021-multiplayer: Four teams play. All other editions are for two teams.

Illegal map (the away team has no end zone)::

    map: |
      <<<......
      <<<......
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, ZoneCount
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Count, Parameters, Settings, build_phrases
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import (
    describe_between,
    format_count,
    format_number,
    join_with_or,
    replace_underscores,
)
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

STAGE = RuleStage.FLOOR

_NOUN_FORMS = {"end_zone": ("end zone", "end zones"), "entry": ("entry", "entries")}
"""The singular and plural of what is counted."""


class RuleSettings(Settings, frozen=True):
    """The zones of each team."""

    phrases = build_phrases(kind=replace_underscores, per_side=describe_between("", " for each team"))

    kind: Annotated[Literal["end_zone", "entry"], describe_key("The kind of section that is counted.", "entry")] = (
        "end_zone"
    )
    per_side: Annotated[Count, describe_key("The number for each team.", 3)] = 1

    @classmethod
    def describe_for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Return (topic, requirement) for players: "Each team has", and the number of end zones or entries.

        They are a row of the table by which the printed document of an event tells players the rules. An entry is a
        zone of two squares where a team comes in and scores, in place of an end zone.
        """
        settings = cls.parse_parameters(parameters)
        return "Each team has", format_count(settings.per_side, *_NOUN_FORMS[settings.kind])


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of the number of end zones, or of entries if the settings say so.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. First comes a wrong
    number of teams, then each zone without a team, then each team with too many or too few zones.
    """
    teams, team_count = context.board.teams, context.ruleset.team_count
    kind = SectionKind(settings.kind)
    zones = [zone for zone in context.board.list_sections(kind) if zone.covered_squares]
    if not team_count.allows(len(teams)):
        message = f"the dungeon is for {format_number(len(teams))} teams"
        message += f", but {context.ruleset.id} for {team_count.text}"
        yield RuleProblem(message, measured=len(teams), required=team_count.required_value)
    zones_without_team = [zone for zone in zones if zone.team not in teams]
    for zone in zones_without_team:
        team_text = "neither team" if len(teams) == 2 else "no team"
        message = f"the {replace_underscores(kind)} {zone.name or zone.id} belongs to {team_text}"
        yield RuleProblem(f"{message}; say {join_with_or(teams)}", zone.covered_squares)
    for team in teams:
        team_zones = [zone for zone in zones if zone.team is team]
        has_too_many = len(team_zones) > settings.per_side
        # A zone without a team may be the one that is missing; it has been reported.
        has_too_few = len(team_zones) + len(zones_without_team) < settings.per_side
        if has_too_many or has_too_few:
            singular, plural = _NOUN_FORMS[settings.kind]
            noun = singular if len(team_zones) == 1 else plural
            message = f"the {team} team has {len(team_zones) or 'no'} {noun}, but must have {settings.per_side}"
            squares = tuple(square for zone in team_zones for square in zone.covered_squares)
            yield RuleProblem(message, squares, measured=len(team_zones), required=settings.per_side)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of how many end zones (or entries) each team must have.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. The record says it
    without a board, for code that draws a floor, such as the generator. Every such function gets `ruleset`, which is
    not needed here.
    """
    yield ZoneCount(SectionKind(settings.kind), settings.per_side, team_count * settings.per_side)

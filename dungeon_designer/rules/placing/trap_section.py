"""No pit counter of a coach is on the End Zone of an opponent.

Fix: Place the counter elsewhere.

How it is measured:

- Every pit counter with an owner is checked, on every end zone or entry that belongs to a team. With more than two
  teams, each of the others is an opponent.
- `trap-counters` reports a counter without an owner. A pit that is drawn face up belongs to nobody.
- There is one problem for each counter.

Editions:

- gw-1989-basic, gw-1989-expanded: Nobody may mine the squares where another team sets up.

Settings:

- `own_end_zone` and `own_half` are those of the counter's owner. A team's half is the squares that it walks to in fewer
  steps than any other team, from where it sets up. Squares as far from both are in no half.
- A kind of section, such as `corridor`, is closed to the counters of all coaches.

Illegal map, under gw-1989-expanded (the home coach's counter is in the away team's end zone)::

    map: |
      <<<......>>>
      <<<......>>>
    traps:
      - {kind: counter, at: [10, 0], owner: home, content: nothing}
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache, partial
from typing import Annotated

from dungeon_designer.board.model import BoardSection
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind, SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import list_objects_of_kind
from dungeon_designer.rules.requirements import ClosedSquares, Requirement, find_intruders
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Parameters, Settings, build_phrases
from dungeon_designer.rules.rule_text import describe_between, describe_if_true, describe_section
from dungeon_designer.rules.shared_requirements import explain_closed_section
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.translation import mark_for_translation

_ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)

RULE_NAME = "trap-section"

DEFAULT_CLOSED_TEXT = mark_for_translation("placing", "this is the opponent's End Zone: %1 (%2)")
"""What the editor says of a closed square under the rule as the book has it: rule and source."""
HOUSE_RULE_CLOSED_TEXT = mark_for_translation("placing", "this coach's counters may not lie here: %1 (%2)")
"""What the editor says of a closed square under changed settings: rule and source."""

ClosedPlace = StrEnum(
    "ClosedPlace",
    "OPPONENTS_END_ZONE OWN_END_ZONE OPPONENTS_HALF OWN_HALF BOARD CORRIDOR SMALL_ROOM LARGE_ROOM ROOM JUNCTION BRIDGE "
    "PLATFORM END_ZONE ENTRY",
)
ClosedPlace.__doc__ = "Where counters may not lie: a place seen from the coach who lays them, or a kind of section."


class RuleSettings(Settings, frozen=True):
    """Where no counter may lie."""

    phrases = build_phrases(
        forbidden=describe_between("not in: "), connected=describe_if_true("sections connected to one")
    )

    forbidden: Annotated[
        tuple[ClosedPlace, ...],
        describe_key(
            "Where a coach may not place counters.",
            ["opponents_end_zone", "own_half", "corridor"],
        ),
    ] = (ClosedPlace.OPPONENTS_END_ZONE,)

    @classmethod
    def describe_for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Return (topic, requirement) for players: "A coach's pit counters", and where they may not lie.

        They are a row of the table by which the printed document of an event tells players the rules.
        """
        return "A coach's pit counters", cls.describe_parameters(parameters) or "not on an opponent's End Zone section"

    connected: Annotated[
        bool, describe_key("Whether sections connected to a closed section are closed as well.", True)
    ] = False


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Yield for each team the squares on which its coach's counters may not lie, then those for counters of no team."""
    yield from (list_closed_squares(context, settings, owner) for owner in (*Team, None))


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each pit counter that lies where the coach who owns it may put none, in the file's order."""
    requirement_by_owner = {owner: list_closed_squares(context, settings, owner) for owner in (*Team, None)}
    for counter in list_objects_of_kind(context.board, ObjectKind.COUNTER):
        yield from find_intruders(context, requirement_by_owner[counter.owner], [counter])


def list_closed_squares(context: Context, settings: RuleSettings, owner: Team | None) -> ClosedSquares:
    """Return the requirement that states on which squares the counters of one coach may not lie.

    Squares where an object must not lie are called closed. Counters are pit counters, placed face down by the coaches.

    Args:
        context: The context of the check.
        settings: The settings of the rule.
        owner: The coach's team; None for counters of no team, for which halves and end zones are not closed.
    """
    closed_halves = _list_closed_halves(context, settings, owner)
    describe_if_forbidden = partial(_describe_if_forbidden, settings=settings, owner=owner)

    @cache
    def describe_section_if_closed(section: BoardSection) -> str:
        """Return where a pit counter in a section would lie ("in the room A"), if its coach may put none there.

        It is '' for all other sections. A section is closed to the coach if the rule forbids it or, with the setting
        `connected`, if an open edge or a door connects it to a forbidden one. Many counters may lie in one section, so
        the text is kept.
        """
        return explain_closed_section(context, section, describe_if_forbidden, settings.connected)

    def explain_square(square: Square) -> str:
        """Return where a pit counter on a square would lie ("in the home half"), if the rule forbids it; else ''."""
        section_text = describe_section_if_closed(context.board.section_by_square[square])
        half_texts = [text for half, text in closed_halves if square in half]
        return section_text or "".join(half_texts)  # a square lies in one half at most

    return ClosedSquares(ObjectKind.COUNTER, explain_square, frozenset({owner}))


def _list_closed_halves(
    context: Context, settings: RuleSettings, owner: Team | None
) -> list[tuple[frozenset[Square], str]]:
    """Return the halves of the floor where the pit counters of one coach may not lie, each with a text for messages.

    A half is the squares that a team walks to in fewer steps than any other. The text is, for example, "in the away
    half". To a coach, a half is his own or an opponent's.

    Args:
        context: The context of the check.
        settings: The settings of the rule, which forbid own halves, opponents' halves, both or none.
        owner: The coach's team; None for counters of no team, to which no half is closed.
    """
    forbids_own = ClosedPlace.OWN_HALF in settings.forbidden
    forbids_opponents = ClosedPlace.OPPONENTS_HALF in settings.forbidden
    if owner is None or not (forbids_own or forbids_opponents):
        return []  # halves take long to measure
    return [
        (half, f"in the {team} half")
        for team, half in context.half_by_team.items()
        if (forbids_own if team is owner else forbids_opponents)
    ]


def _describe_if_forbidden(section: BoardSection, settings: RuleSettings, owner: Team | None) -> str:
    """Return where a pit counter in a section would lie, such as "in the room A", if the rule forbids it; else ''.

    The rule forbids the kind of the section, or it is an end zone of a team whose end zones are forbidden to the
    coach of the team `owner`. Sections that are forbidden because they are connected to such a section, and
    halves, are not considered here.
    """
    if ClosedPlace(section.kind.value) in settings.forbidden:
        return f"in {describe_section(section)}"
    if section.kind not in _ZONE_KINDS or section.team is None or owner is None:
        return ""
    zone_place = ClosedPlace.OWN_END_ZONE if section.team is owner else ClosedPlace.OPPONENTS_END_ZONE
    return f"on {describe_section(section)}" if zone_place in settings.forbidden else ""

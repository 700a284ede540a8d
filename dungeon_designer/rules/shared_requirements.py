"""State what several rules require in the same way: distances, closed sections, and counts of objects.

Rules come in pairs, one about chests and one about portals, and some have a third about traps. Each of them names the
kind of its objects and keeps its manual page; the settings and the requirements that they share are here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import Annotated

from msgspec import Meta

from dungeon_designer.board.model import BoardSection
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind, SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import ClosedSections, CountPerSection, FloorRequirement, ObjectCount
from dungeon_designer.rules.placed_objects import list_objects_of_kind
from dungeon_designer.rules.requirements import (
    ClosedSquares,
    CountPerArea,
    FloorArea,
    MinDistanceBetween,
    Requirement,
    TotalCount,
)
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import (
    Bounds,
    NumberOrBounds,
    Settings,
    TeamBounds,
    build_bounds,
    build_phrases,
)
from dungeon_designer.rules.rule_text import describe_between, describe_if_true, describe_section, format_there_are
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

Distance = Annotated[int, Meta(ge=1, le=10_000)]
"""A distance in squares, or in steps if the ruleset's `metric` is walk."""

MinDistance = Annotated[
    Distance, describe_key("The least distance, in squares, or in steps where the ruleset's `metric` is walk.", 5)
]
"""The least distance that a rule requires."""


class MinDistanceSettings(Settings, frozen=True):
    """Settings of a rule about a distance: at least `min` squares."""

    min: MinDistance = 5


class ForbiddenSectionSettings(Settings, frozen=True):
    """Settings of a rule that forbids objects in some sections."""

    phrases = build_phrases(forbidden=describe_between(""), connected=describe_if_true("sections connected to one"))

    forbidden: Annotated[tuple[SectionKind, ...], describe_key("Kinds of sections that are closed.", ["end_zone"])] = (
        SectionKind.END_ZONE,
        SectionKind.ENTRY,
    )
    connected: Annotated[bool, describe_key("Whether sections connected to one of them are closed as well.", True)] = (
        False
    )


class SectionLimitSettings(Bounds, frozen=True):
    """Settings of a rule that counts objects in each section: at most one where neither bound is named."""

    default_bounds = (None, 1)


def require_spacing(kind: ObjectKind, context: Context, settings: MinDistanceSettings) -> Iterator[Requirement]:
    """Yield the requirement that each two objects of a kind are at least `settings.min` apart.

    Every such function gets `context`, which is not needed here.
    """
    yield MinDistanceBetween(kind, kind, settings.min)


def require_spacing_on_floor(
    kind: ObjectKind, settings: MinDistanceSettings, ruleset: Ruleset, team_count: int
) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that each two objects of a kind are at least `settings.min` apart.

    The record says it without a board, for code that draws a floor, such as the generator. The ruleset and the number
    of teams are given to every such function and are not used here.
    """
    yield MinDistanceBetween(kind, kind, settings.min)


def close_sections(kind: ObjectKind, context: Context, settings: ForbiddenSectionSettings) -> Iterator[Requirement]:
    """Yield the requirement that objects of a kind lie in no section of a forbidden kind.

    A section where objects of the kind must not lie is called closed. With `connected` in the settings, sections
    connected to a forbidden one are closed too.
    """

    def describe_if_forbidden(section: BoardSection) -> str:
        """Return where an object in a section would lie ("in the room A"), if its kind is forbidden; else ''."""
        return f"in {describe_section(section)}" if section.kind in settings.forbidden else ""

    @cache
    def explain_section(section: BoardSection) -> str:
        """Return where an object in a section would lie ("in the room A"), if it must not lie there; else ''.

        The section is of a forbidden kind, or the settings also forbid sections connected to one. The answer is kept
        for each section.
        """
        return explain_closed_section(context, section, describe_if_forbidden, settings.connected)

    yield ClosedSquares(kind, lambda square: explain_section(context.board.section_by_square[square]))


def close_sections_on_floor(
    kind: ObjectKind, settings: ForbiddenSectionSettings, ruleset: Ruleset, team_count: int
) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that objects of a kind lie in no section of a forbidden kind.

    The record says it without a board, for code that draws a floor, such as the generator. The ruleset and the number
    of teams are given to every such function and are not used here.
    """
    yield ClosedSections(kind, frozenset(settings.forbidden), settings.connected)


def close_squares(
    kinds: Iterable[ObjectKind], squares: Collection[Square], reason: str, is_notice: bool = False
) -> Iterator[Requirement]:
    """Yield for each of these kinds the requirement that its objects do not lie on the squares.

    The name means that squares where an object must not lie are closed to it. `reason` says where an object on them
    would lie, as "in a doorway".
    """
    yield from (
        ClosedSquares(kind, lambda square: reason if square in squares else "", is_notice=is_notice) for kind in kinds
    )


def explain_closed_section(
    context: Context, section: BoardSection, explain_section: Callable[[BoardSection], str], include_connected: bool
) -> str:
    """Return where an object in a section would lie ("in the corridor B"), if it must not lie there; else ''.

    A section where it must not lie is called closed.

    Args:
        context: The context of the check.
        section: The section.
        explain_section: Returns where an object in a section would lie, if the section is closed by itself; else ''.
        include_connected: Whether a section is closed, too, if it is connected to a closed one by an edge that is open
            or a door.
    """
    own_text = explain_section(section)
    if own_text or not include_connected:
        return own_text
    sections = context.board.sections
    edges_by_neighbour = context.section_graph[sections.index(section)]  # an edge for each border with that neighbour
    connected_indices = [
        index
        for index, edges in edges_by_neighbour.items()
        if any(edge["junction"].is_passable for edge in edges.values())
    ]
    for index in sorted(connected_indices):
        if explain_section(sections[index]):
            return f"in {describe_section(section)}, which is connected to {describe_section(sections[index])}"
    return ""


def require_count_per_section(
    kind: ObjectKind, context: Context, bounds: Bounds, kinds: Collection[SectionKind] = frozenset(SectionKind)
) -> Iterator[Requirement]:
    """Yield the requirement that each section holds a number of objects of a kind that the bounds allow.

    Only sections of the given `kinds` (rooms, corridors, end zones and so on) count, by default all.
    """
    sections = [section for section in context.board.sections if section.covered_squares and section.kind in kinds]
    areas = [
        FloorArea(describe_section(section), frozenset(section.squares), section.covered_squares)
        for section in sections
    ]
    yield CountPerArea(kind, areas, bounds)


def require_count_per_section_on_floor(
    kind: ObjectKind,
    settings: Bounds,
    ruleset: Ruleset,
    team_count: int,
    kinds: Collection[SectionKind] = frozenset(SectionKind),
) -> Iterator[FloorRequirement]:
    """Yield the record of how many objects of a kind each section of these kinds may hold.

    Kinds of sections are rooms, corridors, end zones and so on. The record says it without a board, for code that draws
    a floor, such as the generator. The ruleset and the number of teams are given to every such function and are not
    used here.
    """
    yield CountPerSection(kind, settings.plain_bounds, frozenset(kinds))


def require_count_per_half(
    context: Context, kind: ObjectKind, allowed_count: NumberOrBounds | None
) -> Iterator[CountPerArea]:
    """Yield the requirement on the number of objects in each team's half of the floor.

    A half is the squares that a team walks to in fewer steps than any other. If `allowed_count` is None, nothing is
    yielded.
    """
    if allowed_count is not None:
        halves = [FloorArea(f"the {team} half", half) for team, half in context.half_by_team.items()]
        yield CountPerArea(kind, halves, build_bounds(allowed_count))


def require_total_count(kind: ObjectKind, context: Context, settings: TeamBounds) -> Iterator[Requirement]:
    """Yield the requirements on the number of objects of a kind: in the whole dungeon, then in each team's half."""
    yield TotalCount(kind, settings.build_bounds_for_teams(len(context.board.teams)))
    yield from require_count_per_half(context, kind, settings.each_half)


def require_total_count_on_floor(
    kind: ObjectKind, settings: TeamBounds, ruleset: Ruleset, team_count: int
) -> Iterator[FloorRequirement]:
    """Yield the record of how many objects of a kind the whole dungeon may hold: in all, or for each team.

    The record says it without a board, for code that draws a floor, such as the generator. The ruleset and the number
    of teams are given to every such function and are not used here.
    """
    yield ObjectCount(kind, settings.plain_bounds, settings.per_side)


def check_total_count(kind: ObjectKind, context: Context, settings: TeamBounds) -> Iterator[RuleProblem]:
    """Yield a problem if the dungeon has too many or too few objects of a kind, then one for each half that has."""
    objects = list_objects_of_kind(context.board, kind)
    bounds = settings.build_bounds_for_teams(len(context.board.teams))
    squares = tuple(placed_object.square for placed_object in objects)
    yield from check_count(bounds, len(objects), format_there_are(len(objects), kind), squares)
    for requirement in require_count_per_half(context, kind, settings.each_half):
        for area in requirement.areas:
            area_squares = tuple(square for square in squares if square in area.squares)
            yield from check_count(
                requirement.bounds,
                len(area_squares),
                f"{format_there_are(len(area_squares), kind)} in {area.name}",
                area_squares,
            )

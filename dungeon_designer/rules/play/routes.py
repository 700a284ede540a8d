"""Build the problems of chests and end zones without a route, for the rules `reachability` and `walking-route`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from dungeon_designer.analysis.connectivity import AreaIds, MissingRoute, ScoringZone, UnreachableChests
from dungeon_designer.board.model import PlacedChest
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import build_chest, propose_moving_all
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings
from dungeon_designer.rules.rule_text import format_squares, join_with_and

MAX_MOVED_CHESTS = 6
"""With more unreachable chests than this in one area, the wall is wrong, and moving the chests is not proposed."""


def find_route_problems(context: Context, settings: Settings, with_portals: bool) -> Iterator[RuleProblem]:
    """Yield the problems of missing routes: from the teams to chests, then from chests to end zones and entries.

    An entry is a zone of two squares where some editions have a team come in and score, in place of an end zone. Where
    only a jump over terrain opens the route, the problem is a notice.

    Args:
        context: The context of the check.
        settings: Not used; the checker passes it to every rule.
        with_portals: Whether routes may use portals, or lead on foot only.
    """
    yield from _find_problems_to_chests(context, with_portals)
    yield from _find_problems_to_zones(context, with_portals)


def _find_problems_to_chests(context: Context, with_portals: bool) -> Iterator[RuleProblem]:
    """Yield the problems of chests that some teams cannot reach, or can reach only if players jump over terrain.

    Chests of one area (squares joined on foot) give at most two: a problem for the teams without any route, then a
    notice for those that can jump there.

    Args:
        context: The context of the check.
        with_portals: Whether routes may use portals.
    """
    jump_connectivity = context.connectivity_with_jumps  # None if no jump is possible on this board
    for unreachable in context.connectivity.find_unreachable_chests(with_portals):
        teams_that_jump = []
        if jump_connectivity:
            # The chests lie in one area, so that the first stands for all.
            area = jump_connectivity.area_by_square[unreachable.chests[0].square]
            teams_that_jump = [
                team for team in unreachable.teams if area in jump_connectivity.find_team_areas(team, with_portals)
            ]
        for by_jump in (False, True):
            teams = tuple(team for team in unreachable.teams if (team in teams_that_jump) is by_jump)
            if teams:
                yield _build_chest_problem(context, UnreachableChests(unreachable.chests, teams), with_portals, by_jump)


def _find_problems_to_zones(context: Context, with_portals: bool) -> Iterator[RuleProblem]:
    """Yield the problems of chests from which no route leads to a place to score, or only if players jump.

    A team scores in an end zone or, in some editions, an entry (a zone of two squares). Each missing route gives at
    most two: a problem for the pairs of a chest and a zone without any route, then a notice for those that a jump over
    terrain joins.

    Args:
        context: The context of the check.
        with_portals: Whether routes may use portals.
    """
    jump_connectivity, zones = context.connectivity_with_jumps, context.connectivity.scoring_zones

    def has_jump_route(chest: PlacedChest, zone: ScoringZone) -> bool:
        """Return whether a route leads from the chest to the end zone or entry if players also jump."""
        return jump_connectivity is not None and jump_connectivity.can_reach_zone(
            jump_connectivity.area_by_square[chest.square],
            jump_connectivity.scoring_zones[zones.index(zone)],
            with_portals,
        )

    for missing_route in context.connectivity.find_missing_routes(with_portals):
        for by_jump in (False, True):
            pairs = [
                (chest, zone)
                for chest in missing_route.chests
                for zone in missing_route.zones
                if has_jump_route(chest, zone) is by_jump
            ]
            if pairs:
                chests, end_zones = (tuple(dict.fromkeys(column)) for column in zip(*pairs, strict=True))
                # The mark decides between "from any chest" and a list of the chests in the message.
                missing_pairs = MissingRoute(chests, end_zones, from_all_chests=missing_route.from_all_chests)
                yield _build_zone_problem(context, missing_pairs, with_portals, by_jump)


def _build_chest_problem(
    context: Context, unreachable: UnreachableChests, with_portals: bool, by_jump: bool
) -> RuleProblem:
    """Return the problem of chests that some teams cannot reach, or reach only by jumping.

    Args:
        context: The context of the check.
        unreachable: The chests, and the teams that cannot reach them.
        with_portals: Whether routes may use portals.
        by_jump: Whether a jump opens a route, which makes the problem a notice.
    """
    teams, chest_squares = context.board.teams, tuple(chest.square for chest in unreachable.chests)
    starts: AreaIds = frozenset().union(*map(context.connectivity.find_start_areas, unreachable.teams))
    cut_squares, cut_text = (
        ((), "") if with_portals else _describe_cut(context, starts, context.connectivity.find_areas(chest_squares))
    )
    affects_all = len(unreachable.teams) == len(teams)
    if affects_all:
        team_text, failure_text = (
            ("either team", "neither team can") if len(teams) == 2 else ("any team", "no team can")
        )
    else:
        team_text = f"the {join_with_and(unreachable.teams)} team{'s' if len(unreachable.teams) > 1 else ''}"
        failure_text = f"{team_text} cannot"
    start_text = f"only by jumping can {team_text}" if by_jump else failure_text
    is_movable = with_portals and not by_jump and affects_all and len(chest_squares) <= MAX_MOVED_CHESTS
    return RuleProblem(
        f"{start_text} reach {_describe_chests(chest_squares)}, {_describe_movement(with_portals)}{cut_text}",
        tuple(dict.fromkeys((*chest_squares, *cut_squares))),
        level=Level.INFO if by_jump else None,
        moves=propose_moving_all([build_chest(square) for square in chest_squares]) if is_movable else None,
    )


def _build_zone_problem(
    context: Context, missing_route: MissingRoute, with_portals: bool, by_jump: bool
) -> RuleProblem:
    """Return the problem of chests from which no route leads to some end zones or entries, or only by jumping.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone.

    Args:
        context: The context of the check.
        missing_route: The chests and the end zones and entries.
        with_portals: Whether routes may use portals.
        by_jump: Whether a jump opens a route, which makes the problem a notice.
    """
    chest_squares = tuple(chest.square for chest in missing_route.chests)
    zone_squares = [square for zone in missing_route.zones for square in zone.section.covered_squares]
    zone_areas: AreaIds = frozenset().union(*(zone.areas for zone in missing_route.zones))
    cut_squares, cut_text = (
        ((), "") if with_portals else _describe_cut(context, context.connectivity.find_areas(chest_squares), zone_areas)
    )
    names = []
    for zone in missing_route.zones:
        kind = "entry" if zone.section.kind is SectionKind.ENTRY else "end zone"
        covered_squares = zone.section.covered_squares
        names.append(f"the {zone.team} {kind}{f' at {covered_squares[0]}' if covered_squares else ''}")
    start_text = "only by jumping does a way lead" if by_jump else "no way leads"
    from_text = " from any chest" if missing_route.from_all_chests else f" on from {_describe_chests(chest_squares)}"
    ordered_squares = (
        (*zone_squares, *chest_squares) if missing_route.from_all_chests else (*chest_squares, *zone_squares)
    )
    return RuleProblem(
        f"{start_text}{from_text} to {join_with_and(names)}, {_describe_movement(with_portals)}{cut_text}",
        tuple(dict.fromkeys((*ordered_squares, *cut_squares))),
        level=Level.INFO if by_jump else None,
    )


def _describe_cut(context: Context, first_areas: AreaIds, second_areas: AreaIds) -> tuple[tuple[Square, ...], str]:
    """Return where the route on foot between two groups of areas is cut, as (squares, end of a message).

    An area is a group of squares joined on foot. The squares are those of the portals between the groups, which nobody
    walks across, or, without any, the nearest squares of both. They are () and the text is '' if one of the groups is
    empty.
    """
    separation = context.connectivity.find_separation(first_areas, second_areas)
    if separation.portals:
        portals = [portal for portal in context.board.portals if portal.square in separation.portals]
        portal_texts = join_with_and([f"portal {portal.number} at {portal.square}" for portal in portals])
        return separation.portals, f"; nobody walks across {portal_texts}"
    if not separation.first_squares:
        return (), ""
    first_squares, second_squares = separation.first_squares, separation.second_squares
    nearest = min(second_squares, key=lambda second_square: dist(first_squares[0], second_square))
    return (*first_squares, *second_squares), f"; the way is cut between {first_squares[0]} and {nearest}"


def _describe_movement(with_portals: bool) -> str:
    """Return how players move on the routes that were examined, as the end of a sentence."""
    return "portals included" if with_portals else "on foot"


def _describe_chests(squares: Sequence[Square]) -> str:
    """Return the chests on these squares as a message names them: "the chests at (1, 2), (5, 2)"."""
    return f"the {'chest' if len(squares) == 1 else 'chests'} at {format_squares(squares)}"

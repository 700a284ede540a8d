"""Build the problems of chests and end zones without a route, for the rules `reachability` and `walking-route`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import dist

from dungeon_designer.analysis.connectivity import AreaIds, MissingRoute, ScoringZone, UnreachableChests
from dungeon_designer.board.model import PlacedChest
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.kinds import SectionKind, Team
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
    for unreachable in context.connectivity.find_unreachable_chests(with_portals):
        jumping_teams = _list_jumping_teams(context, unreachable, with_portals)
        teams_without_route = tuple(team for team in unreachable.teams if team not in jumping_teams)
        if teams_without_route:
            unreachable_by_any = UnreachableChests(unreachable.chests, teams_without_route)
            yield _build_chest_problem(context, unreachable_by_any, with_portals, by_jump=False)
        if jumping_teams:
            unreachable_on_foot = UnreachableChests(unreachable.chests, jumping_teams)
            yield _build_chest_problem(context, unreachable_on_foot, with_portals, by_jump=True)


def _list_jumping_teams(context: Context, unreachable: UnreachableChests, with_portals: bool) -> tuple[Team, ...]:
    """Return the teams that can reach the chests if their players also jump over terrain.

    Args:
        context: The context of the check.
        unreachable: Chests of one area, with the teams that cannot reach them otherwise.
        with_portals: Whether routes may use portals.
    """
    jump_connectivity = context.connectivity_with_jumps
    if jump_connectivity is None:  # no jump is possible on this board
        return ()
    first_chest = unreachable.chests[0]  # stands for all, since they lie in one area
    area = jump_connectivity.area_by_square[first_chest.square]
    return tuple(team for team in unreachable.teams if area in jump_connectivity.find_team_areas(team, with_portals))


def _find_problems_to_zones(context: Context, with_portals: bool) -> Iterator[RuleProblem]:
    """Yield the problems of chests from which no route leads to a place to score, or only if players jump.

    A team scores in an end zone or, in some editions, an entry (a zone of two squares). Each missing route gives at
    most two: a problem for the pairs of a chest and a zone without any route, then a notice for those that a jump over
    terrain joins.

    Args:
        context: The context of the check.
        with_portals: Whether routes may use portals.
    """
    for missing_route in context.connectivity.find_missing_routes(with_portals):
        pairs_without_route: list[tuple[PlacedChest, ScoringZone]] = []
        pairs_with_jump: list[tuple[PlacedChest, ScoringZone]] = []
        for chest, zone in product(missing_route.chests, missing_route.zones):
            can_jump = _has_jump_route(context, chest, zone, with_portals)
            (pairs_with_jump if can_jump else pairs_without_route).append((chest, zone))
        for pairs, by_jump in ((pairs_without_route, False), (pairs_with_jump, True)):
            if pairs:
                chests = tuple(dict.fromkeys(chest for chest, _ in pairs))
                zones = tuple(dict.fromkeys(zone for _, zone in pairs))
                # The last argument decides between "from any chest" and a list of the chests in the message.
                route = MissingRoute(chests, zones, missing_route.from_all_chests)
                yield _build_zone_problem(context, route, with_portals, by_jump)


def _has_jump_route(context: Context, chest: PlacedChest, zone: ScoringZone, with_portals: bool) -> bool:
    """Return whether a route leads from a chest to an end zone or entry if players also jump over terrain.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone.
    """
    jump_connectivity = context.connectivity_with_jumps
    if jump_connectivity is None:  # no jump is possible on this board
        return False
    # The areas of the zone have other numbers there, since jumps join areas.
    zone_with_jumps = jump_connectivity.scoring_zones[context.connectivity.scoring_zones.index(zone)]
    return jump_connectivity.can_reach_zone(
        jump_connectivity.area_by_square[chest.square], zone_with_jumps, with_portals
    )


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
    chest_squares = tuple(chest.square for chest in unreachable.chests)
    cut_squares: tuple[Square, ...] = ()
    cut_text = ""
    if not with_portals:  # portals would lead past the cut
        start_areas: AreaIds = frozenset().union(*map(context.connectivity.find_start_areas, unreachable.teams))
        chest_areas = context.connectivity.find_areas(chest_squares)
        cut_squares, cut_text = _describe_cut(context, start_areas, chest_areas)
    start_text = _describe_teams(unreachable.teams, context.board.teams, by_jump)
    jump_text = " only by jumping" if by_jump else ""
    message = f"{start_text} reach {_describe_chests(chest_squares)}{jump_text}"
    message += f", {_describe_movement(with_portals)}{cut_text}"
    affects_all = len(unreachable.teams) == len(context.board.teams)
    # A move is proposed only for few chests, and only if no team reaches them by any route.
    is_movable = with_portals and not by_jump and affects_all and len(chest_squares) <= MAX_MOVED_CHESTS
    return RuleProblem(
        message,
        tuple(dict.fromkeys((*chest_squares, *cut_squares))),
        level=Level.INFO if by_jump else None,
        moves=propose_moving_all([build_chest(square) for square in chest_squares]) if is_movable else None,
    )


def _describe_teams(teams: Sequence[Team], all_teams: Sequence[Team], by_jump: bool) -> str:
    """Return the start of a message about teams that cannot reach something, such as "the home team cannot".

    Other examples are "neither team can" and, with `by_jump`, which makes the message go on with "only by jumping",
    "both teams can".
    """
    if len(teams) < len(all_teams):
        team_text = f"the {join_with_and(teams)} team{'s' if len(teams) > 1 else ''}"
        failure_text = f"{team_text} cannot"
    elif len(all_teams) == 2:
        team_text, failure_text = "both teams", "neither team can"
    else:
        team_text, failure_text = "the teams", "no team can"
    return f"{team_text} can" if by_jump else failure_text


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
    zone_squares = tuple(square for zone in missing_route.zones for square in zone.section.covered_squares)
    cut_squares: tuple[Square, ...] = ()
    cut_text = ""
    if not with_portals:  # portals would lead past the cut
        zone_areas: AreaIds = frozenset().union(*(zone.areas for zone in missing_route.zones))
        cut_squares, cut_text = _describe_cut(context, context.connectivity.find_areas(chest_squares), zone_areas)
    start_text = "a route leads only by jumping" if by_jump else "no route leads"
    if missing_route.from_all_chests:  # the message is about the zones
        start_text += " from any chest"
        squares = (*zone_squares, *chest_squares, *cut_squares)
    else:
        start_text += f" from {_describe_chests(chest_squares)}"
        squares = (*chest_squares, *zone_squares, *cut_squares)
    zone_text = join_with_and([_name_zone(zone) for zone in missing_route.zones])
    return RuleProblem(
        f"{start_text} to {zone_text}, {_describe_movement(with_portals)}{cut_text}",
        tuple(dict.fromkeys(squares)),
        level=Level.INFO if by_jump else None,
    )


def _name_zone(zone: ScoringZone) -> str:
    """Return the name of an end zone or entry (a two-square zone) in a message, such as "the home entry at (3, 0)"."""
    noun = "entry" if zone.section.kind is SectionKind.ENTRY else "end zone"
    squares = zone.section.covered_squares
    return f"the {zone.team} {noun}{f' at {squares[0]}' if squares else ''}"


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
    return (*first_squares, *second_squares), f"; the route is cut between {first_squares[0]} and {nearest}"


def _describe_movement(with_portals: bool) -> str:
    """Return how players move on the routes that were examined, as the end of a sentence."""
    return "portals included" if with_portals else "on foot"


def _describe_chests(squares: Sequence[Square]) -> str:
    """Return the chests on these squares as a message names them: "the chests at (1, 2), (5, 2)"."""
    return f"the {'chest' if len(squares) == 1 else 'chests'} at {format_squares(squares)}"

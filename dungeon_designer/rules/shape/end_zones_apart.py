"""The end zones are as far apart as possible, or, for more than two teams, as equally far apart as possible.

Fix: Move the end zones to the squares that the problem names.

How it is measured:

- The distance of two end zones is the walking distance between their nearest squares. While all else stays, no other
  two sites for the zones may have a longer one.
- Objects do not exclude a site. Nobody walks across a portal, so the square of a portal in an end zone does not count.
- Sites without a route between them have no distance. Nothing is checked if no route joins the end zones, which
  `walking-route` reports, or if a team has no end zone or several.
- With `zone = "block"`, a site is any block of 2x4 standing squares, in either direction. The squares of the present
  end zones count as such squares. The two blocks do not overlap.
- With `zone = "tile"`, the two End Zone tiles are removed first. A site is any position and rotation of a tile that
  covers nothing and touches another tile along at least two squares in a row. The zones must not touch each other.
  Sites outside the present map count.
- If one of two tiles that touch is enclosed, the route leads through a door two squares wide. The door is in the middle
  of the longest straight row where they touch. If there are two middles or two longest rows, the shorter route counts.
  Otherwise the whole border is open.
- The present tiles are measured in the same way and as they are. The longer distance counts, so that no zone is worse
  than itself. There is no step straight from one new tile to another one that it meets at a corner.
- The squares of a problem are those of the end zones, then those of a better pair. The better pair is the home zone
  with the farthest site for the away zone, or else the reverse, or else the two sites that are farthest apart.
- On a uniform dungeon with thousands of squares it may be too much work to decide whether a longer distance exists. A
  notice then says so.
- With more than two teams, the shortest distance between any two zones is compared first, then the difference between
  the longest and the shortest distance.
- No single zone may have a site that makes the shortest distance longer, or that makes the difference smaller and
  leaves the shortest distance equal. The other zones stay. A site neither overlaps them nor, with tiles, shares an edge
  with them.
- Only the zone that moves is then removed from the map. A zone stays if a shortest route between two others leads
  through it. Nothing is checked if two zones have no route between them. The squares of a problem are those of all
  zones, row by row, then those of the better site.

Editions:

- gw-2021: The book places the End Zones last, as far from each other as the dungeon allows.
- gw-2021-multiplayer: The End Zones are spread as equidistantly as possible.

Illegal map, under eagbbl (the home team's zone could be at the left end)::

    map: |
      ....<<<<......>>>>
      ....<<<<......>>>>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import add
from typing import Annotated, Any, Literal, NamedTuple

import networkx as nx
from msgspec import Meta

from dungeon_designer.analysis.movement import UNREACHABLE, DistanceBySquare, WalkingDistances, measure_to_nearest
from dungeon_designer.analysis.zone_sites import TileSites, ZoneSite, find_block_sites, list_rotated_shapes
from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, find_bounds, rank_by_row
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, ZonesApart
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, build_phrases
from dungeon_designer.rules.rule_text import explain_uncounted_portals, format_size
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

IS_SLOW = True

MAX_WALKED_SQUARES = 500_000
"""The most squares that all searches together may walk over. What would take more is reported as not settled."""

LANDMARK_COUNT = 4
"""The number of landmark squares that bound the distance between sites."""

_BlockLength = Annotated[int, Meta(ge=1, le=20)]


class RuleSettings(Settings, frozen=True):
    """What the end zones are that should be as far apart as can be."""

    player_text = ("End zones", "as far apart as can be")
    phrases = build_phrases(
        zone=lambda zone: "each a tile that may be laid elsewhere" if zone == "tile" else "", block=format_size
    )

    zone: Annotated[
        Literal["block", "tile"], describe_key("Whether a zone is a block on the floor or a tile beside it.", "tile")
    ] = "block"
    block: Annotated[
        tuple[_BlockLength, _BlockLength],
        describe_key("The [width, height] of a block in squares, in either direction.", [2, 3]),
    ] = (2, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if the end zones could lie farther apart, or a notice if that could not be settled.

    Nothing is required unless every team has exactly one end zone.
    """
    zones = [zone for zone in context.board.list_sections(SectionKind.END_ZONE) if zone.covered_squares]
    zones_by_team = [[zone for zone in zones if zone.team is team] for team in context.board.teams]
    if all(len(team_zones) == 1 for team_zones in zones_by_team):
        zone_of_each_team = [team_zones[0] for team_zones in zones_by_team]
        yield from (
            _check_several_zones(context, zone_of_each_team, settings)
            if len(zone_of_each_team) > 2
            else _check_two_zones(context, zone_of_each_team, settings)
        )


# --- two end zones ------------------------------------------------------------------------------------------------


DistanceByPair = dict[tuple[BoardSection, BoardSection], int]
"""The steps on foot between each two end zones."""


class SitePair(NamedTuple):
    """Two sites (possible locations) of end zones.

    Attributes:
        sort_key: The key that orders pairs: the farthest apart first, then by row. It begins with the negated distance.
        first: The site of the first zone.
        second: The site of the second zone.
    """

    sort_key: tuple[Any, ...]
    first: ZoneSite
    second: ZoneSite

    @property
    def distance(self) -> int:
        """The steps on foot between the nearest start squares of the two sites."""
        return -int(self.sort_key[0])  # the key begins with the negated distance


class _MeasuredSite(NamedTuple):
    """A site of an end zone with its steps to each landmark (a square in the middle of an area)."""

    site: ZoneSite
    steps: list[int]


class _SiteBound(NamedTuple):
    """An upper bound of the distances from one site to all sites of the other zone.

    Attributes:
        max_distance: The bound, in steps.
        landmark: The index of the landmark that gives it.
        measured: The site.
    """

    max_distance: int
    landmark: int
    measured: _MeasuredSite


def _measure_to_landmarks(site: ZoneSite, landmark_distances: Sequence[DistanceBySquare]) -> _MeasuredSite:
    """Return a site with its steps to each landmark, of which the steps to all squares are given."""
    return _MeasuredSite(site, [measure_to_nearest(steps, site.start_squares) for steps in landmark_distances])


def _bound_distances(site: _MeasuredSite, greatest_steps: Sequence[int]) -> _SiteBound:
    """Return the least upper bound of the distances from a site to all sites of the other zone.

    Each landmark gives a bound: the steps from the site to it, and from there to the other site that is farthest from
    it. Those to the farthest are in `greatest_steps`, by landmark.
    """
    bounds = list(map(add, site.steps, greatest_steps))
    max_distance = min(bounds)
    return _SiteBound(max_distance, bounds.index(max_distance), site)


def _bound_area_sites(
    sites: Sequence[_MeasuredSite], others_by_landmark: Sequence[Sequence[_MeasuredSite]]
) -> list[_SiteBound]:
    """Return for each site an upper bound of its distances to the sites of the other zone, the greatest bound first.

    Args:
        sites: The sites (possible locations) of one zone.
        others_by_landmark: For each landmark (a square in the middle of the area) the sites of the other zone, those
            farthest from it first.
    """
    greatest_steps = [others[0].steps[landmark] for landmark, others in enumerate(others_by_landmark)]
    bounds = [_bound_distances(site, greatest_steps) for site in sites]
    return sorted(bounds, key=lambda bound: -bound.max_distance)


def _sort_by_landmark(sites: Sequence[_MeasuredSite], landmark_count: int) -> list[list[_MeasuredSite]]:
    """Return for each landmark (a square in the middle of an area) all sites, those farthest from it first."""
    return [sorted(sites, key=lambda site: -site.steps[landmark]) for landmark in range(landmark_count)]


def _check_two_zones(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if two other sites (possible locations) for the end zones lie farther apart on foot.

    If the search was too long to tell, it is a notice. Nothing is yielded if no route leads from one end zone to the
    other.
    """
    first_zone, second_zone = zones
    steps_from_first = WalkingDistances(context.walking_graph, ()).measure_from(first_zone.squares)
    present_distance = measure_to_nearest(steps_from_first, second_zone.squares)
    if present_distance == UNREACHABLE:
        return
    squares = (*first_zone.covered_squares, *second_zone.covered_squares)
    are_tiles = settings.zone == "tile"
    # The search measures a tile from the squares one step outside it, so two steps are added: one out of each tile.
    added_steps = 2 if are_tiles else 0
    graph, site_lists = _list_sites(context, zones, settings)
    search = FarthestPairSearch(graph, site_lists, needs_gap=are_tiles)
    present_sites = [_find_site(sites, zone) for sites, zone in zip(site_lists, zones, strict=True)]
    distances_to_beat = [present_distance - added_steps, *_measure_between_sites(search, present_sites)]
    better_pair = search.find_farther_pair(max(distances_to_beat), present_sites)
    start_text = f"the end zones are {present_distance} steps apart on foot"
    if better_pair:
        first_squares, second_squares = better_pair.first.squares, better_pair.second.squares
        best_distance = better_pair.distance + added_steps
        portal_text = explain_uncounted_portals(context.board, squares, action="walks across")
        places_text = f"{first_squares[0]} to {first_squares[-1]} and {second_squares[0]} to {second_squares[-1]}"
        message = f"{start_text}; at {places_text} they would be {best_distance} apart{portal_text}"
        problem_squares = (*squares, *first_squares, *second_squares)
        yield RuleProblem(message, problem_squares, measured=present_distance, required=best_distance)
    elif not search.is_settled:
        message = f"{start_text}; whether any places lie farther apart was not settled"
        yield RuleProblem(message, squares, measured=present_distance, level=Level.INFO)


def _measure_between_sites(search: FarthestPairSearch, present_sites: Sequence[ZoneSite | None]) -> list[int]:
    """Return how far apart the two end zones lie by the search's own measure, as the only item; [] if unknown.

    The search measures as if doors were in the middle of the border of tiles, which the dungeon need not have. So this
    may be more than the real distance.

    Args:
        search: The search.
        present_sites: The site (possible location) where each zone lies now; None for a zone that lies at none.
    """
    first_site, second_site = present_sites
    if not (first_site and second_site):
        return []
    distance = measure_to_nearest(search.measure_from(first_site.start_squares), second_site.start_squares)
    return [] if distance == UNREACHABLE else [distance]


def _list_sites(
    context: Context, zones: Sequence[BoardSection], settings: RuleSettings, blocked_squares: Iterable[Square] = ()
) -> tuple[nx.Graph[Square], list[list[ZoneSite]]]:
    """Return the graph of steps without the given end zones, and for each zone the list of sites where it may lie.

    A site is a possible location of a zone. With the setting `zone = "block"`, an end zone is a block of squares of the
    floor, so the graph is that of the whole board. Otherwise it is a tile, taken away with its squares, and its sites
    touch the remaining floor. Zones whose tiles can replace each other share one list.

    Args:
        context: The context of the check.
        zones: The zones that may be moved.
        settings: The settings of the rule.
        blocked_squares: Floor squares that no block may cover. A tile never covers floor, so they do not matter for it.
    """
    board, graph = context.board, context.walking_graph
    if settings.zone == "block":
        open_squares = board.walkable_squares - board.closed_door_squares - board.entry_squares
        # The squares of the zones themselves become free when the zones move.
        free_squares = open_squares.difference(blocked_squares).union(*(zone.squares for zone in zones))
        sites = find_block_sites(free_squares, graph, settings.block)
        return graph, [sites] * len(zones)
    tile_sites = TileSites(board, zones, graph, context.has_strict_corners, context.wall_obstacle_squares)
    sites_by_form: dict[object, list[ZoneSite]] = {}
    site_lists = []
    for zone in zones:
        # Tiles are alike if they have the same shape in some rotation, and if both or neither have walls around them
        # (`enclosed`), so that one leaves them only by a door.
        tile_form = zone.enclosed, frozenset(list_rotated_shapes(zone.covered_squares))
        if tile_form not in sites_by_form:
            sites_by_form[tile_form] = tile_sites.find_sites(zone.covered_squares, zone.enclosed)
        site_lists.append(sites_by_form[tile_form])
    return tile_sites.graph, site_lists


def _find_site(sites: Iterable[ZoneSite], zone: BoardSection) -> ZoneSite | None:
    """Return the one of the sites (possible locations) where a zone lies now; None if it is not among them."""
    zone_squares = set(zone.covered_squares)
    zone_corner, _ = find_bounds(zone_squares)
    for site in sites:
        # The corner alone rules out most sites without listing their squares.
        if (site.x, site.y) == zone_corner and zone_squares == {*site.squares}:
            return site
    return None


class FarthestPairSearch:
    """A search for the two end-zone sites that lie farthest apart on foot, one from each of two lists.

    The distance of two sites is that of their nearest start squares. Through any square s, two sites p and q are at
    most d(p, s) + d(s, q) apart. Landmark squares in the middle of an area therefore rule out most pairs. For the
    remaining pairs the distances from one site are measured, the most promising site first. This is the bounding of
    eccentricities by Takes and Kosters, for sites instead of nodes.

    Attributes:
        is_settled: Whether the result is exact; False if the search was stopped after MAX_WALKED_SQUARES.

    Args:
        graph: The steps on foot.
        site_lists: The sites of each of the two zones.
        needs_gap: Whether the two sites must not even share an edge.
    """

    def __init__(self, graph: nx.Graph[Square], site_lists: Sequence[list[ZoneSite]], needs_gap: bool) -> None:
        """Store the graph and the sites (possible locations of an end zone). No pair has been found yet.

        Args:
            graph: The graph of legal steps.
            site_lists: The sites of the first and of the second zone.
            needs_gap: Whether the two zones must not even share an edge.
        """
        self.is_settled = True
        self._graph, self._walking = graph, WalkingDistances(graph, ())
        self._distances_by_start: dict[Sequence[Square], DistanceBySquare] = {}
        self._site_lists, self._needs_gap = site_lists, needs_gap
        self._best: SitePair | None = None

    def measure_from(self, starts: Sequence[Square]) -> DistanceBySquare:
        """Return the steps on foot from the nearest of the starts to each reachable square. Results are kept."""
        if starts not in self._distances_by_start:
            self._distances_by_start[starts] = self._walking.measure_from(starts)
        return self._distances_by_start[starts]

    def find_farther_pair(self, distance_to_beat: int, present_sites: Sequence[ZoneSite | None]) -> SitePair | None:
        """Return two sites that lie more steps apart than `distance_to_beat`; None if no such pair was found.

        If `is_settled` is False afterwards, such a pair or a better one may exist all the same.

        A pair in which one zone stays where it lies now is preferred. Otherwise it is the pair that lies farthest apart
        of all.

        Args:
            distance_to_beat: The number of steps to exceed.
            present_sites: The sites where the zones lie now; None for a zone that lies at none of the sites.
        """
        # This key without a position comes before all keys with the same steps, so no equally distant pair beats it.
        self._best_key: tuple[Any, ...] = (-distance_to_beat,)
        for index, site in enumerate(present_sites):
            if site and not self._best:
                self._keep_best_pair(site, self._site_lists[1 - index], (index,))
        if not self._best:
            self._search_all_areas(present_sites)
        return self._best

    @property
    def _distance_to_beat(self) -> int:
        """The steps between the sites of the best pair so far: the key of a pair begins with this number, negated."""
        return -int(self._best_key[0])

    def _search_all_areas(self, present_sites: Sequence[ZoneSite | None]) -> None:
        """Search every area (squares joined on foot) that may have a better pair of sites, the largest first.

        `present_sites` are the sites where the zones lie now; see `find_farther_pair`.
        """
        for area in sorted(nx.connected_components(self._graph), key=len, reverse=True):
            lists = [[site for site in sites if not area.isdisjoint(site.start_squares)] for sites in self._site_lists]
            # In an area of n squares no two squares are n steps apart.
            is_large_enough = len(area) > self._distance_to_beat
            if is_large_enough and all(lists) and self.is_settled:
                self._search_area(area, lists, present_sites)

    def _search_area(
        self, area: set[Square], site_lists: list[list[ZoneSite]], present_sites: Sequence[ZoneSite | None]
    ) -> None:
        """Search the pairs of sites with start squares in one area (squares joined on foot), and keep the best pair.

        A site is where an end zone may lie; its start squares are those from which its team walks. To measure the
        distances from every site would take long. So each site of one zone first gets an upper bound of its distances
        to the sites of the other zone (see `_bound_area_sites`), and the sites are tried with the greatest bound first.

        The search ends when all bounds are below the best distance: a pair that is as far apart may still come first by
        row. It also ends, with `is_settled` False, when too many squares were walked over.

        Args:
            area: The squares of the area.
            site_lists: The sites of each zone in this area.
            present_sites: The sites where the zones lie now, from which the search for landmarks starts.
        """
        # The zone with fewer sites is the one whose sites are tried one after the other: the first (0) or second (1).
        tried_zone = 1 if len(site_lists[1]) < len(site_lists[0]) else 0
        # 0 puts a tried site first in the pair, 1 second. If both zones choose among the same sites, it may be either.
        orders = (0, 1) if self._site_lists[0] is self._site_lists[1] else (tried_zone,)
        landmark_distances = self._choose_landmarks(area, site_lists, present_sites)
        sites, other_sites = (
            [_measure_to_landmarks(site, landmark_distances) for site in site_lists[zone]]
            for zone in (tried_zone, 1 - tried_zone)
        )
        others_by_landmark = _sort_by_landmark(other_sites, len(landmark_distances))
        for bound in _bound_area_sites(sites, others_by_landmark):
            if bound.max_distance < self._distance_to_beat:
                return  # the bounds that follow are no greater
            self.is_settled = self._walked_square_count <= MAX_WALKED_SQUARES
            if not self.is_settled:
                return
            # The landmark that gave the bound also rules out the other sites that are near to it.
            candidates = self._list_candidates(bound, others_by_landmark[bound.landmark], orders)
            if candidates:
                self._keep_best_pair(bound.measured.site, candidates, orders)

    @property
    def _walked_square_count(self) -> int:
        """The number of squares that all searches together have walked over so far."""
        return sum(map(len, self._distances_by_start.values()))

    def _list_candidates(
        self, bound: _SiteBound, other_sites: Sequence[_MeasuredSite], orders: Sequence[int]
    ) -> list[ZoneSite]:
        """Return those of the other zone's sites that may form a better pair with one site than the best so far.

        A pair is better if it is farther apart or, of equals, comes first by row; see `_list_better_pairs`.

        Args:
            bound: The site, with the landmark (a square in the middle) that bounds its distances best.
            other_sites: The sites of the other zone, those farthest from that landmark first.
            orders: The orders of the pair to try; see `_list_better_pairs`.
        """
        site, landmark, distance_to_beat = bound.measured, bound.landmark, self._distance_to_beat
        candidates = []
        for other in other_sites:
            if site.steps[landmark] + other.steps[landmark] < distance_to_beat:
                break  # all that follow are nearer to the landmark
            max_distance = min(map(add, site.steps, other.steps))
            if any(self._list_better_pairs(max_distance, site.site, other.site, orders)):
                candidates.append(other.site)
        return candidates

    def _choose_landmarks(
        self, area: set[Square], site_lists: list[list[ZoneSite]], present_sites: Sequence[ZoneSite | None]
    ) -> list[DistanceBySquare]:
        """Choose landmarks (squares in the middle of an area), and return the steps from each to all squares.

        The search for the middle starts from the sites where the zones lie now, or from any site for a zone that does
        not lie in the area.
        """
        end_sites = [
            site if site in sites_of_zone else sites_of_zone[-1]
            for site, sites_of_zone in zip(present_sites, site_lists, strict=True)
        ]
        return self._measure_from_landmarks(area, [self.measure_from(site.start_squares) for site in end_sites])

    def _measure_from_landmarks(
        self, area: set[Square], distances_from_ends: Sequence[DistanceBySquare]
    ) -> list[DistanceBySquare]:
        """Choose LANDMARK_COUNT squares in the middle of an area, the landmarks, and return the steps from each.

        No two squares are farther apart than the sum of their steps to a landmark, so landmarks give upper bounds of
        distances. A landmark should be near the middle, where these bounds are best. It is the square whose farthest
        end is as near as possible. The ends are squares far apart: first those from which `distances_from_ends` are
        measured, then also the square farthest from each landmark.

        Args:
            area: The squares of the area.
            distances_from_ends: The steps to each square from each of the first ends.
        """
        distance_to_farthest_end = {square: max(steps[square] for steps in distances_from_ends) for square in area}
        landmark_distances = list[DistanceBySquare]()
        for _ in range(LANDMARK_COUNT):
            landmark = min(
                distance_to_farthest_end, key=lambda square: (distance_to_farthest_end[square], rank_by_row(square))
            )
            steps_from_landmark = self.measure_from((landmark,))
            landmark_distances.append(steps_from_landmark)
            new_end = max(area, key=steps_from_landmark.__getitem__)
            steps_from_end = self.measure_from((new_end,))
            distance_to_farthest_end = {
                square: max(distance, steps_from_end[square]) for square, distance in distance_to_farthest_end.items()
            }
            distance_to_farthest_end[landmark] = UNREACHABLE  # so that it is not chosen again
        return landmark_distances

    def _keep_best_pair(self, site: ZoneSite, other_sites: Iterable[ZoneSite], orders: Sequence[int]) -> None:
        """Keep the farthest allowed pair of a site and one of the other sites, if it beats the best pair so far.

        A pair is allowed if the two end zones would not overlap.

        Args:
            site: The site.
            other_sites: The sites to pair it with.
            orders: The orders to try: 0 puts `site` first in the pair, 1 puts it second.
        """
        steps = self.measure_from(site.start_squares)
        better_pairs: list[SitePair] = []
        for other_site in other_sites:
            distance = measure_to_nearest(steps, other_site.start_squares)
            if distance < UNREACHABLE:
                better_pairs += self._list_better_pairs(distance, site, other_site, orders)
        for pair in sorted(better_pairs):
            if not pair.first.overlaps(pair.second.squares, self._needs_gap):
                self._best, self._best_key = pair, pair.sort_key
                break

    def _list_better_pairs(
        self, steps: int, site: ZoneSite, other: ZoneSite, orders: Sequence[int]
    ) -> Iterator[SitePair]:
        """Yield two end-zone sites as a pair, in each of the orders, if the pair is better than the best so far.

        The better pair is farther apart; of equals, one that does not reach beyond the left or upper edge of
        the grid, then the one that comes first by row.

        Args:
            steps: The distance of the two sites, or an upper bound of it.
            site: One site.
            other: The other site.
            orders: 0 puts `site` first in the pair, 1 puts it second.
        """
        for is_reversed in orders:
            first, second = (other, site) if is_reversed else (site, other)
            reaches_off_grid = first.is_off_grid or second.is_off_grid
            first_position = first.y, first.x, first.rotation
            second_position = second.y, second.x, second.rotation
            # The steps are negated, since the least key is the best.
            key = -steps, reaches_off_grid, first_position, second_position
            if key < self._best_key:
                yield SitePair(key, first, second)


# --- more than two ------------------------------------------------------------------------------------------------


class DistanceRange(NamedTuple):
    """The shortest and the longest walking distance between any two end zones of a dungeon, in steps.

    Attributes:
        shortest: The shortest of the distances.
        longest: The longest of the distances.
    """

    shortest: int
    longest: int

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key for comparing positions of end zones: the greater it is, the more evenly the zones are spread.

        The shortest distance counts first, then how little the longest exceeds it.
        """
        return self.shortest, self.shortest - self.longest

    @property
    def text(self) -> int | str:
        """The distances as one number if they are all equal, else as text, such as "12 to 15"."""
        return self.shortest if self.shortest == self.longest else f"{self.shortest} to {self.longest}"


class _BetterMove(NamedTuple):
    """A move of one end zone that makes the distances between all end zones more equal.

    Attributes:
        zone: The zone to move.
        site: Where it would lie.
        distances: The range of the distances between all zones after the move.
    """

    zone: BoardSection
    site: ZoneSite
    distances: DistanceRange


def _check_several_zones(
    context: Context, zones: Sequence[BoardSection], settings: RuleSettings
) -> Iterator[RuleProblem]:
    """Yield a problem if more than two end zones would be more equidistant with one of them at another site.

    Each zone is tried at all its sites while the others stay. Nothing is yielded if no route leads between some two
    zones.
    """
    zones = sorted(zones, key=lambda zone: min(map(rank_by_row, zone.covered_squares)))
    distance_by_pair = _measure_between_zones(context, zones)
    present_range = DistanceRange(min(distance_by_pair.values()), max(distance_by_pair.values()))
    if present_range.longest == UNREACHABLE:
        return
    moves = [_find_better_move(context, zone, zones, distance_by_pair, settings) for zone in zones]
    better_moves = [move for move in moves if move is not None]
    if better_moves:
        zone, site, better_range = max(better_moves, key=lambda move: move.distances.rank)
        squares = tuple(square for zone in zones for square in zone.covered_squares)
        portal_text = explain_uncounted_portals(context.board, squares, action="walks across")
        place_text = f"the {zone.team} one at {site.squares[0]} to {site.squares[-1]}"
        message = f"the end zones are {present_range.text} steps apart on foot"
        message += f"; with {place_text} they would be {better_range.text}{portal_text}"
        yield RuleProblem(message, (*squares, *site.squares), measured=present_range.text, required=better_range.text)


def _measure_between_zones(context: Context, zones: Sequence[BoardSection]) -> DistanceByPair:
    """Return the steps on foot between each two of the end zones; UNREACHABLE if no route leads between them."""
    walking = WalkingDistances(context.walking_graph, ())
    steps_by_zone = {zone: walking.measure_from(zone.squares) for zone in zones}
    return {
        (first_zone, second_zone): measure_to_nearest(steps_by_zone[first_zone], second_zone.squares)
        for first_zone, second_zone in combinations(zones, 2)
    }


def _find_better_move(
    context: Context,
    zone: BoardSection,
    zones: Sequence[BoardSection],
    distance_by_pair: DistanceByPair,
    settings: RuleSettings,
) -> _BetterMove | None:
    """Return the best other site for one end zone while the others stay; None if it lies best where it is.

    The best site gives the greatest shortest distance between any two zones; of equals, the least longest distance.

    Args:
        context: The context of the check.
        zone: The zone to move.
        zones: All end zones.
        distance_by_pair: The present steps between each two zones.
        settings: The settings of the rule.
    """
    other_zones = [other_zone for other_zone in zones if other_zone is not zone]
    kept_distance_by_pair = {pair: distance for pair, distance in distance_by_pair.items() if zone not in pair}
    blocked_squares = {square for other_zone in other_zones for square in other_zone.squares}
    graph, (sites,) = _list_sites(context, [zone], settings, blocked_squares)
    steps_by_zone = {other: WalkingDistances(graph, ()).measure_from(other.squares) for other in other_zones}
    if _leads_through_removed_zone(kept_distance_by_pair, steps_by_zone):
        return None
    range_by_site = _measure_sites(sites, [*steps_by_zone.values()], [*kept_distance_by_pair.values()], settings)
    other_squares = {square for other_zone in other_zones for square in other_zone.covered_squares}

    def is_free(site: ZoneSite) -> bool:
        """Return whether the zone at this site would overlap no other zone, nor as a tile share an edge with one."""
        return not site.overlaps(other_squares, with_gap=settings.zone == "tile")

    ranges_to_beat = [DistanceRange(min(distance_by_pair.values()), max(distance_by_pair.values()))]
    present_site = _find_site(range_by_site, zone)
    # Its own site, measured as the others are, must be beaten, too.
    if present_site and is_free(present_site):
        ranges_to_beat.append(range_by_site[present_site])
    rank_to_beat = max(distance_range.rank for distance_range in ranges_to_beat)
    better_sites = [
        site for site, distance_range in range_by_site.items() if distance_range.rank > rank_to_beat and is_free(site)
    ]
    if not better_sites:
        return None
    best_site = min(better_sites, key=lambda site: (-range_by_site[site].shortest, range_by_site[site].longest, site))
    return _BetterMove(zone, best_site, range_by_site[best_site])


def _leads_through_removed_zone(
    distance_by_pair: DistanceByPair, steps_by_zone: Mapping[BoardSection, DistanceBySquare]
) -> bool:
    """Return whether some shortest route between two end zones leads through a third one, which was taken away.

    Then moving that zone would change the distance of the other two as well.

    Args:
        distance_by_pair: The steps between each two zones before the third one was taken away.
        steps_by_zone: The steps from each zone to each square without it.
    """
    return any(
        measure_to_nearest(steps_by_zone[first_zone], second_zone.squares) != distance
        for (first_zone, second_zone), distance in distance_by_pair.items()
    )


def _measure_sites(
    sites: Iterable[ZoneSite],
    steps_from_others: Sequence[DistanceBySquare],
    kept_distances: Sequence[int],
    settings: RuleSettings,
) -> dict[ZoneSite, DistanceRange]:
    """Return for each site of one end zone the range of the distances between all zones if it lay there.

    Sites to which no route leads from some other zone are left out.

    Args:
        sites: The sites (possible locations) of the zone.
        steps_from_others: For each other zone, the steps from it to each square.
        kept_distances: The distances between the other zones, which do not change.
        settings: The settings of the rule.
    """
    # A tile is measured from the squares one step outside it.
    added_steps = 1 if settings.zone == "tile" else 0
    range_by_site: dict[ZoneSite, DistanceRange] = {}
    for site in sites:
        new_distances = [measure_to_nearest(steps, site.start_squares) + added_steps for steps in steps_from_others]
        if max(new_distances) < UNREACHABLE:
            all_distances = [*new_distances, *kept_distances]
            range_by_site[site] = DistanceRange(min(all_distances), max(all_distances))
    return range_by_site


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that the end zones are as far apart as possible.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield ZonesApart(are_tiles=settings.zone == "tile")

"""The end zones lie as far apart as possible; more than two as equidistant as possible.

gw-2021 (Setting Up The Game) places the End Zones last, as far from each other as the dungeon allows: advice. eagbbl
(Setup Dungeon) demands it of its two blocks of 2x4 squares.

How it is measured. With everything else left as it is, no other two places for the end zones may have a longer walking
distance between their nearest squares. Items do not restrict the places, though nobody walks across a portal: the
square of one in an end zone is not counted. Places that one cannot walk between have no distance; nor do the end zones,
when one cannot walk from one to the other, and then nothing is asked (`walking-route` says so). Nothing is asked either
while a side has no end zone, or several.

- eagbbl (`zone = "block"`): any block of 2x4 squares, either way round, of standing squares, all squares of the
  present end zones counted in. The two do not overlap.
- gw-2021 (`zone = "tile"`): the End Zone tiles are lifted off, and may lie at any place and in any turn where they
  cover nothing and touch another tile along at least two squares in a row, and not each other; also where the map
  would have to be moved to make room. Out of an enclosed tile, or into one, one walks by a door two squares wide in
  the middle of the longest straight run where the two touch; of two middles, or two longest runs, by whichever is
  nearer. Between tiles that are not enclosed the whole border is open. The present place is measured the same way and
  as it is, and the longer of the two counts, so that it is never beaten by itself. Of tiles laid anew that meet at a
  corner, no step is counted from one straight into the other.

The squares are those of the end zones, then those of a better pair: the home end zone as it lies and the farthest place
of the other, if that is enough to be better; else the away end zone as it lies and the farthest place of the home one;
else the two places that lie farthest apart of all. On boards of thousands of squares that are nearly
the same everywhere it may not be settled whether a longer way exists; then that is what a notice says.

More than two end zones (the publisher's 2021 almanac, Multi-player Dungeon Bowl) are to be spread as equidistantly as
possible. Compared is first the least walking distance between any two of them, then the difference between the longest
and the shortest. No single zone may have a place that makes the least longer, or, where that stays the same, the
difference smaller; all other zones stay where they lie, and are neither overlapped nor, with tiles, touched along an
edge. Distances and places are those of two end zones, but only the zone that is moved is lifted off. A zone through
which a shortest way between two others leads is not moved. Nothing is asked while no way leads between some two zones.
The squares are those of all zones, by row, then those of the better place.

A sketch that breaks it, under eagbbl::

    map: |
      ....<<<<......>>>>
      ....<<<<......>>>>

Mend: move the end zones to the places the finding names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
        Literal["block", "tile"], describe_key("What a zone is: a block on the floor, or a tile beside it.", "tile")
    ] = "block"
    block: Annotated[
        tuple[_BlockLength, _BlockLength],
        describe_key("The [width, height] of a block in squares, in either turn.", [2, 3]),
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


SitePair = tuple[tuple[Any, ...], ZoneSite, ZoneSite]
"""Two sites, after the key that orders pairs: the farthest apart first, then by row."""


def _check_two_zones(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if two other sites (possible locations) for the end zones lie farther apart on foot.

    If the search was too long to tell, it is a notice. Nothing is yielded if no route leads from one end zone to the
    other.
    """
    present_distance = measure_to_nearest(
        WalkingDistances(context.walking_graph, ()).measure_from(zones[0].squares), zones[1].squares
    )
    if present_distance == UNREACHABLE:
        return
    squares = tuple(square for zone in zones for square in zone.covered_squares)
    are_tiles = settings.zone == "tile"
    # The search measures a tile from the squares one step outside it, so two steps are added: one out of each tile.
    added_steps = 2 if are_tiles else 0
    graph, site_lists = _list_sites(context, zones, settings)
    search = FarthestPairSearch(graph, site_lists, needs_gap=are_tiles)
    present_sites = [_find_site(sites, zone) for sites, zone in zip(site_lists, zones, strict=True)]
    distance_to_beat = max(present_distance - added_steps, _measure_between_sites(search, present_sites))
    pair = search.find_farther_pair(distance_to_beat, present_sites)
    start_text = f"the end zones are {present_distance} steps apart on foot"
    if pair:
        sort_key, first_site, second_site = pair
        best_distance = added_steps - sort_key[0]  # the key of a pair begins with its distance, negated
        first_squares, second_squares = first_site.squares, second_site.squares
        portal_text = explain_uncounted_portals(context.board, squares, action="walks across")
        places_text = f"{first_squares[0]} to {first_squares[-1]} and {second_squares[0]} to {second_squares[-1]}"
        message = f"{start_text}; at {places_text} they would be {best_distance} apart{portal_text}"
        yield RuleProblem(
            message, (*squares, *first_squares, *second_squares), measured=present_distance, required=best_distance
        )
    elif not search.is_settled:
        message = f"{start_text}; whether any places lie farther apart was not settled"
        yield RuleProblem(message, squares, measured=present_distance, level=Level.INFO)


def _measure_between_sites(search: FarthestPairSearch, present_sites: Sequence[ZoneSite | None]) -> int:
    """Return how far apart the two end zones lie by the search's own measure; -2 if it cannot tell.

    The search measures as if doors were in the middle of the border of tiles, which the dungeon need not have. -2 is
    less than any distance that the caller compares it with.

    Args:
        search: The search.
        present_sites: The site (possible location) where each zone lies now; None for a zone that lies at none.
    """
    first_site, second_site = present_sites
    if not (first_site and second_site):
        return -2
    distance = measure_to_nearest(search.measure_from(first_site.start_squares), second_site.start_squares)
    return -2 if distance == UNREACHABLE else distance


def _list_sites(
    context: Context, zones: Sequence[BoardSection], settings: RuleSettings, blocked_squares: Iterable[Square] = ()
) -> tuple[nx.Graph[Square], list[list[ZoneSite]]]:
    """Return the graph of steps without the given end zones, and for each zone the list of sites where it may lie.

    A site is a possible location of a zone. With the setting `zone = "block"`, an end zone is a block of squares of the
    floor, so the graph is that of the whole board. Otherwise it is a tile beside the rest of the floor. Zones of equal
    shape share one list.

    Args:
        context: The context of the check.
        zones: The zones that may be moved.
        settings: The settings of the rule.
        blocked_squares: Squares that no block may cover.
    """
    board, graph = context.board, context.walking_graph
    if settings.zone == "block":
        free_squares = (board.walkable_squares - board.closed_door_squares - board.entry_squares).difference(
            blocked_squares
        )
        return graph, [
            find_block_sites(free_squares.union(*(zone.squares for zone in zones)), graph, settings.block)
        ] * len(zones)
    tile_sites = TileSites(board, zones, graph, context.has_strict_corners, context.wall_obstacle_squares)
    sites_by_tile: dict[object, list[ZoneSite]] = {}
    tiles = [(zone, (zone.enclosed, frozenset(list_rotated_shapes(zone.covered_squares)))) for zone in zones]
    for zone, tile in tiles:
        sites_by_tile[tile] = sites_by_tile.get(tile) or tile_sites.find_sites(zone.covered_squares, zone.enclosed)
    return tile_sites.graph, [sites_by_tile[tile] for _, tile in tiles]


def _find_site(sites: Iterable[ZoneSite], zone: BoardSection) -> ZoneSite | None:
    """Return the one of the sites where a zone lies now; None if it is not among them."""
    zone_squares, corner = set(zone.covered_squares), find_bounds(zone.covered_squares)[0]
    return next((site for site in sites if (site.x, site.y) == corner and zone_squares == {*site.squares}), None)


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
        self._best_key: tuple[Any, ...] = (-distance_to_beat,)
        for index, site in enumerate(present_sites):
            if site and not self._best:
                self._keep_best_pair(site, self._site_lists[1 - index], (index,))
        for area in sorted(nx.connected_components(self._graph), key=len, reverse=True) if not self._best else ():
            lists = [[site for site in sites if not area.isdisjoint(site.start_squares)] for sites in self._site_lists]
            if -len(area) < self._best_key[0] and all(lists) and self.is_settled:
                self._search_area(area, lists, present_sites)
        return self._best

    def _search_area(
        self, area: set[Square], site_lists: list[list[ZoneSite]], present_sites: Sequence[ZoneSite | None]
    ) -> None:
        """Search the pairs of sites with start squares in one area (squares joined on foot), and keep the best pair.

        A site is where an end zone may lie; its start squares are those from which its team walks. The steps to a few
        squares in the middle of the area (landmarks) give upper bounds of the distances. They decide from which sites
        distances are measured. The search ends when no bound exceeds the best distance, or with `is_settled` False when
        too many squares were walked over.

        Args:
            area: The squares of the area.
            site_lists: The sites of each zone in this area.
            present_sites: The sites where the zones lie now, from which the search for landmarks starts.
        """
        is_same_list, index = self._site_lists[0] is self._site_lists[1], int(len(site_lists[1]) < len(site_lists[0]))
        sites, other_sites, orders = site_lists[index], site_lists[1 - index], (0, 1) if is_same_list else (index,)
        end_sites = [
            site if site in sites_of_list else sites_of_list[-1]
            for site, sites_of_list in zip(present_sites, site_lists, strict=True)
        ]
        landmark_distances = self._measure_from_landmarks(
            area, [self.measure_from(site.start_squares) for site in end_sites]
        )
        distances_of_sites, distances_of_others = (
            [[measure_to_nearest(steps, site.start_squares) for steps in landmark_distances] for site in site_list]
            for site_list in (sites, other_sites)
        )
        ranks = [
            sorted(range(len(other_sites)), key=lambda other_index: -distances_of_others[other_index][landmark])
            for landmark in range(len(landmark_distances))
        ]
        greatest_distances = [distances_of_others[rank[0]][landmark] for landmark, rank in enumerate(ranks)]
        upper_bounds = [
            min((upper_bound, landmark) for landmark, upper_bound in enumerate(map(add, steps, greatest_distances)))
            for steps in distances_of_sites
        ]
        for (upper_bound, landmark), steps, site in sorted(
            zip(upper_bounds, distances_of_sites, sites, strict=True), key=lambda site_list: -site_list[0][0]
        ):
            distance_to_beat, candidates = -self._best_key[0], list[ZoneSite]()
            if upper_bound < distance_to_beat:
                return
            self.is_settled = sum(map(len, self._distances_by_start.values())) <= MAX_WALKED_SQUARES
            if not self.is_settled:
                return
            for other_index in ranks[landmark]:
                if steps[landmark] + distances_of_others[other_index][landmark] < distance_to_beat:
                    break
                if any(
                    self._list_better_pairs(
                        min(map(add, steps, distances_of_others[other_index])), site, other_sites[other_index], orders
                    )
                ):
                    candidates.append(other_sites[other_index])
            if candidates:
                self._keep_best_pair(site, candidates, orders)

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
            middle = min(
                distance_to_farthest_end, key=lambda square: (distance_to_farthest_end[square], rank_by_row(square))
            )
            landmark_distances.append(self.measure_from((middle,)))
            distances_from_end = self.measure_from((max(area, key=landmark_distances[-1].__getitem__),))
            distance_to_farthest_end = {
                square: max(distance, distances_from_end[square])
                for square, distance in distance_to_farthest_end.items()
            } | {middle: UNREACHABLE}
        return landmark_distances

    def _keep_best_pair(self, site: ZoneSite, other_sites: Iterable[ZoneSite], orders: Sequence[int]) -> None:
        """Keep the farthest allowed pair of a site and one of the other sites, if it beats the best pair so far.

        Args:
            site: The site.
            other_sites: The sites to pair it with.
            orders: The orders to try: 0 puts `site` first in the pair, 1 puts it second.
        """
        steps = self.measure_from(site.start_squares)
        distances = [(measure_to_nearest(steps, other_site.start_squares), other_site) for other_site in other_sites]
        for pair in sorted(
            pair
            for steps_apart, other_site in distances
            if steps_apart < UNREACHABLE
            for pair in self._list_better_pairs(steps_apart, site, other_site, orders)
        ):
            if not pair[1].overlaps(pair[2].squares, self._needs_gap):
                self._best, self._best_key = pair, pair[0]
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
            key = -steps, first.is_off_grid or second.is_off_grid, first[1:4], second[1:4]
            if key < self._best_key:
                yield key, first, second


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


def _check_several_zones(
    context: Context, zones: Sequence[BoardSection], settings: RuleSettings
) -> Iterator[RuleProblem]:
    """Yield a problem if more than two end zones would be more equidistant with one of them at another site.

    Each zone is tried at all its sites while the others stay. Nothing is yielded if no route leads between some two
    zones.
    """
    zones = sorted(zones, key=lambda zone: min(map(rank_by_row, zone.covered_squares)))
    walking = WalkingDistances(context.walking_graph, ())
    steps = {zone: walking.measure_from(zone.squares) for zone in zones}
    distance_by_pair = {
        (first_zone, other_zone): measure_to_nearest(steps[first_zone], other_zone.squares)
        for first_zone, other_zone in combinations(zones, 2)
    }
    present_range = DistanceRange(min(distance_by_pair.values()), max(distance_by_pair.values()))
    if present_range.longest == UNREACHABLE:
        return
    better_moves, are_tiles = list[tuple[BoardSection, ZoneSite, DistanceRange]](), settings.zone == "tile"
    for zone in zones:
        other_zones = [other_zone for other_zone in zones if other_zone is not zone]
        unchanged_distances = {
            pair: unchanged_distance for pair, unchanged_distance in distance_by_pair.items() if zone not in pair
        }
        other_squares = {square for other_zone in other_zones for square in other_zone.covered_squares}
        graph, (sites,) = _list_sites(
            context,
            [zone],
            settings,
            {other_square for other_zone in other_zones for other_square in other_zone.squares},
        )
        distances_from_others = {
            other_zone: WalkingDistances(graph, ()).measure_from(other_zone.squares) for other_zone in other_zones
        }
        if any(
            measure_to_nearest(distances_from_others[first_zone], other_zone.squares) != unchanged_distance
            for (first_zone, other_zone), unchanged_distance in unchanged_distances.items()
        ):
            continue  # a shortest way between two others leads through the zone: moving it would change theirs, too
        range_by_site: dict[ZoneSite, DistanceRange] = {}
        for site in sites:
            new_distances = [
                measure_to_nearest(distances, site.start_squares) + are_tiles
                for distances in distances_from_others.values()
            ]
            if max(new_distances) < UNREACHABLE:
                range_by_site[site] = DistanceRange(
                    min(*new_distances, *unchanged_distances.values()),
                    max(*new_distances, *unchanged_distances.values()),
                )
        present_site, rank_to_beat = _find_site(range_by_site, zone), present_range.rank
        # better than its own place, too, measured likewise
        if present_site and not present_site.overlaps(other_squares, are_tiles):
            rank_to_beat = max(rank_to_beat, range_by_site[present_site].rank)
        better_sites = [
            site
            for site, distance_range in range_by_site.items()
            if distance_range.rank > rank_to_beat and not site.overlaps(other_squares, are_tiles)
        ]
        if better_sites:
            *_, best_site = min(
                (-range_by_site[site].shortest, range_by_site[site].longest, site) for site in better_sites
            )
            better_moves.append((zone, best_site, range_by_site[best_site]))
    if better_moves:
        zone, site, better_range = max(better_moves, key=lambda move: move[2].rank)
        squares = tuple(square for zone in zones for square in zone.covered_squares)
        portal_text = explain_uncounted_portals(context.board, squares, action="walks across")
        place_text = f"the {zone.team} one at {site.squares[0]} to {site.squares[-1]}"
        message = f"the end zones are {present_range.text} steps apart on foot"
        message += f"; with {place_text} they would be {better_range.text}{portal_text}"
        yield RuleProblem(message, (*squares, *site.squares), measured=present_range.text, required=better_range.text)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that the end zones are as far apart as possible.

    The record says it without a board, for code that draws a floor, such as the generator.
    """
    yield ZonesApart(are_tiles=settings.zone == "tile")

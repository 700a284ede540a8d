"""Tell which areas teams reach on foot and by portals, and from where they start and score.

An area is a group of squares that can all be walked to from one another. A board has only a handful of areas, however
large it is, so every question about who reaches what is a question about areas. A player who steps on a portal comes
out beside any other portal; from the Dug-Out, players come out of every portal. Nobody walks across a portal or an
entry.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import NamedTuple

import networkx as nx
from msgspec import Struct

from dungeon_designer.analysis.movement import remove_squares
from dungeon_designer.board.model import Board, BoardSection, PlacedChest
from dungeon_designer.grid import DIRECTIONS, Square, rank_by_row
from dungeon_designer.kinds import SectionKind, Team

AreaIds = frozenset[int]
"""The numbers of some areas. An area is a group of squares that can all be walked to from one another."""


class ScoringZone(Struct, frozen=True):
    """An end zone or entry of a team.

    Attributes:
        section: Its section.
        team: Its team.
        areas: The areas from which a player steps into the entry, or stands in the end zone.
    """

    section: BoardSection
    team: Team
    areas: AreaIds


class UnreachableChests(Struct, frozen=True):
    """The chests of one area, and the teams that cannot reach them."""

    chests: tuple[PlacedChest, ...]
    teams: tuple[Team, ...]


class MissingRoute(Struct, frozen=True):
    """Chests from which no route leads to some end zones or entries.

    Attributes:
        chests: The chests.
        zones: The end zones and entries that cannot be reached from these chests.
        from_all_chests: Whether no chest that the zones' team can reach has a route to them.
    """

    chests: tuple[PlacedChest, ...]
    zones: tuple[ScoringZone, ...]
    from_all_chests: bool


class Separation(NamedTuple):
    """What lies between two groups of areas that are not connected on foot.

    Attributes:
        portals: The squares of the portals that have areas of both groups beside them.
        first_squares: If there are no such portals, the squares of the first group that are nearest to the second.
        second_squares: In that case, the squares of the second group that are nearest to the first.
    """

    portals: tuple[Square, ...] = ()
    first_squares: tuple[Square, ...] = ()
    second_squares: tuple[Square, ...] = ()


class Connectivity:
    """The walking areas, portals and end zones of a board, and which team can reach which of them.

    An area is a group of squares that can all be walked to from one another, without stepping on a portal or an entry.
    Building the analysis is O(N). Every later question depends only on the number of areas, portals and zones.

    Attributes:
        board: The board that is analysed.
        graph: The steps over all walkable squares, portals and entries included.
        standing_squares: The squares on which a player may end a move.
        walking_graph: The graph without portals and entries; computed if not given.
    """

    def __init__(
        self,
        board: Board,
        graph: nx.Graph[Square],
        standing_squares: Collection[Square],
        walking_graph: nx.Graph[Square] | None = None,
    ) -> None:
        """Store the board and its graphs. Without a `walking_graph`, it is `graph` without portals and entries.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Players do not walk
        through it.
        """
        self.board, self.graph, self.standing_squares = board, graph, standing_squares
        self.walking_graph = walking_graph or remove_squares(graph, board.portal_squares | board.entry_squares)
        self._border_squares_by_area: dict[int, list[Square]] = {}

    @cached_property
    def squares_by_area(self) -> list[set[Square]]:
        """The squares of each area, that is, of each group of squares joined on foot.

        The index in the list is the area's number. Areas are numbered in the order of their first squares, by row.
        """
        return list(nx.connected_components(self.walking_graph))

    @cached_property
    def area_by_square(self) -> dict[Square, int]:
        """The number of the area (group of squares joined on foot) of each square that players walk across.

        Portal squares are left out, and entries: two-square zones where a team comes in, and nobody walks through.
        """
        return {square: number for number, squares in enumerate(self.squares_by_area) for square in squares}

    @cached_property
    def areas_by_portal(self) -> dict[Square, AreaIds]:
        """The numbers of the areas (groups of squares joined on foot) one step from each portal square.

        Two portals on one square have one item.
        """
        return {
            square: self.find_adjacent_areas([square]) for square in sorted(self.board.portal_squares, key=rank_by_row)
        }

    def find_areas(self, squares: Iterable[Square]) -> AreaIds:
        """Return the numbers of the areas (groups of squares joined on foot) that the squares belong to.

        Squares in no area are ignored.
        """
        return frozenset(self.area_by_square[square] for square in squares if square in self.area_by_square)

    def list_neighbours(self, square: Square) -> list[Square]:
        """Return the squares one legal step away, portals and entries included; none for a square off the graph.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone.
        """
        return list(self.graph.adj.get(square, ()))

    def find_adjacent_areas(self, squares: Iterable[Square]) -> AreaIds:
        """Return the numbers of the areas (groups of squares joined on foot) one step from these squares.

        The squares are those of portals or entries (two-square zones where a team comes in), which belong to no area
        themselves.
        """
        return self.find_areas(neighbour for square in squares for neighbour in self.list_neighbours(square))

    @cached_property
    def scoring_zones(self) -> tuple[ScoringZone, ...]:
        """The end zones and entries that belong to a team, in the order of the dungeon file.

        The areas of an end zone are those in which it lies. The areas of an entry are those from which a player steps
        into it. An entry is a zone of two squares where a team comes in and scores, in place of an end zone.
        """
        scoring_zones = []
        for section in self.board.list_sections(SectionKind.END_ZONE, SectionKind.ENTRY):
            if section.team:
                areas = self.find_areas(square for square in section.squares if square in self.standing_squares)
                if section.kind is SectionKind.ENTRY:
                    areas = self.find_adjacent_areas(section.squares)
                scoring_zones.append(ScoringZone(section, section.team, areas))
        return tuple(scoring_zones)

    @cached_property
    def teams(self) -> tuple[Team, ...]:
        """The teams that have an end zone or entry, in their fixed order: home, away, third..."""
        return tuple(team for team in Team if any(zone.team is team for zone in self.scoring_zones))

    def find_start_areas(self, team: Team) -> AreaIds:
        """Return the numbers of the areas (groups of squares joined on foot) in which a team starts.

        They are those of its end zones and entries (two-square zones in place of an end zone).
        """
        return frozenset().union(*(zone.areas for zone in self.scoring_zones if zone.team is team))

    @cached_property
    def arrival_areas(self) -> AreaIds:
        """The numbers of the areas (groups of squares joined on foot) where players come out of portals.

        These are the areas one step from a portal.
        """
        return frozenset().union(*self.areas_by_portal.values())

    def find_team_areas(self, team: Team, with_portals: bool) -> AreaIds:
        """Return the areas (groups of squares joined on foot) that a team reaches from its end zones and entries.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. With
        `with_portals`, the areas around all portals are included, since players also enter through them.
        """
        return self.find_start_areas(team) | (self.arrival_areas if with_portals else frozenset())

    @cached_property
    def reachable_areas(self) -> AreaIds:
        """The numbers of the areas (groups of squares joined on foot) that some player can reach.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Players come on
        foot from an end zone or entry, or from the Dug-Out out of any portal. So a second jump leads to no new area.
        """
        return self.arrival_areas.union(*map(self.find_start_areas, self.teams))

    @cached_property
    def areas_leading_to_all_portals(self) -> AreaIds:
        """The areas in which a player can enter a portal and, perhaps by several jumps, come out of every portal.

        An area is a group of squares joined on foot. A player who enters a portal comes out of any other one. An area
        beside two portals therefore leads to all portals. An area beside one portal leads to all others. It also leads
        back to the first one if the player can step from another portal to an area or a third portal, since he can then
        enter a portal again. In all other cases the area is left out.
        """
        portals_by_area: dict[int, list[Square]] = {}
        for portal, areas in self.areas_by_portal.items():
            for area in areas:
                portals_by_area.setdefault(area, []).append(portal)

        def can_come_back(entrance: Square) -> bool:
            """Return whether a player who enters this portal can enter another later and come out of this one.

            For that, another portal must have a square or a third portal beside it.
            """
            other_portals = self.areas_by_portal.keys() - {entrance}
            return any(
                self.areas_by_portal[portal] or other_portals.intersection(self.list_neighbours(portal))
                for portal in other_portals
            )

        return frozenset(
            area for area, entrances in portals_by_area.items() if len(entrances) > 1 or can_come_back(entrances[0])
        )

    def group_chests_by_area(self) -> dict[int, list[PlacedChest]]:
        """Return the chests of each area (a group of squares joined on foot), by the area's number.

        Chests on squares that nobody walks across are left out, since other rules report them.
        """
        chests_by_area: dict[int, list[PlacedChest]] = {}
        for chest in self.board.chests:
            if chest.square in self.area_by_square:
                chests_by_area.setdefault(self.area_by_square[chest.square], []).append(chest)
        return chests_by_area

    def find_unreachable_chests(self, with_portals: bool) -> Iterator[UnreachableChests]:
        """Yield one result for each area whose chests cannot be reached by some teams: its chests and these teams.

        An area is a group of squares joined on foot. An entry is a zone of two squares in place of an end zone. A team
        reaches an area on foot from its end zones and entries and, with `with_portals`, by coming out of a portal. It
        does not matter whether a chest is opened from its own square or from beside it: a player who gets into its area
        can do both.
        """
        areas_by_team = {team: self.find_team_areas(team, with_portals) for team in self.teams}
        for area, chests in self.group_chests_by_area().items():
            teams = tuple(team for team in self.teams if area not in areas_by_team[team])
            if teams:
                yield UnreachableChests(tuple(chests), teams)

    def can_reach_zone(self, area: int, zone: ScoringZone, with_portals: bool) -> bool:
        """Return whether a route leads from an area (squares joined on foot) to an end zone or entry.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. The route leads on
        foot or, if `with_portals` is set, by portal. By portal, the zone must open to an area beside a portal, and the
        given area must lead to every portal.
        """
        if area in zone.areas:
            return True
        opens_to_portal = not zone.areas.isdisjoint(self.arrival_areas)
        return with_portals and opens_to_portal and area in self.areas_leading_to_all_portals

    def find_missing_routes(self, with_portals: bool) -> Iterator[MissingRoute]:
        """Yield the chests from which no route leads to some end zones or entries, where the ball would be scored.

        An area is a group of squares joined on foot. An entry is a zone of two squares where a team comes in and
        scores, in place of an end zone. First come the zones to which no chest has a route, one result for each zone.
        Then comes one result for each area whose chests lack a route to some other zones. A chest that the zone's own
        team cannot reach is left out, since `find_unreachable_chests` reports it.
        """
        chests_by_area = self.group_chests_by_area()
        team_areas = {team: self.find_team_areas(team, with_portals) for team in self.teams}
        missing_zones_by_area: dict[int, list[ScoringZone]] = {}
        for zone in self.scoring_zones:
            chest_areas = [area for area in chests_by_area if area in team_areas[zone.team]]
            blocked_areas = [area for area in chest_areas if not self.can_reach_zone(area, zone, with_portals)]
            if blocked_areas and blocked_areas == chest_areas:
                blocked_chests = tuple(chest for area in blocked_areas for chest in chests_by_area[area])
                yield MissingRoute(blocked_chests, (zone,), from_all_chests=True)
            else:
                for area in blocked_areas:
                    missing_zones_by_area.setdefault(area, []).append(zone)
        for area, zones in missing_zones_by_area.items():
            yield MissingRoute(tuple(chests_by_area[area]), tuple(zones), from_all_chests=False)

    def find_dead_areas(self) -> Iterator[list[Square]]:
        """Yield, for each area that no player can reach, its squares on which a player could stand, by row.

        An area is a group of squares joined on foot. Nothing is yielded if the board has neither a portal nor an end
        zone or entry of a team: then all areas would be reported. An entry is a zone of two squares where a team comes
        in and scores, in place of an end zone.
        """
        if not self.scoring_zones and not self.areas_by_portal:
            return
        for number, squares in enumerate(self.squares_by_area):
            if number not in self.reachable_areas and (dead_squares := squares.intersection(self.standing_squares)):
                yield sorted(dead_squares, key=rank_by_row)

    def find_separation(self, first_areas: AreaIds, second_areas: AreaIds) -> Separation:
        """Return what lies between two groups of areas that share none: portals, or else their nearest squares.

        An area is a group of squares joined on foot. If some portals have areas of both groups beside them, the result
        names these portals and no squares. If either group is empty, the result is empty.
        """
        portals = [
            portal
            for portal, adjacent_areas in self.areas_by_portal.items()
            if adjacent_areas & first_areas and adjacent_areas & second_areas
        ]
        if portals or not (first_areas and second_areas):
            return Separation(tuple(portals))
        first_border, second_border = self._list_border_squares(first_areas), self._list_border_squares(second_areas)
        first_squares, second_squares = find_nearest_squares(first_border, second_border)
        return Separation((), first_squares, second_squares)

    def _list_border_squares(self, areas: AreaIds) -> list[Square]:
        """Return the squares of these areas that have a square outside the same area beside them, even diagonally.

        An area is a group of squares joined on foot. Only these can be the nearest to another area. The result for each
        area is kept.
        """
        for area in areas - self._border_squares_by_area.keys():
            area_squares = self.squares_by_area[area]
            self._border_squares_by_area[area] = [
                (x, y) for x, y in area_squares if any((x + dx, y + dy) not in area_squares for dx, dy in DIRECTIONS)
            ]
        return [square for area in areas for square in self._border_squares_by_area[area]]


def find_nearest_squares(
    first_squares: Collection[Square], second_squares: Collection[Square]
) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Return the squares of each of two groups that are nearest to the other group in a straight line.

    Neither group may be empty, or the search would not end. It goes by the distance of rows: 0, 1, 2 and so on. It
    stops when that alone exceeds the best distance. This takes O(n log m) for each distance of rows.

    Returns:
        The nearest squares of the first group, then those of the second, each by row.
    """
    if len(second_squares) < len(first_squares):  # the search goes through the first group: let it be the smaller
        second_nearest, first_nearest = find_nearest_squares(second_squares, first_squares)
        return first_nearest, second_nearest
    columns_by_row: dict[int, list[int]] = {}
    for x, y in sorted(second_squares):
        columns_by_row.setdefault(y, []).append(x)
    best_distance = 0  # squared, like all distances here
    nearest_pairs: list[tuple[Square, Square]] = []
    for row_distance in count():
        if nearest_pairs and row_distance**2 > best_distance:
            break
        for start, end in _list_candidate_pairs(first_squares, columns_by_row, row_distance):
            distance = (end[0] - start[0]) ** 2 + row_distance**2
            if not nearest_pairs or distance < best_distance:
                best_distance, nearest_pairs = distance, []
            if distance == best_distance:
                nearest_pairs.append((start, end))
    first_nearest = tuple(sorted({start for start, _ in nearest_pairs}, key=rank_by_row))
    second_nearest = tuple(sorted({end for _, end in nearest_pairs}, key=rank_by_row))
    return first_nearest, second_nearest


def _list_candidate_pairs(
    squares: Collection[Square], columns_by_row: dict[int, list[int]], row_distance: int
) -> Iterator[tuple[Square, Square]]:
    """Yield each square with the nearest squares of another group to its left and right, in rows at some distance.

    Args:
        squares: The squares from which the search goes out.
        columns_by_row: The x of all squares of the other group by their y, sorted.
        row_distance: How many rows above and below each square to search.
    """
    for x, y in squares:
        for row in {y - row_distance, y + row_distance}:
            columns = columns_by_row.get(row, [])
            index = bisect_left(columns, x)
            for column in columns[max(index - 1, 0) : index + 1]:
                yield (x, y), (column, row)

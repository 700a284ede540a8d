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
    """Chests of one area that some teams cannot reach."""

    chests: tuple[PlacedChest, ...]
    teams: tuple[Team, ...]


class MissingRoute(Struct, frozen=True):
    """Chests without a route to some end zones or entries.

    `from_all_chests` says that no reachable chest has a route to them.
    """

    chests: tuple[PlacedChest, ...]
    zones: tuple[ScoringZone, ...]
    from_all_chests: bool


class Separation(NamedTuple):
    """What separates two groups of areas.

    Attributes:
        portals: The squares of portals that lie between them.
        first_squares: Without such portals, the squares of the first group that are nearest to the second.
        second_squares: The squares of the second group that are nearest to the first.
    """

    portals: tuple[Square, ...] = ()
    first_squares: tuple[Square, ...] = ()
    second_squares: tuple[Square, ...] = ()


class Connectivity:
    """Areas, portals and end zones of a board, and who can reach what.

    Building it is O(N). Every later question depends only on the number of areas, portals and zones.

    Attributes:
        graph: The steps over all walkable squares, portals and entries included.
        standing_squares: The squares on which a player may end.
        walking_graph: The graph without portals and entries; computed if not given.
    """

    def __init__(
        self,
        board: Board,
        graph: nx.Graph[Square],
        standing_squares: Collection[Square],
        walking_graph: nx.Graph[Square] | None = None,
    ) -> None:
        self.board, self.graph, self.standing_squares = board, graph, standing_squares
        self.walking_graph = walking_graph or remove_squares(graph, board.portal_squares | board.entry_squares)
        self._border_squares_by_area: dict[int, list[Square]] = {}

    @cached_property
    def squares_by_area(self) -> list[set[Square]]:
        """The squares of each area. Areas are numbered by their first square."""
        return list(nx.connected_components(self.walking_graph))

    @cached_property
    def area_by_square(self) -> dict[Square, int]:
        """The area of each square that players walk on. Portals and entries have none."""
        return {square: number for number, squares in enumerate(self.squares_by_area) for square in squares}

    @cached_property
    def areas_by_portal(self) -> dict[Square, AreaIds]:
        """The areas beside each portal square. Two portals on one square count as one."""
        return {
            square: self.find_adjacent_areas([square]) for square in sorted(self.board.portal_squares, key=rank_by_row)
        }

    def find_areas(self, squares: Iterable[Square]) -> AreaIds:
        """Return the areas that the squares belong to."""
        return frozenset(self.area_by_square[square] for square in squares if square in self.area_by_square)

    def list_neighbours(self, square: Square) -> list[Square]:
        """Return the squares one step away."""
        return list(self.graph.adj.get(square, ()))

    def find_adjacent_areas(self, squares: Iterable[Square]) -> AreaIds:
        """Return the areas one step from portal or entry squares."""
        return self.find_areas(neighbour for square in squares for neighbour in self.list_neighbours(square))

    @cached_property
    def scoring_zones(self) -> tuple[ScoringZone, ...]:
        """The end zones and entries that belong to a team, in the order of the layout."""
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
        """The teams that have an end zone or entry."""
        return tuple(team for team in Team if any(zone.team is team for zone in self.scoring_zones))

    def find_start_areas(self, team: Team) -> AreaIds:
        """Return the areas in which a team starts on foot."""
        return frozenset().union(*(zone.areas for zone in self.scoring_zones if zone.team is team))

    @cached_property
    def arrival_areas(self) -> AreaIds:
        """The areas in which players come out of portals."""
        return frozenset().union(*self.areas_by_portal.values())

    def find_team_areas(self, team: Team, with_portals: bool) -> AreaIds:
        """Return the areas that a team reaches from its end zone or, with `with_portals`, from a portal."""
        return self.find_start_areas(team) | (self.arrival_areas if with_portals else frozenset())

    @cached_property
    def reachable_areas(self) -> AreaIds:
        """The areas that some player can reach, from an end zone or the Dug-Out.

        Players can come out of any portal, so one portal more on the route leads to no new area.
        """
        return self.arrival_areas.union(*map(self.find_start_areas, self.teams))

    @cached_property
    def areas_leading_to_all_portals(self) -> AreaIds:
        """The areas from which a player can come out of every portal of the board.

        A player who enters a portal comes out of any other one. An area beside two portals therefore leads to all
        portals. An area beside one portal leads to all others; if a square or portal lies beside one of these, the
        player can go on through another portal and come out of the first one too. From all other areas portals lead to
        no other area.
        """
        portals_by_area: dict[int, list[Square]] = {}
        for portal, areas in self.areas_by_portal.items():
            for area in areas:
                portals_by_area.setdefault(area, []).append(portal)

        def can_come_back(entrance: Square) -> bool:
            """Return whether a player who enters a portal can later come out of it again."""
            other_portals = self.areas_by_portal.keys() - {entrance}
            return any(
                self.areas_by_portal[portal] or other_portals.intersection(self.list_neighbours(portal))
                for portal in other_portals
            )

        return frozenset(
            area for area, entrances in portals_by_area.items() if len(entrances) > 1 or can_come_back(entrances[0])
        )

    def group_chests_by_area(self) -> dict[int, list[PlacedChest]]:
        """Return the chests of each area, without those where nobody walks: other rules report them."""
        chests_by_area: dict[int, list[PlacedChest]] = {}
        for chest in self.board.chests:
            if chest.square in self.area_by_square:
                chests_by_area.setdefault(self.area_by_square[chest.square], []).append(chest)
        return chests_by_area

    def find_unreachable_chests(self, with_portals: bool) -> Iterator[UnreachableChests]:
        """Yield for each area its chests, if some teams cannot reach them.

        A team reaches an area on foot from its end zone and, with `with_portals`, by coming out of a portal. It does
        not matter whether a chest is opened from its own square or the next: a player who gets into its area can stand
        beside it.
        """
        areas_by_team = {team: self.find_team_areas(team, with_portals) for team in self.teams}
        for area, chests in self.group_chests_by_area().items():
            teams = tuple(team for team in self.teams if area not in areas_by_team[team])
            if teams:
                yield UnreachableChests(tuple(chests), teams)

    def can_reach_zone(self, area: int, zone: ScoringZone, with_portals: bool) -> bool:
        """Return whether a route leads from an area to an end zone or entry: on foot or, if asked, by portal."""
        if area in zone.areas:
            return True
        return (
            with_portals and not zone.areas.isdisjoint(self.arrival_areas) and area in self.areas_leading_to_all_portals
        )

    def find_missing_routes(self, with_portals: bool) -> Iterator[MissingRoute]:
        """Yield the chests from which no route leads to some end zones or entries.

        First come the zones to which no chest has a route. A chest that the zone's own team cannot reach is left out,
        since `find_unreachable_chests` reports the same missing route.
        """
        chests = self.group_chests_by_area()
        unreached = {
            (chest, team)
            for unreachable in self.find_unreachable_chests(with_portals)
            for chest in unreachable.chests
            for team in unreachable.teams
        }
        missing_zones: dict[int, list[ScoringZone]] = {}
        for zone in self.scoring_zones:
            start_areas = [area for area, area_chests in chests.items() if (area_chests[0], zone.team) not in unreached]
            blocked_areas = [area for area in start_areas if not self.can_reach_zone(area, zone, with_portals)]
            if blocked_areas and len(blocked_areas) == len(start_areas):
                yield MissingRoute(
                    tuple(chest for area in blocked_areas for chest in chests[area]), (zone,), from_all_chests=True
                )
            else:
                for area in blocked_areas:
                    missing_zones.setdefault(area, []).append(zone)
        for area, zones in missing_zones.items():
            yield MissingRoute(tuple(chests[area]), tuple(zones), from_all_chests=False)

    def find_dead_areas(self) -> Iterator[list[Square]]:
        """Yield the standing squares of each area that no player can reach; nothing if nobody can enter at all."""
        if not self.scoring_zones and not self.areas_by_portal:
            return
        for number, squares in enumerate(self.squares_by_area):
            if number not in self.reachable_areas and (dead_squares := squares.intersection(self.standing_squares)):
                yield sorted(dead_squares, key=rank_by_row)

    def find_separation(self, first_areas: AreaIds, second_areas: AreaIds) -> Separation:
        """Return what separates two disjoint groups of areas; an empty result if either group is empty."""
        portals = [
            at
            for at, adjacent_areas in self.areas_by_portal.items()
            if adjacent_areas & first_areas and adjacent_areas & second_areas
        ]
        if portals or not (first_areas and second_areas):
            return Separation(tuple(portals))
        return Separation(
            (), *find_nearest_squares(self._list_border_squares(first_areas), self._list_border_squares(second_areas))
        )

    def _list_border_squares(self, areas: AreaIds) -> list[Square]:
        """Return the squares with a neighbour outside their area. Only these can be nearest to another area."""
        for area in areas - self._border_squares_by_area.keys():
            area_squares = self.squares_by_area[area]
            self._border_squares_by_area[area] = [
                (x, y) for x, y in area_squares if any((x + dx, y + dy) not in area_squares for dx, dy in DIRECTIONS)
            ]
        return [square for area in areas for square in self._border_squares_by_area[area]]


def find_nearest_squares(
    first_squares: Collection[Square], second_squares: Collection[Square]
) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Return the squares of each group that are nearest to the other group in a straight line.

    For each row distance from 0 on, the nearest second squares to the left and right of each first square are looked
    up. This takes O(n log m) for each row distance, up to the distance that is found.

    Returns:
        The nearest squares of the first group, then those of the second, by row.
    """
    if len(second_squares) < len(first_squares):
        second_nearest, first_nearest = find_nearest_squares(second_squares, first_squares)
        return first_nearest, second_nearest
    rows: dict[int, list[int]] = {}
    for x, y in sorted(second_squares):
        rows.setdefault(y, []).append(x)
    best_distance, nearest_pairs = 0, list[tuple[Square, Square]]()
    for row_distance in count():
        if nearest_pairs and row_distance * row_distance > best_distance:
            break
        for x, y in first_squares:
            for row in {y - row_distance, y + row_distance}:
                columns = rows.get(row, [])
                index = bisect_left(columns, x)
                for column in columns[max(index - 1, 0) : index + 1]:
                    squared_distance = (column - x) ** 2 + row_distance**2
                    if not nearest_pairs or squared_distance < best_distance:
                        best_distance, nearest_pairs = squared_distance, []
                    if squared_distance == best_distance:
                        nearest_pairs.append(((x, y), (column, row)))
    first_result, second_result = (
        tuple(sorted(set(squares), key=rank_by_row)) for squares in zip(*nearest_pairs, strict=True)
    )
    return first_result, second_result

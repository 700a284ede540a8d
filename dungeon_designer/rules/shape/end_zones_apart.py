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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import add
from typing import Annotated, Any, Literal, NamedTuple

import networkx as nx
from msgspec import Meta

from dungeon_designer.analysis.movement import FAR, Lengths, Walking
from dungeon_designer.analysis.zone_sites import TileSites, ZoneSite, block_sites, turned_shapes
from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, bounds, row_major
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, extent, not_counted, worded

MOST_WALKED = 500_000
"""The most squares walked over, all searches together; what would take more is not settled."""

LANDMARKS = 4
"""So many squares bound how far apart sites are."""

_Length = Annotated[int, Meta(ge=1, le=20)]


class RuleSettings(Settings, frozen=True):
    """What the end zones are that should be as far apart as can be.

    zone   What a zone is: a block on the floor, or a tile beside it. Example: "tile"
    block  The [width, height] of a block in squares, in either turn. Example: [2, 3]
    """

    players = ("End zones", "as far apart as can be")
    phrases = worded(zone=lambda zone: "each a tile that may be laid elsewhere" if zone == "tile" else "", block=extent)

    zone: Literal["block", "tile"] = "block"
    block: tuple[_Length, _Length] = (2, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when some other two places lie farther apart; a notice when that could not be settled."""
    zones = [zone for zone in context.board.of_kind(SectionKind.END_ZONE) if zone.covers]
    by_side = [[zone for zone in zones if zone.side is side] for side in context.board.teams]
    if all(len(of_side) == 1 for of_side in by_side):
        one_each = [of_side[0] for of_side in by_side]
        yield from _several(context, one_each, settings) if len(one_each) > 2 else _two(context, one_each, settings)


def nearest(steps: Mapping[Square, int], squares: Iterable[Square]) -> int:
    """The steps to the nearest of some squares; FAR where no way leads to any."""
    return min((steps[square] for square in squares if square in steps), default=FAR)


# --- two end zones ------------------------------------------------------------------------------------------------


Pair = tuple[tuple[Any, ...], ZoneSite, ZoneSite]
"""Two sites, and before them what puts pairs in order: the farthest apart comes first, then the first by row."""


def _two(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[Violation]:
    present = nearest(Walking(context.walk_graph, ()).lengths(zones[0].squares), zones[1].squares)
    if present == FAR:
        return
    squares, tiles = tuple(square for zone in zones for square in zone.covers), settings.zone == "tile"
    graph, lists = _lifted_off(context, zones, settings)
    one, other = wanted = [_site_of(sites, zone) for sites, zone in zip(lists, zones, strict=True)]
    search, ways_out = Farthest(graph, lists, tiles), 2 if tiles else 0
    now = nearest(search.walk(one.feet), other.feet) if one and other else FAR
    pair = search.longer_than(max(present - ways_out, now if now != FAR else -2), wanted)
    if pair:
        here, there, apart = pair[1].squares, pair[2].squares, ways_out - pair[0][0]
        lost = not_counted(context.board, squares, why="walks across")
        places = f"{here[0]} to {here[-1]} and {there[0]} to {there[-1]}"
        said = f"the end zones are {present} steps apart on foot; at {places} they would be {apart} apart{lost}"
        yield Violation(said, (*squares, *here, *there), measured=present, required=apart)
    elif not search.settled:
        said = f"the end zones are {present} steps apart on foot; whether any places lie farther apart was not settled"
        yield Violation(said, squares, measured=present, level=Level.INFO)


def _lifted_off(
    context: Context, zones: Sequence[BoardSection], settings: RuleSettings, fixed: Iterable[Square] = ()
) -> tuple[nx.Graph[Square], list[list[ZoneSite]]]:
    """The steps on foot without some zones, and where each of them may lie, which is one list for zones alike."""
    board, graph = context.board, context.walk_graph
    if settings.zone == "block":
        free = (board.walkable_squares - board.shut_doors - board.entry_squares).difference(fixed)
        return graph, [block_sites(free.union(*(zone.squares for zone in zones)), graph, settings.block)] * len(zones)
    table = TileSites(board, zones, graph, context.strict, context.wall_obstacle_squares)
    found: dict[object, list[ZoneSite]] = {}
    tiles = [(zone, (zone.enclosed, frozenset(turned_shapes(zone.covers)))) for zone in zones]
    for zone, tile in tiles:
        found[tile] = found.get(tile) or table.of(zone.covers, zone.enclosed)
    return table.graph, [found[tile] for _, tile in tiles]


def _site_of(sites: Iterable[ZoneSite], zone: BoardSection) -> ZoneSite | None:
    wanted, corner = set(zone.covers), bounds(zone.covers)[0]
    return next((site for site in sites if (site.x, site.y) == corner and wanted == {*site.squares}), None)


class Farthest:
    """The two sites farthest apart: of two lists, between their nearest feet.

    Through any square s two sites are at most d(p, s) + d(s, q) apart: landmarks in the middle of an area rule most
    pairs out. Of the others one site is walked from, the most promising first. This is the bounding of eccentricities
    that Takes and Kosters describe, for sites in place of nodes: exact, where it is `settled`.
    """

    def __init__(self, graph: nx.Graph[Square], lists: Sequence[list[ZoneSite]], gap: bool) -> None:
        self.settled = True
        self._graph, self._walking = graph, Walking(graph, ())
        self._walks: dict[Sequence[Square], Lengths] = {}
        self._lists, self._gap = lists, gap
        self._best: Pair | None = None

    def walk(self, starts: Sequence[Square]) -> Lengths:
        """The steps from the nearest of some squares to all others."""
        if starts not in self._walks:
            self._walks[starts] = self._walking.lengths(starts)
        return self._walks[starts]

    def longer_than(self, than: int, wanted: Sequence[ZoneSite | None]) -> Pair | None:
        """Two sites more steps apart: with one zone where it is wanted, or else the two farthest apart."""
        self._limit: tuple[Any, ...] = (-than,)
        for which, site in enumerate(wanted):
            if site and not self._best:
                self._measure(site, self._lists[1 - which], (which,))
        for area in sorted(nx.connected_components(self._graph), key=len, reverse=True) if not self._best else ():
            lists = [[site for site in sites if not area.isdisjoint(site.feet)] for sites in self._lists]
            if -len(area) < self._limit[0] and all(lists) and self.settled:
                self._look_through(area, lists, wanted)
        return self._best

    def _look_through(self, area: set[Square], lists: list[list[ZoneSite]], wanted: Sequence[ZoneSite | None]) -> None:
        """Look through the pairs of sites with feet in one area."""
        same, which = self._lists[0] is self._lists[1], int(len(lists[1]) < len(lists[0]))
        sites, others, ways = lists[which], lists[1 - which], (0, 1) if same else (which,)
        ends = [site if site in own else own[-1] for site, own in zip(wanted, lists, strict=True)]
        tables = self._landmarks(area, [self.walk(site.feet) for site in ends])
        here, there = ([[nearest(steps, site.feet) for steps in tables] for site in each] for each in (sites, others))
        ranks = [sorted(range(len(others)), key=lambda at: -there[at][mark]) for mark in range(len(tables))]
        farthest = [there[rank[0]][mark] for mark, rank in enumerate(ranks)]
        limits = [min((most, mark) for mark, most in enumerate(map(add, steps, farthest))) for steps in here]
        for (most, mark), steps, site in sorted(zip(limits, here, sites, strict=True), key=lambda each: -each[0][0]):
            least, rivals = -self._limit[0], list[ZoneSite]()
            if most < least:
                return
            self.settled = sum(map(len, self._walks.values())) <= MOST_WALKED
            if not self.settled:
                return
            for at in ranks[mark]:
                if steps[mark] + there[at][mark] < least:
                    break
                if any(self._pairs(min(map(add, steps, there[at])), site, others[at], ways)):
                    rivals.append(others[at])
            if rivals:
                self._measure(site, rivals, ways)

    def _landmarks(self, area: set[Square], walked: Sequence[Lengths]) -> list[Lengths]:
        """The steps from some squares in the middle of an area: each as near as can be to all ends known so far."""
        spread, tables = {square: max(steps[square] for steps in walked) for square in area}, list[Lengths]()
        for _ in range(LANDMARKS):
            middle = min(spread, key=lambda square: (spread[square], row_major(square)))
            tables.append(self.walk((middle,)))
            end = self.walk((max(area, key=tables[-1].__getitem__),))
            spread = {square: max(far, end[square]) for square, far in spread.items()} | {middle: FAR}
        return tables

    def _measure(self, site: ZoneSite, others: Iterable[ZoneSite], ways: Sequence[int]) -> None:
        """Keep the best pair of a site and one of some others."""
        steps = self.walk(site.feet)
        apart = [(nearest(steps, other.feet), other) for other in others]
        for pair in sorted(pair for far, other in apart if far < FAR for pair in self._pairs(far, site, other, ways)):
            if not pair[1].clashes(pair[2].squares, self._gap):
                self._best, self._limit = pair, pair[0]
                break

    def _pairs(self, steps: int, site: ZoneSite, other: ZoneSite, ways: Sequence[int]) -> Iterator[Pair]:
        """Two sites, the one first or the other, where a pair so far apart is better than the best."""
        for way in ways:
            one, two = (other, site) if way else (site, other)
            key = -steps, one.off or two.off, one[1:4], two[1:4]
            if key < self._limit:
                yield key, one, two


# --- more than two ------------------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """The least and the longest walking distance between any two of some zones."""

    least: int
    most: int

    @property
    def rank(self) -> tuple[int, int]:
        """The higher, the better."""
        return self.least, self.least - self.most

    @property
    def text(self) -> int | str:
        """One number where all distances are the same, else from the least to the longest."""
        return self.least if self.least == self.most else f"{self.least} to {self.most}"


def _several(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[Violation]:
    """A fault when more than two zones would be more equidistant with one of them elsewhere."""
    zones = sorted(zones, key=lambda zone: min(map(row_major, zone.covers)))
    walking = Walking(context.walk_graph, ())
    steps = {zone: walking.lengths(zone.squares) for zone in zones}
    apart = {(one, other): nearest(steps[one], other.squares) for one, other in combinations(zones, 2)}
    now = Spread(min(apart.values()), max(apart.values()))
    if now.most == FAR:
        return
    found, tiles = list[tuple[BoardSection, ZoneSite, Spread]](), settings.zone == "tile"
    for zone in zones:
        others = [other for other in zones if other is not zone]
        kept = {pair: far for pair, far in apart.items() if zone not in pair}
        fixed = {square for other in others for square in other.covers}
        graph, (sites,) = _lifted_off(context, [zone], settings, {at for other in others for at in other.squares})
        tables = {other: Walking(graph, ()).lengths(other.squares) for other in others}
        if any(nearest(tables[one], other.squares) != far for (one, other), far in kept.items()):
            continue  # a shortest way between two others leads through the zone: moving it would change theirs, too
        spreads: dict[ZoneSite, Spread] = {}
        for site in sites:
            ways = [nearest(table, site.feet) + tiles for table in tables.values()]
            if max(ways) < FAR:
                spreads[site] = Spread(min(*ways, *kept.values()), max(*ways, *kept.values()))
        own, beat = _site_of(spreads, zone), now.rank
        if own and not own.clashes(fixed, tiles):  # better than its own place, too, measured likewise
            beat = max(beat, spreads[own].rank)
        ahead = [site for site, spread in spreads.items() if spread.rank > beat and not site.clashes(fixed, tiles)]
        if ahead:
            *_, best = min((-spreads[site].least, spreads[site].most, site) for site in ahead)
            found.append((zone, best, spreads[best]))
    if found:
        zone, site, better = max(found, key=lambda each: each[2].rank)
        squares = tuple(square for zone in zones for square in zone.covers)
        lost = not_counted(context.board, squares, why="walks across")
        place = f"the {zone.side} one at {site.squares[0]} to {site.squares[-1]}"
        said = f"the end zones are {now.text} steps apart on foot; with {place} they would be {better.text}{lost}"
        yield Violation(said, (*squares, *site.squares), measured=now.text, required=better.text)

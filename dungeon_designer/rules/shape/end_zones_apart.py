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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from operator import add
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from dungeon_designer.analysis.movement import FAR, legal_steps
from dungeon_designer.analysis.zone_sites import Site, TileSites, block_sites, turned_shapes
from dungeon_designer.board.model import BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square, row_major
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import not_counted
from dungeon_designer.rules.rule import Settings, Violation, Words, extent
from dungeon_designer.text.json_schema import described

MOST_WALKED = 500_000
"""The most squares walked over, all searches together; what would take more is not settled."""

FEW = 4
"""So many sites left are walked from without a further landmark, which costs a walk, too."""

MOST_PAIRS = 5_000
"""Up to so many pairs of sites left each pair is bounded by itself; of more, each site."""

HUBS = 6
"""So many landmarks lie in the middle of an area; the others on the way to the site walked from last."""

_Length = Annotated[int, Meta(ge=1, le=20)]


class RuleSettings(Settings, frozen=True):
    """What the end zones are that should be as far apart as can be."""

    players = ("End zones", "as far apart as can be")

    said: ClassVar[Words] = {
        "zone": lambda zone: "each a tile that may be laid elsewhere" if zone == "tile" else "",
        "block": extent,
    }

    zone: Annotated[
        Literal["block", "tile"], described("What a zone is: a block on the floor, or a tile beside it.", "tile")
    ] = "block"
    block: Annotated[
        tuple[_Length, _Length], described("The [width, height] of a block in squares, in either turn.", [2, 3])
    ] = (2, 4)


Adjacent = Mapping[Square, Collection[Square]]
"""The squares one step from each."""


class Walk:
    """Steps on foot; `spent` counts the squares walked over."""

    def __init__(self, adjacent: Adjacent) -> None:
        self.adjacent = adjacent
        self.spent = 0

    def steps(self, starts: Iterable[Square]) -> dict[Square, int]:
        """The steps from the nearest of some squares to each that can be walked to. O(n).

        Of 280 squares it takes 0.2 ms, networkx's `bfs_layers` 1.3 ms, and a check may walk forty times.
        """
        known = {start: 0 for start in starts if start in self.adjacent}
        wave = list(known)
        while wave:
            after = []
            for square in wave:
                steps = known[square] + 1
                for there in self.adjacent[square]:
                    if there not in known:
                        known[there] = steps
                        after.append(there)
            wave = after
        self.spent += len(known)
        return known

    def areas(self) -> list[Collection[Square]]:
        """The areas one can walk about in, the largest first."""
        left, found = dict.fromkeys(self.adjacent), list[Collection[Square]]()
        while left:
            area = self.steps([next(iter(left))])
            found.append(area.keys())
            left = {square: None for square in left if square not in area}
        return sorted(found, key=len, reverse=True)


def _on_foot(context: Context) -> Walk:
    return Walk({square: tuple(beside) for square, beside in context.walk_graph.adjacency()})


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when some other two places lie farther apart; a notice when that could not be settled."""
    zones = [zone for zone in context.board.of_kind(SectionKind.END_ZONE) if zone.covers]
    by_side = [[zone for zone in zones if zone.side is side] for side in context.board.teams]
    if all(len(of_side) == 1 for of_side in by_side):
        one_each = [of_side[0] for of_side in by_side]
        yield from _several(context, one_each, settings) if len(zones) > 2 else _two(context, one_each, settings)


def nearest(steps: Mapping[Square, int], squares: Iterable[Square]) -> int:
    """The steps to the nearest of some squares; FAR where no way leads to any."""
    return min((steps[square] for square in squares if square in steps), default=FAR)


# --- two end zones ------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two sites and the steps between them; of pairs as far apart the first by row is named."""

    steps: int
    one: Site
    other: Site

    @property
    def key(self) -> tuple[object, ...]:
        """The lower, the rather it is named."""
        return -self.steps, self.one.off or self.other.off, self.one[1:4], self.other[1:4]


def _two(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[Violation]:
    walk = _on_foot(context)
    present = nearest(walk.steps(zones[0].owned), zones[1].owned)
    if present == FAR:
        return
    squares = tuple(square for zone in zones for square in zone.covers)
    tiles = settings.zone == "tile"
    if tiles:
        lists, walk = _tiles(context, zones)
    else:
        sites = block_sites(_free(context, zones), walk.adjacent, settings.block)
        lists = sites, sites
    ways_out = 2 if tiles else 0
    search = Farthest(walk, lists, [_site_of(sites, zone) for sites, zone in zip(lists, zones, strict=True)], tiles)
    pair = search.longer_than(max(present, search.now + ways_out) - ways_out)
    if pair:
        lost = not_counted(context.board, squares, why="walks across")
        yield _fault(squares, present, pair._replace(steps=pair.steps + ways_out), lost)
    elif not search.settled:
        said = f"the end zones are {present} steps apart on foot; whether any places lie farther apart was not settled"
        yield Violation(message=said, squares=squares, measured=present, level=Level.INFO)


def _free(context: Context, zones: Iterable[BoardSection]) -> frozenset[Square]:
    """The squares on which a block may lie, those of some zones counted in."""
    board = context.board
    on_zones = {square for zone in zones for square in zone.owned}
    return (board.walkable_squares - board.shut_doors - board.entry_squares) | on_zones


def _tiles(context: Context, zones: Sequence[BoardSection]) -> tuple[tuple[Sequence[Site], Sequence[Site]], Walk]:
    """The places of both tiles, and the ways on foot while they are lifted off."""
    table, walk = _lifted(context, zones)
    home = table.of(zones[0].covers, zones[0].enclosed)
    alike = zones[0].enclosed == zones[1].enclosed
    alike = alike and turned_shapes(zones[0].covers)[0] in turned_shapes(zones[1].covers)
    return (home, home if alike else table.of(zones[1].covers, zones[1].enclosed)), walk


def _lifted(context: Context, zones: Collection[BoardSection]) -> tuple[TileSites, Walk]:
    table = TileSites(context.board, zones, context.walk_graph, context.strict)
    adjacent: dict[Square, list[Square]] = {square: [] for square in table.walked}
    for one, other in chain.from_iterable(legal_steps(table.ground, table.walked, context.strict).values()):
        adjacent[one].append(other)
        adjacent[other].append(one)
    return table, Walk(adjacent)


def _site_of(sites: Iterable[Site], zone: BoardSection) -> Site | None:
    wanted = set(zone.covers)
    return next((site for site in sites if wanted == {*site.squares}), None)


class Farthest:
    """The two sites farthest apart: of two lists, between their nearest feet, `wanted` those where the zones lie.

    Through any square s two sites are at most d(p, s) + d(s, q) apart, so distances from a few landmarks in the middle
    of an area leave only sites near its ends; what is left is walked from, site by site, the most promising first.
    This is the bounding of eccentricities that Takes and Kosters describe, for sites in place of nodes: exact, where
    it is `settled`.
    """

    def __init__(self, walk: Walk, lists: Sequence[Sequence[Site]], wanted: Sequence[Site | None], gap: bool) -> None:
        self._walk, self._lists, self._wanted, self._gap = walk, lists, wanted, gap
        self.settled = True
        self._best: Pair | None = None

    @property
    def now(self) -> int:
        """The distance of the present places as the search measures them; less than none where it knows none."""
        one, other = self._wanted
        steps = nearest(self._walk.steps(one.feet), other.feet) if one and other else FAR
        return steps if steps != FAR else -2

    def longer_than(self, than: int) -> Pair | None:
        """Two sites more steps apart: with one zone as it lies, or else the two farthest apart."""
        self._least = than + 1
        for which, site in enumerate(self._wanted):
            if site and self._look(which, site, self._walk.steps(site.feet), self._lists[1 - which]):
                return self._best
        for area in self._walk.areas():
            if len(area) > self._least and not self._in_area(area):
                break
        return self._best

    def _look(self, which: int, site: Site, steps: Mapping[Square, int], others: Iterable[Site]) -> bool:
        """Whether a site is far enough from another, given the steps from it; the best such pair is kept."""
        far = [(apart, other) for other in others if self._least <= (apart := nearest(steps, other.feet)) < FAR]
        pairs = (Pair(apart, *((site, other) if which == 0 else (other, site))) for apart, other in far)
        for pair in sorted(pairs, key=lambda pair: pair.key):
            if self._best is not None and pair.key >= self._best.key:
                return False
            if not pair.one.clashes(pair.other.squares, self._gap):
                self._best, self._least = pair, pair.steps
                return True
        return False

    def _in_area(self, area: Collection[Square]) -> bool:
        """Look through the sites with feet in one area; whether that took not too long."""
        left: _Left = [{site: [] for site in sites if any(foot in area for foot in site.feet)} for sites in self._lists]
        same = self._lists[0] is self._lists[1]
        spread, turn = dict.fromkeys(area, 0), 0
        landmarks: list[Square] = []
        while all(left):
            if self._walk.spent > MOST_WALKED:
                self.settled = False
                return False
            which = turn if turn < 2 else int(len(left[1]) < len(left[0]))
            site = self._next(left, which, turn)
            steps = self._walk.steps(site.feet)
            for way in (0, 1) if same else (which,):
                if site not in self._wanted:  # those were walked from before
                    self._look(way, site, steps, left[1 - way])
                left[way].pop(site, None)
            if turn < 2 or min(map(len, left)) > FEW:
                spread = {square: max(apart, steps[square]) for square, apart in spread.items()}
            if turn and (not landmarks or min(map(len, left)) > FEW):
                landmarks.append(_landmark(spread, steps, landmarks))
                there = self._walk.steps(landmarks[-1:])
                for sites in left:
                    for one, bounds in sites.items():
                        bounds.append(nearest(there, one.feet))
            self._rule_out(left)
            turn += 1
        return True

    def _next(self, left: _Left, which: int, turn: int) -> Site:
        """The site to walk from: first where the zones lie, or the first and the last; then what may be farthest."""
        sites, wanted = left[which], self._wanted[which]
        if turn < 2:
            return wanted if wanted in sites else list(sites)[-turn]
        most = _most(left[1 - which])
        return max(sites, key=lambda site: _bound(sites[site], most))

    def _rule_out(self, left: _Left) -> None:
        """Leave out all sites that cannot be far enough from any other; each list bounds the other."""
        before = -1
        while all(left) and before != (before := sum(map(len, left))):
            for which in (0, 1):
                most = _most(left[1 - which])
                left[which] = {s: own for s, own in left[which].items() if _bound(own, most) >= self._least}
                if len(left[0]) * len(left[1]) <= MOST_PAIRS:
                    others = left[1 - which]
                    left[which] = {s: o for s, o in left[which].items() if self._some(which, s, o, others)}

    def _some(self, which: int, site: Site, own: Sequence[int], others: Mapping[Site, Sequence[int]]) -> bool:
        """Whether a site may be farther from one of some others than the best pair, or as far and rather named."""
        for other, theirs in others.items():
            most = _bound(own, theirs)
            if most > self._least or (most == self._least and self._best is None):
                return True
            if most == self._least and self._best is not None:
                pairs = [(site, other) if which == 0 else (other, site)]
                pairs += [pairs[0][::-1]] if self._lists[0] is self._lists[1] else []
                if any(Pair(most, *pair).key < self._best.key for pair in pairs):
                    return True
        return False


_Left = list[dict[Site, list[int]]]
"""The sites of both lists that may still be a pair sought, each with its steps to each landmark."""


def _most(sites: Mapping[Site, Sequence[int]]) -> list[int]:
    """How far the farthest of some sites is from each landmark."""
    return list(map(max, zip(*sites.values(), strict=True)))


def _bound(own: Sequence[int], most: Sequence[int]) -> int:
    """How far a site and any of the others are apart, at most."""
    return min(map(add, own, most), default=FAR)


def _landmark(spread: Mapping[Square, int], steps: Mapping[Square, int], asked: Sequence[Square]) -> Square:
    """The next landmark, given the longest way walked to each square, the last walk, and the landmarks before.

    First squares from which no way walked so far is long, as what is farthest apart lies on either side of those; then
    squares on the way from the site walked from last, nearer to it each time.
    """
    least = min(spread.values())
    middle = sorted((square for square, apart in spread.items() if apart == least), key=row_major)
    for square in (middle[0], middle[-1]):
        if square not in asked and len(asked) < HUBS:
            return square
    longest = max(steps[square] for square in spread)
    wanted = min(max(longest >> len(asked), 1), longest)
    return min((s for s in spread if steps[s] == wanted), key=lambda square: (spread[square], row_major(square)))


def _fault(squares: tuple[Square, ...], present: int, best: Pair, lost: str) -> Violation:
    one, other = best.one.squares, best.other.squares
    places = f"{one[0]} to {one[-1]} and {other[0]} to {other[-1]}"
    said = f"the end zones are {present} steps apart on foot; at {places} they would be {best.steps} apart{lost}"
    return Violation(message=said, squares=(*squares, *one, *other), measured=present, required=best.steps)


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
    def said(self) -> int | str:
        """One number where all distances are the same, else from the least to the longest."""
        return self.least if self.least == self.most else f"{self.least} to {self.most}"


class Better(NamedTuple):
    """A better place for one zone, and how far apart the zones would be with it."""

    spread: Spread
    zone: BoardSection
    site: Site


def _several(context: Context, zones: Sequence[BoardSection], settings: RuleSettings) -> Iterator[Violation]:
    """A fault when more than two zones would be more equidistant with one of them elsewhere."""
    zones = sorted(zones, key=lambda zone: min(map(row_major, zone.covers)))
    distances = _between(_on_foot(context), zones)
    if max(distances) == FAR:
        return
    now = Spread(min(distances), max(distances))
    found = [better for zone in zones if (better := _better(context, zone, zones, now, settings))]
    if found:
        best = max(found, key=lambda better: better.spread.rank)
        squares = tuple(square for zone in zones for square in zone.covers)
        lost = not_counted(context.board, squares, why="walks across")
        place = f"the {best.zone.side} one at {best.site.squares[0]} to {best.site.squares[-1]}"
        said = f"the end zones are {now.said} steps apart on foot; with {place} they would be {best.spread.said}{lost}"
        squares += best.site.squares
        yield Violation(message=said, squares=squares, measured=now.said, required=best.spread.said)


def _between(walk: Walk, zones: Sequence[BoardSection]) -> list[int]:
    """The steps between the nearest squares of each two zones; FAR where no way leads."""
    tables = {zone: walk.steps(zone.owned) for zone in zones}
    return [nearest(tables[one], other.owned) for one, other in combinations(zones, 2)]


def _better(
    context: Context, zone: BoardSection, zones: Sequence[BoardSection], now: Spread, settings: RuleSettings
) -> Better | None:
    """The best place for one zone, if it is better than `now` and than its own place measured likewise.

    None also where a shortest way between two of the others leads through the zone itself: then moving it would change
    more than its own distances.
    """
    others = [other for other in zones if other is not zone]
    walk = _on_foot(context)
    kept = _between(walk, others)
    tiles = settings.zone == "tile"
    if tiles:
        table, walk = _lifted(context, [zone])
        sites = table.of(zone.covers, zone.enclosed)
    else:
        free = _free(context, [zone]).difference(*(other.owned for other in others))
        sites = block_sites(free, walk.adjacent, settings.block)
    if _between(walk, others) != kept:
        return None
    tables, fixed = [walk.steps(other.owned) for other in others], {at for other in others for at in other.covers}
    found: dict[Site, Spread] = {}
    for site in sites:
        steps = [nearest(table, site.feet) for table in tables]
        if max(steps) < FAR:
            found[site] = Spread(min(min(steps) + tiles, *kept), max(max(steps) + tiles, *kept))
    own = _site_of(found, zone)
    beat = max(now.rank, found[own].rank) if own and not own.clashes(fixed, tiles) else now.rank
    ahead = [site for site, spread in found.items() if spread.rank > beat and not site.clashes(fixed, tiles)]
    best = min(ahead, key=lambda site: (-found[site].least, found[site].most, site), default=None)
    return Better(found[best], zone, best) if best else None

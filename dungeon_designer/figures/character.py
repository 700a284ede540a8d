"""What kind of dungeon it is: how open and how long, its ways round and dead ends, what parts the sides, how far one
sees, and where the walking goes.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise, product

import networkx as nx
import numpy as np

from dungeon_designer.analysis.corridors import blocks, covered
from dungeon_designer.figures.arrays import Ints, WalkingSteps
from dungeon_designer.figures.survey import Survey
from dungeon_designer.grid import Square, block, groups, row_major
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind

MOST_LOOKED_AT = 1_000_000
"""So many squares are walked over at most for the length, all walks together."""

MOST_WAYS = 40
"""No more ways than these are looked for between sides: whoever holds so many squares holds a dungeon."""

MOST_WALKED = 200_000
"""Nor more than walk over so many squares, all ways together."""

STRIDE = 1 << 20
"""More than the squares of any row or column."""

ENDS = -1, -2
"""What two sides set up on, as nodes of a graph of squares."""


def squares(survey: Survey) -> float:
    """All floor squares, whatever lies on them."""
    return float(len(survey.grid))


def walking_squares(survey: Survey) -> float:
    """Squares one walks on foot: no obstacle, liquid, chasm or cliff, no portal, no entry; chests and traps count."""
    return float(len(survey.squares))


def broad(survey: Survey, most: int = 3) -> dict[Square, int]:
    """The size of the largest block of walking squares without a wall inside that covers each square, up to `most`."""
    ground, walls = survey.ground, survey.board.walls
    wide = dict.fromkeys(ground, 1)
    for size in range(2, most + 1):
        wide.update(dict.fromkeys(covered(blocks(ground, walls, size), size), size))
    return wide


def narrow_ways(survey: Survey) -> float | None:
    """Share of the walking squares that lie in ways at most two wide: no block of 3x3 walking squares covers them.

    The picture `width` shows it.
    """
    wide = broad(survey).values()
    return sum(size < 3 for size in wide) / len(wide) if wide else None


def open_floor(survey: Survey) -> float | None:
    """Share of the walking squares that are open floor: a block of 3x3 walking squares without a wall covers them."""
    wide = broad(survey).values()
    return sum(size >= 3 for size in wide) / len(wide) if wide else None


def free_neighbours(survey: Survey) -> float | None:
    """The mean number of squares one can step to on foot from a walking square, 0 to 8."""
    return 2 * len(survey.drawn.pairs) / len(survey.squares) if len(survey.squares) else None


def length(survey: Survey) -> float | None:
    """Steps on foot between the two squares farthest apart of those one can walk between.

    Squares are walked from until no other can be farther from any (Takes and Kosters, Determining the Diameter of Small
    World Networks, 2011). Of a dungeon of thousands of squares that may take too long: then it is at least so much.
    """
    if not len(survey.squares):
        return None
    bound = np.where(survey.walk.nodes, np.inf, -1)
    longest, at = 0.0, int(survey.squares[0])
    for _ in range(MOST_LOOKED_AT // len(survey.squares) + 1):
        steps = survey.walk.distances([at])
        known = np.isfinite(steps)
        farthest = float(steps[known].max())
        longest = max(longest, farthest)
        bound[known] = np.minimum(bound[known], steps[known] + farthest)
        bound[at] = -1
        if bound.max() <= longest:
            break
        at = int(bound.argmax())
    return longest


def loops(survey: Survey) -> float:
    """Ways round: how many closed ways there are of which none is made up of others, nor lies within 2x2 squares.

    In other words the holes in the floor, a pillar being one, each counted once however many ways lead round it. By
    Euler's formula: areas - squares - straight steps + in each 2x2 squares the steps that hold them together.
    """
    pairs, beside = survey.drawn.pairs, survey.drawn.adjacent
    left, areas = set(survey.squares.tolist()), 0
    while left:
        wave, areas = {left.pop()}, areas + 1
        while wave:
            wave = left.intersection(set().union(*[beside[at] for at in wave]))
            left -= wave
    x, y = survey.grid.x[pairs].astype(np.int64), survey.grid.y[pairs]
    upright, flat = x[:, 0] == x[:, 1], y[:, 0] == y[:, 1]
    straight = upright | flat
    near = (x.min(axis=1) + 1) * STRIDE + y.min(axis=1) + 1  # the 2x2 squares a step lies within, by upper left square
    within = np.concatenate((near, (near - upright * STRIDE - flat)[straight]))
    _, number, steps = np.unique(within, return_inverse=True, return_counts=True)
    ends = np.repeat(number, 2) * len(survey.grid) + np.concatenate((pairs, pairs[straight])).ravel()
    joined = np.bincount(np.unique(ends) // max(len(survey.grid), 1), minlength=len(steps))
    holding = joined - 1 - ((joined == 4) & (steps == 2))  # two steps that cross hold nothing more together
    return float(areas - len(survey.squares) - straight.sum() + holding.sum())


def dead_ends(survey: Survey) -> float:
    """Places one leaves only the way one came: the ends of ways at most two wide, alcoves, and halls with one such way.

    The floor is taken as blocks of 2x2 walking squares that slide from one to the next, and the single squares that no
    block covers. Blocks within 3x3 squares of floor are one place, a hall. A place is a dead end where all that lies
    beside it hangs together without it, unless a zone lies there, or one steps from there onto a portal.
    """
    return float(len(dead_end_places(survey)))


Place = tuple[int, Square]
"""A block of squares: how many each way, and the upper left one. Of a hall it is its first block of 2x2."""


def dead_end_places(survey: Survey) -> list[list[Square]]:
    """The squares of each dead end, in order of their first."""
    ground, walls = survey.ground, survey.board.walls
    anchors = blocks(ground, walls, 2)
    hall = {at: group[0] for group in groups(covered(blocks(ground, walls, 3), 2)) for at in group}
    members: dict[Place, list[Square]] = defaultdict(list)
    over: dict[Square, list[Place]] = defaultdict(list)
    for anchor in anchors:
        place = (2, hall.get(anchor, anchor))
        members[place].append(anchor)
        for square in block(anchor, (2, 2)):
            over[square].append(place)
    beside: nx.Graph[Place] = nx.Graph()
    for x, y in anchors:
        for there in anchors.intersection(((x + 1, y), (x, y + 1))):
            beside.add_edge((2, hall.get((x, y), (x, y))), (2, hall.get(there, there)))
    for one, other in survey.drawn.pairs.tolist():
        a, b = survey.grid.squares[one], survey.grid.squares[other]
        if (a[0] == b[0] or a[1] == b[1]) and not (a in over and b in over):
            beside.add_edges_from(product(over.get(a, [(1, a)]), over.get(b, [(1, b)])))
    beside.remove_edges_from(list(nx.selfloop_edges(beside)))
    leads_on = set(survey.grid.places(near for squares in survey.next_to.values() for near in squares))
    leads_on.update(at for zone in survey.board.of_kind(SectionKind.END_ZONE) for at in zone.squares)
    found = []
    for place in beside:
        squares = covered(members.get(place, [place[1]]), place[0])
        if leads_on.isdisjoint(squares) and _hang_together(set(beside[place]), beside):
            found.append(sorted(squares, key=row_major))
    return sorted(found, key=lambda squares: row_major(squares[0]))


def _hang_together(places: set[Place], beside: nx.Graph[Place]) -> bool:
    """Whether some places, one at least, are joined by steps among them alone. (A subgraph takes ten times as long.)"""
    wave = set([*places][:1])
    found = bool(wave)
    while wave:
        places = places - wave
        wave = places.intersection(there for at in wave for there in beside[at])
    return found and not places


def least_cut(survey: Survey) -> float | None:
    """The fewest squares whose loss parts two sides on foot, the squares they set up on aside.

    None where two sides cannot walk to each other anyhow, where they set up beside each other, or where it takes more
    than 40 squares, of a dungeon of 20,000 squares more than 10.
    """
    most = min(MOST_WAYS, MOST_WALKED // max(len(survey.squares), 1))
    found = []
    for one, other in combinations(survey.sides, 2):
        if (graph := _between(survey, one, other)) is not None:
            found.append(nx.algorithms.connectivity.local_node_connectivity(graph, *ENDS, cutoff=most + 1))
    return min((float(cut) for cut in found if 0 < cut <= most), default=None)


def cut_squares(survey: Survey) -> float | None:
    """Squares any one of which parts two sides on foot when it is lost, those they set up on aside."""
    return float(len(cutting(survey))) if len(survey.sides) > 1 else None


def cutting(survey: Survey) -> Ints:
    """The numbers of those squares: where a way from side to side goes from one biconnected part to the next. O(N)."""
    found: set[int] = set()
    for one, other in combinations(survey.sides, 2):
        graph = _between(survey, one, other)
        if graph is None or not nx.has_path(graph, *ENDS):
            continue
        parts = enumerate(nx.biconnected_component_edges(graph))
        part_of = {frozenset(step): number for number, steps in parts for step in steps}
        path = nx.shortest_path(graph, *ENDS)
        passed = pairwise([part_of[frozenset(step)] for step in pairwise(path)])
        found.update(at for at, (before, after) in zip(path[1:-1], passed, strict=True) if before != after)
    return np.array(sorted(found), dtype=np.int32)


def _between(survey: Survey, one: Team, other: Team) -> nx.Graph[int] | None:
    """The walking graph with what two sides set up on as two nodes, `ENDS`; None where they set up side by side."""
    ends = dict.fromkeys(survey.set_up[one], ENDS[0])
    if ends.keys() & set(survey.set_up[other]):
        return None
    ends.update(dict.fromkeys(survey.set_up[other], ENDS[1]))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(ENDS)
    graph.add_edges_from((ends.get(a, a), ends.get(b, b)) for a, b in survey.walk.pairs.tolist())
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return None if graph.has_edge(*ENDS) else graph


def pocket_squares(survey: Survey) -> float | None:
    """Squares in pockets: those a ball may roll into and nobody follows before a chest that shuts them off is opened.

    With chests that cannot be walked over as walls, the squares nobody gets to on foot or out of a portal, though one
    does without. Where a chest is entered to open it, nothing gets stuck: None.
    """
    return float(len(pockets(survey))) if survey.beside else None


def pockets(survey: Survey) -> Ints:
    """The numbers of those squares."""
    shut = survey.grid.is_chest
    starts = {square for squares in survey.set_up.values() for square in squares}
    starts.update(near for portal in survey.portal_squares for near in survey.on_foot(survey.next_to[portal]))
    open_ways = WalkingSteps(survey.walk.nodes & ~shut, survey.walk.pairs).distances(starts)
    ways = survey.walk.distances(starts)
    return np.flatnonzero(np.isfinite(ways) & ~np.isfinite(open_ways) & ~shut).astype(np.int32)


def mean_sight(survey: Survey) -> float | None:
    """The mean number of other squares one sees from a square one can stand on, of those one can stand on.

    The mean area of isovists (Benedikt, To Take Hold of Space, 1979), by the edition's lines of sight. Of boards with
    more than 632 such squares 100 look, evenly chosen, at as many as 20,000 lines allow. The picture `sight` shows it.
    """
    counts = survey.views.counts()
    return float(counts.mean()) if len(counts) else None


def longest_sight(survey: Survey) -> float | None:
    """How many squares apart the two are, of squares one can stand on, that are farthest apart and see each other.

    Counted as passes are. Of boards with more than 632 such squares, of those pairs that are asked.
    """
    views, grid = survey.views, survey.grid
    if not len(views.origins):
        return None
    across = np.abs(grid.x[views.origins][:, None] - grid.x[views.targets])
    down = np.abs(grid.y[views.origins][:, None] - grid.y[views.targets])
    return float((np.maximum(across, down) * views.seen).max())


def portal_share(survey: Survey) -> float | None:
    """The share of all walking that goes by portals.

    Of all ways of the fewest steps expected, from each square one walks to each chest, those that step on a portal.
    """
    if not survey.chests or not len(survey.squares):
        return None
    ways = survey.ways_to_chest.from_squares(survey.squares)
    known = np.isfinite(ways.steps).sum()
    return float(ways.jumped.sum() / known) if known else None


def busiest_square(survey: Survey) -> float | None:
    """Share of all walks between sides and chests that lead over the busiest square, the ends of walks aside.

    Of several shortest ways each is as likely; so this is the highest betweenness of the walks that are made in a match
    (Freeman 1977). 1 where all must pass one square. The picture `traffic` shows it.
    """
    if not survey.sides or not survey.chests:
        return None
    between = survey.traffic.copy()
    between[survey.chest_squares] = 0
    between[[square for squares in survey.set_up.values() for square in squares]] = 0
    return float(between.max(initial=0))


def traps_on_ways(survey: Survey) -> float | None:
    """The mean number of squares with a trap on a shortest way between a side and a chest; face-down counters count."""
    if not survey.sides or not survey.chests:
        return None
    traps = {at for trap in survey.board.traps for at in survey.grid.numbers(trap.squares)}
    return float(np.sum(survey.traffic[sorted(traps)])) if traps else 0.0

"""What kind of dungeon it is: how open and how long, its ways round and dead ends, what parts the sides, how far one
sees, and where the walking goes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import networkx as nx
import numpy as np

from dungeon_designer.figures.arrays import WALL, Flags, Ints, Walk
from dungeon_designer.figures.survey import Survey
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind

MOST_LOOKED_AT = 1_000_000
"""So many squares are walked over at most for the length, all walks together."""

MOST_WAYS = 40
"""No more ways than these are looked for between sides: whoever holds so many squares holds a dungeon."""

MOST_WALKED = 200_000
"""Nor more than walk over so many squares, all ways together."""

ENDS = -1, -2
"""What two sides set up on, as nodes of a graph of squares."""

EAST, SOUTH_EAST, SOUTH = 2, 3, 4
"""Columns of `neighbours`."""


def squares(survey: Survey) -> float:
    """All floor squares, whatever lies on them."""
    return float(len(survey.grid))


def walking_squares(survey: Survey) -> float:
    """Squares one walks on foot: no obstacle, liquid, chasm or cliff, no portal, no entry; chests and traps count."""
    return float(len(survey.squares))


def blocks(survey: Survey, size: int) -> Ints:
    """The upper left square of each block of walking squares, so many each way, without a wall inside.

    A block of three is four blocks of two, and so on. -1 beside an array is its last square, which begins no block.
    """
    around, at = survey.grid.neighbours, survey.drawn.nodes
    east, south, corner = around[:, EAST], around[:, SOUTH], around[:, SOUTH_EAST]
    for number in range(2, size + 1):
        at = at & at[east] & at[south] & at[corner]
        if number == 2:
            free = survey.grid.edges != WALL
            at &= (around[:, (EAST, SOUTH, SOUTH_EAST)] >= 0).all(axis=1)
            at &= free[:, 1] & free[:, 2] & free[east, 2] & free[south, 1]
    return np.flatnonzero(at).astype(np.int32)


def covered(survey: Survey, anchors: Ints, size: int) -> Ints:
    """The squares of some blocks, each once and sorted."""
    rows, around = [anchors], survey.grid.neighbours
    for _ in range(1, size):
        rows.append(around[rows[-1], SOUTH])
    cells = [np.concatenate(rows)]
    for _ in range(1, size):
        cells.append(around[cells[-1], EAST])
    return np.unique(np.concatenate(cells)).astype(np.int32)


def broad(survey: Survey, most: int = 3) -> Ints:
    """The size of the largest block of walking squares without a wall inside that covers each square, up to `most`."""
    wide: Ints = survey.drawn.nodes.astype(np.int32)
    for size in range(2, most + 1):
        wide[covered(survey, blocks(survey, size), size)] = size
    return wide


def narrow_ways(survey: Survey) -> float | None:
    """Share of the walking squares that lie in ways at most two wide: no block of 3x3 walking squares covers them.

    The picture `width` shows it.
    """
    return _share(survey, broad(survey) < 3)


def open_floor(survey: Survey) -> float | None:
    """Share of the walking squares that are open floor: a block of 3x3 walking squares without a wall covers them."""
    return _share(survey, broad(survey) >= 3)


def _share(survey: Survey, which: Flags) -> float | None:
    return float(which[survey.squares].mean()) if len(survey.squares) else None


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
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(survey.squares.tolist())
    graph.add_edges_from(steps := survey.drawn.pairs.tolist())
    areas = nx.number_connected_components(graph)
    places, straight = survey.board.squares, 0
    within: dict[tuple[int, int], list[list[int]]] = defaultdict(list)
    for step in steps:
        (ax, ay), (bx, by) = places[step[0]], places[step[1]]
        straight += ax == bx or ay == by
        for x, y in product({min(ax, bx), max(ax, bx) - 1}, {min(ay, by), max(ay, by) - 1}):
            within[x, y].append(step)
    return float(areas - len(survey.squares) - straight + sum(map(_holding, within.values())))


def _holding(steps: list[list[int]]) -> int:
    """How many of some steps within 2x2 squares hold together what hangs together.

    >>> _holding([[0, 1]]), _holding([[0, 1], [2, 3]]), _holding([[0, 1], [1, 2], [0, 2]])
    (1, 2, 2)
    """
    ends = {end for step in steps for end in step}
    return len(ends) - 1 - (len(ends) == 4 and len(steps) == 2)


def dead_ends(survey: Survey) -> float:
    """Places one leaves only the way one came: the ends of ways at most two wide, alcoves, and halls with one such way.

    The floor is taken as blocks of 2x2 walking squares that slide from one to the next, and the single squares that no
    block covers. Blocks within 3x3 squares of floor are one place, a hall. A place is a dead end where all that lies
    beside it hangs together without it, unless a zone lies there, or one steps from there onto a portal.
    """
    return float(len(dead_end_places(survey)))


def dead_end_places(survey: Survey) -> list[Ints]:
    """The squares of each dead end, in order of their first."""
    anchors = blocks(survey, 2)
    hall = _halls(survey)
    beside: nx.Graph[int] = nx.Graph()
    beside.add_edges_from((hall.get(a, a), hall.get(b, b)) for a, b in _side_by_side(survey, anchors))
    beside.remove_edges_from(list(nx.selfloop_edges(beside)))
    leads_on = {near for squares in survey.next_to.values() for near in squares}
    for section in survey.board.of_kind(SectionKind.END_ZONE):
        leads_on.update(survey.grid.numbers(section.owned))
    members = defaultdict(list)
    for anchor in anchors.tolist():
        members[hall.get(anchor, anchor)].append(anchor)
    found = []
    for place in beside:
        squares = covered(survey, np.array(members[place]), 2) if place >= 0 else np.array([-1 - place], dtype=np.int32)
        if leads_on.isdisjoint(squares.tolist()) and _hang_together(set(beside[place]), beside):
            found.append(squares)
    return sorted(found, key=lambda squares: int(squares[0]))


def _hang_together(places: set[int], beside: nx.Graph[int]) -> bool:
    """Whether some places, one at least, are joined by steps among them alone. (A subgraph takes ten times as long.)"""
    wave = set([*places][:1])
    found = bool(wave)
    while wave:
        places = places - wave
        wave = places.intersection(there for at in wave for there in beside[at])
    return found and not places


def _halls(survey: Survey) -> dict[int, int]:
    """Of each block within 3x3 squares of floor, the first block of its hall."""
    around, wide = survey.grid.neighbours, set(covered(survey, blocks(survey, 3), 2).tolist())
    floor: nx.Graph[int] = nx.Graph()
    floor.add_nodes_from(wide)
    floor.add_edges_from((at, there) for at in wide for there in around[at, (EAST, SOUTH)].tolist() if there in wide)
    return {block: min(hall) for hall in nx.connected_components(floor) for block in hall}


def _side_by_side(survey: Survey, anchors: Ints) -> Iterator[tuple[int, int]]:
    """Pairs of blocks, by their upper left squares, and single squares, by -1 less their number, beside each other."""
    around, known = survey.grid.neighbours, set(anchors.tolist())
    over: dict[int, list[int]] = defaultdict(list)
    for anchor, beside in zip(anchors.tolist(), around[anchors].tolist(), strict=True):
        yield from ((anchor, beside[side]) for side in (EAST, SOUTH) if beside[side] in known)
        for square in (anchor, beside[EAST], beside[SOUTH], beside[SOUTH_EAST]):
            over[square].append(anchor)
    x, y = survey.grid.x, survey.grid.y
    for one, other in survey.drawn.pairs.tolist():
        if (x[one] == x[other] or y[one] == y[other]) and not (one in over and other in over):
            yield from product(over.get(one, [-1 - one]), over.get(other, [-1 - other]))


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
    open_ways = Walk(survey.walk.nodes & ~shut, survey.walk.pairs).distances(starts)
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

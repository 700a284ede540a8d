"""Measure what kind of dungeon a board is: openness, length, loops, dead ends, cuts between teams, sight and traffic.

The functions named in `measures.toml` are figures; their docstrings are the definitions in the manual.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise, product

import networkx as nx
import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.corridors import find_blocks, find_covered_squares
from dungeon_designer.figures.arrays import Flags, Ints, WalkingSteps
from dungeon_designer.figures.survey import Survey
from dungeon_designer.grid import Square, find_connected_groups, list_block_squares, rank_by_row
from dungeon_designer.kinds import Team
from dungeon_designer.layout.model import SectionKind

MAX_LENGTH_WORK = 1_000_000
"""Greatest number of squares visited by all searches for the length together."""

MAX_CUT = 40
"""Greatest cut between two teams that is searched: a team that holds so many squares holds a dungeon."""

MAX_CUT_WORK = 200_000
"""Greatest number of squares visited by all routes of a search for a cut together."""

LongInts = npt.NDArray[np.int64]

ROW_STRIDE = 1 << 20
"""More than the number of squares of any row or column."""

TEAM_NODES = -1, -2
"""The nodes of a graph of squares that stand for the set-up squares of two teams."""


def squares(survey: Survey) -> float:
    """Count all floor squares, whatever lies on them."""
    return float(len(survey.grid))


def walking_squares(survey: Survey) -> float:
    """Count the squares that players walk on: no obstacle, liquid, chasm or cliff, no portal, no entry.

    Squares with chests and traps count.
    """
    return float(len(survey.walking_squares))


def measure_widths(survey: Survey, max_size: int = 3) -> dict[Square, int]:
    """Return how wide the floor is at each walking square: the side of the largest block that covers it.

    A block is a square of n x n walking squares without a wall inside, with n from 1 to `max_size`.
    """
    ground, walls = survey.ground, survey.board.walls
    size_by_square = dict.fromkeys(ground, 1)
    for size in range(2, max_size + 1):
        size_by_square.update(dict.fromkeys(find_covered_squares(find_blocks(ground, walls, size), size), size))
    return size_by_square


def narrow_ways(survey: Survey) -> float | None:
    """Measure the share of the walking squares in passages at most two wide.

    No block of 3x3 walking squares covers these squares. The picture `width` shows them.
    """
    widths = measure_widths(survey).values()
    return sum(size < 3 for size in widths) / len(widths) if widths else None


def open_floor(survey: Survey) -> float | None:
    """Measure the share of the walking squares that are open floor.

    A block of 3x3 walking squares without a wall inside covers these squares.
    """
    widths = measure_widths(survey).values()
    return sum(size >= 3 for size in widths) / len(widths) if widths else None


def free_neighbours(survey: Survey) -> float | None:
    """Measure the mean number of squares, 0 to 8, to which a player steps from a walking square, as drawn."""
    return 2 * len(survey.drawn_steps.pairs) / len(survey.walking_squares) if len(survey.walking_squares) else None


def length(survey: Survey) -> float | None:
    """Measure the steps on foot between the two connected squares that are farthest apart.

    The search follows Takes and Kosters, Determining the Diameter of Small World Networks, 2011. In a dungeon of
    thousands of squares the result may be a lower bound.
    """
    # A search from one square gives an upper bound for all others. The next one starts where the bound is highest,
    # until no square can be farther from any.
    if not len(survey.walking_squares):
        return None
    bound = np.where(survey.walking_steps.nodes, np.inf, -1)
    longest, start = 0.0, int(survey.walking_squares[0])
    for _ in range(MAX_LENGTH_WORK // len(survey.walking_squares) + 1):
        steps = survey.walking_steps.measure_distances([start])
        is_reached = np.isfinite(steps)
        farthest = float(steps[is_reached].max())
        longest = max(longest, farthest)
        bound[is_reached] = np.minimum(bound[is_reached], steps[is_reached] + farthest)
        bound[start] = -1
        if bound.max() <= longest:
            break
        start = int(bound.argmax())
    return longest


def loops(survey: Survey) -> float:
    """Count the independent loops: closed routes that are not made up of others and do not lie within 2x2 squares.

    These are the holes in the floor, such as pillars. Each counts once, however many routes lead round it.
    """
    # Euler's formula: areas (parts of the floor connected on foot) - squares - straight steps + in each 2x2 squares
    # the steps that link the squares.
    pairs, areas = survey.drawn_steps.pairs, _count_areas(survey)
    x, y = survey.grid.x[pairs].astype(np.int64), survey.grid.y[pairs].astype(np.int64)
    is_vertical, is_horizontal = x[:, 0] == x[:, 1], y[:, 0] == y[:, 1]
    is_straight = is_vertical | is_horizontal
    block_numbers = _number_blocks(x, y, is_vertical, is_horizontal)
    pairs_in_blocks = np.concatenate((pairs, pairs[is_straight]))
    linking_steps = _count_linking_steps(block_numbers, pairs_in_blocks, len(survey.grid))
    return float(areas - len(survey.walking_squares) - is_straight.sum() + linking_steps)


def _number_blocks(x: LongInts, y: LongInts, is_vertical: Flags, is_horizontal: Flags) -> LongInts:
    """Return a number for each block of 2x2 squares around each step; the same block always has the same number.

    A diagonal step lies in one block. A straight step lies in two, beside each other: a vertical step in that to its
    right and that to its left, a horizontal step in that below and that above.

    Args:
        x: the columns of the two squares of each step, a row for each step.
        y: their rows.
        is_vertical: whether each step leads up or down.
        is_horizontal: whether each step leads left or right.

    Returns:
        The number of the first block of each step, then that of the second block of each straight step.
    """
    # A block is numbered by its upper left square. That may lie one square outside the grid, so 1 is added to both.
    first_blocks = (x.min(axis=1) + 1) * ROW_STRIDE + y.min(axis=1) + 1
    second_blocks = first_blocks - is_vertical * ROW_STRIDE - is_horizontal  # one square to the left, or up
    return np.concatenate((first_blocks, second_blocks[is_vertical | is_horizontal]))


def _count_linking_steps(block_numbers: LongInts, pairs: Ints, grid_size: int) -> int:
    """Return how many steps link the squares inside blocks of 2x2 squares, over all blocks together.

    Of the steps in a block only those count that link squares not yet linked: n squares that hang together are linked
    by n - 1 steps. Four squares with only two steps are two separate pairs, for instance two diagonal steps that cross:
    there two steps link, one less than three.

    Args:
        block_numbers: the number of the block in which each step lies; a step in two blocks occurs twice.
        pairs: the two squares of each of these steps, as numbers in the grid.
        grid_size: the number of squares of the grid.
    """
    _, block_index, step_counts = np.unique(block_numbers, return_inverse=True, return_counts=True)
    # Each end of a step as one number of block and square, so that a square counts once in a block.
    ends = np.repeat(block_index, 2) * grid_size + pairs.ravel()
    square_counts = np.bincount(np.unique(ends) // max(grid_size, 1), minlength=len(step_counts))
    has_two_pairs = (square_counts == 4) & (step_counts == 2)
    return int((square_counts - 1 - has_two_pairs).sum())


def _count_areas(survey: Survey) -> int:
    """Return the number of parts of the floor, as drawn, between which no route leads on foot."""
    neighbours = survey.drawn_steps.neighbour_lists
    unvisited, areas = set(survey.walking_squares.tolist()), 0
    while unvisited:
        wave, areas = {unvisited.pop()}, areas + 1
        while wave:
            wave = unvisited.intersection(set().union(*[neighbours[square] for square in wave]))
            unvisited -= wave
    return areas


def dead_ends(survey: Survey) -> float:
    """Count the places that players leave only by the route by which they came.

    These are the ends of passages at most two wide, alcoves, and halls with one such passage. The floor is taken as
    blocks of 2x2 walking squares that slide from one to the next, and the single squares that no block covers. Blocks
    within 3x3 squares of floor are one place, a hall. A place is a dead end if the places beside it stay connected
    without it. End zones and places from which players step onto a portal are none.
    """
    return float(len(find_dead_ends(survey)))


FloorBlock = tuple[int, Square]
"""A place: the size of its blocks of squares (1 or 2), and its upper left square; for a hall that of its first block.
"""


def find_dead_ends(survey: Survey) -> list[list[Square]]:
    """Return the squares of each dead end, by row; the dead ends are sorted by their first squares.

    A dead end is a place that one leaves only by the route by which one came. Places are halls, blocks of 2x2 squares
    and single squares. Where an end zone lies, or players step onto a portal, there is no dead end. `dead_ends` has the
    exact definition.
    """
    graph, anchors_by_place = _build_place_graph(survey)
    exits = set(  # from which one leaves by a portal or an entry, or which are in an end zone
        survey.grid.list_squares(neighbour for squares in survey.end_neighbours.values() for neighbour in squares)
    )
    for zone in survey.board.list_sections(SectionKind.END_ZONE):
        exits.update(zone.squares)
    dead_ends = []
    for place in graph:
        block_size, first_square = place
        squares = find_covered_squares(anchors_by_place.get(place, [first_square]), block_size)
        if exits.isdisjoint(squares) and _are_connected(set(graph[place]), graph):
            dead_ends.append(sorted(squares, key=rank_by_row))
    return sorted(dead_ends, key=lambda squares: rank_by_row(squares[0]))


def _build_place_graph(survey: Survey) -> tuple[nx.Graph[FloorBlock], dict[FloorBlock, list[Square]]]:
    """Divide the floor into places: halls, other blocks of 2x2 walking squares, and single squares in no block.

    A block is named by its upper left square, its anchor. A hall consists of the blocks of 2x2 within connected blocks
    of 3x3.

    Returns:
        a graph whose edges link places that are beside each other, and for each hall or block the anchors of the
        blocks of 2x2 in it.
    """
    ground, walls = survey.ground, survey.board.walls
    anchors = find_blocks(ground, walls, 2)
    hall_groups = find_connected_groups(find_covered_squares(find_blocks(ground, walls, 3), 2))
    hall_start = {anchor: group[0] for group in hall_groups for anchor in group}
    place_by_anchor: dict[Square, FloorBlock] = {anchor: (2, hall_start.get(anchor, anchor)) for anchor in anchors}
    anchors_by_place: dict[FloorBlock, list[Square]] = defaultdict(list)
    places_by_square: dict[Square, list[FloorBlock]] = defaultdict(list)
    for anchor, place in place_by_anchor.items():
        anchors_by_place[place].append(anchor)
        for square in list_block_squares(anchor, (2, 2)):
            places_by_square[square].append(place)
    graph: nx.Graph[FloorBlock] = nx.Graph()
    for (x, y), place in place_by_anchor.items():
        for next_anchor in anchors.intersection(((x + 1, y), (x, y + 1))):
            graph.add_edge(place, place_by_anchor[next_anchor])
    for first, second in survey.drawn_steps.pairs.tolist():
        start, end = survey.grid.squares[first], survey.grid.squares[second]
        is_straight = start[0] == end[0] or start[1] == end[1]
        if is_straight and not (start in places_by_square and end in places_by_square):
            start_places = places_by_square.get(start, [(1, start)])
            graph.add_edges_from(product(start_places, places_by_square.get(end, [(1, end)])))
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return graph, anchors_by_place


def _are_connected(places: set[FloorBlock], graph: nx.Graph[FloorBlock]) -> bool:
    """Return whether one can get from each of some places to each other one without leaving them.

    It is False if there are no places. A networkx subgraph would take ten times as long.

    Args:
        places: places (blocks of floor) of the graph
        graph: which places are beside each other
    """
    if not places:
        return False
    unvisited, wave = places, set([*places][:1])
    while wave:
        unvisited = unvisited - wave
        wave = unvisited.intersection(neighbour for place in wave for neighbour in graph[place])
    return not unvisited


def least_cut(survey: Survey) -> float | None:
    """Count the fewest squares, apart from set-up squares, whose loss separates two teams on foot.

    With several pairs of teams the smallest number counts. There is no value where two teams cannot walk to each other
    or set up beside each other. Nor is there one where more than 40 squares are needed (10 in a dungeon of 20,000).
    """
    max_cut = min(MAX_CUT, MAX_CUT_WORK // max(len(survey.walking_squares), 1))
    cuts = []
    for first, second in combinations(survey.teams, 2):
        if (graph := _build_team_graph(survey, first, second)) is not None:
            cuts.append(nx.algorithms.connectivity.local_node_connectivity(graph, *TEAM_NODES, cutoff=max_cut + 1))
    return min((float(cut) for cut in cuts if 0 < cut <= max_cut), default=None)


def cut_squares(survey: Survey) -> float | None:
    """Count the squares, apart from set-up squares, whose loss alone separates two teams on foot."""
    return float(len(find_cut_squares(survey))) if len(survey.teams) > 1 else None


def find_cut_squares(survey: Survey) -> Ints:
    """Return the numbers of the squares of which the loss of any one separates two teams on foot."""
    squares: set[int] = set()
    for first, second in combinations(survey.teams, 2):
        graph = _build_team_graph(survey, first, second)
        if graph is None or not nx.has_path(graph, *TEAM_NODES):
            continue
        components = enumerate(nx.biconnected_component_edges(graph))
        component_by_step = {frozenset(step): number for number, steps in components for step in steps}
        path = nx.shortest_path(graph, *TEAM_NODES)
        component_changes = pairwise([component_by_step[frozenset(step)] for step in pairwise(path)])
        squares.update(
            square for square, (before, after) in zip(path[1:-1], component_changes, strict=True) if before != after
        )
    return np.array(sorted(squares), dtype=np.int32)


def _build_team_graph(survey: Survey, first: Team, second: Team) -> nx.Graph[int] | None:
    """Return the graph of walking steps with all set-up squares of each of two teams merged into a node, `TEAM_NODES`.

    None if the teams share a set-up square or set up one step from each other: then no loss of squares separates them.
    """
    team_node_by_square = dict.fromkeys(survey.set_up_squares[first], TEAM_NODES[0])
    if team_node_by_square.keys() & set(survey.set_up_squares[second]):
        return None
    team_node_by_square.update(dict.fromkeys(survey.set_up_squares[second], TEAM_NODES[1]))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(TEAM_NODES)
    graph.add_edges_from(
        (team_node_by_square.get(start, start), team_node_by_square.get(end, end))
        for start, end in survey.walking_steps.pairs.tolist()
    )
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return None if graph.has_edge(*TEAM_NODES) else graph


def pocket_squares(survey: Survey) -> float | None:
    """Count the squares of pockets behind chests: a ball may roll in, but no player follows before a chest is opened.

    With impassable chests as walls, these are the squares that nobody reaches on foot or from a portal, but would reach
    without the chests. Where a chest is opened by entering, nothing gets stuck and there is no value.
    """
    return float(len(find_pockets(survey))) if survey.opens_beside else None


def find_pockets(survey: Survey) -> Ints:
    """Return the numbers of the squares of pockets: squares that players reach only once a chest is gone.

    The chests' own squares are left out.
    """
    is_chest = survey.grid.is_chest
    starts = {square for squares in survey.set_up_squares.values() for square in squares}
    for portal in survey.portal_squares:
        starts.update(survey.filter_walkable(survey.end_neighbours[portal]))
    ways_around_chests = WalkingSteps(survey.walking_steps.nodes & ~is_chest, survey.walking_steps.pairs)
    is_reached_around_chests = np.isfinite(ways_around_chests.measure_distances(starts))
    is_reached_without_chests = np.isfinite(survey.walking_steps.measure_distances(starts))
    return np.flatnonzero(is_reached_without_chests & ~is_reached_around_chests & ~is_chest).astype(np.int32)


def mean_sight(survey: Survey) -> float | None:
    """Measure the mean number of other squares seen from a square on which a player can stand.

    This is the mean area of isovists (Benedikt, To Take Hold of Space, 1979), by the edition's lines of sight. On
    boards with more than 632 such squares 100 evenly chosen ones look at as many as 20,000 lines allow. The picture
    `sight` shows it.
    """
    counts = survey.views.count_visible()
    return float(counts.mean()) if len(counts) else None


def longest_sight(survey: Survey) -> float | None:
    """Measure the distance of the two squares to stand on that see each other and are farthest apart.

    It is the greater of the offsets across and down, as for passes. On boards with more than 632 such squares only a
    selection of pairs counts.
    """
    views, grid = survey.views, survey.grid
    if not len(views.origins):
        return None
    offset_x = np.abs(grid.x[views.origins][:, None] - grid.x[views.targets])
    offset_y = np.abs(grid.y[views.origins][:, None] - grid.y[views.targets])
    return float((np.maximum(offset_x, offset_y) * views.visible).max())


def portal_share(survey: Survey) -> float | None:
    """Measure the share of all routes to chests that go by portal.

    There is one route of the fewest expected steps from each walking square to each chest.
    """
    if not survey.chests or not len(survey.walking_squares):
        return None
    routes = survey.chest_routes.find_best_routes(survey.walking_squares)
    route_count = np.isfinite(routes.steps).sum()
    return float(routes.uses_portal.sum() / route_count) if route_count else None


def busiest_square(survey: Survey) -> float | None:
    """Measure the share of all walks between teams and chests that lead over the busiest square.

    The squares where teams set up and those of chests, where walks end, do not count. All shortest routes are equally
    likely, so this is the highest betweenness of the walks in a match (Freeman 1977). The picture `traffic` shows it.
    """
    if not survey.teams or not survey.chests:
        return None
    inner_traffic = survey.traffic.copy()
    inner_traffic[survey.chest_squares] = 0
    inner_traffic[[square for squares in survey.set_up_squares.values() for square in squares]] = 0
    return float(inner_traffic.max(initial=0))


def traps_on_ways(survey: Survey) -> float | None:
    """Measure the mean number of squares with a trap on a shortest route between a team and a chest.

    Face-down counters count as traps.
    """
    if not survey.teams or not survey.chests:
        return None
    traps = {square for trap in survey.board.traps for square in survey.grid.list_numbers(trap.squares)}
    return float(np.sum(survey.traffic[sorted(traps)])) if traps else 0.0

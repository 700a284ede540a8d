"""Walking distances between near squares, against the graph of all steps."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from oracle.dungeons import dungeons

from dungeon_designer.analysis.graphs import FAR, Movement, steps
from dungeon_designer.analysis.spacing import DistanceBetween
from dungeon_designer.analysis.walking_steps import OnFoot
from dungeon_designer.board.build import build
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.model import Layout


def footsteps(sketch: str, strict: bool = False) -> DistanceBetween:
    """The walking distances of a sketch's map."""
    board = build(read_layout(sketch.encode(), "hall.dungeon.yaml"))
    return OnFoot(board, Movement.on(board, board.walkable & ~board.is_entry, strict)).apart


@pytest.mark.parametrize("strict", [False, True])
@settings(max_examples=60)
@given(layout=dungeons())
def test_distances_are_those_of_the_graph(strict: bool, layout: Layout) -> None:
    """Between any two squares the steps are the shortest way that crosses no portal, where it is short enough."""
    board = build(layout)
    pairs = steps(board, board.walkable & ~board.is_entry, strict)
    measure = OnFoot(board, Movement(board.walkable & ~board.is_entry, pairs)).apart
    graph: nx.Graph[int] = nx.Graph(pairs.tolist())
    for start in range(0, len(board), 7):
        open_squares = [n for n in graph if n == start or not board.is_portal[n]]
        inner = nx.single_source_shortest_path_length(graph.subgraph(open_squares), start) if start in graph else {}
        ways = {start: 0, **inner}
        for end in range(len(board)):
            if end not in ways and start in graph and end in graph:
                beside = [inner[n] + 1 for n in graph[end] if n in inner]
                ways |= {end: min(beside)} if beside else {}
            length = ways.get(end, int(FAR))
            assert measure(board.square(start), board.square(end), 5) == (length if length < 5 else FAR)


def test_a_wall_is_walked_round() -> None:
    """Two squares with rock between them are as far apart as the way round is long, one shorter for each corner cut."""
    assert footsteps("map: |\n  ...\n  ##.\n  ...\n")((0, 0), (0, 2), 9) == 4


def test_no_way_leads_across_a_portal() -> None:
    """A portal may be the end of a way, not a step of it."""
    measure = footsteps("map: |\n  ..1..\n")
    assert measure((0, 0), (2, 0), 9) == 2
    assert measure((2, 0), (4, 0), 9) == 2
    assert measure((0, 0), (4, 0), 9) == FAR


def test_off_the_floor_there_is_no_way() -> None:
    """Rock and hazards are no end of a way; a square is no step from itself."""
    measure = footsteps("map: |\n  ..~\n")
    assert measure((0, 0), (9, 9), 9) == FAR
    assert measure((9, 9), (0, 0), 9) == FAR
    assert measure((0, 0), (2, 0), 9) == FAR
    assert measure((1, 0), (1, 0), 9) == 0


def test_looking_farther_later_finds_more() -> None:
    """What was too far for one question is found when the next one asks farther."""
    measure = footsteps("map: |\n  ......\n")
    assert measure((0, 0), (5, 0), 3) == FAR
    assert measure((0, 0), (5, 0), 6) == 5

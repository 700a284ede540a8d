"""Whether a square can be taken away without parting its neighbours, against the parts left when it is."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from oracle.dungeons import dungeons

from dungeon_designer.analysis.graphs import steps
from dungeon_designer.analysis.ring import beside, joined_round
from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.model import Layout


@pytest.mark.parametrize("strict", [False, True])
@settings(max_examples=80)
@given(layout=dungeons())
def test_nothing_is_parted(strict: bool, layout: Layout) -> None:
    """Where the answer is yes, the graph of steps has as many parts without the square as with it."""
    board = build(layout)
    graph: nx.Graph[int] = nx.Graph(steps(board, board.walkable, strict).tolist())
    passable = board.edges != WALL
    for square in list(graph):
        if joined_round(board, board.walkable, passable, square, strict):
            part = nx.node_connected_component(graph, square) - {square}
            assert nx.is_connected(graph.subgraph(part))


@pytest.mark.parametrize("strict", [False, True])
@settings(max_examples=40)
@given(layout=dungeons())
def test_beside_are_the_steps(strict: bool, layout: Layout) -> None:
    """The directions one can step in are those of the graph of steps."""
    board = build(layout)
    graph: nx.Graph[int] = nx.Graph(steps(board, board.walkable, strict).tolist())
    passable = board.edges != WALL
    for square in range(len(board)):
        found = {int(board.neighbours[square, d]) for d in beside(board, board.walkable, passable, square, strict)}
        if board.walkable[square]:
            assert found == set(graph.adj.get(square, ()))


@pytest.mark.parametrize(
    ("sketch", "answer"),
    [
        ("...\n...\n...", True),
        ("...\n..#\n...", True),
        ("#.#\n...\n#.#", False),
        (".#.\n...\n...", True),
        (".##\n...\n###", False),
        ("###\n..#\n###", True),
        ("###\n#.#\n###", False),
    ],
)
def test_small_maps(sketch: str, answer: bool) -> None:
    """In the open and in a niche a square can be taken; in a gap, and where nobody could step off, it cannot."""
    text = "map: |\n" + "".join(f"  {row}\n" for row in sketch.split("\n"))
    board = build(read_layout(text.encode(), "hall.dungeon.yaml"))
    assert joined_round(board, board.walkable, board.edges != WALL, board.find((1, 1))) is answer

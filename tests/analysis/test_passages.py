"""Where sections meet, bridges and traps as elements, doors on junctions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from oracle import junctions as by_hand
from oracle.dungeons import draw_dungeons
from oracle.floor import Floor

from dungeon_designer.analysis.passages import (
    BorderRun,
    Junction,
    RunPart,
    build_section_graph,
    centre_door,
    find_door,
    find_element_junctions,
    find_junctions,
    find_junctions_at_bridge_ends,
    find_junctions_of_sections,
    find_run_parts,
    list_middle_doors,
)
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.grid import Side, normalise_edge
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Section,
    SectionKind,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Wall,
)
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests.soak import count, soak


def make_board(*rows: str, enclosed: bool = False, **more: object) -> Board:
    """Return a board with a section for each letter, in the order of the alphabet."""
    letters = sorted({c for row in rows for c in row} - {"#"})
    sections = tuple(
        Section(id=letter, rows=tuple("".join(".#"[c != letter] for c in row) for row in rows)) for letter in letters
    )
    return build_board(Layout(sections=sections, enclosed=enclosed, **more))  # type: ignore[arg-type]


def list_connections(board: Board) -> dict[int, frozenset[int]]:
    """Return the sections connected to each section, as rules are told."""
    return Context(board, load_unchecked_ruleset("naf-2019")).connected_sections_by_index


def test_sections_as_a_graph() -> None:
    """Sections are nodes, and each junction is an edge that knows its length and its doors."""
    board = make_board("AAB", "AAB", "CC#", doors=(EdgeDoor(at=(1, 0), side=Side.EAST),))
    graph = build_section_graph(board, find_junctions(board))
    assert sorted((a, b, data["length"], len(data["doors"])) for a, b, data in graph.edges(data=True)) == [
        (0, 1, 2, 1),
        (0, 2, 2, 0),
    ]


def test_a_straight_border() -> None:
    """Two sections side by side have one junction: one run, as wide as the border."""
    (junction,) = find_junctions(make_board("AABB", "AABB", "AABB"))
    assert junction == Junction((0, 1), (BorderRun((1, 0), Side.EAST, (OPEN, OPEN, OPEN)),))
    assert (junction.width, junction.longest_run) == (3, junction.runs[0])
    assert junction.squares == ((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2))


def test_round_a_corner_it_is_one_junction() -> None:
    """Edges that share a corner of the grid are one chain, as wide as its longest straight run."""
    (junction,) = find_junctions(make_board("ABB", "AAB", "AAB"))
    assert [(run.start, run.side, run.width) for run in junction.runs] == [
        ((0, 0), Side.EAST, 1),
        ((1, 0), Side.SOUTH, 1),
        ((1, 1), Side.EAST, 2),
    ]
    assert junction.width == 2


def test_edges_that_cross_are_one_junction() -> None:
    """Four squares of two sections that meet like a chessboard have one junction of two straight runs."""
    (junction,) = find_junctions(make_board("AB", "BA"))
    assert [(run.start, run.side, run.width) for run in junction.runs] == [
        ((0, 0), Side.EAST, 2),
        ((0, 0), Side.SOUTH, 2),
    ]


def test_apart_they_are_two_junctions_of_one_pair() -> None:
    """Runs on one line with rock between them are chains of their own."""
    found = find_junctions(make_board("AB", "AB", "##", "AB"))
    assert [junction.width for junction in found] == [2, 1]
    assert [junction.pair for junction in found] == [(0, 1), (0, 1)]


def test_corners_do_not_touch() -> None:
    """Sections that share but a corner have no junction and are not connected."""
    board = make_board("A#", "#B")
    assert (find_junctions(board), list_connections(board)) == ((), {})


def test_three_sections_in_a_corner() -> None:
    """Each pair has its own junction, though they share a corner."""
    found = find_junctions(make_board("AB", "AC"))
    assert [(junction.pair, junction.width) for junction in found] == [((0, 1), 1), ((1, 2), 1), ((0, 2), 1)]


def test_runs_know_their_edges() -> None:
    """A run's states are its edges' in order: wall, door, and open, and its edges are named as on the board."""
    doors = (EdgeDoor(at=(1, 1), side=Side.WEST),)
    walls = (Wall(at=(0, 0), side=Side.EAST),)
    (junction,) = find_junctions(make_board("AB", "AB", "AB", doors=doors, walls=walls))
    (run,) = junction.runs
    assert run.states == (WALL, DOOR, OPEN)
    assert run.edges == [normalise_edge((0, y), Side.EAST) for y in range(3)]
    assert (junction.has_edge_state(DOOR), junction.is_passable) == (True, True)


def test_connected_means_passable_somewhere() -> None:
    """Walls part sections that touch; one door or open edge connects them, seen from both."""
    board = make_board("AABBCC", "AABBCC", enclosed=True, doors=(EdgeDoor(at=(1, 1), side=Side.EAST),))
    assert list_connections(board) == {0: frozenset({1}), 1: frozenset({0})}
    assert [junction.is_passable for junction in find_junctions(board)] == [True, False]
    assert list_connections(make_board("AB", "CC")) == {
        0: frozenset({1, 2}),
        1: frozenset({0, 2}),
        2: frozenset({0, 1}),
    }


def test_junctions_are_told_row_by_row() -> None:
    """The first of a row is the leftmost, whatever the order of the sections."""
    found = find_junctions(make_board("BADC", "BADC", "EEEE", "F##G"))
    assert [junction.runs[0].start for junction in found] == sorted(
        (junction.runs[0].start for junction in found), key=lambda at: at[::-1]
    )


def test_no_floor_no_junctions() -> None:
    """An empty board, and one of a single section, have none."""
    for board in (build_board(Layout()), make_board("AA")):
        assert find_junctions(board) == ()
        assert list(find_element_junctions(board)) == []


@pytest.mark.parametrize(("kind", "wanted"), [(SectionKind.BRIDGE, [1, 1]), (SectionKind.ROOM, [1, 1, 3, 3])])
def test_of_a_bridge_the_ends_count(kind: SectionKind, wanted: list[int]) -> None:
    """A bridge section's border along the hazard is no junction of elements; a room's is."""
    lava = tuple(Terrain(kind=TerrainKind.LAVA, at=(x, y)) for x in (1, 2, 3) for y in (0, 2))
    sections = (
        Section(id="A", rows=(".....", ".###.", ".....")),
        Section(id="B", rows=("...",), at=(1, 1), kind=kind),
    )
    board = build_board(Layout(sections=sections, terrain=lava))
    assert sorted(run.width for junction in find_junctions_at_bridge_ends(board) for run in junction.runs) == wanted
    assert find_junctions(board)[0].width == 3


def test_a_bridge_has_two_ends() -> None:
    """A bridge within a room is joined to it at both ends, along its width."""
    rows = ("AAAAAA", "AAAAAA", "AAAAAA", "AAAAAA")
    lava = tuple(Terrain(kind=TerrainKind.LAVA, at=(x, y)) for x in (2, 3) for y in (0, 3))
    bridge = tuple(Terrain(kind=TerrainKind.ROPE_BRIDGE, at=(x, y)) for x in (2, 3) for y in (1, 2))
    found = list(find_element_junctions(make_board(*rows, terrain=lava + bridge)))
    assert [(element.name, junction.width) for element, junction in found] == [("bridge", 2), ("bridge", 2)]
    assert found[0][1].squares == ((1, 1), (1, 2), (2, 1), (2, 2))


def test_traps_of_one_square_are_no_elements() -> None:
    """Two pits side by side are one element; a pit of another kind beside them is none of it."""
    pits = (
        Trap(kind=TrapKind.OPEN_PIT, at=(0, 0)),
        Trap(kind=TrapKind.OPEN_PIT, at=(1, 0)),
        Trap(kind=TrapKind.SPIKED_PIT, at=(2, 0)),
    )
    found = list(find_element_junctions(make_board("AAAA", traps=pits)))
    assert [(element.squares, junction.width) for element, junction in found] == [(((0, 0), (1, 0)), 1)]


def test_an_element_behind_walls_joins_nothing() -> None:
    """A chain of walls only is left out; one open edge makes the whole chain count, walls included."""
    pits = (Trap(kind=TrapKind.TRAPDOOR, at=(1, 0), size=(1, 2)),)
    walls = (Wall(at=(0, 0), side=Side.EAST, width=2),)
    assert list(find_element_junctions(make_board("AA", "AA", traps=pits, walls=walls))) == []
    ((_, junction),) = find_element_junctions(make_board("AA", "AA", traps=pits, walls=walls[:0]))
    assert junction.width == 2
    ((_, junction),) = find_element_junctions(
        make_board("AA", "AA", traps=pits, walls=(Wall(at=(0, 0), side=Side.EAST),))
    )
    assert junction.width == 2


@soak
@settings(max_examples=count(30, 3000))
@given(layout=draw_dungeons(size=12))
def test_junctions_by_hand(layout: Layout) -> None:
    """Every junction between tiles and its width agree with a reading by plain loops, in which entries join nothing."""
    board, floor = build_board(layout), Floor(layout)
    entries = {at for at, section in enumerate(board.sections) if section.kind is SectionKind.ENTRY}
    joined = [junction for junction in find_junctions(board) if entries.isdisjoint(junction.pair)]
    ours = {(frozenset(e for run in j.runs for e in run.edges), j.width) for j in joined}
    theirs = set()
    for borders in by_hand.list_section_borders(floor, elements=False).values():
        chains = by_hand.find_chains(borders)
        for chain in (one for one in chains if floor.entries.isdisjoint(frozenset().union(*one))):
            edges = frozenset(
                (min(pair), Side.EAST if len({y for _, y in pair}) == 1 else Side.SOUTH) for pair in chain
            )
            theirs.add((edges, by_hand.measure_longest_run(chain)))
    assert ours == theirs


RUN = BorderRun((4, 2), Side.EAST, (WALL, DOOR, DOOR, OPEN, WALL, DOOR))


def test_stretches() -> None:
    """A stretch is as long as its states go on, and knows the edges before, within and behind it."""
    first, last = find_run_parts(RUN, (OPEN, DOOR))
    assert (first.start, first.width, first.edges_after) == (1, 3, 2)
    assert first.states == (DOOR, DOOR, OPEN)
    assert first.edges == [((4, 3), Side.EAST), ((4, 4), Side.EAST), ((4, 5), Side.EAST)]
    assert first.squares == ((4, 3), (4, 4), (4, 5), (5, 3), (5, 4), (5, 5))
    assert (last.start, last.width, last.edges_after) == (5, 1, 0)


@pytest.mark.parametrize(
    ("door", "wanted"),
    [
        (EdgeDoor(at=(1, 0), side=Side.EAST, width=2), True),
        (EdgeDoor(at=(2, 0), side=Side.WEST, width=2), True),
        (EdgeDoor(at=(1, 0), side=Side.EAST, width=3), False),
        (EdgeDoor(at=(1, 1), side=Side.EAST, width=2), False),
    ],
)
def test_the_door_of_a_stretch(door: EdgeDoor, wanted: bool) -> None:
    """A door fills a stretch when its edges are those of the stretch, from whichever side it is named."""
    board = make_board("AABB", "AABB", "AABB", doors=(door,))
    run = find_junctions(board)[0].runs[0]
    assert find_door(board, RunPart(run, 0, 2)) == (door if wanted else None)


@pytest.mark.parametrize(
    ("length", "start", "width", "wanted"),
    [(4, 0, 2, 1), (4, 2, 2, 1), (5, 0, 2, 1), (5, 3, 2, 2), (5, 4, 1, 2), (2, 0, 2, 0), (7, 0, 2, 2)],
)
def test_the_middle_nearest_to_the_door(length: int, start: int, width: int, wanted: int) -> None:
    """A door takes the nearer of the two middles of an odd border, named from its own side."""
    run = BorderRun((1, 3), Side.EAST, (WALL,) * length)
    for at, side in (((1, 3 + start), Side.EAST), ((2, 3 + start), Side.WEST)):
        move = centre_door(EdgeDoor(at=at, side=side, width=1), run, width)
        assert (move.at, move.to, move.width) == (at, (at[0], 3 + wanted), width)


@soak
@settings(max_examples=count(40, 2000), deadline=None)
@given(layout=draw_dungeons())
def test_the_junctions_of_some_sections_are_those_of_all(layout: Layout) -> None:
    """Where nothing overlaps, the junctions of one section are those of the whole board that it takes part in."""
    board = build_board(layout)
    for index, section in enumerate(board.sections if not board.overlaps else ()):
        expected = tuple(junction for junction in find_junctions(board) if index in junction.pair)
        assert find_junctions_of_sections(board, {section.id}) == expected


@pytest.mark.parametrize(("width", "starts"), [(1, []), (2, [0]), (3, [0, 1]), (4, [1]), (5, [1, 2]), (6, [2])])
def test_the_doors_in_the_middle_of_a_junction(width: int, starts: list[int]) -> None:
    """A door two wide has one middle in a row of even length and two in a longer one of odd length, upper one first."""
    run = BorderRun((3, 0), Side.EAST, (OPEN,) * width)
    doors = list_middle_doors(Junction((0, 1), (run,)), 2)
    assert doors == [EdgeDoor(at=(3, start), side=Side.EAST, width=2) for start in starts]


def test_rows_of_one_length_have_a_middle_each() -> None:
    """Of two rows of equal length each has a middle door; the first row's comes first."""
    runs = BorderRun((3, 0), Side.EAST, (OPEN,) * 2), BorderRun((4, 1), Side.SOUTH, (OPEN,) * 2)
    doors = list_middle_doors(Junction((0, 1), runs), 2)
    assert [(door.at, door.side) for door in doors] == [((3, 0), Side.EAST), ((4, 1), Side.SOUTH)]

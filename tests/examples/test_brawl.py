"""The nine dungeons of brawl-2013: their machines, the stock they are built from, and the season they make up."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import networkx as nx
import pytest
from msgspec.structs import replace

from dungeon_designer.analysis.movement import remove_squares
from dungeon_designer.analysis.team_access import find_entries, format_distances, measure_chest_distances
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Side, list_block_squares, list_edges
from dungeon_designer.layout.model import Layout, RollingBall, RotatingRoom, Team, TrapKind
from dungeon_designer.layout.transforms import rotate_layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.seasons.season_file import read_season
from dungeon_designer.tiles.library import load_library

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "brawl-2013"
NAMES = sorted(path.name.split(".")[0] for path in FOLDER.glob("*.dungeon.yaml"))
RULES = load_ruleset("brawl-2013", FOLDER)

TOLD = {
    "bloody-wormholes": {"walking-route": 2},
    "castle-of-aaauuggghhh": {"tile-supply": 1},
    "challenge-stadium": {},
    "dukes-of-hashut": {"tile-supply": 1},
    "hogwurts": {"rotating-room": 1},
    "the-catacombs": {},
    "the-classic": {},
    "the-temple-of-doom": {"rolling-hazard": 2},
    "wormholes": {"walking-route": 2},
}
"""The notices of each dungeon; there is no finding besides."""

EAST_WAY, WEST_WAY = ((14, 10), (14, 11)), ((7, 10), (7, 11))
NORTH_WAY, SOUTH_WAY = ((10, 7), (11, 7)), ((10, 14), (11, 14))
WAYS = {Side.NORTH: NORTH_WAY, Side.EAST: EAST_WAY, Side.SOUTH: SOUTH_WAY, Side.WEST: WEST_WAY}
"""The squares before each side of the rotating room of Hogwurts."""

SHUT_SIDE = {0: Side.NORTH, 3: Side.WEST, 2: Side.SOUTH, 1: Side.EAST}
"""Which of its sides is shut after some clockwise quarters."""


@cache
def load_layout(name: str) -> Layout:
    return Dungeon.load(str(FOLDER / f"{name}.dungeon.yaml")).layout


def load_board(layout: Layout) -> Board:
    return build_board(layout, load_library())


def find_problems(layout: Layout) -> tuple[Finding, ...]:
    return check_board(load_board(layout), RULES).findings


def list_sizes() -> dict[str, tuple[int, int]]:
    return {tile: load_library().get(tile).size for tile in load_library().ids if tile.startswith("brawl-2013/")}


def list_objects(layout: Layout, one: Team, two: Team) -> list[object]:
    """Return where everything lies that a player meets; the entries of one team first, then of the other."""
    board = load_board(layout)
    teams = [
        {square for e in find_entries(board) if e.section.team is team for square in e.squares} for team in (one, two)
    ]
    traps = {(trap.kind, square) for trap in layout.traps for square in trap.squares}
    runs = [list_edges(mark.at, mark.side, mark.width) for mark in layout.leap_edges]
    leaps = {edge for run in runs for edge in run}
    hazards = set(board.hazard_squares)
    portals = {portal.at for portal in layout.portals}
    return [set(board.squares), hazards, teams, set(layout.chests), portals, traps, leaps]


def rotate_room(layout: Layout, quarters: int) -> Layout:
    """Return the dungeon without its machine; its room and all on it are rotated clockwise by some quarters."""
    (room,) = (machine for machine in layout.machines if isinstance(machine, RotatingRoom))
    inside = set(list_block_squares((8, 8), (6, 6)))
    part = Layout(
        sections=tuple(section for section in layout.sections if section.id in room.sections),
        walls=tuple(wall for wall in layout.walls if wall.at in inside),
        chests=tuple(chest for chest in layout.chests if chest in inside),
    )
    assert not inside & {portal.at for portal in layout.portals}
    part = rotate_layout(part, quarters, tiles=list_sizes())
    return replace(
        layout,
        sections=(*(section for section in layout.sections if section.id not in room.sections), *part.sections),
        walls=(*(wall for wall in layout.walls if wall.at not in inside), *part.walls),
        chests=(*(chest for chest in layout.chests if chest not in inside), *part.chests),
        machines=(),
    )


def shut_sides(board: Board) -> list[Side]:
    """Return the sides of the rotating room that no step leads through."""
    state = {
        side: {board.get_edge_state(square, side.opposite) for square in squares} for side, squares in WAYS.items()
    }
    return [side for side, found in state.items() if found == {WALL}]


def on_foot(board: Board, start: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the squares one can walk to from a square."""
    return set(nx.node_connected_component(Context(board, RULES).walking_graph, start))


@pytest.mark.parametrize("name", NAMES)
def test_each_dungeon_is_legal_and_only_its_peculiarities_are_told(name):
    """Under its own ruleset no dungeon has an error or a warning, and its notices are those it is known for."""
    layout = load_layout(name)
    found = find_problems(layout)
    assert layout.ruleset == "brawl-2013"
    assert Counter(finding.rule for finding in found) == TOLD[name]
    assert {finding.level for finding in found} <= {Level.INFO}


@pytest.mark.parametrize("name", NAMES)
def test_no_dungeon_needs_more_tiles_than_the_stock_holds(name):
    """Each section is a tile of the set, within its stock; only the lava and the pit are drawn."""
    layout = load_layout(name)
    used = Counter(section.tile for section in layout.sections)
    assert used.pop("", 0) == len([rule for rule in TOLD[name] if rule == "tile-supply"])
    assert used["brawl-2013/entry"] == 6
    for tile, count in used.items():
        assert count <= load_library().get(tile).stock


def test_drawn_sections_are_hazard_and_nothing_else():
    """A square that no tile covers is never floor but black space, drawn as lava or chasm."""
    for name in NAMES:
        board = load_board(load_layout(name))
        for section in board.sections:
            if not section.tile:
                assert board.hazard_squares.issuperset(section.squares)


@pytest.mark.parametrize("name", NAMES)
def test_notes_state_the_walking_distances_of_both_sides(name):
    """The notes say how far each side walks to the chests, and that the other walks as far."""
    layout = load_layout(name)
    said = format_distances(
        measure_chest_distances(Context(load_board(layout), RULES).connectivity, opened_from_beside=False)
    )
    assert said.endswith("away the same.")
    assert said in " ".join(layout.notes.split())


@pytest.mark.parametrize("name", NAMES)
def test_each_dungeon_is_its_own_picture_for_the_other_side(name):
    """Turned half round, or mirrored where the notes say so, floor and pieces lie as before, with the sides changed."""
    layout = load_layout(name)
    mirrored = "Mirror symmetry" in layout.notes
    assert mirrored or "Half-turn symmetry" in layout.notes
    other = (
        rotate_layout(layout, 0, flip=True, tiles=list_sizes())
        if mirrored
        else rotate_layout(layout, 2, tiles=list_sizes())
    )
    assert list_objects(layout, Team.HOME, Team.AWAY) == list_objects(other, Team.AWAY, Team.HOME)


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_hogwurts_can_be_played_at_each_of_its_turns(quarters):
    """With the room turned for good the dungeon still builds and is legal: no turn loses the game."""
    layout = rotate_room(load_layout("hogwurts"), quarters)
    board = load_board(layout)
    assert not board.overlaps
    assert len(board) == len(load_board(load_layout("hogwurts")))
    assert {finding.level for finding in find_problems(layout)} <= {Level.INFO}


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_each_turn_of_hogwurts_shuts_one_way_out(quarters):
    """A quarter to the left carries the shut side from north to west, then south, then east."""
    assert shut_sides(load_board(rotate_room(load_layout("hogwurts"), quarters))) == [SHUT_SIDE[quarters]]


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_only_the_tower_of_hogwurts_is_ever_cut_off(quarters):
    """With the shut side to the north one cannot walk to the tower; at every other turn one can walk everywhere."""
    layout = rotate_room(load_layout("hogwurts"), quarters)
    board = load_board(layout)
    walked = set(Context(board, RULES).walking_graph)
    tower = {square for square in walked if square[0] in range(9, 13) and square[1] < 8}
    cut = walked - on_foot(board, (1, 10))
    assert cut == (tower if quarters == 0 else set())
    magic = {s for finding in find_problems(layout) if finding.rule == "walking-route" for s in finding.squares}
    assert magic & set(layout.chests) == ({(9, 0), (12, 0)} if quarters == 0 else set())


def test_the_turning_room_tells_what_its_turns_cut_off():
    """The one notice of Hogwurts is the tower, as drawn; it is what walking about each turned dungeon finds."""
    (finding,) = find_problems(load_layout("hogwurts"))
    board = load_board(rotate_room(load_layout("hogwurts"), 0))
    walked = set(Context(board, RULES).walking_graph)
    assert "as drawn" in finding.message
    assert set(finding.squares) == walked - on_foot(board, (1, 10))
    assert finding.measured == len(finding.squares) == 26


def test_the_chests_in_the_nooks_turn_with_the_room():
    """A quarter turn brings each nook with its chest to the next corner."""
    turns = [set(rotate_room(load_layout("hogwurts"), quarters).chests) for quarters in range(4)]
    assert [sorted(t - {(9, 0), (12, 0), (8, 22), (13, 22)}) for t in turns] == [
        [(8, 13), (13, 13)],
        [(8, 8), (8, 13)],
        [(8, 8), (13, 8)],
        [(13, 8), (13, 13)],
    ]


def test_the_ball_sweeps_the_whole_run_from_its_northern_end():
    """The ball of 4x4 starts in the north and rolls over every square of the run, from wall to wall and end to end."""
    layout = load_layout("the-temple-of-doom")
    (ball,) = layout.machines
    assert isinstance(ball, RollingBall)
    assert (ball.at, ball.size, ball.travel) == ((13, 0), (4, 4), Side.SOUTH)
    swept = set(ball.track)
    run = [section for section in load_board(layout).sections if section.name == "The Run"]
    assert (
        swept
        == set(list_block_squares((13, 0), (4, 24)))
        == {square for section in run for square in section.covered_squares}
    )
    told = {finding.squares for finding in find_problems(layout) if finding.rule == "rolling-hazard"}
    assert told == {((13, 8),), ((16, 8),)} == {(chest,) for chest in layout.chests if chest in swept}


def test_nobody_scores_in_the_temple_without_crossing_the_run():
    """Between the two sides, and before the chests in the niches, lies the track of the ball."""
    layout = load_layout("the-temple-of-doom")
    board = load_board(layout)
    (ball,) = layout.machines
    swept = set(ball.track)
    walk = remove_squares(Context(board, RULES).walking_graph, swept)
    home, away = (
        set().union(
            *(
                nx.node_connected_component(walk, e.block_before_front[0])
                for e in find_entries(board)
                if e.section.team is team
            )
        )
        for team in board.teams
    )
    assert not home & away
    assert not {(11, 23), (18, 23)} & (home | away)


@pytest.mark.parametrize("name", ["wormholes", "bloody-wormholes"])
def test_two_rooms_of_wormholes_are_reached_by_magic_alone(name):
    """Each vault has one chest and one portal, cannot be walked to, and is told of as a notice, no more."""
    layout = load_layout(name)
    board = load_board(layout)
    found = [finding for finding in find_problems(layout) if finding.rule == "walking-route"]
    assert [finding.level for finding in found] == [Level.INFO, Level.INFO]
    vaults = [
        set(section.covered_squares) for section in board.sections if section.name in ("North Vault", "South Vault")
    ]
    assert len(vaults) == 2
    for vault in vaults:
        (chest,) = vault & set(layout.chests)
        assert len(vault & {portal.at for portal in layout.portals}) == 1
        assert on_foot(board, chest) <= vault
        assert [finding.squares[0] for finding in found].count(chest) == 1


def test_bloody_wormholes_is_wormholes_with_spiked_pits():
    """Bloody Wormholes has the floor, chests and portals of Wormholes, and open spiked pits besides."""
    plain, bloody = load_layout("wormholes"), load_layout("bloody-wormholes")
    assert not plain.traps
    assert {trap.kind for trap in bloody.traps} == {TrapKind.SPIKED_PIT}
    assert replace(bloody, name=plain.name, notes=plain.notes, traps=()) == plain


@pytest.mark.parametrize(
    ("name", "below", "platforms"),
    [
        ("castle-of-aaauuggghhh", "bottomless pit", ["West Platform", "East Platform"]),
        ("dukes-of-hashut", "lava", ["The Anvil"]),
    ],
)
def test_trapdoors_and_leaps_are_where_the_league_has_them(name, below, platforms):
    """Two trapdoors of 2x2 over the hazard by name; every marked edge is a leap onto a platform."""
    layout = load_layout(name)
    board = load_board(layout)
    assert [(trap.kind, trap.size, trap.below) for trap in layout.traps] == [(TrapKind.TRAPDOOR, (2, 2), below)] * 2
    assert layout.leap_edges
    for edge in layout.leap_edges:
        dx, dy = edge.side.step
        x, y = edge.at
        landing = board.find_section((x + 2 * dx, y + 2 * dy))
        assert landing is not None
        assert landing.name in platforms


def test_fallen_trapdoors_leave_the_castles_platforms_to_magic_and_leaps():
    """Once the two trapdoors are gone nobody walks to a platform; a portal stands on each."""
    board = load_board(load_layout("castle-of-aaauuggghhh"))
    walk = remove_squares(
        Context(board, RULES).walking_graph, {square for trap in board.traps for square in trap.squares}
    )
    reached = set().union(
        *(nx.node_connected_component(walk, entry.block_before_front[0]) for entry in find_entries(board))
    )
    for section in board.sections:
        if section.name in ("West Platform", "East Platform"):
            assert reached.isdisjoint(section.squares)
            assert any(portal.square in section.covered_squares for portal in board.portals)


def test_the_trapdoors_of_the_dukes_lie_in_the_middle_of_their_rooms():
    """Each of the two rooms of 4x6 has its trapdoor one square from the sides and two from the ends."""
    layout = load_layout("dukes-of-hashut")
    rooms = [section for section in layout.sections if section.name == "Duke's Room"]
    assert [(section.at[0] + 1, section.at[1] + 2) for section in rooms] == [trap.at for trap in layout.traps]
    assert {section.tile for section in rooms} == {"brawl-2013/4x6"}


def test_the_season_plays_all_nine_in_order():
    """Nine rounds under the league's names, each dungeon of the folder once, all under the season's ruleset."""
    season = read_season(FOLDER / "season.toml")
    finals = ["Quarter Final", "Semi Final", "Final"]
    assert [r.name for r in season.rounds] == [*(f"Round {n}" for n in range(1, 7)), *finals]
    assert [load_layout(path.split(".")[0]).name for path in season.layouts] == [
        "The Classic",
        "The Catacombs",
        "Wormholes",
        "Castle of Aaauuggghhh",
        "Dukes of Hashut",
        "Bloody Wormholes",
        "Challenge Stadium",
        "Hogwurts",
        "The Temple of Doom",
    ]
    assert sorted(path.split(".")[0] for path in season.layouts) == NAMES
    assert season.ruleset == "brawl-2013"

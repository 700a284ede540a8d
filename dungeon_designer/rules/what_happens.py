"""What happens where something lies: which entries of a ruleset's table hold on a board, and on each of its squares."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from dungeon_designer.analysis.rotation import area_of
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import SIDES, Square, edge_run, neighbour
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import EdgeRun, RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.loader import table_of
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.table import COURSE, ROOMS, ChestCount, TableTopic, TopicTable


def table_at(board: Board, square: Square, ruleset: Ruleset) -> TopicTable:
    """What happens on a square of floor: the entries of what lies there, and of doors, walls and edges around it."""
    here, table = things_of(board), table_on(board, ruleset)
    return {topic: table[topic] for topic, squares in here.items() if square in squares and topic in table}


def table_here(board: Board, ruleset: Ruleset) -> TopicTable:
    """What happens on a board: the entries of what lies there, then the course of a match."""
    table = table_on(board, ruleset)
    return {topic: table[topic] for topic in (*things_of(board), *COURSE) if topic in table}


def table_on(board: Board, ruleset: Ruleset) -> TopicTable:
    """Return the table of a ruleset for one board: its own `play` counts first, and its chests are counted."""
    return table_of(Context(board, ruleset).ruleset, chest_counts([board]))


def chest_counts(boards: Iterable[Board]) -> list[ChestCount]:
    """Return the numbers of chests on some boards, each with how many of them hold a ball; none without chests."""
    counts = {(len(board.chests), min(board.layout.balls, len(board.chests))) for board in boards if board.chests}
    return sorted(counts)


@lru_cache(maxsize=2)
def things_of(board: Board) -> dict[TableTopic, set[Square]]:
    """The squares of floor of each topic that lies on a board, in the order of topics.

    Those of a wall are all that have one beside them.
    """
    found: dict[TableTopic, set[Square]] = {topic: set() for topic in TableTopic}
    for topic, squares in _things(board):
        found[topic].update(squares)
    return {topic: floor for topic, squares in found.items() if (floor := board.owner.keys() & squares)}


def _things(board: Board) -> Iterator[tuple[TableTopic, Collection[Square]]]:
    layout = board.layout
    yield TableTopic.CHEST, board.chest_squares
    yield TableTopic.PORTAL, board.portal_squares
    yield from ((TableTopic(trap.kind), trap.squares) for trap in board.traps)
    yield from ((TableTopic(kind), (at,)) for at, kind in (*board.terrain_at.items(), *board.obstacle_at.items()))
    yield TableTopic.DOOR, (*board.door_squares, *_beside(layout.doors))
    yield TableTopic.WALL, [at for at in board.owner if any(board.edge_state(at, side) == WALL for side in SIDES)]
    for section in board.sections:
        room = section.tile.rpartition("/")[2].replace("-", "_")
        yield from ((topic, section.squares) for topic in ROOMS if topic == room)
    yield TableTopic.ENTRY, board.entry_squares
    yield from ((TableTopic.END_ZONE, section.squares) for section in board.of_kind(SectionKind.END_ZONE))
    yield TableTopic.LEAP_EDGE, [at for at in _beside(layout.leap_edges) if at in board.walkable_squares]
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            yield TableTopic.ROLLING_BALL, machine.track
        else:
            yield TableTopic.ROTATING_ROOM, area_of(board, machine).squares


def _beside(marks: Iterable[EdgeRun]) -> Iterator[Square]:
    """The squares at both sides of marked edges."""
    for mark in marks:
        for at, side in edge_run(mark.at, mark.side, mark.width):
            yield from (at, neighbour(at, side))

"""Tell what happens at the table, by topic: under a ruleset, on a board, and on each square of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from dungeon_designer.analysis.rotation import find_rotating_area
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import SIDES, Square, find_neighbour, list_edges
from dungeon_designer.kinds import ObjectKind, SectionKind
from dungeon_designer.layout.model import EdgeRun, RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import BallCount, ObjectCount
from dungeon_designer.rules.rule_registry import read_floor_requirements
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.loader import read_topic_table
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.rulesets.topic_table import (
    MATCH_TOPICS,
    ROOM_TOPICS,
    ChestCount,
    TableTopic,
    TopicTable,
    fill_in_chest_counts,
)


def find_entries_on_square(board: Board, square: Square, ruleset: Ruleset) -> TopicTable:
    """Return what happens in a match on a floor square, by topic (a kind of object or terrain, such as chest or lava).

    For each topic, a ruleset's table has an entry: a sentence and dice rolls, such as "A player who steps into lava is
    out of the match". The topics of a square are what lies on it, and the doors, walls and leap edges (edges where
    players may leap over a hazard) around it.
    """
    squares_by_topic, table = find_topic_squares(board), build_board_table(board, ruleset)
    return {topic: table[topic] for topic, squares in squares_by_topic.items() if square in squares and topic in table}


def find_entries_on_board(board: Board, ruleset: Ruleset) -> TopicTable:
    """Return what happens in a match on a board, by topic (a kind of object or terrain, or a part of a match).

    For each topic, a ruleset's table has an entry: a sentence and dice rolls, such as "A player who steps into lava is
    out of the match". Returned are the entries of everything that lies on the board, such as chests or lava, then those
    of all parts of a match, such as touchdowns.
    """
    table = build_board_table(board, ruleset)
    return {topic: table[topic] for topic in (*find_topic_squares(board), *MATCH_TOPICS) if topic in table}


def build_board_table(board: Board, ruleset: Ruleset) -> TopicTable:
    """Return what happens in a match for each topic, such as chests or lava, on one board.

    This is the ruleset's table with the changes that the dungeon file itself states. The rolls of dice that find the
    ball are written for the board's number of chests.
    """
    return build_topic_table(Context(board, ruleset).ruleset, list_chest_counts([board]))


def list_chest_counts(boards: Iterable[Board]) -> list[ChestCount]:
    """Return the different pairs (number of chests, number of balls in them) of some boards, sorted.

    Boards without chests are left out.
    """
    counts = {(len(board.chests), min(board.layout.balls, len(board.chests))) for board in boards if board.chests}
    return sorted(counts)


DEFAULT_CHEST_COUNT = 6
"""The usual number of chests in a dungeon."""

DEFAULT_BALL_COUNT = 1
"""The usual number of balls in the chests of a dungeon, for rulesets that state none or leave a choice."""

MAX_CHEST_COUNTS = 3
"""How many different numbers of chests are listed one by one; if more are allowed, only the usual one is listed."""


def build_topic_table(ruleset: Ruleset, chest_counts: Sequence[ChestCount] = ()) -> TopicTable:
    """Return what happens in a match under a ruleset, by topic, such as chests, lava or touchdowns.

    Args:
        ruleset: The ruleset.
        chest_counts: The numbers of chests and balls, as pairs, for which the rolls that find the ball are written. If
            it is empty, they are those that the ruleset allows.
    """
    used_counts = chest_counts or list_usual_chest_counts(ruleset)
    return {topic: fill_in_chest_counts(entry, used_counts) for topic, entry in read_topic_table(ruleset).items()}


def list_usual_chest_counts(ruleset: Ruleset) -> list[ChestCount]:
    """Return the numbers of chests that a ruleset allows, as pairs (chests, balls in them).

    If the ruleset allows many different numbers, only the usual one is returned.

    >>> from dungeon_designer.rulesets.loader import load_unchecked_ruleset
    >>> list_usual_chest_counts(load_unchecked_ruleset("naf-2019"))
    [(6, 1)]
    """
    required = read_floor_requirements(ruleset)
    chest_bounds = [count.bounds for count in required.list_of_type(ObjectCount) if count.kind is ObjectKind.CHEST]
    ball_requirement = required.find(BallCount)
    min_chests, max_chests = _find_range(chest_bounds[0] if chest_bounds else None, DEFAULT_CHEST_COUNT)
    min_balls, max_balls = _find_range(ball_requirement.bounds if ball_requirement else None, DEFAULT_BALL_COUNT)
    ball_count = min_balls if min_balls == max_balls else DEFAULT_BALL_COUNT
    if max_chests - min_chests >= MAX_CHEST_COUNTS:
        return [(max(min_chests, DEFAULT_CHEST_COUNT), ball_count)]
    # The pairs serve to write how the ball is found in a chest, so there is at least one chest.
    chest_counts = range(max(1, min_chests), max(1, max_chests) + 1)
    return [(chest_count, min(ball_count, chest_count)) for chest_count in chest_counts]


def _find_range(bounds: Bounds | None, default: int) -> tuple[int, int]:
    """Return the least and the greatest number that bounds allow.

    Without bounds both are the default. If they have only a minimum, both are that minimum. If they have only a
    maximum, the minimum is the default or, if that is less, the maximum.
    """
    if bounds is None:
        return default, default
    minimum = bounds.min
    if minimum is None:
        minimum = default if bounds.max is None else min(default, bounds.max)
    maximum = minimum if bounds.max is None else max(minimum, bounds.max)
    return minimum, maximum


@lru_cache(maxsize=2)
def find_topic_squares(board: Board) -> dict[TableTopic, set[Square]]:
    """Return, for each topic (chest, lava, door...) of which a board has something, the floor squares where that lies.

    A topic is what a ruleset may say something of in a match. Topics are in the order of `TableTopic`. The squares of
    the topic `wall` are those that have a wall beside them. The result is kept for the last two boards, since callers
    ask for one square of a board after the other.
    """
    squares_by_topic: dict[TableTopic, set[Square]] = {topic: set() for topic in TableTopic}
    for topic, squares in _list_topic_squares(board):
        squares_by_topic[topic].update(squares)
    floor = board.section_by_square.keys()
    floor_squares_by_topic = {topic: floor & squares for topic, squares in squares_by_topic.items()}
    return {topic: squares for topic, squares in floor_squares_by_topic.items() if squares}


def _list_topic_squares(board: Board) -> Iterator[tuple[TableTopic, Collection[Square]]]:
    """Yield each topic that may lie on the board with its squares, on the floor or off it.

    A topic is a kind of object or terrain, such as chests or lava, of which a ruleset may say what happens there in a
    match. A topic may come several times.
    """
    layout = board.layout
    yield TableTopic.CHEST, board.chest_squares
    yield TableTopic.PORTAL, board.portal_squares
    for trap in board.traps:
        yield TableTopic(trap.kind), trap.squares
    for square, kind in (*board.terrain_at.items(), *board.obstacle_at.items()):
        yield TableTopic(kind), (square,)
    yield TableTopic.DOOR, (*board.door_squares, *_list_adjacent_squares(layout.doors))
    yield TableTopic.WALL, [square for square in board.section_by_square if _has_wall(board, square)]
    for section in board.sections:
        # Some rooms of the printed sets have rules of their own; they are known by the names of their tiles.
        _, _, tile_name = section.tile.rpartition("/")  # a tile's id is "set/tile-name"
        for topic in ROOM_TOPICS:
            if topic == tile_name.replace("-", "_"):
                yield topic, section.squares
    yield TableTopic.ENTRY, board.entry_squares
    for section in board.list_sections(SectionKind.END_ZONE):
        yield TableTopic.END_ZONE, section.squares
    squares_beside_leap_edges = _list_adjacent_squares(layout.leap_edges)
    yield TableTopic.LEAP_EDGE, [square for square in squares_beside_leap_edges if square in board.walkable_squares]
    for machine in board.machines:
        if isinstance(machine, RollingBall):
            yield TableTopic.ROLLING_BALL, machine.track
        else:
            yield TableTopic.ROTATING_ROOM, find_rotating_area(board, machine).squares


def _has_wall(board: Board, square: Square) -> bool:
    """Return whether a wall stands on some side of a square. The edge of the rock counts as a wall."""
    return any(board.get_edge_state(square, side) == WALL for side in SIDES)


def _list_adjacent_squares(marks: Iterable[EdgeRun]) -> Iterator[Square]:
    """Yield the squares on both sides of marks on edges, such as doors. A mark covers several edges in a row."""
    for mark in marks:
        for square, side in list_edges(mark.at, mark.side, mark.width):
            yield square
            yield find_neighbour(square, side)

"""Tell which pass reaches how far. Distances are read off the passing ruler of the game, not counted in squares."""

from __future__ import annotations

from typing import NamedTuple

from dungeon_designer.analysis.sight import LineOfSight
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square

PASS_NAMES = ("quick", "short", "long", "bomb")
"""The passes from near to far; `bomb` is the long bomb."""

PASS_LIMITS: tuple[tuple[int, int, int, int], ...] = (
    (3, 6, 10, 13),
    (3, 6, 10, 13),
    (2, 6, 10, 13),
    (1, 6, 9, 12),
    (-1, 5, 9, 12),
    (-1, 4, 8, 11),
    (-1, 3, 8, 11),
    (-1, -1, 7, 10),
    (-1, -1, 6, 10),
    (-1, -1, 4, 9),
    (-1, -1, 2, 8),
    (-1, -1, -1, 6),
    (-1, -1, -1, 4),
    (-1, -1, -1, 2),
)
"""For each distance in x (the row), the greatest distance in y at which a pass is still quick, short, long, a bomb; -1:
none.

As the published clients of the game have it: FFB's and jervis' tables of the current rules agree.
"""


_PASS_LETTERS = {"quick": "Q", "short": "S", "long": "L", "bomb": "B", None: "."}


def format_ruler() -> tuple[str, ...]:
    """Return the passing ruler as text: a row for each distance in one direction, with a letter for each in the other.

    Q, S, L and B stand for the quick, short and long pass and the long bomb. A dot means that no pass reaches.

    >>> format_ruler()[0]
    '.QQQSSSLLLLBBB'
    """
    distances = range(len(PASS_LIMITS))
    rows = []
    for y_distance in distances:
        passes = [find_shortest_pass((0, 0), (x_distance, y_distance)) for x_distance in distances]
        rows.append("".join(_PASS_LETTERS[pass_name] for pass_name in passes))
    rows[0] = f".{rows[0][1:]}"  # nobody throws to his own square
    return tuple(rows)


class PassTargets(NamedTuple):
    """The squares that a pass can reach from one square.

    Attributes:
        bands: For each pass, from near to far, its name and the squares in sight for which it is the shortest pass.
        hidden: The squares in range but out of sight.
    """

    bands: tuple[tuple[str, tuple[Square, ...]], ...]
    hidden: tuple[Square, ...]


def list_passes_up_to(longest: str) -> tuple[str, ...]:
    """Return the names of the passes from "quick" to `longest`; raise ValueError if there is no such pass.

    >>> list_passes_up_to("short")
    ('quick', 'short')
    """
    return PASS_NAMES[: PASS_NAMES.index(longest) + 1]


def find_shortest_pass(origin: Square, target: Square, longest: str = "bomb") -> str | None:
    """Return the name of the shortest pass that reaches from one square to another; None if none up to `longest` does.

    Walls and the line of sight are ignored.

    >>> near, far = (3, 3), (5, 5)
    >>> find_shortest_pass((0, 0), near), find_shortest_pass((0, 0), far), find_shortest_pass((0, 0), far, "short")
    ('short', 'long', None)
    """
    pass_names = list_passes_up_to(longest)
    x_distance, y_distance = abs(origin[0] - target[0]), abs(origin[1] - target[1])
    if x_distance >= len(PASS_LIMITS):
        return None
    # PASS_LIMITS has, for each distance in x, the greatest distance in y at which each of all passes reaches. `zip`
    # stops after the last of `pass_names`, so that the limits of longer passes are not read.
    for pass_name, max_y_distance in zip(pass_names, PASS_LIMITS[x_distance], strict=False):
        if y_distance <= max_y_distance:
            return pass_name
    return None


def find_pass_targets(board: Board, sight: LineOfSight, origin: Square, longest: str) -> PassTargets:
    """Return the squares that a throw can reach from `origin`, by the shortest pass that reaches them.

    There are none if `origin` is off the floor. Entries (two-square zones where a team comes in), in which nobody can
    stand to catch, are left out.

    Args:
        board: The board.
        sight: The lines of sight on that board.
        origin: The square of the thrower.
        longest: The name of the longest pass that the edition allows.
    """
    pass_by_square: dict[Square, str] = {}
    for square in board.section_by_square if origin in board else ():
        shortest_pass = find_shortest_pass(origin, square, longest)
        if shortest_pass:
            pass_by_square[square] = shortest_pass
    visible_squares = sight.find_visible_squares(origin, pass_by_square)
    squares_by_pass: dict[str, list[Square]] = {name: [] for name in list_passes_up_to(longest)}
    hidden_squares = []
    for square, name in pass_by_square.items():
        if square in visible_squares:
            squares_by_pass[name].append(square)
        elif square not in board.entry_squares:
            hidden_squares.append(square)
    bands = tuple((name, tuple(squares)) for name, squares in squares_by_pass.items())
    return PassTargets(bands, tuple(hidden_squares))

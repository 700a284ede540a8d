"""The passing ruler: which pass reaches how far, read off the ruler of the game and not counted in squares."""

from __future__ import annotations

from typing import NamedTuple

from dungeon_designer.analysis.sight import Sight
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square

PASSES = ("quick", "short", "long", "bomb")
"""Every pass there is, near to far; `bomb` is the long bomb."""

RULER: tuple[tuple[int, int, int, int], ...] = (
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
"""For so many squares across the greatest number along that is still each pass; -1: none is.

As the published clients of the game have it: FFB's and jervis' tables of the current rules agree.
"""


_LETTERS = {"quick": "Q", "short": "S", "long": "L", "bomb": "B", None: "."}


def ruler_letters() -> tuple[str, ...]:
    """The whole ruler as text: a row for each square across, in it the letter of the pass for each square along.

    >>> ruler_letters()[0]
    '.QQQSSSLLLLBBB'
    """
    size = range(len(RULER))
    first, *rest = ("".join(_LETTERS[pass_between((0, 0), (along, across))] for along in size) for across in size)
    return (f".{first[1:]}", *rest)  # nobody throws to his own square


class Throws(NamedTuple):
    """What can be thrown to: the squares in sight by pass, and those near enough but out of sight."""

    bands: tuple[tuple[str, tuple[Square, ...]], ...]
    hidden: tuple[Square, ...]


def passes_to(longest: str) -> tuple[str, ...]:
    """The passes up to one, that one included; ValueError for a name that is no pass.

    >>> passes_to("short")
    ('quick', 'short')
    """
    return PASSES[: PASSES.index(longest) + 1]


def pass_between(one: Square, other: Square, longest: str = "bomb") -> str | None:
    """The shortest pass that reaches from one square to another; None beyond the longest.

    >>> pass_between((0, 0), (3, 3)), pass_between((0, 0), (5, 5)), pass_between((0, 0), (5, 5), "short")
    ('short', 'long', None)
    """
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    reaches = RULER[across] if across < len(RULER) else ()
    return next((name for name, most in zip(passes_to(longest), reaches, strict=False) if along <= most), None)


def throws(board: Board, sight: Sight, origin: Square, longest: str) -> Throws:
    """Where a pass from a square may go; nowhere from off the floor."""
    names = passes_to(longest)
    near = {square: pass_between(origin, square, longest) for square in board.owner} if origin in board else {}
    near = {square: name for square, name in near.items() if name}
    seen = sight.seen(origin, near)
    bands = tuple((name, tuple(at for at, own in near.items() if own == name and at in seen)) for name in names)
    return Throws(bands, tuple(at for at in near if at not in seen and at not in board.entry_squares))

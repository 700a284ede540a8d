"""A board as letters, square by square: enough to show any part of it as text.

The letters are a sketch's. A picture holds the squares only, not the rectangle around them: two rooms at opposite
ends of the grid cost no more than two rooms side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from dungeon_designer.board.model import AJAR, OBSTACLES, OPEN, SHUT, STRIDE, TERRAINS, WALL, Board, Bytes, Keys, key
from dungeon_designer.grid import SIDES, Side, Square
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ZONES, Meaning

ROCK = " "
COUNTER = "t"
"""A face-down counter; a sketch names these in a list."""
MORE = "*"
"""A portal of a number no letter stands for."""

_LETTERS = {meaning: letter for letter, meaning in (BUILT_IN | OWN).items()}
_WORDS = {COUNTER: "pit counter", MORE: "portal of a higher number"}


class TextMap(Struct, frozen=True, eq=False):
    """Letters of squares by their sorted `keys`; `east` and `south` are the states of those two edges."""

    keys: Keys
    letters: Bytes
    east: Bytes
    south: Bytes

    def window(self, corner: Square, size: tuple[int, int]) -> Window:
        """A rectangle of the picture."""
        wide, high = size
        columns = np.arange(corner[0], corner[0] + wide)
        wanted = (np.arange(corner[1], corner[1] + high)[:, None] + 1) * STRIDE + columns + 1
        at = np.minimum(np.searchsorted(self.keys, wanted), max(len(self.keys) - 1, 0))
        if not len(self.keys):
            blank = np.zeros((high, wide), dtype=np.uint8)
            return Window(corner, _rows(blank + ord(ROCK)), blank.tolist(), blank.tolist())
        here = self.keys[at] == wanted
        letters = np.where(here, self.letters[at], ord(ROCK)).astype(np.uint8)
        east, south = (np.where(here, states[at], OPEN) for states in (self.east, self.south))
        return Window(corner, _rows(letters), east.tolist(), south.tolist())

    @property
    def corner(self) -> Square:
        """The smallest x and the smallest y of any square; (0, 0) for none."""
        return (int((self.keys % STRIDE).min()) - 1, int(self.keys[0] // STRIDE) - 1) if len(self.keys) else (0, 0)

    @property
    def end(self) -> Square:
        """The largest x and the largest y of any square; (-1, -1) for none."""
        return (int((self.keys % STRIDE).max()) - 1, int(self.keys[-1] // STRIDE) - 1) if len(self.keys) else (-1, -1)


class Window(Struct, frozen=True):
    """A rectangle of a picture, `corner` its upper left square: rows of letters, and the edges between floor squares.

    An edge is OPEN, WALL or DOOR as on the board; walls against rock are left out, the rock shows them.
    """

    corner: Square
    rows: tuple[str, ...]
    east: list[list[int]]
    south: list[list[int]]


def picture(board: Board) -> TextMap:
    """The letters of a board, what lies highest first: chest, portal, trap, door, obstacle, terrain, floor."""
    keys, letters = board.keys, _ground(board)
    east, south = _inner(board, Side.EAST), _inner(board, Side.SOUTH)
    strays = dict(_items(board))
    at = np.array([board.find(square) for square in strays], dtype=np.int64)
    codes = np.array([ord(letter) for letter in strays.values()], dtype=np.uint8)
    on_floor = at >= 0
    letters[at[on_floor]] = codes[on_floor]
    if on_floor.all():
        return TextMap(keys, letters, east, south)
    points = np.array(list(strays), dtype=np.int64)[~on_floor]
    return _with_strays(TextMap(keys, letters, east, south), key(points[:, 0], points[:, 1]), codes[~on_floor])  # type: ignore[arg-type]


def words(letter: str) -> str:
    """What a letter that is not every sketch's stands for; '' for one that is.

    >>> words("w"), words("a"), words("C")
    ('water', 'portal 10', '')
    """
    meaning = OWN.get(letter)
    return _WORDS.get(letter, "") if meaning is None else _named(meaning)


def _named(meaning: Meaning) -> str:
    kind = meaning.terrain or meaning.obstacle
    return kind.value.replace("_", " ") if kind else f"portal {meaning.portal}"


def _ground(board: Board) -> Bytes:
    """The letter of each square without its items."""
    zones = {meaning: letter for letter, meaning in ZONES.items()}
    sections = [zones.get((s.kind, s.side), FLOOR) if s.side else FLOOR for s in board.sections]
    letters = _codes(sections or [FLOOR])[board.section]
    for codes, kinds in ((board.terrain, TERRAINS), (board.obstacle, OBSTACLES)):
        if codes.any():
            field = "terrain" if kinds is TERRAINS else "obstacle"
            table = _codes([_LETTERS[Meaning(**{field: kind})] if kind else FLOOR for kind in kinds])  # type: ignore[arg-type]
            letters = np.where(codes > 0, table[codes], letters)
    for state, is_open in ((SHUT, False), (AJAR, True)):
        letters[board.square_door == state] = ord(_LETTERS[Meaning(door=is_open)])
    return letters


def _items(board: Board) -> Iterator[tuple[Square, str]]:
    """What lies on the squares, the uppermost last; things drawn where no floor is among them."""
    for what, square in board.strays:
        yield square, _stray(what)
    for trap in board.traps:
        letter = COUNTER if trap.kind is TrapKind.COUNTER else _LETTERS[Meaning(trap=trap.kind)]
        yield from ((square, letter) for square in trap.squares)
    for portal in board.portals:
        yield portal.at, _LETTERS.get(Meaning(portal=portal.number), MORE)
    for chest in board.chests:
        yield chest.at, _LETTERS[Meaning(chest=True)]


def _stray(what: str) -> str:
    """The letter of a thing drawn on rock, by its kind's name."""
    for letter, meaning in (BUILT_IN | OWN).items():
        kind = meaning.terrain or meaning.obstacle
        if kind is not None and kind.value == what:
            return letter
    return _LETTERS[Meaning(door=False)]


def _inner(board: Board, side: Side) -> Bytes:
    """The edges on one side, those against rock counted as open."""
    column = SIDES.index(side)
    states: Bytes = board.edges[:, column].copy()
    states[(states == WALL) & (board.neighbours[:, 2 * column] < 0)] = OPEN
    return states


def _with_strays(shown: TextMap, keys: Keys, letters: Bytes) -> TextMap:
    """The picture with some letters on rock."""
    order = np.argsort(np.concatenate((shown.keys, keys)), kind="stable")
    none = np.zeros(len(keys), dtype=np.uint8)
    return TextMap(
        np.concatenate((shown.keys, keys))[order],
        np.concatenate((shown.letters, letters))[order],
        np.concatenate((shown.east, none))[order],
        np.concatenate((shown.south, none))[order],
    )


def _codes(letters: Iterable[str]) -> Bytes:
    return np.frombuffer("".join(letters).encode("ascii"), dtype=np.uint8)


def _rows(letters: npt.NDArray[np.uint8]) -> tuple[str, ...]:
    return tuple(bytes(row).decode("ascii") for row in letters)

"""What every tool is, and what it shows before it is used."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import is_not
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.editor.widgets import WORDS
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import LIMIT, Edge, Size, Square
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.edges import nearest_edge
from dungeon_designer.set_up.placement import Room
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import translate

_Found = TypeVar("_Found")

NEAR_BORDER = 0.2
"""So near, in squares, a border must be to be meant rather than the square."""

ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class Pointer(NamedTuple):
    """Where the mouse is: the square, the exact point in squares, the keys held, and how many pixels a square has."""

    square: Square
    x: float
    y: float
    shift: bool = False
    control: bool = False
    alt: bool = False
    scale: float = 32

    @property
    def spot(self) -> tuple[Square, ...]:
        """The square under it, none off the grid."""
        return (self.square,) if on_grid(self.square) else ()


def on_grid(square: Square) -> bool:
    """Whether a file could name a square.

    >>> on_grid((0, 9999)), on_grid((0, 10000)), on_grid((-1, 0))
    (True, False, False)
    """
    return 0 <= square[0] <= LIMIT and 0 <= square[1] <= LIMIT


def meant_border(at: Pointer) -> Edge | None:
    """The border so near to the pointer that it is meant rather than the square."""
    across, down = at.x % 1, at.y % 1
    return nearest_edge(at.x, at.y) if min(across, 1 - across, down, 1 - down) < NEAR_BORDER else None


AreaStyle = Enum("AreaStyle", ["NEAR", "FAR", "FARTHER", "FARTHEST", "RISKY", "MAGIC", "HIDDEN"])
"""How an area lies over the map; they differ by pattern and line, not by colour alone."""


class MeasuredArea(NamedTuple):
    """Squares laid out alike, and what the legend says of them."""

    style: AreaStyle
    words: str
    squares: tuple[Square, ...]


class SightLine(NamedTuple):
    """A line of sight from point to point, in squares; where it is stopped, that point and the borders met."""

    start: tuple[float, float]
    end: tuple[float, float]
    stop: tuple[float, float] | None = None
    edges: tuple[Edge, ...] = ()


class Preview(Struct, frozen=True):
    """What lies over the map while a tool is in hand.

    squares  what would be covered; `wrong` those that may not be
    lit      where the thing may lie
    edges    borders that would change, or lose what they have when it goes `away`; `marks` those one could choose
    band     a rubber band, as corner and size in squares
    path     points to be joined by a line
    sight    a line of sight
    ghost    a tile that would be laid
    areas    squares laid out in patterns, with their legend, under the words of `heading`
    veiled   whether all that lies in no area is dimmed
    numbers  squares with a number in a corner
    label    a few words at the pointer
    """

    squares: tuple[Square, ...] = ()
    wrong: tuple[Square, ...] = ()
    lit: tuple[Square, ...] = ()
    edges: tuple[Edge, ...] = ()
    away: bool = False
    marks: tuple[Edge, ...] = ()
    band: tuple[tuple[float, float], tuple[float, float]] | None = None
    path: tuple[tuple[float, float], ...] = ()
    sight: SightLine | None = None
    ghost: Section | None = None
    areas: tuple[MeasuredArea, ...] = ()
    heading: str = ""
    veiled: bool = False
    numbers: tuple[tuple[Square, int], ...] = ()
    label: str = ""


NOTHING = Preview()


def in_room(room: Room | None, at: Pointer, label: str = "") -> Preview:
    """Where a thing may lie, and whether it may under the pointer, or why not."""
    why = room.why_not(at.square) if room else ""
    return Preview(
        squares=() if why else at.spot,
        wrong=at.spot if why else (),
        lit=tuple(room.free) if room else (),
        label=why or label,
    )


class Tool(QObject):
    """One gesture: start, move, finish, or cancel; `origin` is where it began, `before` the layout it began with.

    From `start` to `finish` every layout is made from that one, so that nothing adds up and Esc is the first layout
    again. All steps of a gesture are one step of the history.
    """

    name: str = ""
    """Under which its title, and a hint how it is used, stand in `words.toml`, unless it has its own."""
    cursor = Qt.CursorShape.CrossCursor
    secret: ClassVar[bool] = False
    """Whether the table hides what chests, trapdoors and counters hide while the tool is in hand."""
    rubs_out: ClassVar[bool] = True
    """Whether a right click rubs out one thing on a square while the tool is in hand."""
    in_vain: ClassVar[str] = ""
    """What is told, in English, of a gesture that changed nothing."""
    has_menu: ClassVar[bool] = False
    """Whether a right click opens a menu of what can be done with the thing under the pointer instead."""
    preview_changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self.preview = NOTHING
        self.origin = Pointer((0, 0), 0.0, 0.0)
        words = WORDS["tools"].get(self.name, {})
        self.title, self.hint = (translate("tools", words.get(key, "")) for key in ("title", "hint"))
        self._before: Layout | None = None
        self._gesture: object | None = None
        self._history_step = ""
        self._found: tuple[tuple[object, ...], Any] = ((), None)

    @property
    def active(self) -> bool:
        """Whether a gesture is under way."""
        return self._before is not None

    @property
    def before(self) -> Layout:
        """The layout the gesture began with."""
        return self._before or self.layout

    @property
    def layout(self) -> Layout:
        """The layout as it stands."""
        return self.workspace.layout

    @property
    def board(self) -> Board:
        """Its board."""
        return self.workspace.board

    @property
    def library(self) -> TileLibrary:
        """The tiles it may be laid with."""
        return self.workspace.library

    def handles(self, scale: float) -> tuple[tuple[float, float], ...]:
        """The points, in squares, at which something can be taken hold of on a map of so many pixels a square."""
        return ()

    def start(self, at: Pointer) -> None:
        """The button went down: usually the gesture has come as far as its first square."""
        self.begin(at)
        self.move(at)

    def move(self, at: Pointer) -> None:
        """The pointer moved in the middle of a gesture."""

    def finish(self, at: Pointer) -> None:
        """The button went up."""
        if self.in_vain and self.before is self.layout:
            self.tell(translate("tools", self.in_vain))
        self.end()

    def hover(self, at: Pointer) -> None:
        """The pointer moved with no button down."""

    def key(self, key: int, at: Pointer | None) -> bool:
        """A key was pressed; gives whether it meant something."""
        return False

    def refresh(self) -> None:
        """Show what is seen before the tool is used: it is taken in hand, or the dungeon or the symmetry changed."""

    def escaped(self) -> bool:
        """Esc was pressed and no gesture is under way; gives whether it meant something."""
        return False

    def picked_up(self) -> None:
        """The tool was taken in hand."""
        self.refresh()

    def put_down(self) -> None:
        """Another tool is taken, or the pointer left the table."""
        self.cancel()
        self.show()

    def begin(self, at: Pointer) -> Layout:
        """Start a gesture; gives the layout it begins with."""
        self.origin, self._before, self._gesture = at, self.layout, object()
        return self._before

    def make(self, after: Layout, step: str = "", by_rules: bool = False) -> bool:
        """Show what the gesture has come to so far; `step` is what the history calls it if not as the tool.

        `by_rules`: its twins across the axis must not do harm.
        """
        self._history_step = step or self.title
        do = self.workspace.place if by_rules else self.workspace.edit
        return do(self._history_step, after, self._gesture, self._before)

    def end(self) -> None:
        """The gesture is over."""
        self._before = self._gesture = None

    def cancel(self) -> None:
        """Back to how it was before the gesture."""
        if self._before is not None:
            self.workspace.plainly(self._history_step, self._before, self._gesture)
        self.end()

    def tell(self, words: str) -> None:
        """Say something below the map."""
        self.workspace.said.emit(words)

    def show(self, preview: Preview = NOTHING) -> None:
        """What the table shows over the map."""
        if preview != self.preview:
            self.preview = preview
            self.preview_changed.emit()

    def remembered(self, find: Callable[[], _Found], *of: object) -> _Found:
        """What was found last if it was of these very things; else what is found now."""
        if len(self._found[0]) != len(of) or any(map(is_not, self._found[0], of)):
            self._found = of, find()
        found: _Found = self._found[1]
        return found


def rectangle(a: Square, b: Square) -> tuple[Square, Size]:
    """The rectangle two squares span, as corner and size.

    >>> rectangle((3, 4), (1, 5))
    ((1, 4), (3, 2))
    """
    left, top = min(a[0], b[0]), min(a[1], b[1])
    return (left, top), (abs(a[0] - b[0]) + 1, abs(a[1] - b[1]) + 1)


def line_of(a: Square, b: Square) -> list[Square]:
    """The squares on the straight way from one to another: what a quick hand passed over.

    >>> line_of((0, 0), (2, 1))
    [(0, 0), (1, 0), (2, 1)]
    """
    across, down = b[0] - a[0], b[1] - a[1]
    steps = max(abs(across), abs(down), 1)
    return [(a[0] + round(i * across / steps), a[1] + round(i * down / steps)) for i in range(steps + 1)]

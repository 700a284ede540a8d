"""Tools that change nothing of the dungeon: what is measured, and where the picture to trace lies."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from math import hypot

from PySide6.QtCore import QRectF, Qt, Signal

from dungeon_designer.analysis.ruler import PASSES, RULER
from dungeon_designer.editor.tools.tool import (
    ARROWS,
    NOTHING,
    AreaStyle,
    MeasuredArea,
    Pointer,
    Preview,
    SightLine,
    Tool,
)
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.widgets import WORDS
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Square
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.rules.measuring import Measured, Measuring
from dungeon_designer.translation import PLURAL, filled, translate

LEAST, MOST = 1, 20
"""The movement of the slowest and of the fastest player one may ask for."""

_SAID: dict[str, str] = WORDS["measured"]  # passes, rushes and what stops sight, as they are said
_BANDS = (AreaStyle.NEAR, AreaStyle.FAR, AreaStyle.FARTHER, AreaStyle.FARTHEST)


class Mode(Enum):
    """What is measured, and the key that chooses it."""

    BETWEEN = Qt.Key.Key_1
    REACH = Qt.Key.Key_2
    PASSES = Qt.Key.Key_3


class MeasureTool(Tool):
    """Drag from one square to another; or see how far a player gets, or a pass goes, from one."""

    name = "measure"
    rubs_out = False

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.movement = 6
        self.mode = Mode.BETWEEN
        self._asked: tuple[Mode, Square, Square] | None = None
        self._down = False
        workspace.changed.connect(self._show)

    @property
    def active(self) -> bool:
        """Whether something is measured, and Esc or a right click would clear it."""
        return self._asked is not None

    @property
    def measuring(self) -> Measuring:
        """The board and the ruleset as they stand; kept as long as both do."""
        board, ruleset = self.board, self.workspace.ruleset
        return self.remembered(lambda: Measuring(board, ruleset), board, ruleset)

    def start(self, at: Pointer) -> None:
        """From here."""
        mode = Mode.REACH if at.shift else Mode.PASSES if at.control else self.mode
        self._down = True
        self._ask(mode, at.square, at.square)

    def move(self, at: Pointer) -> None:
        """To there; reach and passes are measured from the square under the pointer."""
        if self._down and self._asked is not None:
            mode, start, end = self._asked
            if at.square != end:
                self._ask(mode, start if mode is Mode.BETWEEN else at.square, at.square)

    def finish(self, at: Pointer) -> None:
        """The figures stay until something else is measured, or Esc."""
        self._down = False

    def cancel(self) -> None:
        """Nothing is measured."""
        self._down, self._asked = False, None
        self.show()

    def key(self, key: int, at: Pointer | None) -> bool:
        """1, 2 and 3 choose what is measured, plus and minus change how far the player moves."""
        mode = next((mode for mode in Mode if mode.value == key), None)
        faster = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Minus: -1}.get(Qt.Key(key), 0)
        here = self._asked[1] if self._asked else at.square if at else None
        if mode is not None:
            self.mode = mode
        elif not faster or here is None:
            return False
        if here is not None:
            self.movement = min(max(self.movement + faster, LEAST), MOST)
            self._ask(mode or Mode.REACH, here, self._asked[2] if self._asked and mode else here)
        return True

    def _ask(self, mode: Mode, start: Square, end: Square) -> None:
        self._asked = mode, start, end
        self._show()

    def _show(self) -> None:
        """Measure what was asked, anew after the layout or the ruleset changed."""
        if self._asked is not None:
            mode, start, end = self._asked
            shown = {Mode.BETWEEN: self._between, Mode.REACH: self._reach, Mode.PASSES: self._passes}
            self.show(shown[mode](start, end))

    def _between(self, start: Square, end: Square) -> Preview:
        found = self.measuring.measured(start, end)
        label, stop = self._figures(found), found.stop
        if start == end:
            return Preview(squares=(start, end), label=label)
        return Preview(
            squares=(start, end),
            path=tuple(map(_middle, found.path)),
            sight=SightLine(_middle(start), _middle(end), *((stop.at, stop.edges) if stop else ())),
            label=label,
        )

    def _figures(self, found: Measured) -> str:
        apart, steps, stop = found.apart, found.steps, found.stop
        lines = [translate("MeasureTool", "%n square(s) apart", None, PLURAL, apart), self.tr("no way on foot")]
        if steps is not None:
            lines[1] = translate("MeasureTool", "%n step(s) on foot", None, PLURAL, steps)
        if found.jump is not None:
            play, jump = self.measuring.play, found.jump
            legs = self.tr("portals %1 → %2: %3 to it, %4 from it")
            lines.append(filled(legs, jump.entered, jump.left, jump.before, jump.after))
            if (total := jump.total) is not None:
                best = translate("MeasureTool", "%n step(s) at best (%1)", None, PLURAL, total)
                lines.append(filled(best, play.portal_source))
            elif play.jump is not None:  # the book says what it costs
                lines.append(filled(self.tr("not before the next turn (%1)"), play.portal_source))
        if stop is not None:
            what = _said(stop.what) if stop.what in _SAID else kind_in_words(stop.what)
            lines += [filled(self.tr("out of sight: %1"), what), self.tr("no pass")]
        elif found.band is None:
            far = filled(self.tr("farther than a %1"), _said(self.measuring.play.longest_throw))
            lines += [self.tr("in sight"), far]
        else:
            lines += [self.tr("in sight"), _said(found.band)]
        return "\n".join(lines)

    def _reach(self, start: Square, _: Square) -> Preview:
        """How far a player gets in a turn; what lies beyond is dimmed."""
        found, play = self.measuring.reach(start, self.movement), self.measuring.play
        areas = [_area(AreaStyle.NEAR, self.tr("on foot: %1 squares"), found.walked)]
        if play.rush:
            words = self.tr("%2, up to %3 more: %1")
            areas.append(_area(AreaStyle.RISKY, words, found.rushed, _said(play.rush_name), play.rush))
        if found.jumped:
            areas.append(_area(AreaStyle.MAGIC, self.tr("through a portal, if the die is kind: %1"), found.jumped))
        return Preview(
            squares=(start,),
            areas=tuple(areas),
            heading=filled(self.tr("Movement %1 from %2 (+ and −)"), self.movement, start),
            veiled=True,
            numbers=tuple({**found.walked, **found.rushed, **found.jumped}.items()),
        )

    def _passes(self, start: Square, _: Square) -> Preview:
        """How far each pass goes; squares near enough but out of sight are hatched."""
        found = self.measuring.throws(start)
        areas = [
            _area(style, self.tr("%2, to %3 squares: %1"), squares, _said(name), RULER[0][PASSES.index(name)])
            for style, (name, squares) in zip(_BANDS, found.bands, strict=False)
        ]
        if found.hidden:
            areas.append(_area(AreaStyle.HIDDEN, self.tr("out of sight: %1"), found.hidden))
        return Preview(squares=(start,), areas=tuple(areas), heading=filled(self.tr("Passes from %1"), start))


def _said(name: str) -> str:
    return translate("choices", _SAID.get(name, name))


def _middle(square: Square) -> tuple[float, float]:
    return square[0] + 0.5, square[1] + 0.5


def _area(style: AreaStyle, words: str, squares: dict[Square, int] | tuple[Square, ...], *more: object) -> MeasuredArea:
    """An area whose words tell how many squares it has, as %1, and whatever else there is to say."""
    return MeasuredArea(style, filled(words, len(squares), *more), tuple(squares))


_NUDGE, _GROWTH = 0.1, 1.01
_REACH = 0.04  # how near to a corner it is taken, in widths of the picture; never less than half a square

_MapPoint = tuple[float, float]


class TraceTool(Tool):
    """Moves and scales the picture; the dungeon stays as it is."""

    name = "trace"
    cursor = Qt.CursorShape.SizeAllCursor
    rubs_out = False

    _was: TracedPicture | None = None
    _still: _MapPoint | None = None

    def handles(self, scale: float) -> tuple[_MapPoint, ...]:
        """The corners, by which it is scaled."""
        picture = self.workspace.traced
        return tuple(corner for corner, _ in _corners(picture.box)) if picture is not None else ()

    def refresh(self) -> None:
        """Its frame where it lies now."""
        self._frame()

    def start(self, at: Pointer) -> None:
        """Take the picture, or a corner of it."""
        picture = self.workspace.traced
        if picture is not None and picture.box.adjusted(-0.5, -0.5, 0.5, 0.5).contains(at.x, at.y):
            self.begin(at)
            self._was, self._still = picture, _across(picture, at)

    def move(self, at: Pointer) -> None:
        """It follows the pointer; under a corner it grows from the one across."""
        if self._was is not None:
            before = self.origin
            if self._still is None:
                self.workspace.trace(self._was.moved(at.x - before.x, at.y - before.y))
            else:
                x, y = self._still
                growth = hypot(at.x - x, at.y - y) / hypot(before.x - x, before.y - y)
                self.workspace.trace(self._was.scaled(growth, self._still))
            self._frame()

    def cancel(self) -> None:
        """Back to where it was."""
        if self.active and self._was is not None:
            self.workspace.trace(self._was)
        self.end()
        self._frame()

    def hover(self, at: Pointer) -> None:
        """Say when a corner would be taken."""
        picture = self.workspace.traced
        near = picture is not None and _across(picture, at) is not None
        self._frame(self.tr("drag to scale") if near else "")

    def key(self, key: int, at: Pointer | None) -> bool:
        """Arrows nudge, + and − scale."""
        picture, step = self.workspace.traced, ARROWS.get(Qt.Key(key))
        if picture is None:
            return False
        if step is not None:
            self.workspace.trace(picture.moved(_NUDGE * step[0], _NUDGE * step[1]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            factor = _GROWTH if key == Qt.Key.Key_Plus else 1 / _GROWTH
            self.workspace.trace(picture.scaled(factor, (picture.left, picture.top)))
        else:
            return False
        self._frame()
        return True

    def _frame(self, label: str = "") -> None:
        picture = self.workspace.traced
        band = ((picture.left, picture.top), (picture.width, picture.height)) if picture is not None else None
        self.show(Preview(band=band, label=label) if band else NOTHING)


class AlignTool(Tool):
    """Two clicks on points of the picture; `squares` says how many squares apart they are, once both are clicked.

    `aligned` when it lies on the grid.
    """

    name = "align"
    rubs_out = False
    aligned = Signal()

    def __init__(self, workspace: Workspace, squares: Callable[[], int]) -> None:
        super().__init__(workspace)
        self.squares = squares
        self._one: _MapPoint | None = None

    def start(self, at: Pointer) -> None:
        """The first point, then the second."""
        picture, one = self.workspace.traced, self._one
        if picture is None:
            return
        if one is None:
            self._one = at.x, at.y
            self.hover(at)
            return
        self._one = None
        self.show()
        after = picture.aligned(one, (at.x, at.y), self.squares())
        if after == picture:
            self.tell(self.tr("These two points are one: click two that lie apart."))
            return
        self.workspace.trace(after)
        self.aligned.emit()

    def escaped(self) -> bool:
        """Esc forgets the first point."""
        had, self._one = self._one is not None, None
        self.show()
        return had

    def hover(self, at: Pointer) -> None:
        """A line from the first point to the pointer."""
        if self._one is not None:
            self.show(Preview(path=(self._one, (at.x, at.y))))


def _across(picture: TracedPicture, at: Pointer) -> _MapPoint | None:
    """The corner across from the one that is near the pointer; None where no corner is near."""
    reach = max(0.5, _REACH * picture.width)
    near = (across for (x, y), across in _corners(picture.box) if max(abs(x - at.x), abs(y - at.y)) <= reach)
    return next(near, None)


def _corners(box: QRectF) -> list[tuple[_MapPoint, _MapPoint]]:
    """Each corner, and the one across from it."""
    xs, ys = (box.left(), box.right()), (box.top(), box.bottom())
    return [((xs[a], ys[b]), (xs[1 - a], ys[1 - b])) for b in (0, 1) for a in (0, 1)]

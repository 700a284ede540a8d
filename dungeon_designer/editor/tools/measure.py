"""Measure: what lies between two squares, how far a player gets, how far a pass goes. Changes nothing."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt

from dungeon_designer.analysis.ruler import PASSES, RULER
from dungeon_designer.analysis.sight import Stop
from dungeon_designer.editor.tools.tool import NOTHING, AreaStyle, MeasuredArea, Pointer, Preview, SightLine, Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Square
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.rules.measuring import Jump, Measured, Measuring
from dungeon_designer.translation import PLURAL, filled, marked, translate

LEAST, MOST = 1, 20
"""The movement of the slowest and of the fastest player one may ask for."""

_BANDS = (AreaStyle.NEAR, AreaStyle.FAR, AreaStyle.FARTHER, AreaStyle.FARTHEST)


class Mode(Enum):
    """What is measured, and the key that chooses it."""

    BETWEEN = Qt.Key.Key_1
    REACH = Qt.Key.Key_2
    PASSES = Qt.Key.Key_3


class MeasureTool(Tool):
    """Drag from one square to another; or see how far a player gets, or a pass goes, from one."""

    name = "measure"
    words = marked("tools", "Measure")
    advice = marked(
        "tools",
        "1: drag from square to square. 2, or Shift-click: a player's reach; + and − change his movement."
        " 3, or Ctrl-click: range of passes. Esc clears.",
    )
    rubs_out = False

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.movement = 6
        self.mode = Mode.BETWEEN
        self._asked: tuple[Mode, Square, Square] | None = None
        self._down = False
        self._measuring: Measuring | None = None
        workspace.changed.connect(self._show)

    @property
    def active(self) -> bool:
        """Whether something is measured, and Esc or a right click would clear it."""
        return self._asked is not None

    @property
    def measuring(self) -> Measuring:
        """The board and the ruleset as they stand; kept as long as both do."""
        kept, board, ruleset = self._measuring, self.workspace.board, self.workspace.ruleset
        if kept is None or kept.board is not board or kept.ruleset is not ruleset:
            kept = self._measuring = Measuring(board, ruleset)
        return kept

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
        self.show(NOTHING)

    def key(self, key: int, at: Pointer | None) -> bool:
        """1, 2 and 3 choose what is measured, plus and minus change how far the player moves."""
        modes = [mode for mode in Mode if mode.value == key]
        if modes:
            self.mode = modes[0]
            here = self._asked[1] if self._asked else at.square if at else None
            if here is not None:
                self._ask(self.mode, here, self._asked[2] if self._asked else here)
            return True
        if key not in (Qt.Key.Key_Plus, Qt.Key.Key_Minus) or (self._asked is None and at is None):
            return False
        self.movement = min(max(self.movement + (1 if key == Qt.Key.Key_Plus else -1), LEAST), MOST)
        here = self._asked[1] if self._asked else at.square if at else (0, 0)
        self._ask(Mode.REACH, here, here)
        return True

    def _ask(self, mode: Mode, start: Square, end: Square) -> None:
        self._asked = mode, start, end
        self._show()

    def _show(self) -> None:
        """Measure what was asked, anew after the layout or the ruleset changed."""
        if self._asked is None:
            return
        mode, start, end = self._asked
        if mode is Mode.BETWEEN:
            self.show(self._between(start, end))
        else:
            self.show(self._reach(start) if mode is Mode.REACH else self._passes(start))

    # Between two squares --------------------------------------------------------------------------------------

    def _between(self, start: Square, end: Square) -> Preview:
        found = self.measuring.measured(start, end)
        stop = found.stop
        line = SightLine(_middle(start), _middle(end), stop.at if stop else None, stop.edges if stop else ())
        lines = [MeasuredArea(AreaStyle.WAY, self.tr("on foot"))] if found.path else []
        lines.append(MeasuredArea(AreaStyle.SIGHT, self.tr("line of sight")))
        if stop is not None:
            lines.append(MeasuredArea(AreaStyle.STOPPED, self.tr("not seen")))
        return Preview(
            squares=(start, end),
            path=tuple(_middle(square) for square in found.path),
            sight=line if start != end else None,
            areas=tuple(lines) if start != end else (),
            label=self._figures(found),
        )

    def _figures(self, found: Measured) -> str:
        """The figures, a line each."""
        count = found.apart
        apart = translate("MeasureTool", "%n square(s) apart", None, PLURAL, count)
        lines = [apart, self._walked(found.steps)]
        if found.jump is not None:
            lines += self._through(found.jump)
        lines.append(self._seen(found.stop))
        return "\n".join((*lines, self._thrown(found)))

    def _walked(self, steps: int | None) -> str:
        if steps is None:
            return self.tr("no way on foot")
        return translate("MeasureTool", "%n step(s) on foot", None, PLURAL, steps)

    def _through(self, jump: Jump) -> list[str]:
        """The way through portals, by the book where it says what that costs."""
        play = self.measuring.play
        legs = filled(
            self.tr("portals %1 → %2: %3 to it, %4 from it"), jump.entered, jump.left, jump.before, jump.after
        )
        if play.jump is None:
            return [legs]
        if jump.total is None:
            return [legs, filled(self.tr("not before the next turn (%1)"), play.portal_source)]
        total = jump.total
        best = translate("MeasureTool", "%n step(s) at best (%1)", None, PLURAL, total)
        return [legs, filled(best, play.portal_source)]

    def _seen(self, stop: Stop | None) -> str:
        if stop is None:
            return self.tr("in sight")
        what = {"wall": self.tr("wall"), "door": self.tr("shut door"), "entry": self.tr("entry")}
        return filled(self.tr("out of sight: %1"), what.get(stop.what, plain(stop.what)))

    def _thrown(self, found: Measured) -> str:
        if found.stop is not None:
            return self.tr("no pass")
        if found.band is None:
            return filled(self.tr("farther than a %1"), self._pass(self.measuring.play.longest_throw))
        return self._pass(found.band)

    def _pass(self, name: str) -> str:
        return {
            "quick": self.tr("quick pass"),
            "short": self.tr("short pass"),
            "long": self.tr("long pass"),
            "bomb": self.tr("long bomb"),
        }[name]

    # From one square ------------------------------------------------------------------------------------------

    def _reach(self, start: Square) -> Preview:
        """How far a player gets in a turn; what lies beyond is dimmed."""
        found, play = self.measuring.reach(start, self.movement), self.measuring.play
        areas = [_area(AreaStyle.NEAR, self.tr("on foot: %1 squares"), found.walked)]
        if play.rush:
            areas.append(_area(AreaStyle.RISKY, self.tr("%2, up to %3 more: %1"), found.rushed, *self._rush()))
        if found.jumped:
            areas.append(_area(AreaStyle.MAGIC, self.tr("through a portal, if the die is kind: %1"), found.jumped))
        numbers = {**found.walked, **found.rushed, **found.jumped}
        return Preview(
            squares=(start,),
            areas=tuple(areas),
            heading=filled(self.tr("Movement %1 from %2 (+ and −)"), self.movement, start),
            veiled=True,
            numbers=tuple(numbers.items()),
        )

    def _rush(self) -> tuple[str, int]:
        """What going beyond one's movement is called, and how far it may go."""
        names = {
            "sprint": self.tr("sprint"),
            "rush": self.tr("rush"),
            "go for it": self.tr("go for it"),
        }
        play = self.measuring.play
        return names.get(play.rush_name, play.rush_name), play.rush

    def _passes(self, start: Square) -> Preview:
        """How far each pass goes; squares near enough but out of sight are hatched."""
        found = self.measuring.throws(start)
        areas = [
            _area(style, self.tr("%2, to %3 squares: %1"), squares, self._pass(name), RULER[0][PASSES.index(name)])
            for style, (name, squares) in zip(_BANDS, found.bands, strict=False)
        ]
        if found.hidden:
            areas.append(_area(AreaStyle.HIDDEN, self.tr("out of sight: %1"), found.hidden))
        return Preview(squares=(start,), areas=tuple(areas), heading=filled(self.tr("Passes from %1"), start))


def _middle(square: Square) -> tuple[float, float]:
    return square[0] + 0.5, square[1] + 0.5


def _area(style: AreaStyle, words: str, squares: dict[Square, int] | tuple[Square, ...], *more: object) -> MeasuredArea:
    """An area whose words tell how many squares it has, as %1, and whatever else there is to say."""
    return MeasuredArea(style, filled(words, len(squares), *more), tuple(squares))

"""Measure: what lies between two squares, how far a player gets, how far a pass goes. Changes nothing."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt

from dungeon_designer.analysis.ruler import PASSES, RULER
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

    # Between two squares --------------------------------------------------------------------------------------

    def _between(self, start: Square, end: Square) -> Preview:
        found = self.measuring.measured(start, end)
        label, stop = self._figures(found), found.stop
        if start == end:
            return Preview(squares=(start, end), label=label)
        lines = {AreaStyle.WAY: self.tr("on foot")} if found.path else {}
        lines[AreaStyle.SIGHT] = self.tr("line of sight")
        if stop is not None:
            lines[AreaStyle.STOPPED] = self.tr("not seen")
        return Preview(
            squares=(start, end),
            path=tuple(map(_middle, found.path)),
            sight=SightLine(_middle(start), _middle(end), *((stop.at, stop.edges) if stop else ())),
            areas=tuple(MeasuredArea(style, words) for style, words in lines.items()),
            label=label,
        )

    def _figures(self, found: Measured) -> str:
        """The figures, a line each."""
        apart, steps, stop = found.apart, found.steps, found.stop
        lines = [translate("MeasureTool", "%n square(s) apart", None, PLURAL, apart)]
        if steps is None:
            lines.append(self.tr("no way on foot"))
        else:
            lines.append(translate("MeasureTool", "%n step(s) on foot", None, PLURAL, steps))
        lines += self._through(found.jump) if found.jump is not None else []
        if stop is not None:
            what = {"wall": self.tr("wall"), "door": self.tr("shut door"), "entry": self.tr("entry")}
            words = filled(self.tr("out of sight: %1"), what.get(stop.what, plain(stop.what)))
            lines += [words, self.tr("no pass")]
        elif found.band is None:
            lines += [
                self.tr("in sight"),
                filled(self.tr("farther than a %1"), self._pass(self.measuring.play.longest_throw)),
            ]
        else:
            lines += [self.tr("in sight"), self._pass(found.band)]
        return "\n".join(lines)

    def _through(self, jump: Jump) -> list[str]:
        """The way through portals, by the book where it says what that costs."""
        play, total = self.measuring.play, jump.total
        legs = self.tr("portals %1 → %2: %3 to it, %4 from it")
        words = [filled(legs, jump.entered, jump.left, jump.before, jump.after)]
        if play.jump is not None and total is None:
            words.append(filled(self.tr("not before the next turn (%1)"), play.portal_source))
        elif total is not None:
            best = translate("MeasureTool", "%n step(s) at best (%1)", None, PLURAL, total)
            words.append(filled(best, play.portal_source))
        return words

    def _pass(self, name: str) -> str:
        return {
            "quick": self.tr("quick pass"),
            "short": self.tr("short pass"),
            "long": self.tr("long pass"),
            "bomb": self.tr("long bomb"),
        }[name]

    # From one square ------------------------------------------------------------------------------------------

    def _reach(self, start: Square, _: Square) -> Preview:
        """How far a player gets in a turn; what lies beyond is dimmed."""
        found, play = self.measuring.reach(start, self.movement), self.measuring.play
        areas = [_area(AreaStyle.NEAR, self.tr("on foot: %1 squares"), found.walked)]
        if play.rush:
            names = {"sprint": self.tr("sprint"), "rush": self.tr("rush"), "go for it": self.tr("go for it")}
            name = names.get(play.rush_name, play.rush_name)
            areas.append(_area(AreaStyle.RISKY, self.tr("%2, up to %3 more: %1"), found.rushed, name, play.rush))
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

"""Measure between two squares: squares apart, the way on foot and by magic, sight, the pass that reaches."""

from __future__ import annotations

from PySide6.QtCore import Qt

from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.measuring import Measured, measured, reach
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.grid import Square


class MeasureTool(Tool):
    """Drag from one square to another; Shift shows how far a player gets. Changes nothing."""

    name = "measure"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.movement = 6
        self._from: Square | None = None

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Measure")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Drag from square to square. Shift-click shows the reach of a player; + and − change how far he moves."
        )

    @property
    def active(self) -> bool:
        """Whether something is being measured."""
        return self._from is not None

    def start(self, at: Pointer) -> None:
        """From here."""
        if at.shift:
            self._show_reach(at)
            return
        self._from = at.square
        self.move(at)

    def move(self, at: Pointer) -> None:
        """To there."""
        if self._from is None:
            return
        found = measured(self.desk.board, self.desk.ruleset, self._from, at.square)
        middle = self._from[0] + 0.5, self._from[1] + 0.5
        line = ((middle), (at.square[0] + 0.5, at.square[1] + 0.5)) if found.sight or not found.path else ()
        way = tuple((x + 0.5, y + 0.5) for x, y in found.path)
        self.show(Preview(squares=(self._from, at.square), path=way or line, label=self.words(found)))

    def finish(self, at: Pointer) -> None:
        """The figures stay until something else is measured."""
        self._from = None

    def cancel(self) -> None:
        """Nothing is measured."""
        self._from = None
        self.show(NOTHING)

    def hover(self, at: Pointer) -> None:
        """What was measured stays to be seen."""

    def key(self, key: int, at: Pointer | None) -> bool:
        """Plus and minus change how far the player moves."""
        if key not in (Qt.Key.Key_Plus, Qt.Key.Key_Minus) or at is None:
            return False
        self.movement = min(max(self.movement + (1 if key == Qt.Key.Key_Plus else -1), 1), 20)
        self._show_reach(at)
        return True

    def _show_reach(self, at: Pointer) -> None:
        found = reach(self.desk.board, self.desk.ruleset, at.square, self.movement)
        label = self.tr("movement %1: %2 squares").replace("%1", str(self.movement)).replace("%2", str(len(found)))
        self.show(Preview(shades=tuple(found.items()), squares=(at.square,), label=label))

    def words(self, found: Measured) -> str:
        """The figures, a line each."""
        steps = (
            self.tr("no way on foot")
            if found.steps is None
            else self.tr("%1 steps on foot").replace("%1", str(found.steps))
        )
        lines = [self.tr("%1 squares apart").replace("%1", str(found.apart)), steps]
        if found.magic is not None:
            lines.append(
                self.tr("by portal: %1 to it, %2 from it")
                .replace("%1", str(found.magic[0]))
                .replace("%2", str(found.magic[1]))
            )
        lines.append(self.tr("in sight") if found.sight else self.tr("out of sight"))
        return "\n".join((*lines, found.pass_range))

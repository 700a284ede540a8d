"""Setting up together as a mode: a banner over the map says whose turn it is and what is left, pauses and ends it."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QMessageBox, QPushButton, QWidget

from dungeon_designer.drawing.sides import luminance
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.pictures import side_icon
from dungeon_designer.editor.tools.set_up import SetUpTool
from dungeon_designer.editor.widgets import row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import MatchSide, Team
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.set_up.session import SetUp, way_to
from dungeon_designer.translation import capital, filled

_COLOURS = {Team.HOME: "#1f5fae", Team.AWAY: "#b3372c"}
_QUIET = "#5b6670"

_PALE = 0.18
"""The luminance from which dark words are read more easily than white ones."""


class SetUpMode(QFrame):
    """Shown while coaches set up, and while that is paused; `turned` when there is another hint to show."""

    turned = Signal()
    ended = Signal()

    def __init__(self, workspace: Workspace, canvas: InteractiveMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("set-up-banner")
        self.workspace, self._canvas = workspace, canvas
        self.tool: SetUpTool | None = None
        self.paused: SetUp | None = None
        self.words = wrapped()
        self.pause, self.skip, self.stop = (
            QPushButton(text) for text in (self.tr("Pause"), self.tr("Skip"), self.tr("End…"))
        )
        self.emblem = QLabel()
        for button, do in ((self.skip, self._skip), (self.pause, self._pause_or_resume), (self.stop, self.ask_to_end)):
            button.clicked.connect(do)
        parts = self.emblem, (self.words, 1), self.skip, self.pause, self.stop
        row(*parts, of=self, margins=(12, 5, 8, 5))
        self.hide()
        workspace.opened.connect(self._forget)

    def begin(self, setup: SetUp) -> None:
        """Take a set-up in hand."""
        tool = SetUpTool(self.workspace, setup)
        tool.stepped.connect(self._show)
        tool.over.connect(lambda: QTimer.singleShot(0, self.end))
        tool.leaving.connect(self.ask_to_end)
        tool.put_aside.connect(self._put_aside)
        self.paused = None
        self._canvas.set_tool(tool)
        self.tool = tool
        self._show()

    def resume(self) -> None:
        """Go on where it was paused: from what was placed and not taken back, on the dungeon as it is now."""
        if self.paused is None:
            return
        layout = self.workspace.layout
        known = next((each for each in way_to(self.paused) if each.layout == layout), None)
        queue = tuple(turn for turn in self.paused.queue if turn[0] in layout.teams)
        self.begin(known or replace(self.paused, layout=layout, queue=queue, before=None))

    def ask_to_end(self) -> None:
        """End it, if that is what is meant; what was placed stays."""
        words = self.tr("End setting up? What was placed stays on the table.")
        if QMessageBox.question(self, self.tr("Set up together"), words) == QMessageBox.StandardButton.Yes:
            self.end()

    def may_leave(self) -> bool:
        """Whether another dungeon may come to the front: while one sets up, only if that is to end."""
        if self.tool is not None or self.paused is not None:
            self.ask_to_end()
        return self.tool is None and self.paused is None

    def end(self) -> None:
        """No set-up is under way any more."""
        self.tool = self.paused = None
        self.hide()
        self.ended.emit()

    def _pause_or_resume(self) -> None:
        if self.paused is not None:
            self.resume()
        else:
            self.ended.emit()  # the arrow is taken, as any other tool might be

    def _skip(self) -> None:
        if self.tool is not None:
            self.tool.skip()

    def _put_aside(self) -> None:
        """Another tool was taken."""
        if self.tool is not None and not self.tool.setup.over:
            self.paused = self.tool.setup
        self.tool = None
        self._show()

    def _forget(self) -> None:
        """Another dungeon: what was paused was not its set-up."""
        self.paused = None
        self._show()

    def _show(self) -> None:
        setup = self.tool.setup if self.tool is not None else self.paused
        self.setVisible(setup is not None and not setup.over)
        if setup is None or setup.over:
            return
        side = next((side for side in setup.layout.sides if side.id is setup.next[0]), None)
        colour = _QUIET if self.tool is None or side is None else _colour(side)
        ink = _ink(colour)
        self.setStyleSheet(f"#set-up-banner {{ background: {colour}; }} #set-up-banner QLabel {{ color: {ink}; }}")
        self.emblem.setVisible(self.tool is not None and len(setup.layout.sides) > len(_COLOURS))
        if side is not None:
            self.emblem.setPixmap(side_icon(replace(side, colour=ink), size=20).pixmap(QSize(20, 20)))
        head = self.tr("Setting up is paused") if self.tool is None else self.tool.title
        self.words.setText(f"<b>{head}</b>&nbsp; {self._left(setup)}")
        self.pause.setText(self.tr("Resume") if self.tool is None else self.tr("Pause"))
        self.skip.setVisible(self.tool is not None and not self.tool.room().free)
        self.turned.emit()

    def _left(self, setup: SetUp) -> str:
        """What each coach has still to place."""
        words, found = self.tr("%1 has left: %2."), []
        for team in self.workspace.layout.teams:
            counts = {what: setup.queue.count((team, what)) for _, what in setup.queue}
            listed = ", ".join(f"{what.words} × {count}" for what, count in counts.items() if count)
            found.append(filled(words, capital(plain(team)), listed or "–"))
        return " ".join(found)


def _colour(side: MatchSide) -> str:
    """The banner's colour while a side is in turn."""
    return side.colour or _COLOURS.get(side.id, side.shown_colour)


def _ink(colour: str) -> str:
    """The colour of words that can be read on another colour."""
    return "#ffffff" if luminance(colour) < _PALE else "#16191d"

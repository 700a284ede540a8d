"""The tool of a set-up in turns: only legal squares accept."""

from __future__ import annotations

from PySide6.QtCore import Signal

from dungeon_designer.editor import setting_up
from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.setting_up import SetUp
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.errors import EditError


class SetUpTool(Tool):
    """Puts the next thing down; `stepped` after each, `over` when all is placed."""

    name = "set-up"
    stepped = Signal()
    over = Signal()

    def __init__(self, desk: Desk, setup: SetUp) -> None:
        super().__init__(desk)
        self.setup = setup

    @property
    def title(self) -> str:
        """Who is to place what."""
        if self.setup.over:
            return self.tr("Set up together")
        team, what = self.setup.next
        left = len(self.setup.queue)
        words = self.tr("%1 places a %2 (%3 to go)").replace("%1", team.capitalize())
        return words.replace("%2", what.replace("_", " ")).replace("%3", str(left))

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click a lit square; no other accepts. Ctrl+Z takes the last one back, by agreement.")

    def picked_up(self) -> None:
        """Take what lies there off, light the legal squares."""
        self.desk.plainly(self.tr("Set up: clear the table"), self.setup.layout)
        self.desk.changed.connect(self._follow)
        self._light()

    def put_down(self) -> None:
        """Another tool."""
        self.desk.changed.disconnect(self._follow)
        super().put_down()

    def _follow(self) -> None:
        """Undo takes a placing back."""
        setup: SetUp | None = self.setup
        while setup is not None and setup.layout != self.desk.layout:
            setup = setup.before
        if setup is not None and setup is not self.setup:
            self.setup = setup
            self._light()
            self.stepped.emit()

    def _light(self) -> None:
        if self.setup.over:
            self.show(NOTHING)
            return
        free = setting_up.room(self.setup, self.desk.ruleset, self.desk.library).free
        self.show(Preview(lit=tuple(free), label=self.title))

    def start(self, at: Pointer) -> None:
        """Put it down, or say why not."""
        if self.setup.over:
            return
        try:
            after = setting_up.placed(self.setup, at.square, self.desk.ruleset, self.desk.library)
        except EditError as error:
            self.desk.said.emit(str(error))
            return
        words = self.title
        self.setup = after
        self.desk.plainly(words, after.layout)
        if after.over:
            self.desk.plainly(self.tr("Set up: write the notes"), setting_up.finished(after))
            self.over.emit()
        self._light()
        self.stepped.emit()

    def hover(self, at: Pointer) -> None:
        """Say why not."""
        if self.setup.over:
            return
        free = setting_up.room(self.setup, self.desk.ruleset, self.desk.library)
        why = free.why_not(at.square)
        square = (at.square,) if min(at.square) >= 0 else ()
        label = why or self.title
        self.show(
            Preview(lit=tuple(free.free), squares=() if why else square, wrong=square if why else (), label=label)
        )

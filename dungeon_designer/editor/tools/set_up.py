"""The tool of a set-up in turns: only legal squares accept."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal

from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool, in_room
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import EditError
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import CounterContent
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.set_up import session
from dungeon_designer.set_up.order import What
from dungeon_designer.set_up.placement import Room
from dungeon_designer.set_up.session import SetUp
from dungeon_designer.translation import capital, filled

_FACES = {
    Qt.Key.Key_1: CounterContent.NOTHING,
    Qt.Key.Key_2: CounterContent.OPEN_PIT,
    Qt.Key.Key_3: CounterContent.SPIKED_PIT,
}


class SetUpTool(Tool):
    """Puts the next thing down; `stepped` after each, `over` when all is placed, `leaving` when Esc is pressed,
    `put_aside` when another tool is taken.

    All coaches look at one screen, so no counter shows its face while the tool is in hand.
    """

    name = "set-up"
    secret = True
    rubs_out = False
    stepped = Signal()
    over = Signal()
    leaving = Signal()
    put_aside = Signal()

    def __init__(self, workspace: Workspace, setup: SetUp) -> None:
        super().__init__(workspace)
        self.setup = setup
        self._known = session.way_to(setup)
        self._face: CounterContent | None = None
        self._warned: Square | None = None
        self._room = Room(frozenset(), {})
        self._room_of: tuple[object, object] = (None, None)

    @property
    def title(self) -> str:
        """Who is to place what."""
        if self.setup.over:
            return self.tr("Set up together")
        team, what = self.setup.next
        name = {
            What.CHEST: self.tr("chest"),
            What.PORTAL: self.tr("portal"),
            What.DOOR: self.tr("door"),
            What.COUNTER: self.tr("pit counter, face down"),
        }[what]
        return filled(self.tr("%1 places a %2 (%3 to go)"), capital(plain(team)), name, len(self.setup.queue))

    @property
    def hint(self) -> str:
        """How it is used."""
        words = self.tr("Click a lit square; no other accepts. Ctrl+Z takes the last one back, by agreement.")
        if not self.setup.over and not self.room().free:
            words = self.tr("No square is left for it. Ctrl+Z takes the last one back, or skip it.")
        if self.setup.over or self.setup.next[1] is not What.COUNTER:
            return words
        faces = self.setup.faces
        left = self.tr("Choose in secret: key 1 nothing (%1 left), 2 pit (%2), 3 spiked pit (%3).")
        return f"{filled(left, *map(faces.count, _FACES.values()))} {words}"

    def picked_up(self) -> None:
        """Take what lies there off, light the legal squares."""
        self.workspace.plainly(self.tr("Set up: clear the table"), self.setup.layout)
        self.workspace.changed.connect(self._follow)
        self.workspace.opened.connect(self._break_off)
        self._light()

    def put_down(self) -> None:
        """Another tool."""
        self.workspace.changed.disconnect(self._follow)
        self.workspace.opened.disconnect(self._break_off)
        super().put_down()
        self.put_aside.emit()

    def escaped(self) -> bool:
        """Esc asks whether to end it."""
        self.leaving.emit()
        return True

    def skip(self) -> None:
        """Leave the next thing out."""
        if not self.setup.over:
            self._take_over(session.skipped(self.setup))

    def _follow(self) -> None:
        """Undo takes a placing back, redo puts it down again."""
        setup = next((known for known in self._known if known.layout == self.workspace.layout), None)
        if setup is not None and setup is not self.setup:
            self._step(setup)

    def _break_off(self) -> None:
        """Another dungeon is open: nothing of this one is placed there."""
        self.setup = replace(self.setup, queue=())
        self.show(NOTHING)
        self.over.emit()

    def _step(self, setup: SetUp) -> None:
        self.setup, self._face, self._warned = setup, None, None
        self._light()
        self.stepped.emit()

    def _light(self) -> None:
        self.show(NOTHING if self.setup.over else Preview(lit=tuple(self.room().free), label=self.title))

    def room(self) -> Room:
        """Where the next thing may lie; found anew when something was placed, or another edition is asked."""
        of = self.setup, self.workspace.ruleset
        if self._room_of[0] is not of[0] or self._room_of[1] is not of[1]:
            self._room, self._room_of = session.room(*of, self.workspace.library), of
        return self._room

    def key(self, key: int, at: Pointer | None) -> bool:
        """1, 2 and 3 choose what the next counter hides."""
        face = _FACES.get(Qt.Key(key))
        if self.setup.over or self.setup.next[1] is not What.COUNTER or face not in self.setup.faces:
            return False
        self._face = face
        self.tell(self.tr("The counter is chosen."))
        return True

    def start(self, at: Pointer) -> None:
        """Put it down, or say why not."""
        if self.setup.over:
            return
        try:
            after = session.placed(self.setup, at.square, self.workspace.ruleset, self.workspace.library, self._face)
        except EditError as error:
            self.tell(str(error))
            return
        if self._warned != at.square and self._leaves_none(after):
            self._warned = at.square
            words = self.tr("This leaves no square for what is next. Click again to place it here all the same.")
            self.tell(words)
            self.show(replace(self.preview, label=words))
            return
        self._take_over(after)

    def _leaves_none(self, after: SetUp) -> bool:
        """Whether what comes next could lie nowhere."""
        return not after.over and not session.room(after, self.workspace.ruleset, self.workspace.library).free

    def _take_over(self, after: SetUp) -> None:
        words = self.title
        self.setup, self._known = after, session.way_to(after)
        self.workspace.plainly(words, after.layout)
        if after.over:
            self.workspace.plainly(self.tr("Set up: write the notes"), session.finished(after))
            self.over.emit()
        self._step(after)

    def hover(self, at: Pointer) -> None:
        """Say why not."""
        if not self.setup.over:
            self.show(in_room(self.room(), at, self.title))

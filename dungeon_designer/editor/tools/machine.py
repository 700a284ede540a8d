"""Machines: rooms that turn, and the ball that rolls."""

from __future__ import annotations

from dungeon_designer.editor.tools.room import on_grid
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Side, Size, Square
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.layout_edits import items
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.translation import filled


class TurningRoomTool(Tool):
    """Makes sections turn about their centre; Shift joins one more to the room that was made last."""

    name = "turning-room"

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._sections: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Turning room")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click the room that turns; Shift-click joins further sections to it.")

    def start(self, at: Pointer) -> None:
        """This section turns."""
        layout = self.begin()
        owner = self.workspace.board.section_at(at.square)
        if owner is None:
            self.workspace.said.emit(self.tr("There is no room here."))
            return
        self._sections = (*self._sections, owner.id) if at.shift else (owner.id,)
        self.make(self.title, items.with_turning_room(layout, self._sections))

    def hover(self, at: Pointer) -> None:
        """The section."""
        owner = self.workspace.board.section_at(at.square)
        self.show(NOTHING if owner is None else Preview(squares=owner.covers, label=self.title))


class BallTool(Tool):
    """A 4x4 ball: press where it starts, drag the way it rolls."""

    name = "rolling-ball"
    size: Size = (4, 4)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._from: Square | None = None

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Rolling ball")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Press where the ball starts, and drag along its track.")

    def ball(self, to: Square) -> RollingBall:
        """The ball that rolls from where the gesture began as far as a square."""
        assert self._from is not None  # noqa: S101 - a gesture is under way
        dx, dy = to[0] - self._from[0], to[1] - self._from[1]
        level = abs(dx) >= abs(dy)
        side = (Side.EAST if dx >= 0 else Side.WEST) if level else (Side.SOUTH if dy >= 0 else Side.NORTH)
        length = max(abs(dx if level else dy) + 1, self.size[0])
        return RollingBall(at=self._from, size=self.size, travel=side, length=length)

    def start(self, at: Pointer) -> None:
        """Its start."""
        if min(at.square) < 0:
            return
        self._from = at.square
        self.begin()
        self.move(at)

    def move(self, at: Pointer) -> None:
        """Its way."""
        if self._from is None or self.before is None:
            return
        ball = self.ball(at.square)
        if not all(map(on_grid, ball.track)):
            return
        self.make(self.title, items.with_rolling_ball(self.before, ball.at, ball.size, ball.travel, ball.length))
        self.show(Preview(squares=tuple(ball.track), label=self._words(ball)))

    def _words(self, ball: RollingBall) -> str:
        return filled(self.tr("%1 long, %2"), ball.length, plain(ball.travel))

    def finish(self, at: Pointer) -> None:
        """It lies there."""
        self._from = None
        self.end()

    def hover(self, at: Pointer) -> None:
        """Where it would start."""
        if min(at.square) < 0:
            self.show(NOTHING)
            return
        squares = RollingBall(at=at.square, size=self.size, travel=Side.EAST, length=self.size[0]).track
        self.show(Preview(squares=tuple(squares), label=self.title))

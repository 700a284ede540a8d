"""The counters of sides that play: others are in no menu and no list, and go out of the hand."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.docks.palette import PaletteDock
from dungeon_designer.editor.palette_entries import PIECES
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import Team


class SideActions(QObject):
    """Follows the number of sides; `take` takes a tool in hand by its name."""

    def __init__(
        self, workspace: Workspace, actions: Actions, palette: PaletteDock, take: Callable[[str], None]
    ) -> None:
        super().__init__(workspace)
        self._workspace, self._actions, self._palette, self._take = workspace, actions, palette, take
        self._teams: tuple[Team, ...] = ()
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the counters of the sides that play."""
        teams = self._workspace.layout.teams
        if teams == self._teams:
            return
        self._teams = teams
        self._palette.set_teams(teams)
        for piece in PIECES:
            if piece.owner is not None:
                action = self._actions[f"tool-{piece.id}"]
                action.setVisible(piece.owner in teams)
                if action.isChecked() and piece.owner not in teams:
                    self._take("select")

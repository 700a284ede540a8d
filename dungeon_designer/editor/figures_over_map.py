"""Lay figures over the map, each over the dungeon that it belongs to."""

from __future__ import annotations

from PySide6.QtCore import QObject

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.editor.canvas.map_widget import MapWidget
from dungeon_designer.editor.dungeon_answers import FigureSource
from dungeon_designer.editor.open_dungeon import OpenDungeon
from dungeon_designer.editor.workspace import Workspace


class FiguresOverMap(QObject):
    """Shows over the map what belongs to the current dungeon. Each open dungeon keeps its own figures.

    A figure is a diagram on squares, such as routes, or where players fell in matches.
    """

    def __init__(self, workspace: Workspace, canvas: MapWidget) -> None:
        super().__init__(canvas)
        self._workspace, self._canvas = workspace, canvas
        workspace.opened.connect(self._show_current)

    def lay_figure(self, document: OpenDungeon, source: FigureSource, figure: FigurePicture | None) -> None:
        """Set the figure of a source for an open dungeon, and show it if that dungeon is the current one.

        Args:
            document: the dungeon to which the figure belongs.
            source: what the figure comes from; it replaces the last one of the same source.
            figure: the figure; None for none.
        """
        document.answers.set_figure(source, figure)
        if document is self._workspace.document:
            self._show_current()

    def _show_current(self) -> None:
        """Show the figure of the current dungeon, or none if it has none."""
        figure = self._workspace.document.answers.shown_figure
        if figure != self._canvas.figure:
            self._canvas.show_figure(figure)

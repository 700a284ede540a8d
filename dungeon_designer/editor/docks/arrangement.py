"""All docks, and where they stand at first."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QUndoView, QWidget

from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.editor.docks.analysis import AnalysisDock
from dungeon_designer.editor.docks.edition_card import EditionCard
from dungeon_designer.editor.docks.minimap import MiniMap
from dungeon_designer.editor.docks.palette import PaletteDock
from dungeon_designer.editor.docks.problems import ProblemsDock
from dungeon_designer.editor.docks.properties import PropertiesDock
from dungeon_designer.editor.docks.rulebook import RuleBookDock
from dungeon_designer.editor.docks.suggestions import SuggestionsDock
from dungeon_designer.editor.docks.tiles import TilesDock
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.mending import Mending
from dungeon_designer.editor.workspace import Workspace

_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BELOW = Qt.DockWidgetArea.BottomDockWidgetArea


class Docks(QObject):
    """The docks of a window by name, and what is in them."""

    def __init__(
        self,
        window: QMainWindow,
        workspace: Workspace,
        canvas: InteractiveMap,
        mending: Mending,
        rules: LiveChecking,
    ) -> None:
        super().__init__(window)
        self._window = window
        self.docks: dict[str, QDockWidget] = {}
        self.palette, self.tiles = PaletteDock(), TilesDock(workspace)
        self.properties, self.problems = PropertiesDock(workspace), ProblemsDock(workspace, mending)
        self.book, self.map = RuleBookDock(workspace), MiniMap(canvas)
        self.card = EditionCard(workspace)
        self.analysis = AnalysisDock(workspace, rules)
        self.analysis.laid.connect(canvas.lay)
        self.suggestions = SuggestionsDock(workspace)
        self.suggestions.previewed.connect(
            lambda shown: canvas.preview(shown.layout, shown.squares) if shown else canvas.preview(None)
        )
        self.history = QUndoView(workspace.history)
        self.history.setEmptyLabel(self.tr("As opened"))
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        self._place()
        self._measure()
        QTimer.singleShot(0, self._hide_leftovers)

    def _place(self) -> None:
        for name, words, widget, area, beside in (
            ("pieces", self.tr("Pieces"), self.palette, _LEFT, ""),
            ("tiles", self.tr("Tiles"), self.tiles, _LEFT, "pieces"),
            ("properties", self.tr("Properties"), self.properties, _RIGHT, ""),
            ("map", self.tr("Overview"), self.map, _RIGHT, ""),
            ("history", self.tr("History"), self.history, _RIGHT, "properties"),
            ("rule-book", self.tr("Rule book"), self.book, _RIGHT, "properties"),
            ("problems", self.tr("Problems"), self.problems, _BELOW, ""),
            ("edition", self.tr("Edition card"), self.card, _RIGHT, "map"),
            ("analysis", self.tr("Analysis"), self.analysis, _BELOW, "problems"),
            ("suggestions", self.tr("Suggestions"), self.suggestions, _BELOW, "analysis"),
        ):
            self._dock(name, words, widget, area, beside)
        self.docks["pieces"].raise_()
        self.docks["properties"].raise_()
        self.docks["map"].raise_()
        self.docks["problems"].raise_()

        self.docks["analysis"].visibilityChanged.connect(self.analysis.look)
        self.docks["suggestions"].visibilityChanged.connect(self.suggestions.look)

    def _dock(self, name: str, words: str, widget: QWidget, area: Qt.DockWidgetArea, beside: str) -> None:
        """A dock in an area, or as a tab of another."""
        dock = QDockWidget(words, self._window)
        dock.setObjectName(name)
        dock.setWidget(widget)
        widget.setAccessibleName(words)
        if beside:
            self._window.tabifyDockWidget(self.docks[beside], dock)
        else:
            self._window.addDockWidget(area, dock)
        self.docks[name] = dock

    def _measure(self) -> None:
        docks, upright = self.docks, Qt.Orientation.Vertical
        self._window.resizeDocks([docks["pieces"], docks["properties"]], [276, 320], Qt.Orientation.Horizontal)
        self._window.resizeDocks([docks["problems"]], [170], upright)
        self._window.resizeDocks([docks["properties"], docks["map"]], [520, 170], upright)

    def _hide_leftovers(self) -> None:
        """Qt leaves a tab bar behind when a third dock joins two before the window is shown."""
        here = Qt.FindChildOption.FindDirectChildrenOnly
        bars = {
            bar: {bar.tabText(at) for at in range(bar.count())}
            for bar in self._window.findChildren(QTabBar, options=here)
        }
        for bar, tabs in bars.items():
            if any(tabs < others for others in bars.values()):
                bar.hide()

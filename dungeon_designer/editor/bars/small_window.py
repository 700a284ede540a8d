"""What a narrow or low window does so that the map keeps its room: panels are folded, bars become shorter."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QToolBar, QToolButton

from dungeon_designer.editor.bars.hint_line import HINT_LINES, HintLine
from dungeon_designer.editor.bars.notice_bar import NoticeBar
from dungeon_designer.editor.bars.verdict_badges import Badges
from dungeon_designer.editor.file_actions import read_list_setting
from dungeon_designer.editor.pictures import build_icon
from dungeon_designer.editor.widgets import create_widget

NARROW_WINDOW_PX = 1000
"""A window that is not this wide is narrow: its panels are folded until they are asked for."""

_PANEL_WIDTH_PX = 225
"""The width in pixels that a panel beside the map has at first in a narrow window."""

LOW_WINDOW_PX = 480
"""A window that is not this high is low: the hint of the tool has one line there."""

_SETTING = "folded-panels"
"""The setting that holds which panels were folded when the last window was closed. It exists if that was narrow."""


class PanelBar(QToolBar):
    """The bar at the left of a narrow window with a button for each panel.

    A click shows the panel, another click folds it again. One area of the window has panels at a time, since the map
    would have no room between several.

    Args:
        window: the window with the panels.
        docks: the panels by their names.
    """

    def __init__(self, window: QMainWindow, docks: dict[str, QDockWidget]) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Panels"))
        self.setObjectName("panels")
        self.setMovable(False)
        self.setIconSize(QSize(18, 18))
        self.toggleViewAction().setVisible(False)
        self._window, self._docks = window, docks
        self._sized_areas: set[Qt.DockWidgetArea] = set()
        self.buttons = {name: self._build_button(name, dock) for name, dock in docks.items()}
        for button in self.buttons.values():
            self.addWidget(button)

    def _build_button(self, name: str, dock: QDockWidget) -> QToolButton:
        """Return the button of a panel; it is pressed in while the panel is seen."""
        button = create_widget(QToolButton, checkable=True, autoRaise=True, accessibleName=dock.windowTitle())
        button.setToolTip(dock.windowTitle())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda is_pressed: self.show_panel(name) if is_pressed else dock.hide())
        dock.visibilityChanged.connect(button.setChecked)
        return button

    def show_panel(self, name: str) -> None:
        """Show a panel and bring it to the front. A narrow window then folds the panels of its other areas.

        Args:
            name: the key of the panel in `docks`.
        """
        dock = self._docks[name]
        dock.show()
        dock.raise_()
        if self.isHidden() or dock.isFloating():
            return
        area = self._window.dockWidgetArea(dock)
        if area not in self._sized_areas:
            self._sized_areas.add(area)
            self._window.resizeDocks([dock], [_PANEL_WIDTH_PX], Qt.Orientation.Horizontal)
        for other in self._docks.values():
            if not other.isFloating() and self._window.dockWidgetArea(other) is not area:
                other.hide()

    def set_dark(self, dark: bool) -> None:
        """Draw the icons for a dark or a light window."""
        for name, button in self.buttons.items():
            button.setIcon(build_icon(f"panel-{name}", dark))


class SmallWindow:
    """What changes when a window becomes narrower than `NARROW_WINDOW_PX`, and back when it becomes wider.

    Args:
        window: the window.
        docks: its panels by their names.
        badges: the verdicts in its status bar.
        pointer_label: the text about the square at the pointer, in its status bar.
        hint_line: the hint of the tool, below the map.
        notice_bar: the notice above the map. A low window has no hint while there is one.
    """

    def __init__(
        self,
        window: QMainWindow,
        docks: dict[str, QDockWidget],
        badges: Badges,
        pointer_label: QLabel,
        hint_line: HintLine,
        notice_bar: NoticeBar,
    ) -> None:
        self._window, self._docks, self._hint_line = window, docks, hint_line
        self._badges, self._pointer_label = badges, pointer_label
        notice_bar.visibility_changed.connect(self._follow_notice)
        self._is_low = self._has_notice = False
        self._pointer_label_width = pointer_label.maximumWidth()
        self.panel_bar = PanelBar(window, docks)
        window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.panel_bar)
        self.panel_bar.hide()
        self._is_narrow = False
        self._folded_names: list[str] = []

    def restore(self, settings: QSettings) -> None:
        """Take over from the last window which panels are folded.

        Call this once the window has the size and the panels of that window.
        """
        self._is_narrow = settings.contains(_SETTING)
        self._folded_names = read_list_setting(settings, _SETTING)
        self._show_bars()
        self.follow_size(self._window.size())

    def store(self, settings: QSettings) -> None:
        """Store which panels are folded, if the window is narrow, for the next window."""
        if self._is_narrow:
            settings.setValue(_SETTING, self._folded_names)
        else:
            settings.remove(_SETTING)

    def follow_size(self, size: QSize) -> None:
        """Fold the panels if the window has become narrow, and show them again if it has become wide.

        A low window has a shorter hint below the map.

        Args:
            size: the size of the window.
        """
        self._is_low = size.height() < LOW_WINDOW_PX
        self._show_hint()
        is_narrow = size.width() < NARROW_WINDOW_PX
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        if is_narrow:
            folded = [name for name, dock in self._docks.items() if not dock.isHidden() and not dock.isFloating()]
            self._folded_names = folded
            self._set_visible(folded, False)
        else:
            self._set_visible(self._folded_names, True)
        self._show_bars()

    def _follow_notice(self, has_notice: bool) -> None:
        """Make room for a notice, or give the room back."""
        self._has_notice = has_notice
        self._show_hint()

    def _show_hint(self) -> None:
        """Show the hint below the map with the lines that the window has room for."""
        self._hint_line.set_line_count(1 if self._is_low else HINT_LINES)
        self._hint_line.setVisible(not (self._is_low and self._has_notice))

    def _set_visible(self, names: Iterable[str], is_visible: bool) -> None:
        """Show or fold panels."""
        for name in names:
            if name in self._docks:
                self._docks[name].setVisible(is_visible)

    def _show_bars(self) -> None:
        """Show the bar of panels only in a narrow window, where the status bar has short texts."""
        self.panel_bar.setVisible(self._is_narrow)
        self._badges.set_short(self._is_narrow)
        self._pointer_label.setMaximumWidth(self._pointer_label_width // (2 if self._is_narrow else 1))

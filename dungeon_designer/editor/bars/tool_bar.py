"""The tool bar: the tools, and two lists for the symmetry and the ruleset of the dungeon."""

from __future__ import annotations

from functools import partial
from itertools import accumulate

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QComboBox, QMenu, QToolBar, QToolButton

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.bars.symmetry_menu import name_symmetry_modes
from dungeon_designer.editor.pictures import build_icon
from dungeon_designer.editor.pieces import TOOLBAR_GROUP_STARTS, TOOLBAR_PIECES
from dungeon_designer.editor.widgets import create_combo_box, create_widget
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.translation import fill_placeholders


class ToolBar(QToolBar):
    """Tool bar with the tools and two drop-down lists, `symmetry` and `ruleset`.

    What a narrow window has no room for stands in the menu of a button at the end, beginning with the last.
    """

    def __init__(self, actions: Actions) -> None:
        super().__init__(self.tr("Tools"), iconSize=QSize(24, 24))
        self.setObjectName("tools")
        self._actions = actions
        self.tools: list[QAction] = []
        """The actions of the tools with separators between their groups, for a menu."""
        for piece in TOOLBAR_PIECES:
            action = actions[f"tool-{piece.id}"]
            action.setToolTip(piece.tool_tip)
            if piece.id in TOOLBAR_GROUP_STARTS:
                self.addSeparator()
                self.tools.append(create_widget(QAction, self, separator=True))
            self.addWidget(self._build_tool_button(action))
            self.tools.append(action)
        self.addSeparator()
        tip = self.tr("Symmetry: all that you draw is repeated across the axis")
        self.symmetry = create_combo_box(
            self.tr("Symmetry"), ((label, mode) for mode, label in name_symmetry_modes().items()), tip
        )
        editions = ((load_unchecked_ruleset(name).name, name) for name in EDITIONS)
        tip = self.tr("The ruleset this dungeon is drawn for")
        self.ruleset = create_combo_box(self.tr("Ruleset"), editions, tip)
        for box in (self.symmetry, self.ruleset):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the keyboard from the map
            self.addWidget(box)
        self._parts = self.actions()
        self._add_more_button()

    def _build_tool_button(self, action: QAction) -> QToolButton:
        """Return the button of a tool."""
        button = create_widget(QToolButton, autoRaise=True, iconSize=self.iconSize())
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setDefaultAction(action)
        return button

    def _add_more_button(self) -> None:
        """Add the button whose menu holds what does not fit. It is hidden while everything fits."""
        more_text = self.tr("More tools: what has no room here")
        self.more_button = create_widget(
            QToolButton,
            text="»",
            toolTip=more_text,
            accessibleName=more_text,
            autoRaise=True,
            popupMode=QToolButton.ToolButtonPopupMode.InstantPopup,
        )
        self._more_menu = QMenu(self)
        self._more_menu.aboutToShow.connect(self._fill_more_menu)
        self.more_button.setMenu(self._more_menu)
        self._more_part = self.addWidget(self.more_button)
        self._more_part.setVisible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many parts as fit."""
        super().resizeEvent(event)
        self._show_fitting_parts()

    def _measure_part(self, part: QAction, spacing: int) -> int:
        """Return the width of a part with the space behind it, in pixels."""
        return self.widgetForAction(part).sizeHint().width() + spacing

    def _show_fitting_parts(self) -> None:
        """Show the parts from the left as far as they fit, and the button for the others if there are any."""
        layout = self.layout()
        if layout is None:
            return
        margins, spacing = layout.contentsMargins(), layout.spacing()
        room = self.width() - margins.left() - margins.right() - 2 * spacing
        widths = [self._measure_part(part, spacing) for part in self._parts]
        fits_all = sum(widths) <= room
        if not fits_all:
            room -= self._measure_part(self._more_part, spacing)
        for part, end in zip(self._parts, accumulate(widths), strict=True):
            part.setVisible(end <= room)
        self._more_part.setVisible(not fits_all)

    def _fill_more_menu(self) -> None:
        """List the parts that are hidden: tools as entries, each drop-down list as a menu of its own."""
        self._more_menu.clear()
        for part in self._parts:
            widget = self.widgetForAction(part)
            if part.isVisible():
                continue
            if isinstance(widget, QToolButton):
                self._more_menu.addAction(widget.defaultAction())
            elif isinstance(widget, QComboBox):
                _add_choices(self._more_menu, widget)
            elif not self._more_menu.isEmpty():
                self._more_menu.addSeparator()

    def show_ruleset(self, ruleset_id: str, name: str | None) -> None:
        """Select the ruleset of the dungeon in the list.

        Args:
            ruleset_id: the ruleset's id or file, as the dungeon names it.
            name: the ruleset's name in full; None if it cannot be used.
        """
        index = self.ruleset.findData(ruleset_id)
        if index < 0:
            self.ruleset.addItem("", ruleset_id)
            index = self.ruleset.count() - 1
        if index >= len(EDITIONS):
            self.ruleset.setItemText(
                index, fill_placeholders(self.tr("%1 (cannot be used)"), ruleset_id) if name is None else name
            )
        self.ruleset.setCurrentIndex(index)

    def set_dark(self, dark: bool) -> None:
        """Draw the icons of the tools for a dark or a light window."""
        for piece in TOOLBAR_PIECES:
            self._actions[f"tool-{piece.id}"].setIcon(build_icon(piece.picture, dark))


def _add_choices(menu: QMenu, box: QComboBox) -> None:
    """Add the entries of a drop-down list as a submenu, with a tick at the current one. A choice there is one here."""
    submenu = menu.addMenu(box.accessibleName())
    for index in range(box.count()):
        entry = submenu.addAction(box.itemText(index))
        entry.setCheckable(True)
        entry.setChecked(index == box.currentIndex())
        entry.triggered.connect(partial(_choose_entry, box, index))


def _choose_entry(box: QComboBox, index: int, *_: bool) -> None:
    """Choose an entry of a drop-down list as a click on it does."""
    box.setCurrentIndex(index)
    box.activated.emit(index)

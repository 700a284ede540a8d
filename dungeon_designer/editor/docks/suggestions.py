"""Suggestions: eight variations of the dungeon on the table, found while one works; a click adopts one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from dungeon_designer.editor.background import BackgroundProcess
from dungeon_designer.editor.picture_list import ROLE, PictureList
from dungeon_designer.editor.proposals import Suggested, VariationRequest, find_variations
from dungeon_designer.editor.widgets import column, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.generator.vary import Variation
from dungeon_designer.translation import PLURAL, capital, filled, translate

_PICTURE = QSize(132, 68)
_CELL = QSize(148, 124)
_BESIDE = 150

AFTER = 150
"""Milliseconds after an edit before variations are looked for: a drag is one edit after the other."""


class SuggestionsDock(QWidget):
    """Pictures of variations, while the dock is seen.

    `previewed` is the variation one points at, or None. Which sections are locked is the workspace's business.
    """

    previewed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.suggesting = BackgroundProcess(find_variations, "suggestions", self)
        self._seed = 0
        self.seen = self.dark = False
        self._waiting: dict[int, Suggested] = {}
        self.state = wrapped()
        self.state.setFixedWidth(_BESIDE)
        self.lock = QPushButton(self.tr("Lock selected rooms"))
        self.lock.setToolTip(self.tr("Locked rooms stay as they are in every suggestion, with all that lies in them"))
        self.unlock = QPushButton(self.tr("Unlock all"))
        self.list = PictureList(self.tr("Variations of this dungeon"), _PICTURE, _CELL)
        self._lay_out()
        self._soon = timer(self, AFTER, self._ask)
        self._wire()
        self._show_locks()

    def _lay_out(self) -> None:
        row((self.list, 1), column(self.state, self.lock, self.unlock, 1), of=self, margins=(6, 4, 6, 4))

    def _wire(self) -> None:
        workspace = self.workspace
        for signal in (workspace.changed, workspace.opened, workspace.locked_changed):
            signal.connect(self._begin_anew)
        workspace.locked_changed.connect(self._show_locks)
        workspace.selection_changed.connect(self._show_locks)
        workspace.changed.connect(self._show_locks)
        self.lock.clicked.connect(self._lock_selected)
        self.unlock.clicked.connect(lambda: workspace.lock(frozenset()))
        self.list.pointed.connect(self._preview)
        self.list.left.connect(self._look_away)
        self.list.itemClicked.connect(self._adopt)
        self.list.itemActivated.connect(self._adopt)
        self.suggesting.heard.connect(self._on_found)
        self.suggesting.ended.connect(self._show_end)
        self.destroyed.connect(self.suggesting.close)

    def look(self, seen: bool) -> None:
        """Somebody looks at the dock, or no longer does: nothing is looked for where nobody sees it."""
        self.seen = seen
        self._begin_anew()

    def set_dark(self, dark: bool) -> None:
        """Pictures for a dark window."""
        if dark != self.dark:
            self.dark = dark
            self._begin_anew()

    @property
    def variations(self) -> list[Variation]:
        """What is shown, in order."""
        found = (self.list.item(row).data(ROLE) for row in range(self.list.count()))
        return [each.variation for each in found if each is not None]

    # Looking for them -----------------------------------------------------------------------------------------

    def _begin_anew(self) -> None:
        """What is shown is of another dungeon."""
        self.suggesting.forget()
        self.previewed.emit(None)
        self._waiting.clear()
        self.list.clear()
        self._soon.stop()
        if self.seen:
            self.state.setText(self.tr("Looking for variations…"))
            self._soon.start()

    def _ask(self) -> None:
        """Have variations looked for; not while a button is down, for then a drag goes on."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._soon.start()
            return
        workspace, theme = self.workspace, "slate" if self.dark else "parchment"
        if workspace.ruleset_fault or not len(workspace.board):
            self.state.setText(workspace.ruleset_fault or self.tr("There is nothing to vary yet."))
            return
        self._seed += 1
        self.suggesting.ask(
            VariationRequest(
                workspace.layout, workspace.ruleset, workspace.library, workspace.locked_here, self._seed, theme
            )
        )

    def _on_found(self, found: Suggested) -> None:
        """Show it; what one points at stays until the pointer leaves."""
        self._waiting[found.place] = found
        if not self.list.pointed_at:
            self._show_waiting()

    def _show_waiting(self) -> None:
        for place in sorted(self._waiting):
            self._show(self._waiting.pop(place))
        self._tell_count()

    def _show(self, found: Suggested) -> None:
        variation, ratio = found.variation, self.devicePixelRatioF()
        picture = found.picture.pixmap(_PICTURE, ratio, variation.squares)
        words = capital(variation.difference or variation.change)
        self.list.show_at(found.place, found, picture, words, capital(variation.told))

    def _tell_count(self) -> None:
        count = len(self.variations)
        self.state.setText(translate("SuggestionsDock", "%n variation(s); a click adopts one", None, PLURAL, count))

    def _show_end(self) -> None:
        if not self._waiting and not self.variations:
            self.state.setText(self.tr("No variation was found that is as legal and as fair."))

    # Pointing and adopting ------------------------------------------------------------------------------------

    def _look_away(self) -> None:
        """Nothing is pointed at any more: what was found meanwhile is shown."""
        self.previewed.emit(None)
        if self._waiting:
            self._show_waiting()

    def _preview(self, item: QListWidgetItem | None) -> None:
        found = item.data(ROLE) if item is not None else None
        self.previewed.emit(found.variation if found is not None else None)

    def _adopt(self, item: QListWidgetItem) -> None:
        """Make a variation the dungeon, as one step that can be undone."""
        found = item.data(ROLE)
        if found is not None:
            variation: Variation = found.variation
            self.workspace.plainly(filled(self.tr("Adopt: %1"), variation.change), variation.layout)
            self.workspace.said.emit(capital(variation.told))

    # Locks ----------------------------------------------------------------------------------------------------

    def _lock_selected(self) -> None:
        self.workspace.lock(self.workspace.locked | self._selected)

    @property
    def _selected(self) -> frozenset[str]:
        return frozenset(thing.value.id for thing in self.workspace.selection if thing.field == "sections")

    def _show_locks(self) -> None:
        locked = self.workspace.locked_here
        count = len(locked)
        self.lock.setEnabled(bool(self._selected - locked))
        self.unlock.setEnabled(bool(locked))
        words = translate("SuggestionsDock", "Unlock %n room(s)", None, PLURAL, count)
        self.unlock.setText(words if locked else self.tr("Unlock all"))

"""The edition card: what the chosen ruleset asks a number of, and how many there are; each line leads on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Square
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import Bounds, PerSide
from dungeon_designer.translation import filled, marked, translate

_LINES: dict[str, tuple[str, str, Callable[[Board], tuple[Square, ...]]]] = {
    "square-count": (marked("EditionCard", "Floor squares: %1 of %2"), "draw-room", lambda board: tuple(board.squares)),
    "chest-count": (
        marked("EditionCard", "Chests: %1 of %2"),
        "chest",
        lambda board: tuple(chest.at for chest in board.chests),
    ),
    "portal-count": (
        marked("EditionCard", "Portals: %1 of %2"),
        "portal",
        lambda board: tuple(portal.at for portal in board.portals),
    ),
}
"""By the rule that counts: the line, the tool that makes more, and the squares of what there is."""

_ROLE = Qt.ItemDataRole.UserRole


class EditionCard(QWidget):
    """A line a count. Too few: a click `taken` the tool; else `shown` where they are."""

    taken = Signal(str)
    shown = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("What the edition asks a number of"))
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 4, 6, 4)
        box.addWidget(self.list)
        self.list.itemClicked.connect(self._follow)
        self.list.itemActivated.connect(self._follow)
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Count anew."""
        asked = {each.rule.name: each for each in configured(self.workspace.ruleset)}
        self.list.clear()
        for name, (words, tool, squares_of) in _LINES.items():
            settings = asked[name].settings if name in asked else None
            if isinstance(settings, PerSide):
                settings = settings.for_sides(len(self.workspace.board.teams))
            if not isinstance(settings, Bounds):
                continue
            squares = squares_of(self.workspace.board)
            count = len(squares)
            right = settings.allows(count)
            item = QListWidgetItem(
                f"{'✓' if right else '✗'} {filled(translate('EditionCard', words), count, _range(settings))}"
            )
            few = not right and settings.min is not None and count < settings.min
            item.setData(_ROLE, (tool if few else "", squares))
            item.setToolTip(asked[name].entry.source)
            self.list.addItem(item)

    def _follow(self, item: QListWidgetItem) -> None:
        tool, squares = item.data(_ROLE)
        if tool:
            self.taken.emit(tool)
        else:
            self.workspace.mark(squares)
            self.shown.emit(squares)


def _range(settings: Bounds) -> str:
    """The bounds as figures.

    >>> _range(Bounds(min=8, max=12, also=(6,))), _range(Bounds(min=6, max=6)), _range(Bounds(max=4))
    ('6, 8–12', '6', '≤ 4')
    """
    low, high = settings.min, settings.max
    both = f"{low}–{high}" if low != high else f"{low}"
    words = f"≤ {high}" if low is None else f"≥ {low}" if high is None else both
    return ", ".join([*map(str, settings.also), words])

"""The palette: everything but tiles, in groups with pictures, searched by name."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from dungeon_designer.editor.icons import icon
from dungeon_designer.editor.palette_entries import PIECES, Piece

_ROLE = Qt.ItemDataRole.UserRole


class PaletteDock(QWidget):
    """Pieces by group; a click takes one in hand."""

    taken = Signal(object)

    def __init__(self, dark: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the pieces"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setClearButtonEnabled(True)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Pieces"))
        self.tree.setHeaderHidden(True)
        self.tree.setIconSize(QSize(24, 24))
        self.tree.setIndentation(12)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemActivated.connect(self._clicked)
        self.search.textChanged.connect(self._filter)
        box = QVBoxLayout(self)
        box.setContentsMargins(6, 4, 6, 4)
        box.addWidget(self.search)
        box.addWidget(self.tree)
        self._dark = dark
        self._bare: list[QTreeWidgetItem] = []
        self._draw = QTimer(self)
        self._draw.setInterval(0)
        self._draw.timeout.connect(self._draw_one)
        self._fill()

    def set_dark(self, dark: bool) -> None:
        """Pictures for a light or a dark window; they come one after the other."""
        self._dark = dark
        groups = [self.tree.topLevelItem(at) for at in range(self.tree.topLevelItemCount())]
        items = [group.child(at) for group in groups if group is not None for at in range(group.childCount())]
        self._bare = [item for item in reversed(items) if item is not None]
        self._draw.start()

    def _draw_one(self) -> None:
        """The next picture that is missing."""
        if not self._bare:
            self._draw.stop()
            return
        item = self._bare.pop()
        piece: Piece = item.data(0, _ROLE)
        item.setIcon(0, icon(piece.picture, self._dark))

    def _fill(self) -> None:
        """List the pieces."""
        groups: dict[str, QTreeWidgetItem] = {}
        for piece in PIECES:
            if piece.group not in groups:
                groups[piece.group] = QTreeWidgetItem([piece.group_words])
                font = groups[piece.group].font(0)
                font.setBold(True)
                groups[piece.group].setFont(0, font)
                self.tree.addTopLevelItem(groups[piece.group])
                groups[piece.group].setExpanded(True)
            item = QTreeWidgetItem([piece.words])
            item.setData(0, _ROLE, piece)
            item.setToolTip(0, f"<p><b>{piece.words}</b> ({piece.key})<br>{piece.tip}</p>")
            groups[piece.group].addChild(item)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        piece: Piece | None = item.data(0, _ROLE)
        if piece is not None:
            self.taken.emit(piece)
        else:
            item.setExpanded(not item.isExpanded())

    def _filter(self, text: str) -> None:
        for at in range(self.tree.topLevelItemCount()):
            group = self.tree.topLevelItem(at)
            if group is None:
                continue
            shown = 0
            for place in range(group.childCount()):
                child = group.child(place)
                if child is not None:
                    hit = text.lower() in child.text(0).lower() or text.lower() in group.text(0).lower()
                    child.setHidden(not hit)
                    shown += hit
            group.setHidden(not shown)

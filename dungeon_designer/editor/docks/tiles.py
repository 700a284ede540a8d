"""The tile palette: pictures, search, and how many of each the box still holds."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from dungeon_designer.editor.pictures import tile_pixmap
from dungeon_designer.editor.widgets import as_written, combo, dock_column, search_field, timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.tiles.model import Card, Tile
from dungeon_designer.translation import PLURAL, filled, translate

_ROLE = Qt.ItemDataRole.UserRole
_PICTURE = 84
"""A tile's picture in pixels; two stand side by side in the dock as it is at first."""

_SETS = {
    "gw-1989-basic": "gw-1989",
    "gw-1989-expanded": "gw-1989",
    "eagbbl": "warhammer-quest-style",
}


class TilesDock(QWidget):
    """Tiles of a set; a click takes one in hand."""

    taken = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.dark = False
        self._ruleset = ""
        self._pictures: dict[tuple[str, bool], QIcon] = {}
        self.sets = combo(self.tr("The tile set"), tip=self.tr("The tile set"))
        self.search = search_field(self.tr("Search the tiles"))
        self.list = self._view()
        dock_column(self, self.sets, self.search, self.list)
        self.sets.currentIndexChanged.connect(self.fill)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._take)
        self._draw = timer(self, 0, self._draw_one, again=True)
        workspace.opened.connect(self.show_sets)
        workspace.changed.connect(self._follow)

    def _view(self) -> QListWidget:
        view = QListWidget()
        view.setAccessibleName(self.tr("Tiles"))
        view.setViewMode(QListView.ViewMode.IconMode)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setMovement(QListView.Movement.Static)
        view.setIconSize(QSize(_PICTURE, _PICTURE))
        view.setGridSize(QSize(112, 150))
        view.setWordWrap(True)
        view.itemClicked.connect(lambda item: self.taken.emit(item.data(_ROLE)))
        view.itemActivated.connect(lambda item: self.taken.emit(item.data(_ROLE)))
        return view

    def showEvent(self, event: QShowEvent) -> None:
        """Pictures are drawn for somebody who sees them."""
        super().showEvent(event)
        self._draw.start()

    def show_sets(self) -> None:
        """List the sets there are, and show that of the layout's edition."""
        self.sets.blockSignals(True)
        self.sets.clear()
        self.sets.addItems(list(self.workspace.library.sets))
        self.sets.setCurrentIndex(max(self._set_of_ruleset(), 0))
        self.sets.blockSignals(False)
        self.fill()

    def _set_of_ruleset(self) -> int:
        """Where the tile set of the layout's edition stands; below 0 where it has none."""
        self._ruleset = self.workspace.ruleset.id
        return self.sets.findText(_SETS.get(self._ruleset, self._ruleset))

    def _follow(self) -> None:
        """Another ruleset brings its own tiles; one without leaves those that are shown."""
        if self.workspace.ruleset.id != self._ruleset and (at := self._set_of_ruleset()) >= 0:
            self.sets.setCurrentIndex(at)
        self.count()

    def set_dark(self, dark: bool) -> None:
        """Pictures for a dark window."""
        self.dark = dark
        self.fill()

    def fill(self) -> None:
        """Show the tiles of the set; their pictures come one after the other."""
        self.list.clear()
        for tile in self._tiles():
            item = QListWidgetItem(tile.name)
            item.setData(_ROLE, tile)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            item.setToolTip(as_written(self._tip(tile)))
            item.setIcon(self._pictures.get((tile.id, self.dark), QIcon()))
            self.list.addItem(item)
        self.count()
        self._filter(self.search.text())
        self._draw.start()

    def _tiles(self) -> list[Tile]:
        try:
            return self.workspace.library.of_set(self.sets.currentText()) if self.sets.count() else []
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return []

    def _tip(self, tile: Tile) -> str:
        size = f"{tile.size[0]} × {tile.size[1]}"
        card = filled(self.tr("One face of %1 × %2"), tile.card.stock, tile.card.name) if tile.card else ""
        return "\n".join(filter(None, (f"{tile.name}: {plain(tile.kind)}, {size}", card, tile.rule, tile.source)))

    def _draw_one(self) -> None:
        """The next picture that is missing, while they are seen."""
        for at in range(self.list.count() if self.isVisible() else 0):
            item = self.list.item(at)
            tile: Tile = item.data(_ROLE)
            if item.icon().isNull():
                key = tile.id, self.dark
                if key not in self._pictures:
                    ratio = self.devicePixelRatioF()
                    self._pictures[key] = QIcon(tile_pixmap(tile, QSize(_PICTURE, _PICTURE), self.dark, ratio))
                item.setIcon(self._pictures[key])
                return
        self._draw.stop()

    def count(self) -> None:
        """Say how many of each are left."""
        placed = Counter(section.tile for section in self.workspace.layout.sections if section.tile)
        shown: list[Tile] = [self.list.item(at).data(_ROLE) for at in range(self.list.count())]
        cards: Counter[Card] = Counter()
        for tile in shown:
            if tile.card:
                cards[tile.card] += placed[tile.id]
        for at, tile in enumerate(shown):
            on_card = cards[tile.card] if tile.card else 0
            self.list.item(at).setText(f"{tile.name}\n{self._stock(tile, placed[tile.id], on_card)}")

    def _stock(self, tile: Tile, used: int, on_card: int) -> str:
        """How many are left; a tile that is not laid is never too many, even where its card is used up."""
        if tile.stock is None:
            return translate("TilesDock", "%n placed", None, PLURAL, used) if used else ""
        boxes = self._boxes(tile)
        stock = tile.stock if tile.card else tile.stock * boxes
        left = min(stock - used, tile.card.stock * boxes - on_card) if tile.card else stock - used
        if left < 0 and used:
            return translate("TilesDock", "%n too many!", None, PLURAL, -left)
        return filled(self.tr("%1 of %2 left"), max(left, 0), stock)

    def _boxes(self, tile: Tile) -> int:
        """How many boxes of a tile's set the ruleset allows; a named room lies once, however many there are."""
        entry = self.workspace.ruleset.rules.get("tile-supply")
        parameters = entry.parameters if entry is not None else {}
        return 1 if tile.set_name in parameters.get("besides", ()) else int(parameters.get("boxes") or 1)

    def _take(self) -> None:
        """Return in the search takes the tile that is set off, the first that was found."""
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.taken.emit(item.data(_ROLE))

    def _filter(self, text: str) -> None:
        """Leave what was searched for; one of it is set off, so that no key takes a tile that is not seen."""
        items = [self.list.item(at) for at in range(self.list.count())]
        for item in items:
            tile: Tile = item.data(_ROLE)
            item.setHidden(text.lower() not in f"{tile.name} {tile.id} {plain(tile.kind)}".lower())
        shown = [item for item in items if not item.isHidden()]
        current = self.list.currentItem()
        if shown and (text or current is not None) and (current is None or current.isHidden()):
            self.list.setCurrentItem(shown[0])

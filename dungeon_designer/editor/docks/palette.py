"""The two palettes: pieces in groups, with the counters of the sides that play; tiles, and how many the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QIcon, QShortcut, QShowEvent
from PySide6.QtWidgets import QListWidgetItem, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.picture_list import ROLE, PictureList
from dungeon_designer.editor.pictures import icon, tile_pixmap
from dungeon_designer.editor.pieces import PIECES, Piece
from dungeon_designer.editor.widgets import as_written, combo, dock_column, made, search_field, timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import Team
from dungeon_designer.layout_edits.descriptions import kind_in_words
from dungeon_designer.set_up.floor import left_of, supply_of
from dungeon_designer.tiles.model import Tile
from dungeon_designer.translation import PLURAL, filled, translate

_PICTURE = QSize(84, 84)
"""A tile's picture in pixels; two stand side by side in the dock as it is at first."""

_SETS = {"gw-1989-basic": "gw-1989", "gw-1989-expanded": "gw-1989", "eagbbl": "warhammer-quest-style"}


class PaletteDock(QWidget):
    """Pieces by group; a click takes one in hand."""

    taken = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.search = search_field(self.tr("Search the pieces"))
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._take_hit)
        within = Qt.ShortcutContext.WidgetShortcut
        made(QShortcut, Qt.Key.Key_Down, self.search, context=within, activated=self._go_to_hit)
        self.tree = made(
            QTreeWidget,
            accessibleName=self.tr("Pieces"),
            headerHidden=True,
            iconSize=QSize(24, 24),
            indentation=12,
            expandsOnDoubleClick=False,
            itemClicked=self._clicked,
            itemActivated=self._clicked,
        )
        dock_column(self, self.search, self.tree)
        self.teams: tuple[Team, ...] = ()
        self._items: dict[str, QTreeWidgetItem] = {}
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._draw = timer(self, 0, self._draw_one, again=True)
        for piece in PIECES:
            if piece.group not in self._groups:
                self._groups[piece.group] = group = QTreeWidgetItem(self.tree, [translate("pieces", piece.group)])
                font = group.font(0)
                font.setBold(True)
                group.setFont(0, font)
                group.setExpanded(piece.owner is None)
            self._items[piece.id] = item = QTreeWidgetItem(self._groups[piece.group], [piece.name])
            item.setData(0, ROLE, piece)
            item.setToolTip(0, piece.tool_tip)
        self.set_dark(False)

    def _draw_one(self) -> None:
        if self._bare:
            item = self._bare.pop(0)
            piece: Piece = item.data(0, ROLE)
            item.setIcon(0, icon(piece.picture, self._dark))
        else:
            self._draw.stop()

    def set_dark(self, dark: bool) -> None:
        """Pictures for a light or a dark window; they come one after the other."""
        self._dark = dark
        self._bare = list(self._items.values())
        self._draw.start()

    def set_teams(self, teams: tuple[Team, ...]) -> None:
        """Offer the counters of these sides."""
        self.teams = teams
        self._filter(self.search.text())

    def follow(self, name: str) -> None:
        """The piece of that id is in hand, or none of the palette's: show so."""
        self.tree.setCurrentItem(self._items.get(name))  # type: ignore[arg-type]

    def _clicked(self, item: QTreeWidgetItem) -> None:
        piece: Piece | None = item.data(0, ROLE)
        if piece is not None:
            self.taken.emit(piece)
        else:
            item.setExpanded(not item.isExpanded())

    @property
    def _hit(self) -> QTreeWidgetItem | None:
        """The first piece that was found."""
        return next((item for item in self._items.values() if not item.isHidden()), None)

    def _take_hit(self) -> None:
        if self._hit is not None:
            self._clicked(self._hit)

    def _go_to_hit(self) -> None:
        self.tree.setFocus()
        self.tree.setCurrentItem(self._hit)  # type: ignore[arg-type]

    def _filter(self, text: str) -> None:
        for group in self._groups.values():
            group.setHidden(True)
            group.setExpanded(group.isExpanded() or bool(text))
        for item in self._items.values():
            piece: Piece = item.data(0, ROLE)
            group = self._groups[piece.group]
            hit = text.lower() in f"{item.text(0)} {group.text(0)}".lower() and piece.owner in (None, *self.teams)
            item.setHidden(not hit)
            group.setHidden(group.isHidden() and not hit)


def follow_sides(workspace: Workspace, actions: Actions, palette: PaletteDock, take: Callable[[str], None]) -> None:
    """Offer the counters of the sides that play and no others; `take` takes a tool in hand by its name."""

    def refresh() -> None:
        teams = workspace.layout.teams
        if teams == palette.teams:
            return
        palette.set_teams(teams)
        for piece in PIECES:
            if piece.owner is not None:
                action = actions[f"tool-{piece.id}"]
                action.setVisible(piece.owner in teams)
                if action.isChecked() and piece.owner not in teams:
                    take("select")

    workspace.changed.connect(refresh)
    workspace.opened.connect(refresh)
    refresh()


class TilesDock(QWidget):
    """Tiles of a set; a click takes one in hand."""

    taken = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.dark = False
        self._ruleset = ""
        self._pictures: dict[tuple[str, bool], QIcon] = {}
        self.sets = combo(self.tr("The tile set"), tip=self.tr("The tile set"))
        self.search = search_field(self.tr("Search the tiles"))
        self.list = PictureList(self.tr("Tiles"), _PICTURE, QSize(112, 150))
        dock_column(self, self.sets, self.search, self.list)
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self.sets.currentIndexChanged.connect(self.fill)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(lambda: self._take(self.list.currentItem()))
        self._draw = timer(self, 0, self._draw_one, again=True)
        workspace.opened.connect(self.show_sets)
        workspace.changed.connect(self._follow)

    @property
    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(at) for at in range(self.list.count())]

    def _take(self, item: QListWidgetItem | None) -> None:
        """A tile in hand; Return in the search takes the one that is set off, the first that was found."""
        if item is not None and not item.isHidden():
            self.taken.emit(item.data(ROLE))

    def showEvent(self, event: QShowEvent) -> None:
        """Pictures are drawn for somebody who sees them."""
        super().showEvent(event)
        self._draw.start()

    def show_sets(self) -> None:
        """List the sets there are, and show that of the layout's edition."""
        with QSignalBlocker(self.sets):
            self.sets.clear()
            self.sets.addItems(list(self.workspace.library.sets))
            self.sets.setCurrentIndex(max(self._set_of_ruleset(), 0))
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
        tiles: list[Tile] = []
        with self.workspace.telling():
            tiles = self.workspace.library.of_set(self.sets.currentText()) if self.sets.count() else []
        for tile in tiles:
            item = QListWidgetItem(tile.name)
            item.setData(ROLE, tile)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            size = f"{tile.name}: {kind_in_words(tile.kind)}, {tile.size[0]} × {tile.size[1]}"
            card = filled(self.tr("One face of %1 × %2"), tile.card.stock, tile.card.name) if tile.card else ""
            item.setToolTip(as_written("\n".join(filter(None, (size, card, tile.rule, tile.source)))))
            item.setIcon(self._pictures.get((tile.id, self.dark), QIcon()))
            self.list.addItem(item)
        self.count()
        self._filter(self.search.text())
        self._draw.start()

    def _draw_one(self) -> None:
        item = next((each for each in self._items if each.icon().isNull()), None)
        if item is None or not self.isVisible():
            self._draw.stop()
            return
        tile: Tile = item.data(ROLE)
        key = tile.id, self.dark
        if key not in self._pictures:
            largest = max(side for each in self._items for side in each.data(ROLE).size)
            size = (QSizeF(*tile.size) * (_PICTURE.width() / largest)).toSize()  # all of a set to one scale
            self._pictures[key] = QIcon(tile_pixmap(tile, size, self.dark, self.devicePixelRatioF()))
        item.setIcon(self._pictures[key])

    def count(self) -> None:
        """Say how many of each are left."""
        space, tiles = self.workspace, [item.data(ROLE) for item in self._items]
        placed = Counter(section.tile for section in space.layout.sections)
        supply = supply_of(space.ruleset, space.library, self.sets.currentText()) if tiles else ()
        left, stock = left_of(supply, space.layout), dict(reversed(supply))
        for item, tile in zip(self._items, tiles, strict=True):
            words = self._stock(tile, placed[tile.id], left[tile.id], stock[frozenset({tile.id})])
            item.setText(f"{tile.name}\n{words}")

    def _stock(self, tile: Tile, used: int, left: int, stock: int) -> str:
        """How many are left. A tile not laid is never too many."""
        if tile.stock is None:
            return translate("TilesDock", "%n placed", None, PLURAL, used) if used else ""
        if left < 0 and used:
            return translate("TilesDock", "%n beyond the box", None, PLURAL, -left)
        return filled(self.tr("%1 of %2 left over"), max(left, 0), stock)

    def _filter(self, text: str) -> None:
        """Leave what was searched for; one of it is set off, so that no key takes a tile that is not seen."""
        shown = []
        for item in self._items:
            tile: Tile = item.data(ROLE)
            item.setHidden(text.lower() not in f"{tile.name} {tile.id} {kind_in_words(tile.kind)}".lower())
            shown += [] if item.isHidden() else [item]
        current = self.list.currentItem()
        if shown and (text or current is not None) and (current is None or current.isHidden()):
            self.list.setCurrentItem(shown[0])

"""The two palettes: pieces in groups, with the counters of the playing teams; tiles, with the number left of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QIcon, QShortcut, QShowEvent
from PySide6.QtWidgets import QListWidgetItem, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.canvas.painted_pictures import deferred_loading
from dungeon_designer.editor.canvas.picture_loading import PictureLoading
from dungeon_designer.editor.picture_list import PICTURE_SIZE_ROLE, VALUE_ROLE, GroupedPictureList
from dungeon_designer.editor.pictures import build_icon, draw_tile
from dungeon_designer.editor.pieces import PALETTE_PIECES, Piece, find_edition
from dungeon_designer.editor.widgets import (
    create_combo_box,
    create_search_field,
    create_timer,
    create_widget,
    escape_rich_text,
    fill_dock,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Team
from dungeon_designer.layout_edits.descriptions import describe_kind
from dungeon_designer.layout_edits.floor import TEAM_KINDS
from dungeon_designer.set_up.floor_tiles import build_supply, count_remaining_tiles
from dungeon_designer.tiles.tile import Tile
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate

_TILE_PICTURE_SIZE = QSize(84, 84)
"""The greatest size of a tile's picture in pixels. Two fit side by side into the dock at its first width."""

_GENERAL_SET = "warhammer-quest-style"
"""The tile set for editions that leave the floor plan to the players and have no set of their own."""
_SET_BY_EDITION = {"gw-1989-basic": "gw-1989", "gw-1989-expanded": "gw-1989", "eagbbl": _GENERAL_SET}
"""The tile sets of the editions whose set has another name than the edition."""


class PaletteDock(QWidget):
    """The palette of pieces, that is of objects that can be placed, in groups.

    A click emits `piece_chosen` with the piece.
    """

    piece_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.search = create_search_field(self.tr("Search the pieces"))
        self.search.textChanged.connect(self._filter_pieces)
        self.search.returnPressed.connect(self._choose_first_match)
        context = Qt.ShortcutContext.WidgetShortcut
        create_widget(QShortcut, Qt.Key.Key_Down, self.search, context=context, activated=self._focus_first_match)
        self.tree = create_widget(
            QTreeWidget,
            accessibleName=self.tr("Pieces"),
            headerHidden=True,
            iconSize=QSize(24, 24),
            indentation=12,
            expandsOnDoubleClick=False,
            itemClicked=self._activate_item,
            itemActivated=self._activate_item,
        )
        fill_dock(self, self.search, self.tree)
        self.teams: tuple[Team, ...] = ()
        self.edition = ""
        self._arrangement = "", False
        """The edition and whether a search is under way, by which the pieces are grouped now."""
        self._items: dict[str, QTreeWidgetItem] = {}
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._icon_timer = create_timer(self, 0, self._draw_next_icon, repeats=True)
        for piece in PALETTE_PIECES:
            if piece.group not in self._groups:
                self._groups[piece.group] = group = QTreeWidgetItem(self.tree, [translate("pieces", piece.group)])
                font = group.font(0)
                font.setBold(True)
                group.setFont(0, font)
                group.setExpanded(piece.owner is None)
            self._items[piece.id] = item = QTreeWidgetItem(self._groups[piece.group], [piece.name])
            item.setData(0, VALUE_ROLE, piece)
            item.setToolTip(0, piece.tool_tip)
        self._other_group = QTreeWidgetItem(self.tree, [self.tr("Other editions")])
        self._other_group.setFont(0, font)
        self.set_dark(False)

    def _draw_next_icon(self) -> None:
        """Draw one icon, the next that is missing.

        A timer calls this until none is, so that the window need not wait.
        """
        if self._items_without_icon:
            item = self._items_without_icon.pop(0)
            piece: Piece = item.data(0, VALUE_ROLE)
            item.setIcon(0, build_icon(piece.picture, self._dark))
        else:
            self._icon_timer.stop()

    def set_dark(self, dark: bool) -> None:
        """Have all icons drawn again for a light or a dark window, one by one."""
        self._dark = dark
        self._items_without_icon = list(self._items.values())
        self._icon_timer.start()

    def set_teams(self, teams: tuple[Team, ...]) -> None:
        """Show the pieces that belong to one of these teams, such as its counters, and hide those of other teams."""
        self.teams = teams
        self._filter_pieces(self.search.text())

    def set_edition(self, edition: str) -> None:
        """Move the pieces that an edition does not have to a folded group at the end, and all others to their groups.

        Args:
            edition: the id of the edition; "" for rules of no edition, which have all pieces.
        """
        self.edition = edition
        self._filter_pieces(self.search.text())

    def _arrange_pieces(self, is_searching: bool) -> None:
        """Put each piece into the group where it belongs now. During a search every piece is in its own group."""
        if self._arrangement == (self.edition, is_searching):
            return
        self._arrangement = self.edition, is_searching
        for group in (*self._groups.values(), self._other_group):
            group.takeChildren()
        for item in self._items.values():
            piece: Piece = item.data(0, VALUE_ROLE)
            is_own = is_searching or piece.belongs_to(self.edition)
            (self._groups[piece.group] if is_own else self._other_group).addChild(item)

    def highlight_piece(self, name: str) -> None:
        """Highlight the piece with an id. If the palette does not have it, highlight none."""
        self.tree.setCurrentItem(self._items.get(name))  # type: ignore[arg-type]

    def _activate_item(self, item: QTreeWidgetItem) -> None:
        """Choose the piece of a line; expand or collapse the line of a group."""
        piece: Piece | None = item.data(0, VALUE_ROLE)
        if piece is not None:
            self.piece_chosen.emit(piece)
        else:
            item.setExpanded(not item.isExpanded())

    @property
    def _first_match(self) -> QTreeWidgetItem | None:
        """The line of the first piece that matches the search, or None."""
        return next((item for item in self._items.values() if not item.isHidden()), None)

    def _choose_first_match(self) -> None:
        """Choose the first entry of the palette that matches the text that was typed."""
        if self._first_match is not None:
            self._activate_item(self._first_match)

    def _focus_first_match(self) -> None:
        """Move the keyboard to the first entry of the palette that matches the text that was typed."""
        self.tree.setFocus()
        self.tree.setCurrentItem(self._first_match)  # type: ignore[arg-type]

    def _filter_pieces(self, text: str) -> None:
        """Show the pieces whose name or group contains a text, unless their team does not play; hide empty groups."""
        self._arrange_pieces(is_searching=bool(text))
        for group in (*self._groups.values(), self._other_group):
            group.setHidden(True)
            group.setExpanded(group.isExpanded() or bool(text))
        for item in self._items.values():
            piece: Piece = item.data(0, VALUE_ROLE)
            words = f"{item.text(0)} {self._groups[piece.group].text(0)}"
            is_match = text.lower() in words.lower() and piece.owner in (None, *self.teams)
            item.setHidden(not is_match)
            group = self._groups[piece.group] if item.parent() is not self._other_group else self._other_group
            group.setHidden(group.isHidden() and not is_match)
        if text:
            self._other_group.setExpanded(False)


def follow_dungeon(
    workspace: Workspace, actions: Actions, palette: PaletteDock, select_tool: Callable[[str], None]
) -> None:
    """Show the counters of the teams that play and the pieces of the edition, now and after each change of the dungeon.

    Args:
        workspace: the workspace.
        actions: the window's actions, one for each piece.
        palette: the palette of pieces.
        select_tool: makes a tool the current one by its name; called when the current tool's team plays no more.
    """

    def show_pieces() -> None:
        """Show the pieces of the edition and of the teams that play, and leave a tool whose team does not."""
        teams, edition = workspace.layout.teams, find_edition(workspace.ruleset)
        if edition != palette.edition:
            palette.set_edition(edition)
        if teams == palette.teams:
            return
        palette.set_teams(teams)
        for piece in PALETTE_PIECES:
            if piece.owner is not None:
                tool_action = actions[f"tool-{piece.id}"]
                tool_action.setVisible(piece.owner in teams)
                if tool_action.isChecked() and piece.owner not in teams:
                    select_tool("select")

    workspace.changed.connect(show_pieces)
    workspace.opened.connect(show_pieces)
    show_pieces()


class TilesDock(QWidget):
    """The palette of the tiles of one set, grouped by kind.

    Signals:
        tile_chosen: a tile that was clicked.
        tile_dragged: a tile that is dragged, and the point on the screen where the pointer is now.
        tile_dropped: the same when the button is released.
    """

    tile_chosen = Signal(object)
    tile_dragged = Signal(object, object)
    tile_dropped = Signal(object, object)

    def __init__(self, workspace: Workspace, picture_loading: PictureLoading) -> None:
        super().__init__()
        self.workspace, self._picture_loading = workspace, picture_loading
        self.dark = False
        self._ruleset = ""
        self._scale = 1.0
        """The pixels per square of the pictures: all tiles of a set are drawn to one scale."""
        self._pictures: dict[tuple[str, bool], QIcon] = {}
        self.set_box = create_combo_box(self.tr("The tile set"), tip=self.tr("The tile set"))
        self.search = create_search_field(self.tr("Search the tiles"))
        self.list = GroupedPictureList(self.tr("Tiles"), _TILE_PICTURE_SIZE)
        fill_dock(self, self.set_box, self.search, self.list)
        self.list.itemClicked.connect(self._choose_tile)
        self.list.itemActivated.connect(self._choose_tile)
        self.list.item_dragged.connect(lambda item, point: self.tile_dragged.emit(item.data(VALUE_ROLE), point))
        self.list.item_dropped.connect(lambda item, point: self.tile_dropped.emit(item.data(VALUE_ROLE), point))
        self.set_box.currentIndexChanged.connect(self.fill_list)
        self.search.textChanged.connect(self._filter_tiles)
        self.search.returnPressed.connect(lambda: self._choose_tile(self.list.currentItem()))
        self._icon_timer = create_timer(self, 0, self._draw_next_icon, repeats=True)
        picture_loading.images_changed.connect(self._icon_timer.start)
        workspace.opened.connect(self.list_sets)
        workspace.changed.connect(self._follow_ruleset)

    @property
    def _items(self) -> list[QListWidgetItem]:
        """The items of the list that show a tile, without the headings."""
        return [item for item in map(self.list.item, range(self.list.count())) if item.data(VALUE_ROLE) is not None]

    def _choose_tile(self, item: QListWidgetItem | None) -> None:
        """Choose the tile of a line, unless the search hides it."""
        if item is not None and not item.isHidden() and item.data(VALUE_ROLE) is not None:
            self.tile_chosen.emit(item.data(VALUE_ROLE))

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the pictures, which are only drawn while the dock is seen."""
        super().showEvent(event)
        self._icon_timer.start()

    def list_sets(self) -> None:
        """List the tile sets and show the set of the dungeon's edition, or else a set that fits any free floor plan."""
        with QSignalBlocker(self.set_box):
            self.set_box.clear()
            self.set_box.addItems(list(self.workspace.library.sets))
            index = self._find_set_index()
            self.set_box.setCurrentIndex(index if index >= 0 else max(self.set_box.findText(_GENERAL_SET), 0))
        self.fill_list()

    def show_tile(self, tile_id: str) -> Tile:
        """Show a tile that was just written, with its set, highlight it, and return it.

        Raises:
            TileError: no tile has this id, or its file is wrong.
        """
        tile = self.workspace.library.get(tile_id)
        for is_dark in (False, True):
            self._pictures.pop((tile_id, is_dark), None)  # the tile may have replaced another
        self.list_sets()
        self.search.clear()
        self.set_box.setCurrentIndex(self.set_box.findText(tile_id.rpartition("/")[0]))
        self.list.setCurrentItem(next(item for item in self._items if item.data(VALUE_ROLE).id == tile_id))
        return tile

    def _find_set_index(self) -> int:
        """Return the index of the tile set of the dungeon's edition or of an edition that it extends; -1 if none."""
        ruleset = self.workspace.ruleset
        self._ruleset = ruleset.id
        indices = (self.set_box.findText(_SET_BY_EDITION.get(name, name)) for name in (ruleset.id, *ruleset.lineage))
        return next((index for index in indices if index >= 0), -1)

    def _follow_ruleset(self) -> None:
        """After a change of the dungeon, show the tile set of its ruleset and count the tiles again.

        The set changes only if the ruleset is another one now.
        """
        if self.workspace.ruleset.id != self._ruleset and (index := self._find_set_index()) >= 0:
            self.set_box.setCurrentIndex(index)
        self.show_counts()

    def set_dark(self, dark: bool) -> None:
        """Draw the pictures for a dark or a light window."""
        self.dark = dark
        self.fill_list()

    def fill_list(self) -> None:
        """List the tiles of the chosen set, grouped by kind. Their pictures are drawn one by one."""
        self.list.clear()
        tiles: list[Tile] = []
        with self.workspace.reported_errors():
            tiles = self.workspace.library.list_set_tiles(self.set_box.currentText()) if self.set_box.count() else []
        self._scale = _TILE_PICTURE_SIZE.width() / max((side for tile in tiles for side in tile.size), default=1)
        for kind in sorted(SectionKind, key=lambda kind: kind not in TEAM_KINDS):  # every dungeon needs end zones
            tiles_of_kind = [tile for tile in tiles if tile.kind is kind]
            if tiles_of_kind:
                self.list.add_heading(capitalise_first(describe_kind(kind)))
                for tile in tiles_of_kind:
                    self.list.addItem(self._create_item(tile))
        self.show_counts()
        self._filter_tiles(self.search.text())
        self._icon_timer.start()

    def _create_item(self, tile: Tile) -> QListWidgetItem:
        """Return a new item of the list for a tile, with its picture if that was drawn before."""
        item = QListWidgetItem(tile.name)
        item.setData(VALUE_ROLE, tile)
        item.setData(PICTURE_SIZE_ROLE, (QSizeF(*tile.size) * self._scale).toSize())
        item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
        size = f"{tile.name}: {describe_kind(tile.kind)}, {tile.size[0]} × {tile.size[1]}"
        card = fill_placeholders(self.tr("One face of %1 × %2"), tile.card.stock, tile.card.name) if tile.card else ""
        item.setToolTip(escape_rich_text("\n".join(filter(None, (size, card, tile.rule, tile.source)))))
        item.setIcon(self._pictures.get((tile.id, self.dark), QIcon()))
        return item

    def _draw_next_icon(self) -> None:
        """Draw one picture, the next that is missing. A timer calls this until all are drawn or the dock is hidden.

        All tiles of a set are drawn to one scale.
        """
        item = next((other for other in self._items if other.icon().isNull()), None)
        if item is None or not self.isVisible():
            self._icon_timer.stop()
            return
        tile: Tile = item.data(VALUE_ROLE)
        key = tile.id, self.dark
        if key not in self._pictures:
            with deferred_loading() as missing_keys:
                icon = QIcon(draw_tile(tile, item.data(PICTURE_SIZE_ROLE), self.dark, self.devicePixelRatioF()))
            if missing_keys:  # it is drawn when its photo has been read
                self._icon_timer.stop()
                self._picture_loading.request_images(missing_keys)
                return
            self._pictures[key] = icon
        item.setIcon(self._pictures[key])

    def show_counts(self) -> None:
        """Show below each tile how many of it the box still has, beyond those in the dungeon.

        Nothing is shown while the tiles are those of the dungeon before, whose own sets this one does not have.
        """
        if self.set_box.currentText() not in self.workspace.library.sets:
            return
        workspace, tiles = self.workspace, [item.data(VALUE_ROLE) for item in self._items]
        set_name = self.set_box.currentText()
        if tiles and set_name not in workspace.library.sets:
            return  # another dungeon is being opened, and the list will be filled anew
        placed = Counter(section.tile for section in workspace.layout.sections)
        supply = build_supply(workspace.ruleset, workspace.library, set_name) if tiles else ()
        left_by_tile, stock = count_remaining_tiles(supply, workspace.layout), dict(reversed(supply))
        for item, tile in zip(self._items, tiles, strict=True):
            left, used = left_by_tile[tile.id], placed[tile.id]
            count = stock[frozenset({tile.id})]
            is_used_by_others = tile.stock is not None and left <= 0 and not used
            if is_used_by_others:
                count_text = fill_placeholders(self.tr("0 of %1 left: used up by another team"), count)
            else:
                count_text = self._format_stock(tile, used, left, count)
            item.setText(f"{tile.name}\n{count_text}")
            item.setForeground(self.palette().mid() if is_used_by_others else self.palette().text())
        self.list.arrange_items()

    def _format_stock(self, tile: Tile, used: int, left: int, stock: int) -> str:
        """Return how many of a tile are left in the box, as text.

        A tile without a fixed number tells how many are placed.

        Args:
            tile: the tile.
            used: how many are placed.
            left: how many are left; negative if more are placed than the box has. This is said only of tiles that are
                placed.
            stock: how many the box has.
        """
        if tile.stock is None:
            return translate("TilesDock", "%n placed", None, PLURAL, used) if used else ""
        if left < 0 and used:
            return translate("TilesDock", "%n beyond the box", None, PLURAL, -left)
        return fill_placeholders(self.tr("%1 of %2 left over"), max(left, 0), stock)

    def _filter_tiles(self, text: str) -> None:
        """Show the tiles that match a text and highlight the first, so that Return cannot choose a hidden tile."""
        matching_items = []
        for item in self._items:
            tile: Tile = item.data(VALUE_ROLE)
            item.setHidden(text.lower() not in f"{tile.name} {tile.id} {describe_kind(tile.kind)}".lower())
            matching_items += [] if item.isHidden() else [item]
        self.list.hide_empty_headings()
        current = self.list.currentItem()
        if matching_items and (text or current is not None) and (current is None or current.isHidden()):
            self.list.setCurrentItem(matching_items[0])

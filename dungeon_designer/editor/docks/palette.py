"""The palette: everything but tiles, in groups with pictures, searched by name; counters of the sides that play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.pictures import icon
from dungeon_designer.editor.pieces import ALL, COUNTER, PIECES, Piece, counter_id
from dungeon_designer.editor.widgets import dock_column, search_field, timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import TWO_TEAMS, CounterContent, Team
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.translation import capital, translate

_ROLE = Qt.ItemDataRole.UserRole
_WORDS = _ROLE + 1
"""What else an entry is searched by."""


class PaletteDock(QWidget):
    """Pieces by group; a click takes one in hand."""

    taken = Signal(object)

    def __init__(self, dark: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = search_field(self.tr("Search the pieces"))
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Pieces"))
        self.tree.setHeaderHidden(True)
        self.tree.setIconSize(QSize(24, 24))
        self.tree.setIndentation(12)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemActivated.connect(self._clicked)
        self.search.textChanged.connect(self._filter)
        self.counter = CounterChoice()
        self.counter.hide()
        self.counter.chosen.connect(self._chose_counter)
        dock_column(self, self.search, self.tree, self.counter)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._dark = dark
        self._bare: list[QTreeWidgetItem] = []
        self._draw = timer(self, 0, self._draw_one, again=True)
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
                groups[piece.group] = QTreeWidgetItem([translate("pieces", piece.group)])
                font = groups[piece.group].font(0)
                font.setBold(True)
                groups[piece.group].setFont(0, font)
                self.tree.addTopLevelItem(groups[piece.group])
                groups[piece.group].setExpanded(True)
            if piece.family and piece.family in self._items:
                continue
            item = QTreeWidgetItem([translate("pieces", piece.family) if piece.family else piece.words])
            item.setData(
                0, _WORDS, " ".join(each.words for each in PIECES if piece.family and each.family == piece.family)
            )
            self._items[piece.family or piece.id] = item
            self._hold(item, piece)
            groups[piece.group].addChild(item)

    def _hold(self, item: QTreeWidgetItem, piece: Piece) -> None:
        """Have an entry stand for a piece."""
        item.setData(0, _ROLE, piece)
        item.setToolTip(0, piece.told)

    def set_teams(self, teams: Sequence[Team]) -> None:
        """These sides play: the entry of the counters stands for none of another."""
        self.counter.set_teams(teams)
        item, piece = self._items[COUNTER], self.counter.piece
        if item.data(0, _ROLE).owner not in teams:
            self._hold(item, piece)
            item.setIcon(0, icon(piece.picture, self._dark))

    def _chose_counter(self) -> None:
        self.follow(self.counter.piece.id)
        self.taken.emit(self.counter.piece)

    def follow(self, name: str) -> None:
        """The piece of that id is in hand, or none of the palette's: show so."""
        piece = ALL.get(name)
        item = self._items.get(piece.family or piece.id) if piece is not None else None
        self.counter.setVisible(bool(piece is not None and piece.family))
        self.tree.setCurrentItem(item)  # type: ignore[arg-type]
        if piece is not None and piece.family and item is not None:
            self.counter.show_piece(piece)
            self._hold(item, piece)
            item.setIcon(0, icon(piece.picture, self._dark))

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
                    words = f"{child.text(0)} {child.data(0, _WORDS)} {group.text(0)}"
                    hit = text.lower() in words.lower()
                    child.setHidden(not hit)
                    shown += hit
            group.setHidden(not shown)


class CounterChoice(QWidget):
    """Two boxes; whoever chooses in one has `chosen` another counter."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        form = QFormLayout(self)
        form.setContentsMargins(2, 2, 2, 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.owner, self.face = QComboBox(), QComboBox()
        for box, words, values in (
            (self.owner, self.tr("Counter of"), list(TWO_TEAMS)),
            (self.face, self.tr("Face"), list(CounterContent)),
        ):
            for value in values:
                box.addItem(capital(plain(value)), value)
            box.setAccessibleName(words)
            box.activated.connect(lambda _: self.chosen.emit())
            form.addRow(words, box)

    def set_teams(self, teams: Iterable[Team]) -> None:
        """Offer the counters of these sides; the one chosen stays, if it is among them."""
        with QSignalBlocker(self.owner):
            chosen = self.owner.currentData()
            self.owner.clear()
            for team in teams:
                self.owner.addItem(capital(plain(team)), team)
            self.owner.setCurrentIndex(max(0, self.owner.findData(chosen)))

    @property
    def piece(self) -> Piece:
        """The counter chosen."""
        return ALL[counter_id(self.owner.currentData(), self.face.currentData())]

    def show_piece(self, piece: Piece) -> None:
        """Have another one chosen; nobody is told."""
        for owner in Team:
            for face in CounterContent:
                if piece.id == counter_id(owner, face):
                    with QSignalBlocker(self.owner), QSignalBlocker(self.face):
                        self.owner.setCurrentIndex(self.owner.findData(owner))
                        self.face.setCurrentIndex(self.face.findData(face))


class SideActions(QObject):
    """Follows the number of sides; `take` takes a tool in hand by its name."""

    def __init__(
        self, workspace: Workspace, actions: Actions, palette: PaletteDock, take: Callable[[str], None]
    ) -> None:
        super().__init__(workspace)
        self._workspace, self._actions, self._palette, self._take = workspace, actions, palette, take
        self._teams: tuple[Team, ...] = ()
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the counters of the sides that play."""
        teams = self._workspace.layout.teams
        if teams == self._teams:
            return
        self._teams = teams
        self._palette.set_teams(teams)
        for piece in PIECES:
            if piece.owner is not None:
                action = self._actions[f"tool-{piece.id}"]
                action.setVisible(piece.owner in teams)
                if action.isChecked() and piece.owner not in teams:
                    self._take("select")

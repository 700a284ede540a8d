"""How one begins: an edition's empty table or an example, a recent dungeon, the welcome of the first start."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.editor import files
from dungeon_designer.editor.pictures import board_pixmap
from dungeon_designer.editor.widgets import answers_of, as_written, column, number, plain_label, row, wrapped
from dungeon_designer.editor.workspace import USUAL
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import LEAST_SIDES, MOST_SIDES
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled

_ROLE = Qt.ItemDataRole.UserRole


class NewDialog(QDialog):
    """Choose what to begin with; `template` or `example` says what was chosen, `proposed` that it be generated."""

    def __init__(self, dark: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A new dungeon"))
        self.resize(860, 520)
        self._dark = dark
        self.template = ""
        self.example: Path | None = None
        self.proposed = False
        self._make_tree()
        self._make_picture()
        self._make_buttons()
        self._lay_out()
        self._fill()
        self._wire()
        self._choose_first()

    def _make_tree(self) -> None:
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Templates and examples"))
        self.tree.setHeaderHidden(True)
        self.tree.setMinimumWidth(300)

    def _make_picture(self) -> None:
        self.picture = QLabel()
        self.picture.setMinimumSize(480, 360)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words = wrapped()

    def _make_buttons(self) -> None:
        self.buttons = answers_of(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        propose = self.buttons.addButton(self.tr("&Propose…"), QDialogButtonBox.ButtonRole.ActionRole)
        propose.setToolTip(self.tr("Begin with one of a page of dungeons that are generated while you look"))
        propose.clicked.connect(self._propose)

    def _lay_out(self) -> None:
        right = column((self.picture, 1), self.words, self._sides_row())
        column(row(self.tree, (right, 1)), self.buttons, of=self)

    def _wire(self) -> None:
        self.sides.valueChanged.connect(lambda _: self._show(self.tree.currentItem()))
        self.tree.currentItemChanged.connect(lambda item, _: self._turn_to(item))
        self.tree.itemDoubleClicked.connect(lambda item, _: self.accept() if item.data(0, _ROLE) else None)

    def _choose_first(self) -> None:
        """The usual edition's empty table."""
        first = self.tree.topLevelItem(0)
        chosen = first.child(EDITIONS.index(USUAL)) if first is not None else None
        if chosen is not None:
            self.tree.setCurrentItem(chosen)

    def _propose(self) -> None:
        self.proposed = True
        self.accept()

    def _sides_row(self) -> QBoxLayout:
        """How many sides play on the empty table."""
        self.sides = number(LEAST_SIDES, MOST_SIDES, LEAST_SIDES, self.tr("Sides"))
        self.asked = wrapped()
        return row(QLabel(self.tr("Sides")), self.sides, (self.asked, 1))

    def _fill(self) -> None:
        empty = QTreeWidgetItem([self.tr("An empty table for")])
        self.tree.addTopLevelItem(empty)
        for edition in EDITIONS:
            item = QTreeWidgetItem([load(edition).name])
            item.setData(0, _ROLE, edition)
            empty.addChild(item)
        empty.setExpanded(True)
        groups: dict[str, QTreeWidgetItem] = {}
        for edition, path in files.examples():
            if edition not in groups:
                groups[edition] = QTreeWidgetItem([filled(self.tr("Examples: %1"), _full(edition))])
                self.tree.addTopLevelItem(groups[edition])
            item = QTreeWidgetItem([path.name.split(".")[0].replace("-", " ").capitalize()])
            item.setData(0, _ROLE, path)
            groups[edition].addChild(item)

    def _turn_to(self, item: QTreeWidgetItem | None) -> None:
        """Another entry: as many sides as its edition is for; an example has its own."""
        chosen = item.data(0, _ROLE) if item is not None else None
        with QSignalBlocker(self.sides):
            self.sides.setValue(load(chosen).sides.least if isinstance(chosen, str) else LEAST_SIDES)
        self.sides.setEnabled(isinstance(chosen, str))
        self._show(item)

    def _show(self, item: QTreeWidgetItem | None) -> None:
        chosen = item.data(0, _ROLE) if item is not None else None
        self.template = chosen if isinstance(chosen, str) else ""
        self.example = chosen if isinstance(chosen, Path) else None
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(chosen))
        for label in (self.picture, self.words, self.asked):
            label.clear()
        if chosen:
            try:
                self._show_layout()
            except DungeonError as error:
                self.words.setText(escape(str(error)))

    def _show_layout(self) -> None:
        """Its picture and what there is to say of it; DungeonError when it cannot be read."""
        from dungeon_designer.board.build import build
        from dungeon_designer.tiles.library import library

        layout = files.load(self.example)[0] if self.example else files.template(self.template, self.sides.value())
        board = build(layout, library())
        self.picture.setPixmap(board_pixmap(board, QSize(500, 380), self._dark, self.devicePixelRatioF(), 0.8))
        if self.example:
            self._show_sides(len(layout.sides))
            self.words.setText(f"<b>{escape(layout.name)}</b><br>{escape(' '.join(layout.notes.split())[:420])}")
        else:
            self._tell_edition(load(self.template))

    def _tell_edition(self, edition: Ruleset) -> None:
        self.words.setText(self.tr("An empty table under %1.").replace("%1", edition.name))
        if not edition.sides.allows(self.sides.value()):
            words = self.tr("The edition is for %1: more or fewer are for house rules.")
            self.asked.setText(filled(words, edition.sides.words))

    def _show_sides(self, count: int) -> None:
        """Those of an example, which is as it is."""
        with QSignalBlocker(self.sides):
            self.sides.setValue(count)


def _full(folder: str) -> str:
    """The name in full of the edition whose examples lie in a folder; of several the part they share."""
    if folder in EDITIONS:
        return load(folder).name
    names = [load(edition).name for edition in EDITIONS if edition.startswith(folder)]
    return names[0].partition(",")[0] if names else folder


_ROLE = Qt.ItemDataRole.UserRole


class StartDialog(QDialog):
    """Recent files, the last first. `chosen`: one of them; `new`, `other`: a new dungeon, or another file.

    Closing it leaves the empty table.
    """

    chosen = Signal(object)
    new = Signal()
    other = Signal()

    def __init__(self, recent: list[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Dungeon Designer"))
        self.resize(560, 380)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Recent dungeons"))
        self.list.setAlternatingRowColors(True)
        for path in recent:
            self._add(path)
        self.list.itemActivated.connect(self._choose)
        self.go_on = QPushButton(self.tr("&Continue"))
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(lambda: self._choose(self.list.currentItem()))
        self.list.setCurrentRow(0)
        self.list.currentItemChanged.connect(lambda item, _: self._name(item))
        words = plain_label(self.tr("Go on with a recent dungeon, or begin another."))
        column(words, (self.list, 1), self._buttons(), of=self).setSpacing(10)
        self._name(self.list.currentItem())
        self.list.setFocus()

    def _add(self, path: Path) -> None:
        item = QListWidgetItem(f"{path.name}\n{path.parent}")
        item.setData(_ROLE, path)
        item.setToolTip(as_written(str(path)))
        item.setSizeHint(QSize(0, 2 * self.fontMetrics().lineSpacing() + 10))
        self.list.addItem(item)

    def _buttons(self) -> QBoxLayout:
        others = []
        for words, signal in ((self.tr("&New…"), self.new), (self.tr("&Open…"), self.other)):
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(self.accept)
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
            others.append(button)
        empty = QPushButton(self.tr("&Empty table"))
        empty.setAutoDefault(False)
        empty.clicked.connect(self.reject)
        return row(*others, 1, empty, self.go_on)

    def _name(self, item: QListWidgetItem | None) -> None:
        """Continue says with what, for one who does not look at the list."""
        self.go_on.setEnabled(item is not None)
        if item is not None:
            self.go_on.setAccessibleName(filled(self.tr("Continue with %1"), item.data(_ROLE).name))

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.accept()
            self.chosen.emit(item.data(_ROLE))


class WelcomeDialog(QDialog):
    """Three sentences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome to the Dungeon Designer"))
        self.setMinimumWidth(480)
        buttons = answers_of(self, QDialogButtonBox.StandardButton.Ok)
        column(self._sentences(), buttons, of=self, margins=(24, 20, 24, 16)).setSpacing(14)

    def _sentences(self) -> QLabel:
        rows = [
            self.tr(
                "Drag a chest of the dungeon on the table, and watch the problems below and the badges of the seven"
                " editions."
            ),
            self.tr(
                "Draw with the tools above and the pieces on the left; a right click says what can be done with"
                " a thing, Ctrl+Z takes anything back."
            ),
            self.tr("File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for."),
        ]
        cell = "<td style='padding: 0 12px 12px 0'>"
        table = "".join(f"<tr>{cell}<b>{at}</b></td>{cell}{words}</td></tr>" for at, words in enumerate(rows, 1))
        label = wrapped(f"<table>{table}</table>")
        label.setMinimumWidth(460)
        return label

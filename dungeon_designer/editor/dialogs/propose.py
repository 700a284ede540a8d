"""Propose: a page of generated dungeons to start from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QWidget,
)

from dungeon_designer.editor.background import BackgroundProcess
from dungeon_designer.editor.bars import way_words
from dungeon_designer.editor.picture_list import ROLE, PictureList
from dungeon_designer.editor.proposals import PROPOSED, ProposalRequest, Proposed, find_proposals
from dungeon_designer.editor.widgets import answers_of, column, row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.translation import PLURAL, capital, filled, translate

_PICTURE, _CELL = QSize(190, 120), QSize(206, 192)


class ProposeDialog(QDialog):
    """Whole dungeons of a ruleset, found while one looks; `layout_chosen` is the one to open."""

    def __init__(self, workspace: Workspace, names: Sequence[str], dark: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Propose dungeons"))
        self.resize(880, 720)
        self.workspace, self._dark, self._seed = workspace, dark, 1
        self.layout_chosen: Layout | None = None
        self.proposing = BackgroundProcess(find_proposals, "proposals", self)
        self.ruleset, self.sides, self.symmetry = QComboBox(), QSpinBox(), QComboBox()
        self.others = QPushButton(self.tr("O&ther dungeons"))
        self.list = PictureList(self.tr("Proposed dungeons"), _PICTURE, _CELL)
        self.state = wrapped()
        self.buttons = answers_of(self, QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self._fill(names)
        self._lay_out()
        self._wire()
        self._turn_to_ruleset()

    def _fill(self, names: Sequence[str]) -> None:
        for name in names:
            try:
                self.ruleset.addItem(self.workspace.ruleset_named(name).name, name)
            except DungeonError:  # the badges say what is wrong with it
                continue
        self.ruleset.setCurrentIndex(max(0, self.ruleset.findData(self.workspace.layout.ruleset)))
        for way, words in way_words().items():
            self.symmetry.addItem(words, way)

    def _lay_out(self) -> None:
        top: list[QWidget] = []
        for words, field in (
            (self.tr("Ruleset"), self.ruleset),
            (self.tr("Sides"), self.sides),
            (self.tr("Symmetry"), self.symmetry),
        ):
            field.setAccessibleName(words)
            top += (QLabel(words), field)
        foot = row((self.state, 1), self.buttons)
        column(row(*top, 1, self.others), (self.list, 1), foot, of=self)

    def _wire(self) -> None:
        self.ruleset.activated.connect(lambda _: self._turn_to_ruleset())
        self.sides.valueChanged.connect(lambda _: self._turn_to_sides())
        self.symmetry.activated.connect(lambda _: self._ask())
        self.others.clicked.connect(self._ask_for_others)
        self.proposing.heard.connect(self._show)
        self.proposing.ended.connect(self._show_end)
        self.list.currentItemChanged.connect(lambda item, _: self._follow(item))
        self.list.itemActivated.connect(lambda _: self.accept())
        self.finished.connect(lambda _: self.proposing.close())

    # Asking ---------------------------------------------------------------------------------------------------

    def _turn_to_ruleset(self) -> None:
        """As many sides as a ruleset is for."""
        sides = self.workspace.ruleset_named(str(self.ruleset.currentData())).sides
        with QSignalBlocker(self.sides):
            self.sides.setRange(sides.least, sides.most)
            self.sides.setValue(sides.least)
        self._turn_to_sides()

    def _turn_to_sides(self) -> None:
        """The symmetry that gives so many sides the same, where one does."""
        count = self.sides.value()
        usual = SymmetryMode.QUARTER_TURNS if count == 4 else SymmetryMode.OFF if count % 2 else SymmetryMode.HALF_TURN
        self.symmetry.setCurrentIndex(self.symmetry.findData(usual))
        self._ask()

    def _ask_for_others(self) -> None:
        self._seed += 1
        self._ask()

    def _ask(self) -> None:
        """Have a page found; it comes one by one."""
        self.list.clear()
        self._follow(None)
        name, theme = str(self.ruleset.currentData()), "slate" if self._dark else "parchment"
        self.state.setText(self.tr("Looking for dungeons…"))
        ruleset, way = self.workspace.ruleset_named(name), SymmetryMode(self.symmetry.currentData())
        library = self.workspace.library
        self._refused = ""
        self.proposing.ask(ProposalRequest(ruleset, name, library, self.sides.value(), way, self._seed, theme))

    # Showing --------------------------------------------------------------------------------------------------

    def _show(self, found: Proposed | str) -> None:
        if isinstance(found, str):
            self._refused = found
            return
        words = ", ".join(translate("generator", each) for each in found.words)
        name, picture = found.layout.name, found.picture.pixmap(_PICTURE, self.devicePixelRatioF())
        self.list.show_at(found.place, found, picture, f"{name}\n{words}", f"{name}: {words}")
        count = self.list.count()
        looking = translate("ProposeDialog", "%n dungeon(s) of %1; looking for more…", None, PLURAL, count)
        self.state.setText(filled(looking, PROPOSED))

    def _show_end(self) -> None:
        count = self.list.count()
        if count:
            self.state.setText(translate("ProposeDialog", "%n dungeon(s), each legal and fair", None, PLURAL, count))
        elif self._refused:
            none = self.tr("No dungeon was found. These rules stood in the way most: %1.")
            self.state.setText(filled(none, self._refused))
        else:
            self.state.setText(self.tr("No dungeon was found."))

    def _follow(self, item: QListWidgetItem | None) -> None:
        found: Proposed | None = item.data(ROLE) if item is not None else None
        self.layout_chosen = found.layout if found is not None else None
        button = self.buttons.button(QDialogButtonBox.StandardButton.Open)
        button.setEnabled(found is not None)
        if found is not None:
            self.setWindowTitle(filled(self.tr("Propose dungeons: %1"), capital(found.layout.name)))

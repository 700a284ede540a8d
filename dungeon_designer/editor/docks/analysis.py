"""The analysis: figures of the dungeon as it stands, beside the named dungeons; a click lays one over the map."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.analysis.figure_picture import TITLES, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.editor.background import Background, Tell
from dungeon_designer.editor.checking import LiveChecking
from dungeon_designer.editor.widgets import combo, dock_column, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.figures.measures import GROUPS, MEASURES, Figure, edition_of
from dungeon_designer.figures.pictures import picture
from dungeon_designer.figures.survey import Survey, survey_of
from dungeon_designer.figures.words import HEADINGS
from dungeon_designer.figures.words import row as row_of
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled, translate


class FiguresRequest(Struct, frozen=True):
    """A board whose figures are asked for, the ruleset, and the overlay to be drawn, '' for none."""

    board: Board
    ruleset: Ruleset
    overlay: str


class FiguresAnswer(Struct, frozen=True):
    """What is known of the board; `problem` says why there is no overlay."""

    figures: tuple[Figure, ...]
    edition: str
    overlay: FigurePicture | None
    problem: str = ""


class _Surveyor:
    """Surveys boards in a thread; keeps what was worked out of the last one for another overlay over it."""

    def __init__(self) -> None:
        self._last: tuple[Board, Ruleset, Survey] | None = None

    def __call__(self, asked: FiguresRequest, tell: Tell) -> None:
        board, ruleset = asked.board, asked.ruleset
        if self._last is None or self._last[0] is not board or self._last[1] != ruleset:
            self._last = board, ruleset, survey_of(board, ruleset)
        survey, overlay, problem = self._last[2], None, ""
        try:
            overlay = picture(asked.overlay, survey) if asked.overlay else None
        except UsageError as error:
            problem = one_line(str(error))
        figures = []
        for measure in MEASURES.values():
            tell()
            figures.append(measure.figure(survey))
        tell(FiguresAnswer(tuple(figures), edition_of((ruleset.id, *ruleset.lineage)), overlay, problem))


_ROLE = Qt.ItemDataRole.UserRole

PATIENCE = 1500
"""Milliseconds after which figures do not wait for the rule book any longer, which need not have been asked at all."""


class AnalysisDock(QWidget):
    """Figures in groups; they follow every edit once the rule book has spoken, as long as the dock is seen.

    `laid` is a picture to lay over the map, or None.
    """

    laid = Signal(object)

    def __init__(self, workspace: Workspace, rules: LiveChecking, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.surveying = Background(_Surveyor(), "survey", self)
        self.state = wrapped()
        over, tip = (
            self.tr("Over the map: %1"),
            self.tr("What is laid over the map; a click on a figure chooses its own"),
        )
        overlays = ((filled(over, translate("figures", title)), name) for name, title in TITLES.items())
        nothing = self.tr("Nothing over the map"), ""
        self.overlay = combo(self.tr("What is laid over the map"), (nothing, *overlays), tip)
        self.tree = self._tree()
        self.rows = dict(self._fill())
        self.seen = False
        self._lay_out()
        workspace.changed.connect(self._wait)
        workspace.opened.connect(self._wait)
        self._late = timer(self, PATIENCE, self.refresh)
        rules.checking.ended.connect(self.refresh)
        self.surveying.heard.connect(self._show)
        self.overlay.currentIndexChanged.connect(lambda _: self._overlay_chosen())
        self.destroyed.connect(self.surveying.close)

    def _tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setColumnCount(3)
        tree.setHeaderLabels([self.tr("Figure"), self.tr("Here"), self.tr("Among the named")])
        tree.setUniformRowHeights(True)
        tree.setAlternatingRowColors(True)
        tree.setAccessibleName(self.tr("Figures of this dungeon"))
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setStretchLastSection(True)
        tree.itemClicked.connect(lambda item, _: self._follow(item))
        tree.itemActivated.connect(lambda item, _: self._follow(item))
        return tree

    def _fill(self) -> list[tuple[str, QTreeWidgetItem]]:
        found = []
        for group, measures in GROUPS.items():
            head = QTreeWidgetItem(self.tree, [translate("figures", HEADINGS[group])])
            head.setFirstColumnSpanned(True)
            for measure in measures:
                item = QTreeWidgetItem(head, [translate("figures", measure.title)])
                item.setData(0, _ROLE, measure.overlay)
                item.setToolTip(0, definition(measure.name))
                found.append((measure.name, item))
            head.setExpanded(group != "sides")
        return found

    def _lay_out(self) -> None:
        dock_column(self, row((self.state, 1), self.overlay), (self.tree, 1))

    def look(self, seen: bool) -> None:
        """Somebody looks at the dock, or no longer does: figures are worked out only where they are seen."""
        self.seen = seen
        if seen:
            self.refresh()

    def _wait(self) -> None:
        """Something changed: what is shown is old until the rule book has spoken and the board is surveyed anew."""
        self.surveying.forget()
        self._late.start()
        if self._wanted:
            self.state.setText(self.tr("Working out…"))

    @property
    def _wanted(self) -> bool:
        return self.seen or bool(self.chosen)

    @property
    def chosen(self) -> str:
        """The overlay that is chosen, '' for none."""
        return str(self.overlay.currentData())

    def refresh(self) -> None:
        """Have the board as it stands surveyed, if anybody looks."""
        self._late.stop()
        if self._wanted:
            self.state.setText(self.tr("Working out…"))
            self.surveying.ask(FiguresRequest(self.workspace.board, self.workspace.ruleset, self.chosen))

    def _overlay_chosen(self) -> None:
        if not self.chosen:
            self.laid.emit(None)
        self.refresh()

    def _follow(self, item: QTreeWidgetItem) -> None:
        """Lay the figure's picture over the map, or take it away where it lies there already."""
        name = item.data(0, _ROLE)
        if name:
            at = self.overlay.findData(name)
            self.overlay.setCurrentIndex(0 if at == self.overlay.currentIndex() else at)

    def _show(self, found: FiguresAnswer) -> None:
        for figure in found.figures:
            told = row_of(figure, found.edition)
            item = self.rows[figure.name]
            item.setText(1, told.value)
            item.setText(2, told.place)
            item.setToolTip(2, told.named)
        compared = filled(self.tr("Compared with the named dungeons of %1"), found.edition)
        self.state.setText(found.problem or (compared if found.edition else ""))
        self.laid.emit(found.overlay)


def definition(name: str) -> str:
    """A figure's definition in a few lines, as the manual has it."""
    text = MEASURES[name].of.__doc__ or ""
    return "\n".join(line.strip() for line in text.strip().splitlines())

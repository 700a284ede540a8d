"""What is worked out while one works, where it is seen: figures of the dungeon, and variations of it to adopt."""

from __future__ import annotations

from inspect import getdoc

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.analysis.figure_picture import TITLES, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.editor.background import Background, Tell
from dungeon_designer.editor.picture_list import ROLE
from dungeon_designer.editor.widgets import combo, dock_column, made, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.figures.measures import GROUPS, MEASURES, Figure, edition_of
from dungeon_designer.figures.pictures import picture
from dungeon_designer.figures.survey import Survey, survey_of
from dungeon_designer.figures.words import HEADINGS
from dungeon_designer.figures.words import row as row_of
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled, translate


class FiguresAnswer(Struct, frozen=True):
    """What is known of the board; `problem` says why there is no overlay."""

    figures: tuple[Figure, ...]
    edition: str
    overlay: FigurePicture | None
    problem: str = ""


class _Surveyor:
    """Surveys boards in a thread and draws the overlay of a name, '' for none; the last survey is kept for another."""

    def __init__(self) -> None:
        self._last: tuple[Board, Ruleset, Survey] | None = None

    def __call__(self, asked: tuple[Board, Ruleset, str], tell: Tell) -> None:
        board, ruleset, over = asked
        if self._last is None or self._last[0] is not board or self._last[1] != ruleset:
            self._last = board, ruleset, survey_of(board, ruleset)
        survey, overlay, problem = self._last[2], None, ""
        try:
            overlay = picture(over, survey) if over else None
        except UsageError as error:
            problem = one_line(str(error))
        figures = []
        for measure in MEASURES.values():
            tell()
            figures.append(measure.figure(survey))
        tell(FiguresAnswer(tuple(figures), edition_of((ruleset.id, *ruleset.lineage)), overlay, problem))


AFTER = 150
"""Milliseconds after an edit before anything is worked out: a drag is one edit after the other."""


class BackgroundDock(QWidget):
    """What a worker finds of the dungeon, some time after each edit, while the dock is seen."""

    working = ""
    """What `state` says meanwhile."""

    def __init__(self, workspace: Workspace, worker: Background) -> None:
        super().__init__()
        self.workspace, self.worker = workspace, worker
        self.destroyed.connect(worker.close)
        self.seen = False
        self.state = wrapped()
        self._soon = timer(self, AFTER, self.ask)
        workspace.changed.connect(self.begin_anew)
        workspace.opened.connect(self.begin_anew)

    def look(self, seen: bool) -> None:
        """Somebody looks at the dock, or no longer does: nothing is worked out where nobody sees it."""
        self.seen = seen
        self.begin_anew()

    @property
    def wanted(self) -> bool:
        """Whether anybody looks."""
        return self.seen

    def begin_anew(self) -> None:
        """What is shown is of another dungeon: work it out once no edit follows."""
        self.worker.forget()
        self._soon.stop()
        if self.wanted:
            self.state.setText(self.working)
            self._soon.start()

    def ask(self) -> None:
        """Have the dungeon worked on as it stands."""
        raise NotImplementedError


class AnalysisDock(BackgroundDock):
    """Figures in groups; they follow every edit.

    `laid` is a picture to lay over the map, or None.
    """

    laid = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, Background(_Surveyor(), "survey"))
        self.worker.heard.connect(self._show)
        self.working = self.tr("Working out…")
        over = self.tr("Over the map: %1")
        overlays = ((filled(over, translate("figures", title)), name) for name, title in TITLES.items())
        nothing = self.tr("Nothing over the map"), ""
        tip = self.tr("What is laid over the map; a click on a figure chooses its own")
        self.overlay = combo(self.tr("What is laid over the map"), (nothing, *overlays), tip)
        self.overlay.currentIndexChanged.connect(self._choose_overlay)
        self.tree = made(
            QTreeWidget,
            columnCount=3,
            accessibleName=self.tr("Figures of this dungeon"),
            uniformRowHeights=True,
            alternatingRowColors=True,
            itemClicked=self._follow,
            itemActivated=self._follow,
        )
        self.tree.setHeaderLabels([self.tr("Figure"), self.tr("Here"), self.tr("Among the named")])
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setStretchLastSection(True)
        self.rows: dict[str, QTreeWidgetItem] = {}
        for group, measures in GROUPS.items():
            head = QTreeWidgetItem(self.tree, [translate("figures", HEADINGS[group])])
            head.setFirstColumnSpanned(True)
            for measure in measures:
                self.rows[measure.name] = item = QTreeWidgetItem(head, [translate("figures", measure.title)])
                item.setData(0, ROLE, measure.overlay)
                item.setToolTip(0, getdoc(measure.of) or "")
            head.setExpanded(group != "sides")
        dock_column(self, row((self.state, 1), self.overlay), (self.tree, 1))

    @property
    def wanted(self) -> bool:
        """Whether anybody looks, at the dock or at what lies over the map."""
        return self.seen or bool(self.chosen)

    @property
    def chosen(self) -> str:
        """The overlay that is chosen, '' for none."""
        return str(self.overlay.currentData())

    def ask(self) -> None:
        """Have the board surveyed."""
        self.worker.ask((self.workspace.board, self.workspace.ruleset, self.chosen))

    def _choose_overlay(self) -> None:
        if not self.chosen:
            self.laid.emit(None)
        self.begin_anew()

    def _follow(self, item: QTreeWidgetItem) -> None:
        """Lay the figure's picture over the map, or take it away where it lies there already."""
        name = item.data(0, ROLE)
        if name:
            at = self.overlay.findData(name)
            self.overlay.setCurrentIndex(0 if at == self.overlay.currentIndex() else at)

    def _show(self, found: FiguresAnswer) -> None:
        for figure in found.figures:
            words, item = row_of(figure, found.edition), self.rows[figure.name]
            item.setText(1, words.value)
            item.setText(2, words.place)
            item.setToolTip(2, words.named)
        compared = filled(self.tr("Compared with the named dungeons of %1"), found.edition)
        self.state.setText(found.problem or (compared if found.edition else ""))
        self.laid.emit(found.overlay)

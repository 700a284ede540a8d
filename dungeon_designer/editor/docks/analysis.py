"""The part of the card with the figures of the dungeon, and the base class of docks that work in the background."""

from __future__ import annotations

from inspect import getdoc

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.analysis.figure_picture import PICTURE_TITLES, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.editor.background_worker import AnswerSender, BackgroundWorker
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_column,
    create_combo_box,
    create_timer,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.figures.figure_text import HEADINGS
from dungeon_designer.figures.figure_text import build_row as build_figure_row
from dungeon_designer.figures.measures import GROUPS, MEASURES, Figure, find_edition, find_named_twin
from dungeon_designer.figures.pictures import build_picture
from dungeon_designer.figures.survey import Survey, create_survey
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.translation import fill_placeholders, translate


class FiguresAnswer(Struct, frozen=True):
    """The figures of a board: measured values, such as the number of squares or the length of routes.

    Attributes:
        figures: the measured figures.
        edition: the edition with whose published dungeons they are compared; empty for none.
        twin: the published dungeon that the dungeon itself is, which is not compared; empty for none.
        map_figure: the diagram to be shown over the map; None for none.
        problem: why the diagram cannot be drawn; empty if it can.
    """

    figures: tuple[Figure, ...]
    edition: str
    twin: str
    map_figure: FigurePicture | None
    problem: str = ""


class _Surveyor:
    """A work function that measures the figures of boards in a worker's thread.

    The survey of the last board, on which all figures are based, is kept for the next request about the same board.
    """

    def __init__(self) -> None:
        self._last_survey: tuple[Board, Ruleset, Survey] | None = None

    def __call__(self, request: tuple[Board, Ruleset, str], tell: AnswerSender) -> None:
        """Send the figures of a board, and the diagram to be shown over the map, by `tell`.

        Args:
            request: the board, the ruleset, and the name of the diagram for the map, '' for none.
            tell: sends an answer. Without an answer, it only stops the work (by `RequestDropped`) if a newer request
                came.
        """
        board, ruleset, figure_name = request
        if self._last_survey is None or self._last_survey[0] is not board or self._last_survey[1] != ruleset:
            self._last_survey = board, ruleset, create_survey(board, ruleset)
        survey, map_figure, problem = self._last_survey[2], None, ""
        try:
            map_figure = build_picture(figure_name, survey) if figure_name else None
        except UsageError as error:
            problem = escape_line(str(error))
        figures = []
        for measure in MEASURES.values():
            tell()
            figures.append(measure.measure_figure(survey))
        edition = find_edition((ruleset.id, *ruleset.lineage))
        twin = find_named_twin(figures, edition, board.layout.name)
        tell(FiguresAnswer(tuple(figures), edition, twin, map_figure, problem))


DELAY_MS = 150
"""The delay in milliseconds between an edit and the work.

A drag is a series of edits, for which no work is started.
"""


class BackgroundDock(QWidget):
    """A dock whose content a worker computes a moment after each edit, while the dock is seen."""

    busy_text = ""
    """The text of `state_label` while the worker works."""

    def __init__(self, workspace: Workspace, worker: BackgroundWorker) -> None:
        super().__init__()
        self.workspace, self.worker = workspace, worker
        self.destroyed.connect(worker.close)
        self.is_seen = False
        self.state_label = create_wrapped_label()
        self._delay_timer = create_timer(self, DELAY_MS, self.start_work)
        workspace.changed.connect(self.restart_work)
        workspace.opened.connect(self.restart_work)

    def set_seen(self, is_seen: bool) -> None:
        """Set whether the dock is seen, and start or stop its work. Nothing is computed for a dock that nobody sees."""
        self.is_seen = is_seen
        self.restart_work()

    @property
    def is_needed(self) -> bool:
        """Whether anybody sees the result of the work."""
        return self.is_seen

    def restart_work(self) -> None:
        """Drop the current work, and start it again after a pause without edits, if its result is needed."""
        self.worker.drop_request()
        self._delay_timer.stop()
        if self.is_needed:
            self.state_label.setText(self.busy_text)
            self._delay_timer.start()

    def start_work(self) -> None:
        """Start the work for the current dungeon."""
        raise NotImplementedError


_TITLE_WIDTH_PX = 170
"""The width of the names of figures at first, in pixels; the card is narrow."""


class AnalysisDock(BackgroundDock):
    """The part of the card with all figures of the dungeon (measured values). They are measured again after each edit.

    The signal `map_figure_changed` carries a diagram to be shown over the map, or None for none.
    """

    map_figure_changed = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, BackgroundWorker(_Surveyor(), "survey"))
        self.worker.answer_received.connect(self._show_answer)
        self.busy_text = self.tr("Working out…")
        title_pattern = self.tr("Over the map: %1")
        figure_entries = (
            (fill_placeholders(title_pattern, translate("figures", title)), name)
            for name, title in PICTURE_TITLES.items()
        )
        no_figure_entry = self.tr("Nothing over the map"), ""
        tip = self.tr("The figure shown over the map; a click on a figure chooses it")
        self.map_figure_box = create_combo_box(
            self.tr("The figure shown over the map"), (no_figure_entry, *figure_entries), tip
        )
        self.map_figure_box.currentIndexChanged.connect(self._change_map_figure)
        self.tree = create_widget(
            QTreeWidget,
            columnCount=3,
            accessibleName=self.tr("Figures of this dungeon"),
            uniformRowHeights=True,
            indentation=10,
            alternatingRowColors=True,
            itemClicked=self._toggle_map_figure,
            itemActivated=self._toggle_map_figure,
        )
        self.tree.setHeaderLabels([self.tr("Figure"), self.tr("Here"), self.tr("Among the named")])
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().resizeSection(0, _TITLE_WIDTH_PX)
        self.tree.header().setStretchLastSection(True)
        self.item_by_figure: dict[str, QTreeWidgetItem] = {}
        for group, measures in GROUPS.items():
            heading_item = QTreeWidgetItem(self.tree, [translate("figures", HEADINGS[group])])
            heading_item.setFirstColumnSpanned(True)
            for measure in measures:
                self.item_by_figure[measure.name] = item = QTreeWidgetItem(
                    heading_item, [translate("figures", measure.title)]
                )
                item.setData(0, VALUE_ROLE, measure.overlay)
                item.setToolTip(0, getdoc(measure.function) or "")
            heading_item.setExpanded(group != "sides")
        self.map_figure_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        build_column(self.map_figure_box, self.state_label, (self.tree, 1), owner=self, margins=NO_MARGINS)
        workspace.opened.connect(self._show_choice)

    @property
    def is_needed(self) -> bool:
        """Whether the dock is seen, or a figure is shown over the map."""
        return self.is_seen or bool(self.chosen_figure)

    @property
    def chosen_figure(self) -> str:
        """The name of the figure that is shown over the map, '' for none."""
        return str(self.map_figure_box.currentData())

    def start_work(self) -> None:
        """Start to measure the current board."""
        self.worker.submit_request((self.workspace.board, self.workspace.ruleset, self.chosen_figure))

    def _change_map_figure(self) -> None:
        """Show the diagram that was chosen in the list over the map, once it is measured.

        If none was chosen, hide the old one.
        """
        self.workspace.document.answers.chosen_figure = self.chosen_figure
        if not self.chosen_figure:
            self.map_figure_changed.emit(None)
        self.restart_work()

    def _show_choice(self) -> None:
        """Show which diagram was chosen for the current dungeon; each open dungeon has its own choice."""
        with QSignalBlocker(self.map_figure_box):
            index = self.map_figure_box.findData(self.workspace.document.answers.chosen_figure)
            self.map_figure_box.setCurrentIndex(index)
        self.restart_work()

    def _toggle_map_figure(self, item: QTreeWidgetItem) -> None:
        """Show the diagram that belongs to a line's figure over the map, or hide it if it is shown already."""
        name = item.data(0, VALUE_ROLE)
        if name:
            index = self.map_figure_box.findData(name)
            self.map_figure_box.setCurrentIndex(0 if index == self.map_figure_box.currentIndex() else index)

    def _show_answer(self, answer: FiguresAnswer) -> None:
        """Show each figure, its comparison with the published dungeons of the edition, and the diagram over the map."""
        for figure in answer.figures:
            figure_row = build_figure_row(figure, answer.edition, answer.twin)
            item = self.item_by_figure[figure.name]
            item.setText(1, figure_row.value)
            item.setText(2, figure_row.comparison)
            item.setToolTip(2, figure_row.named_range)
        if answer.twin:
            template = self.tr("Compared with the other named dungeons of %1")
        else:
            template = self.tr("Compared with the named dungeons of %1")
        comparison_text = fill_placeholders(template, answer.edition)
        self.state_label.setText(answer.problem or (comparison_text if answer.edition else ""))
        self.map_figure_changed.emit(answer.map_figure)

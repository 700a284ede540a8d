"""What is worked out while one works, where it is seen: figures of the dungeon, and variations of it to adopt."""

from __future__ import annotations

from inspect import getdoc

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QListWidgetItem, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from dungeon_designer.analysis.figure_picture import TITLES, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.editor.background import Background, BackgroundProcess, Tell
from dungeon_designer.editor.picture_list import ROLE, PictureList
from dungeon_designer.editor.proposals import Suggested, VariationRequest, find_variations
from dungeon_designer.editor.widgets import column, combo, dock_column, made, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.figures.measures import GROUPS, MEASURES, Figure, edition_of
from dungeon_designer.figures.pictures import picture
from dungeon_designer.figures.survey import Survey, survey_of
from dungeon_designer.figures.words import HEADINGS
from dungeon_designer.figures.words import row as row_of
from dungeon_designer.generator.vary import Variation
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import PLURAL, capital, filled, translate


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


class SuggestionsDock(BackgroundDock):
    """Pictures of variations.

    `previewed` is the variation one points at, or None. Which sections are locked is the workspace's business.
    """

    previewed = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace, BackgroundProcess(find_variations, "suggestions"))
        self.worker.heard.connect(self._on_found)
        self.worker.ended.connect(self._show_end)
        self.working = self.tr("Looking for variations…")
        self._seed = 0
        self.dark = False
        self._waiting: dict[int, Suggested] = {}
        self.state.setFixedWidth(150)
        tip = self.tr("Locked rooms stay as they are in every suggestion, with all that lies in them")
        self.lock = made(
            QPushButton,
            self.tr("Lock selected rooms"),
            toolTip=tip,
            clicked=lambda: workspace.lock(workspace.locked | self._selected),
        )
        self.unlock = made(QPushButton, self.tr("Unlock all"), clicked=lambda: workspace.lock(frozenset()))
        self.list = PictureList(self.tr("Variations of this dungeon"), QSize(132, 68), QSize(148, 124))
        self.list.pointed.connect(self._preview)
        self.list.left.connect(self._look_away)
        self.list.itemClicked.connect(self._adopt)
        self.list.itemActivated.connect(self._adopt)
        row((self.list, 1), column(self.state, self.lock, self.unlock, 1), of=self, margins=(6, 4, 6, 4))
        workspace.locked_changed.connect(self.begin_anew)
        for signal in (workspace.changed, workspace.selection_changed, workspace.locked_changed):
            signal.connect(self._show_locks)
        self._show_locks()

    def set_dark(self, dark: bool) -> None:
        """Pictures for a dark window."""
        if dark != self.dark:
            self.dark = dark
            self.begin_anew()

    @property
    def variations(self) -> list[Variation]:
        """What is shown, in order."""
        found = (self.list.item(row).data(ROLE) for row in range(self.list.count()))
        return [each.variation for each in found if each is not None]

    def begin_anew(self) -> None:
        """Nothing of what is shown stays."""
        super().begin_anew()
        self.previewed.emit(None)
        self._waiting.clear()
        self.list.clear()

    def ask(self) -> None:
        """Have variations looked for; not while a button is down, for then a drag goes on."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._soon.start()
            return
        workspace, theme = self.workspace, "slate" if self.dark else "parchment"
        if workspace.ruleset_fault or not len(workspace.board):
            self.state.setText(workspace.ruleset_fault or self.tr("There is nothing to vary yet."))
            return
        self._seed += 1
        layout, ruleset, locked = workspace.layout, workspace.ruleset, workspace.locked_here
        self.worker.ask(VariationRequest(layout, ruleset, workspace.library, locked, self._seed, theme))

    def _on_found(self, found: Suggested) -> None:
        """Show it; what one points at stays until the pointer leaves."""
        self._waiting[found.place] = found
        if not self.list.pointed_at:
            self._show_waiting()

    def _show_waiting(self) -> None:
        for place in sorted(self._waiting):
            found = self._waiting.pop(place)
            variation, ratio = found.variation, self.devicePixelRatioF()
            picture = found.picture.pixmap(self.list.iconSize(), ratio, variation.squares)
            words = capital(variation.difference or variation.change)
            self.list.show_at(place, found, picture, words, capital(variation.summary))
        count = len(self.variations)
        self.state.setText(translate("SuggestionsDock", "%n variation(s); a click adopts one", None, PLURAL, count))

    def _show_end(self) -> None:
        if not self._waiting and not self.variations:
            self.state.setText(self.tr("No variation was found that is as legal and as fair."))

    def _look_away(self) -> None:
        """Nothing is pointed at any more: what was found meanwhile is shown."""
        self.previewed.emit(None)
        if self._waiting:
            self._show_waiting()

    def _preview(self, item: QListWidgetItem | None) -> None:
        found: Suggested | None = item.data(ROLE) if item is not None else None
        self.previewed.emit(found.variation if found is not None else None)

    def _adopt(self, item: QListWidgetItem) -> None:
        """Make a variation the dungeon, as one step that can be undone."""
        found = item.data(ROLE)
        if found is not None:
            variation: Variation = found.variation
            self.workspace.plainly(filled(self.tr("Adopt: %1"), variation.change), variation.layout)
            self.workspace.said.emit(capital(variation.summary))

    @property
    def _selected(self) -> frozenset[str]:
        return frozenset(thing.value.id for thing in self.workspace.selection if thing.field == "sections")

    def _show_locks(self) -> None:
        locked = self.workspace.locked_here
        self.lock.setEnabled(bool(self._selected - locked))
        self.unlock.setEnabled(bool(locked))
        words = translate("SuggestionsDock", "Unlock %n room(s)", None, PLURAL, len(locked))
        self.unlock.setText(words if locked else self.tr("Unlock all"))

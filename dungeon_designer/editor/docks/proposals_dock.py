"""The dock that proposes: what is missing, variations, fairer dungeons and new dungeons, each with a picture."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QListWidgetItem, QMenu, QPushButton, QWidget

from dungeon_designer.editor.background_worker import AnswerSender, BackgroundProcess
from dungeon_designer.editor.bars.symmetry_menu import name_symmetry_modes
from dungeon_designer.editor.picture_list import VALUE_ROLE, PictureList
from dungeon_designer.editor.proposal_worker import (
    ProposalAnswer,
    ProposalKind,
    ProposalNews,
    ProposalProgress,
    ProposalRequest,
    propose_fairer_dungeons,
    propose_missing_objects,
    propose_variations,
)
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_column,
    build_row,
    create_combo_box,
    create_number_field,
    create_widget,
    create_wrapped_label,
    escape_rich_text,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.generator.generator_options import FurnitureStyle, GenerateOptions
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode, choose_symmetry
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate

_PICTURE_SIZE, _CELL_SIZE = QSize(132, 68), QSize(150, 124)
_FIELDS_BY_KIND = {
    ProposalKind.COMPLETE: ("style_box",),
    ProposalKind.VARY: ("lock_button", "unlock_button"),
    ProposalKind.MAKE_FAIR: ("lock_button", "unlock_button"),
    ProposalKind.NEW: ("symmetry_box", "team_count_field", "style_box", "wish_button"),
}
"""The fields that are shown for each kind of proposal."""


def find_answers(question: ProposalRequest, tell: AnswerSender) -> None:
    """Find proposals of the requested kind, and send answers and progress one by one through `tell`.

    This is a work function: it runs in the dock's worker process.

    Raises:
        DungeonError: The dungeon leaves nothing to propose.
    """
    if question.kind is ProposalKind.NEW:  # what finds them needs numpy, which the window does without
        from dungeon_designer.editor.new_dungeon_worker import propose_new_dungeons

        propose_new_dungeons(question, tell)
    else:
        {
            ProposalKind.COMPLETE: propose_missing_objects,
            ProposalKind.VARY: propose_variations,
            ProposalKind.MAKE_FAIR: propose_fairer_dungeons,
        }[question.kind](question, tell)


class ProposalsDock(QWidget):
    """The dock in which proposals are requested and shown, in the order in which they were found.

    An answer is one proposed dungeon with its picture. It is grey while it cannot be taken, because the user has
    edited the dungeon for which it was requested.

    Signals:
        preview_changed: the user points at another answer, or at none (None).
        dungeon_chosen: the user took an answer that is a new dungeon.
    """

    preview_changed = Signal(object)
    dungeon_chosen = Signal(object)

    def __init__(self, workspace: Workspace, find_edition: Callable[[], str]) -> None:
        super().__init__()
        self.workspace, self._find_edition = workspace, find_edition
        self.dark, self._seed = False, 0
        self.match_options: tuple[tuple[str, ...], int] = ("balanced",), 10_000
        self._questions: list[ProposalRequest] = []
        self.worker = BackgroundProcess(find_answers, "proposals")
        self.worker.answer_received.connect(self._receive_result)
        self.worker.work_ended.connect(self._show_end)
        self.destroyed.connect(self.worker.close)
        self._create_fields()
        self._create_room_buttons()
        self._create_answer_list()
        self._arrange_widgets()
        for signal in (workspace.changed, workspace.opened):
            signal.connect(self._update_enabled)
        for signal in (workspace.changed, workspace.selection_changed, workspace.locked_changed):
            signal.connect(self._update_lock_buttons)
        self._show_fields()
        self._update_lock_buttons()

    def _create_fields(self) -> None:
        """Create the fields that say what to propose: the kind, the style, the symmetry and the number of teams."""
        kind_titles = {
            ProposalKind.COMPLETE: self.tr("Complete: place what is missing"),
            ProposalKind.VARY: self.tr("Vary this dungeon"),
            ProposalKind.MAKE_FAIR: self.tr("Mend: make it fair in play"),
            ProposalKind.NEW: self.tr("New dungeons"),
        }
        self.kind_box = create_combo_box(
            self.tr("What is proposed"), [(title, choice) for choice, title in kind_titles.items()]
        )
        self.kind_box.setCurrentIndex(1)
        self.kind_box.currentIndexChanged.connect(self._show_fields)
        styles = {
            FurnitureStyle.NAMED: self.tr("Things as in the named dungeons"),
            FurnitureStyle.SPREAD: self.tr("Things as far apart as can be"),
        }
        self.style_box = create_combo_box(
            self.tr("Where things lie"), [(title, style) for style, title in styles.items()]
        )
        self.symmetry_box = create_combo_box(
            self.tr("Symmetry"), [(title, choice) for choice, title in name_symmetry_modes().items()]
        )
        self.team_count_field = create_number_field(2, 6, 2, self.tr("Sides"), "", self.tr("How many sides play"))
        self.team_count_field.setPrefix(self.tr("Sides: "))
        self.team_count_field.valueChanged.connect(self._choose_symmetry)

    def _create_room_buttons(self) -> None:
        """Create the button with the menu of wishes (properties to look for), and those that lock and unlock rooms."""
        self.wish_menu = QMenu(self)
        self.wish_button = create_widget(QPushButton, self.tr("Wishes"))
        self.wish_button.setMenu(self.wish_menu)
        tip = self.tr("Locked rooms stay as they are in every proposal, with all that lies in them")
        self.lock_button = create_widget(
            QPushButton, self.tr("Lock selected rooms"), toolTip=tip, clicked=self._lock_selected
        )
        self.unlock_button = create_widget(
            QPushButton, self.tr("Unlock all"), clicked=lambda: self.workspace.lock_sections(frozenset())
        )

    def _create_answer_list(self) -> None:
        """Create the button that starts the search, the line about its state, and the list of proposed dungeons."""
        self.search_button = create_widget(QPushButton, self.tr("&Propose"), clicked=self._toggle_search)
        self.status_label = create_wrapped_label(self.tr("Point at an answer to see it on the map; a click takes it."))
        self.list = PictureList(self.tr("Proposals"), _PICTURE_SIZE, _CELL_SIZE)
        self.list.setMinimumHeight(_CELL_SIZE.height() + 6)
        self.list.item_pointed.connect(self._preview_item)
        self.list.pointing_ended.connect(lambda: self.preview_changed.emit(None))
        self.list.itemClicked.connect(self._take_answer)
        self.list.itemActivated.connect(self._take_answer)

    def _arrange_widgets(self) -> None:
        """Put the fields in a grid at the left, and the list of proposed dungeons at the right."""
        grid = QGridLayout()
        fields = (
            self.symmetry_box,
            self.team_count_field,
            self.style_box,
            self.wish_button,
            self.lock_button,
            self.unlock_button,
        )
        for index, field in enumerate(fields):
            grid.addWidget(field, index // 2, index % 2)
        fields_panel = create_widget(QWidget, maximumWidth=330)
        build_column(
            build_row(self.kind_box, self.search_button),
            grid,
            self.status_label,
            1,
            owner=fields_panel,
            margins=NO_MARGINS,
        )
        build_row(fields_panel, (self.list, 1), owner=self, margins=(6, 4, 6, 4))

    def set_dark(self, dark: bool) -> None:
        """Set whether the window is dark.

        Searches that start from now on draw their pictures for it; pictures in the list stay.
        """
        self.dark = dark

    def propose(self, kind: ProposalKind, match_options: tuple[tuple[str, ...], int] | None = None) -> None:
        """Select a kind of proposal in the dock and search for proposals of it.

        Args:
            kind: the kind of proposal.
            match_options: for a fairer dungeon, the names of the teams that play test matches (styles of play such as
                "balanced") and the number of matches; None keeps those of the last search.
        """
        self.match_options = match_options or self.match_options
        self.kind_box.setCurrentIndex(self.kind_box.findData(kind))
        self._show_fields()
        self.start_search()

    def _show_fields(self) -> None:
        """Show only the fields that the chosen kind of proposal uses.

        For new dungeons, the number of teams and the wishes are limited to what the edition in the toolbar allows.
        """
        kind = ProposalKind(self.kind_box.currentData())
        for name in ("style_box", "lock_button", "unlock_button", "symmetry_box", "team_count_field", "wish_button"):
            getattr(self, name).setVisible(name in _FIELDS_BY_KIND[kind])
        if kind is ProposalKind.NEW:
            try:
                allowed_counts = self.workspace.find_ruleset(self._find_edition()).team_count
            except DungeonError:  # the badges say what is wrong with it
                return
            with QSignalBlocker(self.team_count_field):
                self.team_count_field.setRange(allowed_counts.min_teams, allowed_counts.max_teams)
            self._choose_symmetry()
            self._fill_wishes()

    def _choose_symmetry(self) -> None:
        """Select a symmetry that gives each team of a dungeon the same part of it, according to the number of teams.

        It is quarter turns for 4 teams, none for an odd number, and a half turn otherwise.
        """
        mode = choose_symmetry(self.team_count_field.value())
        self.symmetry_box.setCurrentIndex(self.symmetry_box.findData(mode))

    def _fill_wishes(self) -> None:
        """Fill the menu of wishes with those that the edition can fulfil. Wishes that were ticked before stay ticked.

        A wish is a property that the user wants of new dungeons.
        """
        from dungeon_designer.generator.generator_options import Request
        from dungeon_designer.generator.search import list_possible_wishes

        chosen_keys = set(self._list_wishes())
        self.wish_menu.clear()
        ruleset = self.workspace.find_ruleset(self._find_edition())
        for key, wish in list_possible_wishes(Request(ruleset=ruleset, library=self.workspace.library)).items():
            action = self.wish_menu.addAction(capitalise_first(translate("generator", wish.description)))
            action.setCheckable(True)
            action.setData(key)
            action.setChecked(key in chosen_keys)
            action.toggled.connect(
                lambda on, action=action, wish=wish: self._clear_opposite_wishes(action, wish.figure if on else "")
            )

    def _clear_opposite_wishes(self, chosen_action: QAction, figure: str) -> None:
        """Clear the tick of all other wishes about the same figure, since they contradict the chosen wish.

        Args:
            chosen_action: the menu entry of the wish that was just ticked or cleared.
            figure: the name of the measured number that the wish wants high or low; empty if the wish was cleared or is
                about no such number. Then nothing happens.
        """
        from dungeon_designer.generator.wishes import WISHES

        for action in self.wish_menu.actions() if figure else ():
            if action is not chosen_action and WISHES[action.data()].figure == figure:
                action.setChecked(False)

    def _list_wishes(self) -> tuple[str, ...]:
        """Return the keys of the chosen wishes."""
        return tuple(action.data() for action in self.wish_menu.actions() if action.isChecked())

    # Asking -----------------------------------------------------------------------------------------------------

    def _toggle_search(self) -> None:
        """Start a search, or cancel the one that runs."""
        if self.worker.is_idle:
            self.start_search()
        else:
            self.worker.cancel_request()
            self._show_end()

    def start_search(self) -> None:
        """Search for proposals with the chosen options for the current dungeon.

        If the ruleset cannot be used or there is no floor to change, the status says so and no search starts.
        """
        workspace, kind = self.workspace, ProposalKind(self.kind_box.currentData())
        if kind is ProposalKind.NEW:
            self._show_fields()
        name = self._find_edition()
        try:
            ruleset = workspace.find_ruleset(name)
        except DungeonError as error:
            self.status_label.setText(str(error))
            return
        if kind is not ProposalKind.NEW and not len(workspace.board):
            self.status_label.setText(self.tr("There is no floor yet."))
            return
        self._seed += 1
        self._questions.append(
            ProposalRequest(
                kind=kind,
                layout=workspace.layout,
                ruleset=ruleset,
                ruleset_name=name,
                library=workspace.library,
                theme="slate" if self.dark else "parchment",
                locked_sections=workspace.existing_locked_sections,
                options=GenerateOptions(
                    team_count=self.team_count_field.value(),
                    symmetry=SymmetryMode(self.symmetry_box.currentData()),
                    wants=self._list_wishes() if kind is ProposalKind.NEW else (),
                    style=self.style_box.currentData(),
                    seed=self._seed,
                ),
                teams=self.match_options[0],
                match_count=self.match_options[1],
            )
        )
        self.search_button.setText(self.tr("&Stop"))
        self.status_label.setText(self.tr("Looking…"))
        self.worker.submit_request(self._questions[-1])

    @property
    def answers(self) -> list[ProposalAnswer]:
        """The answers shown, in the order in which they were found."""
        return [self.list.item(index).data(VALUE_ROLE)[1] for index in range(self.list.count())]

    def _receive_result(self, result: ProposalAnswer | ProposalNews | ProposalProgress) -> None:
        """Show what the worker sent: a new answer, news about an earlier answer, or the progress of the search."""
        if isinstance(result, ProposalAnswer):
            ratio = self.devicePixelRatioF()
            picture = result.picture.build_pixmap(_PICTURE_SIZE, ratio, result.squares)
            self.list.set_entry(
                self.list.count(), (len(self._questions), result), picture, result.caption, result.summary
            )
            self._update_enabled()
        elif isinstance(result, ProposalNews):
            self._update_answer(result)
        else:
            self._show_progress(result)

    def _update_answer(self, news: ProposalNews) -> None:
        """Replace the last line of the text of the answer that the news is about.

        An answer that was refused becomes grey. Keys of answers are unique only within a search, so only answers of
        the latest search are looked at.
        """
        for index in range(self.list.count()):
            question_number, answer = self.list.item(index).data(VALUE_ROLE)
            if question_number == len(self._questions) and answer.key == news.key:
                text = "\n".join((*answer.caption.splitlines()[:-1], news.last_line))
                self.list.item(index).setText(text)
                self.list.item(index).setToolTip(escape_rich_text(text))
                updated_answer = replace(answer, caption=text, is_refused=news.is_refused)
                self.list.item(index).setData(VALUE_ROLE, (question_number, updated_answer))
        self._update_enabled()

    def _show_progress(self, progress: ProposalProgress) -> None:
        """Show how many dungeons the search has tried and kept, and why most of the others were refused.

        What it is doing follows; a search that does not count what it tried shows only that.
        """
        count = progress.kept_count
        answers_text = translate("ProposalsDock", "%n answer(s)", None, PLURAL, count)
        if progress.tried_count:
            text = fill_placeholders(self.tr("%1 tried, %2."), progress.tried_count, answers_text)
            text = f"{text} {progress.activity}".strip()
        else:
            text = progress.activity or answers_text
        if progress.reasons:
            text += " " + fill_placeholders(self.tr("Refused most for: %1."), ", ".join(progress.reasons))
        self.status_label.setText(text)

    def _show_end(self, problem: str = "", fault: bool = False) -> None:
        """Show that the search has ended: why it failed, or that nothing was found.

        Also called when the user stops a search.

        Args:
            problem: why the search failed; empty if it did not.
            fault: whether an error of the program itself ended the search.
        """
        self.search_button.setText(self.tr("&Propose"))
        if problem or fault:
            self.status_label.setText(problem or self.tr("The search broke off."))
        elif not any(
            self.list.item(index).data(VALUE_ROLE)[0] == len(self._questions) for index in range(self.list.count())
        ):
            nothing_text = self.tr("Nothing was found.")
            self.status_label.setText(f"{self.status_label.text()} {nothing_text}".strip())

    # Answers ----------------------------------------------------------------------------------------------------

    def _can_take(self, item: QListWidgetItem) -> bool:
        """Return whether an answer can be taken: whether it may replace the current dungeon, or opens in a new tab.

        A new dungeon can be taken at any time. A changed dungeon can be taken while the current dungeon is the one for
        which it was requested, or another answer to the same request; otherwise the user's later edits would be lost.
        An answer that was refused after matches can never be taken.
        """
        question_number, answer = item.data(VALUE_ROLE)
        return not answer.is_refused and (
            answer.is_new or self.workspace.layout in self._list_related_layouts(question_number)
        )

    def _list_related_layouts(self, question_number: int) -> list[Layout]:
        """Return the dungeon for which a request was made, and all answers to that request.

        `question_number` counts the requests from 1.
        """
        questions = self._questions[question_number - 1 : question_number]
        items = (self.list.item(index).data(VALUE_ROLE) for index in range(self.list.count()))
        return [
            *(question.layout for question in questions),
            *(answer.layout for answer_number, answer in items if answer_number == question_number),
        ]

    def _update_enabled(self) -> None:
        """Enable the answers that can be taken, and grey the others."""
        for index in range(self.list.count()):
            item = self.list.item(index)
            is_enabled = self._can_take(item)
            flags = item.flags() | Qt.ItemFlag.ItemIsEnabled
            item.setFlags(flags if is_enabled else flags & ~Qt.ItemFlag.ItemIsEnabled)

    def _preview_item(self, item: QListWidgetItem | None) -> None:
        """Preview the answer that the user points at, if it can be taken."""
        self.preview_changed.emit(item.data(VALUE_ROLE)[1] if item is not None and self._can_take(item) else None)

    def _take_answer(self, item: QListWidgetItem) -> None:
        """Make a proposed dungeon the current one, as a step that can be undone. A new dungeon gets its own tab."""
        if not self._can_take(item):
            return
        answer: ProposalAnswer = item.data(VALUE_ROLE)[1]
        self.preview_changed.emit(None)
        if answer.is_new:
            self.dungeon_chosen.emit(answer.layout)
            return
        self.workspace.edit_without_symmetry(
            fill_placeholders(self.tr("Proposal: %1"), answer.caption.splitlines()[0]), answer.layout
        )
        self.workspace.message_sent.emit(answer.summary)

    # Locks ------------------------------------------------------------------------------------------------------

    def _list_selected_sections(self) -> frozenset[str]:
        """Return the ids of the selected sections."""
        return frozenset(item.value.id for item in self.workspace.selection if item.field == "sections")

    def _lock_selected(self) -> None:
        self.workspace.lock_sections(self.workspace.locked_sections | self._list_selected_sections())

    def _update_lock_buttons(self) -> None:
        """Enable the buttons that lock and unlock rooms, and count the locked rooms."""
        locked = self.workspace.existing_locked_sections
        self.lock_button.setEnabled(bool(self._list_selected_sections() - locked))
        self.unlock_button.setEnabled(bool(locked))
        unlock_text = translate("ProposalsDock", "Unlock %n room(s)", None, PLURAL, len(locked))
        self.unlock_button.setText(unlock_text if locked else self.tr("Unlock all"))

"""The dock that proposes: what is missing, variations, fairer dungeons and new dungeons, each with a picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QGridLayout, QListWidgetItem, QMenu, QPushButton, QScrollArea, QWidget

from dungeon_designer.editor.bars.symmetry_menu import name_symmetry_modes
from dungeon_designer.editor.docks.question_section import QuestionSection, name_proposal_kinds
from dungeon_designer.editor.dungeon_answers import DungeonAnswers
from dungeon_designer.editor.picture_list import PictureList
from dungeon_designer.editor.proposal_question import ProposalQuestion
from dungeon_designer.editor.proposal_worker import ProposalAnswer, ProposalKind, ProposalRequest
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    build_column,
    build_row,
    create_combo_box,
    create_number_field,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.generator.generator_options import FurnitureStyle, GenerateOptions
from dungeon_designer.generator.missing_objects import count_missing
from dungeon_designer.layout_edits.symmetry import SymmetryMode, choose_symmetry
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, translate

_FIELDS_BY_KIND = {
    ProposalKind.COMPLETE: ("style_box",),
    ProposalKind.VARY: ("lock_button", "unlock_button"),
    ProposalKind.MAKE_FAIR: ("lock_button", "unlock_button"),
    ProposalKind.NEW: ("symmetry_box", "team_count_field", "style_box", "wish_button"),
}
"""The fields that are shown for each kind of proposal."""


class ProposalsDock(QWidget):
    """The dock in which proposals for the current dungeon are requested and shown.

    Each open dungeon has its own questions with their answers, see `DungeonAnswers`; the dock shows those of the
    current one. The newest question is on top, the earlier ones are folded. An answer is one proposed dungeon with its
    picture. It is grey while it cannot be taken, because the user has edited the dungeon for which it was requested.

    Signals:
        preview_changed: the user points at another answer, or at none (None).
        dungeon_chosen: the user took an answer that is a new dungeon.
        search_started: a search has begun, so that pictures will follow.
    """

    preview_changed = Signal(object)
    dungeon_chosen = Signal(object)
    search_started = Signal()

    def __init__(self, workspace: Workspace, find_edition: Callable[[], str]) -> None:
        super().__init__()
        self.workspace, self._find_edition = workspace, find_edition
        self.dark, self._seed = False, 0
        self.match_options: tuple[tuple[str, ...], int] = ("balanced",), 10_000
        self._shown_answers: DungeonAnswers = workspace.document.answers
        self._previewed_answer: ProposalAnswer | None = None
        self.sections: list[QuestionSection] = []
        self._create_fields()
        self._create_room_buttons()
        self._create_answer_area()
        self._arrange_widgets()
        for signal in (workspace.changed, workspace.opened):
            signal.connect(self._follow_dungeon)
        for signal in (workspace.changed, workspace.selection_changed, workspace.locked_changed):
            signal.connect(self._update_lock_buttons)
        self.suggest_kind()
        self._show_fields()
        self._update_lock_buttons()

    def _create_fields(self) -> None:
        """Create the fields that say what to propose: the kind, the style, the symmetry and the number of teams."""
        self.kind_box = create_combo_box(
            self.tr("What is proposed"), [(title, choice) for choice, title in name_proposal_kinds().items()]
        )
        self.kind_box.setCurrentIndex(1)
        self.kind_box.currentIndexChanged.connect(self._show_fields)
        self.kind_box.activated.connect(lambda _: self._keep_kind())
        styles = {
            FurnitureStyle.NAMED: self.tr("Objects as in the named dungeons"),
            FurnitureStyle.SPREAD: self.tr("Objects as far apart as possible"),
        }
        self.style_box = create_combo_box(
            self.tr("Where objects lie"), [(title, style) for style, title in styles.items()]
        )
        self.symmetry_box = create_combo_box(
            self.tr("Symmetry"), [(title, choice) for choice, title in name_symmetry_modes().items()]
        )
        self.team_count_field = create_number_field(2, 6, 2, self.tr("Teams"), "", self.tr("How many teams play"))
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

    def _create_answer_area(self) -> None:
        """Create the button that starts the search, the line about its state, and the area with the questions."""
        self.search_button = create_widget(QPushButton, self.tr("&Propose"), clicked=self._toggle_search)
        self.status_label = create_wrapped_label(self._hint)
        self._section_panel = QWidget()
        self._section_column = build_column(1, owner=self._section_panel, margins=NO_MARGINS)
        self._answer_area = create_widget(
            QScrollArea, widgetResizable=True, minimumHeight=100, accessibleName=self.tr("Questions and proposals")
        )
        self._answer_area.setFrameShape(QFrame.Shape.NoFrame)
        self._answer_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._answer_area.setWidget(self._section_panel)

    @property
    def _hint(self) -> str:
        """What can be done with the answers, in a sentence."""
        return self.tr("Point at an answer to see it on the map; a click takes it.")

    def _arrange_widgets(self) -> None:
        """Put the fields in a grid at the left, and the questions with their answers at the right."""
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
        build_row(fields_panel, (self._answer_area, 1), owner=self, margins=(6, 4, 6, 4))

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
        self._keep_kind()
        self._show_fields()
        self.start_search()

    def _keep_kind(self) -> None:
        """Keep the chosen kind of proposal for the current dungeon."""
        self._shown_answers.proposal_kind = ProposalKind(self.kind_box.currentData())

    def suggest_kind(self) -> None:
        """Choose the kind that the user has chosen for this dungeon before, or else one that suits the dungeon.

        That is *Complete* if objects are missing, and *New* if there is no floor yet. While the dungeon is not checked,
        the kind stays.
        """
        kind = self._shown_answers.proposal_kind
        if kind is None and not len(self.workspace.board):
            kind = ProposalKind.NEW
        elif kind is None and self.workspace.verdict is not None:
            is_unfinished = any(map(count_missing, self.workspace.findings))
            kind = ProposalKind.COMPLETE if is_unfinished else ProposalKind.VARY
        if kind is not None:
            self.kind_box.setCurrentIndex(self.kind_box.findData(kind))

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

        A wish is a property that the user wants of new dungeons. Two wishes about the same figure (a measured number,
        such as the share of open floor) are opposites: when the user ticks one, the other loses its tick.
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
            # An entry that lost its tick contradicts no other: with "" as the figure, nothing is cleared.
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

    @property
    def _newest_question(self) -> ProposalQuestion | None:
        """The newest question about the current dungeon; None if nothing was asked."""
        return self._shown_answers.questions[0] if self._shown_answers.questions else None

    def _toggle_search(self) -> None:
        """Start a search, or stop the one that runs for the current dungeon."""
        question = self._newest_question
        if question is not None and question.is_running:
            question.stop_search()
        else:
            self.start_search()

    def start_search(self) -> None:
        """Search for proposals with the chosen options for the current dungeon.

        If the ruleset cannot be used or there is no floor to change, the status says so and no search starts. A search
        that runs for the same dungeon is stopped.
        """
        workspace, kind = self.workspace, ProposalKind(self.kind_box.currentData())
        self._keep_kind()
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
        for question in self._shown_answers.questions:
            question.stop_search()
        request = ProposalRequest(
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
        question = ProposalQuestion(request, len(self._shown_answers.questions) + 1)
        self._shown_answers.add_question(question)
        self._show_questions()
        question.start_search()
        self.search_started.emit()

    # Answers ----------------------------------------------------------------------------------------------------

    @property
    def picture_list(self) -> PictureList:
        """The pictures of the answers to the newest question."""
        return self.sections[0].list

    @property
    def answers(self) -> list[ProposalAnswer]:
        """The answers to all questions about the current dungeon, in the order in which they were found."""
        return [answer for question in reversed(self._shown_answers.questions) for answer in question.answers]

    def _follow_dungeon(self) -> None:
        """Show the questions about the current dungeon, if another one was opened; enable answers that can be taken."""
        if self._shown_answers is not self.workspace.document.answers:
            self._shown_answers = self.workspace.document.answers
            self._show_questions()
            self.suggest_kind()
        self._update_enabled()

    def _show_questions(self) -> None:
        """Show the questions about the current dungeon: the newest on top and open, the others folded."""
        self._preview_answer(None, None)
        for section in self.sections:
            self._section_column.removeWidget(section)
            section.hide()
            section.deleteLater()
        self.sections = [
            self._create_section(question, is_open=index == 0)
            for index, question in enumerate(self._shown_answers.questions)
        ]
        for index, section in enumerate(self.sections):
            self._section_column.insertWidget(index, section)
        self._answer_area.verticalScrollBar().setValue(0)
        self._update_enabled()
        self._show_state()

    def _create_section(self, question: ProposalQuestion, is_open: bool) -> QuestionSection:
        """Create the part of the dock that shows one question."""
        section = QuestionSection(question, is_open)
        section.answer_pointed.connect(lambda answer: self._preview_answer(question, answer))
        section.answer_chosen.connect(lambda answer: self._take_answer(question, answer))
        section.list.currentItemChanged.connect(lambda item, _: self._scroll_to(section, item))
        section.changed.connect(self._update_enabled)
        section.changed.connect(self._show_state)
        return section

    def _scroll_to(self, section: QuestionSection, item: QListWidgetItem | None) -> None:
        """Scroll to an answer that the arrow keys have reached."""
        if item is not None and section.list.hasFocus():
            rectangle = section.list.visualItemRect(item)
            middle = section.list.viewport().mapTo(self._section_panel, rectangle.center())
            margins = rectangle.width() // 2 + 4, rectangle.height() // 2 + 4
            self._answer_area.ensureVisible(middle.x(), middle.y(), *margins)

    def _show_state(self) -> None:
        """Show the state of the newest question about the current dungeon, and what the button does now."""
        question = self._newest_question
        is_running = question is not None and question.is_running
        self.search_button.setText(self.tr("&Stop") if is_running else self.tr("&Propose"))
        self.status_label.setText(self._hint if question is None else question.state_text)

    def _update_enabled(self) -> None:
        """Enable the answers that can be taken, grey the others, and end the preview of one that is grey now."""
        for section in self.sections:
            section.update_enabled(self.workspace.layout)
        question = next(
            (each for each in self._shown_answers.questions if self._previewed_answer in each.answers), None
        )
        if self._previewed_answer is not None:
            self._preview_answer(question, self._previewed_answer)

    def _preview_answer(self, question: ProposalQuestion | None, answer: ProposalAnswer | None) -> None:
        """Preview the answer that the user points at, if it can be taken; else show the dungeon as it is."""
        can_take = question is not None and answer is not None and question.can_take(answer, self.workspace.layout)
        self._previewed_answer = answer if can_take else None
        self.preview_changed.emit(self._previewed_answer)

    def _take_answer(self, question: ProposalQuestion, answer: ProposalAnswer) -> None:
        """Make a proposed dungeon the current one, as a step that can be undone. A new dungeon gets its own tab."""
        if not question.can_take(answer, self.workspace.layout):
            return
        self._preview_answer(None, None)
        if answer.is_new:
            self._open_new_dungeon(question, answer)
            return
        self.workspace.edit_without_symmetry(
            fill_placeholders(self.tr("Proposal: %1"), answer.caption.splitlines()[0]), answer.layout
        )
        self.workspace.message_sent.emit(answer.summary)

    def _open_new_dungeon(self, question: ProposalQuestion, answer: ProposalAnswer) -> None:
        """Open a proposed new dungeon in a tab, which also shows the other answers to the question."""
        question.holders.add(self)  # the search goes on even if the new dungeon takes the place of an empty one
        self.dungeon_chosen.emit(answer.layout)
        opened_answers = self.workspace.document.answers
        if question not in opened_answers.questions:
            opened_answers.add_question(question)
            self._show_questions()
        question.release(self)

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

"""The playtest dialog: matches between equal coaches, results that grow while they are played, and maps of these."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from dungeon_designer.board.model import Board
from dungeon_designer.editor.background_worker import AnswerSender, BackgroundProcess
from dungeon_designer.editor.fitting import FittingDialog, FlowLayout, build_scroll_area
from dungeon_designer.editor.widgets import (
    build_column,
    build_row,
    create_answer_buttons,
    create_combo_box,
    create_number_field,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.playtest.report import Playtest
from dungeon_designer.playtest.report_text import (
    MAP_TITLES,
    build_map,
    format_remarkable_game,
    format_share,
    format_turns,
    list_game_sentences,
)
from dungeon_designer.playtest.teams import TEAM_NAMES
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import capitalise_first, fill_placeholders


def run_playtest(request: tuple[Board, Ruleset, tuple[str, ...], int, int], tell: AnswerSender) -> None:
    """Play matches and send the results so far by `tell` after each portion, and again at the end.

    This is a work function: it runs in the dialog's worker process. If the request has the number of a match, only
    that match is played, and a page that replays it is sent.

    Args:
        request: the board, the ruleset, the names of the teams' styles of play, the maximum number of matches, and the
            number of one match to replay (0 for none).
        tell: sends an answer: the results, the bytes of a replay page, or the progress of compiling as (done, total).
    """
    from dungeon_designer.playtest.arena import build_arena
    from dungeon_designer.playtest.compiling import compile_all
    from dungeon_designer.playtest.match import play_rounds
    from dungeon_designer.playtest.report import build_plan, build_report
    from dungeon_designer.playtest.series import build_work, create_tally, play_series
    from dungeon_designer.workers import ThisProcess

    board, ruleset, teams, max_matches, match_number = request
    plan = build_plan(teams, max_matches, None)
    if match_number:
        from dungeon_designer.replay.replay_page import build_replay_page

        tell(build_replay_page(board, ruleset, plan, match_number))
        return
    arena_ = build_arena(board, ruleset)
    tally = create_tally(arena_, plan)
    compile_all(play_rounds, lambda done, total: tell((done, total)))

    def deliver_results(match_count: int) -> None:
        """Send the results of all matches so far. Called after each portion; the number of matches is not needed."""
        tally.count_waiting(tally.looks)
        tell(build_report(arena_, plan, tally, board.layout.name, "", ruleset))

    play_series(plan, tally, ThisProcess(build_work(arena_, plan)), deliver_results)
    tell(build_report(arena_, plan, tally, board.layout.name, "", ruleset))


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

DEFAULT_MATCHES, MAX_MATCHES = 10_000, 1_000_000


def _get_headline(results: Playtest) -> str:
    """Return the first line of a report: the verdict, and how many of all matches are decided."""
    return results.headline or results.words


class PlaytestDialog(FittingDialog):
    """The dialog in which the program plays matches on one open dungeon and shows how they end.

    It is hidden while another dungeon is in front; the matches go on. The results stay with the dungeon when the
    dialog is closed, see `DungeonAnswers`.

    Attributes:
        document: the open dungeon on which matches are played.
        results: the results that are shown; None for none.

    Signals:
        map_figure_changed: a map of the results, such as where players fell, is to be shown over the dungeon; or None,
            also while the dungeon is not as it was when the matches were played.
        fix_requested: a fairer dungeon is wanted. Carries the chosen teams and the number of matches.
    """

    map_figure_changed = Signal(object)
    fix_requested = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.resize(720, 640)
        self._workspace, self.document = workspace, workspace.document
        self._answers = self.document.answers
        self._is_waiting = self._is_outdated = False
        self.results: Playtest | None = None
        self._played_percent: int | None = None
        """How many percent of the matches are played; None while no matches are played."""
        self._last_request: tuple[Board, Ruleset, tuple[str, ...], int] | None = None
        self.worker = BackgroundProcess(run_playtest, "playtest", self)
        self.worker.answer_received.connect(self._receive_answer)
        self.worker.work_ended.connect(self._show_end)
        self.finished.connect(self._stop_work)
        self._create_controls()
        count_label = create_widget(QLabel, self.tr("Matches"), alignment=_RIGHT)
        controls = FlowLayout(
            *self.team_boxes.values(),
            count_label,
            self.match_count_field,
            self.play_button,
            self.fix_button,
            stretched=count_label,
        )
        buttons = create_answer_buttons(self, QDialogButtonBox.StandardButton.Close)
        form = self._build_results_form()
        parts = controls, self.progress, self.status_label, form, (self.pairings, 1)
        build_column((build_scroll_area(*parts, name=self.tr("Playtest")), 1), buttons, owner=self)
        workspace.opened.connect(self._follow_tab)
        workspace.path_changed.connect(self._show_title)
        workspace.changed.connect(self._follow_edit)
        self._answers.dropped.connect(self._drop_matches)
        self.document.destroyed.connect(self.close)
        self._show_title()
        if self._answers.playtest is not None:
            self._show_results(self._answers.playtest)
            self._follow_edit()

    def _show_title(self) -> None:
        """Name the dungeon in the title."""
        name = self.document.title or self.tr("Not saved yet")
        self.setWindowTitle(fill_placeholders(self.tr("Playtest: %1"), name))

    def _follow_tab(self) -> None:
        """Hide the dialog while another dungeon is in front. Clear it if another dungeon was opened in its own tab."""
        if self._workspace.document is not self.document:
            self._is_waiting = self._is_waiting or self.isVisible()
            self.setVisible(False)
            return
        if self._answers is not self.document.answers:
            self._answers = self.document.answers
            self._answers.dropped.connect(self._drop_matches)
            self._clear_results()
        self._show_title()
        if self._is_waiting:
            self._is_waiting = False
            self.show()

    def _follow_edit(self) -> None:
        """Take the map off while the dungeon is not as it was when the matches were played, and say so."""
        if self._workspace.document is not self.document or self.results is None:
            return
        is_outdated = self._answers.find_playtest(self.document.layout) is None
        if is_outdated != self._is_outdated:
            self._is_outdated = is_outdated
            outdated_text = self.tr("You have edited the dungeon since: these are the results of the dungeon before.")
            self.status_label.setText(outdated_text if is_outdated else _get_headline(self.results))
            self._show_map()

    def _drop_matches(self) -> None:
        """Stop the matches, since their dungeon is no longer open."""
        self.worker.cancel_request()

    def _clear_results(self) -> None:
        """Show no results, since another dungeon was opened in the tab."""
        self.results = self._last_request = None
        self._is_outdated = False
        self.map_box.setCurrentIndex(0)
        for bar in self.share_bars.values():
            bar.setValue(0)
            bar.setFormat("–")
        for label in (self.game_label, self.turns_label, self.minutes_label):
            label.setText("–")
        self.pairings.setRowCount(0)
        self.odd_match_box.clear()
        self._show_end()
        self.status_label.setText(self._introduction)

    @property
    def _introduction(self) -> str:
        """A sentence that says what the dialog does."""
        return self.tr("Two coaches who think alike play many matches on the dungeon as it is now.")

    def _create_controls(self) -> None:
        """Create the fields and buttons that start the matches, the progress bar and the table of the pairings."""
        self.team_boxes = {
            name: create_widget(QCheckBox, name, checked=name in ("agile", "balanced", "bashing"))
            for name in TEAM_NAMES
        }
        self.match_count_field = create_number_field(100, MAX_MATCHES, DEFAULT_MATCHES, self.tr("Matches"))
        self.match_count_field.setSingleStep(1000)
        self.play_button = create_widget(QPushButton, self.tr("Play"), clicked=self._toggle_matches)
        self.fix_button = create_widget(QPushButton, self.tr("&Fix…"), clicked=self._request_fix)
        self.fix_button.setToolTip(self.tr("Find the moves that make the dungeon fair"))
        self.progress = QProgressBar()
        self.status_label = create_wrapped_label(self._introduction)
        self.status_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.pairings = create_widget(
            QTableWidget,
            0,
            4,
            accessibleName=self.tr("Teams against each other"),
            editTriggers=QTableWidget.EditTrigger.NoEditTriggers,
        )
        headings = [self.tr("Teams"), self.tr("The first wins"), self.tr("Home wins"), self.tr("Turns")]
        self.pairings.setHorizontalHeaderLabels(headings)
        self.pairings.verticalHeader().hide()
        self.pairings.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def _build_results_form(self) -> QFormLayout:
        """Return a form with the results of the matches: bars, times, maps, and matches that can be watched."""
        form = QFormLayout()
        self.share_bars: dict[str, QProgressBar] = {}
        for name, title in (
            ("home", self.tr("Home team wins")),
            ("first", self.tr("Who goes first wins")),
            ("unfinished", self.tr("Unfinished after 32 turns")),
            ("agile", self.tr("Agile beats bashing")),
        ):
            self.share_bars[name] = bar = create_widget(
                QProgressBar, maximum=1000, value=0, format="–", accessibleName=title
            )
            form.addRow(title, bar)
        self.game_label = create_wrapped_label("–")
        self.game_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        form.addRow(self.tr("Is it a good match?"), self.game_label)
        self.turns_label = QLabel("–")
        form.addRow(self.tr("Turns to the first touchdown"), self.turns_label)
        self.minutes_label = QLabel("–")
        form.addRow(self.tr("Decided within minutes"), self.minutes_label)
        map_titles = {
            "walked": self.tr("Where players walked"),
            "fought": self.tr("Where they fought"),
            "fell": self.tr("Where they fell"),
        }
        entries = [(self.tr("Nothing over the map"), ""), *((map_titles[kind], kind) for kind in MAP_TITLES)]
        self.map_box = create_combo_box(self.tr("Map over the dungeon"), entries)
        self.map_box.currentIndexChanged.connect(self._show_map)
        form.addRow(self.tr("Over the map"), self.map_box)
        self.odd_match_box = create_combo_box(self.tr("Matches that stand out"), [])
        self.watch_button = create_widget(QPushButton, self.tr("Watch…"), clicked=self._request_replay, enabled=False)
        form.addRow(self.tr("Matches that stand out"), build_row((self.odd_match_box, 1), self.watch_button))
        return form

    def _toggle_matches(self) -> None:
        """Start to play matches with the chosen teams, or cancel the matches that are being played."""
        if not self.worker.is_idle:
            self.worker.cancel_request()
            self._show_cancellation()
            return
        teams = self._list_chosen_teams()
        if not teams:
            return
        self._played_percent = 0
        self.play_button.setText(self.tr("Cancel"))
        self.progress.setRange(0, 0)
        self._last_request = self._workspace.board, self._workspace.ruleset, teams, self.match_count_field.value()
        self.watch_button.setEnabled(False)
        self.worker.submit_request((*self._last_request, 0))

    def _show_cancellation(self) -> None:
        """Show that the work has ended, and how many percent of the matches were played if matches were cancelled."""
        percent = self._played_percent
        self._show_end()
        if percent is not None:
            self.progress.setRange(0, 100)
            self.progress.setValue(percent)
            self.status_label.setText(fill_placeholders(self.tr("Cancelled at %1 %"), percent))

    def _list_chosen_teams(self) -> tuple[str, ...]:
        """Return the names of the ticked teams. If there are none, show that at least one is needed."""
        teams = tuple(name for name, box in self.team_boxes.items() if box.isChecked())
        if not teams:
            self.status_label.setText(self.tr("Choose a team at least."))
        return teams

    def _request_fix(self) -> None:
        """Request proposals that make the dungeon fair for the chosen teams, with as many matches as chosen."""
        if teams := self._list_chosen_teams():
            self.fix_requested.emit((teams, self.match_count_field.value()))

    def _request_replay(self) -> None:
        """Request a page that replays the match which the user has chosen from the list of matches that stand out."""
        if self._last_request and self.worker.is_idle:
            self.progress.setRange(0, 0)
            self.worker.submit_request((*self._last_request, self.odd_match_box.currentData()))

    def _open_replay(self, page: bytes) -> None:
        """Write the replay page to a temporary folder, open it in the browser, and say where the file is.

        The folder is left to the system, since the browser reads it later. Some systems report a browser although none
        opens, so that the file is named in any case.
        """
        try:
            path = Path(tempfile.mkdtemp(prefix="dungeon-designer-")) / "match.html"
            write_file(path, page)
        except (OSError, DungeonError) as error:
            template = self.tr("The page of the match cannot be written: %1")
            self.status_label.setText(fill_placeholders(template, str(error)))
            return
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            template = self.tr("The match opens in your browser. If it does not, its page is %1")
        else:
            template = self.tr("no browser opens here; the page of the match is %1")
        self.status_label.setText(fill_placeholders(template, str(path)))

    def _receive_answer(self, answer: Playtest | bytes | tuple[int, int]) -> None:
        """Show what the process sent: the results so far, the progress of compiling, or a replay page.

        A pair is the progress as (done, total), and bytes are a page that replays a match. Results are kept with the
        dungeon on which the matches were played.
        """
        if isinstance(answer, tuple):
            self.progress.setRange(0, answer[1])
            self.progress.setValue(answer[0])
            self.status_label.setText(self.tr("Compiling the code for matches, once…"))
            return
        if isinstance(answer, bytes):
            self._open_replay(answer)
            return
        if self._last_request is not None:
            self._answers.set_playtest(self._last_request[0].layout, answer)
            self._workspace.playtest_changed.emit()
        self._show_results(answer)
        self._follow_edit()

    def _show_results(self, answer: Playtest) -> None:
        """Show the results of matches."""
        self.results, self._is_outdated = answer, False
        self.progress.setRange(0, max(self.match_count_field.value(), answer.games))
        self.progress.setValue(answer.games)
        self._played_percent = 100 * answer.games // max(self.progress.maximum(), 1)
        self.status_label.setText(_get_headline(answer))
        sentences = (f"{capitalise_first(sentence)}." for sentence in list_game_sentences(answer))
        self.game_label.setText("\n".join(sentences) or "–")
        shares = answer.home_wins, answer.first_wins, answer.unfinished, answer.agile_wins
        for bar, share in zip(self.share_bars.values(), shares, strict=True):
            bar.setValue(round(1000 * share.value) if share else 0)
            bar.setFormat(format_share(share))
            bar.setAccessibleDescription(format_share(share))
        self.turns_label.setText(format_turns(answer.turns))
        decided_texts = (
            f"{deadline.minutes}: {100 * deadline.decided.value:.0f} %"
            for deadline in answer.minutes
            if deadline.decided
        )
        self.minutes_label.setText(", ".join(decided_texts) or "–")
        self.pairings.setRowCount(len(answer.pairings))
        for table_row, pair in enumerate(answer.pairings):
            median = f"{pair.turns.median:g}" if pair.turns else "–"
            cells = f"{pair.one} – {pair.other}", format_share(pair.one_wins), format_share(pair.home_wins), median
            for table_column, cell_text in enumerate(cells):
                self.pairings.setItem(table_row, table_column, QTableWidgetItem(cell_text))
        self.odd_match_box.clear()
        for match in answer.odd:
            self.odd_match_box.addItem(format_remarkable_game(match), match.number)
        self._show_map()

    def _show_end(self, problem: str = "", fault: bool = False) -> None:
        """Show that the matches have ended, and why if they failed. Also called when the user cancels them.

        Args:
            problem: what went wrong; empty if nothing did or the reason is unknown.
            fault: whether an error of the program itself ended the matches.
        """
        self._played_percent = None
        self.play_button.setText(self.tr("Play"))
        self.progress.setRange(0, 1)
        self.progress.setValue(1)
        self.watch_button.setEnabled(self.odd_match_box.count() > 0)
        if problem or fault:
            self.status_label.setText(problem or "the matches were interrupted")

    def _show_map(self) -> None:
        """Show the chosen map of the results over the dungeon on which the matches were played.

        None is shown if none is chosen, if there are no results yet, and while the dungeon is not as it was then.
        """
        kind = str(self.map_box.currentData())
        has_map = bool(kind) and self._answers.find_playtest(self.document.layout) is self.results is not None
        self.map_figure_changed.emit(build_map(self.results, kind) if has_map and self.results else None)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the matches, also when the dialog is hidden because another dungeon is in front."""
        self._stop_work()
        super().closeEvent(event)

    def _stop_work(self) -> None:
        """Stop the process and remove the map over the dungeon, because the dialog is closed.

        Close dialogs opened from it, too.
        """
        for dialog in self.findChildren(QDialog):
            dialog.close()
        self.worker.close()
        self.map_figure_changed.emit(None)

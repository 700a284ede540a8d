"""Playtest: matches between equal coaches, their shares growing while they play; maps to lay over the dungeon."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
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
from dungeon_designer.editor.background import BackgroundProcess, Tell
from dungeon_designer.editor.widgets import answers_of, column, combo, made, number, row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.playtest.report import Playtest
from dungeon_designer.playtest.tables import KINDS, odd_words, percent, picture_of, turns
from dungeon_designer.playtest.teams import OWN
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import filled


def play(asked: tuple[Board, Ruleset, tuple[str, ...], int, int], tell: Tell) -> None:
    """What the process does: tells of the playtest of so many games at most by some teams, after each portion.

    Where it is asked for one game by its number, it tells the page on which that is watched.
    """
    from dungeon_designer.playtest.arena import arena
    from dungeon_designer.playtest.compiling import compile_all
    from dungeon_designer.playtest.match import play_rounds
    from dungeon_designer.playtest.report import plan_of, playtest_of
    from dungeon_designer.playtest.series import run, tally_for, work_of
    from dungeon_designer.workers import ThisProcess

    board, ruleset, teams, games, number = asked
    plan = plan_of(teams, games, None)
    if number:
        from dungeon_designer.playtest.recording import replay_page

        tell(replay_page(board, ruleset, plan, number))
        return
    ready = arena(board, ruleset)
    tally = tally_for(ready, plan)
    compile_all(play_rounds, lambda done, of: tell((done, of)))

    def tell_portion(games: int) -> None:
        tally.look(tally.looks)
        tell(playtest_of(ready, plan, tally, board.layout.name, "", ruleset))

    run(plan, tally, ThisProcess(work_of(ready, plan)), tell_portion)
    tell(playtest_of(ready, plan, tally, board.layout.name, "", ruleset))


GAMES, MOST_GAMES = 10_000, 1_000_000


class PlaytestDialog(QDialog):
    """Plays the dungeon as it is; `laid` is a map to lay over it, or None; `mend_wanted` the teams and games."""

    laid = Signal(object)
    mend_wanted = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Playtest"))
        self.resize(620, 640)
        self._workspace = workspace
        self.found: Playtest | None = None
        self._played: tuple[Board, Ruleset, tuple[str, ...], int] | None = None
        self.worker = BackgroundProcess(play, "playtest", self)
        self.worker.heard.connect(self._grown)
        self.worker.ended.connect(self._ended)
        self.finished.connect(self._close)
        self.teams = {name: made(QCheckBox, name, checked=name in ("agile", "balanced", "bashing")) for name in OWN}
        self.games = number(100, MOST_GAMES, GAMES, self.tr("Games"))
        self.games.setSingleStep(1000)
        self.begin = made(QPushButton, self.tr("Play"), clicked=self._toggle)
        self.mend = made(QPushButton, self.tr("&Mend…"), clicked=self._mend)
        self.mend.setToolTip(self.tr("Find the moves that make the dungeon fair"))
        self.progress = QProgressBar()
        self.words = wrapped(self.tr("Two coaches who think alike play many matches on the dungeon as it is now."))
        self.pairings = made(
            QTableWidget,
            0,
            4,
            accessibleName=self.tr("Teams against each other"),
            editTriggers=QTableWidget.EditTrigger.NoEditTriggers,
        )
        heads = [self.tr("Teams"), self.tr("The first wins"), self.tr("Home wins"), self.tr("Turns")]
        self.pairings.setHorizontalHeaderLabels(heads)
        self.pairings.verticalHeader().hide()
        self.pairings.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        top = row(*self.teams.values(), 1, QLabel(self.tr("Games")), self.games, self.begin, self.mend)
        buttons = answers_of(self, QDialogButtonBox.StandardButton.Close)
        form = QFormLayout()
        self.bars: dict[str, QProgressBar] = {}
        for name, words in (
            ("home", self.tr("Home side wins")),
            ("first", self.tr("Who goes first wins")),
            ("unfinished", self.tr("Unfinished after 32 turns")),
            ("agile", self.tr("Agile beats bashing")),
        ):
            self.bars[name] = bar = made(QProgressBar, maximum=1000, value=0, format="–", accessibleName=words)
            form.addRow(words, bar)
        self.turns = QLabel("–")
        form.addRow(self.tr("Turns to the first touchdown"), self.turns)
        self.minutes = QLabel("–")
        form.addRow(self.tr("Decided within minutes"), self.minutes)
        maps = {
            "walked": self.tr("Where players walked"),
            "fought": self.tr("Where they fought"),
            "fell": self.tr("Where they fell"),
        }
        entries = [(self.tr("Nothing over the map"), ""), *((maps[kind], kind) for kind in KINDS)]
        self.maps = combo(self.tr("Map over the dungeon"), entries)
        self.maps.currentIndexChanged.connect(self._lay)
        form.addRow(self.tr("Over the map"), self.maps)
        self.odd = combo(self.tr("Games that stand out"), [])
        self.watch = made(QPushButton, self.tr("Watch…"), clicked=self._watch, enabled=False)
        form.addRow(self.tr("Games that stand out"), row((self.odd, 1), self.watch))
        column(top, self.progress, self.words, form, (self.pairings, 1), buttons, of=self)

    def _toggle(self) -> None:
        if not self.worker.idle:
            self.worker.cancel()
            self._ended()
            return
        teams = self._chosen()
        if not teams:
            return
        self.begin.setText(self.tr("Cancel"))
        self.progress.setRange(0, 0)
        self._played = self._workspace.board, self._workspace.ruleset, teams, self.games.value()
        self.watch.setEnabled(False)
        self.worker.ask((*self._played, 0))

    def _chosen(self) -> tuple[str, ...]:
        """The teams ticked; where there are none, it says so."""
        teams = tuple(name for name, box in self.teams.items() if box.isChecked())
        if not teams:
            self.words.setText(self.tr("Choose a team at least."))
        return teams

    def _mend(self) -> None:
        if teams := self._chosen():
            self.mend_wanted.emit((teams, self.games.value()))

    def _watch(self) -> None:
        if self._played and self.worker.idle:
            self.progress.setRange(0, 0)
            self.worker.ask((*self._played, self.odd.currentData()))

    def _opened(self, page: bytes) -> None:
        """Open a game's page in the browser, which reads it when it pleases; the system clears its folder away."""
        path = Path(tempfile.mkdtemp(prefix="dungeon-designer-")) / "match.html"
        write_file(path, page)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.words.setText(filled(self.tr("no browser opens here; the page of the game is %1"), str(path)))

    def _grown(self, found: Playtest | bytes | tuple[int, int]) -> None:
        if isinstance(found, tuple):
            self.progress.setRange(0, found[1])
            self.progress.setValue(found[0])
            self.words.setText(self.tr("Compiling the games, once…"))
            return
        if isinstance(found, bytes):
            self._opened(found)
            return
        self.found = found
        self.progress.setRange(0, max(self.games.value(), found.games))
        self.progress.setValue(found.games)
        self.words.setText(found.words)
        shares = found.home_wins, found.first_wins, found.unfinished, found.agile_wins
        for bar, share in zip(self.bars.values(), shares, strict=True):
            bar.setValue(round(1000 * share.value) if share else 0)
            bar.setFormat(percent(share))
            bar.setAccessibleDescription(percent(share))
        self.turns.setText(turns(found.turns))
        decided = (f"{one.minutes}: {100 * one.decided.value:.0f} %" for one in found.minutes if one.decided)
        self.minutes.setText(", ".join(decided) or "–")
        self.pairings.setRowCount(len(found.pairings))
        for at, pair in enumerate(found.pairings):
            median = f"{pair.turns.median:g}" if pair.turns else "–"
            cells = f"{pair.one} – {pair.other}", percent(pair.one_wins), percent(pair.home_wins), median
            for place, words in enumerate(cells):
                self.pairings.setItem(at, place, QTableWidgetItem(words))
        self.odd.clear()
        for game in found.odd:
            self.odd.addItem(odd_words(game), game.number)
        self._lay()

    def _ended(self, problem: str = "", fault: bool = False) -> None:
        self.begin.setText(self.tr("Play"))
        self.progress.setRange(0, 1)
        self.progress.setValue(1)
        self.watch.setEnabled(self.odd.count() > 0)
        if problem or fault:
            self.words.setText(problem or "the games broke off")

    def _lay(self) -> None:
        kind = str(self.maps.currentData())
        self.laid.emit(picture_of(self.found, kind) if kind and self.found else None)

    def _close(self) -> None:
        for each in self.findChildren(QDialog):
            each.close()
        self.worker.close()
        self.laid.emit(None)

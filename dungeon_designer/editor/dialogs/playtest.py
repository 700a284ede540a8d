"""Playtest: matches between equal coaches, their shares growing while they play; maps to lay over the dungeon."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
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
from dungeon_designer.editor.widgets import answers_of, column, combo, number, row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.playtest.report import Pairing, Playtest
from dungeon_designer.playtest.results import Share
from dungeon_designer.playtest.tables import KINDS, percent, picture_of, turns
from dungeon_designer.playtest.teams import OWN
from dungeon_designer.rulesets.model import Ruleset


class PlaytestRequest(Struct, frozen=True):
    """What is to be played: on which board, by which ruleset, by which teams, and how many games at most."""

    board: Board
    ruleset: Ruleset
    teams: tuple[str, ...]
    games: int


def play(asked: PlaytestRequest, tell: Tell) -> None:
    """What the process does: tells of the playtest after each portion."""
    from dungeon_designer.playtest.arena import arena
    from dungeon_designer.playtest.report import plan_of, playtest_of
    from dungeon_designer.playtest.series import run, tally_for, work_of
    from dungeon_designer.playtest.teams import policy
    from dungeon_designer.workers import ThisProcess

    plan = plan_of(asked.teams, asked.games, None)
    ready = arena(asked.board, asked.ruleset, policy())
    tally = tally_for(ready, plan)

    def told() -> None:
        tell(playtest_of(ready, plan, tally, asked.board.layout.name, "", asked.ruleset))

    def portion_told(games: int) -> None:
        tally.look(tally.looks)
        told()

    run(plan, tally, ThisProcess(work_of(ready, plan)), portion_told)
    told()


GAMES, MOST_GAMES = 10_000, 1_000_000


class ShareBar(QWidget):
    """A share from 0 to 100 %: a bar, its 95 % interval dark across its end, and a line at one half."""

    def __init__(self) -> None:
        super().__init__()
        self._share: Share | None = None
        self.setMinimumSize(160, 18)

    def show_share(self, share: Share | None) -> None:
        """From now on this share is shown; a screen reader is told it, too."""
        self._share = share
        self.setAccessibleDescription(percent(share))
        self.setToolTip(percent(share))
        self.update()

    def sizeHint(self) -> QSize:
        """Wide enough to tell some per cent apart."""
        return QSize(240, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bar, in the window's own colours."""
        painter, palette = QPainter(self), self.palette()
        width, height = float(self.width()), float(self.height())
        painter.fillRect(self.rect(), palette.base())
        if self._share is not None:
            painter.fillRect(QRectF(0, 3, width * self._share.value, height - 6), palette.highlight())
            low, high = width * self._share.low, width * self._share.high
            painter.fillRect(QRectF(low, height / 2 - 2, max(2.0, high - low), 4), palette.text())
        painter.fillRect(QRectF(width / 2, 0, 1, height), QColor(palette.text().color()))
        painter.end()


class PlaytestDialog(QDialog):
    """Plays the dungeon as it is; `laid` is a map to lay over it, or None."""

    laid = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Playtest"))
        self.resize(620, 640)
        self._workspace = workspace
        self.found: Playtest | None = None
        self.worker = BackgroundProcess(play, "playtest", self)
        self.worker.heard.connect(self._grown)
        self.worker.ended.connect(self._ended)
        self.finished.connect(self._close)
        self._make_fields()
        self._lay_out()

    def _make_fields(self) -> None:
        self.teams = {name: QCheckBox(name) for name in OWN}
        for name, box in self.teams.items():
            box.setChecked(name in ("agile", "balanced", "bashing"))
        self.games = number(100, MOST_GAMES, GAMES, self.tr("Games"))
        self.games.setSingleStep(1000)
        self.begin = QPushButton(self.tr("Play"))
        self.begin.clicked.connect(self._toggle)
        self.progress = QProgressBar()
        self.words = wrapped(self.tr("Two coaches who think alike play many matches on the dungeon as it is now."))
        self.words.setMinimumHeight(2 * self.words.fontMetrics().lineSpacing() + 4)  # so that nothing jumps
        self.bars = {name: ShareBar() for name in ("home", "first", "unfinished", "agile")}
        self.values = {name: QLabel("–") for name in self.bars}
        self.turns = QLabel("–")
        self.pairings = QTableWidget(0, 4)
        self.pairings.setAccessibleName(self.tr("Teams against each other"))
        heads = [self.tr("Teams"), self.tr("The first wins"), self.tr("Home wins"), self.tr("Turns")]
        self.pairings.setHorizontalHeaderLabels(heads)
        self.pairings.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.pairings.verticalHeader().hide()
        self.pairings.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        maps = ((self._map_words(kind), kind) for kind in KINDS)
        self.maps = combo(self.tr("Map over the dungeon"), ((self.tr("Nothing over the map"), ""), *maps))
        self.maps.currentIndexChanged.connect(lambda _: self._lay())

    def _map_words(self, kind: str) -> str:
        return {
            "walked": self.tr("Where players walked"),
            "fought": self.tr("Where they fought"),
            "fell": self.tr("Where they fell"),
        }[kind]

    def _lay_out(self) -> None:
        form = QFormLayout()
        top = row(*self.teams.values(), 1, QLabel(self.tr("Games")), self.games, self.begin)
        for name, words in (
            ("home", self.tr("Home side wins")),
            ("first", self.tr("Who goes first wins")),
            ("unfinished", self.tr("Nobody wins in 32 turns")),
            ("agile", self.tr("Agile beats bashing")),
        ):
            value = self.values[name]
            value.setMinimumWidth(value.fontMetrics().horizontalAdvance("100.0 % (100.0–100.0)"))
            self.bars[name].setAccessibleName(words)
            form.addRow(words, row((self.bars[name], 1), value))
        form.addRow(self.tr("Turns to the touchdown"), self.turns)
        form.addRow(self.tr("Over the map"), self.maps)
        buttons = answers_of(self, QDialogButtonBox.StandardButton.Close)
        column(top, self.progress, self.words, form, (self.pairings, 1), buttons, of=self)

    def _toggle(self) -> None:
        """Play, or cancel what is being played."""
        if not self.worker.idle:
            self.worker.cancel()
            self._ended()
            return
        teams = tuple(name for name, box in self.teams.items() if box.isChecked())
        if not teams:
            self.words.setText(self.tr("Choose a team at least."))
            return
        self.begin.setText(self.tr("Cancel"))
        self.progress.setRange(0, 0)
        self.worker.ask(PlaytestRequest(self._workspace.board, self._workspace.ruleset, teams, self.games.value()))

    def _grown(self, found: Playtest) -> None:
        """More games are known."""
        self.found = found
        self.progress.setRange(0, max(self.games.value(), found.games))
        self.progress.setValue(found.games)
        self.words.setText(found.words)
        shares = {
            "home": found.home_wins,
            "first": found.first_wins,
            "unfinished": found.unfinished,
            "agile": found.agile_wins,
        }
        for name, share in shares.items():
            self.bars[name].show_share(share)
            self.values[name].setText(percent(share))
        self.turns.setText(turns(found.turns))
        self.pairings.setRowCount(len(found.pairings))
        for at, pair in enumerate(found.pairings):
            for place, words in enumerate(_cells(pair)):
                self.pairings.setItem(at, place, QTableWidgetItem(words))
        self.pairings.resizeColumnsToContents()
        self._lay()

    def _ended(self, problem: str = "", fault: bool = False) -> None:
        self.begin.setText(self.tr("Play"))
        self.progress.setRange(0, 1)
        self.progress.setValue(1)
        if problem or fault:
            self.words.setText(problem or "the games broke off")

    def _lay(self) -> None:
        kind = str(self.maps.currentData())
        self.laid.emit(picture_of(self.found, kind) if kind and self.found else None)

    def _close(self) -> None:
        self.worker.close()
        self.laid.emit(None)


def _cells(pair: Pairing) -> tuple[str, str, str, str]:
    """A row of the table."""
    median = f"{pair.turns.median:g}" if pair.turns else "–"
    return f"{pair.one} – {pair.other}", percent(pair.one_wins), percent(pair.home_wins), median

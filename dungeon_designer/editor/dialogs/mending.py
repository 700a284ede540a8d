"""Mend: moves that make the dungeon fair in play, each with its shares; a click makes one."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QListWidgetItem, QProgressBar, QWidget

from dungeon_designer.editor.background import BackgroundProcess, Tell
from dungeon_designer.editor.picture_list import ROLE
from dungeon_designer.editor.widgets import answers_of, column, made, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.generator.mending import Mending, Remedy, Shares
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.tables import percent
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary
from dungeon_designer.translation import capital, filled

Asked = tuple[Layout, Ruleset, TileLibrary, frozenset[str], tuple[str, ...], int]


def find_moves(asked: Asked, tell: Tell) -> None:
    """What the process does: tells what is being done and what is known, and at the end of all that was found."""
    from dungeon_designer.generator.changes import Original
    from dungeon_designer.generator.mending import MendOptions, mended
    from dungeon_designer.generator.options import VaryOptions
    from dungeon_designer.playtest.report import plan_of

    layout, ruleset, library, locked, teams, games = asked
    original = Original(layout, ruleset, library, VaryOptions(locked=locked))
    options = MendOptions(plan=plan_of(teams, games), locked=locked)
    tell(("", mended(original, options, told=lambda words, known: tell((words, known)))))


class MendDialog(QDialog):
    """Moves for the dungeon as it is when `begin` is called; closing it ends the search."""

    def __init__(self, workspace: Workspace, teams: tuple[str, ...], games: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Mend"))
        self.resize(760, 420)
        self._workspace, self._asked, self._teams, self._games = workspace, workspace.layout, teams, games
        self.words = wrapped(self.tr("Changed dungeons play against each other. That takes some minutes."))
        self.progress = made(QProgressBar, minimum=0, maximum=0)
        self.answers = made(QListWidget, accessibleName=self.tr("Moves that make it fairer"), wordWrap=True)
        self.answers.itemClicked.connect(self._make)
        self.answers.itemActivated.connect(self._make)
        self.because = wrapped("")
        column(
            self.words,
            self.progress,
            (self.answers, 1),
            self.because,
            answers_of(self, QDialogButtonBox.StandardButton.Close),
            of=self,
        )
        self.worker = BackgroundProcess(find_moves, "mend", self)
        self.worker.heard.connect(lambda said: self.show_known(*said))
        self.worker.ended.connect(self._ended)
        self.finished.connect(self.worker.close)

    def begin(self) -> None:
        """Look for moves."""
        here = self._workspace
        self.worker.ask((here.board.layout, here.ruleset, here.library, here.locked_here, self._teams, self._games))

    def show_known(self, doing: str, known: Mending) -> None:
        """What is known so far; `doing` is empty once that is all."""
        self.progress.setFormat(doing)
        if known.before:
            self.words.setText(filled(self.tr("As it is home wins %1"), _in_words(known.before)))
        elif not doing:
            self.words.setText(self.tr("Both sides have the same dungeon: there is nothing to mend."))
        self.answers.clear()
        for each in known.answers:
            item = QListWidgetItem(f"{capital(each.words)}\n{_in_words(each.shares)}", self.answers)
            item.setData(ROLE, each)
        if known.because is not None:
            words = filled(self.tr("Because: %1 home wins %2"), known.because.words, _in_words(known.because.shares))
            self.because.setText(words)
        elif not doing and not known.answers:
            fair = self.tr("It is fair as it is."), self.tr("No move was found that makes it fairer.")
            self.because.setText(fair[not known.is_fair])

    def _make(self, item: QListWidgetItem) -> None:
        """Make an answer the dungeon, as one step that can be undone."""
        rows = range(self.answers.count())
        known = [self._asked, *(self.answers.item(row).data(ROLE).layout for row in rows)]
        if self._workspace.layout not in known:
            self.because.setText(self.tr("The dungeon was changed meanwhile; close this and mend it anew."))
            return
        chosen: Remedy = item.data(ROLE)
        self._workspace.plainly(filled(self.tr("Mend: %1"), chosen.words), chosen.layout)

    def _ended(self, problem: str = "", fault: bool = False) -> None:
        self.progress.setRange(0, 1)
        self.progress.setValue(1)
        if problem or fault:
            self.words.setText(problem or self.tr("the games broke off"))


def _in_words(shares: Shares) -> str:
    return ", ".join(f"{percent(share)} {style}" for style, share in shares.items())

"""Keeps the verdict and the badges current: the board goes to the rule book after every change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QSettings, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.editor.background import Background, Tell
from dungeon_designer.editor.bars import Badges
from dungeon_designer.editor.file_actions import stored_list
from dungeon_designer.editor.workspace import USUAL, Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import Waiver
from dungeon_designer.rules import checker
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled


class CheckRequest(Struct, frozen=True):
    """A board to be checked by the chosen ruleset, if there is one, and then by the others that have a badge."""

    board: Board
    chosen: Ruleset | None
    others: Sequence[Ruleset] = ()


class CheckAnswer(Struct, frozen=True):
    """What one ruleset says of the board."""

    verdict: Verdict
    chosen: bool


def check(request: CheckRequest, tell: Tell) -> None:
    """Ask one ruleset after the other, as long as nothing newer waits."""
    chosen = (request.chosen,) if request.chosen is not None else ()
    for at, ruleset in enumerate((*chosen, *request.others)):
        tell()
        tell(CheckAnswer(checker.check(request.board, ruleset), at < len(chosen)))


class LiveChecking(QObject):
    """Asks the rule book after every change."""

    verdict_changed = Signal()

    def __init__(self, workspace: Workspace, badges: Badges, settings: QSettings) -> None:
        super().__init__(workspace)
        self.workspace, self.badges, self._settings = workspace, badges, settings
        self.checking = Background(check, "rule book", self)
        self.own: dict[str, Ruleset] = {}
        self._files: dict[str, str] = {}
        self._asked: object = None
        self._fault = ""
        for file in stored_list(settings, "rulesets"):
            self._load(file)
        workspace.changed.connect(self.ask)
        workspace.opened.connect(self.ask)
        self.checking.heard.connect(self._answered)
        badges.chosen.connect(self.choose)

    def names(self) -> list[str]:
        """The rulesets that have a badge: the editions, then the user's own."""
        current = self.workspace.layout.ruleset
        extra = [current] if current and current not in EDITIONS and current not in self._files.values() else []
        return [*EDITIONS, *extra, *dict.fromkeys(self._files.values())]

    @property
    def current(self) -> str:
        """The chosen ruleset's name, as the layout has it."""
        return self.workspace.layout.ruleset or USUAL

    def ask(self) -> None:
        """Have the board checked, unless it was already."""
        key = (self.workspace.layout, self.workspace.library)
        if self._asked is not None and self._asked == key:
            return
        self._asked = key
        names = self.names()
        self.badges.show_rulesets(names, self.current)
        self.badges.wait()
        chosen = self._chosen()
        others = [ruleset for name in names if name != self.current and (ruleset := self._ruleset(name)) is not None]
        self.checking.ask(CheckRequest(self.workspace.board, chosen, others))

    def _chosen(self) -> Ruleset | None:
        """The ruleset to ask first; where the layout names none that can be used it is said, and nothing judged."""
        fault = self.workspace.ruleset_fault
        if fault:
            self.workspace.verdict = None
            self.badges.show_missing(self.current, fault)
            self.verdict_changed.emit()
        if fault != self._fault:
            self._fault = fault
            self.workspace.said.emit(fault)
        return None if fault else self.workspace.ruleset

    def choose(self, name: str) -> None:
        """Make a ruleset the dungeon's own."""
        try:
            self.workspace.ruleset_named(name)
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return
        self.workspace.plainly(self.tr("Choose the ruleset"), replace(self.workspace.layout, ruleset=name))
        self.badges.show_rulesets(self.names(), self.current)

    def add(self, path: Path) -> None:
        """Give a ruleset file a badge; RulesetError says what is wrong with it."""
        load_ruleset(path.name, path.parent)
        self._load(str(path))
        self._settings.setValue("rulesets", list(self._files))
        self._asked = None
        self.ask()

    def waive(self, rule: str, reason: str, squares: tuple[tuple[int, int], ...] = ()) -> None:
        """Set a rule aside, everywhere or where a finding touches some squares."""
        waiver = Waiver(rule=rule, reason=reason, squares=squares)
        layout = self.workspace.layout
        self.workspace.plainly(filled(self.tr("Waive %1"), rule), replace(layout, waivers=(*layout.waivers, waiver)))

    def close(self) -> None:
        """No more questions."""
        self.checking.close()

    def _load(self, file: str) -> None:
        """A user's ruleset; one that went or is wrong has no badge."""
        try:
            ruleset = load_ruleset(Path(file).name, Path(file).parent)
        except DungeonError:
            return
        self._files[file] = file
        self.own[file] = ruleset

    def _ruleset(self, name: str) -> Ruleset | None:
        if name in self.own:
            return self.own[name]
        try:
            return self.workspace.ruleset_named(name)
        except DungeonError:
            return None

    def _answered(self, answer: CheckAnswer) -> None:
        if answer.chosen:
            self.workspace.verdict = answer.verdict
            self.badges.show_verdict(self.current, answer.verdict)
            self.verdict_changed.emit()
            return
        for name in self.names():
            ruleset = self._ruleset(name)
            if ruleset is not None and ruleset.id == answer.verdict.ruleset:
                self.badges.show_verdict(name, answer.verdict)

"""Keeps the verdict and the badges current: the board goes to the rule book after every change."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
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
from dungeon_designer.layout.model import Layout, Waiver
from dungeon_designer.rules import checker
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled


class CheckRequest(Struct, frozen=True):
    """A board to be checked by rulesets, by the names their badges have."""

    board: Board
    rulesets: Sequence[tuple[str, Ruleset]]


def check(request: CheckRequest, tell: Tell) -> None:
    """Tell the layout, each ruleset's name and its verdict, one after the other, as long as nothing newer waits."""
    for name, ruleset in request.rulesets:
        tell()
        tell((request.board.layout, name, checker.check(request.board, ruleset)))


class LiveChecking(QObject):
    """Asks the rule book after every change."""

    verdict_changed = Signal()

    def __init__(self, workspace: Workspace, badges: Badges, settings: QSettings) -> None:
        super().__init__(workspace)
        self.workspace, self.badges, self._settings = workspace, badges, settings
        self.checking = Background(check, "rule book", self)
        self.own: dict[str, Ruleset] = {}
        self._asked: object = None
        self._judged: deque[tuple[Layout, str, Verdict]] = deque(maxlen=400)
        self._fault = ""
        for file in stored_list(settings, "rulesets"):
            with suppress(DungeonError):  # one that went or is wrong has no badge
                self.own[file] = load_ruleset(Path(file).name, Path(file).parent, found=True)
        workspace.changed.connect(self.ask)
        workspace.opened.connect(self.ask)
        self.checking.heard.connect(self._answered)
        badges.chosen.connect(self.choose)

    def names(self) -> list[str]:
        """The rulesets that have a badge: the editions, then the user's own."""
        current = self.workspace.layout.ruleset
        extra = [current] if current and current not in EDITIONS and current not in self.own else []
        return [*EDITIONS, *extra, *self.own]

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
        fault = self.workspace.ruleset_fault
        if fault:  # the ruleset that the layout names cannot be used, and nothing is judged
            self.workspace.verdict = None
            self.badges.show_missing(self.current, fault)
            self.verdict_changed.emit()
        if fault != self._fault:
            self._fault = fault
            self.workspace.said.emit(fault)
        for layout, judge, verdict in self._judged:
            if layout is self.workspace.layout and judge == self.current:  # undo, or back in a tab: shown at once
                self._show(judge, verdict)
        others = (name for name in names if name != self.current)
        rulesets = [] if fault else [(self.current, self.workspace.ruleset)]
        rulesets += [(name, ruleset) for name in others if (ruleset := self._ruleset(name)) is not None]
        self.checking.ask(CheckRequest(self.workspace.board, rulesets))

    def choose(self, name: str) -> None:
        """Make a ruleset the dungeon's own."""
        with self.workspace.telling():
            self.workspace.ruleset_named(name)
            self.workspace.plainly(self.tr("Choose the ruleset"), replace(self.workspace.layout, ruleset=name))
            self.badges.show_rulesets(self.names(), self.current)

    def add(self, path: Path) -> None:
        """Give a ruleset file a badge; RulesetError says what is wrong with it."""
        self.own[str(path)] = load_ruleset(path.name, path.parent)
        self._settings.setValue("rulesets", list(self.own))
        self._asked = None
        self.ask()

    def reread(self) -> None:
        """Read the files of rulesets anew, for one of them was written, and ask by them."""
        self.workspace.forget_rulesets()
        self._judged.clear()
        for file in self.own:
            with suppress(DungeonError):
                self.own[file] = load_ruleset(Path(file).name, Path(file).parent, found=True)
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

    def _ruleset(self, name: str) -> Ruleset | None:
        if name in self.own:
            return self.own[name]
        try:
            return self.workspace.ruleset_named(name)
        except DungeonError:
            return None

    def _answered(self, answer: tuple[Layout, str, Verdict]) -> None:
        self._judged.append(answer)
        self._show(*answer[1:])

    def _show(self, name: str, verdict: Verdict) -> None:
        self.badges.show_verdict(name, verdict)
        if name == self.current:
            self.workspace.verdict = verdict
            self.verdict_changed.emit()

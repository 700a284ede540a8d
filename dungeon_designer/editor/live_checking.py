"""Check the dungeon by every ruleset after each change, in another thread, and show the verdicts."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QSettings, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.editor.background_worker import AnswerSender, BackgroundWorker
from dungeon_designer.editor.bars.verdict_badges import Badges
from dungeon_designer.editor.file_actions import read_list_setting
from dungeon_designer.editor.verdict_memory import VerdictMemory
from dungeon_designer.editor.workspace import DEFAULT_RULESET, Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.model import Layout, Waiver
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.translation import fill_placeholders


class CheckRequest(Struct, frozen=True):
    """Request to check a board by some rulesets.

    Attributes:
        board: the board.
        rulesets: the rulesets, each with the id or file that names its badge.
        verdicts: verdicts that are known already, and to which the new ones are added.
    """

    board: Board
    rulesets: Sequence[tuple[str, Ruleset]]
    verdicts: VerdictMemory


def check_rulesets(request: CheckRequest, send_answer: AnswerSender) -> None:
    """Check a board by each ruleset, and send a triple for each: the layout, the ruleset's id and the verdict.

    This is a work function for `BackgroundWorker`. Before each ruleset it calls `send_answer` without an answer, which
    raises an exception that ends the work if a newer request waits.
    """
    for ruleset_id, ruleset in request.rulesets:
        send_answer()
        send_answer((request.board.layout, ruleset_id, request.verdicts.check(request.board, ruleset)))


class LiveChecking(QObject):
    """Checks the dungeon by all rulesets after each change, and shows the verdicts.

    Each ruleset has a badge, which is its entry in a menu with the sign of its verdict. The verdict of the dungeon's
    own ruleset becomes that of the workspace; then `verdict_changed` is emitted. `edition_checked` is emitted for each
    verdict.
    """

    verdict_changed = Signal()
    edition_checked = Signal()

    def __init__(self, workspace: Workspace, badges: Badges, settings: QSettings) -> None:
        super().__init__(workspace)
        self.workspace, self.badges, self._settings = workspace, badges, settings
        self.worker = BackgroundWorker(check_rulesets, "rule book", self)
        self.user_rulesets: dict[str, Ruleset] = {}
        self._requested_state: object = None
        self._recent_verdicts: deque[tuple[Layout, str, Verdict]] = deque(maxlen=400)
        self._ruleset_problem = ""
        for file in read_list_setting(settings, "rulesets"):
            with suppress(DungeonError):  # a missing or invalid ruleset has no badge
                self.user_rulesets[file] = load_ruleset(Path(file).name, Path(file).parent, named_by_file=True)
        workspace.changed.connect(self.request_check)
        workspace.opened.connect(self.request_check)
        self.worker.answer_received.connect(self._take_verdict)
        badges.ruleset_chosen.connect(self.choose_ruleset)

    def list_ruleset_ids(self) -> list[str]:
        """Return the ids of the rulesets that have a badge: editions, then the dungeon's own, then the user's files."""
        current_id = self.workspace.layout.ruleset
        other_file = (
            [current_id] if current_id and current_id not in EDITIONS and current_id not in self.user_rulesets else []
        )
        return [*EDITIONS, *other_file, *self.user_rulesets]

    @property
    def current_ruleset(self) -> str:
        """The id or file of the dungeon's ruleset."""
        return self.workspace.layout.ruleset or DEFAULT_RULESET

    def request_check(self) -> None:
        """Have the board checked by all rulesets in the worker's thread.

        Nothing is done if this was requested before for the same layout and tiles. A recent verdict on the same layout
        is shown at once. If the dungeon's own ruleset cannot be used, the dungeon has no verdict, and only the other
        rulesets are asked.
        """
        if self.workspace.is_off_grid:  # the check follows when the gesture ends and the dungeon lies in the grid
            self.badges.mark_outdated()
            return
        state = (self.workspace.layout, self.workspace.library)
        if self._requested_state is not None and self._requested_state == state:
            return
        self._requested_state = state
        ruleset_ids = self.list_ruleset_ids()
        self.badges.show_rulesets(ruleset_ids, self.current_ruleset)
        self.badges.mark_outdated()
        problem = self.workspace.ruleset_problem
        if problem:  # without a usable ruleset there is no verdict
            self.workspace.verdict = None
            self.badges.show_unusable(self.current_ruleset, problem)
            self.verdict_changed.emit()
        if problem != self._ruleset_problem:
            self._ruleset_problem = problem
            self.workspace.message_sent.emit(problem)
        for layout, checked_id, verdict in self._recent_verdicts:
            if layout is self.workspace.layout and checked_id == self.current_ruleset:  # after undo or a change of tabs
                self._show_verdict(checked_id, verdict)
        other_ids = (ruleset_id for ruleset_id in ruleset_ids if ruleset_id != self.current_ruleset)
        rulesets = [] if problem else [(self.current_ruleset, self.workspace.ruleset)]
        rulesets += [
            (ruleset_id, ruleset) for ruleset_id in other_ids if (ruleset := self._find_ruleset(ruleset_id)) is not None
        ]
        self.worker.submit_request(CheckRequest(self.workspace.board, rulesets, self.workspace.verdicts))

    def choose_ruleset(self, ruleset_id: str) -> None:
        """Make a ruleset that of the dungeon, as a step of the history.

        If it cannot be used, the status bar says why.
        """
        with self.workspace.reported_errors():
            self.workspace.find_ruleset(ruleset_id)
            self.workspace.edit_without_symmetry(
                self.tr("Choose the ruleset"), replace(self.workspace.layout, ruleset=ruleset_id)
            )
            self.badges.show_rulesets(self.list_ruleset_ids(), self.current_ruleset)

    def add_ruleset_file(self, path: Path) -> None:
        """Give a ruleset file a badge, and store its path in the settings.

        Raises:
            RulesetError: the file is no valid ruleset.
        """
        self.user_rulesets[str(path)] = load_ruleset(path.name, path.parent)
        self._settings.setValue("rulesets", list(self.user_rulesets))
        self._requested_state = None
        self.request_check()

    def reload_rulesets(self) -> None:
        """Read the user's ruleset files again, since one of them was written, and have the dungeon checked again.

        A file that cannot be read keeps its earlier content.
        """
        self.workspace.clear_rulesets()
        self._recent_verdicts.clear()
        for file in self.user_rulesets:
            with suppress(DungeonError):
                self.user_rulesets[file] = load_ruleset(Path(file).name, Path(file).parent, named_by_file=True)
        self._requested_state = None
        self.request_check()

    def add_waiver(self, rule: str, reason: str, squares: tuple[tuple[int, int], ...] = ()) -> None:
        """Waive a rule's problems with a reason, so that they no longer count.

        These are the problems that touch one of `squares`, or all of the rule if there are no squares.
        """
        waiver = Waiver(rule=rule, reason=reason, squares=squares)
        layout = self.workspace.layout
        self.workspace.edit_without_symmetry(
            fill_placeholders(self.tr("Waive %1"), rule), replace(layout, waivers=(*layout.waivers, waiver))
        )

    def close(self) -> None:
        """End the thread that checks."""
        self.worker.close()

    def _find_ruleset(self, ruleset_id: str) -> Ruleset | None:
        """Return a ruleset by its id or file, or None if it cannot be used."""
        if ruleset_id in self.user_rulesets:
            return self.user_rulesets[ruleset_id]
        try:
            return self.workspace.find_ruleset(ruleset_id)
        except DungeonError:
            return None

    def _take_verdict(self, answer: tuple[Layout, str, Verdict]) -> None:
        """Keep and show a verdict that the worker sent."""
        self._recent_verdicts.append(answer)
        self._show_verdict(*answer[1:])
        self.edition_checked.emit()

    def find_verdicts(self) -> dict[str, Verdict]:
        """Return the verdicts on the current dungeon that are known so far, by the id or file of the ruleset."""
        layout = self.workspace.layout
        return {ruleset_id: verdict for checked, ruleset_id, verdict in self._recent_verdicts if checked is layout}

    def _show_verdict(self, ruleset_id: str, verdict: Verdict) -> None:
        """Show a verdict on the badge of its ruleset.

        If that is the dungeon's ruleset, give the verdict to the workspace.
        """
        self.badges.show_verdict(ruleset_id, verdict)
        if ruleset_id == self.current_ruleset:
            self.workspace.verdict = verdict
            self.verdict_changed.emit()

"""Work out for the card of a dungeon how even it is, how it plays, and which change is the next best."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.editor.verdict_memory import VerdictMemory
from dungeon_designer.figures.coach_summary import Balance, describe_balance, describe_play
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.findings import Finding, Fix, Level
from dungeon_designer.generator.missing_objects import count_missing
from dungeon_designer.rules.autofix import verify_fixes
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rulesets.ruleset_model import Ruleset

MAX_TRIED_FINDINGS = 10
"""How many problems of a level are tried for a fix; each try takes up to a second."""


class ChangeKind(Enum):
    """What a change does: fix a problem, place missing objects, or only show a problem that the user must fix."""

    FIX = auto()
    PLACE = auto()
    SHOW = auto()


class NextChange(Struct, frozen=True):
    """The change that helps a dungeon most.

    Attributes:
        kind: what the change does.
        findings: the problems that it is about.
        fix: the fix, for a change of the kind `FIX`.
    """

    kind: ChangeKind
    findings: tuple[Finding, ...]
    fix: Fix | None = None


class CardRequest(Struct, frozen=True):
    """Request for the facts of a card about a board under a ruleset.

    Attributes:
        board: the board.
        ruleset: the ruleset.
        verdicts: the verdicts that are known already.
    """

    board: Board
    ruleset: Ruleset
    verdicts: VerdictMemory


class CardFacts(Struct, frozen=True):
    """What the card of a dungeon says about it besides the verdicts.

    Attributes:
        balance: whether the teams walk equally far to the chests.
        play: how the dungeon plays, in sentences; empty without floor.
        change: the next change that a problem calls for; None if there are neither errors nor warnings.
    """

    balance: Balance
    play: str
    change: NextChange | None


def send_card_facts(request: CardRequest, send_answer: AnswerSender) -> None:
    """Send the facts for the card of a board. This is a work function for `BackgroundWorker`.

    Between two long steps it calls `send_answer` without an answer, which ends the work if a newer request waits.
    """
    board, ruleset = request.board, request.ruleset
    verdict = request.verdicts.check(board, ruleset)
    send_answer()
    survey = create_survey(board, ruleset)
    balance, play = describe_balance(survey), describe_play(survey)
    send_answer()
    send_answer(CardFacts(balance, play, _find_next_change(verdict, board, ruleset, send_answer)))


def _find_next_change(verdict: Verdict, board: Board, ruleset: Ruleset, send_answer: AnswerSender) -> NextChange | None:
    """Return the change that helps a dungeon most; None if there are neither errors nor warnings.

    Errors come before warnings. Of the errors, one that can be fixed comes first, since a fix takes one click; then
    objects that are missing; then one that the user must fix by hand.
    """
    for level in (Level.ERROR, Level.WARNING):
        findings = [finding for finding in verdict.findings if finding.level is level and finding.waived is None]
        missing = tuple(finding for finding in findings if count_missing(finding))
        change = _find_fix(findings, verdict, board, ruleset, send_answer)
        if change is None and missing:
            change = NextChange(ChangeKind.PLACE, missing)
        if change is None and findings:
            change = NextChange(ChangeKind.SHOW, (findings[0],))
        if change is not None:
            return change
    return None


def _find_fix(
    findings: Sequence[Finding], verdict: Verdict, board: Board, ruleset: Ruleset, send_answer: AnswerSender
) -> NextChange | None:
    """Return the first fix of some problems that helps and breaks no other rule; None if there is none."""
    fixable = (finding for finding in findings if finding.fixes or finding.moves)
    for _, finding in zip(range(MAX_TRIED_FINDINGS), fixable, strict=False):
        send_answer()
        verified = verify_fixes(replace(verdict, findings=(finding,)), board, ruleset, allow_warnings=True)
        if verified.findings[0].fixes:
            return NextChange(ChangeKind.FIX, (finding,), verified.findings[0].fixes[0])
    return None

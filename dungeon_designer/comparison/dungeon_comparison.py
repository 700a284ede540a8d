"""Compare two dungeons with their rulesets: what changed, and the verdicts and the steps to the chests of both."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.comparison.change import Change, ChangeKind, FieldChange
from dungeon_designer.comparison.layout_changes import ComparedLayout, build_compared_layout, compare_layouts
from dungeon_designer.comparison.pairing import pair_parts
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, ReadError
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import has_written_ids
from dungeon_designer.reports.check_result import CheckResult
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset

MAX_NAMED_RULES = 5
"""The most rules that a sentence names where a ruleset changed."""


class Outcome(StrEnum):
    """What a comparison finds."""

    ALIKE = "alike"
    DIFFERENT = "different"
    ADDED = "added"
    REMOVED = "removed"


class JudgedDungeon(Struct, frozen=True):
    """One of two dungeons that are compared, with the verdict on it.

    Attributes:
        dungeon: the dungeon.
        board: its board; None if it names tiles that cannot be read.
        result: the result of its check; None if it could not be judged.
        problem: why it could not be judged; '' if it was.
        failed: the rules that crashed, so that it could not be judged.
    """

    dungeon: Dungeon
    board: Board | None = None
    result: CheckResult | None = None
    problem: str = ""
    failed: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The problems of the dungeon that are not waived."""
        return self.result.open if self.result else ()


class DungeonComparison(Struct, frozen=True):
    """Everything that differs between two dungeons.

    Attributes:
        before: the first dungeon; None if there is only a second one.
        after: the second dungeon; None if there is only a first one.
        changes: what changed, the shift of the whole dungeon first; () if only one of the two is there.
        new_problems: the problems that only the second dungeon has.
        solved_problems: the problems that only the first dungeon has.
    """

    before: JudgedDungeon | None
    after: JudgedDungeon | None
    changes: tuple[Change, ...] = ()
    new_problems: tuple[Finding, ...] = ()
    solved_problems: tuple[Finding, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Whether the dungeons are alike or different, or whether one was added or removed."""
        if self.before is None:
            return Outcome.ADDED
        if self.after is None:
            return Outcome.REMOVED
        return Outcome.DIFFERENT if self.changes else Outcome.ALIKE


def compare_dungeons(
    before: Dungeon | None, after: Dungeon | None, ruleset: str | Ruleset | None = None
) -> DungeonComparison:
    """Compare two dungeons, and judge both.

    Args:
        before: the first dungeon; None if there is none, because the second was added.
        after: the second dungeon; None if there is none, because the first was removed.
        ruleset: the ruleset by which both are judged; None for the one that each names.

    Raises:
        RulesetError: `ruleset` is wrong. A wrong ruleset that a dungeon names is no error: it is then not judged.
    """
    if isinstance(ruleset, str):
        ruleset = load_ruleset(ruleset, Path())
    old = None if before is None else _judge(before, ruleset)
    new = None if after is None else _judge(after, ruleset)
    if old is None or new is None:
        return DungeonComparison(old, new)
    has_boards = old.board is not None and new.board is not None
    changes = compare_layouts(_build_compared_layout(old, has_boards), _build_compared_layout(new, has_boards))
    shifts = [change for change in changes if change.subject == "layout"]  # one at most, and the first change
    offset: Square = shifts[0].fields[0].after if shifts else (0, 0)
    all_changes = (*shifts, *_compare_rulesets(old.dungeon, new.dungeon), *changes[len(shifts) :])
    return DungeonComparison(old, new, all_changes, *_compare_problems(old, new, offset))


def _judge(dungeon: Dungeon, ruleset: Ruleset | None) -> JudgedDungeon:
    """Return a dungeon with the verdict on it, or with the reason why there is none. Nothing is raised.

    Args:
        dungeon: the dungeon.
        ruleset: the ruleset; None for the one that the dungeon names.
    """
    try:
        board = dungeon.board
    except DungeonError as error:
        return JudgedDungeon(dungeon, problem=_explain(error))
    if ruleset is None and not dungeon.layout.ruleset:
        return JudgedDungeon(dungeon, board, problem="it names no ruleset")
    try:
        result = dungeon.check(ruleset, places=False)
    except DungeonError as error:
        return JudgedDungeon(dungeon, board, problem=_explain(error))
    if result.failed:
        first = result.verdict.failures[0]
        problem = (
            f"under {result.ruleset} the rule {first.rule} failed ({first.problem}); please report it with the file"
            " (DUNGEON_DESIGNER_DEBUG=1 shows where)"
        )
        return JudgedDungeon(dungeon, board, problem=problem, failed=result.failed)
    return JudgedDungeon(dungeon, board, result)


def _explain(error: DungeonError) -> str:
    """Return why a dungeon cannot be judged, without the name of its file, which stands before it already."""
    return error.problem if isinstance(error, ReadError) else str(error)


def _build_compared_layout(judged: JudgedDungeon, has_boards: bool) -> ComparedLayout:
    """Return the layout of a dungeon in the form in which it is compared.

    Args:
        judged: the dungeon.
        has_boards: whether the tiles of both dungeons could be read. Otherwise no tile has squares.
    """
    dungeon, board = judged.dungeon, judged.board
    squares = [section.covered_squares for section in board.sections] if board and has_boards else None
    return build_compared_layout(dungeon.layout, has_written_ids(dungeon.data, dungeon.file), squares)


def _compare_rulesets(before: Dungeon, after: Dungeon) -> Iterator[Change]:
    """Yield a change if two dungeons name different rulesets.

    Two files are the same ruleset if they say the same, whatever their paths. If one cannot be read, names decide.
    """
    names = before.layout.ruleset, after.layout.ruleset
    rulesets = [_read_ruleset(each) for each in (before, after)]
    if rulesets[0] is None or rulesets[1] is None:
        is_same = names[0] == names[1]
    else:
        is_same = replace(rulesets[0], file="") == replace(rulesets[1], file="")
    if is_same:
        return
    text = f"ruleset: {names[1] or 'none'} (before: {names[0] or 'none'})"
    if names[0] == names[1] and rulesets[0] and rulesets[1]:
        text = f"the ruleset {names[1]} says something else{_name_changed_rules(rulesets[0], rulesets[1])}"
    yield Change(
        kind=ChangeKind.CHANGED, subject="ruleset", text=text, fields=(FieldChange("ruleset", names[0], names[1]),)
    )


def _read_ruleset(dungeon: Dungeon) -> Ruleset | None:
    """Return the ruleset that a dungeon names; None if it names none or one that cannot be read."""
    try:
        return dungeon.ruleset() if dungeon.layout.ruleset else None
    except DungeonError:
        return None


def _name_changed_rules(before: Ruleset, after: Ruleset) -> str:
    """Return the rules that differ between two rulesets, as the end of a sentence; '' if no rule does."""
    names = [name for name in {**before.rules, **after.rules} if before.rules.get(name) != after.rules.get(name)]
    if len(names) > MAX_NAMED_RULES:
        names = [*names[:MAX_NAMED_RULES], f"{len(names) - MAX_NAMED_RULES} more"]
    return f": {', '.join(names)}" if names else ""


def _compare_problems(
    before: JudgedDungeon, after: JudgedDungeon, offset: Square
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Return the problems that only the second dungeon has, and those that only the first has.

    Nothing is new or solved where one of the two is not judged, or where they are judged by different rulesets.

    Args:
        before: the first dungeon.
        after: the second dungeon.
        offset: how far the whole dungeon was shifted from the first to the second.
    """
    if not before.result or not after.result or before.result.checked_ruleset.id != after.result.checked_ruleset.id:
        return (), ()
    pairing = pair_parts(
        [_LocatedProblem(finding, offset) for finding in before.findings],
        [_LocatedProblem(finding, (0, 0)) for finding in after.findings],
        (
            lambda each: (*each.name, each.squares, each.finding.measured, each.finding.required),
            lambda each: (*each.name, each.finding.message),  # a wrong number of chests, some of which moved
        ),
        lambda each: next(iter(each.squares), (0, 0)),
    )
    return tuple(each.finding for each in pairing.added), tuple(each.finding for each in pairing.removed)


class _LocatedProblem(NamedTuple):
    """A problem of one of two dungeons, and how far that dungeon is shifted to the location of the second."""

    finding: Finding
    offset: Square

    @property
    def name(self) -> tuple[str, str]:
        """The rule and the level."""
        return self.finding.rule, self.finding.level

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of the problem after the shift, in one order."""
        dx, dy = self.offset
        return tuple(sorted((x + dx, y + dy) for x, y in self.finding.squares))

"""Double the squares of a dungeon for `convert --scale 2`, and explain what that changes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, EditError, UsageError, escape_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout_edits.doubling import double_squares
from dungeon_designer.pipeline import Examiner


def double_dungeon(dungeon: Dungeon, examiner: Examiner) -> Dungeon:
    """Return a dungeon in which each square has become 2 x 2 squares.

    Raises:
        UsageError: it would be larger than a dungeon may be.
    """
    try:
        layout = double_squares(dungeon.layout, examiner.build_board(dungeon).library)
    except EditError as error:
        raise UsageError(escape_line(f"{dungeon.file}: {error}; nothing was written")) from None
    # without the old text of a sketch, whose comments and order writing would keep: it says nothing of the new squares
    return replace(dungeon, layout=layout, data=b"")


def explain_doubling(before: Dungeon, after: Dungeon, examiner: Examiner) -> Iterator[str]:
    """Yield lines that say what happened to a dungeon whose squares were doubled, and which rules it breaks now.

    Args:
        before: the dungeon with its old squares.
        after: the dungeon in which each square has become 2 x 2 squares.
        examiner: builds the boards, and checks both dungeons.
    """
    old_square_count, new_square_count = len(examiner.build_board(before)), len(examiner.build_board(after))
    change_texts = []
    if door_count := len(before.layout.square_doors):
        change_texts.append(f"{door_count} x square door (an edge door two wide)")
    if tile_count := sum(bool(section.tile) for section in before.layout.sections):
        # a tile of a set is not made larger, so its floor is drawn as a section without a tile
        change_texts.append(f"{tile_count} x tile (drawn)")
    changes_text = f"; changed: {', '.join(change_texts)}" if change_texts else ""
    yield f"{before.file}: each square is 2 x 2 now: {old_square_count} squares became {new_square_count}{changes_text}"
    if not examiner.options.ruleset and not before.layout.ruleset:
        yield f"{before.file}: it names no ruleset; with --ruleset you hear which rules it breaks now"
        return
    try:
        yield from _list_broken_rules(before, after, examiner)
    except DungeonError as error:
        yield escape_line(f"{before.file}: which rules it breaks now cannot be said: {error}")


def _list_broken_rules(before: Dungeon, after: Dungeon, examiner: Examiner) -> Iterator[str]:
    """Yield lines that say which rules a dungeon breaks after its squares were doubled.

    A rule has its own line if its problems measure or require other amounts than before. All other broken rules share
    one line. If no rule is broken, one line says so.
    """
    (old_report,), (new_report,) = examiner.examine(before), examiner.examine(after)
    old_findings_by_rule, new_findings_by_rule = _group_by_rule(old_report.open), _group_by_rule(new_report.open)
    unchanged_rules = []
    for rule, findings in new_findings_by_rule.items():
        if _list_measures(findings) == _list_measures(old_findings_by_rule.get(rule, [])):
            unchanged_rules.append(rule)
            continue
        first_finding = findings[0]
        verb = "breaks" if first_finding.level is Level.ERROR else "gets a warning of"
        count_text = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        yield escape_line(
            f"{before.file}: it now {verb} {rule} ({new_report.ruleset}): {first_finding.message}{count_text}"
        )
    if unchanged_rules:
        rules_text = ", ".join(unchanged_rules)
        yield f"{before.file}: as before, it breaks or gets a warning of {rules_text} ({new_report.ruleset})"
    if not new_findings_by_rule:
        yield f"{before.file}: it breaks no rule of {new_report.ruleset}"


def _group_by_rule(findings: tuple[Finding, ...]) -> dict[str, list[Finding]]:
    """Return the errors and warnings among some findings by their rules."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.level in (Level.ERROR, Level.WARNING):
            groups.setdefault(finding.rule, []).append(finding)
    return groups


def _list_measures(findings: list[Finding]) -> list[tuple[str, str]]:
    """Return what some problems measured and what their rule requires, as sorted pairs of texts.

    Two lists that are equal show that a rule has the same problems before and after a change, wherever they are.
    """
    return sorted((str(finding.measured), str(finding.required)) for finding in findings)

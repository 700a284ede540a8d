"""What `convert --scale 2` does to a dungeon, and what it says about it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, EditError, UsageError, one_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout_edits.doubling import double_squares
from dungeon_designer.pipeline import Examiner


def double_dungeon(dungeon: Dungeon, examiner: Examiner) -> Dungeon:
    """Return a dungeon with each square 2 x 2.

    Raises:
        UsageError: it would be larger than a dungeon may be
    """
    try:
        layout = double_squares(dungeon.layout, examiner.board(dungeon).library)
    except EditError as error:
        raise UsageError(one_line(f"{dungeon.file}: {error}; nothing was written")) from None
    return replace(dungeon, layout=layout, data=b"")


def explain_doubling(before: Dungeon, after: Dungeon, examiner: Examiner) -> Iterator[str]:
    """Yield lines that say what became of a dungeon whose squares were made 2 x 2, and which rules it breaks now."""
    squares = len(examiner.board(before)), len(examiner.board(after))
    tiles = sum(bool(section.tile) for section in before.layout.sections)
    changes = {"square door": (len(before.layout.square_doors), "an edge door two wide"), "tile": (tiles, "drawn")}
    told = [f"{count} x {what} ({now})" for what, (count, now) in changes.items() if count]
    changed = f"; changed: {', '.join(told)}" if told else ""
    yield f"{before.file}: each square is 2 x 2 now: {squares[0]} squares became {squares[1]}{changed}"
    if not examiner.question.ruleset and not before.layout.ruleset:
        yield f"{before.file}: it names no ruleset; with --ruleset you hear which rules it breaks now"
        return
    try:
        yield from _list_broken_rules(before, after, examiner)
    except DungeonError as error:
        yield one_line(f"{before.file}: which rules it breaks now cannot be said: {error}")


def _list_broken_rules(before: Dungeon, after: Dungeon, examiner: Examiner) -> Iterator[str]:
    """Yield a line for each rule that the larger squares break, and one for those that were broken before as well."""
    (old,), (new,) = examiner.examine(before), examiner.examine(after)
    broken, known = _group_by_rule(new.open), _group_by_rule(old.open)
    same = [rule for rule, found in broken.items() if _list_measures(found) == _list_measures(known.get(rule, []))]
    for rule, found in broken.items():
        if rule not in same:
            verb = "breaks" if found[0].level is Level.ERROR else "gets a warning of"
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            yield one_line(f"{before.file}: it now {verb} {rule} ({new.ruleset}): {found[0].message}{more}")
    if same:
        yield f"{before.file}: as before, it breaks or gets a warning of {', '.join(same)} ({new.ruleset})"
    if not broken:
        yield f"{before.file}: it breaks no rule of {new.ruleset}"


def _group_by_rule(findings: tuple[Finding, ...]) -> dict[str, list[Finding]]:
    """Return the errors and warnings among some findings by their rules."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.level in (Level.ERROR, Level.WARNING):
            groups.setdefault(finding.rule, []).append(finding)
    return groups


def _list_measures(findings: list[Finding]) -> list[tuple[str, str]]:
    """Return what was measured and required by each finding, in any order."""
    return sorted((str(finding.measured), str(finding.required)) for finding in findings)

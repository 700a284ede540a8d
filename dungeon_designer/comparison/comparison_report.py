"""Report a comparison of two dungeons as text, Markdown or JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.comparison.dungeon_comparison import DungeonComparison, JudgedDungeon, Outcome
from dungeon_designer.dungeon import STDIN
from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Amount, Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Team
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_text import format_count
from dungeon_designer.text.escaping import escape_markdown, format_markdown_table

VERSION = 1
"""1: the first version of the JSON document."""


class DungeonEntry(Struct, frozen=True):
    """One of the two dungeons.

    Attributes:
        file: the file as the call names it.
        name: the name of the dungeon; '' if it has none.
        ruleset: the id of the ruleset by which it was judged; null if it was not judged.
        legal: whether it is legal; null if it was not judged.
        not_judged: why it was not judged; null if it was.
        counts: the number of problems that are not waived, by level.
        walks: for each team the steps to the chests, the fewest first; null for a chest without a route.
        failed: the rules that crashed, so that it was not judged.
    """

    file: str
    name: str
    ruleset: str | None
    legal: bool | None
    not_judged: str | None
    counts: dict[Level, int]
    walks: dict[Team, tuple[int | None, ...]]
    failed: tuple[str, ...]


class FieldEntry(Struct, frozen=True):
    """A fact that has another value in the second dungeon; null for no value."""

    field: str
    before: Any
    after: Any


class ChangeEntry(Struct, frozen=True):
    """One change.

    Attributes:
        kind: added, removed, moved or changed.
        subject: the key of what changed in a dungeon file; `layout` for the whole dungeon.
        text: the change in words.
        squares_before: where it is in the first dungeon, as that counts its squares.
        squares_after: where it is in the second dungeon.
        fields: the facts that changed.
    """

    kind: str
    subject: str
    text: str
    squares_before: tuple[Square, ...]
    squares_after: tuple[Square, ...]
    fields: tuple[FieldEntry, ...]


class ProblemEntry(Struct, frozen=True):
    """A problem that only one of the two dungeons has."""

    rule: str
    level: Level
    message: str
    squares: tuple[Square, ...]
    measured: Amount
    required: Amount
    source: str


class ComparisonDocument(Struct, frozen=True):
    """What differs between two dungeons.

    Attributes:
        version: 1.
        outcome: whether they are alike or different, or the second was added or the first removed.
        before: the first dungeon; null if the second was added.
        after: the second dungeon; null if the first was removed.
        changes: what changed; empty if they are alike, or one was added or removed.
        new_problems: the problems that only the second has, if one ruleset judged both.
        solved_problems: the problems that only the first has, if one ruleset judged both.
    """

    version: int
    outcome: Outcome
    before: DungeonEntry | None
    after: DungeonEntry | None
    changes: tuple[ChangeEntry, ...]
    new_problems: tuple[ProblemEntry, ...]
    solved_problems: tuple[ProblemEntry, ...]


def render_json(comparison: DungeonComparison, style: TextStyle) -> str:
    """Return a comparison as JSON for programs."""
    document = ComparisonDocument(
        VERSION,
        comparison.outcome,
        _build_dungeon_entry(comparison.before) if comparison.before else None,
        _build_dungeon_entry(comparison.after) if comparison.after else None,
        msgspec.convert(comparison.changes, tuple[ChangeEntry, ...], from_attributes=True),
        msgspec.convert(comparison.new_problems, tuple[ProblemEntry, ...], from_attributes=True),
        msgspec.convert(comparison.solved_problems, tuple[ProblemEntry, ...], from_attributes=True),
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _build_dungeon_entry(judged: JudgedDungeon) -> DungeonEntry:
    """Return one of the two dungeons as data for the JSON document."""
    result = judged.result
    return DungeonEntry(
        file=_format_file(judged),
        name=judged.dungeon.name,
        ruleset=result.ruleset if result else None,
        legal=result.legal if result else None,
        not_judged=None if result else judged.problem,
        counts={level: result.count(level) for level in Level} if result else {},
        walks=dict(result.walks or {}) if result else {},
        failed=judged.failed,
    )


def _format_file(judged: JudgedDungeon) -> str:
    """Return the name of a dungeon's file; bytes that are not valid text are escaped."""
    return judged.dungeon.file.encode("utf-8", "backslashreplace").decode()


def render_text(comparison: DungeonComparison, style: TextStyle) -> str:
    """Return a comparison as text: what changed, numbered as in the picture, then verdicts, problems and steps."""
    lines = [f"{escape_line(format_headline(comparison))}."]
    number_width = len(str(len(comparison.changes)))
    for number, change in enumerate(comparison.changes, start=1):
        indent = " " * (number_width + 4)
        lines += textwrap.wrap(
            escape_line(change.text),
            style.width,
            initial_indent=f"  {number:{number_width}}  ",
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
    rows = [row for row in list_rows(comparison) if any(row[1:])]
    label_width = max((len(label) for label, *_ in rows), default=0)
    for label, *values in rows:
        text = values[0] if values[0] == values[-1] else f"{values[0]}; now {values[-1]}"
        lines += textwrap.wrap(
            escape_line(f"{label:{label_width}}  {text}"),
            style.width,
            subsequent_indent=" " * (label_width + 2),
            break_on_hyphens=False,
        )
    for word, finding in list_problem_changes(comparison):
        lines += textwrap.wrap(
            escape_line(f"{word} {finding.level.display_name}[{finding.rule}]: {finding.message}"),
            style.width,
            subsequent_indent="  ",
            break_on_hyphens=False,
        )
    return "".join(f"{line}\n" for line in lines)


def render_markdown(comparison: DungeonComparison, style: TextStyle) -> str:
    """Return a comparison as Markdown, for a comment on a pull request or a job summary."""
    lines = [f"**{escape_markdown(format_headline(comparison))}.**", ""]
    lines += [f"{number}. {escape_markdown(change.text)}" for number, change in enumerate(comparison.changes, start=1)]
    lines += [""] if comparison.changes else []
    heads = ("", *(word for word, judged in _list_dungeons(comparison) if judged))
    rows = [tuple(map(escape_markdown, row)) for row in list_rows(comparison) if any(row[1:])]
    lines += [*format_markdown_table(heads, rows), ""]
    for word, finding in list_problem_changes(comparison):
        lines.append(f"- {word} {finding.level.display_name} `{finding.rule}`: {escape_markdown(finding.message)}")
    return "\n".join(lines).rstrip("\n") + "\n"


def format_headline(comparison: DungeonComparison) -> str:
    """Return in one phrase whether two dungeons are equal, and how many changes there are."""
    files = [_format_file(judged) for _, judged in _list_dungeons(comparison) if judged]
    names = ["standard input" if file == STDIN else file or "a new dungeon" for file in files]
    match comparison.outcome:
        case Outcome.ALIKE:
            return f"{names[0]} and {names[1]} are equal"
        case Outcome.DIFFERENT:
            return f"{format_count(len(comparison.changes), 'change')} from {names[0]} to {names[1]}"
    return f"{names[0]} was {comparison.outcome}"


def _list_dungeons(comparison: DungeonComparison) -> tuple[tuple[str, JudgedDungeon | None], ...]:
    """Return both dungeons with the word for each; None for one that is not there."""
    return ("before", comparison.before), ("after", comparison.after)


def list_rows(comparison: DungeonComparison) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table that compares two dungeons: a label, then a text for each dungeon that is there."""
    dungeons = [judged for _, judged in _list_dungeons(comparison) if judged]
    yield ("verdict", *map(_format_verdict, dungeons))
    yield ("problems", *(judged.result.verdict.summary or "none" if judged.result else "" for judged in dungeons))
    teams = {team: None for judged in dungeons for team in _list_walks(judged)}
    for team in teams:
        yield (f"{team} to chests", *(_format_steps(_list_walks(judged).get(team, ())) for judged in dungeons))


def _list_walks(judged: JudgedDungeon) -> dict[Team, tuple[int | None, ...]]:
    """Return the steps of each team to the chests; {} if the dungeon was not judged."""
    return dict(judged.result.walks or {}) if judged.result else {}


def _format_verdict(judged: JudgedDungeon) -> str:
    """Return the verdict on a dungeon in words."""
    if judged.result is None:
        return f"not judged: {judged.problem}"
    return f"{'legal' if judged.result.legal else 'not legal'} under {judged.result.ruleset}"


def _format_steps(steps: Sequence[int | None]) -> str:
    """Return the steps to the chests in words.

    >>> _format_steps((5, 9, None)), _format_steps((5,)), _format_steps(())
    ('5, 9, no route', '5 steps', '')
    """
    numbers = ", ".join("no route" if each is None else str(each) for each in steps)
    return f"{numbers} steps" if steps and None not in steps else numbers


def list_problem_changes(comparison: DungeonComparison) -> Iterator[tuple[str, Finding]]:
    """Yield each problem that only one of two dungeons has, after the word "new" or "solved"."""
    yield from (("new", finding) for finding in comparison.new_problems)
    yield from (("solved", finding) for finding in comparison.solved_problems)


COMPARISON_FORMATS = {"text": render_text, "markdown": render_markdown, "json": render_json}
"""The function for each format of words."""

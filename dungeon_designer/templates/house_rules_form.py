"""Edit house rules by questions: the questions of a form, the answers in a file, and the file with changed answers.

Only the lines of changed answers are changed; everything else in a file stays as it was written. The dialog
for house rules in the editor calls this module.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from dungeon_designer.errors import UsageError
from dungeon_designer.reports.manual import format_toml_value
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.templates import format_comment
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import read_toml
from dungeon_designer.translation import mark_for_translation

POINTS_PREFIX = "Points: "
"""The beginning of the note that says how many points results are worth.

Seasons count points; a ruleset only tells them.
"""


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """One question of the form.

    Attributes:
        topic: the heading that the question stands under.
        text: the question.
        table: the dotted path of the table that holds the answer; empty for the file itself.
        key: the key that holds the answer.
        min_number: the smallest answer.
        max_number: the largest answer; None if the answer is sentences.
    """

    topic: str
    text: str
    table: str
    key: str
    min_number: int = 0
    max_number: int | None = 99


def _list_bound_questions(topic: str, rule: str, max_number: int = 99) -> Iterator[HouseQuestion]:
    """Yield the questions for the smallest and the largest number that a rule allows."""
    for text, key in (
        (mark_for_translation("house", "at least"), "min"),
        (mark_for_translation("house", "at most"), "max"),
    ):
        yield HouseQuestion(topic, text, f"rules.{rule}", key, 0, max_number)


_SPACING = mark_for_translation("house", "Squares between")
_WIDTHS = mark_for_translation("house", "Widths")
_ZONES = mark_for_translation("house", "End zones or entries")
_ZONE_SQUARES = (
    mark_for_translation("house", "squares of each, at least"),
    mark_for_translation("house", "squares of each, at most"),
)
"""The questions for the smallest and the largest number of squares of an end zone."""

QUESTIONS = (
    *_list_bound_questions(mark_for_translation("house", "Chests"), "chest-count"),
    *_list_bound_questions(mark_for_translation("house", "Balls"), "ball-count"),
    *_list_bound_questions(mark_for_translation("house", "Portals"), "portal-count"),
    HouseQuestion(_SPACING, mark_for_translation("house", "two chests"), "rules.chest-spacing", "min"),
    HouseQuestion(_SPACING, mark_for_translation("house", "two portals"), "rules.portal-spacing", "min"),
    HouseQuestion(_SPACING, mark_for_translation("house", "two traps"), "rules.trap-spacing", "min"),
    HouseQuestion(
        _SPACING, mark_for_translation("house", "chests and end zones"), "rules.chest-end-zone-distance", "min"
    ),
    HouseQuestion(_WIDTHS, mark_for_translation("house", "corridors"), "rules.corridor-width", "width", 1),
    HouseQuestion(_WIDTHS, mark_for_translation("house", "where sections join"), "rules.junction-width", "min", 1),
    *_list_bound_questions(mark_for_translation("house", "Doors"), "door-count"),
    HouseQuestion(_ZONES, mark_for_translation("house", "for each team"), "rules.end-zone-count", "per_side", 1),
    HouseQuestion(_ZONES, _ZONE_SQUARES[0], "rules.end-zone-size", "min", 1),
    HouseQuestion(_ZONES, _ZONE_SQUARES[1], "rules.end-zone-size", "max", 1),
    HouseQuestion(
        mark_for_translation("house", "Sides"), mark_for_translation("house", "how many play"), "", "sides", 2, 6
    ),
    *_list_bound_questions(mark_for_translation("house", "Squares of floor"), "square-count", 40_000),
    HouseQuestion(
        mark_for_translation("house", "Time"),
        mark_for_translation("house", "minutes of a turn"),
        "play",
        "turn_minutes",
        1,
    ),
    HouseQuestion(
        mark_for_translation("house", "Time"),
        mark_for_translation("house", "deadlines, a line each, as 90 min: The end."),
        "play",
        "deadlines",
        max_number=None,
    ),
    HouseQuestion(
        mark_for_translation("house", "Points"),
        mark_for_translation("house", "in a line: win 3, draw 1"),
        "",
        POINTS_PREFIX,
        max_number=None,
    ),
    HouseQuestion(
        mark_for_translation("house", "Besides"),
        mark_for_translation("house", "sentences for the pack"),
        "",
        "notes",
        max_number=None,
    ),
)
"""The questions, in the order of the form."""

_POINTS_QUESTION, _NOTES_QUESTION = QUESTIONS[-2:]
"""The two questions whose answers stand together in the key `notes` of the file, see `_join_notes`."""

Answer = int | tuple[str, ...] | None
"""A number, sentences, or None: the same as in the ruleset that is extended."""

Answers = Mapping[HouseQuestion, Answer]
"""The answer to each question."""


def read_answers(table: Mapping[str, Any]) -> dict[HouseQuestion, Answer]:
    """Return the answers that a house rules file gives to the questions of the form.

    An answer is None if the file does not give it, so that the extended ruleset decides, or if the form cannot show
    it.

    Args:
        table: the content of the file.
    """
    notes = [note for note in table.get("notes", ()) if isinstance(note, str)]
    answers: dict[HouseQuestion, Answer] = {}
    for question in QUESTIONS:
        value = _find_table(table, question.table).get(question.key)
        if question.key in ("notes", POINTS_PREFIX):
            asks_points = question.key == POINTS_PREFIX
            matching_notes = [note for note in notes if note.startswith(POINTS_PREFIX) is asks_points]
            value = [note.removeprefix(POINTS_PREFIX) for note in matching_notes]
        if isinstance(value, list):
            answers[question] = tuple(map(str, value)) or None
        else:
            answers[question] = value if type(value) is int and question.max_number is not None else None
    return answers


def read_ruleset_answers(ruleset: Ruleset) -> dict[HouseQuestion, Answer]:
    """Return the answers to the form's questions that a ruleset gives, those of the rulesets it extends included."""
    parameters_by_rule = {name: dict(ruleset.rules[name].parameters) for name in ruleset.enabled_rules}
    team_count = (
        {"sides": ruleset.team_count.min_teams} if ruleset.team_count.min_teams == ruleset.team_count.max_teams else {}
    )
    play = {key: list(value) if isinstance(value, tuple) else value for key, value in ruleset.play.items()}
    return read_answers({"rules": parameters_by_rule, "play": play, "notes": list(ruleset.notes), **team_count})


def build_new_file(base: Ruleset, base_name: str, name: str) -> str:
    """Return the text of a new file that extends a ruleset and changes nothing yet.

    Args:
        base: the ruleset to extend.
        base_name: how the file names the base.
        name: the name of the house rules.
    """
    comments = (
        f"{name}: house rules on top of {base.name}.",
        "docs/reference/ruleset.md tells every key; what is not here is as there.",
    )
    ruleset_id = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "house-rules"
    keys = {"id": ruleset_id, "name": name, "extends": base_name}
    return "".join(map(format_comment, comments)) + "".join(
        f"{key} = {format_toml_value(value)}\n" for key, value in keys.items()
    )


def replace_answers(text: str, answers: Answers, base: Ruleset) -> str:
    """Return the text of a house rules file with changed answers. Only their lines change.

    Args:
        text: the text of the file.
        answers: the answer to each question; None removes it, so that the base decides.
        base: the ruleset that the file extends. A comment above each new table gives its value.

    Raises:
        UsageError: a key is written so that it cannot be changed line by line.
    """
    old_table = read_table(text)
    new_table, old_answers, base_answers = deepcopy(old_table), read_answers(old_table), read_ruleset_answers(base)
    for question, answer in answers.items():
        if answer == old_answers.get(question):
            continue
        key, value = question.key, list(answer) if isinstance(answer, tuple) else answer
        if question in (_POINTS_QUESTION, _NOTES_QUESTION):
            key, value = "notes", _join_notes(answers)  # if both changed, the second time changes nothing more
        remark = _format_remark(question, base_answers.get(question), base)
        text = _replace_value(text, question.table, key, value or None, remark)
        _set_key(new_table, question.table, key, value or None)
    if not _is_valid_toml(text) or read_table(text) != new_table:
        raise UsageError("the file says this in a way that a form cannot change; change it by hand")
    return text


def read_table(text: str) -> dict[str, Any]:
    """Return the table of a TOML file.

    Raises:
        UsageError: the text is not TOML; the message has the line and column.
    """
    try:
        return read_toml(text.encode())
    except Fault as fault:
        location = f"line {fault.mark[0]}, column {fault.mark[1]}: " if fault.mark else ""
        raise UsageError(location + fault.problem) from None


def _list_sentences(answer: Answer | Sequence[str]) -> Sequence[str]:
    """Return the sentences of an answer; none for a number or None."""
    return () if answer is None or isinstance(answer, int) else answer


def _join_notes(answers: Answers) -> list[str]:
    """Return the sentences for the key `notes` of a file: those about points, with their prefix, then all others."""
    points, notes = (_list_sentences(answers.get(question)) for question in (_POINTS_QUESTION, _NOTES_QUESTION))
    return [*(POINTS_PREFIX + sentence for sentence in points), *notes]


def _format_remark(question: HouseQuestion, base_answer: Answer, base: Ruleset) -> str:
    """Return the comment above a table that the form adds to the file, with the value of the extended ruleset.

    It is '' for keys that are not in a table, and for questions that are answered with sentences.
    """
    if question.table == "" or question.max_number is None:
        return ""
    base_text = "does not ask it" if base_answer is None else f"says {base_answer}"
    return format_comment(f"{question.topic}, {question.text}: {base.name} {base_text}.")


def _find_table(table: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """Return the table at a dotted path; an empty one if there is none."""
    for part in path.split(".") if path else ():
        inner = table.get(part)
        table = inner if isinstance(inner, dict) else {}
    return table


def _set_key(table: dict[str, Any], path: str, key: str, value: Any) -> None:
    """Set a key of the table at a path; if the value is None, remove the key and all tables that become empty."""
    parts = path.split(".") if path else []
    tables = [table]
    for part in parts:
        tables.append(tables[-1].setdefault(part, {}))
    if value is None:
        tables[-1].pop(key, None)
    else:
        tables[-1][key] = value
    for outer, part in reversed(list(zip(tables, parts, strict=False))):
        if not outer[part]:
            del outer[part]


def _replace_value(text: str, path: str, key: str, value: Any, remark: str) -> str:
    """Return the text of a TOML file with one key of a table set, or removed if the value is None.

    A comment behind the old value stays. A table that has no key left is removed.

    Args:
        text: the text of the file.
        path: the dotted path of the table; '' for the keys above all tables.
        key: the key.
        value: its new value; None to remove it.
        remark: the comment above the table if it does not exist yet; it is added at the end.
    """
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    table_start, table_end = _find_table_lines(lines, path)
    new_line = None if value is None else f"{key} = {format_toml_value(value)}"
    if table_start is None:
        return "".join(lines) if new_line is None else f"{''.join(lines)}\n{remark}[{path}]\n{new_line}\n"
    key_lines = (
        index for index in range(table_start + 1, table_end) if re.match(rf"\s*{re.escape(key)}\s*=", lines[index])
    )
    start = next(key_lines, None)
    if start is None:
        if new_line is not None:
            filled_lines = [
                index
                for index in range(table_start + 1, table_end)
                if lines[index].strip() and not lines[index].startswith("#")
            ]
            lines.insert((filled_lines[-1] if filled_lines else table_start) + 1, f"{new_line}\n")
        return "".join(lines)
    # a value may take several lines
    end = next((end for end in range(start + 1, table_end + 1) if _is_valid_toml("".join(lines[start:end]))), start + 1)
    comment = _find_comment("".join(lines[start:end]))
    lines[start:end] = [] if new_line is None else [f"{new_line}{comment}\n"]
    other_lines = lines[table_start + 1 : table_end - (end - start)] if new_line is None else ["kept"]
    if path and not any(line.strip() and not line.lstrip().startswith("#") for line in other_lines):
        del lines[table_start]
    return "".join(lines)


def _find_table_lines(lines: Sequence[str], path: str) -> tuple[int | None, int]:
    """Return the index of the line with the head of a table, such as ``[play]``, and of the next head or the end.

    Args:
        lines: the lines of a TOML file.
        path: the dotted path of the table; '' for the keys above all tables, which have the head -1.

    Returns:
        both indexes; the first one is None if there is no such table.
    """
    head_lines = [
        index for index, line in enumerate(lines) if re.match(r"\s*\[", line) and _is_top_level(lines[:index])
    ]
    table_start: int | None = -1
    if path:
        matching_lines = (index for index in head_lines if re.match(rf"\s*\[\s*{re.escape(path)}\s*\]", lines[index]))
        table_start = next(matching_lines, None)
    if table_start is None:
        return None, len(lines)
    return table_start, next((index for index in head_lines if index > table_start), len(lines))


def _is_valid_toml(text: str) -> bool:
    """Return whether a text is valid TOML."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _is_top_level(lines: Sequence[str]) -> bool:
    """Return whether some first lines of a file are complete: no list or text of several lines is still open."""
    return _is_valid_toml("".join(lines))


def _find_comment(line: str) -> str:
    """Return the comment after a value, with the blanks before it; empty if there is none."""
    comment_starts = (match.start() for match in re.finditer(r"\s*#", line))
    return next((line[start:].rstrip("\n") for start in comment_starts if _is_valid_toml(line[:start])), "")

"""House rules by questions: what a form asks, what a file says already, and the file with other answers.

Only the lines of what is asked are changed; whatever else stands in a file stays as it was written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from dungeon_designer.errors import UsageError
from dungeon_designer.reports.manual import in_toml
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.templates import comment
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import read_toml
from dungeon_designer.translation import marked

POINTS = "Points: "
"""How the sentence begins that says what results are worth: seasons count points, a ruleset only tells them."""


@dataclass(frozen=True, slots=True)
class HouseQuestion:
    """One question: the topic it stands under, its words, the table and key that hold the answer, and its bounds.

    One without a greatest number is answered by sentences.
    """

    topic: str
    words: str
    table: str
    key: str
    least: int = 0
    most: int | None = 99


def _bounds(topic: str, rule: str, most: int = 99) -> Iterator[HouseQuestion]:
    for words, key in ((marked("house", "at least"), "min"), (marked("house", "at most"), "max")):
        yield HouseQuestion(topic, words, f"rules.{rule}", key, 0, most)


_SPACING = marked("house", "Squares between")
_WIDTH = marked("house", "Widths")
_ZONES = marked("house", "End zones or entries")
_SQUARES = marked("house", "squares of each, at least"), marked("house", "squares of each, at most")

QUESTIONS = (
    *_bounds(marked("house", "Chests"), "chest-count"),
    *_bounds(marked("house", "Balls"), "ball-count"),
    *_bounds(marked("house", "Portals"), "portal-count"),
    HouseQuestion(_SPACING, marked("house", "two chests"), "rules.chest-spacing", "min"),
    HouseQuestion(_SPACING, marked("house", "two portals"), "rules.portal-spacing", "min"),
    HouseQuestion(_SPACING, marked("house", "two traps"), "rules.trap-spacing", "min"),
    HouseQuestion(_SPACING, marked("house", "chests and end zones"), "rules.chest-end-zone-distance", "min"),
    HouseQuestion(_WIDTH, marked("house", "corridors"), "rules.corridor-width", "width", 1),
    HouseQuestion(_WIDTH, marked("house", "where sections join"), "rules.junction-width", "min", 1),
    *_bounds(marked("house", "Doors"), "door-count"),
    HouseQuestion(_ZONES, marked("house", "for each side"), "rules.end-zone-count", "per_side", 1),
    HouseQuestion(_ZONES, _SQUARES[0], "rules.end-zone-size", "min", 1),
    HouseQuestion(_ZONES, _SQUARES[1], "rules.end-zone-size", "max", 1),
    HouseQuestion(marked("house", "Sides"), marked("house", "how many play"), "", "sides", 2, 6),
    *_bounds(marked("house", "Squares of floor"), "square-count", 40_000),
    HouseQuestion(marked("house", "Time"), marked("house", "minutes of a turn"), "play", "turn_minutes", 1),
    HouseQuestion(
        marked("house", "Time"),
        marked("house", "deadlines, a line each, as 90 min: The end."),
        "play",
        "deadlines",
        most=None,
    ),
    HouseQuestion(marked("house", "Points"), marked("house", "in a line: win 3, draw 1"), "", POINTS, most=None),
    HouseQuestion(marked("house", "Besides"), marked("house", "sentences for the pack"), "", "notes", most=None),
)
"""What is asked, in the order of the form."""

Answer = int | tuple[str, ...] | None
"""A number, sentences, or None: as the ruleset that is extended."""

Answers = Mapping[HouseQuestion, Answer]


def said(table: Mapping[str, Any]) -> dict[HouseQuestion, Answer]:
    """What a file's own table answers; None where it does not, or by more than the form knows."""
    notes = [note for note in table.get("notes", ()) if isinstance(note, str)]
    found: dict[HouseQuestion, Answer] = {}
    for question in QUESTIONS:
        value = _at(table, question.table).get(question.key)
        if question.key in ("notes", POINTS):
            told = [note for note in notes if note.startswith(POINTS) is (question.key == POINTS)]
            value = [note.removeprefix(POINTS) for note in told]
        if isinstance(value, list):
            found[question] = tuple(map(str, value)) or None
        else:
            found[question] = value if type(value) is int and question.most is not None else None
    return found


def book(ruleset: Ruleset) -> dict[HouseQuestion, Answer]:
    """What a ruleset answers, with all that it extends."""
    asked = {name: dict(ruleset.rules[name].parameters) for name in ruleset.asked}
    sides = {"sides": ruleset.sides.least} if ruleset.sides.least == ruleset.sides.most else {}
    play = {key: list(value) if isinstance(value, tuple) else value for key, value in ruleset.play.items()}
    return said({"rules": asked, "play": play, "notes": list(ruleset.notes), **sides})


def begun(base: Ruleset, named: str, name: str) -> str:
    """A file that extends a ruleset and changes nothing yet."""
    top = (
        f"{name}: house rules on top of {base.name}.",
        "docs/rulesets.md tells every key; what is not here is as there.",
    )
    ident = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "house-rules"
    keys = {"id": ident, "name": name, "extends": named}
    return "".join(map(comment, top)) + "".join(f"{key} = {in_toml(value)}\n" for key, value in keys.items())


def answered(text: str, answers: Answers, base: Ruleset) -> str:
    """The file with other answers, each new table under a line that says what its base says.

    UsageError where a key is written in a way that cannot be changed line by line: then nothing is.
    """
    before = read_table(text)
    wanted, known, theirs = deepcopy(before), said(before), book(base)
    for question, answer in answers.items():
        if answer == known.get(question):
            continue
        key, value = question.key, list(answer) if isinstance(answer, tuple) else answer
        if key in ("notes", POINTS):
            points, notes = (answers.get(each) or () for each in QUESTIONS[-2:])
            key, value = "notes", [*(POINTS + each for each in _lines(points)), *_lines(notes)]
        remark = _remark(question, theirs.get(question), base)
        text = _with_value(text, question.table, key, value or None, remark)
        _set(wanted, question.table, key, value or None)
    if not _is_whole(text) or read_table(text) != wanted:
        raise UsageError("the file says this in a way that a form cannot change; change it by hand")
    return text


def read_table(text: str) -> dict[str, Any]:
    """The table of a file; UsageError with one line where it is none."""
    try:
        return read_toml(text.encode())
    except Fault as fault:
        where = f"line {fault.mark[0]}, column {fault.mark[1]}: " if fault.mark else ""
        raise UsageError(where + fault.problem) from None


def _lines(answer: Answer | Sequence[str]) -> Sequence[str]:
    return () if answer is None or isinstance(answer, int) else answer


def _remark(question: HouseQuestion, theirs: Answer, base: Ruleset) -> str:
    """What stands over a table that the form adds."""
    if question.table == "" or question.most is None:
        return ""
    told = "does not ask it" if theirs is None else f"says {theirs}"
    return comment(f"{question.topic}, {question.words}: {base.name} {told}.")


def _at(table: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    for part in path.split(".") if path else ():
        inner = table.get(part)
        table = inner if isinstance(inner, dict) else {}
    return table


def _set(table: dict[str, Any], path: str, key: str, value: Any) -> None:
    """Set a key or take it away, with the tables that hold nothing then."""
    parts = path.split(".") if path else []
    inside = [table]
    for part in parts:
        inside.append(inside[-1].setdefault(part, {}))
    if value is None:
        inside[-1].pop(key, None)
    else:
        inside[-1][key] = value
    for outer, part in reversed(list(zip(inside, parts, strict=False))):
        if not outer[part]:
            del outer[part]


def _with_value(text: str, path: str, key: str, value: Any, remark: str) -> str:
    """The text with a key of a table set, or without it; a table that is not there comes last, under the remark."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    heads = [at for at, line in enumerate(lines) if re.match(r"\s*\[", line) and _is_outside(lines[:at])]
    first = next((at for at in heads if re.match(rf"\s*\[\s*{re.escape(path)}\s*\]", lines[at])), None) if path else -1
    written = None if value is None else f"{key} = {in_toml(value)}"
    if first is None:
        return "".join(lines) if written is None else f"{''.join(lines)}\n{remark}[{path}]\n{written}\n"
    last = next((at for at in heads if at > first), len(lines))
    at = next((at for at in range(first + 1, last) if re.match(rf"\s*{re.escape(key)}\s*=", lines[at])), None)
    if at is None:
        if written is not None:
            held = [each for each in range(first + 1, last) if lines[each].strip() and not lines[each].startswith("#")]
            lines.insert((held[-1] if held else first) + 1, f"{written}\n")
        return "".join(lines)
    end = next((end for end in range(at + 1, last + 1) if _is_whole("".join(lines[at:end]))), at + 1)
    tail = _comment_of("".join(lines[at:end]))
    lines[at:end] = [] if written is None else [f"{written}{tail}\n"]
    kept = lines[first + 1 : last - (end - at)] if written is None else ["kept"]
    if path and not any(line.strip() and not line.lstrip().startswith("#") for line in kept):
        del lines[first]
    return "".join(lines)


def _is_whole(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _is_outside(before: Sequence[str]) -> bool:
    """Whether no list or text of several lines is open after some lines."""
    return _is_whole("".join(before))


def _comment_of(line: str) -> str:
    """The comment after a value, with the blanks before it."""
    cuts = (found.start() for found in re.finditer(r"\s*#", line))
    return next((line[cut:].rstrip("\n") for cut in cuts if _is_whole(line[:cut])), "")

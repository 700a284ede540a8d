"""What is wrong with text that is no valid YAML, in plain words: what people write wrong most often has its remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import yaml

from dungeon_designer.text.autocorrect import ODD_BLANKS
from dungeon_designer.text.read_faults import Fault, Mark, quoted
from dungeon_designer.text.remedies import Remedy, find_column, find_remedy, list_quote_remedies

MAX_TRIED_LETTERS = 200_000
"""In a longer text no remedy is tried: each trial reads it anew."""

MAX_LINE_LETTERS = 2_000
"""In a longer line no remedy is looked for: nobody typed it, and some patterns take the square of its length."""

MAX_REMEDIES = 12
"""The remedies of one line that are tried at most."""

MAX_EVENTS = 400_000
"""Events of the parser after which a trial ends: as many as a file may have values."""

_HEADER = re.compile(r"( *)([\w-]+):[ \t]*\|[-+0-9]*[ \t]*(?:#.*)?$")
_KEY = re.compile(r""" *(?:[\w-]+|"[^"]*"|'[^']*')[ \t]*:(?:\s|$)""")
_ROCKY_ROW = re.compile(r"#(?=\S)(?=.*[.<>])[#.<>()CSIoxT~%=+'0-9 ]*$")
"""A row of a map that begins with rock, and is a comment for YAML where it is not indented."""

_PAIR = re.compile(r"""([ \t]*(?:- +)*(?:"[^"]*"|'[^']*'|[^\s:#'"{\[][^:#]*?):[ \t]+)(\S.*?)([ \t]+#.*|[ \t]*)$""")
_FLOW_PAIR = re.compile(r"""([\w-]+:[ \t]+)([^,{}\[\]"']+?)(?=[ \t]*[,}])""")
_TIGHT_PAIR = re.compile(r"([ \t]*(?:- +)*[\w-]+):([^\s:].*)$")
_EQUATION = re.compile(r"([ \t]*[\w-]+)[ \t]*=[ \t]*(.*)$")


def explain_yaml_error(error: yaml.MarkedYAMLError, text: str, lines: list[str], loader: Any) -> Fault:
    """Return the fault that a parser's error tells, with line, column and, where one is known, the remedy."""
    stopped = _read_mark(error.problem_mark)
    mark, context = _clamp(stopped, lines), _clamp(_read_mark(error.context_mark), lines)
    if len(text) <= MAX_TRIED_LETTERS:
        if row := _find_flush_row_above(lines, stopped, loader):
            return Fault(explain_flush_row(lines[row - 1]), mark=(row, 1))
        if explained := _explain_indentation(lines, mark):
            return Fault(explained, mark=mark)
        for number in dict.fromkeys((mark[0], context[0])):
            if len(lines[number - 1]) > MAX_LINE_LETTERS:
                continue
            remedies = list(islice(_list_remedies(lines[number - 1], lines[: number - 1]), MAX_REMEDIES))
            if remedy := find_remedy(lines, number, stopped, remedies, lambda tried: _find_error(tried, loader)):
                column = mark[1] if number == mark[0] else find_column(lines[number - 1], remedy.line)
                return Fault(remedy.words(), mark=(number, column))
    if unclosed := re.match(r"while (?:scanning a quoted|parsing a flow [ms])", error.context or ""):
        what = "quote" if "quoted" in unclosed[0] else "bracket"
        problem = f"the {what} that opens here has no end; close it, or put a text that begins so in quotes"
        return Fault(f"not valid YAML: {problem}", mark=context)
    where = f", {error.context}" if error.context else ""
    return Fault(f"not valid YAML: {error.problem}{where}", mark=mark)


def _clamp(mark: Mark, lines: list[str]) -> Mark:
    """Return a mark, or where the last line with text ends, if the mark lies below it."""
    last = max((number for number, line in enumerate(lines, start=1) if line.strip()), default=1)
    return mark if mark[0] <= last else (last, len(lines[last - 1]) + 1)


def find_flush_row(lines: Sequence[str], header: int) -> int:
    """Return the line, from 1, of the first row that is not indented in the block below the line `header`; 0 if none.

    A block ends at a key or a comment; what else stands as far left as its head is a row that was not indented.

    >>> find_flush_row(["map: |", "<<..>>"], 1), find_flush_row(["map: |", "  <..>", "# done", "name: Hall"], 1)
    (2, 0)
    """
    head = _HEADER.match(lines[header - 1])
    margin, above = len(head[1]) if head else 0, ""
    for number, line in enumerate(lines[header:] if head else (), start=header + 1):
        text = line.strip()
        if not text or len(line) - len(line.lstrip(" ")) > margin:
            above = text or above
        elif _KEY.match(line):
            return 0
        elif text[0] != "#" or _is_rocky_row(text, above):
            return number
        elif text.strip("#"):
            return 0
    return 0


def _is_rocky_row(text: str, above: str) -> bool:
    """Whether a comment is a row of a map that begins with rock, as wide as the row above it, where there is one."""
    return bool(_ROCKY_ROW.match(text)) and len(text) == len(above or text)


def explain_flush_row(row: str) -> str:
    """Return what is wrong with a row that is not indented."""
    if row[:1] == "\t":
        return _TAB
    if ODD_BLANKS.match(row):
        return _ODD_BLANK
    return "this row is not indented; every row stands two blanks further right than the key above"


_TAB = "a tab indents this line; indent it with blanks, two for each level"
_ODD_BLANK = "what indents this line looks like blanks, but is none; indent it with blanks"


def _find_flush_row_above(lines: list[str], mark: Mark, loader: Any) -> int:
    """Return the line of the first row above an error that explains it, because it is not indented; 0 if none does."""
    headers = (number for number, line in enumerate(lines[: mark[0]], start=1) if _HEADER.match(line))
    row = next(filter(None, (find_flush_row(lines, header) for header in headers)), 0)
    if not 0 < row <= mark[0]:
        return 0
    indented = list(lines)
    for number in range(row, len(lines) + 1):
        if _KEY.match(lines[number - 1]):
            break
        indented[number - 1] = f"{' ' * 8}{lines[number - 1].lstrip()}"
    error = _find_error("\n".join(indented), loader)
    return row if error is None or error > mark else 0


def _list_remedies(line: str, above: Sequence[str]) -> Iterator[Remedy]:
    """Yield what may be wrong with a line at which the parser stopped, `above` being the lines above it."""
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent:
        yield from (Remedy(_TAB, indent.replace("\t", blanks) + line.lstrip(), shown="") for blanks in ("  ", "    "))
    if ODD_BLANKS.search(indent):
        yield Remedy(_ODD_BLANK, ODD_BLANKS.sub(" ", indent) + line.lstrip(), shown="")
    yield from list_quote_remedies(line)
    yield from _list_value_remedies(line)
    if tight := _TIGHT_PAIR.match(line):
        yield Remedy("a blank stands behind the colon of a key", f"{tight[1]}: {tight[2]}")
    if equation := _EQUATION.match(line):
        yield Remedy("a colon stands between a key and its value", f"{equation[1]}: {equation[2]}")
    if (last := next((each for each in reversed(above) if each.strip()), "")) and indent:
        aligned = last[: len(last) - len(last.lstrip(" "))] + line.lstrip()
        yield Remedy("this line begins further right than the one above; begin both in one column", aligned, shown="")


def _list_value_remedies(line: str) -> Iterator[Remedy]:
    """Yield what may be wrong with a value in a line: text that stands in quotes."""
    for found in _FLOW_PAIR.finditer(line):
        fixed = f"{found[1]}{_quote(found[2])}"
        yield Remedy(_explain_value(*found.groups()), line[: found.start()] + fixed + line[found.end() :], shown=fixed)
    if (pair := _PAIR.match(line)) and pair[2][0] not in "|>":
        key, value, comment = pair.groups()
        if value[0] in "\"'" and value.count(value[0]) == 1:
            yield Remedy("the quote at the end of this text is missing", f"{key}{value}{value[0]}{comment}")
        elif value[0] in "\"'" and value.endswith(value[0]):
            pass  # it is in quotes already: the error is inside it
        elif value[0] not in "[{" or re.match(r"[\[{].*[\]}][ \t]*[^\s,#]", value):
            yield Remedy(_explain_value(key, value), f"{key}{_quote(value)}{comment}")


def _explain_value(key: str, value: str) -> str:
    """Return why a value stands in quotes.

    >>> _explain_value("name: ", "The Hall: Part Two")
    "the value of 'name' holds a colon; put it in quotes"
    """
    name = quoted(key.strip().removeprefix("- ").rstrip(": \t").strip("\"'"))
    if ": " in value or value.endswith(":"):
        return f"the value of {name} holds a colon; put it in quotes"
    if not value[0].isalnum():
        return f"the value of {name} begins with {value[0]}; put it in quotes"
    return f"put the value of {name} in quotes"


def _quote(value: str) -> str:
    """Return a value as YAML text in quotes.

    >>> _quote("The Hall: Part Two"), _quote('"Gob" the Great')
    ('"The Hall: Part Two"', '\\'"Gob" the Great\\'')
    """
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def _explain_indentation(lines: list[str], mark: Mark) -> str:
    """Return what is wrong with a row that stands further left than the first row of its block; '' where none does."""
    headers = [number for number, each in enumerate(lines[: mark[0] - 1]) if re.search(r":\s*[|>][-+]?\s*$", each)]
    margins = [_measure_margin(each) for each in lines[headers[-1] : mark[0]] if each.strip()] if headers else []
    if len(margins) < 3 or not margins[0] < min(margins[1:]) or margins[-1] >= margins[1]:
        return ""
    return "this row stands further left than the first one; where that begins with rock, write # there, or |2 for |"


def _measure_margin(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _find_error(text: str, loader: Any) -> Mark | None:
    """Return the line and column of the first error in a YAML text; None where there is none."""
    try:
        for _, _ in zip(range(MAX_EVENTS), yaml.parse(text, Loader=loader), strict=False):
            pass
    except yaml.MarkedYAMLError as error:
        return _read_mark(error.problem_mark or error.context_mark)
    except yaml.YAMLError:
        return 1, 1
    return None


def _read_mark(mark: Any) -> Mark:
    """Return the line and column of a mark of the parser, from 1; the first ones where there is none."""
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)

"""Explain what is wrong with text that is not valid YAML, with a remedy for the most common mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import yaml

from dungeon_designer.text.autocorrect import ODD_BLANKS
from dungeon_designer.text.plain_yaml import PlainLoader
from dungeon_designer.text.read_faults import Fault, Mark, format_value
from dungeon_designer.text.remedies import Remedy, find_column, find_remedy, list_quote_remedies

MAX_TRIED_LETTERS = 200_000
"""The largest text, in letters, for which remedies are tried, since each trial parses it again."""

MAX_LINE_LETTERS = 2_000
"""The longest line, in letters, for which remedies are searched.

Nobody typed a longer line, and some patterns take time with the square of its length.
"""

MAX_REMEDIES = 12
"""The largest number of remedies that are tried for one line."""

MAX_EVENTS = 400_000
"""The number of events of the parser after which a trial ends: as many as a file may have values."""

_BLOCK_HEADER = re.compile(r"( *)([\w-]+):[ \t]*\|[-+0-9]*[ \t]*(?:#.*)?$")
"""A line with a key whose value is a block of text below it."""
_KEY = re.compile(r""" *(?:[\w-]+|"[^"]*"|'[^']*')[ \t]*:(?:\s|$)""")
"""The beginning of a line with a key."""
_ROCKY_ROW = re.compile(r"#(?=\S)(?=.*[.<>])[#.<>()CSIoxT~%=+'0-9 ]*$")
"""A row of a map that begins with rock; if it is not indented, YAML takes it for a comment."""

_PAIR = re.compile(r"""([ \t]*(?:- +)*(?:"[^"]*"|'[^']*'|[^\s:#'"{\[][^:#]*?):[ \t]+)(\S.*?)([ \t]+#.*|[ \t]*)$""")
"""A key, a value and perhaps a comment."""
_FLOW_PAIR = re.compile(r"""([\w-]+:[ \t]+)([^,{}\[\]"']+?)(?=[ \t]*[,}])""")
"""A key and a value without quotes within braces or brackets."""
_TIGHT_PAIR = re.compile(r"([ \t]*(?:- +)*[\w-]+):([^\s:].*)$")
"""A key and a value without a blank after the colon."""
_EQUATION = re.compile(r"([ \t]*[\w-]+)[ \t]*=[ \t]*(.*)$")
"""A key and a value with an equals sign between them."""


def explain_yaml_error(error: yaml.MarkedYAMLError, text: str, lines: list[str]) -> Fault:
    """Return an error of the YAML parser as a fault with line, column and, if one is known, the remedy.

    Args:
        error: the error.
        text: the whole text.
        lines: its lines.
    """
    parser_mark, context_mark = _read_mark(error.problem_mark), _read_mark(error.context_mark)
    if len(text) <= MAX_TRIED_LETTERS and (fault := _find_typing_mistake(lines, parser_mark, context_mark)):
        return fault
    if unclosed := re.match(r"while (?:scanning a quoted|parsing a flow (?:mapping|sequence))", error.context or ""):
        kind = "quote" if "quoted" in unclosed[0] else "bracket"
        problem = f"the {kind} that opens here has no end; close it, or put a text that begins so in quotes"
        return Fault(f"not valid YAML: {problem}", mark=_clamp_mark(context_mark, lines))
    context_text = f", {error.context}" if error.context else ""
    return Fault(f"not valid YAML: {_reword_problem(error)}{context_text}", mark=_clamp_mark(parser_mark, lines))


def _find_typing_mistake(lines: list[str], parser_mark: Mark, context_mark: Mark) -> Fault | None:
    """Return a fault that explains an error by a mistake people often make, with its remedy; None if none is found.

    Args:
        lines: the lines of the text.
        parser_mark: the line and column where the parser stopped.
        context_mark: the line and column where that begins which the parser was reading.
    """
    if flush_row := _find_flush_row_above(lines, parser_mark):  # a row of a map that is not indented
        return Fault(explain_flush_row(lines[flush_row - 1]), mark=(flush_row, 1))
    mark = _clamp_mark(parser_mark, lines)
    error_line, error_column = mark
    if explanation := _explain_indentation(lines, mark):
        return Fault(explanation, mark=mark)
    context_line, _ = _clamp_mark(context_mark, lines)
    for number in dict.fromkeys((error_line, context_line)):
        if remedy := _find_line_remedy(lines, number, parser_mark):
            column = error_column if number == error_line else find_column(lines[number - 1], remedy.line)
            return Fault(remedy.format_message(), mark=(number, column))
    return None


def _reword_problem(error: yaml.MarkedYAMLError) -> str:
    """Return what an error of PyYAML's own parser says, without the parser's names for what it found.

    The words are those of libyaml, which say what is missing instead.

    >>> _reword_problem(yaml.MarkedYAMLError(problem="expected '<document start>', but found '<scalar>'"))
    'did not find expected <document start>'
    """
    problem, context = str(error.problem), str(error.context)
    if problem.startswith("expected <block end>"):  # within a table ("a block mapping") or else a list
        return "did not find expected key" if context.endswith("mapping") else "did not find expected '-' indicator"
    expectation = re.match(r"expected (?:the |a )?(.+), but (?:found|got) ", problem)
    if not expectation:
        return problem
    return "did not find expected " + expectation[1].replace("'<", "<").replace(">'", ">")


def _find_line_remedy(lines: list[str], number: int, error: Mark) -> Remedy | None:
    """Return a change of one line that makes a text valid or moves its first error further down; None without one.

    Args:
        lines: the lines of the text.
        number: the line, from 1.
        error: the line and column of the error.
    """
    line, lines_above = lines[number - 1], lines[: number - 1]
    if len(line) > MAX_LINE_LETTERS:
        return None
    remedies = list(islice(_list_remedies(line, lines_above), MAX_REMEDIES))
    return find_remedy(lines, number, error, remedies, _find_error)


def _clamp_mark(mark: Mark, lines: list[str]) -> Mark:
    """Return the line and column of an error, moved up to the end of the last line with text if it lies below."""
    last_line = max((number for number, line in enumerate(lines, start=1) if line.strip()), default=1)
    error_line, _ = mark
    return mark if error_line <= last_line else (last_line, len(lines[last_line - 1]) + 1)


def find_flush_row(lines: Sequence[str], header: int) -> int:
    """Find a flush row: a row of a drawn map that is not indented, as YAML requires below a line such as ``map: |``.

    That line is the header of a block, and the indented rows are the block. It ends at a key or a comment. Any other
    line that stands as far left as the header is a row that the author forgot to indent.

    Args:
        lines: the lines of the file.
        header: the line, from 1, of the header.

    Returns:
        The line, from 1, of the first such row; 0 if there is none.

    >>> find_flush_row(["map: |", "<<..>>"], 1), find_flush_row(["map: |", "  <..>", "# done", "name: Hall"], 1)
    (2, 0)
    """
    header_match = _BLOCK_HEADER.match(lines[header - 1])
    if not header_match:
        return 0
    margin, row_above = len(header_match[1]), ""
    for number, line in enumerate(lines[header:], start=header + 1):
        text = line.strip()
        is_in_block = not text or _measure_margin(line) > margin
        if is_in_block:
            row_above = text or row_above
        elif _KEY.match(line):
            return 0
        elif not text.startswith("#") or _is_rocky_row(text, row_above):
            return number
        elif text.strip("#"):  # a comment; a line of # alone may be rock and decides nothing
            return 0
    return 0


def _is_rocky_row(text: str, row_above: str) -> bool:
    """Return whether a line that YAML takes for a comment is a row of a map that begins with rock (#).

    Such a row has letters of a map only, and is as wide as the row above it, if there is one.
    """
    return bool(_ROCKY_ROW.match(text)) and len(text) == len(row_above or text)


def explain_flush_row(row: str) -> str:
    """Return what is wrong with a flush row: a row of a drawn map that is not indented, as YAML requires."""
    if row[:1] == "\t":
        return _TAB
    if ODD_BLANKS.match(row):
        return _ODD_BLANK
    return "this row is not indented; every row stands two blanks further right than the key above"


_TAB = "a tab indents this line; indent it with blanks, two for each level"
_ODD_BLANK = "what indents this line looks like blanks, but is none; indent it with blanks"


def _find_flush_row_above(lines: list[str], mark: Mark) -> int:
    """Return the line, from 1, of the first flush row, if that row explains an error; else 0.

    A flush row is a row of a drawn map that is not indented. YAML requires that rows stand further right than the
    header above them, such as ``map: |``:

        map: |
        <<..>>

    The row explains the error if the error disappears, or comes further down, once the row and those below are
    indented.

    Args:
        lines: the lines of the text.
        mark: the line and column of the error.
    """
    error_line, _ = mark
    row = _find_first_flush_row(lines[:error_line], lines)
    if not 0 < row <= error_line:
        return 0
    indented_lines = list(lines)
    for index in range(row - 1, len(lines)):
        if _KEY.match(lines[index]):
            break  # the next key ends the map
        indented_lines[index] = f"{' ' * 8}{lines[index].lstrip()}"  # further right than any header
    remaining_error = _find_error("\n".join(indented_lines))
    return row if remaining_error is None or remaining_error > mark else 0


def _find_first_flush_row(lines_above: list[str], lines: list[str]) -> int:
    """Return the line, from 1, of the first flush row below a header in `lines_above`; 0 if there is none.

    A flush row is a row of a drawn map that is not indented below its header, such as ``map: |``. `lines` are all lines
    of the text, of which `lines_above` are the first.
    """
    for number, line in enumerate(lines_above, start=1):
        if _BLOCK_HEADER.match(line):
            row = find_flush_row(lines, number)
            if row:
                return row
    return 0


def _list_remedies(line: str, lines_above: Sequence[str]) -> Iterator[Remedy]:
    """Yield remedies for a line at which the parser stopped: what may be wrong with it, each with the corrected line.

    `lines_above` are the lines above it.
    """
    text = line.lstrip()
    indent = line[: len(line) - len(text)]
    if "\t" in indent:
        for blanks in ("  ", "    "):
            yield Remedy(_TAB, indent.replace("\t", blanks) + text, excerpt="")
    if ODD_BLANKS.search(indent):
        yield Remedy(_ODD_BLANK, ODD_BLANKS.sub(" ", indent) + text, excerpt="")
    yield from list_quote_remedies(line)
    yield from _list_value_remedies(line)
    if tight_pair := _TIGHT_PAIR.match(line):
        yield Remedy("a blank stands behind the colon of a key", f"{tight_pair[1]}: {tight_pair[2]}")
    if equation := _EQUATION.match(line):
        yield Remedy("a colon stands between a key and its value", f"{equation[1]}: {equation[2]}")
    filled_lines_above = [line_above for line_above in lines_above if line_above.strip()]
    if filled_lines_above and indent:
        aligned_line = " " * _measure_margin(filled_lines_above[-1]) + text
        problem = "this line begins further right than the one above; begin both in one column"
        yield Remedy(problem, aligned_line, excerpt="")


def _list_value_remedies(line: str) -> Iterator[Remedy]:
    """Yield remedies (corrected lines) for a value that must be in quotes, or whose closing quote is missing."""
    for match in _FLOW_PAIR.finditer(line):
        key, value = match.groups()
        quoted_pair = f"{key}{_quote(value)}"
        corrected_line = line[: match.start()] + quoted_pair + line[match.end() :]
        yield Remedy(_explain_quotes(key, value), corrected_line, excerpt=quoted_pair)
    pair = _PAIR.match(line)
    if not pair:
        return
    key, value, comment = pair.groups()
    opening = value[0]
    if opening in "|>":  # the value is a block of text below this line
        return
    if opening in "\"'" and value.count(opening) == 1:
        yield Remedy("the quote at the end of this text is missing", f"{key}{value}{opening}{comment}")
    elif opening in "\"'" and value.endswith(opening):
        return  # it is in quotes already: the error is inside it
    # a value in brackets needs quotes only if more text stands behind the brackets
    elif opening not in "[{" or re.match(r"[\[{].*[\]}][ \t]*[^\s,#]", value):
        yield Remedy(_explain_quotes(key, value), f"{key}{_quote(value)}{comment}")


def _explain_quotes(key: str, value: str) -> str:
    """Return why a value must be in quotes.

    >>> _explain_quotes("name: ", "The Hall: Part Two")
    "the value of 'name' holds a colon; put it in quotes"
    """
    name = format_value(key.strip().removeprefix("- ").rstrip(": \t").strip("\"'"))
    if ": " in value or value.endswith(":"):
        return f"the value of {name} holds a colon; put it in quotes"
    first_letter = value[0]
    if not first_letter.isalnum():
        return f"the value of {name} begins with {first_letter}; put it in quotes"
    return f"put the value of {name} in quotes"


def _quote(value: str) -> str:
    r"""Return a value as YAML text in quotes.

    >>> _quote("The Hall: Part Two"), _quote('"Gob" the Great')
    ('"The Hall: Part Two"', '\'"Gob" the Great\'')
    """
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def _explain_indentation(lines: list[str], mark: Mark) -> str:
    """Return the message if the row of an error stands further left than the first row of its block; else ''.

    A block is a text below a key that ends in ``|``, such as the map of a sketch.
    """
    error_line, _ = mark
    # a sign as in |2 states the indent, so that no first row decides it; such headers are left out
    header_indexes = [
        index for index, line in enumerate(lines[: error_line - 1]) if re.search(r":\s*[|>][-+]?\s*$", line)
    ]
    if not header_indexes:
        return ""
    block = [line for line in lines[header_indexes[-1] : error_line] if line.strip()]  # the header and its rows
    header_margin, *row_margins = map(_measure_margin, block)
    if len(row_margins) < 2:
        return ""
    first_margin, *_, error_margin = row_margins
    has_left_block = header_margin >= min(row_margins)  # some row is not indented at all; see find_flush_row
    if has_left_block or error_margin >= first_margin:
        return ""
    return "this row stands further left than the first one; where that begins with rock, write # there, or |2 for |"


def _measure_margin(line: str) -> int:
    """Return the number of blanks at the beginning of a line."""
    return len(line) - len(line.lstrip(" "))


def _find_error(text: str) -> Mark | None:
    """Return the line and column of the first error in a YAML text; None if there is no error."""
    try:
        for _event in islice(yaml.parse(text, Loader=PlainLoader), MAX_EVENTS):
            pass  # the parser reads as far as its events are asked for
    except yaml.MarkedYAMLError as error:
        return _read_mark(error.problem_mark or error.context_mark)
    except yaml.YAMLError:
        return 1, 1
    return None


def _read_mark(mark: Any) -> Mark:
    """Return the line and column of a mark of the parser, both from 1; (1, 1) for None."""
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)

"""Explain what is wrong with text that is not valid TOML, with a remedy for the most common mistakes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from dungeon_designer.text.read_faults import Fault, Mark
from dungeon_designer.text.remedies import Remedy, find_column, find_remedy, list_quote_remedies
from dungeon_designer.text.toml_marks import KEY_PART_PATTERN

MAX_MESSAGE_LETTERS = 300
"""The largest number of letters of the parser's message that are shown; it may quote a key of any length."""

SHOWN_END_LETTERS = 40
"""How many letters at the end of a longer message are shown: what the parser says behind the key that it quotes."""

MAX_BRACE_LINES = 50
"""The number of lines in which the closing brace of a table is searched."""

_LOCATION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""The end of a message of the parser, which names the line and column."""
_PAIR = re.compile(rf"(\s*{KEY_PART_PATTERN}(?:[ \t]*\.[ \t]*{KEY_PART_PATTERN})*[ \t]*)(=|:)[ \t]*(.*?)[ \t]*$")
"""A key, an equals sign or colon, and a value."""
_BARE_ENTRY = re.compile(r"[ \t]*([^,\]}#\"'\[{]+?)[ \t]*(?=[,\]}#]|$)")
"""A value without quotes in a list or in braces, up to a comma, a closing bracket, a comment or the end."""
_BOOLEANS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
"""The TOML value of each word for true or false."""
_COMMA_BEFORE_BRACE = re.compile(r",(?=\s*\})")
"""A comma behind the last pair of a table in braces."""
_DUPLICATE_KEY = "this key is here a second time; a table has each key once"
_PLAIN_MESSAGES = {
    "Expected '=' after a key in a key/value pair": 'a key has an equals sign and a value, as in name = "Cup"',
    "Expected newline or end of document after a statement": "each key has a line of its own; this line has more on it",
    "Expected ']' at the end of a table declaration": "the bracket ] is missing",
    "Expected ']]' at the end of an array declaration": "the brackets ]] are missing",
    "Invalid statement": 'this is neither a key, as in name = "Cup", nor a [table]',
    "Unclosed array": "a comma or the bracket ] is missing before this",
    "Unclosed inline table": "a comma or the brace } is missing before this",
    "Unterminated string": "the end of this text is missing",
}
"""What some messages of the parser mean."""


def explain_toml_error(error: tomllib.TOMLDecodeError, text: str) -> Fault:
    """Return an error of the TOML parser as a fault with line, column and, if one is known, the remedy.

    A remedy is the corrected line. Remedies are tried one by one; the one with which the text can be read is shown.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    mark = _read_mark(str(error), lines)
    line_number, column = mark
    problem = _LOCATION.sub("", str(error))
    line = lines[line_number - 1]
    if explanation := _explain_duplicate(problem):
        indent = len(line) - len(line.lstrip())
        return Fault(explanation, mark=(line_number, indent + 1))
    remedies = _list_remedies(lines, line_number, column)
    if remedy := find_remedy(lines, line_number, mark, remedies, find_toml_error):
        return Fault(remedy.format_message(), mark=(line_number, find_column(line, remedy.line)))
    if len(problem) > MAX_MESSAGE_LETTERS:
        problem = f"{problem[: MAX_MESSAGE_LETTERS // 2]}…{problem[-SHOWN_END_LETTERS:]}"
    plain_problem = _PLAIN_MESSAGES.get(problem) or problem[:1].lower() + problem[1:]
    return Fault(f"not TOML: {plain_problem}", mark=mark)


def find_toml_error(text: str) -> Mark | None:
    r"""Return the line and column of the first error in a TOML text; None if there is no error.

    >>> find_toml_error("a = 1\nb"), find_toml_error("a = 1")
    ((2, 2), None)
    """
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _read_mark(str(error), text.split("\n"))
    except (ValueError, RecursionError):
        return 1, 1
    return None


def _read_mark(message: str, lines: list[str]) -> Mark:
    """Return the line and column that the parser's message names.

    If it names the end of the text, the result is the end of the last line that is not blank.
    """
    location = _LOCATION.search(message)
    line, column = location.groups() if location else (None, None)
    if line and column:
        return min(int(line), len(lines)), int(column)
    last_line = max((number for number, line in enumerate(lines, start=1) if line.strip()), default=1)
    return last_line, len(lines[last_line - 1]) + 1


def _explain_duplicate(problem: str) -> str:
    """Return what is wrong if a table or key is defined a second time; empty for any other message."""
    if problem in ("Cannot overwrite a value", "Duplicate inline table key"):
        return _DUPLICATE_KEY
    # a name of more than 200 letters would make the message too long; then the parser's own is shortened and shown
    match = re.match(r"Cannot declare \((.{,200})\) twice", problem)
    if not match:
        return ""
    name = ".".join(re.findall(r"'([^']*)'", match[1]))
    return f"the table [{name}] is here a second time; in a list of tables each has two brackets: [[{name}]]"


def _list_remedies(lines: list[str], number: int, column: int) -> Iterator[Remedy]:
    """Yield remedies for a line: what may be wrong with it, each with the corrected line.

    Args:
        lines: the lines of the text.
        number: the line, from 1, in which the parser stopped.
        column: the column, from 1, at which it stopped.
    """
    line = lines[number - 1]
    yield from list_quote_remedies(line)
    if "\\" in line:
        yield Remedy("a backslash is no part of a text here; write / between folders", line.replace("\\", "/"))
    yield from _list_brace_remedies(lines, number)
    if pair := _PAIR.match(line):
        yield from _list_pair_remedies(*pair.groups())
    yield from _list_entry_remedies(line, column)
    for quote in ('"', "'"):
        is_unpaired = line.count(quote) % 2 == 1
        if is_unpaired:
            yield Remedy("the quote at the end of this text is missing", f"{line.rstrip()}{quote}")


def _list_brace_remedies(lines: list[str], number: int) -> Iterator[Remedy]:
    """Yield remedies (corrected lines) for a table in braces: TOML requires one line, without a comma at its end.

    Args:
        lines: the lines of the text.
        number: the line, from 1, with the table.
    """
    line = lines[number - 1]
    if "{" in line:
        yield Remedy("no comma stands before a closing brace", _COMMA_BEFORE_BRACE.sub("", line))
    is_open = line.count("{") > line.count("}")
    if is_open:
        lines_below = lines[number : number + MAX_BRACE_LINES]
        closing_indexes = [index for index, line_below in enumerate(lines_below) if "}" in line_below]
        joined_count = closing_indexes[0] + 1 if closing_indexes else 0
        joined_line = " ".join([line.rstrip(), *(line_below.strip() for line_below in lines_below[:joined_count])])
        problem = "a table in braces stands on one line, without a comma at its end"
        yield Remedy(problem, _COMMA_BEFORE_BRACE.sub("", joined_line), joined_count, excerpt="")


def _list_pair_remedies(key: str, sign: str, value: str) -> Iterator[Remedy]:
    """Yield remedies (corrected lines) for a line that holds one key and one value.

    Args:
        key: the key.
        sign: what stands between them, an equals sign or a colon.
        value: the value as it is written.
    """
    key = key.rstrip()
    if sign == ":":
        new_value = value if find_toml_error(f"x = {value}") is None else _quote(value)
        yield Remedy("an equals sign stands between a key and its value", f"{key} = {new_value}")
        return
    value_before_comment, _, _comment = value.partition("#")
    bare_value = value_before_comment.strip()
    if not bare_value:  # any value makes the line valid; which one is meant, nobody knows, so no line is shown
        yield Remedy(f"the value of {key.strip()!r} is missing behind the equals sign", f"{key} = 0", excerpt="")
    elif word := _BOOLEANS.get(bare_value.lower()):
        yield Remedy("yes and no are written as true and false", f"{key} = {word}")
    elif re.fullmatch(r"\d{1,3}([., ']\d{3})+", bare_value):  # digits in groups of three, such as 10,000
        yield Remedy("a number has digits alone", f"{key} = {re.sub(r'[., ]', '', bare_value)}")
    elif bare_value[0] not in "\"'[{":
        yield Remedy(_explain_missing_quotes(bare_value), f"{key} = {_quote(bare_value)}")


def _list_entry_remedies(line: str, column: int) -> Iterator[Remedy]:
    """Yield a remedy, the line with quotes, for the value in a list or in braces at which the parser stopped.

    For ``names = [Gob, "Ug"]`` the corrected line is ``names = ["Gob", "Ug"]``.
    """
    start = max(line.rfind(sign, 0, column) for sign in "=[,") + 1  # 0 if none of the signs stands before it
    match = _BARE_ENTRY.match(line[start:])
    if not start or not match:
        return
    bare_value = match[1]  # without blanks around it
    before, after = line[: start + match.start(1)], line[start + match.end(1) :]
    quoted_value = _quote(bare_value)
    key = re.search(r"[\w.-]+ *= *$", before)
    excerpt = f"{key[0] if key else ''}{quoted_value}"
    yield Remedy(_explain_missing_quotes(bare_value), f"{before}{quoted_value}{after}", excerpt=excerpt)


def _explain_missing_quotes(value: str) -> str:
    """Return what is wrong with a value that is written without quotes.

    >>> _explain_missing_quotes("9:30"), _explain_missing_quotes("The Black Swan")
    ('a time stands in quotes', 'text stands in quotes')
    """
    kind = "a time" if re.fullmatch(r"\d{1,2}:\d{2}", value) else "text"
    return f"{kind} stands in quotes"


def _quote(value: str) -> str:
    """Return a value as TOML text.

    >>> _quote("The Black Swan"), _quote('"x"')
    ('"The Black Swan"', '"x"')
    """
    if value[:1] in ('"', "'"):
        return value
    return f"'{value}'" if '"' in value else f'"{value}"'

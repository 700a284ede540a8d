"""Escape text from files for Markdown, XML, spreadsheets and build logs, so that it is shown exactly as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from dungeon_designer.errors import escape_line

_SPECIAL = {**{letter: f"\\{letter}" for letter in "\\`*_{}[]#|~"}, "&": "&amp;", "<": "&lt;", ">": "&gt;"}
"""The escaped form of each letter that has a meaning in Markdown or HTML.

Tags are escaped as HTML, since not every reader of Markdown knows a backslash before a tag.
"""

_LINE_START = re.compile(r"^(\d+(?=[.)])|(?=[-+=]))")
"""What would make a line a list, a rule or a heading, at its beginning."""


def escape_markdown(text: str) -> str:
    r"""Return a text on one line so that Markdown shows it as it is, also in a table.

    >>> print(escape_markdown("a|b_c <i>"), escape_markdown("- a"), escape_markdown("1. a"))
    a\|b\_c &lt;i&gt; \- a 1\. a
    """
    escaped_text = "".join(_SPECIAL.get(letter, letter) for letter in escape_line(text))
    # what begins a list or a heading is special only at the beginning
    return _LINE_START.sub(r"\1\\", escaped_text)


def format_markdown_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; its cells must be Markdown already.

    >>> list(format_markdown_table(("a", "b"), [("1", "2")]))
    ['| a | b |', '|---|---|', '| 1 | 2 |']
    """
    yield f"| {' | '.join(headers)} |"
    yield f"|{'---|' * len(headers)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def format_code_span(text: str) -> str:
    """Return a text on one line as a Markdown code span that no backtick in the text can end.

    >>> print(format_code_span("min = 1"), format_code_span("`x"))
    `min = 1` `` `x ``
    """
    line = escape_line(text)
    longest_run = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * (longest_run + 1)
    padding = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{padding}{line}{padding}{fence}"


_CONTROL_CHARACTERS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Letters that XML does not allow, that control a terminal, or that reverse the direction of text."""


def replace_control_characters(text: str) -> str:
    r"""Return a text with U+FFFD for each letter that XML does not allow or that controls a terminal or text direction.

    Line ends, joiners and marks of direction stay.

    >>> replace_control_characters("a\x9bb\n") == "a\ufffdb\n"
    True
    """
    return _CONTROL_CHARACTERS.sub("\ufffd", text)


def map_texts(data: Any, change: Callable[[str], str]) -> Any:
    """Return plain data with a function applied to every text in it; keys stay.

    >>> map_texts({"a": ["b", 1]}, str.upper)
    {'a': ['B', 1]}
    """
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: map_texts(inner, change) for key, inner in data.items()}
    return [map_texts(inner, change) for inner in data] if isinstance(data, list | tuple) else data


def escape_github_commands(text: str) -> str:
    r"""Return a text in which GitHub Actions finds no command.

    >>> print(escape_github_commands("ruin ##[group]\n  ::error ::ruin"))
    ruin #\#[group]
      \::error ::ruin
    """
    # a command is "::" at the beginning of a line, perhaps behind blanks, or "##[" anywhere
    without_colons = re.sub(r"(?m)^([^\S\n]*)::", r"\1\\::", text)
    return without_colons.replace("##[", r"#\#[")


_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula; a ' before it makes it text."""


def escape_spreadsheet_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, with control characters escaped.

    >>> escape_spreadsheet_cell("=1+1"), escape_spreadsheet_cell("Cell")
    ("'=1+1", 'Cell')
    """
    line = escape_line(text)
    return f"'{line}" if text.startswith(_FORMULA_STARTS) else line

"""Text of a file inside Markdown, XML or the log of a build: shown as it stands, whatever it looks like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from dungeon_designer.errors import one_line

_SPECIAL = {**{letter: f"\\{letter}" for letter in "\\`*_{}[]#|~"}, "&": "&amp;", "<": "&lt;", ">": "&gt;"}
"""What Markdown or HTML would take for more than a letter; not every reader knows a backslash before a tag."""

_BEGINNING = re.compile(r"^(\d+(?=[.)])|(?=[-+=]))")
"""What at the beginning of a line would make it a list, a rule or a heading."""


def as_markdown(text: str) -> str:
    """The text on one line so that Markdown shows it as it is, in a table too.

    >>> print(as_markdown("a|b_c <i>"), as_markdown("- a"), as_markdown("1. a"))
    a\\|b\\_c &lt;i&gt; \\- a 1\\. a
    """
    return _BEGINNING.sub(r"\1\\", "".join(_SPECIAL.get(letter, letter) for letter in one_line(text)))


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table in Markdown; its cells are Markdown already.

    >>> list(markdown_table(("a", "b"), [("1", "2")]))
    ['| a | b |', '|---|---|', '| 1 | 2 |']
    """
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def code(text: str) -> str:
    """The text on one line as a code span, which no backtick in it can end.

    >>> print(code("min = 1"), code("`x"))
    `min = 1` `` `x ``
    """
    shown = one_line(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    gap = " " if shown[:1] == "`" or shown[-1:] == "`" else ""
    return f"{fence}{gap}{shown}{gap}{fence}"


_CONTROLS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def without_controls(text: str) -> str:
    """The text with U+FFFD for each letter that no XML may hold, that a terminal obeys, or that turns others round.

    Line ends, joiners and marks of direction stay.

    >>> without_controls("a\\x9bb\\n") == "a\\ufffdb\\n"
    True
    """
    return _CONTROLS.sub("\ufffd", text)


def with_texts(data: Any, change: Callable[[str], str]) -> Any:
    """Plain data with a change made to every text in it; keys stay.

    >>> with_texts({"a": ["b", 1]}, str.upper)
    {'a': ['B', 1]}
    """
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: with_texts(inner, change) for key, inner in data.items()}
    return [with_texts(inner, change) for inner in data] if isinstance(data, list | tuple) else data


def uncommanding(text: str) -> str:
    """The text with nothing in it that GitHub Actions would take for a command.

    >>> print(uncommanding("ruin ##[group]\\n  ::error ::ruin"))
    ruin #\\#[group]
      \\::error ::ruin
    """
    return re.sub(r"(?m)^([^\S\n]*)::", r"\1\\::", text).replace("##[", r"#\#[")


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula; a ' before it makes it text."""


def cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula; control characters are shown as such.

    >>> cell("=1+1"), cell("Cell")
    ("'=1+1", 'Cell')
    """
    shown = one_line(text)
    return f"'{shown}" if text.startswith(_FORMULA) else shown

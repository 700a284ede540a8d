"""Text of a file inside Markdown, XML or the log of a build: shown as it stands, whatever it looks like."""

from __future__ import annotations

import re

from dungeon_designer.errors import one_line

_SPECIAL = {**{letter: f"\\{letter}" for letter in "\\`*_{}[]#|~"}, "&": "&amp;", "<": "&lt;", ">": "&gt;"}
"""What Markdown or HTML would take for more than a letter; not every reader knows a backslash before a tag."""

_BEGINNING = re.compile(r"^(\d+(?=[.)])|(?=[-+=]))")
"""What at the beginning of a line would make it a list, a rule or a heading."""


def plain(text: str) -> str:
    """The text on one line so that Markdown shows it as it is, in a table too.

    >>> print(plain("a|b_c <i>"), plain("- a"), plain("1. a"))
    a\\|b\\_c &lt;i&gt; \\- a 1\\. a
    """
    return _BEGINNING.sub(r"\1\\", "".join(_SPECIAL.get(letter, letter) for letter in one_line(text)))


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


def uncommanding(text: str) -> str:
    """The text with nothing in it that GitHub Actions would take for a command.

    >>> print(uncommanding("ruin ##[group]\\n  ::error ::ruin"))
    ruin #\\#[group]
      \\::error ::ruin
    """
    return re.sub(r"(?m)^([^\S\n]*)::", r"\1\\::", text).replace("##[", r"#\#[")

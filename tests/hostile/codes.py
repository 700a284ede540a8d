"""Code in the languages that outputs are written in or read by, to stand where a file holds words."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

SECRET = "TOP-SECRET-4711"  # noqa: S105  (no password: what no output may ever show)
"""What stands in the file that codes try to read."""

TYPST = '#read("secret.txt") #panic() $x$ "))] // /* #import "@preview/x:1.0.0": y'
TYPST_STRING = (
    '"x", default: "<svg viewBox=\'0 0 1 1\' xmlns=\'http://www.w3.org/2000/svg\'/>")), format: "svg"), '
    '[#read("secret.txt")], image(bytes(sys.inputs.at("0'
)
XML = "</text></title></g></svg>]]><!-- <![CDATA[ <?xml?> &amp; &#60; &lt; ' \" <!DOCTYPE x [<!ENTITY y 'z'>]> &y;"
HTML = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'></td></table><a href=javascript:x onclick='y'>z</a>"
MARKDOWN = (
    '[a](javascript:x) ![i](http://e.vil/) **b** _c_ `d` || <b>e</b> \\ ~~f~~ [g]: http://e.vil "h" <http://e.vil>'
)
WORKFLOW = "##[error]x ::error file=a,line=1::b %0A::warning::c ##[add-mask]d"
SHELL = "$(id) `id` ${HOME} %s %(a)s {0} {a} !id ; && | \\n \\x1b[31m"

SEEN = {
    "typst": TYPST,
    "typst string": TYPST_STRING,
    "xml": XML,
    "html": HTML,
    "markdown": MARKDOWN,
    "heading": "# a",
    "quote": "> a",
    "list": "* a",
    "dash": "- a",
    "cross": "+ a",
    "underline": "---",
    "number": "1. a",
    "table": "| a | b |",
    "formula": '=HYPERLINK("http://e.vil","a")',
    "plus": "+1+cmd|' /C calc'!A0",
    "minus": "-2+3+cmd|' /C calc'!A0",
    "at": "@SUM(1+1)",
    "workflow": WORKFLOW,
    "command": "::error file=a,line=1::b",
    "old command": "##[error]b",
    "shell": SHELL,
    "everything": " ".join(("=1+1", TYPST, XML, HTML, MARKDOWN, WORKFLOW, SHELL)),
}
"""Codes of letters that are seen: each has to be told as it was written."""

UNSEEN = {
    "colour": "\x1b[31mred\x1b[0m",
    "title": "\x1b]0;title\x07 \x1b]8;;http://e.vil\x1b\\link\x1b]8;;\x1b\\ \x1bP0;0|17/6162\x1b\\",
    "one-byte escapes": "\x9b31mred \x9d0;title\x9c \x90 \x84\x85",
    "direction": "\u202etxet\u202c \u2066a\u2069 \u202a\u202b\u202d \u2067\u2068",
    "lines": "a\r::error::b\n::error::c\u2028# d\u2029# e\x0bf\x0c- g\n\n| h |\n=1+1",
    "back": "a\b\b\x7f\x00\x1a\x1bc",
    "tab": "\t=1+1",
    "return": "\r=1+1",
}
"""Codes of letters that are not seen: none of them may reach a terminal, or begin a line."""

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What a terminal would obey, or an editor show in another order: no line of any text or document has it."""


class Words(NamedTuple):
    """What files hold where they hold words: a code and, behind it, which field it is.

    Words that are `tame` are no code at all, but as long, with blanks and line ends at the same places; their letters
    are broad, so that a name too long for its room is too long either way.
    """

    code: str
    tame: bool = False

    def said(self, number: int, most: int | None = None) -> str:
        """Return the words of a field."""
        mark = f" Q{number}Q"
        code = self.code if most is None else self.code[: most - len(mark)]
        return (_tame(code) if self.tame else code) + mark

    @property
    def in_a_name(self) -> str:
        """The words as part of a file's name, which holds no slash and is not long."""
        return self.said(9999, 60).replace("/", "!").replace("\0", "!").lstrip(".")


@cache
def _tame(code: str) -> str:
    """Return words as long, with no code in them."""
    return "".join(letter if _separates(letter) else "m" for letter in code)


def _separates(letter: str) -> bool:
    """Return whether it is a blank or ends a line."""
    return letter == " " or len(f"a{letter}a".splitlines()) > 1

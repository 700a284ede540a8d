"""Recognise letters that word processors, phones and web pages put in place of typed ones, and unusual blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator

TYPED_BY_LETTER: dict[str, str] = {
    "…": "...",
    "«": "<<",
    "»": ">>",
    "‹": "<",
    "›": ">",
    "≪": "<<",
    "≫": ">>",
    "“": '"',
    "”": '"',
    "„": '"',
    "‟": '"',
    "‘": "'",
    "’": "'",
    "‚": "'",
    "‛": "'",
    "´": "'",
    "–": "-",
    "—": "--",
    "−": "-",
    "×": "x",
    "\t": " ",
    "\u00a0": " ",
    "\u2007": " ",
    "\u202f": " ",
    "\u3000": " ",
}
"""What was probably typed, by the letter that autocorrect wrote."""

ODD_BLANKS = re.compile("[\u00a0\u2007\u202f\u3000]")
"""Blanks that no file format reads as blanks."""

TYPED_QUOTE = {**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛", "'")}
"""The straight quote that each curly quote stands for."""

CURLY_QUOTES = re.compile(f"[{''.join(TYPED_QUOTE)}]")
"""Any curly quote."""

_STRAIGHT_DOUBLE_QUOTES = str.maketrans({curly: quote for curly, quote in TYPED_QUOTE.items() if quote == '"'})
"""A table for `str.translate` that makes double quotes straight."""
_STRAIGHT_QUOTES = str.maketrans(TYPED_QUOTE)
"""A table for `str.translate` that makes all quotes straight."""


def explain_letter(letter: str) -> str:
    """Return the part of a message that explains a letter written by autocorrect; empty for any other letter.

    >>> explain_letter("…")
    "; autocorrect put it in the place of '...': type that again"
    """
    typed = TYPED_BY_LETTER.get(letter)
    if typed is None:
        return ""
    if not typed.strip():
        return "; it looks like blanks, but is none: type blanks"
    quoted_text = f'"{typed}"' if "'" in typed else f"'{typed}'"
    return f"; autocorrect put it in the place of {quoted_text}: type that again"


def list_straightened_lines(line: str) -> Iterator[str]:
    """Yield a line with straight quotes in place of curly ones, in up to three versions.

    In the first, all double quotes are straight; in the second, all quotes; in the third, the last curly quote alone.

    >>> print(*list_straightened_lines("“The Coach’s Cup”"))
    "The Coach’s Cup" "The Coach's Cup" “The Coach’s Cup"
    """
    with_double_quotes = line.translate(_STRAIGHT_DOUBLE_QUOTES)
    yield with_double_quotes
    yield with_double_quotes.translate(_STRAIGHT_QUOTES)
    curly_quotes = list(CURLY_QUOTES.finditer(line))
    if curly_quotes:
        last_quote = curly_quotes[-1]
        yield line[: last_quote.start()] + TYPED_QUOTE[last_quote[0]] + line[last_quote.end() :]

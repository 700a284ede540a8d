"""Letters that word processors, phones and web pages put in the place of those that were typed, and odd blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator

TYPED: dict[str, str] = {
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
"""What was probably typed where such a letter stands."""

ODD_BLANKS = re.compile("[\u00a0\u2007\u202f\u3000]")
"""Blanks that no file format reads as blanks."""

TYPED_QUOTE = {**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛", "'")}
"""The straight quote that each of them stands for."""

CURLY_QUOTES = re.compile(f"[{''.join(TYPED_QUOTE)}]")

_DOUBLE = str.maketrans({curly: quote for curly, quote in TYPED_QUOTE.items() if quote == '"'})
_SINGLE = str.maketrans(TYPED_QUOTE)


def explain_letter(letter: str) -> str:
    """Return in the place of what autocorrect probably put a letter, and the remedy; empty for any other letter.

    >>> explain_letter("…")
    "; autocorrect put it in the place of '...': type that again"
    """
    typed = TYPED.get(letter)
    if typed is None:
        return ""
    if not typed.strip():
        return "; it looks like blanks, but is none: type blanks"
    shown = f'"{typed}"' if "'" in typed else f"'{typed}'"
    return f"; autocorrect put it in the place of {shown}: type that again"


def straighten(line: str) -> Iterator[str]:
    """Yield a line with straight quotes in place of curly ones: of the double ones, of all, of the last one alone.

    >>> print(*straighten("“The Coach’s Cup”"))
    "The Coach’s Cup" "The Coach's Cup" “The Coach’s Cup"
    """
    doubled = line.translate(_DOUBLE)
    yield doubled
    yield doubled.translate(_SINGLE)
    for curly in reversed(list(CURLY_QUOTES.finditer(line))):
        yield line[: curly.start()] + TYPED_QUOTE[curly[0]] + line[curly.end() :]
        return

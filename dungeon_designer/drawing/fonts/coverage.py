"""Which letters the bundled fonts have, read from their own tables by fontTools, imported late."""

from __future__ import annotations

import unicodedata
import warnings
from functools import cache

from dungeon_designer.drawing.fonts import font_files

_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of what nobody sees: controls, joiners, spaces."""


class MissingLetters(UserWarning):
    """Words hold letters that no bundled font has."""


def warn_of(words: str) -> None:
    """Warn, with MissingLetters, of letters that will not be seen."""
    missing = lacking(words)
    if missing:
        warnings.warn(_warning(missing), stacklevel=3)


def lacking(words: str) -> str:
    """The letters of some words that no bundled font has, each once, in order.

    >>> lacking("The Long Hall — Łódź, Ελλάδα"), lacking("地下 hall 地")
    ('', '下地')
    """
    if words.isascii():
        return ""
    return "".join(sorted(letter for letter in set(words) if ord(letter) not in letters() and _seen(letter)))


def _seen(letter: str) -> bool:
    return unicodedata.category(letter) not in _UNSEEN and not "\ufe00" <= letter <= "\ufe0f"


def _warning(missing: str) -> MissingLetters:
    """What to say of missing letters, in one line."""
    some, rest = missing[:12], len(missing) - 12
    more = f" and {rest} more letter{'s' if rest > 1 else ''}" if rest > 0 else ""
    return MissingLetters(
        f"the fonts that come with the program have no {' '.join(some)}{more}: an empty box, or nothing, stands there;"
        " SVG and HTML are lettered with the fonts of whoever opens them"
    )


@cache
def letters() -> frozenset[int]:
    """The numbers of all letters that some bundled font has."""
    from fontTools.ttLib import TTFont

    found: set[int] = set()
    for file in font_files():
        with TTFont(file, lazy=True) as font:
            found.update(font.getBestCmap() or ())
    return frozenset(found)

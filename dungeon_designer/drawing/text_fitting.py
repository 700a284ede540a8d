"""Words made to fit a space: broken into lines first, then set in smaller type, always as they are measured.

A line is never cut, unless type that small could not be read any more: then it ends with dots.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.shapes import Point, Style, Text

DOTS = "…"

LINE_HEIGHT = 1.15
"""From one line of words to the next, in heights of the type."""

_SLACK = 1e-9
"""How much broader than its space a line may be: the last bits of a sum."""


class FittedText(NamedTuple):
    """Words as they are broken into lines, and the height of their type."""

    lines: tuple[str, ...]
    size: float

    @property
    def added(self) -> float:
        """How much higher they are than one line."""
        return LINE_HEIGHT * self.size * (len(self.lines) - 1)

    @property
    def words(self) -> str:
        """All of them: what `Text.whole` is of each line."""
        return " ".join(self.lines)


@lru_cache(maxsize=2048)
def fit_text(
    words: str,
    font: str,
    width: float,
    largest: float,
    *,
    max_lines: int = 1,
    height: float = inf,
    bold: bool = False,
) -> FittedText:
    """Break words into as few lines as let their type be as large as the space allows, at most `largest`.

    All lines together are no higher than `height`, each no broader than `width`.

    >>> fit_text("MAMMOTH MAW", "Cabin", 6.0, 1.0, max_lines=2)
    FittedText(lines=('MAMMOTH', 'MAW'), size=1.0)
    >>> fit_text("MAMMOTH MAW", "Cabin", 6.0, 1.0).size < 1.0
    True
    """
    best = FittedText((), 0.0)
    for count in range(1, max_lines + 1):
        lines = break_lines(words, font, count, bold)
        size = min(largest, height / (LINE_HEIGHT * len(lines)), width / max(_widest(lines, words, font, bold), 1e-6))
        if size > best.size + _SLACK:
            best = FittedText(lines, size)
    return best


def lines_of(fitted: FittedText, at: Point, style: Style, font: str = "label", **more: Any) -> Iterator[Text]:
    """Yield the lines of some words below each other; the first stands at a point."""
    for number, line in enumerate(fitted.lines):
        down = LINE_HEIGHT * fitted.size * number
        yield Text((at[0], at[1] + down), line, fitted.size, style, font=font, whole=fitted.words, **more)


@lru_cache(maxsize=2048)
def break_lines(words: str, font: str, count: int, bold: bool = False) -> tuple[str, ...]:
    """Break words between blanks into at most `count` lines, the broadest of them as narrow as can be.

    >>> break_lines("The Long Hall of Kings", "Cabin", 2)
    ('The Long', 'Hall of Kings')
    """
    parts = words.split() or [""]
    low = max(extent(part, font, bold, words).width for part in parts)
    high = extent(" ".join(parts), font, bold, words).width
    best = wrap_lines(words, font, low, bold)
    if len(best) <= count:
        return best
    best = (" ".join(parts),)
    for _ in range(24):  # halves what is not known of the width: to a millionth of the whole line
        middle = (low + high) / 2
        lines = wrap_lines(words, font, middle, bold)
        if len(lines) <= count:
            best, high = lines, middle
        else:
            low = middle
    return best


def wrap_lines(words: str, font: str, width: float, bold: bool = False) -> tuple[str, ...]:
    """Fill lines of a width, in heights of the type, with words; a word that is broader has a line of its own.

    A dot between two words is left out where a line ends there.

    >>> wrap_lines("by A. Scribe · NAF", "Cabin", 6.0)
    ('by A. Scribe', 'NAF')
    """
    lines: list[str] = []
    for part in words.split():
        if lines and extent(f"{lines[-1]} {part}", font, bold, words).width <= width + _SLACK:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return tuple(line.strip(" ·") or line for line in lines) or ("",)


def shorten_lines(lines: tuple[str, ...], count: int, font: str, width: float, bold: bool = False) -> tuple[str, ...]:
    """Return the first `count` lines, none broader than a width; where words are left out there are dots."""
    whole, kept = " ".join(lines), list(lines[:count])
    if len(lines) > count:
        kept[-1] += DOTS
    return tuple(shorten_text(line, font, width, bold, whole) for line in kept)


def shorten_text(words: str, font: str, width: float, bold: bool = False, whole: str = "") -> str:
    """Return words that are no broader than a width, in heights of their type; cut-off ones end with dots.

    >>> shorten_text("The Long Hall", "Cabin", 4.0), shorten_text("The Long Hall", "Cabin", 9.0)
    ('The Lo…', 'The Long Hall')
    """
    whole = whole or words
    if extent(words, font, bold, whole).width <= width + _SLACK:
        return words
    kept = words.removesuffix(DOTS)
    while kept and extent(kept.rstrip() + DOTS, font, bold, whole).width > width + _SLACK:
        kept = kept[:-1]
    return kept.rstrip() + DOTS


def _widest(lines: tuple[str, ...], words: str, font: str, bold: bool) -> float:
    return max(extent(line, font, bold, words).width for line in lines)

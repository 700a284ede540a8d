"""Fit text into a space: break it into lines first, then reduce its type, always by measured widths.

A line is cut off, with dots at its end, only where smaller type could not be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.shapes import Point, Style, Text

ELLIPSIS = "…"
"""What stands at the end of a text that is cut off."""

LINE_HEIGHT = 1.15
"""The distance from one line of text to the next, in heights of the type."""

_WIDTH_TOLERANCE = 1e-9
"""How much wider than its space a line may be, since a sum of widths is not exact."""


class FittedText(NamedTuple):
    """A text that is broken into lines, and the height of its type in squares."""

    lines: tuple[str, ...]
    size: float

    @property
    def extra_height(self) -> float:
        """How much higher the text is than one line, in squares."""
        return LINE_HEIGHT * self.size * (len(self.lines) - 1)

    @property
    def full_text(self) -> str:
        """The whole text: what `Text.full_text` is for each line."""
        return " ".join(self.lines)


@lru_cache(maxsize=2048)
def fit_text(
    text: str,
    font: str,
    width: float,
    max_size: float,
    *,
    max_lines: int = 1,
    height: float = inf,
    bold: bool = False,
) -> FittedText:
    """Return a text in as few lines as possible, with type as large as the space allows.

    Args:
        text: the text to fit.
        font: the name of a bundled font.
        width: the largest width of a line, in squares.
        max_size: the largest height of the type, in squares.
        max_lines: the largest number of lines.
        height: the largest height of all lines, in squares.
        bold: the type is bold.

    >>> fit_text("MAMMOTH MAW", "Cabin", 6.0, 1.0, max_lines=2)
    FittedText(lines=('MAMMOTH', 'MAW'), size=1.0)
    >>> fit_text("MAMMOTH MAW", "Cabin", 6.0, 1.0).size < 1.0
    True
    """
    best = FittedText((), 0.0)
    for line_count in range(1, max_lines + 1):
        lines = break_lines(text, font, line_count, bold)
        relative_width = max(_measure_widest_line(lines, text, font, bold), 1e-6)  # not 0, for an empty text
        size = min(max_size, height / (LINE_HEIGHT * len(lines)), width / relative_width)
        if size > best.size + _WIDTH_TOLERANCE:  # more lines are worth it only for larger type
            best = FittedText(lines, size)
    return best


def draw_text_lines(
    fitted: FittedText, position: Point, style: Style, font: str = "label", **text_options: Any
) -> Iterator[Text]:
    """Yield the lines of a fitted text one below the other; the first line stands at a point.

    Args:
        fitted: the text in lines.
        position: where the first line stands.
        style: the style of the letters.
        font: `title` or `label`.
        text_options: other fields of `Text`.
    """
    for number, line in enumerate(fitted.lines):
        offset = LINE_HEIGHT * fitted.size * number
        yield Text(
            (position[0], position[1] + offset),
            line,
            fitted.size,
            style,
            font=font,
            full_text=fitted.full_text,
            **text_options,
        )


@lru_cache(maxsize=2048)
def break_lines(text: str, font: str, max_lines: int, bold: bool = False) -> tuple[str, ...]:
    """Return a text in at most `max_lines` lines, broken at blanks so that the widest is as narrow as possible.

    >>> break_lines("The Long Hall of Kings", "Cabin", 2)
    ('The Long', 'Hall of Kings')
    """
    words = text.split() or [""]
    min_width = max(measure_text(word, font, bold, text).width for word in words)
    max_width = measure_text(" ".join(words), font, bold, text).width
    narrowest = wrap_lines(text, font, min_width, bold)
    if len(narrowest) <= max_lines:
        return narrowest
    best: tuple[str, ...] = (" ".join(words),)
    for _ in range(24):  # bisection: halves the interval of possible widths, down to a millionth of the whole line
        middle_width = (min_width + max_width) / 2
        lines = wrap_lines(text, font, middle_width, bold)
        if len(lines) <= max_lines:
            best, max_width = lines, middle_width
        else:
            min_width = middle_width
    return best


def wrap_lines(text: str, font: str, width: float, bold: bool = False) -> tuple[str, ...]:
    """Return a text in lines with as many words as fit; a word wider than a line has a line of its own.

    The width is in heights of the type. A dot between two words is left out at the end of a line.

    >>> wrap_lines("by A. Scribe · NAF", "Cabin", 6.0)
    ('by A. Scribe', 'NAF')
    """
    lines: list[str] = []
    for word in text.split():
        if lines and measure_text(f"{lines[-1]} {word}", font, bold, text).width <= width + _WIDTH_TOLERANCE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(line.strip(" ·") or line for line in lines) or ("",)


def shorten_lines(
    lines: tuple[str, ...], max_lines: int, font: str, width: float, bold: bool = False
) -> tuple[str, ...]:
    """Return the first `max_lines` lines, none wider than a width in heights of the type; dots end cut-off lines."""
    full_text, first_lines = " ".join(lines), list(lines[:max_lines])
    if len(lines) > max_lines:
        first_lines[-1] += ELLIPSIS
    return tuple(shorten_text(line, font, width, bold, full_text) for line in first_lines)


def shorten_text(text: str, font: str, width: float, bold: bool = False, full_text: str = "") -> str:
    """Return a text that is no wider than a width in heights of its type; a text that is cut off ends with dots.

    `full_text` is the text that this one is a line of; it decides the font.

    >>> shorten_text("The Long Hall", "Cabin", 4.0), shorten_text("The Long Hall", "Cabin", 9.0)
    ('The Lo…', 'The Long Hall')
    """
    full_text = full_text or text
    if measure_text(text, font, bold, full_text).width <= width + _WIDTH_TOLERANCE:
        return text
    shortened = text.removesuffix(ELLIPSIS)
    while shortened:
        with_dots = shortened.rstrip() + ELLIPSIS
        if measure_text(with_dots, font, bold, full_text).width <= width + _WIDTH_TOLERANCE:
            return with_dots
        shortened = shortened[:-1]
    return ELLIPSIS


def _measure_widest_line(lines: tuple[str, ...], text: str, font: str, bold: bool) -> float:
    """Return the width of the widest line, in heights of the type."""
    return max(measure_text(line, font, bold, text).width for line in lines)

"""Break the designer's notes into lines of a given width, and draw them with bold and underlined words.

The cartouche uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.shapes import Point, Shape, Style, Text, build_lines
from dungeon_designer.drawing.text_fitting import ELLIPSIS
from dungeon_designer.text.notes import WordRun, list_all_runs

UNDERLINE_OFFSET, UNDERLINE_WIDTH = 0.14, 0.05
"""The distance of the underline of emphasised words from their baseline, and its width, in heights of the type.

Emphasised words are underlined because no bundled font is slanted.
"""

_WORDS_AND_BLANKS = re.compile(r"\s+|\S+")

Word = tuple[WordRun, ...]
"""What stands between two blanks; its letters may be of several kinds."""


class PlacedRun(NamedTuple):
    """A run of text in one kind of letters, and its distance from the start of the line, in heights of the type."""

    run: WordRun
    left: float


class NoteLine(NamedTuple):
    """A line of notes.

    Attributes:
        runs: the text in runs of one kind of letters.
        full_text: all notes as one text, which decides the font.
        width: the width of the line, in heights of the type.
    """

    runs: tuple[PlacedRun, ...]
    full_text: str
    width: float


def wrap_notes(notes: str, font: str, width: float, max_lines: int) -> list[NoteLine]:
    """Return notes as lines of a given width, with bold and emphasised words; dots stand for what is left out.

    The text consists of runs: pieces in one kind of letters, plain, bold, emphasised or both.

    Args:
        notes: the notes, as Markdown.
        font: the name of a bundled font.
        width: the largest width of a line, in heights of the type.
        max_lines: the largest number of lines.

    >>> for line in wrap_notes("The **five** coins of the crypt.", "Cabin", 7.0, 2):
    ...     print([(placed.run.text, placed.run.strong) for placed in line.runs])
    [('The', False), ('five', True), ('coins of', False)]
    [('the crypt.', False)]
    """
    runs = list_all_runs(notes) if max_lines > 0 and notes.strip() else ()
    full_text = "".join(run.text for run in runs)
    lines: list[list[Word]] = []
    for word in _split_words(runs):
        if lines and _build_note_line([*lines[-1], word], full_text, font).width <= width:
            lines[-1].append(word)
        elif len(lines) < max_lines:
            lines.append([word])
        else:
            lines[-1] = _end_with_dots(lines[-1], full_text, font, width)
            break
    return [_build_note_line(words, full_text, font) for words in lines]


def draw_note_line(line: NoteLine, middle: Point, size: float, style: Style) -> Iterator[Shape]:
    """Draw a line of notes, centred at a point; emphasised words are underlined, since no bundled font is slanted.

    Args:
        line: the line, as runs: pieces of text in one kind of letters, each with its distance from the start.
        middle: the middle of the line's baseline.
        size: the height of the type, in squares.
        style: the style of the letters.
    """
    start, y = middle[0] - line.width * size / 2, middle[1]
    if len(line.runs) == 1:  # one text around the middle needs no measured start
        run = line.runs[0].run
        yield Text(middle, run.text, size, style, bold=run.strong, full_text=line.full_text)
    else:
        for run, left in line.runs:
            position = (start + left * size, y)
            yield Text(position, run.text, size, style, anchor="start", bold=run.strong, full_text=line.full_text)
    right_ends = [next_run.left for next_run in line.runs[1:]] + [line.width]
    for (run, left), right in zip(line.runs, right_ends, strict=True):
        if run.emphasised:
            underline_y = y + UNDERLINE_OFFSET * size
            ends = [(start + left * size, underline_y), (start + right * size, underline_y)]
            yield build_lines([ends], Style(stroke=style.fill, width=UNDERLINE_WIDTH * size, round=False))


def _split_words(runs: Sequence[WordRun]) -> Iterator[Word]:
    """Yield the words of some runs of text; a word may consist of several runs, such as a half bold one.

    A run is a piece of text in one kind of letters: plain, bold, emphasised or both.
    """
    word: list[WordRun] = []
    for run in runs:
        for token in _WORDS_AND_BLANKS.findall(run.text):
            if not token.isspace():
                word.append(replace(run, text=token))
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def _build_note_line(words: Sequence[Word], full_text: str, font: str) -> NoteLine:
    """Return a line with some words side by side; neighbouring words in the same kind of letters become one run.

    A run is a piece of text in one kind of letters: plain, bold, emphasised or both.

    Args:
        words: the words.
        full_text: all notes as one text, which decides the font file.
        font: the name of a bundled font.
    """
    placed_runs: list[PlacedRun] = []
    right = 0.0
    for run in _list_spaced_runs(words):
        last = placed_runs[-1] if placed_runs else None
        if last and (last.run.strong, last.run.emphasised) == (run.strong, run.emphasised):
            placed_runs[-1] = PlacedRun(replace(run, text=last.run.text + run.text), last.left)
        else:
            # a blank between two kinds of letters is a distance and no part of the text; it is as wide as a plain one
            text = run.text.lstrip(" ")
            blank = run.text.removesuffix(text)  # "" or " "
            left = right + measure_text(blank, font, bold=False, whole=full_text).width
            placed_runs.append(PlacedRun(replace(run, text=text), left))
        placed_run, left = placed_runs[-1]
        right = left + measure_text(placed_run.text, font, placed_run.strong, full_text).width
    return NoteLine(tuple(placed_runs), full_text, right)


def _list_spaced_runs(words: Sequence[Word]) -> Iterator[WordRun]:
    """Yield the runs of some words (pieces in one kind of letters), with a blank before every word but the first."""
    for word_index, (first_run, *other_runs) in enumerate(words):
        yield first_run if word_index == 0 else replace(first_run, text=f" {first_run.text}")
        yield from other_runs


def _end_with_dots(words: list[Word], full_text: str, font: str, width: float) -> list[Word]:
    """Return the words of a line with dots after them; words are removed from the end until the dots fit.

    The first word stays even if it is too wide. `full_text`, all notes as one text, decides the font file.
    """
    dots = (WordRun(ELLIPSIS),)
    while len(words) > 1 and _build_note_line([*words, dots], full_text, font).width > width:
        words = words[:-1]
    return [*words, dots]

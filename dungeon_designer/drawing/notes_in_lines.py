"""Notes in lines of a width, their bold and emphasised words drawn as such."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.shapes import Point, Shape, Style, Text, lines
from dungeon_designer.drawing.text_fitting import DOTS
from dungeon_designer.text.notes import WordRun, run_on

UNDERLINE, STROKE = 0.14, 0.05
"""How far below its letters the line runs that emphasises them, and how broad it is, in heights of the type.

No bundled font is slanted.
"""

_WORDS_AND_BLANKS = re.compile(r"\s+|\S+")

Word = tuple[WordRun, ...]
"""What stands between two blanks; its letters may be of several kinds."""


class PlacedRun(NamedTuple):
    """Words of one kind of letters, and how far right of their line's start they stand, in heights of the type."""

    run: WordRun
    left: float


class NoteLine(NamedTuple):
    """A line of notes: its words by their kind, all notes as one text, and how broad it is in heights of the type."""

    runs: tuple[PlacedRun, ...]
    whole: str
    width: float


def wrap_notes(notes: str, font: str, width: float, count: int) -> list[NoteLine]:
    """Break notes into `count` lines at most, none broader than a width; dots stand for what is left out.

    >>> for line in wrap_notes("The **five** coins of the crypt.", "Cabin", 7.0, 2):
    ...     print([(placed.run.text, placed.run.strong) for placed in line.runs])
    [('The', False), ('five', True), ('coins of', False)]
    [('the crypt.', False)]
    """
    runs = run_on(notes) if count > 0 and notes.strip() else ()
    whole = "".join(run.text for run in runs)
    broken: list[list[Word]] = []
    for word in _split_words(runs):
        if broken and _place([*broken[-1], word], whole, font).width <= width:
            broken[-1].append(word)
        elif len(broken) < count:
            broken.append([word])
        else:
            broken[-1] = _end_with_dots(broken[-1], whole, font, width)
            break
    return [_place(words, whole, font) for words in broken]


def draw_note_line(line: NoteLine, middle: Point, size: float, style: Style) -> Iterator[Shape]:
    """Draw a line of notes in type of a size, its middle at a point."""
    start, y = middle[0] - line.width * size / 2, middle[1]
    if len(line.runs) == 1:
        run = line.runs[0].run
        yield Text(middle, run.text, size, style, bold=run.strong, whole=line.whole)
    else:
        for run, left in line.runs:
            at = (start + left * size, y)
            yield Text(at, run.text, size, style, anchor="start", bold=run.strong, whole=line.whole)
    rights = [placed.left for placed in line.runs[1:]] + [line.width]
    for (run, left), right in zip(line.runs, rights, strict=True):
        if run.emphasised:
            under = y + UNDERLINE * size
            ends = [(start + left * size, under), (start + right * size, under)]
            yield lines([ends], Style(stroke=style.fill, width=STROKE * size, round=False))


def _split_words(runs: Sequence[WordRun]) -> Iterator[Word]:
    """Yield the words of some runs."""
    word: list[WordRun] = []
    for run in runs:
        for part in _WORDS_AND_BLANKS.findall(run.text):
            if not part.isspace():
                word.append(replace(run, text=part))
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def _place(words: Sequence[Word], whole: str, font: str) -> NoteLine:
    """Place words side by side, with a blank between them; those of one kind of letters are one run."""
    placed: list[PlacedRun] = []
    right = 0.0
    for number, word in enumerate(words):
        for part, run in enumerate(word):
            blank = " " if number and not part else ""
            last = placed[-1] if placed else None
            if last and (last.run.strong, last.run.emphasised) == (run.strong, run.emphasised):
                placed[-1] = PlacedRun(replace(run, text=f"{last.run.text}{blank}{run.text}"), last.left)
            else:
                placed.append(PlacedRun(run, right + extent(blank, font, False, whole).width))
            run, left = placed[-1]
            right = left + extent(run.text, font, run.strong, whole).width
    return NoteLine(tuple(placed), whole, right)


def _end_with_dots(words: list[Word], whole: str, font: str, width: float) -> list[Word]:
    """Return the words of a line with dots after them, and as many as that leaves room for."""
    dots = (WordRun(DOTS),)
    while len(words) > 1 and _place([*words, dots], whole, font).width > width:
        words = words[:-1]
    return [*words, dots]

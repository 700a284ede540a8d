"""Draw text on the map: measure the space it takes, break names into lines, draw coordinates and the designer's labels.

Letters on the map have a rim in the colour of the floor, so that they can be read on any ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from dungeon_designer.drawing.drawing_plan import DrawingPlan, find_middle, format_square_id
from dungeon_designer.drawing.fonts import FILE_BY_FONT, measure_text
from dungeon_designer.drawing.shapes import Drawing, Group, Point, Style, Text
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Label, LabelSize

Box = tuple[float, float, float, float]
"""A rectangle: left, top, right, bottom, in squares."""

COORDINATE_DISTANCE, COORDINATE_SIZE = 1.55, 0.38
"""The distance of coordinates from the squares that they count, and the height of their type, in squares."""

CAPITAL_WIDTH = 0.74
"""The usual width of a capital letter, in heights of the type.

It is used for the six names of teams alone, which need no exact measure.
"""

LINE_SPACING = 1.02
"""The distance from one line of text to the next, in heights of the type."""

RIM_WIDTH = 0.11
"""How far the rim around text reaches beyond its letters, in heights of the type."""

RIM_OPACITY = 0.85
"""The opacity of the rim around text."""

MAX_LINES = 4
"""The largest number of lines that a name is broken into."""

MAX_WRAPPED_WORDS = 12
"""The largest number of words of a name that is broken into lines; a longer name stays one line."""

TYPE_HEIGHTS = {LabelSize.SMALL: 0.3, LabelSize.MEDIUM: 0.5, LabelSize.LARGE: 0.9, LabelSize.HUGE: 1.6}
"""The height of the type of each size of label, in squares."""

_BASELINE_DIRECTIONS = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""The direction from the middle of a label to its baseline, as (right, down), for each number of quarter turns."""


def measure_text_box(text: Text, font_source: Theme | Drawing) -> Box:
    """Return the rectangle around a line of text as it is drawn, with the rim around its letters, in squares.

    The angle of the text is rounded to a quarter turn, since no text on a map has any other angle.

    Args:
        text: the line of text.
        font_source: the theme or drawing that names the fonts.

    >>> from dungeon_designer.drawing.themes import THEMES
    >>> box = measure_text_box(Text((0.0, 0.0), "x", 1.0, Style(fill="#000000")), THEMES["ink"])
    >>> box[0] == -box[2], box[1] < -0.3, box[3] < 0.1
    (True, True, True)
    """
    font = (font_source.title_fonts if text.font == "title" else font_source.label_fonts)[0]
    extent = measure_text(text.text, font, text.bold, text.full_text)  # in heights of the type
    rim_width = text.style.width / 2 if text.style.stroke else 0.0  # half of the stroke is outside the letters
    # the rectangle about the text's own point, before the text is rotated about it
    anchor_offset = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * extent.width * text.size
    left, right = -anchor_offset - rim_width, extent.width * text.size - anchor_offset + rim_width
    top, bottom = -extent.ascent * text.size - rim_width, extent.descent * text.size + rim_width
    left, top, right, bottom = rotate_box((left, top, right, bottom), round(text.turn / 90) % 4)
    x, y = text.at
    return x + left, y + top, x + right, y + bottom


def rotate_box(box: Box, quarter_turns: int) -> Box:
    """Return a rectangle, as (left, top, right, bottom), rotated about the point (0, 0) by clockwise quarter turns.

    >>> rotate_box((0.0, 0.0, 3.0, 1.0), 1)
    (-1.0, 0.0, -0.0, 3.0)
    """
    left, top, right, bottom = box
    for _ in range(quarter_turns):
        left, top, right, bottom = -bottom, left, -top, right
    return left, top, right, bottom


def format_as_letters(number: int) -> str:
    """Return a number, from 0, in letters: A to Z, then AA, AB and so on, as the columns of a spreadsheet.

    Used where a digit could be mistaken for the number of a portal or problem.

    >>> [format_as_letters(number) for number in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    higher, digit = divmod(number, 26)
    leading_letters = format_as_letters(higher - 1) if higher else ""  # - 1, since the first leading letter is A, too
    return leading_letters + chr(ord("A") + digit)


class WrappedText(NamedTuple):
    """A text that is broken into lines, and the space it takes with the rim around its letters.

    Attributes:
        lines: the lines from the top down.
        width: the width of the widest line, in heights of the type.
        height: the height of all lines, in heights of the type.
        ascent: how far the first line rises above its baseline, in heights of the type.
    """

    lines: tuple[str, ...]
    width: float
    height: float
    ascent: float


@lru_cache(maxsize=1024)
def list_wrappings(text: str, font: str) -> tuple[WrappedText, ...]:
    """Return the text in one line, in two lines and so on, each version as narrow as that number of lines allows.

    There are at most MAX_LINES lines.

    >>> [wrapped.lines for wrapped in list_wrappings("The Long Hall", "Cabin")]
    [('The Long Hall',), ('The Long', 'Hall'), ('The', 'Long', 'Hall')]
    """
    words = text.split()
    # A version is as wide as its widest line, and a line is some words in a row. So trying the width of each possible
    # line tries every width that a version can have. `whole` is the text that a line is part of: if the font lacks a
    # letter of it, all lines are set in the same fallback font.
    widths = {measure_text(line, font, whole=text).width for line in _list_possible_lines(words)}
    lines_by_count: dict[int, list[str]] = {}
    for width in sorted(widths):  # the narrowest first, so that the first version with a number of lines is kept
        lines = _fill_lines(words, text, font, width)
        lines_by_count.setdefault(len(lines), lines)
    return tuple(
        _measure_wrapping(lines_by_count[count], text, font) for count in sorted(lines_by_count) if count <= MAX_LINES
    )


def _list_possible_lines(words: list[str]) -> set[str]:
    """Return every text that may be the widest line when words are broken into lines: any words in a row.

    For more than MAX_WRAPPED_WORDS words, which would have too many, return only the whole text in one line.
    """
    whole_line = " ".join(words)
    if len(words) > MAX_WRAPPED_WORDS:
        return {whole_line}
    ends = range(1, len(words) + 1)
    return {whole_line} | {" ".join(words[start:end]) for end in ends for start in range(end)}


def _fill_lines(words: list[str], text: str, font: str, width: float) -> list[str]:
    """Return words in lines, each with as many words as fit into a width, in heights of the type.

    `text` is the whole text, which decides the font file: a line is set in the same font as the other lines.
    """
    lines: list[str] = []
    for word in words:
        # the tolerance is for a line that is exactly as wide, up to rounding
        if lines and measure_text(f"{lines[-1]} {word}", font, whole=text).width <= width + 1e-9:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _measure_wrapping(lines: list[str], text: str, font: str) -> WrappedText:
    """Return lines with the space that they take together with the rim around their letters, in heights of the type.

    `text` is the whole text, which decides the font file.
    """
    extents = [measure_text(line, font, whole=text) for line in lines]
    first, last = extents[0], extents[-1]
    text_width = max(extent.width for extent in extents)
    # from the top of the first line to the lowest letter of the last line
    text_height = first.ascent + LINE_SPACING * (len(lines) - 1) + last.descent
    return WrappedText(tuple(lines), text_width + 2 * RIM_WIDTH, text_height + 2 * RIM_WIDTH, first.ascent)


def draw_coordinates(plan: DrawingPlan, corner: Square, size: Size) -> Iterator[Group]:
    """Draw the numbers of columns and rows along all four edges of a rectangle of squares.

    Draw nothing if the options leave out coordinates or the border.
    """
    width, height = size
    if not plan.options.coordinates or not plan.options.border or not width:
        return
    left, top = corner
    style = Style(fill=plan.theme.faint)
    # the baseline of a number is 0.13 squares below the middle of its digits; rows stand beside the middles of their
    # squares, at y + 0.5; the grid begins at column 0 and row 0, so that squares before it have no numbers
    columns = [
        Text((x + 0.5, y + 0.13), str(x), COORDINATE_SIZE, style)
        for y in (top - COORDINATE_DISTANCE, top + height + COORDINATE_DISTANCE)
        for x in range(max(left, 0), left + width)
    ]
    rows = [
        Text((x, y + (0.5 + 0.13)), str(y), COORDINATE_SIZE, style)
        for x in (left - COORDINATE_DISTANCE, left + width + COORDINATE_DISTANCE)
        for y in range(max(top, 0), top + height)
    ]
    yield Group("columns", "columns", tuple(columns))
    yield Group("rows", "rows", tuple(rows))


def format_label(label: Label) -> str:
    r"""Return the text of a label in one line, with a blank for each line end; empty if the text is blank.

    >>> format_label(Label(text="To the\ncrypt", at=(0, 0)))
    'To the crypt'
    """
    if not label.text.strip():
        return ""
    return "".join(" " if letter.isspace() else letter for letter in label.text)


def find_label_area(label: Label) -> tuple[Square, Size]:
    """Return the rectangle of squares that the text of a label lies on: its upper left square and its size.

    The text is measured in the widest of the bundled fonts, so that the rectangle is the same in every theme. It may
    reach left of column 0 or above row 0.

    >>> find_label_area(Label(text="To the crypt", at=(9, 4)))
    ((8, 4), (3, 1))
    """
    height, text = TYPE_HEIGHTS[label.size], format_label(label)
    widest = max(measure_text(text, font, bold).width for font, bold in FILE_BY_FONT)
    text_width = (widest + 2 * RIM_WIDTH) * height
    # at least the label's own square; rounded, so that text of a whole number of squares takes no square more
    half_length, half_thickness = max(0.5, round(text_width / 2, 3)), max(0.5, round(height / 2, 3))
    is_vertical = label.turn % 2  # after one or three quarter turns, the text runs along a column
    half_width, half_height = (half_thickness, half_length) if is_vertical else (half_length, half_thickness)
    x, y = find_middle(label.at)
    left, top = floor(x - half_width), floor(y - half_height)
    return (left, top), (ceil(x + half_width) - left, ceil(y + half_height) - top)


def draw_labels(plan: DrawingPlan) -> Iterator[Group]:
    """Draw every label, a text that the designer wrote on the map, centred on its square and rotated about its middle.

    Each label is drawn twice: a rim in the colour of the floor, then the letters over it.
    """
    for label in plan.board.layout.labels:
        text, size, turn = format_label(label), TYPE_HEIGHTS[label.size], 90.0 * label.turn
        (x, y), (right, down) = find_middle(label.at), _BASELINE_DIRECTIONS[label.turn]
        # a text is placed by its baseline, which is about a third of the letters' height from their middle
        position: Point = x + 0.34 * size * right, y + 0.34 * size * down
        styles = build_rimmed_styles(plan.theme.text, plan.theme.floor, size) if text else ()
        shapes = tuple(Text(position, text, size, style, font="title", turn=turn) for style in styles)
        yield Group(f"label-{format_square_id(label.at)}", "label", shapes, (label.at,), text)


def build_rimmed_styles(colour: str, rim_colour: str, size: float) -> tuple[Style, Style]:
    """Return the two styles of text that can be read on any ground: first that of the rim, then that of the letters.

    Args:
        colour: the colour of the letters.
        rim_colour: the colour of the rim around them.
        size: the height of the type, in squares.
    """
    # the rim lets a little of the ground through, so that lines below it seem to go on
    rim_style = Style(fill=rim_colour, stroke=rim_colour, width=2 * RIM_WIDTH * size, opacity=RIM_OPACITY)
    return rim_style, Style(fill=colour)

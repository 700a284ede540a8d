"""Know the sizes of paper, and which part of a sheet can hold the map."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from dungeon_designer.errors import UsageError, suggest_word
from dungeon_designer.grid import Size

PAGE_MARGIN_MM = 4.0
"""The strip in millimetres along every edge that home printers leave blank."""

CROP_MARK_MM = 4.0
"""The length of a crop mark, which is also the least space for it around a map."""

MIN_PAGE_SIDE_MM, MAX_PAGE_SIDE_MM = 50.0, 5080.0
"""`MIN_PAGE_SIDE_MM`: The shortest side of a page in millimetres: it holds half of the ruler.

`MAX_PAGE_SIDE_MM`: The longest side of a page in millimetres: readers of PDF open no longer one (200 inches).
"""

OUTER_WALL_SQUARES = 0.13
"""How far the walls around a map reach beyond its squares, in squares."""

WALL_RESERVE_MM = 0.5
"""The least distance in millimetres from those walls to the margin that printers leave blank."""

FOOT_HEIGHT_MM = 13.0
"""The height in millimetres of the foot of a sheet, with its label, its neighbours and the ruler."""


class Orientation(StrEnum):
    """The direction in which paper lies; `auto` chooses the direction that needs fewer sheets."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper in one orientation; lengths are millimetres. `typesetting.typ` reads the fields."""

    name: str
    width: float
    height: float

    @property
    def is_landscape(self) -> bool:
        """Whether the sheet is wider than high."""
        return self.width > self.height

    def rotate(self) -> Paper:
        """Return the same sheet, rotated by a quarter."""
        return Paper(self.name, self.height, self.width)

    def list_orientations(self, orientation: str) -> tuple[Paper, ...]:
        """Return the sheet in each orientation that is allowed; for `auto` both, the present one first."""
        portrait = self.rotate() if self.is_landscape else self
        if orientation == Orientation.AUTO:
            return self, self.rotate()
        return (portrait if orientation == Orientation.PORTRAIT else portrait.rotate(),)

    def find_print_area(self, margin_mm: float) -> PrintArea:
        """Return the part of the sheet inside a margin along every edge, and above the foot with its ruler."""
        width, height = self.width - 2 * margin_mm, self.height - 2 * margin_mm - FOOT_HEIGHT_MM
        return PrintArea(margin_mm, margin_mm, width, height)


PAPERS: dict[str, Paper] = {
    name: Paper(name, width, height)
    for name, width, height in (
        ("A5", 148.0, 210.0), ("A4", 210.0, 297.0), ("A3", 297.0, 420.0), ("A2", 420.0, 594.0), ("A1", 594.0, 841.0),
        ("A0", 841.0, 1189.0), ("Letter", 215.9, 279.4), ("Legal", 215.9, 355.6), ("Tabloid", 279.4, 431.8),
    )
}  # fmt: skip
"""Every known size of paper, upright."""


def find_paper(name: str) -> Paper:
    """Return the paper of a name, in upper or lower case, or of a size such as ``36x24in``.

    Raises:
        UsageError: for an unknown name, with the nearest known one, and for a size that cannot be printed.

    >>> find_paper("letter").width, find_paper("36x24in").width
    (215.9, 914.4)
    """
    for known_name, paper in PAPERS.items():
        if known_name.lower() == name.strip().lower():
            return paper
    size = parse_size(name)
    if size is None:
        hint = suggest_word(name, PAPERS)
        size_hint = "" if "did you mean" in hint else "; a size is written as 900x600mm or 36x24in"
        raise UsageError(f"no paper is called {name!r}{hint}{size_hint}")
    width, height = size
    name = f"{width:g} x {height:g} mm"
    if not MIN_PAGE_SIDE_MM <= min(width, height) <= max(width, height) <= MAX_PAGE_SIDE_MM:
        raise UsageError(
            f"paper of {name} cannot be printed; its sides may be {MIN_PAGE_SIDE_MM:g} to {MAX_PAGE_SIDE_MM:g} mm long"
        )
    return Paper(name, width, height)


def parse_size(text: str) -> tuple[float, float] | None:
    """Return the two lengths of a text such as ``250x220mm`` in millimetres; None if the text is no such size.

    The first length has the unit of the second one if it has none of its own.

    >>> parse_size("250x220mm"), parse_size("36 x 24in"), parse_size("A4")
    ((250.0, 220.0), (914.4, 609.6), None)
    """
    match = _SIZE_PATTERN.fullmatch(text.lower())
    if match is None:
        return None
    first_number, first_unit, second_number, second_unit = match.groups()
    return parse_length(first_number + (first_unit or second_unit)), parse_length(second_number + second_unit)


def parse_bed_size(text: str) -> tuple[float, float]:
    """Return the width and depth of a 3D printer's bed in millimetres.

    Raises:
        UsageError: for a text that is no size.
    """
    size = parse_size(text)
    if size is None:
        raise UsageError(f"{text!r} is not a size of a printer's bed; write it as 220x220mm or 9x9in")
    return size


_SIZE_PATTERN = re.compile(r"\s*([\d.,]+)\s*([a-z]*)\s*[x×]\s*([\d.,]+)\s*([a-z]*)\s*")


@dataclass(frozen=True, slots=True)
class PrintArea:
    """The part of a sheet in which squares may be cut out, in millimetres from the sheet's upper left corner."""

    left: float
    top: float
    width: float
    height: float

    def centre_rectangle(self, width: float, height: float) -> tuple[float, float]:
        """Return the upper left corner of a rectangle in the middle of the area."""
        return self.left + (self.width - width) / 2, self.top + (self.height - height) / 2

    def count_squares(self, square_mm: float) -> Size:
        """Return how many whole squares fit across and down; a millionth of a millimetre too few is rounding."""
        tolerance_mm = 1e-6
        return int((self.width + tolerance_mm) / square_mm), int((self.height + tolerance_mm) / square_mm)


def find_sheet_area(paper: Paper, overlap_mm: float, square_mm: float) -> PrintArea:
    """Return the part of a sheet for squares, which ends above the foot with the ruler.

    The margin around it has space for the strip that overlaps the next sheet, for crop marks, and for walls at the edge
    of the map, which reach a little beyond its squares.
    """
    outer_wall_mm = OUTER_WALL_SQUARES * square_mm + WALL_RESERVE_MM
    margin_mm = PAGE_MARGIN_MM + max(overlap_mm, CROP_MARK_MM, outer_wall_mm)
    return paper.find_print_area(margin_mm)


MM_BY_UNIT = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 25.4 / 72}
"""The millimetres in each known unit; a number without a unit counts millimetres."""

_LENGTH_PATTERN = re.compile(r"\s*(\d{1,6}(?:[.,]\d{1,6})?)\s*([a-z\"]*)\s*")


def parse_length(text: str) -> float:
    """Return a length in millimetres from a text with a point or a comma.

    Raises:
        UsageError: for a text that is no length.

    >>> [parse_length(length) for length in ("29", "29mm", "2.9 cm", "2,9cm", "1in", '1"', "72pt")]
    [29.0, 29.0, 29.0, 29.0, 25.4, 25.4, 25.4]
    """
    match = _LENGTH_PATTERN.fullmatch(text.lower())
    if match is None or match[2] not in MM_BY_UNIT:
        raise UsageError(f"{text!r} is not a length; write it as 29mm, 2.9cm or 1in")
    number, unit = match.groups()
    return round(float(number.replace(",", ".")) * MM_BY_UNIT[unit], 6)

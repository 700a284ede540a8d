"""Sizes of paper, and how much of a sheet holds the map."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from dungeon_designer.errors import UsageError, did_you_mean
from dungeon_designer.grid import Size

MARGIN = 4.0
"""Millimetres along every edge that home printers leave blank."""

MARK = 4.0
"""The length of a crop mark in millimetres, and the least room left for it around a map."""

SHORTEST, LONGEST = 50.0, 5080.0
"""Millimetres of a page's sides: no less holds a ruler's half, no more is opened by readers of PDF (200 inches)."""

WALL = 0.13
"""How far the walls around a map reach beyond its squares, in squares."""

FOOT = 13.0
"""Millimetres at the foot of each sheet for its label, its neighbours and the ruler."""


class Orientation(StrEnum):
    """How the paper lies; `auto` takes what needs fewer sheets."""

    AUTO = "auto"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper as it lies on the table, in millimetres."""

    name: str
    width: float
    height: float

    @property
    def landscape(self) -> bool:
        """Whether it lies on its long side."""
        return self.width > self.height

    def turned(self) -> Paper:
        """The same sheet, turned by a quarter."""
        return Paper(self.name, self.height, self.width)

    def lying(self, orientation: str) -> tuple[Paper, ...]:
        """The ways it may lie, as it lies now first."""
        portrait = self.turned() if self.landscape else self
        if orientation == Orientation.AUTO:
            return self, self.turned()
        return (portrait if orientation == Orientation.PORTRAIT else portrait.turned(),)

    def within(self, rim: float) -> PrintArea:
        """What a rim along every edge and the foot leave of it."""
        return PrintArea(rim, rim, self.width - 2 * rim, self.height - 2 * rim - FOOT)


PAPERS: dict[str, Paper] = {
    name: Paper(name, width, height)
    for name, width, height in (
        ("A5", 148.0, 210.0), ("A4", 210.0, 297.0), ("A3", 297.0, 420.0), ("A2", 420.0, 594.0), ("A1", 594.0, 841.0),
        ("A0", 841.0, 1189.0), ("Letter", 215.9, 279.4), ("Legal", 215.9, 355.6), ("Tabloid", 279.4, 431.8),
    )
}  # fmt: skip
"""Every size we know, upright."""


def paper_named(name: str) -> Paper:
    """The paper of a name, in any case, or of a size; UsageError with the nearest right spelling.

    >>> paper_named("letter").width, paper_named("36x24in").width
    (215.9, 914.4)
    """
    for known, paper in PAPERS.items():
        if known.lower() == name.strip().lower():
            return paper
    size = parse_size(name)
    if size is None:
        hint = did_you_mean(name, PAPERS)
        sized = "" if "did you mean" in hint else "; a size is written as 900x600mm or 36x24in"
        raise UsageError(f"no paper is called {name!r}{hint}{sized}")
    width, height = size
    name = f"{width:g} x {height:g} mm"
    if not SHORTEST <= min(width, height) <= max(width, height) <= LONGEST:
        raise UsageError(f"paper of {name} cannot be printed; its sides may be {SHORTEST:g} to {LONGEST:g} mm long")
    return Paper(name, width, height)


def parse_size(text: str) -> tuple[float, float] | None:
    """Return the two lengths of a text such as ``250x220mm`` in millimetres, None where it is no such text.

    >>> parse_size("250x220mm"), parse_size("36 x 24in"), parse_size("A4")
    ((250.0, 220.0), (914.4, 609.6), None)
    """
    size = _SIZE.fullmatch(text.lower())
    if size is None:
        return None
    return millimetres(size[1] + (size[2] or size[4])), millimetres(size[3] + size[4])


def parse_bed(text: str) -> tuple[float, float]:
    """Return the width and depth of a 3D printer's bed in millimetres; UsageError for a text that is no size."""
    size = parse_size(text)
    if size is None:
        raise UsageError(f"{text!r} is no size of a printer's bed; write it as 220x220mm or 9x9in")
    return size


_SIZE = re.compile(r"\s*([\d.,]+)\s*([a-z]*)\s*[x×]\s*([\d.,]+)\s*([a-z]*)\s*")


@dataclass(frozen=True, slots=True)
class PrintArea:
    """The part of a sheet in which squares may be cut out, in millimetres from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    def centred(self, width: float, height: float) -> tuple[float, float]:
        """The upper left corner of what lies in its middle."""
        return self.left + (self.width - width) / 2, self.top + (self.height - height) / 2

    def squares(self, square: float) -> Size:
        """How many whole squares fit across and down."""
        return int((self.width + 1e-6) / square), int((self.height + 1e-6) / square)


def room_on(paper: Paper, overlap: float, square: float) -> PrintArea:
    """What margins, overlap, crop marks, the walls around the squares and the foot leave of a sheet."""
    rim = MARGIN + max(overlap, MARK, WALL * square + 0.5)
    return paper.within(rim)


MILLIMETRES = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, '"': 25.4, "pt": 25.4 / 72}
"""The units we know; a bare number counts millimetres."""

_LENGTH = re.compile(r"\s*(\d{1,6}(?:[.,]\d{1,6})?)\s*([a-z\"]*)\s*")


def millimetres(text: str) -> float:
    """A length in millimetres, written with a point or a comma; UsageError for nonsense.

    >>> [millimetres(length) for length in ("29", "29mm", "2.9 cm", "2,9cm", "1in", '1"', "72pt")]
    [29.0, 29.0, 29.0, 29.0, 25.4, 25.4, 25.4]
    """
    found = _LENGTH.fullmatch(text.lower())
    if found is None or found[2] not in MILLIMETRES:
        raise UsageError(f"{text!r} is no length; write it as 29mm, 2.9cm or 1in")
    return round(float(found[1].replace(",", ".")) * MILLIMETRES[found[2]], 6)

"""Define what tile files and dungeon files say of a picture, and where its file lies.

Lengths are in squares: x to the right, y down. The model reads no file, so that `check` needs no picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.grid import Size

MAX_NAME_LETTERS = 200
"""The greatest length of the name of a picture's file, with its folders."""

MAX_LENGTH = 10_000
"""How far a picture may lie from the corner, and how wide and high it may be, in squares."""

MIN_LENGTH = 0.01
"""The smallest width and height of a picture, in squares."""

FileName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LETTERS)]
Position = Annotated[float, Meta(ge=-MAX_LENGTH, le=MAX_LENGTH)]
Length = Annotated[float, Meta(ge=MIN_LENGTH, le=MAX_LENGTH)]
CreditLine = Annotated[str, Meta(max_length=MAX_NAME_LETTERS)]


class TilePicture(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The picture of a tile: which file, and where it lies on the tile before the tile is flipped and rotated.

    Attributes:
        file: the name of the file, from the folder of the tile's file.
        at: the upper left corner of the picture, in squares from that of the tile; negative where it has a margin.
        size: its width and height in squares; None if the margin is the same on both sides of the tile.
        grid: whether lines between squares are drawn over it; False if the picture shows its own.
        author: who made it.
        licence: under which licence it may be passed on.
    """

    file: FileName
    at: tuple[Position, Position] = (0.0, 0.0)
    size: tuple[Length, Length] | None = None
    grid: bool = True
    author: CreditLine = ""
    licence: CreditLine = ""

    def find_size(self, tile_size: Size) -> tuple[float, float]:
        """Return the width and height of the picture on a tile of a size, in squares.

        >>> TilePicture(file="cellar.jpg", at=(-0.5, -1)).find_size((4, 4))
        (5.0, 6.0)
        """
        if self.size is not None:
            return self.size
        (left, top), (width, height) = self.at, tile_size
        return max(MIN_LENGTH, width - 2.0 * left), max(MIN_LENGTH, height - 2.0 * top)


class DungeonPicture(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A map that somebody drew elsewhere, below everything else: which file, and where it lies, in squares.

    `at` is its upper left corner, which may be negative or within a square.
    """

    file: FileName
    at: tuple[Position, Position] = (0.0, 0.0)
    size: tuple[Length, Length]
    author: CreditLine = ""
    licence: CreditLine = ""


class PictureSource(Struct, frozen=True):
    """A picture's file: a folder, and a name in it that may not lead out of the folder."""

    folder: str
    file: str


_BAD_LETTERS = re.compile(r"[\\:\x00-\x1f\x7f]")
"""Letters that some system takes for a part of a path's syntax, or that no file name has."""


def find_name_problem(name: str) -> str:
    """Return why a name cannot be that of a picture's file inside a folder, in words; '' if it can.

    >>> find_name_problem("photos/cellar.jpg"), find_name_problem("../cellar.jpg")
    ('', 'it leads out of its folder; put the picture beside this file, or into a folder there')
    """
    parts = name.split("/")
    if name.startswith(("/", "~")) or ".." in parts:
        return "it leads out of its folder; put the picture beside this file, or into a folder there"
    if _BAD_LETTERS.search(name) or "" in parts:
        return "this is no name of a file; write it as photos/cellar.jpg"
    return ""


def format_credits(credited_names: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
    """Return lines that name the authors and licences of pictures; those of the same author share a line.

    Args:
        credited_names: what each picture shows, its author and its licence; '' for an author or licence that is not
            known. A picture without both is left out.

    >>> format_credits([("Cellar", "A. Scribe", "CC0"), ("Attic", "", ""), ("Crypt", "A. Scribe", "CC0")])
    ('Cellar, Crypt: by A. Scribe, CC0',)
    """
    names_by_credit: dict[str, dict[str, None]] = {}
    for name, author, licence in credited_names:
        credit = ", ".join(part for part in (f"by {author}" if author else "", licence) if part)
        if credit:
            names_by_credit.setdefault(credit, {})[name] = None
    return tuple(f"{', '.join(names)}: {credit}" for credit, names in names_by_credit.items())

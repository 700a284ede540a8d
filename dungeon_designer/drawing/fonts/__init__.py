"""The open fonts maps are lettered with; their licences stand beside them."""

from __future__ import annotations

import unicodedata
import warnings
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent


def font_files() -> tuple[str, ...]:
    """The paths of the bundled fonts, sorted."""
    return tuple(str(path) for path in sorted(FOLDER.iterdir()) if path.suffix in (".otf", ".ttf"))


FILES = {
    ("Goudy Bookletter 1911", False): "GoudyBookletter1911.otf",
    ("Goudy Bookletter 1911", True): "GoudyBookletter1911.otf",
    ("Cabin", False): "Cabin-Regular.otf",
    ("Cabin", True): "Cabin-Bold.otf",
}
"""The file words are lettered with, by their font's name and whether they are bold."""

FALLBACK = "DejaVuSans.ttf"
"""Where letters come from that the first file lacks."""


class Extent(NamedTuple):
    """How broad words are, how high they rise above the line they stand on, how deep they reach below it."""

    width: float
    above: float
    below: float


UNKNOWN = Extent(1.05, 0.9, 0.25)
"""A letter that no bundled font has: as broad as those of the Far East."""


@lru_cache(maxsize=4096)
def extent(words: str, font: str, bold: bool = False) -> Extent:
    """The room some words take in one line of a font.

    Where the first file lacks a letter, resvg letters them all with the other one, browsers and typst that one alone:
    the room is enough for either.

    >>> extent("Hall", "Cabin").width < extent("Halls", "Cabin").width
    True
    >>> extent("Hall", "Cabin").below < extent("Hilly", "Cabin").below
    True
    """
    first = FILES[font, bold]
    rooms = []
    for file in (first,) if all(_in(first, letter) for letter in words) else (first, FALLBACK):
        letters = [_letter(letter, file) for letter in words] or [Extent(0.0, 0.0, 0.0)]
        widths, rises, depths = zip(*letters, strict=True)
        rooms.append((sum(widths), max(rises), max(depths)))
    return Extent(*map(max, zip(*rooms, strict=True)))


@lru_cache(maxsize=4096)
def _letter(letter: str, first: str) -> Extent:
    """One letter, from the first file that has it."""
    others = (FALLBACK, *sorted(file.rsplit("/", 1)[-1] for file in font_files()))
    return next((found for file in (first, *others) if (found := _in(file, letter))), UNKNOWN)


@lru_cache(maxsize=4096)
def _in(file: str, letter: str) -> Extent | None:
    """A letter of one file, None where it has none."""
    from fontTools.pens import boundsPen

    units, names, glyphs = _opened(file)
    name = names.get(ord(letter))
    if name is None:
        return None
    pen: Any = boundsPen.BoundsPen(glyphs)  # type: ignore[no-untyped-call]
    glyphs[name].draw(pen)
    _, low, _, high = pen.bounds or (0, 0, 0, 0)
    return Extent(glyphs[name].width / units, max(0.0, high / units), max(0.0, -low / units))


@cache
def _opened(file: str) -> tuple[int, dict[int, str], Any]:
    """Units in a height of the type, the name of each letter's shape, the shapes."""
    from fontTools.ttLib import TTFont

    font: Any = TTFont(BytesIO((FOLDER / file).read_bytes()), lazy=True)  # a file would stay open as long
    return font["head"].unitsPerEm, font.getBestCmap(), font.getGlyphSet()


_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of what nobody sees: controls, joiners, spaces."""


class MissingLetters(UserWarning):
    """Words hold letters that no bundled font has."""


def warn_of(words: str) -> None:
    """Warn, with MissingLetters, of letters that will not be seen."""
    missing = lacking(words)
    if missing:
        some, rest = missing[:12], len(missing) - 12
        more = f" and {rest} more letter{'s' if rest > 1 else ''}" if rest > 0 else ""
        warning = MissingLetters(
            f"the fonts that come with the program have no {' '.join(some)}{more}: an empty box, or nothing, stands"
            " there; SVG and HTML are lettered with the fonts of whoever opens them"
        )
        warnings.warn(warning, stacklevel=3)


def lacking(words: str) -> str:
    """The letters of some words that no bundled font has, each once, in order.

    >>> lacking("The Long Hall — Łódź, Ελλάδα"), lacking("地下 hall 地")
    ('', '下地')
    """
    if words.isascii():
        return ""
    missing = [letter for letter in sorted(set(words)) if ord(letter) not in letters()]
    return "".join(at for at in missing if unicodedata.category(at) not in _UNSEEN and not "\ufe00" <= at <= "\ufe0f")


@cache
def letters() -> frozenset[int]:
    """The numbers of all letters that some bundled font has."""
    return frozenset(ord(letter) for file in font_files() for letter in letters_in(Path(file).name))


@cache
def letters_in(file: str) -> frozenset[str]:
    """All letters of a bundled file."""
    return frozenset(map(chr, _opened(file)[1]))

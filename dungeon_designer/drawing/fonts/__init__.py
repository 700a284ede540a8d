"""The open fonts maps are lettered with; their licences stand beside them."""

from __future__ import annotations

import unicodedata
import warnings
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

FOLDER = Path(__file__).parent

LETTER_SIZES = FOLDER / "letter_sizes.json"
"""How large each letter of each font is: measured by `scripts.write_letter_sizes`, since opening a font takes long."""


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

FALLBACK, FALLBACK_FAMILY = "DejaVuSans.ttf", "DejaVu Sans"
"""Where letters come from that the first file lacks, and the name of that font."""


class Extent(NamedTuple):
    """How broad words are, how high they rise above the line they stand on, how deep they reach below it."""

    width: float
    above: float
    below: float


UNKNOWN, EMOJI = Extent(1.05, 0.9, 0.25), Extent(1.4, 1.0, 0.3)
"""A letter that no bundled font has: as broad as those of the Far East, or as the pictures on phones."""

_UNSEEN_EXTENT = Extent(0.0, 0.0, 0.0)


@lru_cache(maxsize=8192)
def extent(words: str, font: str, bold: bool = False, whole: str = "") -> Extent:
    """Return the room some words take in one line of a font; of the `whole` they may be a line.

    >>> extent("Hall", "Cabin").width < extent("Halls", "Cabin").width
    True
    >>> extent("Hall", "Cabin").below < extent("Hilly", "Cabin").below
    True
    """
    file = file_of(whole or words, font, bold)
    sizes = [_measure_letter(letter, file) for letter in words] or [_UNSEEN_EXTENT]
    widths, rises, depths = zip(*sizes, strict=True)
    return Extent(sum(widths), max(rises), max(depths))


@lru_cache(maxsize=4096)
def file_of(words: str, font: str, bold: bool = False) -> str:
    """Return the file that letters some words: FALLBACK where the font lacks one of their letters.

    Words of two fonts are hard to read, and readers of SVG do not agree which letters come from which.

    >>> file_of("Ulica", "Cabin"), file_of("Ulica Łąk", "Cabin")
    ('Cabin-Regular.otf', 'DejaVuSans.ttf')
    """
    first = FILES[font, bold]
    known = _letter_sizes(first)
    return first if all(letter in known for letter in words) else FALLBACK


def _measure_letter(letter: str, file: str) -> Extent:
    """Return the size of a letter; of one that the file lacks, an estimate."""
    size = _letter_sizes(file).get(letter)
    if size is not None:
        return size
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):  # accents, joiners, marks of direction
        return _UNSEEN_EXTENT
    return EMOJI if letter >= "\U0001f000" else UNKNOWN


@cache
def _letter_sizes(file: str) -> dict[str, Extent]:
    """Return the size of every letter of a bundled file, in heights of its type."""
    font = _all_sizes()[file]
    units = font["units"]
    rows = zip(font["letters"], font["widths"], font["above"], font["below"], strict=True)
    return {letter: Extent(width / units, above / units, below / units) for letter, width, above, below in rows}


@cache
def _all_sizes() -> dict[str, dict[str, Any]]:
    sizes: dict[str, dict[str, Any]] = msgspec.json.decode(LETTER_SIZES.read_bytes())
    return sizes


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
    return frozenset(_letter_sizes(file))

"""List the open fonts of maps, and measure text in them; their licences stand beside the files."""

from __future__ import annotations

import unicodedata
import warnings
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

FOLDER = Path(__file__).parent
"""The folder of the font files."""

LETTER_SIZES = FOLDER / "letter_sizes.json"
"""The file with the size of each letter of each font.

`scripts.write_letter_sizes` measures them, since opening a font takes long.
"""


def list_font_files() -> tuple[str, ...]:
    """Return the paths of the bundled fonts, sorted."""
    return tuple(str(path) for path in sorted(FOLDER.iterdir()) if path.suffix in (".otf", ".ttf"))


FILE_BY_FONT = {
    ("Goudy Bookletter 1911", False): "GoudyBookletter1911.otf",
    ("Goudy Bookletter 1911", True): "GoudyBookletter1911.otf",
    ("Cabin", False): "Cabin-Regular.otf",
    ("Cabin", True): "Cabin-Bold.otf",
}
"""The file of each font, by the name of the font and whether the type is bold."""

FALLBACK, FALLBACK_FAMILY = "DejaVuSans.ttf", "DejaVu Sans"
"""The file, and the name, of the font that has letters which the other fonts lack."""


class TextExtent(NamedTuple):
    """The space that a text takes, in heights of the type.

    Attributes:
        width: the width.
        ascent: how far the text rises above its baseline.
        descent: how far the text reaches below its baseline.
    """

    width: float
    ascent: float
    descent: float


UNKNOWN_LETTER_EXTENT, EMOJI_EXTENT = TextExtent(1.05, 0.9, 0.25), TextExtent(1.4, 1.0, 0.3)
"""The estimated extent of a letter that no bundled font has, and of an emoji.

The first is as wide as Chinese and Japanese letters, the second as wide as the pictures on phones.
"""

_EMPTY_EXTENT = TextExtent(0.0, 0.0, 0.0)
"""The extent of a letter that nobody sees, and of an empty text."""


@lru_cache(maxsize=8192)
def measure_text(text: str, font: str, bold: bool = False, whole: str = "") -> TextExtent:
    """Return the space that a text takes in one line of a font.

    Args:
        text: the text to measure.
        font: the name of a bundled font.
        bold: the type is bold.
        whole: the text that this one is a line of, which decides the font file; empty if it is the whole text.

    >>> measure_text("Hall", "Cabin").width < measure_text("Halls", "Cabin").width
    True
    >>> measure_text("Hall", "Cabin").descent < measure_text("Hilly", "Cabin").descent
    True
    """
    file = find_font_file(whole or text, font, bold)
    sizes = [_measure_letter(letter, file) for letter in text] or [_EMPTY_EXTENT]
    widths, rises, depths = zip(*sizes, strict=True)
    return TextExtent(sum(widths), max(rises), max(depths))


@lru_cache(maxsize=4096)
def find_font_file(text: str, font: str, bold: bool = False) -> str:
    """Return the file that a text is set in: the fallback font if the font lacks one of the letters.

    Text in two fonts is hard to read, and SVG viewers do not agree which letters come from which font.

    >>> find_font_file("Ulica", "Cabin"), find_font_file("Ulica Łąk", "Cabin")
    ('Cabin-Regular.otf', 'DejaVuSans.ttf')
    """
    font_file = FILE_BY_FONT[font, bold]
    letters_of_font = _read_letter_sizes(font_file)
    return font_file if all(letter in letters_of_font for letter in text) else FALLBACK


def _measure_letter(letter: str, file: str) -> TextExtent:
    """Return the space that a letter takes in a font file: its width, and how far it reaches above and below the line.

    Lengths are in heights of the type. If the file lacks the letter, an estimate is returned; accents and other marks
    without a width of their own take no space.
    """
    size = _read_letter_sizes(file).get(letter)
    if size is not None:
        return size
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):  # accents, joiners, marks of direction
        return _EMPTY_EXTENT
    # Unicode has its pictures (emoji, cards, domino tiles) from this code on
    return EMOJI_EXTENT if letter >= "\U0001f000" else UNKNOWN_LETTER_EXTENT


@cache
def _read_letter_sizes(file: str) -> dict[str, TextExtent]:
    """Return the extent of every letter of a bundled file, in heights of the type."""
    font = _load_sizes()[file]
    units = font["units"]
    rows = zip(font["letters"], font["widths"], font["above"], font["below"], strict=True)
    return {letter: TextExtent(width / units, above / units, below / units) for letter, width, above, below in rows}


@cache
def _load_sizes() -> dict[str, dict[str, Any]]:
    """Return the content of `LETTER_SIZES`: by font file, its letters with their sizes, in units of the font."""
    sizes: dict[str, dict[str, Any]] = msgspec.json.decode(LETTER_SIZES.read_bytes())
    return sizes


_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""The Unicode categories of letters that nobody sees: control characters, joiners, spaces."""


class MissingLetters(UserWarning):
    """A warning: a text has letters that no bundled font has."""


def warn_about_missing_letters(text: str) -> None:
    """Warn, with MissingLetters, if a text has letters that no bundled font can show.

    The warning names at most twelve letters, and the number of others.
    """
    missing = find_missing_letters(text)
    if missing:
        first_letters, other_count = missing[:12], len(missing) - 12
        others_text = f" and {other_count} more letter{'s' if other_count > 1 else ''}" if other_count > 0 else ""
        warning = MissingLetters(
            f"the fonts that come with the program have no {' '.join(first_letters)}{others_text}:"
            " an empty box, or nothing, stands there; SVG and HTML are lettered with the fonts of whoever opens them"
        )
        warnings.warn(warning, stacklevel=3)  # the line that asked for the picture or document


def find_missing_letters(text: str) -> str:
    """Return the letters of a text that no bundled font has, each once, sorted.

    Characters that are not seen, such as marks of direction, do not count.

    >>> find_missing_letters("The Long Hall — Łódź, Ελλάδα"), find_missing_letters("地下 hall 地")
    ('', '下地')
    """
    if text.isascii():
        return ""
    missing_letters = [letter for letter in sorted(set(text)) if ord(letter) not in list_letter_codes()]
    return "".join(
        letter
        for letter in missing_letters
        if unicodedata.category(letter) not in _UNSEEN_CATEGORIES
        and not "\ufe00" <= letter <= "\ufe0f"  # signs that choose a form of the letter before them
    )


@cache
def list_letter_codes() -> frozenset[int]:
    """Return the code points of all letters that some bundled font has."""
    return frozenset(ord(letter) for file in list_font_files() for letter in list_letters(Path(file).name))


@cache
def list_letters(file: str) -> frozenset[str]:
    """Return all letters that a bundled file has."""
    return frozenset(_read_letter_sizes(file))

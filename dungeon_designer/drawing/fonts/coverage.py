"""Which letters the bundled fonts have, read from their own tables.

A font maps letters to pictures in its `cmap` table: OpenType 1.9, "cmap, Character to Glyph Index Mapping Table",
formats 4 (letters up to U+FFFF, in segments) and 12 (all letters, in groups). Both are read; other formats repeat them.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from struct import unpack_from

from dungeon_designer.drawing.fonts import font_files

_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of what nobody sees: controls, joiners, spaces."""


class MissingLetters(UserWarning):
    """Words hold letters that no bundled font has."""


def warn_of(words: str) -> None:
    """Warn, with MissingLetters, of letters that will not be seen."""
    missing = lacking(words)
    if missing:
        warnings.warn(_warning(missing), stacklevel=3)


def lacking(words: str) -> str:
    """The letters of some words that no bundled font has, each once, in order.

    >>> lacking("The Long Hall — Łódź, Ελλάδα"), lacking("地下 hall 地")
    ('', '下地')
    """
    if words.isascii():
        return ""
    return "".join(sorted(letter for letter in set(words) if ord(letter) not in letters() and _seen(letter)))


def _seen(letter: str) -> bool:
    return unicodedata.category(letter) not in _UNSEEN and not "\ufe00" <= letter <= "\ufe0f"


def _warning(missing: str) -> MissingLetters:
    """What to say of missing letters, in one line."""
    some, rest = missing[:12], len(missing) - 12
    more = f" and {rest} more letter{'s' if rest > 1 else ''}" if rest > 0 else ""
    return MissingLetters(
        f"the fonts that come with the program have no {' '.join(some)}{more}: an empty box, or nothing, stands there;"
        " SVG and HTML are lettered with the fonts of whoever opens them"
    )


@cache
def letters() -> frozenset[int]:
    """The numbers of all letters that some bundled font has."""
    return frozenset(letter for file in font_files() for letter in _mapped(Path(file).read_bytes()))


def _mapped(font: bytes) -> Iterator[int]:
    """The letters of one font file."""
    (count,) = unpack_from(">H", font, 4)
    tables = {font[at : at + 4]: unpack_from(">I", font, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    cmap = tables[b"cmap"]
    (subtables,) = unpack_from(">H", font, cmap + 2)
    for at in {cmap + unpack_from(">I", font, cmap + 8 + 8 * i)[0] for i in range(subtables)}:
        (form,) = unpack_from(">H", font, at)
        if form == 4:
            yield from _segments(font, at)
        elif form == 12:
            yield from _groups(font, at)


def _segments(font: bytes, at: int) -> Iterator[int]:
    """Format 4: ends, starts, shifts and places of segments, in four lists."""
    count = unpack_from(">H", font, at + 6)[0] // 2
    ends = unpack_from(f">{count}H", font, at + 14)
    starts = unpack_from(f">{count}H", font, at + 16 + 2 * count)
    shifts = unpack_from(f">{count}H", font, at + 16 + 4 * count)
    for i, (start, end, shift) in enumerate(zip(starts, ends, shifts, strict=True)):
        place = at + 16 + 6 * count + 2 * i
        (offset,) = unpack_from(">H", font, place)
        for letter in range(start, min(end, 0xFFFE) + 1):
            if not offset:
                glyph = (letter + shift) & 0xFFFF
            else:
                (glyph,) = unpack_from(">H", font, place + offset + 2 * (letter - start))
            if glyph:
                yield letter


def _groups(font: bytes, at: int) -> Iterator[int]:
    """Format 12: first letter, last letter and first picture of each group."""
    (count,) = unpack_from(">I", font, at + 12)
    for i in range(count):
        first, last, _ = unpack_from(">III", font, at + 16 + 12 * i)
        yield from range(first, last + 1)

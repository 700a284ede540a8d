"""Pages by typst: everything from memory, the bundled fonts and no others, no clock, so that the same words and
pictures give the same bytes.

What typst reads as its own language is one constant file, `typesetting.typ`. What stands on the pages is data to it,
and no folder or package is there for it to read from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec

from dungeon_designer.drawing.fonts import FOLDER, extent, warn_of
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.rasterising import boxed, words_in
from dungeon_designer.text.escaping import with_texts

TEMPLATE = Path(__file__).with_name("typesetting.typ")
"""Also the folder typst may read from, and the one its packages are in: nothing lies below a file."""

_KEPT = "\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u202f\u2060"
"""Spaces that do not break, joiners and marks of direction: unseen, but Persian, Hindi and emoji are wrong without."""

LONGEST_WORD = 18.0
"""Heights of the type: no line of a page is narrower, in whatever type it is set."""

_MAYBE_LONG = re.compile(r"\S{13,}")
"""Words of fewer letters are never that broad."""


_FONTS = (PARCHMENT.title_fonts[0], PARCHMENT.label_fonts[0])
"""The fonts that pages are set in."""


class Svg:
    """The text of a picture; it travels beside the page, by number, and each picture once."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def breakable(text: str) -> str:
    """The text as a page takes it.

    A control character becomes a space. A word that is broader than a line gets places, which are not seen, where it
    may be broken.

    >>> breakable('say "hi"\\nnow'), breakable("m" * 30).split("\u200b") == ["m" * 20, "m" * 10]
    ('say "hi" now', True)
    """
    plain = "".join(letter if letter.isprintable() or letter in _KEPT else " " for letter in text)
    return _MAYBE_LONG.sub(lambda found: "\u200b".join(_split_word(found[0])), plain)


def _split_word(word: str) -> Iterator[str]:
    """Yield the parts of a word, each as long as a line of page holds in any font."""
    part, width = "", 0.0
    for letter in word:
        broad = max(extent(letter, font).width for font in _FONTS)
        if part and width + broad > LONGEST_WORD:
            yield part
            part, width = "", 0.0
        part, width = part + letter, width + broad
    yield part


def pdf_of(document: object) -> bytes:
    """A document, which `typesetting.typ` knows how to set, as PDF.

    The work is done outside Python's reach; it runs in a thread that dies with the process, beside the main thread,
    which stays open to Ctrl+C. Letters that no bundled font has are warned of (MissingLetters).
    """
    inputs = _inputs(document)
    made: list[Any] = []

    def work() -> None:
        try:
            made.append(_compiled(inputs))
        except BaseException as error:  # raised again where somebody listens
            made.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if isinstance(made[0], BaseException):
        raise made[0]
    return bytes(made[0])


def pngs_of(document: object, dpi: float) -> list[bytes]:
    """The pages of a document, each as a picture of so many dots an inch."""
    made = _compiled(_inputs(document), dpi)
    return made if isinstance(made, list) else [made]


def _inputs(document: object) -> dict[str, str]:
    """The document as JSON and its pictures by number, with a box for every letter no bundled font has.

    Those letters are warned of.
    """
    numbers: dict[str, int] = {}

    def number(svg: object) -> int:
        assert isinstance(svg, Svg)  # noqa: S101  (all else on a page is known to msgspec)
        return numbers.setdefault(svg.text, len(numbers))

    data = with_texts(msgspec.to_builtins(document, enc_hook=number), breakable)
    text = msgspec.json.encode(data).decode()
    warn_of("".join((text, *map(words_in, numbers))))
    return {"document": boxed(text), **{str(at): boxed(svg) for svg, at in numbers.items()}}


@cache
def _template() -> bytes:
    return TEMPLATE.read_bytes()


def _compiled(inputs: dict[str, str], dpi: float | None = None) -> bytes | list[bytes]:
    """The document as PDF, or as PNG of a resolution: one by itself, several in a list."""
    import typst

    setting: Any = typst.compile  # its declared types know no list of plain paths
    try:
        made: bytes | list[bytes] = setting(
            input=_template(),
            format="pdf" if dpi is None else "png",
            ppi=dpi,
            sys_inputs=inputs,
            root=TEMPLATE,
            package_path=TEMPLATE,
            package_cache_path=TEMPLATE,
            font_paths=[str(FOLDER)],
            ignore_system_fonts=True,
            timestamp=0,
        )
    except typst.TypstError as error:
        raise DungeonError(f"the pages could not be set: {error.message}; please report it with the file") from None
    return made

"""Typeset pages with typst.

Everything comes from memory, with only the bundled fonts and no clock, so that the same input gives the same bytes.

The only code in typst's language is one constant file, `typesetting.typ`. The texts on the pages are data to it. There
is no folder or package that it could read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec

from dungeon_designer.drawing.fonts import FOLDER, measure_text, warn_about_missing_letters
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.embedded_pictures import (
    PixelSizes,
    build_placeholder,
    embed_pictures,
    fill_placeholders,
    find_print_resolution,
    measure_pictures,
    unite_sizes,
)
from dungeon_designer.exports.rasterising import extract_text, replace_missing_letters
from dungeon_designer.exports.svg import write_svg
from dungeon_designer.installation import require_installation
from dungeon_designer.text.escaping import map_texts

TEMPLATE = Path(__file__).with_name("typesetting.typ")
"""The typst file. It is also given as typst's root and package folder, since nothing can lie below a file."""

_KEPT_LETTERS = "\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u202f\u2060"
"""Spaces that do not break, joiners and marks of direction: invisible, but Persian, Hindi and emoji are wrong without
them.
"""

MAX_WORD_WIDTH = 18.0
"""The width of the narrowest line of a page, in heights of its type."""

_LONG_WORD_PATTERN = re.compile(r"\S{13,}")
"""A word that may be wider than a line; words with fewer letters never are."""


_PAGE_FONTS = (PARCHMENT.title_fonts[0], PARCHMENT.label_fonts[0])
"""The fonts of pages."""


class SvgImage:
    """The text of an SVG picture. Pictures are passed to typst beside the page, by number, each picture once.

    Attributes:
        text: the SVG, with placeholders for the addresses of pictures of pixels.
        picture_sizes: how many pixels of each picture of pixels it shows.
        credits: lines that name the authors and licences of what it shows.
    """

    __slots__ = ("credits", "picture_sizes", "text")

    def __init__(self, text: str, picture_sizes: PixelSizes | None = None, credit_lines: Sequence[str] = ()) -> None:
        """Store the text of the SVG, the sizes of the pictures of pixels that it shows, and their authors."""
        self.text = text
        self.picture_sizes = picture_sizes or {}
        self.credits = credit_lines


def build_svg_image(drawing: Drawing, square_mm: float) -> SvgImage:
    """Return a drawing for a page, with squares of a width in millimetres.

    Pictures of pixels are put in when the whole document is known, so that one copy of each serves all its pages.
    """
    sizes = measure_pictures(drawing, find_print_resolution(square_mm))
    placeholders = {source: build_placeholder(source) for source in sizes}
    return SvgImage(write_svg(drawing, square_mm, pictures=placeholders), sizes, drawing.credits)


def make_breakable(text: str) -> str:
    r"""Return a text that a page can show.

    A control character becomes a space. A word that is wider than a line gets zero-width spaces for line breaks.

    >>> make_breakable('say "hi"\nnow'), make_breakable("m" * 30).split("\u200b") == ["m" * 20, "m" * 10]
    ('say "hi" now', True)
    """
    printable = "".join(letter if letter.isprintable() or letter in _KEPT_LETTERS else " " for letter in text)
    return _LONG_WORD_PATTERN.sub(lambda long_word: "\u200b".join(_split_word(long_word[0])), printable)


def _split_word(word: str) -> Iterator[str]:
    """Yield the parts of a word, each as long as fits on a line of a page in any font."""
    part, width = "", 0.0
    for letter in word:
        letter_width = max(measure_text(letter, font).width for font in _PAGE_FONTS)
        if part and width + letter_width > MAX_WORD_WIDTH:
            yield part
            part, width = "", 0.0
        part, width = part + letter, width + letter_width
    yield part


def typeset_pdf(document: object) -> bytes:
    """Return a document as PDF; a warning (MissingLetters) names letters that no bundled font has.

    While typst works, Python cannot interrupt it. So it runs in a daemon thread that ends with the process, while the
    main thread can still be stopped with Ctrl+C.

    Args:
        document: a struct or a dictionary with the fields that `typesetting.typ` reads, and pictures as `SvgImage`.
    """
    require_installation("a printed page")
    inputs = _build_inputs(document)
    results: list[Any] = []  # one element when typst has finished: the PDF, or an exception

    def keep_result() -> None:
        """Run typst, and store its result or its exception for the main thread."""
        try:
            results.append(_run_typst(inputs))
        except BaseException as error:  # raised again where somebody listens
            results.append(error)

    thread = Thread(target=keep_result, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)  # short waits, between which Python reacts to Ctrl+C
    (result,) = results
    if isinstance(result, BaseException):
        raise result
    return bytes(result)


def typeset_pngs(document: object, dpi: float) -> list[bytes]:
    """Return the pages of a document as one PNG each, with a resolution in dots per inch."""
    pictures = _run_typst(_build_inputs(document), dpi)
    return pictures if isinstance(pictures, list) else [pictures]


def _build_inputs(document: object) -> dict[str, str]:
    """Return what typst (the typesetting program) is given: the document as JSON, and its pictures by number.

    The JSON has the number of a picture in place of the picture. Letters that no bundled font has are replaced by a
    box, and a warning names them.
    """
    number_by_picture: dict[str, int] = {}
    all_sizes: list[PixelSizes] = []
    credit_lines: dict[str, None] = {}  # each once, in order

    def assign_number(svg: object) -> int:
        """Return the number by which the page refers to a picture; equal pictures have the same number."""
        assert isinstance(svg, SvgImage)  # noqa: S101  (all else on a page is known to msgspec)
        all_sizes.append(svg.picture_sizes)
        credit_lines.update(dict.fromkeys(svg.credits))
        return number_by_picture.setdefault(svg.text, len(number_by_picture))

    builtins = msgspec.to_builtins(document, enc_hook=assign_number)
    data = map_texts(builtins | {"credits": list(credit_lines)}, make_breakable)
    text = msgspec.json.encode(data).decode()
    warn_about_missing_letters("".join((text, *map(extract_text, number_by_picture))))
    addresses = embed_pictures(unite_sizes(all_sizes))
    pictures = {
        str(number): fill_placeholders(replace_missing_letters(picture), addresses)
        for picture, number in number_by_picture.items()
    }
    return {"document": replace_missing_letters(text), **pictures}


@cache
def _read_template() -> bytes:
    """Return the program in typst's language that puts a document on pages."""
    return TEMPLATE.read_bytes()


def _run_typst(inputs: dict[str, str], dpi: float | None = None) -> bytes | list[bytes]:
    """Typeset a document with typst; return a PDF, or PNGs if `dpi` is given: one as bytes, several as a list.

    Raises:
        DungeonError: if typst fails.
    """
    require_installation("a printed page")
    import typst

    compile_document: Any = typst.compile  # its declared types know no list of plain paths
    try:
        output: bytes | list[bytes] = compile_document(
            input=_read_template(),
            format="pdf" if dpi is None else "png",
            ppi=dpi,
            sys_inputs=inputs,
            root=TEMPLATE,  # a file in place of these folders: nothing can be read from them
            package_path=TEMPLATE,
            package_cache_path=TEMPLATE,
            font_paths=[str(FOLDER)],
            ignore_system_fonts=True,
            timestamp=0,  # so that the same document gives the same bytes at any time
        )
    except typst.TypstError as error:
        raise DungeonError(f"the pages could not be set: {error.message}; please report it with the file") from None
    return output

"""Pages by typst: everything from memory, the bundled fonts and no others, no clock, so that the same words and
pictures give the same bytes.

What typst reads as its own language is one constant file. What stands on the pages is data to it, and no folder or
package is there for it to read from.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from dungeon_designer.drawing.fonts import FOLDER, warn_of
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.elements import PageDocument, Svg
from dungeon_designer.exports.rasterising import boxed, words_in

TEMPLATE = Path(__file__).with_name("typesetting.typ")
"""Also the folder typst may read from, and the one its packages are in: nothing lies below a file."""


def pdf_of(document: PageDocument) -> bytes:
    """The document as PDF.

    The work is done outside Python's reach; it runs beside the main thread, which stays open to Ctrl+C. Letters that
    no bundled font has are warned of (MissingLetters).
    """
    return _beside(_inputs(document))


def pngs_of(document: PageDocument, dpi: float) -> list[bytes]:
    """The pages of a document, each as a picture of so many dots an inch."""
    made = _compiled(_inputs(document), dpi)
    return made if isinstance(made, list) else [made]


def _inputs(document: PageDocument) -> dict[str, str]:
    """The document as JSON and its pictures by number, with a box for every letter no bundled font has.

    Those letters are warned of.
    """
    numbers: dict[str, int] = {}

    def number(svg: object) -> int:
        assert isinstance(svg, Svg)  # noqa: S101  (all else on a page is known to msgspec)
        return numbers.setdefault(svg.text, len(numbers))

    text = msgspec.json.encode(document, enc_hook=number).decode()
    warn_of("".join((text, *map(words_in, numbers))))
    return {"document": boxed(text), **{str(at): boxed(svg) for svg, at in numbers.items()}}


@cache
def _template() -> bytes:
    return TEMPLATE.read_bytes()


def _compiled(inputs: Mapping[str, str], dpi: float | None = None) -> bytes | list[bytes]:
    """The document as PDF, or as PNG of a resolution: one by itself, several in a list."""
    import typst

    setting: Any = typst.compile  # its declared types know no list of plain paths
    try:
        made = setting(
            input=_template(),
            format="pdf" if dpi is None else "png",
            ppi=dpi,
            sys_inputs=dict(inputs),
            root=TEMPLATE,
            package_path=TEMPLATE,
            package_cache_path=TEMPLATE,
            font_paths=[str(FOLDER)],
            ignore_system_fonts=True,
            timestamp=0,
        )
    except typst.TypstError as error:
        raise DungeonError(f"the pages could not be set: {error.message}; please report it with the file") from None
    assert isinstance(made, bytes | list)  # noqa: S101  (no output file was named)
    return made


def _beside(inputs: Mapping[str, str]) -> bytes:
    """The same in a thread that dies with the process; what goes wrong there is raised here."""
    from threading import Thread

    made: list[bytes | list[bytes] | BaseException] = []

    def work() -> None:
        try:
            made.append(_compiled(inputs))
        except BaseException as error:  # raised again where somebody listens
            made.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    (result,) = made
    if isinstance(result, BaseException):
        raise result
    assert isinstance(result, bytes)  # noqa: S101  (one PDF holds all pages)
    return result

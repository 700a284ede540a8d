"""Pages by typst: everything from memory, the bundled fonts and no others, no clock, so that the same words and
pictures give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from dungeon_designer.drawing.fonts import FOLDER
from dungeon_designer.drawing.fonts.coverage import warn_of
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.rastering import boxed, words_in

TITLE_FONT = '("Goudy Bookletter 1911", "DejaVu Sans")'
LABEL_FONT = '("Cabin", "DejaVu Sans")'

FAR = 600.0
"""Half the room, in millimetres, that words put about a point may fill."""


def pdf_of(source: str, pictures: Mapping[str, str] | None = None, title: str = "") -> bytes:
    """The pages of a typst document as PDF; `pictures` are SVG texts that `picture` shows by name.

    The work is done outside Python's reach; it runs beside the main thread, which stays open to Ctrl+C. Letters that
    no bundled font has are warned of (MissingLetters).
    """
    return _beside(*_legible(_head(title) + source, pictures or {}))


def _legible(source: str, pictures: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A document with a box for every letter no bundled font has, which are warned of."""
    warn_of("".join((source, *map(words_in, pictures.values()))))
    return boxed(source), {name: boxed(svg) for name, svg in pictures.items()}


def png_of_page(source: str, pictures: Mapping[str, str], dpi: float) -> bytes:
    """The only page of a typst document as a picture of so many dots an inch."""
    (made,) = pngs_of(source, pictures, dpi)
    return made


def pngs_of(source: str, pictures: Mapping[str, str], dpi: float) -> list[bytes]:
    """The pages of a typst document, each as a picture of so many dots an inch."""
    made = _compiled(*_legible(_head("") + source, pictures), dpi)
    return made if isinstance(made, list) else [made]


def _head(title: str) -> str:
    return (
        f"#set document(title: {quoted(title)}, date: none)\n"
        f"#set text(font: {LABEL_FONT}, size: 10pt, hyphenate: false)\n"
    )


def _compiled(source: str, pictures: dict[str, str], dpi: float | None = None) -> bytes | list[bytes]:
    """The document as PDF, or as PNG of a resolution: one by itself, several in a list."""
    import typst

    setting: Any = typst.compile  # its declared types know no list of plain paths
    try:
        made = setting(
            input=source.encode(),
            format="pdf" if dpi is None else "png",
            ppi=dpi,
            sys_inputs=pictures,
            font_paths=[str(FOLDER)],
            ignore_system_fonts=True,
            timestamp=0,
        )
    except typst.TypstError as error:
        raise DungeonError(f"the pages could not be set: {error.message}; please report it with the file") from None
    assert isinstance(made, bytes | list)  # noqa: S101  (no output file was named)
    return made


def _beside(source: str, pictures: dict[str, str]) -> bytes:
    """The same in a thread that dies with the process; what goes wrong there is raised here."""
    from threading import Thread

    made: list[bytes | list[bytes] | BaseException] = []

    def work() -> None:
        try:
            made.append(_compiled(source, pictures))
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


def quoted(text: str) -> str:
    """The text as a typst string: none of its letters is a command.

    >>> print(quoted('say "hi" # now'))
    "say \\"hi\\" # now"
    """
    plain = "".join(letter if letter.isprintable() or letter in _KEPT else " " for letter in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_KEPT = "\u00a0\u00ad\u200b\u200c\u200d\u200e\u200f\u202f\u2060"
"""Spaces that do not break, joiners and marks of direction: unseen, but Persian, Hindi and emoji are wrong without."""


def breakable(text: str) -> str:
    """The text with places where words of more letters than a line holds may be broken, which are not seen.

    >>> breakable("x" * 50).split("\u200b") == ["x" * 40, "x" * 10]
    True
    """
    return _LONG.sub("\\g<0>\u200b", text)


_LONG = re.compile(r"\S{40}(?=\S)")


def mm(length: float) -> str:
    """A length for typst.

    >>> mm(29), mm(25.4)
    ('29mm', '25.4mm')
    """
    return f"{round(length, 4):.10g}mm"


def picture(name: str, width: float, height: float) -> str:
    """A picture of `pdf_of`, so many millimetres large."""
    return f'image(bytes(sys.inputs.at("{name}")), format: "svg", width: {mm(width)}, height: {mm(height)})'


def words(text: str, size: float, *, font: str = LABEL_FONT, colour: str = "#000000", weight: str = "regular") -> str:
    """One run of words, `size` points high."""
    paint = f'rgb("{colour}")'
    return f"text(font: {font}, size: {size:g}pt, fill: {paint}, weight: {quoted(weight)}, {quoted(text)})"


def put(x: float, y: float, what: str) -> str:
    """Something with its upper left corner so many millimetres from the page's."""
    return f"#place(top + left, dx: {mm(x)}, dy: {mm(y)}, {what})\n"


def put_on(x: float, y: float, what: str, anchor: str = "center + horizon") -> str:
    """Something whose anchor (typst's words for a place in a box) lies at a point of the page."""
    across = x if "left" in anchor else x - (2 * FAR if "right" in anchor else FAR)
    down = y - (0.0 if "top" in anchor else 2 * FAR if "bottom" in anchor else FAR)
    return put(across, down, f"box(width: {mm(2 * FAR)}, height: {mm(2 * FAR)}, align({anchor}, {what}))")


Line = tuple[float, float, float, float]
"""A straight line: x and y of its start, then of its end, in millimetres from the page's upper left corner."""


def strokes(lines: Iterable[Line], width: float, colour: str = "#000000") -> str:
    """Lines on the page, `width` millimetres thick, all in one: a page has hundreds."""
    parts = (f"curve.move(({mm(x0)}, {mm(y0)})), curve.line(({mm(x1)}, {mm(y1)}))" for x0, y0, x1, y1 in lines)
    pen = f'(thickness: {mm(width)}, paint: rgb("{colour}"))'
    return f"#place(top + left, curve(stroke: {pen}, {', '.join(parts)}))\n"


def page(width: float, height: float, content: str) -> str:
    """A page without margins."""
    return f"#page(width: {mm(width)}, height: {mm(height)}, margin: 0pt)[\n{content}]\n"

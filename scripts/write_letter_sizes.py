"""Measure the letters of the bundled fonts: `python -m scripts.write_letter_sizes`, or `make letters`.

The program reads the sizes from a file, because reading them from the fonts takes a tenth of a second. A test fails
when the file is stale.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from dungeon_designer.drawing.fonts import FOLDER, LETTER_SIZES, list_font_files

FontSizes = dict[str, Any]
"""The sizes of the letters of one font, in the font's own units.

`units` is the number of units in the height of the type; `letters` is a text of all letters. `widths`, `above` and
`below` have a number for each letter: its width, its height above the line and its depth below it.
"""


def measure_letters() -> dict[str, FontSizes]:
    """Return the sizes of all letters of each bundled font, in the units of that font."""
    return {Path(file).name: _measure_font(file) for file in list_font_files()}


def format_sizes(sizes_by_font: dict[str, FontSizes]) -> str:
    """Return the text of the JSON file of letter sizes, with one line for each list."""
    fonts = ",\n".join(_format_font(*entry) for entry in sizes_by_font.items())
    return f"{{\n{fonts}\n}}\n"


def _measure_font(file: str) -> FontSizes:
    """Return the sizes of all letters of the font in a file."""
    font: Any = TTFont(file)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    rows = [(chr(code), *_measure_letter(glyphs, name)) for code, name in sorted(names.items())]
    letters, widths, heights, depths = zip(*rows, strict=True)
    units = font["head"].unitsPerEm
    return {"units": units, "letters": "".join(letters), "widths": widths, "above": heights, "below": depths}


def _measure_letter(glyphs: Any, name: str) -> Iterator[float]:
    """Yield a letter's width, its height above the line and its depth below it, as int if it is a whole number."""
    pen: Any = BoundsPen(glyphs)  # type: ignore[no-untyped-call]
    glyphs[name].draw(pen)
    _, low, _, high = pen.bounds or (0, 0, 0, 0)
    for size in (glyphs[name].width, max(0, high), max(0, -low)):
        yield int(size) if size == int(size) else round(size, 3)


def _format_font(name: str, sizes: FontSizes) -> str:
    """Return the entry of one font in the JSON file of letter sizes, with one line for each list."""
    lists = ",\n".join(f'"{key}":{json.dumps(value, separators=(",", ":"))}' for key, value in sizes.items())
    return f'"{name}":{{\n{lists}}}'


if __name__ == "__main__":
    LETTER_SIZES.write_text(format_sizes(measure_letters()), encoding="utf-8")
    print(f"{LETTER_SIZES.relative_to(FOLDER.parents[2])} written")

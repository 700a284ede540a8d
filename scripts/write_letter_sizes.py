"""Measures the letters of the bundled fonts: `python -m scripts.write_letter_sizes`, or `make letters`.

The program reads the sizes from a file, because reading them from the fonts takes a tenth of a second. A test says when
the file is stale.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from dungeon_designer.drawing.fonts import FOLDER, LETTER_SIZES, font_files

Sizes = dict[str, Any]
"""Of one font: `units` in a height of its type, `letters`, and of each how broad, how high and how deep it is."""


def measure_letters() -> dict[str, Sizes]:
    """Return the sizes of all letters of each bundled font, in the units of that font."""
    return {Path(file).name: _measure_font(file) for file in font_files()}


def format_sizes(measured: dict[str, Sizes]) -> str:
    """Return the text of the file, a line for each list."""
    fonts = ",\n".join(_format_font(*each) for each in measured.items())
    return f"{{\n{fonts}\n}}\n"


def _measure_font(file: str) -> Sizes:
    font: Any = TTFont(file)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    rows = [(chr(code), *_measure_letter(glyphs, name)) for code, name in sorted(names.items())]
    letters, widths, above, below = zip(*rows, strict=True)
    units = font["head"].unitsPerEm
    return {"units": units, "letters": "".join(letters), "widths": widths, "above": above, "below": below}


def _measure_letter(glyphs: Any, name: str) -> Iterator[float]:
    """Yield the width of a letter, its height above the line and its depth below it; whole numbers where they are."""
    pen: Any = BoundsPen(glyphs)  # type: ignore[no-untyped-call]
    glyphs[name].draw(pen)
    _, low, _, high = pen.bounds or (0, 0, 0, 0)
    for size in (glyphs[name].width, max(0, high), max(0, -low)):
        yield int(size) if size == int(size) else round(size, 3)


def _format_font(name: str, sizes: Sizes) -> str:
    lists = ",\n".join(f'"{key}":{json.dumps(value, separators=(",", ":"))}' for key, value in sizes.items())
    return f'"{name}":{{\n{lists}}}'


if __name__ == "__main__":
    LETTER_SIZES.write_text(format_sizes(measure_letters()), encoding="utf-8")
    print(f"{LETTER_SIZES.relative_to(FOLDER.parents[2])} written")

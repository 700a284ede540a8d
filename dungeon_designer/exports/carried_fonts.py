"""Fonts that travel in a file: of each font the letters that stand there and no others, as CSS.

A browser then letters a map as it was drawn, wherever it is opened. Readers that know no `@font-face` take the families
every text names.
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any

from dungeon_designer.drawing.fonts import FALLBACK, FALLBACK_FAMILY, FILES, FOLDER, file_of, letters_in
from dungeon_designer.drawing.shapes import Drawing, Text
from dungeon_designer.text.escaping import without_controls

Face = tuple[str, bool]
"""A font's name, and whether it is bold."""

_OTHERS = (FALLBACK_FAMILY, False)
"""The face of letters that the first one lacks."""


def letters_of(drawing: Drawing) -> dict[Face, set[str]]:
    """Return the letters of a drawing by the face they come from."""
    found: dict[Face, set[str]] = defaultdict(set)
    shapes = [group.shapes for layer in drawing.layers for group in layer.groups]
    for shape in (each for some in (*shapes, *(symbol.shapes for symbol in drawing.symbols)) for each in some):
        if type(shape) is Text:
            fonts = drawing.title_fonts if shape.font == "title" else drawing.label_fonts
            words, whole = without_controls(shape.text), without_controls(shape.whole)
            other = file_of(whole or words, fonts[0], shape.bold) == FALLBACK
            found[_OTHERS if other else (fonts[0], shape.bold)].update(words)
    return found


def carried(letters: Mapping[Face, Iterable[str]]) -> str:
    """CSS that gives a page the faces and letters named, in an order that does not depend on theirs.

    What a face lacks comes from the font of all other letters; what that lacks, too, is left to the reader's fonts.
    Where a face has letters it has the blank, too: a browser measures lines by the first font that has it.
    """
    rules, left = list[str](), set(letters.get(_OTHERS, ()))
    for face in sorted(letters.keys() - {_OTHERS}):
        rule, lacking = _rule(*face, FILES[face], frozenset({*letters[face], " "}))
        rules.append(rule)
        left |= lacking
    return "".join((*rules, _rule(*_OTHERS, FALLBACK, frozenset(left))[0] if left else ""))


@lru_cache(maxsize=64)
def _rule(name: str, bold: bool, file: str, letters: frozenset[str]) -> tuple[str, frozenset[str]]:
    """The rule for one face, and the letters it lacks; its range lets two maps in one page each bring their own."""
    held = sorted(letters & letters_in(file))
    if not held:
        return "", letters
    kept, weight = ",".join(f"U+{ord(letter):X}" for letter in held), "bold" if bold else "normal"
    source = f"url(data:font/otf;base64,{b64encode(_cut(file, ''.join(held))).decode()})"
    rule = f'@font-face{{font-family:"{name}";font-weight:{weight};unicode-range:{kept};src:{source}}}'
    return rule, letters.difference(held)


def _cut(file: str, letters: str) -> bytes:
    """A font with some letters alone; no clock, so that the same letters give the same bytes.

    How letters join is kept for scripts that need it; kerning is not, for it would take longer than all else.
    """
    from fontTools import subset

    make: Any = subset

    options = make.Options(hinting=False, glyph_names=False, recalc_timestamp=False, desubroutinize=True)
    options.drop_tables += ["FFTM", "MATH", "kern"]
    if file != FALLBACK:
        options.layout_features, options.name_IDs = [], [1, 2]
        options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    font = make.load_font(BytesIO((FOLDER / file).read_bytes()), options, lazy=True)
    cutter = make.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    made = BytesIO()
    font.save(made, reorderTables=False)
    return made.getvalue()

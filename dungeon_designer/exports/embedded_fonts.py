"""Embed fonts in a file as CSS: of each font only the letters that the file shows.

A browser then shows a map's text as it was drawn, on any computer. Readers that do not know `@font-face` use the font
families that every text names.
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any

from dungeon_designer.drawing.fonts import FALLBACK, FALLBACK_FAMILY, FILE_BY_FONT, FOLDER, find_font_file, list_letters
from dungeon_designer.drawing.shapes import Drawing, Text
from dungeon_designer.text.escaping import replace_control_characters

Face = tuple[str, bool]
"""A font's name, and whether it is bold."""

_FALLBACK_FACE = (FALLBACK_FAMILY, False)
"""The face for letters that the first face lacks."""


def find_letters(drawing: Drawing) -> dict[Face, set[str]]:
    """Return the letters in a drawing, grouped by the font face that shows them."""
    letters: dict[Face, set[str]] = defaultdict(set)
    for text in _list_texts(drawing):
        fonts = drawing.title_fonts if text.font == "title" else drawing.label_fonts
        line = replace_control_characters(text.text)
        full_text = replace_control_characters(text.full_text) or line  # of which the line is a part
        needs_fallback = find_font_file(full_text, fonts[0], text.bold) == FALLBACK
        letters[_FALLBACK_FACE if needs_fallback else (fonts[0], text.bold)].update(line)
    return letters


def _list_texts(drawing: Drawing) -> list[Text]:
    """Return every text in a drawing: in its layers, and in the symbols that it uses."""
    shapes = [shape for layer in drawing.layers for group in layer.groups for shape in group.shapes]
    shapes += [shape for symbol in drawing.symbols for shape in symbol.shapes]
    return [shape for shape in shapes if type(shape) is Text]


def build_font_css(letters: Mapping[Face, Iterable[str]]) -> str:
    """Return CSS that embeds the given letters of the given faces; the result does not depend on their order.

    Letters that a face lacks are taken from the fallback font. Letters that the fallback font lacks, too, are left to
    the reader's own fonts. Every embedded face also has the blank, because a browser measures lines by the first font
    that has it.
    """
    rules, missing = list[str](), set(letters.get(_FALLBACK_FACE, ()))
    for face in sorted(letters.keys() - {_FALLBACK_FACE}):
        css, lacking_letters = _build_face_rule(*face, FILE_BY_FONT[face], frozenset({*letters[face], " "}))
        rules.append(css)
        missing |= lacking_letters
    return "".join((*rules, _build_face_rule(*_FALLBACK_FACE, FALLBACK, frozenset(missing))[0] if missing else ""))


@lru_cache(maxsize=64)
def _build_face_rule(name: str, bold: bool, file: str, letters: frozenset[str]) -> tuple[str, frozenset[str]]:
    """Return the CSS rule that embeds letters of one face, and the letters that the face lacks.

    The rule is '' if the face has none of the letters. Its `unicode-range` allows two maps on one page to embed
    different letters of the same face.

    Args:
        name: the name of the font family.
        bold: whether the face is bold.
        file: the font file.
        letters: the letters to embed.
    """
    available = sorted(letters & list_letters(file))
    if not available:
        return "", letters
    ranges, weight = ",".join(f"U+{ord(letter):X}" for letter in available), "bold" if bold else "normal"
    source = f"url(data:font/otf;base64,{b64encode(_reduce_font(file, ''.join(available))).decode()})"
    rule = f'@font-face{{font-family:"{name}";font-weight:{weight};unicode-range:{ranges};src:{source}}}'
    return rule, letters.difference(available)


def _reduce_font(file: str, letters: str) -> bytes:
    """Return the bytes of a font file that has only the given letters.

    The result has no timestamp, so that the same letters give the same bytes.

    Rules for joining letters are kept for the fallback font, whose scripts need them. Kerning is dropped, because it
    would take longer than everything else.
    """
    from fontTools import subset

    subsetter_module: Any = subset  # fontTools declares no types

    options = subsetter_module.Options(hinting=False, glyph_names=False, recalc_timestamp=False, desubroutinize=True)
    options.drop_tables += ["FFTM", "MATH", "kern"]
    if file != FALLBACK:
        options.layout_features, options.name_IDs = [], [1, 2]
        options.drop_tables += ["GDEF", "GPOS", "GSUB"]
    font = subsetter_module.load_font(BytesIO((FOLDER / file).read_bytes()), options, lazy=True)
    subsetter = subsetter_module.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    output = BytesIO()
    font.save(output, reorderTables=False)
    return output.getvalue()

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
    """Return the letters in a drawing, grouped by the face that shows them: a font's name, and whether it is bold.

    A text of which the font lacks a letter is shown in the fallback font as a whole.
    """
    letters: dict[Face, set[str]] = defaultdict(set)
    for text in _list_texts(drawing):
        font, *_ = drawing.title_fonts if text.font == "title" else drawing.label_fonts  # the preferred one is first
        line = replace_control_characters(text.text)
        full_text = replace_control_characters(text.full_text) or line  # of which the line is a part
        needs_fallback = find_font_file(full_text, font, text.bold) == FALLBACK
        letters[_FALLBACK_FACE if needs_fallback else (font, text.bold)].update(line)
    return letters


def _list_texts(drawing: Drawing) -> list[Text]:
    """Return every text in a drawing: in its layers, and in the symbols that it uses."""
    shapes = [shape for layer in drawing.layers for group in layer.groups for shape in group.shapes]
    shapes += [shape for symbol in drawing.symbols for shape in symbol.shapes]
    return [shape for shape in shapes if type(shape) is Text]


def build_font_css(letters: Mapping[Face, Iterable[str]]) -> str:
    """Return CSS that embeds the given letters of the given faces; the result does not depend on their order.

    A face is a font's name, and whether it is bold. Letters that a face lacks are taken from the fallback font. Letters
    that the fallback font lacks, too, are left to the reader's own fonts. Every embedded face also has the blank,
    because a browser measures lines by the first font that has it; this includes the fallback font, which is the first
    font of a text that is shown in it as a whole.
    """
    rules: list[str] = []
    fallback_letters = set(letters.get(_FALLBACK_FACE, ()))
    for face in sorted(letters.keys() - {_FALLBACK_FACE}):
        name, is_bold = face
        rule, lacking_letters = _build_face_rule(name, is_bold, FILE_BY_FONT[face], frozenset({*letters[face], " "}))
        rules.append(rule)
        fallback_letters |= lacking_letters
    if fallback_letters & list_letters(FALLBACK):  # not for the blank alone
        name, is_bold = _FALLBACK_FACE
        rule, _ = _build_face_rule(name, is_bold, FALLBACK, frozenset({*fallback_letters, " "}))
        rules.append(rule)
    return "".join(rules)


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
    font_data = b64encode(_reduce_font(file, "".join(available))).decode()
    source = f"url(data:font/otf;base64,{font_data})"
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

    # fonts of few letters are smaller without subroutines, the pieces of outline that letters share (desubroutinize)
    options = subsetter_module.Options(hinting=False, glyph_names=False, recalc_timestamp=False, desubroutinize=True)
    # tables of a font: of its editor, of formulas, and of kerning
    options.drop_tables += ["FFTM", "MATH", "kern"]
    if file != FALLBACK:
        family_and_style = [1, 2]
        options.layout_features, options.name_IDs = [], family_and_style
        options.drop_tables += ["GDEF", "GPOS", "GSUB"]  # the tables with rules for joining letters
    font = subsetter_module.load_font(BytesIO((FOLDER / file).read_bytes()), options, lazy=True)
    subsetter = subsetter_module.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    output = BytesIO()
    font.save(output, reorderTables=False)
    return output.getvalue()

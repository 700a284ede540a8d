"""The sizes of letters, which all words are measured by."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dungeon_designer.drawing.fonts import FALLBACK, LETTER_SIZES, find_font_file, measure_text
from scripts.write_letter_sizes import format_sizes, measure_letters


def test_the_sizes_are_those_of_the_fonts() -> None:
    """The file says of every letter what its font says; `python -m scripts.write_letter_sizes` makes it anew."""
    assert LETTER_SIZES.read_text(encoding="utf-8") == format_sizes(measure_letters())


def test_no_font_is_opened_to_measure() -> None:
    """Words are measured without fontTools, whose import takes a tenth of a second."""
    code = "import sys; from dungeon_designer.drawing.fonts import measure_text; measure_text('Łódź', 'Cabin')"
    code += "; assert 'fontTools' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("words", ["Łódź", "Ελλάδα", "Подземелье", "A → B"])
def test_words_with_a_letter_that_the_font_lacks_are_measured_in_the_other(words: str) -> None:
    """All words of such a text, and every line of it, have the letters of one font."""
    assert find_font_file(words, "Cabin") == FALLBACK
    assert measure_text("Hall", "Cabin", whole=words) == measure_text("Hall", "Goudy Bookletter 1911", whole=words)
    assert measure_text("Hall", "Cabin", whole=words).width > measure_text("Hall", "Cabin").width


def test_accents_and_joiners_take_no_room() -> None:
    """A mark on a letter is as broad as the letter alone, where no font has it."""
    assert measure_text("a\U0001d167", "Cabin").width == measure_text("a", "Cabin", whole="\U0001d167").width

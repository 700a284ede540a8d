"""Names and notes as people really write them: other alphabets, very long ones, none at all, signs that command."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication, QRawFont

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.fonts import MissingLetters, find_missing_letters, list_font_files, list_letter_codes
from dungeon_designer.exports import exporters
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.markdown_pack import write_pack_markdown
from dungeon_designer.exports.pack.pack_model import Pack
from dungeon_designer.exports.pack.pack_pages import write_pack_pdf
from dungeon_designer.layout.model import Layout, Waiver
from dungeon_designer.text.pack_part import PackPart
from tests.drawing import boards

from . import pages
from .test_pack import make_chapter

SIGNS = '#panic() $x$ *b* _i_ <lab> @ref `code` [a](b) {c} \\\\ // /* &amp; ~ = "q" %'
LONG = "The Extraordinarily Long and Winding Halls of the Seven Forgotten Kings beneath the Mountain of " * 2
UNBROKEN = "Donaudampfschifffahrtsgesellschaftskapitaen" * 5
OPTIONS = ExportOptions(DrawingOptions(theme="contrast", title=True, section_names=True))


_BOX = re.compile(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<')


def make_named_dungeon(words: str) -> Layout:
    """Return a dungeon with words wherever words can stand."""
    sections = tuple(replace(section, name=words) for section in boards.CROWN.sections)
    waivers = (Waiver(rule="square-count", reason=words),)
    return replace(boards.CROWN, name=words, author=words, notes=words, sections=sections, waivers=waivers)


def make_pack(layout: Layout, folder: Path, options: ExportOptions = OPTIONS) -> Path:
    """Return a pack of one dungeon."""
    file = folder / "pack.pdf"
    table = PackPart("t", head=("a",), rows=((layout.name,),))
    pack = Pack(layout.name or "Cup", layout.author, layout.notes, (make_chapter(layout, ""),), parts=(table,))
    file.write_bytes(write_pack_pdf(pack, options))
    return file


def read_words(pdf: Path) -> str:
    """Return all words of a document, the invisible places to break them left out."""
    return " ".join(
        " ".join(pages.text(pdf, n) for n in range(1, pages.count_pages(pdf) + 1)).replace("\u200b", "").split()
    )


def test_signs_are_words(tmp_path: Path) -> None:
    """Words that would be a command to typst, HTML or Markdown stand as written in every document."""
    layout = make_named_dungeon(SIGNS)
    assert read_words(make_pack(layout, tmp_path)).count("#panic() $x$ *b*") >= 5
    file = tmp_path / "sheets.pdf"
    file.write_bytes(exporters.export_board(build_board(layout), ".pdf", ExportOptions(OPTIONS.drawing, fitted=False)))
    assert "#panic() $x$ *b* _i_ <lab> @ref `code`" in read_words(file)
    text = write_pack_markdown(Pack(SIGNS, "", SIGNS, (make_chapter(layout, ""),))).decode()
    assert not re.search(r"(?<!\\)[*_`<\[]", text.partition("\n")[0])
    page = exporters.export_board(build_board(replace(layout, notes="<script>alert(1)</script>")), ".html").decode()
    assert "<script>alert" not in page
    assert "<lab>" not in page


@pytest.mark.parametrize("name", [LONG, UNBROKEN], ids=["many words", "one word"])
@pytest.mark.parametrize("fitted", [True, False], ids=["document", "to scale"])
def test_long_names_stay_on_the_page(name: str, fitted: bool, tmp_path: Path) -> None:
    """No word of a pack or a print runs off the paper, however long the names are, and no name is cut short."""
    drawing = DrawingOptions(theme="contrast")  # names of sections go on from sheet to sheet
    file = make_pack(make_named_dungeon(name), tmp_path, ExportOptions(drawing, fitted=fitted, paper="A3"))
    assert name.strip().replace(" ", "") in read_words(file).replace(" ", "")
    drawn = pages.run_poppler("pdftotext", "-bbox", file, "-")
    for page in drawn.split("<page ")[1:]:
        width, height = map(float, re.findall(r'width="([\d.]+)" height="([\d.]+)"', page)[0])
        for left, top, right, low, word in _BOX.findall(page):
            if word in ("HOME", "AWAY"):  # these, too, go on from sheet to sheet
                continue
            assert float(left) >= 0, page[:80]
            assert float(right) <= width
            assert float(top) >= 0
            assert float(low) <= height


def test_long_names_take_no_page_of_their_own(tmp_path: Path) -> None:
    """A name of four lines makes the map smaller; the map stays on the page of its name."""
    short, long = (pages.count_pages(make_pack(replace(boards.ENGINE, name=name), tmp_path)) for name in ("x", LONG))
    assert short == long


def test_many_notes_flow_over_pages(tmp_path: Path) -> None:
    """Notes of any length are told whole, from the first to the last."""
    notes = "\n\n".join(f"Note {number} of many." for number in range(1, 121))
    words = read_words(make_pack(replace(boards.ENGINE, notes=notes), tmp_path))
    assert all(f"Note {number} of many." in words for number in range(1, 121))


def test_a_dungeon_without_a_name_is_printed(tmp_path: Path) -> None:
    """A document says in words that a dungeon and its file have no name."""
    nameless = replace(boards.ENGINE, name="", author="", notes="")
    assert "A dungeon without a name" in read_words(make_pack(nameless, tmp_path))
    file = tmp_path / "sheets.pdf"
    file.write_bytes(exporters.export_board(build_board(nameless), ".pdf", ExportOptions(fitted=False)))
    assert "A dungeon without a name" in read_words(file)


def test_we_know_which_letters_the_fonts_have(qapp: QGuiApplication) -> None:
    """Qt, which reads fonts by itself, finds the same letters in them as we do."""
    fonts = [QRawFont(file, 12.0) for file in list_font_files()]
    alphabet = [*range(0x20, 0x3000, 7), *range(0x4E00, 0x9FFF, 331), *range(0xA000, 0x1FB00, 97)]
    theirs = {letter for letter in alphabet if any(font.supportsCharacter(letter) for font in fonts)}
    assert theirs == list_letter_codes().intersection(alphabet)


@pytest.mark.parametrize("ending", [".pdf", ".png"])
def test_missing_letters_are_told_once(ending: str) -> None:
    """A name in letters that no bundled font has is warned of, once for all of them, by those letters."""
    options = ExportOptions(DrawingOptions(title=True), dpi=20)
    with pytest.warns(MissingLetters, match="no 下 地 宮 迷 🐉:") as caught:
        exporters.export_board(build_board(replace(boards.ENGINE, name="地下迷宮 🐉 地下")), ending, options)
    assert len(caught) == 1


@pytest.mark.parametrize("name", ["Łódź Grüße", "Подземелье", "Κρύπτη", "קריפטה", "القبو", "می‌خواهم"])
def test_letters_we_have_are_not_warned_of(name: str, tmp_path: Path) -> None:
    """European, Hebrew, Arabic and Persian names are lettered with the bundled fonts, joiners kept."""
    assert find_missing_letters(name) == ""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        file = tmp_path / "x.pdf"
        file.write_bytes(
            exporters.export_board(build_board(replace(boards.ENGINE, name=name)), ".pdf", ExportOptions(fitted=False))
        )
    assert all("DejaVu" in font or "Goudy" in font or "Cabin" in font for font, _ in pages.list_fonts(file))


@pytest.mark.parametrize("ending", [".svg", ".html"])
def test_pictures_for_browsers_keep_every_letter(ending: str) -> None:
    """SVG and HTML are lettered by whoever opens them: the letters stand in the file, and nothing is warned of."""
    page = exporters.export_board(build_board(make_named_dungeon("地下 🐉")), ending, OPTIONS).decode()
    assert page.count("地下 🐉") >= 2

"""Pages are set by typst from one constant file: nothing that somebody wrote is ever read as its language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports import typesetting
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.pack_model import Pack
from dungeon_designer.exports.pack.pack_pages import write_pack_pdf
from dungeon_designer.exports.papers import Paper
from dungeon_designer.exports.printed_pages import CentredText, Pages, PrintedPage
from dungeon_designer.exports.printouts import PrintSubject, build_printout
from dungeon_designer.layout.model import Layout, Trap, TrapKind
from dungeon_designer.tiles.library import load_library
from tests.drawing import boards
from tests.soak import count, sample, soak

from . import pages
from .test_pack import make_chapter

READS = (
    'x", default: "<svg viewBox=\'0 0 1 1\' xmlns=\'http://www.w3.org/2000/svg\'/>")), format: "svg"), '
    '[#read("secret.txt")], image(bytes(sys.inputs.at("map-0'
)
"""What once read a file of the folder into the organiser's pack, when it was said of what lies below a trapdoor."""

HIDDEN = ExportOptions(DrawingOptions(theme="ink", hidden=True))

Call = dict[str, Any]


def make_trapped_dungeon(below: str) -> Layout:
    """Return a dungeon with a trapdoor over something."""
    return replace(boards.CROWN, traps=(Trap(kind=TrapKind.TRAPDOOR, at=(3, 3), below=below),))


def make_pack(below: str) -> bytes:
    """Return the organiser's pack of a dungeon with a trapdoor."""
    return write_pack_pdf(Pack("Cup", "", "", (make_chapter(make_trapped_dungeon(below), ""),), organiser=True), HIDDEN)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """All that typst is asked, as it is asked."""
    asked: list[Call] = []
    setting = typst.compile

    def heard(**call: Any) -> Any:
        asked.append(call)
        return setting(**call)

    monkeypatch.setattr(typst, "compile", heard)
    return asked


def read_words(pdf: bytes, folder: Path) -> str:
    """Return all words of a document, the places where they may be broken left out."""
    file = folder / "words.pdf"
    file.write_bytes(pdf)
    told = " ".join(pages.text(file, number) for number in range(1, pages.count_pages(file) + 1))
    return " ".join(told.replace("\u200b", "").split())


def test_what_lies_below_reads_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words about a trapdoor cannot read a file of the folder into the organiser's pack."""
    monkeypatch.chdir(tmp_path)
    Path("secret.txt").write_text("TOP SECRET 4711")
    told = read_words(make_pack(READS), tmp_path)
    assert "4711" not in told
    assert '[#read("secret.txt")]' in told


@soak
@pytest.mark.parametrize("below", sample(['the "pit"', "a\\b", "#panic()", "]", '"))', "$", "*/ /* //"], 3))
def test_what_lies_below_is_told_as_it_was_written(below: str, tmp_path: Path) -> None:
    """Quotes and signs in what lies below a trapdoor stand in the organiser's pack."""
    assert f"trapdoor 1x1 over {below}" in read_words(make_pack(below), tmp_path)


PRINTS: dict[str, Callable[[Layout], object]] = {
    "pack": lambda layout: write_pack_pdf(Pack("Cup", layout.name, layout.name, (make_chapter(layout, ""),)), HIDDEN),
    "pack to scale": lambda layout: write_pack_pdf(
        Pack("Cup", "", "", (make_chapter(layout, ""),)), ExportOptions(HIDDEN.drawing, fitted=False)
    ),
    **{
        subject.value: lambda layout, subject=subject: build_printout(
            subject, build_board(layout, load_library()), HIDDEN
        ).write_pdf()
        for subject in (PrintSubject.SHEETS, PrintSubject.PAGE, PrintSubject.PIECES)
    },
    "a page to look at": lambda layout: build_printout(
        PrintSubject.PAGE, build_board(layout, load_library()), HIDDEN
    ).write_png(0, 20),
}


@pytest.mark.parametrize("print_", PRINTS.values(), ids=PRINTS)
def test_typst_reads_one_constant_file(print_: Callable[[Layout], object], calls: list[Call]) -> None:
    """Whatever is printed, typst is given the same source, no folder to read from and no packages."""
    print_(replace(make_trapped_dungeon("UNLIKELY"), name="UNLIKELY", author="UNLIKELY"))
    (call,) = calls
    assert call["input"] == typesetting.TEMPLATE.read_bytes()
    assert call["root"] == call["package_path"] == call["package_cache_path"] == typesetting.TEMPLATE
    assert all(name == "document" or name.isdecimal() for name in call["sys_inputs"])


def test_the_constant_file_reads_and_evaluates_nothing() -> None:
    """The source has no function that reads a file or a package, or evaluates words."""
    source = typesetting.TEMPLATE.read_text()
    code = "\n".join(line for line in source.splitlines() if not line.startswith("//"))
    for word in ("read(", "eval(", "import", "include", "plugin(", "csv(", "yaml(", "toml(", "xml(", "bibliography("):
        assert word not in code
    assert code.count("json(") == code.count("json(bytes(sys.inputs.document))") == 1
    assert (
        code.count("image(")
        == code.count("image(bytes(sys.inputs.at(") + code.count("image(\n  bytes(sys.inputs.at(")
        == 2
    )


@pytest.mark.parametrize(
    "source",
    ['#read("secret.txt")', '#read("../secret.txt")', '#image("/secret.txt")', '#import "@local/x:1.0.0": y'],
)
def test_typst_could_read_no_file(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were some words read as typst's language after all, no file of the folder and no package could be read."""
    monkeypatch.chdir(tmp_path)
    Path("secret.txt").write_text("TOP SECRET 4711")
    monkeypatch.setattr(typesetting, "_read_template", source.encode)
    with pytest.raises(DungeonError, match="could not be set"):
        typesetting.typeset_pdf(Pages("", ()))


def test_a_picture_travels_once(calls: list[Call]) -> None:
    """Pieces that look alike are one picture in the document, however many are printed."""
    build_printout(PrintSubject.PIECES, build_board(boards.CROWN, load_library()), HIDDEN).write_pdf()
    pictures = [svg for name, svg in calls[0]["sys_inputs"].items() if name != "document"]
    assert len(pictures) == len(set(pictures))


WORDS = st.text(st.characters(categories=("Lu", "Ll", "Nd", "P", "S", "Zs"), max_codepoint=0x17F), min_size=1)


@soak
@settings(max_examples=count(13, 2000), deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=20))
def test_any_words_are_words(tmp_path_factory: pytest.TempPathFactory, written: list[str]) -> None:
    """Whatever is written stands on the page, letter by letter."""
    lines = [f"|{line}|" for line in written]
    texts = tuple(CentredText(text=line, x=500, y=5 + 6 * at, size=4) for at, line in enumerate(lines))
    pdf = typesetting.typeset_pdf(Pages(written[0], (PrintedPage(Paper("", 1000, 300), texts=texts),)))
    shown = read_words(pdf, tmp_path_factory.getbasetemp())
    assert "".join("".join(lines).split()) in "".join(shown.split()), "a space of any kind is told as a plain one"

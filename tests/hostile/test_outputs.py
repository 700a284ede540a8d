"""Whatever words a stranger's files hold, in every output they are words, and an output is built as it always is."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from dungeon_designer.cli.main import COMMANDS, run_program
from dungeon_designer.exports.exporters import EXPORTERS
from dungeon_designer.playtest.series import PortionPlayer
from dungeon_designer.reports.report_formats import REPORT_FORMATS
from tests.playtest.once import play_once
from tests.soak import FULL, sample, soak

from . import readers
from .codes import CONTROL, SECRET, SEEN, UNSEEN, Words
from .folder import Folder, list_every_field
from .readers import Read, Reader

MARKS = ["--hidden", "--title", "--legend", "--section-names", "--findings", "--ruleset", "house.toml"]
FEW_DUNGEONS = ["--count", "1", "-o", "proposed", "--jobs", "1"]
FEW_GAMES = ["--games", "4", "--teams", "balanced", "--jobs", "1"]


class Output(NamedTuple):
    """A call of the program, the file it writes (standard output where it is none), and who reads that."""

    arguments: Sequence[str]
    reader: Reader
    file: str = ""


def _render(file: str, reader: Reader, *more: str) -> Output:
    return Output(["render", "DUNGEON", "-o", file, *more], reader, file)


def _make_printed_case(reader: Reader, *arguments: str) -> Output:
    return Output(arguments, reader)


OUTPUTS = {
    "svg": _render("map.svg", readers.read_svg, *MARKS),
    "svg of the sketch": Output(["render", "SKETCH", "-o", "map.svg", *MARKS], readers.read_svg, "map.svg"),
    "html": _render("map.html", readers.read_html, *MARKS),
    "png": _render("map.png", readers.read_png, *MARKS, "--pixels-per-square", "8"),
    "solids": _render("map.stl.zip", readers.read_solids),
    "tts": _render("map.tts.json", readers.read_json),
    "pdf": _render("map.pdf", readers.read_pdf, *MARKS),
    "pdf sheets": _render("sheets.pdf", readers.read_pdf, *MARKS, "--square", "29mm"),
    "pdf pieces": _render("pieces.pdf", readers.read_pdf, "--pieces", "--hidden"),
    "pdf laid tiles": _render("laid.pdf", readers.read_pdf, "--laid-tiles"),
    "pdf tiles": Output(["render", "--tiles", "tiles", "-o", "set.pdf"], readers.read_pdf, "set.pdf"),
    "check text": _make_printed_case(readers.read_lines, "check", "DUNGEON", "SKETCH"),
    "check brief": _make_printed_case(readers.read_lines, "check", "DUNGEON", "SKETCH", "--brief"),
    "check all": _make_printed_case(readers.read_lines, "check", "DUNGEON", "--ruleset", "all"),
    "check season": _make_printed_case(readers.read_lines, "check", "dice.toml"),
    "check json": _make_printed_case(readers.read_json, "check", "DUNGEON", "SKETCH", "--format", "json"),
    "check sarif": _make_printed_case(readers.read_json, "check", "DUNGEON", "SKETCH", "--format", "sarif"),
    "check junit": _make_printed_case(readers.read_xml, "check", "DUNGEON", "SKETCH", "--format", "junit"),
    "check github": _make_printed_case(readers.read_workflow, "check", "DUNGEON", "SKETCH", "--format", "github"),
    "check markdown": _make_printed_case(readers.read_markdown, "check", "DUNGEON", "SKETCH", "--format", "markdown"),
    "analyse text": _make_printed_case(readers.read_lines, "analyse", "DUNGEON", "SKETCH"),
    "analyse json": _make_printed_case(readers.read_json, "analyse", "DUNGEON", "SKETCH", "--format", "json"),
    "analyse markdown": _make_printed_case(
        readers.read_markdown, "analyse", "DUNGEON", "SKETCH", "--format", "markdown"
    ),
    "playtest text": _make_printed_case(readers.read_lines, "playtest", "DUNGEON", "SKETCH", *FEW_GAMES),
    "playtest json": _make_printed_case(
        readers.read_json, "playtest", "DUNGEON", "SKETCH", "--format", "json", *FEW_GAMES
    ),
    "playtest markdown": _make_printed_case(
        readers.read_markdown, "playtest", "DUNGEON", "SKETCH", "--format", "markdown", *FEW_GAMES
    ),
    "generate": _make_printed_case(
        readers.read_lines, "generate", "--ruleset", "house.toml", "--time", "1s", *FEW_DUNGEONS
    ),
    "vary": _make_printed_case(readers.read_lines, "vary", "DUNGEON", "-o", "varied", "--count", "1"),
    "pack pdf": Output(
        ["pack", "dice.toml", "-o", "pack.pdf", "--hidden", "--paper", "A0"], readers.read_pdf_with_tables, "pack.pdf"
    ),
    "pack to scale": Output(
        ["pack", "rounds.toml", "-o", "scale.pdf", "--hidden", "--paper", "A0", "--square", "29mm"],
        readers.read_pdf_with_tables,
        "scale.pdf",
    ),
    "pack pages": Output(["pack", "rounds.toml", "-o", "pages/", "--hidden"], readers.index, "pages/index.html"),
    "publish": Output(["publish", "rounds.toml", "-o", "public"], readers.index, "public/index.html"),
    "pack markdown": Output(["pack", "rounds.toml", "-o", "pack.md", "--hidden"], readers.read_markdown, "pack.md"),
    "board": Output(["convert", "DUNGEON", "a.board.json"], readers.read_json, "a.board.json"),
    "tiled": Output(["convert", "DUNGEON", "a.tmx"], readers.read_xml, "a.tmx"),
    "tiled json": Output(["convert", "DUNGEON", "a.tmj"], readers.read_json, "a.tmj"),
    "vtt": _render("map.uvtt", readers.read_json, "--pixels-per-square", "5"),
    "layout": _make_printed_case(readers.read_json, "convert", "DUNGEON", "-", "--to", "layout"),
    "sketch": _make_printed_case(readers.load_sketch, "convert", "DUNGEON", "-", "--to", "sketch"),
    "sketch of the sketch": _make_printed_case(readers.load_sketch, "convert", "SKETCH", "-", "--to", "sketch"),
    "diff text": _make_printed_case(readers.read_lines, "diff", "DUNGEON", "SKETCH"),
    "diff json": _make_printed_case(readers.read_json, "diff", "DUNGEON", "SKETCH", "--format", "json"),
    "diff markdown": _make_printed_case(readers.read_markdown, "diff", "DUNGEON", "SKETCH", "--format", "markdown"),
    "stock text": _make_printed_case(readers.read_lines, "stock", "DUNGEON", "SKETCH"),
    "stock csv": _make_printed_case(readers.read_table, "stock", "DUNGEON", "SKETCH", "--format", "csv"),
    "stock json": _make_printed_case(readers.read_json, "stock", "DUNGEON", "SKETCH", "--format", "json"),
    "explain": _make_printed_case(readers.read_lines, "explain", "tile-supply", "--ruleset", "house.toml"),
    "explain markdown": _make_printed_case(
        readers.read_markdown, "explain", "tile-supply", "--ruleset", "house.toml", "--format", "markdown"
    ),
    "explain json": _make_printed_case(
        readers.read_json, "explain", "tile-supply", "--ruleset", "house.toml", "--format", "json"
    ),
    "rules": _make_printed_case(readers.read_lines, "rules", "--ruleset", "house.toml"),
    "rules json": _make_printed_case(readers.read_json, "rules", "--ruleset", "house.toml", "--format", "json"),
    "tiles": _make_printed_case(readers.read_lines, "tiles", "--tiles", "tiles"),
    "tiles json": _make_printed_case(readers.read_json, "tiles", "--tiles", "tiles", "--format", "json"),
    "themes": _make_printed_case(readers.read_lines, "themes", "look.toml"),
    "roll": _make_printed_case(readers.read_lines, "roll", "dice.toml", "--dice", "1"),
    "roll json": _make_printed_case(readers.read_json, "roll", "dice.toml", "--dice", "1", "--format", "json"),
    "placed": Output(
        ["place", "SKETCH", "--only", "balls", "-o", "placed.dungeon.yaml"], readers.load_sketch, "placed.dungeon.yaml"
    ),
    "placed layout": _make_printed_case(readers.read_json, "place", "DUNGEON", "--only", "balls", "-o", "-"),
    "mended": _make_printed_case(readers.read_source, "check", "DUNGEON", "SKETCH", "--fix-all"),
    "not there": _make_printed_case(readers.read_lines, "check", "MISSING", "."),
}
"""Every output there is of words of files; `test_every_output_is_tried` makes sure of that."""

QUOTING = {"explain", "explain markdown", "rules", "tiled", "tiled json"}
"""Outputs that show values as TOML or JSON spells them."""

AS_MARKDOWN = {
    "html", "pack pdf", "pack to scale", "pack pages", "publish", "pack markdown",
}  # fmt: skip
"""Outputs in which notes are Markdown and not just words: a test of its own tries what they may do there."""

WORDLESS = {"rulesets", "schema", "edit", "desktop", "new", "deal", "link", "completion"}
"""Commands that tell nothing of a file, and the window."""

CODES = {**SEEN, **UNSEEN} if FULL else {"everything": SEEN["everything"], "unseen": " ".join(UNSEEN.values())}

LIKE_OTHERS = {
    "svg of the sketch", "pdf sheets", "pdf laid tiles", "pack to scale", "check all", "check season",
    "playtest json", "playtest markdown", "sketch of the sketch", "placed layout", "vary", "generate",
}  # fmt: skip
"""Outputs written by what writes another: `make test` tries one code in them, as in most of the others."""


def list_cases(names: Iterable[str], codes: Sequence[str]) -> list[tuple[str, str]]:
    """Return the outputs, each with the codes tried in it."""
    every = set(sample([name for name in names if name not in LIKE_OTHERS], len(OUTPUTS) // 4))
    return [(name, code) for name in names for code in (codes if FULL or name in every else codes[:1])]


class Made(NamedTuple):
    """What a call made of a folder, as it is read."""

    read: Read
    folder: Folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Words], Made]:
    """An output of a folder of such words, made once."""

    @cache
    def of(name: str, words: Words) -> Made:
        notes = Words(words.code, tame=True) if name in AS_MARKDOWN else None
        folder = Folder(tmp_path_factory.mktemp("hostile") / "files", words, notes)
        return _make(OUTPUTS[name], folder)

    return of


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Return true, so that a writer takes this for a terminal."""
        return True


def _make(output: Output, folder: Folder) -> Made:
    dungeon = f"./{folder.dungeon}" if folder.dungeon.startswith("-") else folder.dungeon
    names = {"DUNGEON": dungeon, "SKETCH": folder.sketch, "MISSING": f"{dungeon}.dungeon.yaml"}
    call = [names.get(argument, argument) for argument in output.arguments]
    out, err = Terminal(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder.path)
        patched.setenv("NO_COLOR", "1")
        patched.setattr(PortionPlayer, "play_portion", play_once)
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        status = run_program(call)
    told, complaint = map(_read_bytes, (out, err))
    assert status in (0, 1) or output is OUTPUTS["not there"], complaint
    _has_no_control(told.decode())
    _has_no_control(complaint.decode())
    data = (folder.path / output.file).read_bytes() if output.file else told
    return Made(output.reader(data), folder)


def _read_bytes(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    written: bytes = stream.detach().getvalue()  # type: ignore[attr-defined]
    return written


def _has_no_control(text: str) -> None:
    assert CONTROL.findall(text) == []


def squeeze(text: str) -> str:
    """Return the text without underscores, and without blanks, hyphens and line ends, which no page reader can tell.

    Some outputs make blanks of underscores.
    """
    return re.sub(r"[\s_\u200b-]", "", text)


@soak
@pytest.mark.parametrize(("name", "code"), list_cases(OUTPUTS, list(CODES)))
def test_words_are_words(name: str, code: str, made: Callable[[str, Words], Made]) -> None:
    """An output is built from code as from any other words, shows the same fields, and each as it was written."""
    hostile, tame = made(name, Words(CODES[code])), made(name, Words(CODES[code], tame=True))
    assert hostile.read.built == tame.read.built
    assert SECRET not in hostile.read.text
    shown, expected = squeeze(hostile.read.text), squeeze(tame.read.text)
    pairs = zip(hostile.folder.everything_told, tame.folder.everything_told, strict=True)
    for said, plainly in pairs:
        if squeeze(plainly) in expected:
            word = squeeze(said) if code in SEEN else said.rpartition(" ")[2]
            assert word in shown or (name in QUOTING and squeeze(json.dumps(said)[1:-1]) in shown)


MARKED = {
    "p", "ul", "ol", "li", "strong", "em", "start",
    "paragraph_open", "inline", "paragraph_close", "bullet_list_open", "bullet_list_close", "ordered_list_open",
    "ordered_list_close", "list_item_open", "list_item_close", "strong_open", "strong_close", "em_open", "em_close",
}  # fmt: skip
"""What notes are made of in HTML and in Markdown."""


@soak
@pytest.mark.parametrize(
    ("name", "code"),
    list_cases(sorted(AS_MARKDOWN), [*SEEN, *UNSEEN] if FULL else ["everything", "markdown", "list", "lines"]),
)
def test_notes_are_lists_and_letters(name: str, code: str, made: Callable[[str, Words], Made], tmp_path: Path) -> None:
    """Notes of any code add paragraphs, lists and letters to an output, nothing else: no link, tag, file or command."""
    words = Words("a")
    plainly = made(name, words).read
    hostile = _make(OUTPUTS[name], Folder(tmp_path / "hostile", words, Words({**SEEN, **UNSEEN}[code]))).read
    assert SECRET not in hostile.text
    if OUTPUTS[name].reader is not readers.read_pdf_with_tables:
        assert set(_list_kinds(hostile.built)) - set(_list_kinds(plainly.built)) <= MARKED


def _list_kinds(built: object) -> Iterator[str]:
    """Yield the kinds of things a reader found, however deep."""
    if isinstance(built, str):
        yield built
    elif isinstance(built, Iterable):
        for inner in built:
            yield from _list_kinds(inner)


def test_every_field_is_tried(tmp_path: Path) -> None:
    """There is no field of any file, of those that take words, in which the folder has none."""
    assert set(Folder(tmp_path / "files", Words("a")).told) == list_every_field()


def test_every_output_is_tried() -> None:
    """There is no command that tells words of files, no report and no export of which none is an output here."""
    calls = [(*output.arguments, output.file) for output in OUTPUTS.values()]
    assert {call[0] for call in calls} == set(COMMANDS) - WORDLESS
    reports = {call[call.index("--format") + 1] for call in calls if call[0] == "check" and "--format" in call}
    assert reports | {"text"} == set(REPORT_FORMATS["check"])
    drawn = {exporter.name for exporter in EXPORTERS for call in calls if call[-1].endswith(exporter.endings)}
    assert drawn == {exporter.name for exporter in EXPORTERS} - {"Solid for 3D printers"}  # it holds no words

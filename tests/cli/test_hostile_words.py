"""Words of a stranger's files are words only: to a terminal, a build's log, a spreadsheet and a page."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Set
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from msgspec.structs import replace

from dungeon_designer.cli.picture_page import draw_entry
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.reports.gallery_page import GalleryEntry, write_gallery

from .conftest import Call
from .test_process import build_environment

CODE = '\x1b]0;x\x07\x1b[31m\x9b2J\x07\r<img src=x onerror=a()>`"|](x)\n::error ::x\n##[group]x'
"""A terminal's commands, a tag, a link, and the beginnings of commands in a build's log."""

RULES = f"""\
id = {json.dumps("cup" + CODE)}
name = {json.dumps("The Cup" + CODE)}

[rules.chest-count]
min = 9
source = {json.dumps(CODE)}

[rules.chest-section]
forbidden = ["room"]
source = {json.dumps(CODE)}

[rules.trapdoor]

[rules.tile-supply]
stock = [{{ name = {json.dumps(CODE)}, size = [2, 2], count = 1 }}]
"""
TILE = f"""\
name: {json.dumps("=1+1" + CODE)}
kind: room
squares: |
  .....
  .....
stock: 0
rule: {json.dumps(CODE)}
source: {json.dumps(CODE)}
notes: {json.dumps(CODE)}
"""
DUNGEON = f"""\
name: {json.dumps("Hall" + CODE)}
author: {json.dumps(CODE)}
notes: {json.dumps(CODE)}
ruleset: cup.toml
sections:
  - {{id: {json.dumps("a" + CODE)}, tile: "=set/=tile", at: [0, 0]}}
  - {{id: b, kind: room, name: {json.dumps(CODE)}, at: [5, 0], rows: ["....", "...."]}}
chests: [[0, 0]]
traps: [{{kind: trapdoor, at: [3, 1], below: {json.dumps(CODE)}}}]
waivers:
  - {{rule: {json.dumps(CODE)}, reason: {json.dumps(CODE)}}}
  - {{rule: chest-section, reason: {json.dumps(CODE)}}}
"""
SEASON = f"name = {json.dumps(CODE)}\nauthor = {json.dumps(CODE)}\nnotes = {json.dumps(CODE)}\n"
WRONG = {
    "wrong.toml": f'id = "x"\n[rules.{json.dumps(CODE)}]\n',
    "worse.toml": f"[rules.chest-count]\nlevel = {json.dumps(CODE)}\n{json.dumps(CODE)} = 1\n",
    "key.dungeon.yaml": f"map: ...\n{json.dumps(CODE)}: 1\n",
    "tile.dungeon.yaml": f"sections: [{{id: a, tile: {json.dumps(CODE)}, at: [0, 0]}}]\n",
    "rules.dungeon.yaml": f"map: ...\nruleset: {json.dumps(CODE)}\n",
    "keys.toml": f"name = 'x'\n{json.dumps(CODE)} = 1\n",
}
FILE = "hall\x1b[31m\x9b<b>`.dungeon.yaml"
READERS = [
    *(["check", "halls", "--format", form] for form in ("text", "github", "markdown", "junit")),
    ["check", "halls", "--brief"],
    ["check", "halls", "--ruleset", "all"],
    ["check", "season.toml"],
    ["pack", "season.toml", "-o", "out.md"],
    ["explain", "chest-count", "--ruleset", "halls/cup.toml"],
    ["explain", "tile-supply", "--ruleset", "halls/cup.toml", "--format", "markdown"],
    ["rules", "--ruleset", "halls/cup.toml"],
    ["tiles", "--tiles", "halls/tiles"],
    ["stock", "season.toml"],
    ["stock", "season.toml", "--format", "csv"],
    ["roll", "season.toml", "--dice", "1"],
    ["publish", "halls", "-o", "out"],
    ["convert", f"halls/{FILE}", "-", "--to", "sketch"],
    *(["check", name, "--ruleset", "naf-2019"] for name in WRONG if "yaml" in name and "rules" not in name),
    ["check", "rules.dungeon.yaml"],
    ["check", "keys.toml"],
    *(["rules", "--ruleset", name] for name in WRONG if "toml" in name),
    ["check", CODE],
    [CODE],
    ["check", f"--{CODE}"],
]


@pytest.fixture
def stranger(table: Path) -> Path:
    """A ruleset, a tile, a dungeon, a season and wrong files, whose every text is hostile."""
    (table / "halls" / "tiles" / "=set").mkdir(parents=True)
    (table / "halls" / "cup.toml").write_text(RULES)
    (table / "halls" / "tiles" / "=set" / "=tile.yaml").write_text(TILE)
    (table / "halls" / FILE).write_text(DUNGEON)
    dice = f'[dice]\nroll = "1D1"\ntable = {{ 1 = {json.dumps("halls/" + FILE)} }}\n'
    (table / "season.toml").write_text(SEASON + dice)
    for name, text in WRONG.items():
        (table / name).write_text(text)
    return table


def is_document(arguments: list[str]) -> bool:
    """Return whether the call gives a document for programs, which holds every word of a file."""
    return not {"markdown", "junit", "csv", "sketch"}.isdisjoint(arguments)


@pytest.mark.parametrize("arguments", READERS, ids=lambda arguments: " ".join(arguments)[:40].encode("unicode_escape"))
def test_no_command_reaches_a_terminal_or_a_log(call: Call, stranger: Path, arguments: list[str]) -> None:
    """Whatever stands in a file, what is printed has no control character, and no line a build takes for a command."""
    called = call(*arguments)
    assert "unexpected" not in called.err
    told = called.out + called.err
    assert [c for c in told if not c.isprintable() and c != "\n"] == []
    lines = [line.lstrip() for line in told.splitlines()]
    ours = re.compile(r"::(error|warning|notice) (file|title)=") if "github" in arguments else re.compile("$^")
    assert [line for line in lines if line.startswith("::") and not ours.match(line)] == []
    assert [line for line in lines if "##[" in line and not ours.match(line)] == [] or is_document(arguments)
    for written in (stranger / "out.md", stranger / "halls" / "README.md"):
        if written.exists():
            assert [c for c in written.read_text() if not c.isprintable() and c != "\n"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "halls"],
        ["check", "halls", "--format", "json"],
        ["check", "halls", "--format", "sarif"],
        ["convert", f"halls/{FILE}", "-", "--to", "layout"],
        ["tiles", "--tiles", "halls/tiles", "--format", "json"],
        ["rules", "--ruleset", "halls/cup.toml"],
    ],
)
def test_a_terminal_gets_no_commands_but_our_colours(stranger: Path, arguments: list[str]) -> None:
    """On a real terminal the only escape sequences are the colours of a report, in documents too."""
    told = on_a_terminal(*arguments)
    colours = re.compile("\x1b\\[(0|1|2|1;3[1236])m")
    assert ("\x1b[" in told) is (arguments == ["check", "halls"] or arguments[0] == "rules")
    rest = colours.sub("", told)
    assert [c for c in rest if not c.isprintable() and c != "\n"] == []


def on_a_terminal(*arguments: str) -> str:
    """Return what the program writes where standard output is a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "dungeon_designer", *arguments]
    with subprocess.Popen(
        command, stdout=theirs, stderr=subprocess.DEVNULL, env=build_environment(TERM="xterm")
    ) as process:
        os.close(theirs)
        told = b""
        try:
            while part := os.read(ours, 65536):
                told += part
        except OSError:  # how Linux says that nobody writes any more
            pass
        process.wait(timeout=30)
    os.close(ours)
    return told.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t=", "\r="])
def test_no_cell_begins_a_formula(call: Call, stranger: Path, first: str) -> None:
    """A cell that a spreadsheet would take for a formula has a ' before it; other cells have none."""
    folder = stranger / "halls" / "tiles" / "=set"
    (folder / "=tile.yaml").write_text(TILE.replace('name: "=1+1', f"name: {json.dumps(first + '1+1')[:-1]}"))
    called = call("stock", "season.toml", "--format", "csv")
    rows = list(csv.reader(io.StringIO(called.out)))
    assert rows[1][1] == "'=set/=tile"
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert ["chest-ball", "chest with a ball"] in [row[1:3] for row in rows]


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", "tile-supply", "--ruleset", "halls/cup.toml", "--format", "markdown"],
        ["check", "halls", "--format", "markdown"],
        ["pack", "season.toml", "-o", "out.md"],
    ],
)
def test_markdown_holds_no_tags_of_a_file(call: Call, stranger: Path, arguments: list[str]) -> None:
    """Made into HTML, a page has the pictures, links, tables and code of our own, and no tag that stood in a file."""
    called = call(*arguments)
    text = (stranger / "out.md").read_text() if arguments[0] == "pack" else called.out
    assert_no_foreign_tags(text)


def test_a_page_of_pictures_holds_no_tags_of_a_file() -> None:
    """The page of `generate` and `vary` has pictures, links and tables of our own, and no tag from a dungeon."""
    entry = GalleryEntry(CODE, CODE, CODE, CODE, CODE, (("steps", "4"),))
    assert_no_foreign_tags(write_gallery(CODE, [entry], CODE), {"a", "img"})


def assert_no_foreign_tags(text: str, more_tags: Set[str] = frozenset()) -> None:
    """Assert that a page of Markdown that holds CODE has, as HTML, no tag but those that Markdown itself makes."""
    assert "onerror" in text
    page = Tags()
    page.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))
    headings_and_tables = {"h1", "h2", "h3", "table", "thead", "tbody", "tr", "th", "td"}
    assert page.found <= headings_and_tables | {"p", "strong", "em", "code", "ul", "ol", "li", "pre"} | more_tags
    spans = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
    assert "<" not in spans.sub("", text).replace("<!-- Made from", "")


def test_the_links_of_a_page_of_pictures_lead_to_its_files(tmp_path: Path) -> None:
    """Blanks, brackets and marks in a file's name do not break the link to it or to its picture."""
    name = "a (b) [c] #1 100%"
    (tmp_path / f"{name}.dungeon.yaml").write_text("map: <.C1>\n")
    drawn = draw_entry(tmp_path, name, Dungeon.load(tmp_path / f"{name}.dungeon.yaml").board, None)
    text = write_gallery("Odd", [replace(drawn, file=f"{name}.dungeon.yaml")], "vary")
    (picture, file) = re.findall(r"\]\(([^)]*)\)", text)
    assert (tmp_path / unquote(picture)).is_file()
    assert (tmp_path / unquote(file)).is_file()

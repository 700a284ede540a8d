"""`render` on pages, pieces and tiles; `pack`; boards for programs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.exports import pages

from .conftest import Call

SEASON = 'name = "The Cup"\nruleset = "cup.toml"\n[dice]\nroll = "1D2"\n[dice.table]\n1 = "legal.dungeon.yaml"\n'
ROOT = Path(__file__).parents[2]


@pytest.fixture
def season(table: Path) -> Path:
    """A season of two dungeons, rolled for with a coin."""
    (table / "season.toml").write_text(SEASON + '2 = "illegal.dungeon.yaml"\n')
    return table


@pytest.mark.parametrize("square", ["29mm", "2.9cm", "1in", "34"])
def test_a_scale_cuts_the_map_into_sheets(call: Call, table: Path, square: str) -> None:
    """With a scale in any unit a PDF is an overview and sheets; without one it is a single page."""
    assert call("render", "legal.dungeon.yaml", "-o", "fit.pdf") == (0, "", "")
    assert call("render", "legal.dungeon.yaml", "-o", "scale.pdf", "--square", square, "--paper", "a5") == (0, "", "")
    assert pages.count_pages(Path("fit.pdf")) == 1
    assert pages.count_pages(Path("scale.pdf")) == 3


def test_units_are_units(call: Call, table: Path) -> None:
    """An inch, 2.54 cm and 25.4 are one length; it holds for SVG as well."""
    for name, square in (("a", "1in"), ("b", "2.54cm"), ("c", "25.4")):
        assert call("render", "legal.dungeon.yaml", "-o", f"{name}.svg", "--square", square).status == 0
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes() == Path("c.svg").read_bytes()


def test_pieces_and_tiles_are_printed(call: Call, table: Path) -> None:
    """Pieces of one dungeon, pieces of any, and the tiles of a set, each as a PDF."""
    for arguments in (["legal.dungeon.yaml", "--pieces"], ["--pieces"], ["--tiles", "gw-2021"]):
        assert call("render", *arguments, "-o", "out.pdf") == (0, "", "")
        assert pages.count_pages(Path("out.pdf")) >= 1
    called = call("render", "--tiles", "gw-2012", "-o", "x.pdf")
    assert called.status == 2
    assert "did you mean gw-2021?" in called.complaint


def test_tiles_of_ones_own_are_printed(call: Call, table: Path) -> None:
    """A folder of tiles is printed like a set that comes with the program, and only its own tiles."""
    (table / "sets" / "mine").mkdir(parents=True)
    (table / "sets" / "mine" / "cell.yaml").write_text("name: The Cell\nkind: room\nsquares: ..S.\n")
    assert call("render", "--tiles", "sets", "-o", "mine.pdf") == (0, "", "")
    assert pages.count_pages(Path("mine.pdf")) == 1


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        (["--roll", "914mm"], (914.0, None)),
        (["--roll", "36in", "--square", "29mm"], (914.4, None)),
        (["--paper", "900x600mm"], (900.0, 600.0)),
        (["--paper", "36x24in", "--square", "29mm"], (914.4, 609.6)),
        (["--paper", "900x600mm", "--square", "29mm", "--bleed", "3mm"], (918.0, 631.0)),
        (["--square", "29mm", "--bleed", "3mm"], (None, None)),
    ],
)
def test_a_map_is_printed_in_one_piece(
    call: Call, table: Path, arguments: list[str], size: tuple[float | None, float | None]
) -> None:
    """On a roll, on paper of any size, or with bleed for a print shop: one page, as large as was asked for."""
    assert call("render", "legal.dungeon.yaml", "-o", "x.pdf", *arguments, "--title", "--legend") == (0, "", "")
    (found,) = pages.measure_pages(Path("x.pdf"))
    assert all(any(abs(side - wanted) < 0.1 for side in found) for wanted in size if wanted)


def test_an_event_is_printed_for_all_its_tables(call: Call, table: Path) -> None:
    """Sheets and pieces come as often as there are tables; so do mats."""
    scale = ["--square", "29mm", "--paper", "a5"]
    for tables, sheets in ((1, 2), (4, 8)):
        assert call("render", "legal.dungeon.yaml", "-o", "x.pdf", *scale, "--tables", str(tables)) == (0, "", "")
        assert pages.count_pages(Path("x.pdf")) == 1 + sheets
    call("render", "legal.dungeon.yaml", "-o", "x.pdf", "--square", "29mm", "--bleed", "3mm", "--tables", "4")
    assert pages.count_pages(Path("x.pdf")) == 4


def test_distances_and_passes_are_laid_over_the_map(call: Call, table: Path) -> None:
    """Steps from a side or a square and the range of a pass change the picture, in every format that shows one."""
    made = {}
    for name, more in {
        "plain": [],
        "home": ["--distances-from", "home"],
        "square": ["--distances-from", "7,0"],
        "pass": ["--pass-from", "2,0"],
    }.items():
        assert call("render", "legal.dungeon.yaml", "-o", f"{name}.svg", *more).status == 0
        made[name] = Path(f"{name}.svg").read_text()
    assert len(set(made.values())) == 4
    assert 'id="distances"' in made["home"]
    assert 'id="reach-quick"' in made["pass"]


def test_an_html_page_stands_alone(call: Call, table: Path) -> None:
    """The page holds the map and the findings, and asks for no other file."""
    assert call("render", "illegal.dungeon.yaml", "-o", "x.html", "--ruleset", "cup.toml", "--findings").status == 0
    text = Path("x.html").read_text()
    assert "<svg" in text
    assert "chest-count" in text
    assert "src=" not in text
    assert "<link" not in text


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "0mm"], "a square of 0 mm"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "29 furlongs"], "write it as 29mm"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "-3mm"], "is not a length"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "nan"], "is not a length"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "250mm"], "does not fit on A4"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--paper", "Leter"], "did you mean Letter?"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--overlap", "9in"], "overlap"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--orientation", "skew"], "skew"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--theme", "inkk"], "did you mean ink?"),
        (["legal.dungeon.yaml", "-o", "no/such/folder/x.pdf"], "cannot be written"),
        (["legal.dungeon.yaml", "-o", "x.ps"], ".pdf"),
        (["legal.dungeon.yaml", "-o", "x.svg", "--pieces"], "must end in .pdf"),
        (["-o", "x.svg", "--tiles", "gw-2021"], "must end in .pdf"),
        (["-o", "x.pdf"], "there is nothing to draw"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--distances-from", "middle"], "write it as x,y"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--pass-from", "0,99"], "(0, 99) is not on the dungeon's floor"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--paper", "900x"], "a size is written as 900x600mm or 36x24in"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--paper", "9x6mm"], "its sides may be 50 to 5080 mm long"),
        (
            ["legal.dungeon.yaml", "-o", "x.pdf", "--bleed", "3mm"],
            "the size of the mat is missing; name the length of a --square",
        ),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "29mm", "--bleed", "1in"], "choose 0 to 25 mm"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--square", "29mm", "--bleed", "-1"], "is not a length"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--roll", "99mm"], "choose 200 to 5080 mm"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--roll", "914mm", "--paper", "A0"], "on a roll or on paper"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--roll", "200mm", "--square", "5in"], "does not fit on a roll"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--paper", "A5", "--bleed", "0", "--square", "5in"], "more than A5"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--bleed", "0", "--square", "1000mm"], "longer than 5080 mm"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--tables", "0"], "choose 1 to 100"),
        (["legal.dungeon.yaml", "-o", "x.svg", "--tables", "2"], "are for pages"),
        (["legal.dungeon.yaml", "-o", "x.png", "--roll", "914mm"], "are for pages"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--pieces", "--bleed", "3mm"], "pieces and tiles are cut out of sheets"),
        (["-o", "x.pdf", "--tiles", "gw-2021", "--roll", "914mm"], "pieces and tiles are cut out of sheets"),
    ],
)
def test_a_call_that_cannot_be_printed_is_one_line(call: Call, table: Path, arguments: list[str], hint: str) -> None:
    """Nonsense lengths, papers, places and endings are named in one line, exit 2, and nothing is written."""
    before = sorted(table.iterdir())
    called = call("render", *arguments)
    assert called.status == 2
    assert hint in called.complaint
    assert sorted(table.iterdir()) == before


def test_a_season_is_bound_into_one_document(call: Call, season: Path) -> None:
    """A season is bound, by its file or its folder, as pages or Markdown, with its dice table and what is illegal."""
    for named, output in (("season.toml", "a.pdf"), ("season.toml", "a.md"), (".", "b.md")):
        assert call("pack", named, "--organiser", "-o", output) == (
            1,
            "",
            f"{output} is written; not legal: Illegal\n",
        )
    text = Path("a.md").read_text()
    assert text == Path("b.md").read_text()
    assert "| 1 | 1 in 2 | Legal |" in text
    assert "Not legal under The Cup" in text
    assert "The dice table" in pages.text(Path("a.pdf"), 2)


def test_loose_files_are_bound_too(call: Call, table: Path) -> None:
    """Files and folders without a season make a document in the order named."""
    names = ["warned.dungeon.yaml", "legal.dungeon.yaml"]
    assert call("pack", *names, "-o", "x.md", "--ruleset", "cup.toml", "--name", "Club Night").status == 0
    text = Path("x.md").read_text()
    assert text.startswith("# Club Night")
    assert text.index("## Warned") < text.index("## Legal")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["season.toml", "-o", "x.odt"], ".pdf, .md"),
        (["season.toml", "legal.dungeon.yaml", "-o", "x.pdf"], "a pack holds one season"),
        (["no.toml", "-o", "x.pdf"], "no such file"),
        (["legal.dungeon.yaml", "-o", "x.pdf"], "names no ruleset"),
        (["legal.dungeon.yaml", "-o", "x.pdf", "--ruleset", "all"], "no such ruleset"),
        (["season.toml", "-o", "no/folder/x.pdf"], "cannot be written"),
        (["season.toml", "-o", "x.pdf", "--square", "0"], "a square of 0 mm"),
    ],
)
def test_a_pack_that_cannot_be_made_is_one_line(call: Call, season: Path, arguments: list[str], hint: str) -> None:
    """A pack that cannot be made gives one line and exit 2, and writes nothing."""
    before = sorted(season.iterdir())
    called = call("pack", *arguments)
    assert called.status == 2
    assert hint in called.complaint
    assert sorted(season.iterdir()) == before


def test_an_interrupted_pack_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl+C in the middle of the work ends it, with the usual status and no file half-written."""
    command = [sys.executable, "-m", "dungeon_designer", "pack", "examples/db7s-2019/season.toml", "--square", "12mm"]
    output = ["-o", str(tmp_path / "pack.pdf")]
    with subprocess.Popen([*command, *output], cwd=ROOT, stderr=subprocess.PIPE, env={**os.environ}) as process:
        time.sleep(1.2)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted" in complaint
    assert list(tmp_path.iterdir()) == []


def test_a_board_is_written_for_programs(call: Call, table: Path) -> None:
    """The ending .board.json writes a board with the steps of the edition named; its schema is printed on request."""
    assert call("convert", "legal.dungeon.yaml", "hall.board.json", "--ruleset", "eagbbl") == (0, "", "")
    data = json.loads(Path("hall.board.json").read_text())
    assert (data["format"], data["version"], data["corners"]) == ("dungeon-board", 2, "strict")
    assert call("convert", "legal.dungeon.yaml", "plain.board.json").status == 0
    assert json.loads(Path("plain.board.json").read_text())["corners"] == "free"
    assert json.loads(call("schema", "board").out)["title"] == "Dungeon board, version 2"
    assert "no such ruleset" in call("convert", "legal.dungeon.yaml", "x.board.json", "--ruleset", "all").complaint


@pytest.mark.parametrize(
    "arguments",
    [
        ["render", "far.dungeon.yaml", "-o", "x.pdf", "--square", "29mm"],
        ["render", "far.dungeon.yaml", "-o", "x.png", "--title"],
        ["pack", "far.dungeon.yaml", "-o", "x.pdf", "--ruleset", "cup.toml"],
    ],
)
def test_letters_that_cannot_be_printed_are_told(call: Call, table: Path, arguments: list[str]) -> None:
    """Letters no bundled font has are named in one line; the file is written all the same, and exit is 0."""
    Path("far.dungeon.yaml").write_text('name: "地下 🐉"\nmap: |\n  <<.C.1.>>\n', encoding="utf-8")
    called = call(*arguments)
    assert (called.status, called.out) == (0, "")
    assert called.complaint.startswith(
        "dungeon-designer: warning: the fonts that come with the program have no 下 地 🐉:"
    )
    assert Path(arguments[3]).stat().st_size > 1000
    assert call("render", "far.dungeon.yaml", "-o", "x.svg", "--title") == (0, "", "")

"""`render` and `tiles`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from .conftest import LEGAL, Call


def test_a_map_is_drawn(call: Call, table: Path) -> None:
    """The map is an SVG file of the size that square and dungeon make."""
    assert call("render", "legal.dungeon.yaml", "-o", "hall.svg") == (0, "", "")
    assert fromstring(Path("hall.svg").read_bytes()).tag.endswith("svg")  # noqa: S314 - our own picture


def test_standard_input_is_drawn(call: Call, table: Path) -> None:
    """A layout from standard input is drawn like any other."""
    call("render", "legal.dungeon.yaml", "-o", "a.svg")
    call("render", "-", "-o", "b.svg", stdin=LEGAL)
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


def test_findings_are_marked_when_asked(call: Call, table: Path) -> None:
    """With --findings the squares at fault are marked; the ruleset is the one named, or the layout's own."""
    drawn = {}
    for name, options in {
        "plain": [],
        "legal": ["--findings", "--ruleset", "cup.toml"],
        "marked": ["--findings", "--ruleset", "eagbbl"],
    }.items():
        assert call("render", "legal.dungeon.yaml", "-o", f"{name}.svg", *options).status == 0
        drawn[name] = Path(f"{name}.svg").read_bytes()
    assert drawn["plain"] == drawn["legal"] != drawn["marked"]
    assert "names no ruleset" in call("render", "legal.dungeon.yaml", "-o", "x.svg", "--findings").complaint


def test_a_house_ruleset_is_never_named_by_its_file(call: Call, table: Path) -> None:
    """A map says the name of its dungeon's ruleset, read from the file it names; of a nameless one, its edition's."""
    for ruleset, said in (("cup.toml", "The Cup"), ("nameless.toml", "House rules after Dungeonbowl 7s (2019)")):
        Path("nameless.toml").write_text('extends = "db7s-2019"\n')
        Path("cup.dungeon.yaml").write_text(f"ruleset: {ruleset}\n{LEGAL}")
        assert call("render", "cup.dungeon.yaml", "-o", "cup.svg", "--title").status == 0
        assert said in Path("cup.svg").read_text()
        assert Path(ruleset).stem not in Path("cup.svg").read_text()


def test_all_dungeons_of_a_folder_stand_on_one_sheet(call: Call, table: Path) -> None:
    """Side by side, each under its name; nothing is written when one of them cannot be drawn."""
    assert call("render", ".", "-o", "all.pdf", "--paper", "A3") == (0, "", "")
    assert Path("all.pdf").read_bytes().count(b"/Type/Page/") == 1
    Path("all.pdf").unlink()
    assert "choose squares of" in call("render", ".", "-o", "all.pdf", "--square", "90mm").complaint
    Path("broken.dungeon.yaml").write_text("map: [")
    assert call("render", ".", "-o", "all.pdf").status == 2
    assert not Path("all.pdf").exists()


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["-o", "hall.bmp"], ".svg"),
        (["-o", "hall.svg", "--theme", "parchmnt"], "did you mean parchment?"),
        (["-o", "hall.svg", "--square", "0"], "a square of 0 mm"),
        (["-o", "hall.svg", "--square", "x"], "'x' is no"),
        (["-o", "hall.png", "--dpi", "0"], "0 dots an inch"),
        (["-o", "no/folder/hall.svg"], "cannot be written"),
        (["-o", "hall.svg", "--ruleset", "all", "--findings"], "no such ruleset"),
        ([], "Missing option"),
    ],
)
def test_a_wrong_call_is_one_line(call: Call, table: Path, arguments: list[str], hint: str) -> None:
    """Unknown endings, themes, sizes and folders are named, and nothing is written."""
    before = sorted(table.iterdir())
    called = call("render", "legal.dungeon.yaml", *arguments)
    assert called.status == 2
    assert hint in called.complaint
    assert sorted(table.iterdir()) == before


def test_tiles_are_drawn_in_text(call: Call, table: Path) -> None:
    """A set is drawn tile by tile; all sets when none is named; as JSON for programs."""
    (table / "sets" / "mine").mkdir(parents=True)
    (table / "sets" / "mine" / "cell.yaml").write_text("name: The Cell\nkind: room\nsquares: ..S.\n")
    called = call("tiles", "mine", "--tiles", "sets")
    assert "mine/cell  The Cell" in called.out
    assert "..S." in called.out
    assert "mine/cell" in call("tiles", "--tiles", "sets").out
    (mine,) = json.loads(call("tiles", "mine", "--tiles", "sets", "--format", "json").out)["sets"]
    assert mine["tiles"][0]["rows"] == ["..S."]


def test_an_unknown_tile_set_gets_the_nearest_spelling(call: Call) -> None:
    """A wrong set is met with the right one."""
    called = call("tiles", "gw-2012")
    assert called.status == 2
    assert "did you mean gw-2021?" in called.complaint

"""`themes`, `new theme` and `--theme FILE`: what they say, what they write, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.cli.themes import DESCRIPTIONS
from dungeon_designer.drawing.themes import THEMES

from .conftest import Call


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a dungeon and a theme."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.dungeon.yaml").write_text("map: |\n  <<..C.1.>>\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        'extends = "ink"\nauthor = "R. Mason"\nlicence = "CC BY 4.0"\nfloor = "#abcdef"\n', encoding="utf-8"
    )
    return tmp_path


def test_every_theme_is_listed(call: Call) -> None:
    """`themes` lists each theme of the program with what it is for."""
    assert set(DESCRIPTIONS) == set(THEMES)
    called = call("themes")
    assert called.status == 0
    assert [line.split()[0] for line in called.out.splitlines() if line[0] != " "] == ["name", *THEMES]


def test_a_right_theme_is_called_right(call: Call, folder: Path) -> None:
    """A theme without a problem gets one line with its author, and status 0."""
    called = call("themes", "mine.toml")
    assert (called.status, called.err) == (0, "")
    assert called.out == (
        "mine.toml: every key is right, and everything stands out from the floor; it extends ink;"
        " by R. Mason (CC BY 4.0)\n"
    )


def test_a_faint_colour_is_named_with_its_line(call: Call, folder: Path) -> None:
    """Words that cannot be read on the floor are named with file, line and fix, and the status is 1."""
    (folder / "mine.toml").write_text('extends = "ink"\ntext = "#aaaaaa"\n', encoding="utf-8")
    called = call("themes", "mine.toml")
    assert (called.status, called.out) == (1, "")
    assert called.err == (
        "mine.toml:2:8: text: #aaaaaa does not stand out from the floor, #ffffff: its contrast is 2.3"
        " and must be at least 4.5; choose a colour that is darker or lighter\n"
    )


def test_a_wrong_key_is_named_with_the_nearest(call: Call, folder: Path) -> None:
    """A misspelt key gets the nearest right one, and status 2, also where a map should be drawn."""
    (folder / "mine.toml").write_text('extends = "ink"\nwal = "#aaaaaa"\n', encoding="utf-8")
    for arguments in (["themes", "mine.toml"], ["render", "hall.dungeon.yaml", "-o", "a.svg", "--theme", "mine.toml"]):
        called = call(*arguments)
        assert called.status == 2
        assert called.complaint == "dungeon-designer: mine.toml:2:1: wal: unknown key 'wal' (did you mean wall?)"
    assert not (folder / "a.svg").exists()


def test_a_sheet_is_written(call: Call, folder: Path) -> None:
    """`themes FILE -o sheet.svg` writes an SVG; another ending, and the theme itself, are refused."""
    assert call("themes", "mine.toml", "-o", "sheet.svg").status == 0
    svg = (folder / "sheet.svg").read_text(encoding="utf-8")
    assert svg.startswith("<?xml")
    assert "#abcdef" in svg
    assert call("themes", "mine.toml", "-o", "sheet.png").status == 2
    (folder / "mine.toml").rename(folder / "mine.svg.toml")
    (folder / "same.svg").symlink_to("mine.svg.toml")
    assert call("themes", "mine.svg.toml", "-o", "same.svg").status == 2
    assert call("themes", "-o", "sheet.svg").status == 2


@pytest.mark.parametrize("name", THEMES)
def test_a_new_theme_draws_what_it_starts_from(call: Call, folder: Path, name: str) -> None:
    """`new theme` writes every key of a theme; unchanged it draws the same bytes."""
    assert call("new", "theme", "--from", name, "-o", "new.toml").status == 0
    assert call("new", "theme", "--from", name, "-o", "new.toml").status == 2
    assert call("new", "theme", "--from", name, "-o", "new.toml", "--force").status == 0
    assert call("themes", "new.toml").status == 0
    call("render", "hall.dungeon.yaml", "-o", "a.svg", "--legend", "--theme", name)
    call("render", "hall.dungeon.yaml", "-o", "b.svg", "--legend", "--theme", "new.toml")
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()


def test_only_a_theme_starts_from_a_theme(call: Call) -> None:
    """--from belongs to `new theme`, and a theme has no ruleset."""
    assert call("new", "sketch", "--from", "ink").status == 2
    assert call("new", "theme", "--ruleset", "naf-2019").status == 2
    assert call("new", "theme", "-o", "mine.yaml").status == 2


def test_a_map_does_not_replace_its_theme(call: Call, folder: Path) -> None:
    """A theme file that a command reads is never written over."""
    (folder / "map.svg").symlink_to("mine.toml")
    before = (folder / "mine.toml").read_bytes()
    assert call("render", "hall.dungeon.yaml", "-o", "map.svg", "--theme", "mine.toml").status == 2
    assert (folder / "mine.toml").read_bytes() == before

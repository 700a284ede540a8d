"""Dungeons of one season that share a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Call

SEASON = """\
name = "Cup"
ruleset = "../cup.toml"
rounds = [{ name = "First", layout = ["a.dungeon.yaml", "b.dungeon.yaml"] }]
"""
WARNING = (
    "dungeon-designer: warning: cup/season.toml: a.dungeon.yaml and b.dungeon.yaml are both named"
    ' "The Hall"; give each dungeon of a season a name of its own'
)
CALLS = [
    ["check"],
    ["check", "--format", "json"],
    ["stock"],
    ["pack", "-o", "out.md"],
    ["pack", "-o", "schedule.csv"],
    ["publish", "-o", "public/"],
    ["render", "-o", "maps/"],
    ["render", "-o", "all.pdf"],
    ["render", "-o", "kits.pdf", "--pieces"],
]


@pytest.fixture
def cup(table: Path) -> Path:
    """A season of two dungeons whose names differ in case and blanks only."""
    folder = table / "cup"
    folder.mkdir()
    for name, called in (("a", "The Hall"), ("b", "the  hall")):
        (folder / f"{name}.dungeon.yaml").write_text(f'name: "{called}"\nmap: |\n  <<.C.1.>>\n')
    (folder / "season.toml").write_text(SEASON)
    return folder


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_a_shared_name_is_warned_of(call: Call, cup: Path, arguments: list[str]) -> None:
    """Each command that reads a season says which of its dungeons have one name, and what to do."""
    command, *more = arguments
    called = call(command, "cup/season.toml", *more)
    assert called.status == 0
    assert WARNING in called.err.splitlines()
    assert WARNING not in call(command, "cup/season.toml", *more, "-q").err.splitlines()


@pytest.mark.parametrize("other", ["Another Hall", ""])
def test_different_names_are_not_warned_of(call: Call, cup: Path, other: str) -> None:
    """Dungeons with names of their own, or with none, get no warning; nor do loose files with one name."""
    assert call("check", "cup/a.dungeon.yaml", "cup/b.dungeon.yaml", "--ruleset", "cup.toml").err == ""
    (cup / "b.dungeon.yaml").write_text(f'name: "{other}"\nmap: |\n  <<.C.1.>>\n')
    assert call("check", "cup/season.toml").err == ""

"""What commands say of the files they wrote."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import Call

SEASON = 'name = "Cup"\nruleset = "cup.toml"\nrounds = [{ name = "One", layout = "legal.dungeon.yaml" }]\n'

CALLS = {
    "new": ("new sketch -o new.dungeon.yaml", "new.dungeon.yaml"),
    "render": ("render legal.dungeon.yaml -o legal.svg", "legal.svg"),
    "render to sheets": ("render season.toml -o all.pdf", "all.pdf"),
    "render to a folder": ("render season.toml -o maps/", "maps/"),
    "render a Tiled map": ("render legal.dungeon.yaml -o legal.tmx", "legal.tmx"),
    "render pieces": ("render legal.dungeon.yaml --pieces -o pieces.pdf", "pieces.pdf"),
    "render kits": ("render season.toml --pieces -o kits.pdf", "kits.pdf"),
    "render any pieces": ("render --pieces -o any.pdf", "any.pdf"),
    "convert": ("convert legal.dungeon.yaml legal.dungeon.json", "legal.dungeon.json"),
    "convert for a program": ("convert legal.dungeon.yaml legal.board.json", "legal.board.json"),
    "convert for Tiled": ("convert legal.dungeon.yaml other.tmj", "other.tmj"),
    "pack": ("pack season.toml -o cup.md", "cup.md"),
    "pack to a folder": ("pack season.toml -o pages/", "pages/"),
    "publish": ("publish season.toml -o public/", "public/"),
}


@pytest.mark.parametrize("command", CALLS)
def test_a_command_says_in_one_line_what_it_wrote(call: Call, table: Path, command: str) -> None:
    """new, render, convert, pack and publish name the file and its size, or the folder and its number of files."""
    (table / "season.toml").write_text(SEASON)
    arguments, output = CALLS[command]
    called = call(*arguments.split())
    path = table / output
    assert called == (0, "", "")
    if output.endswith("/"):
        count = sum(entry.name[0] != "." for entry in path.iterdir())
        assert called.written == f"{output}: {count} file{'s' * (count > 1)} written\n"
    else:
        line = re.fullmatch(rf"{re.escape(output)}: ([\d.]+) (bytes|kB|MB) written\n", called.written)
        assert line is not None
        written, unit = line.groups()
        size = path.stat().st_size
        assert float(written) == pytest.approx(size / {"bytes": 1, "kB": 1e3, "MB": 1e6}[unit], abs=0.51)


@pytest.mark.parametrize("command", CALLS)
def test_a_quiet_command_says_nothing_of_its_file(call: Call, table: Path, command: str) -> None:
    """With -q a call that went well prints nothing at all."""
    (table / "season.toml").write_text(SEASON)
    arguments, output = CALLS[command]
    called = call(*arguments.split(), "-q")
    assert (*called, called.written) == (0, "", "", "")
    assert (table / output).exists()


def test_nothing_is_said_of_standard_output(call: Call, table: Path) -> None:
    """Who sends a file into a pipe sees it, so no line says that it was written."""
    for arguments in ("new sketch", "convert legal.dungeon.yaml -", "render legal.dungeon.yaml -o - --to svg"):
        called = call(*arguments.split())
        assert (called.status, called.err, called.written) == (0, "", "")


def test_a_pack_with_an_illegal_dungeon_is_one_line(call: Call, table: Path) -> None:
    """The line that names illegal dungeons also says that the document is written; there is no second line."""
    called = call("pack", "illegal.dungeon.yaml", "--ruleset", "cup.toml", "-o", "cup.md")
    assert (called.status, called.written) == (1, "")
    assert called.complaint == "cup.md is written; not legal: Illegal"

"""No command writes to a file it reads."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import LEGAL, Call
from .test_process import PROGRAM, build_environment

TILE = "name: Cell\nkind: room\nsquares: |\n  ..\n  ..\n"
TILED = "name: Tiled\nruleset: house.toml\nsections:\n  - {id: a, tile: own/cell, at: [0, 0]}\n"
SEASON = 'name = "Cup"\nruleset = "cup.toml"\nalso = ["legal.dungeon.yaml", "warned.dungeon.yaml"]\n'


def name_same(path: Path) -> str:
    return path.name


def name_absolute(path: Path) -> str:
    return str(path)


def name_by_folder(path: Path) -> str:
    (path.parent / "folder").mkdir()
    return f"./folder/../{path.name}"


def link(path: Path) -> str:
    path.with_name(f"link{''.join(path.suffixes)}").symlink_to(path.name)
    return f"link{''.join(path.suffixes)}"


def name_by_folder_link(path: Path) -> str:
    (path.parent / "elsewhere").symlink_to(path.parent)
    return f"elsewhere/{path.name}"


def make_hard_link(path: Path) -> str:
    path.with_name(f"hard{''.join(path.suffixes)}").hardlink_to(path)
    return f"hard{''.join(path.suffixes)}"


NAMES = (name_same, name_absolute, name_by_folder, link, name_by_folder_link, make_hard_link)


def assert_refused(call: Call, table: Path, output: str, *arguments: str) -> None:
    """Assert that the call is refused in one line that names the output, and that no file was changed or made."""
    before = {path: path.read_bytes() for path in table.rglob("*") if path.is_file()}
    called = call(*arguments)
    assert called.status == 2
    assert called.complaint == f"dungeon-designer: {output}: this file is also read; write to another one"
    assert called.out == ""
    assert {path: path.read_bytes() for path in table.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", NAMES)
def test_the_dungeon_by_whatever_name(call: Call, table: Path, name: Callable[[Path], str]) -> None:
    """The dungeon is refused as output by its name, through links and by other folders, before any work is done."""
    output = name(table / "misnumbered.dungeon.yaml")
    assert_refused(
        call, table, output, "check", "misnumbered.dungeon.yaml", "--ruleset", "cup.toml", "--fix", "-o", output
    )
    assert_refused(call, table, output, "convert", "misnumbered.dungeon.yaml", output)


@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf", ".html", ".md"])
def test_pictures_and_packs(call: Call, table: Path, ending: str) -> None:
    """A picture or a pack whose name leads to the dungeon, and a pack that would replace one of a folder's."""
    output = f"picture{ending}"
    (table / output).hardlink_to(table / "legal.dungeon.yaml")
    if ending != ".md":
        assert_refused(call, table, output, "render", "legal.dungeon.yaml", "-o", output, "--ruleset", "cup.toml")
    if ending in (".pdf", ".md"):
        assert_refused(call, table, output, "pack", ".", "-o", output, "--ruleset", "cup.toml")


def test_what_a_folder_or_a_season_holds(call: Call, table: Path) -> None:
    """Files nobody named one by one, and the season itself."""
    (table / "season.toml").write_text(SEASON)
    assert_refused(call, table, "legal.dungeon.yaml", "check", ".", "--ruleset", "cup.toml", "-o", "legal.dungeon.yaml")
    for output in ("season.toml", "warned.dungeon.yaml", "cup.toml"):
        assert_refused(call, table, output, "check", "season.toml", "--ruleset", "cup.toml", "-o", output)
    (table / "season.md").symlink_to("season.toml")
    (table / "cup.md").symlink_to("cup.toml")
    for output in ("season.md", "cup.md"):
        assert_refused(call, table, output, "pack", "season.toml", "-o", output)


def test_rulesets_and_tiles(call: Call, table: Path) -> None:
    """A file that is read on the way is refused as output: each ruleset, what it extends, and each tile."""
    (table / "house.toml").write_text('id = "house"\nname = "House"\nextends = "cup.toml"\n')
    (table / "tiles" / "own").mkdir(parents=True)
    (table / "tiles" / "own" / "cell.yaml").write_text(TILE)
    (table / "tiled.dungeon.yaml").write_text(TILED)
    assert call("check", "tiled.dungeon.yaml").status == 1
    for output in ("house.toml", "cup.toml", "tiles/own/cell.yaml"):
        assert_refused(call, table, output, "check", "tiled.dungeon.yaml", "-o", output)
    (table / "cell.svg").symlink_to("tiles/own/cell.yaml")
    assert_refused(call, table, "cell.svg", "render", "tiled.dungeon.yaml", "-o", "cell.svg")
    assert_refused(call, table, "cup.toml", "check", "legal.dungeon.yaml", "--ruleset", "cup.toml", "-o", "cup.toml")


def test_standard_input_from_the_output(table: Path) -> None:
    """`convert - hall.dungeon.yaml < hall.dungeon.yaml` would replace what it reads."""
    with (table / "legal.dungeon.yaml").open("rb") as stdin:
        done = subprocess.run(
            [*PROGRAM, "convert", "-", "legal.dungeon.yaml"],
            stdin=stdin,
            capture_output=True,
            env=build_environment(),
            check=False,
        )
    assert done.returncode == 2
    assert b"legal.dungeon.yaml: this file is also read" in done.stderr
    assert (table / "legal.dungeon.yaml").read_text() == LEGAL


def test_a_file_that_is_not_there(call: Call, table: Path) -> None:
    """A file named by mistake is not made out of what is said of it."""
    assert_refused(call, table, "gone.dungeon.yaml", "check", "gone.dungeon.yaml", "-o", "gone.dungeon.yaml")


def test_in_other_letters_it_is_the_same_file_where_the_system_says_so(call: Call, table: Path) -> None:
    """The system is asked, so that a name in capitals is the same file on one disk and another on the next."""
    (table / "probe").touch()
    if (table / "PROBE").exists():
        assert_refused(call, table, "LEGAL.dungeon.yaml", "convert", "legal.dungeon.yaml", "LEGAL.dungeon.yaml")
    else:
        assert call("convert", "legal.dungeon.yaml", "LEGAL.dungeon.yaml").status == 0


def test_other_files_are_written_over(call: Call, table: Path) -> None:
    """Devices, earlier reports, and files that are read by another call."""
    for output in (os.devnull, "report.xml", "report.xml", "warned.dungeon.yaml"):
        called = call("check", "legal.dungeon.yaml", "--ruleset", "cup.toml", "--format", "junit", "-o", output)
        assert (called.status, called.err) == (0, "")

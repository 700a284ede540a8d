"""No file of the user is replaced without a request: what each command does with a file that is there already."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dungeon_designer.cli import existing_files, mending
from dungeon_designer.cli.main import COMMANDS
from dungeon_designer.generator.fairness_fixes import FairnessFix, FairnessFixes
from dungeon_designer.text import writing

from .conftest import Call

MINE = b"mine, and nobody else's"

FLOOR = "name: Floor\nruleset: naf-2019\nmap: |\n" + "  <<..........>>\n" * 3 + "  ##..........##\n" * 4

WRITERS = {
    "place": (["place", "floor.dungeon.yaml", "--only", "portals", "-o"], "out.dungeon.yaml"),
    "place, layout file": (["place", "floor.dungeon.yaml", "--only", "portals", "-o"], "out.dungeon.json"),
    "deal": (["deal", "--bare", "-o"], "out.dungeon.yaml"),
    "convert, sketch": (["convert", "floor.dungeon.yaml"], "out.dungeon.yaml"),
    "convert, layout file": (["convert", "floor.dungeon.yaml"], "out.dungeon.json"),
    "convert, Tiled": (["convert", "floor.dungeon.yaml"], "out.tmx"),
    "convert, Tiled as JSON": (["convert", "floor.dungeon.yaml"], "out.TMJ"),
    "convert, other ending": (["convert", "floor.dungeon.yaml", "--to", "sketch"], "out.words"),
    "render, Tiled": (["render", "floor.dungeon.yaml", "-o"], "out.tmx"),
    "render, Tiled as JSON": (["render", "floor.dungeon.yaml", "--to", "tmj", "-o"], "out"),
    "new sketch": (["new", "sketch", "-o"], "out.dungeon.yaml"),
    "new ruleset": (["new", "ruleset", "-o"], "out.toml"),
    "new season": (["new", "season", "floor.dungeon.yaml", "-o"], "out.toml"),
    "new tile": (["new", "tile", "-o"], "out.yaml"),
    "new theme": (["new", "theme", "-o"], "out.toml"),
    "playtest --mend": (["playtest", "floor.dungeon.yaml", "--mend", "-o"], "out.dungeon.yaml"),
}
"""Calls that write a dungeon, ruleset, season or tile, without the file that ends them."""

DRAWINGS = {
    "render": (["render", "floor.dungeon.yaml", "-o"], "out.svg"),
    "convert": (["convert", "floor.dungeon.yaml"], "out.board.json"),
    "convert, object": (["convert", "floor.dungeon.yaml"], "out.tts.json"),
    "check": (["check", "floor.dungeon.yaml", "--format", "json", "-o"], "out.json"),
    "pack": (["pack", "floor.dungeon.yaml", "-o"], "out.md"),
    "link": (["link", "floor.dungeon.yaml", "--qr"], "out.svg"),
    "themes": (["themes", "ink", "-o"], "out.svg"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a floor; nobody plays matches for a mend."""

    def found(dungeon: object, *_: object) -> FairnessFixes:
        return FairnessFixes(original_shares={}, answers=(FairnessFix((), {}, dungeon.layout),))  # type: ignore[attr-defined]

    monkeypatch.setattr(mending, "_find_fixes", found)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "floor.dungeon.yaml").write_text(FLOOR)
    return tmp_path


@pytest.mark.parametrize(("words", "name"), WRITERS.values(), ids=WRITERS)
def test_a_file_that_is_there_stays(call: Call, folder: Path, words: list[str], name: str) -> None:
    """Exit 2, one line that names the file and the remedy, and every byte as it was; with --force it is replaced."""
    target = folder / name
    target.write_bytes(MINE)
    called = call(*words, name)
    assert (called.status, called.out) == (2, "")
    assert called.complaint == (
        f"dungeon-designer: {name}: this file is there already; nothing was written (--force replaces it)"
    )
    assert target.read_bytes() == MINE
    assert call(*words, name, "--force").status in (0, 1)
    assert target.read_bytes() != MINE


@pytest.mark.parametrize(("words", "name"), WRITERS.values(), ids=WRITERS)
def test_a_link_and_a_latecomer_stay(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], name: str
) -> None:
    """A link that leads nowhere is there already; so is a file that comes while the command works."""
    target = folder / name
    target.symlink_to(folder / "gone")
    assert call(*words, name).status == 2
    assert not (folder / "gone").exists()
    target.unlink()
    real: Callable[[Path, writing.FileContent], bool] = writing._has_content

    def came_meanwhile(path: Path, over: writing.FileContent) -> bool:
        target.write_bytes(MINE)
        return real(path, over)

    monkeypatch.setattr(writing, "_has_content", came_meanwhile)
    assert call(*words, name).status == 2
    assert target.read_bytes() == MINE


@pytest.mark.parametrize(("words", "name"), DRAWINGS.values(), ids=DRAWINGS)
def test_drawings_and_reports_are_replaced(call: Call, folder: Path, words: list[str], name: str) -> None:
    """A drawing or report, which can be made anew, may be replaced where -o names it."""
    (folder / name).write_bytes(MINE)
    assert call(*words, name).status in (0, 1)
    assert (folder / name).read_bytes() != MINE


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize(
    "words",
    [
        ["place", "floor.dungeon.yaml", "-o", "floor.dungeon.yaml"],
        ["convert", "floor.dungeon.yaml", "floor.dungeon.yaml"],
        ["playtest", "floor.dungeon.yaml", "--mend", "-o", "floor.dungeon.yaml"],
    ],
)
def test_an_input_is_never_replaced(call: Call, folder: Path, words: list[str], force: list[str]) -> None:
    """A file that is read is not written, not even with --force; the line does not offer it."""
    called = call(*words, *force)
    assert (called.status, "this file is also read" in called.complaint) == (2, True)
    assert (folder / "floor.dungeon.yaml").read_text() == FLOOR


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_device_is_no_file_of_the_user(call: Call, folder: Path) -> None:
    """Writing to a device loses nothing, so that it needs no --force."""
    assert call("convert", "floor.dungeon.yaml", os.devnull, "--to", "sketch").status == 0
    assert not existing_files.is_existing(os.devnull)


def test_no_dungeon_is_lost_to_force_in_a_wrong_call(call: Call, folder: Path) -> None:
    """--force replaces a file only when there is something to put in its place."""
    (folder / "out.dungeon.yaml").write_bytes(MINE)
    (folder / "bad.dungeon.yaml").write_text("map: <Q>\n")
    for words in (
        ["place", "bad.dungeon.yaml", "-o", "out.dungeon.yaml"],
        ["convert", "bad.dungeon.yaml", "out.dungeon.yaml"],
    ):
        assert call(*words, "--force").status == 2
    assert (folder / "out.dungeon.yaml").read_bytes() == MINE


FILES_NAMED = {
    "check": [
        ["FILE"],
        ["hall.dungeon.yaml", "--ruleset", ""],
        ["hall.dungeon.yaml", "--tiles", ""],
        ["hall.dungeon.yaml", "-o", ""],
    ],
    "publish": [["hall.dungeon.yaml", "-o", ""]],
    "pack": [["hall.dungeon.yaml", "-o", ""]],
    "generate": [["--ruleset", "naf-2019", "-o", ""], ["--ruleset", "naf-2019", "-o", "w", "--stock", ""]],
    "vary": [["hall.dungeon.yaml", "-o", ""], ["", "-o", "w"]],
    "place": [["hall.dungeon.yaml", "-o", ""], [""]],
    "deal": [["-o", ""]],
    "convert": [["hall.dungeon.yaml", ""], ["", "out.dungeon.yaml"]],
    "render": [["hall.dungeon.yaml", "-o", ""], ["", "-o", "x.svg"], ["hall.dungeon.yaml", "-o", "x", "--theme", ""]],
    "themes": [[""], ["ink", "-o", ""]],
    "new": [["sketch", "-o", ""], ["season", ""]],
    "playtest": [["hall.dungeon.yaml", "-o", ""], ["hall.dungeon.yaml", "--maps", ""]],
    "diff": [
        ["", "hall.dungeon.yaml"],
        ["hall.dungeon.yaml", ""],
        ["a.dungeon.yaml", "b.dungeon.yaml", "--base-dir", ""],
    ],
    "analyse": [["hall.dungeon.yaml", "-o", ""], [""]],
    "stock": [[""]],
    "roll": [[""]],
    "link": [[""], ["hall.dungeon.yaml", "--qr", ""]],
    "edit": [[""]],
    "rules": [["--ruleset", ""]],
    "rulesets": [[""]],
    "explain": [[""], ["chest-count", "--ruleset", ""]],
    "tiles": [[""], ["--tiles", ""]],
    "schema": [[""]],
}
"""Of each command, arguments of which one is the empty text; a list that needs no FILE stands for itself."""


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_name_is_refused(call: Call, folder: Path, command: str) -> None:
    """Every command ends an empty name, as of a variable that is not set, with 2, and writes nothing."""
    (folder / "hall.dungeon.yaml").write_text(FLOOR)
    before = sorted(folder.rglob("*"))
    for arguments in FILES_NAMED.get(command, []):
        called = call(command, *("" if word == "FILE" else word for word in arguments))
        assert (called.status, called.out) == (2, ""), arguments
        assert len(called.err.splitlines()) == 1
    assert sorted(folder.rglob("*")) == before


def test_every_command_with_a_name_is_asked() -> None:
    """The list above has every command but the one that takes no name."""
    assert set(COMMANDS) - set(FILES_NAMED) == {"completion", "desktop"}

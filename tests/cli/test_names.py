"""Names of files that are too long, or no text: a line or a result, in every command that takes one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import CUP, LEGAL, Call
from .test_process import build_environment

LONG = "a" * 300
TOO_LONG = [
    f"check {LONG}.dungeon.yaml", f"check {LONG}", f"check {LONG}.toml", f"check hall.dungeon.yaml -o {LONG}.txt",
    f"check hall.dungeon.yaml --ruleset {LONG}.toml", f"check hall.dungeon.yaml --ruleset {LONG}",
    f"check hall.dungeon.yaml --tiles {LONG}", "check ruled.dungeon.yaml", "check tiled.dungeon.yaml",
    "check hall.dungeon.yaml --ruleset house.toml", "check season.toml", "pack season.toml -o out.md",
    "stock season.toml", "roll season.toml --dice 1", f"render {LONG}.dungeon.yaml -o out.png",
    f"render hall.dungeon.yaml -o {LONG}/out.png", f"render --tiles {LONG} -o out.pdf", f"convert {LONG} - --to layout",
    f"convert hall.dungeon.yaml {LONG}/x.json", f"pack {LONG}.toml -o out.pdf", f"pack {LONG} -o out.pdf",
    f"pack hall.dungeon.yaml --ruleset cup.toml -o {LONG}/x.pdf", f"edit {LONG}.dungeon.yaml", f"edit {LONG}",
    f"stock {LONG}", f"roll {LONG}.toml", f"tiles --tiles {LONG}",
    f"explain chest-count --ruleset {LONG}.toml", f"rules --ruleset {LONG}.toml",
]  # fmt: skip


@pytest.mark.parametrize("call_", TOO_LONG, ids=lambda text: text.replace(LONG, "aaa"))
def test_a_name_too_long_is_one_line(call: Call, table: Path, call_: str) -> None:
    """A name no file can have is told of like any file that is not there, whoever names it."""
    (table / "hall.dungeon.yaml").write_text(f"ruleset: cup.toml\n{LEGAL}")
    (table / "ruled.dungeon.yaml").write_text(f"ruleset: {LONG}.toml\n{LEGAL}")
    (table / "tiled.dungeon.yaml").write_text(f"ruleset: cup.toml\nsections: [{{id: a, tile: {LONG}/b, at: [0, 0]}}]\n")
    (table / "house.toml").write_text(f'extends = "{LONG}.toml"\n{CUP}')
    dice = f'[dice]\nroll = "1D1"\ntable = {{ 1 = "{LONG}.dungeon.yaml" }}\n'
    (table / "season.toml").write_text(f'name = "x"\n{dice}')
    called = call(*call_.split())
    assert called.status == 2
    assert "unexpected" not in called.complaint


ODD = "b\udcff"
"""A name with a byte that is no text, as Python holds it."""
ODDLY_NAMED = [
    *(f"check {ODD}.dungeon.yaml --ruleset {ODD}.toml --format {form}"
      for form in ("text", "json", "sarif", "junit", "github", "markdown")),
    f"check {ODD} --ruleset {ODD}.toml", f"check {ODD}.dungeon.yaml --ruleset all",
    f"check {ODD}.dungeon.yaml --ruleset {ODD}.toml -o {ODD}.txt", f"check {ODD}/season.toml --format json",
    f"render {ODD}.dungeon.yaml -o {ODD}.svg --title", f"render {ODD}.dungeon.yaml -o {ODD}.pdf",
    f"render --tiles {ODD}tiles -o out.pdf", f"convert {ODD}.dungeon.yaml {ODD}.json",
    f"convert {ODD}.dungeon.yaml {ODD}.board.json --ruleset {ODD}.toml", f"pack {ODD} -o {ODD}.pdf",
    f"pack {ODD} -o {ODD}.md", f"pack {ODD}.dungeon.yaml --ruleset {ODD}.toml -o out.pdf --name {ODD}",
    f"pack {ODD}.dungeon.yaml --ruleset {ODD}.toml -o out.md --name {ODD}", f"stock {ODD}",
    f"stock {ODD}.dungeon.yaml --format json", f"stock {ODD}.dungeon.yaml --format csv",
    f"roll {ODD}/season.toml --format json", f"roll {ODD}/season.toml",
    f"tiles --tiles {ODD}tiles", f"tiles --tiles {ODD}tiles --format json",
    *(f"explain chest-count --ruleset {ODD}.toml --format {form}" for form in ("text", "json", "markdown")),
    f"rules --ruleset {ODD}.toml", f"rules --ruleset {ODD}.toml --format json",
]  # fmt: skip
WRONGLY_NAMED = [
    ODD, f"check --select {ODD} hall", f"check hall --format {ODD}", f"explain {ODD}", f"tiles {ODD}", f"schema {ODD}",
    f"edit {ODD}x", f"convert hall.dungeon.yaml x.{ODD}", f"render hall.dungeon.yaml -o x.{ODD}", f"check {ODD}x",
    f"render hall.dungeon.yaml -o x.png --theme {ODD}", f"render hall.dungeon.yaml -o x.png --square {ODD}",
]  # fmt: skip


def escape(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


@pytest.fixture
def oddly(table: Path) -> Path:
    """Files of every sort whose names are no text."""
    (table / "hall.dungeon.yaml").write_text(LEGAL)
    (table / f"{ODD}.dungeon.yaml").write_text(LEGAL)
    (table / f"{ODD}.toml").write_text("".join(line for line in CUP.splitlines(True) if not line.startswith("id")))
    (table / f"{ODD}tiles" / ODD).mkdir(parents=True)
    (table / f"{ODD}tiles" / ODD / f"{ODD}.yaml").write_text("name: Cell\nkind: room\nsquares: ..\nstock: 2\n")
    (table / ODD / "sub").mkdir(parents=True)
    for file, ruleset in (("hall", "../cup.toml"), (f"sub/{ODD}", "../../cup.toml")):
        (table / ODD / f"{file}.dungeon.yaml").write_text(LEGAL.replace("name: Legal", f"ruleset: {ruleset}"))
    dice = '[dice]\nroll = "1D1"\ntable = { 1 = "hall.dungeon.yaml" }\n'
    (table / ODD / "season.toml").write_text(f'name = "x"\nruleset = "../cup.toml"\n{dice}')
    return table


@pytest.mark.parametrize("call_", ODDLY_NAMED, ids=escape)
def test_a_name_that_is_no_text_works(call: Call, oddly: Path, call_: str) -> None:
    """Its bytes that are no text are escaped where the name is shown; whatever is written is UTF-8."""
    called = call(*call_.split())
    assert called.err == "" or "is written; not legal" in called.err
    assert called.status in (0, 1)


@pytest.mark.parametrize("call_", WRONGLY_NAMED, ids=escape)
def test_a_wrong_word_that_is_no_text_is_one_line(call: Call, oddly: Path, call_: str) -> None:
    """Bytes that are no text are escaped in the line about a wrong call."""
    called = call(*call_.split())
    assert called.status == 2
    assert escape(ODD) in called.complaint
    assert "unexpected" not in called.complaint


def test_such_names_as_the_shell_hands_them_over(oddly: Path) -> None:
    """The same in a process of its own, by bytes."""
    command = [*map(os.fsencode, (sys.executable, "-m", "dungeon_designer", "check", ODD, "--format", "json"))]
    done = subprocess.run(command, capture_output=True, env=build_environment(), check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"b\\udcff/sub/b\\udcff.dungeon.yaml" in done.stdout

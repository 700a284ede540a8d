"""Standard streams that are closed, full, or read no more: the right status, at most one line, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import count, soak

from .conftest import Called
from .test_process import build_environment

PROGRAM = f"{sys.executable} -m dungeon_designer"
TO_STDOUT = [
    "--help", "check --help", "pack -h", "--version", "check legal.dungeon.yaml --ruleset cup.toml",
    "check legal.dungeon.yaml --ruleset cup.toml --format json", "explain chest-count", "rules", "rulesets",
    "tiles gw-1989", "schema", "stock legal.dungeon.yaml", "convert legal.dungeon.yaml - --to layout",
    "roll season.toml --dice 1", "check legal.dungeon.yaml --ruleset cup.toml --fix",
]  # fmt: skip
"""Calls that write to standard output and otherwise end with 0."""
TO_FILES = [
    "check legal.dungeon.yaml --ruleset cup.toml -o out.txt",
    "convert legal.dungeon.yaml out.json",
    "render legal.dungeon.yaml -o out.svg",
    "render legal.dungeon.yaml -o out.pdf",
    "pack legal.dungeon.yaml --ruleset cup.toml -o out.pdf",
]
"""Calls that write files only."""
CLOSED = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"]
ALL = [(call, closed) for call in (*TO_STDOUT, *TO_FILES) for closed in CLOSED]
SAMPLE = ALL[:: len(ALL) // count(6, len(ALL))]


def run(call: str, redirected: str) -> Called:
    """Return the program in a shell, its streams redirected."""
    done = subprocess.run(
        ["bash", "-c", f"{PROGRAM} {call} {redirected}"],
        capture_output=True,
        env=build_environment(),
        timeout=60,
        check=False,
    )
    return Called.from_bytes(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def event(table: Path) -> Path:
    """The table with a season to roll and a folder of one dungeon."""
    (table / "season.toml").write_text('name = "x"\n[dice]\nroll = "1D1"\ntable = { 1 = "legal.dungeon.yaml" }\n')
    (table / "halls").mkdir()
    (table / "halls" / "legal.dungeon.yaml").write_text((table / "legal.dungeon.yaml").read_text())
    return table


@soak
@pytest.mark.parametrize(("call", "closed"), SAMPLE)
def test_closed_streams(event: Path, call: str, closed: str) -> None:
    """Only what must be written and cannot be is a fault: with standard output closed, where the result goes there."""
    called = run(call, closed)
    silenced = call in TO_STDOUT and ">&-" in closed.replace("2>&-", "")
    assert called.status == (2 if silenced else 0)
    assert called.out.strip() == "" or not silenced
    heard = silenced and "2>&-" not in closed
    expected = "dungeon-designer: standard output is closed; there is nowhere to write to\n" if heard else ""
    assert called.err == expected
    if call in TO_FILES:
        (written,) = event.glob("out.*")
        assert written.stat().st_size > 0
        assert b"dungeon-designer:" not in written.read_bytes()


@soak
@pytest.mark.parametrize("call", TO_STDOUT[:: len(TO_STDOUT) // count(4, len(TO_STDOUT))])
def test_a_full_device(event: Path, call: str) -> None:
    """Output that does not fit is one line and 2, for help and version too; without room for it the status stays."""
    line = "dungeon-designer: standard output cannot be written: no space left on device\n"
    assert run(call, "> /dev/full") == (2, "", line)
    assert run(call, "> /dev/full 2> /dev/full") == (2, "", "")


@pytest.mark.parametrize(
    ("call", "status"), [("check gone.dungeon.yaml --ruleset cup.toml", 2), ("", 2), ("chekc", 2), ("--version", 0)]
)
def test_nobody_who_hears_complaints(table: Path, call: str, status: int) -> None:
    """The exit status says how it went even if standard error is full or closed."""
    for redirected in ("2> /dev/full", "2>&-"):
        assert run(call, redirected).status == status


@pytest.mark.parametrize("call", ["--help", "check --help", "--version", "schema"])
def test_a_reader_of_help_that_stops_reading(table: Path, call: str) -> None:
    """`--help | true` is no fault: 141 as for any other output, and silence."""
    script = f"{PROGRAM} {call} | true; echo ${{PIPESTATUS[0]}}"
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, env=build_environment(), timeout=60, check=False
        )
        assert done.stderr == b""
        assert done.stdout.strip() in (b"141", b"0")  # 0 where all was written before the reader went


def test_a_closed_standard_input(table: Path) -> None:
    """A dungeon wanted from a standard input that is closed is one line."""
    for call in ("check - --ruleset cup.toml", "convert - - --to sketch", "render - -o out.svg", "stock -"):
        called = run(call, "<&-")
        assert called.status == 2
        assert called.complaint.removeprefix("dungeon-designer: ") == "standard input: it is closed"
    assert not (table / "out.svg").exists()

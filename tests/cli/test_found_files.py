"""Files that no person named, but a season, a dungeon, a ruleset or a folder: plain ones only, and kept secret.

A stranger's season or ruleset can name any file of the machine it is read on. It must neither make the program wait,
nor say on a terminal or in a build's log what stands in that file.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import CUP, LEGAL, Call
from .test_process import build_environment

UNTOLD = "hunter2"
FIRST_LINES = {
    "a word": f"{UNTOLD}\n",
    "a key": f"{UNTOLD}: yes\n",
    "a value": f"map: ...\nballs: {UNTOLD}\n",
    "a table": f"[{UNTOLD}]\ntoken = '{UNTOLD}'\n",
    "a key of TOML": f"{UNTOLD} = 1\n",
    "twice": f"{UNTOLD} = 1\n{UNTOLD} = 2\n",
    "an object": f'{{"{UNTOLD}": "{UNTOLD}"}}\n',
    "a layout file of sorts": f'{{"format": "dungeon-layout", "version": 1, "{UNTOLD}": 1}}\n',
    "a passwd": f"{UNTOLD}:x:0:0:{UNTOLD}:/root:/bin/sh\n",
}
NAMED = {
    "a season's layout": ("check", "season.toml"),
    "a season's layout, packed": ("pack", "season.toml", "-o", "out.md"),
    "a season's layout, listed": ("stock", "season.toml"),
    "a season's layout, rolled": ("roll", "season.toml", "--dice", "1"),
    "a season's ruleset": ("check", "ruled.toml"),
    "a dungeon's ruleset": ("check", "hall.dungeon.yaml"),
    "a dungeon's ruleset, walked": ("render", "hall.dungeon.yaml", "-o", "out.svg", "--distances-from", "home"),
    "a ruleset's base": ("check", "legal.dungeon.yaml", "--ruleset", "house.toml"),
    "a ruleset's base, explained": ("explain", "chest-count", "--ruleset", "house.toml"),
    "a link in a folder": ("check", "halls", "--ruleset", "cup.toml"),
    "a season in a folder": ("check", "spring"),
    "a season in a folder, packed": ("pack", "spring", "-o", "out.md"),
    "a tile": ("check", "tiled/hall.dungeon.yaml", "--ruleset", "cup.toml"),
}
"""Who names the file, and a call that comes across it."""


@pytest.fixture
def stranger(table: Path) -> Path:
    """A stranger's files, all of which lead to `secret` or its twin `secret.toml`; the tests say what those are."""
    for folder in ("halls", "spring", "tiled/tiles/set"):
        (table / folder).mkdir(parents=True)
    layout = 'name = "x"\n[dice]\nroll = "1D1"\ntable = { 1 = "secret" }\n'
    (table / "season.toml").write_text(layout)
    (table / "ruled.toml").write_text('name = "x"\nruleset = "secret.toml"\nalso = ["legal.dungeon.yaml"]\n')
    (table / "house.toml").write_text(f'extends = "secret.toml"\n{CUP}')
    (table / "hall.dungeon.yaml").write_text(f"ruleset: secret.toml\n{LEGAL}")
    tiled = "name: Tiled\nsections: [{id: a, tile: set/secret, at: [0, 0]}]\n"
    (table / "tiled" / "hall.dungeon.yaml").write_text(tiled)
    (table / "spring" / "hall.dungeon.yaml").write_text(f"ruleset: ../cup.toml\n{LEGAL}")
    (table / "halls" / "link.dungeon.yaml").symlink_to(table / "secret")
    (table / "spring" / "season.toml").symlink_to(table / "secret.toml")
    (table / "tiled" / "tiles" / "set" / "secret.yaml").symlink_to(table / "secret")
    return table


@pytest.fixture
def impatient() -> Iterator[None]:
    """Whatever waits half a minute fails."""

    def over(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("said", FIRST_LINES.values(), ids=FIRST_LINES)
@pytest.mark.parametrize("arguments", NAMED.values(), ids=NAMED)
def test_no_error_quotes_a_file_a_person_did_not_name(
    call: Call, stranger: Path, arguments: tuple[str, ...], said: str
) -> None:
    """One line says that it is not what it should be, and nothing of what stands in it."""
    for name in ("secret", "secret.toml"):
        (stranger / name).write_text(said)
    called = call(*arguments)
    assert called.status == 2
    assert len(called.err.splitlines()) == 1
    assert UNTOLD not in called.out + called.err
    assert not any(UNTOLD in path.read_text() for path in (stranger / "halls").glob("README.md"))


@pytest.mark.parametrize("arguments", NAMED.values(), ids=NAMED)
@pytest.mark.usefixtures("impatient")
def test_a_pipe_a_person_did_not_name_is_refused(call: Call, stranger: Path, arguments: tuple[str, ...]) -> None:
    """Nobody waits for somebody to write into a pipe that a file names: one line, at once."""
    for name in ("secret", "secret.toml"):
        os.mkfifo(stranger / name)
    called = call(*arguments)
    assert called.status == 2
    assert "this is not a plain file" in called.complaint or "this is a link" in called.complaint


@pytest.mark.parametrize(
    "target", ["/dev/zero", "/proc/self/environ", "/proc/self/status", "/sys/kernel/uevent_seqnum"]
)
def test_the_systems_own_files_are_refused(call: Call, stranger: Path, target: str) -> None:
    """Devices, and what the system and other programs keep in memory, are nobody's dungeons."""
    for name in ("secret", "secret.toml"):
        (stranger / name).symlink_to(target)
    for arguments in NAMED.values():
        called = call(*arguments)
        assert called.status == 2
        assert "this is not a plain file" in called.complaint or "this is a link" in called.complaint


def test_a_pipe_named_in_the_call_is_read(stranger: Path) -> None:
    """A file named in the call is read even if it is a pipe: `check <(…)` hands over one."""
    script = f"{sys.executable} -m dungeon_designer check <(cat legal.dungeon.yaml) --ruleset <(cat cup.toml)"
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=build_environment(), timeout=30, check=False)
    assert b"no such ruleset" in done.stderr  # a pipe's name does not end in .toml
    script = f"{sys.executable} -m dungeon_designer check <(cat legal.dungeon.yaml) --ruleset cup.toml"
    done = subprocess.run(["bash", "-c", script], capture_output=True, env=build_environment(), timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [NAMED["a season's layout"], NAMED["a link in a folder"]])
def test_a_dungeon_by_its_name_is_told_of_in_full(call: Call, stranger: Path, arguments: tuple[str, ...]) -> None:
    """A file whose own name ends as a dungeon's does is one: what is wrong in it is said, whoever names it."""
    (stranger / "real.dungeon.yaml").write_text("map: ...\nchsets: []\n")
    (stranger / "secret").symlink_to("real.dungeon.yaml")
    assert "unknown key 'chsets' (did you mean chests?)" in call(*arguments).complaint


def test_a_ruleset_with_a_fault_is_told_of_in_full(call: Call, stranger: Path) -> None:
    """A file that is a ruleset has its faults named, whoever names it; where it is no TOML, the place is said."""
    (stranger / "secret.toml").write_text("[rules.chest-cuont]\n")
    assert "did you mean chest-count?" in call("check", "hall.dungeon.yaml").complaint
    (stranger / "secret.toml").write_text("[rules.chest-count]\nmin = \n")
    assert call("check", "hall.dungeon.yaml").complaint.endswith("secret.toml: line 2, column 7: not TOML")


def test_a_tile_in_its_own_folder_is_told_of_in_full(call: Call, stranger: Path) -> None:
    """A wrong tile in the folder `tiles` is named with its fault."""
    tile = stranger / "tiled" / "tiles" / "set" / "secret.yaml"
    tile.unlink()
    tile.write_text("nmae: Cell\n")
    assert "unknown key 'nmae'" in call(*NAMED["a tile"]).complaint


def test_the_same_files_named_by_a_person_are_told_of_in_full(call: Call, stranger: Path) -> None:
    """The content of a wrong file is quoted if a person named the file."""
    (stranger / "secret").write_text("chsets: 3\n")
    (stranger / "secret.toml").write_text("rules = 3\n")
    assert "chsets" in call("check", "secret", "--ruleset", "cup.toml").complaint
    assert "rules: " in call("rules", "--ruleset", "secret.toml").complaint

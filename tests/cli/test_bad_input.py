"""Bad input at the command: one line, status 2, and the other files are still checked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dungeon_designer.text.file_reading import MAX_FILE_BYTES

from .conftest import Call

SKETCHES = {
    "unknown key": b"mpa: ...\n",
    "unknown letter": b"map: |\n  .?.\n",
    "unknown ruleset": b"ruleset: naf-2091\nmap: ...\n",
    "unknown waived rule shape": b"map: ...\nwaivers: [{rule: 3}]\n",
    "shapes that differ": b"map: |\n  ...\nsections: |\n  AA\n",
    "a wrong type": b"map: ...\nballs: many\n",
    "out of range": b"map: ...\nchests: [[10000, 0]]\n",
    "truncated": b"map: |\n  ...\ndoors: [{at: [1",
    "empty": b"",
    "only blanks": b"  \n \n",
    "binary": bytes(range(256)),
    "not utf-8": b"name: \xff\xfe\xfa\nmap: ...\n",
    "utf-16": "map: ...".encode("utf-16"),
    "deeply nested": b"map: ...\nchests: " + b"[" * 100_000,
    "a bomb of aliases": b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nmap: ...\n",
    "a python object": b"map: !!python/object/apply:os.system [echo]\n",
    "two documents": b"map: ...\n---\nmap: ...\n",
    "a key twice": b"map: ...\nmap: ...\n",
    "a list": b"- map\n",
    "a word": b"hello\n",
    "nul bytes": b"map: \x00...\n",
}

LAYOUTS = {
    "another format": b'{"format": "tiled", "version": 1}',
    "no version": b'{"format": "dungeon-layout"}',
    "a newer version": b'{"format": "dungeon-layout", "version": 99}',
    "unknown key": b'{"format": "dungeon-layout", "version": 1, "chest": []}',
    "a wrong type": b'{"format": "dungeon-layout", "version": 1, "chests": 6}',
    "out of range": b'{"format": "dungeon-layout", "version": 1, "chests": [[-1, 0]]}',
    "truncated": b'{"format": "dungeon-layout", "ver',
    "empty": b"",
    "binary": bytes(range(256)),
    "deeply nested": b'{"format": "dungeon-layout", "version": 1, "extra": ' + b"[" * 200_000,
    "a number too long": b'{"format": "dungeon-layout", "version": 1, "balls": ' + b"9" * 10_000 + b"}",
    "not json": b"map: ...",
    "a list": b"[]",
}

FILES = {
    **{f"{what} in a sketch": ("bad.dungeon.yaml", data) for what, data in SKETCHES.items()},
    **{f"{what} in a layout file": ("bad.dungeon.json", data) for what, data in LAYOUTS.items()},
}


@pytest.mark.parametrize(("name", "data"), FILES.values(), ids=FILES)
def test_a_bad_file_is_one_line_and_the_others_are_checked(call: Call, table: Path, name: str, data: bytes) -> None:
    """Whatever a file holds, one line names it, the status is 2, and the legal hall beside it gets its verdict."""
    (table / name).write_bytes(data)
    ruleset = [] if b"naf-2091" in data else ["--ruleset", "cup.toml"]
    (table / "good.dungeon.yaml").write_text("ruleset: cup.toml\nmap: <.C1>\n")
    called = call("check", name, "good.dungeon.yaml", "--brief", *ruleset)
    assert called.status == 2
    assert called.complaint.startswith(name)
    assert "unexpected" not in called.complaint
    assert len(called.complaint) < 400
    assert "1 file checked, 1 legal, 0 not" in called.out


def test_a_missing_file(check: Call) -> None:
    """A file that is not there is named."""
    assert check("gone.dungeon.yaml").complaint == "gone.dungeon.yaml: there is no such file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_and_folder(check: Call, table: Path) -> None:
    """A file or folder that may not be read is named."""
    (table / "legal.dungeon.yaml").chmod(0)
    (table / "closed").mkdir(mode=0)
    called = check("legal.dungeon.yaml", "closed", "warned.dungeon.yaml")
    assert called.status == 2
    assert [line.partition(":")[0] for line in called.err.splitlines()] == ["legal.dungeon.yaml", "closed"]


def test_a_closed_folder_is_named(check: Call, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be looked into is a fault; what was found elsewhere is checked."""
    real = os.scandir

    def closed(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    (table / "halls" / "closed").mkdir(parents=True)
    (table / "halls" / "a.dungeon.yaml").write_text("map: <.C1>\n")
    monkeypatch.setattr(os, "scandir", closed)
    called = check("halls")
    assert called.complaint == "halls/closed: this folder cannot be read: Permission denied"
    assert "1 file checked, 1 legal" in called.out


def test_a_huge_file_is_refused_unread(check: Call, table: Path) -> None:
    """A file of 100 MB is not even read."""
    with (table / "huge.dungeon.yaml").open("wb") as file:
        file.truncate(100_000_000)
    assert MAX_FILE_BYTES < 100_000_000
    assert "larger than" in check("huge.dungeon.yaml").complaint


def test_a_huge_standard_input_is_refused(check: Call) -> None:
    """Nor is more than that taken from standard input."""
    called = check("-", stdin=b"#" * (MAX_FILE_BYTES + 1))
    assert called.status == 2
    assert "larger than" in called.complaint


def test_a_device_and_a_dead_link(check: Call, table: Path) -> None:
    """Things that are no files are named, too."""
    (table / "dead.dungeon.yaml").symlink_to("nowhere")
    called = check("dead.dungeon.yaml", "/dev/null", "a\0b")
    assert called.status == 2
    assert len(called.err.splitlines()) == 3


@pytest.mark.parametrize(
    "toml",
    [
        b"[rules.chest-cuont]\n",
        b"[rules.chest-count]\nmni = 1\n",
        b"[rules.chest-count]\nmin = 'x'\n",
        b"[rules.chest-count]\nmin = 7\nmax = 6\n",
        b"[rules.chest-count]\nlevel = 'mst'\n",
        b"corners = 'round'\n",
        b"extends = 'naf-2091'\n",
        b"extends = 'bad.toml'\n",
        b"extends = 3\n",
        b"rules = 3\n",
        b"not toml",
        b"\xff\xfe",
        b"x = " + b"[" * 100_000,
    ],
)
def test_a_bad_ruleset_is_one_line(call: Call, table: Path, toml: bytes) -> None:
    """A wrong ruleset file is named with what is wrong in it, and no dungeon is blamed."""
    (table / "bad.toml").write_bytes(toml)
    called = call("check", "legal.dungeon.yaml", "--ruleset", "bad.toml")
    assert called.status == 2
    assert called.out == ""
    assert "bad" in called.complaint
    assert "unexpected" not in called.complaint


def test_a_bug_of_ours_is_one_line_too(check: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a file trip over a fault of the program, that file is named and the others are checked."""
    from dungeon_designer.dungeon import Dungeon

    real = Dungeon.load

    def trip(file: str, *more: object, **named: object) -> object:
        if file.startswith("illegal"):
            raise ZeroDivisionError("no\nway")
        return real(file, *more, **named)

    monkeypatch.setattr(Dungeon, "load", trip)
    called = check("illegal.dungeon.yaml", "legal.dungeon.yaml")
    assert called.status == 2
    assert called.complaint.startswith("illegal.dungeon.yaml: an unexpected fault (ZeroDivisionError: no")
    assert "1 file checked, 1 legal" in called.out
    monkeypatch.setenv("DUNGEON_DESIGNER_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        check("illegal.dungeon.yaml")

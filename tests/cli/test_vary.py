"""`vary`: which files it writes, what it says of them, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

import dungeon_designer as dd

from .conftest import Call

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/gw-2021/the-burning-horseshoe.dungeon.yaml"


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A dungeon in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall.dungeon.yaml").write_bytes(EXAMPLE.read_bytes())
    return "hall.dungeon.yaml"


def test_neighbours_are_written_and_told(call: Call, hall: str) -> None:
    """A sketch of each, numbered, legal like the dungeon and with its comments; a line says what was changed."""
    called = call("vary", hall, "-o", "others", "--count", "2")
    assert (called.status, called.err) == (0, "")
    files = sorted(Path("others").iterdir())
    assert [path.name for path in files] == ["hall-1.dungeon.yaml", "hall-2.dungeon.yaml"]
    assert [line.partition(": ")[0] for line in called.out.splitlines()] == list(map(str, files))
    for path in files:
        assert dd.load(path).check(strict=True).legal
        assert path.read_text("utf-8").startswith(EXAMPLE.read_text("utf-8").splitlines()[0])


def test_the_same_seed_writes_the_same(call: Call, hall: str) -> None:
    """Byte for byte, and on a second call; another seed writes others."""
    for seed, folder in (("3", "one"), ("3", "two"), ("4", "three")):
        assert call("vary", hall, "-o", folder, "--count", "1", "--seed", seed).status == 0
    one, two, three = ((Path(name) / "hall-1.dungeon.yaml").read_bytes() for name in ("one", "two", "three"))
    assert one == two != three


def test_locked_sections_stay(call: Call, hall: str) -> None:
    """With all sections locked there is no neighbour: status 1, one line, and no folder."""
    every = ",".join(section.id for section in dd.load(hall).layout.sections)
    called = call("vary", hall, "-o", "others", "--lock", every)
    assert called.status == 1
    assert called.complaint == f"{hall}: no neighbour was found that is as legal and as fair"
    assert not Path("others").exists()


def test_what_cannot_be_done_is_said_in_a_line(call: Call, hall: str) -> None:
    """A section there is none of, a folder that holds something, and a dungeon without a ruleset: status 2."""
    assert call("vary", hall, "-o", "x", "--lock", "nowhere").complaint.endswith("--lock: there is no section nowhere")
    Path("full").mkdir()
    Path("full/mine").write_text("mine", encoding="utf-8")
    assert call("vary", hall, "-o", "full").complaint.endswith("full: name a folder that is new or empty")
    Path("bare.dungeon.yaml").write_text("map: <..C..>\n", encoding="utf-8")
    called = call("vary", "bare.dungeon.yaml", "-o", "x")
    assert called.status == 2
    assert not Path("x").exists()


def test_a_folder_that_cannot_be_made_is_said_in_a_line(call: Call, hall: str) -> None:
    """Below a file there is no folder: one line says so, exit 2, and nothing of a fault."""
    called = call("vary", hall, "-o", f"{hall}/others", "--count", "1")
    assert (called.status, called.out) == (2, "")
    assert called.complaint.endswith("others: this folder cannot be made: Not a directory")

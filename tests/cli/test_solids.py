"""Solids for 3D printers on the command line."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import trimesh

from .conftest import Call

WAYS = [["convert", "legal.dungeon.yaml", "{}"], ["render", "legal.dungeon.yaml", "-o", "{}"]]


@pytest.mark.parametrize("way", WAYS, ids=["convert", "render"])
def test_a_whole_solid_says_how_large_it_is(call: Call, table: Path, way: list[str]) -> None:
    """`X.stl` is one solid; a line on standard error has its size and names the other format, but not with -q."""
    arguments = [each.format("a.stl") for each in way]
    called = call(*arguments)
    assert called.status == 0
    said = re.fullmatch(
        r"a\.stl: one solid of (\d+) x (\d+) x (\d+) mm; a file that ends in \.stl\.zip .*", called.complaint
    )
    assert said is not None
    body = trimesh.load(table / "a.stl")
    assert [float(side) for side in said.groups()] == pytest.approx(list(body.extents), abs=0.5)
    assert call(*arguments, "-q").err == ""


@pytest.mark.parametrize("way", WAYS, ids=["convert", "render"])
def test_rooms_are_cut_to_the_bed(call: Call, table: Path, way: list[str]) -> None:
    """`X.stl.zip` has a solid for each room, and for each part of a room that is larger than --bed."""
    arguments = [each.format("a.stl.zip") for each in way]
    called = call(*arguments)
    assert called.complaint == "a.stl.zip: 3 solids for a bed of 220 x 220 mm; plan.svg in it shows where they lie"
    called = call(*arguments, "--bed", "7x5cm")
    assert called.complaint == "a.stl.zip: 5 solids for a bed of 70 x 50 mm; plan.svg in it shows where they lie"
    with ZipFile(table / "a.stl.zip") as archive:
        names = archive.namelist()
        bodies = [trimesh.load(BytesIO(archive.read(name)), file_type="stl") for name in names[2:]]
    assert names[:2] == ["plan.svg", "plan.txt"]
    assert len(bodies) == 5
    assert all(body.extents[0] <= 70 and body.extents[1] <= 50 for body in bodies)


def test_a_season_is_written_room_by_room(call: Call, table: Path) -> None:
    """`render` writes a ZIP for each dungeon of a folder, and a line for each."""
    called = call("render", ".", "-o", "solids/", "--to", "stl.zip", "--bed", "250x210mm")
    assert called.status == 0
    files = sorted(path.name for path in (table / "solids").glob("[!.]*"))
    assert files == ["illegal.stl.zip", "legal.stl.zip", "misnumbered.stl.zip", "warned.stl.zip"]
    assert called.err.count("solids for a bed of 250 x 210 mm") == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["convert", "legal.dungeon.yaml", "a.stl", "--bed", "200x200mm"], "--bed cuts rooms to a 3D printer's bed"),
        (
            ["convert", "legal.dungeon.yaml", "a.dungeon.json", "--bed", "200x200mm"],
            "write a file that ends in .stl.zip",
        ),
        (["render", "legal.dungeon.yaml", "-o", "a.svg", "--bed", "200x200mm"], "write a file that ends in .stl.zip"),
        (
            ["convert", "legal.dungeon.yaml", "a.stl.zip", "--bed", "220"],
            "'220' is not a size of a printer's bed; write it as",
        ),
        (["convert", "legal.dungeon.yaml", "a.stl.zip", "--bed", "20x20mm"], "name a larger bed or a smaller square"),
        (["convert", "legal.dungeon.yaml", "a.stl.zip", "--bed", "9x9km"], "is not a length"),
    ],
)
def test_a_bed_that_makes_no_sense_is_one_line(call: Call, table: Path, arguments: list[str], words: str) -> None:
    """A bed for another format, no size, and one smaller than a square: exit 2, one line, nothing written."""
    called = call(*arguments)
    assert (called.status, called.out) == (2, "")
    assert words in called.complaint
    assert not [path for path in table.iterdir() if path.name.startswith("a.")]

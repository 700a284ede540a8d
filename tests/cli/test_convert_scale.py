"""`convert --scale 2`: each square becomes 2 x 2, whatever program drew the dungeon."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.cli.main import run_program
from dungeon_designer.imports.importers import read_foreign, read_if_foreign
from dungeon_designer.layout.dungeon_files import read_dungeon_file, read_layout
from dungeon_designer.layout.model import EdgeDoor, Layout, normalise_layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout_edits.doubling import double_squares
from dungeon_designer.tiles.library import load_library
from tests.imports.files import DONJON, ONE_PAGE, TILED, WORDS, encode_json
from tests.soak import sample, soak

from .conftest import Call

ZONES = "name: Zones\nruleset: naf-2019\nmap: |\n  <<.C..>>\n  <<.1..>>\n  <<....>>\n"
FILES: dict[str, bytes] = {
    "keep.json": encode_json(ONE_PAGE),
    "vault.json": encode_json(DONJON),
    "vault.tsv": WORDS.encode(),
    "hall.tmj": encode_json(TILED),
    "hall.csv": b"<,<,.,C,1,+,>,>\n",
    "hall.txt": b"<<.C1+>>\n",
    "zones.dungeon.yaml": ZONES.encode(),
    "zones.dungeon.json": b'{"format": "dungeon-layout", "version": 1, "sections": '
    b'[{"id": "A", "kind": "room", "rows": ["..", ".."]}], "chests": [[1, 1]]}',
}


def count_floor(layout: Layout) -> int:
    """Return how many squares of floor a layout has."""
    return sum(len(section.squares) for section in layout.sections)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("target", ["out.dungeon.yaml", "out.dungeon.json", "out.tmx"])
def test_every_kind_of_file_becomes_twice_as_wide(call: Call, table: Path, name: str, target: str) -> None:
    """A file of any program, a sketch and a layout file are written with four squares for each."""
    (table / name).write_bytes(FILES[name])
    found = read_if_foreign(FILES[name], name)
    layout = normalise_layout(found.layout if found else read_layout(FILES[name], name))
    assert call("convert", name, target, "--scale", "2").status == 0
    data = (table / target).read_bytes()
    written = read_foreign(data, target).layout if target.endswith("tmx") else read_dungeon_file(target)
    assert written == double_squares(layout, load_library())
    assert count_floor(written) == 4 * count_floor(layout) > 0


def test_standard_input_and_output_are_doubled(call: Call) -> None:
    """A dungeon is doubled from standard input to standard output, too."""
    called = call("convert", "-", "-", "--to", "sketch", "--scale", "2", stdin=ZONES)
    assert count_floor(read_sketch(called.out)) == 96


def test_a_dungeon_with_tiles_is_drawn(call: Call, table: Path) -> None:
    """Placed tiles become drawn sections, those of one's own sets, too, and the report says so."""
    (table / "mine" / "set").mkdir(parents=True)
    (table / "mine/set/cell.yaml").write_text("id: set/cell\nname: Cell\nkind: room\nsquares: |\n  ..\n  .I\n")
    (table / "own.dungeon.yaml").write_text("sections: [{id: a, tile: set/cell, at: [0, 0]}]\n")
    called = call("convert", "own.dungeon.yaml", "-", "--to", "sketch", "--tiles", "mine", "--scale", "2")
    layout = read_sketch(called.out)
    assert (count_floor(layout), len(layout.obstacles), layout.sections[0].name) == (16, 4, "Cell")
    assert "4 squares became 16; changed: 1 x tile (drawn)" in called.err


def test_square_doors_become_edge_doors_and_the_report_says_so(call: Call, table: Path) -> None:
    """The doors of a One Page Dungeon fill a square; twice as large, they are two wide."""
    (table / "keep.json").write_bytes(FILES["keep.json"])
    called = call("convert", "keep.json", "keep.dungeon.yaml", "--scale", "2")
    account, doubled, hint = called.err.splitlines()
    assert account.startswith("keep.json: One Page Dungeon; kept: ")
    assert doubled.endswith("changed: 2 x square door (an edge door two wide)")
    assert "--ruleset" in hint
    layout = read_dungeon_file("keep.dungeon.yaml")
    assert layout.square_doors == ()
    assert {(type(door), door.width) for door in layout.doors} == {(EdgeDoor, 2)}
    assert layout.notes.endswith("1. A rat.")


def test_the_report_names_what_breaks_the_ruleset(call: Call, table: Path) -> None:
    """An end zone of six squares becomes one of 24, which the ruleset of the file forbids."""
    (table / "zones.dungeon.yaml").write_text(ZONES)
    called = call("convert", "zones.dungeon.yaml", "big.dungeon.yaml", "--scale", "2")
    zones = next(line for line in called.err.splitlines() if "end-zone-size" in line)
    assert zones.startswith("zones.dungeon.yaml: it now breaks end-zone-size (naf-2019): ")
    assert "24 squares" in zones
    assert "(and 1 more)" in zones
    same = next(line for line in called.err.splitlines() if "as before" in line)
    assert "chest-count" in same


def test_a_ruleset_may_be_named(call: Call, table: Path) -> None:
    """An imported dungeon names no ruleset: --ruleset does; an unknown one is refused before anything is written."""
    (table / "hall.txt").write_bytes(b"<<.C.1.>>\n")
    called = call("convert", "hall.txt", "hall.dungeon.yaml", "--scale", "2", "--ruleset", "cup.toml")
    assert called.err.splitlines()[-1] == "hall.txt: it breaks no rule of cup"
    called = call("convert", "hall.txt", "new.dungeon.yaml", "--scale", "2", "--ruleset", "naf-2091")
    assert called.status == 2
    assert not (table / "new.dungeon.yaml").exists()


def test_a_ruleset_that_is_gone_is_no_reason_not_to_write(call: Call, table: Path) -> None:
    """The file is converted, and the line says why its rules could not be asked."""
    (table / "odd.dungeon.yaml").write_text("ruleset: gone.toml\nmap: ..\n")
    called = call("convert", "odd.dungeon.yaml", "new.dungeon.yaml", "--scale", "2")
    assert called.status == 0
    assert "which rules it breaks now cannot be said" in called.err


LARGE: dict[str, Any] = {
    "far.dungeon.yaml": "sections:\n  - {id: A, at: [5000, 0], rows: ['.']}\n",
    "wide.dungeon.yaml": "sections:\n  - {id: A, rows: [" + ", ".join(["'" + "." * 600 + "'"] * 600) + "]}\n",
    "ground.json": json.dumps(
        {
            "format": "dungeon-layout",
            "version": 1,
            "sections": [{"id": "A", "rows": ["." * 300] * 300}],
            "terrain": [{"kind": "lava", "at": [0, 0], "size": [300, 300]}],
        }
    ),
}


@soak
@pytest.mark.parametrize(("name", "target"), sample(product(LARGE, ["out.dungeon.yaml", "out.dungeon.json"]), 3))
def test_what_becomes_too_large_is_one_line_and_nothing_is_written(
    call: Call, table: Path, name: str, target: str
) -> None:
    """Over a limit of dungeon files there is one line, status 2 and no file."""
    (table / name).write_text(LARGE[name])
    assert call("convert", name, target).status == 0
    (table / target).unlink()
    called = call("convert", name, target, "--scale", "2")
    assert (called.status, len(called.err.splitlines())) == (2, 1)
    assert not (table / target).exists()


@pytest.mark.parametrize("scale", ["1", "3", "0", "two", ""])
def test_no_other_scale(call: Call, table: Path, scale: str) -> None:
    """A square becomes 2 x 2 or stays as it is."""
    called = call("convert", "legal.dungeon.yaml", "out.dungeon.yaml", "--scale", scale)
    assert called.status == 2
    assert "--scale" in called.complaint
    assert run_program(["convert", "legal.dungeon.yaml", "same.dungeon.yaml"]) == 0

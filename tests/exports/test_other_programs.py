"""Maps for other programs: universal VTT and Tiled."""

from __future__ import annotations

import base64
import json
import struct
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytiled_parser
from hypothesis import given, settings

from dungeon_designer.analysis.outlines import Corner, Run, chains, runs, unit_walls
from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.registry import export
from dungeon_designer.grid import SIDES, Side
from dungeon_designer.imports.registry import read_foreign
from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.tiles.library import library
from tests.programs import asked
from tests.soak import count, soak
from tests.strategies import layouts

EXAMPLES = Path(__file__).parents[2] / "examples"

HALL = read_sketch("""
map: |
  ######
  #<...#
  #<.I.#
  ##+###
  ##...#
  ##'###
  ##.>>#
""")


def uvtt(layout: Layout, **options: Any) -> dict[str, Any]:
    """The data of a universal VTT file of a layout."""
    found: dict[str, Any] = json.loads(export(build(layout, library()), "x.uvtt", ExportOptions(**options)))
    return found


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, from its header."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_picture_of_a_vtt_file_is_whole_squares() -> None:
    """Its pixels are the squares of the map, one more all round, times the pixels of a square."""
    data = uvtt(HALL, pixels=40)
    assert data["resolution"]["map_size"] == {"x": 4 + 2, "y": 6 + 2}
    assert size_of(base64.b64decode(data["image"])) == (6 * 40, 8 * 40)
    assert data["resolution"]["pixels_per_grid"] == 40
    assert data["format"] == 0.3
    assert data["lights"] == []


def test_a_shut_door_is_a_portal_across_its_square() -> None:
    """A shut door in a square is one line from wall to wall; an open one is none, and no wall either."""
    (door,) = uvtt(HALL)["portals"]
    assert door["bounds"] == [{"x": 2, "y": 3.5}, {"x": 3, "y": 3.5}]
    assert door["closed"] is True


def test_what_closes_sight_without_being_a_wall_is_an_object() -> None:
    """An idol's outline is a closed line among the objects, from the picture's corner."""
    (idol,) = uvtt(HALL)["objects_line_of_sight"]
    assert idol[0] == idol[-1]
    assert {(p["x"], p["y"]) for p in idol} == {(3, 2), (4, 2), (4, 3), (3, 3)}


def units(lines: list[list[Corner]]) -> list[tuple[int, int, Side]]:
    """Lines cut into pieces one square long."""
    found: list[tuple[int, int, Side]] = []
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            assert (x0 == x1) != (y0 == y1), "a line along the grid"
            found += [(at, y0, Side.SOUTH) for at in range(min(x0, x1), max(x0, x1))]
            found += [(x0, at, Side.EAST) for at in range(min(y0, y1), max(y0, y1))]
    return found


@soak
@given(layouts())
@settings(max_examples=count(25, 1200), deadline=None)
def test_the_lines_of_sight_are_the_walls_each_once(layout: Layout) -> None:
    """Cut into single edges, the lines are exactly the borders that are walls, and none is told twice."""
    board = build(layout, library())
    found = units(chains(runs(*unit_walls(board))))
    assert len(found) == len(set(found))
    walls = set()
    for x, y in board.squares:
        for side in SIDES:
            if board.edge_state((x, y), side) == WALL:
                level = side in (Side.NORTH, Side.SOUTH)
                walls.add((x + (side is Side.EAST), y + (side is Side.SOUTH), Side.SOUTH if level else Side.EAST))
    assert set(found) == walls


def test_chains_are_as_long_as_they_can_be() -> None:
    """Four walls round a room are one closed line; a wall that ends at its middle is another."""
    room: list[Run] = [((0, 0), (4, 0)), ((0, 3), (4, 3)), ((0, 0), (0, 3)), ((4, 0), (4, 3)), ((2, 0), (2, 2))]
    assert chains(room) == [[(0, 0), (0, 3), (4, 3), (4, 0), (0, 0)], [(2, 0), (2, 2)]]
    assert chains([]) == []


def tiled(layout: Layout, hidden: bool = True) -> bytes:
    """The Tiled map of a layout."""
    options = ExportOptions(drawing=DrawingOptions(hidden=hidden))
    return export(build(layout, library()), "x.tmj", options)


def comparable(layout: Layout) -> Layout:
    """What a Tiled map can hold of a layout: all but waivers and a user's own data."""
    from msgspec.structs import replace

    return normalised(replace(layout, waivers=(), extra={}))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.dungeon.*")), ids=lambda path: path.name)
def test_drawn_dungeons_come_back_from_tiled_as_they_were(path: Path) -> None:
    """Export to Tiled and import again give the same layout; placed tiles come back as drawn sections."""
    import dungeon_designer as dd

    dungeon = dd.load(path)
    options = ExportOptions(drawing=DrawingOptions(hidden=True))
    found = read_foreign(export(dungeon.board, "x.tmj", options), "x.tmj")
    assert found.dropped == ()
    if any(section.tile for section in dungeon.layout.sections):
        board = build(found.layout, library())
        assert board.squares == dungeon.board.squares
        assert board.terrain_at == dungeon.board.terrain_at
        assert [s.kind for s in board.sections] == [s.kind for s in dungeon.board.sections]
    else:
        assert found.layout == comparable(dungeon.layout)


def test_a_tiled_map_hides_what_the_organiser_hides() -> None:
    """What lies below a trapdoor and on a counter's face is in the map only when it is asked for."""
    layout = read_sketch("""
map: |
  <<..TT..>>
  <<..TT..>>
traps:
  - {kind: trapdoor, at: [4, 0], size: [2, 2], below: acid-bath}
  - {kind: counter, at: [2, 0], owner: home, content: spiked_pit}
""")
    assert b"acid-bath" not in tiled(layout, hidden=False)
    assert b'spiked_pit"' not in tiled(layout, hidden=False).split(b'"tilesets"')[0]
    assert b"acid-bath" in tiled(layout)
    assert b"spiked_pit" in tiled(layout)


def test_a_library_for_tiled_maps_reads_ours() -> None:
    """pytiled-parser reads the map: its size, every layer, every object with its properties."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "hall.tmj"
        path.write_bytes(tiled(HALL))
        chart = pytiled_parser.parse_map(path)
    assert (chart.map_size.width, chart.map_size.height) == (5, 7)
    assert chart.layers[0].name == "sections"
    assert chart.layers[-1].name == "items"


@asked("tmxrasterizer")
def test_tiled_itself_opens_ours(tmp_path: Path) -> None:
    """Tiled's own renderer draws the map in its size, and complains of nothing."""
    source, target = tmp_path / "hall.tmj", tmp_path / "hall.png"
    source.write_bytes(tiled(HALL))
    done = subprocess.run(
        ["tmxrasterizer", str(source), str(target)],
        env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stderr == ""
    assert size_of(target.read_bytes()) == (5 * 32, 7 * 32)


def test_maps_for_other_programs_are_the_same_each_time() -> None:
    """The same board gives the same bytes."""
    board = build(HALL, library())
    for name in ("x.uvtt", "x.tmj"):
        assert export(board, name) == export(board, name)

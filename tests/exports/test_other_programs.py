"""Maps for other programs: universal VTT and Tiled."""

from __future__ import annotations

import base64
import json
import re
import shutil
import struct
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import pytiled_parser
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.analysis.outlines import Corner, GridLine, find_unit_walls, join_edges, join_runs
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.grid import SIDES, Side
from dungeon_designer.imports.importers import read_foreign
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.transforms import move_layout
from dungeon_designer.text.escaping import map_texts
from dungeon_designer.tiles.library import load_library
from tests.layout.sketches import FULL
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts

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


def export_uvtt(layout: Layout, **options: Any) -> dict[str, Any]:
    """Return the data of a universal VTT file of a layout."""
    found: dict[str, Any] = json.loads(
        export_board(build_board(layout, load_library()), "x.uvtt", ExportOptions(**options))
    )
    return found


def read_png_size(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG, from its header."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_picture_of_a_vtt_file_is_whole_squares() -> None:
    """Its pixels are the squares of the map, one more all round, times the pixels of a square."""
    data = export_uvtt(HALL, pixels=40)
    assert data["resolution"]["map_size"] == {"x": 4 + 2, "y": 6 + 2}
    assert read_png_size(base64.b64decode(data["image"])) == (6 * 40, 8 * 40)
    assert data["resolution"]["pixels_per_grid"] == 40
    assert data["format"] == 0.3
    assert data["lights"] == []


def test_a_shut_door_is_a_portal_across_its_square() -> None:
    """A shut door in a square is one line from wall to wall; an open one is none, and no wall either."""
    (door,) = export_uvtt(HALL)["portals"]
    assert door["bounds"] == [{"x": 2, "y": 3.5}, {"x": 3, "y": 3.5}]
    assert door["closed"] is True


def test_what_closes_sight_without_being_a_wall_is_an_object() -> None:
    """An idol's outline is a closed line among the objects, from the picture's corner."""
    (idol,) = export_uvtt(HALL)["objects_line_of_sight"]
    assert idol[0] == idol[-1]
    assert {(p["x"], p["y"]) for p in idol} == {(3, 2), (4, 2), (4, 3), (3, 3)}


def test_a_vtt_file_is_the_same_wherever_the_dungeon_lies() -> None:
    """All its points count from the picture's corner, not from the layout's."""
    assert export_uvtt(move_layout(HALL, (30, 9))) | {"image": ""} == export_uvtt(HALL) | {"image": ""}


def cut_into_units(lines: list[list[Corner]]) -> list[tuple[int, int, Side]]:
    """Return lines cut into pieces one square long."""
    found: list[tuple[int, int, Side]] = []
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            assert (x0 == x1) != (y0 == y1), "a line along the grid"
            found += [(at, y0, Side.SOUTH) for at in range(min(x0, x1), max(x0, x1))]
            found += [(x0, at, Side.EAST) for at in range(min(y0, y1), max(y0, y1))]
    return found


@soak
@given(draw_layouts())
@settings(max_examples=count(13, 1200), deadline=None)
def test_the_lines_of_sight_are_the_walls_each_once(layout: Layout) -> None:
    """Cut into single edges, the lines are exactly the borders that are walls, and none is told twice."""
    board = build_board(layout, load_library())
    found = cut_into_units(join_runs(join_edges(*find_unit_walls(board))))
    assert len(found) == len(set(found))
    walls = set()
    for x, y in board.squares:
        for side in SIDES:
            if board.get_edge_state((x, y), side) == WALL:
                level = side in (Side.NORTH, Side.SOUTH)
                walls.add((x + (side is Side.EAST), y + (side is Side.SOUTH), Side.SOUTH if level else Side.EAST))
    assert set(found) == walls


def test_chains_are_as_long_as_they_can_be() -> None:
    """Four walls round a room are one closed line; a wall that ends at its middle is another."""
    room: list[GridLine] = [((0, 0), (4, 0)), ((0, 3), (4, 3)), ((0, 0), (0, 3)), ((4, 0), (4, 3)), ((2, 0), (2, 2))]
    assert join_runs(room) == [[(0, 0), (0, 3), (4, 3), (4, 0), (0, 0)], [(2, 0), (2, 2)]]
    assert join_runs([]) == []


def export_tiled(layout: Layout, hidden: bool = True, ending: str = ".tmj") -> bytes:
    """Return the Tiled map of a layout."""
    options = ExportOptions(drawing=DrawingOptions(hidden=hidden))
    return export_board(build_board(layout, load_library()), f"x{ending}", options)


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("**/*.dungeon.*")), ids=lambda path: path.name)
def test_a_dungeon_comes_back_from_tiled_as_it_was(path: Path, ending: str) -> None:
    """Export to Tiled and import again give the same layout, placed tiles, faces of counters and waivers included."""
    layout = read_dungeon_file(path)
    found = read_foreign(export_tiled(layout, ending=ending), f"x{ending}")
    assert (found.layout, found.changed_features, found.dropped_features) == (layout, (), ())


@soak
@given(draw_layouts() | draw_wild_layouts(), st.sampled_from([".tmx", ".tmj"]), st.data())
@settings(max_examples=count(20, 3_000), deadline=None)
def test_any_dungeon_comes_back_from_tiled_as_it_was(layout: Layout, ending: str, data: st.DataObject) -> None:
    """Whatever a file may hold: sections over each other, printed ground, things off the floor, odd texts."""
    tiles = st.sampled_from([tile for tile in load_library().ids if tile.startswith("gw-2021/")])
    own = tuple(replace(part, tile=data.draw(tiles)) if part.tile else part for part in layout.sections)
    near = tuple(replace(part, at=(part.at[0] % 30, part.at[1] % 30)) for part in own)
    layout = normalise_layout(replace(layout, sections=near))
    assume(build_board(layout, load_library()).squares)
    written: list[str] = []
    map_texts(to_builtins(layout), lambda text: written.append(text) or text)
    assume(ending == ".tmj" or not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "".join(written)))  # no XML
    assert read_foreign(export_tiled(layout, ending=ending), f"x{ending}").layout == layout


def test_a_tiled_map_hides_what_the_organiser_hides() -> None:
    """A Tiled map has what lies below trapdoors and on counters' faces only on request."""
    layout = read_sketch("""
map: |
  <<..TT..>>
  <<..TT..>>
traps:
  - {kind: trapdoor, at: [4, 0], size: [2, 2], below: acid-bath}
  - {kind: counter, at: [2, 0], owner: home, content: spiked_pit}
""")
    assert b"acid-bath" not in export_tiled(layout, hidden=False)
    assert b'spiked_pit"' not in export_tiled(layout, hidden=False).split(b'"tilesets"')[0]
    assert b"acid-bath" in export_tiled(layout)
    assert b"spiked_pit" in export_tiled(layout)


@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_a_library_for_tiled_maps_reads_ours(tmp_path: Path, ending: str) -> None:
    """pytiled-parser reads the map: its size, every layer, every object with its properties."""
    path = tmp_path / f"hall{ending}"
    path.write_bytes(export_tiled(HALL, ending=ending))
    chart = pytiled_parser.parse_map(path)
    assert (chart.map_size.width, chart.map_size.height) == (5, 7)
    names = ["sections", "outlines: end zone away", "outlines: end zone home", "outlines: room", "idol", "door"]
    assert [layer.name for layer in chart.layers] == names
    assert [thing.properties for thing in chart.layers[-1].tiled_objects] == [{}, {"open": True}]


def test_chests_and_portals_look_different_in_tiled() -> None:
    """Objects of each class have a layer with a colour of its own, and portals are round."""
    layers = json.loads(export_tiled(read_sketch("map: <<C.1.+.~>>")))["layers"]
    things = {layer["name"]: layer for layer in layers if not layer["name"].startswith(("sections", "outlines"))}
    assert list(things) == ["lava", "door", "chest", "portal"]
    assert len({layer["color"] for layer in things.values()}) == 4
    assert [name for name, layer in things.items() if "ellipse" in layer["objects"][0]] == ["portal"]


def test_objects_in_tiled_cover_what_their_things_cover() -> None:
    """Each object is where its thing lies and as large, counted in squares; outlines and labels have no size."""
    things = [
        thing for layer in json.loads(export_tiled(read_sketch(FULL)))["layers"][1:] for thing in layer["objects"]
    ]
    boxes = {(each["type"], *(each[key] / 32 for key in ("x", "y", "width", "height"))) for each in things}
    assert boxes == {
        ("outline", 0, 0, 0, 0), ("chest", 5, 1, 1, 1), ("chest", 6, 0, 1, 1), ("portal", 4, 0, 1, 1),
        ("portal", 9, 1, 1, 1), ("trapdoor", 7, 1, 2, 2), ("counter", 10, 2, 1, 1), ("edge_door", 2, 0, 0, 2),
        ("leap_edge", 3, 3, 2, 0), ("rotating_room", 2, 0, 1, 1), ("rolling_ball", 2, 0, 3, 3),
    }  # fmt: skip


@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="Tiled is not installed")
@pytest.mark.parametrize("ending", [".tmx", ".tmj"])
def test_tiled_itself_opens_ours(tmp_path: Path, ending: str) -> None:
    """Tiled's own renderer draws the map in its size, and complains of nothing."""
    source, target = tmp_path / f"hall{ending}", tmp_path / "hall.png"
    source.write_bytes(export_tiled(HALL, ending=ending))
    done = subprocess.run(
        ["tmxrasterizer", str(source), str(target)],
        env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stderr == ""
    assert read_png_size(target.read_bytes()) == (5 * 32, 7 * 32)


def test_maps_for_other_programs_are_the_same_each_time() -> None:
    """The same board gives the same bytes."""
    board = build_board(HALL, load_library())
    for name in ("x.uvtt", "x.tmx", "x.tmj"):
        assert export_board(board, name) == export_board(board, name)

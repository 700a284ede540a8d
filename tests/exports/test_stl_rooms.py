"""Dungeons as solids for a printer's bed, one a room, looked at by trimesh and by Python's own reader of ZIP files."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError
from dungeon_designer.exports import stl
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.exports.stl_rooms import cut_into_solids, divide_cells
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, Side, SquareDoor, Wall
from tests.drawing.boards import CROWN, ENGINE, MELEE, make_layout
from tests.exports.test_stl import CORNERS, read_solid
from tests.soak import count, sample, soak

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*/*.dungeon.yaml"))
CHECKED = make_layout("Checked", "ABAB BABA ABAB", "C... .C.. ....")
"""Two sections that touch at corners alone, on both sides of each corner."""


def unpack_solids(board: Board, **options: Any) -> dict[str, bytes]:
    """Return the files of the ZIP of a dungeon, by name."""
    data = export_board(board, "x.stl.zip", ExportOptions(**options))
    with ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def read_bodies(files: dict[str, bytes]) -> list[Any]:
    """Return the solids, as a reader finds them."""
    return [trimesh.load(BytesIO(data), file_type="stl") for name, data in files.items() if name.endswith(".stl")]


def check_bodies(board: Board, bed: tuple[float, float] = (220.0, 220.0)) -> None:
    """Assert that each solid is one closed body on the bed, and that all together are as large as the dungeon."""
    found = read_bodies(unpack_solids(board, bed=bed))
    for body in found:
        assert body.is_watertight
        assert body.is_winding_consistent
        assert body.volume > 0
        assert len(trimesh.graph.connected_components(body.face_adjacency, engine="networkx")) == 1
        assert body.extents[0] <= bed[0] + 1e-3
        assert body.extents[1] <= bed[1] + 1e-3
        assert body.bounds[0] == pytest.approx([0, 0, 0], abs=1e-3)
    whole = trimesh.load(BytesIO(export_board(board, "x.stl")), file_type="stl")
    assert whole.is_watertight
    assert sum(body.volume for body in found) == pytest.approx(whole.volume, rel=0.02)  # edges are joined in both


@soak
@pytest.mark.parametrize("drawn", sample([CROWN, ENGINE, MELEE, CORNERS, CHECKED], 3), ids=lambda drawn: drawn.name)
@pytest.mark.parametrize("bed", [(220.0, 220.0), (70.0, 130.0)])
def test_each_solid_is_closed_and_fits_the_bed(drawn: Layout, bed: tuple[float, float]) -> None:
    """Whatever the rooms and the bed, every solid is one closed body that fits, and nothing of the dungeon is lost."""
    check_bodies(build_board(drawn), bed)


@soak
@pytest.mark.parametrize("path", EXAMPLES[:: count(21, 1)], ids=lambda path: path.name.partition(".")[0])
def test_every_example_can_be_printed(path: Path) -> None:
    """The solids of each example are closed and fit a usual bed."""
    check_bodies(Dungeon.load(path).board)


GRID = [(x, y) for y in range(4) for x in range(4)]


@st.composite
def draw_random_floors(draw: st.DrawFn) -> Layout:
    """Draw a few squares in two or three sections, which meet as they like, with walls, doors and chests."""
    owner = draw(st.lists(st.sampled_from("AABC#"), min_size=len(GRID), max_size=len(GRID)))
    rows = {
        name: ["".join("." if owner[4 * y + x] == name else "#" for x in range(4)) for y in range(4)] for name in "ABC"
    }
    sections = [Section(id=name, rows=tuple(rows[name])) for name in "ABC" if name in owner]
    squares = st.sampled_from([at for at, name in zip(GRID, owner, strict=True) if name != "#"] or GRID)
    edges = st.tuples(squares, st.sampled_from(list(Side)))
    return Layout(
        sections=tuple(sections),
        walls=tuple(Wall(at=at, side=side) for at, side in draw(st.lists(edges, max_size=4))),
        doors=tuple(EdgeDoor(at=at, side=side) for at, side in draw(st.lists(edges, max_size=2))),
        square_doors=tuple(SquareDoor(at=at) for at in draw(st.lists(squares, max_size=2, unique=True))),
        chests=tuple(draw(st.lists(squares, max_size=2, unique=True))),
    )


@soak
@settings(max_examples=count(30, 3000), deadline=None)
@given(drawn=draw_random_floors(), bed=st.sampled_from([(60.0, 60.0), (35.0, 90.0), (220.0, 220.0)]))
def test_any_floor_gives_closed_solids(drawn: Layout, bed: tuple[float, float]) -> None:
    """Sections that meet in every way, cut to small beds: the whole and each solid stay closed bodies."""
    if not build_board(drawn).section_by_square:
        return
    check_bodies(build_board(drawn), bed)


@soak
@settings(max_examples=count(30, 3000), deadline=None)
@given(drawn=draw_random_floors(), bed=st.sampled_from([(60.0, 60.0), (35.0, 90.0)]))
def test_each_cell_of_the_plan_is_in_one_solid(drawn: Layout, bed: tuple[float, float]) -> None:
    """The solids share no part of the dungeon, and together they are all of it, wherever no edge had to be joined."""
    board = build_board(drawn)
    if not board.section_by_square:
        return
    plan = stl.GroundPlan(board, cut_squares=True)
    parts = divide_cells(plan, cut_into_solids(board, ExportOptions(bed=bed)))
    heights = plan.measure_heights()
    assert sorted(cell for part in parts for cell in part) == sorted(heights)
    assert all(part[cell] >= heights[cell] for part in parts for cell in part)


def test_a_room_is_a_solid_unless_the_bed_is_smaller() -> None:
    """A hall of nine squares is one solid, on a bed of four squares it is three of three."""
    hall = make_layout("Hall", "AAAAAAAAA", ".........")
    square, wall = 10.0, 2 * stl.HALF_WALL_SQUARES * 10.0
    whole, cut = (ExportOptions(square=square, bed=(side + wall, 20.0)) for side in (90.0, 40.0))
    assert [each.label for each in cut_into_solids(build_board(hall), whole)] == ["1"]
    parts = cut_into_solids(build_board(hall), cut)
    assert [(each.label, len(each.squares)) for each in parts] == [("1.1", 3), ("1.2", 3), ("1.3", 3)]
    narrower = ExportOptions(square=square, bed=(90.0 + wall - 0.1, 20.0))
    assert len(cut_into_solids(build_board(hall), narrower)) == 2


def test_the_plan_names_every_solid() -> None:
    """The picture has each number, the list each file with its room, its size and where it lies."""
    files = unpack_solids(build_board(CROWN), bed=(100.0, 100.0))
    root = fromstring(files["plan.svg"])  # noqa: S314  (our own)
    shown = {element.text for element in root.iter() if element.tag.endswith("text")}
    listed = files["plan.txt"].decode().splitlines()
    solids = cut_into_solids(build_board(CROWN), ExportOptions(bed=(100.0, 100.0)))
    names = [name for name in files if name.endswith(".stl")]
    assert names == [each.file_name for each in solids]
    assert len(set(names)) == len(names) > 5
    for each, line, body in zip(solids, listed[4:], read_bodies(files), strict=True):
        assert each.label in shown
        size = " x ".join(f"{side:.0f}" for side in body.extents)
        assert line.startswith(each.label)
        assert all(words in line for words in (each.file_name, f"{size} mm", each.room))
    rooms = len(build_board(CROWN).sections)
    assert listed[1] == f"{len(solids)} solids of {rooms} rooms, squares of 29 mm, for a bed of 100 x 100 mm."


def test_names_of_files_are_plain() -> None:
    """Whatever a room is called, its file has a number and small letters, and no name of a device of Windows."""
    strange = make_layout("S", "AB", "..")
    sections = [
        Section(id=s.id, at=s.at, rows=s.rows, name=n)
        for s, n in zip(strange.sections, ("CON", "../Ä/.."), strict=True)
    ]
    names = list(unpack_solids(build_board(Layout(name="../..\\x", sections=tuple(sections)))))
    assert names == ["plan.svg", "plan.txt", "01-con.stl", "02.stl"]


def test_the_same_dungeon_gives_the_same_bytes() -> None:
    """No clock and no user stands in the ZIP."""
    data = [export_board(build_board(CROWN), ".stl.zip") for _ in range(2)]
    assert data[0] == data[1]
    with ZipFile(BytesIO(data[0])) as archive:
        assert {each.date_time for each in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {each.create_system for each in archive.infolist()} == {3}


def test_what_cannot_be_printed_is_one_sentence() -> None:
    """A bed smaller than a square, a bed of no size and a dungeon without floor are refused."""
    with pytest.raises(UsageError, match=r"a bed of 30 x 220 mm holds no square of 29 mm, which is 33\.1 mm wide"):
        export_board(build_board(CROWN), ".stl.zip", ExportOptions(bed=(30.0, 220.0)))
    with pytest.raises(UsageError, match="no floor"):
        export_board(build_board(Layout()), ".stl.zip")
    for bed in ((0.0, 220.0), (220.0, 5000.0)):
        with pytest.raises(UsageError, match="up to 2000 mm"):
            ExportOptions(bed=bed)


def test_a_whole_solid_says_how_large_it_is() -> None:
    """The first bytes of an STL are its size in millimetres, as its reader measures it."""
    data = export_board(build_board(CROWN), ".stl")
    size = re.search(rb"(\d+) x (\d+) x (\d+) mm", data[:80])
    assert size is not None
    assert [float(side) for side in size.groups()] == pytest.approx(list(read_solid(CROWN).extents), abs=0.5)

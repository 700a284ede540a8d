"""Dungeons as solids, looked at by trimesh."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any

import pytest
import trimesh

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports import stl
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.layout.model import Layout
from tests.drawing.boards import CROWN, ENGINE, MELEE, make_layout

CORNERS = make_layout("Corners", "A#B #C# DDE", "C#. #.# .C.")
"""Sections that touch at corners alone, and chests."""


def read_solid(drawn: Layout, square: float = 29.0) -> Any:
    """Return the body, as a reader finds it."""
    return trimesh.load(
        BytesIO(export_board(build_board(drawn), "x.stl", ExportOptions(square=square))), file_type="stl"
    )


@pytest.mark.parametrize("drawn", [CROWN, ENGINE, MELEE, CORNERS], ids=lambda drawn: drawn.name)
@pytest.mark.parametrize("square", [7.3, 29.0])
def test_it_is_closed_and_its_faces_look_outwards(drawn: Layout, square: float) -> None:
    """Watertight, wound in one sense, of a volume above zero, as large as the map at the square asked for."""
    body = read_solid(drawn, square)
    assert body.is_watertight
    assert body.is_winding_consistent
    assert body.volume > 0
    _, size = build_board(drawn).bounds
    assert body.extents[:2] == pytest.approx([(side + 2 * stl.HALF_WALL_SQUARES) * square for side in size], rel=1e-3)
    assert body.extents[2] == pytest.approx(stl.WALL_HEIGHT * square, rel=1e-3)


def test_floor_walls_doors_and_chests_have_their_heights() -> None:
    """A hall's volume is that of its parts: each chest and each door adds and takes what it is large."""

    def volume(sections: str, things: str, **more: object) -> float:
        return float(read_solid(make_layout("", sections, things, **more), 10.0).volume)

    bare = volume("AAA", "...")
    wide, inner = 1 - 2 * stl.HALF_WALL_SQUARES, 2 * stl.HALF_WALL_SQUARES
    floor = 3 * wide**2 * stl.FLOOR_HEIGHT + 2 * inner * wide * stl.FLOOR_HEIGHT
    walls = ((3 + inner) * (1 + inner) - 3 * wide**2 - 2 * inner * wide) * stl.WALL_HEIGHT
    assert bare == pytest.approx((floor + walls) * 1000, rel=1e-3)
    low, ridge, end_of_ridge, last = stl.CHEST_CUTS
    chest = (last - low) * (
        (last - low) * stl.CHEST_HEIGHT + (end_of_ridge - ridge) * (stl.LID_HEIGHT - stl.CHEST_HEIGHT)
    )
    chest -= (last - low) ** 2 * stl.FLOOR_HEIGHT
    assert volume("AAA", ".C.") - bare == pytest.approx(chest * 1000, rel=1e-3)


def test_an_empty_dungeon_is_a_file_without_faces() -> None:
    """An empty dungeon is a body of no triangles; a body too large is refused as a picture is."""
    assert export_board(build_board(Layout()), ".stl")[80:] == struct.pack("<I", 0)


def test_too_large_a_dungeon_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says how much there is."""
    monkeypatch.setattr("dungeon_designer.exports.svg.MAX_DRAWING_COST", 0)
    with pytest.raises(UsageError, match="too much"):
        export_board(build_board(CROWN), ".stl")

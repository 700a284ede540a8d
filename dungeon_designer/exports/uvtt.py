"""Write Universal VTT, format 0.3: a picture with walls and doors.

Foundry, Fantasy Grounds, Roll20 and other programs import this format.

Lengths are in squares from the picture's upper left corner. The keys are those that Dungeondraft writes and these
programs read. `lights` is empty, since a dungeon says nothing about light.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import pi
from typing import Any

import msgspec

from dungeon_designer.analysis.outlines import find_unit_walls, join_edges, join_runs, trace_rings
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.png import paint_png
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, find_connected_groups
from dungeon_designer.layout.model import ObstacleKind

FORMAT = 0.3
PIXELS_PER_SQUARE = 100
"""The default width of a square in pixels; less if the picture would be too large."""

MAX_PIXELS = 50_000_000
"""The largest picture that is written as text into a file; programs for virtual tables accept no larger ones."""

Point = tuple[float, float]


def export_uvtt(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return a map for virtual tables as JSON: a picture without a border, the walls that block sight, and the doors.

    The format calls a door a portal. Dungeons have two kinds of doors: those that fill a square, and doorways on the
    edge between two squares.

    - A shut door that fills a square is written as a portal, which blocks sight until it is opened.
    - An open door that fills a square is a gap in the walls, because readers show an open portal as a window.
    - A doorway is a gap in the walls, because players always see through it: no edition lets anyone shut one against
      sight.

    Of the obstacles, only an idol blocks sight.

    Args:
        board: the dungeon.
        options: what is drawn, and the width of a square in pixels.
        findings: not used; every export function takes them.
    """
    drawing = draw_board(board, replace(options, drawing=replace(options.drawing, border=False, title=False)))
    corner, (width, height) = drawing.corner, drawing.size
    max_pixels_per_square = int((MAX_PIXELS / (width * height)) ** 0.5)
    pixels_per_square = min(options.pixels or PIXELS_PER_SQUARE, max_pixels_per_square)
    data = {
        "format": FORMAT,
        "resolution": {
            "map_origin": _format_point((0, 0)),
            "map_size": _format_point((width, height)),
            "pixels_per_grid": pixels_per_square,
        },
        "line_of_sight": _list_walls(board, corner),
        "objects_line_of_sight": _list_idols(board, corner),
        "portals": list(_list_doors(board, corner)),
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        # with 25.4 mm (an inch) a square, dots an inch are pixels a square
        "image": base64.b64encode(paint_png(drawing, 25.4, pixels_per_square)).decode(),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _list_walls(board: Board, corner: Point) -> list[list[dict[str, float]]]:
    """Return the walls of a dungeon as lines, each as a list of points; walls that meet are one line.

    Positions are in squares from `corner`, the upper left corner of the picture.
    """
    horizontal_walls, vertical_walls = find_unit_walls(board)  # pieces one square long
    straight_walls = join_edges(horizontal_walls, vertical_walls)
    return [_format_line(wall_corners, corner) for wall_corners in join_runs(straight_walls)]


def _list_idols(board: Board, corner: Point) -> list[list[dict[str, float]]]:
    """Return the outline of each idol (a statue of one or more squares) as a closed line.

    Positions are in squares from `corner`, the upper left corner of the picture.
    """
    idol_squares = (square for square, kind in board.obstacle_at.items() if kind is ObstacleKind.IDOL)
    outlines = []
    for idol in find_connected_groups(idol_squares):
        for ring in trace_rings(set(idol)):
            first_point = ring[0]
            outlines.append(_format_line([*ring, first_point], corner))
    return outlines


def _list_doors(board: Board, corner: Point) -> Iterator[dict[str, Any]]:
    """Yield the universal VTT format's entry of each shut door that fills a square: a line across the square's middle.

    Positions are in squares from `corner`, the upper left corner of the picture. The line runs north to south if walls
    stand north and south of the door.
    """
    for square in board.squares:
        if square in board.closed_door_squares:
            x, y = square
            is_upright = all(board.get_edge_state(square, side) == WALL for side in (Side.NORTH, Side.SOUTH))
            ends = ((x + 0.5, y), (x + 0.5, y + 1)) if is_upright else ((x, y + 0.5), (x + 1, y + 0.5))
            yield {
                "position": _format_point((x + 0.5 - corner[0], y + 0.5 - corner[1])),
                "bounds": _format_line(ends, corner),
                "rotation": pi / 2 if is_upright else 0,
                "closed": True,
                "freestanding": False,
            }


def _format_line(points: Sequence[Point], corner: Point) -> list[dict[str, float]]:
    """Return points of the map as the format writes a line: in squares from `corner`, the picture's upper left one."""
    left, top = corner
    return [_format_point((x - left, y - top)) for x, y in points]


def _format_point(point: Point) -> dict[str, float]:
    """Return a point as the format writes it: ``{"x": 1.0, "y": 2.5}``."""
    x, y = point
    return {"x": x, "y": y}

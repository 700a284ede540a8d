"""Universal VTT, format 0.3: a picture with walls and doors, as Foundry, Fantasy Grounds, Roll20 and others import it.

Lengths are in squares from the picture's upper left corner. The members are those that Dungeondraft writes and
that the programs named read; `lights` is empty, since a dungeon says nothing of light.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import pi
from typing import Any

import msgspec

from dungeon_designer.analysis.outlines import chains, rings, runs, unit_walls
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, groups
from dungeon_designer.layout.model import ObstacleKind

FORMAT = 0.3
PIXELS = 100
"""Dots a square where nothing else is said; fewer where the picture would be too large to hold."""

MAX_PIXELS = 50_000_000
"""The largest picture that is written as text into a file; programs for virtual tables take no larger ones."""

Point = tuple[float, float]


def uvtt_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A map with lines of sight and doors, as JSON; the picture in it has whole squares and no border.

    A shut door in a square is a door there. Doors that stand open and doorways on edges, which no edition lets anybody
    shut against sight (`analysis.sight`), are gaps in the walls: what the format calls an open portal, its readers make
    a window. Of the obstacles only an idol closes sight.
    """
    drawing = drawing_of(board, replace(options, drawing=replace(options.drawing, border=False, title=False)))
    corner, (width, height) = drawing.corner, drawing.size
    pixels = min(options.pixels or PIXELS, int((MAX_PIXELS / (width * height)) ** 0.5))
    idols = groups(square for square, kind in board.obstacle_at.items() if kind is ObstacleKind.IDOL)
    data = {
        "format": FORMAT,
        "resolution": {
            "map_origin": _point((0, 0)),
            "map_size": _point((width, height)),
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [_line(chain, corner) for chain in chains(runs(*unit_walls(board)))],
        "objects_line_of_sight": [_line([*ring, ring[0]], corner) for idol in idols for ring in rings(set(idol))],
        "portals": list(_portals(board, corner)),
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(png_of(drawing, 25.4, pixels)).decode(),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def _portals(board: Board, corner: Point) -> Iterator[dict[str, Any]]:
    """Each shut door, across the middle of its square."""
    for x, y in board.squares:
        if (x, y) in board.shut_doors:
            upright = all(board.edge_state((x, y), side) == WALL for side in (Side.NORTH, Side.SOUTH))
            ends = ((x + 0.5, y), (x + 0.5, y + 1)) if upright else ((x, y + 0.5), (x + 1, y + 0.5))
            yield {
                "position": _point((x + 0.5 - corner[0], y + 0.5 - corner[1])),
                "bounds": _line(ends, corner),
                "rotation": pi / 2 if upright else 0,
                "closed": True,
                "freestanding": False,
            }


def _line(points: Sequence[Point], corner: Point) -> list[dict[str, float]]:
    return [_point((x - corner[0], y - corner[1])) for x, y in points]


def _point(at: Point) -> dict[str, float]:
    return {"x": at[0], "y": at[1]}

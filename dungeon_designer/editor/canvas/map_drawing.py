"""The map drawn and made ready for Qt, in whichever thread asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor.background import Tell
from dungeon_designer.editor.canvas.picture import PaintedDrawing
from dungeon_designer.findings import Finding

LARGE_BOARD = 40_000
"""Squares; more take longer to draw than anybody would wait for, and are drawn in the background, without paving."""


@dataclass(frozen=True)
class DrawingRequest:
    """A board to be drawn, with findings to be marked and a figure to be laid over it.

    Attributes:
        skipped: the layers that are not to be seen.
        before: the drawing that is shown; what is the same is taken over from it.
    """

    board: Board
    options: DrawingOptions
    findings: Sequence[Finding]
    figure: FigurePicture | None
    skipped: frozenset[str]
    before: PaintedDrawing | None


@dataclass(frozen=True)
class DrawnMap:
    """A drawing for Qt, and the rectangles, in squares, in which its layers differ from the one before.

    `changed` is None where everything may differ.
    """

    picture: PaintedDrawing
    changed: list[tuple[str, QRectF]] | None


def draw_map(request: DrawingRequest) -> DrawnMap:
    """Draw a board."""
    drawing = draw(request.board, request.options, request.findings, figure=request.figure)
    picture = PaintedDrawing(drawing, request.skipped, request.before)
    return DrawnMap(picture, picture.changed(request.before))


def draw_in_background(request: DrawingRequest, tell: Tell) -> None:
    """Draw a board in another thread, and tell what was drawn."""
    tell()
    tell(draw_map(request))

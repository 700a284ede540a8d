"""Draw the map and convert it for Qt, in the window's thread or in another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.editor.canvas.picture import PaintedDrawing
from dungeon_designer.findings import Finding

MAX_FOREGROUND_SQUARES = 40_000
"""The number of squares up to which a board is drawn at once.

Larger boards are drawn in another thread, without paving.
"""


@dataclass(frozen=True)
class DrawingRequest:
    """Request to draw a board, with marked problems and the picture of a figure over the map.

    Attributes:
        board: the board.
        options: how the map is drawn.
        findings: the problems that are marked.
        figure: the figure, a diagram of an analysis such as routes or distances; None for none.
        hidden_layers: the layers of the drawing that are not shown.
        previous: the drawing on the screen, whose unchanged parts are reused; None for the first drawing.
    """

    board: Board
    options: DrawingOptions
    findings: Sequence[Finding]
    figure: FigurePicture | None
    hidden_layers: frozenset[str]
    previous: PaintedDrawing | None


@dataclass(frozen=True)
class DrawnMap:
    """A drawing for Qt, and the places where it differs from the previous drawing on the screen.

    Attributes:
        picture: the drawing.
        changed_areas: pairs of a layer's name and a rectangle in squares; None where everything may differ.
    """

    picture: PaintedDrawing
    changed_areas: list[tuple[str, QRectF]] | None


def draw_map(request: DrawingRequest) -> DrawnMap:
    """Draw a board, and find where the new drawing differs from the previous one of the request."""
    drawing = draw(request.board, request.options, request.findings, figure=request.figure)
    picture = PaintedDrawing(drawing, request.hidden_layers, request.previous)
    return DrawnMap(picture, picture.list_changed_areas(request.previous))


def draw_in_background(request: DrawingRequest, tell: AnswerSender) -> None:
    """Draw a board and send the `DrawnMap` by `tell`.

    This is a work function: a `BackgroundWorker` calls it in its thread. `tell()` without an answer sends nothing. It
    raises `RequestDropped` if the window has requested a newer drawing in the meantime, so that no time is lost on
    this one.
    """
    tell()
    tell(draw_map(request))

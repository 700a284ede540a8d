"""Maps of a playtest: where players walked, fought and fell, as pictures to lay over the dungeon."""

from __future__ import annotations

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.playtest.report import Playtest

KINDS = {
    "walked": "Steps onto each square a game",
    "fought": "Blocks against who stood on each square, a game",
    "fell": "Falls on each square a game",
}
"""The maps there are, and what each shows."""

_BANDS = 6


def picture_of(test: Playtest, kind: str) -> FigurePicture:
    """One of the maps: bands from nothing to the most, as the other figures of a dungeon are shown."""
    counts = getattr(test, kind)
    most = max(counts, default=0.0)
    squares: list[list[tuple[int, int]]] = [[] for _ in range(_BANDS)]
    for square, count in zip(test.squares, counts, strict=True):
        if count > 0:
            squares[min(_BANDS - 1, int(_BANDS * count / most))].append(square)
    bands = (
        FigureBand(f"up to {most * (at + 1) / _BANDS:.2g}", tuple(found), (at + 1) / _BANDS)
        for at, found in enumerate(squares)
        if found
    )
    return FigurePicture(kind, KINDS[kind], tuple(bands))


def map_of(board: Board, test: Playtest, kind: str) -> str:
    """One of the maps as SVG."""
    from dungeon_designer.exports.options import ExportOptions
    from dungeon_designer.exports.svg import svg_text

    return svg_text(board, ExportOptions(figure=picture_of(test, kind)), ())

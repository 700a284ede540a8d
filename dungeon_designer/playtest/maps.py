"""Maps of a playtest: the dungeon as it is drawn, each square coloured by how often something happened there."""

from __future__ import annotations

from dungeon_designer.board.model import Board
from dungeon_designer.playtest.report import Playtest

KINDS = ("walked", "fought", "fell")

_WORDS = {"walked": "steps a game", "fought": "blocks a game", "fell": "falls a game"}


def map_of(board: Board, test: Playtest, kind: str) -> str:
    """A map as SVG: the darker a square, the more often; the legend is the shade of a tenth of the most."""
    from dungeon_designer.exports.options import ExportOptions
    from dungeon_designer.exports.svg import svg_text

    return svg_text(board, ExportOptions(distances=shades(getattr(test, kind))), ())


def shades(counts: tuple[float, ...]) -> tuple[int, ...]:
    """Each count as a number from 0 to 10 of the greatest; -1 where nothing happened.

    >>> shades((0.0, 0.1, 2.0))
    (-1, 0, 10)
    """
    most = max(counts, default=0.0)
    return tuple(int(10 * count / most) if count and most else -1 for count in counts)

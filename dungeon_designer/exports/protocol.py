"""What every export is."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Flag, auto
from typing import Protocol

from dungeon_designer.board.model import Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.findings import Finding


class Takes(Flag):
    """What of the options changes a format's files: a dialog asks for nothing else.

    The scale of a PDF is the business of printing; a browser makes an HTML page's map as wide as its window.
    """

    NOTHING = 0
    DRAWING = auto()
    FINDINGS = auto()
    SQUARE = auto()
    DPI = auto()
    PAPER = auto()
    EDITION = auto()


class Exporter(Protocol):
    """One format a board can be written in.

    Exporters are values without state. Importing one must be cheap: libraries are imported in `export`.
    """

    @property
    def name(self) -> str:
        """The format in words a person knows, marked for translation: ``marked("exports", "Drawing of any size")``."""
        ...

    @property
    def endings(self) -> tuple[str, ...]:
        """The file endings it answers to, the usual one first, in small letters: ``('.svg',)``."""
        ...

    @property
    def takes(self) -> Takes:
        """Which options it heeds."""
        ...

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """The whole file. The same board and options give the same bytes."""
        ...

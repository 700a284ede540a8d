"""What every export is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dungeon_designer.board.model import Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.findings import Finding


class Exporter(Protocol):
    """One format a board can be written in.

    Exporters are values without state. Importing one must be cheap: libraries are imported in `export`.
    """

    @property
    def name(self) -> str:
        """The format in a few words, for menus: ``SVG drawing``."""
        ...

    @property
    def endings(self) -> tuple[str, ...]:
        """The file endings it answers to, the usual one first, in small letters: ``('.svg',)``."""
        ...

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """The whole file. The same board and options give the same bytes."""
        ...

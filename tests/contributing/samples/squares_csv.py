"""CSV: a line for each square of the floor, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.findings import Finding


def csv_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A table of squares, one line a square, by row: where each lies, in what kind of section, and what lies on it."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("x", "y", "kind", "chest", "portal"))
    portals = {portal.square: portal.number for portal in board.portals}
    for square, section in board.section_by_square.items():
        table.writerow((*square, section.kind, int(square in board.chest_squares), portals.get(square, "")))
    return text.getvalue().encode()

"""What `convert` and `render` say of solids for 3D printers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dungeon_designer.cli.console import remark
from dungeon_designer.cli.files import STDOUT
from dungeon_designer.errors import UsageError

if TYPE_CHECKING:
    from dungeon_designer.board.model import Board
    from dungeon_designer.exports.options import ExportOptions

BED = "220x220mm"
"""The printer's bed where no --bed names it."""

BED_HELP = f"The printer's bed that rooms are cut to, for .stl.zip ({BED})."


def read_bed(text: str | None, ending: str) -> tuple[float, float]:
    """Return the bed of a call in millimetres; UsageError for no size, and for a file that is not cut to a bed."""
    from dungeon_designer.exports.papers import parse_bed

    if text is None:
        return parse_bed(BED)
    if not ending.lower().endswith(".stl.zip"):
        raise UsageError(f"{ending}: --bed cuts rooms to a 3D printer's bed; write a file that ends in .stl.zip")
    return parse_bed(text)


def remark_on_solids(target: str, ending: str, board_of: Callable[[], Board], options: ExportOptions) -> None:
    """Say on standard error how large the solid in a file is, or how many solids there are; nothing of other files."""
    target = "standard output" if target == STDOUT else target
    if ending.lower().endswith(".stl"):
        from dungeon_designer.exports.stl import describe_size, measure_body

        size = describe_size(measure_body(board_of(), options.square))
        remark(f"{target}: one solid of {size}; a file that ends in .stl.zip has one for each room, cut to a bed")
    elif ending.lower().endswith(".stl.zip"):
        from dungeon_designer.exports.stl_rooms import cut_into_solids

        count = len(cut_into_solids(board_of(), options))
        bed = " x ".join(f"{side:g}" for side in options.bed)
        solids = "1 solid" if count == 1 else f"{count} solids"
        remark(f"{target}: {solids} for a bed of {bed} mm; plan.svg in it shows where they lie")

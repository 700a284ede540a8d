"""Read the option `--bed`, and describe the solids for 3D printers that `convert` and `render` write."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dungeon_designer.cli.console import print_note
from dungeon_designer.cli.files import STDOUT
from dungeon_designer.errors import UsageError

if TYPE_CHECKING:
    from dungeon_designer.board.model import Board
    from dungeon_designer.exports.export_options import ExportOptions

DEFAULT_BED = "220x220mm"
"""The size of the printer's bed without `--bed`."""

BED_HELP = f"The printer's bed that rooms are cut to, for .stl.zip ({DEFAULT_BED})."
"""The help of `--bed`."""


def parse_bed_option(text: str | None, ending: str) -> tuple[float, float]:
    """Return the width and depth of the printer's bed in millimetres.

    Args:
        text: the value of `--bed`; None for the usual bed.
        ending: the ending of the file to write.

    Raises:
        UsageError: the text is not a size, or the format is not cut to a bed.
    """
    from dungeon_designer.exports.papers import parse_bed_size

    if text is None:
        return parse_bed_size(DEFAULT_BED)
    if not ending.lower().endswith(".stl.zip"):
        raise UsageError(f"{ending}: --bed cuts rooms to a 3D printer's bed; write a file that ends in .stl.zip")
    return parse_bed_size(text)


def print_solid_sizes(target: str, ending: str, build_board: Callable[[], Board], options: ExportOptions) -> None:
    """Print on standard error how large the solid in a file is, or how many solids a file has.

    Nothing is printed for files of other formats.

    Args:
        target: the file, or - for standard output.
        ending: the ending of its format.
        build_board: returns the dungeon; called only if the file has solids.
        options: the export options of the file.
    """
    target = "standard output" if target == STDOUT else target
    if ending.lower().endswith(".stl"):
        from dungeon_designer.exports.stl import format_size, measure_body

        size = format_size(measure_body(build_board(), options.square))
        print_note(f"{target}: one solid of {size}; a file that ends in .stl.zip has one for each room, cut to a bed")
    elif ending.lower().endswith(".stl.zip"):
        from dungeon_designer.exports.stl_rooms import cut_into_solids

        count = len(cut_into_solids(build_board(), options))
        bed = " x ".join(f"{side:g}" for side in options.bed)
        solids = "1 solid" if count == 1 else f"{count} solids"
        print_note(f"{target}: {solids} for a bed of {bed} mm; plan.svg in it shows where they lie")

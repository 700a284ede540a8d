"""Types of the keyword arguments of `Dungeon.draw` and `Dungeon.generate`, for type checkers.

Made from the records of these options by `make docs`; change the records instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from dungeon_designer.exports.export_options import Mat, SvgNames
    from dungeon_designer.layout_edits.symmetry import SymmetryMode


class MapOptions(TypedDict, total=False):
    """The options of a map: all fields of `DrawingOptions` and `ExportOptions` that a caller may set."""

    theme: str
    coordinates: bool
    border: bool
    bare: bool
    grid: bool
    section_names: bool
    legend: bool
    title: bool
    cartouche: bool
    hidden: bool
    pictures: str
    keys: bool
    edition: str
    hatching: bool
    paving: bool
    square: float
    dpi: int
    pixels: int | None
    names: SvgNames | None
    fitted: bool
    paper: str
    orientation: str
    overlap: float
    mat: Mat | None
    tables: int
    bed: tuple[float, float]


class DungeonOptions(TypedDict, total=False):
    """The options of new dungeons: `GenerateOptions`."""

    tiles: Sequence[str]
    stock: Mapping[str, int] | str | None
    symmetry: SymmetryMode | None
    team_count: int | None
    squares: tuple[int, int] | None
    fit: tuple[int, int] | None
    rooms: Sequence[str]
    wants: Sequence[str]
    style: str
    seed: int
    playtest: bool | None

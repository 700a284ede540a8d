"""How a map is written, whatever the format."""

from __future__ import annotations

from dataclasses import dataclass, field

from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.errors import UsageError

MAX_DPI = 2400


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is drawn, how large a square is (`square`, millimetres) and how fine a raster is (`dpi`).

    UsageError for a square or a resolution that makes no picture.
    """

    drawing: DrawingOptions = field(default_factory=DrawingOptions)
    square: float = 29.0
    dpi: int = 96

    def __post_init__(self) -> None:
        if not 0.5 <= self.square <= 1000:
            raise UsageError(f"a square of {self.square:g} mm cannot be drawn; choose 0.5 to 1000 mm")
        if not 1 <= self.dpi <= MAX_DPI:
            raise UsageError(f"{self.dpi} dots an inch cannot be drawn; choose 1 to {MAX_DPI}")

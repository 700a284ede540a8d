"""Board → shapes of no device; themes, legend and overlays."""

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing

__all__ = ["Drawing", "DrawingOptions", "draw"]

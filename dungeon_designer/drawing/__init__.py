"""Draw a board as shapes that depend on no output device, with a theme, a legend and overlays.

Exports to SVG, PNG, PDF and HTML, and the canvas of the editor, call `draw` and turn the shapes into their
own form.
"""

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing

__all__ = ["Drawing", "DrawingOptions", "draw"]

"""The tool that sweeps floor clean: it takes away what lies on squares and leaves the floor."""

from __future__ import annotations

from dungeon_designer.editor.tools.floor_tools import BrushTool
from dungeon_designer.editor.tools.tool import Pointer, Preview
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.objects import find_objects_within, remove_objects


class SweepTool(BrushTool):
    """The brush that removes the objects on squares. The floor and its terrain stay."""

    name = "sweep"

    def build_layout(self) -> Layout:
        """Return the layout without the objects that lie on the squares of the stroke."""
        objects = find_objects_within(self.layout_before, self.stroke_squares, self.library)
        return remove_objects(
            self.layout_before, [ref for ref in objects if ref.field not in ("sections", "terrain", "machines")]
        )

    def handle_hover(self, pointer: Pointer) -> None:
        """Show the square that would be swept."""
        self.show_preview(Preview(squares=pointer.grid_squares, label=self.tr("sweep")))

"""Write on the map: a click puts a label down, the keyboard says what it reads."""

from __future__ import annotations

from dungeon_designer.editor.tools.room import on_grid
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.layout.model import Label
from dungeon_designer.layout_edits.items import ItemRef, with_label


class LabelTool(Tool):
    """Puts labels down, on floor or rock."""

    name = "label"

    @property
    def title(self) -> str:
        """In words."""
        return self.tr("Label")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click a square, floor or rock, and write; size and turn stand in Properties. No rule reads it.")

    def start(self, at: Pointer) -> None:
        """Put it down; one that is there is taken in hand again."""
        layout = self.begin()
        there = next((label for label in layout.labels if label.at == at.square), None)
        label = there or Label(text=self.tr("Label"), at=at.square)
        if on_grid(at.square) and (there or self.make(self.tr("Write a label"), with_label(layout, label))):
            self.workspace.select([ItemRef("labels", label)])

    def finish(self, at: Pointer) -> None:
        """The keyboard is for its words from now on."""
        self.end()
        if self.workspace.selection:
            self.workspace.fields_wanted.emit()

    def hover(self, at: Pointer) -> None:
        """The square its middle would lie on."""
        self.show(Preview(squares=(at.square,)) if on_grid(at.square) else NOTHING)

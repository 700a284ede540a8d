"""Lay library tiles: a ghost follows the pointer, R turns it, F flips it, it snaps to its neighbours."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt

from dungeon_designer.editor.tools.select import ARROWS
from dungeon_designer.editor.tools.tool import NOTHING, Pointer, Preview, Tool
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Edge, Square
from dungeon_designer.layout.model import Layout, Section, normalised
from dungeon_designer.layout_edits.edges import junctions_made, snapped
from dungeon_designer.layout_edits.floor import SIDED, floor_of, missing_side
from dungeon_designer.layout_edits.items import covered, fresh_id
from dungeon_designer.tiles.model import Tile
from dungeon_designer.translation import filled


class TileTool(Tool):
    """Lays one kind of tile, again and again."""

    name = "tile"

    def __init__(self, workspace: Workspace, tile: Tile) -> None:
        super().__init__(workspace)
        self.tile = tile
        self.turn = 0
        self.flip = False
        self._at: Square | None = None
        self._pointed = (0.0, 0.0, False)

    @property
    def title(self) -> str:
        """In words."""
        return filled(self.tr("Tile: %1"), self.tile.name)

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click to lay it. R turns, F flips, arrows nudge, it snaps to neighbours (Alt: it does not).")

    def section(self, corner: Square) -> Section:
        """The tile as it would be laid."""
        taken = {section.id for section in self.workspace.layout.sections}
        kind = self.tile.kind
        side = (
            missing_side(self.workspace.layout, kind, self.workspace.library)
            if kind in SIDED and self.tile.side is None
            else None
        )
        return Section(id=fresh_id(taken), tile=self.tile.id, at=corner, turn=self.turn, flip=self.flip, side=side)

    def corner(self, at: Pointer) -> Square:
        """Where its upper left corner goes when the pointer holds it by the middle."""
        width, height = self.tile.placed_size(self.turn)
        free = max(round(at.x - width / 2), 0), max(round(at.y - height / 2), 0)
        if at.alt:
            return free
        return snapped(self._covered_from((0, 0)), free, floor_of(self.workspace.layout, self.workspace.library))

    def _covered_from(self, corner: Square) -> frozenset[Square]:
        return frozenset(square for square, _ in self.tile.placed(corner, self.turn, self.flip))

    def hover(self, at: Pointer) -> None:
        """The ghost."""
        self._at, self._pointed = self.corner(at), (at.x, at.y, at.alt)
        self._ghost()

    def _ghost(self) -> None:
        if self._at is None:
            self.show(NOTHING)
            return
        covers = self._covered_from(self._at)
        overlap = covers & floor_of(self.workspace.layout, self.workspace.library)
        joins = junctions_made(covers, self.workspace.board)
        label = self.tr("would overlap") if overlap else self._joined(joins)
        edges = tuple(each for row in joins for each in row)
        self.show(
            Preview(
                squares=tuple(covers),
                wrong=tuple(overlap),
                edges=() if overlap else edges,
                ghost=self.section(self._at),
                label=label,
            )
        )

    def _joined(self, joins: list[list[Edge]]) -> str:
        widths = " + ".join(str(len(row)) for row in joins)
        return filled(self.tr("joins %1 wide"), widths) if joins else ""

    def start(self, at: Pointer) -> None:
        """Lay it where the ghost is, unless it would overlap."""
        if self._at is None or self._pointed != (at.x, at.y, at.alt):
            self.hover(at)
        corner = self._at or self.corner(at)
        layout = self.begin()
        section = self.section(corner)
        if covered(section, self.workspace.library) & floor_of(layout, self.workspace.library):
            self.workspace.said.emit(self.tr("The tile would overlap another. R turns it; Erase lifts a tile."))
            return
        self.make(self.title, with_tile(layout, section))

    def finish(self, at: Pointer) -> None:
        """The next one."""
        self.end()
        self._ghost()

    def key(self, key: int, at: Pointer | None) -> bool:
        """R turns, F flips, arrows nudge, Return lays."""
        if key == Qt.Key.Key_R:
            self.turn = (self.turn + 1) % 4
        elif key == Qt.Key.Key_F:
            self.turn, self.flip = -self.turn % 4, not self.flip
        elif Qt.Key(key) in ARROWS and self._at is not None:
            dx, dy = ARROWS[Qt.Key(key)]
            self._at = max(self._at[0] + dx, 0), max(self._at[1] + dy, 0)
            self._ghost()
            return True
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at is not None and at is not None:
            self.start(at)
            self.finish(at)
            return True
        else:
            return False
        if at is not None:
            self.hover(at)
        return True


def with_tile(layout: Layout, section: Section) -> Layout:
    """The layout with one more tile."""
    return normalised(replace(layout, sections=(*layout.sections, section)))

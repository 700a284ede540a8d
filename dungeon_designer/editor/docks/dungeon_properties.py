"""The properties of the dungeon as a whole: what is asked for when nothing is selected."""

from __future__ import annotations

from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtWidgets import QLabel

from dungeon_designer.editor.docks.property_fields import PropertyPage, change
from dungeon_designer.editor.plain_text import plain_label
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.translation import marked, translate

BALLS = marked("DungeonPage", "Balls")
"""The field of the number of balls."""


class DungeonPage(PropertyPage):
    """Name, author, balls, walls, notes and waivers."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.title.setText(self.tr("The dungeon"))
        layout = self.workspace.layout
        self.line(self.tr("Name"), layout.name, lambda text: self._layout(name=text))
        self.line(self.tr("Author"), layout.author, lambda text: self._layout(author=text))
        self.count(translate("DungeonPage", BALLS), layout.balls, 0, 99, lambda number: self._layout(balls=number))
        self.flag(
            self.tr("Walls between sections"),
            layout.enclosed,
            lambda on: self._layout(enclosed=on),
            self.tr("Sections are walled off from each other except at doors"),
        )
        self.notes(self.tr("Notes"), layout.notes, lambda text: self._layout(notes=text))
        board = self.workspace.board
        for words, count in (
            (self.tr("Squares"), len(board)),
            (self.tr("Chests"), len(layout.chests)),
            (self.tr("Portals"), len(layout.portals)),
        ):
            self.form.addRow(words, plain_label(str(count)))
        for waiver in layout.waivers:
            self.form.addRow(self.tr("Waiver"), self._waiver(waiver))

    def _waiver(self, waiver: Any) -> QLabel:
        words = self.tr("withdraw")
        label = QLabel(f'{escape(waiver.rule)}: {escape(waiver.reason)} <a href="#">{words}</a>')
        label.setWordWrap(True)
        kept = tuple(each for each in self.workspace.layout.waivers if each is not waiver)
        label.linkActivated.connect(lambda _: self._layout(waivers=kept))
        return label

    def _layout(self, **changes: Any) -> None:
        after = replace(self.workspace.layout, **changes)
        self.workspace.plainly(change(changes), after, self.gesture(changes))

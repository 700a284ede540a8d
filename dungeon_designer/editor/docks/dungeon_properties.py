"""The properties of the dungeon as a whole: what is asked for when nothing is selected."""

from __future__ import annotations

from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QMessageBox

from dungeon_designer.editor.docks.property_fields import PropertyPage, change
from dungeon_designer.editor.docks.side_fields import SideFields
from dungeon_designer.editor.plain_text import plain_label
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.model import LEAST_SIDES, MOST_SIDES, TWO_SIDES, MatchSide, Team
from dungeon_designer.layout_edits.descriptions import plain
from dungeon_designer.layout_edits.sides import belonging_to, leaving, with_side, with_side_count
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate

BALLS = marked("DungeonPage", "Balls")
"""The field of the number of balls."""


class DungeonPage(PropertyPage):
    """Name, author, balls, sides, walls, notes and waivers; `refused` when the page must be made anew."""

    refused = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.title.setText(self.tr("The dungeon"))
        layout = self.workspace.layout
        self.line(self.tr("Name"), layout.name, lambda text: self._layout(name=text))
        self.line(self.tr("Author"), layout.author, lambda text: self._layout(author=text))
        self.count(translate("DungeonPage", BALLS), layout.balls, 0, 99, lambda number: self._layout(balls=number))
        self.sides = self.count(self.tr("Sides"), len(layout.sides), LEAST_SIDES, MOST_SIDES, self._count_sides)
        for side in layout.sides if layout.sides != TWO_SIDES else ():
            self.form.addRow(capital(plain(side.id)), SideFields(side, self._side))
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

    def _count_sides(self, count: int) -> None:
        """So many sides from now on; asks before anything of a side goes."""
        layout = self.workspace.layout
        gone = leaving(layout, count)
        lost = belonging_to(layout, gone)
        if lost and not self._may_go(gone, len(lost)):
            self.refused.emit()
            return
        after = with_side_count(layout, count, self.workspace.library)
        self.workspace.plainly(change(("sides",)), after, None if lost else self.gesture(("sides",)))

    def _may_go(self, teams: tuple[Team, ...], count: int) -> bool:
        self.sides.setEnabled(False)  # else its arrow, held down, would count on behind the question
        names = ", ".join(map(plain, teams))
        words = translate("DungeonPage", "%n thing(s) of %1 would go.", None, PLURAL, count)
        buttons = QMessageBox.StandardButton
        question = f"{filled(words, names)} {self.tr('Go on?')}"
        title = self.tr("Fewer sides")
        answer = QMessageBox.question(self.window(), title, question, buttons.Yes | buttons.Cancel, buttons.Cancel)
        self.sides.setEnabled(True)
        self.sides.setFocus()
        return bool(answer == buttons.Yes)

    def _side(self, side: MatchSide) -> None:
        self.workspace.plainly(change(("sides",)), with_side(self.workspace.layout, side))

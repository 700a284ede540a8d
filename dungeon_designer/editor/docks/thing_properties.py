"""The properties of one thing on the map: a section, a portal, a trap, a machine …"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from dungeon_designer.editor.docks.property_fields import PropertyPage, change
from dungeon_designer.editor.plain_text import plain_label
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import (
    CounterContent,
    LabelSize,
    ObstacleKind,
    RollingBall,
    SectionKind,
    Team,
    TerrainKind,
    TrapKind,
)
from dungeon_designer.layout_edits.descriptions import item_in_words, plain
from dungeon_designer.layout_edits.items import ItemRef, exchanged
from dungeon_designer.translation import filled


class ThingPage(PropertyPage):
    """What can be changed of a thing; `refused` when what was typed cannot be, and the page must be made anew."""

    refused = Signal()

    def __init__(self, workspace: Workspace, thing: ItemRef) -> None:
        super().__init__(workspace)
        self._subject = thing
        self.title.setText(item_in_words(thing, workspace.board))
        getattr(self, f"_{thing.field}", self._nothing)(thing)

    def _nothing(self, thing: ItemRef) -> None:
        """Nothing to be said about it."""

    def _sections(self, thing: ItemRef) -> None:
        section = thing.value
        on_board = next((each for each in self.workspace.board.sections if each.id == section.id), None)
        name = on_board.name if on_board else section.name
        kind = on_board.kind if on_board else section.kind
        self.line(self.tr("Name"), name, lambda text: self._thing(name=text))
        if not section.tile:
            self.choice(self.tr("Kind"), list(SectionKind), kind, lambda value: self._thing(kind=value))
        else:
            self.form.addRow(self.tr("Tile"), plain_label(section.tile))
            self.form.addRow(self.tr("Kind"), plain_label(plain(kind or "")))
        if kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            side = section.side or (on_board.side if on_board else None)
            self.choice(self.tr("Side"), self._teams(), side, lambda value: self._thing(side=value))
        walls = [None, True, False]
        names = [self.tr("as the dungeon has it"), self.tr("walls all round"), self.tr("open")]
        self.choice(self.tr("Walls"), walls, section.enclosed, lambda value: self._thing(enclosed=value), names)
        self.form.addRow(self.tr("Id"), plain_label(section.id))

    def _portals(self, thing: ItemRef) -> None:
        self.count(self.tr("Number"), thing.value.number, 1, 99, lambda number: self._thing(number=number))

    def _teams(self) -> list[Team]:
        return list(self.workspace.layout.teams)

    def _traps(self, thing: ItemRef) -> None:
        trap = thing.value
        if trap.kind is TrapKind.COUNTER:
            self.choice(self.tr("Owner"), self._teams(), trap.owner, lambda value: self._thing(owner=value))
            faces = list(CounterContent)
            self.choice(self.tr("Face"), faces, trap.content, lambda value: self._thing(content=value))
            return
        self.choice(self.tr("Kind"), list(TrapKind)[:3], trap.kind, lambda value: self._thing(kind=value))
        if trap.kind is TrapKind.TRAPDOOR:
            below = ["pit", "spiked_pit", "lava", "chasm", "water", "acid"]
            combo = self.choice(self.tr("Below"), below, trap.below, lambda value: self._thing(below=value))
            combo.setEditable(True)
            combo.setEditText(plain(trap.below))
            line = combo.lineEdit()
            if line is not None:
                line.editingFinished.connect(lambda: self._thing(below=_named(combo)))
                line.textEdited.connect(lambda _: self.workspace.typed.emit())
                self._fields.append(lambda: self._thing(below=_named(combo)))

    def _terrain(self, thing: ItemRef) -> None:
        self.choice(self.tr("Kind"), list(TerrainKind), thing.value.kind, lambda value: self._thing(kind=value))

    def _obstacles(self, thing: ItemRef) -> None:
        kinds = list(ObstacleKind)
        self.choice(self.tr("Kind"), kinds, thing.value.kind, lambda value: self._thing(kind=value))

    def _square_doors(self, thing: ItemRef) -> None:
        self.flag(self.tr("Open"), thing.value.open, lambda on: self._thing(open=on), "")

    def _doors(self, thing: ItemRef) -> None:
        self.count(self.tr("Width"), thing.value.width, 1, 20, lambda number: self._thing(width=number))

    def _walls(self, thing: ItemRef) -> None:
        self._doors(thing)

    def _leap_edges(self, thing: ItemRef) -> None:
        self._doors(thing)

    def _machines(self, thing: ItemRef) -> None:
        machine = thing.value
        if isinstance(machine, RollingBall):
            self.count(self.tr("Size"), machine.size[0], 1, 20, lambda side: self._thing(size=(side, side)))
            self.count(self.tr("Track"), machine.length, 1, 200, lambda number: self._thing(length=number))
            self.choice(self.tr("Rolls"), list(Side), machine.travel, lambda side: self._thing(travel=side))
            return
        self.line(self.tr("Sections"), ", ".join(machine.sections), lambda text: self._turning(text))

    def _labels(self, thing: ItemRef) -> None:
        label = thing.value
        self.line(self.tr("Text"), label.text, self._reworded, most=200)
        self.choice(self.tr("Size"), list(LabelSize), label.size, lambda value: self._thing(size=value))
        ways = [self.tr("level"), self.tr("downwards"), self.tr("upside down"), self.tr("upwards")]
        self.choice(self.tr("Reads"), list(range(4)), label.turn, lambda value: self._thing(turn=value), ways)

    def _reworded(self, text: str) -> None:
        """A label says something; without words it stays as it was."""
        if text.strip():
            self._thing(text=text)
            return
        self.workspace.said.emit(self.tr("A label without words would not be seen: delete it instead."))
        self.refused.emit()

    def _turning(self, text: str) -> None:
        """The sections that turn, by their ids; nothing changes when one is not there or turns already."""
        names = tuple(dict.fromkeys(text.replace(",", " ").split()))
        there = {section.id for section in self.workspace.layout.sections}
        others = {
            name
            for each in self.workspace.layout.machines
            if each != self._subject.value
            for name in getattr(each, "sections", ())
        }
        wrong = [name for name in names if name not in there or name in others]
        if names and not wrong:
            self._thing(sections=names)
            return
        said = filled(self.tr("no section %1 that turns nowhere else"), ", ".join(wrong) or "–")
        self.workspace.said.emit(said)
        self.refused.emit()

    def _thing(self, **changes: Any) -> None:
        """The thing of this form changed, and still selected if it was."""
        old = self._subject
        new = ItemRef(old.field, replace(old.value, **changes))
        selected = old in self.workspace.selection
        rest = self.workspace.selection - {old}
        after = exchanged(self.workspace.layout, {old: new})
        if new == old or not self.workspace.plainly(change(changes), after, self.gesture(changes)):
            return
        self._subject = new
        if selected:
            self.workspace.select(rest | {new})


def _named(combo: QComboBox) -> str:
    """What was chosen or typed, as files know it."""
    at = combo.findText(combo.currentText())
    return str(combo.itemData(at)) if at >= 0 else combo.currentText().replace(" ", "_")

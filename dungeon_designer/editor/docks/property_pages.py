"""The pages of properties: of the dungeon as a whole, of its sides, of one thing on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from dungeon_designer.editor.pictures import side_icon
from dungeon_designer.editor.widgets import NONE, column, confirmed, plain_label, row, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Side
from dungeon_designer.kinds import Emblem
from dungeon_designer.layout.model import (
    LEAST_SIDES,
    LETTERS,
    MOST_SIDES,
    TWO_SIDES,
    CounterContent,
    LabelSize,
    MatchSide,
    ObstacleKind,
    RollingBall,
    SectionKind,
    Team,
    TerrainKind,
    TrapKind,
)
from dungeon_designer.layout_edits.descriptions import item_in_words, plain
from dungeon_designer.layout_edits.items import ItemRef, exchanged
from dungeon_designer.layout_edits.sides import belonging_to, leaving, with_side, with_side_count
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate

FACTS: dict[str, str] = {
    "name": marked("facts", "name"),
    "author": marked("facts", "author"),
    "notes": marked("facts", "notes"),
    "balls": marked("facts", "balls"),
    "enclosed": marked("facts", "walls"),
    "waivers": marked("facts", "waivers"),
    "sides": marked("facts", "sides"),
    "kind": marked("facts", "kind"),
    "side": marked("facts", "side"),
    "number": marked("facts", "number"),
    "owner": marked("facts", "owner"),
    "content": marked("facts", "face"),
    "below": marked("facts", "what lies below"),
    "open": marked("facts", "door"),
    "width": marked("facts", "width"),
    "size": marked("facts", "size"),
    "length": marked("facts", "track"),
    "travel": marked("facts", "way"),
    "sections": marked("facts", "sections"),
    "text": marked("facts", "words"),
    "turn": marked("facts", "way"),
}
"""What can be changed here, as the history names it."""


def change(facts: Iterable[str]) -> str:
    """A step of the history that changes some facts."""
    words = ", ".join(translate("facts", FACTS[fact]) for fact in facts)
    return filled(translate("facts", "Change %1"), words)


class _Notes(QPlainTextEdit):
    """Several lines; told of when one leaves them."""

    def __init__(self, text: str, done: Callable[[str], None]) -> None:
        super().__init__()
        self.setPlainText(text)
        self._done = done
        self.setTabChangesFocus(True)

    def commit(self) -> None:
        """What was written so far counts now."""
        document = self.document()
        if document.isModified():
            document.setModified(False)
            self._done(self.toPlainText())

    def focusOutEvent(self, event: Any) -> None:
        """What was written counts now."""
        super().focusOutEvent(event)
        self.commit()


class PropertyPage(QWidget):
    """A title and a form of labelled fields."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self._fields: list[Callable[[], None]] = []
        self._gestures: dict[tuple[str, ...], object] = {}
        self.title = plain_label()
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        column(self.title, self.form, 1, of=self)

    def commit(self) -> None:
        """What is being typed is in the document from now on."""
        for take in self._fields:
            take()

    def gesture(self, facts: Iterable[str]) -> object:
        """What is typed into one field is one step of the history, however often it was taken over."""
        return self._gestures.setdefault(tuple(facts), object())

    def line(self, label: str, text: str, done: Callable[[str], None], most: int = LETTERS) -> None:
        """A line of text, of so many letters at most."""
        field = QLineEdit(text)
        field.setMaxLength(most)
        field.setCursorPosition(0)
        field.setAccessibleName(label)
        field.editingFinished.connect(lambda: self._finished(field, done))
        field.textEdited.connect(lambda _: self.workspace.typed.emit())
        self._fields.append(lambda: self._finished(field, done))
        self.form.addRow(label, field)

    def _finished(self, field: QLineEdit, done: Callable[[str], None]) -> None:
        if field.isModified():
            field.setModified(False)
            done(field.text())

    def count(self, label: str, number: int, least: int, most: int, done: Callable[[int], None]) -> QSpinBox:
        """A whole number."""
        field = QSpinBox()
        field.setRange(least, most)
        field.setValue(number)
        field.setKeyboardTracking(False)
        field.setAccessibleName(label)
        field.valueChanged.connect(done)
        field.lineEdit().textEdited.connect(lambda _: self.workspace.typed.emit())
        self._fields.append(field.interpretText)
        self.form.addRow(label, field)
        return field

    def flag(self, label: str, on: bool, done: Callable[[bool], None], tip: str) -> None:
        """A box to tick."""
        field = QCheckBox(label)
        field.setChecked(on)
        field.setToolTip(tip)
        field.setAccessibleName(label)
        field.toggled.connect(done)
        self.form.addRow(field)

    def choice(
        self, label: str, values: Sequence[Any], now: Any, done: Callable[[Any], None], names: Sequence[str] = ()
    ) -> QComboBox:
        """One of several values, shown by their names."""
        field = QComboBox()
        for at, value in enumerate(values):
            field.addItem(names[at] if names else plain(str(value)), value)
        field.setCurrentIndex(values.index(now) if now in values else -1)
        field.setAccessibleName(label)
        field.activated.connect(lambda at: done(values[at]))
        self.form.addRow(label, field)
        return field

    def notes(self, label: str, text: str, done: Callable[[str], None]) -> None:
        """Several lines of text below their label."""
        field = _Notes(text, done)
        field.textChanged.connect(self.workspace.typed)
        self._fields.append(field.commit)
        field.setAccessibleName(label)
        field.setMinimumHeight(110)
        self.form.addRow(QLabel(label))
        self.form.addRow(field)


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
        label = wrapped(f'{escape(waiver.rule)}: {escape(waiver.reason)} <a href="#">{words}</a>')
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
        go_on = self.tr("Go on?")
        question = f"{filled(words, names)} {go_on}"
        goes = confirmed(self.window(), self.tr("Fewer sides"), question)
        self.sides.setEnabled(True)
        self.sides.setFocus()
        return goes

    def _side(self, side: MatchSide) -> None:
        self.workspace.plainly(change(("sides",)), with_side(self.workspace.layout, side))


class ThingPage(PropertyPage):
    """What can be changed of a thing; `refused` when what was typed cannot be, and the page must be made anew."""

    refused = Signal()

    def __init__(self, workspace: Workspace, thing: ItemRef) -> None:
        super().__init__(workspace)
        self._subject = thing
        self.title.setText(item_in_words(thing, workspace.board))
        getattr(self, f"_{thing.field}", self._nothing)(thing)

    def _one_of(self, fact: str, label: str, values: Sequence[Any], now: Any, names: Sequence[str] = ()) -> QComboBox:
        return self.choice(label, values, now, lambda value: self._thing(**{fact: value}), names)

    def _number(self, fact: str, label: str, most: int) -> None:
        self.count(label, getattr(self._subject.value, fact), 1, most, lambda number: self._thing(**{fact: number}))

    def _nothing(self, thing: ItemRef) -> None:
        """Nothing to be said about it."""

    def _sections(self, thing: ItemRef) -> None:
        section = thing.value
        on_board = next((each for each in self.workspace.board.sections if each.id == section.id), None)
        name = on_board.name if on_board else section.name
        kind = on_board.kind if on_board else section.kind
        self.line(self.tr("Name"), name, lambda text: self._thing(name=text))
        if not section.tile:
            self._one_of("kind", self.tr("Kind"), list(SectionKind), kind)
        else:
            self.form.addRow(self.tr("Tile"), plain_label(section.tile))
            self.form.addRow(self.tr("Kind"), plain_label(plain(kind or "")))
        if kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            side = section.side or (on_board.side if on_board else None)
            self._one_of("side", self.tr("Side"), self.workspace.layout.teams, side)
        walls = [None, True, False]
        names = [self.tr("as the dungeon has it"), self.tr("walls all round"), self.tr("open")]
        self._one_of("enclosed", self.tr("Walls"), walls, section.enclosed, names)
        self.form.addRow(self.tr("Id"), plain_label(section.id))

    def _portals(self, thing: ItemRef) -> None:
        self._number("number", self.tr("Number"), 99)

    def _traps(self, thing: ItemRef) -> None:
        trap = thing.value
        if trap.kind is TrapKind.COUNTER:
            self._one_of("owner", self.tr("Owner"), self.workspace.layout.teams, trap.owner)
            self._one_of("content", self.tr("Face"), list(CounterContent), trap.content)
            return
        self._one_of("kind", self.tr("Kind"), list(TrapKind)[:3], trap.kind)
        if trap.kind is TrapKind.TRAPDOOR:
            below = ["pit", "spiked_pit", "lava", "chasm", "water", "acid"]
            combo = self._one_of("below", self.tr("Below"), below, trap.below)
            combo.setEditable(True)
            combo.setEditText(plain(trap.below))
            line = combo.lineEdit()
            if line is not None:
                line.editingFinished.connect(lambda: self._thing(below=_named(combo)))
                line.textEdited.connect(lambda _: self.workspace.typed.emit())
                self._fields.append(lambda: self._thing(below=_named(combo)))

    def _terrain(self, thing: ItemRef) -> None:
        self._one_of("kind", self.tr("Kind"), list(TerrainKind), thing.value.kind)

    def _obstacles(self, thing: ItemRef) -> None:
        self._one_of("kind", self.tr("Kind"), list(ObstacleKind), thing.value.kind)

    def _square_doors(self, thing: ItemRef) -> None:
        self.flag(self.tr("Open"), thing.value.open, lambda on: self._thing(open=on), "")

    def _doors(self, thing: ItemRef) -> None:
        self._number("width", self.tr("Width"), 20)

    _walls = _leap_edges = _doors

    def _machines(self, thing: ItemRef) -> None:
        machine = thing.value
        if isinstance(machine, RollingBall):
            self.count(self.tr("Size"), machine.size[0], 1, 20, lambda side: self._thing(size=(side, side)))
            self._number("length", self.tr("Track"), 200)
            self._one_of("travel", self.tr("Rolls"), list(Side), machine.travel)
            return
        self.line(self.tr("Sections"), ", ".join(machine.sections), lambda text: self._turning(text))

    def _labels(self, thing: ItemRef) -> None:
        label = thing.value
        self.line(self.tr("Text"), label.text, self._reworded, most=200)
        self._one_of("size", self.tr("Size"), list(LabelSize), label.size)
        ways = [self.tr("level"), self.tr("downwards"), self.tr("upside down"), self.tr("upwards")]
        self._one_of("turn", self.tr("Reads"), range(4), label.turn, ways)

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


class SideFields(QWidget):
    """A button with the colour and a list of emblems; `done` is told of a change."""

    def __init__(self, side: MatchSide, done: Callable[[MatchSide], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side, self._done = side, done
        self.colour = QPushButton(self.tr("Colour…"))
        self.colour.setIcon(side_icon(side))
        self.colour.setToolTip(side.shown_colour)
        self.emblem = QComboBox()
        for emblem in Emblem:
            self.emblem.addItem(side_icon(replace(side, emblem=emblem)), capital(plain(emblem)), emblem)
        self.emblem.setCurrentIndex(self.emblem.findData(side.shown_emblem))
        name = capital(plain(side.id))
        self.colour.setAccessibleName(filled(self.tr("%1: colour"), name))
        self.emblem.setAccessibleName(filled(self.tr("%1: emblem"), name))
        self.colour.clicked.connect(self._ask_colour)
        self.emblem.activated.connect(lambda at: done(replace(side, emblem=list(Emblem)[at])))
        row(self.colour, (self.emblem, 1), of=self, margins=NONE)

    def _ask_colour(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._side.shown_colour), self.window(), self.colour.accessibleName())
        if chosen.isValid():
            self._done(replace(self._side, colour=chosen.name()))

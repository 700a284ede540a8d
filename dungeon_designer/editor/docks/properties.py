"""Properties: of the dungeon when nothing is selected, of the thing that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.shaping.things import Thing, exchanged
from dungeon_designer.editor.texts import PLURAL, filled, marked, translate
from dungeon_designer.editor.words import plain, thing_in_words
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import (
    LETTERS,
    CounterContent,
    ObstacleKind,
    RollingBall,
    SectionKind,
    Team,
    TerrainKind,
    TrapKind,
)

FACTS: dict[str, str] = {
    "name": marked("facts", "name"),
    "author": marked("facts", "author"),
    "notes": marked("facts", "notes"),
    "balls": marked("facts", "balls"),
    "enclosed": marked("facts", "walls"),
    "waivers": marked("facts", "waivers"),
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
}
"""What can be changed here, as the history names it."""


def _change(facts: Iterable[str]) -> str:
    """A step of the history that changes some facts."""
    words = ", ".join(translate("facts", FACTS[fact]) for fact in facts)
    return filled(translate("facts", "Change %1"), words)


def _named(combo: QComboBox) -> str:
    """What was chosen or typed, as files know it."""
    at = combo.findText(combo.currentText())
    return str(combo.itemData(at)) if at >= 0 else combo.currentText().replace(" ", "_")


class _Notes(QPlainTextEdit):
    """Several lines; told of when one leaves them."""

    def __init__(self, text: str, done: Callable[[str], None]) -> None:
        super().__init__(text)
        self._done = done
        self.setTabChangesFocus(True)

    def focusOutEvent(self, event: Any) -> None:
        """What was written counts now."""
        super().focusOutEvent(event)
        self._done(self.toPlainText())


class PropertiesDock(QScrollArea):
    """A form for what is selected; each change is a step of the history."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setWidgetResizable(True)
        self._shown: object = None
        desk.selection_changed.connect(self.refresh)
        desk.changed.connect(self.refresh)
        desk.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Show the form that fits, unless it is shown already."""
        layout = self.desk.layout
        counts = len(self.desk.board), len(layout.chests), len(layout.portals)
        facts = (layout.name, layout.author, layout.notes, layout.balls, layout.enclosed, layout.waivers)
        wanted = (
            self.desk.selection,
            () if self.desk.selection else (*facts, *counts),
        )
        if wanted == self._shown and self.widget() is not None:
            return
        if self._typing():
            return
        self._shown = wanted
        held = self._held()
        page = QWidget()
        box = QVBoxLayout(page)
        self.title = QLabel()
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        box.addWidget(self.title)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        box.addLayout(self.form)
        box.addStretch(1)
        self._fill()
        self._turn_to(page, held)

    def _turn_to(self, page: QWidget, held: str) -> None:
        """Show a page, with the field of that name in hand. The page before goes when its own event is over."""
        before = self.takeWidget()
        if before is not None:
            before.deleteLater()
        self.setWidget(page)
        page.show()
        for field in page.findChildren(QWidget):
            if held and field.accessibleName() == held:
                field.setFocus()

    def _held(self) -> str:
        """The name of the field that has the keyboard."""
        field = self.focusWidget()
        return field.accessibleName() if field is not None and field.hasFocus() else ""

    def _typing(self) -> bool:
        """Whether a field here has changes that were not taken over yet: the form must not go under one's hands."""
        field = self.focusWidget()
        return isinstance(field, QLineEdit) and field.isModified() and field.hasFocus()

    def _fill(self) -> None:
        selection = self.desk.selection
        sections = [thing for thing in selection if thing.field == "sections"]
        if not selection:
            self.title.setText(self.tr("The dungeon"))
            self._dungeon()
        elif len(selection) == 1 or len(sections) == 1:
            thing = sections[0] if sections else next(iter(selection))
            self.title.setText(thing_in_words(thing, self.desk.board))
            getattr(self, f"_{thing.field}", self._nothing)(thing)
        else:
            count = len(selection)
            words = translate("PropertiesDock", "%n thing(s) selected", None, PLURAL, count)
            self.title.setText(words)

    def _nothing(self, thing: Thing) -> None:
        """Nothing to be said about it."""

    # The dungeon ----------------------------------------------------------------------------------------------

    def _dungeon(self) -> None:
        layout = self.desk.layout
        self._line(self.tr("Name"), layout.name, lambda text: self._layout(name=text))
        self._line(self.tr("Author"), layout.author, lambda text: self._layout(author=text))
        self._count(self.tr("Balls"), layout.balls, 0, 99, lambda number: self._layout(balls=number))
        self._flag(
            self.tr("Walls between sections"),
            layout.enclosed,
            lambda on: self._layout(enclosed=on),
            self.tr("Sections are walled off from each other except at doors"),
        )
        notes = _Notes(layout.notes, lambda text: self._layout(notes=text))
        notes.setAccessibleName(self.tr("Notes"))
        notes.setMinimumHeight(110)
        self.form.addRow(QLabel(self.tr("Notes")))
        self.form.addRow(notes)
        board = self.desk.board
        for words, count in (
            (self.tr("Squares"), len(board)),
            (self.tr("Chests"), len(layout.chests)),
            (self.tr("Portals"), len(layout.portals)),
        ):
            self.form.addRow(words, QLabel(str(count)))
        for waiver in layout.waivers:
            self.form.addRow(self.tr("Waiver"), self._waiver(waiver))

    def _waiver(self, waiver: Any) -> QLabel:
        words = self.tr("withdraw")
        label = QLabel(f'{waiver.rule}: {waiver.reason} <a href="#">{words}</a>')
        label.setWordWrap(True)
        kept = tuple(each for each in self.desk.layout.waivers if each is not waiver)
        label.linkActivated.connect(lambda _: self._layout(waivers=kept))
        return label

    def _layout(self, **changes: Any) -> None:
        self.desk.plainly(_change(changes), replace(self.desk.layout, **changes))

    # Things ---------------------------------------------------------------------------------------------------

    def _sections(self, thing: Thing) -> None:
        section = thing.value
        on_board = next((each for each in self.desk.board.sections if each.id == section.id), None)
        name = on_board.name if on_board else section.name
        kind = on_board.kind if on_board else section.kind
        self._line(self.tr("Name"), name, lambda text: self._thing(thing, name=text))
        if not section.tile:
            self._choice(self.tr("Kind"), list(SectionKind), kind, lambda value: self._thing(thing, kind=value))
        else:
            self.form.addRow(self.tr("Tile"), QLabel(section.tile))
            self.form.addRow(self.tr("Kind"), QLabel(plain(kind or "")))
        if kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            side = section.side or (on_board.side if on_board else None)
            self._choice(self.tr("Side"), list(Team), side, lambda value: self._thing(thing, side=value))
        walls = [None, True, False]
        names = [self.tr("as the dungeon has it"), self.tr("walls all round"), self.tr("open")]
        self._choice(self.tr("Walls"), walls, section.enclosed, lambda value: self._thing(thing, enclosed=value), names)
        self.form.addRow(self.tr("Id"), QLabel(section.id))

    def _portals(self, thing: Thing) -> None:
        self._count(self.tr("Number"), thing.value.number, 1, 99, lambda number: self._thing(thing, number=number))

    def _traps(self, thing: Thing) -> None:
        trap = thing.value
        if trap.kind is TrapKind.COUNTER:
            self._choice(self.tr("Owner"), list(Team), trap.owner, lambda value: self._thing(thing, owner=value))
            faces = list(CounterContent)
            self._choice(self.tr("Face"), faces, trap.content, lambda value: self._thing(thing, content=value))
            return
        self._choice(self.tr("Kind"), list(TrapKind)[:3], trap.kind, lambda value: self._thing(thing, kind=value))
        if trap.kind is TrapKind.TRAPDOOR:
            below = ["pit", "spiked_pit", "lava", "chasm", "water", "acid"]
            combo = self._choice(self.tr("Below"), below, trap.below, lambda value: self._thing(thing, below=value))
            combo.setEditable(True)
            combo.setEditText(plain(trap.below))
            line = combo.lineEdit()
            if line is not None:
                line.editingFinished.connect(lambda: self._thing(thing, below=_named(combo)))

    def _terrain(self, thing: Thing) -> None:
        self._choice(self.tr("Kind"), list(TerrainKind), thing.value.kind, lambda value: self._thing(thing, kind=value))

    def _obstacles(self, thing: Thing) -> None:
        kinds = list(ObstacleKind)
        self._choice(self.tr("Kind"), kinds, thing.value.kind, lambda value: self._thing(thing, kind=value))

    def _square_doors(self, thing: Thing) -> None:
        self._flag(self.tr("Open"), thing.value.open, lambda on: self._thing(thing, open=on), "")

    def _doors(self, thing: Thing) -> None:
        self._count(self.tr("Width"), thing.value.width, 1, 20, lambda number: self._thing(thing, width=number))

    def _walls(self, thing: Thing) -> None:
        self._doors(thing)

    def _leap_edges(self, thing: Thing) -> None:
        self._doors(thing)

    def _machines(self, thing: Thing) -> None:
        machine = thing.value
        if isinstance(machine, RollingBall):
            self._count(self.tr("Size"), machine.size[0], 1, 20, lambda side: self._thing(thing, size=(side, side)))
            self._count(self.tr("Track"), machine.length, 1, 200, lambda number: self._thing(thing, length=number))
            self._choice(self.tr("Rolls"), list(Side), machine.travel, lambda side: self._thing(thing, travel=side))
            return
        self._line(self.tr("Sections"), ", ".join(machine.sections), lambda text: self._turning(thing, text))

    def _turning(self, thing: Thing, text: str) -> None:
        """The sections that turn, by their ids; nothing changes when one is not there or turns already."""
        names = tuple(dict.fromkeys(text.replace(",", " ").split()))
        there = {section.id for section in self.desk.layout.sections}
        others = {
            name for each in self.desk.layout.machines if each != thing.value for name in getattr(each, "sections", ())
        }
        wrong = [name for name in names if name not in there or name in others]
        if names and not wrong:
            self._thing(thing, sections=names)
            return
        said = filled(self.tr("no section %1 that turns nowhere else"), ", ".join(wrong) or "–")
        self.desk.said.emit(said)
        self._shown = None
        self.refresh()

    def _thing(self, thing: Thing, **changes: Any) -> None:
        """The thing changed, and still selected."""
        new = Thing(thing.field, replace(thing.value, **changes))
        if new == thing:
            return
        rest = self.desk.selection - {thing}
        if self.desk.plainly(_change(changes), exchanged(self.desk.layout, {thing: new})):
            self.desk.select(rest | {new})

    # Fields ---------------------------------------------------------------------------------------------------

    def _line(self, label: str, text: str, done: Callable[[str], None]) -> None:
        field = QLineEdit(text)
        field.setMaxLength(LETTERS)
        field.setCursorPosition(0)
        field.setAccessibleName(label)
        field.editingFinished.connect(lambda: self._finished(field, done))
        self.form.addRow(label, field)

    def _finished(self, field: QLineEdit, done: Callable[[str], None]) -> None:
        if field.isModified():
            field.setModified(False)
            done(field.text())

    def _count(self, label: str, number: int, least: int, most: int, done: Callable[[int], None]) -> None:
        field = QSpinBox()
        field.setRange(least, most)
        field.setValue(number)
        field.setKeyboardTracking(False)
        field.setAccessibleName(label)
        field.valueChanged.connect(done)
        self.form.addRow(label, field)

    def _flag(self, label: str, on: bool, done: Callable[[bool], None], tip: str) -> None:
        field = QCheckBox(label)
        field.setChecked(on)
        field.setToolTip(tip)
        field.setAccessibleName(label)
        field.toggled.connect(done)
        self.form.addRow(field)

    def _choice(
        self, label: str, values: Sequence[Any], now: Any, done: Callable[[Any], None], names: Sequence[str] = ()
    ) -> QComboBox:
        field = QComboBox()
        for at, value in enumerate(values):
            field.addItem(names[at] if names else plain(str(value)), value)
        field.setCurrentIndex(values.index(now) if now in values else -1)
        field.setAccessibleName(label)
        field.activated.connect(lambda at: done(values[at]))
        self.form.addRow(label, field)
        return field

"""Properties: of the dungeon when nothing is selected, of the thing that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
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

from dungeon_designer.editor.plain_text import plain_label
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import (
    LETTERS,
    CounterContent,
    LabelSize,
    ObstacleKind,
    RollingBall,
    SectionKind,
    Team,
    TerrainKind,
    TrapKind,
)
from dungeon_designer.shaping.descriptions import plain, thing_in_words
from dungeon_designer.shaping.things import Thing, exchanged
from dungeon_designer.translation import PLURAL, filled, marked, translate

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
    "text": marked("facts", "words"),
    "turn": marked("facts", "way"),
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


class PropertiesDock(QScrollArea):
    """A form for what is selected; each change is a step of the history."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setWidgetResizable(True)
        self._shown: object = None
        self._fields: list[Callable[[], None]] = []
        self._subject: Thing | None = None
        self._gestures: dict[tuple[str, ...], object] = {}
        self._committing = False
        workspace.typing.append(lambda: self.commit())
        workspace.selection_changed.connect(self.refresh)
        workspace.changed.connect(self.refresh)
        workspace.opened.connect(self.refresh)

    def refresh(self) -> None:
        """Show the form that fits, unless it is shown already. What is being typed is taken over first."""
        if self._current() == self._shown and self.widget() is not None:
            return
        if self._committing:  # the field is still in hand, and the form goes on with what became of its subject
            self._shown = self._current()
            return
        self.commit()
        self._build()

    def commit(self) -> None:
        """What is being typed is in the document from now on; whoever types goes on typing in the same field."""
        if self._committing:
            return
        self._committing = True
        try:
            for take in self._fields:
                take()
        finally:
            self._committing = False

    def take_keyboard(self) -> None:
        """The first field has the keyboard, its text selected."""
        page = self.widget()
        fields = page.findChildren(QWidget) if page is not None else []
        first = next((each for each in fields if each.accessibleName() and each.isEnabled()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def _current(self) -> object:
        """What the form is made of."""
        layout = self.workspace.layout
        if self.workspace.selection:
            return self.workspace.selection
        counts = len(self.workspace.board), len(layout.chests), len(layout.portals)
        return layout.name, layout.author, layout.notes, layout.balls, layout.enclosed, layout.waivers, counts

    def _build(self) -> None:
        self._shown = self._current()
        self._fields, self._gestures, self._subject = [], {}, None
        held = self._held()
        page = QWidget()
        box = QVBoxLayout(page)
        self.title = plain_label()
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

    def _fill(self) -> None:
        selection = self.workspace.selection
        sections = [thing for thing in selection if thing.field == "sections"]
        if not selection:
            self.title.setText(self.tr("The dungeon"))
            self._dungeon()
        elif len(selection) == 1 or len(sections) == 1:
            thing = self._subject = sections[0] if sections else next(iter(selection))
            self.title.setText(thing_in_words(thing, self.workspace.board))
            getattr(self, f"_{thing.field}", self._nothing)(thing)
        else:
            count = len(selection)
            words = translate("PropertiesDock", "%n thing(s) selected", None, PLURAL, count)
            self.title.setText(words)

    def _nothing(self, thing: Thing) -> None:
        """Nothing to be said about it."""

    # The dungeon ----------------------------------------------------------------------------------------------

    def _dungeon(self) -> None:
        layout = self.workspace.layout
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
        notes.textChanged.connect(self.workspace.typed)
        self._fields.append(notes.commit)
        notes.setAccessibleName(self.tr("Notes"))
        notes.setMinimumHeight(110)
        self.form.addRow(QLabel(self.tr("Notes")))
        self.form.addRow(notes)
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
        self.workspace.plainly(_change(changes), after, self._gesture(changes))

    def _gesture(self, facts: Iterable[str]) -> object:
        """What is typed into one field is one step of the history, however often it was taken over."""
        return self._gestures.setdefault(tuple(facts), object())

    # Things ---------------------------------------------------------------------------------------------------

    def _sections(self, thing: Thing) -> None:
        section = thing.value
        on_board = next((each for each in self.workspace.board.sections if each.id == section.id), None)
        name = on_board.name if on_board else section.name
        kind = on_board.kind if on_board else section.kind
        self._line(self.tr("Name"), name, lambda text: self._thing(name=text))
        if not section.tile:
            self._choice(self.tr("Kind"), list(SectionKind), kind, lambda value: self._thing(kind=value))
        else:
            self.form.addRow(self.tr("Tile"), plain_label(section.tile))
            self.form.addRow(self.tr("Kind"), plain_label(plain(kind or "")))
        if kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            side = section.side or (on_board.side if on_board else None)
            self._choice(self.tr("Side"), self._teams(), side, lambda value: self._thing(side=value))
        walls = [None, True, False]
        names = [self.tr("as the dungeon has it"), self.tr("walls all round"), self.tr("open")]
        self._choice(self.tr("Walls"), walls, section.enclosed, lambda value: self._thing(enclosed=value), names)
        self.form.addRow(self.tr("Id"), plain_label(section.id))

    def _portals(self, thing: Thing) -> None:
        self._count(self.tr("Number"), thing.value.number, 1, 99, lambda number: self._thing(number=number))

    def _teams(self) -> list[Team]:
        return list(self.workspace.layout.teams)

    def _traps(self, thing: Thing) -> None:
        trap = thing.value
        if trap.kind is TrapKind.COUNTER:
            self._choice(self.tr("Owner"), self._teams(), trap.owner, lambda value: self._thing(owner=value))
            faces = list(CounterContent)
            self._choice(self.tr("Face"), faces, trap.content, lambda value: self._thing(content=value))
            return
        self._choice(self.tr("Kind"), list(TrapKind)[:3], trap.kind, lambda value: self._thing(kind=value))
        if trap.kind is TrapKind.TRAPDOOR:
            below = ["pit", "spiked_pit", "lava", "chasm", "water", "acid"]
            combo = self._choice(self.tr("Below"), below, trap.below, lambda value: self._thing(below=value))
            combo.setEditable(True)
            combo.setEditText(plain(trap.below))
            line = combo.lineEdit()
            if line is not None:
                line.editingFinished.connect(lambda: self._thing(below=_named(combo)))
                line.textEdited.connect(lambda _: self.workspace.typed.emit())
                self._fields.append(lambda: self._thing(below=_named(combo)))

    def _terrain(self, thing: Thing) -> None:
        self._choice(self.tr("Kind"), list(TerrainKind), thing.value.kind, lambda value: self._thing(kind=value))

    def _obstacles(self, thing: Thing) -> None:
        kinds = list(ObstacleKind)
        self._choice(self.tr("Kind"), kinds, thing.value.kind, lambda value: self._thing(kind=value))

    def _square_doors(self, thing: Thing) -> None:
        self._flag(self.tr("Open"), thing.value.open, lambda on: self._thing(open=on), "")

    def _doors(self, thing: Thing) -> None:
        self._count(self.tr("Width"), thing.value.width, 1, 20, lambda number: self._thing(width=number))

    def _walls(self, thing: Thing) -> None:
        self._doors(thing)

    def _leap_edges(self, thing: Thing) -> None:
        self._doors(thing)

    def _machines(self, thing: Thing) -> None:
        machine = thing.value
        if isinstance(machine, RollingBall):
            self._count(self.tr("Size"), machine.size[0], 1, 20, lambda side: self._thing(size=(side, side)))
            self._count(self.tr("Track"), machine.length, 1, 200, lambda number: self._thing(length=number))
            self._choice(self.tr("Rolls"), list(Side), machine.travel, lambda side: self._thing(travel=side))
            return
        self._line(self.tr("Sections"), ", ".join(machine.sections), lambda text: self._turning(text))

    def _labels(self, thing: Thing) -> None:
        label = thing.value
        self._line(self.tr("Text"), label.text, self._reworded, most=200)
        self._choice(self.tr("Size"), list(LabelSize), label.size, lambda value: self._thing(size=value))
        ways = [self.tr("level"), self.tr("downwards"), self.tr("upside down"), self.tr("upwards")]
        self._choice(self.tr("Reads"), list(range(4)), label.turn, lambda value: self._thing(turn=value), ways)

    def _reworded(self, text: str) -> None:
        """A label says something; without words it stays as it was."""
        if text.strip():
            self._thing(text=text)
            return
        self.workspace.said.emit(self.tr("A label without words would not be seen: delete it instead."))
        self._build()

    def _turning(self, text: str) -> None:
        """The sections that turn, by their ids; nothing changes when one is not there or turns already."""
        names = tuple(dict.fromkeys(text.replace(",", " ").split()))
        there = {section.id for section in self.workspace.layout.sections}
        others = {
            name
            for each in self.workspace.layout.machines
            if self._subject is not None and each != self._subject.value
            for name in getattr(each, "sections", ())
        }
        wrong = [name for name in names if name not in there or name in others]
        if names and not wrong:
            self._thing(sections=names)
            return
        said = filled(self.tr("no section %1 that turns nowhere else"), ", ".join(wrong) or "–")
        self.workspace.said.emit(said)
        self._build()

    def _thing(self, **changes: Any) -> None:
        """The thing of this form changed, and still selected if it was."""
        old = self._subject
        if old is None:
            return
        new = Thing(old.field, replace(old.value, **changes))
        selected = old in self.workspace.selection
        rest = self.workspace.selection - {old}
        after = exchanged(self.workspace.layout, {old: new})
        if new == old or not self.workspace.plainly(_change(changes), after, self._gesture(changes)):
            return
        self._subject = new
        if selected:
            self.workspace.select(rest | {new})

    # Fields ---------------------------------------------------------------------------------------------------

    def _line(self, label: str, text: str, done: Callable[[str], None], most: int = LETTERS) -> None:
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

    def _count(self, label: str, number: int, least: int, most: int, done: Callable[[int], None]) -> None:
        field = QSpinBox()
        field.setRange(least, most)
        field.setValue(number)
        field.setKeyboardTracking(False)
        field.setAccessibleName(label)
        field.valueChanged.connect(done)
        field.lineEdit().textEdited.connect(lambda _: self.workspace.typed.emit())
        self._fields.append(field.interpretText)
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

"""Properties: a form for the dungeon as a whole when nothing is selected, else for the thing that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from dungeon_designer.editor.pictures import side_icon
from dungeon_designer.editor.widgets import NONE, WORDS, column, confirmed, made, number, plain_label, row, wrapped
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
    TerrainKind,
    TrapKind,
)
from dungeon_designer.layout_edits.descriptions import item_in_words, kind_in_words
from dungeon_designer.layout_edits.items import ItemRef, exchanged
from dungeon_designer.layout_edits.sides import belonging_to, with_side, with_side_count
from dungeon_designer.translation import PLURAL, capital, filled, marked, translate

FACTS: dict[str, str] = WORDS["facts"]
"""What can be changed here, as the history names it; the first seven are the dungeon's."""

BALLS = marked("DungeonPage", "Balls")
"""The field of the number of balls."""


def step_of(fact: str) -> str:
    """A step of the history that changes a fact."""
    return filled(translate("facts", "Change %1"), translate("facts", FACTS[fact]))


class PropertiesDock(QScrollArea):
    """A form for what is selected; each change is a step of the history."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.setWidgetResizable(True)
        self._shown: object = None
        self._page: PropertyPage | None = None
        self._committing = False
        workspace.typing.append(lambda: self.commit())
        for signal in (workspace.selection_changed, workspace.changed, workspace.opened):
            signal.connect(self.refresh)

    def refresh(self) -> None:
        """Show the form that fits, unless it is shown already. What is being typed is taken over first."""
        if self._subject() == self._shown and self._page is not None:
            return
        if self._committing:  # the field is still in hand, and the form goes on with what became of its subject
            self._shown = self._subject()
            return
        self.commit()
        self._build()

    def commit(self) -> None:
        """What is being typed is in the document from now on; whoever types goes on typing in the same field."""
        if self._committing or self._page is None:
            return
        self._committing = True
        try:
            self._page.commit()
        finally:
            self._committing = False

    def take_keyboard(self, name: str = "") -> None:
        """The field of that name, else the first, has the keyboard, its text selected."""
        fields = self._page.findChildren(QWidget) if self._page is not None else []
        usable = [each for each in fields if each.accessibleName() and each.isEnabled()]
        first = next((each for each in usable if name in ("", each.accessibleName())), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def _subject(self) -> object:
        """What the form is made of: the selection, or the dungeon's facts."""
        layout = self.workspace.layout
        return self.workspace.selection or [getattr(layout, fact) for fact in list(FACTS)[:7]]

    def _build(self) -> None:
        """Make the form anew, the same field in hand. The one before goes when its own event is over."""
        self._shown = self._subject()
        focus = self.focusWidget()
        held = focus.accessibleName() if focus is not None and focus.hasFocus() else ""
        selection, workspace = self.workspace.selection, self.workspace
        sections = [thing for thing in selection if thing.field == "sections"]
        page: PropertyPage
        if not selection:
            page = DungeonPage(workspace, self.tr("The dungeon"))
        elif len(selection) == 1 or len(sections) == 1:
            page = ThingPage(workspace, sections[0] if sections else next(iter(selection)))
        else:
            words = translate("PropertiesDock", "%n thing(s) selected", None, PLURAL, len(selection))
            page = PropertyPage(workspace, words)
        self._page = page
        page.refused.connect(self._build)
        before = self.takeWidget()
        if before is not None:
            before.deleteLater()
        self.setWidget(page)
        page.show()
        for field in page.findChildren(QWidget):
            if held and field.accessibleName() == held:
                field.setFocus()


class _Notes(QPlainTextEdit):
    """Several lines; `left` when the keyboard goes elsewhere."""

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was written counts now."""
        super().focusOutEvent(event)
        self.left.emit()


class PropertyPage(QWidget):
    """A title and a form with a field for each fact of a subject.

    `refused` when what was typed cannot be, and the page must be made anew.
    """

    refused = Signal()

    def __init__(self, workspace: Workspace, title: str) -> None:
        super().__init__()
        self.workspace = workspace
        self._fields: list[Callable[[], None]] = []
        self.gestures: defaultdict[str, object] = defaultdict(object)
        """What is typed into one field is one step of the history, however often it was taken over."""
        self.title = plain_label(title)
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.form = made(QFormLayout, fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        column(self.title, self.form, 1, of=self)

    def change(self, fact: str, value: Any) -> None:
        """Another value of a fact, in the document."""
        raise NotImplementedError

    def commit(self) -> None:
        """What is being typed is in the document from now on."""
        for take in self._fields:
            take()

    def _add(self, label: str, field: QWidget) -> None:
        field.setAccessibleName(label)
        self.form.addRow(label, field)

    def line(
        self, fact: str, label: str, text: str, done: Callable[[str], None] | None = None, most: int = LETTERS
    ) -> QLineEdit:
        """A line of text, of so many letters at most."""
        field = made(QLineEdit, text, maxLength=most, cursorPosition=0)

        def take() -> None:
            if field.isModified():
                field.setModified(False)
                (done or partial(self.change, fact))(field.text())

        field.editingFinished.connect(take)
        field.textEdited.connect(self.workspace.typed)
        self._fields.append(take)
        self._add(label, field)
        return field

    def notes(self, fact: str, label: str, text: str) -> None:
        """Several lines of text below their label."""
        field = made(_Notes, text, tabChangesFocus=True, minimumHeight=110, accessibleName=label)
        document = field.document()

        def take() -> None:
            if document.isModified():
                document.setModified(False)
                self.change(fact, field.toPlainText())

        field.left.connect(take)
        field.textChanged.connect(self.workspace.typed)
        self._fields.append(take)
        self.form.addRow(QLabel(label))
        self.form.addRow(field)

    def count(
        self, fact: str, label: str, now: int, bounds: tuple[int, int], done: Callable[[int], None] | None = None
    ) -> QSpinBox:
        """A whole number."""
        field = number(*bounds, now)
        field.setKeyboardTracking(False)
        field.valueChanged.connect(done or partial(self.change, fact))
        field.lineEdit().textEdited.connect(self.workspace.typed)
        self._fields.append(field.interpretText)
        self._add(label, field)
        return field

    def flag(self, fact: str, label: str, on: bool, tip: str = "") -> None:
        """A box to tick."""
        changed = partial(self.change, fact)
        self.form.addRow(made(QCheckBox, label, checked=on, toolTip=tip, accessibleName=label, toggled=changed))


class DungeonPage(PropertyPage):
    """Name, author, balls, sides, walls, notes and waivers."""

    def __init__(self, workspace: Workspace, title: str) -> None:
        super().__init__(workspace, title)
        layout = workspace.layout
        self.line("name", self.tr("Name"), layout.name)
        self.line("author", self.tr("Author"), layout.author)
        self.count("balls", translate("DungeonPage", BALLS), layout.balls, (0, 99))
        sides, bounds = len(layout.sides), (LEAST_SIDES, MOST_SIDES)
        self.sides = self.count("sides", self.tr("Sides"), sides, bounds, self._count_sides)
        for side in layout.sides if layout.sides != TWO_SIDES else ():
            self._side_row(side)
        tip = self.tr("Sections are walled off from each other except at doors")
        self.flag("enclosed", self.tr("Walls between sections"), layout.enclosed, tip)
        self.notes("notes", self.tr("Notes"), layout.notes)
        for waiver in layout.waivers:
            words = self.tr("withdraw")
            label = wrapped(f'{escape(waiver.rule)}: {escape(waiver.reason)} <a href="#">{words}</a>')
            rest = tuple(each for each in layout.waivers if each is not waiver)
            label.linkActivated.connect(lambda _, rest=rest: self.change("waivers", rest))
            self.form.addRow(self.tr("Waiver"), label)

    def change(self, fact: str, value: Any) -> None:
        """Another value of a fact of the layout."""
        self.workspace.plainly(step_of(fact), replace(self.workspace.layout, **{fact: value}), self.gestures[fact])

    def _count_sides(self, count: int) -> None:
        """So many sides from now on; asks before anything of a side goes."""
        layout = self.workspace.layout
        gone = layout.teams[count:]
        lost = belonging_to(layout, gone)
        if lost:
            self.sides.setEnabled(False)  # else its arrow, held down, would count on behind the question
            words = translate("DungeonPage", "%n thing(s) of %1 would go.", None, PLURAL, len(lost))
            go_on = self.tr("Go on?")
            question = f"{filled(words, ', '.join(map(kind_in_words, gone)))} {go_on}"
            goes = confirmed(self.window(), self.tr("Fewer sides"), question)
            self.sides.setEnabled(True)
            self.sides.setFocus()
            if not goes:
                self.refused.emit()
                return
        after = with_side_count(layout, count, self.workspace.library)
        self.workspace.plainly(step_of("sides"), after, None if lost else self.gestures["sides"])

    def _side_row(self, side: MatchSide) -> None:
        name = capital(kind_in_words(side.id))
        colour = made(
            QPushButton,
            self.tr("Colour…"),
            icon=side_icon(side),
            toolTip=side.shown_colour,
            accessibleName=filled(self.tr("%1: colour"), name),
        )
        emblem = made(QComboBox, accessibleName=filled(self.tr("%1: emblem"), name))
        for each in Emblem:
            emblem.addItem(side_icon(replace(side, emblem=each)), capital(kind_in_words(each)), each)
        emblem.setCurrentIndex(emblem.findData(side.shown_emblem))

        def dress(**changes: Any) -> None:
            after = with_side(self.workspace.layout, replace(side, **changes))
            self.workspace.plainly(step_of("sides"), after)

        def ask_colour() -> None:
            chosen = QColorDialog.getColor(QColor(side.shown_colour), self.window(), colour.accessibleName())
            if chosen.isValid():
                dress(colour=chosen.name())

        colour.clicked.connect(ask_colour)
        emblem.activated.connect(lambda at: dress(emblem=list(Emblem)[at]))
        self.form.addRow(name, row(colour, (emblem, 1), margins=NONE))


class ThingPage(PropertyPage):
    """What can be changed of a thing on the map."""

    def __init__(self, workspace: Workspace, thing: ItemRef) -> None:
        super().__init__(workspace, item_in_words(thing, workspace.board))
        self._subject = thing
        match thing.field:
            case "sections":
                self._make_section(thing.value)
            case "traps":
                self._make_trap(thing.value)
            case "machines":
                self._make_machine(thing.value)
            case "labels":
                words = self.line("text", self.tr("Text"), thing.value.text, self._reword, most=200)
                words.returnPressed.connect(workspace.map_wanted)
                self._choice("size", self.tr("Size"), list(LabelSize))
                ways = [self.tr("level"), self.tr("downwards"), self.tr("upside down"), self.tr("upwards")]
                self._choice("turn", self.tr("Reads"), range(4), names=ways)
            case "portals":
                self._number("number", self.tr("Number"), 99)
            case "doors" | "walls" | "leap_edges":
                self._number("width", self.tr("Width"), 20)
            case "square_doors":
                self.flag("open", self.tr("Open"), thing.value.open)
            case "terrain" | "obstacles":
                self._choice("kind", self.tr("Kind"), list(TerrainKind if thing.field == "terrain" else ObstacleKind))

    def _choice(
        self, fact: str, label: str, values: Sequence[Any], now: object = ..., names: Sequence[str] = ()
    ) -> QComboBox:
        field, now = QComboBox(), getattr(self._subject.value, fact) if now is ... else now
        for at, value in enumerate(values):
            field.addItem(names[at] if names else kind_in_words(str(value)), value)
        field.setCurrentIndex(values.index(now) if now in values else -1)
        field.activated.connect(lambda at: self.change(fact, values[at]))
        self._add(label, field)
        return field

    def _number(self, fact: str, label: str, most: int) -> None:
        self.count(fact, label, getattr(self._subject.value, fact), (1, most))

    def _make_section(self, section: Any) -> None:
        on_board = next((each for each in self.workspace.board.sections if each.id == section.id), section)
        self.line("name", self.tr("Name"), on_board.name)
        if not section.tile:
            self._choice("kind", self.tr("Kind"), list(SectionKind), on_board.kind)
        else:
            self.form.addRow(self.tr("Tile"), plain_label(section.tile))
            self.form.addRow(self.tr("Kind"), plain_label(kind_in_words(on_board.kind or "")))
        if on_board.kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            self._choice("side", self.tr("Side"), self.workspace.layout.teams, section.side or on_board.side)
        names = [self.tr("as the dungeon has it"), self.tr("walls all round"), self.tr("open")]
        self._choice("enclosed", self.tr("Walls"), [None, True, False], names=names)
        self.form.addRow(self.tr("Id"), plain_label(section.id))

    def _make_trap(self, trap: Any) -> None:
        if trap.kind is TrapKind.COUNTER:
            self._choice("owner", self.tr("Owner"), self.workspace.layout.teams)
            self._choice("content", self.tr("Face"), list(CounterContent))
            return
        self._choice("kind", self.tr("Kind"), list(TrapKind)[:3])
        if trap.kind is not TrapKind.TRAPDOOR:
            return
        combo = self._choice("below", self.tr("Below"), ["pit", "spiked_pit", "lava", "chasm", "water", "acid"])
        combo.setEditable(True)
        combo.setEditText(kind_in_words(trap.below))
        line = combo.lineEdit()
        assert line is not None  # noqa: S101 - it is editable

        def take() -> None:
            """What was chosen or typed, as files know it."""
            at = combo.findText(combo.currentText())
            self.change("below", combo.itemData(at) if at >= 0 else combo.currentText().replace(" ", "_"))

        line.editingFinished.connect(take)
        line.textEdited.connect(self.workspace.typed)
        self._fields.append(take)

    def _make_machine(self, machine: Any) -> None:
        if isinstance(machine, RollingBall):
            square = self.tr("Size"), machine.size[0], (1, 20)
            self.count("size", *square, lambda side: self.change("size", (side, side)))
            self._number("length", self.tr("Track"), 200)
            self._choice("travel", self.tr("Rolls"), list(Side))
        else:
            self.form.addRow(self.tr("Sections"), plain_label(", ".join(machine.sections)))

    def _reword(self, text: str) -> None:
        """A label says something; without words it stays as it was."""
        if text.strip():
            self.change("text", text)
        else:
            self.workspace.said.emit(self.tr("A label without words would not be seen: delete it instead."))
            self.refused.emit()

    def change(self, fact: str, value: Any) -> None:
        """The thing of this form changed, and still selected if it was."""
        old, selection = self._subject, self.workspace.selection
        new = ItemRef(old.field, replace(old.value, **{fact: value}))
        after = exchanged(self.workspace.layout, {old: new})
        if new == old or not self.workspace.plainly(step_of(fact), after, self.gestures[fact]):
            return
        self._subject = new
        if old in selection:
            self.workspace.select((selection - {old}) | {new})

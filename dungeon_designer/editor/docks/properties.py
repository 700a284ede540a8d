"""The properties dock: a form for what is selected; for the dungeon as a whole when nothing is selected."""

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

from dungeon_designer.editor.pictures import build_team_icon
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    WORDS,
    ask_confirmation,
    build_column,
    build_row,
    create_number_field,
    create_plain_label,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.grid import Side
from dungeon_designer.kinds import Emblem
from dungeon_designer.layout.model import (
    MAX_LINE_LENGTH,
    MAX_TEAMS,
    MIN_TEAMS,
    TWO_MATCH_TEAMS,
    CounterContent,
    LabelSize,
    MatchTeam,
    ObstacleKind,
    RollingBall,
    SectionKind,
    TerrainKind,
    TrapKind,
)
from dungeon_designer.layout_edits.descriptions import describe_kind, describe_object
from dungeon_designer.layout_edits.objects import ObjectRef, replace_objects
from dungeon_designer.layout_edits.teams import list_team_objects, replace_team, set_team_count
from dungeon_designer.translation import PLURAL, capitalise_first, fill_placeholders, mark_for_translation, translate

FIELD_TITLES: dict[str, str] = WORDS["facts"]
"""The fields that can be changed here, with their names in the history. The first seven are fields of the dungeon."""

BALLS_LABEL = mark_for_translation("DungeonPage", "Balls")
"""The label of the field for the number of balls."""


def format_step(field_name: str) -> str:
    """Return the name in the history of a step that changes a field."""
    return fill_placeholders(translate("facts", "Change %1"), translate("facts", FIELD_TITLES[field_name]))


class PropertiesDock(QScrollArea):
    """A form for what is selected, or for the dungeon if nothing is. Each change is a step of the history."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.setWidgetResizable(True)
        self._shown_subject: object = None
        self._page: PropertyPage | None = None
        self._committing = False
        workspace.typing_commits.append(lambda: self.commit_typing())
        for signal in (workspace.selection_changed, workspace.changed, workspace.opened):
            signal.connect(self.refresh_form)

    def refresh_form(self) -> None:
        """Show the form that fits the selection, unless it is shown already.

        Text that is being typed is put into the dungeon first. If this happens because that text has just changed the
        dungeon, the form stays, so that the user can go on typing.
        """
        if self._find_subject() == self._shown_subject and self._page is not None:
            return
        if self._committing:  # the field is still in hand, and the form goes on with what became of its subject
            self._shown_subject = self._find_subject()
            return
        self.commit_typing()
        self._build_form()

    def commit_typing(self) -> None:
        """Put text that is still being typed into the dungeon. The user can go on typing in the same field."""
        if self._committing or self._page is None:
            return
        self._committing = True
        try:
            self._page.commit_typing()
        finally:
            self._committing = False

    def focus_field(self, name: str = "") -> None:
        """Give the keyboard to the field with an accessible name, or for "" to the first field, and select its text."""
        fields = self._page.findChildren(QWidget) if self._page is not None else []
        enabled_fields = [field for field in fields if field.accessibleName() and field.isEnabled()]
        target = next((field for field in enabled_fields if name in ("", field.accessibleName())), None)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    def _find_subject(self) -> object:
        """Return what the form shows: the selection, or the values of the dungeon's own fields.

        It is compared with the last one, to see whether the form must be built again.
        """
        layout = self.workspace.layout
        return self.workspace.selection or [getattr(layout, field_name) for field_name in list(FIELD_TITLES)[:8]]

    def _build_form(self) -> None:
        """Build the form again and focus the same field. The old form is deleted after the current event."""
        self._shown_subject = self._find_subject()
        focused_field = self.focusWidget()
        focused_name = focused_field.accessibleName() if focused_field is not None and focused_field.hasFocus() else ""
        selection, workspace = self.workspace.selection, self.workspace
        sections = [item for item in selection if item.field == "sections"]
        page: PropertyPage
        if not selection:
            page = DungeonPage(workspace, self.tr("The dungeon"))
        elif len(selection) == 1 or len(sections) == 1:
            page = ObjectPage(workspace, sections[0] if sections else next(iter(selection)))
        else:
            title = translate("PropertiesDock", "%n object(s) selected", None, PLURAL, len(selection))
            page = PropertyPage(workspace, title)
        self._page = page
        page.rebuild_requested.connect(self._build_form)
        old_page = self.takeWidget()
        if old_page is not None:
            old_page.deleteLater()
        self.setWidget(page)
        page.show()
        for field in page.findChildren(QWidget):
            if focused_name and field.accessibleName() == focused_name:
                field.setFocus()


class _NotesField(QPlainTextEdit):
    """A field for several lines of text. The signal `focus_lost` is emitted when another widget gets the keyboard."""

    focus_lost = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report that the text is complete."""
        super().focusOutEvent(event)
        self.focus_lost.emit()


class PropertyPage(QWidget):
    """A title and a form with a row for each field of a subject, which is the dungeon or an object on the map.

    The signal `rebuild_requested` is emitted when a typed value is not allowed, so that the form is built again with
    the old value.
    """

    rebuild_requested = Signal()

    def __init__(self, workspace: Workspace, title: str) -> None:
        super().__init__()
        self.workspace = workspace
        self._commit_functions: list[Callable[[], None]] = []
        self.gestures: defaultdict[str, object] = defaultdict(object)
        """What is typed into one field is one step of the history, however often it was taken over."""
        self.title = create_plain_label(title)
        self.title.setWordWrap(True)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.form = create_widget(QFormLayout, fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        build_column(self.title, self.form, 1, owner=self)

    def change_field(self, field_name: str, value: Any) -> None:
        """Set a field of the subject in the document to a new value."""
        raise NotImplementedError

    def commit_typing(self) -> None:
        """Put the text of every field that the user has changed into the dungeon."""
        for commit_field in self._commit_functions:
            commit_field()

    def _add_row(self, label: str, field: QWidget) -> None:
        """Add a row to the form, and use its label as the accessible name."""
        field.setAccessibleName(label)
        self.form.addRow(label, field)

    def add_text_field(
        self,
        field_name: str,
        label: str,
        text: str,
        on_change: Callable[[str], None] | None = None,
        max_length: int = MAX_LINE_LENGTH,
    ) -> QLineEdit:
        """Add a row with a line of text.

        Args:
            field_name: the field of the subject.
            label: the label of the row.
            text: the current value.
            on_change: called with a new text; by default the field of the subject is changed.
            max_length: the maximum number of characters.
        """
        field = create_widget(QLineEdit, text, maxLength=max_length, cursorPosition=0)

        def commit_field() -> None:
            """Put the text into the document, if the user changed it."""
            if field.isModified():
                field.setModified(False)
                (on_change or partial(self.change_field, field_name))(field.text())

        field.editingFinished.connect(commit_field)
        field.textEdited.connect(self.workspace.text_typed)
        self._commit_functions.append(commit_field)
        self._add_row(label, field)
        return field

    def add_notes_field(self, field_name: str, label: str, text: str) -> None:
        """Add a label and below it a field for several lines of text.

        The text is put into the dungeon when the field loses the keyboard.
        """
        field = create_widget(_NotesField, text, tabChangesFocus=True, minimumHeight=110, accessibleName=label)
        document = field.document()

        def commit_field() -> None:
            """Put the text into the document, if the user changed it."""
            if document.isModified():
                document.setModified(False)
                self.change_field(field_name, field.toPlainText())

        field.focus_lost.connect(commit_field)
        field.textChanged.connect(self.workspace.text_typed)
        self._commit_functions.append(commit_field)
        self.form.addRow(QLabel(label))
        self.form.addRow(field)

    def add_number_field(
        self,
        field_name: str,
        label: str,
        value: int,
        bounds: tuple[int, int],
        on_change: Callable[[int], None] | None = None,
    ) -> QSpinBox:
        """Add a row with a whole number.

        Args:
            field_name: the field of the subject.
            label: the label of the row.
            value: the current value.
            bounds: the lowest and the highest value.
            on_change: called with a new number; by default the field of the subject is changed.
        """
        field = create_number_field(*bounds, value)
        field.setKeyboardTracking(False)
        field.valueChanged.connect(on_change or partial(self.change_field, field_name))
        field.lineEdit().textEdited.connect(self.workspace.text_typed)
        self._commit_functions.append(field.interpretText)
        self._add_row(label, field)
        return field

    def add_checkbox(self, field_name: str, label: str, is_checked: bool, tip: str = "") -> None:
        """Add a checkbox for a field that is true or false."""
        change = partial(self.change_field, field_name)
        self.form.addRow(
            create_widget(QCheckBox, label, checked=is_checked, toolTip=tip, accessibleName=label, toggled=change)
        )


class DungeonPage(PropertyPage):
    """The form of the dungeon: name, author, theme, balls, teams, walls, notes and waivers."""

    def __init__(self, workspace: Workspace, title: str) -> None:
        super().__init__(workspace, title)
        layout = workspace.layout
        self.add_text_field("name", self.tr("Name"), layout.name)
        self.add_text_field("author", self.tr("Author"), layout.author)
        theme_field = self.add_text_field("theme", self.tr("Theme"), layout.theme)
        theme_field.setToolTip(self.tr("A theme of the program, such as ink, or a theme file beside the dungeon"))
        self.add_number_field("balls", translate("DungeonPage", BALLS_LABEL), layout.balls, (0, 99))
        team_count, bounds = len(layout.sides), (MIN_TEAMS, MAX_TEAMS)
        self.team_count_field = self.add_number_field(
            "sides", self.tr("Teams"), team_count, bounds, self._change_team_count
        )
        for team in layout.sides if layout.sides != TWO_MATCH_TEAMS else ():
            self._add_team_row(team)
        tip = self.tr("Sections are walled off from each other except at doors")
        self.add_checkbox("enclosed", self.tr("Walls between sections"), layout.enclosed, tip)
        self.add_notes_field("notes", self.tr("Notes"), layout.notes)
        for waiver in layout.waivers:
            withdraw_text = self.tr("withdraw")
            label = create_wrapped_label(
                f'{escape(waiver.rule)}: {escape(waiver.reason)} <a href="#">{withdraw_text}</a>'
            )
            other_waivers = tuple(other for other in layout.waivers if other is not waiver)
            label.linkActivated.connect(
                lambda _, other_waivers=other_waivers: self.change_field("waivers", other_waivers)
            )
            self.form.addRow(self.tr("Waiver"), label)

    def change_field(self, field_name: str, value: Any) -> None:
        """Set a field of the layout to a new value."""
        self.workspace.edit_without_symmetry(
            format_step(field_name), replace(self.workspace.layout, **{field_name: value}), self.gestures[field_name]
        )

    def _change_team_count(self, count: int) -> None:
        """Change the number of teams; ask first if something of a removed team would be deleted."""
        layout = self.workspace.layout
        removed_teams = layout.teams[count:]
        removed_items = list_team_objects(layout, removed_teams)
        if removed_items:
            self.team_count_field.setEnabled(False)  # else its arrow, held down, would count on behind the question
            loss_text = translate("DungeonPage", "%n object(s) of %1 would go.", None, PLURAL, len(removed_items))
            confirm_text = self.tr("Go on?")
            question = f"{fill_placeholders(loss_text, ', '.join(map(describe_kind, removed_teams)))} {confirm_text}"
            is_confirmed = ask_confirmation(self.window(), self.tr("Fewer teams"), question)
            self.team_count_field.setEnabled(True)
            self.team_count_field.setFocus()
            if not is_confirmed:
                self.rebuild_requested.emit()
                return
        layout_after = set_team_count(layout, count, self.workspace.library)
        self.workspace.edit_without_symmetry(
            format_step("sides"), layout_after, None if removed_items else self.gestures["sides"]
        )

    def _add_team_row(self, team: MatchTeam) -> None:
        """Add a row with the colour and the emblem of a team."""
        name = capitalise_first(describe_kind(team.id))
        colour = create_widget(
            QPushButton,
            self.tr("Colour…"),
            icon=build_team_icon(team),
            toolTip=team.shown_colour,
            accessibleName=fill_placeholders(self.tr("%1: colour"), name),
        )
        emblem = create_widget(QComboBox, accessibleName=fill_placeholders(self.tr("%1: emblem"), name))
        for choice in Emblem:
            emblem.addItem(
                build_team_icon(replace(team, emblem=choice)), capitalise_first(describe_kind(choice)), choice
            )
        emblem.setCurrentIndex(emblem.findData(team.shown_emblem))

        def change_look(**changes: Any) -> None:
            """Set some fields of the team in the document."""
            layout_after = replace_team(self.workspace.layout, replace(team, **changes))
            self.workspace.edit_without_symmetry(format_step("sides"), layout_after)

        def choose_colour() -> None:
            """Ask for a colour, and give it to the team."""
            chosen = QColorDialog.getColor(QColor(team.shown_colour), self.window(), colour.accessibleName())
            if chosen.isValid():
                change_look(colour=chosen.name())

        colour.clicked.connect(choose_colour)
        emblem.activated.connect(lambda at: change_look(emblem=list(Emblem)[at]))
        self.form.addRow(name, build_row(colour, (emblem, 1), margins=NO_MARGINS))


class ObjectPage(PropertyPage):
    """The form of one object or section on the map."""

    def __init__(self, workspace: Workspace, item: ObjectRef) -> None:
        super().__init__(workspace, describe_object(item, workspace.board))
        self._item = item
        if workspace.creation_gesture is not None:
            self.gestures["text"] = workspace.creation_gesture
        match item.field:
            case "sections":
                self._add_section_rows(item.value)
            case "traps":
                self._add_trap_rows(item.value)
            case "machines":
                self._add_machine_rows(item.value)
            case "labels":
                text_field = self.add_text_field(
                    "text", self.tr("Text"), item.value.text, self._change_label_text, max_length=200
                )
                text_field.returnPressed.connect(workspace.map_focus_requested)
                self._add_choice("size", self.tr("Size"), list(LabelSize))
                directions = [self.tr("level"), self.tr("downwards"), self.tr("upside down"), self.tr("upwards")]
                self._add_choice("turn", self.tr("Reads"), range(4), names=directions)
            case "portals":
                self._add_bounded_number("number", self.tr("Number"), 99)
            case "doors" | "walls" | "leap_edges":
                self._add_bounded_number("width", self.tr("Width"), 20)
            case "square_doors":
                self.add_checkbox("open", self.tr("Open"), item.value.open)
            case "terrain" | "obstacles":
                self._add_choice(
                    "kind", self.tr("Kind"), list(TerrainKind if item.field == "terrain" else ObstacleKind)
                )

    def _add_choice(
        self, field_name: str, label: str, values: Sequence[Any], current_value: object = ..., names: Sequence[str] = ()
    ) -> QComboBox:
        """Add a row with a list of values to choose from, and return the list.

        Args:
            field_name: the field of the object.
            label: the label of the row.
            values: the values.
            current_value: the current value; by default (...) that of the object's field. If it is not in `values`, no
                value is chosen.
            names: the texts for the values; by default the name of each kind.
        """
        field = QComboBox()
        current_value = getattr(self._item.value, field_name) if current_value is ... else current_value
        for index, value in enumerate(values):
            field.addItem(names[index] if names else describe_kind(str(value)), value)
        field.setCurrentIndex(values.index(current_value) if current_value in values else -1)
        field.activated.connect(lambda index: self.change_field(field_name, values[index]))
        self._add_row(label, field)
        return field

    def _add_bounded_number(self, field_name: str, label: str, maximum: int) -> None:
        """Add a row with a number from 1 to a maximum."""
        self.add_number_field(field_name, label, getattr(self._item.value, field_name), (1, maximum))

    def _add_section_rows(self, section: Any) -> None:
        """Add the rows of a section: name, kind, team, walls and id. A tile's kind cannot be changed."""
        board_section = next((other for other in self.workspace.board.sections if other.id == section.id), section)
        self.add_text_field("name", self.tr("Name"), board_section.name)
        if not section.tile:
            self._add_choice("kind", self.tr("Kind"), list(SectionKind), board_section.kind)
        else:
            self.form.addRow(self.tr("Tile"), create_plain_label(section.tile))
            self.form.addRow(self.tr("Kind"), create_plain_label(describe_kind(board_section.kind or "")))
        if board_section.kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            # a section that is not on the board has no `team`
            team = section.side or getattr(board_section, "team", None)
            self._add_choice("side", self.tr("Team"), self.workspace.layout.teams, team)
        names = [self.tr("as the dungeon has it"), self.tr("walls all round"), self.tr("open")]
        self._add_choice("enclosed", self.tr("Walls"), [None, True, False], names=names)
        self.form.addRow(self.tr("Id"), create_plain_label(section.id))

    def _add_trap_rows(self, trap: Any) -> None:
        """Add the rows of a trap.

        A counter has its owner and its hidden face, any other trap its kind, and a trapdoor also what is below it.
        """
        if trap.kind is TrapKind.COUNTER:
            self._add_choice("owner", self.tr("Owner"), self.workspace.layout.teams)
            self._add_choice("content", self.tr("Face"), list(CounterContent))
            return
        self._add_choice("kind", self.tr("Kind"), list(TrapKind)[:3])
        if trap.kind is not TrapKind.TRAPDOOR:
            return
        below_box = self._add_choice("below", self.tr("Below"), ["pit", "spiked_pit", "lava", "chasm", "water", "acid"])
        below_box.setEditable(True)
        below_box.setEditText(describe_kind(trap.below))
        line = below_box.lineEdit()
        assert line is not None  # noqa: S101 - it is editable

        def commit_below() -> None:
            """Set what is below the trapdoor to the chosen or typed text, as files write it."""
            index = below_box.findText(below_box.currentText())
            self.change_field(
                "below", below_box.itemData(index) if index >= 0 else below_box.currentText().replace(" ", "_")
            )

        line.editingFinished.connect(commit_below)
        line.textEdited.connect(self.workspace.text_typed)
        self._commit_functions.append(commit_below)

    def _add_machine_rows(self, machine: Any) -> None:
        """Add the rows of a machine: size, track and direction of a ball, or the sections that rotate."""
        if isinstance(machine, RollingBall):
            size_row = self.tr("Size"), machine.size[0], (1, 20)
            self.add_number_field("size", *size_row, lambda size: self.change_field("size", (size, size)))
            self._add_bounded_number("length", self.tr("Track"), 200)
            self._add_choice("travel", self.tr("Rolls"), list(Side))
        else:
            self.form.addRow(self.tr("Sections"), create_plain_label(", ".join(machine.sections)))

    def _change_label_text(self, text: str) -> None:
        """Change the text of a label. An empty text is refused, and the label keeps its text."""
        if text.strip():
            self.change_field("text", text)
        else:
            self.workspace.message_sent.emit(self.tr("A label without words would not be seen: delete it instead."))
            self.rebuild_requested.emit()

    def change_field(self, field_name: str, value: Any) -> None:
        """Set a field of the object to a new value, as a step of the history. If it was selected, it stays so."""
        old_item, selection = self._item, self.workspace.selection
        new_item = ObjectRef(old_item.field, replace(old_item.value, **{field_name: value}))
        layout_after = replace_objects(self.workspace.layout, {old_item: new_item})
        if new_item == old_item or not self.workspace.edit_without_symmetry(
            format_step(field_name), layout_after, self.gestures[field_name]
        ):
            return
        self._item = new_item
        if old_item in selection:
            self.workspace.select_objects((selection - {old_item}) | {new_item})

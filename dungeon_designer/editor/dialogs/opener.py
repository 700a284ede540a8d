"""The window's dialogs: each is made when it is asked for, and gone when it is answered."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFileDialog, QFormLayout, QLineEdit, QWidget

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.editor import files
from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.checking import LiveChecking
from dungeon_designer.editor.file_actions import FileActions
from dungeon_designer.editor.widgets import answers_of, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Finding
from dungeon_designer.layout.model import LETTERS

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Dialogs(QObject):
    """Asks, and has the window do what was answered. Dialogs are imported late: an evening needs few."""

    set_up_chosen = Signal(object)

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        filing: FileActions,
        rules: LiveChecking,
        actions: Actions,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._filing, self._rules = window, workspace, filing, rules
        self._actions, self._settings = actions, settings
        self.dark = False

    def _answered(self, dialog: _Dialog) -> _Dialog | None:
        """The dialog when it was accepted, to be read at once; it goes when the work it asked for is done."""
        accepted = dialog.exec()
        dialog.deleteLater()
        return dialog if accepted else None

    def new(self) -> None:
        """Begin another dungeon."""
        from dungeon_designer.editor.dialogs.start import NewDialog

        dialog = self._answered(NewDialog(self.dark, self._window))
        if dialog is not None:
            if dialog.proposed:
                self.propose()
            elif dialog.example is not None:
                self._filing.open_copy(dialog.example)
            elif dialog.template:
                self._filing.start_new(files.template(dialog.template, dialog.sides.value()))

    def propose(self) -> None:
        """Begin with a dungeon that is generated."""
        from dungeon_designer.editor.dialogs.propose import ProposeDialog

        dialog = self._answered(ProposeDialog(self._workspace, self._rules.names(), self.dark, self._window))
        if dialog is not None and dialog.layout_chosen is not None:
            self._filing.start_new(dialog.layout_chosen)

    def ruleset(self) -> None:
        """Give a ruleset of the user's own a badge."""
        start, title, kind = str(self._workspace.folder), self.tr("A ruleset"), self.tr("Rulesets (*.toml)")
        name, _ = QFileDialog.getOpenFileName(self._window, title, start, kind)
        if name:
            self.add_ruleset(Path(name))

    def add_ruleset(self, path: Path) -> None:
        """Give a ruleset a badge, or say what is wrong with it."""
        try:
            self._rules.add(path)
        except DungeonError as error:
            self._filing.tell(self.tr("This ruleset cannot be used."), str(error))

    def waiver(self, finding: Finding) -> None:
        """Waive a problem, with a reason."""
        from dungeon_designer.editor.dialogs.opener import WaiveDialog

        dialog = self._answered(WaiveDialog(finding, self._window))
        if dialog is not None:
            here = finding.squares if dialog.here.isChecked() else ()
            self._rules.waive(finding.rule, dialog.reason.text().strip(), here)

    def export(self) -> None:
        """Maps to show, a board for programs."""
        from dungeon_designer.editor.dialogs.export import ExportDialog

        self._answered(ExportDialog(self._workspace, self._window, self._settings))

    def printing(self) -> None:
        """Maps, pieces and tiles on paper."""
        from dungeon_designer.editor.dialogs.printing import PrintDialog

        self._answered(PrintDialog(self._workspace, self._window, self._settings))

    def set_up(self) -> None:
        """Place in turns."""
        from dungeon_designer.editor.dialogs.set_up import SetUpDialog

        dialog = self._answered(SetUpDialog(self._workspace, self._window))
        if dialog is not None:
            self.set_up_chosen.emit(dialog.setup)

    def playtest(self, lay: Callable[[FigurePicture | None], None]) -> None:
        """Play many matches; the window behind it goes on meanwhile. `lay` lays a map over the dungeon."""
        from dungeon_designer.editor.dialogs.playtest import PlaytestDialog

        dialog = PlaytestDialog(self._workspace, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.laid.connect(lay)
        dialog.show()

    def finder(self) -> None:
        """Find an action."""
        from dungeon_designer.editor.dialogs.actions import Finder

        self._answered(Finder(self._actions, self._window))

    def shortcuts(self) -> None:
        """See and change keys."""
        from dungeon_designer.editor.dialogs.actions import ShortcutsDialog

        self._answered(ShortcutsDialog(self._actions, self._window))

    def start(self) -> None:
        """Recent files, New, Continue; the window behind it goes on meanwhile."""
        from dungeon_designer.editor.dialogs.start import StartDialog

        dialog = StartDialog(self._filing.recent(), self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._filing.open)
        dialog.new.connect(self.new)
        dialog.other.connect(self._filing.ask_open)
        dialog.open()

    def welcome(self) -> None:
        """Three sentences."""
        from dungeon_designer.editor.dialogs.start import WelcomeDialog

        self._answered(WelcomeDialog(self._window))


class WaiveDialog(QDialog):
    """Asks for the reason; there is no waiver without one."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Waive a problem"))
        self.setMinimumWidth(440)
        self.finding = finding
        message = wrapped(f"<b>{escape(finding.rule)}</b>: {escape(finding.message)}")
        self.reason = QLineEdit()
        self.reason.setMaxLength(LETTERS)
        self.reason.setPlaceholderText(self.tr("club night, 90 minutes"))
        self.here = QCheckBox(self.tr("Only here: on the squares of this problem"))
        self.here.setChecked(bool(finding.squares))
        self.here.setEnabled(bool(finding.squares))
        self.buttons = answers_of(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setText(self.tr("Waive"))
        ok.setEnabled(False)
        self.reason.textChanged.connect(lambda text: ok.setEnabled(bool(text.strip())))
        form = QFormLayout(self)
        form.addRow(message)
        form.addRow(self.tr("Reason"), self.reason)
        form.addRow("", self.here)
        form.addRow(self.buttons)

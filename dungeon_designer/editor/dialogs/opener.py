"""The window's dialogs, each made when it is asked for and gone when it is answered, and the small ones."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from html import escape
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QDateTime, QEvent, QLocale, QObject, QSettings, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHeaderView,
    QInputDialog,
    QKeySequenceEdit,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer import __version__
from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.editor import files
from dungeon_designer.editor.actions import MAP_KEYS, Actions, further_words, plain_text
from dungeon_designer.editor.checking import LiveChecking
from dungeon_designer.editor.dialogs.start import (
    SMALL,
    NewDialog,
    ProposeDialog,
    SetUpDialog,
    StartDialog,
    small_picture,
)
from dungeon_designer.editor.file_actions import FileActions
from dungeon_designer.editor.picture_list import ROLE
from dungeon_designer.editor.recovery import Left
from dungeon_designer.editor.widgets import answers_of, as_written, column, confirmed, made, search_field, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Finding
from dungeon_designer.layout.model import LETTERS
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.translation import filled, translate

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Dialogs(QObject):
    """Asks, and has the window do what was answered. What takes long to import is imported late."""

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
        dialog = self._answered(NewDialog(self.dark, self._window, self._rules.current))
        if dialog is not None:
            if dialog.proposed:
                self.propose()
            elif dialog.example is not None:
                self._filing.open_copy(dialog.example)
            elif dialog.template:
                self._filing.start_new(files.template(dialog.template, dialog.sides.value()))

    def recovery(self) -> bool:
        """Ask what is to become of work that was left; gives whether some was taken up, each in a tab."""
        recovery = self._workspace.document.recovery
        left = recovery.left()
        self._filing.tell_unread(recovery.aside)
        dialog = self._answered(RecoveryDialog(left, self._discard, self.dark, self._window)) if left else None
        taken = [self._filing.take_up(each) for each in dialog.chosen] if dialog is not None else []
        return any(taken)

    def _discard(self, left: Left) -> bool:
        """Remove work that was left; gives whether it could be."""
        with self._workspace.telling():
            self._workspace.document.recovery.discard(left)
            return True
        return False

    def propose(self) -> None:
        """Begin with a dungeon that is generated."""
        dialog = self._answered(ProposeDialog(self._workspace, self._rules.names(), self.dark, self._window))
        if dialog is not None and dialog.layout_chosen is not None:
            self._filing.start_unsaved(dialog.layout_chosen)

    def deal(self) -> None:
        """Deal the boards of 1989 onto a table of its own, as one step."""
        from dungeon_designer.generator.dealing import EDITION, deal, set_ups

        title, lot, words = self.tr("Deal boards"), self.tr("By lot"), self.tr("Set-Up %1")
        ways = {lot: None} | {filled(words, number): number for number in set_ups()}
        way, dealt = QInputDialog.getItem(self._window, title, self.tr("Onto which Set-Up?"), list(ways), 0, False)
        if dealt and self._filing.start_new(files.template(EDITION)):
            self._workspace.plainly(title, deal(secrets.randbelow(2**32), ways[way]).layout)

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

    def house_rules(self) -> None:
        """Answer the usual questions of house rules; the file gets a badge and becomes the dungeon's ruleset."""
        from dungeon_designer.editor.dialogs.house_rules import HouseRulesDialog

        dialog = self._answered(HouseRulesDialog(self._workspace, self._window))
        if dialog is not None:
            self._rules.reread()
            if dialog.named != self._workspace.layout.ruleset:
                self._rules.choose(dialog.named)

    def waiver(self, finding: Finding) -> None:
        """Waive a problem, with a reason."""
        dialog = self._answered(WaiveDialog(finding, self._window))
        if dialog is not None:
            here = finding.squares if dialog.here.isChecked() else ()
            self._rules.waive(finding.rule, dialog.reason.text().strip(), here)

    def export(self) -> None:
        """Maps to show, a board for programs."""
        from dungeon_designer.editor.dialogs.printing import ExportDialog

        self._answered(ExportDialog(self._workspace, self._window, self._settings))

    def printing(self) -> None:
        """Maps, pieces and tiles on paper."""
        from dungeon_designer.editor.dialogs.printing import PrintDialog

        self._answered(PrintDialog(self._workspace, self._window, self._settings))

    def set_up(self) -> None:
        """Place in turns."""
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
        self._answered(Finder(self._actions, self._window))

    def shortcuts(self) -> None:
        """See and change keys."""
        self._answered(ShortcutsDialog(self._actions, self._window))

    def start(self) -> None:
        """Recent files, New, Continue; the window behind it goes on meanwhile."""
        dialog = StartDialog(self._filing.recent(), self._window, self.dark)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._filing.open)
        dialog.new.connect(self.new)
        dialog.other.connect(self._filing.ask_open)
        dialog.open()

    def welcome(self) -> None:
        """Three sentences above the map."""
        words = self.tr(
            "1  Drag a chest, and watch the problems below and the verdicts of %1 editions in the corner.\n2  Draw with"
            " the tools above and the pieces on the left; a right click says what can be done with a thing, Ctrl+Z"
            " takes anything back.\n3  File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for."
        )
        self._workspace.noted.emit(filled(words, len(EDITIONS)))

    def manual(self) -> None:
        """The manual, at the page of the editor; the window behind it goes on meanwhile."""
        pages = files.came_along("docs")
        if pages is None:
            self._workspace.said.emit(self.tr("The manual did not come with this copy of the program."))
            return
        book = made(QDialog, self._window, windowTitle=self.tr("Manual"), size=QSize(860, 680))
        book.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = made(QTextBrowser, accessibleName=book.windowTitle(), openExternalLinks=True)
        text.setSource(QUrl.fromLocalFile(str(pages / "editor.md")))
        column(text, of=book)
        book.show()

    def about(self) -> None:
        """Name, version and licence."""
        words = self.tr("Design Dungeonbowl dungeons, check them clause by clause, print them true to scale.")
        told = "\n\n".join((f"Dungeon Designer {__version__}", words, "MIT, OFL-1.1, Bitstream Vera"))
        QMessageBox.about(self._window, self.tr("About"), told)


class RecoveryDialog(QDialog):
    """Unsaved work, the last first: `chosen` is to be recovered, what is not and was not discarded stays for later."""

    def __init__(
        self, left: list[Left], discard: Callable[[Left], bool], dark: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Unsaved work was found"))
        self.resize(640, 440)
        self._discard = discard
        self.list = made(QListWidget, accessibleName=self.windowTitle(), alternatingRowColors=True, iconSize=SMALL)
        for each in reversed(left):
            kept = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(each.at)), QLocale.FormatType.ShortFormat)
            name = each.layout.name or Path(each.original).name or self.tr("a dungeon without a name")
            item = QListWidgetItem("\n".join((name, each.original or self.tr("never saved"), kept)), self.list)
            item.setToolTip(as_written(each.original))
            item.setData(ROLE, each)
            item.setCheckState(Qt.CheckState.Checked)
            with suppress(DungeonError):  # it has tiles that nobody has any more
                original = Path(each.original) if each.original else None
                item.setIcon(QIcon(small_picture(each.layout, original, dark, self.devicePixelRatioF())))
        words = self.tr("The program ended before this was saved. What you do not recover now is offered again later.")
        self.buttons = QDialogButtonBox()
        self.recover = self.buttons.addButton(self.tr("&Recover"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.throw = self.buttons.addButton(self.tr("&Discard…"), QDialogButtonBox.ButtonRole.DestructiveRole)
        self.buttons.addButton(self.tr("&Later"), QDialogButtonBox.ButtonRole.RejectRole)
        self.recover.clicked.connect(self.accept)
        self.throw.clicked.connect(self._ask_to_discard)
        self.buttons.rejected.connect(self.reject)
        self.list.itemChanged.connect(self._follow)
        column(wrapped(words), (self.list, 1), self.buttons, of=self)

    @property
    def _ticked(self) -> list[QListWidgetItem]:
        items = (self.list.item(row) for row in range(self.list.count()))
        return [item for item in items if item.checkState() == Qt.CheckState.Checked]

    @property
    def chosen(self) -> list[Left]:
        """What is ticked, the oldest first."""
        return [item.data(ROLE) for item in reversed(self._ticked)]

    def _follow(self) -> None:
        for button in (self.recover, self.throw):
            button.setEnabled(bool(self._ticked))

    def _ask_to_discard(self) -> None:
        question = self.tr("Discard what is ticked? It cannot be brought back.")
        if confirmed(self, self.windowTitle(), question):
            for item in self._ticked:
                if self._discard(item.data(ROLE)):
                    self.list.takeItem(self.list.row(item))
            self._follow()
            if not self.list.count():
                self.reject()


class WaiveDialog(QDialog):
    """Asks for the reason; there is no waiver without one."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Waive a problem"))
        self.setMinimumWidth(440)
        self.finding = finding
        message = wrapped(f"<b>{escape(finding.rule)}</b>: {escape(finding.message)}")
        self.reason = made(QLineEdit, maxLength=LETTERS, placeholderText=self.tr("club night, 90 minutes"))
        somewhere = bool(finding.squares)
        words = self.tr("Only here: on the squares of this problem")
        self.here = made(QCheckBox, words, checked=somewhere, enabled=somewhere)
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


class Finder(QDialog):
    """Every action by its words."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find an action"))
        self.resize(460, 360)
        self._actions = actions
        words = self.tr("What would you like to do?")
        self.search = made(QLineEdit, placeholderText=words, accessibleName=words, textChanged=self._fill)
        self.search.installEventFilter(self)
        self.list = made(
            QTreeWidget, columnCount=2, headerHidden=True, rootIsDecorated=False, accessibleName=self.tr("Actions")
        )
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemActivated.connect(self.run)
        column(self.search, self.list, of=self)
        self._fill("")

    def _fill(self, text: str) -> None:
        self.list.clear()
        words = [word.rstrip("s") for word in text.lower().split()]

        def lacking(action: QAction) -> tuple[int, ...]:
            """How many of the words are not its name's, nor further ones, nor its tip's."""
            name, also, tip = plain_text(action), further_words(action.objectName()), action.statusTip()
            told = name.lower(), f"{name} {also}".lower(), f"{name} {also} {tip}".lower()
            return tuple(sum(word not in each for word in words) for each in told)

        for action in sorted(self._actions, key=lacking):
            if action.isEnabled() and action.isVisible() and not lacking(action)[-1]:
                key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QTreeWidgetItem(self.list, [plain_text(action), key])
                item.setToolTip(0, action.statusTip())
                item.setData(0, ROLE, action)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._choose(0)

    def _choose(self, row: int) -> None:
        item = self.list.topLevelItem(max(0, min(row, self.list.topLevelItemCount() - 1)))
        if item is not None:
            self.list.setCurrentItem(item)

    def run(self) -> None:
        """Do what is chosen."""
        item = self.list.currentItem()
        if item is not None:
            action: QAction = item.data(0, ROLE)
            self.accept()
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move through the list while one types; Return does it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self._choose(self.list.currentIndex().row() + step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run()
                return True
        return False


class ShortcutsDialog(QDialog):
    """A table of actions and keys; a key given to one action is taken from the other."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.resize(520, 560)
        self._actions = actions
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName(self.tr("Actions and keys"))
        self.table.setHorizontalHeaderLabels([self.tr("Action"), self.tr("Key")])
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.table.setColumnWidth(1, 170)
        self.table.verticalHeader().hide()
        self.search = search_field(self.tr("Search the actions"))
        self.search.textChanged.connect(self._filter)
        self.fields: dict[str, QKeySequenceEdit] = {}
        for row, action in enumerate(actions):
            name = action.objectName()
            self._add_row(plain_text(action))
            field = QKeySequenceEdit(action.shortcut())
            field.setAccessibleName(plain_text(action))
            field.setMaximumSequenceLength(1)
            field.setClearButtonEnabled(True)
            field.editingFinished.connect(partial(self._set, name))
            field.keySequenceChanged.connect(lambda key, name=name: self._set(name) if key.isEmpty() else None)
            self.table.setCellWidget(row, 1, field)
            self.fields[name] = field
        self._of_nobody = {row for row, action in enumerate(actions) if not action.isVisible()}
        for key, words in MAP_KEYS.items():
            item, text = self._add_row(translate("keys", words), translate("keys", key))
            item.setToolTip(item.text())
            text.setToolTip(self.tr("On the map; this key cannot be changed"))
        self._filter("")
        buttons = answers_of(self, QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Reset)
        buttons.button(QDialogButtonBox.StandardButton.Reset).clicked.connect(self._reset)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # or Enter in the search would reset all keys
        column(self.search, self.table, buttons, of=self)

    def _add_row(self, *words: str) -> list[QTableWidgetItem]:
        """A row of words that cannot be typed over."""
        row, items = self.table.rowCount(), [QTableWidgetItem(text) for text in words]
        self.table.insertRow(row)
        for place, item in enumerate(items):
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(row, place, item)
        return items

    def _filter(self, text: str) -> None:
        for row in range(self.table.rowCount()):
            item = self.table.item(row, 0)
            hit = item is not None and text.lower() in item.text().lower()
            self.table.setRowHidden(row, not hit or row in self._of_nobody)

    def _set(self, name: str) -> None:
        self._actions.set_key(name, self.fields[name].keySequence())
        self._show()

    def _reset(self) -> None:
        self._actions.reset_keys()
        self._show()

    def _show(self) -> None:
        for name, field in self.fields.items():
            field.setKeySequence(self._actions[name].shortcut())

"""Open the window's dialogs; each is created when requested and deleted when answered. Also the small dialogs."""

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
from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.actions import MAP_KEYS, Actions, format_plain_title, list_search_words
from dungeon_designer.editor.dialogs.start import (
    THUMBNAIL_SIZE,
    NewDialog,
    SetUpDialog,
    StartDialog,
    draw_thumbnail,
)
from dungeon_designer.editor.file_actions import FileActions
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.editor.recovery import UnsavedWork
from dungeon_designer.editor.widgets import (
    ask_confirmation,
    build_column,
    create_answer_buttons,
    create_search_field,
    create_widget,
    create_wrapped_label,
    escape_rich_text,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Finding
from dungeon_designer.layout.model import MAX_LINE_LENGTH
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.translation import fill_placeholders, translate

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Dialogs(QObject):
    """Methods that show dialogs, and then do in the window what the user chose there.

    Modules that take long to import are imported when they are needed.

    Signals:
        set_up_chosen: a set-up was chosen, which the coaches then play.
        proposals_requested: proposals are wanted. Carries their kind, and for a fairer dungeon a pair of the teams and
            the number of matches, else None.
    """

    set_up_chosen = Signal(object)
    proposals_requested = Signal(object, object)

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        file_actions: FileActions,
        live_checking: LiveChecking,
        actions: Actions,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = workspace
        self._file_actions = file_actions
        self._live_checking = live_checking
        self._actions, self._settings = actions, settings
        self.dark = False

    def _run_dialog(self, dialog: _Dialog) -> _Dialog | None:
        """Show a dialog, wait for the user, and return the dialog if it was accepted; else return None.

        The caller must read the answer at once: the dialog is deleted with the next events.
        """
        is_accepted = dialog.exec()
        dialog.deleteLater()
        return dialog if is_accepted else None

    def create_dungeon(self) -> None:
        """Ask how a new dungeon begins, and open it: a copy of an example, an empty one, or proposals.

        Proposals are made under the current ruleset, so that an empty dungeon of another chosen edition is opened
        first.
        """
        dialog = self._run_dialog(NewDialog(self.dark, self._window, self._live_checking.current_ruleset))
        if dialog is not None:
            if dialog.wants_proposals:
                if dialog.template in ("", self._live_checking.current_ruleset) or self._file_actions.start_new(
                    dungeon_files.build_template(dialog.template, dialog.team_count_field.value())
                ):
                    self.propose_dungeons()
            elif dialog.example is not None:
                self._file_actions.open_copy(dialog.example)
            elif dialog.template:
                self._file_actions.start_new(
                    dungeon_files.build_template(dialog.template, dialog.team_count_field.value())
                )

    def offer_recovery(self) -> bool:
        """Ask which unsaved work of earlier windows is recovered, and open each in a tab.

        Return whether any was opened.
        """
        recovery = self._workspace.document.recovery
        unsaved_works = recovery.list_unsaved_work()
        self._file_actions.report_unreadable(recovery.unreadable_files)
        dialog = None
        if unsaved_works:
            dialog = self._run_dialog(RecoveryDialog(unsaved_works, self._discard, self.dark, self._window))
        recovered = (
            [self._file_actions.open_recovered(unsaved) for unsaved in dialog.chosen] if dialog is not None else []
        )
        return any(recovered)

    def _discard(self, unsaved: UnsavedWork) -> bool:
        """Delete the recovery file of unsaved work, and return whether that was possible."""
        with self._workspace.reported_errors():
            self._workspace.document.recovery.discard_work(unsaved)
            return True
        return False

    def propose_dungeons(self) -> None:
        """Request proposals of new dungeons."""
        self.proposals_requested.emit(ProposalKind.NEW, None)

    def deal_boards(self) -> None:
        """Ask for a Set-Up (one of the printed arrangements of 1989, or a random one), and open a new dungeon with it.

        The six cardboard boards are dealt at random onto the places of the Set-Up, as one step of the history.
        """
        from dungeon_designer.generator.dealing import EDITION, deal_boards, load_set_ups

        title, random_entry, pattern = self.tr("Deal boards"), self.tr("By lot"), self.tr("Set-Up %1")
        number_by_entry = {random_entry: None} | {
            fill_placeholders(pattern, number): number for number in load_set_ups()
        }
        entry, is_accepted = QInputDialog.getItem(
            self._window, title, self.tr("Onto which Set-Up?"), list(number_by_entry), 0, False
        )
        if is_accepted and self._file_actions.start_new(dungeon_files.build_template(EDITION)):
            self._workspace.edit_without_symmetry(
                title, deal_boards(secrets.randbelow(2**32), number_by_entry[entry]).layout
            )

    def open_ruleset(self) -> None:
        """Ask for a file with a ruleset, and add a badge with its verdict to the window."""
        start, title, kind = str(self._workspace.folder), self.tr("A ruleset"), self.tr("Rulesets (*.toml)")
        name, _ = QFileDialog.getOpenFileName(self._window, title, start, kind)
        if name:
            self.add_ruleset(Path(name))

    def add_ruleset(self, path: Path) -> None:
        """Add a badge with the verdict of a ruleset file to the window, or show why the file cannot be used."""
        try:
            self._live_checking.add_ruleset_file(path)
        except DungeonError as error:
            self._file_actions.show_warning(self.tr("This ruleset cannot be used."), str(error))

    def edit_house_rules(self) -> None:
        """Let the user edit house rules in a form.

        Their file becomes the dungeon's ruleset, with a badge for its verdict.
        """
        from dungeon_designer.editor.dialogs.house_rules import HouseRulesDialog

        dialog = self._run_dialog(HouseRulesDialog(self._workspace, self._window))
        if dialog is not None:
            self._live_checking.reload_rulesets()
            if dialog.ruleset_name != self._workspace.layout.ruleset:
                self._live_checking.choose_ruleset(dialog.ruleset_name)

    def waive_finding(self, finding: Finding) -> None:
        """Ask for a reason and waive a problem, so that it no longer counts.

        The user chooses whether that holds only here or for all problems of the same rule.
        """
        dialog = self._run_dialog(WaiveDialog(finding, self._window))
        if dialog is not None:
            squares = finding.squares if dialog.here_checkbox.isChecked() else ()
            self._live_checking.add_waiver(finding.rule, dialog.reason_field.text().strip(), squares)

    def show_export(self) -> None:
        """Show the dialog that exports pictures and files for other programs."""
        from dungeon_designer.editor.dialogs.printing import ExportDialog

        self._run_dialog(ExportDialog(self._workspace, self._window, self._settings))

    def show_print(self) -> None:
        """Show the dialog that prints maps, pieces and tiles."""
        from dungeon_designer.editor.dialogs.printing import PrintDialog

        self._run_dialog(PrintDialog(self._workspace, self._window, self._settings))

    def start_set_up(self) -> None:
        """Ask for the options of setting up together, in which the coaches place objects in turns, and begin it."""
        dialog = self._run_dialog(SetUpDialog(self._workspace, self._window))
        if dialog is not None:
            self.set_up_chosen.emit(dialog.setup)

    def show_playtest(self, show_figure: Callable[[FigurePicture | None], None]) -> None:
        """Show the dialog that plays matches on the dungeon. The window behind it stays usable.

        Args:
            show_figure: shows a map of the results over the dungeon, or removes it (None).
        """
        from dungeon_designer.editor.dialogs.playtest import PlaytestDialog

        dialog = PlaytestDialog(self._workspace, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.map_figure_changed.connect(show_figure)
        dialog.fix_requested.connect(lambda matches: self.proposals_requested.emit(ProposalKind.MAKE_FAIR, matches))
        dialog.show()

    def show_finder(self) -> None:
        """Show the dialog that finds actions by their words."""
        self._run_dialog(Finder(self._actions, self._window))

    def show_shortcuts(self) -> None:
        """Show the dialog that lists and changes keys."""
        self._run_dialog(ShortcutsDialog(self._actions, self._window))

    def show_start(self) -> None:
        """Show the start dialog with the recent files, and then open what the user chooses there."""
        dialog = StartDialog(self._file_actions.list_recent_files(), self._window, self.dark)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.file_chosen.connect(self._file_actions.open_file)
        dialog.new_requested.connect(self.create_dungeon)
        dialog.open_requested.connect(self._file_actions.choose_file)
        dialog.open()

    def show_welcome(self) -> None:
        """Show a notice with three sentences about the editor above the map, at the first start of the program."""
        text = self.tr(
            "1  Drag a chest, and watch the problems below and the verdicts of %1 editions in the corner.\n2  Draw with"
            " the tools above and the pieces on the left; a right click says what can be done with a thing, Ctrl+Z"
            " takes anything back.\n3  File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for."
        )
        self._workspace.notice_sent.emit(fill_placeholders(text, len(EDITIONS)))

    def show_manual(self) -> None:
        """Show the manual at the page of the editor. The window behind stays usable."""
        folder = dungeon_files.find_bundled_folder("docs")
        if folder is None:
            self._workspace.message_sent.emit(self.tr("The manual did not come with this copy of the program."))
            return
        dialog = create_widget(QDialog, self._window, windowTitle=self.tr("Manual"), size=QSize(860, 680))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = create_widget(QTextBrowser, accessibleName=dialog.windowTitle(), openExternalLinks=True)
        text.setSource(QUrl.fromLocalFile(str(folder / "editor.md")))
        build_column(text, owner=dialog)
        dialog.show()

    def show_about(self) -> None:
        """Show the program's name, version and licences."""
        description = self.tr("Design Dungeonbowl dungeons, check them clause by clause, print them true to scale.")
        text = "\n\n".join((f"Dungeon Designer {__version__}", description, "MIT, OFL-1.1, Bitstream Vera"))
        QMessageBox.about(self._window, self.tr("About"), text)


class RecoveryDialog(QDialog):
    """The dialog that lists unsaved work of earlier windows, the latest first.

    Work that is neither recovered nor discarded is offered again at the next start.
    """

    def __init__(
        self,
        unsaved_works: list[UnsavedWork],
        discard: Callable[[UnsavedWork], bool],
        dark: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Unsaved work was found"))
        self.resize(640, 440)
        self._discard = discard
        self.list = create_widget(
            QListWidget, accessibleName=self.windowTitle(), alternatingRowColors=True, iconSize=THUMBNAIL_SIZE
        )
        for unsaved in reversed(unsaved_works):
            saved_at = QLocale().toString(
                QDateTime.fromSecsSinceEpoch(int(unsaved.saved_at)), QLocale.FormatType.ShortFormat
            )
            name = unsaved.layout.name or Path(unsaved.original).name or self.tr("a dungeon without a name")
            item = QListWidgetItem("\n".join((name, unsaved.original or self.tr("never saved"), saved_at)), self.list)
            item.setToolTip(escape_rich_text(unsaved.original))
            item.setData(VALUE_ROLE, unsaved)
            item.setCheckState(Qt.CheckState.Checked)
            with suppress(DungeonError):  # it has tiles that nobody has any more
                original = Path(unsaved.original) if unsaved.original else None
                item.setIcon(QIcon(draw_thumbnail(unsaved.layout, original, dark, self.devicePixelRatioF())))
        explanation = self.tr(
            "The program ended before this was saved. What you do not recover now is offered again later."
        )
        self.buttons = QDialogButtonBox()
        self.recover_button = self.buttons.addButton(self.tr("&Recover"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.discard_button = self.buttons.addButton(self.tr("&Discard…"), QDialogButtonBox.ButtonRole.DestructiveRole)
        self.buttons.addButton(self.tr("&Later"), QDialogButtonBox.ButtonRole.RejectRole)
        self.recover_button.clicked.connect(self.accept)
        self.discard_button.clicked.connect(self._discard_ticked)
        self.buttons.rejected.connect(self.reject)
        self.list.itemChanged.connect(self._update_buttons)
        build_column(create_wrapped_label(explanation), (self.list, 1), self.buttons, owner=self)

    @property
    def _ticked_items(self) -> list[QListWidgetItem]:
        """The ticked lines of the list."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return [item for item in items if item.checkState() == Qt.CheckState.Checked]

    @property
    def chosen(self) -> list[UnsavedWork]:
        """The ticked work, the oldest first."""
        return [item.data(VALUE_ROLE) for item in reversed(self._ticked_items)]

    def _update_buttons(self) -> None:
        for button in (self.recover_button, self.discard_button):
            button.setEnabled(bool(self._ticked_items))

    def _discard_ticked(self) -> None:
        """Ask the user, then delete the ticked work, and close the dialog if no work is left."""
        question = self.tr("Discard what is ticked? It cannot be brought back.")
        if ask_confirmation(self, self.windowTitle(), question):
            for item in self._ticked_items:
                if self._discard(item.data(VALUE_ROLE)):
                    self.list.takeItem(self.list.row(item))
            self._update_buttons()
            if not self.list.count():
                self.reject()


class WaiveDialog(QDialog):
    """The dialog that asks why a problem is waived (accepted), and where. A reason is required."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Waive a problem"))
        self.setMinimumWidth(440)
        self.finding = finding
        message = create_wrapped_label(f"<b>{escape(finding.rule)}</b>: {escape(finding.message)}")
        self.reason_field = create_widget(
            QLineEdit, maxLength=MAX_LINE_LENGTH, placeholderText=self.tr("club night, 90 minutes")
        )
        has_squares = bool(finding.squares)
        here_text = self.tr("Only here: on the squares of this problem")
        self.here_checkbox = create_widget(QCheckBox, here_text, checked=has_squares, enabled=has_squares)
        self.buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        ok_button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok_button.setText(self.tr("Waive"))
        ok_button.setEnabled(False)
        self.reason_field.textChanged.connect(lambda text: ok_button.setEnabled(bool(text.strip())))
        form = QFormLayout(self)
        form.addRow(message)
        form.addRow(self.tr("Reason"), self.reason_field)
        form.addRow("", self.here_checkbox)
        form.addRow(self.buttons)


class Finder(QDialog):
    """The dialog that finds an action of the menus by typed words and runs it."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find an action"))
        self.resize(460, 360)
        self._actions = actions
        prompt = self.tr("What would you like to do?")
        self.search = create_widget(
            QLineEdit, placeholderText=prompt, accessibleName=prompt, textChanged=self._fill_list
        )
        self.search.installEventFilter(self)
        self.list = create_widget(
            QTreeWidget, columnCount=2, headerHidden=True, rootIsDecorated=False, accessibleName=self.tr("Actions")
        )
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemActivated.connect(self.run_action)
        build_column(self.search, self.list, owner=self)
        self._fill_list("")

    def _fill_list(self, text: str) -> None:
        """List the actions whose name, further words or tool tip contain all words of a text.

        Actions with the words in their name come first.
        """
        self.list.clear()
        search_words = [word.rstrip("s") for word in text.lower().split()]

        def count_missing_words(action: QAction) -> tuple[int, ...]:
            """Return how many of the typed words are missing, as three numbers, by which the actions are sorted.

            They count the words missing in the name alone, in the name and the further words, and in these and the
            tool tip.
            """
            name = format_plain_title(action)
            further_text = list_search_words(action.objectName())
            tip = action.statusTip()
            search_texts = name.lower(), f"{name} {further_text}".lower(), f"{name} {further_text} {tip}".lower()
            return tuple(sum(word not in search_text for word in search_words) for search_text in search_texts)

        for action in sorted(self._actions, key=count_missing_words):
            if action.isEnabled() and action.isVisible() and not count_missing_words(action)[-1]:
                shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QTreeWidgetItem(self.list, [format_plain_title(action), shortcut])
                item.setToolTip(0, action.statusTip())
                item.setData(0, VALUE_ROLE, action)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._select_row(0)

    def _select_row(self, row: int) -> None:
        """Select the line with an index; an index outside the list selects the first or last line."""
        item = self.list.topLevelItem(max(0, min(row, self.list.topLevelItemCount() - 1)))
        if item is not None:
            self.list.setCurrentItem(item)

    def run_action(self) -> None:
        """Close the dialog and run the selected action."""
        item = self.list.currentItem()
        if item is not None:
            action: QAction = item.data(0, VALUE_ROLE)
            self.accept()
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with Up and Down while the user types; run the action with Return.

        Return true for these keys.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self._select_row(self.list.currentIndex().row() + step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_action()
                return True
        return False


class ShortcutsDialog(QDialog):
    """The dialog with a table of all actions and their keys. A key given to one action is taken from any other."""

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
        self.search = create_search_field(self.tr("Search the actions"))
        self.search.textChanged.connect(self._filter_rows)
        self.fields: dict[str, QKeySequenceEdit] = {}
        for row, action in enumerate(actions):
            name = action.objectName()
            self._add_row(format_plain_title(action))
            field = QKeySequenceEdit(action.shortcut())
            field.setAccessibleName(format_plain_title(action))
            field.setMaximumSequenceLength(1)
            field.setClearButtonEnabled(True)
            field.editingFinished.connect(partial(self._set_key, name))
            field.keySequenceChanged.connect(lambda key, name=name: self._set_key(name) if key.isEmpty() else None)
            self.table.setCellWidget(row, 1, field)
            self.fields[name] = field
        self._hidden_rows = {row for row, action in enumerate(actions) if not action.isVisible()}
        for key, title in MAP_KEYS.items():
            item, text = self._add_row(translate("keys", title), translate("keys", key))
            item.setToolTip(item.text())
            text.setToolTip(self.tr("On the map; this key cannot be changed"))
        self._filter_rows("")
        buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Reset
        )
        buttons.button(QDialogButtonBox.StandardButton.Reset).clicked.connect(self._reset_keys)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # or Enter in the search would reset all keys
        build_column(self.search, self.table, buttons, owner=self)

    def _add_row(self, *texts: str) -> list[QTableWidgetItem]:
        """Add a row of texts that cannot be edited, and return its cells."""
        row, items = self.table.rowCount(), [QTableWidgetItem(text) for text in texts]
        self.table.insertRow(row)
        for column_, item in enumerate(items):
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(row, column_, item)
        return items

    def _filter_rows(self, text: str) -> None:
        """Show the rows whose action contains a text. Actions that are not visible in the window stay hidden."""
        for row in range(self.table.rowCount()):
            item = self.table.item(row, 0)
            is_match = item is not None and text.lower() in item.text().lower()
            self.table.setRowHidden(row, not is_match or row in self._hidden_rows)

    def _set_key(self, name: str) -> None:
        """Give an action the key that was typed in its field.

        Then show the keys of all actions, since another may have lost the key.
        """
        self._actions.set_key(name, self.fields[name].keySequence())
        self._show_keys()

    def _reset_keys(self) -> None:
        self._actions.reset_keys()
        self._show_keys()

    def _show_keys(self) -> None:
        """Show the current key of each action."""
        for name, field in self.fields.items():
            field.setKeySequence(self._actions[name].shortcut())

"""Open the window's dialogs; each is created when requested and deleted when answered."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QSettings, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QWidget,
)

from dungeon_designer import __version__
from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.dialogs.action_finder import Finder
from dungeon_designer.editor.dialogs.recovery_dialog import RecoveryDialog
from dungeon_designer.editor.dialogs.shortcuts_dialog import ShortcutsDialog
from dungeon_designer.editor.dialogs.start import (
    NewDialog,
    SetUpDialog,
    StartDialog,
)
from dungeon_designer.editor.dialogs.waive_dialog import WaiveDialog
from dungeon_designer.editor.dungeon_answers import FigureSource
from dungeon_designer.editor.figures_over_map import FiguresOverMap
from dungeon_designer.editor.file_actions import FileActions
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.editor.recovery import UnsavedWork
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.findings import Finding
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.templates import bundled
from dungeon_designer.translation import fill_placeholders

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

        title, random_entry, pattern = self.tr("Deal boards"), self.tr("At random"), self.tr("Set-Up %1")
        number_by_entry = {random_entry: None} | {
            fill_placeholders(pattern, number): number for number in load_set_ups()
        }
        entry, is_accepted = QInputDialog.getItem(
            self._window, title, self.tr("Which Set-Up?"), list(number_by_entry), 0, False
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
        dialog = self._run_dialog(SetUpDialog(self._workspace, self._window, self.dark))
        if dialog is not None:
            self.set_up_chosen.emit(dialog.setup)

    def show_playtest(self, figures_over_map: FiguresOverMap) -> None:
        """Show the dialog that plays matches on the current dungeon. The window behind it stays usable.

        Each open dungeon has a dialog of its own.

        Args:
            figures_over_map: lays a map of the results over the dungeon.
        """
        from dungeon_designer.editor.dialogs.playtest import PlaytestDialog

        document = self._workspace.document
        for open_dialog in self._window.findChildren(PlaytestDialog):
            if open_dialog.document is document and open_dialog.isVisible():
                open_dialog.raise_()
                open_dialog.activateWindow()
                return
        dialog = PlaytestDialog(self._workspace, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.map_figure_changed.connect(partial(figures_over_map.lay_figure, document, FigureSource.PLAYTEST))
        dialog.fix_requested.connect(lambda matches: self.proposals_requested.emit(ProposalKind.MAKE_FAIR, matches))
        dialog.show()

    def compare_with_file(self) -> None:
        """Ask for a dungeon file, and show what changed from it to the current dungeon.

        The window behind the dialog stays usable.
        """
        from dungeon_designer.editor.dialogs.comparison_dialog import ComparisonDialog

        self._workspace.commit_typing()
        file = self._file_actions.ask_for_dungeon(self.tr("Compare with a dungeon"))
        if file is not None:
            dialog = ComparisonDialog(self._workspace, file, self.dark, self._window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
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
        dialog.example_chosen.connect(self._file_actions.open_copy)
        dialog.empty_requested.connect(
            lambda: self._file_actions.start_new(dungeon_files.build_template(self._live_checking.current_ruleset))
        )
        dialog.new_requested.connect(self.create_dungeon)
        dialog.open_requested.connect(self._file_actions.choose_file)
        dialog.open()

    def show_welcome(self) -> None:
        """Show a notice with three sentences about the editor above the map, at the first start of the program."""
        text = self.tr(
            "1  Drag a chest, and watch the problems and, in the corner, the verdicts of %1 editions.\n2  Draw with"
            " the tools and the pieces; a right click shows what you can do with an object, Ctrl+Z undoes it."
            "\n3  File ▸ New begins your own, and Ctrl+Shift+P finds whatever you look for."
        )
        self._workspace.notice_sent.emit(fill_placeholders(text, len(EDITIONS)))

    def show_manual(self) -> None:
        """Show the manual at the page of the editor.

        The built site, which an installed program has, is opened in the browser. In a working copy without it, or if no
        browser opens, a window of the editor's own shows the pages of docs/. An installed program has no such pages: if
        no browser opens, a message says where the site is.
        """
        from dungeon_designer.editor.dialogs.manual import ManualDialog

        site_page = (bundled.find_bundled_folder("site") or Path()) / "reference/editor.html"
        if site_page.is_file() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(site_page.resolve()))):
            return
        folder = bundled.find_bundled_folder("docs")
        if folder is None:
            text = (
                fill_placeholders(self.tr("No browser opened. The manual is the file %1."), str(site_page))
                if site_page.is_file()
                else self.tr("The manual did not come with this copy of the program.")
            )
            self._workspace.message_sent.emit(text)
            return
        dialog = ManualDialog(folder, "reference/editor.md", self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def show_about(self) -> None:
        """Show the program's name, version and licences."""
        description = self.tr("Design Dungeonbowl dungeons, check them clause by clause, print them true to scale.")
        text = "\n\n".join((f"Dungeon Designer {__version__}", description, "MIT, OFL-1.1, Bitstream Vera"))
        QMessageBox.about(self._window, self.tr("About"), text)

"""A person at the export or the print dialog, and what the command line makes of the same."""

import hashlib
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from dungeon_designer.editor.dialogs.printing import ExportDialog, PrintDialog
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout.dungeon_files import read_dungeon_file

TILED = Path("examples/gw-2021/the-burning-horseshoe.dungeon.yaml")
DRAWN = Path("examples/naf-2019/the-four-winds.dungeon.yaml")
PATIENCE = 60000


class DialogWindow:
    """A person at one of the dialogs."""

    def __init__(self, qtbot, settings):
        self.qtbot, self.settings = qtbot, settings
        self.workspace = Workspace()
        self.lay(TILED)

    def lay(self, path):
        self.workspace.open_layout(read_dungeon_file(path), None)

    def export(self):
        return self._open(ExportDialog(self.workspace, None, self.settings))

    def print_(self):
        return self._open(PrintDialog(self.workspace, None, self.settings))

    def _open(self, dialog):
        self.qtbot.addWidget(dialog)
        dialog.show()
        self.settle(dialog)
        return dialog

    def settle(self, dialog):
        """Wait until the choices are looked at, and their page is drawn."""
        self.qtbot.waitUntil(lambda: dialog.worker.is_idle and not dialog._preview_timer.isActive(), timeout=PATIENCE)

    def choose(self, dialog, box, value):
        """Choose an entry of a combo box by its keys."""
        at = next(i for i in range(box.count()) if value in (box.itemData(i), box.itemText(i)))
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        for _ in range(at):
            QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() == at
        self.settle(dialog)

    def format(self, dialog, ending):
        box = dialog.format_box
        self.choose(dialog, box, next(box.itemText(i) for i in range(box.count()) if ending in box.itemText(i)))

    def subject(self, dialog, subject):
        """Choose what is printed."""
        self.choose(dialog, dialog.subject_box, subject.value)

    def type(self, dialog, box, text):
        """Type into an editable combo box."""
        box.setFocus()
        box.lineEdit().selectAll()
        QTest.keyClicks(box.lineEdit(), text)
        self.settle(dialog)

    def click(self, button):
        """Click where a box or a button shows its words."""
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(12, button.height() // 2))

    def saved(self, dialog, path, monkeypatch):
        """Click Save and name a file; wait until the dialog says that it is written."""
        answer(monkeypatch, path)
        self.click(dialog.save_button)
        self.qtbot.waitUntil(lambda: bool(dialog.written_label.text() or read_sentence(dialog)), timeout=PATIENCE)
        assert str(path) in dialog.written_label.text(), read_sentence(dialog)
        assert dialog.isVisible()
        return path.read_bytes()


def answer(monkeypatch, path):
    """Give the file dialog the named file."""
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: 1)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda dialog: [str(path)])


def find_page(dialog):
    """Return a page on the screen, told by its pixels."""
    image = dialog.view.pixmap().toImage()
    return hashlib.sha256(bytes(image.constBits())).hexdigest()


def read_sentence(dialog):
    """Return the sentence in the dialog, if there is one to be seen."""
    return dialog.problem_label.text() if dialog.problem_label.isVisible() else ""


def read_command(*arguments):
    subprocess.run([sys.executable, "-m", "dungeon_designer", *map(str, arguments)], check=True)


def render_page(path, *arguments):
    read_command("render", TILED, "-o", path, *arguments)

"""A window to work in: offscreen unless a test opens its own display."""

from types import SimpleNamespace

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.dialogs import output
from dungeon_designer.editor.dialogs.recovery_dialog import RecoveryDialog
from dungeon_designer.editor.live_checking import LiveChecking
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.model import Layout
from tests.editor.dialog_window import DialogWindow


class Hand:
    """A person at the window: squares instead of pixels."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot
        self.canvas, self.workspace = window.canvas, window.workspace

    @property
    def layout(self):
        return self.workspace.layout

    def pixel(self, x, y):
        across, down = self.canvas.view.find_pixel(x, y)
        return QPoint(round(across), round(down))

    def middle(self, square):
        return self.pixel(square[0] + 0.5, square[1] + 0.5)

    def hover(self, square):
        QTest.mouseMove(self.canvas, self.middle(square) + QPoint(1, 1))
        QTest.mouseMove(self.canvas, self.middle(square))

    def click(self, square, button=Qt.MouseButton.LeftButton, keys=Qt.KeyboardModifier.NoModifier):
        QTest.mouseClick(self.canvas, button, keys, self.middle(square))

    def click_at(self, x, y):
        QTest.mouseClick(self.canvas, Qt.MouseButton.LeftButton, pos=self.pixel(x, y))

    def drag(self, *squares, cancel=False, keys=Qt.KeyboardModifier.NoModifier):
        QTest.mousePress(self.canvas, Qt.MouseButton.LeftButton, keys, self.middle(squares[0]))
        for square in squares[1:]:
            QTest.mouseMove(self.canvas, self.middle(square))
        if cancel:
            self.key(Qt.Key.Key_Escape)
        QTest.mouseRelease(self.canvas, Qt.MouseButton.LeftButton, keys, self.middle(squares[-1]))

    def in_front(self):
        """Keys call actions in the active window alone; another test's may still be it."""
        self.window.activateWindow()
        self.canvas.setFocus()
        self.qtbot.waitUntil(self.window.isActiveWindow, timeout=5000)

    def key(self, key, keys=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.canvas, key, keys)

    def verdict(self):
        """Wait until every badge is current."""
        self.qtbot.waitUntil(lambda: not self.waiting(), timeout=20000)
        return self.workspace.verdict

    def waiting(self):
        buttons = self.window.badges.entries.values()
        return not buttons or any(button.text().endswith("…") for button in buttons)

    def undo(self):
        self.window.actions_["undo"].trigger()

    def redo(self):
        self.window.actions_["redo"].trigger()

    @property
    def steps(self):
        return self.workspace.document.stack.count()


@pytest.fixture
def answers(monkeypatch):
    """Dialogs answered without a person: `question` is what is pressed, `told` what was said.

    `offered` are the words of work that may be recovered, and `recovery` does with that dialog what a person would.
    """
    heard = SimpleNamespace(question=QMessageBox.StandardButton.Discard, told=[], offered=[])
    heard.recovery = lambda dialog: dialog.recover_button.click()

    def recover(dialog):
        heard.offered.append([dialog.list.item(row).text() for row in range(dialog.list.count())])
        heard.recovery(dialog)
        return dialog.result()

    def question(parent, title, text, *rest):
        heard.told.append(text)
        return heard.question

    def tell(parent, title, text, *rest):
        heard.told.append(text)

    monkeypatch.setattr(RecoveryDialog, "exec", recover)
    monkeypatch.setattr(QMessageBox, "question", question)
    monkeypatch.setattr(QMessageBox, "warning", tell)
    monkeypatch.setattr(QMessageBox, "critical", tell)
    return heard


def keep_one_tab(window):
    """Close all tabs but one, whatever the test before had open."""
    while len(window.tabs) > 1:
        window.workspace.document.mark_saved()
        window.set_up_mode.end_set_up()
        assert window.tabs.close_current_tab()


@pytest.fixture(scope="session")
def one_window(qapp, tmp_path_factory):
    """One window for all tests: making it takes most of a second."""
    folder = tmp_path_factory.mktemp("editor")
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(folder / "recovery"), dark=False)
    window.show()
    window.canvas.setFixedSize(1000, 700)
    yield window
    keep_one_tab(window)
    window.workspace.document.mark_saved()
    window.close()
    window.rules.close()
    window.deleteLater()


@pytest.fixture
def window(one_window, answers):
    """The window as at the start: an empty table, nothing selected, the arrow in hand."""
    keep_one_tab(one_window)
    one_window.workspace.document.recovery.remove_file()
    one_window.workspace.document.mark_saved()
    one_window.workspace.open_layout(Layout(), None)
    one_window.select_tool("select")
    one_window.canvas.show_view(Viewport(24))
    return one_window


@pytest.fixture
def windows(qapp, tmp_path, answers, monkeypatch):
    """Windows as the program makes them, all with the same settings and the same folder of recovery files."""
    monkeypatch.setattr(LiveChecking, "request_check", lambda *_: 0)  # which takes most of the time
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("seen", True)
    made = []

    def make(mark=""):
        made.append(MainWindow(settings, RecoveryFile(tmp_path / "recovery", mark), dark=False))
        made[-1].show()
        return made[-1]

    yield make
    for window in made:
        window.workspace.document.mark_saved()
        window.close()
        window.deleteLater()


@pytest.fixture
def hand(window, qtbot):
    return Hand(window, qtbot)


@pytest.fixture
def unasked(hand, monkeypatch):
    """The rule book is not asked: it takes most of the time, and its marks would come and go."""
    monkeypatch.setattr(hand.window.rules.worker, "submit_request", lambda *_: 0)


@pytest.fixture
def laid_out(hand, unasked):
    """Has a layout on the table, 24 pixels a square, the keys the table's; `said` of the hand is what is told since."""
    hand.said = []

    def laid_out(layout):
        hand.workspace.open_layout(layout, None)
        hand.canvas.show_view(Viewport(24))
        hand.in_front()
        hand.workspace.message_sent.connect(hand.said.append)
        return hand

    yield laid_out
    hand.workspace.message_sent.disconnect(hand.said.append)


@pytest.fixture
def table(qtbot, tmp_path, answers):
    """A dungeon of tiles, and the dialogs that export and print it."""
    return DialogWindow(qtbot, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def in_a_thread(monkeypatch):
    """Pages are made in a thread: to begin a process for each dialog takes longer than most tests themselves."""
    monkeypatch.setattr(output, "BackgroundProcess", BackgroundWorker)

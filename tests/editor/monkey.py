"""Somebody who clicks, drags, types and chooses at random in the real window, on files of his own.

Each event has its own chance, made of the seed and the event's number alone, so a run can be played again whatever the
rule book or a dialog took its time for. What must never happen is looked for after each event: `Monkey.run`.
"""

from __future__ import annotations

import random
import shutil
import sys
import traceback
from collections import deque
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QObject,
    QPoint,
    QPointF,
    QSettings,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices, QDropEvent, QGuiApplication, QImage, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QSpinBox,
    QTextEdit,
    QWidget,
)

from dungeon_designer.board.build import build_board
from dungeon_designer.editor import dungeon_files, widgets
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.templates import bundled

KEY = Qt.Key
NONE, SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
ARROWS = (KEY.Key_Left, KEY.Key_Right, KEY.Key_Up, KEY.Key_Down)
KEYS = [
    *((arrow, held) for arrow in ARROWS for held in (NONE, NONE, SHIFT, SHIFT, CONTROL, ALT)),
    *((key, NONE) for key in (KEY.Key_Return, KEY.Key_Space, KEY.Key_Escape, KEY.Key_Tab, KEY.Key_Backspace) * 2),
    *((KEY(ord(letter)), NONE) for letter in "SMKZPQEWDCTUVGXOLRF12345BNAHIJY"),
    *((KEY(ord(letter)), ALT | SHIFT) for letter in "CPTDLGOMA"),
    *((KEY(ord(digit)), held) for digit in "0123456789" for held in (CONTROL, ALT)),
    *((KEY(ord(letter)), CONTROL) for letter in "ZYADXVCSWTMN"),
    *((KEY(ord(letter)), CONTROL | SHIFT) for letter in "ZMYRCFETS"),
    *((key, NONE) for key in (KEY.Key_Delete, KEY.Key_Home, KEY.Key_End, KEY.Key_PageUp, KEY.Key_Menu)),
    *((key, NONE) for key in (KEY.Key_F2, KEY.Key_F5, KEY.Key_F6, KEY.Key_F8)),
    (KEY.Key_Backtab, SHIFT),
    (KEY.Key_Tab, CONTROL),
    (KEY.Key_F10, SHIFT),
]
"""What is pressed on the map; Ctrl+Q is left to an event of its own."""

EXAMPLES = (
    "naf-2019/the-four-winds.dungeon.yaml",
    "gw-2021/the-burning-horseshoe.dungeon.yaml",
    "gw-1989/set-up-1.dungeon.yaml",
    "brawl-2013/wormholes.dungeon.yaml",
    "db7s-2019/layout-02.dungeon.yaml",
)
WORDS = ("Halls & more", "<b>", "  ", "Ünïcödé", "7", "-1", "a: [b", "'", "Xyzzy\n", "%1 %2", "#", "1e9")
SKETCH = "name: Pasted\nmap: |\n  #######\n  #.....#\n  #.....#\n  #######\n"
HARMLESS = ("This plugin does not support", "QFont::", "Populating font", "Cannot open display")
"""What Qt tells of a display that is only in memory."""

LAST = 40
"""So many events are told of a run that failed."""


class FoundError(AssertionError):
    """Something that must never happen did."""


class Monkey(QObject):
    """One run: `run` does so many events and looks, after each, at all that is promised."""

    def __init__(self, seed: int, folder: Path, monkeypatch) -> None:
        super().__init__()
        self.seed, self.number, self.step = seed, 0, 0
        self.chance = random.Random()  # noqa: S311 - the same events at each run
        self.dungeons, self.out = folder / "dungeons", folder / "out"
        self.settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self.recovery = folder / "recovery"
        self.events: deque[str] = deque(maxlen=LAST)
        self.wrong: list[str] = []
        self.log = (folder / "events.txt").open("w")
        self.asked_to_save = False
        self.first, self.seen, self.held = {}, None, {}
        self.busy = False
        self._patch = monkeypatch
        self._lay_out_files()
        self._answer_files(monkeypatch)

    # Around the run -------------------------------------------------------------------------------------------

    def _lay_out_files(self) -> None:
        from tests.editor.test_translation import EVERYTHING

        self.dungeons.mkdir(parents=True)
        self.out.mkdir()
        examples = bundled.find_bundled_folder("examples")
        for name in EXAMPLES:
            shutil.copy(examples / name, self.dungeons)
        shutil.copy(examples / "house-rules" / "kings-cup.toml", self.dungeons)
        dungeon_files.save_layout(EVERYTHING, self.dungeons / "everything.dungeon.json")
        (self.dungeons / "broken.dungeon.yaml").write_text("map: [")
        (self.dungeons / "broken.toml").write_text("id = ")
        QImage(60, 40, QImage.Format.Format_RGB32).save(str(self.dungeons / "photo.png"))
        (self.dungeons / "broken.png").write_bytes(b"no picture")
        self.held = self._files()

    def _answer_files(self, monkeypatch) -> None:
        """Answer the system's file dialogs, which cannot be driven."""

        def opened(parent, title, *_):
            return str(self._any(sorted(self.dungeons.iterdir()))) if self.chance.random() < 0.8 else "", ""

        def saved(parent, title, *_):
            if self.chance.random() < 0.2:
                return "", ""
            self.asked_to_save = True
            if isinstance(parent, QDialog):
                return str(self.out / f"out{self.chance.randrange(3)}"), ""
            ending = self._any((".dungeon.yaml", ".dungeon.json", ".yaml", ""))
            return str(self.dungeons / f"saved-{self.chance.randrange(3)}{ending}"), self._any(("*.yaml", "*.json"))

        monkeypatch.setattr(QFileDialog, "getOpenFileName", opened)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", saved)

    def begin(self) -> None:
        """Open the window as the program does."""
        self.window = MainWindow(self.settings, RecoveryFile(self.recovery), dark=False)
        self.window.workspace.opened.connect(self._opened)
        for name in ("save", "save-as"):
            self.window.actions_[name].triggered.connect(self._save_asked)
        self.window.resize(1280, 800)
        self.window.show()
        self.window.activateWindow()
        self.canvas = self.window.canvas
        self.window.dialogs.offer_recovery() or self.window.tabs.restore_session()
        self._opened()

    def end(self) -> None:
        """Close the window for good, whatever is in it."""
        self.going = False
        while (dialog := QApplication.activeModalWidget()) is not None:  # where a run failed within one
            dialog.close()
            dialog.deleteLater()
            QApplication.processEvents()
        self._patch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Discard)
        window = self.window
        self._release_buttons()
        window.set_up_mode.end_set_up()
        window.workspace.commit_typing()
        for place in range(len(window.tabs)):
            window.tabs.find_document(place).mark_saved()
        window.close()
        window.rules.close()
        window.deleteLater()
        widgets.apply_style(QApplication.instance(), False)

    def _release_buttons(self) -> None:
        """Release the buttons that a dialog swallowed which a key opened during a drag."""
        for button in (LEFT, RIGHT, MIDDLE):
            if QApplication.mouseButtons() & button:
                QTest.mouseRelease(self.canvas, button)

    def run(self, count: int) -> None:
        """So many events; `FoundError` tells the seed and the last of them."""
        hook, self.wrong = sys.excepthook, []
        sys.excepthook = self._raised
        messages = qInstallMessageHandler(self._message)
        for scheme in ("http", "https", "file"):
            QDesktopServices.setUrlHandler(scheme, self, "opened_elsewhere")
        self.going = True
        self._answer_dialogs()
        try:
            self.begin()
            self.window.filing.open_file(self.dungeons / "everything.dungeon.json")
            while self.number < count:
                self.number += 1
                self._once()
            self._undo_all()
            self._look()
        except Exception as error:
            raise FoundError(self._story(error)) from error
        finally:
            self.end()
            sys.excepthook = hook
            qInstallMessageHandler(messages)
            for scheme in ("http", "https", "file"):
                QDesktopServices.unsetUrlHandler(scheme)
            self.log.close()

    @Slot(QUrl)
    def opened_elsewhere(self, url: QUrl) -> None:
        """Do nothing, where another program would have opened this."""

    def _story(self, error: Exception) -> str:
        events = "\n".join(self.events)
        return f"seed {self.seed}, event {self.number}: {error}\nThe last events:\n{events}"

    def _raised(self, kind, error, trace) -> None:
        self.wrong.append("".join(traceback.format_exception(kind, error, trace)))

    def _message(self, kind, context, text) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(HARMLESS):
            self.wrong.append(f"Qt says: {text}")

    def _save_asked(self) -> None:
        self.asked_to_save = True

    def _opened(self) -> None:
        document = self.window.workspace.document
        if not document.stack.count():
            self.first[document] = document.layout

    # What is promised -----------------------------------------------------------------------------------------

    def _look(self) -> None:
        if self.wrong:
            raise FoundError(self.wrong[0])
        self._look_at_files()
        workspace = self.window.workspace
        key = workspace.layout, workspace.document.is_saved, workspace.document.path
        if self.seen is None or any(one is not other for one, other in zip(key, self.seen, strict=True)):
            self.seen = key
            self._look_at_layout()

    def _files(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in self.dungeons.iterdir()}

    def _look_at_files(self) -> None:
        now = self._files()
        if now != self.held and not self.asked_to_save:
            changed = [path.name for path in {*now, *self.held} if now.get(path) != self.held.get(path)]
            raise FoundError(f"nobody asked to save {changed}")
        self.held = now

    def _look_at_layout(self) -> None:
        workspace = self.window.workspace
        build_board(workspace.layout, workspace.library)
        if read_json(write_json(workspace.layout).decode()) != workspace.layout:
            raise FoundError("the layout is another one when it was written and read")
        path, held = workspace.document.path, self.window.workspace.document.file_bytes
        kept = workspace.document.is_saved and held is not None and self.held.get(path) == held
        if kept and dungeon_files.load_layout(path)[0] != workspace.layout:
            raise FoundError(f"{path.name} holds something else than the window, which says it is saved")

    def _undo_all(self) -> None:
        """Undo to the first layout of the dungeon in front, and redo to where it was."""
        workspace = self.window.workspace
        workspace.commit_typing()
        document, before = workspace.document, workspace.layout
        stack, first = document.stack, self.first[document]
        at = stack.index()
        if at <= 25:
            while stack.canUndo():
                self.window.actions_["undo"].trigger()
        else:
            stack.setIndex(0)
        if workspace.layout != first:
            raise FoundError(f"undo of {at} steps did not end where it began")
        stack.setIndex(at)
        if workspace.layout != before:
            raise FoundError(f"redo of {at} steps did not end where it was")

    # Events ---------------------------------------------------------------------------------------------------

    def _any(self, things):
        return things[self.chance.randrange(len(things))] if things else None

    def _did(self, what: str) -> None:
        line = f"{self.number}.{self.step} {what}"
        self.events.append(line)
        self.log.write(line + "\n")
        self.log.flush()

    def _once(self) -> None:
        self.chance.seed(f"{self.seed}/{self.number}")
        self.step, self.asked_to_save, self.busy = 0, False, True
        weights = {
            self._map_key: 30, self._map_click: 14, self._map_drag: 12, self._wheel: 2, self._hover: 4,
            self._action: 14, self._widget: 14, self._type: 4, self._tab: 2, self._clipboard: 1, self._drop: 0.4,
            self._disk: 0.2, self._wait: 0.4, self._quit: 0.05, self._back: 0.3, self._open: 0.6,
        }  # fmt: skip
        (event,) = self.chance.choices(list(weights), list(weights.values()))
        if (popup := QApplication.activePopupWidget()) is not None:
            self._in_popup(popup)
        else:
            event()
        QApplication.processEvents()
        while QApplication.activeModalWidget() is not None:
            QTest.qWait(5)
        self._look()

    def _point(self) -> QPoint:
        return QPoint(self.chance.randrange(self.canvas.width()), self.chance.randrange(self.canvas.height()))

    def _held(self):
        return self._any((NONE, NONE, NONE, SHIFT, CONTROL, ALT))

    def _map_key(self) -> None:
        key, held = self._any(KEYS)
        self._did(f"key {key.name} {held.name} on the map")
        self.canvas.setFocus()
        QTest.keyClick(self.canvas, key, held)

    def _map_click(self) -> None:
        at, button, held = self._point(), self._any((LEFT, LEFT, LEFT, LEFT, RIGHT, RIGHT, MIDDLE)), self._held()
        self._did(f"click {button.name} {held.name} at {at.toTuple()}")
        QTest.mouseMove(self.canvas, at)
        click = QTest.mouseDClick if self.chance.random() < 0.1 else QTest.mouseClick
        click(self.canvas, button, held, at)

    def _hover(self) -> None:
        at = self._point()
        self._did(f"move to {at.toTuple()}")
        QTest.mouseMove(self.canvas, at)

    def _map_drag(self) -> None:
        button, held, points = self._any((LEFT,) * 8 + (RIGHT, MIDDLE)), self._held(), [self._point() for _ in range(4)]
        self._did(f"drag {button.name} {held.name} over {[each.toTuple() for each in points]}")
        QTest.mousePress(self.canvas, button, held, points[0])
        for at in points[1:]:
            QTest.mouseMove(self.canvas, at)
            if self.chance.random() < 0.1:
                key, also = self._any(KEYS)
                self._did(f"key {key.name} {also.name} while dragging")
                QTest.keyClick(self.canvas, key, also)
        QTest.mouseRelease(self.canvas, button, held, points[-1])

    def _wheel(self) -> None:
        target = self.canvas if self.chance.random() < 0.7 else self._any(self._widgets(self.window))
        at = QPointF(target.rect().center())
        turn, held = QPoint(0, self._any((-120, 120))), self._any((NONE, CONTROL, SHIFT))
        self._did(f"wheel {turn.y()} {held.name} on {_has_name(target)}")
        there = QPointF(target.mapToGlobal(at.toPoint()))
        none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        QApplication.sendEvent(target, QWheelEvent(at, there, QPoint(), turn, none, held, phase, False))

    def _action(self) -> None:
        actions = [each for each in self.window.actions_ if each.isEnabled() and each.objectName() != "quit"]
        action = self._any(actions)
        self._did(f"action {action.objectName()}")
        action.trigger()

    def _widgets(self, parent: QWidget) -> list[QWidget]:
        return [
            each
            for each in parent.findChildren(QWidget)
            if each.isVisible() and each.isEnabled() and each is not self.canvas and each.width() and each.height()
        ]

    def _widget(self) -> None:
        self._click_in(self._any(self._widgets(self.window)))

    def _click_in(self, widget: QWidget) -> None:
        button = self._any((LEFT,) * 9 + (RIGHT,))
        at = QPoint(self.chance.randrange(widget.width()), self.chance.randrange(widget.height()))
        self._did(f"click {button.name} in {_has_name(widget)} at {at.toTuple()}")
        click = QTest.mouseDClick if self.chance.random() < 0.1 else QTest.mouseClick
        click(widget, button, NONE, at)

    def _type(self, parent: QWidget | None = None) -> None:
        kinds = QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox
        fields = [each for each in self._widgets(parent or self.window) if isinstance(each, kinds)]
        field = self._any(fields)
        if field is None:
            return
        words, end = self._any(WORDS), self._any((None, KEY.Key_Return, KEY.Key_Tab, KEY.Key_Escape))
        self._did(f"type {words!r} {end and end.name} into {_has_name(field)}")
        field.setFocus()
        for letter in words:
            _press(field, letter)
        if end is not None and (there := QApplication.focusWidget()) is not None:
            QTest.keyClick(there, end)

    def _tab(self) -> None:
        bar = self.window.tabs.bar
        place, close = self.chance.randrange(max(bar.count(), 1)), self.chance.random() < 0.3
        self._did(f"tab {place}{' close' if close else ''} of {bar.count()}")
        if close or bar.count() > 6:
            bar.tabCloseRequested.emit(place)
        elif self.chance.random() < 0.3:
            bar.moveTab(place, self.chance.randrange(bar.count()))
        else:
            QTest.mouseClick(bar, LEFT, NONE, bar.tabRect(place).center())

    def _clipboard(self) -> None:
        text = self._any((SKETCH, "no dungeon", "", "{}", "```\n" + SKETCH + "```\n", "\ud800"))
        self._did(f"clipboard {text!r}")
        QGuiApplication.clipboard().setText(text)

    def _drop(self) -> None:
        path = self._any(sorted(self.dungeons.iterdir()))
        self._did(f"drop {path.name}")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        copy = Qt.DropAction.CopyAction
        self.window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, LEFT, NONE))

    def _disk(self) -> None:
        """Write or remove a file as another program does."""
        path = self._any(sorted(self.dungeons.iterdir()))
        how = self._any(("write", "break", "remove"))
        self._did(f"{how} {path.name} on disk")
        if how == "remove" and path.name.startswith("saved"):
            path.unlink()
        else:
            path.write_text(SKETCH if how == "write" else "map: {")
        self.held = self._files()

    def _wait(self) -> None:
        self._did("wait")
        QTest.qWait(self._any((20, 200)))

    def _back(self) -> None:
        self._did("undo all, redo all")
        self._undo_all()

    def _open(self) -> None:
        action = self._any(("open", "open", "new", "paste", "set-up", "trace"))
        self._did(f"action {action}")
        self.window.actions_[action].trigger()

    def _quit(self) -> None:
        self._did("quit")
        old = self.window
        old.close()
        if not old.isVisible():
            self._did("begin again")
            old.deleteLater()
            self.begin()

    # Dialogs and menus ----------------------------------------------------------------------------------------

    def _in_popup(self, popup: QWidget) -> None:
        how = self.chance.random()
        if isinstance(popup, QMenu) and how < 0.4 and (able := [each for each in popup.actions() if each.isEnabled()]):
            action = self._any(able)
            self._did(f"menu {action.text()}")
            QTest.mouseClick(popup, LEFT, NONE, popup.actionGeometry(action).center())
        else:
            key = self._any((KEY.Key_Escape, KEY.Key_Escape, KEY.Key_Down, KEY.Key_Up, KEY.Key_Return))
            self._did(f"key {key.name} in {_has_name(popup)}")
            QTest.keyClick(popup, key)
        if self.step > 8 and popup.isVisible():
            popup.close()

    def _answer_dialogs(self) -> None:
        """Answer dialogs again and again, in dialogs of dialogs too, by timers of one shot."""
        if self.going:
            QTimer.singleShot(3, self, self._answer_dialogs)
            self._answer_dialog()

    def _answer_dialog(self) -> None:
        """Take one step in a dialog or menu that keeps the window waiting."""
        dialog, popup = QApplication.activeModalWidget(), QApplication.activePopupWidget()
        if dialog is None and (popup is None or not self.busy):
            return
        self.step += 1
        mine = self.chance
        self.chance = random.Random(f"{self.seed}/{self.number}/{self.step}")  # noqa: S311
        try:
            if popup is not None:
                self._in_popup(popup)
            elif isinstance(dialog, QMessageBox):
                self._answer_box(dialog)
            else:
                self._in_dialog(dialog)
        finally:
            self.chance = mine

    def _answer_box(self, box: QMessageBox) -> None:
        button = self._any(box.buttons())
        self._did(f"answers {box.text()[:60]!r} with {button.text()}")
        if box.standardButton(button) == QMessageBox.StandardButton.Save:
            self.asked_to_save = True
        QTest.mouseClick(button, LEFT)

    def _in_dialog(self, dialog: QWidget) -> None:
        how = self.chance.random()
        if self.step > 15:
            self._did(f"close {_has_name(dialog)}")
            dialog.close()
        elif how < 0.2:
            self._did(f"Esc in {_has_name(dialog)}")
            QTest.keyClick(dialog, KEY.Key_Escape)
        elif how < 0.4 and (buttons := [each for each in self._widgets(dialog) if isinstance(each, QAbstractButton)]):
            self._click_in(self._any(buttons))
        elif how < 0.5:
            self._type(dialog)
        elif how < 0.6:
            key = self._any((KEY.Key_Return, KEY.Key_Tab, KEY.Key_Down, KEY.Key_Space))
            self._did(f"key {key.name} in {_has_name(dialog)}")
            QTest.keyClick(QApplication.focusWidget() or dialog, key)
        elif widgets := self._widgets(dialog):
            self._click_in(self._any(widgets))


def _press(field: QWidget, letter: str) -> None:
    """One letter; QTest itself knows those of ASCII alone."""
    key = 0 if ord(letter) > 126 else KEY.Key_Return if letter == "\n" else ord(letter.upper())
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(field, QKeyEvent(kind, key, NONE, letter))


def _has_name(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    words = widget.accessibleName() or widget.objectName() or (text() if callable(text) else "")
    return f"{type(widget).__name__} {words[:30]!r}"

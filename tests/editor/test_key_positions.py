"""Shortcuts on keyboards without Latin letters: by the position of the key."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from dungeon_designer.editor.key_positions import find_letter_in_position
from tests.soak import sample, soak

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
LATIN = "QWERTYUIOPASDFGHJKLZXCVBNM"
LAYOUTS = {"Russian": "ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", "Greek": ";ΣΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ"}
"""What the keys of the letters type, row by row."""

X11_CODES = dict(zip(LATIN, [*range(24, 34), *range(38, 47), *range(52, 59)], strict=True))
"""The codes of the keys under X11, as `xmodmap -pke` prints them."""


def press(window, latin, character, held=NONE):
    """Send a key press to a window as the system does when no shortcut has the character."""
    text = "" if held & CONTROL else character if held & SHIFT else character.lower()
    event = QKeyEvent(QEvent.Type.KeyPress, ord(character), held, X11_CODES[latin], 0, 0, text)
    QApplication.sendEvent(window.windowHandle(), event)


@pytest.fixture
def called(hand, monkeypatch):
    """The names of the actions that keys call, none of which does anything."""
    hand.in_front()
    names = []
    for action in hand.window.actions_:
        monkeypatch.setattr(action, "trigger", partial(names.append, action.objectName()), raising=False)
    return names


def list_letter_shortcuts(window, held):
    """Return the action of each letter with these keys held."""
    by_key = {key.toString(): action for action in window.actions_ for key in action.shortcuts() if action.isEnabled()}
    word = {NONE: "", SHIFT: "Shift+", CONTROL: "Ctrl+"}[held]
    return {letter: by_key[word + letter] for letter in LATIN if word + letter in by_key}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("held", [NONE, SHIFT, CONTROL], ids=["alone", "shift", "ctrl"])
def test_every_letter_calls_its_action_by_position(hand, called, layout, held):
    """Each shortcut of one letter works on a Russian and a Greek keyboard, with Shift or Ctrl, too."""
    press(hand.window, "A", LAYOUTS[layout][10])  # any letter shows which keyboard it is
    called.clear()
    wanted = list_letter_shortcuts(hand.window, held)
    assert len(wanted) > 8
    for letter, action in wanted.items():
        press(hand.window, letter, LAYOUTS[layout][LATIN.index(letter)], held)
        assert called == [action.objectName()], letter
        called.clear()


@pytest.mark.parametrize(("latin", "character"), [("W", "Z"), ("Q", "A"), ("Q", "'"), ("W", "Ö")])
def test_keyboards_with_latin_letters_keep_their_own(hand, called, latin, character):
    """On a French or Dvorak keyboard nothing goes by position: what stands on the key counts."""
    press(hand.window, "E", "E")
    press(hand.window, latin, character)
    assert called == []


def test_who_types_gets_the_letter(hand, called):
    """A Russian letter typed in a field arrives there, and no action is called."""
    field = hand.window.palette_dock.search
    field.setFocus()
    assert QApplication.focusWidget() is field
    press(hand.window, "C", "С")
    assert (field.text(), called) == ("с", [])
    field.clear()


def test_no_key_calls_an_action_in_a_drag(hand, called):
    """While a button is down on the map, a Russian letter does as little as a Latin one."""
    QTest.mousePress(hand.canvas, Qt.MouseButton.LeftButton, NONE, hand.middle((3, 3)))
    press(hand.window, "C", "С")
    QTest.mouseRelease(hand.canvas, Qt.MouseButton.LeftButton, NONE, hand.middle((3, 3)))
    assert called == []
    press(hand.window, "C", "С")
    assert called == ["tool-chest"]


def test_a_dialog_that_is_gone_leaves_the_keys_working(hand, called, qtbot):
    """A dialog takes the keyboard, is deleted, and the keys of the window go by position as before."""
    dialog = QDialog(hand.window)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow, timeout=5000)
    press(dialog, "C", "С")
    dialog.close()
    shiboken6.delete(dialog)
    hand.in_front()
    press(hand.window, "C", "С")
    assert called == ["tool-chest"]


@pytest.mark.parametrize(
    ("platform", "scan_code", "virtual_key", "letter"),
    [
        ("xcb", 54, 0, "C"),
        ("wayland", 24, 0, "Q"),
        ("windows", 0x2E, 0, "C"),
        ("cocoa", 0, 8, "C"),
        ("cocoa", 0, 0, "A"),
        ("xcb", 47, 0, ""),
        ("xcb", 0, 0, ""),
        ("cocoa", 0, 10, ""),
        ("cocoa", 0, 500, ""),
    ],
)
def test_positions_are_known_on_every_system(platform, scan_code, virtual_key, letter):
    """Linux, Windows and macOS number their keys in different ways."""
    event = QKeyEvent(QEvent.Type.KeyPress, 0x421, NONE, scan_code, virtual_key, 0, "с")
    assert find_letter_in_position(event, platform) == letter


MISSING = [name for name in ("Xvfb", "xdotool", "setxkbmap") if shutil.which(name) is None]
TYPED = Path(__file__).with_name("typed_window.py")


@soak
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
@pytest.mark.parametrize("layout", sample(["ru", "gr", "ru,us"], 1))
def test_a_real_keyboard_calls_tools_by_position(tmp_path, layout):
    """Each tool's key on a Russian or Greek keyboard selects it in a real window, and a field takes the letters."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    screen = {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
    try:
        done = subprocess.run(
            [sys.executable, str(TYPED), layout], env=screen, capture_output=True, text=True, timeout=240, check=False
        )
    finally:
        server.terminate()
        server.wait(timeout=20)
    assert done.returncode == 0, done.stdout + done.stderr

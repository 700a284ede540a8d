"""Types in the real window with the keyboard of a country, by xdotool. Run by test_key_positions.py."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QLineEdit

from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile

CODES = {"Q": 24, "W": 25, "E": 26, "D": 40, "S": 39, "C": 54, "P": 33, "K": 45, "M": 58, "Z": 52}
SHIFT = 50
WORDS = {"ru": "су", "gr": "ψε", "ru,us": "су"}
"""What the keys of C and E type on each keyboard."""


def settle(app: QApplication, seconds: float) -> None:
    """Let the window do what it has to do."""
    end = time.time() + seconds
    while time.time() < end:
        app.processEvents()
        time.sleep(0.002)


def press(app: QApplication, code: int, *held: int) -> None:
    """Press a key by its code, with others held."""
    words = [word for key in held for word in ("keydown", str(key))]
    words += ["key", str(code), *(word for key in held for word in ("keyup", str(key)))]
    subprocess.run(["xdotool", *words], check=True, timeout=20)
    settle(app, 0.15)


def run(layout: str) -> None:
    """Set the keyboard, press the keys of tools on the map, then type into a field."""
    subprocess.run(["setxkbmap", layout], check=True, timeout=20)
    app = QApplication(["typed"])
    load_fonts()
    folder = Path(mkdtemp())
    settings = QSettings(str(folder / "settings.conf"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(folder / "recovery"))
    window.show()
    settle(app, 1.0)
    subprocess.run(["xdotool", "windowfocus", "--sync", str(int(window.winId()))], check=False, timeout=20)
    window.canvas.setFocus()
    settle(app, 0.5)
    field = next(each for each in window.findChildren(QLineEdit) if each.isVisible())
    for letter in "SWDCPKEQ":
        press(app, CODES["M"])
        press(app, CODES[letter])
        check_chosen(window, letter, layout)
    press(app, CODES["D"], SHIFT)
    check_chosen(window, "Shift+D", layout)
    field.setFocus()
    settle(app, 0.2)
    press(app, CODES["C"])
    press(app, CODES["E"])
    check_chosen(window, "Shift+D", layout)
    assert field.text() == WORDS[layout], field.text()


def check_chosen(window: MainWindow, key: str, layout: str) -> None:
    """Assert that the tool of a key is selected."""
    tool = next(each for each in window.actions_ if each.shortcut().toString() == key)
    assert tool.isChecked(), f"{key} on {layout} did not choose {tool.objectName()}"


run(sys.argv[1])

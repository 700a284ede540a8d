"""What only POSIX systems have is not needed on the way to the editor, the checker and printing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak import sample, soak

ROOT = Path(__file__).parents[2]
HALL = ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"

HIDDEN = """
import os, signal, sys
import asyncio, multiprocessing.util, shutil, socket, subprocess, tempfile  # Python's own way first
for name in ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in ("chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid",
             "getuid", "getxattr", "killpg", "lchown", "listxattr", "mkfifo", "nice", "setpgid", "setsid",
             "setxattr", "sysconf", "wait3", "wait4"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "SIGXFSZ", "alarm",
             "pthread_sigmask", "setitimer"):
    if hasattr(signal, name):
        delattr(signal, name)
"""

COMMAND = (
    HIDDEN
    + """
from dungeon_designer.__main__ import main
sys.argv = ["dungeon-designer", *sys.argv[1:]]
main()
"""
)

EDITOR = (
    HIDDEN
    + """
from pathlib import Path
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
app = QApplication([])
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
source, folder = Path(sys.argv[1]), Path(sys.argv[2])
settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
window = MainWindow(settings, RecoveryFile(folder / "recovery"))
window.show()
assert window.filing.open_in_place(source)
app.processEvents()
assert window.filing.write_document(folder / "saved.dungeon.yaml")
window.filing.autosave.save_recovery()
"""
)


def run(program, *arguments, cwd):
    call = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(call, capture_output=True, text=True, cwd=cwd, timeout=120, env=None)


@soak
@pytest.mark.parametrize(
    "arguments",
    sample(
        [
            ("check", HALL),
            ("check", "copy.dungeon.yaml", "--fix"),
            ("render", HALL, "-o", "hall.svg"),
            ("render", HALL, "-o", "hall.pdf", "--square", "29mm"),
            ("render", HALL, "-o", "hall.png", "--pixels-per-square", "20"),
            ("convert", HALL, "hall.dungeon.json"),
            ("pack", ROOT / "examples" / "db7s-2019" / "season.toml", "-o", "pack.md"),
            ("stock", HALL),
            ("explain", "chest-spacing"),
        ],
        3,
    ),
    ids=lambda arguments: " ".join(map(str, arguments[:1])),
)
def test_a_command_needs_nothing_of_posix(arguments, tmp_path):
    """Checking, mending, drawing and printing work where Python has none of POSIX's modules and calls."""
    (tmp_path / "copy.dungeon.yaml").write_bytes(HALL.read_bytes())
    done = run(COMMAND, *arguments, "-q", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_editor_needs_nothing_of_posix(tmp_path):
    """The editor opens, loads, saves and keeps a recovery file without POSIX's modules and calls."""
    done = run(EDITOR, HALL, tmp_path, cwd=tmp_path)
    complaints = [line for line in done.stderr.splitlines() if "plugin does not support" not in line]  # Qt's own
    assert (done.returncode, complaints) == (0, [])
    assert (tmp_path / "saved.dungeon.yaml").exists()

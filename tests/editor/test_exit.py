"""The editor and its tests exit with the status they return, and do not crash after it."""

import os
import subprocess
import sys
from pathlib import Path

COPYING_EDITOR = """
from PySide6.QtWidgets import QApplication
from dungeon_designer.editor import app
from dungeon_designer.layout.model import Layout, Section

layout = Layout(sections=(Section(id="A", at=(2, 2), rows=("....",) * 4),), chests=((3, 3),))

def copy_and_quit(*_):
    (window,) = [each for each in QApplication.topLevelWidgets() if isinstance(each, app.MainWindow)]
    window.editing.select_all()
    for copy in (window.editing.copy_picture, window.editing.copy_selection):
        copy()
        print(QApplication.clipboard().mimeData().formats())
    return 3

QApplication.exec = copy_and_quit
raise SystemExit(app.run_editor(None, layout))
"""
"""A program that starts the editor, copies a picture and the selection, and exits with status 3."""


def run_python(*arguments, folder):
    """Run Python with a home folder of its own, and return the finished process."""
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    env = {**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(__file__).parents[2],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_editor_exits_cleanly_after_a_copy(tmp_path):
    """The clipboard of this platform outlives Python, so its data must be deleted before."""
    result = run_python("-c", COPYING_EDITOR, folder=tmp_path)
    assert result.returncode == 3, result.stderr
    picture_formats, selection_formats = result.stdout.splitlines()
    assert "image/svg+xml" in picture_formats
    assert "application/x-dungeon-designer-pieces" in selection_formats


def test_tests_of_the_editor_exit_cleanly_in_one_process(tmp_path):
    """Tests that copy and paste, open menus and type into fields leave nothing that crashes after the last test."""
    files = [f"tests/editor/test_{name}.py" for name in ("context_menu", "properties")]
    result = run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files, folder=tmp_path)
    assert result.returncode == 0, result.stdout + result.stderr

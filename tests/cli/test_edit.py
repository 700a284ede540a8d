"""`edit` where there is no screen, and before there is a window."""

import subprocess
import sys

import pytest


def edit(*arguments, **environment):
    call = [sys.executable, "-m", "dungeon_designer", "edit", *arguments]
    kept = {"PATH": "/usr/bin:/bin", "PYTHONPATH": ".", **environment}
    return subprocess.run(call, capture_output=True, text=True, env=kept, timeout=60, check=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
def test_without_a_screen_there_is_one_line():
    """The program says in one line that there is no screen, and is not ended by Qt."""
    pytest.importorskip("PySide6.QtWidgets")
    done = edit()
    assert done.returncode == 2
    assert "there is no screen" in done.stderr


def test_a_missing_file_without_a_screen_is_one_line(tmp_path):
    """A missing file is one line and exit 2 where no window can show it."""
    done = edit(str(tmp_path / "none.dungeon.yaml"))
    assert done.returncode == 2
    assert "there is no such file" in done.stderr


def test_a_broken_file_without_a_screen_is_one_line(tmp_path):
    """A file nobody can read is, without a screen, one line with its place and exit 2, and it is left as it is."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_text("map: |\n  ..\nwrong: 1\n", encoding="utf-8")
    done = edit(str(path))
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert f"{path}:3" in done.stderr


def test_a_folder_without_a_screen_is_one_line(tmp_path):
    """A folder is told to be one."""
    done = edit(str(tmp_path))
    assert done.returncode == 2
    assert "folder" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
def test_a_screen_that_is_gone_is_one_line():
    """The program says in one line that the screen of DISPLAY does not answer, and is not ended by Qt."""
    pytest.importorskip("PySide6.QtWidgets")
    done = edit(DISPLAY=":987")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "window cannot be opened" in done.stderr

"""The real window on a real (virtual) screen, moved by a real pointer: from an empty table to a legal dungeon."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_library

NEEDED = ("Xvfb", "xdotool")
PLAYER = Path(__file__).with_name("played_window.py")
missing = [name for name in NEEDED if shutil.which(name) is None]

pytestmark = [
    pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Xvfb is there on Linux alone"),
]


@pytest.fixture
def screen(tmp_path):
    """A virtual screen of its own; gives the environment a window on it needs."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    yield {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
    server.terminate()
    server.wait(timeout=20)


def test_a_bad_file_on_the_command_line_opens_the_window(screen, tmp_path):
    """The window stands with a dialog that names the fault; nothing is written where nobody looks."""
    path = tmp_path / "hall.dungeon.yaml"
    path.write_text("map: |\n  ..\nwrong: 1\n", encoding="utf-8")
    command = [sys.executable, "-m", "dungeon_designer", "edit", str(path)]
    program = subprocess.Popen(command, env=screen, stderr=subprocess.PIPE, text=True)
    try:
        for name in ("Not saved yet", "^Dungeon Designer$"):
            find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", name]
            subprocess.run(find, env=screen, check=True, capture_output=True, timeout=60)
        assert program.poll() is None
    finally:
        program.terminate()
    assert "wrong" not in program.communicate(timeout=20)[1]


def test_a_legal_dungeon_by_a_real_pointer(screen, tmp_path):
    """A gw-2021 dungeon is laid tile by tile with doors, chests and portals, saved, opened again, exported: legal."""
    target, done = tmp_path / "built.dungeon.yaml", tmp_path / "done.png"
    script = [sys.executable, str(PLAYER), str(target), str(done)]
    player = subprocess.run(script, env=screen, capture_output=True, text=True, timeout=240, check=False)
    assert player.returncode == 0, player.stdout + player.stderr
    layout = read_dungeon_file(target)
    verdict = check_board(build_board(layout, load_library()), load_ruleset("gw-2021"))
    assert verdict.is_legal(), [finding.message for finding in verdict.findings]
    assert done.stat().st_size > 10_000
    assert time.time() - target.stat().st_mtime < 600

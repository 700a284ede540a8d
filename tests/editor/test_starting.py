"""The editor starts, whatever became of its settings and of the work that was left."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from dungeon_designer.editor import app
from dungeon_designer.editor.recovery import RecoveryFile
from tests.editor.docked import HALL
from tests.soak import count, soak

STARTED = """
from PySide6.QtWidgets import QApplication, QMessageBox
from dungeon_designer.editor import app
from dungeon_designer.editor.dialogs.recovery_dialog import RecoveryDialog

application = QApplication([])
QMessageBox.warning = lambda parent, title, text, *_: print(text, flush=True)
RecoveryDialog.exec = lambda self: (self.accept(), 1)[1]
windows = lambda: [each for each in application.topLevelWidgets() if isinstance(each, app.MainWindow)]
QApplication.exec = lambda *_: print("started with", windows()[0].windowTitle()) or 0
app.run_editor(None)
"""


needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")


def find_recovery_file(folder, mark, layout=HALL, original=None):
    """Return the recovery file of a window that is gone."""
    left = RecoveryFile(folder, mark)
    left.write_work(layout, original)
    left._lock.unlock()
    return left.file


def start_among(folder, pipes):
    """Start the editor with its home in a folder, where pipes are that nobody writes to; gives what it says."""
    for each in pipes:
        os.mkfifo(each)
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    env = {**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}
    call = [sys.executable, "-c", STARTED]
    return subprocess.run(call, env=env, capture_output=True, text=True, timeout=60, check=True).stdout


@needs_pipes
def test_nobody_waits_for_a_pipe(tmp_path):
    """Settings, locks and recovery files are pipes, and the lost file of work: that is recovered, the others named."""
    folder, settings = tmp_path / "dungeon-designer" / "dungeon-designer" / "recovery", tmp_path / "dungeon-designer"
    file, original = find_recovery_file(folder, "-dead", original=tmp_path / "pipe"), tmp_path / "pipe"
    conf = settings / "dungeon-designer.conf"
    pipes = [folder / "1.recovery.json", Path(f"{file}.lock"), Path(f"{conf}.lock"), conf]
    said = start_among(tmp_path, [*pipes, original])
    assert "started with pipe" in said
    assert all(f"{each}.unreadable" in said for each in pipes)


@needs_pipes
def test_nobody_waits_for_a_pipe_the_settings_name(tmp_path):
    """The editor starts without files of the last time that are pipes by now."""
    (tmp_path / "dungeon-designer").mkdir()
    pipe = tmp_path / "pipe.toml"
    settings = "".join(f"{name}={pipe}, {pipe}\n" for name in ("rulesets", "session", "recent"))
    (tmp_path / "dungeon-designer" / "dungeon-designer.conf").write_text(f"[General]\nseen=true\n{settings}")
    assert start_among(tmp_path, [pipe]) == "started with Not saved yet[*] – Dungeon Designer\n"


@pytest.mark.parametrize("damage", ["folder", "NUL", "UTF-16", "half a line", "link to itself", "unlocked"])
def test_settings_that_cannot_be_read_are_put_aside(tmp_path, damage):
    """The settings begin anew and can be kept; what was there lies beside them and is named."""
    file = tmp_path / "settings.conf"
    text = "[General]\nseen=true\n"
    if damage == "folder":
        file.mkdir()
    elif damage == "link to itself":
        file.symlink_to(file)
    else:
        broken = {"NUL": f"{text}\0", "half a line": f"[Gener\nal{text}%%", "unlocked": text}
        file.write_bytes(text.encode("utf-16") if damage == "UTF-16" else broken[damage].encode())
    settings, unread = app.open_settings(file)
    whole = damage == "unlocked"
    assert unread == ([] if whole else [tmp_path / "settings.conf.unreadable"])
    assert (settings.value("seen") == "true") is whole
    settings.setValue("folder", "there")
    settings.sync()
    assert app.open_settings(file)[0].value("folder") == "there"


def test_a_damaged_arrangement_is_not_used(windows):
    """Docks and bars come back as they were left; not after a flipped, missing or foreign byte, which is said."""
    first = windows()
    first.resize(1360, 860)  # so that it has docks
    first.docks["problems"].hide()
    first.close()
    again = windows()
    assert again.docks["problems"].isHidden()
    assert again.statusBar().currentMessage() == ""
    kept = again.settings.value("arrangement")
    geometry, state, stamp = kept
    flipped = state[:40] + ("A" if state[40] != "A" else "B") + state[41:]
    for damaged in ([geometry[:-4], state, stamp], [geometry, flipped, stamp], kept[:2], "abc", 3):
        again.settings.setValue("arrangement", damaged)
        anew = windows()
        anew.resize(1360, 860)
        assert not anew.docks["problems"].isHidden()
        assert "damaged" in anew.statusBar().currentMessage()
        anew.hide()


def test_what_cannot_be_read_hides_no_other_work(windows, tmp_path, answers):
    """Broken, empty, of a newer version or a folder: each is put aside and named in one dialog, the rest recovered."""
    folder = tmp_path / "recovery"
    good = find_recovery_file(folder, "-good", original=Path("/dev/zero"))
    for mark, name in (("-odd", "a\0b"), ("-long", "a" * 5000)):
        find_recovery_file(folder, mark, original=Path(name))
    newer = good.read_text().replace('\\"version\\": 1', '\\"version\\": 99')
    for name, text in (("half", good.read_text()[:-30]), ("empty", ""), ("newer", newer), ("none", "\0")):
        (folder / f"{name}.recovery.json").write_text(text)
    (folder / "folder.recovery.json").mkdir()
    window = windows()
    app._open_first_dungeon(window, None)
    (told,) = answers.told
    for name in ("half", "empty", "newer", "none", "folder"):
        assert f"{folder / name}.recovery.json.unreadable" in told
        assert (folder / f"{name}.recovery.json.unreadable").exists()
    assert window.workspace.layout.sections == HALL.sections
    assert len(answers.offered[0]) == len(window.tabs) == 3


@soak
def test_no_damaged_recovery_file_is_an_unexpected_fault(tmp_path):
    """Cut off, or with other bytes in it: either the work is offered, or the file is put aside."""
    whole = find_recovery_file(tmp_path, "-dead").read_bytes()
    chance = random.Random(1)  # noqa: S311 - the same damages at each run
    for _ in range(count(60, 5_000)):
        damaged = bytearray(whole[: chance.choice((len(whole), chance.randrange(len(whole))))])
        for at in chance.sample(range(len(damaged)), min(len(damaged), chance.randrange(4))):
            damaged[at] = chance.randrange(256)
        file = tmp_path / "1.recovery.json"
        file.write_bytes(damaged)
        recovery = RecoveryFile(tmp_path, "-new")
        offered = [each.file for each in recovery.list_unsaved_work()]
        assert (file in offered) is not bool(recovery.unreadable_files)
        for each in recovery.unreadable_files:
            each.unlink()

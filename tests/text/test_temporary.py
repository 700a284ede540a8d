"""Writers that are killed, and several at once: files stay whole, and what was left over is cleared."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.text.writing import temporary_folder, write_file
from tests.soak import count, soak

PACKAGE = Path(__file__).resolve().parents[2] / "dungeon_designer"


# Left over --------------------------------------------------------------------------------------------------------


def list_left_over(folder: Path) -> Path:
    """Return what a killed writer leaves."""
    code = (
        "import os, sys, signal; from dungeon_designer.text.writing import write_file;"
        "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL); write_file(sys.argv[1], b'half')"
    )
    subprocess.run([sys.executable, "-c", code, str(folder / "a.json")], check=False, cwd=PACKAGE.parent)
    (left,) = folder.glob(".*")
    return left


def test_the_next_writer_clears_up(tmp_path: Path) -> None:
    """The next write into a folder removes what a killed writer left, whatever file that is."""
    left = list_left_over(tmp_path)
    write_file(tmp_path / "b.json", b"x")
    assert not left.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["b.json"]


def test_only_ours_is_cleared(tmp_path: Path) -> None:
    """Files of other names stay, and so do links and folders by our name, and what a link by our name leads to."""
    left = list_left_over(tmp_path)
    others = [".a.json.new", f"{left.name}.old", "a.new", ".dungeon-designer-1234.new"]
    for name in others:
        (tmp_path / name).touch()
    left.unlink()
    left.symlink_to(others[0])
    left.with_name(".dungeon-designer-0123456789abcdef.new").mkdir()
    before = sorted(tmp_path.iterdir())
    write_file(tmp_path / "b.json", b"x")
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "b.json"])


def test_a_file_that_is_being_written_is_not_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers in one folder: neither takes the other's temporary file for left over, however old it is."""
    real = os.fsync

    def another(opened: int) -> None:
        real(opened)
        monkeypatch.setattr(os, "fsync", real)
        (fresh,) = tmp_path.glob(".*")
        os.utime(fresh, (1, 1))
        write_file(tmp_path / "b.json", b"two")

    monkeypatch.setattr(os, "fsync", another)
    write_file(tmp_path / "a.json", b"one")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.json": b"one", "b.json": b"two"}


LEFT_FOLDER = """
import os, signal, sys
from pathlib import Path
from typing import Any
from dungeon_designer.text.writing import temporary_folder
with temporary_folder(Path(sys.argv[1])) as fresh:
    (fresh / "pictures").mkdir()
    (fresh / "pictures" / "a.png").write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_folder_of_a_killed_writer_is_cleared(tmp_path: Path) -> None:
    """The next new folder removes one that a killed writer left, but not one that is still being filled."""
    subprocess.run([sys.executable, "-c", LEFT_FOLDER, str(tmp_path)], check=False, cwd=PACKAGE.parent)
    (left,) = tmp_path.iterdir()
    with temporary_folder(tmp_path) as one, temporary_folder(tmp_path) as other:
        assert not left.exists()
        assert sorted(tmp_path.iterdir()) == sorted([one, other])
    assert not list(tmp_path.iterdir())


def test_a_folder_goes_when_ctrl_c_is_pressed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one waits until what the first one left half made is removed."""
    remove = shutil.rmtree

    def pressed(*given: Any, **options: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        remove(*given, **options)

    monkeypatch.setattr(shutil, "rmtree", pressed)
    with pytest.raises(KeyboardInterrupt), temporary_folder(tmp_path):
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


WRITERS = """
import sys
from dungeon_designer.text.writing import write_file
for number in range(int(sys.argv[2])):
    for name in ("same", sys.argv[3]):
        write_file(f"{sys.argv[1]}/{name}", f"{sys.argv[3]} {number} ".encode() * 1000)
"""


@soak
def test_many_writers_in_one_folder(tmp_path: Path) -> None:
    """At one file and beside each other, all write and none fails, and nothing is left over."""
    times = count(30, 3000)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITERS, str(tmp_path), str(times), str(name)],
            stderr=subprocess.PIPE,
            cwd=PACKAGE.parent,
        )
        for name in range(4)
    ]
    said = [writer.communicate()[1] for writer in writers]
    assert said == [b""] * 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2", "3", "same"]
    assert len(set((tmp_path / "same").read_text().split())) == 2


# Killed -----------------------------------------------------------------------------------------------------------

EVERY_LINE = """
import os, signal, sys
from pathlib import Path
from typing import Any
from dungeon_designer.text import writing

target, old, new = Path(sys.argv[1]), b"old" * 1000, b"newer" * 10000
ours = {writing.__file__}

def write(last):
    lines = 0
    def trace(frame, event, _):
        nonlocal lines
        if frame.f_code.co_filename not in ours:
            return None
        lines += event == "line"
        if lines == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace
    sys.settrace(trace)
    writing.write_file(target, new)
    os._exit(0)

line, status, found = 0, 1, []
while status:
    line += 1
    target.write_bytes(old)
    child = os.fork()
    if not child:
        write(line)
    status = os.waitpid(child, 0)[1]
    found.append({old: "old", new: "new"}.get(target.read_bytes(), "half"))
print(*found)
"""


def test_killed_at_any_line_the_file_is_whole(tmp_path: Path) -> None:
    """Killed before any line of the writer the file is the old one, and from some line on the new one."""
    done = subprocess.run(
        [sys.executable, "-c", EVERY_LINE, str(tmp_path / "a")], capture_output=True, text=True, cwd=PACKAGE.parent
    )
    found = done.stdout.split()
    assert len(found) > 40, done.stderr
    assert found == sorted(found, reverse=True)
    assert set(found) == {"old", "new"}
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


AT_WORK = """
import sys
from dungeon_designer.text.writing import write_file
print("ready", flush=True)
while True:
    for letter in (b"a", b"b"):
        write_file(sys.argv[1], letter * 3_000_000)
"""


@soak
def test_killed_at_any_moment_the_file_is_whole(tmp_path: Path) -> None:
    """Killed at random moments while it writes over and over, it leaves one content or the other, never a part."""
    path = tmp_path / "a.json"
    write_file(path, b"a" * 3_000_000)
    for number in range(count(10, 1000)):
        with subprocess.Popen(
            [sys.executable, "-c", AT_WORK, str(path)], stdout=subprocess.PIPE, cwd=PACKAGE.parent
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(number * 7919 % 101 / 1000)
            process.send_signal(signal.SIGKILL)
        assert path.read_bytes() in (b"a" * 3_000_000, b"b" * 3_000_000)
        assert len(list(tmp_path.iterdir())) <= 2
    write_file(path, b"x")
    assert list(tmp_path.iterdir()) == [path]

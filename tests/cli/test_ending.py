"""However the program ends, no process of its own outlives it, and none has anything to say about it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from dungeon_designer.cli.output_folder import LIST_NAME
from tests.soak import count, soak

from .begun import ROOT, start_python

BATCH = """\
import os, sys, time
sys.path.insert(0, {root!r})
from dungeon_designer import processes, workers
from dungeon_designer.cli import check as batch
{changes}
if __name__ == "__main__":
    starting = workers.delayed_signals
    asked = []
    def heard():
        asked.append(1)
        if len(asked) == 2:  # the pool stands
            print("begun", flush=True)
        return starting()
    workers.delayed_signals = heard
    batch.are_workers_faster = lambda *_: True
    os.cpu_count = lambda: 2
    from dungeon_designer.__main__ import main
    sys.argv[1:] = ["check", ".", "--ruleset", "naf-2019", "--format", "json"]
    main()
else:
    examine = batch.examine_source
    batch.examine_source = lambda *given: (open("busy", "w").close(), time.sleep(0.5), examine(*given))[2]
"""
"""Checks in two workers, which take half a second for each layout: half a minute for each portion of them."""

THREAD = "processes.sys.platform = 'elsewhere'"
"""Has workers do without the kernel's help, as they must where there is none."""


@contextmanager
def start_check(folder: Path, changes: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """Start a check in workers, in a process group of its own; the block begins when the workers are about to start."""
    for number in range(120):
        (folder / f"{number}.dungeon.yaml").write_text("map: |\n  <<.C.1.>>\n")
    script = folder / "checking.py"
    script.write_text(BATCH.format(root=str(ROOT), changes=changes))
    with start_python(folder, str(script)) as process:
        try:
            yield process
        finally:
            for pid in group(process.pid):
                os.kill(pid, signal.SIGKILL)


def group(leader: int) -> list[int]:
    """Return the processes of a group that still do something."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, _, its_group = (entry / "stat").read_text().rpartition(") ")[2].split()[:3]
        except OSError:
            continue
        if int(its_group) == leader and state != "Z":
            found.append(int(entry.name))
    return found


def has_ended(leader: int, within: float) -> bool:
    """Return whether all processes of a group end within so many seconds."""
    until = time.monotonic() + within
    while group(leader):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def wait_until_busy(folder: Path) -> None:
    """Wait until a process is in the middle of its job."""
    until = time.monotonic() + 30.0
    while not (folder / "busy").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    time.sleep(0.1)


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


@pytest.mark.parametrize("after", [0.0, 0.02, 0.1, 0.3, None])
def test_ctrl_c_ends_all_workers_at_once(tmp_path: Path, after: float | None) -> None:
    """Ctrl+C, which a terminal sends to workers as well, ends all within a second, with one line, 130, no traceback."""
    with start_check(tmp_path) as process:
        wait_until_busy(tmp_path) if after is None else time.sleep(after)
        pressed = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        out, complaint = process.communicate(timeout=30)
        took = time.monotonic() - pressed
        assert (process.returncode, out, complaint.strip()) == (130, b"", b"dungeon-designer: interrupted")
        assert has_ended(process.pid, within=1.0)
    assert took < 1.0 + 1.0  # a second to spare for a machine with much else to do


def test_ctrl_c_pressed_again_and_again_is_one_line(tmp_path: Path) -> None:
    """Ctrl+C pressed several times shows no traceback either."""
    with start_check(tmp_path) as process:
        time.sleep(1.0)
        for _ in range(20):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.01)
        _, complaint = process.communicate(timeout=30)
        assert (process.returncode, complaint.strip()) == (130, b"dungeon-designer: interrupted")
        assert has_ended(process.pid, within=1.0)


@pytest.mark.parametrize("after", [0.05, None])
def test_sigterm_leaves_no_worker(tmp_path: Path, after: float | None) -> None:
    """SIGTERM, which is sent to the program alone, ends its workers as well, without a word."""
    with start_check(tmp_path) as process:
        wait_until_busy(tmp_path) if after is None else time.sleep(after)
        process.send_signal(signal.SIGTERM)
        assert has_ended(process.pid, within=3.0)
        assert process.communicate(timeout=30) == (b"", b"")
        assert process.returncode == 143


@pytest.mark.parametrize("changes", [THREAD, ""], ids=["by a thread", "by the kernel, too"])
def test_a_killed_program_leaves_no_worker(tmp_path: Path, changes: str) -> None:
    """Workers notice that the program was killed, though nobody can tell them."""
    with start_check(tmp_path, changes) as process:
        wait_until_busy(tmp_path)
        assert len(group(process.pid)) > 2
        process.kill()
        assert has_ended(process.pid, within=3.0)
        _, complaint = process.communicate(timeout=30)
        assert b"Traceback" not in complaint


STRUCK = """\
from dungeon_designer.__main__ import main
print("begun", flush=True)
main()
"""

WINDS = str(ROOT / "examples/naf-2019/the-four-winds.dungeon.yaml")
PROPOSE = ("generate", "--ruleset", "naf-2019", "--no-playtest", "-o", "out")
STRUCK_CALLS = {
    "generate": (*PROPOSE, "--count", "4", "--jobs", "2"),
    "generate alone": (*PROPOSE, "--count", "9", "--jobs", "1"),
    "vary": ("vary", WINDS, "-o", "out"),
    "check": ("check", str(ROOT / "examples"), "--format", "json", "-o", "out.json"),
    "pack": ("pack", str(ROOT / "examples/brawl-2013/season.toml"), "-o", "out.pdf"),
    "playtest": ("playtest", WINDS, "--games", "80", "--jobs", "2"),
}
"""Calls of some seconds each."""

ENDS = {signal.SIGINT: (130, b"dungeon-designer: interrupted"), signal.SIGTERM: (143, b"")}


@soak
def test_ended_at_any_moment_it_says_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl+C, once or twice, or SIGTERM at a random moment: the status shells expect, no traceback, nothing left.

    A folder that was filled keeps the list of its files' checksums.
    """
    dice = Random(5)  # noqa: S311
    for number in range(count(6, 500)):
        call = dice.choice(list(STRUCK_CALLS.values()))
        sent = signal.SIGTERM if number % 4 == 3 else signal.SIGINT
        folder = tmp_path / str(number)
        folder.mkdir()
        with start_python(folder, "-c", STRUCK, *call) as process:
            for _ in range(dice.choice((1, 1, 2))):
                time.sleep(dice.random() ** 2 * count(2, 6))
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, sent) if sent == signal.SIGINT else process.send_signal(sent)
            _, said = process.communicate(timeout=60)
            assert has_ended(process.pid, within=3.0), call
        lines = [line for line in said.splitlines() if b" were found" not in line and b"no legal" not in line]
        ended = process.returncode, b"".join(lines).strip()
        assert ended in ((0, b""), (1, b""), ENDS[sent], (-sent, b"")), (number, call)
        assert {path.name for path in folder.rglob(".*")} <= {LIST_NAME}, (number, call)


def test_ctrl_c_before_the_program_listens_shows_no_traceback() -> None:
    """Ctrl+C during the first imports ends the program without a word."""
    code = "import dungeon_designer.__main__, signal, time; print('begun', flush=True); time.sleep(9)"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate() == (b"", b"")


DROPPED = """\
import signal, time
from dungeon_designer.cli import main
from dungeon_designer.__main__ import main as begin
class Cleared:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
def run():
    try:
        {way}
    except ImportError:
        pass
    time.sleep(60)
main.run_program = run
begin()
"""

LOADED = """\
import signal
try:
    signal.raise_signal(signal.SIGINT)
except BaseException:
    raise ImportError from None
"""
"""A library that takes whatever is raised while it is imported for another that is missing."""


@pytest.mark.parametrize("way", ["Cleared()", "import loaded"], ids=["cleared up", "imported"])
def test_ctrl_c_that_python_or_a_library_drops_is_not_lost(way: str, tmp_path: Path) -> None:
    """While something is cleared up, or a library is imported: the program ends all the same, with its one line."""
    (tmp_path / "loaded.py").write_text(LOADED)
    call = [sys.executable, "-c", DROPPED.format(way=way)]
    path = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run(call, cwd=ROOT, env=path, capture_output=True, timeout=50, check=False)
    assert (done.returncode, done.stderr.strip()) == (130, b"dungeon-designer: interrupted")


WINDOW = """\
import sys, time
class Slow:
    def plan_output(self):
        open("busy", "w").close()
        time.sleep(60)
if __name__ == "__main__":
    from PySide6.QtCore import QCoreApplication
    from dungeon_designer.editor.background_worker import BackgroundProcess
    from dungeon_designer.editor.output_worker import OutputRequest, OutputWorker
    app = QCoreApplication([])
    worker = BackgroundProcess(OutputWorker(), "output worker")
    worker.submit_request(OutputRequest(Slow(), 1, 0, (100, 100)))
    print("begun", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_editor_that_was_killed_leaves_no_worker_of_its_own(tmp_path: Path, number: signal.Signals) -> None:
    """The process that makes pages ends with the window it works for, also in the middle of a job."""
    script = tmp_path / "window.py"
    script.write_text(WINDOW)
    with start_python(tmp_path, str(script)) as process:
        wait_until_busy(tmp_path)
        assert len(group(process.pid)) > 1
        process.send_signal(number)
        process.wait(10)
        assert has_ended(process.pid, within=3.0)
        assert b"Traceback" not in process.communicate()[1]


PAINTER = """\
import sys, time
from dungeon_designer.exports import rasterising
if __name__ == "__main__":
    slowly = "rasterising.paint_here = lambda *_: (open('busy', 'w').close(), time.sleep(60)); rasterising.run_child()"
    rasterising._CHILD_CODE = "import time; from dungeon_designer.exports import rasterising; " + slowly
    print("begun", flush=True)
    rasterising._paint_in_child([rasterising.Strip("<svg/>", 9000)], 9000, 9000)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a painter ends when its picture is painted")
def test_a_painter_ends_with_whom_it_paints_for(tmp_path: Path) -> None:
    """A large picture's process does not go on painting for a program that was killed."""
    script = tmp_path / "painting.py"
    script.write_text(PAINTER)
    with start_python(tmp_path, str(script)) as process:
        wait_until_busy(tmp_path)
        assert len(group(process.pid)) > 1
        process.kill()
        process.wait(10)
        assert has_ended(process.pid, within=3.0)

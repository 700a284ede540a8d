"""Measure the editor: repainting a drag, the verdict after an edit, the start, and memory after many edits.

The window is offscreen; times are medians in milliseconds. The start is compared with an empty window in the same run.
Four hundred rooms and changes to the floor are measured in processor time, drags in the processor time of the window's
thread. Garbage is collected as rarely as in the program itself.
"""

from __future__ import annotations

import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path

from benchmarks.amounts import choose_amount, choose_cases
from dungeon_designer.__main__ import GC_THRESHOLDS

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

DRAG_STEPS = choose_amount(30, 2)
"""How many steps of a drag are measured."""
MEMORY_EDITS = choose_amount(1000, 2)
"""How many edits are made while the memory is measured."""
ROOMS_PER_SIDE = choose_amount(20, 4)
"""How many rooms stand side by side in the dungeon of many rooms; it has as many rows of them."""

EMPTY_WINDOW_CODE = (
    "from PySide6.QtWidgets import *; a = QApplication([]); w = QMainWindow(); w.show(); a.processEvents()"
)
"""The program of a process that opens an empty window."""
EDITOR_CODE = (
    "import tempfile; from pathlib import Path; from PySide6.QtCore import QSettings;"
    "from PySide6.QtWidgets import QApplication; a = QApplication([]);"
    "from dungeon_designer.editor.main_window import MainWindow;"
    "from dungeon_designer.editor.recovery import RecoveryFile;"
    "f = Path(tempfile.mkdtemp()); s = QSettings(str(f / 's.ini'), QSettings.Format.IniFormat);"
    "w = MainWindow(s, RecoveryFile(f), dark=False); w.show(); a.processEvents(); w.rules.close()"
)
"""The program of a process that opens the editor's window."""


def main() -> None:
    """Open the editor's window and print a line for each measurement: edits, repaints, tools, memory, start."""
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from dungeon_designer.editor.main_window import MainWindow
    from dungeon_designer.editor.recovery import RecoveryFile

    gc.set_threshold(*GC_THRESHOLDS)
    app = QApplication.instance() or QApplication([])
    folder = Path(tempfile.mkdtemp())
    settings = QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, RecoveryFile(folder / "r"), dark=False)
    window.show()
    cases = (("300 squares", read_small_dungeon), ("10,000 squares", build_large_dungeon))
    for name, create_layout in choose_cases(cases):
        window.workspace.open_layout(create_layout(), None)
        wait_for_badges(app, window)
        edit_ms, paint_ms = measure_drags(app, window, DRAG_STEPS)
        print(
            f"{name}: edit and redraw {edit_ms:.1f} ms, repaint {paint_ms:.1f} ms, "
            f"verdict {measure_verdict(app, window, choose_amount(7, 1)):.0f} ms"
        )
        drag_ms, reach_ms, passes_ms = (measure_tool_moves(window, key, choose_amount(60, 2)) for key in "123")
        print(
            f"{name}: a move of the measure, repainted: {drag_ms:.1f} ms; reach "
            f"{reach_ms:.1f} ms, passes {passes_ms:.1f} ms"
        )
    measure_many_rooms(app, window)
    window.workspace.open_layout(read_small_dungeon(), None)
    edit_ms, paint_ms = measure_floor_edits(app, window, choose_amount(15, 1))
    print(f"300 squares: a room laid beside them, edit {edit_ms:.1f} ms, repaint {paint_ms:.1f} ms")
    measure_proposals(app, window)
    memory_before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i in range(MEMORY_EDITS):
        move_chest(window, i)
    memory_after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"memory: {memory_after / 1024:.0f} MB at most, {(memory_after - memory_before) / 1024:.1f} "
        f"MB of it for {MEMORY_EDITS:,} edits"
    )
    window.rules.close()
    window.workspace.document.answers.drop()
    empty_seconds, editor_seconds = measure_start(EMPTY_WINDOW_CODE), measure_start(EDITOR_CODE)
    print(
        f"start: {editor_seconds:.2f} s; an empty window {empty_seconds:.2f} s; 1.5 times "
        f"that and 0.7 s are {1.5 * empty_seconds + 0.7:.2f} s"
    )


@lru_cache(maxsize=1)
def read_small_dungeon():
    """Return the example dungeon of about 280 squares."""
    from dungeon_designer.layout.dungeon_files import read_dungeon_file

    return read_dungeon_file("examples/naf-2019/the-four-winds.dungeon.yaml")


def build_large_dungeon():
    """Return a dungeon of about 10,000 squares: rooms of 9 x 9 with passages."""
    from dungeon_designer.layout.model import Layout, Section, SectionKind, Team, normalise_layout

    rooms = [
        Section(id=f"r{x}-{y}", at=(10 * x, 10 * y), rows=("." * (10 if x < 9 else 9),) * 9 + ("...",) * (y < 10))
        for x in range(10)
        for y in range(11)
    ]
    zones = (
        Section(id="home", kind=SectionKind.END_ZONE, side=Team.HOME, at=(100, 0), rows=("..",) * 3),
        Section(id="away", kind=SectionKind.END_ZONE, side=Team.AWAY, at=(100, 100), rows=("..",) * 3),
    )
    chests = (*((20 * i + 4, 34) for i in range(5)), (4, 74))
    return normalise_layout(Layout(name="Large", ruleset="naf-2019", sections=(*rooms, *zones), chests=chests))


def build_many_rooms(rooms_per_side: int):
    """Return a square dungeon of rooms of 9 x 9 with passages, with six chests and six portals."""
    from dungeon_designer.layout.model import Layout, Portal, Section, normalise_layout

    last = rooms_per_side - 1
    rooms = [
        Section(id=f"r{x}-{y}", at=(10 * x, 10 * y), rows=("." * (10 if x < last else 9),) * 9 + ("...",) * (y < last))
        for x in range(rooms_per_side)
        for y in range(rooms_per_side)
    ]
    distance = 10 * rooms_per_side // 6 // 10 * 10
    chests = tuple((distance * i + 4, 34) for i in range(6))
    portals = tuple(Portal(number=i + 1, at=(distance * i + 4, 10 * last - 36)) for i in range(6))
    return normalise_layout(
        Layout(name="Many rooms", ruleset="naf-2019", sections=tuple(rooms), chests=chests, portals=portals)
    )


def move_chest(window, i: int) -> None:
    """Move the first chest of the open dungeon by one square, to and fro: one step of a drag.

    Args:
        window: the editor's window.
        i: the number of the step; the chest is one square to the right in odd steps.
    """
    from msgspec.structs import replace

    x, y = read_small_dungeon().chests[0] if len(window.workspace.board) < 1000 else (4, 34)
    other_chests = tuple(chest for chest in window.workspace.layout.chests if chest[1] != y or abs(chest[0] - x) > 1)
    window.workspace.edit_layout("Move", replace(window.workspace.layout, chests=(*other_chests, (x + i % 2, y))))


def measure_drags(app, window, times: int, clock=time.perf_counter) -> tuple[float, float]:
    """Return the median milliseconds of an edit and of the repaint after it, while a chest is dragged.

    Args:
        app: the Qt application.
        window: the editor's window.
        times: the number of steps.
        clock: the function that returns the time in seconds.
    """
    edits, paints = [], []
    for i in range(times):
        start = clock()
        move_chest(window, i)
        middle = clock()
        window.canvas.repaint()
        edits.append(middle - start)
        paints.append(clock() - middle)
    wait_for_badges(app, window)
    return statistics.median(edits) * 1000, statistics.median(paints) * 1000


def measure_floor_edits(app, window, times: int) -> tuple[float, float]:
    """Return the median milliseconds of an edit of the floor and of the repaint after it, in the window's thread."""
    from msgspec.structs import replace

    from dungeon_designer.layout.model import Section

    edits, paints, layout = [], [], window.workspace.layout
    for i in range(times):
        room = Section(id="new", at=(30 + i % 3, i + 1), rows=("..",))
        start = time.thread_time()
        window.workspace.edit_layout("Room", replace(layout, sections=(*layout.sections, room)))
        middle = time.thread_time()
        window.canvas.repaint()
        edits.append(middle - start)
        paints.append(time.thread_time() - middle)
    wait_for_badges(app, window)
    return statistics.median(edits) * 1000, statistics.median(paints) * 1000


def measure_many_rooms(app, window) -> None:
    """Open a dungeon of many rooms in the editor, drag a room in its middle, and print how long both take.

    The first time lasts until the verdict on the dungeon is shown.
    """
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    verdict_times: list[float] = []
    link = window.rules.verdict_changed.connect(lambda: verdict_times.append(time.process_time()))
    start = time.process_time()
    window.workspace.open_layout(build_many_rooms(ROOMS_PER_SIDE), None)
    window.canvas.repaint()
    while not verdict_times:
        app.processEvents()
    window.rules.verdict_changed.disconnect(link)
    wait_for_badges(app, window)
    canvas, steps, edits, paints = window.canvas, choose_amount(15, 2), [], []
    pixel_x, pixel_y = canvas.view.find_pixel(*[10 * (ROOMS_PER_SIDE // 2) + 5.5] * 2)
    pixel, scale = QPoint(round(pixel_x), round(pixel_y)), canvas.view.scale
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=pixel)
    for i in range(1, steps + 1):
        edit_start = time.thread_time()
        QTest.mouseMove(canvas, pixel + QPoint(0, scale * i))
        middle = time.thread_time()
        canvas.repaint()
        edits.append(middle - edit_start)
        paints.append(time.thread_time() - middle)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=pixel + QPoint(0, scale * steps))
    print(
        f"{ROOMS_PER_SIDE**2} rooms: opened and judged in {(verdict_times[0] - start) * 1000:.0f} ms; a drag's edit "
        f"{statistics.median(edits) * 1000:.0f} ms, repaint {statistics.median(paints) * 1000:.1f} ms, "
        f"at worst {max(paints) * 1000:.1f} ms"
    )
    wait_for_badges(app, window)


def measure_proposals(app, window) -> None:
    """Print the time from asking for variations to the first one, and the time of a drag before and during a search."""
    from dungeon_designer.editor.proposal_worker import ProposalKind

    wait_for_badges(app, window)
    quiet_times = measure_drags(app, window, DRAG_STEPS, time.thread_time)
    window.docks["proposals"].raise_()
    app.processEvents()
    waits = []
    for i in range(choose_amount(9, 1)):
        move_chest(window, i)
        answer_count, start = len(window.proposals.answers), time.perf_counter()
        window.proposals.propose(ProposalKind.VARY)
        while len(window.proposals.answers) == answer_count and time.perf_counter() - start < 60:
            app.processEvents()
            time.sleep(0.002)
        waits.append(time.perf_counter() - start)
    warm_waits = waits[2:] or waits
    busy_times = measure_drags(app, window, DRAG_STEPS, time.thread_time)
    print(
        f"variations: the first {statistics.median(warm_waits):.2f} s after asking, at worst {max(warm_waits):.2f} s; "
        f"a drag's edit and repaint during a search {sum(busy_times):.1f} ms in the window's thread,"
        f" before it {sum(quiet_times):.1f} ms"
    )
    window.docks["problems"].raise_()


def measure_tool_moves(window, key: str, times: int) -> float:
    """Return the median milliseconds of one move of the measuring tool with its repaint, all over the board.

    Args:
        window: the editor's window.
        key: the digit key that selects what is measured.
        times: the number of moves.
    """
    from PySide6.QtCore import Qt

    from dungeon_designer.editor.tools.tool import Pointer

    window.select_tool("measure")
    tool, squares = window.canvas.tool, window.workspace.board.squares
    tool.handle_key(Qt.Key(ord(key)), None)
    tool.handle_press(Pointer(squares[0], 0.0, 0.0))
    window.canvas.repaint()
    durations = []
    for i in range(1, times + 1):
        start = time.perf_counter()
        tool.handle_drag(Pointer(squares[i * 1009 % len(squares)], 0.0, 0.0))
        window.canvas.repaint()
        durations.append(time.perf_counter() - start)
    window.select_tool("select")
    return statistics.median(durations) * 1000


def measure_verdict(app, window, times: int) -> float:
    """Return the median milliseconds from an edit to the verdict of the chosen ruleset in the window."""
    durations = []
    for i in range(times):
        verdict_times: list[float] = []
        link = window.rules.verdict_changed.connect(
            lambda verdict_times=verdict_times: verdict_times.append(time.perf_counter())
        )
        start = time.perf_counter()
        move_chest(window, i)
        while not verdict_times:
            app.processEvents()
        window.rules.verdict_changed.disconnect(link)
        durations.append(verdict_times[0] - start)
        wait_for_badges(app, window)
    return statistics.median(durations) * 1000


def wait_for_badges(app, window) -> None:
    """Process events until the verdict on every badge is current, for at most 60 seconds."""
    end = time.time() + 60
    while time.time() < end and any(badge.text().endswith("…") for badge in window.badges.entries.values()):
        app.processEvents()
        time.sleep(0.002)


def measure_start(program: str) -> float:
    """Return the shortest of three run times of a program, in seconds."""
    durations = []
    for _ in range(choose_amount(3, 1)):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
        durations.append(time.perf_counter() - start)
    return min(durations)


if __name__ == "__main__":
    main()

"""The editor: repainting a drag, the verdict after an edit, the start of the window, memory after many edits.

Offscreen, medians, in milliseconds; the start is compared with an empty window in the same run. Four hundred rooms
and changes to the floor are measured in processor time, drags in that of the window's thread; objects are tidied up
as seldom as in the program itself.
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

from dungeon_designer.__main__ import THRESHOLDS

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

EMPTY = "from PySide6.QtWidgets import *; a = QApplication([]); w = QMainWindow(); w.show(); a.processEvents()"
WHOLE = (
    "import tempfile; from pathlib import Path; from PySide6.QtCore import QSettings;"
    "from PySide6.QtWidgets import QApplication; a = QApplication([]);"
    "from dungeon_designer.editor.main_window import MainWindow; from dungeon_designer.editor.recovery import Recovery;"
    "f = Path(tempfile.mkdtemp()); s = QSettings(str(f / 's.ini'), QSettings.Format.IniFormat);"
    "w = MainWindow(s, Recovery(f), dark=False); w.show(); a.processEvents(); w.rules.close()"
)


def main() -> None:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from dungeon_designer.editor.main_window import MainWindow
    from dungeon_designer.editor.recovery import Recovery

    gc.set_threshold(*THRESHOLDS)
    app = QApplication.instance() or QApplication([])
    folder = Path(tempfile.mkdtemp())
    settings = QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, Recovery(folder / "r"), dark=False)
    window.show()
    for name, layout in (("300 squares", small()), ("10,000 squares", large())):
        window.workspace.open(layout, None)
        finish(app, window)
        edit, paint = drags(app, window, 30)
        print(
            f"{name}: edit and redraw {edit:.1f} ms, repaint {paint:.1f} ms, verdict {verdict(app, window, 7):.0f} ms"
        )
        between, reach, passes = (measured(window, key, 60) for key in "123")
        print(
            f"{name}: a move of the measure, repainted: {between:.1f} ms; reach {reach:.1f} ms, passes {passes:.1f} ms"
        )
    rooms(app, window)
    window.workspace.open(small(), None)
    edit, paint = floors(app, window, 15)
    print(f"300 squares: a room laid beside them, edit {edit:.1f} ms, repaint {paint:.1f} ms")
    suggestions(app, window)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for i in range(1000):
        step(window, i)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"memory: {after / 1024:.0f} MB at most, {(after - before) / 1024:.1f} MB of it for 1,000 edits")
    window.rules.close()
    window.suggestions.worker.close()
    empty, whole = started(EMPTY), started(WHOLE)
    print(
        f"start: {whole:.2f} s; an empty window {empty:.2f} s; 1.5 times that and 0.7 s are {1.5 * empty + 0.7:.2f} s"
    )


@lru_cache(maxsize=1)
def small():
    """The example of about 280 squares."""
    from dungeon_designer.layout.files import read_file

    return read_file("examples/naf-2019/the-four-winds.dungeon.yaml")


def large():
    """Rooms of 9 x 9 with passages, about 10,000 squares."""
    from dungeon_designer.layout.model import Layout, Section, SectionKind, Team, normalised

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
    return normalised(Layout(name="Large", ruleset="naf-2019", sections=(*rooms, *zones), chests=chests))


def four_hundred():
    """Rooms of 9 x 9 with passages, on 200 x 200 squares, with six chests and six portals."""
    from dungeon_designer.layout.model import Layout, Portal, Section, normalised

    rooms = [
        Section(id=f"r{x}-{y}", at=(10 * x, 10 * y), rows=("." * (10 if x < 19 else 9),) * 9 + ("...",) * (y < 19))
        for x in range(20)
        for y in range(20)
    ]
    chests = tuple((30 * i + 4, 34) for i in range(6))
    portals = tuple(Portal(number=i + 1, at=(30 * i + 4, 154)) for i in range(6))
    return normalised(
        Layout(name="400 rooms", ruleset="naf-2019", sections=tuple(rooms), chests=chests, portals=portals)
    )


def step(window, i: int) -> None:
    """One step of a drag: the first chest goes to and fro."""
    from msgspec.structs import replace

    x, y = small().chests[0] if len(window.workspace.board) < 1000 else (4, 34)
    rest = tuple(chest for chest in window.workspace.layout.chests if chest[1] != y or abs(chest[0] - x) > 1)
    window.workspace.edit("Move", replace(window.workspace.layout, chests=(*rest, (x + i % 2, y))))


def drags(app, window, times: int, clock=time.perf_counter) -> tuple[float, float]:
    """Milliseconds an edit takes with what is drawn anew, and those the repaint takes."""
    edits, paints = [], []
    for i in range(times):
        start = clock()
        step(window, i)
        middle = clock()
        window.canvas.repaint()
        edits.append(middle - start)
        paints.append(clock() - middle)
    finish(app, window)
    return statistics.median(edits) * 1000, statistics.median(paints) * 1000


def floors(app, window, times: int) -> tuple[float, float]:
    """Milliseconds of the window's thread that an edit of the floor takes, and its repaint."""
    from msgspec.structs import replace

    from dungeon_designer.layout.model import Section

    edits, paints, whole = [], [], window.workspace.layout
    for i in range(times):
        room = Section(id="new", at=(30 + i % 3, i + 1), rows=("..",))
        start = time.thread_time()
        window.workspace.edit("Room", replace(whole, sections=(*whole.sections, room)))
        middle = time.thread_time()
        window.canvas.repaint()
        edits.append(middle - start)
        paints.append(time.thread_time() - middle)
    finish(app, window)
    return statistics.median(edits) * 1000, statistics.median(paints) * 1000


def rooms(app, window) -> None:
    """400 rooms on 200 x 200 squares: from opening to the verdict, and one of them dragged by the mouse."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    heard: list[float] = []
    link = window.rules.verdict_changed.connect(lambda: heard.append(time.process_time()))
    start = time.process_time()
    window.workspace.open(four_hundred(), None)
    window.canvas.repaint()
    while not heard:
        app.processEvents()
    window.rules.verdict_changed.disconnect(link)
    finish(app, window)
    canvas, edits, paints = window.canvas, [], []
    across, down = canvas.view.pixel_of(105.5, 105.5)
    at, scale = QPoint(round(across), round(down)), canvas.view.scale
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at)
    for i in range(1, 16):
        before = time.thread_time()
        QTest.mouseMove(canvas, at + QPoint(0, scale * i))
        middle = time.thread_time()
        canvas.repaint()
        edits.append(middle - before)
        paints.append(time.thread_time() - middle)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at + QPoint(0, scale * 15))
    print(
        f"400 rooms: opened and judged in {(heard[0] - start) * 1000:.0f} ms; a drag's edit "
        f"{statistics.median(edits) * 1000:.0f} ms, repaint {statistics.median(paints) * 1000:.1f} ms, "
        f"at worst {max(paints) * 1000:.1f} ms"
    )
    finish(app, window)


def suggestions(app, window) -> None:
    """The first suggestion after an edit, and a drag with the dock in front beside one without."""
    finish(app, window)
    alone = drags(app, window, 30, time.thread_time)
    window.docks["suggestions"].raise_()
    app.processEvents()
    waits = []
    for i in range(9):
        step(window, i)
        start = time.perf_counter()
        while not window.suggestions.variations and time.perf_counter() - start < 60:
            app.processEvents()
            time.sleep(0.002)
        waits.append(time.perf_counter() - start)
    beside = drags(app, window, 30, time.thread_time)
    print(
        f"suggestions: the first {statistics.median(waits[2:]):.2f} s after an edit, at worst {max(waits[2:]):.2f} s; "
        f"a drag's edit and repaint beside them {sum(beside):.1f} ms in the window's thread,"
        f" without {sum(alone):.1f} ms"
    )
    window.docks["problems"].raise_()


def measured(window, key: str, times: int) -> float:
    """Milliseconds one move of the measuring drag takes with its repaint, all over the board."""
    from PySide6.QtCore import Qt

    from dungeon_designer.editor.tools.tool import Pointer

    window.take("measure")
    tool, squares = window.canvas.tool, window.workspace.board.squares
    tool.key(Qt.Key(ord(key)), None)
    tool.start(Pointer(squares[0], 0.0, 0.0))
    window.canvas.repaint()
    took = []
    for i in range(1, times + 1):
        start = time.perf_counter()
        tool.move(Pointer(squares[i * 1009 % len(squares)], 0.0, 0.0))
        window.canvas.repaint()
        took.append(time.perf_counter() - start)
    window.take("select")
    return statistics.median(took) * 1000


def verdict(app, window, times: int) -> float:
    """Milliseconds from an edit to the chosen ruleset's verdict in the window."""
    found = []
    for i in range(times):
        heard: list[float] = []
        link = window.rules.verdict_changed.connect(lambda heard=heard: heard.append(time.perf_counter()))
        start = time.perf_counter()
        step(window, i)
        while not heard:
            app.processEvents()
        window.rules.verdict_changed.disconnect(link)
        found.append(heard[0] - start)
        finish(app, window)
    return statistics.median(found) * 1000


def finish(app, window) -> None:
    """Wait until every badge is current."""
    end = time.time() + 60
    while time.time() < end and any(b.text().endswith("…") for b in window.badges.buttons.values()):
        app.processEvents()
        time.sleep(0.002)


def started(program: str) -> float:
    """Seconds a program takes, the best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()

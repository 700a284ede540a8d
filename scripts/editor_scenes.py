"""The states of the editor that the manual shows: each scene opens a window or a dialog and brings it into its state.

A scene is a generator. It yields the widget when all panels are there: then their names, texts and places are recorded.
What follows fills a panel with results that take long, such as proposals, and is left out when a test compares.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import msgspec
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.layout_edits.objects import list_objects
from dungeon_designer.set_up.order import build_set_up_order
from dungeon_designer.set_up.session import start_set_up

PROJECT_ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = PROJECT_ROOT / "examples"
TILED_DUNGEON = EXAMPLES / "gw-2021" / "the-burning-horseshoe.dungeon.yaml"
DRAWN_DUNGEON = EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml"

WINDOW_SIZE = (1360, 860)
"""The size of the window in pictures."""
MAX_WAIT_MS = 60_000
"""Milliseconds to wait for a condition, such as the end of an analysis."""
MAX_SEARCH_MS = 400_000
"""Milliseconds to wait for proposals."""


class Stage:
    """Opens windows and dialogs with settings of their own, and closes them at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self.windows: list[MainWindow] = []
        self.dialogs: list[QWidget] = []

    def open_window(self, file: Path, dark: bool = False, size: tuple[int, int] = WINDOW_SIZE) -> MainWindow:
        """Return a new window that shows the whole of a dungeon, with all verdicts."""
        window = MainWindow(self.settings, RecoveryFile(self._folder / str(len(self.windows))), dark=dark)
        self.windows.append(window)
        window.resize(*size)
        window.show()
        window.filing.open_copy(file)
        fit_dungeon(window)
        wait_for_results(window)
        return window

    def open_dialog(self, dialog: QWidget) -> None:
        """Show a dialog in its own size, although the screen of the pictures is smaller."""
        self.dialogs.append(dialog)
        size = dialog.size()
        has_own_size = dialog.testAttribute(Qt.WidgetAttribute.WA_Resized)
        dialog.show()
        if has_own_size:
            dialog.resize(size)
        QTest.qWait(300)

    def close(self) -> None:
        """Close all windows without any question."""
        for dialog in self.dialogs:
            dialog.close()
            dialog.deleteLater()
        for window in self.windows:
            window.workspace.document.mark_saved()
            window.set_up_mode.end_set_up()
            window.close()
            window.rules.close()
            window.deleteLater()
        QTest.qWait(0)


@contextmanager
def opened_stage() -> Iterator[Stage]:
    """Provide a stage in a temporary folder. Other windows are hidden meanwhile, since one could take the pointer."""
    other_windows = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    for widget in other_windows:
        widget.hide()
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        try:
            yield stage
        finally:
            stage.close()
            for widget in other_windows:
                widget.show()


def fit_dungeon(window: MainWindow) -> None:
    """Scroll and scale the map so that the whole dungeon is visible, after the docks have found their places."""
    QTest.qWait(500)
    window.canvas.fit()
    QTest.qWait(200)


def wait_for_results(window: MainWindow) -> None:
    """Wait until the editor has finished its checks and its analysis, which show "…" until then, and has painted."""
    QTest.qWait(500)
    wait_until(lambda: not any(button.text().endswith("…") for button in window.badges.entries.values()))
    wait_until(lambda: not window.analysis.is_seen or not window.analysis.state_label.text().endswith("…"))
    QTest.qWait(500)


def wait_until(condition: Callable[[], bool], max_wait_ms: int = MAX_WAIT_MS) -> None:
    """Process events until a condition is true.

    Raises:
        TimeoutError: the maximal waiting time is over: the picture would not show what it is to show.
    """
    for _ in range(max_wait_ms // 20):
        if condition():
            return
        QTest.qWait(1)
        time.sleep(0.019)  # unlike qWait, this lets the editor's other threads run
    raise TimeoutError(f"no result within {max_wait_ms // 1000} seconds")


def move_pointer(window: MainWindow, square: Square) -> QPoint:
    """Move the mouse pointer to the centre of a square, and return that position in pixels of the map."""
    pixel_x, pixel_y = window.canvas.view.find_pixel(square[0] + 0.5, square[1] + 0.5)
    pixel = QPoint(round(pixel_x), round(pixel_y))
    QTest.mouseMove(window.canvas, pixel + QPoint(1, 1))
    QTest.mouseMove(window.canvas, pixel)
    return pixel


def build_illegal_layout(layout: Layout) -> Layout:
    """Return the tiled dungeon with a chest moved to a tile that has one already, which is a problem."""
    return msgspec.structs.replace(layout, chests=((3, 10), *layout.chests[1:]))


Scene = Callable[[Stage], Generator[QWidget, None, None]]
"""A generator function that yields the widget of a picture, and then completes it."""


def show_first_window(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the window as it is at first, with a room selected and two chests on one tile, which is a problem."""
    window = stage.open_window(TILED_DUNGEON)
    window.workspace.edit_layout("Move a chest", build_illegal_layout(window.workspace.layout))
    kitchen = [each for each in list_objects(window.workspace.layout) if each.field == "sections"][7:8]
    window.workspace.select_objects(kitchen)
    wait_for_results(window)
    move_pointer(window, (1, 16))
    QTest.qWait(300)
    yield window


def show_chest_tool(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the editor while a chest is about to be placed, beside the page of the rule `chest-spacing`.

    Two chests are deleted first, because otherwise no square would be highlighted as a site for another chest.
    """
    window = stage.open_window(TILED_DUNGEON)
    chests = [each for each in list_objects(window.workspace.layout) if each.field == "chests"]
    window.workspace.select_objects(chests[-2:])
    window.editing.delete_selection()
    window.rules.choose_ruleset("naf-2019")
    window.show_rule("chest-spacing")
    window.select_tool("chest")
    wait_for_results(window)
    window.docks["rule-book"].raise_()
    move_pointer(window, (7, 2))
    wait_for_results(window)
    yield window


def show_reach(stage: Stage) -> Generator[QWidget, None, None]:
    """Click with the measuring tool, so that the window shows which squares can be reached from a square."""
    window = stage.open_window(TILED_DUNGEON, dark=True)
    window.select_tool("measure")
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, shift, move_pointer(window, (6, 8)))
    wait_for_results(window)
    yield window


def show_analysis(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the dock of the analysis in the editor's window, and over the map which team controls which squares."""
    window = stage.open_window(DRAWN_DUNGEON)
    window.show_panel("card")
    window.card.figures_heading.setChecked(True)
    window.resizeDocks([window.docks["card"]], [420], Qt.Orientation.Horizontal)
    fit_dungeon(window)
    wait_for_results(window)
    window.analysis.map_figure_box.setCurrentIndex(window.analysis.map_figure_box.findData("control"))
    wait_for_results(window)
    yield window


def show_proposals(stage: Stage) -> Generator[QWidget, None, None]:
    """Show at least eight variations of the dungeon, with the pointer over the second one."""
    window = stage.open_window(DRAWN_DUNGEON)
    window.docks["proposals"].show()
    window.docks["proposals"].raise_()
    window.resizeDocks([window.docks["proposals"]], [290], Qt.Orientation.Vertical)
    fit_dungeon(window)
    wait_for_results(window)
    yield window
    window.proposals.propose(ProposalKind.VARY)
    answer_list = window.proposals.picture_list
    wait_until(lambda: len(window.proposals.answers) >= 8, MAX_SEARCH_MS)
    QTest.mouseMove(answer_list.viewport(), answer_list.visualItemRect(answer_list.item(1)).center())
    QTest.qWait(200)


def show_set_up(stage: Stage) -> Generator[QWidget, None, None]:
    """Show the editor at the start of a set-up, in which the home team begins, with the dock of tiles in front."""
    window = stage.open_window(TILED_DUNGEON)
    order = build_set_up_order(window.workspace.ruleset)
    window.start_set_up(start_set_up(window.workspace.layout, window.workspace.ruleset, Team.HOME, order.stages))
    window.docks["tiles"].raise_()
    move_pointer(window, (2, 16))
    wait_for_results(window)
    yield window

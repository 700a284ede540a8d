"""Make the manual's pictures: docs/pictures/editor*.png of the real editor window, the others of maps."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.editor.dialogs.printing import PrintDialog
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.proposal_worker import ProposalKind
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.exports.png import paint_png
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.layout_edits.objects import list_objects
from dungeon_designer.set_up.order import build_set_up_order
from dungeon_designer.set_up.session import start_set_up

PROJECT_ROOT = Path(__file__).parents[1]
TILED_DUNGEON = PROJECT_ROOT / "examples/gw-2021/the-burning-horseshoe.dungeon.yaml"
DRAWN_DUNGEON = PROJECT_ROOT / "examples/naf-2019/the-four-winds.dungeon.yaml"
MAP_PICTURES = {
    "the-hungry-ladder": (
        "gw-2021/the-hungry-ladder.dungeon.yaml", DrawingOptions(theme="parchment", cartouche=True, legend=True)
    ),
    "dukes-of-hashut": ("brawl-2013/dukes-of-hashut.dungeon.yaml", DrawingOptions(theme="slate", cartouche=True)),
}  # fmt: skip
"""Maps that are 1400 pixels wide: the picture's name, the dungeon file, and how the map is drawn."""

MAX_WAIT_MS = 30_000
"""Milliseconds to wait for a condition, such as the end of an analysis, before the picture is taken anyway."""


def main() -> None:
    """Make all pictures of the manual: of the editor's window, of its print dialog, and of maps."""
    app = QApplication.instance() or QApplication([])
    load_fonts()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        for name, (dark, size, file, prepare) in WINDOW_PICTURES.items():
            window = MainWindow(settings, RecoveryFile(Path(folder) / name), dark=dark)
            window.resize(*size)
            window.show()
            window.filing.open_copy(file)
            _fit_dungeon(window)
            prepare(window)
            _wait_for_results(window)
            _save_widget(window, name)
            window.workspace.document.mark_saved()
            window.set_up_mode.end_set_up()
            window.close()
            settings.clear()
        _save_print_dialog(settings)
    _draw_maps()
    app.processEvents()


def _draw_maps() -> None:
    """Draw each map and save it as a picture in docs/pictures."""
    for name, (file, options) in MAP_PICTURES.items():
        drawing = draw(Dungeon.load(PROJECT_ROOT / "examples" / file).board, options)
        (PROJECT_ROOT / "docs" / "pictures" / f"{name}.png").write_bytes(
            paint_png(drawing, 25.4, 1400 / drawing.size[0])
        )


def _save_widget(widget: QWidget, name: str) -> None:
    """Save a picture of a widget as docs/pictures/NAME.png."""
    widget.grab().save(str(PROJECT_ROOT / "docs" / "pictures" / f"{name}.png"))


def _fit_dungeon(window: MainWindow) -> None:
    """Scroll and scale the map so that the whole dungeon is visible, after the docks have found their places."""
    QTest.qWait(500)
    window.canvas.fit()
    QTest.qWait(200)


def _wait_for_results(window: MainWindow) -> None:
    """Wait until the editor has finished its checks and its analysis, which show "…" until then, and has painted."""
    QTest.qWait(500)
    _wait_until(lambda: not any(button.text().endswith("…") for button in window.badges.entries.values()))
    _wait_until(lambda: not window.analysis.is_seen or not window.analysis.state_label.text().endswith("…"))
    QTest.qWait(500)


def _wait_until(condition: Callable[[], bool]) -> None:
    """Process events until a condition is true, or until the maximal waiting time is over."""
    for _ in range(MAX_WAIT_MS // 100):
        if condition():
            return
        QTest.qWait(100)


def _move_pointer(window: MainWindow, square: Square) -> QPoint:
    """Move the mouse pointer to the centre of a square, and return that position in pixels of the map."""
    pixel_x, pixel_y = window.canvas.view.find_pixel(square[0] + 0.5, square[1] + 0.5)
    pixel = QPoint(round(pixel_x), round(pixel_y))
    QTest.mouseMove(window.canvas, pixel + QPoint(1, 1))
    QTest.mouseMove(window.canvas, pixel)
    return pixel


def _show_chest_tool(window: MainWindow) -> None:
    """Show the editor while a chest is about to be placed, beside the page of the rule `chest-spacing`.

    Two chests are deleted first, because otherwise no square would be highlighted as a site for another chest.
    """
    chests = [
        placed_object for placed_object in list_objects(window.workspace.layout) if placed_object.field == "chests"
    ]
    window.workspace.select_objects(chests[-2:])
    window.editing.delete_selection()
    window.rules.choose_ruleset("naf-2019")
    window.docks["rule-book"].raise_()
    window.show_rule("chest-spacing")
    window.select_tool("chest")
    _wait_for_results(window)
    _move_pointer(window, (7, 2))


def _show_reach(window: MainWindow) -> None:
    """Click with the measuring tool, so that the window shows which squares can be reached from a square."""
    window.select_tool("measure")
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, shift, _move_pointer(window, (6, 8)))


def _show_analysis(window: MainWindow) -> None:
    """Show the dock of the analysis in the editor's window, and over the map which team controls which squares."""
    window.show_panel("card")
    window.card.figures_heading.setChecked(True)
    window.resizeDocks([window.docks["card"]], [420], Qt.Orientation.Horizontal)
    _fit_dungeon(window)
    _wait_for_results(window)
    window.analysis.map_figure_box.setCurrentIndex(window.analysis.map_figure_box.findData("control"))


def _show_proposals(window: MainWindow) -> None:
    """Show at least eight variations of the dungeon, with the pointer over the second one."""
    window.docks["proposals"].show()
    window.docks["proposals"].raise_()
    window.resizeDocks([window.docks["proposals"]], [290], Qt.Orientation.Vertical)
    _fit_dungeon(window)
    _wait_for_results(window)
    window.proposals.propose(ProposalKind.VARY)
    answer_list = window.proposals.picture_list
    _wait_until(lambda: len(window.proposals.answers) >= 8)
    QTest.mouseMove(answer_list.viewport(), answer_list.visualItemRect(answer_list.item(1)).center())
    QTest.qWait(200)


def _show_set_up(window: MainWindow) -> None:
    """Show the editor at the start of a set-up, in which the home team begins, with the dock of tiles in front."""
    order = build_set_up_order(window.workspace.ruleset)
    window.start_set_up(start_set_up(window.workspace.layout, window.workspace.ruleset, Team.HOME, order.stages))
    window.docks["tiles"].raise_()
    _move_pointer(window, (2, 16))


def _save_print_dialog(settings: QSettings) -> None:
    """Save a picture of the print dialog with its finished preview."""
    window = MainWindow(settings, RecoveryFile(Path(tempfile.mkdtemp())), dark=False)
    window.filing.open_copy(TILED_DUNGEON)
    dialog = PrintDialog(window.workspace, None, settings)
    dialog.resize(1000, 720)
    dialog.show()
    QTest.qWait(1000)
    _wait_until(lambda: dialog.worker.is_idle)
    QTest.qWait(500)
    _save_widget(dialog, "editor-print")
    dialog.close()
    window.workspace.document.mark_saved()
    window.close()


WINDOW_PICTURES: dict[str, tuple[bool, tuple[int, int], Path, Callable[[MainWindow], None]]] = {
    "editor": (False, (1360, 860), TILED_DUNGEON, _show_chest_tool),
    "editor-reach": (True, (1360, 860), TILED_DUNGEON, _show_reach),
    "editor-analysis": (False, (1500, 1000), DRAWN_DUNGEON, _show_analysis),
    "editor-suggestions": (False, (1500, 1000), DRAWN_DUNGEON, _show_proposals),
    "editor-set-up": (False, (1360, 860), TILED_DUNGEON, _show_set_up),
}
"""Each picture of the editor window: whether it is dark, its size in pixels, its dungeon, and a function that
prepares the window.
"""


if __name__ == "__main__":
    main()

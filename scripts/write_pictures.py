"""The manual's pictures: of the editor, taken of the real window, docs/editor*.png; of maps, docs/pictures/*.png."""

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
from dungeon_designer.editor.proposals import Way
from dungeon_designer.editor.recovery import Recovery
from dungeon_designer.exports.png import png_of
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.layout_edits.items import items_of
from dungeon_designer.set_up.order import order_of
from dungeon_designer.set_up.session import begun

ROOT = Path(__file__).parents[1]
TILED = ROOT / "examples/gw-2021/the-burning-horseshoe.dungeon.yaml"
DRAWN = ROOT / "examples/naf-2019/the-four-winds.dungeon.yaml"
MAPS = {
    "the-hungry-ladder": (
        "gw-2021/the-hungry-ladder.dungeon.yaml", DrawingOptions(theme="parchment", cartouche=True, legend=True)
    ),
    "dukes-of-hashut": ("brawl-2013/dukes-of-hashut.dungeon.yaml", DrawingOptions(theme="slate", cartouche=True)),
}  # fmt: skip
"""Maps 1400 pixels wide, with what is drawn besides them."""

PATIENCE = 30_000
"""Milliseconds for the rule book and the page that is shown."""


def main() -> None:
    """Take them all."""
    app = QApplication.instance() or QApplication([])
    load_fonts()
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        for name, (dark, size, file, prepare) in WINDOWS.items():
            window = MainWindow(settings, Recovery(Path(folder) / name), dark=dark)
            window.resize(*size)
            window.show()
            window.filing.open_copy(file)
            _fit(window)
            prepare(window)
            _rest(window)
            _save(window, name)
            window.workspace.document.mark_saved()
            window.set_up_mode.end()
            window.close()
            settings.clear()
        _save_printing(settings)
    _save_maps()
    app.processEvents()


def _save_maps() -> None:
    """Maps as they are hung up, a page each."""
    for name, (file, options) in MAPS.items():
        drawing = draw(Dungeon.load(ROOT / "examples" / file).board, options)
        (ROOT / "docs" / "pictures" / f"{name}.png").write_bytes(png_of(drawing, 25.4, 1400 / drawing.size[0]))


def _save(widget: QWidget, name: str) -> None:
    widget.grab().save(str(ROOT / "docs" / f"{name}.png"))


def _fit(window: MainWindow) -> None:
    """The whole dungeon, once the docks have their places."""
    QTest.qWait(500)
    window.canvas.fit()
    QTest.qWait(200)


def _rest(window: MainWindow) -> None:
    """Wait for every badge and figure, and for what is drawn of them."""
    QTest.qWait(500)
    _until(lambda: not any(button.text().endswith("…") for button in window.badges.buttons.values()))
    _until(lambda: not window.docks["analysis"].isVisible() or not window.analysis.state.text().endswith("…"))
    QTest.qWait(500)


def _until(done: Callable[[], bool]) -> None:
    for _ in range(PATIENCE // 100):
        if done():
            return
        QTest.qWait(100)


def _point(window: MainWindow, square: Square) -> QPoint:
    across, down = window.canvas.view.pixel_of(square[0] + 0.5, square[1] + 0.5)
    at = QPoint(round(across), round(down))
    QTest.mouseMove(window.canvas, at + QPoint(1, 1))
    QTest.mouseMove(window.canvas, at)
    return at


def _chest_in_hand(window: MainWindow) -> None:
    """Two chests fewer, or no square were lit for another."""
    chests = [thing for thing in items_of(window.workspace.layout) if thing.field == "chests"]
    window.workspace.select(chests[-2:])
    window.editing.delete()
    window.rules.choose("naf-2019")
    window.docks["rule-book"].raise_()
    window.explain("chest-spacing")
    window.take("chest")
    _rest(window)
    _point(window, (7, 2))


def _reach(window: MainWindow) -> None:
    window.take("measure")
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, shift, _point(window, (6, 8)))


def _analysis(window: MainWindow) -> None:
    window.docks["analysis"].raise_()
    window.resizeDocks([window.docks["analysis"]], [300], Qt.Orientation.Vertical)
    _fit(window)
    _rest(window)
    window.analysis.overlay.setCurrentIndex(window.analysis.overlay.findData("control"))


def _proposals(window: MainWindow) -> None:
    window.docks["proposals"].raise_()
    window.resizeDocks([window.docks["proposals"]], [290], Qt.Orientation.Vertical)
    _fit(window)
    _rest(window)
    shown = window.proposals.list
    window.proposals.propose(Way.VARY)
    _until(lambda: len(window.proposals.answers) >= 8)
    QTest.mouseMove(shown.viewport(), shown.visualItemRect(shown.item(1)).center())
    QTest.qWait(200)


def _set_up(window: MainWindow) -> None:
    order = order_of(window.workspace.ruleset)
    window.begin_set_up(begun(window.workspace.layout, window.workspace.ruleset, Team.HOME, order.stages))
    window.docks["tiles"].raise_()
    _point(window, (2, 16))


def _save_printing(settings: QSettings) -> None:
    window = MainWindow(settings, Recovery(Path(tempfile.mkdtemp())), dark=False)
    window.filing.open_copy(TILED)
    dialog = PrintDialog(window.workspace, None, settings)
    dialog.resize(1000, 720)
    dialog.show()
    QTest.qWait(1000)
    _until(lambda: dialog.worker.idle)
    QTest.qWait(500)
    _save(dialog, "editor-print")
    dialog.close()
    window.workspace.document.mark_saved()
    window.close()


WINDOWS: dict[str, tuple[bool, tuple[int, int], Path, Callable[[MainWindow], None]]] = {
    "editor": (False, (1360, 860), TILED, _chest_in_hand),
    "editor-reach": (True, (1360, 860), TILED, _reach),
    "editor-analysis": (False, (1500, 1000), DRAWN, _analysis),
    "editor-suggestions": (False, (1500, 1000), DRAWN, _proposals),
    "editor-set-up": (False, (1360, 860), TILED, _set_up),
}
"""Each picture: dark or light, how large, of which dungeon, and what is done first."""


if __name__ == "__main__":
    main()

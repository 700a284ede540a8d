"""Builds a dungeon in the real window, with xdotool's pointer and keys. Run by test_real_pointer.py.

The plan is an example dungeon: each tile, door, chest and portal of it is put down by hand, so to speak, in an empty
window; the program is asked for nothing but where a square lies on the screen.
"""

import subprocess
import sys
import time
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.canvas.picture import load_fonts
from dungeon_designer.editor.main_window import MainWindow
from dungeon_designer.editor.recovery import RecoveryFile
from dungeon_designer.grid import find_bounds, list_edges
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout, Side
from dungeon_designer.layout_edits.objects import find_covered_squares

PLAN = sorted(Path(__file__).parents[2].glob("examples/gw-2021/*.dungeon.yaml"))[0]
CLICK = "mousedown", 1, "mouseup", 1
"""xdotool's own `click` rests for a tenth of a second."""


class Player:
    """Moves the pointer and waits for the window to follow."""

    def __init__(self, app, window):
        self.app, self.window, self.canvas = app, window, window.canvas

    def settle(self, seconds=0.01):
        end = time.time() + seconds
        while time.time() < end:
            self.app.processEvents()
            time.sleep(0.002)

    def do(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, timeout=20)
        self.settle()  # what comes late comes before the next all the same

    def pointing(self, x, y):
        """Return the words that point at a square."""
        across, down = self.canvas.view.find_pixel(x, y)
        place = self.canvas.mapToGlobal(QPoint(round(across), round(down)))
        return "mousemove", place.x(), place.y()

    def put(self, x, y, *held):
        """Click while a key may be held, and wait for what that changes."""
        before = self.window.workspace.layout
        down, up = (("keydown", *held), ("keyup", *held)) if held else ((), ())
        self.do(*down, *self.pointing(x, y), *CLICK, *up)
        self.wait(lambda: self.window.workspace.layout is not before, f"something put down at {x}, {y}")

    def press(self, key, what):
        """Presses a key and waits for what follows."""
        self.do("key", key)
        self.wait(what, f"what {key} does")

    def wait(self, what, why):
        end = time.time() + 60
        while not what():
            if time.time() > end:
                raise SystemExit(f"waited in vain: {why}")
            self.settle()


def lay(player, section, library):
    """Rotate and flip one tile in the hand, then place it with a click."""
    player.window.select_tile(library.get(section.tile))
    player.do(*player.pointing(1, 1))
    tool = player.canvas.tool
    if section.flip:
        player.press("f", lambda: tool.flip)
    while tool.turn != section.turn:
        before = tool.turn
        player.press("r", lambda before=before: tool.turn != before)
    (left, top), (width, height) = find_bounds(find_covered_squares(section, library))
    player.put(left + width / 2 + 0.02, top + height / 2 + 0.02, "alt")


def build(player, plan):
    library = player.window.workspace.library
    for section in plan.sections:
        lay(player, section, library)
    player.do("key", "d")
    for door in plan.doors:
        (x, y), side = list_edges(door.at, door.side, door.width)[0]
        if (door.at, door.side) not in {(each.at, each.side) for each in player.window.workspace.layout.doors}:
            player.put(*((x + 0.97, y + 0.5) if side is Side.EAST else (x + 0.5, y + 0.97)))
    player.do("key", "c")
    for x, y in plan.chests:
        player.put(x + 0.5, y + 0.5)
    player.do("key", "t")
    for portal in plan.portals:
        player.put(portal.at[0] + 0.5, portal.at[1] + 0.5)


def run(target, picture):
    app = QApplication([])
    load_fonts()
    folder = target.parent
    window = MainWindow(
        QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat), RecoveryFile(folder / "r"), dark=False
    )
    window.setGeometry(0, 0, 1400, 880)
    window.show()
    plan, player = read_dungeon_file(PLAN), Player(app, window)
    window.filing.start_new(Layout(ruleset="gw-2021"))
    player.settle(1.0)
    (left, top), size = find_bounds(
        s for section in plan.sections for s in find_covered_squares(section, window.workspace.library)
    )
    from dungeon_designer.editor.canvas.viewport import fit_viewport

    window.canvas.show_view(fit_viewport((left, top), size, (window.canvas.width(), window.canvas.height()), 2.5))
    window.activateWindow()
    player.do(*player.pointing(0.5, 0.5), *CLICK)
    build(player, plan)
    player.wait(lambda: not any(button.text().endswith("…") for button in window.badges.entries.values()), "badges")
    told = "; ".join(finding.message for finding in window.workspace.findings)
    player.wait(
        lambda: window.workspace.verdict is not None and window.workspace.verdict.is_legal(), f"a legal verdict: {told}"
    )
    assert window.filing.write_document(target)
    assert window.filing.open_in_place(target)
    from dungeon_designer.editor.dialogs.printing import ExportDialog

    dialog = ExportDialog(window.workspace, window, window.settings)
    dialog.format_box.setCurrentIndex(
        next(i for i in range(dialog.format_box.count()) if "png" in dialog.format_box.itemText(i))
    )
    dialog.make_and_write(picture)
    player.wait(picture.exists, "the picture")
    dialog.close()
    window.rules.close()


if __name__ == "__main__":
    run(Path(sys.argv[1]), Path(sys.argv[2]))

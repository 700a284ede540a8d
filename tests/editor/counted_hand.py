"""A person whose gestures are counted: each click, drag, key and turn of the wheel; moving the pointer is free."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class CountedHand:
    """Works in the real window by pointer and keys alone. `told` are the lines that were said."""

    def __init__(self, hand):
        self._hand = hand
        self.window, self.canvas = hand.window, hand.canvas
        self.gestures, self.told = [], []
        hand.workspace.message_sent.connect(self.told.append)

    @property
    def count(self):
        return len(self.gestures)

    def _did(self, what):
        self.gestures.append(what)
        QApplication.processEvents()

    def key(self, key, held=NONE):
        QTest.keyClick(self.canvas, key, held)
        self._did(f"key {Qt.Key(key).name}")

    def click(self, x, y):
        """On a point of the map, in squares."""
        at = self._hand.pixel(x, y)
        QTest.mouseMove(self.canvas, at + QPoint(1, 1))
        QTest.mouseMove(self.canvas, at)
        QTest.mouseClick(self.canvas, LEFT, NONE, at)
        self._did(f"click ({x}, {y})")

    def drag(self, start, end):
        """From the middle of one square to that of another."""
        self._hand.drag(start, end)
        self._did(f"drag {start} {end}")

    def badge(self, ruleset):
        """Click the count of editions, and an edition in its menu."""
        self._did("editions")
        self.window.badges.entries[ruleset].trigger()
        self._did(f"edition {ruleset}")

    def tab(self, words):
        """Click a dock's tab."""
        for bar in self.window.findChildren(QTabBar):
            for at in range(bar.count()):
                if bar.isVisible() and bar.tabText(at) == words:
                    QTest.mouseClick(bar, LEFT, NONE, bar.tabRect(at).center())
                    self._did(f"tab {words}")
                    return
        raise AssertionError(f"no tab {words}")

    def tile(self, name):
        """Click a tile of the palette; scroll to it first where it is out of sight."""
        view = self.window.tiles.list
        item = next(view.item(at) for at in range(view.count()) if name in view.item(at).text())
        if not view.viewport().rect().contains(view.visualItemRect(item).center()):
            view.scrollToItem(item)
            self._did("wheel over the tiles")
        QTest.mouseClick(view.viewport(), LEFT, NONE, view.visualItemRect(item).center())
        self._did(f"tile {name}")

"""A person whose gestures are counted: each click, drag, key and turn of the wheel; moving the pointer is free."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSpinBox, QTabBar

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

    def _find_tile(self, name):
        """Return a point on a tile of the palette; scroll to it first where it is out of sight."""
        view = self.window.tiles.list
        item = next(view.item(at) for at in range(view.count()) if name in view.item(at).text())
        if not view.viewport().rect().contains(view.visualItemRect(item).center()):
            view.scrollToItem(item)
            self._did("wheel over the tiles")
        return view.visualItemRect(item).center()

    def tile(self, name):
        """Click a tile of the palette."""
        point = self._find_tile(name)
        QTest.mouseClick(self.window.tiles.list.viewport(), LEFT, NONE, point)
        self._did(f"tile {name}")

    def drag_tile(self, name, x, y):
        """Drag a tile from the palette to a point of the map, in squares."""
        start, view = self._find_tile(name), self.window.tiles.list.viewport()
        end = view.mapFromGlobal(self.canvas.mapToGlobal(self._hand.pixel(x, y)))
        QTest.mousePress(view, LEFT, NONE, start)
        for point in (start + QPoint(20, 0), end + QPoint(1, 1), end):
            QTest.mouseMove(view, point)
        QTest.mouseRelease(view, LEFT, NONE, end)
        self._did(f"drag tile {name} ({x}, {y})")

    def place_missing(self):
        """Click the button that places all missing objects, when the verdict is there, and wait until they lie."""
        self._hand.verdict()
        button, before = self.window.problems.place_button, self._hand.layout
        assert button.isVisible()
        QTest.mouseClick(button, LEFT)
        self._did(button.text())
        self._hand.qtbot.waitUntil(lambda: self._hand.layout is not before, timeout=120_000)

    def team_count(self, number):
        """Click the field of the number of teams in the panel of properties, type a number and Return."""
        field = next(each for each in self.window.properties.findChildren(QSpinBox) if each.maximum() == 6)
        QTest.mouseClick(field, LEFT)
        self._did("field of teams")
        field.lineEdit().setFocus()
        field.selectAll()
        QTest.keyClicks(field, str(number))
        self._did(f"type {number}")
        QTest.keyClick(field, Qt.Key.Key_Return)
        self._did("Return")

"""The colours of what lies over the map, and the rulers' breadth."""

from __future__ import annotations

from PySide6.QtGui import QColor

RULER = 22
"""The rulers' breadth in pixels."""


class Colours:
    """The overlay's colours, for a light or a dark table."""

    def __init__(self, dark: bool) -> None:
        self.accent = QColor("#5aa9ff" if dark else "#1467c8")
        self.good = QColor("#58d68d" if dark else "#1e8e4e")
        self.wrong = QColor("#ff6b5e" if dark else "#c62828")
        self.risky = QColor("#ffb454" if dark else "#b85c00")
        self.sight = QColor("#0b6e4f" if dark else "#0b5d3b")
        self.veil = QColor(8, 10, 13, 150) if dark else QColor(245, 240, 228, 165)
        self.axis = QColor("#c792ff" if dark else "#7b2fc0")
        self.ruler = QColor("#20262d" if dark else "#f4f1ea")
        self.ruler_text = QColor("#a9b6c4" if dark else "#5b5346")
        self.grid = QColor(255, 255, 255, 16) if dark else QColor(60, 40, 10, 22)
        self.chip = QColor("#e9eef4" if dark else "#2b2620")
        self.chip_text = QColor("#14181d" if dark else "#fdf9f0")

"""Record what a picture of the editor shows: the names and places of its panels, and its texts.

`tests/docs/editor_pictures.json` holds the record of each picture. A test brings the editor of today into the same
state and compares: a picture whose panels or texts have changed must be made again.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QDockWidget,
    QGroupBox,
    QLabel,
    QMenuBar,
    QStatusBar,
    QTabBar,
    QTextBrowser,
    QToolBar,
    QWidget,
)

from dungeon_designer.editor.bars.hint_line import HintLine
from dungeon_designer.editor.bars.notice_bar import NoticeBar
from dungeon_designer.editor.bars.set_up_banner import SetUpMode
from dungeon_designer.editor.bars.tracing_bar import Tracing
from dungeon_designer.editor.bars.verdict_badges import Badges
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap

RECORD_FILE = Path(__file__).resolve().parents[1] / "tests" / "docs" / "editor_pictures.json"

TOLERANCE_PX = 40
"""How far an edge of a panel may be from its recorded place, in pixels: other fonts make texts wider or higher."""
MAX_TEXT_LENGTH = 80
"""How much of a text is recorded, in letters."""

PANEL_TYPES = (
    QDockWidget,
    QToolBar,
    QMenuBar,
    QStatusBar,
    QGroupBox,
    QAbstractItemView,
    QTextBrowser,
    QDialogButtonBox,
    InteractiveMap,
    HintLine,
    NoticeBar,
    SetUpMode,
    Tracing,
    Badges,
)
"""The widgets whose places are recorded."""


class Panel(msgspec.Struct, frozen=True):
    """A panel in a picture: its name, and the rectangle that it fills in pixels, as left, top, width, height."""

    name: str
    rectangle: tuple[int, int, int, int]


class PictureRecord(msgspec.Struct, frozen=True):
    """What a picture shows.

    Attributes:
        sha256: the checksum of the picture's file.
        panels: the panels, from the top down.
        texts: the texts of buttons, labels, tabs, boxes and menus; digits are #, because results may differ.
    """

    sha256: str
    panels: tuple[Panel, ...]
    texts: tuple[str, ...]


def read_records() -> dict[str, PictureRecord]:
    """Return the record of each picture, by the picture's name."""
    return msgspec.json.decode(RECORD_FILE.read_bytes(), type=dict[str, PictureRecord])


def write_records(records: dict[str, PictureRecord]) -> None:
    """Write the record of each picture, a panel and a text per line."""
    content = msgspec.json.encode(dict(sorted(records.items())))
    text = msgspec.json.format(content, indent=1).decode()
    text = re.sub(r"\[\s+(\d+),\s+(\d+),\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2, \3, \4]", text)
    RECORD_FILE.write_text(text + "\n", encoding="utf-8")


def hash_file(path: Path) -> str:
    """Return the checksum of a picture's file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def list_visible_widgets(top: QWidget) -> list[QWidget]:
    """Return the widgets inside a window of which a part can be seen, in the order of their creation."""
    return [
        widget
        for widget in top.findChildren(QWidget)
        if widget.window() is top and widget.isVisible() and not widget.visibleRegion().isEmpty()
    ]


def find_rectangle(widget: QWidget, top: QWidget) -> QRect:
    """Return the rectangle of a widget, in pixels from the corner of its window."""
    return QRect(widget.mapTo(top, QPoint(0, 0)), widget.size())


def list_panels(top: QWidget) -> tuple[Panel, ...]:
    """Return the panels that can be seen in a window, from the top down."""
    panels = [
        Panel(find_panel_name(widget), find_rectangle(widget, top).getRect())
        for widget in list_visible_widgets(top)
        if isinstance(widget, PANEL_TYPES)
    ]
    return tuple(sorted(panels, key=lambda panel: (panel.rectangle[1], panel.rectangle[0], panel.name)))


def find_panel_name(widget: QWidget) -> str:
    """Return what a panel is called: its title, the name that screen readers read, or its type."""
    title = widget.title() if isinstance(widget, QGroupBox) else widget.windowTitle()
    return simplify_text(title or widget.accessibleName()) or type(widget).__name__


def list_texts(top: QWidget) -> tuple[str, ...]:
    """Return the texts that can be seen in a window, each once, sorted."""
    widgets = [top, *list_visible_widgets(top)]
    texts = {simplify_text(text) for widget in widgets for text in read_texts(widget)}
    return tuple(sorted(texts - {""}))


def read_texts(widget: QWidget) -> list[str]:
    """Return the texts of a widget, but not of its children."""
    if isinstance(widget, QTabBar):
        return [widget.tabText(index) for index in range(widget.count())]
    if isinstance(widget, QMenuBar):
        return [action.text() for action in widget.actions()]
    if isinstance(widget, QComboBox):
        return [widget.currentText()]
    if isinstance(widget, (QAbstractButton, QLabel)):
        return [widget.text()]
    return [widget.title() if isinstance(widget, QGroupBox) else widget.windowTitle()]


def simplify_text(text: str) -> str:
    """Return the beginning of a text without markup and without the marks of keys, with # for each number.

    >>> simplify_text("<b>&Save</b> 12.5 kB")
    'Save # kB'
    """
    plain = " ".join(re.sub(r"<[^>]+>|&nbsp;", " ", text).replace("&", "").split())
    return re.sub(r"\d+(?:[.,:]\d+)*", "#", plain)[:MAX_TEXT_LENGTH].strip()


def compare_panels(recorded: tuple[Panel, ...], current: tuple[Panel, ...]) -> list[str]:
    """Return a line for each panel that is missing, new, or at another place than recorded."""
    lines = []
    rest = list(current)
    for panel in recorded:
        matches = [other for other in rest if other.name == panel.name]
        if not matches:
            lines.append(f"{panel.name}: not in the window any more")
            continue
        nearest = min(matches, key=lambda other: measure_difference(panel, other))
        rest.remove(nearest)
        if measure_difference(panel, nearest) > TOLERANCE_PX:
            lines.append(f"{panel.name}: recorded at {panel.rectangle}, now at {nearest.rectangle}")
    return lines + [f"{panel.name}: not in the picture" for panel in rest]


def measure_difference(panel: Panel, other: Panel) -> int:
    """Return the greatest distance between an edge of a panel and the same edge of another panel, in pixels."""
    edges, other_edges = (
        (left, top, left + width, top + height) for left, top, width, height in (panel.rectangle, other.rectangle)
    )
    return max(abs(edge - other_edge) for edge, other_edge in zip(edges, other_edges, strict=True))

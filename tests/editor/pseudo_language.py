"""A language nobody speaks: every text of the editor in ‹brackets›, and whatever is shown without any."""

import re
import xml.etree.ElementTree as Tree
from functools import lru_cache
from html import unescape
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextBrowser,
    QWidget,
)

from dungeon_designer.exports.exporters import EXPORTERS
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.tiles.library import load_library
from scripts.write_texts import compile_texts

_TAG = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"[^\W\d_]{2,}")
_KEY = re.compile(r"\b(?:(?:Ctrl|Shift|Alt)\+)+\S+|\bF\d+\b|\bDel\b")

KEPT = {
    "the editions' ids and names": {*EDITIONS, *(load_unchecked_ruleset(edition).name for edition in EDITIONS)},
    "rules' names": set(RULE_NAMES),
    "tiles, as their set has them": {
        text
        for tile in load_library()
        for text in (tile.id, tile.name, tile.rule, tile.source, tile.card.name if tile.card else "")
        if text
    },
    "sets of tiles": set(load_library().sets),
    "sizes of paper": set(PAPERS),
    "endings of files": {ending for each in EXPORTERS for ending in each.endings},
    "units": {"mm", "in"},
    "Qt's own widgets, which Qt translates": {
        "OK",
        "Cancel",
        "Close",
        "Reset",
        "Press shortcut",
        "Float",
        "Scroll Left",
        "Scroll Right",
    },
}
"""What is no text of ours: names by which books, files and tools know a thing."""


def put_in_brackets(text):
    """Return a text in the language: what stands between places for values is in brackets, so that values stand out."""
    parts = re.split(r"(%\d)", text)
    return "".join(part if part.startswith("%") and part[1:].isdigit() else _put_in_brackets(part) for part in parts)


def _put_in_brackets(part):
    return f"‹{part}›" if _WORD.search(part) else part


def write_language(text_list: Path, folder: Path) -> Path:
    """Translate every text of the list as a translator would, and return the path of the compiled language."""
    tree = Tree.parse(text_list)  # noqa: S314 - our own file
    tree.getroot().set("language", "en")
    for message in tree.iter("message"):
        text, said = message.findtext("source", ""), message.find("translation")
        del said.attrib["type"]
        for form in list(said):
            said.remove(form)
        if message.get("numerus") == "yes":
            for _ in ("one", "more"):
                Tree.SubElement(said, "numerusform").text = put_in_brackets(text)
        else:
            said.text = put_in_brackets(text)
    source = folder / "dungeon-designer_en.ts"
    tree.write(source, encoding="utf-8", xml_declaration=True)
    return compile_texts(source, source.with_suffix(".qm"))


def load_language(text_list: Path, folder: Path) -> QTranslator:
    """Write the language to a folder, and return the translator that speaks it."""
    spoken = QTranslator()
    assert spoken.load(str(write_language(text_list, folder)))
    return spoken


def find_untranslated(text, kept=()):
    """Return what is left of a text without what is in brackets, keys, and what is kept; empty when nothing is.

    >>> untranslated("‹Chest at ›(3, 4)"), untranslated("<b>‹Home›</b> begins Ctrl+S")
    ('', 'begins')
    """
    bare, depth = [], 0
    for letter in unescape(_TAG.sub(" ", text)):
        depth += (letter == "‹") - (letter == "›")
        bare.append(letter if depth == 0 and letter != "›" else "\0")
    left = _KEY.sub(" ", "".join(bare).replace("\0", " "))
    if _WORD.search(left):
        left = _list_known(tuple(kept)).sub(" ", left)
    return " ".join(_WORD.findall(left))


@lru_cache(maxsize=16)
def _list_known(kept):
    """Return whatever is kept, the longest of it first."""
    words = sorted({*kept, *(word for words in KEPT.values() for word in words)} - {""}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


def list_texts(widget):
    """Yield every text that can be read on a widget, in it, or in what pops up over it."""
    for each in (widget, *widget.findChildren(QWidget)):
        yield from _list_common(each)
        yield from _list_own(each)
    for action in widget.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())


def _list_common(widget):
    yield from (widget.toolTip(), widget.statusTip(), widget.windowTitle(), widget.accessibleName())


def _list_own(widget):
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(at) for at in range(widget.count()))
    elif isinstance(widget, QLineEdit | QPlainTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QAbstractSpinBox):
        yield from (widget.suffix(), widget.prefix())
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(at) for at in range(widget.count()))
    elif isinstance(widget, QMenu):
        yield widget.title()
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _list_cells(widget.model())
    if isinstance(widget, QTextBrowser):
        yield widget.toPlainText()


def _list_cells(model, above=None):
    above = above or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
    for column in range(columns):
        if not above.isValid():
            yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(model.rowCount(above)):
            cell = model.index(row, column, above)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(cell.data(role) or "")
            yield from _list_cells(model, cell) if column == 0 else ()

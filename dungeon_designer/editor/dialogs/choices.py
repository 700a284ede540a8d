"""The fields export and print have in common, in words a person knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QWidget

from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.papers import PAPERS, Orientation


def tr(text: str) -> str:
    """Words in the user's language."""
    return QCoreApplication.translate("choices", text)


THEME_WORDS = {
    "parchment": "Parchment: a map to hang up",
    "ink": "Ink: lines, little toner",
    "slate": "Slate: dark, for screens",
    "contrast": "Contrast: for grey printers and colour-blind eyes",
}

ORIENTATION_WORDS = {
    Orientation.AUTO: "Whatever needs the fewest sheets",
    Orientation.PORTRAIT: "Portrait",
    Orientation.LANDSCAPE: "Landscape",
}

SHOWN_WORDS = {
    "coordinates": ("Coordinates", "The numbers along the edges"),
    "grid": ("Grid", "The lines between squares"),
    "section_names": ("Section names", "Each section's name on its floor"),
    "legend": ("Legend", "The signs explained, and how many there are of each"),
    "title": ("Title", "The dungeon's name, its author and edition"),
}


def themes(first: str) -> QComboBox:
    """The themes, `first` chosen."""
    box = _box((name, tr(THEME_WORDS.get(name, name.capitalize()))) for name in THEMES)
    box.setCurrentIndex(box.findData(first))
    return box


def papers() -> QComboBox:
    """Every size of paper, A4 chosen."""
    box = _box((name, f"{name}  ({paper.width:g} × {paper.height:g} mm)") for name, paper in PAPERS.items())
    box.setCurrentIndex(box.findData("A4"))
    return box


def orientations(auto: str = "") -> QComboBox:
    """How the paper lies; `auto` says what choosing oneself means."""
    words = {**ORIENTATION_WORDS, **({Orientation.AUTO: auto} if auto else {})}
    return _box((way.value, tr(said)) for way, said in words.items())


def readers() -> QComboBox:
    """Whose map it is: one that keeps its secrets, or one that shows them."""
    box = _box((("coach", tr("Coaches: secrets stay hidden")), ("organiser", tr("The organiser: secrets are shown"))))
    box.setToolTip(tr("Secrets are what lies under trapdoors and in pit counters"))
    return box


def shown(ticked: Iterable[str]) -> dict[str, QCheckBox]:
    """What a map shows besides itself."""
    boxes = {}
    for name, (words, tip) in SHOWN_WORDS.items():
        boxes[name] = QCheckBox(tr(words))
        boxes[name].setToolTip(tr(tip))
        boxes[name].setChecked(name in ticked)
    return boxes


def enable(form: QFormLayout, fields: Mapping[QWidget, bool]) -> None:
    """Let fields be used or not, in the order of the form, and their labels: one label may speak for several."""
    labels: dict[QLabel, bool] = {}
    label = None
    for field, usable in fields.items():
        field.setEnabled(usable)
        own = form.labelForField(field)
        if isinstance(own, QLabel) and (own.text() or label is None):
            label = own
        if label is not None:
            labels[label] = labels.get(label, False) or usable
    for label, usable in labels.items():
        label.setEnabled(usable)


def _box(entries: Iterable[tuple[str, str]]) -> QComboBox:
    box = QComboBox()
    for value, words in entries:
        box.addItem(words, value)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(24)
    return box

"""The fields export and print have in common, in words a person knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QWidget

from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.papers import PAPERS, Orientation
from dungeon_designer.translation import marked, translate

THEME_WORDS = {
    "parchment": marked("choices", "Parchment: a map to hang up"),
    "ink": marked("choices", "Ink: lines, little toner"),
    "slate": marked("choices", "Slate: dark, for screens"),
    "contrast": marked("choices", "Contrast: for grey printers and colour-blind eyes"),
}

ORIENTATION_WORDS = {
    Orientation.AUTO: marked("choices", "Whatever needs the fewest sheets"),
    Orientation.PORTRAIT: marked("choices", "Portrait"),
    Orientation.LANDSCAPE: marked("choices", "Landscape"),
}

SHOWN_WORDS = {
    "coordinates": (marked("choices", "Coordinates"), marked("choices", "The numbers along the edges")),
    "grid": (marked("choices", "Grid"), marked("choices", "The lines between squares")),
    "section_names": (marked("choices", "Section names"), marked("choices", "Each section's name on its floor")),
    "legend": (marked("choices", "Legend"), marked("choices", "The signs explained, and how many there are of each")),
    "title": (marked("choices", "Title"), marked("choices", "The dungeon's name, its author and edition")),
    "cartouche": (
        marked("choices", "Cartouche"),
        marked(
            "choices", "A panel with name, edition, author, notes, compass and a bar of squares, on a page it fills"
        ),
    ),
}


def themes(first: str) -> QComboBox:
    """The themes, `first` chosen."""
    box = listed((name, translate("choices", THEME_WORDS.get(name, name.capitalize()))) for name in THEMES)
    box.setCurrentIndex(box.findData(first))
    return box


def papers() -> QComboBox:
    """Every size of paper, A4 chosen."""
    box = listed((name, f"{name}  ({paper.width:g} × {paper.height:g} mm)") for name, paper in PAPERS.items())
    box.setCurrentIndex(box.findData("A4"))
    return box


def orientations(auto: str = "") -> QComboBox:
    """How the paper lies; `auto` says, in the user's language, what choosing oneself means."""
    words = {way: translate("choices", said) for way, said in ORIENTATION_WORDS.items()}
    words[Orientation.AUTO] = auto or words[Orientation.AUTO]
    return listed((way.value, said) for way, said in words.items())


def readers() -> QComboBox:
    """Whose map it is: one that keeps its secrets, or one that shows them."""
    box = listed(
        (
            ("coach", translate("choices", "Coaches: secrets stay hidden")),
            ("organiser", translate("choices", "The organiser: secrets are shown")),
        )
    )
    box.setToolTip(translate("choices", "Secrets are what lies under trapdoors and in pit counters"))
    return box


def shown(ticked: Iterable[str]) -> dict[str, QCheckBox]:
    """What a map shows besides itself."""
    boxes = {}
    for name, (words, tip) in SHOWN_WORDS.items():
        boxes[name] = QCheckBox(translate("choices", words))
        boxes[name].setToolTip(translate("choices", tip))
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


def listed(entries: Iterable[tuple[str, str]]) -> QComboBox:
    """Values to choose from, each in its words."""
    box = QComboBox()
    for value, words in entries:
        box.addItem(words, value)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(24)
    return box

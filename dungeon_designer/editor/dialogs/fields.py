"""The fields that export and print have in common, and what was chosen in them, kept until the next time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from PySide6.QtCore import QSettings, SignalInstance
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from dungeon_designer.analysis.stock import MOST_TABLES
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.editor.widgets import NONE, length, number, row
from dungeon_designer.exports.options import MAX_BLEED, MAX_OVERLAP, NARROWEST_ROLL, Mat
from dungeon_designer.exports.papers import LONGEST, PAPERS, SHORTEST, Orientation
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


def papers(own: bool = False) -> QComboBox:
    """Every size of paper, A4 chosen; and one's own."""
    box = listed((name, f"{name}  ({paper.width:g} × {paper.height:g} mm)") for name, paper in PAPERS.items())
    if own:
        box.addItem(translate("choices", "Custom…"), CUSTOM)
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


SQUARES = ("29 mm", "32 mm", "34 mm", "1 in")
"""The widths of squares people print; bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm."""

CUSTOM = "custom"
"""What stands for paper of one's own size."""

AS_MAP, AS_PAPER, ON_ROLL = "map", "paper", "roll"

_MATS = {
    AS_MAP: marked("choices", "Just as large as the map"),
    AS_PAPER: marked("choices", "As large as the paper"),
    ON_ROLL: marked("choices", "On a roll"),
}


def squares() -> QComboBox:
    """How wide a square is: one of the usual lengths, or any."""
    box = QComboBox()
    box.setEditable(True)
    box.addItems(SQUARES)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setToolTip(
        translate(
            "choices", "Any length: 29 mm, 2.9 cm, 1 in. Bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm."
        )
    )
    return box


def mats() -> QComboBox:
    """How large a mat is."""
    return listed((name, translate("choices", words)) for name, words in _MATS.items())


def _millimetres(least: float, most: float, value: float, tip: str, name: str = "") -> QDoubleSpinBox:
    return length(least, most, value, name, translate("choices", " mm"), tip)


def roll() -> QDoubleSpinBox:
    """How wide the roll is."""
    return _millimetres(
        NARROWEST_ROLL, LONGEST, 914.0, translate("choices", "The page is as wide, and as long as needed")
    )


def bleed() -> QDoubleSpinBox:
    """How far a mat goes on beyond its trim."""
    return _millimetres(
        0.0, MAX_BLEED, 3.0, translate("choices", "How far the map goes on beyond where the mat is cut")
    )


def overlap() -> QDoubleSpinBox:
    """How far sheets go on beyond their joints."""
    tip = translate("choices", "How far each sheet goes on beyond its joints, to be glued over")
    return _millimetres(0.0, MAX_OVERLAP, 5.0, tip)


def tables() -> QSpinBox:
    """For how many tables of an event everything is printed."""
    tip = translate("choices", "Everything so many times over, for an event with so many tables")
    return number(1, MOST_TABLES, 1, tip=tip)


def mat_of(kind: str, bled: float, rolled: float, paper: str) -> Mat:
    """The mat chosen."""
    return Mat(bled, rolled if kind == ON_ROLL else None, paper if kind == AS_PAPER else "")


class OwnSize(QWidget):
    """Width and height of paper of one's own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = translate("choices", "Width of the paper"), translate("choices", "Height of the paper")
        self.across, self.down = (
            _millimetres(SHORTEST, LONGEST, side, tip, tip) for side, tip in zip((900.0, 600.0), words, strict=True)
        )
        row((self.across, 1), QLabel("×"), (self.down, 1), of=self, margins=NONE)
        self.setFocusProxy(self.across)

    @property
    def name(self) -> str:
        """The size as the command line writes it."""
        return f"{self.across.value():g}x{self.down.value():g}mm"


def recall(settings: QSettings, group: str, fields: Mapping[str, QWidget]) -> None:
    """Set fields to what was kept; whatever is kept no more, or never was, leaves them as they are."""
    for name, field in fields.items():
        kept = settings.value(f"{group}/{name}")
        if kept is not None:
            _set(field, str(kept))


def keep(settings: QSettings, group: str, fields: Mapping[str, QWidget]) -> None:
    """Keep what fields are set to."""
    for name, field in fields.items():
        settings.setValue(f"{group}/{name}", _value(field))


def changed(field: QWidget) -> SignalInstance:
    """What a field sends when something else is chosen."""
    if isinstance(field, QComboBox):
        return field.currentTextChanged if field.isEditable() else field.currentIndexChanged
    return field.toggled if isinstance(field, QAbstractButton) else field.valueChanged  # type: ignore[attr-defined]


def _value(field: QWidget) -> str:
    if isinstance(field, QComboBox):
        return field.currentText() if field.isEditable() else str(field.currentData())
    if isinstance(field, QAbstractButton):
        return "true" if field.isChecked() else "false"
    assert isinstance(field, (QSpinBox, QDoubleSpinBox))  # noqa: S101  (the kinds of fields there are)
    return str(field.value())


def _set(field: QWidget, kept: str) -> None:
    if isinstance(field, QComboBox):
        at = next((i for i in range(field.count()) if str(field.itemData(i)) == kept), -1)
        if field.isEditable():
            field.setEditText(kept)
        elif at >= 0:
            field.setCurrentIndex(at)
    elif isinstance(field, QAbstractButton):
        field.setChecked(kept == "true")
    elif isinstance(field, QSpinBox | QDoubleSpinBox):
        with suppress(ValueError):
            number = float(kept)
            field.setValue(round(number)) if isinstance(field, QSpinBox) else field.setValue(number)

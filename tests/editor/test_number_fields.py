"""Numbers typed with a comma or a point, on systems of any country."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication

from dungeon_designer import editor
from dungeon_designer.editor.number_fields import DecimalField, WholeField
from dungeon_designer.editor.widgets import create_decimal_field, create_number_field

LOCALES = QLocale.matchingLocales(QLocale.Language.AnyLanguage, QLocale.Script.AnyScript, QLocale.Country.AnyCountry)
"""Every locale that Qt knows: about seven hundred."""


def read_typed(field, text, locale=None):
    """Return the value of a field of 29 after somebody typed a text over it, key by key, and left it."""
    field.setLocale(QLocale(locale) if locale else QLocale.c())
    field.setValue(29)
    field.selectAll()
    QTest.keyClicks(field, text)
    field.interpretText()
    return field.value()


def read_pasted(field, text):
    """Return the value of a field of 29 after a text from the clipboard was pasted over it."""
    field.setValue(29)
    field.selectAll()
    QApplication.clipboard().setText(text)
    field.lineEdit().paste()
    field.interpretText()
    return field.value()


def test_comma_and_point_are_the_same_in_every_locale(qtbot):
    """28,5 and 28.5 are one number, and 84.1 is never 841, whatever the country."""
    field = create_decimal_field(0.5, 2000, 29, suffix=" mm")
    qtbot.addWidget(field)
    for locale in LOCALES:
        for text, value in (("28,5", 28.5), ("28.5", 28.5), ("84.1", 84.1), ("84,1", 84.1), ("841", 841)):
            assert read_typed(field, text, locale) == value, locale.name()


@pytest.mark.parametrize("locale", ["en_GB", "de_DE", "fr_CH", "ar_EG"])
def test_a_pasted_number_is_read_or_refused(qtbot, locale):
    """A pasted number is read as it is; a text with two signs is refused, not read as another number."""
    field = create_decimal_field(0.5, 2000, 29, suffix=" mm")
    qtbot.addWidget(field)
    field.setLocale(QLocale(locale))
    assert [read_pasted(field, text) for text in ("28,5", "28.5", "1.234,5")] == [28.5, 28.5, 29]


@pytest.mark.parametrize("locale", ["en_GB", "de_DE", "fr_CH", "ar_EG"])
def test_a_whole_number_is_rounded_and_not_multiplied(qtbot, locale):
    """A field for whole numbers reads 28.5 as 29 and not as 285; thousands may be grouped by either sign."""
    field = create_number_field(1, 5000, 29, suffix=" squares")
    qtbot.addWidget(field)
    answers = {"28.5": 29, "28,4": 28, "7": 7, "2.": 2, "4400": 4400, "4,400": 4400, "4.400": 4400, ",5": 29}
    assert {text: read_typed(field, text, locale) for text in answers} == answers
    assert read_pasted(field, "2,000,000") == 29


def test_the_window_has_no_other_number_fields(window):
    """Every field for numbers in the window is one of ours."""
    fields = window.findChildren(QAbstractSpinBox)
    assert fields
    assert all(isinstance(field, (DecimalField, WholeField)) for field in fields)


def test_no_module_makes_another_number_field():
    """Qt's own fields for numbers are made nowhere, so that the fields of dialogs are ours, too."""
    for path in Path(editor.__file__).parent.rglob("*.py"):
        assert not re.search(r"(?<!class )\bQ(Double)?SpinBox\(|made\(Q(Double)?SpinBox", path.read_text("utf-8")), path

"""Number fields that accept both comma and point as decimal sign, whatever country the system is set to.

Qt takes the other country's decimal sign for one that groups digits, and drops it: where people write 84,1, the typed
84.1 became 841.
"""

from __future__ import annotations

import re

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

DECIMAL_SIGN = re.compile("[.,\u066b]")
"""The signs that people write before decimals; the last one is the Arabic decimal separator."""

GROUPED_NUMBER = re.compile("\\d{1,3}(?:[.,]\\d{3})+")
"""A whole number in groups of three digits, as people write it in one country or another."""

DECIMAL_NUMBER = re.compile("(\\d*)[.,\u066b](\\d*)")
"""A number with a decimal sign, as (whole part, decimals)."""


Validation = tuple[QValidator.State, str, int]
"""Result of a validation: whether the text is a number, the text to show, and the cursor's position in it."""


class DecimalField(QDoubleSpinBox):
    """Field for a number with decimals."""

    def validate(self, text: str, position: int) -> Validation:
        """Return whether a text is a number, after its decimal sign was replaced by the system's."""
        return super().validate(self._localise_decimal_sign(text), position)

    def valueFromText(self, text: str) -> float:
        """Return the number in a text."""
        return super().valueFromText(self._localise_decimal_sign(text))

    def _localise_decimal_sign(self, text: str) -> str:
        """Return a text with the system's decimal sign in its number. The suffix (a unit) stays as it is."""
        number = text.removesuffix(self.suffix())
        return DECIMAL_SIGN.sub(self.locale().decimalPoint(), number) + text[len(number) :]


class WholeField(QSpinBox):
    """Field for a whole number. Decimals may be typed, and are rounded when the field loses the focus."""

    def validate(self, text: str, position: int) -> Validation:
        """Return whether a text is a whole number, possibly in groups of three digits such as 1.000.

        A number with decimals counts as unfinished input (`Intermediate`), which `fixup` rounds when the field loses
        the focus.
        """
        number, suffix = self._split_suffix(text)
        if GROUPED_NUMBER.fullmatch(number):
            number = DECIMAL_SIGN.sub("", number)
            return super().validate(number + suffix, min(position, len(number)))
        if DECIMAL_SIGN.search(number) is None:
            return super().validate(text, position)
        match = DECIMAL_NUMBER.fullmatch(number)
        could_become_whole = match is not None and int(match[1] or "0") <= self.maximum()
        state = QValidator.State.Intermediate if could_become_whole else QValidator.State.Invalid
        return state, text, position

    def fixup(self, text: str) -> str:
        """Return a text with decimals as a whole number, rounded half up."""
        number, suffix = self._split_suffix(text)
        match = DECIMAL_NUMBER.fullmatch(number)
        if match is None:
            return super().fixup(text)
        return f"{int(match[1]) + (match[2] >= '5')}{suffix}" if match[1] else text

    def _split_suffix(self, text: str) -> tuple[str, str]:
        """Return a text as two parts: the number, and the suffix of the field (a unit) or ""."""
        number = text.removesuffix(self.suffix())
        return number, text[len(number) :]

"""Fields for numbers that read a comma and a point alike, whatever country the system is set to.

Qt takes the other country's decimal sign for a sign that groups digits, and leaves it out: where one writes 84,1 the
typed 84.1 became 841.
"""

from __future__ import annotations

import re

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

DECIMAL_SIGN = re.compile("[.,\u066b]")
"""The signs that anybody may write before decimals; the last is the Arabic one."""

GROUPED = re.compile("\\d{1,3}(?:[.,]\\d{3})+")
"""A whole number in groups of three digits, as people write it in one country or another."""

WITH_DECIMALS = re.compile("(\\d*)[.,\u066b](\\d*)")


Validation = tuple[QValidator.State, str, int]
"""Whether a text is a number, the text as it is shown from now on, and where the cursor stands in it."""


class DecimalField(QDoubleSpinBox):
    """A number with decimals."""

    def validate(self, text: str, position: int) -> Validation:
        """Return whether a text is a number, with the decimal sign of the system in it."""
        return super().validate(self._localised(text), position)

    def valueFromText(self, text: str) -> float:
        """Return the number that a text says."""
        return super().valueFromText(self._localised(text))

    def _localised(self, text: str) -> str:
        number = text.removesuffix(self.suffix())
        return DECIMAL_SIGN.sub(self.locale().decimalPoint(), number) + text[len(number) :]


class WholeField(QSpinBox):
    """A whole number; decimals may be typed and are rounded when the field is left."""

    def validate(self, text: str, position: int) -> Validation:
        """Return whether a text is a whole number; one with decimals is not yet."""
        number, suffix = self._split(text)
        if GROUPED.fullmatch(number):
            number = DECIMAL_SIGN.sub("", number)
            return super().validate(number + suffix, min(position, len(number)))
        if DECIMAL_SIGN.search(number) is None:
            return super().validate(text, position)
        found = WITH_DECIMALS.fullmatch(number)
        could_become_one = found is not None and int(found[1] or "0") <= self.maximum()
        state = QValidator.State.Intermediate if could_become_one else QValidator.State.Invalid
        return state, text, position

    def fixup(self, text: str) -> str:
        """Return a text with decimals as a whole number, rounded half up."""
        number, suffix = self._split(text)
        found = WITH_DECIMALS.fullmatch(number)
        if found is None:
            return super().fixup(text)
        return f"{int(found[1]) + (found[2] >= '5')}{suffix}" if found[1] else text

    def _split(self, text: str) -> tuple[str, str]:
        number = text.removesuffix(self.suffix())
        return number, text[len(number) :]

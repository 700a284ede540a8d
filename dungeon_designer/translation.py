"""Translate texts into the user's language and fill in values.

This module does not know Qt: the editor passes its translator to `set_translator`. Without a translator, texts stay
English.
"""

from __future__ import annotations

import re
from collections.abc import Callable

PLURAL = "plural"
"""The argument before the count in `translate`.

lupdate recognises a text with plural forms by its five arguments. The count must be a plain name: lupdate skips a
text with any other expression, and never ends on a call with a comma, such as `max(count, 1)`.
"""

_PLACEHOLDER = re.compile(r"%(\d)")
_PLURAL_ENDING = re.compile(r"\((e?s)\)")


Translator = Callable[[str, str, str | None, int], str]
"""A function that translates a text.

Its arguments are the context, the text, a comment for translators or None, and a count or -1.
"""


def _fill_count(context: str, text: str, comment: str | None, count: int) -> str:
    """Return an English text untranslated, with the count in place of %n unless it is -1.

    This is the translator until `set_translator` sets another one.
    """
    return text.replace("%n", str(count)) if count >= 0 else text


_translator: Translator = _fill_count


def set_translator(translator: Translator) -> None:
    """Make all later translations in this process with a translator."""
    global _translator
    _translator = translator


def mark_for_translation(context: str, text: str) -> str:
    """Return an English text unchanged, so that lupdate (Qt's collector of texts for translators) finds it.

    The text is kept in a table, and translated where it is shown.

    >>> mark_for_translation("tips", "A pit that injures.")
    'A pit that injures.'
    """
    return text


def translate(context: str, text: str, comment: str | None = None, form: str = "", count: int = -1) -> str:
    """Return a text in the user's language, or in English where it has no translation.

    Args:
        context: the group of texts for translators.
        text: the English text. With a `count` it holds %n, and plural endings in brackets: ``square(s)``.
        comment: an explanation for translators.
        form: `PLURAL` when there is a count. lupdate needs it to offer plural forms.
        count: the number for %n; -1 if the text has no plural forms.

    >>> translate("tests", "%n square(s)", None, PLURAL, 1), translate("tests", "%n square(s)", None, PLURAL, 4)
    ('1 square', '4 squares')
    """
    translation = _translator(context, text, comment, count)
    return _PLURAL_ENDING.sub("" if count == 1 else r"\1", translation) if count >= 0 else translation


def fill_placeholders(text: str, *values: object) -> str:
    """Return a text with its placeholders %1, %2, … replaced by the values.

    A value that looks like a placeholder is not replaced again.

    >>> fill_placeholders("%2 of %1", 4, "%1")
    '%1 of 4'
    """

    def find_value(match: re.Match[str]) -> str:
        """Return the value for a placeholder; the placeholder itself where there is no such value."""
        number = int(match[1])
        return str(values[number - 1]) if 0 < number <= len(values) else match[0]

    return _PLACEHOLDER.sub(find_value, text)


def capitalise_first(text: str) -> str:
    """Return a text whose first letter is a capital. Other letters stay: German writes nouns with capitals.

    >>> capitalise_first("ein Raum")
    'Ein Raum'
    """
    return text[:1].upper() + text[1:]

"""Texts in the user's language: what translators are given, and how values are put into it.

Nothing here knows Qt: the editor hands over its translator (`use`); without one, texts stay English.
"""

from __future__ import annotations

import re
from collections.abc import Callable

PLURAL = "plural"
"""Stands before the count in `translate`: lupdate knows a text of several forms by its five arguments.

The count is a mere name: a text with anything else lupdate passes over, and over a call with a comma in it,
`max(count, 1)` for instance, it never comes to an end.
"""

_PLACE = re.compile(r"%(\d)")
_ENDING = re.compile(r"\((e?s)\)")


Translator = Callable[[str, str, str | None, int], str]
"""A text in the user's language, by its context, itself, a comment for translators, and a count or -1."""


def _english(context: str, text: str, comment: str | None, count: int) -> str:
    return text.replace("%n", str(count)) if count >= 0 else text


_translator: Translator = _english


def use(translator: Translator) -> None:
    """Translate by this from now on, in the whole process."""
    global _translator
    _translator = translator


def marked(context: str, text: str) -> str:
    """A text that a table keeps in English and that is translated where it is shown; lupdate finds it here.

    >>> marked("tips", "A pit that injures.")
    'A pit that injures.'
    """
    return text


def translate(context: str, text: str, comment: str | None = None, form: str = "", count: int = -1) -> str:
    """A text in the user's language, English where nobody has translated it.

    With a `count` the text holds %n, and English endings in brackets that one thing goes without; lupdate sees by
    `PLURAL` before it that a language may need several forms.

    >>> translate("tests", "%n square(s)", None, PLURAL, 1), translate("tests", "%n square(s)", None, PLURAL, 4)
    ('1 square', '4 squares')
    """
    made = _translator(context, text, comment, count)
    return _ENDING.sub("" if count == 1 else r"\1", made) if count >= 0 else made


def filled(text: str, *values: object) -> str:
    """A text with its %1, %2 … filled in; a value that looks like a place is left as it is.

    >>> filled("%2 of %1", 4, "%1")
    '%1 of 4'
    """

    def value(found: re.Match[str]) -> str:
        at = int(found[1])
        return str(values[at - 1]) if 0 < at <= len(values) else found[0]

    return _PLACE.sub(value, text)


def capital(text: str) -> str:
    """A text that begins a line; the rest keeps its letters, for some languages write their nouns large.

    >>> capital("ein Raum")
    'Ein Raum'
    """
    return text[:1].upper() + text[1:]

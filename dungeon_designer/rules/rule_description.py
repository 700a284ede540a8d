"""Read the docstring of a rule's module, which is the rule's page in the manual, as separate fields.

The docstring begins with one sentence that states what the rule checks. Parts with fixed headings follow, in this
order::

    Fix: How a person fixes the problem, and what the offered fix does.

    How it is measured:

    - One fact for each item of the list.

    Editions:

    - naf-2019, db7s-2019: What is special about these editions; the ruleset adds the level and the clause.
    - An item without the ids of editions concerns all of them.

    Settings:

    - What house rules may change.

    Illegal map, under naf-2019 (what is wrong with it)::

        map: |
          ...
"""

from __future__ import annotations

import inspect
import re
import textwrap
from functools import cache

from msgspec import Struct

_HEADING = re.compile(r"^(Fix|How it is measured|Editions|Settings|Illegal map)(?=[:,( ])", re.MULTILINE)
"""The beginning of a part of the docstring."""

_ITEM = re.compile(r"^- ", re.MULTILINE)
"""The mark before an item of a list."""

_EDITION_IDS = re.compile(r"((?:[a-z0-9]+(?:-[a-z0-9]+)*(?:, )?)+): ")
"""The ids of editions before a note, such as "naf-2019, eagbbl: "."""

_MAP_HEADING = re.compile(r"(?:, under (?P<ruleset>[\w-]+))?(?: ?\((?P<caption>.*)\))?::?$", re.DOTALL)
"""The rest of the heading of the illegal map, such as ", under naf-2019 (four apart)::"."""


class EditionNote(Struct, frozen=True):
    """What is special about a rule in some editions.

    Attributes:
        editions: The ids of the editions; empty if the note concerns all of them.
        text: The note, as Markdown on one line.
    """

    editions: tuple[str, ...]
    text: str


class IllegalMap(Struct, frozen=True):
    """A small dungeon that breaks a rule.

    Attributes:
        sketch: The dungeon as the text of a sketch file.
        ruleset: The edition under which it is illegal; '' if it is illegal under each edition that has the rule.
        caption: What is wrong with it.
    """

    sketch: str
    ruleset: str = ""
    caption: str = ""


class RuleDescription(Struct, frozen=True):
    """What the docstring of a rule's module says, in fields. Texts are Markdown.

    Attributes:
        summary: What the rule checks, as one sentence.
        fix: How to fix a problem; paragraphs are separated by an empty line.
        measurement: How the rule is measured: one fact for each item.
        edition_notes: What is special about single editions.
        settings_notes: What house rules may change.
        illegal_map: A small dungeon that breaks the rule; None if there is none.
    """

    summary: str
    fix: str = ""
    measurement: tuple[str, ...] = ()
    edition_notes: tuple[EditionNote, ...] = ()
    settings_notes: tuple[str, ...] = ()
    illegal_map: IllegalMap | None = None


@cache
def parse_description(docstring: str) -> RuleDescription:
    r"""Return the fields of the docstring of a rule's module.

    >>> parse_description("Doors are shut.\n\nFix: Shut the door.\n\nHow it is measured:\n\n- Only doors count.").fix
    'Shut the door.'
    """
    introduction, *parts = _HEADING.split(inspect.cleandoc(docstring))
    text_by_heading = dict(zip(parts[::2], parts[1::2], strict=True))
    return RuleDescription(
        summary=_join_lines(introduction),
        fix="\n\n".join(map(_join_lines, text_by_heading.get("Fix", "").removeprefix(":").strip().split("\n\n"))),
        measurement=_parse_items(text_by_heading.get("How it is measured", "")),
        edition_notes=tuple(map(_parse_edition_note, _parse_items(text_by_heading.get("Editions", "")))),
        settings_notes=_parse_items(text_by_heading.get("Settings", "")),
        illegal_map=_parse_map(text_by_heading["Illegal map"]) if "Illegal map" in text_by_heading else None,
    )


def _join_lines(text: str) -> str:
    """Return a paragraph on one line."""
    return " ".join(text.split())


def _parse_items(text: str) -> tuple[str, ...]:
    """Return the items of a list, each on one line."""
    return tuple(map(_join_lines, _ITEM.split(text)[1:]))


def _parse_edition_note(item: str) -> EditionNote:
    """Return an item of the part about editions, with the ids of editions that stand before its text.

    >>> _parse_edition_note("naf-2019, db7s-2019: Advice.")
    EditionNote(editions=('naf-2019', 'db7s-2019'), text='Advice.')
    """
    ids = _EDITION_IDS.match(item)
    return EditionNote(tuple(ids[1].split(", ")), item[ids.end() :]) if ids else EditionNote((), item)


def _parse_map(text: str) -> IllegalMap:
    """Return the illegal map of a docstring: the rest of its heading, an empty line and the indented sketch."""
    heading, _, sketch = text.partition("\n\n")
    parts = _MAP_HEADING.match(_join_lines(heading))
    ruleset, caption = (parts["ruleset"] or "", parts["caption"] or "") if parts else ("", "")
    return IllegalMap(textwrap.dedent(sketch).strip("\n") + "\n", ruleset, caption)

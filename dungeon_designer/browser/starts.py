"""List what the page in the browser offers to start from, for the file `starts.json` beside the page.

The page reads it while Python starts, so that it shows a dungeon at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from dungeon_designer import __version__
from dungeon_designer.browser.answers import MEDIA_TYPES
from dungeon_designer.browser.requests import File
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, format_title
from dungeon_designer.templates import build_sketch_text
from dungeon_designer.templates.bundled import list_examples


class Start(Struct, frozen=True):
    """A dungeon to start from: a template or an example.

    Attributes:
        id: a name that no other start has; that of a template is its edition.
        name: its name for people.
        edition: the name of its edition.
        kind: whether it is a template (a small legal dungeon) or an example.
        dungeon: its file.
    """

    id: str
    name: str
    edition: str
    kind: Literal["template", "example"]
    dungeon: File


class Starts(Struct, frozen=True):
    """The content of `starts.json`.

    Attributes:
        version: the program's version.
        starts: the dungeons to start from, templates first.
        endings: the endings of the files that the page offers to download.
    """

    version: str
    starts: tuple[Start, ...]
    endings: tuple[str, ...]


def build_starts() -> Starts:
    """Return the templates and examples with their texts, and the formats of downloads."""
    return Starts(__version__, (*_list_templates(), *_list_examples()), tuple(MEDIA_TYPES))


def _list_templates() -> Iterator[Start]:
    """Yield the template of each edition."""
    for name in EDITIONS:
        ruleset = load_ruleset(name, Path())
        file = File("new.dungeon.yaml", build_sketch_text(ruleset, name))
        yield Start(name, "A new dungeon", format_title(ruleset), "template", file)


def _list_examples() -> Iterator[Start]:
    """Yield the examples; their edition is the name of their folder."""
    for folder, path in list_examples():
        text = path.read_text(encoding="utf-8")
        yield Start(f"{folder}/{path.name}", _find_name(text) or path.name, folder, "example", File(path.name, text))


def _find_name(text: str) -> str:
    """Return the name in a sketch's text, without reading all of it as YAML; '' if it has none.

    >>> _find_name("name: 'The Long Hall'")
    'The Long Hall'
    """
    lines = (line.removeprefix("name:") for line in text.splitlines() if line.startswith("name:"))
    return next(lines, "").strip().strip("'\"")

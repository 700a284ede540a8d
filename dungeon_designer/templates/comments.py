"""Comments in files to start from."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from dungeon_designer.errors import one_line
from dungeon_designer.text.json_schema import Schema

WIDTH = 110

_ENDING = re.compile(r"(\.dungeon)?\.[^.]*$")


def comment(text: str) -> str:
    """Text as lines that speak to people.

    >>> print(comment("What people call it."), end="")
    # What people call it.
    """
    lines = textwrap.wrap(one_line(text), WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


def head(*parts: str) -> str:
    """The top of a file: sentences, and calls of the program, which begin with ``$``."""
    how = "A line that begins with # and a blank is for you; take the # away from any other, and the program reads it."
    return "".join(f"# {part}\n" if part.startswith("$") else comment(part) for part in (*parts[:1], how, *parts[1:]))


def example(lines: str) -> str:
    """Lines for the program, switched off."""
    return "".join(f"#{line}\n" for line in lines.splitlines())


def keys_of(schema: Schema) -> Iterator[tuple[str, str, Any]]:
    """Every key of a schema, what it is for, and a value it may have."""
    for key, part in schema["properties"].items():
        yield key, part["description"], next(iter((*part.get("examples", ()), *part.get("enum", ()))), None)


def name_from(file: str, otherwise: str) -> str:
    """What people may call what a file of this name holds.

    >>> name_from("halls/the-long-hall.dungeon.yaml", "A Hall"), name_from("", "A Hall")
    ('The Long Hall', 'A Hall')
    """
    words = re.split(r"[-_\s]+", stem(file))
    return " ".join(word[:1].upper() + word[1:] for word in words if word) or otherwise


def stem(file: str) -> str:
    """The name of a file without its folder and ending.

    >>> stem("halls/the-long-hall.dungeon.yaml")
    'the-long-hall'
    """
    return _ENDING.sub("", PurePath(file).name).strip()

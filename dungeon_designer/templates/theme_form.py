"""Build a theme file to start from, which has every key with its description."""

from __future__ import annotations

from typing import Any

import msgspec

from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.drawing.themes.theme import ThemeDocument
from dungeon_designer.reports.manual import format_toml_value
from dungeon_designer.templates import comment_out, format_comment, format_header, list_keys
from dungeon_designer.text.json_schema import build_described_schema

NO_ROCK = (0.0, 0.0)
"""The value of `halo` that draws no rock, for a theme without that key."""


def build_theme_text(base_name: str) -> str:
    """Return the text of a theme file that draws the same as a theme of the program until somebody changes it.

    Args:
        base_name: the name of a theme of the program.
    """
    header = format_header(
        "A theme: the colours, lines and fonts of maps. docs/reference/theme.md tells more.",
        "$ dungeon-designer render hall.dungeon.yaml -o hall.svg --theme FILE",
        "$ dungeon-designer themes FILE                  # checks it",
        "$ dungeon-designer themes FILE -o sheet.svg     # shows all that it draws",
        f"A key that you take out has the value that it has in {base_name}.",
    )
    values = {**msgspec.structs.asdict(THEMES[base_name]), "extends": base_name}
    lines = [header]
    for key, description, example in list_keys(build_described_schema(ThemeDocument)):
        lines.append("\n" + format_comment(description) + _format_key(key, values[key], example))
    return "".join(lines)


def _format_key(key: str, value: Any, example: Any) -> str:
    """Return the line of a key with a value; the author and the licence, which are empty, become commented examples."""
    if key in ("author", "licence"):
        return comment_out(f"{key} = {format_toml_value(example)}")
    return f"{key} = {format_toml_value(NO_ROCK if value is None else value)}\n"

"""Themes, the looks of maps: those of the program, and those that people write as TOML files."""

from __future__ import annotations

from dungeon_designer.drawing.themes.theme import PORTAL_COLOURS as PORTAL_COLOURS
from dungeon_designer.drawing.themes.theme import Theme as Theme
from dungeon_designer.drawing.themes.theme_file import THEME_ENDING, THEME_NAMES, load_bundled_theme, read_theme
from dungeon_designer.errors import UsageError, suggest_word

THEMES: dict[str, Theme] = {name: load_bundled_theme(name) for name in THEME_NAMES}
"""Every theme of the program by name, the default first."""

PARCHMENT = THEMES["parchment"]
"""The default theme, in whose colours the files of `symbols/` are painted."""

THEME_HELP = f"One of {', '.join(THEMES)}, or a theme file."
"""The help of an option that chooses a theme."""


def is_theme_file(name: str) -> bool:
    """Return whether the choice of a theme names a file, and not one of the program's themes."""
    return name.lower().endswith(THEME_ENDING)


def find_theme(name: str) -> Theme:
    """Return a theme by its name, or from its file; '' is the default theme.

    A file is only read because a person named it; `drawing.themes.theme_choice` looks at names in other files.

    Raises:
        UsageError: no theme has this name; the message suggests the closest one.
        ReadError: the file of the theme cannot be read.
    """
    if not name:
        return PARCHMENT
    if name in THEMES:
        return THEMES[name]
    if is_theme_file(name):
        return read_theme(name)
    hint = suggest_word(name, THEMES)
    raise UsageError(f"there is no theme {name!r}{hint}; the name of a theme file ends in {THEME_ENDING}")

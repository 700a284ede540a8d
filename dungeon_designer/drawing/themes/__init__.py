"""The themes, one file each."""

from __future__ import annotations

from dungeon_designer.drawing.themes.contrast import CONTRAST
from dungeon_designer.drawing.themes.ink import INK
from dungeon_designer.drawing.themes.model import Theme
from dungeon_designer.drawing.themes.parchment import PARCHMENT
from dungeon_designer.drawing.themes.slate import SLATE
from dungeon_designer.errors import UsageError, did_you_mean

THEMES: dict[str, Theme] = {theme.name: theme for theme in (PARCHMENT, INK, SLATE, CONTRAST)}
"""Every theme by name, the usual one first."""

__all__ = ["THEMES", "Theme", "theme_named"]


def theme_named(name: str) -> Theme:
    """The theme of a name; UsageError with the nearest right spelling for a name that none has."""
    if name not in THEMES:
        raise UsageError(f"there is no theme {name!r}{did_you_mean(name, THEMES)}")
    return THEMES[name]

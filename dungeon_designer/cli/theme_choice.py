"""Choose the theme in which a command draws a dungeon."""

from __future__ import annotations

from dataclasses import replace

from dungeon_designer.cli.console import print_warning
from dungeon_designer.dungeon import Dungeon, may_read_files, names_theme_file
from dungeon_designer.errors import escape_line
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.pipeline import choose_theme


def apply_theme(options: ExportOptions, dungeon: Dungeon) -> ExportOptions:
    """Return export options with the theme of a dungeon: that of `--theme`, else its own, else that of its season.

    A warning tells of a theme file that is not read, since the dungeon comes from a link or from standard input.

    Args:
        options: the export options; their theme is that of `--theme`, or '' without it.
        dungeon: the dungeon.

    Raises:
        ReadError: the theme that the dungeon or the season names does not exist or is wrong.
    """
    option_theme = options.drawing.theme
    if not option_theme and names_theme_file(dungeon) and not may_read_files(dungeon):
        source = "standard input" if dungeon.file == "-" else dungeon.file
        problem = f"the theme file {dungeon.layout.theme} is not read from here; name it with --theme"
        print_warning(escape_line(f"{source}: {problem}"))
    drawing = replace(options.drawing, theme=choose_theme(dungeon, option_theme))
    return replace(options, drawing=drawing)

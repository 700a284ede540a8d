"""Choose the web addresses that a command writes: links that hold a dungeon, and what a code on paper leads to.

The address of `--base` goes first, then the published page of the dungeon, which the `address` of its season (the plan
of an event) tells, then the page that DUNGEON_DESIGNER_PAGE names.
"""

from __future__ import annotations

import os

from msgspec.structs import replace

from dungeon_designer.cli.console import print_warning
from dungeon_designer.dungeon import Dungeon, names_theme_file
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.exports.page_addresses import find_season_page
from dungeon_designer.exports.player_notes import hide_contents
from dungeon_designer.layout.links import PAGE_VARIABLE
from dungeon_designer.options import option
from dungeon_designer.pipeline import SeasonDungeon

BASE_HELP = f"The address of the page that opens dungeons; else the season's, or that in {PAGE_VARIABLE}."


def base_option() -> str | None:
    """Build the field of `--base`."""
    field: str | None = option(BASE_HELP, metavar="URL")
    return field


def link_dungeon(dungeon: Dungeon, base: str | None) -> str:
    """Return a link that holds a whole dungeon, with all that is hidden in it.

    Args:
        dungeon: the dungeon.
        base: the value of `--base`.

    Raises:
        UsageError: the dungeon needs a ruleset file or tiles of the user's own, or an address is no web page.
        WriteError: the dungeon is too large for a link.
    """
    _warn_about_theme(dungeon)
    return dungeon.link(base or _find_page(dungeon))


def _warn_about_theme(dungeon: Dungeon) -> None:
    """Print a warning if a dungeon names a theme file, which a link does not hold."""
    if names_theme_file(dungeon):
        problem = f"the link does not hold the theme file {dungeon.layout.theme}; the map is drawn in the usual theme"
        print_warning(escape_line(f"{dungeon.file}: {problem}"))


def find_code_address(dungeon: Dungeon, base: str | None, shows_hidden: bool) -> str:
    """Return the address to which a code on a printed map leads: a published page, or a link that holds the dungeon.

    Args:
        dungeon: the dungeon.
        base: the value of `--base`.
        shows_hidden: whether the map shows what lies under trapdoors and counters; else the link does not hold it.

    Raises:
        UsageError: no address is known, or a link cannot hold the dungeon.
        WriteError: the dungeon is too large for a link.
    """
    if not base:
        page = _find_page(dungeon)
        if page:
            return page
        if not os.environ.get(PAGE_VARIABLE):
            remedy = f"say --base URL, write the season's `address`, or set {PAGE_VARIABLE}"
            raise UsageError(f"--qr: no page on the web is known for the code; {remedy}")
    _warn_about_theme(dungeon)
    layout = dungeon.layout if shows_hidden else hide_contents(dungeon.layout)
    return replace(dungeon, layout=layout).link(base or "")


def _find_page(dungeon: Dungeon) -> str:
    """Return the address of a dungeon's published page; '' if no season (the plan of an event) tells it."""
    season_file = dungeon.season if isinstance(dungeon, SeasonDungeon) else ""
    return find_season_page(dungeon.file, season_file)

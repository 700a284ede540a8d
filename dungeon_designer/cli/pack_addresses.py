"""Choose the web addresses of a pack (the printed document of an event): of its table cards and its published pages."""

from __future__ import annotations

import os

from dungeon_designer.cli.console import print_warning
from dungeon_designer.cli.files import is_folder_output
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, UsageError, escape_line
from dungeon_designer.exports.pack.pack_model import Chapter
from dungeon_designer.exports.page_addresses import list_page_addresses
from dungeon_designer.exports.player_notes import hide_contents
from dungeon_designer.exports.qr_code import measure_qr_code
from dungeon_designer.layout.links import PAGE_VARIABLE, check_page
from dungeon_designer.seasons.season_model import Season


def list_pack_addresses(chapters: tuple[Chapter, ...], season: Season | None, base: str | None) -> dict[str, str]:
    """Return an address for each dungeon of a pack (the printed document of an event), by its file.

    It is for cards and pages that players see, so a link does not hold what lies hidden in its dungeon.

    Args:
        chapters: the dungeons.
        season: the season (the plan of the event).
        base: the value of `--base`. If a link to it cannot hold a dungeon, that is an error. Without `--base`, such a
            dungeon has no address, and a warning names it, since nobody asked for links in this call.

    Raises:
        UsageError: a link cannot hold a dungeon.
    """
    if not base and season is not None and season.address:
        return list_page_addresses(season, [chapter.file for chapter in chapters])
    address_by_file: dict[str, str] = {}
    if not base and not os.environ.get(PAGE_VARIABLE):
        return address_by_file
    check_page(base or os.environ[PAGE_VARIABLE], "" if base else PAGE_VARIABLE)
    for chapter in chapters:
        layout = hide_contents(chapter.board.layout)
        try:
            link = Dungeon(layout, chapter.file).link(base or "")
            measure_qr_code(link)  # raises an error if the link is too long for a code
            address_by_file[chapter.file] = link
        except DungeonError as error:
            problem = escape_line(f"{chapter.file}: {error}")
            if base:
                raise UsageError(problem) from None
            print_warning(f"{problem}; it gets no code")
    return address_by_file


def has_addresses(output: str) -> bool:
    """Return whether the output of `pack` shows addresses: pages and table cards do, a text or a schedule does not."""
    return is_folder_output(output) or output.lower().endswith(".pdf")

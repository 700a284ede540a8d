"""Find the web addresses of published pages."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.html_parts import INDEX, RULES, choose_file_names
from dungeon_designer.layout.links import check_page
from dungeon_designer.seasons.season_file import read_season_file
from dungeon_designer.seasons.season_model import Season

SEASON_FILE = "season.toml"
"""The file of a folder's season (the plan of an event)."""


def list_page_addresses(season: Season, files: Sequence[str]) -> dict[str, str]:
    """Return the web address of each dungeon's page, by the dungeon file; empty if the season (event) names none.

    The pages have the names that the command `publish` gives them.

    Args:
        season: the season.
        files: its dungeon files, in the order of play.
    """
    if not season.address:
        return {}
    # two pages of the website have fixed names, which no dungeon's page may take
    pages = choose_file_names([Path(file).name for file in files], ".html", INDEX, RULES)
    base_address = season.address.removesuffix(INDEX).rstrip("/")
    return {file: f"{base_address}/{page}" for file, page in zip(files, pages, strict=True)}


def find_season_page(file: str | os.PathLike[str] | None, season_file: str = "") -> str:
    """Return the address of a dungeon's published page, as a season (the plan of an event) says.

    Args:
        file: the dungeon file; None for a dungeon that is not saved.
        season_file: the file of the season; '' for `season.toml` in the dungeon's folder or the folder above.

    Returns:
        The address; '' if no season that can be read names both the file and an `address`.

    Raises:
        UsageError: the season's `address` is not that of a web page.
    """
    if file is None:
        return ""
    path = Path(os.path.abspath(file))
    season_paths = [Path(season_file)] if season_file else [folder / SEASON_FILE for folder in path.parents[:2]]
    for season_path in season_paths:
        with suppress(DungeonError):  # other commands say what is wrong with the season
            season = read_season_file(season_path, is_discovered=True).season
            layouts = [os.path.abspath(season_path.parent / layout) for layout in season.layouts]
            page = list_page_addresses(season, layouts).get(str(path), "")
            if page:
                break
    else:
        return ""
    check_page(page, str(season_path))
    return page

"""Warn about dungeons of one season that have the same name, since labels, schedules and pages could not tell them
apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from dungeon_designer.cli.console import print_warning
from dungeon_designer.cli.files import Source
from dungeon_designer.rules.rule_text import join_with_and


def warn_about_shared_names(sources_with_names: Iterable[tuple[Source, str]]) -> None:
    """Print a warning for each name that several dungeons of one season (an event) have.

    Args:
        sources_with_names: what was read, each with the name of its dungeon; dungeons without a name are ignored.
    """
    # names that differ only in case and blanks count as the same
    name_by_file_of_group: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for source, raw_name in sources_with_names:
        name = " ".join(raw_name.split())
        if source.season_file and name:
            name_by_file_of_group[source.season_file, name.casefold()][source.file] = name
    for (season, _), name_by_file in name_by_file_of_group.items():
        if len(name_by_file) > 1:
            name = next(iter(name_by_file.values()))
            file_list = join_with_and([Path(file).name for file in name_by_file])
            quantity = "both" if len(name_by_file) == 2 else "all"
            print_warning(
                f'{season}: {file_list} are {quantity} named "{name}"; give each dungeon of a season a name of its own'
            )

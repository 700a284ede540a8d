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
    """Print a warning for each name that several dungeons of one season have.

    Args:
        sources_with_names: what was read, each with the name of its dungeon; dungeons without a name are ignored.
    """
    files: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for source, name in sources_with_names:
        if source.season_file and (words := " ".join(name.split())):
            files[source.season_file, words.casefold()][source.file] = words
    for (season, _), names in files.items():
        if len(names) > 1:
            (name, *_), file_list = names.values(), join_with_and([Path(file).name for file in names])
            quantity = "both" if len(names) == 2 else "all"
            print_warning(
                f'{season}: {file_list} are {quantity} named "{name}"; give each dungeon of a season a name of its own'
            )

"""A warning of dungeons that share a name in one season: labels, schedules and pages could not tell them apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from dungeon_designer.cli.console import tell
from dungeon_designer.cli.files import Source
from dungeon_designer.rules.rule import both


def warn_of_shared_names(named: Iterable[tuple[Source, str]]) -> None:
    """Write a line to standard error for each name that several dungeons of one season have.

    Args:
        named: what was read, each with the name of its dungeon; dungeons without a name are called by their files.
    """
    files: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for source, name in named:
        if source.season and (words := " ".join(name.split())):
            files[source.season, words.casefold()][source.file] = words
    for (season, _), names in files.items():
        if len(names) > 1:
            (name, *_), which = names.values(), both([Path(file).name for file in names])
            every = "both" if len(names) == 2 else "all"
            tell(f'{season}: {which} are {every} named "{name}"; give each dungeon of a season a name of its own')

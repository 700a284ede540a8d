"""The tile sets a call names: the program's own by their names, one's own by the folder they lie in."""

from __future__ import annotations

import os
from collections.abc import Sequence

from dungeon_designer.errors import UsageError, did_you_mean, one_line
from dungeon_designer.tiles.library import library


def folders_among(tiles: Sequence[str]) -> list[str]:
    """Those of the names that are folders."""
    return [name for name in tiles if os.path.isdir(name)]


def sets_named(tiles: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """The tile sets named, those of folders by their names; UsageError for one there is not among those known."""
    named: list[str] = []
    for name in tiles:
        if os.path.isdir(name):
            own = library([name])
            named += [each for each in own.sets if each not in library([]).sets]
        elif name in known:
            named.append(name)
        else:
            raise UsageError(one_line(f"--tiles {name}: no set of this name{did_you_mean(name, known)}"))
    return tuple(dict.fromkeys(named))

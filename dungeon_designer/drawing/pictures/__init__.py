"""Pictures of things, as symbols: one module a family, one function a picture.

A picture is drawn about its middle, one unit a square. Its name is a word, and for a picture that comes in
sizes, sides or variants the numbers that choose among them: ``chest``, ``door-2``, ``crypt-2-1``, ``floor-room-3``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from dungeon_designer.drawing.pictures import (
    bridges,
    doors,
    dragon,
    emblems,
    engines,
    floors,
    hazards,
    pits,
    rock,
    statues,
    treasure,
)
from dungeon_designer.drawing.shapes import Circle, Path, Symbol, Text
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    **bridges.PLAIN, **doors.PLAIN, **emblems.PLAIN, **pits.PLAIN, **treasure.PLAIN,
}  # fmt: skip
"""Pictures that there is one of."""

SIZED: dict[str, Callable[..., Shapes]] = {
    **bridges.SIZED, **doors.SIZED, **dragon.SIZED, **engines.SIZED, **floors.SIZED, **hazards.SIZED,
    **pits.SIZED, **rock.SIZED, **statues.SIZED, **treasure.SIZED,
}  # fmt: skip
"""Pictures called with numbers."""

_NAME = re.compile(r"(.+?)((?:-\d+)*)")


@lru_cache(maxsize=4096)
def picture(name: str, theme: Theme) -> Symbol:
    """The picture of a name; KeyError for a name that none has."""
    word, numbers = _parts(name)
    if numbers:
        return Symbol(name, SIZED[word](theme, *numbers))
    return Symbol(name, PLAIN[word](theme))


def _parts(name: str) -> tuple[str, tuple[int, ...]]:
    found = _NAME.fullmatch(name)
    if found is None:
        raise KeyError(name)
    return found[1], tuple(int(part) for part in found[2].split("-") if part)

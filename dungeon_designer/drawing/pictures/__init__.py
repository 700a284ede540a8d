"""Pictures of things, as symbols: one module a family, one function a picture.

A picture is drawn about its middle, one unit a square, looking north (doors lie from west to east).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from dungeon_designer.drawing.pictures import doors, furniture, ground, pits
from dungeon_designer.drawing.shapes import Circle, Path, Symbol, Text
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

_PLAIN: dict[str, Callable[[Theme], Shapes]] = {**furniture.PLAIN, **ground.PLAIN, **doors.PLAIN, **pits.PLAIN}
_SIZED: dict[str, Callable[..., Shapes]] = {**furniture.SIZED, **doors.SIZED, **pits.SIZED}


@lru_cache(maxsize=4096)
def picture(name: str, theme: Theme) -> Symbol:
    """The picture of a name; a sized one is called by name and numbers: ``door-2``, ``crypt-2-1``."""
    if name in _PLAIN:
        return Symbol(name, _PLAIN[name](theme))
    word, *sizes = (part for part in name.split("-"))
    return Symbol(name, _SIZED[word](theme, *map(int, sizes)))

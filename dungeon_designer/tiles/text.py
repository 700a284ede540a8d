"""Tiles listed as text: each drawn, with what it is called and what playing on it means."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from dungeon_designer.tiles.model import Tile, TileLibrary

WIDTH = 100
"""How long a line of prose may be, in letters."""


def lines(library: TileLibrary, set_name: str = "") -> list[str]:
    """The tiles of one set, or of all, drawn; TileError when no set is called so."""
    names = [set_name] if set_name else library.sets
    return [line for name in names for line in _set_lines(name, library.of_set(name))][:-1]


def tile_lines(tile: Tile) -> list[str]:
    """One tile: its id and name, its facts, its squares, its letters and its rule.

    >>> from dungeon_designer.kinds import SectionKind
    >>> tile = Tile(id="my/cell", name="Cell", kind=SectionKind.SMALL_ROOM, rows=(".I", ".."), stock=2)
    >>> print("\\n".join(tile_lines(tile)))
    my/cell  Cell
      small room, 2 x 2, 4 squares, 2 in the box
      .I
      ..
      I idol
    """
    facts = f"  {', '.join(_facts(tile))}"
    drawn = [f"  {row}" for row in tile.rows]
    said = [tile.rule, *([tile.source] if tile.source else []), tile.notes]
    prose = [line for text in said if text for line in textwrap.wrap(text, WIDTH - 2)]
    return [f"{tile.id}  {tile.name}", facts, *drawn, *_legend(tile), *(f"  {line}" for line in prose)]


def _set_lines(name: str, tiles: list[Tile]) -> Iterator[str]:
    heading = f"{name}: {len(tiles)} {'tile' if len(tiles) == 1 else 'tiles'}"
    yield from (heading, "=" * len(heading), "")
    for tile in tiles:
        yield from tile_lines(tile)
        yield ""


def _facts(tile: Tile) -> Iterator[str]:
    width, height = tile.size
    yield tile.kind.replace("_", " ") + (f" of {tile.side}" if tile.side else "")
    yield f"{width} x {height}"
    yield f"{len(tile.letters)} squares" if len(tile.letters) != 1 else "1 square"
    if tile.enclosed:
        yield "walled off except at doors"
    if tile.stock is not None:
        yield f"{tile.stock} in the box"


def _legend(tile: Tile) -> list[str]:
    """One line for the letters that are more than floor, in the order they are met."""
    used: Iterable[str] = dict.fromkeys(tile.letters[square] for square in tile.features)
    words = [f"{letter} {tile.meaning(letter).replace('_', ' ')}" for letter in used]
    return [f"  {', '.join(words)}"] if words else []

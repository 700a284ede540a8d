"""The file that says how many of each tile one owns."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.errors import ReadError, did_you_mean
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.toml_text import read_toml

MOST_TILES = 10_000
"""How many of a tile one may own."""


def stock_of(content: bytes, file: str, known: Sequence[str]) -> dict[str, int]:
    """How many there are of each tile a file names, by id or set by set; ReadError where it is wrong."""
    try:
        data = read_toml(content)
    except Fault as fault:
        raise ReadError(file, "", fault.problem) from None
    stock: dict[str, int] = {}
    for name, value in data.items():
        stock |= (
            {f"{name}/{tile}": count for tile, count in value.items()} if isinstance(value, dict) else {name: value}
        )
    for tile, count in stock.items():
        if tile not in known:
            raise ReadError(file, tile, f"no tile of this id{did_you_mean(tile, known)}")
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_TILES:
            raise ReadError(file, tile, f"a number of tiles is wanted, from 0 to {MOST_TILES}")
    if not any(stock.values()):
        raise ReadError(file, "", "it holds no tile; name how many there are of each, by id")
    return stock

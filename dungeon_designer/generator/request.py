"""What is asked for when dungeons are proposed."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.grid import Size
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary


class Request(Struct, frozen=True, kw_only=True):
    """What every proposal keeps to.

    ruleset   the edition or house ruleset that judges
    library   the tiles that may be laid
    sides     how many sides play; the least the ruleset is for, if not said
    symmetry  how the dungeon repeats itself across its middle; `SymmetryMode.OFF` for not at all
    tiles     the tile sets to lay from; empty for those the ruleset's stock names, or a floor drawn freely
    stock     how many of each tile there are, by the tile's id, where the ruleset's own numbers do not count
    squares   the least and the most floor squares; None for what the ruleset asks
    fit       the squares that fit the table, (width, height), either way round; None for any
    rooms     names of rooms, or ids of tiles, that must occur
    seed      where the dice start
    playtest  whether matches are played on each that does not give both sides the same, and only those kept on which
              the sides win about equally often
    """

    ruleset: Ruleset
    library: TileLibrary
    sides: int = 2
    symmetry: SymmetryMode = SymmetryMode.HALF_TURN
    tiles: tuple[str, ...] = ()
    stock: dict[str, int] = {}
    squares: tuple[int, int] | None = None
    fit: Size | None = None
    rooms: tuple[str, ...] = ()
    seed: int = 0
    playtest: bool = False

    @property
    def symmetric(self) -> bool:
        """Whether the dungeon repeats itself across its middle."""
        return self.symmetry is not SymmetryMode.OFF

"""What a rule may look at: the board, the ruleset's words, and the analyses every rule shares.

Each analysis is made when first asked for, once for all rules of a run.
"""

from __future__ import annotations

from functools import cached_property

from dungeon_designer.analysis.graphs import Movement
from dungeon_designer.analysis.junctions import Junctions
from dungeon_designer.board.model import SHUT, Board, Flags
from dungeon_designer.rulesets.model import Chests, Corners, Ruleset


class Context:
    """One run of a ruleset over a board."""

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        self.board = board
        self.ruleset = ruleset

    @property
    def strict(self) -> bool:
        """Whether diagonal steps need both ways round."""
        return self.ruleset.corners is Corners.STRICT

    @cached_property
    def standing(self) -> Flags:
        """Squares a player may end on: no hazard, obstacle or shut door, and no chest where chests are impassable."""
        board = self.board
        standing: Flags = board.walkable & (board.square_door != SHUT)
        return standing & ~board.is_chest if self.ruleset.chests is Chests.IMPASSABLE else standing

    @cached_property
    def walk(self) -> Movement:
        """Steps on foot: walkable squares but portals, which nobody walks across, and entries, which are walls.

        Chests are walked over: once opened they are gone.
        """
        board = self.board
        return Movement.on(board, board.walkable & ~board.is_portal & ~board.is_entry, self.strict)

    @cached_property
    def junctions(self) -> Junctions:
        """Where sections meet, and which are connected."""
        return Junctions(self.board)

    @property
    def connected_sections(self) -> dict[int, frozenset[int]]:
        """The numbers of the sections connected to each section (some edge between them is no wall)."""
        return self.junctions.connected

"""The floor that things are laid on: what lies there already, how far the sides walk, where things stand in no way."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.figures.arrays import arrays
from dungeon_designer.figures.survey import Survey, survey_of
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.moving import Mover
from dungeon_designer.rules.registry import EnabledRule, configured
from dungeon_designer.rulesets.model import Metric, Ruleset
from dungeon_designer.tiles.model import TileLibrary

FAR = 9999
"""The distance of what no way leads to."""


class Floor:
    """A layout without what is to be laid, as one ruleset sees it; each thing is worked out when first asked."""

    def __init__(self, layout: Layout, ruleset: Ruleset, library: TileLibrary | None) -> None:
        self.layout = layout
        self.ruleset = ruleset
        self.board: Board = build(layout, library)
        self.context = Context(self.board, ruleset)

    @cached_property
    def asked(self) -> list[EnabledRule]:
        """The rules that are on."""
        return configured(self.ruleset)

    @cached_property
    def survey(self) -> Survey:
        """How far the sides walk."""
        return survey_of(self.board, self.ruleset)

    @cached_property
    def ends(self) -> Ints:
        """The squares on which sides set up."""
        squares = sorted({square for squares in self.survey.set_up.values() for square in squares})
        return np.array(squares, dtype=np.int32)

    @cached_property
    def free(self) -> Flags:
        """Where `check --fix-all` would move things to, and nobody sets up: no doorway, no way of a machine."""
        free = arrays(self.board).flags(Mover(self.context).free)
        free[self.ends] = False
        return free

    @cached_property
    def fair(self) -> Flags:
        """Squares that all sides walk to; every square where no side sets up."""
        tables = list(self.survey.from_side.values())
        fair: Flags = np.all([np.isfinite(table) for table in tables], axis=0) if tables else self.free | True
        return fair

    @cached_property
    def in_no_way(self) -> Flags:
        """Squares where a portal, across which nobody walks, makes no walk longer: each step on has another before it.

        Two portals that are three or more squares apart are never before the same step, so they do not together either.
        """
        clear = np.ones(len(self.board), dtype=np.bool_)
        one, other = self.survey.walk.pairs.T
        for table in self.survey.from_side.values():
            on, back = table[one] + 1 == table[other], table[other] + 1 == table[one]
            before, after = np.concatenate((one[on], other[back])), np.concatenate((other[on], one[back]))
            ways = np.bincount(after, minlength=len(self.board))
            clear[before[ways[after] == 1]] = False
        return clear

    @cached_property
    def steps(self) -> Ints:
        """S x N: the steps of each side to where a chest on each square is opened, FAR where none lead."""
        tables = [np.maximum(table - self.survey.beside, 0) for table in self.survey.from_side.values()]
        whole = np.array(tables).reshape(len(tables), len(self.board))
        return np.where(np.isfinite(whole), whole, FAR).astype(np.int32)

    def apart(self, ones: Ints, others: Ints) -> Ints:
        """The distances of some squares from others, as the ruleset's `metric` measures."""
        x, y = self.board.x, self.board.y
        crow = np.maximum(np.abs(x[ones][:, None] - x[others]), np.abs(y[ones][:, None] - y[others]))
        if self.ruleset.metric is Metric.SQUARES or not crow.size:
            return np.asarray(crow, dtype=np.int32)
        squares = [self.board.squares[one] for one in ones]
        tables = [self.context.on_foot.lengths([self.board.squares[other]]) for other in others]
        walked = np.array([[table.get(square, FAR) for square in squares] for table in tables]).T
        found: Ints = np.minimum(walked, FAR).astype(np.int32)
        return found

"""The walks all figures are made of: from where the sides set up, to the chests, to the zones, to the portals.

Steps are counted on foot, by the edition's corners, over chests (once opened they are gone), not across portals and
entries. Ways may end on those. Each table is walked once, when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import FAR, Movement
from dungeon_designer.analysis.reach import Reach
from dungeon_designer.analysis.set_up import set_up_squares
from dungeon_designer.analysis.sight import Sight
from dungeon_designer.board.model import Board, ChestAt, Ints
from dungeon_designer.kinds import Team

Floats = npt.NDArray[np.float64]
"""Steps that may be expectations; infinite where no way leads."""


class PortalRule(NamedTuple):
    """How an edition's portals work: the steps a jump costs, and whether one is scattered beside the other portal."""

    jump: int = 0
    beside: bool = False


class Walks:
    """The walks on one board under one edition's words.

    reach    areas, portals and end zones
    drawn    the steps on foot as the board is drawn; those of `reach` go by all turns of rooms that turn
    sight    lines of sight
    beside   whether a chest is opened from the square next to it
    portals  how portals work
    """

    def __init__(self, reach: Reach, drawn: Movement, sight: Sight, beside: bool, portals: PortalRule) -> None:
        self.reach = reach
        self.drawn = drawn
        self.sight = sight
        self.beside = beside
        self.portals = portals

    @property
    def board(self) -> Board:
        """What is walked on."""
        return self.reach.board

    @property
    def walk(self) -> Movement:
        """The steps on foot."""
        return self.reach.walk

    @cached_property
    def set_up(self) -> dict[Team, list[int]]:
        """The squares each side sets up on, for the sides that set up anywhere on foot."""
        found = {
            team: self._on_foot(set_up_squares(self.board, self.reach.standing, team)) for team in self.reach.teams
        }
        return {team: squares for team, squares in found.items() if squares}

    def _on_foot(self, squares: Iterable[int]) -> list[int]:
        return [square for square in squares if self.walk.nodes[square]]

    @property
    def sides(self) -> tuple[Team, ...]:
        """The sides that set up on the board."""
        return tuple(self.set_up)

    @cached_property
    def chests(self) -> tuple[ChestAt, ...]:
        """The chests that lie where somebody walks, as placed."""
        known = {chest.index for members in self.reach.chests().values() for chest in members}
        return tuple(chest for chest in self.board.chests if chest.index in known)

    @cached_property
    def from_side(self) -> dict[Team, Floats]:
        """Steps from where each side sets up to each square."""
        return {team: self._steps(squares) for team, squares in self.set_up.items()}

    @cached_property
    def to_chest(self) -> Floats:
        """C x N: steps from each square to where each chest is opened."""
        tables = [self._steps([chest.index]) for chest in self.chests]
        steps = np.array(tables).reshape(len(tables), len(self.board))
        return np.maximum(steps - self.beside, 0)

    @cached_property
    def to_zone(self) -> dict[Team, Floats]:
        """Steps from each square into the end zone or entries of each side."""
        found = {team: self._steps(self._zone(team)) for team in self.sides}
        return {team: self._past_entries(team, table) for team, table in found.items()}

    def _zone(self, team: Team) -> list[int]:
        """The squares on foot of a side's end zones, and those beside its entries."""
        zones = [zone.section.squares.tolist() for zone in self.reach.zones if zone.side is team]
        squares = {square for zone in zones for square in zone}
        entries = {square for square in squares if self.board.is_entry[square]}
        beside = {near for square in entries for near in self.reach.beside.get(square, ())}
        return sorted(self._on_foot(squares - entries | beside))

    def _past_entries(self, team: Team, table: Floats) -> Floats:
        """An entry is stepped into from beside it, which takes a step more."""
        entered = any(self.board.is_entry[zone.section.squares].any() for zone in self.reach.zones if zone.side is team)
        return table + 1.0 if entered else table

    @cached_property
    def portal_squares(self) -> list[int]:
        """The squares with a portal that one can step on."""
        return [square for square in self.reach.portals if self.reach.beside.get(square)]

    @cached_property
    def to_portal(self) -> Floats:
        """P x N: steps from each square onto each portal; whoever stands on it steps off it first."""
        tables = [self._steps(self._on_foot(self.reach.beside[portal])) + 1 for portal in self.portal_squares]
        for portal, table in zip(self.portal_squares, tables, strict=True):
            table[[near for near in self.reach.beside[portal] if self.board.is_portal[near]]] = 1
        return np.array(tables).reshape(len(tables), len(self.board))

    @cached_property
    def squares(self) -> Ints:
        """The numbers of all squares one walks on foot."""
        return np.flatnonzero(self.walk.nodes).astype(np.int32)

    @cached_property
    def reached(self) -> Ints:
        """The squares some side walks to."""
        tables = [table[self.squares] for table in self.from_side.values()]
        return self.squares[np.isfinite(tables).any(axis=0)] if tables else self.squares[:0]

    def others(self, team: Team) -> list[Team]:
        """All sides but one."""
        return [other for other in self.sides if other is not team]

    def _steps(self, starts: Iterable[int]) -> Floats:
        """Steps to each square, portals among them; nothing leads across those."""
        table = as_floats(self.walk.distances(starts))
        for portal in self.portal_squares:
            table[portal] = table[self._on_foot(self.reach.beside[portal])].min(initial=np.inf) + 1
        return table


def as_floats(steps: Ints) -> Floats:
    """Steps as numbers one can reckon with: infinite in place of FAR.

    >>> as_floats(np.array([2, FAR], dtype=np.int32)).tolist()
    [2.0, inf]
    """
    found: npt.NDArray[Any] = steps.astype(np.float64)
    found[steps == FAR] = np.inf
    return found

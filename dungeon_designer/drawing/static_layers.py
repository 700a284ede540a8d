"""The part of a picture that stays as it is while things are moved about on it.

Rock, floors, walls and terrain cost most of the time a drawing takes, and an editor asks for the same ones after
every move of a chest. They are remembered by everything they depend on, so that what is given back is always
what would be drawn anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from dungeon_designer.drawing import ground, sections, terrain, walls, zones
from dungeon_designer.drawing.draw_request import Plan
from dungeon_designer.drawing.shapes import Layer, Use

REMEMBERED = 8
"""How many boards' grounds are kept: a few steps of undo, in the themes of a few windows."""


@dataclass(frozen=True, slots=True)
class Still:
    """The layers of the ground, from the lowest up: those below overlays, those right above, and the walls.

    `pictures` names the symbols they use.
    """

    lower: tuple[Layer, ...]
    borders: Layer
    walls: Layer
    pictures: frozenset[str]

    def layer(self, name: str) -> Layer:
        """The lower layer of a name."""
        return next(layer for layer in self.lower if layer.name == name)


@dataclass(frozen=True)
class _Request:
    """A plan that equals another when its ground does."""

    key: tuple[Hashable, ...]
    plan: Plan = field(compare=False)


def still(plan: Plan) -> Still:
    """The layers of a plan's ground."""
    return _drawn(_Request(_key(plan), plan))


def forget() -> None:
    """Draw everything anew next time; for measuring."""
    _drawn.cache_clear()
    sections.forget()


def _key(plan: Plan) -> tuple[Hashable, ...]:
    """All that the ground depends on."""
    board, layout = plan.board, plan.board.layout
    parts = tuple((p.id, p.kind, p.side, p.name, p.tile, p.owned, p.covers, p.painted) for p in board.sections)
    ground = (tuple(board.terrain_at.items()), tuple(board.obstacle_at.items()), board.walls, board.edge_doors)
    return (plan.theme, plan.options.grid, layout.sides, parts, *ground, board.strays, layout.walls)


@lru_cache(maxsize=REMEMBERED)
def _drawn(request: _Request) -> Still:
    plan = request.plan
    lower = (
        ground.rock(plan),
        sections.floor(plan),
        zones.zones(plan),
        ground.shadows(plan),
        terrain.terrain(plan),
        ground.grid(plan),
        zones.names(plan),
    )
    return Still(lower, ground.borders(plan), walls.walls(plan), frozenset(pictures_in(lower)))


def pictures_in(layers: Iterable[Layer]) -> set[str]:
    """The names of the symbols some layers use."""
    return {shape.symbol for layer in layers for group in layer.groups for shape in group.shapes if type(shape) is Use}

"""Ground other than plain floor: liquids, chasms, cliffs and the bridges over them."""

from __future__ import annotations

from collections import defaultdict

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import TERRAINS
from dungeon_designer.drawing.plan import Plan, middle, place
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Use, area
from dungeon_designer.grid import Square, groups
from dungeon_designer.layout.model import BRIDGES, HAZARDS, TerrainKind


def terrain(plan: Plan) -> Layer:
    """One group for each connected area of one kind; hazards below, bridges above them."""
    found = []
    for kind, squares in sorted(_by_kind(plan).items(), key=lambda item: (item[0] in BRIDGES, item[0])):
        for part in groups(squares):
            shapes = _bridge(plan, kind, part) if kind in BRIDGES else _hazard(plan, kind, part)
            words = kind.value.replace("_", " ")
            found.append(
                Group(f"{kind.value.replace('_', '-')}-{place(part[0])}", kind.value, shapes, tuple(part), words)
            )
    return Layer("terrain", tuple(found))


def _by_kind(plan: Plan) -> dict[TerrainKind, list[Square]]:
    """The squares of each kind, those drawn where no floor is included."""
    found: dict[TerrainKind, list[Square]] = defaultdict(list)
    for square, code in zip(plan.board.squares, plan.board.terrain.tolist(), strict=True):
        kind = TERRAINS[code]
        if kind is not None:
            found[kind].append(square)
    for word, square in plan.board.strays:
        if word in set(TerrainKind):
            found[TerrainKind(word)].append(square)
    return found


def _hazard(plan: Plan, kind: TerrainKind, squares: list[Square]) -> tuple[Shape, ...]:
    theme = plan.theme
    fill, stroke = getattr(theme, kind.value), getattr(theme, f"{kind.value}_line")
    ground = area(rings(squares), Style(fill=fill, stroke=stroke, width=theme.bold))
    return (ground, *(Use(kind.value, middle(square)) for square in squares))


def _bridge(plan: Plan, kind: TerrainKind, squares: list[Square]) -> tuple[Shape, ...]:
    turn = 0.0 if leads_across(plan, squares) else 90.0
    return tuple(Use(kind.value.replace("_", "-"), middle(square), turn) for square in squares)


def leads_across(plan: Plan, squares: list[Square]) -> bool:
    """Whether a bridge leads from west to east: it has more safe ground at those ends, or is longer that way."""
    own = set(squares)
    ends = [0, 0]
    for x, y in squares:
        for axis, there in ((0, (x - 1, y)), (0, (x + 1, y)), (1, (x, y - 1)), (1, (x, y + 1))):
            at = plan.at(there)
            if there not in own and at >= 0:
                ends[axis] += 1 if TERRAINS[plan.board.terrain[at]] not in HAZARDS else -1
    if ends[0] != ends[1]:
        return ends[0] > ends[1]
    wide, high = (len({square[axis] for square in squares}) for axis in (0, 1))
    return wide >= high

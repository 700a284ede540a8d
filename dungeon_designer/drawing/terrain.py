"""Ground other than plain floor: liquids, chasms, cliffs, spike pits and the bridges over them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, place
from dungeon_designer.drawing.geometry import pick, wobbled
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Use, area
from dungeon_designer.drawing.things import LOOKING
from dungeon_designer.grid import SIDES, Side, Square, groups, neighbour
from dungeon_designer.layout.model import BRIDGES, HAZARDS, TerrainKind

VARIANTS = {TerrainKind.BRIDGE: 3, TerrainKind.ROPE_BRIDGE: 3, **dict.fromkeys(HAZARDS, 4)}
"""How many different squares each kind has."""


def terrain(plan: DrawingPlan) -> Layer:
    """One group for each connected area of one kind; hazards below, bridges above them."""
    by_kind = _by_kind(plan)
    found = []
    for kind, squares in sorted(by_kind.items(), key=lambda item: (item[0] in BRIDGES, item[0])):
        for part in groups(squares):
            shapes = crossing(plan, kind, part) if kind in BRIDGES else hazard(plan, kind, part)
            word = kind.value.replace("_", "-")
            found.append(
                Group(f"{word}-{place(part[0])}", kind.value, tuple(shapes), tuple(part), word.replace("-", " "))
            )
    return Layer("terrain", tuple(found))


def _by_kind(plan: DrawingPlan) -> dict[TerrainKind, list[Square]]:
    """The squares of each kind, those drawn where no floor is included."""
    found: dict[TerrainKind, list[Square]] = defaultdict(list)
    for square, kind in plan.board.terrain_at.items():
        found[kind].append(square)
    for word, square in plan.board.strays:
        if word in set(TerrainKind):
            found[TerrainKind(word)].append(square)
    return found


def hazard(plan: DrawingPlan, kind: TerrainKind, squares: Collection[Square], rims: bool = True) -> Iterator[Shape]:
    """The body, what fills each square, and the rim along its edges; a bank where it meets the floor."""
    theme, own, word = plan.theme, set(squares), kind.value.replace("_", "-")
    outline = [wobbled(ring, 0.03, 9) for ring in rings(own)]
    yield area(outline, Style(fill=getattr(theme, kind.value), stroke=theme.bank, width=theme.bank_width))
    for x, y in squares:
        yield Use(f"{word}-{pick(x, y, VARIANTS[kind], 10)}", middle((x, y)), 180.0 * pick(x, y, 2, 11))
    for x, y in squares if rims else ():
        for side in SIDES:
            there = neighbour((x, y), side)
            if there not in own and there not in plan.board.bridge_squares:  # it goes on below a bridge
                yield Use(f"{word}-rim-{pick(x, y, VARIANTS[kind], 12)}", middle((x, y)), LOOKING[side])


def crossing(plan: DrawingPlan, kind: TerrainKind, squares: list[Square]) -> Iterator[Shape]:
    """What flows beneath, then planks, then rails along the sides that lead nowhere."""
    below = hazard_below(plan, squares)
    if below is not None:
        yield from hazard(plan, below, squares, rims=False)
    word, own = kind.value.replace("_", "-"), set(squares)
    across = leads_across(plan, squares)
    for x, y in squares:
        yield Use(f"{word}-{pick(x, y, VARIANTS[kind], 13)}", middle((x, y)), 0.0 if across else 90.0)
    for side in (Side.NORTH, Side.SOUTH) if across else (Side.EAST, Side.WEST):
        for square in squares:
            if neighbour(square, side) not in own:
                yield Use(f"{word}-rail", middle(square), LOOKING[side])


def hazard_below(plan: DrawingPlan, squares: list[Square]) -> TerrainKind | None:
    """What a bridge spans: the hazard that borders most of it, None when none does."""
    around = (plan.board.terrain_at.get(neighbour(square, side)) for square in squares for side in SIDES)
    beside = Counter(kind for kind in around if kind in HAZARDS)
    return min(beside, key=lambda kind: (-beside[kind], kind)) if beside else None


def leads_across(plan: DrawingPlan, squares: list[Square]) -> bool:
    """Whether a bridge leads from west to east: it has more safe ground at those ends, or is longer that way."""
    own = set(squares)
    ends = [0, 0]
    for x, y in squares:
        for axis, there in ((0, (x - 1, y)), (0, (x + 1, y)), (1, (x, y - 1)), (1, (x, y + 1))):
            if there not in own and there in plan.board:
                ends[axis] += -1 if there in plan.board.hazard_squares else 1
    if ends[0] != ends[1]:
        return ends[0] > ends[1]
    wide, high = (len({square[axis] for square in squares}) for axis in (0, 1))
    return wide >= high

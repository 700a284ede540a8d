"""The floor of each section: its ground, its paving, the emblem of a room that the books name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.draw_request import DrawingPlan, middle, slug
from dungeon_designer.drawing.geometry import pick, scatter
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Use, area
from dungeon_designer.drawing.textures import SHEET, SHEETS
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Square, bounds, row_major
from dungeon_designer.layout.model import SectionKind, Team

_STONE = frozenset({
    SectionKind.ROOM, SectionKind.BOARD, SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM, SectionKind.CORRIDOR,
    SectionKind.JUNCTION,
})  # fmt: skip
"""Kinds whose paving cracks, wears and gathers moss."""

_VARIANTS = {SectionKind.PLATFORM: 2, SectionKind.BRIDGE: 6}
"""How many different squares the paving of a kind has."""

TRACES = 6
"""How many different cracks, worn corners and mosses there are."""

DAMP = 3
"""The side of a patch that may be damp, in squares."""

_ALONG = frozenset({SectionKind.CORRIDOR, SectionKind.BRIDGE})
"""Kinds whose paving follows the longer side of the section."""

_ACROSS = frozenset(list(Team)[1::2])
"""Sides whose zones are paved across: every second one, so that zones beside each other differ."""

FEWEST = 3
"""Squares that are paved however little a theme paves: a kind must be known by its floor."""

REMEMBERED = 4096
"""How many floors are kept, so that a change to one room of a large dungeon draws one room."""


@dataclass(frozen=True, slots=True)
class _Floor:
    """All that a section's floor depends on; `plain` are its squares without terrain, `furnished` says
    whether terrain or an obstacle stands in it."""

    theme: Theme
    id: str
    kind: SectionKind
    side: Team | None
    name: str
    tile: str
    squares: tuple[Square, ...]
    plain: tuple[Square, ...]
    furnished: bool


def floor(plan: DrawingPlan) -> Layer:
    """One group a section."""
    return Layer("floor", tuple(_group(_floor(plan, section)) for section in plan.board.sections))


def floor_colour(theme: Theme, kind: SectionKind) -> str:
    """The colour of a section kind's ground."""
    return {
        SectionKind.CORRIDOR: theme.floor_corridor,
        SectionKind.ENTRY: theme.floor_corridor,
        SectionKind.LARGE_ROOM: theme.floor_large,
        SectionKind.JUNCTION: theme.floor_junction,
        SectionKind.PLATFORM: theme.floor_plates,
        SectionKind.BRIDGE: theme.floor_planks,
    }.get(kind, theme.floor)


def _floor(plan: DrawingPlan, section: BoardSection) -> _Floor:
    board, squares = plan.board, section.owned
    plain = tuple(square for square in squares if square not in board.terrain_at)
    return _Floor(
        theme=plan.theme,
        id=section.id,
        kind=section.kind,
        side=section.side,
        name=section.name,
        tile=section.tile,
        squares=squares,
        plain=plain,
        furnished=len(plain) < len(squares) or any(square in board.obstacle_at for square in squares),
    )


@lru_cache(maxsize=REMEMBERED)
def _group(part: _Floor) -> Group:
    ground = area(rings(part.squares), Style(fill=floor_colour(part.theme, part.kind)))
    named = f"{part.kind.value.replace('_', ' ')} {part.name or part.id}"
    shapes: tuple[Shape, ...] = (ground, *_paving(part), *_emblem(part)) if part.squares else ()
    return Group(f"section-{slug(part.id)}", "section", shapes, part.squares, named)


def paving(kind: SectionKind, square: Square, upright: bool = False) -> Use:
    """A square of a kind's paving where it lies; `upright` is turned, so that its courses run from north to south."""
    word, (x, y), turn = f"floor-{kind.value.replace('_', '-')}", square, 90.0 if upright else 0.0
    if word in SHEETS:
        column, row = (y, -x - 1) if upright else (x, y)
        word += f"-{column % SHEET}-{row % SHEET}"
    elif kind in _VARIANTS:
        word += f"-{pick(x, y, _VARIANTS[kind], 6)}"
    return Use(word, (x + 0.5, y + 0.5), turn)


def _paving(part: _Floor) -> Iterator[Use]:
    """The kind's paving a square at a time, and what time did to it; of a paving that is no sheet the theme's share."""
    _, (width, height) = bounds(part.squares)
    upright = (part.kind in _ALONG and height > width) or part.side in _ACROSS
    chances = [(scatter(x, y, 6), x, y) for x, y in part.plain]
    if part.theme.texture < 1.0 and f"floor-{part.kind.value.replace('_', '-')}" not in SHEETS:
        chances = sorted(chances)[: max(FEWEST, round(part.theme.texture * len(chances)))]
    for chance, x, y in chances:
        yield paving(part.kind, (x, y), upright)
        if part.kind in _STONE and (trace := _trace(x, y, chance)):
            yield Use(trace, (x + 0.5, y + 0.5), 90.0 * (chance & 3))


def _trace(x: int, y: int, chance: int) -> str:
    """What time did to a square, if anything: moss grows where it is damp, which is in patches."""
    number = (chance >> 4) % TRACES
    if pick(x // DAMP, y // DAMP, 3, 7) == 0 and chance >> 24 < 110:
        return f"aged-moss-{number}"
    if chance >> 24 > 226:
        return f"aged-crack-{number}" if chance & 4 else f"aged-worn-{number}"
    return ""


def _emblem(part: _Floor) -> Iterator[Use]:
    """On the largest block of bare floor; a room whose feature stands in it needs no picture of it."""
    word = emblem_for(f"{part.tile} {part.name}")
    if word and not (part.furnished and word in FEATURES):
        at, side = largest_block(part.plain)
        if side >= 2:
            yield Use(word, middle(at, (side, side)), 0.0, side * 0.42)


_WORDS = {
    **{name.replace("-", " "): name for name in (
        "tuck-shop", "root-walk", "tranquil-meadow", "fungus-farm", "fountain-of-youth", "gluttonous-greenhouse",
        "malodorous-marsh", "werewolfs-lair", "hall-of-bones", "swirling-mists", "ghost-junction",
        "necromancers-laboratory", "corpse-chasm", "spike-pit",
    )},
    "armour": "armoury", "bone": "bone-pit", "curs": "cursed-room", "flood": "flooded-room", "jail": "forgotten-jail",
    "kitchen": "kitchen", "sewer": "sewer", "treasure": "treasure-room", "stair": "stairs", "chasm": "fire",
    "fier": "fire", "crypt": "crypt", "dragon": "dragon", "idol": "idol",
}  # fmt: skip
"""The emblem of a room by a word of its name; the first that is in it counts."""


FEATURES = frozenset({"emblem-fire", "emblem-crypt", "emblem-dragon", "emblem-idol", "emblem-spike-pit"})
"""Pictures of what may stand in the room itself."""


def emblem_for(words: str) -> str:
    """The picture that fits a room's tile or name, '' when none does.

    >>> emblem_for("gw-2021/forgotten-jail")
    'emblem-forgotten-jail'
    >>> emblem_for("The Werewolf's Lair")
    'emblem-werewolfs-lair'
    """
    low = words.lower().replace("-", " ").replace("'", "")
    return next((f"emblem-{name}" for word, name in _WORDS.items() if word in low), "")


def largest_block(squares: tuple[Square, ...]) -> tuple[Square, int]:
    """The upper left square and the side of the largest block of squares; of several, the one nearest the middle.

    >>> largest_block(((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)))
    ((1, 0), 2)
    """
    (left, top), (width, height) = bounds(squares)
    sides: dict[Square, int] = {}
    for x, y in sorted(squares, key=row_major):
        sides[x, y] = 1 + min(sides.get((x - 1, y), 0), sides.get((x, y - 1), 0), sides.get((x - 1, y - 1), 0))

    def merit(corner: Square) -> tuple[int, float]:
        side, (x, y) = sides[corner], corner
        off = abs(x + 1 - side / 2 - left - width / 2) + abs(y + 1 - side / 2 - top - height / 2)
        return side, -off

    best = max(sides, key=merit, default=(0, 0))
    side = sides.get(best, 0)
    return (best[0] - side + 1, best[1] - side + 1), side


def forget() -> None:
    """Draw every floor anew next time; for measuring."""
    _group.cache_clear()

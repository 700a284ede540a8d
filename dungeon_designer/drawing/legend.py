"""The legend: one sample of each kind of thing the map holds, with its name and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil

from msgspec.structs import replace

from dungeon_designer.drawing import terrain, things, zones
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.overlays import LegendEntry
from dungeon_designer.drawing.sections import floor_colour, paving
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Path, Point, Shape, Style, Text, Use, box
from dungeon_designer.drawing.sides import side_emblem
from dungeon_designer.grid import groups
from dungeon_designer.layout.model import BRIDGES, ObstacleKind, RollingBall, SectionKind, TerrainKind, TrapKind

COLUMN, ROW = 5.4, 1.15
"""The room one entry takes, in squares."""

HEADING = 0.7
"""The room a line over a legend takes."""

_NOWHERE = (-9, -9)
"""A square far from any floor, where samples are drawn before they are moved to their place."""


def entries(plan: DrawingPlan) -> list[LegendEntry]:
    """What the board holds: things first, then the ground and the pavings of its sections."""
    ground = (*_ground(plan), *_sections(plan), *_sides(plan))
    return [*_things(plan), *_traps(plan), *_machines(plan), *ground]


def _counted(words: str, count: int) -> str:
    return words if count == 1 else f"{words} × {count}"


def _things(plan: DrawingPlan) -> Iterator[LegendEntry]:
    board, layout = plan.board, plan.board.layout
    numbers = sorted(portal.number for portal in board.portals)
    shut = sum(not door.open for door in layout.square_doors)
    single = (
        ("Chest", "chest", len(board.chests)),
        ("Portal", f"portal-{numbers[0]}" if numbers else "", len(numbers)),
        ("Door", "door-1", len(layout.doors)),
        ("Door, shut", "square-door-shut", shut),
        ("Door, open", "square-door-open", len(layout.square_doors) - shut),
        ("Leap edge", "leap-edge", len(layout.leap_edges)),
    )
    for words, picture, count in single:
        if count:
            yield LegendEntry(_counted(words, count), (Use(picture, (0.0, 0.0), size=0.9),))
    for kind in ObstacleKind:
        found = len(list(groups(square for square, obstacle in board.obstacle_at.items() if obstacle is kind)))
        if found:
            yield LegendEntry(_counted(kind.value.capitalize(), found), (Use(f"{kind.value}-1-1", (0.0, 0.0)),))


def _traps(plan: DrawingPlan) -> Iterator[LegendEntry]:
    words = {
        TrapKind.OPEN_PIT: "Open pit", TrapKind.SPIKED_PIT: "Spiked pit",
        TrapKind.TRAPDOOR: "Trapdoor", TrapKind.COUNTER: "Pit counter",
    }  # fmt: skip
    counts = Counter(trap.kind for trap in plan.board.traps)
    for kind, word in words.items():
        if counts[kind] and kind in (TrapKind.TRAPDOOR, TrapKind.COUNTER):
            picture = "counter" if kind is TrapKind.COUNTER else "trapdoor-1-1"
            yield LegendEntry(_counted(word, counts[kind]), (Use(picture, (0.0, 0.0)),))
        elif counts[kind]:
            yield LegendEntry(_counted(word, counts[kind]), _home(things.pit(plan, kind, [_NOWHERE])))


def _machines(plan: DrawingPlan) -> Iterator[LegendEntry]:
    balls = sum(isinstance(machine, RollingBall) for machine in plan.board.machines)
    if len(plan.board.machines) - balls:
        yield LegendEntry(
            _counted("Turning room", len(plan.board.machines) - balls), (Use("turntable-2", (0.0, 0.0), size=0.5),)
        )
    if balls:
        yield LegendEntry(_counted("Rolling ball", balls), (Use("ball-2", (0.0, 0.0), size=0.46),))


def _ground(plan: DrawingPlan) -> Iterator[LegendEntry]:
    present = set(plan.board.terrain_at.values())
    for kind in (kind for kind in TerrainKind if kind in present):
        draw = terrain.crossing if kind in BRIDGES else terrain.hazard
        yield LegendEntry(kind.value.replace("_", " ").capitalize(), _home(draw(plan, kind, [_NOWHERE])))


def _sections(plan: DrawingPlan) -> Iterator[LegendEntry]:
    kinds = {section.kind for section in plan.board.sections}
    frame = Style(stroke=plan.theme.border, width=plan.theme.fine)
    for kind in (kind for kind in SectionKind if kind in kinds):
        word = kind.value.replace("_", " ")
        ground = box(-0.5, -0.5, 1.0, 1.0, Style(fill=floor_colour(plan.theme, kind)))
        sample = (
            Use("stairs", (0.0, 0.0)) if kind is SectionKind.ENTRY else replace(paving(kind, (0, 0)), at=(0.0, 0.0))
        )
        painted = _zone(plan) if kind is SectionKind.END_ZONE else ()
        words = "Bridge section" if kind is SectionKind.BRIDGE else word.capitalize()
        yield LegendEntry(words, (ground, sample, *painted, box(-0.5, -0.5, 1.0, 1.0, frame)))


def _zone(plan: DrawingPlan) -> tuple[Shape, ...]:
    """What the first side that has an end zone paints on it."""
    zones_ = plan.board.of_kind(SectionKind.END_ZONE)
    side = next((team for team in plan.board.teams if any(zone.side is team for zone in zones_)), None)
    return _home(zones.painting(plan, side, [_NOWHERE]))


def _sides(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """The sides that are shown by emblems."""
    for side in plan.board.teams:
        look = plan.look(side)
        if look.emblem is not None:
            emblem = side_emblem(look.emblem, Style(fill=look.colour, stroke=look.ink, width=plan.theme.fine), size=0.8)
            yield LegendEntry(f"{side.value.capitalize()} side", (emblem,))


def _home(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Shapes drawn on the square nowhere, brought to the origin."""
    return tuple(shifted(shape, -_NOWHERE[0] - 0.5, -_NOWHERE[1] - 0.5) for shape in shapes)


def shifted(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape, moved."""
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    assert isinstance(shape, (Circle, Text, Use))  # noqa: S101  (the fourth kind of shape there is)
    return replace(shape, at=(shape.at[0] + dx, shape.at[1] + dy))


def rows_needed(count: int, width: float) -> int:
    """How many rows so many entries take on a page of a width."""
    return ceil(count / columns(width)) if count else 0


def columns(width: float) -> int:
    """How many entries stand side by side on a page of a width."""
    return max(1, int((width - 1.0) / COLUMN))


def heading(plan: DrawingPlan, words: str, corner: Point, width: float) -> Layer:
    """A line over a legend that says what it explains."""
    if not words:
        return Layer("legend-heading", ())
    size = min(0.5, (width - 1.6) / breadth(words))
    text = Text((corner[0] + width / 2, corner[1] + 0.45), words, size, Style(fill=plan.theme.text), bold=True)
    return Layer("legend-heading", (Group("legend-heading", "legend-heading", (text,), (), words),))


def legend(
    plan: DrawingPlan, lines: list[LegendEntry], corner: Point, width: float, name: str = "legend", below: float = 0.0
) -> Layer:
    """The entries in columns, read downwards, so far below `corner`."""
    if not lines:
        return Layer(name, ())
    many = columns(width)
    rows = ceil(len(lines) / many)
    left = corner[0] + (width - min(many, ceil(len(lines) / rows)) * COLUMN) / 2
    found = []
    for at, entry in enumerate(lines):
        x, y = left + COLUMN * (at // rows) + 0.55, corner[1] + below + ROW * (at % rows) + 0.6
        size = min(0.42, (COLUMN - 1.5) / max(0.1, extent(entry.words, plan.theme.label_fonts[0]).width))
        words = Text((x + 0.8, y + 0.14), entry.words, size, Style(fill=plan.theme.text), anchor="start")
        shapes = (*(shifted(shape, x, y) for shape in entry.sample), words)
        found.append(Group(f"{name}-{at + 1}", "legend_entry", shapes, (), entry.words))
    return Layer(name, tuple(found))

"""What explains a map, below it: the legend of what it holds, and keys to every tint, frame and number laid over it.

The legend has one sample of each kind of thing, with its name and how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from msgspec.structs import replace

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.drawing import ground, overlays, sections, things
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.names import LeftOut
from dungeon_designer.drawing.options import RangeBands
from dungeon_designer.drawing.shapes import Circle, Group, Path, Point, Shape, Style, Text, Use, box
from dungeon_designer.drawing.sides import patterned, side_emblem
from dungeon_designer.drawing.text_fitting import FittedText, fit_text, lines_of, shorten_lines, wrap_lines
from dungeon_designer.findings import Finding
from dungeon_designer.grid import groups
from dungeon_designer.layout.model import BRIDGES, ObstacleKind, RollingBall, SectionKind, TerrainKind, TrapKind

STEPS = "Steps on foot: the number on each square; darker is farther."
REACHED = "What is reached from the ringed square."
FOUND = "What the ruleset finds, by the numbers on the map."
UNWRITTEN = "Names that have no room on the map, by the letters there."

MOST = 40
"""So many findings are listed; of more, how many there are besides."""

COLUMN, ROW, LINE = 5.4, 1.15, 0.86
"""The room one entry takes, in squares; the height of one on a line of its own."""

HEADING, AFTER = 0.7, 0.8
"""The room a line over a legend takes, and the room below each."""

LARGEST_HEADING, LARGEST, LEAST = 0.5, 0.42, 0.3
"""The height of the type of a heading, of any entry, and the least of an entry on lines of its own."""

HEADING_LINES, ENTRY_LINES, LONG_LINES = 2, 2, 3
"""Into so many lines a heading, an entry and an entry on lines of its own are broken at most."""

SAMPLED = 1.5
"""How much of the room of an entry its sample takes, and what parts it from the next."""

_NOWHERE = (-9, -9)
"""A square far from any floor, where samples are drawn before they are moved to their place."""

_TRAPS = {
    TrapKind.OPEN_PIT: "Open pit", TrapKind.SPIKED_PIT: "Spiked pit",
    TrapKind.TRAPDOOR: "Trapdoor", TrapKind.COUNTER: "Pit counter",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of the legend: a sample drawn about the origin, and what it is called."""

    words: str
    sample: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """One explanation: a line over it, and entries side by side, or each on lines of its own where they are `long`.

    `name` begins the names of its groups, `font` is what it is written in.
    """

    name: str
    heading: str
    entries: tuple[LegendEntry, ...]
    font: str
    long: bool = False

    def height(self, width: float) -> float:
        """The room it takes on a page of a width."""
        if not self.heading and not self.entries:
            return 0.0
        if self.long:
            rows = sum(LINE + self.fit_entry(entry, width).added for entry in self.entries)
        else:
            rows = ROW * ceil(len(self.entries) / columns(width))
        return (HEADING + self.fit_heading(width).added if self.heading else 0.0) + rows + AFTER

    def fit_heading(self, width: float) -> FittedText:
        """Return the heading as it is broken for a page of a width."""
        return fit_text(self.heading, self.font, width - 1.6, LARGEST_HEADING, max_lines=HEADING_LINES, bold=True)

    def fit_entry(self, entry: LegendEntry, width: float) -> FittedText:
        """Return the words of an entry as they are broken for a page of a width, cut off with dots if very long."""
        if not self.long:
            return fit_text(entry.words, self.font, COLUMN - SAMPLED, LARGEST, max_lines=ENTRY_LINES, height=ROW)
        room = width - 3.4
        fitted = fit_text(entry.words, self.font, room, LARGEST, max_lines=LONG_LINES)
        if fitted.size >= LEAST:
            return fitted
        lines = wrap_lines(entry.words, self.font, room / LEAST)
        return FittedText(shorten_lines(lines, LONG_LINES, self.font, room / LEAST), LEAST)


def columns(width: float) -> int:
    """How many entries stand side by side on a page of a width."""
    return max(1, int((width - 1.0) / COLUMN))


def legend(plan: DrawingPlan) -> Key:
    """What the board holds, if that is asked for: things first, then the ground and the pavings of its sections."""
    parts = (_things, _ground, _sections, _sides)
    entries = tuple(entry for part in parts for entry in part(plan)) if plan.options.legend else ()
    return Key("legend", "", entries, plan.theme.label_fonts[0])


def figure_legend(plan: DrawingPlan, shown: FigurePicture | None) -> Key:
    """What explains a figure: a sample of each of its bands, and what it means."""
    entries = []
    for band in shown.bands if shown else ():
        tint, frame = overlays.figure_styles(plan.theme, band, plan.board.layout.sides)
        laid: list[Shape] = [_square(tint)]
        if band.side is not None:
            strewn = patterned(band.side, [_NOWHERE], Style(fill=plan.theme.text, opacity=overlays.STREWN))
            laid += _home([strewn])
        framed = (_square(frame, 0.45),) if band.kind else ()
        entries.append(LegendEntry(band.words, (*_framed(plan, laid), *framed)))
    return Key("figure-legend", shown.heading if shown else "", tuple(entries), plan.theme.label_fonts[0])


def keys(
    plan: DrawingPlan,
    reached: overlays.Reached,
    within: RangeBands | None,
    found: Sequence[Finding],
    unwritten: Sequence[LeftOut],
) -> list[Key]:
    """What else needs explaining; nothing on a picture of whole squares or one whose reader has it explained elsewhere.

    `unwritten` are names that letters stand for: these are explained anyhow.
    """
    asked = plan.options.keys and plan.options.border
    parts = (
        (UNWRITTEN, _unwritten(plan, unwritten), True, True),
        (STEPS, _shades(plan, reached), False, asked),
        (REACHED, _bands(plan, within), False, asked),
        (FOUND, _findings(plan, found), True, asked),
    )
    explained: list[Key] = []
    for heading, each, long, shown in parts:
        if shown and (entries := tuple(each)):
            font = plan.theme.label_fonts[0]
            explained.append(Key(f"key-{len(explained) + 1}", heading, entries, font, long))
    return explained


def explanation(plan: DrawingPlan, key: Key, corner: Point, width: float) -> tuple[list[Group], list[Group]]:
    """The heading of a key and its entries: in columns that are read downwards, or below each other, a line each."""
    heading: list[Group] = []
    ink, (left, top) = Style(fill=plan.theme.text), corner
    if key.heading:
        fitted = key.fit_heading(width)
        words = tuple(lines_of(fitted, (left + width / 2, top + 0.45), ink, bold=True))
        name = f"{key.name}-heading".removeprefix("figure-")
        heading.append(Group(name, "legend-heading", words, (), key.heading))
        top += HEADING + fitted.added
    many = columns(width)
    rows = max(1, ceil(len(key.entries) / many))
    left += 1.5 if key.long else (width - min(many, ceil(len(key.entries) / rows)) * COLUMN) / 2
    found = []
    for at, entry in enumerate(key.entries):
        fitted = key.fit_entry(entry, width)
        if key.long:
            x, y, gap = left, top + 0.5, 0.7
            top += LINE + fitted.added
        else:
            x, y, gap = left + COLUMN * (at // rows) + 0.55, top + ROW * (at % rows) + 0.6, 0.8
        first = y + 0.14 - (0.0 if key.long else fitted.added / 2)  # lines beside a sample have it in their middle
        words = tuple(lines_of(fitted, (x + gap, first), ink, anchor="start"))
        shapes = (*(shifted(shape, x, y) for shape in entry.sample), *words)
        found.append(Group(f"{key.name}-{at + 1}", "legend_entry", shapes, (), entry.words))
    return heading, found


def shifted(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape, moved."""
    if isinstance(shape, Path):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, at=(shape.at[0] + dx, shape.at[1] + dy))


def _home(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Shapes drawn on the square nowhere, brought to the origin."""
    return tuple(shifted(shape, -_NOWHERE[0] - 0.5, -_NOWHERE[1] - 0.5) for shape in shapes)


def _counted(words: str, count: int, *sample: Shape) -> Iterator[LegendEntry]:
    if count:
        yield LegendEntry(words if count == 1 else f"{words} × {count}", sample)


def _things(plan: DrawingPlan) -> Iterator[LegendEntry]:
    board, layout, origin = plan.board, plan.board.layout, (0.0, 0.0)
    portal = min((portal.number for portal in board.portals), default=0)
    shut = sum(not door.open for door in layout.square_doors)
    for words, picture, count in (
        ("Chest", "chest", len(board.chests)),
        ("Portal", f"portal-{portal}", len(board.portals)),
        ("Door", "door-1", len(layout.doors)),
        ("Door, shut", "square-door-shut", shut),
        ("Door, open", "square-door-open", len(layout.square_doors) - shut),
        ("Leap edge", "leap-edge", len(layout.leap_edges)),
    ):
        yield from _counted(words, count, Use(picture, origin, size=0.9))
    for kind in ObstacleKind:
        found = len(list(groups(square for square, obstacle in board.obstacle_at.items() if obstacle is kind)))
        yield from _counted(kind.value.capitalize(), found, Use(f"{kind.value}-1-1", origin))
    traps = Counter(trap.kind for trap in board.traps)
    for trap, words in _TRAPS.items():
        piece = {TrapKind.COUNTER: "counter", TrapKind.TRAPDOOR: "trapdoor-1-1"}.get(trap)
        sample = (Use(piece, origin),) if piece else _home(things.pit(plan, trap, [_NOWHERE]))
        yield from _counted(words, traps[trap], *sample)
    balls = sum(isinstance(machine, RollingBall) for machine in board.machines)
    yield from _counted("Turning room", len(board.machines) - balls, Use("turntable-2", origin, size=0.5))
    yield from _counted("Rolling ball", balls, Use("ball-2", origin, size=0.46))


def _ground(plan: DrawingPlan) -> Iterator[LegendEntry]:
    present = set(plan.board.terrain_at.values())
    for kind in (kind for kind in TerrainKind if kind in present):
        draw = ground.crossing if kind in BRIDGES else ground.hazard
        yield LegendEntry(kind.value.replace("_", " ").capitalize(), _home(draw(plan, kind, [_NOWHERE])))


def _sections(plan: DrawingPlan) -> Iterator[LegendEntry]:
    kinds = {section.kind for section in plan.board.sections}
    for kind in (kind for kind in SectionKind if kind in kinds):
        words = "Bridge section" if kind is SectionKind.BRIDGE else kind.value.replace("_", " ").capitalize()
        sample: list[Shape] = [*sections.sample(plan.theme, kind)]
        if kind is SectionKind.ENTRY:
            sample = [Use("stairs", (0.0, 0.0))]
        elif kind is SectionKind.END_ZONE:  # with what the first side that has one paints on it
            owners = {zone.side for zone in plan.board.of_kind(kind)}
            side = next((team for team in plan.board.teams if team in owners), None)
            sample += _home(sections.painting(plan, side, [_NOWHERE]))
        yield LegendEntry(words, _framed(plan, sample, sections.floor_colour(plan.theme, kind)))


def _sides(plan: DrawingPlan) -> Iterator[LegendEntry]:
    """The sides that are shown by emblems."""
    for side in plan.board.teams:
        look = plan.look(side)
        if look.emblem is not None:
            emblem = side_emblem(look.emblem, Style(fill=look.colour, stroke=look.ink, width=plan.theme.fine), size=0.8)
            yield LegendEntry(f"{side.value.capitalize()} side", (emblem,))


def _square(style: Style, half: float = 0.5) -> Path:
    return box(-half, -half, 2 * half, 2 * half, style)


def _framed(plan: DrawingPlan, laid: Iterable[Shape], floor: str = "") -> tuple[Shape, ...]:
    """A square of floor with something laid over it."""
    square = _square(Style(fill=floor or plan.theme.floor))
    return square, *laid, replace(square, style=Style(stroke=plan.theme.border, width=plan.theme.fine))


def _shades(plan: DrawingPlan, reached: overlays.Reached) -> Iterator[LegendEntry]:
    """Each shade of distance, from the fewest steps it stands for to the most."""
    for band, counted in sorted(overlays.by_band(reached).items()):
        low, high = min(count for _, count in counted), max(count for _, count in counted)
        words = f"{low}" if low == high else f"{low} to {high}"
        tint = _square(overlays.shade(plan.theme, band))
        yield LegendEntry(f"{words} step{'s' if high != 1 else ''}", _framed(plan, [tint]))


def _bands(plan: DrawingPlan, within: RangeBands | None) -> Iterator[LegendEntry]:
    """The bands of a reach that have squares, by the words it gives them, else by their names."""
    for at, (name, squares) in enumerate(within.bands if within else ()):
        if within and squares:
            frame = overlays.band_frame(plan.theme, at)
            tint = _square(Style(fill=frame.stroke, opacity=0.28))
            words = within.words[at] if at < len(within.words) else name.capitalize()
            yield LegendEntry(words, _framed(plan, [tint, _square(frame, 0.45)]))


def _unwritten(plan: DrawingPlan, names: Sequence[LeftOut]) -> Iterator[LegendEntry]:
    """Each name beside its letter, or beside the column and row of a square of its section."""
    for each in names:
        said = each.letter or f"{each.square[0]}, {each.square[1]}"
        font, size = ("title", 0.52) if each.letter else ("label", 0.36)
        fonts = plan.theme.title_fonts if each.letter else plan.theme.label_fonts
        size = min(size, 1.1 / extent(said, fonts[0]).width)
        yield LegendEntry(each.name, (Text((0.0, 0.35 * size), said, size, Style(fill=plan.theme.text), font=font),))


def _findings(plan: DrawingPlan, found: Sequence[Finding]) -> Iterator[LegendEntry]:
    """Each finding that is marked, with the badge it has on the map."""
    seen = [(at, finding) for at, finding in enumerate(found, start=1) if overlays.is_marked(finding)]
    for at, finding in seen[:MOST]:
        frame = overlays.finding_frame(plan.theme, finding.level)
        tint = _square(Style(fill=frame.stroke, opacity=0.16), 0.35)
        badge = overlays.badge(plan.theme, finding.level, at, (0.0, 0.0))
        yield LegendEntry(finding.message, (tint, replace(tint, style=frame), *badge))
    if len(seen) > MOST:
        yield LegendEntry(f"and {len(seen) - MOST} more", (Circle((0.0, 0.0), 0.05, Style(fill=plan.theme.text)),))

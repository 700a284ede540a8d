"""What is laid over the map is explained below it: every tint, frame and number that it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dungeon_designer.drawing import legend, overlays
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.labels import breadth, shortened
from dungeon_designer.drawing.legend import HEADING, ROW
from dungeon_designer.drawing.names import LeftOut
from dungeon_designer.drawing.options import RangeBands
from dungeon_designer.drawing.overlays import LegendEntry
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Point, Shape, Style, Text, box
from dungeon_designer.findings import Finding

STEPS = "Steps on foot: the number on each square; darker is farther."
REACHED = "What is reached from the ringed square."
FOUND = "What the ruleset finds, by the numbers on the map."
UNWRITTEN = "Names that have no room on the map, by the letters there."

MOST = 40
"""So many findings are listed; of more, how many there are besides."""

LINE = 0.86
"""The room a finding takes, in squares."""

LARGEST, LEAST = 0.42, 0.3
"""The height of the type a finding is written in."""

_AFTER = 0.8
"""The room below each key."""


@dataclass(frozen=True, slots=True)
class Key:
    """One explanation: a line over it, and entries side by side, or each on lines of its own where they are `long`."""

    heading: str
    entries: tuple[LegendEntry, ...]
    long: bool = False


def keys(
    plan: DrawingPlan,
    reached: overlays.Reached,
    within: RangeBands | None,
    found: Sequence[Finding],
    unwritten: Sequence[LeftOut] = (),
) -> tuple[Key, ...]:
    """What needs explaining; nothing on a picture of whole squares or one whose reader has it explained elsewhere.

    `unwritten` are names that letters stand for.
    """
    listed = (Key(UNWRITTEN, tuple(_unwritten(plan, unwritten)), long=True),) if unwritten else ()
    if not plan.options.keys or not plan.options.border:
        return listed
    all_ = (
        *listed,
        Key(STEPS, tuple(_shades(plan, reached))),
        Key(REACHED, tuple(_bands(plan, within))),
        Key(FOUND, tuple(_findings(plan, found)), long=True),
    )
    return tuple(key for key in all_ if key.entries)


def room(explained: Sequence[Key], width: float) -> float:
    """The height all keys take on a page of a width."""
    return sum(_height(key, width) for key in explained)


def layer(plan: DrawingPlan, explained: Sequence[Key], corner: Point, width: float) -> Layer:
    """The keys below each other."""
    groups: list[Group] = []
    top = corner[1]
    for number, key in enumerate(explained, start=1):
        at, name = (corner[0], top), f"key-{number}"
        groups += (replace_id(group, name) for group in legend.heading(plan, key.heading, at, width).groups)
        if key.long:
            groups += _listed(plan, key, at, width, name)
        else:
            groups += legend.legend(plan, list(key.entries), at, width, name, HEADING).groups
        top += _height(key, width)
    return Layer("keys", tuple(groups))


def replace_id(group: Group, name: str) -> Group:
    """A heading by the name of what it stands over."""
    return Group(f"{name}-heading", group.kind, group.shapes, (), group.title)


def _height(key: Key, width: float) -> float:
    if key.long:
        return HEADING + LINE * len(key.entries) + _AFTER
    return HEADING + ROW * legend.rows_needed(len(key.entries), width) + _AFTER


def _listed(plan: DrawingPlan, key: Key, corner: Point, width: float, name: str) -> Iterator[Group]:
    """Entries below each other, a line each: long ones in smaller type, very long ones cut off with dots."""
    room = width - 3.4
    for number, entry in enumerate(key.entries, start=1):
        x, y = corner[0] + 1.5, corner[1] + HEADING + 0.5 + LINE * (number - 1)
        size = max(LEAST, min(LARGEST, room / breadth(entry.words)))
        said = shortened(entry.words, room / size)
        words = Text((x + 0.7, y + 0.14), said, size, Style(fill=plan.theme.text), anchor="start")
        shapes = (*(legend.shifted(shape, x, y) for shape in entry.sample), words)
        yield Group(f"{name}-{number}", "legend_entry", shapes, (), entry.words)


def _sample(plan: DrawingPlan, *shapes: Shape) -> tuple[Shape, ...]:
    """A square of floor with something laid over it."""
    return (
        box(-0.5, -0.5, 1.0, 1.0, Style(fill=plan.theme.floor)),
        *shapes,
        box(-0.5, -0.5, 1.0, 1.0, Style(stroke=plan.theme.border, width=plan.theme.fine)),
    )


def _shades(plan: DrawingPlan, reached: overlays.Reached) -> Iterator[LegendEntry]:
    """Each shade of distance, from the fewest steps it stands for to the most."""
    for band, counts in sorted(overlays.by_band(reached).items()):
        low, high = min(count for _, count in counts), max(count for _, count in counts)
        said = f"{low}" if low == high else f"{low} to {high}"
        tint = box(-0.5, -0.5, 1.0, 1.0, overlays.shade(plan.theme, band))
        yield LegendEntry(f"{said} step{'s' if high != 1 else ''}", _sample(plan, tint))


def _bands(plan: DrawingPlan, within: RangeBands | None) -> Iterator[LegendEntry]:
    """The bands of a reach that have squares, by the words it gives them, else by their names."""
    for at, (name, squares) in enumerate(within.bands if within else ()):
        words = within.words[at] if within and at < len(within.words) else name.capitalize()
        if squares:
            frame = overlays.band_frame(plan, at)
            tint = box(-0.5, -0.5, 1.0, 1.0, Style(fill=frame.stroke, opacity=0.28))
            yield LegendEntry(words, _sample(plan, tint, box(-0.45, -0.45, 0.9, 0.9, frame)))


def _unwritten(plan: DrawingPlan, names: Sequence[LeftOut]) -> Iterator[LegendEntry]:
    """Each name beside its letter, or beside the column and row of a square of its section."""
    for each in names:
        said = each.letter or f"{each.square[0]}, {each.square[1]}"
        font, bold = ("title", 0.52) if each.letter else ("label", 0.36)
        fonts = plan.theme.title_fonts if each.letter else plan.theme.label_fonts
        size = min(bold, 1.1 / extent(said, fonts[0]).width)
        yield LegendEntry(each.name, (Text((0.0, 0.35 * size), said, size, Style(fill=plan.theme.text), font=font),))


def _findings(plan: DrawingPlan, found: Sequence[Finding]) -> Iterator[LegendEntry]:
    """Each finding that is marked, with the badge it has on the map."""
    seen = [(at, finding) for at, finding in enumerate(found, start=1) if overlays.is_marked(finding)]
    for at, finding in seen[:MOST]:
        frame = overlays.finding_frame(plan.theme, finding.level)
        tint = box(-0.35, -0.35, 0.7, 0.7, Style(fill=frame.stroke, opacity=0.16))
        badge = overlays.badge(plan.theme, finding.level, at, (0.0, 0.0))
        yield LegendEntry(finding.message, (tint, box(-0.35, -0.35, 0.7, 0.7, frame), *badge))
    if len(seen) > MOST:
        yield LegendEntry(f"and {len(seen) - MOST} more", (Circle((0.0, 0.0), 0.05, Style(fill=plan.theme.text)),))

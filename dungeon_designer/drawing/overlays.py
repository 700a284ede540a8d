"""What is laid over the map when asked: findings, walking distances, the range of a pass."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing.options import Reach
from dungeon_designer.drawing.plan import Plan, middle
from dungeon_designer.drawing.shapes import Circle, Group, Layer, Style, Text, area
from dungeon_designer.errors import UsageError
from dungeon_designer.findings import Finding, Level


def distances(plan: Plan, steps: Sequence[int] | None) -> Layer:
    """The number of steps on each square, in the board's order; nothing where it is below 0."""
    if steps is None:
        return Layer("distances", ())
    if len(steps) != len(plan.board):
        raise UsageError(f"{len(steps)} distances for a board of {len(plan.board)} squares")
    style = Style(fill=plan.theme.text)
    shapes = tuple(
        Text((x + 0.5, y + 0.62), str(count), 0.36, style)
        for (x, y), count in zip(plan.board.squares, steps, strict=True)
        if count >= 0
    )
    return Layer("distances", (Group("distances", "distances", shapes),))


def reach(plan: Plan, range_: Reach | None) -> Layer:
    """A tinted band for each range, and a ring on the square it is measured from."""
    if range_ is None:
        return Layer("reach", ())
    found = []
    for at, (name, squares) in enumerate(range_.bands):
        colour = plan.theme.reach[at % len(plan.theme.reach)]
        tint = area(rings(squares), Style(fill=colour, stroke=colour, width=plan.theme.bold, opacity=0.4))
        found.append(Group(f"reach-{name}", "reach", (tint,), tuple(squares), name))
    ring = Circle(middle(range_.origin), 0.42, Style(stroke=plan.theme.text, width=plan.theme.bold))
    found.append(Group("reach-origin", "reach-origin", (ring,), (range_.origin,), "measured from here"))
    return Layer("reach", tuple(found))


def findings(plan: Plan, found: Sequence[Finding]) -> Layer:
    """A frame around the squares of each finding, the worst on top; waived ones are not marked."""
    marks = [finding for finding in found if finding.squares and finding.waived is None]
    marks.sort(key=lambda finding: -finding.level.rank)
    return Layer("findings", tuple(_mark(plan, finding, at) for at, finding in enumerate(marks, start=1)))


def _mark(plan: Plan, finding: Finding, at: int) -> Group:
    theme = plan.theme
    colour = {Level.ERROR: theme.error, Level.WARNING: theme.warning, Level.INFO: theme.info}[finding.level]
    outline = rings(set(finding.squares))
    tint = area(outline, Style(fill=colour, opacity=0.22))
    frame = area(outline, Style(stroke=colour, width=0.09))
    return Group(f"finding-{at}", f"finding-{finding.level}", (tint, frame), finding.squares, finding.message)

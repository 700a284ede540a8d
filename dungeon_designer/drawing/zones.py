"""End zones and entries, each marked with its side."""

from __future__ import annotations

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.plan import Plan, slug
from dungeon_designer.drawing.shapes import Group, Layer, Style, Text, area
from dungeon_designer.grid import bounds
from dungeon_designer.layout.model import SectionKind, Team


def zones(plan: Plan) -> Layer:
    """One group for each end zone and entry."""
    sections = plan.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY)
    return Layer("zones", tuple(_zone(plan, section) for section in sections if len(section.squares)))


def _zone(plan: Plan, section: BoardSection) -> Group:
    theme, squares = plan.theme, plan.board.places(section.squares)
    colour = theme.faint if section.side is None else theme.home if section.side is Team.HOME else theme.away
    tint = area(rings(squares), Style(fill=colour, opacity=0.3))
    (x, y), (width, height) = bounds(squares)
    words = section.side.value.upper() if section.side else "?"
    turn = -90.0 if height > width else 0.0
    size = min(0.8, 0.45 * min(width, height), 1.2 * max(width, height) / len(words))
    middle = (x + width / 2 + (size * 0.35 if turn else 0), y + height / 2 + (0 if turn else size * 0.35))
    label = Text(middle, words, size, Style(fill=colour), font="title", bold=True, turn=turn)
    kind = section.kind.value.replace("_", "-")
    side = section.side.value if section.side else "no side"
    return Group(f"{kind}-{slug(section.id)}", section.kind.value, (tint, label), squares, f"{kind}, {side}")

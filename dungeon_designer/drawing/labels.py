"""Words on the map: coordinates along the edges, names of sections, the title."""

from __future__ import annotations

from dungeon_designer.drawing.plan import Plan, slug
from dungeon_designer.drawing.shapes import Group, Layer, Style, Text
from dungeon_designer.grid import Size, Square, bounds


def coordinates(plan: Plan, corner: Square, size: Size) -> Layer:
    """The numbers of columns and rows along all four edges of a rectangle of squares."""
    if not plan.options.coordinates or not size[0]:
        return Layer("coordinates", ())
    (left, top), (width, height) = corner, size
    style = Style(fill=plan.theme.faint)
    columns = [
        Text((x + 0.5, y), str(x), 0.36, style)
        for y in (top - 0.8, top + height + 1.05)
        for x in range(left, left + width)
    ]
    rows = [
        Text((x, y + 0.63), str(y), 0.36, style, anchor)
        for x, anchor in ((left - 0.75, "end"), (left + width + 0.75, "start"))
        for y in range(top, top + height)
    ]
    return Layer("coordinates", (Group("columns", "columns", tuple(columns)), Group("rows", "rows", tuple(rows))))


def section_names(plan: Plan) -> Layer:
    """The name of each named section, near its middle."""
    if not plan.options.section_names:
        return Layer("names", ())
    found = []
    for section in plan.board.sections:
        if section.name and len(section.squares):
            squares = plan.board.places(section.squares)
            (x, y), (width, height) = bounds(squares)
            size = min(0.5, 1.9 * max(width, height) / len(section.name))
            at = (x + width / 2, y + height / 2 + size / 3)
            turn = -90.0 if height > width * 1.5 else 0.0
            text = Text(at, section.name, size, Style(fill=plan.theme.text), font="title", turn=turn)
            found.append(Group(f"name-{slug(section.id)}", "name", (text,), squares, section.name))
    return Layer("names", tuple(found))

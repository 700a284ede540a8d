"""Words on the map: coordinates along the edges, names of sections."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator

import numpy as np

from dungeon_designer.board.model import BoardSection
from dungeon_designer.drawing.draw_request import Plan, slug
from dungeon_designer.drawing.shapes import Group, Layer, Point, Shape, Style, Text
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.model import SectionKind

AWAY = 1.3
"""How far coordinates stand from the squares they count."""

LETTER = 0.46
"""The usual width of a letter, in heights of its type."""

CAPITAL = 0.74
"""The usual width of a capital."""


SMALLEST = 0.14
"""The smallest type for a section's name, in squares: what does not fit at that size is cut off with dots."""


def breadth(words: str) -> float:
    """About how broad words are, in heights of their type; letters of the Far East are as broad as high.

    >>> breadth("Hall") < breadth("地下迷宮")
    True
    """
    if words.isascii():
        return LETTER * len(words)
    return sum(1.05 if unicodedata.east_asian_width(letter) in "WF" else LETTER for letter in words)


def shortened(words: str, most: float) -> str:
    """The words, cut off with dots where they are broader than `most` heights of their type.

    >>> shortened("The Long Hall", 4.0), shortened("The Long Hall", 9.0)
    ('The Lon…', 'The Long Hall')
    """
    if breadth(words) <= most:
        return words
    kept = words
    while kept and breadth(kept) + LETTER > most:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def coordinates(plan: Plan, corner: Square, size: Size) -> Layer:
    """The numbers of columns and rows along all four edges of a rectangle of squares."""
    if not plan.options.coordinates or not plan.options.border or not size[0]:
        return Layer("coordinates", ())
    (left, top), (width, height) = corner, size
    style = Style(fill=plan.theme.faint)
    columns = [
        Text((x + 0.5, y), str(x), 0.38, style)
        for y in (top - AWAY + 0.13, top + height + AWAY + 0.13)
        for x in range(max(left, 0), left + width)
    ]
    rows = [
        Text((x, y + 0.63), str(y), 0.38, style)
        for x in (left - AWAY, left + width + AWAY)
        for y in range(max(top, 0), top + height)
    ]
    return Layer("coordinates", (Group("columns", "columns", tuple(columns)), Group("rows", "rows", tuple(rows))))


def outlined(
    at: tuple[float, float], text: str, size: float, colour: str, edge: str, turn: float = 0.0
) -> Iterator[Text]:
    """Words that can be read on any ground: their own shape in the ground's colour, broader, lies below them."""
    rim = Style(fill=edge, stroke=edge, width=0.22 * size, opacity=0.85)
    yield Text(at, text, size, rim, font="title", turn=turn)
    yield Text(at, text, size, Style(fill=colour), font="title", turn=turn)


def section_names(plan: Plan) -> Layer:
    """The name of each section that has one to tell it by, where it hides least."""
    if not plan.options.section_names:
        return Layer("names", ())
    taken, telling = _taken(plan), _telling(plan)
    named = [section for section in plan.board.sections if section.id in telling and len(section.squares)]
    found = {}
    for section in sorted(named, key=lambda section: len(section.squares)):  # large ones have room to step aside
        squares = plan.board.places(section.squares)
        shapes, covered = _name(plan, section, set(squares), taken)
        taken |= covered
        found[section.id] = Group(f"name-{slug(section.id)}", "name", shapes, squares, section.name)
    return Layer("names", tuple(found[section.id] for section in named))


def _telling(plan: Plan) -> set[str]:
    """The sections whose names are worth writing: given by hand, or of a tile that lies here once.

    End zones and entries carry their side instead.
    """
    board = plan.board
    given = {section.id for section in board.layout.sections if section.name}
    often = Counter(section.name for section in board.sections)
    sides = (SectionKind.END_ZONE, SectionKind.ENTRY)
    return {
        section.id
        for section in board.sections
        if section.name and section.kind not in sides and (section.id in given or often[section.name] == 1)
    }


def _taken(plan: Plan) -> set[Square]:
    """Squares on which something lies."""
    board = plan.board
    lying = [chest.at for chest in board.chests] + [portal.at for portal in board.portals]
    lying += [square for trap in board.traps for square in trap.squares]
    lying += board.places(np.flatnonzero((board.obstacle > 0) | (board.terrain > 0)))
    return set(lying)


def _name(
    plan: Plan, section: BoardSection, squares: set[Square], taken: set[Square]
) -> tuple[tuple[Shape, ...], set[Square]]:
    """The words, and the squares they lie on."""
    _, (width, height) = bounds(squares)
    words = shortened(section.name, 0.95 * max(width, height) / SMALLEST)
    across, down = (min(0.52, 0.95 * side / breadth(words)) for side in (width, height))
    upright = across < 0.75 * down
    size = down if upright else across
    broad = size * breadth(words)
    spans = _spans(squares - taken, upright) + _spans(squares, upright)
    x, y = (sum(square[axis] for square in squares) / len(squares) for axis in (0, 1))
    centre = (x, y) if upright else (y, x)
    line, start, length = min(spans, key=lambda span: _cost(span, centre, taken, upright, broad))
    along, base = start + length / 2, line + 0.5 + size * 0.32
    at = (base, along) if upright else (along, base)
    turn = -90.0 if upright else 0.0
    shapes = tuple(outlined(at, words, size, plan.theme.text, plan.theme.floor, turn))
    return shapes, _under(line, along, broad, upright)


def _under(line: int, middle: float, width: float, upright: bool) -> set[Square]:
    """The squares that words of a width, in a row (or column) about its middle, lie on."""
    reach = range(int(middle - width / 2), int(middle + width / 2) + 1)
    return {(line, at) if upright else (at, line) for at in reach}


def _spans(squares: set[Square], upright: bool) -> list[tuple[int, int, int]]:
    """The unbroken stretches of a section's rows (or columns), as (line, start, length)."""
    spans: list[tuple[int, int, int]] = []
    for line, at in sorted((x, y) if upright else (y, x) for x, y in squares):
        if spans and spans[-1][0] == line and sum(spans[-1][1:]) == at:
            spans[-1] = (line, spans[-1][1], spans[-1][2] + 1)
        else:
            spans.append((line, at, 1))
    return spans


def _cost(span: tuple[int, int, int], centre: Point, taken: set[Square], upright: bool, width: float) -> float:
    """How ill words of a width stand in a stretch: what they hide, what sticks out, how far from the middle."""
    line, start, length = span
    middle = start + length / 2
    hidden = len(_under(line, middle, width, upright) & taken)
    off = abs(line - centre[0]) + 0.5 * abs(middle - 0.5 - centre[1])
    return 4.0 * hidden + 3.0 * max(0.0, width + 0.9 - length) + off

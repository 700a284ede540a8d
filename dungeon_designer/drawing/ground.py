"""Page, rock, floor, grid and section borders."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.outlines import Run, rings, runs
from dungeon_designer.board.model import OPEN
from dungeon_designer.drawing.plan import Plan, slug
from dungeon_designer.drawing.shapes import Group, Layer, Style, area, lines


def rock(plan: Plan) -> Layer:
    """A band of rock around the floor."""
    theme = plan.theme
    if not len(plan.board):
        return Layer("rock", ())
    band = area(rings(plan.board.index), Style(fill=theme.rock, stroke=theme.rock, width=1.0))
    return Layer("rock", (Group("rock", "rock", (band,)),))


def floor(plan: Plan) -> Layer:
    """One group a section: its ground."""
    board, found = plan.board, []
    for section in board.sections:
        squares = board.places(section.squares)
        shape = area(rings(squares), Style(fill=plan.theme.floor))
        named = f"{section.kind.value.replace('_', ' ')} {section.name or section.id}"
        found.append(Group(f"section-{slug(section.id)}", "section", (shape,), squares, named))
    return Layer("floor", tuple(found))


def grid(plan: Plan) -> Layer:
    """Thin lines between the squares, where no wall or border stands."""
    if not plan.options.grid:
        return Layer("grid", ())
    shape = lines(inner_runs(plan, borders=False), Style(stroke=plan.theme.grid, width=plan.theme.fine * 0.7))
    return Layer("grid", (Group("grid", "grid", (shape,)),))


def borders(plan: Plan) -> Layer:
    """Where one section ends and the next begins with nothing between them."""
    shape = lines(inner_runs(plan, borders=True), Style(stroke=plan.theme.border, width=plan.theme.bold, round=False))
    return Layer("borders", (Group("borders", "borders", (shape,)),) if shape.points else ())


def inner_runs(plan: Plan, borders: bool) -> list[Run]:
    """The open edges between floor squares: those between two sections, or those within one."""
    board = plan.board
    chosen = []
    for side, column in ((1, 2), (2, 4)):
        there = board.neighbours[:, column]
        apart = board.section[there] != board.section
        chosen.append(np.flatnonzero((there >= 0) & (board.edges[:, side] == OPEN) & (apart == borders)))
    east, south = (board.places(at) for at in chosen)
    return runs([(x, y + 1) for x, y in south], [(x + 1, y) for x, y in east])

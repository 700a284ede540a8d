"""Pits, trapdoors and counters, and what only the organiser may see of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import TrapGroup
from dungeon_designer.drawing.draw_request import Plan, middle, place
from dungeon_designer.drawing.geometry import inset, rounded, wobbled
from dungeon_designer.drawing.pictures.pits import OWNER_AT, OWNER_SIZE
from dungeon_designer.drawing.pictures.side_emblems import side_emblem
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, Text, Use, area
from dungeon_designer.drawing.sides import SideLook
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Trap, TrapKind


def traps(plan: Plan) -> Layer:
    """One group a trap; what lies below or on the hidden face only when `hidden` is asked for."""
    return Layer("traps", tuple(_trap(plan, trap) for trap in plan.board.traps))


def _trap(plan: Plan, trap: TrapGroup) -> Group:
    word = trap.kind.value.replace("_", "-")
    shapes: tuple[Shape, ...]
    if trap.kind is TrapKind.COUNTER:
        shapes = tuple(_counter(plan, trap.parts[0]))
    elif trap.kind is TrapKind.TRAPDOOR:
        shapes = tuple(_trapdoor(plan, trap.parts[0]))
    else:
        shapes = tuple(pit(plan, trap.kind, trap.squares))
    return Group(f"{word}-{place(trap.squares[0])}", trap.kind.value, shapes, trap.squares, word.replace("-", " "))


def pit(plan: Plan, kind: TrapKind, squares: Sequence[Square]) -> Iterator[Shape]:
    """One ragged hole over all the squares of a pit; stakes in each square of a spiked one."""
    theme, outline = plan.theme, rings(set(squares))
    for depth, fill in ((0.05, theme.stone), (0.11, theme.hole), (0.2, theme.hole_deep)):
        ragged = [wobbled(inset(ring, depth), 0.025, 14, 0.3) for ring in outline]
        yield area(ragged, Style(fill=fill, stroke=theme.line, width=theme.fine))
    if kind is TrapKind.SPIKED_PIT:
        for square in squares:
            yield Use("spikes", middle(square))


def _trapdoor(plan: Plan, trap: Trap) -> Iterator[Shape]:
    yield Use(f"trapdoor-{trap.size[0]}-{trap.size[1]}", middle(trap.at, trap.size))
    if plan.options.hidden and trap.below:
        yield from _label(plan, trap.below, trap)


def _label(plan: Plan, words: str, trap: Trap) -> Iterator[Shape]:
    """A slip of paper with what lies below."""
    (x, y), width = middle(trap.at, trap.size), trap.size[0]
    text = words.replace("_", " ")
    size = min(0.3 if width > 1 else 0.25, 1.75 * width / max(4, len(text)))
    half = min(width / 2 - 0.06, 0.27 * size * len(text) + 0.08)
    slip = Style(fill=plan.theme.disc, stroke=plan.theme.line, width=plan.theme.fine)
    yield rounded(x - half, y - 0.68 * size, 2 * half, 1.36 * size, 0.05, slip)
    yield Text((x, y + 0.3 * size), text, size, Style(fill=plan.theme.disc_text), bold=True)


def _counter(plan: Plan, trap: Trap) -> Iterator[Shape]:
    shown = f"-{trap.content.value.replace('_', '-')}" if plan.options.hidden and trap.content else ""
    yield Use(f"counter{shown}", middle(trap.at))
    if trap.owner is not None:
        yield from _owner(plan.theme, plan.look(trap.owner), trap)


def _owner(theme: Theme, look: SideLook, trap: Trap) -> Iterator[Shape]:
    """The emblem of the coach who laid a counter; of the two usual sides, a shield with a letter."""
    x, y = middle(trap.at)
    if look.emblem is None:
        yield Use(f"owner-{trap.owner}", (x, y))
    else:
        yield side_emblem(look.emblem, theme.drawn(look.colour, theme.bold), (x + OWNER_AT, y + OWNER_AT), OWNER_SIZE)

"""Free text labels: whatever the designer wrote on the map, on floor or rock."""

from __future__ import annotations

from math import ceil, floor

from dungeon_designer.drawing.draw_request import Plan, middle, place
from dungeon_designer.drawing.fonts.metrics import widest
from dungeon_designer.drawing.labels import outlined
from dungeon_designer.drawing.shapes import Group, Layer
from dungeon_designer.drawing.wrapping import RIM
from dungeon_designer.grid import Size, Square
from dungeon_designer.layout.model import Label, LabelSize

HEIGHTS = {LabelSize.SMALL: 0.3, LabelSize.MEDIUM: 0.5, LabelSize.LARGE: 0.9, LabelSize.HUGE: 1.6}
"""The height of the type, in squares."""

_BASELINE = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))
"""Where the baseline lies from the middle of the words, for each turn."""


def free_labels(plan: Plan) -> Layer:
    """Every label, centred on its square and turned about its middle."""
    return Layer("labels", tuple(_group(plan, label) for label in plan.board.layout.labels))


def words(label: Label) -> str:
    """What a label shows: one line, with a blank for each end of a line; nothing where all is blank.

    >>> words(Label(text="To the\\ncrypt", at=(0, 0)))
    'To the crypt'
    """
    return "".join(" " if letter.isspace() else letter for letter in label.text) if label.text.strip() else ""


def reach(label: Label) -> tuple[Square, Size]:
    """The rectangle of squares its words lie on, left of or above the grid even.

    >>> reach(Label(text="To the crypt", at=(9, 4)))
    ((8, 4), (3, 1))
    """
    height = HEIGHTS[label.size]
    broad = (widest(words(label)) + 2 * RIM) * height
    along, across = (max(0.5, round(side / 2, 3)) for side in (broad, height))
    wide, high = (across, along) if label.turn % 2 else (along, across)
    x, y = middle(label.at)
    left, top = floor(x - wide), floor(y - high)
    return (left, top), (ceil(x + wide) - left, ceil(y + high) - top)


def _group(plan: Plan, label: Label) -> Group:
    text, size = words(label), HEIGHTS[label.size]
    (x, y), (right, down) = middle(label.at), _BASELINE[label.turn]
    at = x + 0.34 * size * right, y + 0.34 * size * down
    shapes = tuple(outlined(at, text, size, plan.theme.text, plan.theme.floor, 90.0 * label.turn)) if text else ()
    return Group(f"label-{place(label.at)}", "label", shapes, (label.at,), text)

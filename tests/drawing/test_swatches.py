"""The samples of a legend, and the strokes of rock, as toner shows them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Path
from dungeon_designer.drawing.textures import HATCHING_SHEET_SIZE, draw_hatching
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.layout.model import Layout, Section, SectionKind
from tests.drawing.goldens import render

FLOORS = [kind for kind in SectionKind if kind not in (SectionKind.ENTRY, SectionKind.END_ZONE)]
EVERY = Layout(
    sections=tuple(Section(id=kind.value, kind=kind, at=(4 * at, 0), rows=("...",)) for at, kind in enumerate(FLOORS))
)
SCALE = 30


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_floors_of_a_legend_look_alike(theme: str) -> None:
    """Printed in grey, each sample differs from every other in a twelfth of its dots or in its shade."""
    drawing = draw(build_board(EVERY), DrawingOptions(theme=theme, legend=True))
    grey, samples = render(drawing, SCALE).mean(axis=2), {}
    for group in drawing.list_groups("legend_entry"):
        frame = group.shapes[0]
        assert isinstance(frame, Path)
        left, top = (round((at - corner) * SCALE) for at, corner in zip(frame.points[0], drawing.corner, strict=True))
        samples[group.title] = grey[top : top + SCALE, left : left + SCALE]
    assert len(samples) == len(FLOORS)
    for one, other in combinations(samples, 2):
        unlike = np.abs(samples[one] - samples[other])
        assert (unlike > 30).mean() > 1 / 12 or abs(samples[one].mean() - samples[other].mean()) > 3, (one, other)


def test_rock_in_ink_spares_toner() -> None:
    """The pen's strokes cover less than a fifteenth of the rock, where those of other themes cover a seventh."""
    covered = {}
    for name, theme in THEMES.items():
        shapes = [
            shape
            for x in range(HATCHING_SHEET_SIZE)
            for y in range(HATCHING_SHEET_SIZE)
            for shape in draw_hatching(theme, x, y)
        ]
        points = [shape.points[at : at + 3] for shape in shapes for at in range(0, len(shape.points), 3)]
        areas = [abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2 for (ax, ay), (bx, by), (cx, cy) in points]
        covered[name] = sum(areas) / HATCHING_SHEET_SIZE**2
    assert covered["ink"] < 1 / 15
    assert min(share for name, share in covered.items() if name != "ink") > 1 / 7

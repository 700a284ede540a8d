"""Windows cut out of a drawing."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.sheets import Cropper
from tests.drawing.boards import CROWN
from tests.drawing.goldens import render
from tests.soak import sample, soak

SCALE = 72
"""Pixels a square: fine enough that no line is thinner than a pixel, which would be drawn broader than it is."""


@soak
@pytest.mark.parametrize("theme", sample(list(THEMES), 2))
def test_a_window_looks_like_that_part_of_the_whole(theme: str) -> None:
    """Shapes that a window leaves out could not be seen in it: its pixels are those of the whole map."""
    drawing = draw(build_board(CROWN), DrawingOptions(theme=theme))
    cropper = Cropper(drawing)
    for x, y in ((-2.0, -2.0), (5.5, 4.25), (13.0, 9.0)):
        window = (x, y, x + 8.0, y + 6.0)
        whole = replace(drawing, corner=(x, y), size=(8.0, 6.0))
        assert np.array_equal(render(cropper.crop(window), SCALE), render(whole, SCALE))


def test_what_cannot_be_seen_is_left_out() -> None:
    """A window holds fewer things and pictures than the whole."""
    drawing = draw(build_board(CROWN))
    part = Cropper(drawing).crop((0.0, 0.0, 3.0, 3.0))
    assert sum(len(layer.groups) for layer in part.layers) < sum(len(layer.groups) for layer in drawing.layers)
    assert len(part.symbols) < len(drawing.symbols)

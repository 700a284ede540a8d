"""A new dungeon is shown whole, however the map was scrolled and zoomed before."""

import pytest

from dungeon_designer.drawing.compose import find_drawn_area
from dungeon_designer.editor.canvas.map_widget import RULER_WIDTH_PX
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.dungeon_files import build_template
from dungeon_designer.layout.model import Layout
from dungeon_designer.rulesets.loader import EDITIONS


def list_templates():
    """Return the dungeons that *New* begins with, and *Empty table* of four teams."""
    return [
        *(pytest.param(build_template(edition, 2), id=edition) for edition in EDITIONS),
        pytest.param(build_template("gw-2021-multiplayer", 4), id="four teams"),
    ]


@pytest.mark.parametrize("layout", list_templates())
def test_a_new_dungeon_is_fitted_into_the_window(hand, unasked, layout):
    """All of it lies between the rulers and the far edges of the map, as large as whole pixels allow."""
    canvas = hand.canvas
    canvas.show_view(Viewport(50, 4000, 4000))
    assert hand.window.filing.start_new(layout)
    (left, top), (width, height) = find_drawn_area(hand.workspace.board)
    if not width:
        return
    x0, y0 = canvas.view.find_pixel(left, top)
    x1, y1 = canvas.view.find_pixel(left + width, top + height)
    assert min(x0, y0) >= RULER_WIDTH_PX
    assert x1 <= canvas.width()
    assert y1 <= canvas.height()
    scale = canvas.view.scale + 1
    room = canvas.width() - RULER_WIDTH_PX, canvas.height() - RULER_WIDTH_PX
    assert (width + 4) * scale > room[0] or (height + 4) * scale > room[1] or scale > 56


def test_a_new_empty_dungeon_is_seen_from_its_first_square(hand, unasked):
    """Without any floor the first squares of the grid are seen."""
    hand.canvas.show_view(Viewport(50, 4000, 4000))
    assert hand.window.filing.start_new(Layout())
    assert hand.canvas.is_in_view((0, 0))
    assert hand.canvas.is_in_view((20, 12))

"""Move a layout that an edit has drawn beyond the left or the upper rim of the grid back into the grid."""

from __future__ import annotations

from dungeon_designer.errors import EditError
from dungeon_designer.grid import MAX_COORDINATE, Square
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.transforms import list_corners, transform_layout
from dungeon_designer.layout_edits.objects import build_shift, find_tile_sizes
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import fill_placeholders, translate


def find_grid_offset(layout: Layout, library: TileLibrary) -> Square:
    """Return how far (dx, dy) a layout must be moved to the right and down so that no coordinate is negative.

    The result is (0, 0) for a layout that lies in the grid.

    Raises:
        EditError: moved by this offset, the layout would reach beyond the last coordinate.
    """
    corners = list(list_corners(layout, find_tile_sizes(layout, library)))
    dx = max(0, -min((x for x, _ in corners), default=0))
    dy = max(0, -min((y for _, y in corners), default=0))
    last_x = max((x for x, _ in corners), default=0) + dx
    last_y = max((y for _, y in corners), default=0) + dy
    if max(last_x, last_y) > MAX_COORDINATE:
        message = translate("layout_edits", "a dungeon is at most %1 squares wide and high")
        raise EditError(fill_placeholders(message, MAX_COORDINATE + 1))
    return dx, dy


def shift_layout(layout: Layout, offset: Square, library: TileLibrary) -> Layout:
    """Return a layout with everything in it moved by an offset (dx, dy)."""
    return transform_layout(layout, build_shift(offset), find_tile_sizes(layout, library))


def move_into_grid(layout: Layout, library: TileLibrary) -> Layout:
    """Return a layout moved to the right and down as far as needed, so that no coordinate is negative.

    Raises:
        EditError: the layout is too large for the grid.
    """
    offset = find_grid_offset(layout, library)
    return layout if offset == (0, 0) else shift_layout(layout, offset, library)

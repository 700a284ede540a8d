"""Dungeons in small, for lists."""

import struct

import dungeon_designer as dd
from dungeon_designer.editor.picture_list import draw_small_picture


def test_a_large_dungeon_makes_no_large_picture():
    """However wide a dungeon is, its picture is painted no wider than lists show, so that it is there soon."""
    for squares in (20, 300):
        hall = dd.Dungeon.parse(f"map: |\n  {'.' * squares}\n")
        made = draw_small_picture(hall.layout, hall.library, "parchment")
        width, height = struct.unpack(">II", made.png[16:24])
        assert width <= 640
        assert made.size == (squares + 2, 3)
        assert abs(width / height - made.size[0] / made.size[1]) < 0.2 * width / height

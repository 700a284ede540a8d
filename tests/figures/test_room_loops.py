"""Ways round rooms: what counts as one, and what does not."""

from __future__ import annotations

import pytest

import dungeon_designer as dd
from dungeon_designer.figures.room_loops import count_room_loops


def add_sections(middle: list[str]) -> dd.Dungeon:
    """Return a dungeon whose three sections lie in the columns 0 to 3, in the middle, and in the last four columns."""
    width = len(middle[0])
    rows = ", ".join(f'"{row}"' for row in middle)
    ends = ", ".join(['"...."'] * len(middle))
    return dd.Dungeon.parse(
        "sections:\n"
        f"  - {{id: A, at: [0, 0], kind: room, rows: [{ends}]}}\n"
        f"  - {{id: B, at: [4, 0], kind: corridor, rows: [{rows}]}}\n"
        f"  - {{id: C, at: [{4 + width}, 0], kind: room, rows: [{ends}]}}\n"
    )


@pytest.mark.parametrize(
    ("middle", "count"),
    [
        (["......", "......", "......"], 0),
        (["......", "..##..", "......"], 0),  # a pillar
        (["......", "######", "......"], 1),  # rock between two corridors
        (["......", "######", "......", "######", "......"], 2),
        (["......", "######", "######"], 0),  # a single corridor
    ],
)
def test_rock_between_rooms_counts_and_a_pillar_does_not(middle: list[str], count: int) -> None:
    """Each rock between corridors gives one way round; a pillar in a hall gives none."""
    assert count_room_loops(add_sections(middle).board) == count


def test_walls_around_a_room_give_a_way_round() -> None:
    """A ring of floor around a room with one door is a way round it; a room open to all sides is not."""
    ring = """
sections:
  - {id: A, at: [0, 0], kind: corridor, rows: [........, ........, "..####..", "..####..", "..####..", "..####..",
     ........, ........]}
  - {id: B, at: [2, 2], kind: room, ENCLOSED rows: [...., ...., ...., ....]}
DOORS
"""
    closed = ring.replace("ENCLOSED", "enclosed: true,").replace("DOORS", "doors: [{at: [3, 2], side: north}]")
    assert count_room_loops(dd.Dungeon.parse(closed).board) == 1
    assert count_room_loops(dd.Dungeon.parse(ring.replace("ENCLOSED", "").replace("DOORS", "")).board) == 0

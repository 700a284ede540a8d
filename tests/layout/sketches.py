"""Helpers of the tests of sketches."""

from __future__ import annotations

from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout

FULL = """\
name: The Long Hall
author: R. Mason            # optional
ruleset: naf-2019
balls: 1
enclosed: false
map: |
  <<...........>>
  <<...C...1...>>
  <<...........>>
sections: |                 # the same shape as the map
  AABBBBBBBBBBBCC
  AABBBBBBBBBBBCC
  AABBBBBBBBBBBCC
section_kinds:
  A: {kind: end_zone, side: home}
  B: {kind: corridor, name: The Long Walk, enclosed: true}
  C: {kind: end_zone, side: away}
doors:
  - {at: [1, 0], side: east, width: 2}
chests: [[6, 0]]
portals: {10: [4, 0]}
traps:
  - {kind: trapdoor, at: [7, 1], size: [2, 2], below: lava}
  - {kind: counter, at: [10, 2], owner: home, content: spiked_pit}
legend:
  K: {obstacle: throne}
  w: {terrain: water}
  a: {portal: 10}
leap_edges: [{at: [3, 2], side: south, width: 2}]
machines:
  - {kind: rotating_room, sections: [B]}
  - {kind: rolling_ball, at: [2, 0], size: [3, 3], travel: east, length: 11}
waivers:
  - {rule: square-count, reason: "club night, 90 minutes"}
"""
"""A sketch that says a little of everything."""


def load_sketch(text: str) -> Layout:
    """Return the layout of a sketch."""
    return read_layout(text.encode(), "hall.dungeon.yaml")


def read_map(*rows: str) -> Layout:
    """Return the layout of a sketch that is only a map."""
    return load_sketch("map: |2\n" + "".join(f"  {row}\n" for row in rows))


def list_areas(layout: Layout) -> dict[str, set[Square]]:
    """Return the squares of each section, by what it is: kind and side."""
    found: dict[str, set[Square]] = {}
    for section in layout.sections:
        found.setdefault(" ".join(filter(None, (section.kind, section.side))), set()).update(section.squares)
    return found

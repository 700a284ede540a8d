"""The passing ruler of the game, written out by hand: what every range is held against."""

from __future__ import annotations

from dungeon_designer.grid import Square

RULER = """\
.QQQSSSLLLLBBB
QQQQSSSLLLLBBB
QQQSSSSLLLLBBB
QQSSSSSLLLBBB.
SSSSSSLLLLBBB.
SSSSSLLLLBBB..
SSSSLLLLLBBB..
LLLLLLLLBBB...
LLLLLLLBBBB...
LLLLLBBBBB....
LLLBBBBBB.....
BBBBBBB.......
BBBBB.........
BBB...........
""".splitlines()
"""A row for each square down, in it a letter for each square to the right; at the thrower's own square none."""

NAMES = {"Q": "quick", "S": "short", "L": "long", "B": "bomb", ".": None}

PAIRS: list[tuple[Square, Square, str | None]] = [
    ((max(0, -dx), max(0, -dy)), (max(0, dx), max(0, dy)), NAMES[RULER[abs(dy)][abs(dx)]])
    for dy in range(-13, 14)
    for dx in range(-13, 14)
    if dx or dy
]
"""Two squares of a hall of 14 by 14 so many apart, and the pass between them, for all 27 x 27 but the thrower's own."""

HALL = ["." * 14] * 14

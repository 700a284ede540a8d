"""Experiments with playtests, each measured and told as it came out: `python -m scripts.playtest_experiments`.

The balanced coach plays both sides, and nothing was changed after. Games may be given for a look:
`python -m scripts.playtest_experiments 40`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.tables import percent

WIDTH, HEIGHT = 33, 8
GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
STYLE = ("balanced",)


def main() -> None:
    """Prints a line for each hall that is tried."""
    for told in (*moved_chests(), *one_near_chest(), *wider_ways()):
        print(told, flush=True)


def moved_chests() -> Iterator[str]:
    """All six chests of a symmetric hall, moved step by step towards the home side."""
    for shift in range(0, 11, 2):
        chests = {(x - shift, y) for x in (13, 16, 19) for y in (1, 6)}
        found = hall(chests).playtest("naf-2019", teams=["balanced"], games=GAMES, coaches=STYLE)
        yield f"chests {shift} squares towards home: home wins {percent(found.home_wins)}"


def one_near_chest() -> Iterator[str]:
    """One chest alone, in the middle and two steps from the home side."""
    for at in (16, 9, 4):
        found = hall({(at, 4)}).playtest("naf-2019", teams=["balanced"], games=GAMES, coaches=STYLE)
        yield f"the only chest {at - 2} squares from home, {31 - at} from away: home wins {percent(found.home_wins)}"


def wider_ways() -> Iterator[str]:
    """A ring of corridors, two to five squares wide: the agile team against the bashing one."""
    for width in (2, 3, 4, 5):
        found = ring(width).playtest("naf-2019", teams=["agile", "bashing"], games=3 * GAMES, coaches=STYLE)
        yield f"ways {width} wide: agile beats bashing {percent(found.agile_wins)}"


def hall(chests: set[tuple[int, int]]) -> Dungeon:
    """An open hall with an end zone of six squares at either end and no portals."""
    rows = []
    for y in range(HEIGHT):
        row = ["C" if (x, y) in chests else "." for x in range(WIDTH)]
        if 2 <= y <= 4:
            row[:2], row[-2:] = list("<<"), list(">>")
        rows.append(row)
    return drawn(rows)


def drawn(rows: list[list[str]]) -> Dungeon:
    """The dungeon of a map."""
    return Dungeon.parse("ruleset: naf-2019\nmap: |\n" + "".join(f"  {''.join(row)}\n" for row in rows))


def ring(width: int) -> Dungeon:
    """Corridors of a width around a block of rock, end zones at two sides, six chests at the others."""
    wide, high = 20 + 2 * width, 8 + 2 * width
    rows = []
    for y in range(high):
        row = ["#" if width <= x < wide - width and width <= y < high - width else "." for x in range(wide)]
        if high // 2 - 2 <= y < high // 2 + 1:
            row[:2], row[-2:] = list("<<"), list(">>")
        rows.append(row)
    for x, y in ((3, 0), (3, high - 1), (wide // 2, 0), (wide // 2, high - 1), (wide - 4, 0), (wide - 4, high - 1)):
        rows[y][x] = "C"
    return drawn(rows)


if __name__ == "__main__":
    main()

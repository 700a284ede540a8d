"""Run playtest experiments on simple halls and print each result: `python -m scripts.playtest_experiments`.

The balanced coach plays both teams. The program was not changed after these experiments. For a quick look give the
number of matches: `python -m scripts.playtest_experiments 40`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.report_text import format_share

HALL_WIDTH, HALL_HEIGHT = 33, 8
MATCHES = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
"""Matches for each line of the result."""
COACHES = ("balanced",)


def main() -> None:
    """Play matches in halls that are built for an experiment, and print a line with the result of each."""
    for result_line in (*play_shifted_chests(), *play_single_chest(), *play_ring_widths()):
        print(result_line, flush=True)


def play_shifted_chests() -> Iterator[str]:
    """Yield the home team's share of wins while all six chests of a symmetric hall move towards its end zone."""
    for shift in range(0, 11, 2):
        chests = {(x - shift, y) for x in (13, 16, 19) for y in (1, 6)}
        report = build_hall(chests).playtest("naf-2019", teams=["balanced"], games=MATCHES, coaches=COACHES)
        yield f"chests {shift} squares towards home: home wins {format_share(report.home_wins)}"


def play_single_chest() -> Iterator[str]:
    """Yield the home team's share of wins in a hall with a single chest.

    The chest is in the middle, then nearer to the home team, at last two steps from its end zone.
    """
    for chest_x in (16, 9, 4):
        report = build_hall({(chest_x, 4)}).playtest("naf-2019", teams=["balanced"], games=MATCHES, coaches=COACHES)
        yield (
            f"the only chest {chest_x - 2} squares from home, {31 - chest_x} from "
            f"away: home wins {format_share(report.home_wins)}"
        )


def play_ring_widths() -> Iterator[str]:
    """Yield how often the agile team beats the bashing team in a ring of corridors, two to five squares wide."""
    for width in (2, 3, 4, 5):
        report = build_ring(width).playtest("naf-2019", teams=["agile", "bashing"], games=3 * MATCHES, coaches=COACHES)
        yield f"ways {width} wide: agile beats bashing {format_share(report.agile_wins)}"


def build_hall(chests: set[tuple[int, int]]) -> Dungeon:
    """Return an open hall with an end zone of six squares at each end and without portals."""
    rows = []
    for y in range(HALL_HEIGHT):
        row = ["C" if (x, y) in chests else "." for x in range(HALL_WIDTH)]
        if 2 <= y <= 4:
            row[:2], row[-2:] = list("<<"), list(">>")
        rows.append(row)
    return parse_rows(rows)


def parse_rows(rows: list[list[str]]) -> Dungeon:
    """Return the dungeon that rows of map letters describe."""
    return Dungeon.parse("ruleset: naf-2019\nmap: |\n" + "".join(f"  {''.join(row)}\n" for row in rows))


def build_ring(width: int) -> Dungeon:
    """Return a ring of corridors around rock: end zones at its left and right end, six chests above and below.

    Args:
        width: the width of the corridors in squares.
    """
    total_width, total_height = 20 + 2 * width, 8 + 2 * width
    rows = []
    for y in range(total_height):
        row = [
            "#" if width <= x < total_width - width and width <= y < total_height - width else "."
            for x in range(total_width)
        ]
        if total_height // 2 - 2 <= y < total_height // 2 + 1:
            row[:2], row[-2:] = list("<<"), list(">>")
        rows.append(row)
    for x, y in (
        (3, 0),
        (3, total_height - 1),
        (total_width // 2, 0),
        (total_width // 2, total_height - 1),
        (total_width - 4, 0),
        (total_width - 4, total_height - 1),
    ):
        rows[y][x] = "C"
    return parse_rows(rows)


if __name__ == "__main__":
    main()

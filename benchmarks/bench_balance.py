"""How equally the sides win in dungeons that are proposed: `python -m benchmarks balance`.

For each edition of two sides some dungeons that repeat themselves by a half turn, and some that do not, as `generate`
proposes them. On each, games are played with dice that its search never saw. Told are how many of the home side's
shares lie within 48 to 52 %, and which shares there are; a share of 10,000 games has a standard error of 0.5 %. A
dungeon that is even gives both sides the same, so it counts without a game; two of them are played on all the same, to
see it, with their shares in brackets.
"""

from __future__ import annotations

from benchmarks.bench_generate import processors, searched
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.generator.playing import WITHIN
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.playtest.report import even, home_share
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.library import library

COUNT = 20
GAMES = 10_000
SEEN = 2
"""So many even dungeons of each kind are played on."""
FRESH = 900_001
"""The seed of the first games that no search has played."""


def main() -> None:
    """Prints a line for each edition and symmetry."""
    print("edition | symmetry | found | even | within 48 to 52 % | shares of the home side | seconds")
    print("--- | --- | --- | --- | --- | --- | ---")
    for edition in EDITIONS:
        if load_ruleset(edition).sides.least == 2:
            for way in (SymmetryMode.HALF_TURN, SymmetryMode.OFF):
                print(measured(edition, way), flush=True)


def measured(edition: str, way: SymmetryMode, count: int = COUNT, jobs: int = 2) -> str:
    """The line of an edition under a symmetry."""
    spent, rules = processors(), load_ruleset(edition)
    found = searched(edition, None, count, way, jobs).archive.chosen()[:count]
    boards = [build(each.layout, library([])) for each in found]
    sorts = [(even(board, rules), board) for board in boards]
    same, others = ([board for is_even, board in sorts if is_even is wanted] for wanted in (True, False))
    shares = [_share(board, rules, seed) for seed, board in enumerate(others)]
    checked = [_share(board, rules, seed) for seed, board in enumerate(same[:SEEN])]
    within = len(same) + sum(abs(share - 0.5) <= WITHIN for share in shares)
    told = [f"{100 * share:.1f}" for share in shares] + [f"({100 * share:.1f})" for share in checked]
    seconds = processors() - spent
    return f"{edition} | {way} | {len(boards)} | {len(same)} | {within} | {' '.join(told)} | {seconds:.0f}"


def _share(board: Board, rules: Ruleset, seed: int) -> float:
    found = home_share(board, rules, GAMES, FRESH + seed)
    return found.value if found else 0.0


if __name__ == "__main__":
    main()

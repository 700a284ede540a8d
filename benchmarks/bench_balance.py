"""Measure how equally the teams win in proposed dungeons: `python -m benchmarks balance`.

For each edition for two teams, `generate` proposes some dungeons with half-turn symmetry and some without symmetry. On
each dungeon matches are played with dice that the search never used. The benchmark prints each home team's share of
the wins, and how many of these shares are between 48 and 52 %. A share of 10,000 matches has a standard error of
0.5 %. A dungeon that is the same for both teams gives both the same chances, so it counts as fair without a match. As
a check, matches are still played on two of these dungeons; their shares are printed in brackets.
"""

from __future__ import annotations

from benchmarks.amounts import choose_amount, choose_cases
from benchmarks.bench_generate import PROCESSES, measure_processor_seconds, search_dungeons
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.generator.match_fairness import MAX_SHARE_DEVIATION
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.playtest.report import is_fair_by_symmetry, measure_home_share
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.library import load_library

DUNGEONS_PER_LINE = choose_amount(20, 1)
MATCHES_PER_DUNGEON = choose_amount(10_000, 4)
CHECKED_DUNGEONS = 2
"""How many dungeons of each kind that are the same for both teams are still played, as a check."""
FIRST_FRESH_SEED = 900_001
"""The seed of the first matches that no search has played."""


def main() -> None:
    """Print a line for each edition for two teams and each symmetry."""
    print("edition | symmetry | found | even | within 48 to 52 % | shares of the home side | seconds")
    print("--- | --- | --- | --- | --- | --- | ---")
    editions = [edition for edition in EDITIONS if load_ruleset(edition).team_count.min_teams == 2]
    for edition in choose_cases(editions):
        for symmetry in choose_cases((SymmetryMode.HALF_TURN, SymmetryMode.OFF)):
            print(measure_edition(edition, symmetry), flush=True)


def measure_edition(edition: str, symmetry: SymmetryMode, count: int = DUNGEONS_PER_LINE, jobs: int = PROCESSES) -> str:
    """Generate dungeons for an edition, play matches on them, and return a table row that says how fair they are.

    The row has the numbers of dungeons, of those that are fair by symmetry, and of those in which the home team wins 48
    to 52 % of the matches, then the shares themselves and the seconds that all took.

    Args:
        edition: the id of the edition.
        symmetry: the symmetry of the proposed dungeons.
        count: the number of dungeons to propose.
        jobs: the number of processes.
    """
    start_seconds, ruleset = measure_processor_seconds(), load_ruleset(edition)
    proposals = search_dungeons(edition, None, count, symmetry, jobs).archive.choose_proposals()[:count]
    boards = [build_board(proposal.layout, load_library([])) for proposal in proposals]
    marked_boards = [(is_fair_by_symmetry(board, ruleset), board) for board in boards]
    symmetric_boards, other_boards = (
        [board for is_symmetric, board in marked_boards if is_symmetric is expected] for expected in (True, False)
    )
    shares = [_measure_share(board, ruleset, seed) for seed, board in enumerate(other_boards)]
    checked_shares = [
        _measure_share(board, ruleset, seed) for seed, board in enumerate(symmetric_boards[:CHECKED_DUNGEONS])
    ]
    fair_count = len(symmetric_boards) + sum(abs(share - 0.5) <= MAX_SHARE_DEVIATION for share in shares)
    share_texts = [f"{100 * share:.1f}" for share in shares] + [f"({100 * share:.1f})" for share in checked_shares]
    seconds = measure_processor_seconds() - start_seconds
    return (
        f"{edition} | {symmetry} | {len(boards)} | {len(symmetric_boards)} | "
        f"{fair_count} | {' '.join(share_texts)} | {seconds:.0f}"
    )


def _measure_share(board: Board, ruleset: Ruleset, seed: int) -> float:
    """Return the home team's share of the wins on a board, from 0 to 1; 0 if nobody wins a match."""
    share = measure_home_share(board, ruleset, MATCHES_PER_DUNGEON, FIRST_FRESH_SEED + seed)
    return share.value if share else 0.0


if __name__ == "__main__":
    main()

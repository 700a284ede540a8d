"""What each rule takes on an edition's example: `python -m benchmarks rules`."""

from __future__ import annotations

from functools import partial

from benchmarks.bench_check import example, median, ms
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import EnabledRule, configured
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.library import stock


def main() -> None:
    """Prints the rules of each edition, the slowest first; each pays for the analyses it needs, as if it were alone."""
    for edition in EDITIONS:
        ruleset, layout = load(edition), example(edition)
        board = build(layout, stock())
        building = median(partial(build, layout, stock()), times=15)
        taken = {each.rule.name: median(partial(alone, board, ruleset, each), times=15) for each in configured(ruleset)}
        slowest = sorted(taken.items(), key=lambda item: -item[1])
        told = ", ".join(f"{name} {ms(duration)}" for name, duration in slowest[:8])
        print(f"{edition}, {len(board)} squares: board {ms(building)}, {told}", flush=True)


def alone(board: Board, ruleset: Ruleset, asked: EnabledRule) -> None:
    """One rule with no analysis made before."""
    checker.run(Context(board, ruleset), asked)


if __name__ == "__main__":
    main()

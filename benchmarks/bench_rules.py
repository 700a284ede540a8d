"""Measure the time of each rule on an edition's example: `python -m benchmarks rules`."""

from __future__ import annotations

from functools import partial

from benchmarks.amounts import choose_amount, choose_cases
from benchmarks.bench_check import find_example, format_ms, measure_median
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import ConfiguredRule, list_enabled_rules
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.library import load_stock_library

REPEATS = choose_amount(15, 1)
"""How often each time is measured; the median counts."""


def main() -> None:
    """Print the eight slowest rules of each edition, the slowest first.

    The time of each rule includes the analyses that it needs, as if it were the only rule.
    """
    for edition in choose_cases(EDITIONS):
        ruleset, layout = load_unchecked_ruleset(edition), find_example(edition)
        board = build_board(layout, load_stock_library())
        build_seconds = measure_median(partial(build_board, layout, load_stock_library()), times=REPEATS)
        seconds_by_rule = {
            enabled_rule.rule.name: measure_median(partial(check_rule, board, ruleset, enabled_rule), times=REPEATS)
            for enabled_rule in list_enabled_rules(ruleset)
        }
        slowest = sorted(seconds_by_rule.items(), key=lambda item: -item[1])
        summary = ", ".join(f"{name} {format_ms(duration)}" for name, duration in slowest[:8])
        print(f"{edition}, {len(board)} squares: board {format_ms(build_seconds)}, {summary}", flush=True)


def check_rule(board: Board, ruleset: Ruleset, enabled_rule: ConfiguredRule) -> None:
    """Check one rule without any earlier analysis."""
    checker.run_rule(Context(board, ruleset), enabled_rule)


if __name__ == "__main__":
    main()

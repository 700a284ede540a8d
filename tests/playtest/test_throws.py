"""How far a throw goes in a game, and what the range takes off."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from oracle.dungeons import draw_dungeon

from dungeon_designer.analysis.ruler import find_shortest_pass
from dungeon_designer.analysis.sight import LineOfSight
from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.carrying import find_range_modifier
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.play_table import parse_play
from tests import passing_ruler

_ROWS = ["<" * 14, *passing_ruler.HALL[:6], "......C.......", *passing_ruler.HALL[:5], ">" * 14]
MODIFIERS = {"quick": 0, "short": -1, "long": -2, "bomb": -3}


def ready(ruleset: str) -> Arena:
    """Return a hall of 14 by 14 squares, in sight of each other."""
    dungeon = Dungeon.parse("map: |\n" + "".join(f"  {row}\n" for row in _ROWS))
    return build_arena(dungeon.board, dungeon.ruleset(ruleset))


def test_every_range_in_a_game_is_that_of_the_ruler() -> None:
    """Each of 27 x 27 squares is thrown to by the ruler's pass with its modifier, or is out of range."""
    of, number = ready("db7s-2019"), lambda at: at[0] + 14 * at[1]
    game = of.create_game()
    for one, other, name in passing_ruler.PAIRS:
        at, there = number(one), number(other)
        assert bool(game.pass_ranges[0, at, there]) == (name is not None), (one, other)
        assert name is None or find_range_modifier(game, at, there) == MODIFIERS[name], (one, other)


def test_no_pass_is_longer_than_the_edition_allows() -> None:
    """Nobody throws five squares along and five across if short passes are the longest."""
    seen = ready("naf-2019").pass_ranges[0, 0]
    assert seen[3 + 14 * 5]
    assert not seen[5 + 14 * 5]
    assert {int(band) for band in seen} == {0, 1, 2}


@pytest.mark.parametrize("ruleset_id", ["naf-2019", "gw-1989-expanded", "gw-2021", "brawl-2013"])
def test_passes_join_squares_in_range_that_see_each_other(ruleset_id: str) -> None:
    """A pass leads from one square to another where both are walkable, in range and see each other."""
    ruleset, checked = load_ruleset(ruleset_id), 0
    for number in range(60):
        board = build_board(draw_dungeon(Random(number), size=9))  # noqa: S311 - the same boards each time
        try:
            ranges = build_arena(board, ruleset).pass_ranges[0]
        except PlaytestError:
            continue
        play = parse_play(ruleset)
        sight = LineOfSight(board, Context(board, ruleset).has_strict_corners, play.opaque)
        visible = {square: sight.find_visible_squares(square) for square in board.squares}
        walkable = [square in board.walkable_squares for square in board.squares]
        for (i, one), (j, other) in product(enumerate(board.squares), repeat=2):
            passable = walkable[i] and walkable[j] and other in visible[one] and one in visible[other]
            in_range = find_shortest_pass((0, 0), (abs(one[0] - other[0]), abs(one[1] - other[1])), play.longest_throw)
            assert bool(ranges[i, j]) == bool(passable and in_range), (number, one, other)
        checked += 1
    assert checked

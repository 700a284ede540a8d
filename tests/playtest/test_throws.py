"""How far a throw goes in a game, and what the range takes off."""

from __future__ import annotations

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.carrying import find_range_modifier
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

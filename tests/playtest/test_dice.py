"""Dice against closed forms: what is rolled often must come as often as it can be calculated."""

from __future__ import annotations

import math
from itertools import product

import pytest

from dungeon_designer.playtest import dice
from dungeon_designer.playtest.blocking import BOTH_DOWN, POW, STUMBLE, choose_face, rate_face
from dungeon_designer.playtest.entering import ON_FOOT, jump_by_portal
from dungeon_designer.playtest.match import start_match
from dungeon_designer.playtest.positions import place_player
from dungeon_designer.playtest.state import KNOCKED_OUT, OCCUPANT, PORTALS, SKILLS, SQUARE, STANDING, STATE, Game
from dungeon_designer.playtest.teams import load_team
from tests.playtest.games import CLASSIC, load_hall

TRIES = 4000


def set_up_game(seed: int = 7) -> Game:
    """Return a game that has been set up."""
    import numpy as np

    made, own = load_hall().create_game(), load_team("balanced").player_rows
    dice.seed_dice(made.state, seed, 0, 0)
    start_match(made, 0, own, own, np.array([0, 0]), CLASSIC, 0)
    return made


def is_within(hits: int, tries: int, expected: float) -> bool:
    """Return whether a share lies within four standard errors of what is expected."""
    return abs(hits / tries - expected) <= 4 * math.sqrt(expected * (1 - expected) / tries)


@pytest.mark.parametrize("sides", [6, 8, 12])
def test_each_side_of_a_die_comes_as_often_as_the_others(sides: int) -> None:
    """Chi-square of 12,000 rolls stays below its 99.99 % point."""
    made, seen = set_up_game(), [0] * sides
    for _ in range(12_000):
        seen[dice.roll_die(made, sides) - 1] += 1
    expected = 12_000 / sides
    assert sum((count - expected) ** 2 / expected for count in seen) < 3 * sides + 20


def test_games_of_other_numbers_have_other_dice() -> None:
    """Seed, round and half each change the dice; the same three give the same dice."""
    made = set_up_game()

    def first(*numbers: int) -> tuple[int, ...]:
        dice.seed_dice(made.state, *numbers)
        return tuple(dice.draw_bits(made.state) for _ in range(3))

    drawn = [first(*numbers) for numbers in product((1, 2, 2**33), (0, 1, 2), (0, 1, 2, 3))]
    assert len(set(drawn)) == len(drawn)
    assert first(1, 0, 0) == drawn[0]


@pytest.mark.parametrize(("target", "modifier", "chances"), [(3, 0, 4), (3, -1, 3), (2, 1, 5), (4, -4, 1), (6, 0, 1)])
def test_a_roll_succeeds_as_often_as_its_target_says(target: int, modifier: int, chances: int) -> None:
    """A 3+ succeeds four times in six, one tackle zone takes one away, a 1 never does and a 6 always."""
    made = set_up_game()
    hits = sum(dice.roll_test(made, 0, target, modifier, False) for _ in range(TRIES))
    assert dice.measure_chance(target, modifier) == chances * 10000 // 6
    assert is_within(hits, TRIES, chances / 6)


@pytest.mark.parametrize("number", [-3, -2, 1, 2, 3])
@pytest.mark.parametrize(("own", "theirs"), [(0, 0), (1, 0), (0, 2)])
def test_block_dice_fall_as_counted_out(number: int, own: int, theirs: int) -> None:
    """The best block die, or for the weaker the worst, is as frequent as a count of all throws says."""
    made = set_up_game()
    made.players[0, SKILLS], made.players[16, SKILLS] = own, theirs
    ways = list(product(range(1, 7), repeat=abs(number)))
    pick = max if number > 0 else min
    chosen = [pick(rate_face(made, 0, 16, face) for face in way) for way in ways]
    seen = [rate_face(made, 0, 16, choose_face(made, 0, 16, number)) for _ in range(TRIES)]
    for value in set(chosen):
        assert is_within(seen.count(value), TRIES, chosen.count(value) / len(ways))


def test_faces_are_worth_what_they_do() -> None:
    """A knock-down beats a push, falling oneself is worst; Block makes both-down good, Dodge spoils a stumble."""
    made = set_up_game()
    made.players[0, SKILLS], made.players[16, SKILLS] = 0, 0
    values = [rate_face(made, 0, 16, face) for face in range(1, 7)]
    assert values[0] < values[1] < values[2] == values[3] < values[4] < values[5]
    made.players[0, SKILLS] = 1
    assert rate_face(made, 0, 16, BOTH_DOWN) > rate_face(made, 0, 16, 3)
    made.players[16, SKILLS] = 2
    assert rate_face(made, 0, 16, STUMBLE) == rate_face(made, 0, 16, 3) < rate_face(made, 0, 16, POW)


def test_a_portal_loses_one_in_as_many_as_there_are() -> None:
    """With three portals a third of the jumps draws the own number, and the player is knocked out."""
    made, lost, tries = set_up_game(), 0, 1500
    for _ in range(tries):
        if made.players[0, SQUARE] >= 0:
            made.board[made.players[0, SQUARE], OCCUPANT] = 0
        made.players[0, STATE], made.players[0, SQUARE] = STANDING, -1
        place_player(made, 0, int(made.lists[PORTALS, 0]), STANDING)
        jump_by_portal(made, 0, ON_FOOT)
        lost += made.players[0, STATE] == KNOCKED_OUT
    assert is_within(lost, tries, 1 / 3)

"""Plans: what they leave out is nothing that anybody would have gone for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dungeon_designer.playtest import carrying, coaching, match, valuing, walking
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.positions import lift_player, place_player
from dungeon_designer.playtest.state import (
    MOVES_LEFT,
    NEW_DIRECTIONS,
    PLAN_CHANCE,
    PLAN_FROM,
    PLAN_STEPS,
    PORTAL,
    PORTALS,
    QUEUE,
    RUSHES_LEFT,
    SQUARE,
    STANDING,
    TEAM_SIZE,
    Game,
)
from dungeon_designer.playtest.teams import load_team
from tests.playtest.games import CLASSIC, describe_rounds, load_arena, load_hall, play_rounds
from tests.soak import count, soak

EVERYTHING = 10**9
ROOT = Path(__file__).parents[2]


def read_plan(g: Game, at: int) -> list[tuple[int, int, int]]:
    """Return the last plan's way to a square: every square with how far and how sure it is; empty for no way."""
    found = []
    while walking.is_reached(g, at):
        found.append((at, int(g.board[at, PLAN_STEPS]), int(g.board[at, PLAN_CHANCE])))
        if g.board[at, PLAN_STEPS] == 0:
            break
        at = int(g.board[at, PLAN_FROM])
    return found


def find_best(g: Game, p: int, task: int, target: int, count: int) -> int:
    """Return the first of the best squares of the last plan, every one of them valued."""
    found = [int(at) for at in g.board[:count, QUEUE]]
    return max(
        found,
        key=lambda at: valuing._rate_with_risk(
            g, p, task, target, at, g.board[at, PLAN_STEPS], g.board[at, PLAN_CHANCE]
        ),
    )


@soak
@pytest.mark.parametrize("name", ["brawl-2013/hogwurts", "eagbbl/the-cleft"][: count(1, 2)])
def test_nobody_looks_twice_for_nothing(name: str) -> None:
    """Looking in all directions from each square, not only where nobody looked before, gives the same games."""
    of = load_arena(str(ROOT / f"examples/{name}.dungeon.yaml"))
    squares = of.squares.copy()
    squares[:, :, NEW_DIRECTIONS : NEW_DIRECTIONS + 8] = squares[:, :, NEW_DIRECTIONS + 8 :]
    assert describe_rounds(of, 1) == describe_rounds(replace(of, squares=squares), 1)


@pytest.mark.parametrize("edition", ["gw-2021", "brawl-2013", "naf-2019", "eagbbl"])
def test_a_plan_leaves_out_nothing_one_would_go_for(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every plan with a bound chooses, in whole games, the same squares by the same paths as a plan without one."""
    made = [0]

    def advanced(g: Game, p: int, task: int, target: int, risk: int) -> int:
        found = for_task(g, p, task, target, risk)
        to = valuing.choose_best_square(g, p, task, target, found)
        short = read_plan(g, to) if found > 1 else [(to, 0, walking.CERTAIN)]  # nothing was planned: he stays
        everything = walking.plan_routes(g, p, risk, target, EVERYTHING)
        assert find_best(g, p, task, target, everything) == to
        assert read_plan(g, to) == short
        made[0] += 1
        return for_task(g, p, task, target, risk)

    def sent(g: Game, p: int, target: int, short: int) -> int:
        wanted = {target} if target < len(g.board) else set()
        if short:
            wanted = {int(at) for at in g.squares[0, target, :8] if at >= 0 and not g.squares[0, at, PORTAL]}
        walking.plan_routes(g, p, walking.WITH_RISK, target, EVERYTHING)
        ways = {at: read_plan(g, at) for at in wanted}
        found = to_square(g, p, target, short)
        assert {at: read_plan(g, at) for at in wanted} == ways
        made[0] += 1
        return found

    for_task, to_square = valuing.plan_for_task, walking.plan_route_to
    monkeypatch.setattr(valuing, "plan_for_task", advanced)
    for module in (carrying, coaching):
        monkeypatch.setattr(module, "plan_route_to", sent)
    play_rounds(load_hall(edition), count(1, 20))
    assert made[0] > 100


def test_nobody_blitzes_from_a_portal() -> None:
    """A square with a portal is none to blitz from, since a player who steps on it is gone before the block."""
    of = load_hall("naf-2019")
    game = of.create_game()
    own = load_team("balanced").player_rows
    seed_dice(game.state, 1, 0, 0)
    match.start_match(game, 0, own, own, np.array([1, 1]), CLASSIC, 0)
    portal = int(game.lists[PORTALS, 0])
    x, y = of.board.squares[portal]
    for p in range(2 * TEAM_SIZE):
        if game.players[p, SQUARE] >= 0:
            lift_player(game, p)
    for p, where in ((0, (x - 1, y)), (1, (x, y - 1)), (2, (x, y + 1)), (TEAM_SIZE, (x + 1, y))):
        place_player(game, p, of.board.squares.index(where), STANDING)
    game.players[0, MOVES_LEFT], game.players[0, RUSHES_LEFT] = 2, 0
    coaching._plan_blitz(game, 0, TEAM_SIZE)
    assert walking.is_reached(game, portal)
    assert coaching._choose_blitz_square(game, 0, TEAM_SIZE) == (-1, 0)

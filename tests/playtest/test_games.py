"""Whole games: they end, nothing is lost, they are the same compiled or not, mirrored or not, on any processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon, load_dungeon_library
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.layout.transforms import rotate_layout
from dungeon_designer.playtest import match, state
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.blocking import _hit_wall
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.entering import ON_FOOT, open_chest
from dungeon_designer.playtest.positions import recount_tackle_zones
from dungeon_designer.playtest.report import build_plan
from dungeon_designer.playtest.series import Portion, PortionPlayer
from dungeon_designer.playtest.teams import load_team
from dungeon_designer.playtest.turns import play_turn
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from tests.playtest.fuzz import draw_wild_map, play_boards
from tests.playtest.games import CLASSIC, HALL, describe_rounds, load_hall, play_rounds
from tests.soak import FULL, count, soak

ROOT = Path(__file__).parents[2]
COMPILED = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
"""What a process plays in whose games are compiled."""
DUNGEONS = (
    "naf-2019/the-four-winds",
    "gw-2021/the-dragon-and-the-dead",
    "brawl-2013/hogwurts",
    "eagbbl/the-cleft",
    "gw-1989/the-sunken-halls",
    "db7s-2019/layout-07",
    "brawl-2013/the-temple-of-doom",
)


def is_consistent(game: state.Game, players: int) -> bool:
    """Return whether all players are somewhere, and squares, tackle zones and the ball's carrier agree with that."""
    states, places = game.players[:, state.STATE], game.players[:, state.SQUARE]
    inside = (states >= state.STANDING) & (states <= state.TRAPPED)
    on_squares = {int(p): int(places[p]) for p in np.flatnonzero(inside & (states != state.TRAPPED))}
    known = {int(who) - 1: at for at, who in enumerate(game.board[:, state.OCCUPANT]) if who}
    zones = game.board[:, state.TACKLE_ZONES : state.TACKLE_ZONES + 2].copy()
    recount_tackle_zones(game)
    alike = bool((zones == game.board[:, state.TACKLE_ZONES : state.TACKLE_ZONES + 2]).all())
    all_told = int((states != state.NO_PLAYER).sum()) == players
    stands = game.state[state.BALL] != state.HELD or states[game.state[state.CARRIER]] == state.STANDING
    placed = bool((places[inside] >= 0).all() and (places[~inside] < 0).all())
    return on_squares == known and alike and all_told and stands and placed


def play_and_check(of: object, seed: int, turns: int) -> int:
    """Return the side that wins a game whose every turn leaves all in order, -1 for none."""
    game, own = of.create_game(), load_team("balanced").player_rows  # type: ignore[attr-defined]
    seed_dice(game.state, seed, 0, 0)
    match.start_match(game, seed % 2, own, own, np.array([1, 1]), CLASSIC, 0)
    everyone = int((game.players[:, state.STATE] != state.NO_PLAYER).sum())
    for _ in range(turns):
        for side in (0, 1):
            game.state[state.TURN] += 1 - side
            play_turn(game, side)
            assert is_consistent(game, everyone)
            if game.state[state.SCORER] >= 0:
                return int(game.state[state.SCORER])
    return -1


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_turn_leaves_everybody_somewhere(edition: str) -> None:
    """Players in the dungeon, in boxes and lost sum up after each turn in each edition, and tackle zones are right."""
    play_and_check(load_hall(edition), 3, 10)


@pytest.mark.parametrize("name", DUNGEONS[1:4])
def test_so_does_every_turn_on_named_dungeons(name: str) -> None:
    """Rooms that turn, lava, dragons and chasms lose nobody."""
    dungeon = Dungeon.load(ROOT / f"examples/{name}.dungeon.yaml")
    play_and_check(build_arena(dungeon.board, dungeon.ruleset()), 5, 8)


def test_who_is_stunned_against_a_wall_drops_the_ball() -> None:
    """A standing carrier whose armour breaks against a wall lies there without the ball (brawl-2013)."""
    game, own, states = load_hall("brawl-2013").create_game(), load_team("balanced").player_rows, set()
    for seed in range(12):
        seed_dice(game.state, seed, 0, 0)
        match.start_match(game, 0, own, own, np.array([0, 0]), CLASSIC, 0)
        game.state[state.BALL], game.state[state.CARRIER] = state.HELD, 0
        game.players[0, state.ARMOUR] = 2
        _hit_wall(game, 0, False, 0)
        assert game.state[state.BALL] == state.LOOSE
        states.add(int(game.players[0, state.STATE]))
    assert states >= {state.STUNNED, state.KNOCKED_OUT}


@pytest.mark.parametrize("seed", [3554, 8010])
def test_who_is_driven_away_while_he_is_pushed_is_pushed_no_more(seed: int) -> None:
    """A push that sends another through a portal onto the pushed player's own square loses neither of them."""
    of = build_arena(Dungeon.parse(draw_wild_map(seed)).board, load_ruleset("gw-2021"))
    one, other = load_team("balanced").player_rows, load_team("agile").player_rows
    for half in range(4):
        game = of.create_game()
        seed_dice(game.state, seed, 0, half)
        first, second = (one, other) if half < 2 else (other, one)
        match.start_match(game, half & 1, first, second, np.array([3, 3]), CLASSIC, 0)
        while game.state[state.TURN] < 32 and game.state[state.SCORER] < 0:
            game.state[state.TURN] += 1
            for side in (0, 1):
                if game.state[state.SCORER] < 0:
                    play_turn(game, side)
                    assert is_consistent(game, 22)


@soak
def test_random_boards_never_keep_a_game_from_ending() -> None:
    """On random boards, legal or not, games end and lose nobody, or a line says why none can be played."""
    if FULL:
        call = [sys.executable, "-m", "tests.playtest.fuzz", "0", "20000"]
        done = subprocess.run(call, cwd=ROOT, env=COMPILED, capture_output=True, text=True, check=True)
        assert int(done.stdout) > 15_000
    else:
        assert play_boards(0, 12, 4) > 7


@soak
def test_compiled_and_uncompiled_games_are_the_same() -> None:
    """On dungeons of several editions compiled and uncompiled functions play the same games, square by square."""
    pytest.importorskip("numba")
    paths = [f"examples/{name}.dungeon.yaml" for name in DUNGEONS[: count(4, 7)]]
    call = [sys.executable, "-m", "tests.playtest.games", "1", *paths]
    compiled = subprocess.run(call, cwd=ROOT, env=COMPILED, capture_output=True, text=True, check=True).stdout.split()
    from tests.playtest.games import load_arena

    assert compiled == [describe_rounds(load_arena(str(ROOT / path)), 1) for path in paths]


class ArrayFromZero(np.ndarray):
    """An array that takes no index below zero, as compiled code does."""

    def _check(self, key: object) -> None:
        """Raise IndexError if a part of an index is negative."""
        if any(isinstance(part, int | np.integer) and part < 0 for part in (key if isinstance(key, tuple) else (key,))):
            raise IndexError(key)

    def __getitem__(self, key: Any) -> Any:
        """Return what an index names."""
        self._check(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Set what an index names."""
        self._check(key)
        super().__setitem__(key, value)


@pytest.mark.parametrize(
    ("name", "round_number"),
    [("brawl-2013/bloody-wormholes", 115), ("gw-1989/the-sunken-halls", 0)],
)
def test_no_index_of_a_match_is_negative(name: str, round_number: int) -> None:
    """In matches nobody looks at square -1, not even where a pushed player is lost: compiled code would go astray."""
    layout = Dungeon.load(ROOT / f"examples/{name}.dungeon.yaml")
    player = PortionPlayer(
        build_arena(layout.board, load_ruleset(layout.layout.ruleset)), build_plan(["balanced"], 8000, seed=5)
    )
    player._game = state.Game(*(array.view(ArrayFromZero) for array in player._game))
    assert len(player.play_portion(Portion(0, round_number, 1)).results) == 4


def test_arrays_of_a_game_lie_between_spare_rows() -> None:
    """The row in memory before and behind each array of a game belongs to it and is zero, if an index is astray."""
    game = build_arena(Dungeon.load(ROOT / f"examples/{DUNGEONS[0]}.dungeon.yaml").board, load_ruleset("naf-2019"))
    for array in game.create_game()[:-1]:
        memory, row = array.base.base if array.base.base is not None else array.base, array.shape[-1]
        assert memory.size >= array.size + 2 * row
        assert not memory[:row].any()
        assert not memory[-row:].any()


def swap_teams(layout: Layout) -> Layout:
    """Return the layout with the sides' names exchanged."""
    from msgspec.structs import replace

    other = {Team.HOME: Team.AWAY, Team.AWAY: Team.HOME, None: None}
    return replace(layout, sections=tuple(replace(part, side=other[part.side]) for part in layout.sections))


@pytest.mark.parametrize("quarters", [0, 1, 2])
def test_a_mirrored_dungeon_mirrors_every_game(quarters: int) -> None:
    """Mirror and turn a dungeon, swap its sides and mirror the dice's way round: the same game, square for square."""
    name = ("naf-2019/the-four-winds", "eagbbl/the-cleft", "naf-2019/the-grinning-skull")[quarters]
    layout = Dungeon.load(ROOT / f"examples/{name}.dungeon.yaml").layout
    library, ruleset = load_dungeon_library(ROOT), load_ruleset(layout.ruleset)
    plain = build_arena(build_board(layout, library), ruleset)
    other = build_arena(build_board(swap_teams(rotate_layout(layout, quarters, True)), library), ruleset)
    own, games = load_team("agile").player_rows, []
    for of, side, way in ((plain, 0, 0), (other, 1, 4 + quarters)):
        game = of.create_game()
        seed_dice(game.state, 11, 0, 0)
        result = np.zeros(match.RESULT_COLUMNS, dtype=np.int64)
        match.play_match(game, side, own, own, np.array([2, 2]), CLASSIC, way, result)
        games.append((game, result, of))
    (one, here, a), (two, there, b) = games
    assert here[match.TURNS] == there[match.TURNS]
    assert (one.players[:, state.STATE] == two.players[:, state.STATE]).all()
    places = map_squares(a.board.squares, b.board.squares, quarters)
    moved = [places[int(at)] if at >= 0 else -1 for at in one.players[:, state.SQUARE]]
    assert moved == two.players[:, state.SQUARE].tolist()
    assert here[match.WINNER] == (2 if there[match.WINNER] == 2 else 1 - there[match.WINNER])


def map_squares(before: list[Square], after: list[Square], quarters: int) -> dict[int, int]:
    """Return which square of a mirrored and turned board each square became."""

    def carried(square: Square) -> Square:
        x, y = -square[0], square[1]
        for _ in range(quarters):
            x, y = -y, x
        return x, y

    moved = [carried(square) for square in before]
    left, top = min(x for x, _ in moved), min(y for _, y in moved)
    first = min(x for x, _ in after), min(y for _, y in after)
    index = {square: at for at, square in enumerate(after)}
    return {at: index[x - left + first[0], y - top + first[1]] for at, (x, y) in enumerate(moved)}


def test_games_of_a_round_have_dice_of_their_own() -> None:
    """The four games of a round are no copies of each other: half the wins by construction would say nothing."""
    results, _ = play_rounds(load_hall(), 2)
    assert len({tuple(row) for row in results.tolist()}) > 4
    assert results[:, match.FIRST_TEAM].tolist() == [0, 1, 0, 1] * 2


@pytest.mark.skipif(not FULL, reason="one long game an edition, for `make soak`")
@soak
def test_the_limit_ends_every_game() -> None:
    """No game takes more than 32 turns."""
    for edition in EDITIONS:
        results, _ = play_rounds(load_hall(edition), 5)
        assert results[:, match.TURNS].max() <= 32


def test_of_two_balls_the_first_found_is_played_with() -> None:
    """A dungeon with two balls has them in two chests; who opens the second while one is in play takes no harm."""
    dungeon = Dungeon.parse(HALL.format(ruleset="gw-1989-expanded") + "balls: 2\n")
    game, own = build_arena(dungeon.board, dungeon.ruleset()).create_game(), load_team("balanced").player_rows
    seed_dice(game.state, 5, 0, 0)
    match.start_match(game, 0, own, own, np.array([0, 0]), CLASSIC, 0)
    first, second = np.flatnonzero(game.board[:, state.CHEST] == state.CHEST_WITH_BALL).tolist()
    open_chest(game, 0, second, ON_FOOT)
    assert (game.state[state.BALL], game.state[state.CARRIER], game.state[state.BALL_CHEST]) == (state.HELD, 0, second)
    open_chest(game, 1, first, ON_FOOT)
    assert (game.state[state.CARRIER], game.players[1, state.STATE]) == (0, state.STANDING)


def test_two_rooms_turn_each_by_a_die_of_its_own() -> None:
    """A dungeon with two rotating rooms lies in sixteen ways, and every turn leaves everybody somewhere."""
    dungeon = Dungeon.parse(TWO_ROOMS)
    of = build_arena(dungeon.board, dungeon.ruleset())
    assert len(of.squares) == len(of.pass_ranges) == len(of.steps) == 16
    game, own, seen = of.create_game(), load_team("balanced").player_rows, set()
    for seed in range(4):
        seed_dice(game.state, seed, 0, 0)
        match.start_match(game, 0, own, own, np.array([1, 1]), CLASSIC, 0)
        everyone = int((game.players[:, state.STATE] != state.NO_PLAYER).sum())
        while game.state[state.SCORER] < 0 and game.state[state.TURN] < 8:
            game.state[state.TURN] += 1
            play_turn(game, game.state[state.TURN] % 2)
            seen.add(int(game.state[state.ROTATION]))
            assert is_consistent(game, everyone)
    assert len({turned % 4 for turned in seen}) > 1 < len({turned // 4 for turned in seen})


TWO_ROOMS = """
ruleset: brawl-2013
sections: |
  AAABBBBCCCCDDD
  AAABBBBCCCCDDD
  AAABBBBCCCCDDD
  AAABBBBCCCCDDD
map: |
  <<...........>
  <<..C..1.....>
  <.......C.2..>
  <...........>>
section_kinds: {A: end_zone, B: room, C: room, D: end_zone}
machines: [{kind: rotating_room, sections: [B]}, {kind: rotating_room, sections: [C]}]
"""

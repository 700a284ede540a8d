"""What coaches have learnt: in a drawn situation the coach with an ability acts, classic does not."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import blocking, carrying, coaching, match, turns, valuing
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.positions import give_ball, lift_player, place_player, release_ball, set_player_state
from dungeon_designer.playtest.teams import load_coach, load_team
from dungeon_designer.playtest.walking import WITHOUT_RISK, measure_steps, stand_up, take_step
from scripts.playtest_figures import HUMAN_PICK_UP_SUCCESS, HUMAN_RATES
from tests.soak import FULL, soak

OWN, OPPONENTS = "abcdefgh", "klmnopqr"


class Drawn:
    """A drawn situation: `a` to `h` have the turn and score on the right, `k` to `r` are their opponents."""

    def __init__(self, rows: str, holder: str = "", ruleset: str = "naf-2019", **weights: int) -> None:
        lines = rows.split()
        floor = [[each if each in "<>.#C" else "." for each in line] for line in lines]
        dungeon = Dungeon.parse(f"ruleset: {ruleset}\nmap: |\n" + "".join(f"  {''.join(row)}\n" for row in floor))
        of = build_arena(dungeon.board, dungeon.ruleset())
        self.game, own = of.create_game(), load_team("balanced").player_rows
        row = load_coach("classic").weight_row.copy()
        for name, weight in weights.items():
            row[s.WEIGHT_NAMES.index(name)] = weight
        seed_dice(self.game.state, 3, 0, 0)
        match.start_match(self.game, 0, own, own, np.array([0, 0]), np.array([row, row]), 0)
        g = self.game
        for p in range(2 * s.TEAM_SIZE):
            if g.players[p, s.SQUARE] >= 0:
                lift_player(g, p)
            g.players[p, s.STATE] = s.NO_PLAYER
        self.number = {}
        for y, line in enumerate(lines):
            for x, each in enumerate(line):
                if each in OWN + OPPONENTS:
                    p = OWN.index(each) if each in OWN else s.TEAM_SIZE + OPPONENTS.index(each)
                    self.number[each] = p
                    place_player(g, p, of.board.squares.index((x, y)), s.STANDING)
                    g.players[p, s.MOVES_LEFT], g.players[p, s.RUSHES_LEFT] = g.players[p, s.MOVEMENT], 2
        self.places = of.board.squares
        if holder:
            give_ball(g, self.number[holder])

    def where(self, letter: str) -> tuple[int, int]:
        """Return the place a player is on."""
        return tuple(self.places[self.game.players[self.number[letter], s.SQUARE]])

    def at(self, letter: str) -> int:
        """Return the number of the square of a letter."""
        return int(self.game.players[self.number[letter], s.SQUARE])


def test_who_stands_free_and_does_nothing_is_idle() -> None:
    """Of those who stand at the end of their team's turn not all are idle: who is marked, walked or rose is not."""
    drawn = Drawn("<<C..........d>> <<.bk........a>> <<...........e>> <<.c..........f>>")
    g = drawn.game
    set_player_state(g, drawn.number["f"], s.PRONE)
    take_step(g, drawn.number["d"], drawn.at("d") - 1)
    g.players[drawn.number["e"], s.STATE] = s.PRONE
    stand_up(g, drawn.number["e"])
    turns.count_idle_players(g, 0)
    assert g.state[s.STANDING_PLAYERS] == len("abcde")
    assert g.state[s.IDLE_PLAYERS] == len("ac")
    turns._begin_turn(g, 0)
    turns.count_idle_players(g, 0)
    assert g.state[s.IDLE_PLAYERS] == len("ac") + len("acde")


@pytest.mark.parametrize("harry", [0, 20])
def test_who_marks_a_searcher_is_blitzed_while_nobody_has_the_ball(harry: int) -> None:
    """While the ball is in a chest a player blitzes who stands by one, and classic blitzes nobody."""
    drawn = Drawn("<<.........>> <<.a...kC..>> <<.........>>", harry=harry)
    coaching.make_blitz(drawn.game, 0)
    assert drawn.game.state[s.BLOCKS] == (1 if harry else 0)


WALLED = """
<<..................C>>
<<.....a..k..........>>
<<........l..........>>
<<.##################>>
<<.##################>>
<<...................>>
<<...................>>
"""


@pytest.mark.parametrize("detour", [0, 300])
def test_a_carrier_goes_round_a_wall_of_players(detour: int) -> None:
    """A carrier turns back from a way that opponents block and takes the other one; classic stays."""
    rows = WALLED.replace("..................C>>", "........m...........C>>", 1)[:]
    drawn = Drawn(rows.replace("<<........m...........C>>", "<<........m.........C>>"), "a", detour=detour)
    drawn.game.state[s.QUIET_TURNS] = drawn.game.state[s.IMPATIENCE] = 4
    before = drawn.where("a")[0]
    carrying.move_carrier(drawn.game, drawn.number["a"])
    assert (drawn.where("a")[0] < before) == (detour > 0)


@pytest.mark.parametrize("lead", [0, 500])
def test_those_before_the_carrier_run_on_first(lead: int) -> None:
    """Team-mates who fill a narrow way run on before their carrier moves; in classic's turn he is stopped by them."""
    drawn = Drawn(
        "#######...............## <<C..abc..............>> #######...............##".replace(
            "...............##", "#" * 17
        ),
        "a",
        lead=lead,
        detour=300 if lead else 0,
    )
    before = drawn.where("a")[0]
    turns._move_carrier_with_escort(drawn.game, drawn.number["a"])
    assert (drawn.where("a")[0] > before) == (lead > 0)


@pytest.mark.parametrize("order", [0, 100])
def test_others_get_beside_the_carrier_before_he_is_blitzed(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponents' carrier is blitzed with the dice of those who went beside him first; classic's blitz has one."""
    drawn, dice = Drawn("<<.C.......>> <<.a...k...>> <<.b.......>>", "k", order=order), []

    def blocked(g: s.Game, p: int, against: int) -> None:
        dice.append(blocking.count_block_dice(g, p, against))

    monkeypatch.setattr(coaching, "block_opponent", blocked)
    turns._use_players(drawn.game, 0)
    assert dice[0] == (2 if order else 1)


@pytest.mark.parametrize("relay", [0, 30])
def test_a_carrier_runs_up_to_hand_the_ball_to_who_scores(relay: int) -> None:
    """A carrier runs up to a player who is near enough to score, and hands over the ball; classic only throws it."""
    drawn = Drawn("<<C................>> <<.a........b......>> <<.................>>", "a", relay=relay, pass_now=95)
    drawn.game.players[drawn.number["a"], s.MOVES_LEFT] = 9
    carrying.move_carrier(drawn.game, drawn.number["a"])
    assert drawn.game.state[s.HAND_OFFS] == (1 if relay else 0)


@pytest.mark.parametrize("give", [0, 200])
def test_the_ball_is_given_to_who_gets_farther_with_it(give: int) -> None:
    """A carrier gives the ball to a team-mate before him, if that likely gains more than he does."""
    drawn = Drawn("<<C" + "." * 30 + ">> <<....ab" + "." * 25 + ">>", "a", give=give, failure=0)
    drawn.game.players[drawn.number["a"], s.MOVES_LEFT] = 1
    carrying.move_carrier(drawn.game, drawn.number["a"])
    assert drawn.game.state[s.PASSES] == (1 if give else 0)


@pytest.mark.parametrize("blast", [0, 1000])
def test_a_chest_is_opened_where_its_trap_hits_opponents(blast: int) -> None:
    """A coach opens the chest beside opponents of two equal chests; for classic they are alike."""
    drawn = Drawn("<<...........>> <<.aC..b.C...>> <<.......klm.>>".replace("b.C", ".bC"), "", "gw-2021", blast=blast)
    g = drawn.game
    for letter in "ab":
        g.players[drawn.number[letter], s.CHEST_TARGET] = drawn.at(letter) + 1
    g.rules.setflags(write=True)
    g.rules[s.CHEST_UNMARKED] = 0
    chests = [at for at in range(len(g.board)) if g.board[at, s.CHEST]]
    for at in chests:
        g.board[at, s.CHEST] = 1
    coaching.open_chests(g, 0)
    assert g.board[chests[1], s.CHEST] == 0 or not blast
    assert g.board[chests[0], s.CHEST] == (1 if blast else 0)


def test_an_escort_covers_the_squares_beside_the_carrier() -> None:
    """With a weight for the cage an escort goes beside the carrier, where classic keeps some steps off."""
    rows = "<<C........>> <<.........>> <<....a....>> <<.........>> <<b........>>"
    found = []
    for cage in (0, 200):
        drawn = Drawn(rows, "a", cage=cage)
        valuing.advance_player(drawn.game, drawn.number["b"], valuing.ESCORT, drawn.at("a"), WITHOUT_RISK)
        found.append(measure_steps(drawn.game, drawn.at("b"), drawn.at("a")))
    assert found[1] == 1 < found[0]


def test_a_carrier_looks_where_opponents_get_at_him() -> None:
    """A square is worth less for each opponent who may come beside it in his turn, and no less behind team-mates."""
    rows = "<<C.............>> <<..{}......k....>> <<.{}a{}.........>> <<..{}...........>>"
    alone, kept = (Drawn(rows.format(*with_), "a", threat=100) for with_ in ("....", "bcde"))
    classic = Drawn(rows.format(*"...."), "a")
    worth = [
        valuing.rate_square(each.game, 0, valuing.CARRY_BALL, valuing.find_zone_target(each.game, 1), each.at("a"))
        for each in (alone, kept, classic)
    ]
    assert worth[0] < worth[1] == worth[2]


@pytest.mark.parametrize("apart", [0, 200])
def test_who_hunts_the_carrier_keeps_from_team_mates(apart: int) -> None:
    """A square is worth less with a team-mate beside it, and no less where only the player himself is near."""
    drawn = Drawn("<<C.............>> <<..............>> <<a.....b....k..>> <<..............>>", "k", apart=apart)
    before = Drawn("<<C.............>> <<..............>> <<a..........k..>> <<..............>>", "k", apart=apart)
    for square, friends in ((drawn.at("b") + 1, 1), (drawn.at("a") + 1, 0)):
        worth = [valuing.rate_square(each.game, 0, valuing.HUNT, each.at("k"), square) for each in (drawn, before)]
        assert worth[1] - worth[0] == apart * friends


@pytest.mark.parametrize("secure", [0, 60])
def test_a_loose_ball_is_fetched_before_the_blocks(secure: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who surely gets the ball fetches it before anybody blocks; classic blocks first."""
    drawn, held = Drawn("<<C.......>> <<a...bk...>> <<....c....>>", "a", secure=secure), []
    release_ball(drawn.game, drawn.at("a") + 1)
    drawn.game.state[s.BALL_SCATTERS] = 0
    monkeypatch.setattr(turns, "make_blocks", lambda g, team: held.append(int(g.state[s.BALL])))
    turns._use_players(drawn.game, 0)
    assert held == [s.HELD if secure else s.LOOSE]


@pytest.mark.parametrize("shadow", [0, 300])
def test_an_escort_stands_beside_an_opponent(shadow: int) -> None:
    """Near the carrier a square beside an opponent is worth the more."""
    drawn = Drawn("<<C........>> <<....a.k..>> <<b........>>", "a", shadow=shadow)
    at = drawn.at("k") - 1
    found = valuing.rate_square(drawn.game, drawn.number["b"], valuing.ESCORT, drawn.at("a"), at)
    drawn.game.weights[0, s.W_SHADOW] = 0
    assert found - valuing.rate_square(drawn.game, drawn.number["b"], valuing.ESCORT, drawn.at("a"), at) == shadow


@pytest.mark.parametrize("late", [0, 1000])
def test_a_coach_minds_risks_less_near_the_end(late: int) -> None:
    """A fall in the last turn costs a twelfth; for classic it costs as much as in the first."""
    drawn = Drawn("<<C........>> <<....a.k..>>", "a", late=late)
    drawn.game.state[s.LAST_TURN], drawn.game.state[s.TURN] = 40, 20
    valuing.update_eased_weights(drawn.game)
    assert valuing.read_eased_weight(drawn.game, s.W_FAILURE) == 1400 // (12 if late else 1)


@pytest.mark.parametrize("order", [0, 100])
@pytest.mark.parametrize("ball", ["hidden", "loose", "k"])
def test_who_needs_no_die_moves_before_the_first_block(ball: str, order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A block that fails leaves nobody idle who was free to walk before it; classic blocks before anybody walks."""
    rows = "<<.....................>> <<.a.b............kC...>> <<.....................>>"
    drawn, moved = Drawn(rows, "k" if ball == "k" else "", order=order, guards=0), []
    if ball == "loose":
        release_ball(drawn.game, drawn.at("k") + 1)
        drawn.game.state[s.BALL_SCATTERS] = 0
    monkeypatch.setattr(turns, "make_blocks", lambda g, team: moved.append(int(g.players[:2, s.MOVED].sum())))
    turns._use_players(drawn.game, 0)
    assert moved[0] == (2 if order else 0)


@pytest.mark.parametrize(
    ("rows", "dice"),
    [
        ("<<..C............>> <<.............b.>> <<......lk...a...>> <<...............>>", 1),
        ("<<..C............>> <<..............b>> <<.........lkm..a>> <<...............>>", None),
        ("<<..C............>> <<lkm.........b..>> <<...............>> <<.a.............>>", -2),
    ],
    ids=["from a free square", "not at all", "as a last resort"],
)
def test_nobody_blitzes_with_the_opponents_choice_while_there_is_a_better_option(
    rows: str, dice: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The carrier is blitzed from where no opponent assists him, else not at all, unless he may score in his turn."""
    for orientation in range(8):
        drawn, counts = Drawn(rows, "k"), []
        drawn.game.state[s.ORIENTATION] = orientation
        monkeypatch.setattr(
            coaching,
            "block_opponent",
            lambda g, p, to, to_list=counts: to_list.append(blocking.count_block_dice(g, p, to)),
        )
        coaching.make_blitz(drawn.game, 0)
        assert counts == ([] if dice is None else [dice])


PLUGGED = """
<<..........k........>>
<<.......a..l........>>
<<..################.>>
<<..################.>>
<<..################.>>
<<..C................>>
<<...................>>
"""


@pytest.mark.parametrize("detour", [0, 176])
def test_a_carrier_before_a_plugged_corridor_takes_another_and_does_not_turn_back(detour: int) -> None:
    """Opponents who fill a corridor and stay there hold up a carrier for some turns; then he scores by the other."""
    drawn = Drawn(PLUGGED, "a", detour=detour)
    for number in range(12):
        drawn.game.state[s.TURN] = number + 1
        turns.play_turn(drawn.game, 0)
        if drawn.game.state[s.SCORER] >= 0:
            break
    assert drawn.game.state[s.SCORER] == (0 if detour else -1)


@pytest.mark.parametrize("stuck_turns", [0, 3])
def test_a_carrier_who_is_stuck_throws_the_ball_ahead(stuck_turns: int) -> None:
    """After three turns in which he got no nearer, a carrier throws the ball over opponents to a free team-mate."""
    wall = "#" * 27
    drawn = Drawn(f"{wall} <<C......al.b............>> {wall}", "a", detour=176, failure=300)
    drawn.game.state[s.STUCK_TURNS] = stuck_turns
    valuing.update_eased_weights(drawn.game)
    carrying.move_carrier(drawn.game, drawn.number["a"])
    assert drawn.game.state[s.PASSES] == (1 if stuck_turns else 0)


@pytest.mark.parametrize("stuck_turns", [0, 3])
def test_team_mates_run_on_from_a_carrier_who_is_stuck(stuck_turns: int) -> None:
    """A free team-mate before a carrier who is stuck runs to the end zone instead of keeping near the carrier."""
    drawn = Drawn(
        "##########k.................## <<C......al..b..............>> ##########m.................##", "a", detour=176
    )
    drawn.game.state[s.STUCK_TURNS] = stuck_turns
    before = drawn.where("b")[0]
    turns._move_by_ball(drawn.game, drawn.number["b"], 0, False)
    assert (drawn.where("b")[0] > before + 3) == (stuck_turns > 0)


@soak
@pytest.mark.skipif(not FULL, reason="two thousand games, too many for functions that are not compiled")
def test_coaches_play_like_people_where_they_do() -> None:
    """On the open floor pick-ups are as many and as good as people's, to within a quarter."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-m", "scripts.playtest_figures"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=600).stdout
    picked = re.search(r"(\d+) % of pick-ups succeed", told)
    each = re.search(r"\| pick-ups \| \S+ \| (\S+) \|", told)
    assert picked
    assert each
    assert int(picked[1]) / 100 == pytest.approx(HUMAN_PICK_UP_SUCCESS, rel=0.25)
    assert float(each[1]) == pytest.approx(HUMAN_RATES["pick-ups"], rel=0.25)

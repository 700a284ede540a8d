"""Situations at the table: a drawn place, players on it, one act of the engine, and what comes of it by which dice.

`situations.yaml` has them, worked out by hand from the books. In a map `a` to `h` are players of the team whose turn it
is, `k` to `r` their opponents; a row with the zones and the chest of the ball is laid below. Dice are fed one by one,
2D6 as one number, or every way they can fall is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import yaml

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest import blocking, carrying, coaching, entering, match, positions, turns, walking
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.teams import SKILLS

FILE = Path(__file__).with_name("situations.yaml")
TWO_DICE = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways 2D6 come to 2, to 3, and so on."""
Draw = Callable[[tuple[int, ...]], int]
"""Draws a place among weights."""


class Situation(msgspec.Struct, forbid_unknown_fields=True, rename={"editions": "in", "facts": "then"}):
    """One situation; `dice` with `then`, or `odds` of facts. `two` is what 2D6 show wherever they are thrown."""

    what: str
    editions: list[str]
    clause: str
    act: str
    map: str
    more: dict[str, Any] = {}
    room: str = ""
    players: dict[str, str] = {}
    ball: str = ""
    set: dict[str, int] = {}
    dice: list[int] = []
    facts: str = ""
    odds: dict[str, str | int] = {}
    two: int = 0


def list_situations() -> list[Situation]:
    """Return all situations, with each map's name replaced by its drawing."""
    read = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    maps, editions = read["maps"], read["editions"]
    for row in read["situations"]:
        row["map"] = maps.get(row["map"], row["map"])
        row["in"] = [each for name in row["in"].split() for each in editions.get(name, [name])]
    return msgspec.convert(read["situations"], list[Situation])


@cache
def _build_arena(drawn: str, more: str, room: str, edition: str) -> Arena:
    floor = "".join("." if sign in "abcdefghklmnpqr" else sign for sign in drawn)
    below = "#\n<<<<<<....C....>>>>>>\n"
    text = yaml.safe_dump({"ruleset": edition, "map": floor + below} | yaml.safe_load(more))
    dungeon = Dungeon.parse(text)
    of = build_arena(dungeon.board, dungeon.ruleset())
    if room:
        inside = [at for at, (_, y) in enumerate(of.board.squares) if y < len(drawn.splitlines())]
        of.squares[:, inside, s.ROOM] = getattr(s, room)
    return of


class Table:
    """A situation set up under one edition."""

    def __init__(self, situation: Situation, edition: str) -> None:
        Fed.draw = staticmethod(lambda weights: 0)  # type: ignore[assignment]
        Fed.two = situation.two
        self.of = _build_arena(situation.map, yaml.safe_dump(situation.more), situation.room, edition)
        self.number = {at: number for number, at in enumerate(self.of.board.squares)}
        self.game = self.of.create_game()
        self._furnish()
        self._place(situation)
        self._ball(situation.ball)
        for name, number in situation.set.items():
            self.game.state[getattr(s, name)] = number
        self._kept = [each.copy() for each in (self.game.players, self.game.board, self.game.state)]

    def _furnish(self) -> None:
        g = self.game
        seed_dice(g.state, 1, 0, 0)
        match._clear_game(g)
        match._reset_dungeon(g, match.RESET_ALL)
        g.board[g.board[:, s.CHEST] > 0, s.CHEST] = 1
        g.state[s.TURN], g.state[s.UNOPENED_CHESTS] = 5, (g.board[:, s.CHEST] > 0).sum()
        if g.lists.shape[0] > s.TRACK:
            g.state[s.STONE_DIRECTION] = 1
            entering.place_stone(g, 0)

    def _place(self, situation: Situation) -> None:
        drawn = situation.map.splitlines()
        for y, line in enumerate(drawn):
            for x, sign in enumerate(line):
                if sign in "abcdefghklmnpqr":
                    self._player(sign, self.number[x, y], situation.players.get(sign, ""))
        for sign, words in situation.players.items():
            if not any(sign in line for line in drawn):
                self._player(sign, -1, words)

    def _player(self, sign: str, at: int, words: str) -> None:
        """Place a player, of movement 6, strength 3, agility 3+, passing 4+ and armour 9+ unless its words differ."""
        row, state = self.game.players[find_player(sign)], s.STANDING
        row[[s.MOVEMENT, s.STRENGTH, s.AGILITY, s.PASSING, s.ARMOUR, s.SKILLS]] = 6, 3, 3, 4, 9, 0
        row[s.MOVES_LEFT], row[s.RUSHES_LEFT] = 6, self.of.rules[s.RUSH]
        for word in words.split():
            if word in SKILLS:
                row[s.SKILLS] |= SKILLS[word]
            elif word in STATES:
                state = STATES[word]
            elif "," in word:
                at = self.square(word)
            else:
                name, number = word.split("=")
                row[getattr(s, name.upper())] = int(number)
        row[s.STATE] = state
        if at >= 0:
            positions.place_player(self.game, find_player(sign), at, state)

    def _ball(self, where: str) -> None:
        """Place the ball with a player, on a square, or in the chest of a square; else in the chest below the map."""
        g, chest = self.game, int(self.game.lists[s.CHESTS, 0])
        if len(where) == 1:
            positions.give_ball(g, find_player(where))
            return
        g.state[s.CARRIER], kind = -1, where.partition(" ")[0]
        if kind == "chest" or not where:
            of = [at for at in self.of.chests if not where or at == self.square(where.split()[1])]
            chest = of[0] if where else max(of)
            g.board[chest, s.CHEST], g.state[s.BALL], g.state[s.BALL_CHEST] = s.CHEST_WITH_BALL, s.IN_CHEST, chest
        else:
            g.state[s.BALL], g.state[s.BALL_AT] = (s.AWAY, 0) if where == "away" else (s.LOOSE, self.square(where))

    def square(self, word: str) -> int:
        """Return the number of a square said as `3,1`."""
        x, y = word.split(",")
        return self.number[int(x), int(y)]

    def reset(self) -> None:
        """Set everything to what it was before the act."""
        for each, kept in zip((self.game.players, self.game.board, self.game.state), self._kept, strict=True):
            np.copyto(each, kept)

    def act(self, words: str) -> None:
        """Perform acts one after another; `;` stands between them."""
        for each in words.split(";"):
            verb, *of = each.split()
            given = [
                self.square(word) if "," in word else find_player(word) if len(word) == 1 else int(word) for word in of
            ]
            ACTS[verb](self.game, *given)

    def holds(self, words: str) -> bool:
        """Return whether all of some facts, `and` between them, are true."""
        return all(self._holds(each) for each in words.split(" and "))

    def _holds(self, fact: str) -> bool:
        g, words = self.game, fact.split()
        if words[0] == "not":
            return not self._holds(fact.removeprefix("not "))
        if words[0] in FLAGS:
            return bool(FLAGS[words[0]](g))
        if words[0] in ("rerolls", "chests", "turned", "jumps"):
            place = {"rerolls": s.REROLLS, "chests": s.UNOPENED_CHESTS, "turned": s.ROTATION, "jumps": s.PORTAL_JUMPS}[
                words[0]
            ]
            return bool(g.state[place] == int(words[1]))
        if words[0] == "open":
            return not g.board[self.square(words[1]), s.BARRIER]
        if words[0] == "ball":
            return self._ball_is(words[1:])
        row = g.players[find_player(words[0])]
        if words[1] == "at":
            return int(row[s.SQUARE]) in [self.square(word) for word in words[2:]]
        if "=" in words[1]:
            name, number = words[1].split("=")
            return bool(row[getattr(s, name.upper())] == int(number))
        return bool(row[s.STATE] == STATES[words[1]])

    def _ball_is(self, words: list[str]) -> bool:
        now = self.game.state
        if words[0] == "with":
            return bool(now[s.BALL] == s.HELD and now[s.CARRIER] == find_player(words[1]))
        if words[0] == "at":
            return bool(now[s.BALL] == s.LOOSE and int(now[s.BALL_AT]) in [self.square(word) for word in words[1:]])
        return bool(now[s.BALL] == {"away": s.AWAY, "hidden": s.IN_CHEST, "loose": s.LOOSE}[words[0]])


def find_player(sign: str) -> int:
    """Return the number of a player: `a` is the first of the team whose turn it is, `k` the first of the others."""
    return "abcdefgh".index(sign) if sign < "k" else s.TEAM_SIZE + "klmnopqr".index(sign)


STATES = {
    "stands": s.STANDING, "down": s.PRONE, "stunned": s.STUNNED, "trapped": s.TRAPPED, "reserve": s.RESERVE,
    "knocked-out": s.KNOCKED_OUT, "casualty": s.CASUALTY, "lost": s.LOST,
}  # fmt: skip
FLAGS: Mapping[str, Callable[[Game], bool]] = {
    "turnover": lambda g: g.state[s.TURN_OVER] == 1,
    "touchdown": lambda g: g.state[s.SCORER] == 0,
    "conceded": lambda g: g.state[s.SCORER] == 1,
    "won": lambda g: g.state[s.SCORER] == 0,
    "beaten": lambda g: g.state[s.SCORER] == 1,
}


def _settle(work: Callable[..., object]) -> Callable[..., None]:
    """Return an act, then the ball comes to rest."""

    def done(g: Game, *of: int) -> None:
        work(g, *of)
        positions.settle_ball(g)

    return done


def _walk(g: Game, p: int, to: int) -> None:
    walking.plan_route_to(g, p, to, 0)
    assert walking.is_reached(g, to), "no way leads there"
    walking.walk_to(g, p, to)


def _jump(g: Game, p: int, to: int) -> None:
    at = positions.find_square(g, p)
    first, count = g.squares[0, at, s.FIRST_JUMP], g.squares[0, at, s.JUMP_COUNT]
    walking.jump_over_gap(g, p, [int(g.lists[s.JUMP_LANDINGS, first + i]) for i in range(count)].index(to))


def _bounce(g: Game, at: int) -> None:
    positions.release_ball(g, at)
    positions.settle_ball(g)


ACTS: Mapping[str, Callable[..., object]] = {
    "step": walking.take_step,
    "walk": _walk,
    "jump": _jump,
    "rise": walking.stand_up,
    "block": _settle(blocking.block_opponent),
    "blitz": lambda g: coaching.make_blitz(g, 0),
    "open": _settle(lambda g, p, at: entering.open_chest(g, p, at, entering.ON_FOOT)),
    "shove": _settle(lambda g, p, to: (positions.move_player(g, p, to), entering.enter_square(g, p, entering.PUSHED))),
    "throw": carrying.throw_ball,
    "climb": entering.try_climb_out,
    "reserve": _settle(lambda g: turns.bring_reserve(g, 0)),
    "begin": lambda g: turns._begin_turn(g, 0),
    "they-begin": lambda g: turns._begin_turn(g, 1),
    "end": match.decide_on_time,
    "machines": _settle(entering.run_machines),
    "bounce": _bounce,
    "door": lambda g, p, to: coaching.try_open_door(g, p, to),
}  # fmt: skip


def play_every_way(play: Callable[[Draw], None]) -> Iterator[Fraction]:
    """Plays with every way the dice can fall; after each, how likely it was."""
    path: list[list[Any]] = []
    ways = 0
    while True:
        place, likely = 0, Fraction(1)

        def draw(weights: tuple[int, ...]) -> int:
            nonlocal place, likely
            if place == len(path):
                path.append([0, weights])
            taken = path[place][0]
            place += 1
            likely *= Fraction(weights[taken], sum(weights))
            return int(taken)

        ways += 1
        assert ways < 4000, "too many ways to count"
        play(draw)
        yield likely
        while path and path[-1][0] == len(path[-1][1]) - 1:
            path.pop()
        if not path:
            return
        path[-1][0] += 1


class Fed(int):
    """What stands in for the bits of a die: it falls as drawn, whatever its sides."""

    draw: Draw
    two = 0

    def __mul__(self, sides: int) -> int:
        return Fed.draw((1,) * sides) << 32


def read_two_dice(g: Game) -> int:
    """Return 2D6 as drawn, as one number."""
    return Fed.two or 2 + Fed.draw(TWO_DICE)

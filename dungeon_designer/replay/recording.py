"""Play one match of a series once more and record what a viewer wants to know.

The functions of the match run uncompiled, which gives the same match. Meanwhile the functions named in this module are
wrapped: the wrapper records what is decided and rolled, and what has changed since.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import MATCH_TEAMS, Arena
from dungeon_designer.playtest.blocking import are_adjacent, count_block_dice
from dungeon_designer.playtest.carrying import find_range_modifier, measure_throw_chance
from dungeon_designer.playtest.compiling import find_original
from dungeon_designer.playtest.dice import find_needed_roll, find_room, find_square
from dungeon_designer.playtest.match import ENDING, ENDINGS, LAST_TURN, WINNER
from dungeon_designer.playtest.positions import find_ball_modifier, has_ball
from dungeon_designer.playtest.results import GAMES_PER_ROUND
from dungeon_designer.playtest.series import MatchPlan, Portion, PortionPlayer, locate_game
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import CARRY_BALL, ESCORT, GO_TO, GUARD, HUNT, find_ball_square, rate_square
from dungeon_designer.playtest.walking import measure_jump_chance

_GAME_PACKAGE = s.__name__.rpartition(".")[0]
"""The package with the functions of the match."""

_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""The words of the record, by the function in which something is decided or rolled."""
_TASK_NAMES = {GO_TO: "go", CARRY_BALL: "carry", ESCORT: "escort", HUNT: "hunt", GUARD: "guard"}
_WALK_TEXTS, _TEST_NAMES, DICE_TEXTS = _TEXTS["errands"], _TEXTS["tests"], _TEXTS["dice"]
_CHANGING_FUNCTIONS = ("place_player", "remove_player", "give_ball", "release_ball", "try_open_door", "place_stone")
"""Other functions after which a viewer sees a change."""

_LOSS_TEXTS = {s.KNOCKED_OUT: "knocked out", s.CASUALTY: "a casualty", s.LOST: "lost"}
_STATE_PLACES = (s.BALL, s.BALL_AT, s.CARRIER, s.ROTATION, s.STONE_PLACE)

Event = tuple[str, int, str, list[int]]
"""Kind, player (-1 for none), words, and what changed: indices in a row of numbers, each followed by the new value."""


class RecordedGame(Struct, frozen=True):
    """A match as a list of events, from which the replay page rebuilds every position.

    Attributes:
        number: its number in the series
        sides: the names of the end zones of the team with the first turn and of the other team
        teams: the names of these teams
        players: a line of text for each of 32 player numbers; '' where there is no player
        result: the row of results
        events: what happened, as changes of a row that begins with zeros: state and square of each of 32 players;
            barrier, chest and trap of each square; state, square and carrier of the ball; ROTATION; STONE_PLACE
    """

    number: int
    sides: tuple[str, str]
    teams: tuple[str, str]
    players: tuple[str, ...]
    result: tuple[int, ...]
    events: list[Event]


def record_game(arena: Arena, plan: MatchPlan, number: int) -> RecordedGame:
    """Play the match with a number in a plan's series once more and return its record.

    Args:
        number: the number of the match, from 1, see `locate_game`

    Raises:
        PlaytestError: the series has no such match
    """
    pairing, round_number, place_in_round = locate_game(plan, number)
    first, second = (plan.teams[team_number] for team_number in plan.pairings[pairing])
    teams = (first, second) if place_in_round < GAMES_PER_ROUND // 2 else (second, first)
    ends = MATCH_TEAMS if place_in_round % 2 == 0 else MATCH_TEAMS[::-1]
    watcher = _GameWatcher(arena, [end.value.capitalize() for end in ends], place_in_round)
    with watcher.watch_functions():
        row = PortionPlayer(arena, plan).play_portion(Portion(pairing, round_number, 1)).results[place_in_round]
    players = [""] * (2 * s.TEAM_SIZE)
    for team, roster in enumerate(teams):
        positions = [position for position in roster.players for _ in range(position.count)]
        for p, player_kind in enumerate(positions, start=team * s.TEAM_SIZE):
            values = asdict(player_kind) | {
                "player": watcher.format_player(p),
                "skills": "".join(f", {position}" for position in player_kind.skills),
            }
            players[p] = _TEXTS["player"].format_map(values)
    end_names, names = (ends[0].value, ends[1].value), (teams[0].name, teams[1].name)
    return RecordedGame(number, end_names, names, tuple(players), tuple(map(int, row)), watcher.events)


class _Call(Struct):
    """A call of a watched function that has not returned yet.

    Attributes:
        name: the name of the function
        args: its arguments after the game
        required_roll: the lowest roll that succeeds; 0 for none
        rerolls: the re-rolls of both teams together when the call began
    """

    name: str
    args: tuple[Any, ...]
    required_roll: int = 0
    rerolls: int = 0


class _GameWatcher:
    """The recorder of a match: it wraps the functions of the match and adds events to `events` while it is played.

    A method `_on_x` is called before a function `x` of the match, `_after_x` after it.

    Args:
        arena: the dungeon
        end_names: the end zones of the two teams, that of the team with the first turn first
        games_to_skip: how many matches of the round are played before the one that is recorded
    """

    def __init__(self, arena: Arena, end_names: Sequence[str], games_to_skip: int) -> None:
        """Start with no events, and with a position in which all numbers are 0."""
        self.arena, self.end_names, self.events = arena, end_names, list[Event]()
        self._games_to_skip, self._is_turnover_told = games_to_skip, True
        self._calls: list[_Call] = []
        self._dice: list[tuple[int, int]] = []
        self._last_row = np.zeros(4 * s.TEAM_SIZE + 3 * len(arena.board) + len(_STATE_PLACES), dtype=np.int64)

    @contextmanager
    def watch_functions(self) -> Iterator[None]:
        """Replace the compiled functions of the match by uncompiled ones while the context lasts.

        The functions named in WATCHED_FUNCTIONS are wrapped, too. This concerns all modules of the match, and this
        module, which calls some of the functions. At the end the compiled functions are put back.
        """
        originals: list[tuple[Any, str, Any]] = []
        match_modules = [module for name, module in sys.modules.items() if name.startswith(_GAME_PACKAGE)]
        for module in [*match_modules, sys.modules[__name__]]:
            for name, value in list(vars(module).items()):
                function = find_original(value)
                if isinstance(function, FunctionType) and function.__module__.startswith(_GAME_PACKAGE):
                    originals.append((module, name, value))
                    setattr(
                        module, name, self._wrap_function(name, function) if name in WATCHED_FUNCTIONS else function
                    )
        try:
            yield
        finally:
            for module, name, value in originals:
                setattr(module, name, value)

    def _wrap_function(self, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        """Return a wrapper of a watched function that calls it and records what it does.

        The wrapper of `roll_die` only notes the dice, which become an event later.

        Args:
            name: the name of the function
            original: the uncompiled function
        """

        def roll_and_record(g: Game, faces: int) -> int:
            """Roll a die and note its faces and result.

            If dice with another number of faces are noted, these become an event first.
            """
            if self._dice and self._dice[0][0] != faces:
                self._add_dice_event(g)
            number = int(original(g, faces))
            self._dice.append((faces, number))
            return number

        def call_and_record(g: Game, *args: Any) -> Any:
            """Call the function and return its result; before and after it, call its `_on_x` and `_after_x` methods.

            Matches of the round other than the recorded one are skipped: their `play_match` returns None at once.
            """
            if name == "play_match":
                self._games_to_skip -= 1
                if self._games_to_skip != -1:
                    return None  # another match of the round
            self._add_dice_event(g)
            call = _Call(name, args, rerolls=int(g.state[s.REROLLS : s.REROLLS + 2].sum()))
            self._calls.append(call)
            self._record_before(g, name, args)
            result = original(g, *args)
            if name == "choose_face":
                self._add_faces_event(g, result)
            self._add_dice_event(g)
            self._calls.pop()
            if after_method := getattr(self, f"_after_{name}", None):
                after_method(g, *args)
            elif name in _CHANGING_FUNCTIONS:
                self._add_event(g, "", -1, "")
            return result

        return roll_and_record if name == "roll_die" else call_and_record

    def _record_before(self, g: Game, name: str, args: tuple[Any, ...]) -> None:
        """Record what is known before a watched function runs.

        Its `_on_x` method does that, or the text for its name in `recording.toml` becomes an event.

        Args:
            name: the name of the function
            args: its arguments after the game
        """
        if on_method := getattr(self, f"_on_{name}", None):
            on_method(g, *args)
        elif name in _TEXTS["told"]:
            kind, words, *states = _TEXTS["told"][name]
            p, cause = args[0], s.CAUSES[args[-1]] if name == "knock_down" else ""
            if not states or g.players[p, s.STATE] in [getattr(s, each) for each in states]:
                self._add_player_event(
                    g, kind, p, words.format(place=self._describe_square(g, find_square(g, p)), cause=cause)
                )

    def _add_event(self, g: Game, kind: str, p: int, words: str) -> None:
        """Add an event with all changes of the position since the last event.

        Without words the event is added only if something has changed.

        Args:
            kind: the kind of the event, a class on the replay page; '' for a mere change
            p: the player whom it is about; -1 for none
            words: what the viewer reads
        """
        arrays = (
            g.players[:, [s.STATE, s.SQUARE]],
            g.board[:, [s.BARRIER, s.CHEST, s.CURRENT_TRAP]],
            g.state[list(_STATE_PLACES)],
        )
        row = np.concatenate([array.ravel() for array in arrays])
        changed = np.flatnonzero(row != self._last_row)
        if words or len(changed):
            self.events.append((kind, int(p), words, np.column_stack((changed, row[changed])).ravel().tolist()))
        self._last_row = row

    def _add_player_event(self, g: Game, kind: str, p: int, words: str) -> None:
        """Add an event in which player `p` does or suffers something; `words` follow his name."""
        self._add_event(g, kind, p, f"{self.format_player(p)} {words}")

    # Texts for players, squares and dice.

    def format_player(self, p: int) -> str:
        """Return the name of player `p`: his team's end zone and his number in the team, such as `Home 3`."""
        return f"{self.end_names[p // s.TEAM_SIZE]} {p % s.TEAM_SIZE + 1}"

    def _describe_square(self, g: Game, square: int) -> str:
        """Return a target of a walk in words: the end zone, the ball, a chest, or the coordinates of the square.

        Args:
            square: the number of a square; higher numbers stand for end zones
        """
        if square >= len(self.arena.board):
            return "the zone"
        x, y = self.arena.board.squares[square]
        if square == find_ball_square(g):
            return "the ball"
        return f"the chest at ({x}, {y})" if g.board[square, s.CHEST] else f"({x}, {y})"

    def _add_dice_event(self, g: Game) -> None:
        """Add an event with the dice noted since the last event, in the words for what they were rolled for.

        Without noted dice nothing is added.
        """
        if not self._dice:
            return
        faces, dice = self._dice[0][0], [number for _, number in self._dice]
        self._dice = []
        call = next((each for each in reversed(self._calls) if each.name in DICE_TEXTS), _Call("", ()))
        if faces == 6 and call.required_roll:
            event = self._describe_test(g, call, dice)
        else:
            event = self._describe_other_dice(call, faces, dice)
        self._add_event(g, "roll", *event)

    def _describe_test(self, g: Game, call: _Call, dice: list[int]) -> tuple[int, str]:
        """Return the player and the words for dice that had to reach a number.

        These are one D6, perhaps rolled again, or two against armour.

        Args:
            call: the running call for which the dice were rolled
            dice: their results
        """
        p = call.args[0]
        if call.name == "roll_armour":
            outcome = "broken" if sum(dice) >= call.required_roll else "it holds"
            return (
                p,
                f"Armour of {self.format_player(p)}: {dice[0]} + {dice[1]}, {call.required_roll} breaks it: {outcome}",
            )
        test_name = next(_TEST_NAMES[each.name] for each in reversed(self._calls) if each.name in _TEST_NAMES)
        source = "by the team's re-roll" if g.state[s.REROLLS : s.REROLLS + 2].sum() < call.rerolls else "by skill"
        second_roll = f", again {source} {dice[1]}" if len(dice) > 1 else ""
        outcome = "done" if dice[-1] >= call.required_roll else "failed"
        return p, f"{self.format_player(p)}: {test_name} {call.required_roll}+, rolls {dice[0]}{second_roll}: {outcome}"

    def _describe_other_dice(self, call: _Call, faces: int, dice: list[int]) -> tuple[int, str]:
        """Return the player (-1 for none) and the words for dice without a number to reach.

        These are rolled for an injury, or choose among several things.

        Args:
            call: the running call for which the dice were rolled
            faces: how many faces the dice have
            dice: their results
        """
        if call.name == "roll_injury":
            p, modifier = call.args[:2]
            total = sum(dice) + modifier
            outcome = "a casualty" if total >= 10 else "knocked out" if total >= 8 else "stunned"
            modifier_text = f" + {modifier}" if modifier else ""
            return p, f"Injury of {self.format_player(p)}: {dice[0]} + {dice[1]}{modifier_text}: {outcome}"
        words = DICE_TEXTS.get(call.name, "Dice")
        return -1, f"{words[:1].upper()}{words[1:]}: D{faces} {' + '.join(map(str, dice))}"

    def _add_faces_event(self, g: Game, face: int) -> None:
        """Add an event with the faces of the block dice just rolled and the one that counts.

        A second roll in the same block is by the team's re-roll. `required_roll` of the block's call is set to 1 to
        notice it.

        Args:
            face: the face that counts
        """
        faces = [_TEXTS["faces"][number] for _, number in self._dice]
        self._dice = []
        counts = f": {_TEXTS['faces'][face]} counts" if len(faces) > 1 else ""
        block = next(each for each in reversed(self._calls) if each.name == "block_opponent")
        reroll_text, block.required_roll = ", the team's re-roll" if block.required_roll else "", 1
        self._add_event(g, "roll", self._calls[-1].args[0], f"Block dice{reroll_text}: {', '.join(faces)}{counts}")

    # Called before and after the watched functions.

    def _on_roll_test(self, g: Game, p: int, target: int, modifier: int, skill: bool) -> None:
        """Record the lowest roll that passes the test, for the words about its dice."""
        self._calls[-1].required_roll = find_needed_roll(target, modifier)

    def _on_try_dodge(self, g: Game, p: int, modifier: int) -> None:
        """Record the lowest roll that passes the dodge, for the words about its dice."""
        self._calls[-1].required_roll = find_needed_roll(int(g.players[p, s.AGILITY]), modifier)

    def _on__resolve_throw(self, g: Game, p: int, square: int, neighbour: int) -> None:
        """Record the lowest roll that makes the throw of player `p` accurate, for the words about its dice.

        Args:
            square: the square of the thrower
            neighbour: the square of the receiver
        """
        self._calls[-1].required_roll = find_needed_roll(
            int(g.players[p, s.PASSING]), find_range_modifier(g, square, neighbour) + find_ball_modifier(g, p)
        )

    def _on_roll_armour(self, g: Game, p: int, modifier: int, blow: int, cause: int) -> None:
        """Record the lowest sum of two dice that breaks the armour, for the words about these dice."""
        bonus = modifier + blow // 2 + min(1, blow) + (find_room(g, find_square(g, p)) == s.ARMOURY)
        self._calls[-1].required_roll = int(g.players[p, s.ARMOUR] - bonus)

    def _on_play_turn(self, g: Game, team: int) -> None:
        """Add an event for the start of a turn of a team."""
        self._is_turnover_told = False
        self._add_event(g, "turn", -1, f"Turn {g.state[s.TURN]}, {self.end_names[team]}")

    def _on_start_drive(self, g: Game, scorer: int) -> None:
        """Add an event for the start of a drive, the part of a match up to the next touchdown."""
        self._add_event(g, "turn", -1, "A new drive")

    def _after_check_touchdown(self, g: Game) -> None:
        """Add an event for a touchdown, unless the last event is one.

        The function is called several times after a touchdown, and nothing of that turn comes between.
        """
        if g.state[s.SCORER] >= 0 and self.events[-1][0] != "score":
            self._add_event(g, "score", g.state[s.CARRIER], f"Touchdown for {self.end_names[g.state[s.SCORER]]}")

    def _after_start_match(self, g: Game, *args: Any) -> None:
        """Remove the events of the set-up, so that the first event has the whole position at the start."""
        self.events.clear()
        self._last_row[:] = 0

    def _on_walk_to(self, g: Game, p: int, destination: int) -> None:
        """Add an event with the reason for a walk of player `p`: the task, what it gains in squares, and the chance.

        Nothing is added if he stays, or if no function with a reason is running.
        """
        square, odds = find_square(g, p), g.board[destination, s.PLAN_CHANCE] / 100
        call = next(
            (
                candidate
                for candidate in reversed(self._calls)
                if candidate.name in _WALK_TEXTS or candidate.name == "advance_player"
            ),
            None,
        )
        if square == destination or call is None:
            return
        if call.name == "advance_player":
            _, task, target, _ = call.args
            gain = (rate_square(g, p, task, target, destination) - rate_square(g, p, task, target, square)) / 100
            words = f"{_TEXTS['tasks'][_TASK_NAMES.get(task, 'other')]}, {gain:+.1f} squares"
        else:
            target, words = destination, _WALK_TEXTS[call.name]
        self._add_player_event(
            g, "why", p, words.format(self._describe_square(g, target)) + (f", {odds:.0f} %" if odds < 100 else "")
        )

    def _on_block_opponent(self, g: Game, p: int, opponent: int) -> None:
        """Add an event for a block or blitz: whom, with how many dice, and who chooses the face."""
        dice = count_block_dice(g, p, opponent)
        verb = "blitzes" if any(each.name == "make_blitz" for each in self._calls) else "blocks"
        opponent_text = f"{self.format_player(opponent)}{', who carries the ball,' if has_ball(g, opponent) else ''}"
        count = f"{abs(dice)} dice" if abs(dice) > 1 else "one die"
        self._add_player_event(
            g, "why", p, f"{verb} {opponent_text} with {count}{', and the opponent chooses' if dice < 0 else ''}"
        )

    def _on_throw_ball(self, g: Game, p: int, receiver: int) -> None:
        """Add an event for a hand-off or pass from player `p` to a team-mate, with its chance."""
        verb = "hands the ball to" if are_adjacent(g, find_square(g, p), find_square(g, receiver)) else "passes to"
        self._add_player_event(
            g, "why", p, f"{verb} {self.format_player(receiver)}, {measure_throw_chance(g, p, receiver) / 100:.0f} %"
        )

    def _on_open_chest(self, g: Game, p: int, square: int, arrival: int) -> None:
        """Add an event for a chest that is opened, with what is in it."""
        content = "the ball" if g.board[square, s.CHEST] == s.CHEST_WITH_BALL else "a trap"
        self._add_player_event(g, "chest", p, f"opens {self._describe_square(g, square)}: {content}")

    def _on_jump_over_gap(self, g: Game, p: int, i: int) -> None:
        """Add an event for the i-th jump from the square of player `p`, with its chance."""
        self._add_player_event(g, "why", p, f"jumps, {measure_jump_chance(g, p, find_square(g, p), i) / 100:.0f} %")

    def _after_remove_player(self, g: Game, p: int, state: int, cause: int) -> None:
        """Add an event for a player who leaves the dungeon, with the cause."""
        self._add_player_event(g, "out", p, f"is {_LOSS_TEXTS[state]} ({s.CAUSES[cause]})")

    def _after_throw_ball(self, g: Game, p: int, receiver: int) -> None:
        """Add an event for a turnover if the throw of player `p` ended the turn."""
        self._after_cause_turnover(g, p)

    def _after_cause_turnover(self, g: Game, p: int) -> None:
        """Add an event for a turnover by player `p`, if the turn is over now and that was not recorded yet."""
        if g.state[s.TURN_OVER] and not self._is_turnover_told:
            self._is_turnover_told = True
            self._add_event(g, "over", p, "Turnover")

    def _after_play_match(self, g: Game, *args: Any) -> None:
        """Add an event for the end of the match: which end zone's team has won, how, and after how many turns.

        Args:
            g: the match
            args: the other arguments of `play_match`; the last one is the row into which it has written the result
        """
        result = args[-1]
        # WINNER is 0 for the team of the home end zone, 1 for that of the away end zone, 2 for nobody
        winner = ("Home has won", "Away has won", "Nobody has won")[result[WINNER]]
        duration = f"after {result[LAST_TURN]} turns of both teams together"
        self._add_event(g, "end", -1, f"{winner}: {ENDINGS[result[ENDING]]}, {duration}")


WATCHED_FUNCTIONS = {
    "roll_die",
    "advance_player",
    "choose_face",
    *_WALK_TEXTS,
    *_TEST_NAMES,
    *DICE_TEXTS,
    *_CHANGING_FUNCTIONS,
    *_TEXTS["told"],
}
WATCHED_FUNCTIONS |= {name[4:] for name in vars(_GameWatcher) if name.startswith("_on_")}
WATCHED_FUNCTIONS |= {name[7:] for name in vars(_GameWatcher) if name.startswith("_after_")}
"""The names of the functions that are watched."""

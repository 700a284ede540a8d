"""One game of a series once more, with all that somebody who watches it wants to know, and the page that shows it.

The game's functions are played as they stand, uncompiled, which gives the same game. While it lasts those that are
named here have a wrapper around them that looks on: it says what is decided and rolled, and what has changed since.
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

from dungeon_designer.board.model import Board
from dungeon_designer.exports.html import REPLAY, json_in_script, page_data, page_fonts, script
from dungeon_designer.exports.html_parts import head, html_text, style
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import SIDES, Arena, arena
from dungeon_designer.playtest.blocking import adjacent, dice_for
from dungeon_designer.playtest.carrying import range_modifier, throw_chance
from dungeon_designer.playtest.compiling import plain
from dungeon_designer.playtest.dice import least, room_of, square_of
from dungeon_designer.playtest.match import ENDING, ENDINGS, OVER_AT, WINNER
from dungeon_designer.playtest.placing import ball_modifier, carries
from dungeon_designer.playtest.results import ROUND
from dungeon_designer.playtest.series import MatchPlan, Portion, PortionPlayer, place_of
from dungeon_designer.playtest.state import Game
from dungeon_designer.playtest.valuing import CARRY, ESCORT, GO, GUARD, HUNT, ball_square, value
from dungeon_designer.playtest.walking import jump_chance
from dungeon_designer.rulesets.model import Ruleset

_PACKAGE = __name__.rpartition(".")[0]

_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""What is told, by the function in which it is decided or rolled."""
_TASKS = {GO: "go", CARRY: "carry", ESCORT: "escort", HUNT: "hunt", GUARD: "guard"}
_ERRANDS, _TESTS, DICE = _WORDS["errands"], _WORDS["tests"], _WORDS["dice"]
_CHANGING = ("put", "remove", "hold", "let_go", "try_door", "place_stone")
"""Other functions after which one sees something else."""

_OUT = {s.KNOCKED_OUT: "knocked out", s.CASUALTY: "a casualty", s.LOST: "lost"}
_NOW = (s.BALL, s.BALL_AT, s.CARRIER, s.TURNED, s.STONE_AT)

Event = tuple[str, int, str, list[int]]
"""Kind, player (-1 for none), words, and what changed: places in a row of numbers, each followed by its value."""


class RecordedGame(Struct, frozen=True):
    """A game as a list of what happened.

    sides    the side of the team with the first turn, then the other; `teams` their names; `players` a line for each
    events   what happened, as changes of a row that begins with zeros: state and square of each of 32 players; what is
             shut, the chest and the trap of each square; state, square and carrier of the ball; `TURNED`; `STONE_AT`
    """

    number: int
    sides: tuple[str, str]
    teams: tuple[str, str]
    players: tuple[str, ...]
    result: tuple[int, ...]
    events: list[Event]


def recorded(arena: Arena, plan: MatchPlan, number: int) -> RecordedGame:
    """The game of this number of a plan's series ; PlaytestError where it has none."""
    pairing, played, half = place_of(plan, number)
    one, other = (plan.teams[at] for at in plan.pairings[pairing])
    teams = (one, other) if half < ROUND // 2 else (other, one)
    sides = SIDES if half % 2 == 0 else SIDES[::-1]
    watcher = _Watcher(arena, [side.value.capitalize() for side in sides], half)
    with watcher.looking_on():
        row = PortionPlayer(arena, plan).play(Portion(pairing, played, 1)).results[half]
    players = [""] * (2 * s.TEAM)
    for team, roster in enumerate(teams):
        kinds = [each for each in roster.players for _ in range(each.count)]
        for p, kind in enumerate(kinds, start=team * s.TEAM):
            values = asdict(kind) | {"player": watcher.name(p), "skills": "".join(f", {each}" for each in kind.skills)}
            players[p] = _WORDS["player"].format_map(values)
    both, names = (sides[0].value, sides[1].value), (teams[0].name, teams[1].name)
    return RecordedGame(number, both, names, tuple(players), tuple(map(int, row)), watcher.events)


WITHOUT_SCRIPT = "Here this page is the map alone: the game is shown by its script, which does not run."


def replay_page(board: Board, ruleset: Ruleset, plan: MatchPlan, number: int) -> bytes:
    """The page of the game of this number; PlaytestError where there is none or no match can be played."""
    game = recorded(arena(board, plan.timed(ruleset)), plan, number)
    options = ExportOptions(ruleset=ruleset)
    drawing, code = drawing_of(board, options, ()), script(REPLAY)
    svg, name = svg_of(drawing, options.square).partition("\n")[2], html_text(board.layout.name or "A dungeon")
    about = f"Game {number:,} of seed {plan.seed} · {ruleset.name}"
    data = json_in_script({**page_data(board, ruleset, hidden=False), "game": asdict(game)})
    lines = (
        f'<header>\n<h1>{name}</h1>\n<p class="credit">{html_text(about)}</p>',
        f"<noscript><p>{WITHOUT_SCRIPT}</p></noscript>\n</header>\n<main>\n{svg.strip()}\n</main>",
        f'<script type="application/json">{data}</script>\n<script>{code}</script>\n</body>\n</html>\n',
    )
    css = style("page") + style("replay") + page_fonts(drawing, board.layout.name, "".join(lines))
    return "\n".join((*head(f"{name}, game {number}", css, code), *lines)).encode()


class _Doing(Struct):
    """A watched function that is being played: its name and arguments, and the least D6 that will do, 0 for none."""

    name: str
    args: tuple[Any, ...]
    wanted: int = 0
    rerolls: int = 0


class _Watcher:
    """Looks on while a game is played. A method `_on_x` is called before a function `x` is, `_after_x` after it."""

    def __init__(self, arena: Arena, sides: Sequence[str], half: int) -> None:
        self.arena, self.sides, self.events = arena, sides, list[Event]()
        self._skipped, self._turn_over = half, True
        self._doing: list[_Doing] = []
        self._dice: list[tuple[int, int]] = []
        self._seen = np.zeros(4 * s.TEAM + 3 * len(arena.board) + len(_NOW), dtype=np.int64)

    @contextmanager
    def looking_on(self) -> Iterator[None]:
        """While it lasts the functions of games are uncompiled, and those that are watched watched."""
        before: list[tuple[Any, str, Any]] = []
        for module in [module for name, module in sys.modules.items() if name.startswith(_PACKAGE)]:
            for name, found in list(vars(module).items()):
                own = plain(found)
                if isinstance(own, FunctionType) and own.__module__.startswith(_PACKAGE):
                    before.append((module, name, found))
                    setattr(module, name, self._wrapped(name, own) if name in WATCHED else own)
        try:
            yield
        finally:
            for module, name, found in before:
                setattr(module, name, found)

    def _wrapped(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        def rolled(g: Game, sides: int) -> int:
            if self._dice and self._dice[0][0] != sides:
                self._tell_dice(g)
            number = int(plain(g, sides))
            self._dice.append((sides, number))
            return number

        def played(g: Game, *args: Any) -> Any:
            if name == "play":
                self._skipped -= 1
                if self._skipped != -1:
                    return None  # another game of the round
            self._tell_dice(g)
            doing = _Doing(name, args, rerolls=int(g.now[s.REROLLS : s.REROLLS + 2].sum()))
            self._doing.append(doing)
            self._before(g, name, args)
            found = plain(g, *args)
            if name == "chosen_face":
                self._tell_faces(g, found)
            self._tell_dice(g)
            self._doing.pop()
            if after := getattr(self, f"_after_{name}", None):
                after(g, *args)
            elif name in _CHANGING:
                self._tell(g, "", -1, "")
            return found

        return rolled if name == "roll" else played

    def _before(self, g: Game, name: str, args: tuple[Any, ...]) -> None:
        if own := getattr(self, f"_on_{name}", None):
            own(g, *args)
        elif name in _WORDS["told"]:
            kind, words, *only = _WORDS["told"][name]
            p, cause = args[0], s.CAUSES[args[-1]] if name == "knock_down" else ""
            if not only or g.players[p, s.STATE] in [getattr(s, each) for each in only]:
                self._say(g, kind, p, words.format(place=self._place(g, square_of(g, p)), cause=cause))

    def _tell(self, g: Game, kind: str, p: int, words: str) -> None:
        """Something happened; nothing without words where nothing has changed."""
        now = (g.players[:, [s.STATE, s.AT]], g.board[:, [s.SHUT, s.CHEST, s.PITFALL]], g.now[list(_NOW)])
        row = np.concatenate([part.ravel() for part in now])
        changed = np.flatnonzero(row != self._seen)
        if words or len(changed):
            self.events.append((kind, int(p), words, np.column_stack((changed, row[changed])).ravel().tolist()))
        self._seen = row

    def _say(self, g: Game, kind: str, p: int, words: str) -> None:
        """A player does or suffers something."""
        self._tell(g, kind, p, f"{self.name(p)} {words}")

    # Words for players, squares and dice.

    def name(self, p: int) -> str:
        """A player's side and number."""
        return f"{self.sides[p // s.TEAM]} {p % s.TEAM + 1}"

    def _place(self, g: Game, at: int) -> str:
        """What is on a square, and where it is."""
        if at >= len(self.arena.board):
            return "the zone"
        x, y = self.arena.board.squares[at]
        if at == ball_square(g):
            return "the ball"
        return f"the chest at ({x}, {y})" if g.board[at, s.CHEST] else f"({x}, {y})"

    def _tell_dice(self, g: Game) -> None:
        """What was rolled since it was last told."""
        if not self._dice:
            return
        sides, dice = self._dice[0][0], [number for _, number in self._dice]
        self._dice = []
        doing = next((each for each in reversed(self._doing) if each.name in DICE), _Doing("", ()))
        told = self._test(g, doing, dice) if sides == 6 and doing.wanted else self._lot(doing, sides, dice)
        self._tell(g, "roll", *told)

    def _test(self, g: Game, doing: _Doing, dice: list[int]) -> tuple[int, str]:
        """A test of one die, perhaps rolled again, or of two against armour."""
        p = doing.args[0]
        if doing.name == "test_armour":
            done = "broken" if sum(dice) >= doing.wanted else "it holds"
            return p, f"Armour of {self.name(p)}: {dice[0]} + {dice[1]}, {doing.wanted} breaks it: {done}"
        what = next(_TESTS[each.name] for each in reversed(self._doing) if each.name in _TESTS)
        by = "by the team's re-roll" if g.now[s.REROLLS : s.REROLLS + 2].sum() < doing.rerolls else "by skill"
        again = f", again {by} {dice[1]}" if len(dice) > 1 else ""
        done = "done" if dice[-1] >= doing.wanted else "failed"
        return p, f"{self.name(p)}: {what} {doing.wanted}+, rolls {dice[0]}{again}: {done}"

    def _lot(self, doing: _Doing, sides: int, dice: list[int]) -> tuple[int, str]:
        """Dice of any other meaning."""
        if doing.name == "injure":
            p, modifier = doing.args[:2]
            total = sum(dice) + modifier
            done = "a casualty" if total >= 10 else "knocked out" if total >= 8 else "stunned"
            return p, f"Injury of {self.name(p)}: {dice[0]} + {dice[1]}{f' + {modifier}' if modifier else ''}: {done}"
        words = DICE.get(doing.name, "Dice")
        return -1, f"{words[:1].upper()}{words[1:]}: D{sides} {' + '.join(map(str, dice))}"

    def _tell_faces(self, g: Game, face: int) -> None:
        """The faces of the block dice, and the one that counts."""
        faces = [_WORDS["faces"][number] for _, number in self._dice]
        self._dice = []
        counts = f": {_WORDS['faces'][face]} counts" if len(faces) > 1 else ""
        block = next(each for each in reversed(self._doing) if each.name == "block")
        again, block.wanted = ", the team's re-roll" if block.wanted else "", 1
        self._tell(g, "roll", self._doing[-1].args[0], f"Block dice{again}: {', '.join(faces)}{counts}")

    # Before and after what is watched.

    def _on_succeeds(self, g: Game, p: int, target: int, modifier: int, skill: bool) -> None:
        self._doing[-1].wanted = least(target, modifier)

    def _on_dodges(self, g: Game, p: int, modifier: int) -> None:
        self._doing[-1].wanted = least(int(g.players[p, s.AGILITY]), modifier)

    def _on__fly(self, g: Game, p: int, at: int, there: int) -> None:
        self._doing[-1].wanted = least(int(g.players[p, s.PASSING]), range_modifier(g, at, there) + ball_modifier(g, p))

    def _on_test_armour(self, g: Game, p: int, modifier: int, blow: int, cause: int) -> None:
        eased = modifier + blow // 2 + min(1, blow) + (room_of(g, square_of(g, p)) == s.ARMOURY)
        self._doing[-1].wanted = int(g.players[p, s.ARMOUR] - eased)

    def _on_play_turn(self, g: Game, team: int) -> None:
        self._turn_over = False
        self._tell(g, "turn", -1, f"Turn {g.now[s.TURN]}, {self.sides[team]}")

    def _on_new_drive(self, g: Game, scorer: int) -> None:
        self._tell(g, "turn", -1, "A new drive")

    def _after_check_score(self, g: Game) -> None:
        """A touchdown is told once: nothing of that turn comes after it."""
        if g.now[s.SCORER] >= 0 and self.events[-1][0] != "score":
            self._tell(g, "score", g.now[s.CARRIER], f"Touchdown for {self.sides[g.now[s.SCORER]]}")

    def _after_start(self, g: Game, *args: Any) -> None:
        self.events.clear()
        self._seen[:] = 0

    def _on_walk_to(self, g: Game, p: int, to: int) -> None:
        """Why he goes there: the task, and the odds and the value by which it was chosen."""
        at, sure = square_of(g, p), g.board[to, s.CHANCE] / 100
        why = next((each for each in reversed(self._doing) if each.name in _ERRANDS or each.name == "advance"), None)
        if at == to or why is None:
            return
        if why.name == "advance":
            _, task, target, _ = why.args
            gained = (value(g, p, task, target, to) - value(g, p, task, target, at)) / 100
            words = f"{_WORDS['tasks'][_TASKS.get(task, 'other')]}, {gained:+.1f} squares"
        else:
            target, words = to, _ERRANDS[why.name]
        self._say(g, "why", p, words.format(self._place(g, target)) + (f", {sure:.0f} %" if sure < 100 else ""))

    def _on_block(self, g: Game, p: int, against: int) -> None:
        dice = dice_for(g, p, against)
        what = "blitzes" if any(each.name == "blitz" for each in self._doing) else "blocks"
        whom = f"{self.name(against)}{', who carries the ball,' if carries(g, against) else ''}"
        count = f"{abs(dice)} dice" if abs(dice) > 1 else "one die"
        self._say(g, "why", p, f"{what} {whom} with {count}{', of which they choose' if dice < 0 else ''}")

    def _on_throw(self, g: Game, p: int, to: int) -> None:
        what = "hands the ball to" if adjacent(g, square_of(g, p), square_of(g, to)) else "passes to"
        self._say(g, "why", p, f"{what} {self.name(to)}, {throw_chance(g, p, to) / 100:.0f} %")

    def _on_open_chest(self, g: Game, p: int, at: int, how: int) -> None:
        found = "the ball" if g.board[at, s.CHEST] == s.WITH_BALL else "a trap"
        self._say(g, "chest", p, f"opens {self._place(g, at)}: {found}")

    def _on_jump_over(self, g: Game, p: int, i: int) -> None:
        self._say(g, "why", p, f"jumps, {jump_chance(g, p, square_of(g, p), i) / 100:.0f} %")

    def _after_remove(self, g: Game, p: int, state: int, cause: int) -> None:
        self._say(g, "out", p, f"is {_OUT[state]} ({s.CAUSES[cause]})")

    def _after_throw(self, g: Game, p: int, to: int) -> None:
        self._after_turnover(g, p)

    def _after_turnover(self, g: Game, p: int) -> None:
        if g.now[s.OVER] and not self._turn_over:
            self._turn_over = True
            self._tell(g, "over", p, "Turnover")

    def _after_play(self, g: Game, first_side: int, *args: Any) -> None:
        result = args[-1]
        side = ("Home has won", "Away has won", "Nobody has won")[result[WINNER]]
        after = f"after {result[OVER_AT]} turns of both teams together"
        self._tell(g, "end", -1, f"{side}: {ENDINGS[result[ENDING]]}, {after}")


WATCHED = {"roll", "advance", "chosen_face", *_ERRANDS, *_TESTS, *DICE, *_CHANGING, *_WORDS["told"]}
WATCHED |= {name[4:] for name in vars(_Watcher) if name.startswith("_on_")}
WATCHED |= {name[7:] for name in vars(_Watcher) if name.startswith("_after_")}
"""Which functions are watched."""

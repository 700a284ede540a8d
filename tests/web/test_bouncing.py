"""Balls that bounce off walls and scatter: the page's modules against a slow oracle, and what holds of every ball."""

from __future__ import annotations

import json
import math
import random
import subprocess
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.web_page_data import format_page_json
from dungeon_designer.grid import SIDES, Square
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Corners, Ruleset
from tests.oracle.dungeons import draw_dungeon

from .test_measuring import EXAMPLES, NODE, load_example, needs_node

HERE = Path(__file__).parent
DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
Shot = tuple[Square, int, int]
"""The square a ball comes from, its direction, and how many squares it flies."""
Step = tuple[int, int, int]
"""The square it comes to, and its direction then."""


@needs_node
def test_what_holds_of_every_ball() -> None:
    """Mirrors, corners, ends of walls, ways back, looking-glasses, scatters, words: as `bounce.test.mjs` promises."""
    assert NODE is not None
    done = subprocess.run([NODE, "--test", HERE / "bounce.test.mjs"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def list_ways(questions: Iterable[tuple[Board, Ruleset, Sequence[Shot]]]) -> list[list[list[Step]]]:
    """Return what the page's modules make of shots on boards."""
    assert NODE is not None
    lines = []
    for board, ruleset, shots in questions:
        numbered = [(board.squares.index(start), direction, squares) for start, direction, squares in shots]
        lines.append(f'{{"data":{format_page_json(board, ruleset, False)},"shots":{json.dumps(numbered)}}}')
    done = subprocess.run(
        [NODE, HERE / "bounced.mjs"], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return [[[tuple(step) for step in way] for way in json.loads(line)] for line in done.stdout.splitlines()]


class Mirrors:
    """A slow oracle: rays among mirrors, in fractions.

    A ball that flies straight at the middle of a side is one ray. One that flies at a corner is two, a little to the
    left and to the right: where both come to one square, the ball does; else it passes if a ray does (with strict
    corners it never does), and comes straight back if none does.
    """

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        self.strict = ruleset.corners is Corners.STRICT
        opaque = parse_play(ruleset).opaque
        self.solid = {square for square, shut in board.door_squares.items() if not shut}
        self.solid |= {square for square, part in board.section_by_square.items() if part.kind is SectionKind.ENTRY}
        self.solid |= {square for square, obstacle in board.obstacle_at.items() if obstacle in opaque}
        walls = {
            (square, side) for square in board.squares for side in SIDES if board.get_edge_state(square, side) == WALL
        }
        walls |= {(square, side) for square in self.solid for side in SIDES}
        self.mirrors = {self.segment(square, SIDES.index(side)) for square, side in walls}

    @staticmethod
    def segment(square: Square, side: int) -> tuple[bool, int, int]:
        """Return whether a side of a square is upright, and its upper or left end."""
        x, y = square
        return side % 2 == 1, x + (side == 1), y + (side == 2)

    def ray(self, start: Square, way: tuple[int, int], aside: Fraction) -> tuple[Square, tuple[int, int]]:
        """Return where a ray is after one step, that runs so far to the right of the middle of its square."""
        x, y = start[0] + Fraction(1, 2) - way[1] * aside, start[1] + Fraction(1, 2) + way[0] * aside
        dx, dy = way
        left = Fraction(1)
        while left:
            until = [self.until(x, dx), self.until(y, dy)]
            time = min(left, *until)
            x, y, left = x + dx * time, y + dy * time, left - time
            if time == until[0] and (True, int(x), math.floor(y)) in self.mirrors:
                dx = -dx
            elif time == until[1] and (False, math.floor(x), int(y)) in self.mirrors:
                dy = -dy
        return (math.floor(x), math.floor(y)), (dx, dy)

    @staticmethod
    def until(at: Fraction, speed: int) -> Fraction:
        """Return the time to the next line between squares."""
        if speed == 0:
            return Fraction(2)
        return math.floor(at) + 1 - at if speed > 0 else at - math.ceil(at) + 1

    def step(self, start: Square, way: tuple[int, int]) -> tuple[Square, tuple[int, int]]:
        if 0 in way:
            return self.ray(start, way, Fraction(0))
        rays = [self.ray(start, way, Fraction(sign, 8)) for sign in (-1, 1)]
        if rays[0] == rays[1]:
            return rays[0]
        ahead = (start[0] + way[0], start[1] + way[1]), way
        return ahead if ahead in rays and not self.strict else (start, (-way[0], -way[1]))

    def way(self, shot: Shot, second_wall_ends: bool) -> list[Step]:
        at, direction, squares = shot
        found: list[Step] = []
        for _ in range(squares):
            before = at, DIRECTIONS[direction]
            at, way = self.step(*before)
            if found and second_wall_ends and way != before[1]:
                break
            direction = DIRECTIONS.index(way)
            found.append((*at, direction))
        return found


def draw_shots(board: Board, solid: set[Square], chance: random.Random, number: int) -> list[Shot]:
    """Return shots drawn at random, as far as 2D6 go."""
    floor = [square for square in board.squares if square not in solid]
    return [(chance.choice(floor), chance.randrange(8), chance.randint(2, 12)) for _ in range(number)] if floor else []


@needs_node
def test_balls_bounce_as_rays_among_mirrors() -> None:
    """On examples and dungeons drawn at random, under all editions, 400 balls bounce as an oracle's rays do."""
    chance = random.Random(219)  # noqa: S311  (a sample, no secret)
    boards = [load_example(path).board for path in EXAMPLES[::4]] + [
        build_board(draw_dungeon(chance)) for _ in range(60)
    ]
    asked = []
    for number, board in enumerate(board for board in boards if len(board)):
        ruleset = load_unchecked_ruleset(EDITIONS[number % len(EDITIONS)])
        asked.append((board, ruleset, draw_shots(board, Mirrors(board, ruleset).solid, chance, 6)))
    assert sum(len(each) for *_, each in asked) >= 400
    bounced = 0
    for (board, ruleset, flown), found in zip(asked, list_ways(asked), strict=True):
        oracle, ends = Mirrors(board, ruleset), parse_play(ruleset).wall_bounce == "D6"
        for shot, way in zip(flown, found, strict=True):
            assert way == oracle.way(shot, ends), (board.layout.name, ruleset.id, shot)
            bounced += any(step[2] != shot[1] for step in way)
    assert bounced >= 200


@needs_node
@pytest.mark.parametrize(("wide", "high"), [(1, 1), (1, 5), (4, 3), (7, 6)])
def test_a_ball_in_a_hall_flies_straight_through_its_mirror_images(wide: int, high: int) -> None:
    """A ball in an empty hall ends where a straight flight through mirror images of the hall ends, folded back."""
    board = Dungeon.parse("map: |\n  " + "\n  ".join(["." * wide] * high) + "\n").board
    flown = [(square, direction, 20) for square in board.squares for direction in range(8)]

    def folded(at: int, length: int) -> int:
        return min(at % (2 * length), 2 * length - 1 - at % (2 * length))

    for (start, direction, squares), way in zip(
        flown, list_ways([(board, load_unchecked_ruleset("brawl-2013"), flown)])[0], strict=True
    ):
        (dx, dy), (left, top) = DIRECTIONS[direction], board.squares[0]
        straight = [(start[0] - left + dx * n, start[1] - top + dy * n) for n in range(1, squares + 1)]
        assert [step[:2] for step in way] == [(left + folded(x, wide), top + folded(y, high)) for x, y in straight]

"""Where a side sets up has one meaning: the rule, the figures, the overlay and the board for programs agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from oracle.dungeons import draw_dungeons

from dungeon_designer.analysis.team_access import find_set_up_squares, find_set_up_zones, measure_chest_distances
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.cli.render import measure_steps
from dungeon_designer.exports.board_json import build_board_document
from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import load_rule, load_ruleset
from dungeon_designer.rulesets.ruleset_model import Chests, Ruleset
from tests.examples.verdicts import NAMES, find_folder, load_board, load_layout
from tests.soak import count, soak

BRAWL = load_ruleset("brawl-2013")


def make_hall(rows: str, more: str = "") -> Board:
    text = "map: |\n" + "".join(f"  {row}\n" for row in rows.split()) + more
    return build_board(read_layout(text.encode(), "hall.dungeon.yaml"))


def find_set_up_squares_of_home(board: Board, ruleset: Ruleset = BRAWL, team: Team = Team.HOME) -> list[Square]:
    """Return the squares home sets up on."""
    return find_set_up_squares(board, Context(board, ruleset).standing_squares, team)


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ("#((# .... .... ....", [(1, 1), (2, 1), (1, 2), (2, 2)]),
        ("#((# .~.. .... ....", [(2, 1), (1, 2), (2, 2)]),
        ("#((# #..#", [(1, 1), (2, 1)]),
        ("#..# #((# #..#", []),
        ("#((# #..# #)).", [(1, 1), (2, 1)]),
        ("<<.. <S..", [(0, 0), (1, 0), (0, 1)]),
    ],
    ids=["no diagonals", "not on lava", "not off the floor", "no front", "no entry", "an end zone's own"],
)
def test_the_squares(rows: str, wanted: list[Square]) -> None:
    """The 2x2 block before an entry's front, or the end zone itself, where one can stand; no square beside them."""
    assert find_set_up_squares_of_home(make_hall(rows)) == wanted


def test_a_dungeon_can_have_both() -> None:
    """A side with an end zone and two entries sets up on all of them, each square once."""
    assert find_set_up_squares_of_home(make_hall("#((# (... (... <<..")) == [
        (1, 1),
        (2, 1),
        (1, 2),
        (2, 2),
        (0, 3),
        (1, 3),
    ]


@soak
@settings(max_examples=count(40, 4000))
@given(draw_dungeons(size=8, portals=3))
def test_all_who_ask_hear_the_same(layout: Layout) -> None:
    """The board for programs, the rule and the overlay say of random dungeons what `find_set_up_squares` says."""
    assert_agreement(build_board(layout), BRAWL)


@pytest.mark.parametrize("name", NAMES)
def test_all_who_ask_hear_the_same_of_the_examples(name: str) -> None:
    """All parts of the program name the same set-up squares for every example under its own edition."""
    assert_agreement(load_board(name), load_ruleset(load_layout(name).ruleset, find_folder(name)))


def assert_agreement(board: Board, ruleset: Ruleset) -> None:
    context = Context(board, ruleset)
    goals = build_board_document(board, ruleset).goals
    for team in board.teams:
        squares = find_set_up_squares(board, context.standing_squares, team)
        numbers = sorted({at for goal in goals if goal.side is team for at in goal.set_up})
        assert squares == [board.squares[number] for number in numbers]
        if squares:
            steps = dict(zip(board.squares, measure_steps(board, ruleset, team), strict=True))
            assert [at for at, count in steps.items() if count == 0] == squares
    told = {fault.measured for fault in make_room(context)}
    assert told == {
        len(place.free_squares) for place in find_set_up_zones(board, context.standing_squares) if place.missing_squares
    }


def make_room(context: Context) -> list[object]:
    asked = load_rule("set-up-room")
    return list(asked.check(context, asked.settings_type()))


@pytest.mark.parametrize("name", [name for name in NAMES if not load_layout(name).machines])
def test_figures_are_those_of_the_overlay(name: str) -> None:
    """How far a side walks to the chests is what `render --distances-from` writes on the chests' squares.

    It draws a room that turns as it stands; the figures go by all its turns.
    """
    board, ruleset = load_board(name), load_ruleset(load_layout(name).ruleset, find_folder(name))
    beside = ruleset.chests is Chests.IMPASSABLE
    for team, figures in measure_chest_distances(Context(board, ruleset).connectivity, beside).items():
        steps = dict(zip(board.squares, measure_steps(board, ruleset, team), strict=True))
        walked = [steps[chest.square] for chest in board.chests if chest.square in board]
        shown = sorted(count - (beside and count > 0) for count in walked if count >= 0)
        assert [figure for figure in figures if figure is not None] == shown

"""The order of a set-up in words, as a pack tells it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.set_up.order import list_instructions

BARE = "map: |\n  <<........>>\n"
LAID = "balls: 2\nmap: |\n  <<.C.C.1.>>\n"
COUNTERS = "map: |\n  <<.C...1.>>\ntraps: [{kind: counter, at: [4, 0], owner: home, content: open_pit}]\n"
ENTRIES = "map: |\n  ((.C.1.))\n"


def make_board(text: str) -> Board:
    """Return the board of a sketch."""
    return Dungeon.parse(text).board


def test_what_no_map_shows_the_coaches_lay() -> None:
    """Chests, portals and counters are laid in the edition's order, begun by whom it says; then players are set up."""
    assert list_instructions(make_board(BARE), load_unchecked_ruleset("gw-1989-expanded")) == (
        "Build the floor with its walls, doors and furniture as the map shows it.",
        "The coaches roll off; the highest roll wins.",
        *(
            line
            for line in list_instructions(make_board(BARE), load_unchecked_ruleset("gw-1989-expanded"))
            if line.startswith("The coaches place")
        ),
        "Each team sets up 6 players in its end zone.",
    )
    assert "The coaches place 6 portals in turns; the loser of the roll-off begins." in list_instructions(
        make_board(BARE), load_unchecked_ruleset("gw-2021")
    )


def test_what_the_map_shows_lies_where_it_shows_it() -> None:
    """Nobody rolls off for things that are drawn; chests are shuffled, and it is told how many hide a ball."""
    told = list_instructions(make_board(LAID), load_unchecked_ruleset("gw-2021"))
    assert told[1:3] == (
        "Place the 2 chests where the map shows them, face down and shuffled: 2 hide a ball.",
        "Place the 1 portal where the map shows it.",
    )
    assert not any("roll" in line for line in told)


def test_counters_lie_face_down() -> None:
    """The words of a set-up never tell what a counter hides."""
    told = " ".join(list_instructions(make_board(COUNTERS), load_unchecked_ruleset("gw-1989-expanded")))
    assert "Place the 1 pit counter where the map shows it, face down: counter 1 at (4, 0)." in told
    assert "open" not in told


def test_players_stand_before_entries() -> None:
    """Players are set up before the entries of their team, or else in its end zone."""
    assert (
        list_instructions(make_board(ENTRIES), load_unchecked_ruleset("brawl-2013"))[-1]
        == "Each team sets up 6 players before its entries."
    )


def test_turns_by_the_roll_off() -> None:
    """A ruleset that names who lays when has those places told."""
    snake = {"stages": [{"lay": "chest", "turns": [1, 2, 2, 1]}]}
    told = list_instructions(make_board(BARE), replace(load_unchecked_ruleset("naf-2019"), set_up=snake))
    assert "The coaches place 6 chests in turns; by their places in the roll-off: 1, 2, 2, 1, and so on." in told


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_an_order(edition: str) -> None:
    """Floor first, players last, in whole sentences."""
    told = list_instructions(build_board(Dungeon.parse(BARE).layout), load_unchecked_ruleset(edition))
    assert told[0].startswith("Build the floor")
    assert told[-1].startswith("Each team sets up")
    assert all(line[0].isupper() and line.endswith(".") for line in told)

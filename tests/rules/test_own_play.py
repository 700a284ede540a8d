"""What a dungeon says of its own play counts wherever it is measured, shown or played, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import board_json
from dungeon_designer.exports.html import page_data
from dungeon_designer.playtest.arena import arena
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measuring import Measuring
from dungeon_designer.rules.what_happens import table_at, table_here
from dungeon_designer.rulesets.loader import load
from dungeon_designer.rulesets.play import play_of
from dungeon_designer.rulesets.table import TableTopic
from dungeon_designer.set_up.order import steps
from tests import passing_ruler

ROOT = Path(__file__).parents[2]
HALL = Dungeon.parse(
    "name: Hot Hall\nruleset: brawl-2013\nplay: {longest_throw: long, players: 4, arrival: on}\nmap: |\n"
    + "  <<....C.......................1.>>\n" * 2
)
PLAIN = HALL.edit(play={})
BOOK = load("brawl-2013")


def test_the_measure_throws_as_far_as_the_dungeon_says() -> None:
    """Ten squares are a long pass where the dungeon allows it, and beyond the longest by the edition alone."""
    bands = [Measuring(dungeon.board, BOOK).measured((0, 0), (10, 0)).band for dungeon in (HALL, PLAIN)]
    assert bands == ["long", None]


def test_pages_and_board_json_have_it() -> None:
    """The coaches' page and the board file tell the dungeon's own play, and who says so."""
    edition = page_data(HALL.board, BOOK, hidden=False)["edition"]
    assert (edition["longest_throw"], edition["players"]) == ("long", 4)
    board = json.loads(board_json(HALL.board, BOOK))
    assert board["passes"] == {"ruler": passing_ruler.RULER, "longest": "long"}
    assert board["play"]["longest_throw_source"] == "Hot Hall"
    assert board["play"]["rush"] == play_of(BOOK).rush


def test_games_are_played_by_it() -> None:
    """In a game long passes, the third of all, are thrown where the dungeon allows them."""
    assert [int(arena(dungeon.board, BOOK).sight.max()) for dungeon in (HALL, PLAIN)] == [3, 2]


def test_rules_and_the_order_of_setting_up_know_it() -> None:
    """Where one arrives on a portal one stands there, and as many players are set up as the dungeon says."""
    stood_on = [
        dungeon.board.portal_squares <= Context(dungeon.board, BOOK).standing_squares for dungeon in (HALL, PLAIN)
    ]
    assert stood_on == [True, False]
    assert steps(HALL.board, BOOK)[-1].startswith("Each side sets up 4 players")


def test_what_happens_here_is_what_the_dungeon_says() -> None:
    """An entry of the dungeon's own stands for its ruleset's, and is cited by the dungeon's name; the others stay."""
    dungeon = HALL.edit(play={"table": {"chest": {"happens": "It sings."}}})
    entry = table_at(dungeon.board, (6, 0), BOOK)[TableTopic.CHEST]
    assert (entry.happens, entry.source) == ("It sings.", "Hot Hall")
    here, book = (table_here(each.board, BOOK) for each in (dungeon, PLAIN))
    assert {topic for topic in book if here[topic] != book[topic]} == {TableTopic.CHEST}


def test_it_counts_before_any_ruleset() -> None:
    """Whichever ruleset is asked, the dungeon's keys hold, `unset` takes one away, and all else is the ruleset's."""
    asked = load("naf-2019")
    dungeon = HALL.edit(play={"unset": ["turn_minutes", "deadlines"], "rush": 0})
    found = play_of(Context(dungeon.board, asked).ruleset)
    assert (found.rush, found.deadlines) == (0, ())
    assert found == replace(
        play_of(asked), rush=0, deadlines=(), turn_minutes=None, rush_source="Hot Hall", time_source="Hot Hall"
    )
    assert play_of(asked).deadlines


def test_the_dukes_of_hashut_throw_long() -> None:
    """The fifth round of brawl-2013 allows long passes, the first does not."""
    for name, longest in (("dukes-of-hashut", "long"), ("the-classic", "short")):
        dungeon = Dungeon.load(ROOT / f"examples/brawl-2013/{name}.dungeon.yaml")
        assert Measuring(dungeon.board, dungeon.ruleset()).play.longest_throw == longest

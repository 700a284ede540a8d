"""What a dungeon says of its own play counts wherever it is measured, shown or played, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.board_json import format_board_json
from dungeon_designer.exports.web_page_data import build_page_data
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.rules.board_topics import find_entries_on_board, find_entries_on_square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.measurement import BoardMeasurer
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.topic_table import TableTopic
from dungeon_designer.set_up.order import list_instructions
from tests import passing_ruler

ROOT = Path(__file__).parents[2]
HALL = Dungeon.parse(
    "name: Hot Hall\nruleset: brawl-2013\nplay: {longest_throw: long, players: 4, arrival: on}\nmap: |\n"
    + "  <<....C.......................1.>>\n" * 2
)
PLAIN = HALL.edit(play={})
BOOK = load_unchecked_ruleset("brawl-2013")


def test_the_measure_throws_as_far_as_the_dungeon_says() -> None:
    """Ten squares are a long pass where the dungeon allows it, and beyond the longest by the edition alone."""
    bands = [BoardMeasurer(dungeon.board, BOOK).measure_between((0, 0), (10, 0)).pass_name for dungeon in (HALL, PLAIN)]
    assert bands == ["long", None]


def test_pages_and_board_json_have_it() -> None:
    """The coaches' page and the board file tell the dungeon's own play, and who says so."""
    edition = build_page_data(HALL.board, BOOK, hidden=False)["edition"]
    assert (edition["longest_throw"], edition["players"]) == ("long", 4)
    board = json.loads(format_board_json(HALL.board, BOOK))
    assert board["passes"] == {"ruler": passing_ruler.RULER, "longest": "long"}
    assert board["play"]["longest_throw_source"] == "Hot Hall"
    assert board["play"]["rush"] == parse_play(BOOK).rush


def test_games_are_played_by_it() -> None:
    """In a game long passes, the third of all, are thrown where the dungeon allows them."""
    assert [int(build_arena(dungeon.board, BOOK).pass_ranges.max()) for dungeon in (HALL, PLAIN)] == [3, 2]


def test_rules_and_the_order_of_setting_up_know_it() -> None:
    """Where one arrives on a portal one stands there, and as many players are set up as the dungeon says."""
    stood_on = [
        dungeon.board.portal_squares <= Context(dungeon.board, BOOK).standing_squares for dungeon in (HALL, PLAIN)
    ]
    assert stood_on == [True, False]
    assert list_instructions(HALL.board, BOOK)[-1].startswith("Each team sets up 4 players")


def test_what_happens_here_is_what_the_dungeon_says() -> None:
    """An entry of the dungeon's own stands for its ruleset's, and is cited by the dungeon's name; the others stay."""
    dungeon = HALL.edit(play={"table": {"chest": {"happens": "It sings."}}})
    entry = find_entries_on_square(dungeon.board, (6, 0), BOOK)[TableTopic.CHEST]
    assert (entry.happens, entry.source) == ("It sings.", "Hot Hall")
    here, book = (find_entries_on_board(each.board, BOOK) for each in (dungeon, PLAIN))
    assert {topic for topic in book if here[topic] != book[topic]} == {TableTopic.CHEST}


def test_it_counts_before_any_ruleset() -> None:
    """Whichever ruleset is asked, the dungeon's keys hold, `unset` takes one away, and all else is the ruleset's."""
    asked = load_unchecked_ruleset("naf-2019")
    dungeon = HALL.edit(play={"unset": ["turn_minutes", "deadlines"], "rush": 0})
    found = parse_play(Context(dungeon.board, asked).ruleset)
    assert (found.rush, found.deadlines) == (0, ())
    assert found == replace(
        parse_play(asked), rush=0, deadlines=(), turn_minutes=None, rush_source="Hot Hall", time_source="Hot Hall"
    )
    assert parse_play(asked).deadlines


def test_the_dukes_of_hashut_throw_long() -> None:
    """The fifth round of brawl-2013 allows long passes, the first does not."""
    for name, longest in (("dukes-of-hashut", "long"), ("the-classic", "short")):
        dungeon = Dungeon.load(ROOT / f"examples/brawl-2013/{name}.dungeon.yaml")
        assert BoardMeasurer(dungeon.board, dungeon.ruleset()).play.longest_throw == longest

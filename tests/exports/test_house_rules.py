"""Coaches see the house rules: what differs from the edition, and which chest holds the ball among those there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.cli.main import program
from dungeon_designer.exports.board_json import format_board_json
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.house_rule_differences import build_house_rules_part
from dungeon_designer.exports.pack.markdown_pack import write_pack_markdown
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.pack_pages import write_pack_pdf
from dungeon_designer.exports.season_website import export_season_website
from dungeon_designer.exports.web_page import export_web_page
from dungeon_designer.exports.web_page_data import build_page_data
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.rules import checker
from dungeon_designer.rules.board_topics import build_topic_table
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.rulesets.topic_table import TableTopic

HOUSES = Path(__file__).parents[2] / "examples" / "house-rules"
TITLE = "House rules: what differs from NAF Dungeonbowl (2019)"
LANTERN = [
    ("Chests", "exactly 6", "4 to 5", "Lantern League handbook"),
    ("Portals", "exactly 6", "at least 2", "Lantern League handbook"),
    ("Squares of floor", "250 to 280 (advice)", "60 to 120", "Lantern League handbook, page 2"),
    (
        "Passages",
        "at least two squares wide; also bridges",
        "at least two squares wide; also bridges; no place wider than 6 squares",
        "Lantern League handbook",
    ),
    ("From one portal to another", "at least 5 squares (advice)", "not required", "Lantern League handbook"),
]


def write_house_rules(name: str) -> Ruleset:
    return load_ruleset(f"{name}.toml", HOUSES)


def make_hall(chests: int, balls: int = 1) -> Board:
    """Return a hall with so many chests."""
    rows = "".join(f"  <<.{letter}.>>\n" for letter in ("C" if n < chests else "." for n in range(max(2, chests))))
    return build_board(read_layout(f"balls: {balls}\nmap: |\n{rows}".encode(), "hall.dungeon.yaml"))


def pack_of(ruleset: Ruleset, *boards: Board) -> Pack:
    """Return an event on some boards under a ruleset."""
    played = [
        Chapter(f"hall-{n}.dungeon.yaml", f"Round {n}", board, ruleset, checker.check_board(board, ruleset))
        for n, board in enumerate(boards, start=1)
    ]
    return Pack("Cup", "", "", tuple(played))


def test_what_differs_is_told_rule_by_rule() -> None:
    """Each rule that differs is told with what the edition asks, what is asked here, and the clause."""
    found = build_house_rules_part(write_house_rules("lantern-league"))
    assert found is not None
    assert (found.title, list(found.rows)) == (TITLE, LANTERN)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_differs_from_nothing(edition: str) -> None:
    """Under an edition itself nothing is told, nor under house rules that only extend one or extend none."""
    plain = load_unchecked_ruleset(edition)
    assert build_house_rules_part(plain) is None
    assert build_house_rules_part(replace(plain, id="cup", lineage=(edition, *plain.lineage))) is None
    assert build_house_rules_part(replace(plain, id="cup", lineage=())) is None


def test_corners_teams_order_and_play_differ_too() -> None:
    """House rules may also change teams, who places what, how the game is played and what happens."""
    found = build_house_rules_part(write_house_rules("three-crowns"))
    assert found is not None
    assert [row for row in found.rows if row[0] in ("Teams", "Setting up")] == [
        ("Teams", "two", "three", "Three Crowns"),
        ("Setting up", "chests, then portals", "chests, then portals (the next coach begins)", "Three Crowns"),
    ]
    assert ("The number of players that each team sets up", "6", "5", "Three Crowns") in found.rows
    steps = build_house_rules_part(write_house_rules("night-league"))
    assert steps is not None
    assert ("Distances", "are counted in squares", "are counted in steps of movement", "Night League") in steps.rows


def test_what_happens_otherwise_is_told(tmp_path: Path) -> None:
    """An entry of the table that house rules replace is told as the edition has it and as it is here."""
    text = 'name = "Cup"\nextends = "eagbbl"\n[play.table.cliff]\nhappens = "He is caught by a net."\n'
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    found = build_house_rules_part(load_ruleset("cup.toml", tmp_path))
    assert found is not None
    ((about, before, here, source),) = found.rows
    assert (about, here, source) == ("Cliff", "He is caught by a net.", "Cup")
    assert "Casualty table" in before


def test_the_pack_the_rules_page_and_the_coaches_page_tell_it() -> None:
    """All three list the differences; where none are, none has the title."""
    for ruleset, told in ((write_house_rules("lantern-league"), True), (load_unchecked_ruleset("naf-2019"), False)):
        pack = pack_of(ruleset, make_hall(4))
        site = dict(export_season_website(pack, ExportOptions()))
        page = export_web_page(make_hall(4), ExportOptions(ruleset=ruleset)).decode()
        texts = [write_pack_markdown(pack).decode(), site["rules.html"].decode(), site["hall-1.html"].decode(), page]
        assert [TITLE in text for text in texts] == [told] * 4
        assert all("Lantern League handbook, page 2" in text for text in texts) is told


def test_the_coaches_page_tells_what_its_dungeon_changes() -> None:
    """A dungeon's own `play` is told beside house rules, with the dungeon as its source."""
    layout = replace(make_hall(6).layout, name="Long Hall", play={"longest_throw": "bomb"})
    page = export_web_page(build_board(layout), ExportOptions(ruleset=load_unchecked_ruleset("naf-2019"))).decode()
    told = "<b>The longest pass that may be thrown underground</b>: bomb. In the edition: short. <small>(Long Hall)"
    assert told in page


def test_a_houses_sentences_are_printed() -> None:
    """The sentences that no rule measures stand on the pages of the pack, not only in its Markdown."""
    printed = {
        write_pack_pdf(
            pack_of(replace(load_unchecked_ruleset("naf-2019"), notes=(words,)), make_hall(6)), ExportOptions()
        )
        for words in ("No fouls.", "Bring dice.")
    }
    assert len(printed) == 2


@pytest.mark.parametrize(
    ("edition", "chests", "told"),
    [
        (
            "naf-2019",
            [(6, 1)],
            [("D6", "the first of 6 chests", {"6": "It holds the ball.", "1-5": "It holds a trap."})],
        ),
        (
            "naf-2019",
            [(4, 1), (5, 1)],
            [
                (
                    "D6",
                    "3+, 2+ and so on",
                    {"4": "It holds the ball.", "1-3": "It holds a trap.", "5-6": "Roll again."},
                ),
                (
                    "D6",
                    "the first of 5 chests",
                    {"5": "It holds the ball.", "1-4": "It holds a trap.", "6": "Roll again."},
                ),
            ],
        ),
        ("naf-2019", [(12, 1)], [("D12", "11+, 10+", {"12": "It holds the ball.", "1-11": "It holds a trap."})]),
        ("naf-2019", [(7, 2)], []),
        ("naf-2019", [(1, 1)], []),
        ("naf-2019", [(17, 1)], []),
        (
            "brawl-2013",
            [(4, 1)],
            [("D6", "the last of the 4 chests", {"6": "It holds the ball.", "1-5": "It holds a trap."})],
        ),
    ],
)
def test_the_roll_for_the_ball_counts_the_chests(
    edition: str, chests: list[tuple[int, int]], told: list[tuple[str, str, dict[str, str]]]
) -> None:
    """Whatever their number, the roll is for the chests there are; where no roll finds the ball, counters hide it."""
    entry = build_topic_table(load_unchecked_ruleset(edition), chests)[TableTopic.CHEST]
    rolls = [roll for name, roll in entry.rolls.items() if name.startswith("content")]
    assert [(roll.dice, roll.outcomes) for roll in rolls] == [(dice, outcomes) for dice, _, outcomes in told]
    assert all(words in roll.when for roll, (_, words, _) in zip(rolls, told, strict=True))
    hidden = {(7, 2): "2 of the 7 chests hold a ball: hide them by counters.", (1, 1): "The only chest holds the ball."}
    assert rolls or entry.happens.endswith(
        hidden.get(chests[0], "One of the 17 chests holds the ball: hide it by counters.")
    )


def test_everybody_counts_the_chests_of_the_dungeon() -> None:
    """The pack, the coaches' page, the board file and `explain` count the chests that are there, or asked for."""
    ruleset, words = write_house_rules("lantern-league"), "the first of {} chests"
    pack = write_pack_markdown(pack_of(ruleset, make_hall(4), make_hall(5), make_hall(4))).decode()
    assert [pack.count(words.format(n)) for n in (4, 5, 6)] == [1, 1, 0]
    page = build_page_data(make_hall(5), ruleset, hidden=False)["edition"]["table"]["chest"]
    assert words.format(5) in page["rolls"]["content"]["when"]
    effects = json.loads(format_board_json(make_hall(4), ruleset))["effects"]["chest"]["rolls"]["content"]
    assert words.format(4) in effects["when"]
    assert set(effects) == {"dice", "when", "outcomes"}
    told = CliRunner().invoke(program, ["explain", "chest", "--ruleset", str(HOUSES / "lantern-league.toml")]).output
    assert all(words.format(n) in " ".join(told.split()) for n in (4, 5))

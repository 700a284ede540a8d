"""Paper for the tables: score sheets, table cards with a code, and the schedule for programs that pair coaches."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from dungeon_designer.seasons.scores import normalise_score
from tests.exports import pages

from .conftest import Call

SEASON = """\
name = "Cup"
ruleset = "cup.toml"
coaches = 5
address = "https://club.example/cup/"
scoring = [
  { result = "Win", points = 3 },
  { result = "win within 45 minutes", points = 1 },
  { result = "Touchdowns", points = 1 },
  { result = "Late roster", points = -2 },
  { result = "Casualtys", points = 1 },
]
tie_breaks = ["Opponents' points", "Chests opened", "A die"]
rounds = [
  { name = "One", layout = ["legal.dungeon.yaml", "warned.dungeon.yaml"] },
  { name = "Two", layout = "legal.dungeon.yaml" },
]
"""


@pytest.fixture
def season(table: Path) -> Path:
    """Five coaches, two tables, two rounds."""
    (table / "season.toml").write_text(SEASON)
    return table


def read_pages(call: Call, *more: str) -> list[str]:
    """Return the words of each page of the organiser's pack."""
    assert call("pack", "season.toml", "-o", "out.pdf", "--organiser", *more).status == 0
    file = Path("out.pdf")
    return [" ".join(pages.text(file, number).split()) for number in range(1, pages.count_pages(file) + 1)]


def test_the_schedule_is_a_table_for_other_programs(call: Call, season: Path) -> None:
    """A row for each table of each round with its dungeon, the coaches left open, and one for the bye."""
    assert call("pack", "season.toml", "-o", "out.csv").status == 0
    rows = list(csv.reader(Path("out.csv").read_text("utf-8-sig").splitlines()))
    assert rows == [
        ["round", "table", "dungeon", "home", "away"],
        ["One", "1", "Legal", "", ""],
        ["One", "2", "Warned", "", ""],
        ["One", "bye", "", "", ""],
        ["Two", "1", "Legal", "", ""],
        ["Two", "2", "Legal", "", ""],
        ["Two", "bye", "", "", ""],
    ]


def test_sides_go_by_turns_and_one_coach_rests(call: Call, season: Path) -> None:
    """The coach named first is home in every other round; with an odd number one coach has no match."""
    call("pack", "season.toml", "-o", "out.md")
    text = Path("out.md").read_text()
    assert "| One | named first | 1 coach |\n| Two | named second | 1 coach |" in text
    (season / "season.toml").write_text(SEASON.replace("coaches = 5", "coaches = 4"))
    call("pack", "season.toml", "-o", "out.md")
    assert "| One | named first |\n" in Path("out.md").read_text()
    assert "bye" not in Path("out.md").read_text()


def test_score_sheets_ask_what_the_season_counts(call: Call, season: Path) -> None:
    """A sheet a match: known names as fields, a tie-break that is counted too, other text as written."""
    text = " ".join(read_pages(call))
    for said, times in (
        ("One, table 1", 1), ("Two, table 2", 1), ("Win within 45 minutes 1", 4), ("Touchdowns 1", 4),
        ("Late roster -2", 4), ("Chests opened", 5), ("Signed", 4), ("Total points", 4),
    ):  # fmt: skip
        assert text.count(said) >= times, said
    assert "A die" not in text.partition("Score sheets")[2].partition("Score sheets")[2]


def test_a_text_that_is_nearly_a_name_gets_a_hint(call: Call, season: Path) -> None:
    """A text that is nearly a name is printed as written, with one line that names it; another text has none."""
    said = call("pack", "season.toml", "-o", "out.csv").complaint
    assert said.endswith(
        "season.toml:10:14: scoring 5, result: 'Casualtys' is printed as it is written (did you mean casualties?)"
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [("WIN", "win"), ("Each touchdown", "touchdowns"), ("Opponents’ points", "opponents' points"),
     ("Win within 90 minutes", "win within 90 minutes"), ("Win within an hour", ""), ("Best painted team", "")],
)  # fmt: skip
def test_known_names_are_known_in_any_case(text: str, name: str) -> None:
    """A sheet knows the names of its texts in any case, and prints any other text as it is."""
    assert normalise_score(text) == name


def test_table_cards_lead_to_the_published_pages(call: Call, season: Path) -> None:
    """A card a table names its dungeons, the address of each page and a code; without an address there is no code."""
    plain = read_pages(call)
    assert sum("Table cards" in text for text in plain) == 2  # the contents name them, too
    (card,) = [text for text in plain if text.startswith("Table cards")]
    for said in ("Table 1", "Table 2", "https://club.example/cup/legal.html", "https://club.example/cup/warned.html"):
        assert said in card
    with_codes = Path("out.pdf").stat().st_size
    (season / "season.toml").write_text(SEASON.replace('address = "https://club.example/cup/"\n', ""))
    assert "https://" not in " ".join(read_pages(call))
    assert Path("out.pdf").stat().st_size < with_codes - 500

"""Seasons: rounds, dice, and what is wrong with a season file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.errors import ReadError, UsageError
from dungeon_designer.seasons.season_file import MAX_TOML_BYTES, parse_season, read_season
from dungeon_designer.seasons.season_model import format_day, format_span, list_days, list_schedule, roll_dice

ROUNDS = b"""
name = "Two rounds"
ruleset = "brawl-2013"
rounds = [{ name = "One", layout = "a.dungeon.yaml" }, { name = "Two", layout = "b.dungeon.yaml" }]
also = ["c.dungeon.yaml", "a.dungeon.yaml"]
"""

DICE = b"""
name = "By dice"
also = ["x.dungeon.yaml"]
[dice]
roll = "2D3"
table = { 2 = "two", 3 = "three", 4 = "four", 5 = "five", 6 = "two" }
"""


def test_a_season_names_each_layout_once_in_order_of_play():
    """Rounds come first, then the dice table by sum, then the others; none twice."""
    assert parse_season(ROUNDS, "s").layouts == ("a.dungeon.yaml", "b.dungeon.yaml", "c.dungeon.yaml")
    assert parse_season(DICE, "s").layouts == ("two", "three", "four", "five", "x.dungeon.yaml")


def test_dice_name_the_layout_of_their_sum():
    """A roll of 1 and 3 is a four."""
    rolled = roll_dice(parse_season(DICE, "s"), [1, 3])
    assert (rolled.dice, rolled.total, rolled.layout) == ((1, 3), 4, "four")


@given(st.integers())
def test_the_same_seed_throws_the_same(seed):
    """A seed decides the roll, and every roll is one the dice can show."""
    season = parse_season(DICE, "s")
    rolled = roll_dice(season, seed=seed)
    assert rolled == roll_dice(season, seed=seed)
    assert len(rolled.dice) == 2
    assert all(1 <= value <= 3 for value in rolled.dice)


def test_every_sum_can_be_rolled():
    """Over many seeds each layout of the table comes up."""
    season = parse_season(DICE, "s")
    assert {roll_dice(season, seed=seed).total for seed in range(200)} == set(range(2, 7))


@pytest.mark.parametrize("dice", [[1], [1, 4], [0, 3], [1, 2, 3]])
def test_dice_that_are_not_the_seasons_are_refused(dice):
    """Too few, too many, or a number no die shows: one line says which dice are wanted."""
    with pytest.raises(UsageError, match="2 numbers from 1 to 3"):
        roll_dice(parse_season(DICE, "s"), dice)


def test_a_season_of_rounds_cannot_be_rolled():
    """Rounds have no dice."""
    with pytest.raises(UsageError, match="no dice table"):
        roll_dice(parse_season(ROUNDS, "s"), [1, 1])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"name = 1", "s:1:8: name: expected text, not 1"),
        (b"", "s:1:1: the season is empty; write a name and rounds, or let `dungeon-designer new season -o FILE`"),
        (b"# to come\n", "s:1:1: the season is empty"),
        (b"also = ['a']", "s:1:1: the key 'name' is missing"),
        (b"name = 'x'", "s:1:1: the season names no dungeon"),
        (b"name = 'x'\nround = []", "s:2:1: unknown key 'round' .did you mean rounds"),
        (b"name = 'x'\nrounds = [{name = 'a'}]", "s:2:11: round 1: the round names no dungeon; add layout = "),
        (
            b"name = 'x'\nrounds = [{name = 'a', layuot = 'b'}]",
            "s:2:24: round 1: unknown key 'layuot' .did you mean layout",
        ),
        (b"name = 'x'\nrounds = [{name = 'a', layout = []}]", "s:2:33: round 1, layout: [Ee]xpected a"),
        (
            b"name = 'x'\n[[rounds]]\nname = 'a'\nlayout = 'b'\n\n[[rounds]]\nname = 'c'",
            "s:6:1: round 2: the round names no dungeon",
        ),
        (b"name = 'x'\ncoaches = 1\nalso = ['a']", "s:2:11: coaches: expected a number of at least 2, not 1"),
        (b"name = 'x'\nalso = ['a', '']", "s:2:14: also 2: this must not be empty"),
        (b"name = \n", "s:1:8: the value of 'name' is missing"),
        (b"\xff\xfe", "s:1:1: the text is UTF-16; save it as UTF-8"),
        ("name = 'x'".encode("utf-16-le"), "s:1:1: the text is UTF-16; save it as UTF-8"),
        (b"name = 'x'\nplace = 'Caf\xe9'", "s:2:13: the byte 0xe9 is not UTF-8; save the file as UTF-8 text"),
        (b"extends = 'naf-2019'\n", "s:1:1: this is a ruleset, not a season; name it with check --ruleset"),
        (DICE.replace(b"4 = ", b"7 = "), "s:6:9: dice.table: no dungeon for a roll of 4"),
        (DICE.replace(b"2D3", b"2D2"), "s:6:51: dice.table.5: 2D2 cannot show 5"),
        (DICE.replace(b"2D3", b"two"), "s:5:8: dice.roll: dice are written as"),
    ],
)
def test_a_wrong_season_file_gives_one_clear_line(data, message):
    """The file and the key or line at fault are named."""
    with pytest.raises(ReadError, match=message) as caught:
        parse_season(data, "s")
    assert "\n" not in str(caught.value)


def test_a_missing_folder_or_huge_season_file_is_said(tmp_path):
    """A file that is not there, is a folder, or is far too large, is refused by name."""
    with pytest.raises(ReadError, match="there is no such file"):
        read_season(tmp_path / "none.toml")
    with pytest.raises(ReadError, match="this is a folder"):
        read_season(tmp_path)
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * (MAX_TOML_BYTES + 1))
    with pytest.raises(ReadError, match="larger than"):
        read_season(big)
    (tmp_path / "season.toml").write_bytes(ROUNDS)
    assert read_season(tmp_path / "season.toml").name == "Two rounds"


EVENT = b"""
name = "Two days"
date = 2027-03-13
coaches = 4
rounds = [
  { name = "One", layout = ["a", "b"], starts = "9:30", ends = "11:30" },
  { name = "Two", layout = "c", starts = 12:30:00, ends = "14:30" },
  { name = "Three", layout = "a", date = "2027-03-14", starts = "10:00" },
  { name = "Four", layout = "b" },
]
schedule = [
  { name = "Prizes", date = "2027-03-14", starts = "16:00" },
  { name = "Lunch", starts = "11:30", ends = "12:30" },
  { name = "Doors", starts = "09:00" },
  { name = "Any time" },
]
"""


def test_the_schedule_is_in_order_of_time():
    """Rounds and all else are sorted by day and time; a round without either follows the one before it."""
    found = list_schedule(parse_season(EVENT, "s"))
    assert [each.slot.name for each in found] == [
        "Doors", "One", "Lunch", "Two", "Any time", "Three", "Four", "Prizes",
    ]  # fmt: skip
    assert [(each.day.day, each.round_number) for each in found if each.round_number] == [
        (13, 1),
        (13, 2),
        (14, 3),
        (14, 4),
    ]
    assert [format_span(each.slot) for each in found][1:4] == ["09:30–11:30", "11:30–12:30", "12:30–14:30"]
    assert [format_day(day) for day in list_days(parse_season(EVENT, "s"))] == [
        "Saturday 13 March 2027",
        "Sunday 14 March 2027",
    ]


def test_rounds_without_times_keep_their_order():
    """A league that says no times has its rounds as it wrote them."""
    assert [each.round_number for each in list_schedule(parse_season(ROUNDS, "s"))] == [1, 2]


def test_a_round_may_have_a_dungeon_for_each_table():
    """Every dungeon of every table is one of the season's, and errors name the key that names it first."""
    season = parse_season(EVENT, "s")
    assert season.layouts == ("a", "b", "c")
    assert season.key_path_by_layout == {
        "a": ("rounds", 0, "layout", 0),
        "b": ("rounds", 0, "layout", 1),
        "c": ("rounds", 1, "layout"),
    }


def test_dice_may_choose_in_rounds_with_times():
    """A round without a dungeon is played in what the dice say."""
    assert parse_season(b"rounds = [{ name = 'One', starts = '10:00' }]\n" + DICE, "s").rounds[0].layouts == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2027-03-13", '"13.3.2027"', 's:3:8: date: a day is written as "2027-03-13"'),
        ("2027-03-13", '"2027-02-30"', "s:3:8: date: the calendar has no 2027-02-30; a day is written as 2027-03-13"),
        ('"9:30"', '"25:00"', 's:6:49: round 1, starts: a time is written as "09:30"'),
        ('"9:30"', '"half past"', 's:6:49: round 1, starts: a time is written as "09:30"'),
        ("12:30:00", "12:30", 'a time stands in quotes: starts = "12:30"'),
        (
            '"11:30" },\n  { name = "Two"',
            '"9:00" },\n  { name = "Two"',
            "s:6:64: round 1, ends: it ends at 9:00, but starts at",
        ),
        (
            'starts = "9:30", ',
            "",
            's:6:47: round 1, ends: it ends at 11:30, but does not say when it starts; add starts = "',
        ),
        ("12:30:00", '"11:00"', "s:7:42: round 2, starts: it starts at 11:00, before One is over at 11:30; correct"),
        (
            '"2027-03-14", starts = "10',
            '"2027-03-12", starts = "10',
            "s:8:42: round 3, date: 2027-03-12 is before 2027-03-13",
        ),
        (
            '["a", "b"]',
            '["a", "b", "c"]',
            "s:6:28: round 1, layout: it names 3 dungeons, but there is room at 2 tables",
        ),
        ('{ name = "Lunch",', '{ nmae = "Lunch",', "s:13:5: schedule 2: unknown key 'nmae' (did you mean name?)"),
        ('starts = "16:00"', 'starts = "16:00", ends = "15:00"', "s:12:68: schedule 1, ends: it ends at 15:00, but"),
    ],
)
def test_wrong_days_and_times_give_one_clear_line(old, new, message):
    """The file, the key and what to do about it are named."""
    with pytest.raises(ReadError) as caught:
        parse_season(EVENT.decode().replace(old, new, 1).encode(), "s")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)

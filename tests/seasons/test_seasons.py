"""Seasons: rounds, dice, and what is wrong with a season file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.errors import ReadError, UsageError
from dungeon_designer.seasons.model import roll
from dungeon_designer.seasons.reader import LARGEST, parse_season, read_season

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
    rolled = roll(parse_season(DICE, "s"), [1, 3])
    assert (rolled.dice, rolled.total, rolled.layout) == ((1, 3), 4, "four")


@given(st.integers())
def test_the_same_seed_throws_the_same(seed):
    """A seed decides the roll, and every roll is one the dice can show."""
    season = parse_season(DICE, "s")
    rolled = roll(season, seed=seed)
    assert rolled == roll(season, seed=seed)
    assert len(rolled.dice) == 2
    assert all(1 <= value <= 3 for value in rolled.dice)


def test_every_sum_can_be_rolled():
    """Over many seeds each layout of the table comes up."""
    season = parse_season(DICE, "s")
    assert {roll(season, seed=seed).total for seed in range(200)} == set(range(2, 7))


@pytest.mark.parametrize("dice", [[1], [1, 4], [0, 3], [1, 2, 3]])
def test_dice_that_are_not_the_seasons_are_refused(dice):
    """Too few, too many, or a number no die shows: one line says which dice are wanted."""
    with pytest.raises(UsageError, match="2 numbers from 1 to 3"):
        roll(parse_season(DICE, "s"), dice)


def test_a_season_of_rounds_cannot_be_rolled():
    """Rounds have no dice."""
    with pytest.raises(UsageError, match="no dice table"):
        roll(parse_season(ROUNDS, "s"), [1, 1])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"name = 1", "s:name: Expected"),
        (b"", "s: Object missing required field name"),
        (b"name = 'x'", "names no layout"),
        (b"name = 'x'\nround = []", "s:round: a season file has no such key .did you mean rounds"),
        (b"name = 'x'\nrounds = [{name = 'a'}]", r"s:rounds\[0\]: Object missing required field layout"),
        (b"name = 'x'\nalso = ['']", r"s:also\[0\]: Expected str of length >= 1"),
        (b"name = \n", "s: not TOML: .*line 1"),
        (b"\xff\xfe", "s: not UTF-8"),
        (DICE.replace(b"4 = ", b"7 = "), "s:dice.table: no layout for a roll of 4"),
        (DICE.replace(b"2D3", b"2D2"), "s:dice.table.5: 2D2 cannot show 5"),
        (DICE.replace(b"2D3", b"two"), "s:dice.roll: Expected"),
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
    big.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(ReadError, match="larger than"):
        read_season(big)
    (tmp_path / "season.toml").write_bytes(ROUNDS)
    assert read_season(tmp_path / "season.toml").name == "Two rounds"

"""A whole event as a pack: what coaches read of when, where and what, and what is said of a season that is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeon_designer.playtest.series import PortionPlayer
from tests.exports import pages
from tests.hostile import readers
from tests.playtest.once import play_once

from .conftest import Call

HALL = "name: {name}\nnotes: |\n  Bring:\n  - dice\n  - pens\nruleset: cup.toml\nmap: |\n  {row}\n"
CUP = """\
name = "Spring Cup"
ruleset = "cup.toml"
date = 2027-03-13
place = "The Black Swan"
coaches = 8
pairings = "By lot, then by *points*."
scoring = [{ result = "Win", points = 3 }, { result = "Late roster", points = -1 }]
tie_breaks = ["Touchdowns | scored", "A die"]
schedule = [{ name = "Lunch", starts = "12:00", ends = "13:00", notes = "Soup and bread." }]
rounds = [
  { name = "First", starts = "9:30", ends = "11:30", layout = ["one.dungeon.yaml", "two.dungeon.yaml"] },
  { name = "Second", starts = "13:00", layout = "two.dungeon.yaml" },
  { name = "Final", date = "2027-03-14", starts = "10:00", layout = "one.dungeon.yaml" },
]
also = ["spare.dungeon.yaml"]
"""


@pytest.fixture
def cup(table: Path) -> Path:
    """The cup's season in a folder of its own, with three halls."""
    folder = table / "spring"
    folder.mkdir()
    (table / "cup.toml").rename(folder / "cup.toml")
    for name, row in (("one", "<<.C.1.>>"), ("two", "<<..C..1..>>"), ("spare", "<<.C..1.>>")):
        (folder / f"{name}.dungeon.yaml").write_text(HALL.format(name=name.title(), row=row))
    (folder / "season.toml").write_text(CUP)
    return folder


def draw_alike(cup: Path) -> None:
    """Draw all halls like the first, so that the games of all are those of one."""
    for name in ("two", "spare"):
        (cup / f"{name}.dungeon.yaml").write_text(HALL.format(name=name.title(), row="<<.C.1.>>"))


def make_pack(call: Call, folder: Path, *more: str) -> str:
    """Return the season as Markdown."""
    assert call("pack", "spring/season.toml", "-o", "out.md", *more).status == 0
    return (folder.parent / "out.md").read_text()


def test_coaches_read_when_where_and_what(call: Call, cup: Path) -> None:
    """Days with their times in order, the place, how many play, the dungeon of each round and of each table."""
    text = make_pack(call, cup)
    for said in (
        "Saturday 13 March 2027 to Sunday 14 March 2027",
        "The Black Swan",
        "8 coaches · 4 tables · 3 rounds",
        "## Saturday 13 March 2027",
        "| 09:30–11:30 | First | 2 dungeons, by table |  |",
        "| 12:00–13:00 | Lunch |  | Soup and bread. |",
        "| 13:00 | Second | Two |  |",
        "## Sunday 14 March 2027",
        "| 10:00 | Final | One |",
        "## Dungeons in no round\n\n| dungeon |\n|---|\n| Spare |",
        "*First, tables 1 and 3, Saturday 09:30; Final, Sunday 10:00 · The Cup*",
    ):
        assert said in text
    order = [text.index(word) for word in ("| First |", "| Lunch |", "| Second |", "| Final |", "## One")]
    assert order == sorted(order)


def test_every_table_has_its_dungeon(call: Call, cup: Path) -> None:
    """A table says which dungeon lies where in a round of several; the list begins again for more tables."""
    text = make_pack(call, cup)
    assert "| table | dungeon |" in text
    rows = re.findall(r"^\| (\d) \| (\w+) \|$", text, re.MULTILINE)
    assert rows == [("1", "One"), ("2", "Two"), ("3", "One"), ("4", "Two")]


def test_points_ties_and_pairings_are_told(call: Call, cup: Path) -> None:
    """The pack says what a result is worth, what decides ties, in order, and who meets whom."""
    text = make_pack(call, cup)
    assert "## Points\n\n| for | points |\n|---|---|\n| Win | 3 |\n| Late roster | \\-1 |" in text
    assert "1. Touchdowns \\| scored\n2. A die" in text
    assert "By lot, then by *points*." in text


def test_the_stock_is_for_all_tables_at_once(call: Call, cup: Path) -> None:
    """Four tables of one chest each take four chests; without coaches one dungeon at a time is enough."""
    text = make_pack(call, cup, "--organiser")
    enough = "This is enough for all 4 tables in every round: each table has its own kit of pieces."
    assert f"{enough}\n\n- 4 × chest with a ball" in text
    (cup / "season.toml").write_text(CUP.replace("coaches = 8\n", ""))
    assert "enough for one dungeon at a time.\n\n- 1 × chest with a ball" in make_pack(call, cup, "--organiser")


def test_each_dungeon_says_how_it_is_set_up(call: Call, cup: Path) -> None:
    """The pack says what is placed as on the map, and what the coaches place in the edition's order."""
    text = make_pack(call, cup)
    assert "### Setting up\n\n1. Build the floor" in text
    assert "2. Place the 1 chest where the map shows it, face down and shuffled: 1 hides a ball." in text
    bare = HALL.format(name="One", row="<<.....>>").replace("cup.toml", "naf-2019")
    (cup / "one.dungeon.yaml").write_text(bare)
    (cup / "cup.toml").write_text('id = "cup"\nname = "The Cup"\nextends = "naf-2019"\n')
    call("pack", "spring/season.toml", "-o", "out.md")
    assert (
        "2. The coaches roll off; the highest roll wins.\n"
        "3. The coaches place 6 chests in turns; the winner of the roll-off begins.\n"
        "4. The coaches place 6 portals in turns; the winner of the roll-off begins.\n"
        "5. Each team sets up 6 players in its end zone.\n"
    ) in (cup.parent / "out.md").read_text()


@pytest.mark.parametrize("ending", [".md", ".pdf"])
def test_an_event_has_the_same_bytes(call: Call, cup: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same season and seed give the same document; `playtest` has a test that they give the same games."""
    monkeypatch.setattr(PortionPlayer, "play_portion", play_once)
    season = 'name = "Spring Cup"\nruleset = "cup.toml"\nrounds = [{ name = "First", layout = "one.dungeon.yaml" }]\n'
    (cup / "season.toml").write_text(season)
    made = []
    for name in ("a", "b"):
        more = ["--playtest", "--games", "40", "--seed", "1"]
        assert call("pack", "spring", "-o", f"{name}{ending}", *more).status == 0
        made.append((cup.parent / f"{name}{ending}").read_bytes())
    assert made[0] == made[1]


def test_a_pack_says_how_its_dungeons_play_when_asked(call: Call, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With --playtest: the wins with their interval, turns, chests and whom it suits; without it nothing of that."""
    monkeypatch.setattr(PortionPlayer, "play_portion", play_once)
    draw_alike(cup)
    assert "How it plays" not in make_pack(call, cup)
    text = make_pack(call, cup, "--playtest", "--games", "40")
    assert text.count("### How it plays") == 3
    for said in (
        "home wins",
        "turns to the first touchdown",
        "chest with the ball",
        "Found by 40 matches of each style, seed 1",
    ):
        assert text.count(said) >= 3
    assert call("pack", "spring", "-o", "out.pdf", "--playtest", "--games", "40").status == 0
    file = cup.parent / "out.pdf"
    told = [pages.text(file, number) for number in range(1, pages.count_pages(file) + 1)]
    plays = [text for text in told if "how it plays" in text]
    assert len(plays) == 3
    assert all("Steps onto each square a match" in text and "Falls on each square a match" in text for text in plays)


def test_games_are_played_only_when_asked(call: Call, cup: Path) -> None:
    """--games alone is a call that makes no sense: one line says what to add."""
    called = call("pack", "spring", "-o", "out.md", "--games", "8")
    assert called.status == 2
    assert called.complaint.endswith("--games says how many matches --playtest plays: add --playtest")


def test_a_dungeon_no_match_can_be_played_on_is_told_of(call: Call, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack is written without that page, and one line says of which dungeon and why."""
    monkeypatch.setattr(PortionPlayer, "play_portion", play_once)
    draw_alike(cup)
    (cup / "spare.dungeon.yaml").write_text(HALL.format(name="Spare", row="..C..1."))
    called = call("pack", "spring", "-o", "out.md", "--playtest", "--games", "40")
    assert called.status in (0, 1)
    assert "spring/spare.dungeon.yaml: " in called.err
    assert (cup.parent / "out.md").read_text().count("### How it plays") == 2


def test_the_index_of_pages_tells_the_same(call: Call, cup: Path) -> None:
    """The folder of pages begins with facts, days, tables and points; lists of notes are lists there."""
    assert call("pack", "spring", "-o", "pages/").status == 0
    data = (cup.parent / "pages" / "index.html").read_bytes()
    told = readers.index(data).text
    for said in (
        "Saturday 13 March 2027",
        "The Black Swan",
        "Lunch",
        "Late roster",
        "A die",
        "By lot, then by points.",
    ):
        assert said in told
    assert "<ul><li>" in (cup.parent / "pages" / "one.html").read_text().replace("\n", "")


@pytest.mark.parametrize("command", [["check"], ["pack", "-o", "out.md"], ["stock"], ["analyse"]])
def test_an_unknown_dungeon_in_a_round_names_file_key_and_remedy(call: Call, cup: Path, command: list[str]) -> None:
    """Whichever command reads the season: one line with the season, the place, the key, and the file likely meant."""
    (cup / "season.toml").write_text(CUP.replace('"two.dungeon.yaml"] }', '"tow.dungeon.yaml"] }'))
    called = call(*command, "spring/season.toml")
    assert called.status == 2
    (line,) = [line for line in called.err.splitlines() if "tow." in line]
    assert re.search(r"spring/season\.toml:\d+:\d+: round 1, layout 2: there is no file 'tow\.dungeon\.yaml'", line)
    assert "did you mean two.dungeon.yaml?" in line


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("2027-03-13", '"2027-02-30"', ": date: the calendar has no 2027-02-30"),
        ('"9:30"', '"24:10"', ': round 1, starts: a time is written as "09:30"'),
        ('"9:30"', "9:30", 'a time stands in quotes: starts = "9:30"'),
        ('"13:00", layout', '"11:00", layout', "round 2, starts: it starts at 11:00, before First is over at 11:30"),
        ("coaches = 8", "coaches = 2", "round 1, layout: it names 2 dungeons, but there is room at 1 table"),
    ],
)
def test_wrong_days_and_times_are_one_line(call: Call, cup: Path, old: str, new: str, told: str) -> None:
    """A wrong day or time writes nothing and gives a line with season, key and right form."""
    (cup / "season.toml").write_text(CUP.replace(old, new, 1))
    called = call("pack", "spring", "-o", "out.md")
    assert called.status == 2
    assert told in called.complaint
    assert not (cup.parent / "out.md").exists()


@pytest.mark.parametrize("output", [[], ["-o", "maps.png"], ["-o", "maps.pdf", "--paper", "A5"]])
def test_a_season_true_to_scale_is_refused_with_calls_that_work(call: Call, cup: Path, output: list[str]) -> None:
    """`render season.toml --square` without a folder names two calls; each of them, as it stands, writes sheets."""
    called = call("render", "spring/season.toml", "--square", "29mm", *output)
    assert (called.status, called.out) == (2, "")
    if not output:
        assert "a FOLDER/ (with --to pdf and --square, in sheets true to scale)" in called.complaint
        return
    calls = re.findall(r"dungeon-designer (.*?-o )(FOLDER/|FILE\.pdf)", called.complaint)
    assert [arguments.split()[0] for arguments, _ in calls] == ["render", "pack"]
    for arguments, target in calls:
        assert call(*arguments.split(), target).status == 0
    assert "squares of 29 mm" in pages.text(cup.parent / "FOLDER" / "two.pdf", 1)


def test_each_set_of_a_map_says_its_table(call: Call, cup: Path) -> None:
    """The second set of a dungeon's sheets in a printed pack names its own table, not the number of sets."""
    season = (cup / "season.toml").read_text()
    (cup / "season.toml").write_text(season[: season.index("rounds")] + ROUNDS)
    assert call("pack", "spring/season.toml", "-o", "out.pdf", "--organiser", "--square", "29mm").status == 0
    file = cup.parent / "out.pdf"
    words = "\n".join(pages.text(file, number) for number in range(1, pages.count_pages(file) + 1))
    labels = re.findall(r"^ +((?:One|Two|Spare), tables? [\d and]+)$", words, re.MULTILINE)
    assert list(dict.fromkeys(labels)) == ["One, table 1", "One, tables 3 and 4", "Two, table 2", "Two, tables 3 and 4"]
    assert not re.search(r"table \d of \d", words)


ROUNDS = """\
rounds = [
  { name = "First", layout = ["one.dungeon.yaml", "two.dungeon.yaml"] },
  { name = "Second", layout = ["one.dungeon.yaml", "two.dungeon.yaml", "two.dungeon.yaml", "one.dungeon.yaml"] },
]
also = ["spare.dungeon.yaml"]
"""

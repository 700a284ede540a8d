"""A game that is watched is the one that was counted, and its page says what happened."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.cli.main import run_program
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.report import build_plan, play_plan
from dungeon_designer.playtest.results import GAMES_PER_ROUND
from dungeon_designer.playtest.series import Portion, PortionPlayer, locate_game
from dungeon_designer.replay import recording
from dungeon_designer.replay.recording import RecordedGame, record_game
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests.playtest.games import HALL
from tests.playtest.golden import DUNGEONS, EXAMPLES
from tests.soak import count, sample, soak
from tests.web.browser import CHROMIUM, browser
from tests.web.test_measuring import NODE, needs_node

TEAMS = ("balanced", "agile")


def watch_game(edition: str, place: int) -> tuple[RecordedGame, tuple[int, ...]]:
    """Return a game of an edition's dungeon as it is watched, and as its series counts it."""
    ruleset = load_unchecked_ruleset(edition)
    ready = build_arena(Dungeon.load(EXAMPLES / f"{DUNGEONS[edition]}.dungeon.yaml").board, ruleset)
    plan = build_plan(TEAMS, 48)
    pairing, round_, _ = locate_game(plan, 13 + place)
    row = PortionPlayer(ready, plan).play_portion(Portion(pairing, round_, 1)).results[place]
    return record_game(ready, plan, 13 + place), tuple(map(int, row))


@soak
@pytest.mark.parametrize("edition", sample(DUNGEONS, 3))
def test_the_game_watched_is_the_game_counted(edition: str) -> None:
    """All figures of a watched game are those the series counts, and every die says what it is for."""
    at = list(DUNGEONS).index(edition)
    for place in range(4)[:: count(4, 1)]:
        game, row = watch_game(edition, (place + at) % GAMES_PER_ROUND)
        assert game.result == row
        assert not [words for _, _, words, _ in game.events if words.startswith(("Dice", ": "))]
        assert game.events[0][0] == "turn"
        assert game.events[-1][0] == "end"


def test_everything_that_is_watched_is_there() -> None:
    """Each function that is watched by its name is one of the games'."""
    package = "dungeon_designer.playtest."
    names = {name for key, module in sys.modules.items() if key.startswith(package) for name in vars(module)}
    assert names >= recording.WATCHED_FUNCTIONS


def test_afterwards_games_are_played_as_before() -> None:
    """Once the game is recorded no function is watched any more, even where it broke off."""
    before = recording.find_square, vars(sys.modules["dungeon_designer.playtest.match"])["play_turn"]
    with pytest.raises(ZeroDivisionError), recording._GameWatcher(load_hall(), ("", ""), 0).watch_functions():
        raise ZeroDivisionError
    assert before == (recording.find_square, vars(sys.modules["dungeon_designer.playtest.match"])["play_turn"])


def load_hall() -> Any:
    """Return a small dungeon, made ready."""
    dungeon = Dungeon.parse(HALL.format(ruleset="naf-2019"))
    return build_arena(dungeon.board, dungeon.ruleset())


def test_the_odd_games_are_what_they_are_said_to_be(tmp_path: Path) -> None:
    """A game that is named as odd is odd by just as much when it is played by its number alone."""
    file, out = tmp_path / "hall.dungeon.yaml", tmp_path / "found.json"
    file.write_text(HALL.format(ruleset="naf-2019"))
    assert (
        run_program(
            [
                "playtest",
                str(file),
                "--games",
                "24",
                "--teams",
                ",".join(TEAMS),
                "--coaches",
                "balanced",
                "--format",
                "json",
                "-o",
                str(out),
            ]
        )
        == 0
    )
    odd = {each["what"]: each for each in json.loads(out.read_text())["playtests"][0]["odd"]}
    plan = build_plan(TEAMS, 24, coaches=("balanced",))
    of = {what: record_game(load_hall(), plan, each["number"]).result for what, each in odd.items()}
    rows = play_plan(load_hall(), plan).select_rows()
    for what, column in (("longest, turns", recording.LAST_TURN), ("most chests opened", match.CHESTS_OPENED)):
        assert odd[what]["count"] == of[what][column] == rows[:, column].max()


def test_games_are_numbered_round_by_round() -> None:
    """Numbers go through all pairings of a round of four; one beyond the series is an error that names its end."""
    plan = build_plan(TEAMS, 48)
    assert [locate_game(plan, number) for number in (1, 4, 5, 13)] == [(0, 0, 0), (0, 0, 3), (1, 0, 0), (0, 1, 0)]
    with pytest.raises(PlaytestError, match="there is no match 49: the series has matches 1 to 48"):
        locate_game(plan, 49)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a game, written as the command line writes it."""
    folder = tmp_path_factory.mktemp("replay")
    (folder / "hall.dungeon.yaml").write_text("name: The </script> Hall\n" + HALL.format(ruleset="gw-2021"))
    call = [
        "playtest",
        str(folder / "hall.dungeon.yaml"),
        "--teams",
        "agile",
        "--replay",
        "3",
        "-o",
        str(folder / "match.html"),
    ]
    assert run_program(call) == 0
    return folder / "match.html"


@needs_node
def test_the_page_is_one_file_with_a_sound_script(page: Path, tmp_path: Path) -> None:
    """The page forbids itself everything but its own style and script, which is JavaScript and says why of a move."""
    text = page.read_text()
    assert text.count("</script>") == 2
    assert "default-src 'none'; style-src 'sha256-" in text
    code = text.rpartition("<script>")[2].partition("</script>")[0]
    (tmp_path / "page.js").write_text(code)
    subprocess.run([str(NODE), "--check", tmp_path / "page.js"], check=True)
    assert re.search(r"Home 1 goes for the chest at \(\d+, \d+\)", text)


@pytest.mark.skipif(CHROMIUM is None, reason="chromium, which the page is tried in, is not installed")
def test_one_watches_by_keys_on_a_phone(page: Path, tmp_path: Path) -> None:
    """At 360 pixels nothing hangs over; keys step, turn and play; every player of the last event is where it says."""
    with browser(tmp_path) as driver:
        driver.begin(360, 740, True)
        driver.open(page.as_uri())
        assert driver.ask("document.documentElement.scrollWidth") == 360
        driver.press("ArrowRight")
        assert driver.ask("replayPage.at") == 1
        driver.press("PageDown")
        assert driver.ask("replayPage.at === replayPage.turns[1]")
        driver.press(" ", 32, " ")
        driver.until("replayPage.at > replayPage.turns[1]")
        driver.press("End")
        assert driver.ask("replayPage.at === replayPage.rows.length - 1 && !replayPage.timer")
        assert driver.ask("document.querySelector('.log').lastChild.className") == "end"
        assert driver.complaints == []
        assert driver.requests == [page.as_uri()]


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (("--replay", "3"), "--replay: say with -o where the page goes"),
        (
            ("--replay", "49", "--games", "48", "-o", "match.html"),
            "there is no match 49: the series has matches 1 to 40",
        ),
    ],
)
def test_a_game_that_cannot_be_shown_is_told_in_a_line(
    options: tuple[str, ...],
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Without a file to write to, or beyond the series, nothing is written and a line says why."""
    monkeypatch.chdir(tmp_path)
    Path("hall.dungeon.yaml").write_text(HALL.format(ruleset="naf-2019"))
    assert run_program(["playtest", "hall.dungeon.yaml", *options]) == 2
    assert fault in capfd.readouterr().err
    assert not Path("match.html").exists()

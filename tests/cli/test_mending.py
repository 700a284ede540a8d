"""`playtest --mend`: what it says, what it writes, and how it ends, by games that a formula decides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer.cli import mending as command
from dungeon_designer.generator import fairness_fixes
from dungeon_designer.generator.match_decisions import SELDOM_DECIDED, DecidedGames
from tests.generator.test_mending import Formula

from .conftest import Call

HALL = """\
# a remark
name: The Hall
ruleset: naf-2019
map: |
  <<....C..........>>
  <<..C......C.....>>
  <<.....1..2..C...>>
  <<...............>>
"""


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Formula:
    """A hall that favours home, in a folder of its own, and who plays on it."""
    workers = Formula()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fairness_fixes, "FIRST_RACE_SIZE", 12)
    monkeypatch.setattr(command, "open_workers", lambda *asked: workers)
    Path("hall.dungeon.yaml").write_text(HALL)
    return workers


def test_moves_are_told_and_the_best_is_written(call: Call, hall: Formula) -> None:
    """A line for the dungeon, one for each answer, one for the reason; the sketch keeps its remark."""
    called = call("playtest", "hall.dungeon.yaml", "--mend", "-o", "fair.dungeon.yaml", "--teams", "balanced")
    first, *answers, reason = called.out.splitlines()
    assert called.status == 0
    assert first.startswith("The Hall: home wins 6")
    assert answers[0].startswith("1. ")
    assert " % (" in answers[0]
    assert answers[0].endswith(" bold")
    assert reason.startswith("because: without portal 1 at (7, 2) it is ")
    assert "; answer 1 moves " in reason
    assert Path("fair.dungeon.yaml").read_text().startswith("# a remark\n")
    assert dd.load("fair.dungeon.yaml").layout != dd.load("hall.dungeon.yaml").layout


def test_it_is_said_whether_games_are_decided(call: Call, hall: Formula, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line says that how often matches are decided was not checked, or how often they are at least."""
    asked = ("playtest", "hall.dungeon.yaml", "--mend", "--teams", "balanced")
    assert "\nnot checked: how often matches are decided (matches need numba" in call(*asked).out
    monkeypatch.setattr(fairness_fixes, "can_play", lambda: True)
    monkeypatch.setattr(fairness_fixes, "measure_decided_share", lambda *given: DecidedGames(0.8, 80))
    assert "% of the matches on each of these are decided\n" in call(*asked).out
    monkeypatch.setattr(fairness_fixes, "measure_decided_share", lambda *given: SELDOM_DECIDED)
    called = call(*asked)
    assert called.status == 1
    assert re.search(
        r"no move was found that makes it fairer and leaves at least \d\d % of the matches decided\n", called.out
    )


def test_stopped_it_tells_what_is_known(call: Call, hall: Formula) -> None:
    """Ctrl+C: the dungeon as it is, the status of who was stopped, nothing written."""
    hall._until = 30
    called = call("playtest", "hall.dungeon.yaml", "--mend", "-o", "fair.dungeon.yaml", "--teams", "balanced")
    assert called.status == 130
    assert called.out.startswith("The Hall: home wins ")
    assert not Path("fair.dungeon.yaml").exists()


def test_gains_by_chance_are_nothing_to_fix(call: Call, hall: Formula, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where before and after overlap in all styles, no move is printed or written."""
    monkeypatch.setattr(fairness_fixes, "is_clearly_different", lambda shares, other_shares: False)
    called = call("playtest", "hall.dungeon.yaml", "--mend", "-o", "fair.dungeon.yaml", "--teams", "balanced")
    assert "nothing to fix: " in called.out
    assert "1. " not in called.out
    assert not Path("fair.dungeon.yaml").exists()


def test_without_a_move_the_status_is_1(call: Call, hall: Formula) -> None:
    """A dungeon whose floor is all locked has no move left, and nothing is written."""
    called = call("playtest", "hall.dungeon.yaml", "--mend", "--lock", LOCKED, "-o", "fair.dungeon.yaml")
    assert called.status == 1
    assert "no move was found" in called.out
    assert "fair.dungeon.yaml was not written" in called.err


LOCKED = ",".join(section.id for section in dd.Dungeon.parse(HALL).layout.sections)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--lock", "A"), "--lock is for --mend"),
        (("--mend", "--lock", "nowhere"), "--lock: there is no section nowhere"),
        (("--mend", "--format", "json"), "--mend needs one dungeon"),
        (("--mend", "hall.dungeon.yaml", "--precision", "2%"), "--mend needs one dungeon"),
        (("--mend", "--coaches", "bold"), "--mend needs one dungeon"),
        (("--mend", "-o", "hall.dungeon.yaml"), "this file is also read"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(call: Call, hall: Formula, options: tuple[str, ...], complaint: str) -> None:
    """Before anything is played."""
    called = call("playtest", "hall.dungeon.yaml", *options)
    assert (called.status, called.out, hall.asked) == (2, "", 0)
    assert complaint in called.complaint

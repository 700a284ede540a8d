"""`vary --evolve`: a dungeon that changes from round to round."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator import evolution
from dungeon_designer.generator.evolution import (
    MAX_CHANGED_SECTIONS,
    MAX_CHANGED_SHARE,
    generate_rounds,
    is_within_limits,
    measure_changed_floor,
)
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.variations import build_appearance_key
from dungeon_designer.seasons.season_file import read_season
from tests.soak import FULL, count, soak

from .conftest import Call

EXAMPLES = Path(__file__).parents[2] / "examples"
GAOL = "generated/naf-2019/the-yawning-gaol"
ROW = "ABCDEFGHIJ"


def list_rounds(name: str, rounds: int, seed: int = 1) -> list[Dungeon]:
    """Return a dungeon, round by round."""
    first = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml")
    made = generate_rounds(first.layout, first.ruleset(), first.library, VaryOptions(seed=seed))
    return [
        first,
        *(Dungeon(each.layout, tiles=first.library) for each, _ in zip(made, range(rounds - 1), strict=False)),
    ]


@soak
@pytest.mark.parametrize("name", [GAOL, "naf-2019/the-four-winds"][: count(1, 2)])
@pytest.mark.parametrize("seed", range(count(1, 10)))
def test_every_round_is_legal_and_near_the_one_before(name: str, seed: int) -> None:
    """No rule finds anything in a round, no two rounds look alike, and no more sections change than may."""
    rounds = list_rounds(name, count(3, 6), seed)
    assert len(rounds) == count(3, 6)
    assert all(each.check(rounds[0].ruleset()).legal for each in rounds)
    assert len({hash(build_appearance_key(each.board)) for each in rounds}) == len(rounds)
    for before, after in pairwise(rounds):
        sections, squares = measure_changed_floor(before.layout, after.layout, before.library)
        assert sections <= MAX_CHANGED_SECTIONS or squares <= MAX_CHANGED_SHARE * len(before.board)


def make_row(moved: int) -> Dungeon:
    """Return ten rooms of three squares in a row, of which the last few lie one square lower."""
    listed = "".join(
        f"\n  - {{id: {name}, at: [{4 * at}, {int(at >= 10 - moved)}], rows: [...]}}" for at, name in enumerate(ROW)
    )
    return Dungeon.parse(f"sections:{listed}\n")


def test_three_sections_or_a_tenth_of_the_floor_may_change() -> None:
    """Three rooms of ten may lie elsewhere and four may not; four may where they are a tenth of the floor."""
    still, library = make_row(0).layout, make_row(0).library
    assert [is_within_limits(still, make_row(moved).layout, library) for moved in (1, 3, 4)] == [True, True, False]
    large = "\n  - {id: L, at: [0, 10], rows: [" + ", ".join(["." * 30] * 4) + "]}"
    text = (
        "sections:"
        + large
        + "".join(f"\n  - {{id: {n}, at: [{4 * i}, %d], rows: [...]}}" for i, n in enumerate("ABCD"))
    )
    before, after = (Dungeon.parse(text % ((y,) * 4)).layout for y in (0, 1))
    assert is_within_limits(before, after, library)  # 12 of 132 squares


@soak
def test_a_folder_holds_the_rounds_their_season_and_the_list(call: Call, tmp_path: Path) -> None:
    """Round 1 is the dungeon as it was; the season names the rounds; the list and its pictures are there."""
    folder = tmp_path / "league"
    called = call("vary", str(EXAMPLES / f"{GAOL}.dungeon.yaml"), "--evolve", "--rounds", "3", "-o", str(folder))
    assert (called.status, called.out.count("\n")) == (0, 2)
    season = read_season(folder / "season.toml")
    assert [(each.name, each.layouts[0]) for each in season.rounds] == [
        (f"Round {number}", f"the-yawning-gaol-round-{number}.dungeon.yaml") for number in (1, 2, 3)
    ]
    first = Dungeon.load(folder / season.layouts[0])
    assert first.layout == Dungeon.load(EXAMPLES / f"{GAOL}.dungeon.yaml").layout
    names = [Dungeon.load(folder / each).name for each in season.layouts]
    assert names == ["The Yawning Gaol", "The Yawning Gaol, round 2", "The Yawning Gaol, round 3"]
    assert call("check", str(folder / "season.toml"))[::2] == (0, "")  # no name is there twice
    told = (folder / "changes.md").read_text()
    assert [told.count(words) for words in ("## Before round", "Lift:", "Lay:")] == [2, 2, 2]
    assert all(part in (folder / "round-3.svg").read_text() for part in ("lifted", "laid"))
    if not FULL:
        return
    again = tmp_path / "again"
    call("vary", str(EXAMPLES / f"{GAOL}.dungeon.yaml"), "--evolve", "--rounds", "3", "-o", str(again))
    assert all((again / file.name).read_bytes() == file.read_bytes() for file in folder.iterdir())


def test_what_cannot_change_is_one_line(call: Call, tmp_path: Path) -> None:
    """A dungeon that is not legal, one without a section to move, --rounds alone: one line, and no folder."""
    shutil.copy(EXAMPLES / "eagbbl" / "the-cleft.dungeon.yaml", tmp_path)
    illegal = next((EXAMPLES / "illegal").glob("*.yaml"))
    folder = tmp_path / "none"
    for arguments, status, words in (
        ([str(illegal), "--evolve"], 2, "it is not legal under"),
        ([str(tmp_path / "the-cleft.dungeon.yaml"), "--evolve"], 1, "no change of up to three sections"),
        ([str(tmp_path / "the-cleft.dungeon.yaml"), "--rounds", "3"], 2, "add --evolve"),
    ):
        called = call("vary", *arguments, "-o", str(folder))
        assert (called.status, called.err.count("\n")) == (status, 1)
        assert words in called.err
        assert not folder.exists()


def test_an_unfair_round_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no second round if no neighbour is fair."""
    monkeypatch.setattr(evolution, "has_fair_walks", lambda survey, is_symmetric: False)
    assert len(list_rounds(GAOL, 2)) == 1

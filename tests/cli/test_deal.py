"""`deal_boards` as it is called: what is written where, and what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.cli import deal as command
from dungeon_designer.cli.exits import LEGAL
from dungeon_designer.cli.output_folder import LIST_NAME
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.dealing import Deal, deal_boards

from .conftest import Call


def test_one_deal_goes_to_standard_output(call: Call) -> None:
    """The sketch alone on standard output, what it is on standard error; the same seed gives the same."""
    called = call("deal", "--seed", "3")
    assert called.status == LEGAL
    assert Dungeon.parse(called.out).check("gw-1989-basic").legal
    assert called.complaint == f"Set-Up {deal_boards(3).set_up}, seed 3: legal"
    assert call("deal", "--seed", "3").out == called.out


def test_without_a_seed_one_is_drawn(call: Call, table: Path) -> None:
    """Two deals differ; the file tells the command that deals it again."""
    first, second = (call("deal", "--bare").out for _ in range(2))
    assert first != second
    words = Dungeon.parse(first).layout.extra["made"]["command"].split()
    assert call(*words[1:], "-o", "again.dungeon.yaml").status == LEGAL
    assert (table / "again.dungeon.yaml").read_text() == first


def test_several_without_a_place_are_a_report(call: Call, table: Path) -> None:
    """Several deals without -o write nothing but how many are legal, in all and for each Set-Up."""
    before = sorted(table.rglob("*"))
    called = call("deal", "--count", "4", "--seed", "1", "--bare")
    lots = {deal_boards(seed, bare=True).set_up for seed in range(1, 5)}
    assert called.out.splitlines()[0] == "4 deals, seeds 1 to 4: 4 of 4 legal"
    assert [int(line.split()[1].rstrip(":")) for line in called.out.splitlines()[1:]] == sorted(lots)
    assert (called.status, called.err, sorted(table.rglob("*"))) == (LEGAL, "", before)


def test_several_go_into_a_folder(call: Call, table: Path) -> None:
    """Each in a file named by its seed, in one Set-Up where one is named; a file for several is refused."""
    assert call("deal", "--set-up", "2", "--count", "2", "--seed", "7", "--bare", "-o", "deals/").status == LEGAL
    files = sorted((table / "deals").iterdir())
    assert [path.name for path in files] == [LIST_NAME, "deal-7.dungeon.yaml", "deal-8.dungeon.yaml"]
    assert "Set-Up 2" in files[1].read_text()
    refused = call("deal", "--count", "2", "-o", "deals.yaml")
    assert (refused.status, "2 deals need a folder" in refused.complaint) == (2, True)
    assert not (table / "deals.yaml").exists()


def test_deals_that_are_not_legal_are_told_and_kept(call: Call, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says which rules are broken, how often, and for which seed; the status is 0."""
    good = deal_boards(1, 1, bare=True)
    bad = {2: ("tile-overlap",), 3: ("tile-overlap", "reachability")}

    def dealt(seed: int, *_: object) -> Deal:
        return Deal(good.layout, 1, seed, bad.get(seed, ()), ("dead-square",) if seed == 4 else ())

    monkeypatch.setattr(command, "deal_boards", dealt)
    called = call("deal", "--count", "4", "--seed", "1")
    assert called.status == LEGAL
    assert called.out.splitlines() == [
        "4 deals, seeds 1 to 4: 2 of 4 legal",
        "  Set-Up 1: 2 of 4 legal",
        "  error: tile-overlap, in 2 of 4, first with seed 2",
        "  error: reachability, in 1 of 4, first with seed 3",
        "  warning: dead-square, in 1 of 4, first with seed 4",
    ]
    alone = call("deal", "--seed", "2", "-o", "one.yaml")
    assert (alone.status, alone.out) == (LEGAL, "Set-Up 1, seed 2: not legal\n  error: tile-overlap\n")
    assert (table / "one.yaml").is_file()


def test_processes_deal_the_same(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report of several processes is that of one."""
    asked = ("deal", "--count", "3", "--seed", "5", "--bare", "--jobs")
    alone = call(*asked, "1")
    monkeypatch.setattr(command, "MIN_DEALS_FOR_PROCESSES", 2)
    assert call(*asked, "2") == alone

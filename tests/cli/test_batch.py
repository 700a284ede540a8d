"""Many layouts in one call."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.cli import check as batch
from dungeon_designer.cli.check import MIN_CHUNK_SIZE, are_workers_faster, examine_all
from dungeon_designer.cli.files import Source, list_sources
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.reports.report_model import Report, UnreadFile

from .conftest import ILLEGAL, LEGAL


@pytest.mark.parametrize(
    ("count", "seconds", "workers", "wanted"),
    [
        (10_000, 0.01, 1, False),
        (2 * MIN_CHUNK_SIZE - 1, 1.0, 2, False),
        (2 * MIN_CHUNK_SIZE, 1.0, 2, True),
        (200, 0.01, 2, False),
        (2000, 0.01, 2, True),
        (200, 0.01, 64, True),
    ],
)
def test_workers_are_started_only_when_they_pay(count: int, seconds: float, workers: int, wanted: bool) -> None:
    """Two hundred quick layouts are done before a worker stands; thousands, or slow ones, are worth workers."""
    assert are_workers_faster(count, seconds, workers) is wanted


def test_workers_find_the_same_in_the_same_order(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether one process or several do the work, the outcomes and their order are the same."""
    files = []
    for number in range(130):
        (table / f"{number}.dungeon.yaml").write_text(ILLEGAL if number % 7 == 0 else LEGAL)
        files.append(f"{number}.dungeon.yaml")
    named = [*list_sources(files), Source("-", LEGAL.encode()), Source("gone.dungeon.yaml")]
    question = ExamineOptions(ruleset=str(table / "cup.toml"), places=True)
    here = examine_all(Examiner(question), named, lambda count: None, cores=1)
    advanced: list[int] = []
    monkeypatch.setattr(batch, "are_workers_faster", lambda *_: True)
    there = examine_all(Examiner(question), named, advanced.append, cores=2)
    assert [count_reports(outcome) for outcome in there] == [count_reports(outcome) for outcome in here]
    assert sum(advanced) == len(named)
    assert max(advanced) >= MIN_CHUNK_SIZE


def test_a_broken_pool_is_made_good_here(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the workers die, the files they had are checked in this process."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    class Broken:
        def result(self) -> list[Report]:
            raise BrokenProcessPool

    monkeypatch.setattr(ProcessPoolExecutor, "submit", lambda *_: Broken())
    monkeypatch.setattr(batch, "are_workers_faster", lambda *_: True)
    named = [Source("legal.dungeon.yaml")] * 70
    outcomes = examine_all(Examiner(ExamineOptions(ruleset="cup.toml")), named, lambda count: None, cores=2)
    assert [count_reports(outcome)[0] for outcome in outcomes] == ["legal.dungeon.yaml"] * 70


def count_reports(outcome: Report | UnreadFile) -> tuple[str, object]:
    return outcome.file, outcome.problem if isinstance(outcome, UnreadFile) else (outcome.verdict, outcome.corner)

"""The JSON report as data: the shape that is promised to programs, and its schema."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from dungeon_designer.findings import Finding, Fix, Level, Measured
from dungeon_designer.grid import Square
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.rules.checker import StaleWaiver

VERSION = 1
"""1: the first."""


class Counts(Struct, frozen=True):
    """How many findings of each level no waiver covers, and how many one does."""

    error: int
    warning: int
    info: int
    waived: int


class FindingEntry(Struct, frozen=True):
    """One thing a rule found; the squares name where to look, what is at fault first."""

    rule: str
    level: Level
    message: str
    squares: tuple[Square, ...]
    measured: Measured
    required: Measured
    source: str
    waived: str | None
    fixes: tuple[Fix, ...]


class StaleEntry(Struct, frozen=True):
    """A waiver of the file that covers nothing any more, and why."""

    rule: str
    squares: tuple[Square, ...]
    reason: str
    why: str


class TileEntry(Struct, frozen=True):
    """A library tile a dungeon is built from: how many, how many the stock holds (null: any), how many it lacks."""

    tile: str
    count: int
    stock: int | None
    lacking: int


class ReportEntry(Struct, frozen=True):
    """What one ruleset says of one file."""

    file: str
    name: str
    ruleset: str
    legal: bool
    counts: Counts
    findings: tuple[FindingEntry, ...]
    not_asked: tuple[str, ...]
    stale_waivers: tuple[StaleEntry, ...]
    tiles: tuple[TileEntry, ...]


class ReportDocument(Struct, frozen=True):
    """Everything one call found out: one report for each file and ruleset."""

    version: int
    reports: tuple[ReportEntry, ...]


def document(results: Results) -> ReportDocument:
    """The results as data."""
    return ReportDocument(VERSION, tuple(map(report_entry, results.reports)))


def report_schema() -> dict[str, Any]:
    """The JSON Schema of the report."""
    schema = msgspec.json.schema(ReportDocument)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Dungeon Designer report, version 1"}
    return {**head, **schema}


def report_entry(report: Report) -> ReportEntry:
    """One report as data."""
    return ReportEntry(
        file=report.file.encode("utf-8", "backslashreplace").decode(),
        name=report.name,
        ruleset=report.ruleset,
        legal=report.legal,
        counts=_counts(report),
        findings=tuple(map(_finding, report.verdict.findings)),
        not_asked=report.verdict.not_asked,
        stale_waivers=tuple(map(_stale, report.verdict.stale)),
        tiles=tuple(TileEntry(n.id, n.count, n.stock, n.lacking) for n in report.tiles if n.kind == "tile"),
    )


def _counts(report: Report) -> Counts:
    error, warning, info = (report.count(level) for level in Level)
    return Counts(error, warning, info, len(report.waived))


def _finding(finding: Finding) -> FindingEntry:
    return FindingEntry(**{name: getattr(finding, name) for name in FindingEntry.__struct_fields__})


def _stale(waiver: StaleWaiver) -> StaleEntry:
    of = waiver.waiver
    return StaleEntry(of.rule, of.squares, of.reason, waiver.reason)

"""The report for programs, one JSON document in UTF-8: the shape that is promised, and its schema."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType

from dungeon_designer.findings import Fix, Level, Measured
from dungeon_designer.grid import Square
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle

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
    """What one ruleset says of one file; `notice` is there only where house rules check little."""

    file: str
    name: str
    ruleset: str
    legal: bool
    counts: Counts
    findings: tuple[FindingEntry, ...]
    not_asked: tuple[str, ...]
    stale_waivers: tuple[StaleEntry, ...]
    tiles: tuple[TileEntry, ...]
    notice: str | UnsetType = UNSET


class ReportDocument(Struct, frozen=True):
    """Everything one call found out: one report for each file and ruleset."""

    version: int
    reports: tuple[ReportEntry, ...]


def render(results: Results, style: TextStyle) -> str:
    """The document on one line."""
    document = ReportDocument(VERSION, tuple(map(report_entry, results.reports)))
    return msgspec.json.encode(document).decode() + "\n"


def report_entry(report: Report) -> ReportEntry:
    """One report as data."""
    verdict = report.verdict
    stale = ((each.waiver, each.reason) for each in verdict.stale)
    return ReportEntry(
        file=report.file.encode("utf-8", "backslashreplace").decode(),
        name=report.name,
        ruleset=report.ruleset,
        legal=report.legal,
        counts=Counts(
            error=report.count(Level.ERROR),
            warning=report.count(Level.WARNING),
            info=report.count(Level.INFO),
            waived=len(report.waived),
        ),
        findings=msgspec.convert(verdict.findings, tuple[FindingEntry, ...], from_attributes=True),
        not_asked=verdict.not_asked,
        stale_waivers=tuple(StaleEntry(of.rule, of.squares, of.reason, why) for of, why in stale),
        tiles=tuple(TileEntry(n.id, n.count, n.stock, n.lacking) for n in report.tiles if n.kind == "tile"),
        notice=report.notice or UNSET,
    )

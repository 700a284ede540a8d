"""Report a check as one JSON document in UTF-8 for programs: the promised structure, which also gives the schema."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType

from dungeon_designer.findings import Amount, Fix, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import TextStyle

VERSION = 1
"""1: the first version."""


class Counts(Struct, frozen=True):
    """How many problems of each level are not waived, and how many are waived."""

    error: int
    warning: int
    info: int
    waived: int


class FindingEntry(Struct, frozen=True):
    """One problem that a rule found; `squares` says where, the squares at fault first."""

    rule: str
    level: Level
    message: str
    squares: tuple[Square, ...]
    measured: Amount
    required: Amount
    source: str
    waived: str | None
    fixes: tuple[Fix, ...]


class StaleEntry(Struct, frozen=True):
    """A waiver of the file that covers no problem any more, its reason, and why it covers none."""

    rule: str
    squares: tuple[Square, ...]
    reason: str
    why: str


class TileEntry(Struct, frozen=True):
    """A tile of a tile set that the dungeon is built from.

    Attributes:
        tile: the id of the tile.
        count: how many the dungeon has.
        stock: how many the stock has, null for any number.
        lacking: how many the stock lacks.
    """

    tile: str
    count: int
    stock: int | None
    lacking: int


class ReportEntry(Struct, frozen=True):
    """What one ruleset says about one file.

    Attributes:
        failed: the rules that crashed, so that the dungeon cannot be judged and `legal` is false; left out if none did.
        notice: a warning of house rules that check few rules; left out otherwise.
    """

    file: str
    name: str
    ruleset: str
    legal: bool
    counts: Counts
    findings: tuple[FindingEntry, ...]
    not_asked: tuple[str, ...]
    stale_waivers: tuple[StaleEntry, ...]
    tiles: tuple[TileEntry, ...]
    failed: tuple[str, ...] | UnsetType = UNSET
    notice: str | UnsetType = UNSET


class ReportDocument(Struct, frozen=True):
    """Everything that one call found: one report for each file and ruleset."""

    version: int
    reports: tuple[ReportEntry, ...]


def render_json_report(results: Results, style: TextStyle) -> str:
    """Return the results of a check as JSON on one line."""
    document = ReportDocument(VERSION, tuple(map(build_report_entry, results.reports)))
    return msgspec.json.encode(document).decode() + "\n"


def build_report_entry(report: Report) -> ReportEntry:
    """Return one report as data for the JSON document."""
    verdict = report.verdict
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
        not_asked=verdict.unchecked_rules,
        stale_waivers=tuple(
            StaleEntry(stale.waiver.rule, stale.waiver.squares, stale.waiver.reason, stale.reason)
            for stale in verdict.stale_waivers
        ),
        tiles=tuple(
            TileEntry(need.id, need.count, need.stock, need.lacking) for need in report.tiles if need.kind == "tile"
        ),
        failed=report.failed or UNSET,
        notice=report.notice or UNSET,
    )

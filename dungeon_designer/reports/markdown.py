"""Tables for a wiki, a forum or a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import words
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import plain


def render(results: Results, style: TextStyle) -> str:
    """A table of all files when there are several, a table of findings for each, and what was not asked."""
    lines = ["# Dungeon check", "", f"{plain(words.summary(results))}.", ""]
    if len(results.reports) > 1:
        lines += [*_overview(results), ""]
    for report in results.reports:
        lines += [*_report(report), ""]
    for unread in results.unread:
        lines += [f"- not checked: {plain(unread.problem)}", ""]
    for ruleset, names in words.not_asked(results):
        if names:
            lines += [f"Not asked under {plain(ruleset)}: {', '.join(names)}.", ""]
    return "\n".join(lines)


def _overview(results: Results) -> Iterator[str]:
    yield from ("| file | ruleset | verdict | errors | warnings | notices | waived |", "|---|---|---|--:|--:|--:|--:|")
    for report in results.reports:
        counts = [str(report.count(level)) for level in Level]
        legal = "legal" if report.legal else "**not legal**"
        yield _row(plain(report.file), plain(report.ruleset), legal, *counts, str(len(report.waived)))


def _report(report: Report) -> Iterator[str]:
    name = f" ({plain(report.name)})" if report.name else ""
    yield from (f"## {plain(report.file)}{name}", "", f"**{plain(words.verdict(report))}**: {words.tally(report)}.")
    if report.verdict.findings:
        yield ""
        yield from ("| level | rule | what | squares | measured | required | source |", "|---|---|---|---|---|---|---|")
        yield from map(_finding, report.verdict.findings)
    if report.verdict.stale:
        yield ""
        yield from (f"- stale waiver of {plain(words.stale(waiver))}" for waiver in report.verdict.stale)
    if tiles := words.tiles(report):
        yield from ("", f"It is {plain(tiles)}.")


def _finding(finding: Finding) -> str:
    level = finding.level.value if finding.waived is None else f"waived {finding.level.value}"
    message = plain(finding.message)
    if finding.waived is not None:
        message += f" (waived: {plain(finding.waived)})"
    measured, required = plain(words.amount(finding.measured)), plain(words.amount(finding.required))
    squares = words.square_list(finding.squares)
    return _row(level, f"`{finding.rule}`", message, squares, measured, required, plain(finding.source))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"

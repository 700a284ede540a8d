"""Tables for a wiki, a forum or a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import words
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import as_markdown, markdown_table


def render(results: Results, style: TextStyle) -> str:
    """A table of all files when there are several, a table of findings for each, and what was not asked."""
    lines = ["# Dungeon check", "", f"{as_markdown(words.summary(results))}.", ""]
    if len(results.reports) > 1:
        lines.append("| file | ruleset | verdict | errors | warnings | notices | waived |")
        lines.append("|---|---|---|--:|--:|--:|--:|")
        for report in results.reports:
            counts = [*(report.count(level) for level in Level), len(report.waived)]
            legal = "legal" if report.legal else "**not legal**"
            cells = [as_markdown(report.file), as_markdown(report.ruleset), legal, *map(str, counts)]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    for report in results.reports:
        lines += [*_report(report), ""]
    for unread in results.unread:
        lines += [f"- not checked: {as_markdown(unread.problem)}", ""]
    for said in words.not_asked(results, style.talk):
        lines += [f"{as_markdown(said)}.", ""]
    return "\n".join(lines)


def _report(report: Report) -> Iterator[str]:
    name = f" ({as_markdown(report.name)})" if report.name else ""
    yield from (
        f"## {as_markdown(report.file)}{name}",
        "",
        f"**{as_markdown(words.verdict(report))}**: {report.verdict.tally or 'no findings'}.",
    )
    if report.notice:
        yield from ("", as_markdown(words.notice(report)))
    if report.verdict.findings:
        heads = ("level", "rule", "what", "squares", "measured", "required", "source")
        yield from ("", *markdown_table(heads, map(_cells, report.verdict.findings)))
    if report.verdict.stale:
        yield ""
        yield from (f"- stale waiver of {as_markdown(words.stale(waiver))}" for waiver in report.verdict.stale)
    if tiles := words.tiles(report):
        yield from ("", f"It is {as_markdown(tiles)}.")


def _cells(finding: Finding) -> Sequence[str]:
    level = finding.level.value if finding.waived is None else f"waived {finding.level.value}"
    message = as_markdown(finding.message)
    if finding.waived is not None:
        message += f" (waived: {as_markdown(finding.waived)})"
    measured, required = as_markdown(words.amount(finding.measured)), as_markdown(words.amount(finding.required))
    squares = words.square_list(finding.squares)
    return level, f"`{finding.rule}`", message, squares, measured, required, as_markdown(finding.source)

"""Report a check as Markdown tables for a wiki, a forum or a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import phrases
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import escape_markdown, format_markdown_table


def render_markdown_report(results: Results, style: TextStyle) -> str:
    """Return the results of a check as Markdown.

    The page has a table of the files if there are several, a table of problems for each file, and the rules that were
    not checked.
    """
    lines = ["# Dungeon check", "", f"{escape_markdown(phrases.format_summary(results))}.", ""]
    if len(results.reports) > 1:
        lines.append("| file | ruleset | verdict | errors | warnings | notices | waived |")
        lines.append("|---|---|---|--:|--:|--:|--:|")
        for report in results.reports:
            counts = [*(report.count(level) for level in Level), len(report.waived)]
            legal = "legal" if report.legal else f"**{'cannot be judged' if report.failed else 'not legal'}**"
            cells = [escape_markdown(report.file), escape_markdown(report.ruleset), legal, *map(str, counts)]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    for report in results.reports:
        lines += [*_format_report(report), ""]
    for unread in results.unread_files:
        lines += [f"- not checked: {escape_markdown(unread.problem)}", ""]
    for sentence in phrases.list_unchecked_rules(results, style.verbosity):
        lines += [f"{escape_markdown(sentence)}.", ""]
    return "\n".join(lines)


def _format_report(report: Report) -> Iterator[str]:
    """Yield the Markdown lines of one report."""
    name = f" ({escape_markdown(report.name)})" if report.name else ""
    yield from (
        f"## {escape_markdown(report.file)}{name}",
        "",
        f"**{escape_markdown(phrases.format_verdict(report))}**: {report.verdict.summary or 'no problems'}.",
    )
    if report.notice:
        yield from ("", escape_markdown(phrases.format_notice(report)))
    if report.failed:
        yield ""
        yield from (f"- `{failure.rule}`: {escape_markdown(failure.message)}" for failure in report.verdict.failures)
    if report.verdict.findings:
        heads = ("level", "rule", "what", "squares", "measured", "required", "source")
        yield from ("", *format_markdown_table(heads, map(_format_cells, report.verdict.findings)))
    if report.verdict.stale_waivers:
        yield ""
        yield from (
            f"- stale waiver of {escape_markdown(phrases.format_stale_waiver(waiver))}"
            for waiver in report.verdict.stale_waivers
        )
    if tiles := phrases.describe_tiles(report):
        yield from ("", f"It is {escape_markdown(tiles)}.")


def _format_cells(finding: Finding) -> Sequence[str]:
    """Return the cells of a problem in the table of problems."""
    level = finding.level.value if finding.waived is None else f"waived {finding.level.value}"
    message = escape_markdown(finding.message)
    if finding.waived is not None:
        message += f" (waived: {escape_markdown(finding.waived)})"
    measured = escape_markdown(phrases.format_amount(finding.measured))
    required = escape_markdown(phrases.format_amount(finding.required))
    squares = phrases.format_squares(finding.squares)
    return level, f"`{finding.rule}`", message, squares, measured, required, escape_markdown(finding.source)

"""Report a check as text: the verdict, then each problem with its clause, its measure and the map around it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from dungeon_designer.analysis.team_access import summarise_fairness
from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import phrases
from dungeon_designer.reports.excerpt import draw_excerpt
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import TextStyle, Verbosity

INDENT = "    "
"""What stands before the second and later lines of a problem."""
MAX_EXCERPTS = 25
"""The most map excerpts in one file's report; later problems name their squares."""


def render_text_report(results: Results, style: TextStyle) -> str:
    """Return the results of a check as text: every report, then a summary.

    If several rulesets were checked, a table of rulesets takes the place of the reports.
    """
    if results.has_several_rulesets:
        return format_edition_table(results, style)
    if style.brief:
        lines = [line for report in results.reports for line in _format_brief_report(report, style)]
        return "".join(f"{line}\n" for line in (*lines, phrases.format_summary(results)))
    lines = [line for report in results.reports for line in (*_format_report(report, style), "")]
    for sentence in phrases.list_unchecked_rules(results, style.verbosity):
        lines += [*_wrap_text(sentence, style, "", INDENT), ""]
    lines.append(style.apply_colour("strong", phrases.format_summary(results)))
    return "\n".join(lines) + "\n"


def _format_brief_report(report: Report, style: TextStyle) -> Iterator[str]:
    """Yield the lines of a report without maps: a headline with the verdict, then a line for each problem."""
    yield _format_headline(report, style)
    if report.notice:
        yield f"  {phrases.format_notice(report)}"
    for line in phrases.list_failures(report):
        yield f"  {line}"
    for finding in report.open:
        title = style.apply_colour(finding.level, f"{finding.level.value}[{finding.rule}]")
        source = f" ({escape_line(finding.source)})" if finding.source else ""
        yield f"  {title}: {escape_line(finding.message)}{source}"


def _format_report(report: Report, style: TextStyle) -> Iterator[str]:
    """Yield the lines of the report on one dungeon under one ruleset.

    They are a headline with the verdict, the open problems with excerpts of the map for the first ones, waived
    problems, and unless the verbosity is QUIET a summary of fairness and tiles.
    """
    yield _format_headline(report, style)
    notices = [phrases.format_notice(report)] if report.notice else []
    for line in (*notices, *phrases.list_failures(report)):
        yield from _wrap_text(line, style, "  ", INDENT)
    for number, finding in enumerate(report.open):
        yield ""
        yield from _format_finding(report, finding, style, with_map=number < MAX_EXCERPTS)
    if len(report.open) > MAX_EXCERPTS:
        yield ""
        yield style.apply_colour("faint", f"  (map excerpts for the first {MAX_EXCERPTS} findings only)")
    if report.waived or report.verdict.stale_waivers:
        yield ""
    for finding in report.waived:
        text = f"waived[{finding.rule}]: {escape_line(finding.message)} (reason: {escape_line(finding.waived or '')})"
        yield from _wrap_text(text, style, "  ", INDENT)
    for waiver in report.verdict.stale_waivers:
        yield from _wrap_text(f"stale waiver of {phrases.format_stale_waiver(waiver)}", style, "  ", INDENT)
    if style.verbosity is Verbosity.QUIET:
        return
    if fairness := summarise_fairness(report.walks or {}):
        yield from ("", *_wrap_text(f"Fairness: {fairness}.", style, "  ", INDENT))
    if tiles := phrases.describe_tiles(report):
        yield from ("", *_wrap_text(tiles[:1].upper() + tiles[1:], style, "  ", INDENT))


def _format_headline(report: Report, style: TextStyle) -> str:
    """Return the first line of a report: file, name, verdict and number of problems."""
    name = f" ({escape_line(report.name)})" if report.name else ""
    colour = "good" if report.legal else "bad"
    file = style.apply_colour("strong", escape_line(report.file))
    verdict = style.apply_colour(colour, phrases.format_verdict(report))
    return f"{file}{name}: {verdict}; {report.verdict.summary or 'no problems'}"


def _format_finding(report: Report, finding: Finding, style: TextStyle, with_map: bool) -> Iterator[str]:
    """Yield the lines of a problem: level, rule and message; clause and measure; the map; the possible fixes."""
    title = f"{finding.level.value}[{finding.rule}]"
    first_line, *later_lines = _wrap_text(f"{title}: {escape_line(finding.message)}", style, "  ", INDENT)
    yield f"  {style.apply_colour(finding.level, title)}{first_line[2 + len(title) :]}"
    yield from later_lines
    yield from _wrap_text(phrases.format_clause(finding), style, INDENT, INDENT)
    if finding.squares and with_map:
        map_excerpt = draw_excerpt(report.text_map, finding.squares, style.width - len(INDENT), style)
        yield from (f"{INDENT}{line}".rstrip() for line in map_excerpt.lines)
        if map_excerpt.squares_not_shown:
            yield from _wrap_text(
                f"and at {phrases.format_squares(map_excerpt.squares_not_shown)}", style, INDENT, INDENT
            )
    elif finding.squares:
        yield from _wrap_text(f"at {phrases.format_squares(finding.squares)}", style, INDENT, INDENT)
    for fix in finding.fixes:
        option = "--fix" if fix.safe else "--fix-all"
        yield from _wrap_text(f"can be fixed with {option}: {escape_line(fix.title)}", style, INDENT, INDENT * 2)


def _wrap_text(text: str, style: TextStyle, first: str, later: str) -> list[str]:
    return textwrap.wrap(text, style.width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


MAX_FILE_NAME = 40
"""The longest file name in the table of editions; the beginning of a longer one is cut off."""


def format_edition_table(results: Results, style: TextStyle) -> str:
    """Return a table with the verdict of every ruleset on every file, then a legend and a summary."""
    report_by_cell = {(report.file, report.ruleset): report for report in results.reports}
    names = [escape_line(file) for file in results.files]
    names = [name if len(name) <= MAX_FILE_NAME else f"…{name[1 - MAX_FILE_NAME :]}" for name in names]
    name_width = max(map(len, names))
    heads, lines = [" " * name_width, " " * name_width], [name.ljust(name_width) for name in names]
    for ruleset in results.rulesets:
        first_words, hyphen, last_word = escape_line(ruleset).rpartition("-")
        title_lines = [first_words + hyphen, last_word]  # ids are long, cells are short
        column = [report_by_cell.get((file, ruleset)) for file in results.files]
        width = max(map(len, (*title_lines, *map(_format_cell, column))))
        heads = [f"{head}  {title_line.ljust(width)}" for head, title_line in zip(heads, title_lines, strict=True)]
        for row_number, report in enumerate(column):
            colour = "bad" if report and not report.legal else "good"
            cell_text = _format_cell(report).ljust(width)
            lines[row_number] += f"  {style.apply_colour(colour, cell_text) if report else cell_text}"
    strictly = " and no warning" if any(report.strict for report in results.reports) else ""
    legend = f"e errors, w warnings, n notices; a dungeon is legal when it has no error{strictly}"
    legend += "; failed: a rule crashed, which judges nothing" if results.failed_reports else ""
    lines = [*(style.apply_colour("strong", head.rstrip()) for head in heads), *(line.rstrip() for line in lines)]
    return "\n".join([*lines, "", style.apply_colour("faint", legend), phrases.format_summary(results)]) + "\n"


def _format_cell(report: Report | None) -> str:
    """Return a verdict in a few letters for a table of rulesets: ``legal 2w`` or ``3e 1w``; ``-`` without a report.

    The letters count errors (e), warnings (w) and notices (n). The cell is ``failed`` if a rule crashed.
    """
    if report is None:
        return "-"
    if report.failed:
        return "failed"
    signs = ((Level.ERROR, "e"), (Level.WARNING, "w"), (Level.INFO, "n"))
    counts = " ".join(f"{report.count(level)}{sign}" for level, sign in signs if report.count(level))
    return f"legal {counts}".rstrip() if report.legal else counts

"""The report a person reads: the verdict, then each finding with its clause, its measure and the map around it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from dungeon_designer.analysis.sides import summed_up
from dungeon_designer.errors import one_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import words
from dungeon_designer.reports.excerpt import excerpt
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import Talk, TextStyle

INDENT = "    "
MOST_EXCERPTS = 25
"""Map excerpts in one file's report; later findings name their squares."""


def render(results: Results, style: TextStyle) -> str:
    """Every report, and a line that sums up; a table of editions when several were asked."""
    if results.compares:
        return edition_table(results, style)
    if style.brief:
        lines = []
        for report in results.reports:
            lines.append(_headline(report, style))
            lines += [f"  {words.notice(report)}"] if report.notice else []
            for finding in report.open:
                title = style.paint(finding.level, f"{finding.level.value}[{finding.rule}]")
                source = f" ({one_line(finding.source)})" if finding.source else ""
                lines.append(f"  {title}: {one_line(finding.message)}{source}")
        return "".join(f"{line}\n" for line in (*lines, words.summary(results)))
    lines = [line for report in results.reports for line in (*_report(report, style), "")]
    for said in words.not_asked(results, style.talk):
        lines += [*_wrapped(said, style, "", INDENT), ""]
    lines.append(style.paint("strong", words.summary(results)))
    return "\n".join(lines) + "\n"


def _report(report: Report, style: TextStyle) -> Iterator[str]:
    yield _headline(report, style)
    if report.notice:
        yield from _wrapped(words.notice(report), style, "  ", INDENT)
    for number, finding in enumerate(report.open):
        yield ""
        yield from _finding(report, finding, style, with_map=number < MOST_EXCERPTS)
    if len(report.open) > MOST_EXCERPTS:
        yield ""
        yield style.paint("faint", f"  (map excerpts for the first {MOST_EXCERPTS} findings only)")
    if report.waived or report.verdict.stale:
        yield ""
    for finding in report.waived:
        said = f"waived[{finding.rule}]: {one_line(finding.message)} (reason: {one_line(finding.waived or '')})"
        yield from _wrapped(said, style, "  ", INDENT)
    for waiver in report.verdict.stale:
        yield from _wrapped(f"stale waiver of {words.stale(waiver)}", style, "  ", INDENT)
    if style.talk is Talk.QUIET:
        return
    if fair := summed_up(report.walks or {}):
        yield from ("", *_wrapped(f"Fairness: {fair}.", style, "  ", INDENT))
    if tiles := words.tiles(report):
        yield from ("", *_wrapped(tiles[:1].upper() + tiles[1:], style, "  ", INDENT))


def _headline(report: Report, style: TextStyle) -> str:
    name = f" ({one_line(report.name)})" if report.name else ""
    colour = "good" if report.legal else "bad"
    file, verdict = style.paint("strong", one_line(report.file)), style.paint(colour, words.verdict(report))
    return f"{file}{name}: {verdict}; {report.verdict.tally or 'no findings'}"


def _finding(report: Report, finding: Finding, style: TextStyle, with_map: bool) -> Iterator[str]:
    """Level, rule and message; the clause and the measure; the map; the mends."""
    title = f"{finding.level.value}[{finding.rule}]"
    first, *rest = _wrapped(f"{title}: {one_line(finding.message)}", style, "  ", INDENT)
    yield f"  {style.paint(finding.level, title)}{first[2 + len(title) :]}"
    yield from rest
    yield from _wrapped(words.clause(finding), style, INDENT, INDENT)
    if finding.squares and with_map:
        shown = excerpt(report.picture, finding.squares, style.width - len(INDENT), style)
        yield from (f"{INDENT}{line}".rstrip() for line in shown.lines)
        if shown.hidden:
            yield from _wrapped(f"and at {words.square_list(shown.hidden)}", style, INDENT, INDENT)
    elif finding.squares:
        yield from _wrapped(f"at {words.square_list(finding.squares)}", style, INDENT, INDENT)
    for fix in finding.fixes:
        how = "--fix" if fix.safe else "--fix-all"
        yield from _wrapped(f"can be mended ({how}): {one_line(fix.title)}", style, INDENT, INDENT * 2)


def _wrapped(text: str, style: TextStyle, first: str, later: str) -> list[str]:
    return textwrap.wrap(text, style.width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


LONGEST_FILE = 40


def edition_table(results: Results, style: TextStyle) -> str:
    """The verdict of every ruleset on every file, and how to see what is behind one."""
    cells = {(report.file, report.ruleset): report for report in results.reports}
    names = [one_line(file) for file in results.files]
    names = [name if len(name) <= LONGEST_FILE else f"…{name[1 - LONGEST_FILE :]}" for name in names]
    first = max(map(len, names))
    heads, lines = [" " * first, " " * first], [name.ljust(first) for name in names]
    for ruleset in results.rulesets:
        title = one_line(ruleset).rpartition("-")  # ids are long, cells are short: a title has two lines
        titles = ["".join(title[:2]), title[2]]
        column = [cells.get((file, ruleset)) for file in results.files]
        width = max(map(len, (*titles, *map(_cell, column))))
        heads = [f"{head}  {part.ljust(width)}" for head, part in zip(heads, titles, strict=True)]
        for row, report in enumerate(column):
            colour = "bad" if report and not report.legal else "good"
            cell = _cell(report).ljust(width)
            lines[row] += f"  {style.paint(colour, cell) if report else cell}"
    strictly = " and no warning" if any(report.strict for report in results.reports) else ""
    key = f"e errors, w warnings, n notices; a dungeon is legal when it has no error{strictly}"
    lines = [*(style.paint("strong", head.rstrip()) for head in heads), *(line.rstrip() for line in lines)]
    return "\n".join([*lines, "", style.paint("faint", key), words.summary(results)]) + "\n"


def _cell(report: Report | None) -> str:
    """The verdict in a few letters."""
    if report is None:
        return "-"
    signs = ((Level.ERROR, "e"), (Level.WARNING, "w"), (Level.INFO, "n"))
    counts = " ".join(f"{report.count(level)}{sign}" for level, sign in signs if report.count(level))
    return f"legal {counts}".rstrip() if report.legal else counts

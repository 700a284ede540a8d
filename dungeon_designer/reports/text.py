"""The report a person reads: the verdict, then each finding with its clause, its measure and the map around it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from dungeon_designer.errors import one_line
from dungeon_designer.findings import Finding
from dungeon_designer.reports import editions, words
from dungeon_designer.reports.excerpt import excerpt
from dungeon_designer.reports.look import Look
from dungeon_designer.reports.model import Report, Results

INDENT = "    "
MOST_EXCERPTS = 25
"""Map excerpts in one file's report; later findings name their squares."""


def render(results: Results, look: Look) -> str:
    """Every report, and a line that sums up; a table of editions when several were asked."""
    if results.compares:
        return editions.render(results, look)
    if look.brief:
        return "".join(f"{line}\n" for line in (*_brief(results, look), words.summary(results)))
    lines = [line for report in results.reports for line in (*_report(report, look), "")]
    for ruleset, names in words.not_asked(results):
        if names:
            said = f"Not asked under {one_line(ruleset)} ({len(names)}): {', '.join(names)}"
            lines += [*_wrapped(said, look, "", INDENT), ""]
    lines.append(look.paint.strong(words.summary(results)))
    return "\n".join(lines) + "\n"


def _brief(results: Results, look: Look) -> Iterator[str]:
    """The verdicts, and one line for each open finding."""
    for report in results.reports:
        yield _headline(report, look)
        for finding in report.open:
            title = look.paint.level(finding.level, f"{finding.level.value}[{finding.rule}]")
            source = f" ({one_line(finding.source)})" if finding.source else ""
            yield f"  {title}: {one_line(finding.message)}{source}"


def _report(report: Report, look: Look) -> Iterator[str]:
    yield _headline(report, look)
    for number, finding in enumerate(report.open):
        yield ""
        yield from _finding(report, finding, look, with_map=number < MOST_EXCERPTS)
    if len(report.open) > MOST_EXCERPTS:
        yield ""
        yield look.paint.faint(f"  (map excerpts for the first {MOST_EXCERPTS} findings only)")
    yield from _waivers(report, look)
    if tiles := words.tiles(report):
        yield from ("", *_wrapped(tiles[:1].upper() + tiles[1:], look, "  ", INDENT))


def _headline(report: Report, look: Look) -> str:
    name = f" ({one_line(report.name)})" if report.name else ""
    colour = look.paint.good if report.legal else look.paint.bad
    return f"{look.paint.strong(one_line(report.file))}{name}: {colour(words.verdict(report))}; {words.tally(report)}"


def _finding(report: Report, finding: Finding, look: Look, with_map: bool) -> Iterator[str]:
    """Level, rule and message; the clause and the measure; the map; the mends."""
    title = f"{finding.level.value}[{finding.rule}]"
    first, *rest = _wrapped(f"{title}: {one_line(finding.message)}", look, "  ", INDENT)
    yield f"  {look.paint.level(finding.level, title)}{first[2 + len(title) :]}"
    yield from rest
    about = "; ".join(part for part in (one_line(finding.source), words.measures(finding)) if part)
    if about:
        yield from _wrapped(about, look, INDENT, INDENT)
    if finding.squares:
        yield from _where(report, finding, look, with_map)
    for fix in finding.fixes:
        how = "--fix" if fix.safe else "--fix-all"
        yield from _wrapped(f"can be mended ({how}): {one_line(fix.title)}", look, INDENT, INDENT * 2)


def _where(report: Report, finding: Finding, look: Look, with_map: bool) -> Iterator[str]:
    if not with_map:
        yield from _wrapped(f"at {words.square_list(finding.squares)}", look, INDENT, INDENT)
        return
    shown = excerpt(report.picture, finding.squares, look.width - len(INDENT), look.paint)
    yield from (f"{INDENT}{line}".rstrip() for line in shown.lines)
    if shown.hidden:
        yield from _wrapped(f"and at {words.square_list(shown.hidden)}", look, INDENT, INDENT)


def _waivers(report: Report, look: Look) -> Iterator[str]:
    """What is set aside and by what reason, and waivers that set nothing aside any more."""
    if report.waived or report.verdict.stale:
        yield ""
    for finding in report.waived:
        said = f"waived[{finding.rule}]: {one_line(finding.message)} (reason: {one_line(finding.waived or '')})"
        yield from _wrapped(said, look, "  ", INDENT)
    for waiver in report.verdict.stale:
        yield from _wrapped(f"stale waiver of {words.stale(waiver)}", look, "  ", INDENT)


def _wrapped(text: str, look: Look, first: str, later: str) -> list[str]:
    return textwrap.wrap(
        text, look.width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )

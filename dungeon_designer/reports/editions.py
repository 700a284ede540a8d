"""One table for several rulesets: rows files, columns rulesets."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.errors import one_line
from dungeon_designer.findings import Level
from dungeon_designer.reports import words
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle

KEY = "e errors, w warnings, n notices; a dungeon is legal when it has no error"
STRICT_KEY = "e errors, w warnings, n notices; a dungeon is legal when it has no error and no warning"
LONGEST_FILE = 40


def render(results: Results, style: TextStyle) -> str:
    """The verdict of every ruleset on every file, and how to see what is behind one."""
    rulesets = results.rulesets
    cells = {(report.file, report.ruleset): report for report in results.reports}
    rows = [[cells.get((file, ruleset)) for ruleset in rulesets] for file in results.files]
    names = [_shortened(one_line(file)) for file in results.files]
    columns = zip(rulesets, zip(*rows, strict=True), strict=True)
    widths = [max(map(len, (*_title(ruleset), *map(_cell, column)))) for ruleset, column in columns]
    first = max(map(len, names))
    lines = _heads(rulesets, widths, first, style)
    for name, row in zip(names, rows, strict=True):
        parts = [_coloured(report, width, style) for report, width in zip(row, widths, strict=True)]
        lines.append("  ".join([name.ljust(first), *parts]).rstrip())
    strict = any(report.strict for report in results.reports)
    lines += ["", style.paint.faint(STRICT_KEY if strict else KEY), words.summary(results)]
    return "\n".join(lines) + "\n"


def _heads(rulesets: Sequence[str], widths: Sequence[int], first: int, style: TextStyle) -> list[str]:
    """Two lines of column titles: ids are long, cells are short."""
    heads = zip(*map(_title, rulesets), strict=True)
    parts = [[title.ljust(width) for title, width in zip(head, widths, strict=True)] for head in heads]
    return [style.paint.strong("  ".join([" " * first, *part]).rstrip()) for part in parts]


def _title(ruleset: str) -> tuple[str, str]:
    """An id on two lines.

    >>> _title("gw-1989-basic"), _title("eagbbl")
    (('gw-1989-', 'basic'), ('', 'eagbbl'))
    """
    shown = one_line(ruleset)
    head, dash, tail = shown.rpartition("-")
    return f"{head}{dash}", tail


def _cell(report: Report | None) -> str:
    """The verdict in a few letters."""
    if report is None:
        return "-"
    signs = ((Level.ERROR, "e"), (Level.WARNING, "w"), (Level.INFO, "n"))
    counts = " ".join(f"{report.count(level)}{sign}" for level, sign in signs if report.count(level))
    return f"legal {counts}".rstrip() if report.legal else counts


def _coloured(report: Report | None, width: int, style: TextStyle) -> str:
    text = _cell(report).ljust(width)
    if report is None:
        return text
    return style.paint.good(text) if report.legal else style.paint.bad(text)


def _shortened(file: str) -> str:
    return file if len(file) <= LONGEST_FILE else f"…{file[1 - LONGEST_FILE :]}"

"""Analyses for a person: a table of figures for each dungeon, as text or as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dungeon_designer.errors import one_line
from dungeon_designer.reports.analyses import Analysed, render_json
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules import figure_words as words
from dungeon_designer.text.escaping import plain

Renderer = Callable[[Sequence[Analysed], TextStyle], str]


def render_text(analyses: Sequence[Analysed], style: TextStyle) -> str:
    """The figures in columns, an analysis after the other."""
    return "\n".join("".join(f"{line}\n" for line in _text(each, style)) for each in analyses)


def _text(analysed: Analysed, style: TextStyle) -> Iterator[str]:
    analysis, paint = analysed.analysis, style.paint
    name = f" ({one_line(analysed.name)})" if analysed.name else ""
    yield f"{paint.strong(one_line(analysed.file))}{name}, as {one_line(analysed.ruleset)} walks"
    compared = f"; beside it the named dungeons of {analysis.edition}" if analysis.edition else ""
    tables = {group: list(words.rows(analysis, group)) for group in words.HEADINGS}
    widths = [max(len(row[column]) for table in tables.values() for row in table) for column in range(3)]
    for group, table in tables.items():
        yield ""
        yield paint.strong(f"  {words.HEADINGS[group]}{compared if group == 'sides' else ''}")
        for row in table:
            cells = [cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)]
            yield f"    {'  '.join((*cells, row.place))}".rstrip()
        if group == "fairness" and (said := words.symmetry(analysis)):
            yield f"    {said}"
    if analysis.chests:
        yield from ("", paint.strong("  Chest by chest"))
        chests = [words.chest(each) for each in analysis.chests]
        wide = [max(len(chest[column]) for chest in chests) for column in range(2)]
        yield from (f"    {at.ljust(wide[0])}  {steps.ljust(wide[1])}  {whose}" for at, steps, whose in chests)


def render_markdown(analyses: Sequence[Analysed], style: TextStyle) -> str:
    """The same as tables for a wiki, a forum or a pull request."""
    lines = ["# Dungeon analysis", ""]
    for each in analyses:
        lines += [*_markdown(each), ""]
    return "\n".join(lines)


def _markdown(analysed: Analysed) -> Iterator[str]:
    analysis = analysed.analysis
    name = f" ({plain(analysed.name)})" if analysed.name else ""
    yield from (f"## {plain(analysed.file)}{name}", "", f"As {plain(analysed.ruleset)} walks.")
    compared = f"named dungeons of {analysis.edition}" if analysis.edition else "named dungeons"
    for group, heading in words.HEADINGS.items():
        yield from ("", f"### {heading}", "", f"| figure | value | {compared} | place |", "|---|---|---|---|")
        yield from (f"| {' | '.join(row)} |" for row in words.rows(analysis, group))
        if group == "fairness" and (said := words.symmetry(analysis)):
            yield from ("", said)
    if analysis.chests:
        yield from ("", "### Chest by chest", "", "| chest | steps | whose |", "|---|---|---|")
        yield from (f"| {' | '.join(words.chest(each))} |" for each in analysis.chests)


FORMATS: dict[str, Renderer] = {
    "text": render_text,
    "json": lambda analyses, style: render_json(analyses),
    "markdown": render_markdown,
}
"""How analyses can be said."""

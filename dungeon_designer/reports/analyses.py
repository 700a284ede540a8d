"""What `analyse` found out, as data and as the JSON promised to programs, with its schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from dungeon_designer.errors import one_line
from dungeon_designer.figures import words
from dungeon_designer.figures.measures import Analysis, ChestSteps, standing
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import as_markdown, markdown_table

VERSION = 1
"""1: the first."""


class Analysed(Struct, frozen=True):
    """The analysis of one dungeon: its file as the caller named it, its own name, and the ruleset asked."""

    file: str
    name: str
    ruleset: str
    analysis: Analysis


class FigureEntry(Struct, frozen=True):
    """A figure: its unit, its value or one for each side (null: it has none), and the least and the most of the named
    dungeons of the edition with how many of them are less and more; no such keys where there are none to compare."""

    unit: str
    value: float | UnsetType | None = UNSET
    by_side: dict[str, float | None] | UnsetType = UNSET
    of_named: tuple[float, float] | UnsetType = UNSET
    named_below: int | UnsetType = UNSET
    named_above: int | UnsetType = UNSET
    named_count: int | UnsetType = UNSET


class AnalysisEntry(Struct, frozen=True):
    """What is said of one file. `compared_with` is the edition of the named dungeons, '' for none; `symmetries` are the
    turns and mirrors that bring the dungeon onto itself with no side left where it was."""

    file: str
    name: str
    ruleset: str
    compared_with: str
    figures: dict[str, FigureEntry]
    chests: tuple[ChestSteps, ...]
    symmetries: tuple[str, ...]
    alike: bool


class AnalysisDocument(Struct, frozen=True):
    """Everything one call found out: one analysis a file."""

    version: int
    analyses: tuple[AnalysisEntry, ...]


def render_json(analyses: Sequence[Analysed], style: TextStyle) -> str:
    """The document, indented."""
    document = AnalysisDocument(VERSION, tuple(map(_entry, analyses)))
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _entry(analysed: Analysed) -> AnalysisEntry:
    analysis = analysed.analysis
    figures = {}
    for figure in analysis.figures:
        values: dict[str, Any] = {"value": figure.value} if figure.by_side is None else {"by_side": figure.by_side}
        found = standing(figure, analysis.edition)
        if found is not None:
            values |= {"of_named": (found.low, found.high), "named_below": found.below}
            values |= {"named_above": found.above, "named_count": found.of}
        figures[figure.name] = FigureEntry(figure.unit, **values)
    return AnalysisEntry(
        file=analysed.file.encode("utf-8", "backslashreplace").decode(),
        name=analysed.name,
        ruleset=analysed.ruleset.encode("utf-8", "backslashreplace").decode(),
        compared_with=analysis.edition,
        figures=figures,
        chests=analysis.chests,
        symmetries=analysis.symmetries,
        alike=analysis.alike,
    )


def render_text(analyses: Sequence[Analysed], style: TextStyle) -> str:
    """The figures in columns, an analysis after the other."""
    return "\n".join("".join(f"{line}\n" for line in _text_lines(each, style)) for each in analyses)


def _text_lines(analysed: Analysed, style: TextStyle) -> Iterator[str]:
    analysis, paint = analysed.analysis, style.paint
    name = f" ({one_line(analysed.name)})" if analysed.name else ""
    yield f"{paint('strong', one_line(analysed.file))}{name}, as {one_line(analysed.ruleset)} walks"
    compared = f"; beside it the named dungeons of {analysis.edition}" if analysis.edition else ""
    tables = {group: list(words.rows(analysis, group)) for group in words.HEADINGS}
    widths = [max(len(row[column]) for table in tables.values() for row in table) for column in range(3)]
    for group, table in tables.items():
        yield ""
        yield paint("strong", f"  {words.HEADINGS[group]}{compared if group == 'sides' else ''}")
        for row in table:
            cells = [cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True)]
            yield f"    {'  '.join((*cells, row.place))}".rstrip()
        if group == "fairness" and (said := words.symmetry(analysis)):
            yield f"    {said}"
    if analysis.chests:
        yield from ("", paint("strong", "  Chest by chest"))
        chests = [words.chest(each) for each in analysis.chests]
        wide = [max(len(chest[column]) for chest in chests) for column in range(2)]
        yield from (f"    {at.ljust(wide[0])}  {steps.ljust(wide[1])}  {whose}" for at, steps, whose in chests)


def render_markdown(analyses: Sequence[Analysed], style: TextStyle) -> str:
    """The same as tables for a wiki, a forum or a pull request."""
    return "\n".join(["# Dungeon analysis", "", *(line for each in analyses for line in (*_markdown(each), ""))])


def _markdown(analysed: Analysed) -> Iterator[str]:
    analysis = analysed.analysis
    name = f" ({as_markdown(analysed.name)})" if analysed.name else ""
    yield from (f"## {as_markdown(analysed.file)}{name}", "", f"As {as_markdown(analysed.ruleset)} walks.")
    compared = f"named dungeons of {analysis.edition}" if analysis.edition else "named dungeons"
    for group, heading in words.HEADINGS.items():
        rows = words.rows(analysis, group)
        yield from ("", f"### {heading}", "", *markdown_table(("figure", "value", compared, "place"), rows))
        if group == "fairness" and (said := words.symmetry(analysis)):
            yield from ("", said)
    if analysis.chests:
        chests = map(words.chest, analysis.chests)
        yield from ("", "### Chest by chest", "", *markdown_table(("chest", "steps", "whose"), chests))

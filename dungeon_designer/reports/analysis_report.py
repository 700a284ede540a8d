"""Report what `analyse` found: as text, as Markdown, and as the JSON that is promised to programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from dungeon_designer.errors import escape_line
from dungeon_designer.figures import figure_text
from dungeon_designer.figures.measures import GROUPS, Analysis, ChestSteps, compare_figure
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import escape_markdown, format_markdown_table

VERSION = 1
"""1: the first version."""


class DungeonAnalysis(Struct, frozen=True):
    """The analysis of one dungeon.

    Attributes:
        file: the file as the caller named it.
        name: the dungeon's own name.
        ruleset: the ruleset that was used.
        analysis: the figures.
        shows_all: whether text and Markdown have all figures, and not only those that differ from the named dungeons.
    """

    file: str
    name: str
    ruleset: str
    analysis: Analysis
    shows_all: bool = False


class FigureEntry(Struct, frozen=True):
    """A figure, and how the named dungeons of the edition compare. The comparison's keys are absent if there are none.

    Attributes:
        unit: its unit.
        value: its value, null if it has none; absent if there is one for each team.
        by_side: its value for each team, null for a team that has none.
        of_named: the least and the greatest value among the named dungeons.
        named_below: how many named dungeons have less.
        named_above: how many named dungeons have more.
        named_count: how many named dungeons have a value.
    """

    unit: str
    value: float | UnsetType | None = UNSET
    by_side: dict[str, float | None] | UnsetType = UNSET
    of_named: tuple[float, float] | UnsetType = UNSET
    named_below: int | UnsetType = UNSET
    named_above: int | UnsetType = UNSET
    named_count: int | UnsetType = UNSET


class AnalysisEntry(Struct, frozen=True):
    """What the analysis says about one file.

    Attributes:
        file: the file as the caller named it.
        name: the dungeon's own name.
        ruleset: the ruleset that was used.
        compared_with: the edition whose named dungeons are compared, '' for none.
        figures: the figures by name.
        chests: the steps of each team to each chest.
        symmetries: the rotations and flips that map the dungeon onto itself and move every team to another place.
        alike: whether the dungeon is the same for all teams.
    """

    file: str
    name: str
    ruleset: str
    compared_with: str
    figures: dict[str, FigureEntry]
    chests: tuple[ChestSteps, ...]
    symmetries: tuple[str, ...]
    alike: bool


class AnalysisDocument(Struct, frozen=True):
    """Everything that one call found: one analysis for each file."""

    version: int
    analyses: tuple[AnalysisEntry, ...]


def render_json(analyses: Sequence[DungeonAnalysis], style: TextStyle) -> str:
    """Return the analyses as an indented JSON document."""
    document = AnalysisDocument(VERSION, tuple(map(_build_entry, analyses)))
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _build_entry(analysed: DungeonAnalysis) -> AnalysisEntry:
    """Return the analysis of a dungeon as data for the JSON document.

    It holds the figures: measured numbers, such as the steps to a chest. If the edition has named dungeons (published
    ones, whose figures are known), each figure is compared with theirs.
    """
    analysis = analysed.analysis
    figures = {}
    for figure in analysis.figures:
        values: dict[str, Any] = {"value": figure.value} if figure.by_side is None else {"by_side": figure.by_side}
        comparison = compare_figure(figure, analysis.edition)
        if comparison is not None:
            values |= {"of_named": (comparison.low, comparison.high), "named_below": comparison.below}
            values |= {"named_above": comparison.above, "named_count": comparison.count}
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


def render_text(analyses: Sequence[DungeonAnalysis], style: TextStyle) -> str:
    """Return the figures in columns, one analysis after the other."""
    return "\n".join("".join(f"{line}\n" for line in _format_text_lines(analysed, style)) for analysed in analyses)


def _format_text_lines(analysed: DungeonAnalysis, style: TextStyle) -> Iterator[str]:
    """Yield the lines of one analysis: a heading, what a coach would say, and the figures that tell it apart.

    A figure is a measured number, such as steps to a chest. Beside it stands how it compares with the named dungeons:
    the published dungeons of the edition. With `shows_all` all figures follow by group, and the steps to each chest.
    """
    analysis, apply_colour = analysed.analysis, style.apply_colour
    name = f" ({escape_line(analysed.name)})" if analysed.name else ""
    yield f"{apply_colour('strong', escape_line(analysed.file))}{name}, as {escape_line(analysed.ruleset)} walks"
    indent = "  "
    yield from textwrap.wrap(analysis.summary, style.width, initial_indent=indent, subsequent_indent=indent)
    different_rows, tables = _list_different_cells(analysis), _list_group_cells(analysis) if analysed.shows_all else {}
    rows = [*different_rows, *(row for table in tables.values() for row in table)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield from ("", apply_colour("strong", f"  {_describe_differences(analysis)}"))
    yield from (_align_cells(row, widths) for row in different_rows)
    for group, table in tables.items():
        yield from ("", apply_colour("strong", f"  {figure_text.HEADINGS[group]}"))
        yield from (_align_cells(row, widths) for row in table)
        if group == "fairness" and (symmetry_text := figure_text.describe_symmetry(analysis)):
            yield f"    {symmetry_text}"
    if not analysed.shows_all:
        yield from ("", f"  {_SHOW_ALL_HINT}")
    elif analysis.chests:
        chests = [figure_text.describe_chest(chest_entry) for chest_entry in analysis.chests]
        chest_widths = [max(map(len, column)) for column in zip(*chests, strict=True)]
        yield from ("", apply_colour("strong", "  Chest by chest"))
        yield from (_align_cells(chest, chest_widths) for chest in chests)


_SHOW_ALL_HINT = "With --all, all figures and the steps to each chest are listed."


def _list_different_cells(analysis: Analysis) -> list[tuple[str, ...]]:
    """Return a row of texts for each figure that differs clearly from the named dungeons, with its good direction."""
    return [(*row, figure_text.describe_direction(name)) for name, row in figure_text.list_different_rows(analysis)]


def _list_group_cells(analysis: Analysis) -> dict[str, list[tuple[str, ...]]]:
    """Return for each group of figures a row of texts for each figure, with its good direction."""
    return {
        group: [
            (*row, figure_text.describe_direction(measure.name))
            for measure, row in zip(GROUPS[group], figure_text.list_rows(analysis, group), strict=True)
        ]
        for group in figure_text.HEADINGS
    }


def _align_cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return an indented line with texts in columns of given widths."""
    return f"    {'  '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))}".rstrip()


def _describe_differences(analysis: Analysis) -> str:
    """Return the heading above the figures that differ clearly from those of the named dungeons of the edition."""
    if not analysis.edition:
        return "There are no named dungeons to compare with."
    others = "the other named dungeons" if analysis.twin else "the named dungeons"
    if not any(figure_text.list_different_rows(analysis)):
        return f"No figure differs clearly from those of {others} of {analysis.edition}."
    return f"Clear differences from {others} of {analysis.edition}"


def render_markdown(analyses: Sequence[DungeonAnalysis], style: TextStyle) -> str:
    """Return the analyses as tables for a wiki, a forum or a pull request."""
    lines = ["# Dungeon analysis", ""]
    for analysed in analyses:
        lines += [*_format_markdown_lines(analysed), ""]
    return "\n".join(lines)


def _format_markdown_lines(analysed: DungeonAnalysis) -> Iterator[str]:
    """Yield the Markdown lines of one analysis: a heading, what a coach would say, and a table of what differs.

    With `shows_all` a table of figures for each group follows, and one of the chests. A figure is a measured number.
    The named dungeons that it is compared with are the published ones of the edition.
    """
    analysis = analysed.analysis
    name = f" ({escape_markdown(analysed.name)})" if analysed.name else ""
    yield from (f"## {escape_markdown(analysed.file)}{name}", "", f"As {escape_markdown(analysed.ruleset)} walks.")
    if analysis.summary:
        yield from ("", escape_markdown(analysis.summary))
    compared = f"named dungeons of {analysis.edition}" if analysis.edition else "named dungeons"
    head = ("figure", "value", compared, "place", "good")
    yield from ("", f"### {_describe_differences(analysis).removesuffix('.')}")
    if different_rows := _list_different_cells(analysis):
        yield from ("", *format_markdown_table(head, different_rows))
    if not analysed.shows_all:
        yield from ("", _SHOW_ALL_HINT)
        return
    for group, table in _list_group_cells(analysis).items():
        yield from ("", f"### {figure_text.HEADINGS[group]}", "", *format_markdown_table(head, table))
        if group == "fairness" and (symmetry_text := figure_text.describe_symmetry(analysis)):
            yield from ("", symmetry_text)
    if analysis.chests:
        chests = map(figure_text.describe_chest, analysis.chests)
        yield from ("", "### Chest by chest", "", *format_markdown_table(("chest", "steps", "whose"), chests))

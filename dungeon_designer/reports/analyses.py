"""What `analyse` found out, as data and as the JSON promised to programs, with its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from dungeon_designer.figures.measures import Analysis, ChestSteps, Figure, standing

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


def document(analyses: Sequence[Analysed]) -> AnalysisDocument:
    """The analyses as data."""
    return AnalysisDocument(VERSION, tuple(map(_entry, analyses)))


def analysis_schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    schema = msgspec.json.schema(AnalysisDocument)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Dungeon Designer analysis, version 1"}
    return {**head, **schema}


def render_json(analyses: Sequence[Analysed]) -> str:
    """The document, indented."""
    return msgspec.json.format(msgspec.json.encode(document(analyses)), indent=2).decode() + "\n"


def _entry(analysed: Analysed) -> AnalysisEntry:
    analysis = analysed.analysis
    return AnalysisEntry(
        file=_text(analysed.file),
        name=analysed.name,
        ruleset=_text(analysed.ruleset),
        compared_with=analysis.edition,
        figures={figure.name: _figure(figure, analysis.edition) for figure in analysis.figures},
        chests=analysis.chests,
        symmetries=analysis.symmetries,
        alike=analysis.alike,
    )


def _figure(figure: Figure, edition: str) -> FigureEntry:
    by_side = figure.by_side is not None
    entry = FigureEntry(
        figure.unit,
        value=UNSET if by_side else figure.value,
        by_side=UNSET if figure.by_side is None else figure.by_side,
    )
    found = standing(figure, edition)
    if found is None:
        return entry
    return msgspec.structs.replace(
        entry,
        of_named=(found.low, found.high),
        named_below=found.below,
        named_above=found.above,
        named_count=found.of,
    )


def _text(name: str) -> str:
    """A file's name such as UTF-8 can hold."""
    return name.encode("utf-8", "backslashreplace").decode()

"""The sketch as written: a map for the eye, lists for what a map cannot say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dungeon_designer.layout.document import said
from dungeon_designer.layout.model import Layout, Portal, Section, normalised
from dungeon_designer.layout.sketch_drawing import Drawing, draw
from dungeon_designer.layout.sketch_legend import legend_entry
from dungeon_designer.layout.yaml_text import block, flow

WIDTH = 100
"""Chests that need more than this get a line each."""

_LISTS = ("walls", "doors", "square_doors", "terrain", "obstacles", "traps", "leap_edges", "machines", "waivers")


def write_sketch(layout: Layout) -> str:
    """A sketch that reads as this layout, normalised. Sections that letters cannot tell become a list.

    >>> print(write_sketch(Layout(name="Hall", sections=(Section(id="A", rows=("..",)),), chests=((1, 0),))), end="")
    name: Hall
    map: |
      .C
    """
    layout = normalised(layout)
    drawing = draw(layout)
    return "".join(f"{line}\n" for line in (*_head(layout), *_drawing(drawing), *_items(drawing.rest)))


def _head(layout: Layout) -> Iterator[str]:
    for key in ("name", "author", "ruleset", "notes"):
        if text := getattr(layout, key):
            yield f"{key}: {block(text)}"
    if layout.balls != Layout().balls:
        yield f"balls: {layout.balls}"
    if layout.enclosed:
        yield "enclosed: true"


def _drawing(drawing: Drawing) -> Iterator[str]:
    """Map, sections and legend."""
    if drawing.rows:
        yield from ("map: |", *(f"  {row}" for row in drawing.rows))
    sections = drawing.rest.sections
    if drawing.letters:
        yield from ("sections: |", *(f"  {row}" for row in drawing.letters), "section_kinds:")
        yield from (f"  {flow(section.id)}: {flow(_kind(section))}" for section in sections)
    elif drawing.listed:
        yield "sections:" if sections else "sections: []"
        for section in sections:
            yield from _section(section)
    if drawing.legend:
        yield "legend:"
        yield from (f"  {flow(letter)}: {flow(legend_entry(what))}" for letter, what in drawing.legend.items())


def _kind(section: Section) -> Any:
    """What `section_kinds` says of a letter: a word where a word is enough."""
    words = {key: value for key, value in said(section).items() if key in ("kind", "side", "name", "enclosed")}
    return words["kind"] if len(words) == 1 else words


def _section(section: Section) -> Iterator[str]:
    """A section of the list: a tile on one line, a drawn one with a line for each row."""
    words = said(section)
    rows = words.pop("rows", ())
    if section.tile:
        yield f"  - {flow(words)}"
        return
    for number, (key, value) in enumerate(words.items()):
        yield f"  {' ' if number else '-'} {key}: {flow(value)}"
    yield "    rows:" if rows else "    rows: []"
    yield from (f'      - "{row}"' for row in rows)


def _items(rest: Layout) -> Iterator[str]:
    """Everything the map does not show."""
    if rest.chests:
        text = flow(rest.chests)
        yield from [f"chests: {text}"] if len(text) <= WIDTH else _list("chests", map(flow, rest.chests))
    if rest.portals:
        yield "portals:"
        yield from _portals(rest.portals)
    for key in _LISTS:
        if items := getattr(rest, key):
            yield from _list(key, (flow(said(item)) for item in items))
    if rest.extra:
        yield f"extra: {flow(_sorted(rest.extra))}"


def _list(key: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"{key}:"
    yield from (f"  - {line}" for line in lines)


def _portals(portals: Iterable[Portal]) -> Iterator[str]:
    """Number and square, or squares where a number lies on several."""
    squares: dict[int, list[Any]] = {}
    for portal in portals:
        squares.setdefault(portal.number, []).append(portal.at)
    for number, places in squares.items():
        yield f"  {number}: {flow(places[0] if len(places) == 1 else places)}"


def _sorted(value: Any) -> Any:
    """`extra` with its keys sorted, so that equal layouts give equal sketches."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value

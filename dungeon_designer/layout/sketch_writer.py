"""The sketch as written: a map for the eye, lists for what a map cannot say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from dungeon_designer.layout.document import said, sides_said
from dungeon_designer.layout.model import Layout, Portal, Section, normalised
from dungeon_designer.layout.sketch_drawing import Drawing, draw
from dungeon_designer.layout.sketch_legend import legend_entry
from dungeon_designer.layout.yaml_text import block, flow

WIDTH = 100
"""Chests that need more than this get a line each."""

_LISTS = (
    "walls",
    "doors",
    "square_doors",
    "terrain",
    "obstacles",
    "traps",
    "leap_edges",
    "machines",
    "labels",
    "waivers",
)


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
    if layout.sides != Layout().sides:
        yield f"sides: {flow(sides_said(layout.sides))}"


def _drawing(drawing: Drawing) -> Iterator[str]:
    """Map, sections and legend."""
    if drawing.rows:
        yield from ("map: |", *(f"  {row}" for row in drawing.rows))
    sections = drawing.rest.sections
    if drawing.letters:
        yield from ("sections: |", *(f"  {row}" for row in drawing.letters))
        yield from tabled("section_kinds", {section.id: kind_said(section) for section in sections})
    elif drawing.listed:
        yield from section_list(sections)
    if drawing.legend:
        yield from tabled("legend", {letter: legend_entry(what) for letter, what in drawing.legend.items()})


def kind_said(section: Section) -> Any:
    """What `section_kinds` says of a letter: a word where a word is enough."""
    words = {key: value for key, value in said(section).items() if key in ("kind", "side", "name", "enclosed")}
    return words["kind"] if len(words) == 1 else words


def section_list(sections: Collection[Section]) -> Iterator[str]:
    """The key `sections` with a list of them below it."""
    yield "sections:" if sections else "sections: []"
    yield from (f"  {line}" for section in sections for line in section_lines(section))


def section_lines(section: Section) -> Iterator[str]:
    """A section of the list: a tile on one line, a drawn one with a line for each row."""
    words = said(section)
    rows = words.pop("rows", ())
    if section.tile:
        yield f"- {flow(words)}"
        return
    for number, (key, value) in enumerate(words.items()):
        yield f"{' ' if number else '-'} {key}: {flow(value)}"
    yield "  rows:" if rows else "  rows: []"
    yield from (f'    - "{row}"' for row in rows)


def _items(rest: Layout) -> Iterator[str]:
    """Everything the map does not show."""
    if rest.chests:
        yield from listed("chests", rest.chests)
    if rest.portals:
        yield from tabled("portals", numbered(rest.portals))
    for key in _LISTS:
        if items := getattr(rest, key):
            yield from listed(key, [said(item) for item in items])
    if rest.extra:
        yield f"extra: {flow(in_order(rest.extra))}"


def listed(key: str, values: Collection[Any]) -> Iterator[str]:
    """A key with a list below it, an item a line; chests on one line where they fit."""
    text = flow(list(values))
    if key == "chests" and len(text) <= WIDTH:
        yield f"chests: {text}"
        return
    yield f"{key}:"
    yield from (f"  - {flow(value)}" for value in values)


def tabled(key: str, values: Mapping[Any, Any]) -> Iterator[str]:
    """A key with a table below it, an entry a line."""
    yield f"{key}:"
    yield from (f"  {flow(name)}: {flow(value)}" for name, value in values.items())


def numbered(portals: Iterable[Portal]) -> dict[int, Any]:
    """Number and square, or squares where a number lies on several."""
    squares: dict[int, list[Any]] = {}
    for portal in portals:
        squares.setdefault(portal.number, []).append(portal.at)
    return {number: places[0] if len(places) == 1 else places for number, places in squares.items()}


def in_order(value: Any) -> Any:
    """`extra` with its keys sorted, so that equal layouts give equal sketches."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value

"""Many coaches' pages as one folder with an index, ready for any static host, a stick or a mail.

The index asks for nothing either: its small pictures stand in it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, groupby

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.exports.html import head, said, style, web_page
from dungeon_designer.exports.notes import in_html
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.model import Part
from dungeon_designer.exports.png import PngExporter
from dungeon_designer.rulesets.model import Ruleset

INDEX = "index.html"
_SMALL = DrawingOptions(coordinates=False, grid=False)


@dataclass(frozen=True)
class Entry:
    """One dungeon of a folder of pages: its file's name, its own name, a line about it, and what it stands under."""

    file: str
    name: str
    line: str
    group: str
    board: Board
    ruleset: Ruleset


@dataclass(frozen=True)
class Front:
    """What the index says before the dungeons: a title, facts in a line each, notes, and parts with tables or lists."""

    title: str
    facts: Sequence[str] = ()
    notes: str = ""
    parts: Sequence[Part] = ()


def site(front: Front, entries: Sequence[Entry], options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by name: a page for each dungeon as it is drawn, the index last."""
    names = list(file_names([entry.file for entry in entries], ".html", INDEX))
    for name, entry in zip(names, entries, strict=True):
        yield name, web_page(entry.board, replace(options, ruleset=entry.ruleset), home=INDEX)
    yield INDEX, "\n".join(_index(front, names, entries, options)).encode()


def file_names(files: Iterable[str], ending: str, *others: str) -> Iterator[str]:
    """A name for what each dungeon's file becomes in one folder, such as any host and link takes: the file's own with
    another ending where that will do, else numbered; none is one of the `others`.

    >>> list(file_names(["a.dungeon.yaml", "A.dungeon.json", "great hall.yaml"], ".svg"))
    ['a.svg', 'A-2.svg', 'great-hall-yaml.svg']
    """
    taken = {other.casefold() for other in others}
    for file in files:
        short = re.sub(r"[^A-Za-z0-9_-]+", "-", file.partition(".dungeon.")[0]).strip("-") or "dungeon"
        numbered = (f"{short}-{number}{ending}" for number in count(2))
        name = next(each for each in chain((f"{short}{ending}",), numbered) if each.casefold() not in taken)
        taken.add(name.casefold())
        yield name


def _index(front: Front, names: Sequence[str], entries: Sequence[Entry], options: ExportOptions) -> Iterator[str]:
    yield from head(said(front.title), style("index"), images="data:")
    yield f"<h1>{said(front.title)}</h1>"
    yield from (f"<p>{said(fact)}</p>" for fact in front.facts)
    yield from in_html(front.notes)
    for part in front.parts:
        yield from _part(part)
    for group, members in groupby(zip(names, entries, strict=True), key=lambda each: each[1].group):
        yield f'{f"<h2>{said(group)}</h2>" if group else ""}\n<ul class="dungeons">'
        yield from (_item(name, entry, options) for name, entry in members)
        yield "</ul>"
    yield "</body>\n</html>\n"


def _part(part: Part) -> Iterator[str]:
    yield f"<h2>{said(part.title)}</h2>"
    yield from in_html(part.notes)
    if part.rows:
        yield f"<table>\n<tr>{_cells('th', part.head)}</tr>"
        yield from (f"<tr>{_cells('td', row)}</tr>" for row in part.rows)
        yield "</table>"
    if part.items:
        yield f"<ol>{_cells('li', part.items)}</ol>"


def _cells(tag: str, cells: Sequence[str]) -> str:
    return "".join(f"<{tag}>{said(cell)}</{tag}>" for cell in cells)


def _item(name: str, entry: Entry, options: ExportOptions) -> str:
    drawing = replace(_SMALL, theme=options.drawing.theme)
    picture = b64encode(PngExporter().export(entry.board, ExportOptions(drawing, square=1.7))).decode()
    words = f"<b>{said(entry.name)}</b>" + (f"<p>{said(entry.line)}</p>" if entry.line else "")
    return f'<li><a href="{name}"><img src="data:image/png;base64,{picture}" alt="">{words}</a></li>'

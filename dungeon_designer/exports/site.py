"""A folder of coaches' pages with an index, for any static host. The pictures of the index stand in it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.exports.html import web_page
from dungeon_designer.exports.html_parts import (
    INDEX,
    REGISTER,
    RULES,
    anchors,
    file_names,
    fonts_of,
    head,
    html_text,
    parts_in_html,
    style,
    title_in_html,
    widest_word,
)
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.model import PackPart
from dungeon_designer.exports.png import png_file
from dungeon_designer.rulesets.model import Ruleset

CARD_PX = 240
"""The room for the words of a dungeon where several stand side by side."""

Link = tuple[str, str]
"""Words, and where they lead."""


@dataclass(frozen=True)
class SiteEntry:
    """One dungeon of a folder of pages: its file's name, its own name, a line about it, and what it stands under.

    `source` is the file as the event's schedule names it.
    """

    file: str
    name: str
    line: str
    group: str
    board: Board
    ruleset: Ruleset
    source: str = ""


@dataclass(frozen=True)
class Front:
    """What the index says beside the dungeons: a title, facts in a line each, and parts with tables or lists.

    `links` lead to the other pages.
    """

    title: str
    facts: Sequence[str] = ()
    parts: Sequence[PackPart] = ()
    links: Sequence[Link] = ()


def site(
    front: Front, entries: Sequence[SiteEntry], options: ExportOptions, offline: bool = False
) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by name: a page for each dungeon as it is drawn, the index last.

    `offline` says that the folder has the worker that keeps it.
    """
    names = list(file_names([entry.file for entry in entries], ".html", INDEX, RULES))
    for name, entry in zip(names, entries, strict=True):
        yield name, web_page(entry.board, replace(options, ruleset=entry.ruleset), home=INDEX, offline=offline)
    yield INDEX, _index(front, names, entries, options, offline)


def picture_of(page: str) -> str:
    """The file of the picture beside a dungeon's page.

    >>> picture_of("hall.html")
    'hall.svg'
    """
    return page.removesuffix(".html") + ".svg"


def page_in_html(
    title: str, links: Sequence[Link], facts: Sequence[str], content: Sequence[str], offline: bool
) -> bytes:
    """Return a page that is read from top to bottom: its title, links, facts, and what is in it."""
    leading = "".join(f'<li><a href="{to}">{html_text(words)}</a></li>' for words, to in links)
    body = "\n".join((
        f"<header>\n{title_in_html(title)}",
        *(f'<p class="credit">{html_text(fact)}</p>' for fact in facts),
        f"<nav><ul>{leading}</ul></nav>" if links else "",
        "</header>\n<main>",
        *content,
        f"</main>\n{f'<script>{REGISTER}</script>' if offline else ''}\n</body>\n</html>\n",
    ))  # fmt: skip
    css = style("index") + fonts_of(body)
    return "\n".join((*head(html_text(title), css, images="data:", offline=offline), body)).encode()


def _index(
    front: Front, names: Sequence[str], entries: Sequence[SiteEntry], options: ExportOptions, offline: bool
) -> bytes:
    """Return the index: the dungeons first, then the schedule, which leads to them, and all else."""
    to_parts = [(part.title, f"#{name}") for part, name in zip(front.parts, anchors(front.parts), strict=True)]
    pages = {entry.source: name for name, entry in zip(names, entries, strict=True)}
    content = (*_cards(names, entries, options, offline), *parts_in_html(front.parts, 2, pages))
    return page_in_html(front.title, (*to_parts, *front.links), front.facts, content, offline)


def _cards(names: Sequence[str], entries: Sequence[SiteEntry], options: ExportOptions, offline: bool) -> Iterator[str]:
    """Yield each dungeon with a small picture, which leads to its page, in groups."""
    drawing = DrawingOptions(coordinates=False, grid=False, theme=options.drawing.theme)
    small = ExportOptions(drawing, square=1.7)
    for group, members in groupby(zip(names, entries, strict=True), key=lambda each: each[1].group):
        shown = list(members)
        long = max(widest_word(f"{entry.name} {entry.line}") for _, entry in shown) > CARD_PX
        yield f'{f"<h2>{html_text(group)}</h2>" if group else ""}\n<ul class="dungeons{" wide" if long else ""}">'
        for name, entry in shown:
            picture = b64encode(png_file(entry.board, small)).decode()
            line = f"<p>{html_text(entry.line)}</p>" if entry.line else ""
            alone = f'<a class="alone" href="{picture_of(name)}">the map alone</a>' if offline else ""
            yield f'<li><img src="data:image/png;base64,{picture}" alt="">'
            yield f'<div><a class="dungeon" href="{name}">{html_text(entry.name)}</a>{line}{alone}</div></li>'
        yield "</ul>"

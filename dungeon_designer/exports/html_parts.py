"""Parts that HTML pages have in common: their head and styles, notes, and tables that a phone shows, too.

A page asks nothing of any other computer, and its Content-Security-Policy lets it ask nothing: the styles and the
script in it are named by what they are, all else is forbidden.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape as escaped
from html import unescape
from itertools import chain, count, zip_longest
from pathlib import Path

from dungeon_designer.drawing.fonts import extent
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.carried_fonts import Face, carried
from dungeon_designer.exports.pack.model import PackPart
from dungeon_designer.text.escaping import without_controls
from dungeon_designer.text.file_names import avoid_device_name
from dungeon_designer.text.notes import Block, Words, blocks

INDEX, RULES = "index.html", "rules.html"
OFFLINE = "offline.js"
REGISTER = f'if ("serviceWorker" in navigator) navigator.serviceWorker.register("{OFFLINE}").catch(() => {{}});'
"""What has a page keep its folder, where a browser allows it: it does by https, and not for a file on a phone."""

_WEB = Path(__file__).with_name("web")

PHONE_PX, NARROW_PX = 288, 640
"""The room for a table on a phone of 360 pixels, and up to the width at which a page has its desk's form."""

TITLE_PX, TYPE_PX, GAP_PX, PROSE_PX = 24, 16, 14, 120
"""The height of the type of a title on a phone and of a table, what parts its columns, and how broad a column of
sentences is at least."""


def html_text(text: str) -> str:
    """Words as HTML shows them."""
    return escaped(without_controls(text))


def head(title: str, css: str, code: str = "", images: str = "", offline: bool = False) -> Iterator[str]:
    """The beginning of a page that may do nothing but what its own styles and script say; `title` is HTML.

    `images` says where pictures may come from, `offline` that it also runs REGISTER.
    """
    allowed = ""
    for kind, *texts in (("style", css), ("script", code, REGISTER if offline else "")):
        digests = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts if text)
        allowed += f"; {kind}-src {digests}" if digests else ""
    allowed += "; worker-src 'self'" if offline else ""
    allowed += "; font-src data:" if "@font-face" in css else ""
    allowed += f"; img-src {images}" if images else ""
    policy = f"default-src 'none'{allowed}; base-uri 'none'; form-action 'none'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{css}</style>\n</head>\n<body>"


@lru_cache(maxsize=3)
def style(page: str) -> str:
    """Return how a page looks: the `page` of a dungeon, the `index` of many, or what a `replay` adds to the first."""
    sheets = (page,) if page == "replay" else ("common", page)
    return "".join((_WEB / f"{sheet}.css").read_text(encoding="utf-8") for sheet in sheets)


def title_in_html(title: str) -> str:
    """Return the heading of a page; one with a word too long for a phone in usual type is set in smaller type."""
    font, longest = PARCHMENT.title_fonts[0], max(title.split(), key=len, default="")
    style_name = ' class="long"' if TITLE_PX * extent(longest, font, whole=title).width > PHONE_PX else ""
    return f"<h1{style_name}>{html_text(title)}</h1>"


def in_html(text: str) -> Iterator[str]:
    """Notes as elements of a page."""
    for block in blocks(text):
        yield from _tags(block)


def _tags(block: Block) -> Iterator[str]:
    if isinstance(block, Words):
        shown = ""
        for run in block.runs:
            words = html_text(run.text)
            words = f"<em>{words}</em>" if run.emphasised else words
            shown += f"<strong>{words}</strong>" if run.strong else words
        yield f"<p><strong>{shown}</strong></p>" if block.heading else f"<p>{shown}</p>"
        return
    start = "" if block.first in (None, 1) else f' start="{block.first}"'
    yield "<ul>" if block.first is None else f"<ol{start}>"
    for item in block.items:
        yield f"<li>{''.join(tag for part in item for tag in _tags(part))}</li>"
    yield "</ul>" if block.first is None else "</ol>"


def table_in_html(
    head: Sequence[str], rows: Sequence[Sequence[str]], links: Sequence[Sequence[str]] = ()
) -> Iterator[str]:
    """Yield a table, nothing without rows; `links` says of each cell where it leads, '' for nowhere.

    Where a screen is too narrow for its columns, its cells stand below each other, each after the head of its column;
    roles say what they are, since a browser forgets it of cells that do.
    """
    if not rows:
        return
    yield f'<table class="{_room_for(head, rows)}" role="table">'
    if any(head):
        cells = "".join(
            f'<th scope="col" role="columnheader">{html_text(words)}</th>' if words else '<td role="cell"></td>'
            for words in head
        )
        yield f'<thead role="rowgroup"><tr role="row">{cells}</tr></thead>'
    yield '<tbody role="rowgroup">'
    for number, row in enumerate(rows):
        leads = links[number] if number < len(links) else ()
        cells = "".join(_cell(*each) for each in zip_longest(row, head[: len(row)], leads[: len(row)], fillvalue=""))
        yield f'<tr class="{"" if row[0] else "more"}" role="row">{cells}</tr>'
    yield "</tbody></table>"


def _cell(words: str, label: str, link: str) -> str:
    shown = html_text(words)
    shown = f'<a href="{link}">{shown}</a>' if link else shown
    return f'<td role="cell" data-label="{html_text(label)}">{shown}</td>'


def _room_for(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return on which screens a table's columns fit: the name of its style."""
    needed = sum(_least_width(column) + GAP_PX for column in zip_longest(head, *rows, fillvalue=""))
    return "fits" if needed <= PHONE_PX else "stacked" if needed <= NARROW_PX else "stacked always"


def _least_width(column: Iterable[str]) -> float:
    """Return the pixels a column takes: its words are never broken, and sentences have room for several."""
    cells = [cell for cell in column if cell]
    broadest = max((extent(cell, PARCHMENT.label_fonts[0], True).width for cell in cells), default=0.0)
    return max(widest_word(" ".join(cells)), min(TYPE_PX * broadest, PROSE_PX))


def widest_word(words: str) -> float:
    """Return how many pixels the broadest of some words takes, in bold type."""
    font = PARCHMENT.label_fonts[0]
    return TYPE_PX * max((extent(word, font, True).width for word in words.split()), default=0.0)


def parts_in_html(
    parts: Iterable[PackPart], level: int, pages: Mapping[str, str] | None = None, before: str = "part"
) -> Iterator[str]:
    """Yield what is said under titles of a level: notes, tables and numbered lists.

    Each part can be led to, see `anchors`; `pages` are those of the dungeons by their files.
    """
    told = list(parts)
    names = anchors(told, before)
    to = {part.title: f"#{name}" for part, name in zip(told, names, strict=True)} | dict(pages or {})
    for part, anchor in zip(told, names, strict=True):
        links = [[to.get(lead, "") for lead in row] for row in part.leads]
        yield f'<section id="{anchor}"><h{level}>{html_text(part.title)}</h{level}>'
        yield from in_html(part.notes)
        yield from table_in_html(part.head, part.rows, links)
        yield from [f"<ol>{''.join(f'<li>{html_text(item)}</li>' for item in part.items)}</ol>"] if part.items else ()
        yield "</section>"


def anchors(parts: Sequence[PackPart], before: str = "part") -> list[str]:
    """Return a name for each part that an address can lead to."""
    return [f"{before}-{number}" for number in range(1, len(parts) + 1)]


def fonts_of(page: str) -> str:
    """Return the fonts of a page as CSS: the letters of its headings, and plain ones for all else."""
    title, label = PARCHMENT.title_fonts[0], PARCHMENT.label_fonts[0]
    letters = defaultdict[Face, set[str]](set)
    for heading in _HEADING.findall(page):
        letters[title, False] |= _letters(heading)
    for bold in (False, True):
        letters[label, bold] = _letters(page)
    return carried(letters)


_HEADING = re.compile(r"<h[1-6][^>]*>(.*?)</h[1-6]>", re.DOTALL)
_UNSEEN = re.compile(r"<script>.*?</script>|<[^>]*>", re.DOTALL)


def _letters(html: str) -> set[str]:
    """Return the letters that a part of a page shows."""
    return {letter for letter in unescape(_UNSEEN.sub("", html)) if letter.isprintable()}


def file_names(files: Iterable[str], ending: str, *others: str) -> Iterator[str]:
    """A name for what each dungeon's file becomes in one folder, such as any host and link takes: the file's own with
    another ending where that will do, else numbered; none is one of the `others`.

    >>> list(file_names(["a.dungeon.yaml", "A.dungeon.json", "great hall.yaml"], ".svg"))
    ['a.svg', 'A-2.svg', 'great-hall-yaml.svg']
    """
    taken = {other.casefold() for other in others}
    for file in files:
        short = re.sub(r"[^A-Za-z0-9_-]+", "-", file.partition(".dungeon.")[0]).strip("-") or "dungeon"
        short = avoid_device_name(short)
        numbered = (f"{short}-{number}{ending}" for number in count(2))
        name = next(each for each in chain((f"{short}{ending}",), numbered) if each.casefold() not in taken)
        taken.add(name.casefold())
        yield name

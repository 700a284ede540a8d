"""Build the parts that HTML pages share: head and styles, notes, and tables that also fit on a phone.

A page loads nothing from other computers, and its Content-Security-Policy forbids it: the styles and the script in
the page are allowed by their hashes, everything else is forbidden.
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
from itertools import zip_longest
from pathlib import Path

from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.themes import PARCHMENT
from dungeon_designer.exports.embedded_fonts import Face, build_font_css
from dungeon_designer.text.escaping import replace_control_characters
from dungeon_designer.text.file_names import avoid_device_name
from dungeon_designer.text.notes import Block, Paragraph, parse_notes
from dungeon_designer.text.pack_part import PackPart

INDEX, RULES = "index.html", "rules.html"
"""`INDEX`: The file of the index in a folder of pages.

`RULES`: The file of the page with the rules in such a folder.
"""
OFFLINE_SCRIPT = "offline.js"
"""The file of the worker that keeps a folder of pages for use without a network."""
REGISTER_OFFLINE_SCRIPT = (
    f'if ("serviceWorker" in navigator) navigator.serviceWorker.register("{OFFLINE_SCRIPT}").catch(() => {{}});'
)
"""Script that registers the offline worker, where a browser allows it: by https, and not for a file on a phone."""

_WEB_FOLDER = Path(__file__).with_name("web")

PHONE_WIDTH_PX, NARROW_WIDTH_PX = 288, 640
"""`PHONE_WIDTH_PX`: The width for a table on a phone of 360 pixels.

`NARROW_WIDTH_PX`: The width for a table up to which a page has its form for narrow screens.
"""

TITLE_HEIGHT_PX, TABLE_TYPE_PX, COLUMN_GAP_PX, MIN_PROSE_WIDTH_PX = 24, 16, 14, 120
"""`TITLE_HEIGHT_PX`: The height of a title's type on a phone.

`TABLE_TYPE_PX`: The height of a table's type.

`COLUMN_GAP_PX`: The space between the columns of a table.

`MIN_PROSE_WIDTH_PX`: The least width of a column of sentences.
"""


def escape_text(text: str) -> str:
    """Return a text escaped for HTML, without control characters."""
    return escaped(replace_control_characters(text))


def build_head(title: str, css: str, script: str = "", image_sources: str = "", offline: bool = False) -> Iterator[str]:
    """Yield the beginning of a page, with a policy that allows only its own styles and scripts.

    The policy tells the browser the digest of each style sheet and script, so that it runs no others, and where
    pictures and fonts may come from.

    Args:
        title: the page's title, as HTML.
        css: its style sheet.
        script: its script, '' for none.
        image_sources: where pictures may come from, such as ``data:``; '' for no pictures.
        offline: whether the page also runs REGISTER_OFFLINE_SCRIPT.
    """
    sources = _format_digests("style", [css])
    sources += _format_digests("script", [script, REGISTER_OFFLINE_SCRIPT if offline else ""])
    sources += "; worker-src 'self'" if offline else ""
    sources += "; font-src data:" if "@font-face" in css else ""
    sources += f"; img-src {image_sources}" if image_sources else ""
    policy = f"default-src 'none'{sources}; base-uri 'none'; form-action 'none'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>\n<style>{css}</style>\n</head>\n<body>"


def _format_digests(kind: str, contents: Sequence[str]) -> str:
    """Return the part of a Content-Security-Policy that allows these style sheets or scripts; '' if all are empty.

    `kind` is `style` or `script`. The part is such as ``; style-src 'sha256-47DEQpj8HBSa…'``.
    """
    digests = [b64encode(sha256(content.encode()).digest()).decode() for content in contents if content]
    sources = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"; {kind}-src {sources}" if sources else ""


@lru_cache(maxsize=3)
def load_style_sheet(page: str) -> str:
    """Return the CSS of a kind of page.

    Args:
        page: `page` for the page of a dungeon, `index` for a list of dungeons, or `replay` for what the page of a
            recorded match needs besides `page`.
    """
    names = (page,) if page == "replay" else ("common", page)
    return "".join((_WEB_FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in names)


def format_heading(title: str) -> str:
    """Return the heading of a page, in smaller type if a word is too long for a phone in the usual type."""
    font, longest_word = PARCHMENT.title_fonts[0], max(title.split(), key=len, default="")
    # a letter anywhere in the title that the font lacks changes the font of all its words, hence `whole`
    width = TITLE_HEIGHT_PX * measure_text(longest_word, font, whole=title).width
    class_attribute = ' class="long"' if width > PHONE_WIDTH_PX else ""  # the style sheet has smaller type for it
    return f"<h1{class_attribute}>{escape_text(title)}</h1>"


def format_notes_as_html(text: str) -> Iterator[str]:
    """Yield notes (a person's free text with paragraphs and lists) as HTML elements."""
    for block in parse_notes(text):
        yield from _format_block(block)


def _format_block(block: Block) -> Iterator[str]:
    """Yield the HTML of one block of notes: a paragraph, a heading or a list.

    The items of a list consist of blocks themselves.
    """
    if isinstance(block, Paragraph):
        yield _format_paragraph(block)
        return
    is_numbered = block.first is not None
    start_attribute = "" if block.first in (None, 1) else f' start="{block.first}"'
    yield f"<ol{start_attribute}>" if is_numbered else "<ul>"
    for item in block.items:
        item_tags = [tag for inner_block in item for tag in _format_block(inner_block)]
        yield f"<li>{''.join(item_tags)}</li>"
    yield "</ol>" if is_numbered else "</ul>"


def _format_paragraph(paragraph: Paragraph) -> str:
    """Return the HTML of a paragraph of notes with its bold and emphasised words; all of a heading is bold."""
    content = ""
    for run in paragraph.runs:  # a run is a piece of text in one kind of letters
        words = escape_text(run.text)
        words = f"<em>{words}</em>" if run.emphasised else words
        content += f"<strong>{words}</strong>" if run.strong else words
    return f"<p><strong>{content}</strong></p>" if paragraph.heading else f"<p>{content}</p>"


def format_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], links: Sequence[Sequence[str]] = ()
) -> Iterator[str]:
    """Yield an HTML table; nothing if it has no rows.

    On a screen that is too narrow for the columns, cells stand below each other, each after its column's heading. The
    `role` attributes are needed, since browsers forget that such cells belong to a table.

    Args:
        headings: the heading of each column.
        rows: the cells of each row.
        links: for each cell the address that it links to, '' for none; rows and cells may be missing at the end.
    """
    if not rows:
        return
    yield f'<table class="{_choose_table_style(headings, rows)}" role="table">'
    if any(headings):
        cells = "".join(
            f'<th scope="col" role="columnheader">{escape_text(heading)}</th>' if heading else '<td role="cell"></td>'
            for heading in headings
        )
        yield f'<thead role="rowgroup"><tr role="row">{cells}</tr></thead>'
    yield '<tbody role="rowgroup">'
    for number, row in enumerate(rows):
        yield _format_row(row, headings, links[number] if number < len(links) else ())
    yield "</tbody></table>"


def _format_row(texts: Sequence[str], headings: Sequence[str], links: Sequence[str]) -> str:
    """Return the HTML of a row of a table; headings and links may be fewer or more than the cells.

    A row whose first cell is empty continues the row above, and has the CSS class ``more``.
    """
    width = len(texts)
    cells = zip_longest(texts, headings[:width], links[:width], fillvalue="")
    content = "".join(_format_cell(text, heading, link) for text, heading, link in cells)
    return f'<tr class="{"" if texts[0] else "more"}" role="row">{content}</tr>'


def _format_cell(text: str, heading: str, link: str) -> str:
    """Return the HTML of a table cell.

    Args:
        text: the text of the cell.
        heading: the heading of its column, which becomes an attribute that narrow screens show before the text.
        link: the address that the cell links to; '' for none.
    """
    content = escape_text(text)
    content = f'<a href="{link}">{content}</a>' if link else content
    return f'<td role="cell" data-label="{escape_text(heading)}">{content}</td>'


def _choose_table_style(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the CSS class of a table.

    It is ``fits`` if the columns fit on a phone, ``stacked`` if they only fit on a wider screen, else ``stacked
    always``. A stacked table has its cells below each other on a phone.
    """
    columns = zip_longest(headings, *rows, fillvalue="")
    width = sum(_measure_min_width(column) + COLUMN_GAP_PX for column in columns)
    if width <= PHONE_WIDTH_PX:
        return "fits"
    return "stacked" if width <= NARROW_WIDTH_PX else "stacked always"


def _measure_min_width(column: Iterable[str]) -> float:
    """Return the least width of a column of texts in pixels: that of its widest text, or of a narrow column of prose.

    Long texts are broken into lines of MIN_PROSE_WIDTH_PX, but no word is broken.
    """
    cells = [cell for cell in column if cell]
    widest_cell = max((measure_text(cell, PARCHMENT.label_fonts[0], bold=True).width for cell in cells), default=0.0)
    return max(measure_widest_word(" ".join(cells)), min(TABLE_TYPE_PX * widest_cell, MIN_PROSE_WIDTH_PX))


def measure_widest_word(text: str) -> float:
    """Return the width in pixels of the widest word in a text, in bold table type; 0 for a text without words."""
    font = PARCHMENT.label_fonts[0]
    return TABLE_TYPE_PX * max((measure_text(word, font, bold=True).width for word in text.split()), default=0.0)


def format_parts(
    parts: Iterable[PackPart], level: int, pages: Mapping[str, str] | None = None, prefix: str = "part"
) -> Iterator[str]:
    """Yield parts of a document as HTML sections: a title, then notes, tables and numbered lists.

    The cells of a part's table may name targets of links: the title of another part, or the file of a dungeon.

    Args:
        parts: the parts to show.
        level: the level of their headings, such as 2 for h2.
        pages: the page of each dungeon by its file, for links in tables.
        prefix: the beginning of the sections' anchors, see `list_anchors`.
    """
    part_list = list(parts)
    anchors = list_anchors(part_list, prefix)
    address_by_target = {part.title: f"#{anchor}" for part, anchor in zip(part_list, anchors, strict=True)}
    address_by_target.update(pages or {})
    for part, anchor in zip(part_list, anchors, strict=True):
        links = [[address_by_target.get(target, "") for target in row] for row in part.link_targets]
        yield f'<section id="{anchor}"><h{level}>{escape_text(part.title)}</h{level}>'
        yield from format_notes_as_html(part.notes)
        yield from format_table(part.head, part.rows, links)
        if part.items:
            items = "".join(f"<li>{escape_text(item)}</li>" for item in part.items)
            yield f"<ol>{items}</ol>"
        yield "</section>"


def list_anchors(parts: Sequence[PackPart], prefix: str = "part") -> list[str]:
    """Return an anchor for each part of a document, to which an address can link."""
    return [f"{prefix}-{number}" for number in range(1, len(parts) + 1)]


def build_fonts(page: str) -> str:
    """Return the fonts of a page as CSS, reduced to the letters that the page shows.

    The title font has the letters of its headings; the label font, plain and bold, those of all its text. `page` is
    HTML.
    """
    title, label = PARCHMENT.title_fonts[0], PARCHMENT.label_fonts[0]
    letters = defaultdict[Face, set[str]](set)
    for heading in _HEADING_PATTERN.findall(page):
        letters[title, False] |= _find_letters(heading)
    for bold in (False, True):
        letters[label, bold] = _find_letters(page)
    return build_font_css(letters)


_HEADING_PATTERN = re.compile(r"<h[1-6][^>]*>(.*?)</h[1-6]>", re.DOTALL)
_INVISIBLE_PATTERN = re.compile(r"<script>.*?</script>|<[^>]*>", re.DOTALL)
"""Parts of a page that are not shown: scripts and tags."""


def _find_letters(html: str) -> set[str]:
    """Return the letters that a piece of HTML shows; its tags and scripts are not shown."""
    shown_text = unescape(_INVISIBLE_PATTERN.sub("", html))
    return {letter for letter in shown_text if letter.isprintable()}


def choose_file_names(files: Iterable[str], ending: str, *reserved: str) -> Iterator[str]:
    """Yield for each dungeon file the name of a new file in one folder, which every host and link accepts.

    A name is the file's own name with another ending, numbered if that name is in use; never one of the reserved names.
    Names that differ only in upper and lower case are the same on some systems, so they count as equal.

    Args:
        files: the names of the dungeon files.
        ending: the ending of the new names.
        reserved: names that are reserved.

    >>> list(choose_file_names(["a.dungeon.yaml", "A.dungeon.json", "great hall.yaml"], ".svg"))
    ['a.svg', 'A-2.svg', 'great-hall-yaml.svg']
    """
    used_names = {name_in_use.casefold() for name_in_use in reserved}
    for file in files:
        stem, _, _ = file.partition(".dungeon.")
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-") or "dungeon"
        stem = avoid_device_name(
            stem
        )  # Windows takes a file such as `aux.html` for a device; this makes it `aux_.html`
        name, number = f"{stem}{ending}", 2
        while name.casefold() in used_names:
            name, number = f"{stem}-{number}{ending}", number + 1
        used_names.add(name.casefold())
        yield name

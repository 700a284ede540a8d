"""Write coaches' pages with an index as a folder for any web host. The pictures of the index are part of its page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.exports.embedded_pictures import PictureFiles
from dungeon_designer.exports.export_options import ExportOptions, with_theme
from dungeon_designer.exports.html_parts import (
    INDEX,
    REGISTER_OFFLINE_SCRIPT,
    RULES,
    build_fonts,
    build_head,
    choose_file_names,
    escape_text,
    format_heading,
    format_parts,
    list_anchors,
    load_style_sheet,
    measure_widest_word,
)
from dungeon_designer.exports.png import export_png
from dungeon_designer.exports.web_page import export_web_page
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.pack_part import PackPart

CARD_WIDTH_PX = 240
"""The width for a dungeon's text where several dungeons are side by side."""

THUMBNAIL_SQUARE_MM = 1.7
"""The width of a square in the small pictures of the index: about six pixels at the usual 96 dots per inch."""

Link = tuple[str, str]
"""A text, and the address that it links to."""


@dataclass(frozen=True)
class WebsiteEntry:
    """One dungeon of a website.

    Attributes:
        file: the name of its dungeon file.
        name: the name of the dungeon.
        line: a line of text about it.
        board: the dungeon.
        ruleset: the ruleset of its page.
        source: its file as the event's schedule names it.
        link: a text, and the address on the web at which the dungeon opens; None for no address.
        theme: the theme of its map, as `find_theme` takes it; '' for that of the website.
    """

    file: str
    name: str
    line: str
    board: Board
    ruleset: Ruleset
    source: str = ""
    link: Link | None = None
    theme: str = ""


@dataclass(frozen=True)
class IndexContent:
    """What the index says besides the dungeons.

    Attributes:
        title: the title.
        facts: facts in a line each.
        parts: parts with tables or lists.
        links: links to other pages.
    """

    title: str
    facts: Sequence[str] = ()
    parts: Sequence[PackPart] = ()
    links: Sequence[Link] = ()


def export_website(
    index_content: IndexContent,
    entries: Sequence[WebsiteEntry],
    options: ExportOptions,
    offline: bool = False,
    picture_files: PictureFiles | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of a website: a page for each dungeon, then the index.

    Args:
        index_content: what the index says besides the dungeons.
        entries: the dungeons.
        options: what is drawn.
        offline: whether the folder has a script (a service worker) with which browsers keep its files, to show them
            without a network.
        picture_files: gets the pictures that the pages show; None to make them parts of the pages.
    """
    page_names = list(choose_file_names([entry.file for entry in entries], ".html", INDEX, RULES))
    for name, entry in zip(page_names, entries, strict=True):
        page_options = replace(with_theme(options, entry.theme), ruleset=entry.ruleset)
        page = export_web_page(
            entry.board, page_options, index_page=INDEX, offline=offline, picture_files=picture_files
        )
        yield name, page
    yield INDEX, _build_index(index_content, page_names, entries, options, offline)


def name_picture(page: str) -> str:
    """Return the name of the picture file beside a dungeon's page.

    >>> name_picture("hall.html")
    'hall.svg'
    """
    return page.removesuffix(".html") + ".svg"


def build_page(title: str, links: Sequence[Link], facts: Sequence[str], content: Sequence[str], offline: bool) -> bytes:
    """Return the HTML of a page that is read from top to bottom: its title, facts and links, then its content.

    Args:
        title: the title of the page.
        links: the links at its top, each as (text, address).
        facts: lines below the title, as text.
        content: the lines of its body, as HTML.
        offline: whether the page registers the worker that keeps its folder for use without a network.
    """
    link_list = "".join(f'<li><a href="{address}">{escape_text(text)}</a></li>' for text, address in links)
    body = "\n".join((
        f"<header>\n{format_heading(title)}",
        *(f'<p class="credit">{escape_text(fact)}</p>' for fact in facts),
        f"<nav><ul>{link_list}</ul></nav>" if links else "",
        "</header>\n<main>",
        *content,
        f"</main>\n{f'<script>{REGISTER_OFFLINE_SCRIPT}</script>' if offline else ''}\n</body>\n</html>\n",
    ))  # fmt: skip
    css = load_style_sheet("index") + build_fonts(body)
    return "\n".join((*build_head(escape_text(title), css, image_sources="data:", offline=offline), body)).encode()


def _build_index(
    index_content: IndexContent,
    page_names: Sequence[str],
    entries: Sequence[WebsiteEntry],
    options: ExportOptions,
    offline: bool,
) -> bytes:
    """Return the website's first page: the dungeons, then the schedule, which links to them, and all other parts."""
    anchors = list_anchors(index_content.parts)
    part_links = [(part.title, f"#{anchor}") for part, anchor in zip(index_content.parts, anchors, strict=True)]
    page_by_file = {entry.source: name for name, entry in zip(page_names, entries, strict=True)}
    content = (*_list_cards(page_names, entries, options, offline), *format_parts(index_content.parts, 2, page_by_file))
    return build_page(index_content.title, (*part_links, *index_content.links), index_content.facts, content, offline)


def _list_cards(
    page_names: Sequence[str], entries: Sequence[WebsiteEntry], options: ExportOptions, offline: bool
) -> Iterator[str]:
    """Yield the lines of a list with a card for each dungeon: a small picture and a link to its page.

    Without dungeons nothing is yielded. If `offline`, a card also links to the picture of the map alone.
    """
    drawing = DrawingOptions(
        coordinates=False, grid=False, theme=options.drawing.theme, pictures=options.drawing.pictures
    )
    thumbnail_options = ExportOptions(drawing, square=THUMBNAIL_SQUARE_MM)
    if not entries:
        return
    is_wide = max(measure_widest_word(f"{entry.name} {entry.line}") for entry in entries) > CARD_WIDTH_PX
    yield f'\n<ul class="dungeons{" wide" if is_wide else ""}">'
    for name, entry in zip(page_names, entries, strict=True):
        picture = b64encode(export_png(entry.board, with_theme(thumbnail_options, entry.theme))).decode()
        line = f"<p>{escape_text(entry.line)}</p>" if entry.line else ""
        map_link = f'<a class="alone" href="{name_picture(name)}">the map alone</a>' if offline else ""
        if entry.link is not None:
            text, address = entry.link
            map_link += f'<a class="alone" href="{escape_text(address)}">{escape_text(text)}</a>'
        yield f'<li><img src="data:image/png;base64,{picture}" alt="">'
        yield f'<div><a class="dungeon" href="{name}">{escape_text(entry.name)}</a>{line}{map_link}</div></li>'
    yield "</ul>"

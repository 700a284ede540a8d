"""Write a gallery of a folder of dungeons as Markdown: a small picture and a line for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from urllib.parse import quote

from msgspec import Struct

from dungeon_designer.text.escaping import escape_markdown, format_code_span, format_markdown_table

COLUMN_COUNT = 3
"""How many pictures a row has."""

PLAYTEST_NOTE = (
    "Figures of playtests: equal coaches, teams balanced, agile and bashing;"
    " in brackets where a share lies with 95 % certainty."
)
"""What the page says below the figures of playtests."""


class GalleryEntry(Struct, frozen=True):
    """One dungeon of a gallery.

    Attributes:
        file: its file, relative to the page.
        picture: its picture, relative to the page.
        folder: its folder, under which it is listed.
        name: its name.
        line: a line about its idea.
        figures: titles and values of figures.
        playtest_figures: titles and values from a playtest, if there was one.
    """

    file: str
    picture: str
    folder: str
    name: str
    line: str
    figures: tuple[tuple[str, str], ...] = ()
    playtest_figures: tuple[tuple[str, str], ...] = ()


def write_gallery(title: str, entries: Sequence[GalleryEntry], command: str, checked: bool = True) -> str:
    """Return a page in Markdown with small pictures of dungeons: for each folder a table of pictures and of figures.

    Figures are measured numbers, such as the steps to a chest.

    Args:
        title: the title of the page.
        entries: the dungeons, sorted by folder.
        command: the command that writes the page.
        checked: whether the page says that tests check it.
    """
    check_note = "; the tests check that it is fresh" if checked else ""
    lines = [f"# {escape_markdown(title)}", "", f"This page is written by {format_code_span(command)}{check_note}.", ""]
    for folder, group in groupby(entries, key=lambda entry: entry.folder):
        members = list(group)
        lines += [f"## {escape_markdown(folder)}", "", *_format_pictures(members), ""]
        lines += _format_figures([(entry.name, entry.figures) for entry in members])
        playtest_lines = list(_format_figures([(entry.name, entry.playtest_figures) for entry in members]))
        if playtest_lines:
            lines += [*playtest_lines, PLAYTEST_NOTE, ""]
    return "\n".join(lines)


def _format_pictures(members: Sequence[GalleryEntry]) -> Iterator[str]:
    """Yield the lines of a Markdown table with a picture of each dungeon, and below it its name and a line about it.

    The first row of pictures is the head of the table.
    """
    for start in range(0, len(members), COLUMN_COUNT):
        row = members[start : start + COLUMN_COUNT]
        blank = [""] * (COLUMN_COUNT - len(row))
        images = [
            f"[![{_format_inline(entry.name)}]({_format_link(entry.picture)})]({_format_link(entry.file)})"
            for entry in row
        ]
        yield f"| {' | '.join([*images, *blank])} |"
        if start == 0:
            yield f"| {' | '.join(['---'] * COLUMN_COUNT)} |"
        captions = [f"**{_format_inline(entry.name)}**: {_format_inline(entry.line)}" for entry in row]
        yield f"| {' | '.join([*captions, *blank])} |"


def _format_figures(figures_by_name: Sequence[tuple[str, tuple[tuple[str, str], ...]]]) -> Iterator[str]:
    """Yield the lines of a table of dungeons and their figures (measured numbers).

    Dungeons without figures are left out; without any figures nothing is yielded.

    Args:
        figures_by_name: for each dungeon its name, and its figures as pairs (title, value).
    """
    known_figures = [(name, figures) for name, figures in figures_by_name if figures]
    if known_figures:
        heads = ["dungeon", *(title for title, _ in known_figures[0][1])]
        yield from format_markdown_table(
            heads, ([_format_inline(name), *(value for _, value in row)] for name, row in known_figures)
        )
        yield ""


def _format_inline(text: str) -> str:
    """Return a text from a file as Markdown in one line."""
    return escape_markdown(" ".join(text.split()))


def _format_link(file: str) -> str:
    """Return the address of a file for a link, whatever letters or bytes its name has."""
    return quote(file, errors="surrogateescape")

"""The gallery of a folder of dungeons: a small picture and a line for each, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from urllib.parse import quote

from msgspec import Struct

from dungeon_designer.text.escaping import as_markdown, code, markdown_table

COLUMNS = 3

PLAYED = (
    "Figures of playtests: equal coaches, teams balanced, agile and bashing;"
    " in brackets where a share lies with 95 % certainty."
)


class Exhibit(Struct, frozen=True):
    """One dungeon of a gallery: its file and picture relative to the page, its folder, name and idea, and figures.

    `played` are figures of a playtest, for dungeons of which they are known.
    """

    file: str
    picture: str
    folder: str
    name: str
    line: str
    figures: tuple[tuple[str, str], ...] = ()
    played: tuple[tuple[str, str], ...] = ()


def page(title: str, exhibits: Sequence[Exhibit], command: str, checked: bool = True) -> str:
    """The whole page: a table of pictures for each folder, and one of figures; `checked` says that tests read it."""
    fresh = "; the tests check that it is fresh" if checked else ""
    lines = [f"# {as_markdown(title)}", "", f"This page is written by {code(command)}{fresh}.", ""]
    for folder, group in groupby(exhibits, key=lambda exhibit: exhibit.folder):
        members = list(group)
        lines += [f"## {as_markdown(folder)}", "", *_pictures(members), ""]
        lines += _figures([(each.name, each.figures) for each in members])
        if played := list(_figures([(each.name, each.played) for each in members])):
            lines += [*played, PLAYED, ""]
    return "\n".join(lines)


def _pictures(members: Sequence[Exhibit]) -> Iterator[str]:
    """Rows of pictures, each with its name and line below; the head of the table is the first row."""
    for start in range(0, len(members), COLUMNS):
        row = members[start : start + COLUMNS]
        blank = [""] * (COLUMNS - len(row))
        shown = [f"[![{_in_line(each.name)}]({_link(each.picture)})]({_link(each.file)})" for each in row]
        yield f"| {' | '.join([*shown, *blank])} |"
        if start == 0:
            yield f"| {' | '.join(['---'] * COLUMNS)} |"
        yield f"| {' | '.join([*(f'**{_in_line(each.name)}**: {_in_line(each.line)}' for each in row), *blank])} |"


def _figures(told: Sequence[tuple[str, tuple[tuple[str, str], ...]]]) -> Iterator[str]:
    """A table of dungeons and their figures, all by the same titles; without those of which none are known."""
    known = [(name, figures) for name, figures in told if figures]
    if known:
        heads = ["dungeon", *(title for title, _ in known[0][1])]
        yield from markdown_table(heads, ([_in_line(name), *(value for _, value in row)] for name, row in known))
        yield ""


def _in_line(text: str) -> str:
    """Text of a file as it is, in one line."""
    return as_markdown(" ".join(text.split()))


def _link(file: str) -> str:
    """Where a link to a file leads, whatever letters or bytes its name is made of."""
    return quote(file, errors="surrogateescape")

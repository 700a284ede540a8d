"""The gallery of a folder of dungeons: a small picture and a line for each, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from urllib.parse import quote

from msgspec import Struct

from dungeon_designer.text.escaping import code, plain

COLUMNS = 3


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
    head = [f"# {plain(title)}", "", f"This page is written by {code(command)}{fresh}.", ""]
    parts = [
        (f"## {plain(folder)}", "", *_table(members), "", *_figures(members), *_played(members))
        for folder, members in _folders(exhibits)
    ]
    return "\n".join((*head, *(line for part in parts for line in part)))


def _folders(exhibits: Iterable[Exhibit]) -> Iterator[tuple[str, list[Exhibit]]]:
    for folder, members in groupby(exhibits, key=lambda exhibit: exhibit.folder):
        yield folder, list(members)


def _table(members: Sequence[Exhibit]) -> Iterator[str]:
    """Rows of pictures, each with its name and line below; the head of the table is the first row."""
    for start in range(0, len(members), COLUMNS):
        row = [*members[start : start + COLUMNS]]
        yield _row([f"[![{_words(each.name)}]({_link(each.picture)})]({_link(each.file)})" for each in row])
        if start == 0:
            yield _row(["---"] * COLUMNS)
        yield _row([f"**{_words(each.name)}**: {_words(each.line)}" for each in row])


def _figures(members: Sequence[Exhibit]) -> Iterator[str]:
    """The figures of a folder's dungeons, each in a row; one whose ruleset is not known has none."""
    yield from _rows([(each.name, each.figures) for each in members if each.figures])


def _played(members: Sequence[Exhibit]) -> Iterator[str]:
    """How a folder's dungeons play, each in a row, with what the figures are."""
    known = [(each.name, each.played) for each in members if each.played]
    yield from _rows(known)
    if known:
        yield PLAYED
        yield ""


PLAYED = (
    "Figures of playtests: equal coaches, teams balanced, agile and bashing;"
    " in brackets where a share lies with 95 % certainty."
)


def _rows(known: Sequence[tuple[str, tuple[tuple[str, str], ...]]]) -> Iterator[str]:
    """A table of dungeons and their figures, all by the same titles; nothing for none."""
    if known:
        heads = ["dungeon", *(title for title, _ in known[0][1])]
        yield f"| {' | '.join(heads)} |"
        yield f"|{'---|' * len(heads)}"
        yield from (f"| {' | '.join([_words(name), *(value for _, value in told)])} |" for name, told in known)
        yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join([*cells, *[''] * (COLUMNS - len(cells))])} |"


def _words(text: str) -> str:
    """Text of a file as it is, in one line."""
    return plain(" ".join(text.split()))


def _link(file: str) -> str:
    """Where a link to a file leads, whatever letters or bytes its name is made of."""
    return quote(file, errors="surrogateescape")

"""The pages of the manual as the editor's own window shows them: contents, anchors and search. Nothing here uses Qt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER_ORDER = ("", "start", "tutorials", "how-to", "explanation", "reference", "rules", "table", "programmers")
"""The folders of pages in the order of the contents, as in the navigation of mkdocs.yml. Other folders follow."""


class ManualSection(NamedTuple):
    """A heading of the manual with the text below it.

    Attributes:
        page: the name of the page's file below the manual's folder, such as "rules/chest-spacing.md".
        level: 1 for the title of the page, 2 for its headings and so on.
        title: the heading, without formatting.
        anchor: the name by which links lead to the heading, such as "many-dungeons".
        text: the text below the heading, as it stands in the file.
    """

    page: str
    level: int
    title: str
    anchor: str
    text: str


def build_anchor(title: str) -> str:
    """Return the name by which links lead to a heading, as the built site names it.

    >>> build_anchor("Every rule's own parameters")
    'every-rules-own-parameters'
    """
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower())


_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def split_page(page: str, text: str) -> list[ManualSection]:
    """Split the Markdown of a page at its headings. Lines of code that begin with # are no headings.

    >>> [(part.title, part.anchor) for part in split_page("a.md", "# A page\\ntext\\n## `x` and [y](z.md)")]
    [('A page', 'a-page'), ('x and y', 'x-and-y')]
    """
    parts: list[tuple[int, str, list[str]]] = []
    fence = ""
    for line in text.splitlines():
        mark, heading = _FENCE.match(line), _HEADING.match(line)
        if mark and fence in ("", mark[1]):
            fence = "" if fence else mark[1]
        elif heading and not fence:
            title = _LINK.sub(r"\1", heading[2]).replace("`", "").replace("*", "")
            parts.append((len(heading[1]), title, []))
            continue
        if parts:
            parts[-1][2].append(line)
    sections, counts = [], dict[str, int]()
    for level, title, lines in parts:
        anchor = build_anchor(title)
        count = counts[anchor] = counts.get(anchor, -1) + 1
        sections.append(ManualSection(page, level, title, f"{anchor}_{count}" if count else anchor, "\n".join(lines)))
    return sections


def list_manual_pages(folder: Path) -> list[list[ManualSection]]:
    """Return the sections of each page of the manual, in the order of the contents; pages without a title are left out.

    Args:
        folder: the manual's folder.
    """
    paths = sorted(path for path in folder.rglob("*.md") if path.is_file())
    pages = [split_page(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths]

    def rank_page(sections: list[ManualSection]) -> tuple[int, str, str]:
        """Return the sort key: first the folder, then the title."""
        name = sections[0].page.rpartition("/")[0]
        index = FOLDER_ORDER.index(name) if name in FOLDER_ORDER else len(FOLDER_ORDER)
        return index, name, sections[0].title.lower()

    return sorted(filter(None, pages), key=rank_page)


def search_manual(pages: list[list[ManualSection]], words: str, limit: int = 60) -> list[ManualSection]:
    """Return the sections that contain all words, at most `limit`; those with the words in their headings come first.

    Upper and lower case are not distinguished.
    """
    wanted_words = words.lower().split()
    by_heading: list[ManualSection] = []
    by_text: list[ManualSection] = []
    for section in (section for sections in pages for section in sections):
        title = section.title.lower()
        if all(word in title for word in wanted_words):
            by_heading.append(section)
        elif all(word in title or word in section.text.lower() for word in wanted_words):
            by_text.append(section)
    return [*by_heading, *by_text][:limit]

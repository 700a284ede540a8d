"""Notes as people write them, read as Markdown: paragraphs, lists, headings, bold and emphasised words.

All else is told as it was written: a link, a picture, a table or a tag in notes is so many letters, nothing more.
Whoever shows the blocks puts letters on a page; nothing of a note is ever a command in the language of that page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

MOST = 100_000
"""Letters of notes that are shown: fifty pages."""

DEEPEST = 4
"""Lists in lists further in are told as the list they stand in."""

_INDENTED = re.compile(r"^[ \t]{12,}", re.MULTILINE)
_MARKERS = re.compile(r"^(?=[ \t]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+){7})([ \t]*[0-9]*)", re.MULTILINE)
"""Lines that begin a list more than six deep: no reader goes in without end, and what it leaves out would be lost."""


class WordRun(Struct, frozen=True):
    """Words in one kind of letters."""

    text: str
    strong: bool = False
    emphasised: bool = False


class Words(Struct, frozen=True):
    """A paragraph, or a heading of the notes."""

    runs: tuple[WordRun, ...]
    heading: bool = False

    @property
    def text(self) -> str:
        """All of it without its letters' kinds."""
        return "".join(run.text for run in self.runs)


class NoteList(Struct, frozen=True):
    """A list of things, each told in blocks; `first` is the number of the first of a numbered one."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


Block = Words | NoteList
"""What notes are made of."""


def blocks(text: str) -> tuple[Block, ...]:
    """Notes as blocks.

    >>> [block.text for block in blocks("One\\ntwo.\\n\\nThree.")]
    ['One two.', 'Three.']
    >>> [len(block.items) for block in blocks("- a\\n- b")]
    [2]
    """
    shown = f"{text[:MOST]}…" if len(text) > MOST else text
    shallow = _MARKERS.sub(r"\1\\", _INDENTED.sub(" " * 12, shown))
    if not shown.strip():
        return ()
    from markdown_it.tree import SyntaxTreeNode

    return tuple(_blocks(SyntaxTreeNode(_reader().parse(shallow)), 0))


def flat(text: str) -> str:
    """Notes as plain words on one line, for a cell of a table."""
    return " ".join(_flat(blocks(text)))


def run_on(text: str) -> tuple[WordRun, ...]:
    """Return notes as words that run on in one paragraph, a bullet or a number before each item of a list.

    >>> "".join(run.text for run in run_on("One **two**.\\n\\n- a\\n- b"))
    'One two. • a • b '
    """
    return tuple(_run_on(blocks(text)))


def _run_on(found: Sequence[Block]) -> Iterator[WordRun]:
    for block in found:
        if isinstance(block, Words):
            yield from (replace(run, strong=True) if block.heading else run for run in block.runs)
            yield WordRun(" ")
        else:
            for number, item in enumerate(block.items, start=block.first or 0):
                yield WordRun("• " if block.first is None else f"{number}. ")
                yield from _run_on(item)


def _flat(found: Sequence[Block]) -> Iterator[str]:
    for block in found:
        if isinstance(block, Words):
            yield block.text
        else:
            for item in block.items:
                yield f"{' '.join(_flat(item)).rstrip('.;,')};"


@cache
def _reader() -> MarkdownIt:
    """CommonMark with everything off that is no list, heading or kind of letters."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("zero", {"maxNesting": 40})
    return reader.enable(["list", "heading", "emphasis", "balance_pairs", "fragments_join", "escape"])


def _blocks(parent: SyntaxTreeNode, depth: int) -> Iterator[Block]:
    for node in parent.children:
        if node.type in ("heading", "paragraph"):
            inline = node.children[0]
            if inline.content.strip():
                yield Words(tuple(_runs(inline)), node.type == "heading")
        else:
            items = [tuple(_blocks(item, depth + 1)) for item in node.children]
            if depth >= DEEPEST:
                yield from (block for item in items for block in item)
            else:
                numbered = node.type == "ordered_list"
                yield NoteList(tuple(items), int(node.attrs.get("start", 1)) if numbered else None)


def _runs(parent: SyntaxTreeNode, strong: bool = False, emphasised: bool = False) -> Iterator[WordRun]:
    """Words by their letters: a line's end is where somebody's editor wrapped."""
    for node in parent.children:
        if node.children:
            yield from _runs(node, strong or node.type == "strong", emphasised or node.type == "em")
        elif node.content:
            yield WordRun(re.sub(r"\s+", " ", node.content), strong, emphasised)

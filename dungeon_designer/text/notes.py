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

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MOST = 100_000
"""Letters of notes that are shown: fifty pages."""

DEEPEST = 4
"""Lists in lists further in are told as the list they stand in."""

_INDENTED = re.compile(r"^[ \t]{12,}", re.MULTILINE)
_MARKERS = re.compile(r"^(?=[ \t]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+){7})([ \t]*[0-9]*)", re.MULTILINE)
"""Lines that begin a list more than six deep: no reader goes in without end, and what it leaves out would be lost."""


class Run(Struct, frozen=True):
    """Words in one kind of letters."""

    text: str
    strong: bool = False
    emphasised: bool = False


class Words(Struct, frozen=True):
    """A paragraph, or a heading of the notes."""

    runs: tuple[Run, ...]
    heading: bool = False

    @property
    def text(self) -> str:
        """All of it without its letters' kinds."""
        return "".join(run.text for run in self.runs)


class Listing(Struct, frozen=True):
    """A list of things, each told in blocks; `first` is the number of the first of a numbered one."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


Block = Words | Listing
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
    return tuple(_blocks(_Tokens(_reader().parse(shallow)), 0)) if shown.strip() else ()


def flat(text: str) -> str:
    """Notes as plain words on one line, for a cell of a table."""
    return " ".join(_flat(blocks(text)))


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


class _Tokens:
    """The reader's tokens, one after the other."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._left = iter(tokens)

    def until(self, end: str) -> Iterator[Token]:
        """Those up to one of a kind."""
        for token in self._left:
            if token.type == end:
                return
            yield token


def _blocks(tokens: _Tokens, depth: int, end: str = "") -> Iterator[Block]:
    heading = False
    for token in tokens.until(end):
        if token.type.endswith("_list_open"):
            yield from _listing(tokens, depth, token)
        elif token.type in ("heading_open", "paragraph_open"):
            heading = token.type == "heading_open"
        elif token.type == "inline" and token.content.strip():
            yield Words(tuple(_runs(token.children or ())), heading)


def _listing(tokens: _Tokens, depth: int, opened: Token) -> Iterator[Block]:
    items = [
        tuple(_blocks(tokens, depth + 1, "list_item_close"))
        for item in tokens.until(opened.type.replace("_open", "_close"))
        if item.type == "list_item_open"
    ]
    if depth >= DEEPEST:
        yield from (block for item in items for block in item)
    else:
        numbered = opened.type == "ordered_list_open"
        yield Listing(tuple(items), int(opened.attrs.get("start", 1)) if numbered else None)


def _runs(children: Sequence[Token]) -> Iterator[Run]:
    """Words by their letters: a line's end is where somebody's editor wrapped."""
    strong = emphasised = 0
    for token in children:
        step = token.nesting
        if token.type.startswith("strong"):
            strong += step
        elif token.type.startswith("em_"):
            emphasised += step
        elif token.content:
            yield Run(re.sub(r"\s+", " ", token.content), strong > 0, emphasised > 0)

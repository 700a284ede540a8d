"""Notes on pages, in Markdown and in HTML: the same blocks, and their letters nothing but letters."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape as escaped

from dungeon_designer.exports import elements
from dungeon_designer.exports.elements import PageElement, safe_text
from dungeon_designer.text.escaping import plain, without_controls
from dungeon_designer.text.notes import Block, Run, Words, blocks


def on_pages(text: str) -> tuple[PageElement, ...]:
    """Notes as they are printed."""
    return tuple(map(_element, blocks(text)))


def _element(block: Block) -> PageElement:
    if isinstance(block, Words):
        strong = block.heading
        runs = (elements.LetteredRun(safe_text(run.text), run.strong or strong, run.emphasised) for run in block.runs)
        return elements.Runs(tuple(runs))
    return elements.PageList(tuple(tuple(map(_element, item)) for item in block.items), block.first)


def in_markdown(text: str) -> Iterator[str]:
    """Notes as lines of Markdown: a list stays one, all else is shown as it stands."""
    for block in blocks(text):
        yield from (*_lines(block), "")


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Words):
        yield "".join(_marked(run, block.heading, at == 0) for at, run in enumerate(block.runs))
        return
    for at, item in enumerate(block.items):
        mark = "- " if block.first is None else f"{block.first + at}. "
        lines = [line for part in item for line in (*_lines(part), "")][:-1] or [""]
        yield f"{mark}{lines[0]}".rstrip()
        yield from (f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:])


def _marked(run: Run, heading: bool, begins: bool) -> str:
    """A run in the signs of Markdown, which stand right at its words and not at the blanks beside them."""
    words = run.text.strip()
    sign = ("**" if run.strong or heading else "") + ("*" if run.emphasised else "")
    before, after = (" " if run.text[:1] == " " else ""), (" " if run.text[-1:] == " " and words else "")
    shown = plain(words) if begins and not sign else plain(f"x{words}")[1:]
    return f"{before}{sign}{shown}{sign[::-1]}{after}" if words else before


def in_html(text: str) -> Iterator[str]:
    """Notes as elements of a page."""
    for block in blocks(text):
        yield from _tags(block)


def _tags(block: Block) -> Iterator[str]:
    if isinstance(block, Words):
        shown = "".join(map(_tagged, block.runs))
        yield f"<p>{_in('strong', shown) if block.heading else shown}</p>"
        return
    start = "" if block.first in (None, 1) else f' start="{block.first}"'
    yield "<ul>" if block.first is None else f"<ol{start}>"
    for item in block.items:
        yield f"<li>{''.join(tag for part in item for tag in _tags(part))}</li>"
    yield "</ul>" if block.first is None else "</ol>"


def _tagged(run: Run) -> str:
    shown = escaped(without_controls(run.text))
    shown = _in("em", shown) if run.emphasised else shown
    return _in("strong", shown) if run.strong else shown


def _in(tag: str, shown: str) -> str:
    return f"<{tag}>{shown}</{tag}>"

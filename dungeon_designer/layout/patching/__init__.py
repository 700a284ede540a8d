"""A changed layout put back into the sketch a person wrote: a change touches its own lines and nothing else.

What the sketch says is compared with what it is to say, item by item; each change is then made where the sketch says
it, in the style it is written in: a letter of the map, an entry of a list, a word. The result is read: if it is not
the changed layout, items are listed rather than drawn, then the drawing and its lists are written anew, and at last
all is. No comment is lost in any of these ways.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial

from dungeon_designer.layout.model import Layout, normalised
from dungeon_designer.layout.patching.items import FIELDS, Items
from dungeon_designer.layout.patching.pairing import shift
from dungeon_designer.layout.patching.sections import background, tell_sections
from dungeon_designer.layout.patching.source import Source
from dungeon_designer.layout.patching.telling import (
    ORDER,
    new_key,
    no_key,
    tell,
    tell_extra,
    tell_in_order,
    tell_legend,
    tell_portals,
    tell_unordered,
    tell_version,
    tell_words,
    write_rows,
)
from dungeon_designer.layout.patching.text_changes import TextChanges, Unfit, comments_in
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import floor_letters, listed, write_sketch
from dungeon_designer.text.files import decoded
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_text import BREAK, Table, compose, lines_of

DRAWING = ("map", "sections", "section_kinds", "legend", *FIELDS)
"""The keys that together say what is drawn."""


def patched_file(data: bytes, after: Layout) -> bytes:
    """The bytes of a sketch, changed as little as can be, so that they read as `after`; a mark of UTF-8 stays.

    Bytes that are no sketch are given up, as in `patched`.
    """
    try:
        text = decoded(data)
    except Fault:
        return write_sketch(after).encode()
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return mark + patched(text, after).encode()


def patched(text: str, after: Layout) -> str:
    """The sketch `text`, changed as little as can be, so that it reads as `after`; all its comments stay.

    A text that is no sketch is given up: the answer is `after` as a sketch is always written.
    """
    after = normalised(after)
    try:
        before = read_sketch(text)
    except Fault:
        return write_sketch(after)
    if before == after:
        return text
    for way in WAYS:
        try:
            changed = way(text, before, after)
            if read_sketch(changed) == after and _comments(changed) >= _comments(text):
                return changed
        except (Fault, Unfit):
            continue
    return _with_comments_ahead(text, after)


def _finely(text: str, before: Layout, after: Layout, draws: bool) -> str:
    """Every change on its own lines; `draws`: new items may be drawn in the map."""
    source = Source.of(_ended(text))
    by = shift(before, after)
    floor = None if source.form == "list" else floor_letters(after.sections)
    items = Items(source, after, by, floor, draws)
    if source.map is not None:
        for square, meaning in items.letters.items():
            source.map[square] = source.letter(meaning) or background(source, floor, square)
    tell_sections(source, before, after, by, floor)
    for key, entries in items.lists.items():
        if key == "portals":
            tell_portals(source, entries)
        else:
            tell(source, key, entries, partial(listed, key, [entry.value for entry in entries]))
    tell_legend(source)
    if source.map is not None:
        write_rows(source, "map", source.map)
    _tell_the_rest(source, before, after, by)
    return _as_ended(source.made(), text)


def _tell_the_rest(source: Source, before: Layout, after: Layout, by: tuple[int, int]) -> None:
    tell_version(source, after)
    tell_words(source, before, after)
    tell_unordered(source, after, by)
    tell_in_order(source, after, by)
    tell_extra(source, before, after)


def _coarsely(text: str, before: Layout, after: Layout) -> str:
    """The drawing and its lists written anew, every other change on its own lines."""
    source = Source.of(_ended(text))
    _write_anew(source, after, DRAWING)
    _tell_the_rest(source, before, after, (0, 0))
    return _as_ended(source.made(), text)


def _anew(text: str, before: Layout, after: Layout) -> str:
    """All written anew, key by key, in the order of the text."""
    source = Source.of(_ended(text))
    tell_version(source, after)
    _write_anew(source, after, ORDER)
    return _as_ended(source.made(), text)


def _write_anew(source: Source, after: Layout, keys: Collection[str]) -> None:
    canonical = write_sketch(after)
    lines, root = lines_of(canonical), compose(canonical)
    if source.root.end or not isinstance(root, Table):
        raise Unfit
    starts = [key.mark[0] - 1 for key in root.keys.values()]
    blocks = {
        key: lines[start:end] for key, start, end in zip(root.keys, starts, [*starts[1:], len(lines) - 1], strict=True)
    }
    for key in keys:
        if key in blocks:
            new_key(source, key, None, blocks[key])
        else:
            no_key(source, key)


def _with_comments_ahead(text: str, after: Layout) -> str:
    """The sketch as it is always written, below all comments of the old."""
    source = TextChanges(text, compose(text))
    return source.as_lines([*source.remarks(0, len(text)), *lines_of(write_sketch(after))[:-1]], "")


WAYS: tuple[Callable[[str, Layout, Layout], str], ...] = (
    lambda text, before, after: _finely(text, before, after, draws=True),
    lambda text, before, after: _finely(text, before, after, draws=False),
    _coarsely,
    _anew,
)
"""How a change is made, the way that touches least first."""


def _comments(text: str) -> Counter[str]:
    return Counter(text[start:end].rstrip() for start, end in comments_in(text, compose(text)))


def _ended(text: str) -> str:
    """The text with an end to its last line."""
    if not text or BREAK.fullmatch(text[-1]):
        return text
    first = BREAK.search(text)
    return text + (first[0] if first else "\n")


def _as_ended(text: str, old: str) -> str:
    """The text with an end to its last line only if the old one had it."""
    return text if _ended(old) == old else text[:-2] + BREAK.sub("", text[-2:])

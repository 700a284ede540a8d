"""A pack as Markdown: for a wiki, a forum, or a text editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.exports.pack import words
from dungeon_designer.exports.pack.model import Chapter, Pack
from dungeon_designer.exports.pieces.needed import Needs, enough, needs, public
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.markdown import plain


def pack_markdown(pack: Pack, hidden: bool = False) -> bytes:
    """The whole document, without maps; what lies below trapdoors only when `hidden` is asked for."""
    lines = [
        f"# {plain(pack.name)}",
        "",
        *_notes(pack.notes),
        *_table(pack),
        *(line for chapter in pack.chapters for line in _chapter(chapter, hidden)),
        *_stock(pack, hidden),
        *(line for ruleset in pack.rulesets for line in _ruleset(ruleset)),
    ]
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


def _notes(text: str) -> Iterator[str]:
    for part in words.paragraphs(text):
        yield from (plain(part), "")


def _table(pack: Pack) -> Iterator[str]:
    if pack.table:
        yield from (f"## {plain(pack.table_title)}", "")
        yield from _rows(pack.table_head, pack.table)
        yield ""


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(map(plain, head))} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(map(plain, row))} |" for row in rows)


def _chapter(chapter: Chapter, hidden: bool) -> Iterator[str]:
    yield from (f"## {plain(chapter.title)}", "", f"*{plain(words.credit(chapter))}*", "")
    yield from _notes(chapter.board.layout.notes)
    rooms = words.special_rooms(chapter.board)
    if rooms:
        yield from ("### Special rooms", "", *(f"- **{plain(name)}**: {plain(rule)}" for name, rule in rooms), "")
    yield from ("### Pieces", "", *_pieces(needs(chapter.board), hidden), "")
    tiles = words.tiles_used(chapter.board)
    if tiles:
        yield from ("### Tiles", "", *(f"- {count} × {plain(name)}" for name, count in tiles.items()), "")
    yield from ("### Figures", "")
    yield from _rows(words.FIGURES, words.figures(chapter))
    yield ""
    yield from ("### Verdict", "", plain(words.verdict(chapter)), "")
    said = [*words.findings(chapter, hidden), *words.waivers(chapter, hidden)]
    if said:
        yield from (*(f"- {plain(line)}" for line in said), "")


def _pieces(wanted: Needs, hidden: bool) -> Iterator[str]:
    shown = wanted if hidden else public(wanted)
    return (f"- {count} × {plain(kind.name)}" for kind, count in shown.items())


def _stock(pack: Pack, hidden: bool) -> Iterator[str]:
    yield from ("## The stock for the whole event", "", "Enough for any one of its dungeons at a time.", "")
    yield from (*_pieces(enough([chapter.board for chapter in pack.chapters]), hidden), "")
    tiles = words.tiles_enough(pack)
    if tiles:
        yield from ("### Tiles for the event", "", *(f"- {count} × {plain(name)}" for name, count in tiles.items()), "")
    yield from (part for said in words.boxes_enough(pack) for part in (plain(said), ""))


def _ruleset(ruleset: Ruleset) -> Iterator[str]:
    yield from (f"## The rules of {plain(ruleset.name)}", "", plain(" ".join(words.ways(ruleset))), "")
    yield from _rows(("rule", "level", "what it asks", "source"), list(words.rules(ruleset)))
    yield ""

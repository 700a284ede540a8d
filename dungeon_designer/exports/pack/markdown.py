"""A pack as Markdown: for a wiki, a forum, or a text editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.exports.notes import in_markdown
from dungeon_designer.exports.pack import rules, words
from dungeon_designer.exports.pack.model import Chapter, Pack, Part, Played
from dungeon_designer.exports.pieces.needed import Needs, needs, public
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.escaping import plain


def pack_markdown(pack: Pack, hidden: bool = False) -> bytes:
    """The whole document, without maps; what lies below trapdoors only when `hidden` is asked for."""
    lines = [
        f"# {plain(pack.name)}",
        "",
        *(line for fact in pack.facts for line in (plain(fact), "")),
        *in_markdown(pack.notes),
        *(line for part in pack.parts for line in _part(part, 2)),
        *(line for chapter in pack.chapters for line in _chapter(chapter, hidden)),
        *_stock(pack, hidden),
        *(line for ruleset in pack.rulesets for line in _ruleset(ruleset)),
    ]
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


def _part(part: Part, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {plain(part.title)}", "")
    yield from in_markdown(part.notes)
    if part.rows:
        yield from (*_rows(part.head, part.rows), "")
    if part.items:
        yield from (*(f"{at}. {plain(f'x{item}')[1:]}" for at, item in enumerate(part.items, start=1)), "")
    if part.source:
        yield from (f"*{plain(part.source)}*", "")


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(map(plain, head))} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(map(plain, row))} |" for row in rows)


def _chapter(chapter: Chapter, hidden: bool) -> Iterator[str]:
    yield from (f"## {plain(chapter.title)}", "", f"*{plain(words.credit(chapter))}*", "")
    yield from in_markdown(chapter.board.layout.notes)
    if chapter.set_up:
        yield from _part(chapter.set_up, 3)
    rooms = words.special_rooms(chapter.board)
    if rooms:
        yield from ("### Special rooms", "", *(f"- **{plain(name)}**: {plain(rule)}" for name, rule in rooms), "")
    yield from ("### Pieces", "", *_pieces(needs(chapter.board), hidden), "")
    tiles = words.tiles_used(chapter.board)
    if tiles:
        yield from ("### Tiles", "", *(f"- {count} × {plain(name)}" for name, count in tiles.items()), "")
    yield from ("### Figures", "")
    if told := words.symmetry(chapter):
        yield from (plain(told), "")
    yield from (*_rows(words.FIGURES, words.figures(chapter)), "")
    if chests := words.chests(chapter):
        yield from (words.WALKS, "", *_rows(chests[0], chests[1:]), "")
    if chapter.played:
        yield from _played(chapter.played)
    yield from ("### Verdict", "", plain(words.verdict(chapter)), "")
    said = [*words.findings(chapter, hidden), *words.waivers(chapter, hidden)]
    if said:
        yield from (*(f"- {plain(line)}" for line in said), "")


def _played(played: Played) -> Iterator[str]:
    yield from ("### How it plays", "")
    yield from (part for line in played.words for part in (plain(line), ""))
    yield from _part(played.figures, 4)
    yield from _part(played.chests, 4)


def _pieces(wanted: Needs, hidden: bool) -> Iterator[str]:
    shown = wanted if hidden else public(wanted)
    return (f"- {count} × {plain(kind.name)}" for kind, count in shown.items())


def _stock(pack: Pack, hidden: bool) -> Iterator[str]:
    yield from ("## The stock for the whole event", "", words.whole(pack), "")
    yield from (*_pieces(words.pieces_enough(pack), hidden), "")
    tiles = words.tiles_enough(pack)
    if tiles:
        yield from ("### Tiles for the event", "", *(f"- {count} × {plain(name)}" for name, count in tiles.items()), "")
    yield from (part for said in words.boxes_enough(pack) for part in (plain(said), ""))


def _ruleset(ruleset: Ruleset) -> Iterator[str]:
    yield from (f"## The rules of {plain(ruleset.name)}", "")
    yield from (line for part in rules.parts(ruleset) for line in _part(part, 3))

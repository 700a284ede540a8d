"""A pack as Markdown: for a wiki, a forum, or a text editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack import rules, words
from dungeon_designer.exports.pack.few_words import by_name
from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.exports.pack.organiser import hidden_things, organisers_parts
from dungeon_designer.exports.pieces.kinds import Needs, needs
from dungeon_designer.text.escaping import as_markdown, markdown_table
from dungeon_designer.text.notes import Block, WordRun, Words, blocks


def pack_markdown(pack: Pack, options: ExportOptions | None = None) -> bytes:
    """The whole document, without maps; the organiser's tells what printing by `options` takes."""
    lines = [
        f"# {as_markdown(pack.name)}",
        "",
        *(line for fact in pack.facts for line in (as_markdown(fact), "")),
        *in_markdown(pack.notes),
        *(line for part in pack.parts for line in _part(part, 2)),
        *(line for chapter in pack.chapters for line in _chapter(chapter, pack.organiser)),
        *(_stock(pack, options or ExportOptions()) if pack.organiser else ()),
    ]
    for ruleset in pack.rulesets:
        lines += [f"## The rules of {as_markdown(ruleset.name)}", ""]
        lines += [line for part in rules.parts(pack, ruleset) for line in _part(part, 3)]
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


def _part(part: PackPart, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {as_markdown(part.title)}", "")
    yield from in_markdown(part.notes)
    if part.rows:
        yield from (*_rows(part.head, *part.rows), "")
    if part.items:
        yield from (*(f"{at}. {as_markdown(f'x{item}')[1:]}" for at, item in enumerate(part.items, start=1)), "")
    if part.source:
        yield from (f"*{as_markdown(part.source)}*", "")


def _rows(*rows: Sequence[str]) -> Iterator[str]:
    head, *others = (tuple(map(as_markdown, row)) for row in rows)
    return markdown_table(head, others)


def _chapter(chapter: Chapter, organiser: bool) -> Iterator[str]:
    yield from (f"## {as_markdown(chapter.title)}", "", f"*{as_markdown(words.credit(chapter))}*", "")
    yield from in_markdown(words.notes(chapter))
    if chapter.set_up:
        yield from _part(replace(chapter.set_up, source=by_name(chapter.set_up.source)), 3)
    rooms = [f"- **{as_markdown(name)}**: {as_markdown(rule)}" for name, rule in words.special_rules(chapter)]
    yield from _under("### Special rules", rooms)
    if organiser:
        yield from _for_organiser(chapter)


def _for_organiser(chapter: Chapter) -> Iterator[str]:
    board, played = chapter.board, chapter.played
    if hidden := hidden_things(chapter):
        yield from _part(hidden, 3)
    yield from _under("### Pieces", _pieces(needs(board)))
    yield from _under("### Tiles", _counts(words.tiles_used(board)))
    yield from ("### Figures", "")
    if told := words.symmetry(chapter):
        yield from (as_markdown(told), "")
    yield from (*_rows(*words.figures(chapter)), "")
    if chests := words.chests(chapter):
        yield from ("How many steps each side walks to each chest, and for whom it is safe:", "")
        yield from (*_rows(*chests), "")
    if played:
        yield from ("### How it plays", "", *(part for line in played.words for part in (as_markdown(line), "")))
        yield from (*_part(played.figures, 4), *_part(played.chests, 4))
    yield from ("### Verdict", "", as_markdown(words.verdict(chapter)), "")
    found = [f"- {as_markdown(line)}" for line in words.findings(chapter)]
    yield from (*found, "") if found else ()


def _stock(pack: Pack, options: ExportOptions) -> Iterator[str]:
    yield from ("## The stock for the whole event", "", words.whole(pack), "")
    yield from (*_pieces(pack.account.pieces), "")
    yield from _under("### Tiles for the event", _counts(words.tiles_enough(pack)))
    yield from (part for box in words.boxes_enough(pack) for part in (as_markdown(box), ""))
    yield from (line for part in organisers_parts(pack, options) for line in _part(part, 3))


def _under(heading: str, lines: Sequence[str]) -> Iterator[str]:
    """Lines under a heading; nothing where there are none."""
    yield from (heading, "", *lines, "") if lines else ()


def _counts(counts: dict[str, int]) -> list[str]:
    return [f"- {count} × {as_markdown(name)}" for name, count in counts.items()]


def _pieces(wanted: Needs) -> list[str]:
    return _counts({kind.name: count for kind, count in wanted.items()})


def in_markdown(text: str) -> Iterator[str]:
    """Notes as lines of Markdown: a list stays one, all else is shown as it stands."""
    for block in blocks(text):
        yield from (*_block(block), "")


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Words):
        yield "".join(_marked(run, block.heading, at == 0) for at, run in enumerate(block.runs))
        return
    for at, item in enumerate(block.items):
        mark = "- " if block.first is None else f"{block.first + at}. "
        lines = [line for part in item for line in (*_block(part), "")][:-1] or [""]
        yield f"{mark}{lines[0]}".rstrip()
        yield from (f"{' ' * len(mark)}{line}".rstrip() for line in lines[1:])


def _marked(run: WordRun, heading: bool, begins: bool) -> str:
    """A run in the signs of Markdown, which stand right at its words and not at the blanks beside them."""
    words = run.text.strip()
    sign = ("**" if run.strong or heading else "") + ("*" if run.emphasised else "")
    before, after = (" " if run.text[:1] == " " else ""), (" " if run.text[-1:] == " " and words else "")
    shown = as_markdown(words) if begins and not sign else as_markdown(f"x{words}")[1:]
    return f"{before}{sign}{shown}{sign[::-1]}{after}" if words else before

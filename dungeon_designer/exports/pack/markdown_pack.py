"""Write a pack as Markdown for a wiki, a forum or a text editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack import ruleset_parts, texts
from dungeon_designer.exports.pack.organiser_parts import build_hidden_part, build_organiser_parts
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.short_texts import replace_edition_ids
from dungeon_designer.exports.pieces.piece_kinds import PieceCounts, count_pieces
from dungeon_designer.figures.playtest_summary import PlaytestSummary
from dungeon_designer.text.escaping import escape_markdown, format_markdown_table
from dungeon_designer.text.notes import Block, Paragraph, WordRun, parse_notes
from dungeon_designer.text.pack_part import PackPart


def write_pack_markdown(pack: Pack, options: ExportOptions | None = None) -> bytes:
    """Return the whole pack (the printed document of an event) as Markdown, without maps.

    The organiser's pack also states how many pages and how much ink printing with `options` takes.
    """
    lines = [f"# {escape_markdown(pack.name)}", ""]
    for fact in pack.facts:
        lines += [escape_markdown(fact), ""]
    lines += format_notes_as_markdown(pack.notes)
    for part in pack.parts:
        lines += _format_part(part, level=2)
    for chapter in pack.chapters:
        lines += _format_chapter(chapter, pack.organiser)
    if pack.organiser:
        lines += _format_stock(pack, options or ExportOptions())
    for ruleset in pack.rulesets:
        lines += [f"## The rules of {escape_markdown(ruleset.name)}", ""]
        for part in ruleset_parts.list_parts(pack, ruleset):
            lines += _format_part(part, level=3)
    text = "\n".join(lines).rstrip("\n") + "\n"
    return text.encode()


def _format_part(part: PackPart, level: int) -> Iterator[str]:
    """Yield the Markdown lines of one part of the pack (an event's document): notes, a table or a numbered list.

    They begin with the title as a heading of this level; level 2 is ``## Title``.
    """
    yield from (f"{'#' * level} {escape_markdown(part.title)}", "")
    yield from format_notes_as_markdown(part.notes)
    if part.rows:
        yield from (*_format_rows(part.head, *part.rows), "")
    if part.items:
        for number, item in enumerate(part.items, start=1):
            yield f"{number}. {_escape_inside_line(item)}"
        yield ""
    if part.source:
        yield from (f"*{escape_markdown(part.source)}*", "")


def _escape_inside_line(text: str) -> str:
    """Return a text for the middle of a line of Markdown, where fewer signs have a meaning than at its beginning.

    A "-" begins a list, for instance, but only at the beginning. So the text is escaped behind a letter, which is then
    removed.
    """
    return escape_markdown(f"x{text}").removeprefix("x")


def _format_rows(*rows: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a Markdown table. The first row is its head."""
    head, *body = (tuple(map(escape_markdown, row)) for row in rows)
    return format_markdown_table(head, body)


def _format_chapter(chapter: Chapter, organiser: bool) -> Iterator[str]:
    """Yield the Markdown lines of a pack's chapter, which is about one dungeon.

    For the organiser of the event they also contain what is hidden, pieces, tiles, measured figures and the verdict of
    the check.
    """
    yield from (f"## {escape_markdown(chapter.title)}", "", f"*{escape_markdown(texts.format_credit(chapter))}*", "")
    yield from format_notes_as_markdown(texts.find_player_notes(chapter))
    if chapter.set_up:
        # a source begins with an id such as `naf-2019`, in place of which readers get the edition's name
        set_up = replace(chapter.set_up, source=replace_edition_ids(chapter.set_up.source))
        yield from _format_part(set_up, level=3)
    special_rules = [
        f"- **{escape_markdown(subject)}**: {escape_markdown(rule)}"
        for subject, rule in texts.list_special_rules(chapter)
    ]
    yield from _format_section("### Special rules", special_rules)
    if organiser:
        yield from _format_organiser_section(chapter)


def _format_organiser_section(chapter: Chapter) -> Iterator[str]:
    """Yield the Markdown lines about a dungeon that only the organiser of the event gets.

    They are what is hidden, pieces, tiles, measured figures, results of a playtest and the verdict of the check.
    """
    if hidden_part := build_hidden_part(chapter):
        yield from _format_part(hidden_part, level=3)
    yield from _format_section("### Pieces", _format_pieces(count_pieces(chapter.board)))
    yield from _format_section("### Tiles", _format_counts(texts.count_tiles(chapter.board)))
    yield from ("### Figures", "")
    if symmetry_text := texts.describe_symmetry(chapter):
        yield from (escape_markdown(symmetry_text), "")
    yield from (*_format_rows(*texts.list_figure_rows(chapter)), "")
    if chest_rows := texts.list_chest_rows(chapter):
        yield from ("How many steps each team walks to each chest, and for whom it is safe:", "")
        yield from (*_format_rows(*chest_rows), "")
    if chapter.playtest_summary:
        yield from _format_playtest(chapter.playtest_summary)
    yield from ("### Verdict", "", escape_markdown(texts.format_verdict(chapter)), "")
    problem_lines = [f"- {escape_markdown(line)}" for line in texts.list_problem_texts(chapter)]
    if problem_lines:
        yield from (*problem_lines, "")


def _format_playtest(summary: PlaytestSummary) -> Iterator[str]:
    """Yield the Markdown lines that say how a dungeon plays: the result of many matches that the program played."""
    yield from ("### How it plays", "")
    for line in summary.words:
        yield from (escape_markdown(line), "")
    yield from _format_part(summary.figures, level=4)
    yield from _format_part(summary.chests, level=4)


def _format_stock(pack: Pack, options: ExportOptions) -> Iterator[str]:
    """Yield the Markdown lines of the chapter about what the organiser of an event must have in stock.

    These are the paper pieces to cut out, the tiles, and the tile sets of which more than one box (one bought set) is
    needed. Then come the parts for the organiser alone: the pieces by table, what changes between rounds, and how many
    pages are to be printed.

    Args:
        pack: The content of the printed document of the event.
        options: The options of printing, on which the numbers of pages depend.
    """
    yield from ("## The stock for the whole event", "", texts.describe_stock(pack), "")
    yield from (*_format_pieces(pack.materials.pieces), "")
    yield from _format_section("### Tiles for the event", _format_counts(texts.count_event_tiles(pack)))
    for box_text in texts.describe_boxes(pack):
        yield from (escape_markdown(box_text), "")
    for part in build_organiser_parts(pack, options):
        yield from _format_part(part, level=3)


def _format_section(heading: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield lines of Markdown below a heading line; nothing if there are no lines."""
    if lines:
        yield from (heading, "", *lines, "")


def _format_counts(counts: dict[str, int]) -> list[str]:
    """Return a line of a Markdown list for each name, with its number."""
    return [f"- {count} × {escape_markdown(name)}" for name, count in counts.items()]


def _format_pieces(piece_counts: PieceCounts) -> list[str]:
    """Return a line of a Markdown list for each kind of piece, with its number."""
    return _format_counts({kind.name: count for kind, count in piece_counts.items()})


def format_notes_as_markdown(text: str) -> Iterator[str]:
    """Yield notes as lines of Markdown.

    Lists stay lists; in all other text, signs with a meaning in Markdown are escaped.
    """
    for block in parse_notes(text):
        yield from (*_format_block(block), "")


def _format_block(block: Block) -> Iterator[str]:
    """Yield the lines of one block of notes: a paragraph, a heading, or a list with its inner blocks indented."""
    if isinstance(block, Paragraph):
        yield "".join(_format_run(run, block.heading, index == 0) for index, run in enumerate(block.runs))
        return
    for index, item in enumerate(block.items):
        mark = "- " if block.first is None else f"{block.first + index}. "  # numbered lists have a first number
        first_line, *further_lines = _format_list_item(item) or [""]
        yield f"{mark}{first_line}".rstrip()
        indent = " " * len(mark)
        yield from (f"{indent}{line}".rstrip() for line in further_lines)


def _format_list_item(blocks: Sequence[Block]) -> list[str]:
    """Return the lines of an item of a list, without its mark: the lines of its blocks, an empty line between them."""
    lines = list[str]()
    for block in blocks:
        lines += ["", *_format_block(block)] if lines else _format_block(block)
    return lines


def _format_run(run: WordRun, heading: bool, is_first: bool) -> str:
    """Return words of the same style (bold, italic, plain) as Markdown, such as ``**bold** `` or `` *italic*``.

    Markdown's signs must touch the words, so the blanks around the words stay outside the signs.

    Args:
        run: the words and their style.
        heading: whether they belong to a heading, which is shown in bold.
        is_first: whether they begin the paragraph, where more signs need escaping.
    """
    words = run.text.strip()
    blank_before = " " if run.text.startswith(" ") else ""
    if not words:
        return blank_before
    blank_after = " " if run.text.endswith(" ") else ""
    sign = ("**" if run.strong or heading else "") + ("*" if run.emphasised else "")
    begins_line = is_first and not sign
    escaped_words = escape_markdown(words) if begins_line else _escape_inside_line(words)
    closing_sign = sign[::-1]
    return f"{blank_before}{sign}{escaped_words}{closing_sign}{blank_after}"

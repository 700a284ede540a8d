"""Build the parts for the organiser alone: kits, hidden contents, changes between rounds, and what is printed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.exports.export_options import ExportOptions, with_theme
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pdf import divide_board
from dungeon_designer.exports.pieces.kits import build_all_kit_pages
from dungeon_designer.exports.pieces.piece_kinds import PieceCounts, count_pieces
from dungeon_designer.exports.rasterising import measure_darkness
from dungeon_designer.exports.svg import draw_board, write_svg
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.rule_text import format_count, join_with_and
from dungeon_designer.seasons.table_assignment import Tables
from dungeon_designer.text.pack_part import PackPart

INK_PIXELS_PER_SQUARE = 4
"""The width of a square, in pixels, in the picture by which ink is measured."""

INK_SQUARE_MM = 4.0
"""The width of a square that this picture's SVG states; it does not matter, since the size is given in pixels."""


def build_organiser_parts(pack: Pack, options: ExportOptions) -> Iterator[PackPart]:
    """Yield the parts of an event's document that tell the organiser what to prepare.

    They are the kits, the changes of dungeons between rounds, and the pages to print. A kit is the pieces of one table.
    The first two parts are left out if they would be empty.
    """
    if len(pack.materials.kits) > 1:
        kit_rows = tuple((tables, _format_pieces(kit)) for tables, kit in pack.materials.group_kits())
        yield PackPart("The kits of pieces", head=("for", "contents"), rows=kit_rows)
    change_rows = tuple(_list_changes(pack))
    if change_rows:
        head = ("before", "where", "new dungeon", "pieces of the kit")
        yield PackPart("Between the rounds", head=head, rows=change_rows)
    page_rows = tuple(_list_page_counts(pack, options))
    yield PackPart("Pages and ink to expect", _describe_printing(options), ("", "pages", "covered by ink"), page_rows)


def build_hidden_part(chapter: Chapter) -> PackPart | None:
    """Return a part of the organiser's document that says what is hidden in a dungeon.

    That is what is on the face of each pit counter (which lies face down) and below each trapdoor. It is None if the
    dungeon has no counters, and no trapdoor states what lies below it.
    """
    rows = list[tuple[str, str, str]]()
    counter_number = 0
    for trap in chapter.board.layout.traps:
        if trap.kind is TrapKind.COUNTER:
            counter_number += 1
            rows.append((f"counter {counter_number}", str(trap.at), (trap.content or "unknown").replace("_", " ")))
        elif trap.below:
            rows.append(("trapdoor", str(trap.at), trap.below))
    return PackPart("What lies hidden", head=("", "at", "holds"), rows=tuple(rows)) if rows else None


def _format_pieces(piece_counts: PieceCounts) -> str:
    """Return the pieces as text, such as "6 × chest, 1 × portal 1"."""
    return ", ".join(f"{count} × {kind.name}" for kind, count in piece_counts.items())


def _list_changes(pack: Pack) -> Iterator[tuple[str, ...]]:
    """Yield a row (round, tables, new dungeon, pieces to place or put away) for each change between two rounds.

    A round is one match on each table. Tables that change to the same dungeon from the same one share a row.
    """
    boards = {chapter.file: chapter.board for chapter in pack.chapters}
    titles = {chapter.file: chapter.title for chapter in pack.chapters}
    for (_, tables_before), (round_name, tables_after) in pairwise(pack.named_rounds):
        for (old_file, new_file), table_numbers in _group_changed_tables(tables_before, tables_after).items():
            table_text = f"table{'s' if len(table_numbers) > 1 else ''} {join_with_and(table_numbers)}"
            instructions = _describe_piece_changes(boards[old_file], boards[new_file])
            yield round_name, table_text, titles[new_file], instructions


def _group_changed_tables(tables_before: Tables[str], tables_after: Tables[str]) -> dict[tuple[str, str], list[str]]:
    """Return the numbers of the tables on which the dungeon changes, by old and new dungeon file.

    Tables on which any of several dungeons may lie are left out, and tables that only one of the two rounds uses.

    Args:
        tables_before: the dungeon files on each table in one round, table 1 first.
        tables_after: those in the next round.
    """
    tables_by_change: dict[tuple[str, str], list[str]] = defaultdict(list)
    for number, (files_before, files_after) in enumerate(zip(tables_before, tables_after, strict=False), start=1):
        if len(files_before) == 1 and len(files_after) == 1:
            (old_file,), (new_file,) = files_before, files_after
            if old_file != new_file:
                tables_by_change[old_file, new_file].append(str(number))
    return tables_by_change


def _describe_piece_changes(old_board: Board, new_board: Board) -> str:
    """Return which pieces are placed and which are put away when a table changes from one dungeon to another."""
    old_pieces, new_pieces = Counter(count_pieces(old_board)), Counter(count_pieces(new_board))
    changes = {"place": new_pieces - old_pieces, "put away": old_pieces - new_pieces}
    instructions = [
        f"{action} {_format_pieces(dict(sorted(pieces.items())))}" for action, pieces in changes.items() if pieces
    ]
    return "; ".join(instructions) or "the same pieces"


def _describe_printing(options: ExportOptions) -> str:
    """Return a sentence that states the scale, paper and theme with which maps are printed."""
    settings = (
        f"squares of {options.square:g} mm on {options.paper}, in the theme {find_theme(options.drawing.theme).name}"
    )
    return f"The figures are for a print to scale with --square: {settings}."


def _list_page_counts(pack: Pack, options: ExportOptions) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each dungeon, for the kits, and for all together: what, how many pages, how much ink.

    A map that takes several sheets also has an overview, a page that shows how they are joined. The ink is the
    percentage of the map's paper that it covers; '' where it is not measured.
    """
    copies_by_file, total = pack.materials.count_map_copies(), 0
    for chapter in pack.chapters:
        chapter_options = with_theme(options, chapter.theme)
        sheet_count = len(divide_board(chapter.board, chapter_options).sheets)
        copy_count = max(1, copies_by_file[chapter.file])  # also of a dungeon that is in no round
        overview_count = 1 if sheet_count > 1 else 0
        page_count = sheet_count * copy_count + overview_count
        total += page_count
        overview_text = ", an overview" if overview_count else ""
        detail = f"{sheet_count} × {format_count(copy_count, 'table')}{overview_text}"
        ink_percentage = 100 * _measure_ink(chapter.board, chapter_options)
        yield chapter.title, f"{page_count} ({detail})", f"about {ink_percentage:.0f} %"
    kit_page_count = len(build_all_kit_pages(pack.materials, options, pack.name))
    yield "Kits of pieces", str(kit_page_count), ""
    yield "Total", str(total + kit_page_count), ""


def _measure_ink(board: Board, options: ExportOptions) -> float:
    """Return how much of a map's paper ink or toner covers, from 0 to 1: how dark the map is on average."""
    # only the map, since words beside it would change the average
    drawing_options = replace(options.drawing, coordinates=False, title=False, legend=False)
    drawing = draw_board(board, replace(options, drawing=drawing_options))
    # a small picture is enough for an average
    width_px, height_px = (max(1, round(INK_PIXELS_PER_SQUARE * length)) for length in drawing.size)
    return measure_darkness(write_svg(drawing, square_mm=INK_SQUARE_MM), width_px, height_px)

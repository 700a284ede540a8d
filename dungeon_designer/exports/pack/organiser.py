"""What a pack tells the organiser alone: kits, what lies hidden, what changes between rounds, what is to be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from dungeon_designer.board.model import Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.exports.pdf import sheets_of
from dungeon_designer.exports.pieces.kinds import Needs, needs
from dungeon_designer.exports.pieces.kits import kits_pages
from dungeon_designer.exports.rasterising import darkness
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.rule import both, counted


def organisers_parts(pack: Pack, options: ExportOptions) -> Iterator[PackPart]:
    """The parts of the stock's page; what is empty is not there."""
    if len(pack.account.kits) > 1:
        rows = tuple((tables, _pieces(kit)) for tables, kit in pack.account.alike())
        yield PackPart("The kits of pieces", head=("for", "in it"), rows=rows)
    if changes := tuple(_changes(pack)):
        yield PackPart("Between the rounds", head=("before", "at", "the dungeon becomes", "from the kit"), rows=changes)
    pages = tuple(_pages(pack, options))
    yield PackPart("Pages and ink to expect", _printing(options), ("", "pages", "covered"), pages)


def hidden_things(chapter: Chapter) -> PackPart | None:
    """What lies on the face of each counter and below each trapdoor; None where nothing is hidden."""
    rows, number = [], 0
    for trap in chapter.board.layout.traps:
        if trap.kind is TrapKind.COUNTER:
            number += 1
            rows.append((f"counter {number}", str(trap.at), (trap.content or "unknown").replace("_", " ")))
        elif trap.below:
            rows.append(("trapdoor", str(trap.at), trap.below))
    return PackPart("What lies hidden", head=("", "at", "holds"), rows=tuple(rows)) if rows else None


def _pieces(wanted: Needs) -> str:
    return ", ".join(f"{count} × {kind.name}" for kind, count in wanted.items())


def _changes(pack: Pack) -> Iterator[tuple[str, ...]]:
    """Tables that have another dungeon in the next round: what is laid and what is put away there."""
    boards = {chapter.file: chapter.board for chapter in pack.chapters}
    titles = {chapter.file: chapter.title for chapter in pack.chapters}
    played = list(zip(pack.round_names, pack.rounds, strict=False))
    for (_, before), (name, after) in pairwise(played):
        tables: dict[tuple[str, str], list[str]] = {}
        for number, ways in enumerate(zip(before, after, strict=False), start=1):
            if ways[0] != ways[1] and len(ways[0]) == len(ways[1]) == 1:
                tables.setdefault((ways[0][0], ways[1][0]), []).append(str(number))
        for (old, new), at in tables.items():
            had, wanted = Counter(needs(boards[old])), Counter(needs(boards[new]))
            said = [f"{word} {_pieces(dict(sorted(some.items())))}"
                    for word, some in (("lay", wanted - had), ("put away", had - wanted)) if some]  # fmt: skip
            yield name, f"table{'s' if len(at) > 1 else ''} {both(at)}", titles[new], "; ".join(said) or "as before"


def _printing(options: ExportOptions) -> str:
    lies = f"squares of {options.square:g} mm on {options.paper}, theme {options.drawing.theme}"
    return f"True to scale, as --square prints it: {lies}."


def _pages(pack: Pack, options: ExportOptions) -> Iterator[tuple[str, str, str]]:
    """How many pages the floors and the kits take, and about how much of them ink or toner covers."""
    copies, total = pack.account.copies(), 0
    for chapter in pack.chapters:
        number, times = len(sheets_of(chapter.board, options).sheets), max(1, copies[chapter.file])
        pages = number * times + (number > 1)
        total += pages
        told = f"{number} × {counted(times, 'table')}" + (", an overview" if number > 1 else "")
        yield chapter.title, f"{pages} ({told})", f"about {100 * _covered(chapter.board, options):.0f} %"
    kits = len(kits_pages(pack.account, options, pack.name))
    yield "the kits of pieces", str(kits), ""
    yield "all", str(total + kits), ""


def _covered(board: Board, options: ExportOptions) -> float:
    """The share of ink or toner on a map's paper: how dark it is on the whole."""
    plain = replace(options.drawing, coordinates=False, title=False, legend=False)
    drawing = drawing_of(board, replace(options, drawing=plain))
    return darkness(svg_of(drawing, 4.0), *(max(1, round(4 * side)) for side in drawing.size))

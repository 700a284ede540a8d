"""A pack as pages: cover, contents, the table of dungeons, a chapter a dungeon, the stock and the rules.

Here stands what is told and how large its maps are; `typesetting.typ` says how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from msgspec.structs import replace as with_changes

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.text_fitting import fit_text, wrap_lines
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack import rules, words
from dungeon_designer.exports.pack.few_words import by_name
from dungeon_designer.exports.pack.model import Chapter, HowItPlays, Pack, PackPart
from dungeon_designer.exports.pack.organiser import hidden_things, organisers_parts
from dungeon_designer.exports.pack.tables import score_sheets, table_cards
from dungeon_designer.exports.pages import FONTS, MM_PER_POINT, Picture, fitted
from dungeon_designer.exports.papers import Orientation, paper_named
from dungeon_designer.exports.pdf import scaled_pages
from dungeon_designer.exports.pieces.kinds import Needs, PieceKind, drawn, needs, public
from dungeon_designer.exports.pieces.kits import kits_pages
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.exports.typesetting import LONGEST_WORD, breakable, pdf_of
from dungeon_designer.rules.rule import counted
from dungeon_designer.text.notes import NoteList, blocks

MARGIN = 18.0

COVERED = 15
"""The most maps a cover shows."""

SHORT = 600
"""Letters of notes that a cover has room for."""

COVER_TYPE, COVER_LINES, HEADING_TYPE = 34.0, 4, 22.0
"""Points of the type of the title on a cover, and its lines, at most; points of the type of a heading at most."""

Data = dict[str, Any]
"""What the template takes, as JSON has it, with pictures in it."""

Advance = Callable[[int], None]


def pack_pdf(
    pack: Pack,
    options: ExportOptions,
    advance: Advance = lambda count: None,
    setting: Callable[[], None] = lambda: None,
) -> bytes:
    """The document; with a scale (`fitted` off) the sheets of every dungeon and all pieces follow true to it.

    `advance` is told of each dungeon drawn, each cut into sheets, and of the pages set: `steps` in all. `setting` is
    told when all is drawn and the pages begin to be set, which cannot be counted.
    """
    document = pack_document(pack, options, advance)
    setting()
    made = pdf_of(document)
    advance(1)
    return made


def steps(pack: Pack, options: ExportOptions) -> int:
    """How often `pack_pdf` tells of what is done."""
    return len(pack.chapters) * (1 if options.fitted else 2) + 1


def pack_document(pack: Pack, options: ExportOptions, advance: Advance = lambda count: None) -> Data:
    """All there is on the pages."""
    options = replace(options, drawing=replace(options.drawing, hidden=pack.organiser))
    book = _Book(options)
    small: list[Drawing] = []
    chapters: list[Data] = []
    sheets: list[Data] = []
    for number, chapter in enumerate(pack.chapters):  # all maps of a board in a row: its ground is drawn once
        if number < COVERED:
            whole = draw(chapter.board, book.plain.drawing)
            small.append(with_changes(whole, layers=tuple(layer for layer in whole.layers if layer.name != "grid")))
        chapters.append(book.chapter(chapter, pack.organiser))
        advance(1)
        if not options.fitted:
            labels = pack.account.label_copies(chapter.file)
            pages = scaled_pages(chapter.board, options, labels=labels)
            sheets.append({"title": f"Sheets: {chapter.title}", "pages": pages})
            advance(1)
    if not options.fitted:
        kits = kits_pages(pack.account, options, pack.name, book.told)
        sheets.append({"title": "Sheets: pieces", "pages": kits})
    on_cover = len(pack.notes) <= SHORT and not any(isinstance(block, NoteList) for block in blocks(pack.notes))
    notes = () if on_cover or not pack.notes.strip() else (PackPart("What players should know", pack.notes),)
    return {
        "title": pack.name,
        "paper": book.paper,
        "heading_size": round(book.heading_size, 3),
        "cover": book.cover(pack, small) | {"notes": blocks(pack.notes) if on_cover else ()},
        "parts": _in_rows((*notes, *pack.parts)),
        "laid_out": [] if pack.organiser else list(map(_part, words.laid_out(pack))),
        "chapters": chapters,
        "stock": book.stock(pack) if pack.organiser else None,
        "rulesets": [{"name": each.name, "parts": list(map(_part, rules.parts(pack, each)))} for each in pack.rulesets],
        "asked": pack.asked,
        "score_sheets": score_sheets(pack) if pack.organiser else [],
        "cards": table_cards(pack) if pack.organiser else [],
        "sheets": sheets,
    }


def _count_lines(words: str, font: str, size: float, width: float) -> int:
    """Return how many lines of a width in millimetres words take in type of so many points."""
    parts = breakable(words).replace("\u200b", " ")
    return len(wrap_lines(parts, FONTS[font], 0.98 * width / (size * MM_PER_POINT)))


def _in_rows(parts: Sequence[PackPart]) -> list[list[Data]]:
    """The parts below each other; two narrow ones that follow each other stand side by side."""
    found: list[list[Data]] = []
    narrow = False
    for part in parts:
        small = not part.notes and len(part.head) <= 2 and len(part.rows) + len(part.items) <= 12
        if small and narrow:
            found[-1].append(_part(part))
        else:
            found.append([_part(part)])
        narrow = small and len(found[-1]) == 1
    return found


class _Book:
    """The parts that show pictures."""

    def __init__(self, options: ExportOptions) -> None:
        self.options = options
        self.plain = replace(options, drawing=replace(options.drawing, coordinates=False, title=False, legend=False))
        self.paper = paper_named(options.paper)
        self._faces: dict[PieceKind, Picture] = {}
        width = self.paper.width - 2 * MARGIN
        self.heading_size = min(HEADING_TYPE, width / LONGEST_WORD / MM_PER_POINT)

    def cover(self, pack: Pack, maps: Sequence[Drawing]) -> Data:
        """The event's facts and small maps of its dungeons."""
        editions = ", ".join(ruleset.name for ruleset in pack.rulesets)
        lines = [*pack.facts, f"{counted(len(pack.chapters), 'dungeon')} for {editions}"]
        columns = 1 if len(maps) == 1 else 2 if len(maps) <= 4 else 3
        width = (self.paper.width - 2 * MARGIN - 6.0 * (columns - 1)) / columns
        height = (self.paper.height - 2 * MARGIN - 110.0) / -(-len(maps) // columns) - 6.0
        wide = self.paper.width - 2 * MARGIN
        title = fit_text(pack.name, FONTS["title"], 0.97 * wide, COVER_TYPE * MM_PER_POINT, max_lines=COVER_LINES)
        return {
            "title_size": round(title.size / MM_PER_POINT, 3),
            "lines": [*lines, *([f"by {pack.author}"] if pack.author else [])],
            "columns": columns,
            "maps": [fitted(each, width, height).picture for each in maps],
        }

    def chapter(self, chapter: Chapter, organiser: bool) -> Data:
        """A full-page map, the way round that shows it larger; for the organiser everything there is to say, too."""
        board, credit = chapter.board, words.credit(chapter)
        drawing = draw(board, replace(self.options.drawing, title=False, legend=True))
        fits = []
        for paper in self.paper.lying(Orientation.AUTO):
            width = paper.width - 2 * MARGIN  # the name and what is said of it may take several lines
            lines = (
                _count_lines(chapter.title, "title", self.heading_size, width),
                _count_lines(credit, "label", 10.0, width),
            )
            head = 20.0 + 9.0 * (lines[0] - 1) + 5.0 * (lines[1] - 1)
            fits.append((fitted(drawing, width, paper.height - 2 * MARGIN - head), paper))
        whole, paper = max(fits, key=lambda fit: fit[0].square)
        shown = {"title": chapter.title, "credit": credit, "paper": paper, "map": whole.picture, "told": None}
        return shown | {"told": self._told(chapter)} if organiser else shown

    def _told(self, chapter: Chapter) -> Data:
        board, chests, hidden = chapter.board, words.chests(chapter), hidden_things(chapter)
        return {
            "verdict": words.verdict(chapter),
            "notes": blocks(words.notes(chapter)),
            "set_up": _part(replace(chapter.set_up, source=by_name(chapter.set_up.source))) if chapter.set_up else None,
            "rooms": words.special_rules(chapter),
            "hidden": _part(hidden) if hidden else None,
            "pieces": self.pieces(needs(board)),
            "tiles": _tiles(words.tiles_used(board)),
            "symmetry": words.symmetry(chapter),
            "figures": _table(words.figures(chapter)),
            "chests": _table(chests) if chests else None,
            "findings": words.findings(chapter),
            "played": self._played(board, chapter.played) if chapter.played else None,
        }

    def stock(self, pack: Pack) -> Data:
        """What the event takes, and what is to be printed of it."""
        return {
            "enough": words.whole(pack),
            "pieces": self.pieces(pack.account.pieces),
            "tiles": _tiles(words.tiles_enough(pack)),
            "boxes": list(words.boxes_enough(pack)),
            "parts": list(map(_part, organisers_parts(pack, self.options))),
        }

    def _played(self, board: Board, played: HowItPlays) -> Data:
        """How a dungeon plays, its maps as large as a page lets them be: below each other, or two beside each other."""
        maps = [drawing_of(board, replace(self.plain, figure=picture)) for picture in played.maps]
        rows = max(len(played.figures.rows), len(played.chests.rows))
        wide = self.paper.width - 2 * MARGIN
        high = self.paper.height - 2 * MARGIN - 44.0 - 5.2 * rows  # below the words and the tables
        below = (1, wide, high / len(maps) - 12.0)  # for the words over each
        beside = (2, (wide - 6.0) / 2, high / -(-len(maps) // 2) - 12.0)
        columns, *room = max((below, beside), key=lambda way: min(fitted(one, *way[1:]).square for one in maps))
        pictures = [fitted(one, *room).picture for one in maps]
        return {
            "words": played.words,
            "figures": _part(played.figures),
            "chests": _part(played.chests),
            "columns": columns,
            "maps": [
                {"heading": of.heading, "picture": picture} for of, picture in zip(played.maps, pictures, strict=True)
            ],
        }

    def told(self, wanted: Needs) -> Needs:
        """The pieces as this pack may tell them: what they hide only when that is asked for."""
        return wanted if self.options.drawing.hidden else public(wanted)

    def pieces(self, wanted: Needs) -> list[Data]:
        """The number and the name of each kind with a small picture, which is made once."""
        found = []
        for kind, count in self.told(wanted).items():
            if kind not in self._faces:
                (piece,) = drawn({kind: 1}, self.options.drawing.theme)
                side = piece.back if kind.sort.name.startswith("CHEST") and piece.back else piece.front
                self._faces[kind] = fitted(side, 7.5, 7.5).picture
            found.append({"name": f"{count} × {kind.name}", "picture": self._faces[kind]})
        return found


def _part(part: PackPart) -> Data:
    return asdict(replace(part, leads=())) | {"notes": blocks(part.notes)}


def _table(rows: Sequence[Sequence[str]]) -> Data:
    return {"head": rows[0], "rows": rows[1:]}


def _tiles(tiles: dict[str, int]) -> str:
    return ", ".join(f"{count} × {name}" for name, count in tiles.items()) + "." if tiles else ""

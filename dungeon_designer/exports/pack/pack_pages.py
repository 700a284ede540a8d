"""Write a pack as PDF: cover, contents, schedule, a chapter for each dungeon, the stock and the rules.

This module decides what is said and how large the maps are. `typesetting.typ` decides how it looks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from msgspec.structs import replace as with_changes

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.text_fitting import fit_text, wrap_lines
from dungeon_designer.exports.export_options import ExportOptions, with_theme
from dungeon_designer.exports.pack import ruleset_parts, texts
from dungeon_designer.exports.pack.organiser_parts import build_hidden_part, build_organiser_parts
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.short_texts import replace_edition_ids
from dungeon_designer.exports.pack.table_papers import build_score_sheets, build_table_cards
from dungeon_designer.exports.papers import Orientation, find_paper
from dungeon_designer.exports.pdf import build_scaled_pages
from dungeon_designer.exports.pieces.kits import build_all_kit_pages
from dungeon_designer.exports.pieces.piece_kinds import (
    PieceCounts,
    PieceKind,
    PieceSort,
    build_pieces,
    count_pieces,
    hide_contents,
)
from dungeon_designer.exports.printed_pages import MM_PER_POINT, PAGE_FONTS, Picture, fit_drawing
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.exports.typesetting import MAX_WORD_WIDTH, make_breakable, typeset_pdf
from dungeon_designer.figures.playtest_summary import PlaytestSummary
from dungeon_designer.rules.rule_text import format_count
from dungeon_designer.text.notes import NoteList, parse_notes
from dungeon_designer.text.pack_part import PackPart

MARGIN_MM = 18.0
"""The margin of a page."""

MAP_GAP_MM = 6.0
"""The space between two small maps."""

COVER_HEAD_MM = 110.0
"""The height that the title and the lines of a cover take above its maps."""

MAX_COVER_MAPS = 15
"""The most maps on a cover."""

MAX_COVER_NOTES = 600
"""How many letters of notes fit on a cover."""

COVER_TYPE_PT, MAX_COVER_LINES, MAX_HEADING_TYPE_PT = 34.0, 4, 22.0
"""`COVER_TYPE_PT`: The largest size in points of the title on a cover.

`MAX_COVER_LINES`: The most lines of the title on a cover.

`MAX_HEADING_TYPE_PT`: The largest size in points of a heading.
"""

CREDIT_TYPE_PT = 10.0
"""The size in points of the line below a dungeon's title; `typesetting.typ` has the same."""

MAX_SMALL_PART_COLUMNS, MAX_SMALL_PART_LINES = 2, 12
"""`MAX_SMALL_PART_COLUMNS`: The most columns of a table that still has space on half of a page's width.

`MAX_SMALL_PART_LINES`: The most rows of a part beside which another one may stand. A longer one would leave a gap
below its neighbour.
"""

PLAYTEST_HEAD_MM, TABLE_ROW_MM = 44.0, 5.2
"""`PLAYTEST_HEAD_MM`: The height that the heading, the sentences and the gaps take on the page about how a dungeon
plays.

`TABLE_ROW_MM`: The height of a row of the tables on that page.
"""

PIECE_PICTURE_MM = 7.5
"""The width and height that the picture of a piece may take in a list of pieces."""

Data = dict[str, Any]
"""What the template reads: data as in JSON, with pictures in it."""

ReportSteps = Callable[[int], None]
"""A function that is called with the number of steps done."""


def write_pack_pdf(
    pack: Pack,
    options: ExportOptions,
    advance: ReportSteps = lambda count: None,
    begin_typesetting: Callable[[], None] = lambda: None,
) -> bytes:
    """Return the pack (the printed document of an event) as a PDF.

    If the option `fitted` is off, the sheets of every dungeon and all pieces follow, true to scale.

    Args:
        pack: the pack.
        options: what is drawn, the scale and the paper.
        advance: called with the number of steps done since the last call, `count_steps` in all. A step is a dungeon
            that is drawn, a dungeon that is cut into sheets, or typesetting all pages.
        begin_typesetting: called when everything is drawn and typesetting begins, whose progress cannot be counted.
    """
    document = build_pack_document(pack, options, advance)
    begin_typesetting()
    pdf = typeset_pdf(document)
    advance(1)
    return pdf


def count_steps(pack: Pack, options: ExportOptions) -> int:
    """Return how many steps of progress `write_pack_pdf` reports while it writes this pack (an event's document)."""
    return len(pack.chapters) * (1 if options.fitted else 2) + 1


def build_pack_document(pack: Pack, options: ExportOptions, advance: ReportSteps = lambda count: None) -> Data:
    """Return everything on the pages of a pack (an event's document) as data for the typesetting template.

    `advance` is called with the number of steps done; see `write_pack_pdf`.
    """
    options = replace(options, drawing=replace(options.drawing, hidden=pack.organiser))
    builder = _PackBuilder(options)
    cover_maps, chapters, sheets = list[Drawing](), list[Data](), list[Data]()
    for number, chapter in enumerate(pack.chapters):  # all maps of a board in a row: its ground is drawn once
        if number < MAX_COVER_MAPS:
            cover_maps.append(builder.draw_cover_map(chapter))
        chapters.append(builder.build_chapter(chapter, pack.organiser))
        advance(1)
        if not options.fitted:
            labels = pack.materials.label_map_copies(chapter.file)
            pages = build_scaled_pages(chapter.board, with_theme(options, chapter.theme), labels=labels)
            sheets.append({"title": f"Sheets: {chapter.title}", "pages": pages})
            advance(1)
    if not options.fitted:
        kits = build_all_kit_pages(pack.materials, options, pack.name, builder.filter_pieces)
        sheets.append({"title": "Sheets: pieces", "pages": kits})
    # notes that are too long for the cover become the first part after it
    are_notes_on_cover = _can_stand_on_cover(pack.notes)
    parts = list(pack.parts)
    if pack.notes.strip() and not are_notes_on_cover:
        parts.insert(0, PackPart("What players should know", pack.notes))
    cover_notes = parse_notes(pack.notes) if are_notes_on_cover else ()
    return {
        "title": pack.name,
        "paper": builder.paper,
        "heading_size": round(builder.heading_size, 3),
        "cover": builder.build_cover(pack, cover_maps) | {"notes": cover_notes},
        "parts": _arrange_parts(parts),
        # how the dungeons are set up; the organiser reads it in the chapter of each dungeon
        "laid_out": [] if pack.organiser else list(map(_build_part, texts.list_set_up_parts(pack))),
        "chapters": chapters,
        "stock": builder.build_stock(pack) if pack.organiser else None,
        "rulesets": [
            {"name": ruleset.name, "parts": list(map(_build_part, ruleset_parts.list_parts(pack, ruleset)))}
            for ruleset in pack.rulesets
        ],
        "asked": pack.score_lines,  # what a score sheet asks the coaches to fill in
        "score_sheets": build_score_sheets(pack) if pack.organiser else [],
        "cards": build_table_cards(pack) if pack.organiser else [],
        "sheets": sheets,
    }


def _can_stand_on_cover(notes: str) -> bool:
    """Return whether notes can stand on the cover: they are short, and there is no list in them."""
    has_list = any(isinstance(block, NoteList) for block in parse_notes(notes))
    return len(notes) <= MAX_COVER_NOTES and not has_list


def _count_lines(text: str, font: str, size: float, width: float) -> int:
    """Return how many lines a text takes.

    Args:
        text: the text.
        font: the name of the font in `PAGE_FONTS`.
        size: the size of the type, in points.
        width: the width of a line, in millimetres.
    """
    breakable_text = make_breakable(text).replace("\u200b", " ")  # a line may end at a zero-width space, too
    # a reserve of 2 %, since the typesetting program measures words by itself
    width_in_letter_sizes = 0.98 * width / (size * MM_PER_POINT)
    return len(wrap_lines(breakable_text, PAGE_FONTS[font], width_in_letter_sizes))


def _arrange_parts(parts: Sequence[PackPart]) -> list[list[Data]]:
    """Return parts of a pack (a table or a list with a title) as data for the template, in rows of one or two.

    Two narrow, short parts that follow each other stand side by side in one row.
    """
    rows: list[list[Data]] = []
    has_free_half = False  # whether the last row has one small part, so that another one can stand beside it
    for part in parts:
        is_narrow = not part.notes and len(part.head) <= MAX_SMALL_PART_COLUMNS
        is_small = is_narrow and len(part.rows) + len(part.items) <= MAX_SMALL_PART_LINES
        if is_small and has_free_half:
            rows[-1].append(_build_part(part))
            has_free_half = False
        else:
            rows.append([_build_part(part)])
            has_free_half = is_small
    return rows


class _PackBuilder:
    """Builds the data of those parts of a pack that contain pictures, with the same options for all."""

    def __init__(self, options: ExportOptions) -> None:
        """Store the options, with a copy that draws only the map, and find the paper and the size of headings."""
        self.options = options
        plain_drawing_options = replace(options.drawing, coordinates=False, title=False, legend=False)
        self.plain_options = replace(options, drawing=plain_drawing_options)
        self.paper = find_paper(options.paper)
        self._faces: dict[PieceKind, Picture] = {}
        # the widest word of a heading must fit on a line
        width_mm = self.paper.width - 2 * MARGIN_MM
        self.heading_size = min(MAX_HEADING_TYPE_PT, width_mm / MAX_WORD_WIDTH / MM_PER_POINT)

    def draw_cover_map(self, chapter: Chapter) -> Drawing:
        """Return the small map of a dungeon for the cover: without coordinates, title, legend and grid."""
        drawing = draw(chapter.board, with_theme(self.plain_options, chapter.theme).drawing)
        return with_changes(drawing, layers=tuple(layer for layer in drawing.layers if layer.name != "grid"))

    def build_cover(self, pack: Pack, maps: Sequence[Drawing]) -> Data:
        """Return the data of the cover of a pack (document): the facts of the event, and small maps of its dungeons."""
        editions = ", ".join(ruleset.name for ruleset in pack.rulesets)
        lines = [*pack.facts, f"{format_count(len(pack.chapters), 'dungeon')} for {editions}"]
        if pack.author:
            lines.append(f"by {pack.author}")
        page_width, page_height = self.paper.width - 2 * MARGIN_MM, self.paper.height - 2 * MARGIN_MM
        max_title_size = COVER_TYPE_PT * MM_PER_POINT
        # a reserve of 3 %, since the typesetting program measures words by itself
        title = fit_text(pack.name, PAGE_FONTS["title"], 0.97 * page_width, max_title_size, max_lines=MAX_COVER_LINES)
        columns = 1 if len(maps) == 1 else 2 if len(maps) <= 4 else 3
        rows = math.ceil(len(maps) / columns)
        map_width = (page_width - MAP_GAP_MM * (columns - 1)) / columns
        map_height = (page_height - COVER_HEAD_MM) / rows - MAP_GAP_MM
        return {
            "title_size": round(title.size / MM_PER_POINT, 3),
            "lines": lines,
            "columns": columns,
            "maps": [fit_drawing(drawing, map_width, map_height).picture for drawing in maps],
        }

    def build_chapter(self, chapter: Chapter, organiser: bool) -> Data:
        """Return the chapter of one dungeon as data for the template, with its map on one page.

        The page is upright or lies on its side, whichever shows the map larger. The organiser's chapter also has
        everything that only the organiser gets.
        """
        drawing_options = with_theme(self.options, chapter.theme).drawing
        drawing = draw(chapter.board, replace(drawing_options, title=False, legend=True))
        choices = []
        for paper in self.paper.list_orientations(Orientation.AUTO):
            width = paper.width - 2 * MARGIN_MM
            height = paper.height - 2 * MARGIN_MM - self._measure_chapter_head(chapter, width)
            choices.append((fit_drawing(drawing, width, height), paper))
        scaled, paper = max(choices, key=lambda choice: choice[0].square_mm)
        return {
            "title": chapter.title,
            "credit": texts.format_credit(chapter),
            "paper": paper,
            "map": scaled.picture,
            "told": self._build_organiser_data(chapter) if organiser else None,  # what only the organiser is told
        }

    def _measure_chapter_head(self, chapter: Chapter, width: float) -> float:
        """Return how high the title of a chapter and the line below it are on a page, in millimetres.

        Both may take several lines. `width` is the width of a line in millimetres.
        """
        title_lines = _count_lines(chapter.title, "title", self.heading_size, width)
        credit_lines = _count_lines(texts.format_credit(chapter), "label", CREDIT_TYPE_PT, width)
        # 20 mm with one line each; 9 mm for each further line of the title, and 5 mm for one of the smaller type
        return 20.0 + 9.0 * (title_lines - 1) + 5.0 * (credit_lines - 1)

    def _build_organiser_data(self, chapter: Chapter) -> Data:
        """Return what the organiser reads about a dungeon besides its map, as data for the page template.

        Much of it is for the organiser alone. Coaches also get the notes, the set-up and the special rules, but of all
        dungeons together, in `texts.list_set_up_parts`.
        """
        board, set_up, summary = chapter.board, chapter.set_up, chapter.playtest_summary
        chest_rows, hidden_part = texts.list_chest_rows(chapter), build_hidden_part(chapter)
        if set_up:  # a source begins with an id such as `naf-2019`, in place of which readers get the edition's name
            set_up = replace(set_up, source=replace_edition_ids(set_up.source))
        return {
            "verdict": texts.format_verdict(chapter),
            "notes": parse_notes(texts.find_player_notes(chapter)),
            "set_up": _build_part(set_up) if set_up else None,
            "rooms": texts.list_special_rules(chapter),
            "hidden": _build_part(hidden_part) if hidden_part else None,
            "pieces": self.build_pieces(count_pieces(board)),
            "tiles": _format_tiles(texts.count_tiles(board)),
            "symmetry": texts.describe_symmetry(chapter),
            "figures": _build_table(texts.list_figure_rows(chapter)),
            "chests": _build_table(chest_rows) if chest_rows else None,
            "findings": texts.list_problem_texts(chapter),
            "played": self._build_playtest_data(chapter, summary) if summary else None,
        }

    def build_stock(self, pack: Pack) -> Data:
        """Return the page about what the event needs (paper pieces, tiles, printed pages) as data for the template."""
        return {
            "enough": texts.describe_stock(pack),
            "pieces": self.build_pieces(pack.materials.pieces),
            "tiles": _format_tiles(texts.count_event_tiles(pack)),
            "boxes": list(texts.describe_boxes(pack)),
            "parts": list(map(_build_part, build_organiser_parts(pack, self.options))),
        }

    def _build_playtest_data(self, chapter: Chapter, playtest_summary: PlaytestSummary) -> Data:
        """Return how a dungeon plays, as data for the template: words, tables, and maps with overlays.

        A playtest is a series of matches that the program plays. The maps stand below the words and the tables.
        """
        options = with_theme(self.plain_options, chapter.theme)
        maps = [draw_board(chapter.board, replace(options, figure=picture)) for picture in playtest_summary.maps]
        table_rows = max(len(playtest_summary.figures.rows), len(playtest_summary.chests.rows))
        space_height = self.paper.height - 2 * MARGIN_MM - PLAYTEST_HEAD_MM - TABLE_ROW_MM * table_rows
        columns, pictures = self._arrange_maps(maps, space_height)
        return {
            "words": playtest_summary.words,
            "figures": _build_part(playtest_summary.figures),
            "chests": _build_part(playtest_summary.chests),
            "columns": columns,
            "maps": [
                {"heading": figure_picture.heading, "picture": picture}
                for figure_picture, picture in zip(playtest_summary.maps, pictures, strict=True)
            ],
        }

    def _arrange_maps(self, maps: Sequence[Drawing], height: float) -> tuple[int, list[Picture]]:
        """Return the number of columns in which maps are shown, and the maps as pictures of the size that fits there.

        They stand in one column or in two, whichever shows the smallest of them larger on the page.

        Args:
            maps: the maps.
            height: the height of the space for all of them, in millimetres.
        """
        width = self.paper.width - 2 * MARGIN_MM
        heading_height = 12.0  # of the words over each map, in millimetres
        choices = []
        for columns in (1, 2):
            rows = math.ceil(len(maps) / columns)
            map_width = (width - MAP_GAP_MM * (columns - 1)) / columns
            map_height = height / rows - heading_height
            choices.append((columns, [fit_drawing(drawing, map_width, map_height) for drawing in maps]))
        columns, scaled_maps = max(choices, key=lambda choice: min(scaled.square_mm for scaled in choice[1]))
        return columns, [scaled.picture for scaled in scaled_maps]

    def filter_pieces(self, piece_counts: PieceCounts) -> PieceCounts:
        """Return the pieces as coaches may see them, without hidden contents.

        If the options show hidden contents, the pieces stay as they are.
        """
        return piece_counts if self.options.drawing.hidden else hide_contents(piece_counts)

    def build_pieces(self, piece_counts: PieceCounts) -> list[Data]:
        """Return the list of pieces as data for the template: for each kind a text such as "6 × chest", and a picture.

        Each picture is made once.
        """
        entries = []
        for kind, count in self.filter_pieces(piece_counts).items():
            if kind not in self._faces:
                self._faces[kind] = self._draw_face(kind)
            entries.append({"name": f"{count} × {kind.name}", "picture": self._faces[kind]})
        return entries

    def _draw_face(self, kind: PieceKind) -> Picture:
        """Return a picture of the side of a piece by which it is told from others.

        That is the front; but all chests have the same front, and the back shows the ball or the trap.
        """
        (piece,) = build_pieces({kind: 1}, self.options.drawing.theme)
        is_chest = kind.sort in (PieceSort.CHEST_BALL, PieceSort.CHEST_TRAP)
        face = piece.back if is_chest and piece.back else piece.front
        return fit_drawing(face, PIECE_PICTURE_MM, PIECE_PICTURE_MM).picture


def _build_part(part: PackPart) -> Data:
    """Return a part as data for the template, with its notes parsed into blocks. On paper there are no links."""
    return asdict(replace(part, link_targets=())) | {"notes": parse_notes(part.notes)}


def _build_table(rows: Sequence[Sequence[str]]) -> Data:
    """Return rows as a table for the typesetting template; the first row is its head."""
    return {"head": rows[0], "rows": rows[1:]}


def _format_tiles(tiles: dict[str, int]) -> str:
    """Return the numbers and names of tiles as one sentence; '' if there are none."""
    return ", ".join(f"{count} × {name}" for name, count in tiles.items()) + "." if tiles else ""

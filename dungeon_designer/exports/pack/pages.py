"""A pack as pages: cover, contents, the table of dungeons, a chapter a dungeon, the stock and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.elements import (
    Block,
    Contents,
    Flow,
    Font,
    Heading,
    Lettering,
    LevelLine,
    NewPage,
    Page,
    PageDocument,
    PageElement,
    PageGap,
    PageGrid,
    PageList,
    PageTable,
    Paragraph,
    Picture,
    Svg,
    Width,
    safe_text,
)
from dungeon_designer.exports.fitting import fitted
from dungeon_designer.exports.notes import on_pages
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack import rules, words
from dungeon_designer.exports.pack.model import Chapter, Pack, Part, Played
from dungeon_designer.exports.papers import Orientation, Paper, paper_named
from dungeon_designer.exports.pdf import scaled_pages
from dungeon_designer.exports.pieces.document import piece_pages
from dungeon_designer.exports.pieces.kinds import PieceKind
from dungeon_designer.exports.pieces.needed import Needs, drawn, needs, public
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.exports.typesetting import pdf_of
from dungeon_designer.rules.rule import counted
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.notes import Listing as NotesListing
from dungeon_designer.text.notes import blocks

MARGIN = 18.0
HEAD = 20.0
"""Millimetres over a full-page map for a name of one line."""

GREY, PALE = "#555555", "#888888"

COVERED = 15
"""The most maps a cover shows."""

FACE = 7.5
"""Millimetres of a piece's small picture."""

BRIEF = 26
"""So many letters of a piece take no more than two lines in one of four columns."""

NOTES = "What players should know"
"""Over the event's notes where they are too long for the cover."""

SHORT = 600
"""Letters of notes that a cover has room for."""

WORDS, ROW, CAPTION = 44.0, 5.2, 12.0
"""Millimetres that words, rows of tables and what stands over a map take on a page of how a dungeon plays."""

MANY = 25
"""So many rows are not kept together on one page."""

_REST: Width = "rest"

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


def pack_document(pack: Pack, options: ExportOptions, advance: Advance = lambda count: None) -> PageDocument:
    """All there is on the pages."""
    book = _Book(pack, options)
    small: list[Drawing] = []
    chapters: list[PageElement] = []
    sheets: list[PageElement] = []
    for chapter in pack.chapters:  # all maps of a board in a row: its ground is drawn once
        small += book.small_map(len(small), chapter)
        chapters += book.chapter(chapter)
        advance(1)
        if not options.fitted:
            sheets += book.sheets(chapter)
            advance(1)
    parts = [*book.cover(small), *_contents(), *book.front(), *chapters, *book.stock()]
    parts += [line for ruleset in pack.rulesets for line in _ruleset(ruleset)]
    if not options.fitted:
        parts += [*sheets, *book.piece_sheets()]
    paper = paper_named(options.paper)
    return PageDocument(safe_text(pack.name), tuple(parts), Flow(paper.width, paper.height, MARGIN))


def steps(pack: Pack, options: ExportOptions) -> int:
    """How often `pack_pdf` tells of what is done."""
    return len(pack.chapters) * (1 if options.fitted else 2) + 1


class _Book:
    """The pages that show pictures."""

    def __init__(self, pack: Pack, options: ExportOptions) -> None:
        self.pack = pack
        self.options = options
        self._paper = paper_named(options.paper)
        self._faces: dict[PieceKind, Picture] = {}

    def small_map(self, number: int, chapter: Chapter) -> list[Drawing]:
        """A map for the cover, without the lines between squares; none when the cover is full."""
        if number >= COVERED:
            return []
        plain = replace(self.options.drawing, coordinates=False, title=False, legend=False)
        whole = draw(chapter.board, plain)
        return [with_changes(whole, layers=tuple(layer for layer in whole.layers if layer.name != "grid"))]

    def cover(self, maps: Sequence[Drawing]) -> Iterator[PageElement]:
        """The event's name over small maps of its dungeons."""
        pack = self.pack
        columns = 1 if len(maps) == 1 else 2 if len(maps) <= 4 else 3
        width = (self._paper.width - 2 * MARGIN - 6.0 * (columns - 1)) / columns
        height = (self._paper.height - 2 * MARGIN - 110.0) / -(-len(maps) // columns) - 6.0
        count = len(pack.chapters)
        under = [*pack.facts, f"{counted(count, 'dungeon')} for {', '.join(r.name for r in pack.rulesets)}"]
        under += [f"by {pack.author}"] if pack.author else []
        yield from (
            PageGap(12),
            _middle(Lettering(safe_text(pack.name), 34, Font.TITLE)),
            PageGap(2),
            _middle(LevelLine(60, 0.3, PALE)),
        )
        yield from (_middle(Lettering(safe_text(line), 11, colour=GREY)) for line in under)
        yield PageGap()
        shown = tuple(_fitted(each, width, height) for each in maps)
        yield _middle(PageGrid(shown, tuple(["auto"] * columns), 6, "center"))
        yield PageGap()
        if _on_cover(pack.notes):
            yield Block(on_pages(pack.notes), centred=True, share=80)

    def front(self) -> Iterator[PageElement]:
        """What coaches read first: when and where they play what, and what it is worth."""
        notes = () if _on_cover(self.pack.notes) or not self.pack.notes.strip() else (Part(NOTES, self.pack.notes),)
        for part in (*notes, *self.pack.parts):
            yield from (PageGap(5), Block(tuple(_part(part, 1)), together=len(part.rows) < MANY and not part.notes))

    def chapter(self, chapter: Chapter) -> Iterator[PageElement]:
        """A full-page map, then everything there is to say about the dungeon."""
        yield self._map_page(chapter)
        yield from (NewPage(), _heading(2, f"{chapter.title}: notes"))
        yield Block((Lettering(safe_text(words.verdict(chapter)), 9, colour=GREY),))
        yield from on_pages(chapter.board.layout.notes)
        if chapter.set_up:
            yield _kept(*_part(chapter.set_up, 3))
        rooms = words.special_rooms(chapter.board)
        if rooms:
            yield _heading(3, "Special rooms")
            yield from (Paragraph(safe_text(rule), safe_text(name)) for name, rule in rooms)
        pieces = (_heading(3, "Pieces"), self._pieces(needs(chapter.board)))
        yield _kept(*pieces, *_tiles(words.tiles_used(chapter.board)))
        yield _kept(*_fairness(chapter))
        hidden = self.options.drawing.hidden
        said = (*words.findings(chapter, hidden), *words.waivers(chapter, hidden))
        if said:
            yield _kept(_heading(3, "Verdict"), *_small_items(said[:MANY]))
            yield from _small_items(said[MANY:])
        if chapter.played:
            yield from self._played(chapter, chapter.played)

    def _played(self, chapter: Chapter, played: Played) -> Iterator[PageElement]:
        """How a dungeon plays, on a page of its own."""
        yield from (NewPage(), _heading(2, f"{chapter.title}: how it plays"))
        yield from map(_paragraph, played.words)
        tables = (_small(played.figures, ("auto", "rest")), _small(played.chests, ("auto", "auto", "auto")))
        yield PageGrid(tables, (112.0, "rest"), 6, down="top")
        rows = max(len(played.figures.rows), len(played.chests.rows))
        yield self._maps(chapter.board, played.maps, self._paper.height - 2 * MARGIN - WORDS - ROW * rows)

    def _maps(self, board: Board, pictures: Sequence[FigurePicture], high: float) -> PageGrid:
        """The maps as large as the rest of a page lets them be: below each other, or two beside each other."""
        maps = [self._figure(board, picture) for picture in pictures]
        wide = self._paper.width - 2 * MARGIN
        below = (1, wide, high / len(maps) - CAPTION)
        beside = (2, (wide - 6.0) / 2, high / -(-len(maps) // 2) - CAPTION)
        columns, width, height = max(
            (below, beside), key=lambda each: min(fitted(one, 0, 0, each[1], each[2]).square for one in maps)
        )
        shown = (_captioned(one, of, width, height) for one, of in zip(maps, pictures, strict=True))
        return PageGrid(tuple(shown), tuple(_REST for _ in range(columns)), 6, "center", "top")

    def _figure(self, board: Board, picture: FigurePicture) -> Drawing:
        """A map with a figure laid over it, and its key."""
        drawing = replace(self.options.drawing, coordinates=False, title=False, legend=False)
        return drawing_of(board, replace(self.options, drawing=drawing, figure=picture))

    def stock(self) -> Iterator[PageElement]:
        """What the organiser has to bring."""
        yield from (NewPage(), _heading(1, "The stock for the whole event"))
        yield _paragraph(words.whole(self.pack))
        yield self._pieces(words.pieces_enough(self.pack))
        yield from _tiles(words.tiles_enough(self.pack))
        yield from map(_paragraph, words.boxes_enough(self.pack))

    def sheets(self, chapter: Chapter) -> Iterator[Page]:
        """A dungeon cut into sheets, found by a bookmark."""
        return _marked(scaled_pages(chapter.board, self.options), f"Sheets: {chapter.title}")

    def piece_sheets(self) -> Iterator[Page]:
        """The pieces, found by a bookmark."""
        wanted = self._shown(words.pieces_enough(self.pack))
        pieces = drawn(wanted, self.options.drawing.theme)
        return _marked(piece_pages(pieces, self.options, f"Pieces for {self.pack.name}"), "Sheets: pieces")

    def _map_page(self, chapter: Chapter) -> Page:
        drawing = draw(chapter.board, replace(self.options.drawing, title=False, legend=True))
        ways = self._paper.lying(Orientation.AUTO)
        fits = [
            (fitted(drawing, 0, 0, way.width - 2 * MARGIN, way.height - 2 * MARGIN - _head(chapter, way)), way)
            for way in ways
        ]
        whole, paper = max(fits, key=lambda fit: fit[0].square)
        shown = Picture(Svg(svg_of(drawing, whole.square)), whole.width, whole.height)
        under = Block((Lettering(safe_text(words.credit(chapter)), 10, colour=GREY),), above=1.5)
        content = (_heading(1, chapter.title), under, PageGap(), _middle(shown), PageGap())
        return Page(paper.width, paper.height, content, MARGIN)

    def _pieces(self, wanted: Needs) -> PageGrid:
        """A small picture, the number and the name of each kind, in four columns, or three where names are long."""
        cells: list[PageElement] = []
        named = {f"{count} × {kind.name}": kind for kind, count in self._shown(wanted).items()}
        for name, kind in named.items():
            cells += [self._face(kind), Lettering(safe_text(name), 9)]
        return PageGrid(tuple(cells), (FACE, "rest") * (4 if max(map(len, named), default=0) <= BRIEF else 3), 2)

    def _shown(self, wanted: Needs) -> Needs:
        """The pieces as this pack may tell them: what they hide only when that is asked for."""
        return wanted if self.options.drawing.hidden else public(wanted)

    def _face(self, kind: PieceKind) -> Picture:
        """A small picture of a kind, made once."""
        if kind not in self._faces:
            (piece,) = drawn({kind: 1}, self.options.drawing.theme)
            side = piece.back if kind.sort.name.startswith("CHEST") and piece.back else piece.front
            self._faces[kind] = _fitted(side, FACE, FACE)
        return self._faces[kind]


def _captioned(drawing: Drawing, of: FigurePicture, width: float, height: float) -> Block:
    return Block((Lettering(safe_text(of.heading), 9, colour=GREY), _fitted(drawing, width, height)), together=True)


def _fitted(drawing: Drawing, width: float, height: float) -> Picture:
    """A picture as large as a space lets it be."""
    whole = fitted(drawing, 0, 0, width, height)
    return Picture(Svg(svg_of(drawing, whole.square)), whole.width, whole.height)


def _head(chapter: Chapter, paper: Paper) -> float:
    """Millimetres over a full-page map for its name and what is said of it, which may take several lines."""
    width = paper.width - 2 * MARGIN
    name, under = 7.8 * breadth(chapter.title) / width, 3.6 * breadth(words.credit(chapter)) / width
    return HEAD + 9.0 * int(1.05 * name) + 5.0 * int(1.05 * under)


def _contents() -> tuple[PageElement, ...]:
    return NewPage(always=True), Contents(Lettering(safe_text("Contents"), 22, Font.TITLE))


def _tiles(tiles: dict[str, int]) -> Iterator[PageElement]:
    if tiles:
        said = ", ".join(f"{count} × {name}" for name, count in tiles.items())
        yield Paragraph(safe_text(f"{said}."), safe_text("Tiles"))


def _ruleset(ruleset: Ruleset) -> Iterator[PageElement]:
    yield from (PageGap(6), _heading(1, f"The rules of {ruleset.name}"))
    for part in rules.parts(ruleset):
        yield _heading(3, part.title)
        yield from on_pages(part.notes)
        yield _table(part.head, part.rows, (44.0, "rest", 50.0), 8.5)


def _part(part: Part, level: int) -> Iterator[PageElement]:
    yield _heading(level, part.title)
    yield from on_pages(part.notes)
    if part.rows:
        yield _table(part.head, part.rows, _columns(part))
    if part.items:
        yield PageList(tuple((_paragraph(item),) for item in part.items), 1)
    if part.source:
        yield Lettering(safe_text(part.source), 8.5, colour=GREY)


def _columns(part: Part) -> tuple[Width, ...]:
    """The widths of a table's columns; those of schedules stand below each other."""
    several = len(part.head) - 1
    timed: tuple[Width, ...] = (27.0, 52.0, 46.0)
    widths = timed if part.head[0] == "time" else ("auto",) * several
    return (*widths[:several], "rest")


def _kept(*content: PageElement) -> Block:
    """What begins with a heading and stands together on one page."""
    return Block(content, above=4.0, together=True)


def _fairness(chapter: Chapter) -> Iterator[PageElement]:
    """How equal the sides are and what kind of dungeon it is, beside it how far each side walks to each chest."""
    yield _heading(3, "Figures")
    if same := words.symmetry(chapter):
        yield _paragraph(same)
    figures = _table(words.FIGURES, words.figures(chapter), ("auto",) * 4, 7.5)
    found = words.chests(chapter)
    if found:
        columns: list[Width] = ["auto"] * len(found[0])
        chests = _table(found[0], found[1:], tuple(columns), 7.5)
        over = Lettering(safe_text("Steps to each chest"), 7.5, colour=GREY)
        yield PageGrid((figures, Block((over, chests))), ("auto", "rest"), 4, down="top")
    else:
        yield figures


def _small_items(lines: Sequence[str]) -> Iterator[PageElement]:
    if lines:
        yield PageList(tuple((Lettering(safe_text(line), 8.5),) for line in lines))


def _small(part: Part, columns: tuple[Width, ...]) -> PageTable:
    return _table(part.head, part.rows, columns, 8.5)


def _on_cover(notes: str) -> bool:
    """Whether notes are short and plain enough for the cover."""
    return len(notes) <= SHORT and not any(isinstance(block, NotesListing) for block in blocks(notes))


def _marked(pages: Sequence[Page], title: str) -> Iterator[Page]:
    """Pages behind a bookmark: the heading is there, but not to be seen."""
    first, *rest = pages
    yield with_changes(first, content=(Heading(1, safe_text(title), hidden=True), *first.content))
    yield from rest


def _heading(level: int, text: str) -> Heading:
    return Heading(level, safe_text(text))


def _paragraph(text: str) -> Paragraph:
    return Paragraph(safe_text(text))


def _middle(element: PageElement) -> Block:
    return Block((element,), centred=True)


def _table(
    head: Sequence[str], rows: Sequence[Sequence[str]], columns: tuple[Width, ...], size: float = 10.0
) -> PageTable:
    return PageTable(tuple(map(safe_text, head)), tuple(tuple(map(safe_text, row)) for row in rows), columns, size)

"""A pack as pages: cover, contents, the table of dungeons, a chapter a dungeon, the stock and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.elements import (
    Block,
    Contents,
    Document,
    Element,
    Flow,
    Font,
    Gap,
    Grid,
    Heading,
    Item,
    NewPage,
    Page,
    Paragraph,
    Picture,
    Rule,
    Svg,
    Table,
    Width,
    Words,
    told,
)
from dungeon_designer.exports.fitting import fitted
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack import words
from dungeon_designer.exports.pack.model import Chapter, Pack
from dungeon_designer.exports.papers import Orientation, Paper, paper_named
from dungeon_designer.exports.pdf import scaled_pages
from dungeon_designer.exports.pieces.document import piece_pages
from dungeon_designer.exports.pieces.kinds import PieceKind
from dungeon_designer.exports.pieces.needed import Needs, drawn, enough, needs, public
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.exports.typesetting import pdf_of
from dungeon_designer.rulesets.model import Ruleset

MARGIN = 18.0
HEAD = 20.0
"""Millimetres over a full-page map for a name of one line."""

GREY, PALE = "#555555", "#888888"

COVERED = 15
"""The most maps a cover shows."""

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


def pack_document(pack: Pack, options: ExportOptions, advance: Advance = lambda count: None) -> Document:
    """All there is on the pages."""
    book = _Book(pack, options)
    small: list[Drawing] = []
    chapters: list[Element] = []
    sheets: list[Element] = []
    for chapter in pack.chapters:  # all maps of a board in a row: its ground is drawn once
        small += book.small_map(len(small), chapter)
        chapters += book.chapter(chapter)
        advance(1)
        if not options.fitted:
            sheets += book.sheets(chapter)
            advance(1)
    parts = [*book.cover(small), *_contents(), *book.table(), *chapters, *book.stock()]
    parts += [line for ruleset in pack.rulesets for line in _ruleset(ruleset)]
    if not options.fitted:
        parts += [*sheets, *book.piece_sheets()]
    paper = paper_named(options.paper)
    return Document(told(pack.name), tuple(parts), Flow(paper.width, paper.height, MARGIN))


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

    def cover(self, maps: Sequence[Drawing]) -> Iterator[Element]:
        """The event's name over small maps of its dungeons."""
        pack = self.pack
        columns = 1 if len(maps) == 1 else 2 if len(maps) <= 4 else 3
        width = (self._paper.width - 2 * MARGIN - 6.0 * (columns - 1)) / columns
        height = (self._paper.height - 2 * MARGIN - 110.0) / -(-len(maps) // columns) - 6.0
        count = len(pack.chapters)
        under = [f"{count} dungeon{'s' if count > 1 else ''} for {', '.join(r.name for r in pack.rulesets)}"]
        under += [f"by {pack.author}"] if pack.author else []
        yield from (Gap(12), _middle(Words(told(pack.name), 34, Font.TITLE)), Gap(2), _middle(Rule(60, 0.3, PALE)))
        yield from (_middle(Words(told(line), 11, colour=GREY)) for line in under)
        yield Gap()
        shown = tuple(_fitted(each, width, height) for each in maps)
        yield _middle(Grid(shown, tuple(["auto"] * columns), 6, "center"))
        yield Gap()
        yield Block(tuple(map(_paragraph, words.paragraphs(pack.notes))), centred=True, share=80)

    def table(self) -> Iterator[Element]:
        """What decides which dungeon is played."""
        pack = self.pack
        if pack.table:
            rows = _table(pack.table_head, pack.table, ("auto", "auto", "rest"))
            yield from (Gap(8), Block((_heading(1, pack.table_title), rows), together=True))

    def chapter(self, chapter: Chapter) -> Iterator[Element]:
        """A full-page map, then everything there is to say about the dungeon."""
        yield self._map_page(chapter)
        yield from (NewPage(), _heading(2, f"{chapter.title}: notes"))
        yield from map(_paragraph, words.paragraphs(chapter.board.layout.notes))
        rooms = words.special_rooms(chapter.board)
        if rooms:
            yield _heading(3, "Special rooms")
            yield from (Paragraph(told(rule), told(name)) for name, rule in rooms)
        yield _heading(3, "Pieces")
        yield self._pieces(needs(chapter.board))
        yield from _tiles(words.tiles_used(chapter.board))
        yield _heading(3, "Figures")
        yield _table(words.FIGURES, words.figures(chapter), ("auto", "auto", "auto", "rest"), 8.5)
        yield _heading(3, "Verdict")
        yield _paragraph(words.verdict(chapter))
        hidden = self.options.drawing.hidden
        said = (*words.findings(chapter, hidden), *words.waivers(chapter, hidden))
        yield from (Item(told(line)) for line in said)

    def stock(self) -> Iterator[Element]:
        """What the organiser has to bring."""
        yield from (NewPage(), _heading(1, "The stock for the whole event"))
        yield _paragraph("Enough for any one of its dungeons at a time.")
        yield self._pieces(enough([chapter.board for chapter in self.pack.chapters]))
        yield from _tiles(words.tiles_enough(self.pack))
        yield from map(_paragraph, words.boxes_enough(self.pack))

    def sheets(self, chapter: Chapter) -> Iterator[Page]:
        """A dungeon cut into sheets, found by a bookmark."""
        return _marked(scaled_pages(chapter.board, self.options), f"Sheets: {chapter.title}")

    def piece_sheets(self) -> Iterator[Page]:
        """The pieces, found by a bookmark."""
        wanted = self._shown(enough([chapter.board for chapter in self.pack.chapters]))
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
        under = Block((Words(told(words.credit(chapter)), 10, colour=GREY),), above=1.5)
        content = (_heading(1, chapter.title), under, Gap(), _middle(shown), Gap())
        return Page(paper.width, paper.height, content, MARGIN)

    def _pieces(self, wanted: Needs) -> Grid:
        """A small picture, the number and the name of each kind, in two columns."""
        cells: list[Element] = []
        for kind, count in self._shown(wanted).items():
            cells += [self._face(kind), Words(told(f"{count} × {kind.name}"), 10)]
        return Grid(tuple(cells), (9, "rest", 9, "rest"), 2.5)

    def _shown(self, wanted: Needs) -> Needs:
        """The pieces as this pack may tell them: what they hide only when that is asked for."""
        return wanted if self.options.drawing.hidden else public(wanted)

    def _face(self, kind: PieceKind) -> Picture:
        """A small picture of a kind, made once."""
        if kind not in self._faces:
            (piece,) = drawn({kind: 1}, self.options.drawing.theme)
            side = piece.back if kind.sort.name.startswith("CHEST") and piece.back else piece.front
            self._faces[kind] = _fitted(side, 9.0, 9.0)
        return self._faces[kind]


def _fitted(drawing: Drawing, width: float, height: float) -> Picture:
    """A picture as large as a space lets it be."""
    whole = fitted(drawing, 0, 0, width, height)
    return Picture(Svg(svg_of(drawing, whole.square)), whole.width, whole.height)


def _head(chapter: Chapter, paper: Paper) -> float:
    """Millimetres over a full-page map for its name and what is said of it, which may take several lines."""
    width = paper.width - 2 * MARGIN
    name, under = 7.8 * breadth(chapter.title) / width, 3.6 * breadth(words.credit(chapter)) / width
    return HEAD + 9.0 * int(1.05 * name) + 5.0 * int(1.05 * under)


def _contents() -> tuple[Element, ...]:
    return NewPage(always=True), Contents(Words(told("Contents"), 22, Font.TITLE))


def _tiles(tiles: dict[str, int]) -> Iterator[Element]:
    if tiles:
        yield _heading(3, "Tiles")
        yield _paragraph(", ".join(f"{count} × {name}" for name, count in tiles.items()) + ".")


def _ruleset(ruleset: Ruleset) -> Iterator[Element]:
    yield from (NewPage(), _heading(1, f"The rules of {ruleset.name}"), _paragraph(" ".join(words.ways(ruleset))))
    head = ("rule", "level", "what it asks", "source")
    yield _table(head, list(words.rules(ruleset)), ("auto", "auto", "rest", 38), 8.5)


def _marked(pages: Sequence[Page], title: str) -> Iterator[Page]:
    """Pages behind a bookmark: the heading is there, but not to be seen."""
    first, *rest = pages
    yield with_changes(first, content=(Heading(1, told(title), hidden=True), *first.content))
    yield from rest


def _heading(level: int, text: str) -> Heading:
    return Heading(level, told(text))


def _paragraph(text: str) -> Paragraph:
    return Paragraph(told(text))


def _middle(element: Element) -> Block:
    return Block((element,), centred=True)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], columns: tuple[Width, ...], size: float = 10.0) -> Table:
    return Table(tuple(map(told, head)), tuple(tuple(map(told, row)) for row in rows), columns, size)

"""A pack as pages: cover, contents, the table of dungeons, a chapter a dungeon, the stock and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.labels import breadth
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.fitting import fitted
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack import words
from dungeon_designer.exports.pack.model import Chapter, Pack
from dungeon_designer.exports.papers import Orientation, Paper, paper_named
from dungeon_designer.exports.pdf import scaled_pages
from dungeon_designer.exports.pieces.document import piece_pages
from dungeon_designer.exports.pieces.needed import Needs, drawn, enough, needs, public
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.exports.typesetting import LABEL_FONT, TITLE_FONT, breakable, mm, pdf_of, picture, quoted
from dungeon_designer.rulesets.model import Ruleset

MARGIN = 18.0
HEAD = 20.0
"""Millimetres over a full-page map for a name of one line."""

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
    source, pictures = pack_pages(pack, options, advance)
    setting()
    made = pdf_of(source, pictures, pack.name)
    advance(1)
    return made


def pack_pages(pack: Pack, options: ExportOptions, advance: Advance = lambda count: None) -> tuple[str, dict[str, str]]:
    """The document's pages in typst, and the pictures on them by name."""
    book = _Book(pack, options)
    small: list[Drawing] = []
    chapters: list[str] = []
    sheets: list[str] = []
    for number, chapter in enumerate(pack.chapters):  # all maps of a board in a row: its ground is drawn once
        small += book.small_map(number, chapter)
        chapters += book.chapter(number, chapter)
        advance(1)
        if not options.fitted:
            sheets.append(book.sheets(number, chapter))
            advance(1)
    parts = [_preamble(options), book.cover(small), _contents(), book.table(), *chapters, *book.stock()]
    parts += [line for ruleset in pack.rulesets for line in _ruleset(ruleset)]
    if not options.fitted:
        parts += [*sheets, book.piece_sheets()]
    return "".join(parts), book.pictures


def steps(pack: Pack, options: ExportOptions) -> int:
    """How often `pack_pdf` tells of what is done."""
    return len(pack.chapters) * (1 if options.fitted else 2) + 1


class _Book:
    """The pages that show pictures, and those pictures by name."""

    def __init__(self, pack: Pack, options: ExportOptions) -> None:
        self.pack = pack
        self.options = options
        self.pictures: dict[str, str] = {}
        self._paper = paper_named(options.paper)

    def small_map(self, number: int, chapter: Chapter) -> list[Drawing]:
        """A map for the cover, without the lines between squares; none when the cover is full."""
        if number >= COVERED:
            return []
        plain = replace(self.options.drawing, coordinates=False, title=False, legend=False)
        whole = draw(chapter.board, plain)
        return [with_changes(whole, layers=tuple(layer for layer in whole.layers if layer.name != "grid"))]

    def cover(self, maps: Sequence[Drawing]) -> str:
        """The event's name over small maps of its dungeons."""
        pack = self.pack
        columns = 1 if len(maps) == 1 else 2 if len(maps) <= 4 else 3
        width = (self._paper.width - 2 * MARGIN - 6.0 * (columns - 1)) / columns
        height = (self._paper.height - 2 * MARGIN - 110.0) / -(-len(maps) // columns) - 6.0
        cells = [self._fitted(f"cover-{i}", drawing, width, height) for i, drawing in enumerate(maps)]
        count = len(pack.chapters)
        under = [f"{count} dungeon{'s' if count > 1 else ''} for {_listed([r.name for r in pack.rulesets])}"]
        under += [f"by {pack.author}"] if pack.author else []
        grid = f"grid(columns: {columns}, column-gutter: 6mm, row-gutter: 6mm, align: center + horizon, {_args(cells)})"
        notes = "".join(_paragraph(part) for part in words.paragraphs(pack.notes))
        return (
            f"#v(12mm)\n#align(center, {_styled(pack.name, 34, TITLE_FONT)})\n#v(2mm)\n"
            f'#align(center, line(length: 60mm, stroke: 0.3mm + rgb("#888888")))\n'
            + "".join(f"#align(center, {_styled(line, 11, LABEL_FONT, '#555555')})\n" for line in under)
            + f"#v(1fr)\n#align(center, {grid})\n#v(1fr)\n#align(center, block(width: 80%)[{notes}])\n"
        )

    def table(self) -> str:
        """What decides which dungeon is played."""
        pack = self.pack
        if not pack.table:
            return ""
        rows = _table(pack.table_head, pack.table, "(auto, auto, 1fr)")
        return f"#v(8mm)\n#block(breakable: false)[\n{_heading(1, pack.table_title)}{rows}]\n"

    def chapter(self, number: int, chapter: Chapter) -> Iterator[str]:
        """A full-page map, then everything there is to say about the dungeon."""
        yield self._map_page(number, chapter)
        yield "#pagebreak(weak: true)\n" + _heading(2, f"{chapter.title}: notes")
        yield from (_paragraph(part) for part in words.paragraphs(chapter.board.layout.notes))
        rooms = words.special_rooms(chapter.board)
        if rooms:
            yield _heading(3, "Special rooms")
            yield from (_term(name, rule) for name, rule in rooms)
        yield _heading(3, "Pieces")
        yield self._pieces(needs(chapter.board))
        tiles = words.tiles_used(chapter.board)
        if tiles:
            yield _heading(3, "Tiles")
            yield _paragraph(_counts(tiles))
        yield _heading(3, "Verdict")
        yield _paragraph(words.verdict(chapter))
        hidden = self.options.drawing.hidden
        yield from (_item(line) for line in (*words.findings(chapter, hidden), *words.waivers(chapter, hidden)))

    def stock(self) -> Iterator[str]:
        """What the organiser has to bring."""
        yield "#pagebreak(weak: true)\n" + _heading(1, "The stock for the whole event")
        yield _paragraph("Enough for any one of its dungeons at a time.")
        yield self._pieces(enough([chapter.board for chapter in self.pack.chapters]))
        tiles = words.tiles_enough(self.pack)
        if tiles:
            yield _heading(3, "Tiles")
            yield _paragraph(_counts(tiles))

    def sheets(self, number: int, chapter: Chapter) -> str:
        """A dungeon cut into sheets, found by a bookmark."""
        source, pictures = scaled_pages(chapter.board, self.options, key=f"scale-{number}-")
        self.pictures |= pictures
        return _marked(source, f"Sheets: {chapter.title}")

    def piece_sheets(self) -> str:
        """The pieces, found by a bookmark."""
        wanted = enough([chapter.board for chapter in self.pack.chapters])
        pieces = drawn(wanted, self.options.drawing.theme)
        source, pictures = piece_pages(pieces, self.options, f"Pieces for {self.pack.name}", "stock-")
        self.pictures |= pictures
        return _marked(source, "Sheets: pieces")

    def _map_page(self, number: int, chapter: Chapter) -> str:
        drawing = draw(chapter.board, replace(self.options.drawing, title=False, legend=True))
        ways = self._paper.lying(Orientation.AUTO)
        fits = [
            (fitted(drawing, 0, 0, way.width - 2 * MARGIN, way.height - 2 * MARGIN - _head(chapter, way)), way)
            for way in ways
        ]
        whole, paper = max(fits, key=lambda fit: fit[0].square)
        name = f"map-{number}"
        self.pictures[name] = svg_of(drawing, whole.square)
        shown = f"#v(1fr)\n#align(center, {picture(name, whole.width, whole.height)})\n#v(1fr)\n"
        under = f"#block(above: 1.5mm, {_styled(words.credit(chapter), 10, LABEL_FONT, '#555555')})\n"
        size = f"width: {mm(paper.width)}, height: {mm(paper.height)}"
        return f"#page({size})[\n{_heading(1, chapter.title)}{under}{shown}]\n"

    def _pieces(self, wanted: Needs) -> str:
        """A small picture, the number and the name of each kind, in two columns."""
        cells = []
        for kind, count in (wanted if self.options.drawing.hidden else public(wanted)).items():
            (piece,) = drawn({kind: count}, self.options.drawing.theme)
            name = f"kind-{kind.sort.value}-{'-'.join(map(str, kind.numbers))}-{kind.word}"
            face = piece.back if kind.sort.name.startswith("CHEST") and piece.back else piece.front
            cells += [self._fitted(name, face, 9.0, 9.0), _styled(f"{count} × {kind.name}", 10, LABEL_FONT)]
        return f"#grid(columns: (9mm, 1fr, 9mm, 1fr), gutter: 2.5mm, align: left + horizon, {_args(cells)})\n"

    def _fitted(self, name: str, drawing: Drawing, width: float, height: float) -> str:
        """A picture as large as a space lets it be."""
        whole = fitted(drawing, 0, 0, width, height)
        self.pictures.setdefault(name, svg_of(drawing, whole.square))
        return picture(name, whole.width, whole.height)


def _head(chapter: Chapter, paper: Paper) -> float:
    """Millimetres over a full-page map for its name and what is said of it, which may take several lines."""
    width = paper.width - 2 * MARGIN
    name, under = 7.8 * breadth(chapter.title) / width, 3.6 * breadth(words.credit(chapter)) / width
    return HEAD + 9.0 * int(1.05 * name) + 5.0 * int(1.05 * under)


def _preamble(options: ExportOptions) -> str:
    paper = paper_named(options.paper)
    number = 'align(center, text(size: 8pt, fill: rgb("#777777"), counter(page).display()))'
    return (
        f"#set page(width: {mm(paper.width)}, height: {mm(paper.height)}, margin: {mm(MARGIN)},"
        f" footer: context if counter(page).get().first() > 1 {{ {number} }})\n"
        f'#show heading: set text(font: {TITLE_FONT}, weight: "regular")\n'
        "#show heading.where(level: 1): set text(size: 22pt)\n"
        "#show heading.where(level: 2): set text(size: 16pt)\n"
        "#show heading.where(level: 3): set text(size: 12.5pt)\n"
        "#set heading(outlined: true, bookmarked: true)\n#show heading: set block(below: 3.5mm, above: 6mm)\n"
        "#set par(leading: 0.62em, spacing: 3mm)\n#show link: it => it\n"
    )


def _contents() -> str:
    return f"#pagebreak()\n#outline(title: {_styled('Contents', 22, TITLE_FONT)}, depth: 1, indent: 0pt)\n"


def _ruleset(ruleset: Ruleset) -> Iterator[str]:
    yield "#pagebreak(weak: true)\n" + _heading(1, f"The rules of {ruleset.name}")
    yield _paragraph(" ".join(words.ways(ruleset)))
    yield _table(
        ("rule", "level", "what it asks", "source"), list(words.rules(ruleset)), "(auto, auto, 1fr, 38mm)", 8.5
    )


def _marked(source: str, title: str) -> str:
    """Pages behind a bookmark: the heading is there, but not to be seen."""
    mark = f"#place(hide(heading(level: 1, {quoted(breakable(title))})))\n"
    return source.replace("[\n", f"[\n{mark}", 1)


def _heading(level: int, text: str) -> str:
    shown, marked = ("true" if yes else "false" for yes in (level == 1, level < 3))
    return f"#heading(level: {level}, outlined: {shown}, bookmarked: {marked}, {quoted(breakable(text))})\n"


def _styled(text: str, size: float, font: str, colour: str = "#000000") -> str:
    return f'text(font: {font}, size: {size:g}pt, fill: rgb("{colour}"), {quoted(breakable(text))})'


def _paragraph(text: str) -> str:
    return f"#par({quoted(breakable(text))})\n"


def _item(text: str) -> str:
    return f"#list.item({quoted(breakable(text))})\n"


def _term(name: str, text: str) -> str:
    return f"#par({{ strong({quoted(breakable(name) + '. ')}); {quoted(breakable(text))} }})\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], columns: str, size: float = 10.0) -> str:
    """A table whose head comes again on every page."""
    heads = ", ".join(f"strong({quoted(cell)})" for cell in head)
    cells = _args([quoted(breakable(cell)) for row in rows for cell in row])
    style = 'stroke: (x, y) => (bottom: 0.15mm + rgb("#bbbbbb")), inset: (x: 1.5mm, y: 1.4mm), align: left + top'
    return f"#{{ set text(size: {size:g}pt); table(columns: {columns}, {style}, table.header({heads}), {cells}) }}\n"


def _args(cells: Sequence[str]) -> str:
    return ", ".join(cells)


def _counts(tiles: dict[str, int]) -> str:
    return ", ".join(f"{count} × {name}" for name, count in tiles.items()) + "."


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)

"""The map in one piece, true to scale: a poster on one sheet of paper, or a mat for a print shop, with bleed.

A mat is trimmed: its crop marks stand outside what is cut off, the ruler below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace as with_changes

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.elements import Page, PageElement, Placed, Strokes
from dungeon_designer.exports.fitting import LENGTH, foot, true_to_scale
from dungeon_designer.exports.options import ExportOptions, Mat
from dungeon_designer.exports.papers import FOOT, LONGEST, MARGIN, MARK, Orientation, Paper, paper_named
from dungeon_designer.exports.sheet_pages import crop_marks
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.findings import Finding

GAP = 1.0
"""Millimetres from the end of the bleed to a crop mark, and from there to the edge of the page."""

Extent = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Trim:
    """A mat as it will be cut: its size and that of its page in millimetres, and how wide a square is."""

    size: Extent
    page: Extent
    square: float


def mat_page(board: Board, options: ExportOptions, findings: Sequence[Finding] = (), table: str = "") -> Page:
    """The map as a mat; UsageError when it does not fit on the roll or the paper."""
    assert options.mat is not None  # noqa: S101  (the caller's business)
    trim = _trim(drawing_of(board, options, findings).size, options, options.mat)
    least = trim.size[0] / trim.square, trim.size[1] / trim.square
    drawing, bleed = drawing_of(board, options, findings, least), options.mat.bleed
    left, top = (trim.page[0] - trim.size[0]) / 2, _slug(bleed)
    cut = (left, top, left + trim.size[0], top + trim.size[1])
    content: tuple[PageElement, ...] = (
        true_to_scale(_bled(drawing, bleed / trim.square), trim.square, left - bleed, top - bleed),
        Strokes(crop_marks(cut, bleed + GAP), 0.15),
        *_foot(trim, drawing.title, table),
    )
    return Page(*trim.page, content, trim=cut, bleed=bleed)


def poster(board: Board, options: ExportOptions, findings: Sequence[Finding] = (), table: str = "") -> Page | None:
    """The map with its words on one sheet of paper, true to scale; None where it does not fit."""
    drawing, square = drawing_of(board, options, findings), options.square
    width, height = (side * square for side in drawing.size)
    for paper in paper_named(options.paper).lying(Orientation(options.orientation)):
        room = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT
        if width <= room[0] + 1e-6 and height <= room[1] + 1e-6:
            at = MARGIN + (room[0] - width) / 2, MARGIN + (room[1] - height) / 2
            said = f"{drawing.title or 'A dungeon'}{table}", f"Squares of {square:g} mm", paper.name
            return Page(paper.width, paper.height, (true_to_scale(drawing, square, *at), *foot(paper, "", said)))
    return None


def _bled(drawing: Drawing, more: float) -> Drawing:
    """The drawing with so many squares more of its ground on every side."""
    (left, top), (width, height) = drawing.corner, drawing.size
    return with_changes(drawing, corner=(left - more, top - more), size=(width + 2 * more, height + 2 * more))


def _foot(trim: _Trim, title: str, table: str) -> Iterator[Placed | Strokes]:
    """What the mat is and the ruler, below what is cut off; a page narrower than the ruler has none."""
    paper = Paper("", *trim.page)
    size = f"{trim.size[0]:.4g} x {trim.size[1]:.4g} mm when trimmed"
    if paper.width >= LENGTH + 4 * MARGIN:
        yield from foot(paper, "", (f"{title or 'A dungeon'}{table}", f"Squares of {trim.square:.6g} mm", size))


def _slug(bleed: float) -> float:
    """Millimetres beyond the trim on a page: the bleed and the crop marks."""
    return bleed + 2 * GAP + MARK


def _trim(size: Extent, options: ExportOptions, mat: Mat) -> _Trim:
    """How large a mat of a map of so many squares is; UsageError where it is larger than may be."""
    if mat.roll is not None:
        found = _on_roll(size, options, mat.bleed, mat.roll)
    elif mat.paper:
        found = _on_paper(size, options, mat.bleed, mat.paper)
    else:
        found = _trimmed(size, options.square, mat.bleed)
    if max(found.page) > LONGEST:
        raise UsageError(
            f"the page would be {found.page[0]:.0f} x {found.page[1]:.0f} mm, and none may be longer than"
            f" {LONGEST:g} mm; choose a smaller square, or sheets of paper"
        )
    return found


def _trimmed(size: Extent, square: float, bleed: float) -> _Trim:
    """A mat just as large as its map."""
    width, height = size[0] * square, size[1] * square
    return _Trim((width, height), (width + 2 * _slug(bleed), height + 2 * _slug(bleed) + FOOT), square)


def _on_paper(size: Extent, options: ExportOptions, bleed: float, name: str) -> _Trim:
    """A mat as large as a sheet of paper when it is trimmed."""
    papers = paper_named(name).lying(Orientation(options.orientation))
    each = [min(paper.width / size[0], paper.height / size[1]) for paper in papers]
    largest = max(each)
    square = largest if options.fitted else options.square
    paper = next((paper for paper, most in zip(papers, each, strict=True) if square <= most + 1e-9), papers[0])
    if square > largest + 1e-9:
        needed = f"{size[0] * square:.0f} x {size[1] * square:.0f} mm at {square:g} mm a square"
        raise UsageError(f"the map takes {needed}, more than {paper.name}; {_remedy(largest)}")
    page = paper.width + 2 * _slug(bleed), paper.height + 2 * _slug(bleed) + FOOT
    return _Trim((paper.width, paper.height), page, square)


def _on_roll(size: Extent, options: ExportOptions, bleed: float, roll: float) -> _Trim:
    """A mat on a page as wide as a roll and as long as it needs; the map's columns run across it, or along it."""
    slug = 2 * _slug(bleed)
    across, along = (roll - slug) / size[0], (roll - slug - FOOT) / size[1]
    ways = {Orientation.PORTRAIT: (across,), Orientation.LANDSCAPE: (along,)}
    largest = max(ways.get(Orientation(options.orientation), (across, along)))
    square = largest if options.fitted else options.square
    if square <= 0 or square > largest + 1e-9:
        raise UsageError(f"the map does not fit on a roll of {roll:g} mm at {options.square:g} mm a square;"
                         f" {_remedy(largest)}")  # fmt: skip
    plain = _trimmed(size, square, bleed)
    fits = [way for way in ways.get(Orientation(options.orientation), (across, along)) if square <= way + 1e-9]
    down = across in fits and (along not in fits or plain.page[1] <= plain.page[0])
    return _Trim(plain.size, (roll, plain.page[1]) if down else (plain.page[0], roll), square)


def _remedy(largest: float) -> str:
    """What square would do, where any would."""
    return f"choose squares of {int(largest * 10) / 10:g} mm at most" if largest >= 1 else "choose a larger one"

"""What the output worker is asked to make, and its process, which no window waits for. No Qt here.

The window sends orders, one at a time, and hears an answer to each. A job draws its map once, however many of its
pages are looked at. Whoever is tired of waiting kills the process: it has written nothing, for it writes no files.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from multiprocessing.connection import Connection
from typing import Protocol

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.fonts.coverage import MissingLetters
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.exports.elements import Page, Picture, Put, Svg
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.pdf import PdfExporter, map_pages
from dungeon_designer.exports.printing import Printout, Subject, printout
from dungeon_designer.exports.protocol import Exporter, Takes
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding
from dungeon_designer.processes import end_with_parent

FIRST_LINES = 60
"""How much of a text is shown."""

PREVIEW_SQUARE = 20.0
"""Millimetres: a picture without paper is looked at on a page of this scale."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What a job will come to: the size of each page in millimetres, the label of each where it has one.

    `squares` is the picture's width and height in squares, `text` how the file begins that is no picture.
    """

    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str, ...] = ()
    two_sided: bool = False
    squares: tuple[float, float] = (0.0, 0.0)
    text: str = ""


class Job(Protocol):
    """Something to look at page by page, and to make a file of."""

    def laid(self) -> Laid:
        """What it will come to."""
        ...

    def picture(self, number: int, dpi: float) -> bytes:
        """A page as PNG."""
        ...

    def file(self) -> bytes:
        """The whole file."""
        ...


@dataclass(frozen=True)
class PrintJob:
    """Pages to print, as `render` makes them for the same options."""

    subject: Subject
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()

    @cached_property
    def _printout(self) -> Printout:
        return printout(self.subject, self.board, self.options, self.findings)

    def laid(self) -> Laid:
        """Its pages, and the labels of the sheets."""
        pages = self._printout.pages
        sizes = tuple(pages.size(number) for number in range(len(pages)))
        return Laid(sizes, self._printout.labels, self._printout.two_sided)

    def picture(self, number: int, dpi: float) -> bytes:
        """A page as PNG."""
        return self._printout.pages.png(number, dpi)

    def file(self) -> bytes:
        """All pages as PDF."""
        return self._printout.pages.pdf()


@dataclass(frozen=True)
class ExportJob:
    """A file of one of the exporters' formats."""

    exporter: Exporter
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()

    def laid(self) -> Laid:
        """One page with the map, or the beginning of a text."""
        if Takes.DRAWING not in self.exporter.takes:
            lines = self.file().decode().splitlines()
            return Laid((), text="\n".join([*lines[:FIRST_LINES], *(["…"] if len(lines) > FIRST_LINES else [])]))
        pages, squares = self._page
        return Laid((pages.size(0),), squares=squares)

    def picture(self, number: int, dpi: float) -> bytes:
        """The page as PNG."""
        return self._page[0].png(number, dpi)

    def file(self) -> bytes:
        """The file, as `render` writes it for the same options."""
        return self.exporter.export(self.board, self.options, self.findings)

    @cached_property
    def _page(self) -> tuple[Pages, tuple[float, float]]:
        """The map on its paper, or on a page of its own size."""
        drawing = drawing_of(self.board, self.options, self.findings)
        if isinstance(self.exporter, PdfExporter):
            return map_pages(self.board, self.options, self.findings), drawing.size
        width, height = (side * PREVIEW_SQUARE for side in drawing.size)
        shown = Picture(Svg(svg_of(drawing, PREVIEW_SQUARE)), width, height)
        return Pages("", (Page(width, height, (Put(0, 0, shown),)),)), drawing.size


@dataclass(frozen=True, slots=True)
class Order:
    """`what` ('lay', 'page', 'file') is wanted of job `number`; the job itself is sent along where it is a new one."""

    what: str
    number: int
    job: Job | None = None
    page: int = 0
    dpi: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an order, or in one sentence why nothing did; `fault` when the program itself is to blame.

    `told` is what a person should know of it all the same: letters that no font has.
    """

    order: Order
    result: Laid | bytes | None = None
    problem: str = ""
    fault: bool = False
    told: str = ""


def serve(wire: Connection, window: int) -> None:
    """Carry out orders until nobody sends any more, or the process of that number, whose worker this is, has ended."""
    end_with_parent(window)
    job: Job | None = None
    with suppress(EOFError, OSError):
        while True:
            order: Order = wire.recv()
            job = order.job or job
            assert job is not None  # noqa: S101  (the first order brings one)
            wire.send(_answer(order, job))


def _answer(order: Order, job: Job) -> Answer:
    short = Order(order.what, order.number, None, order.page, order.dpi)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", MissingLetters)
            result = _carried_out(order, job)
        told = [str(each.message) for each in caught if issubclass(each.category, MissingLetters)]
        return Answer(short, result, told=" ".join(dict.fromkeys(told)))
    except DungeonError as error:
        return Answer(short, problem=str(error))
    except Exception as error:  # what is wrong in here is told in the window
        return Answer(short, problem=one_line(f"{type(error).__name__}: {error}"), fault=True)


def _carried_out(order: Order, job: Job) -> Laid | bytes:
    if order.what == "lay":
        return job.laid()
    return job.picture(order.page, order.dpi) if order.what == "page" else job.file()

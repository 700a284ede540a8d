"""Pages and files made in a process of their own, so that the window never waits and Cancel means it."""

from __future__ import annotations

import subprocess
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.fonts import MissingLetters
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.editor.background import Tell
from dungeon_designer.exports.options import Exporter, ExportOptions, Takes
from dungeon_designer.exports.pages import Pages, Picture, PrintedPage
from dungeon_designer.exports.papers import MILLIMETRES, Paper
from dungeon_designer.exports.pdf import map_pages
from dungeon_designer.exports.printing import Subject, printout
from dungeon_designer.exports.registry import export
from dungeon_designer.exports.stl import measure_body
from dungeon_designer.exports.stl_rooms import cut_into_solids
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.exports.typesetting import Svg
from dungeon_designer.findings import Finding
from dungeon_designer.imports.written_maps import TILED_ENDINGS, check_map

FIRST_LINES = 60
"""How much of a text is shown."""

PREVIEW_SQUARE = 20.0
"""Millimetres: a picture without paper is looked at on a page of this scale."""


@dataclass(frozen=True, slots=True)
class OutputPlan:
    """What a job will come to: the size of each page in millimetres, the label of each where it has one.

    `squares` is the picture's width and height in squares, `text` how the file begins that is no picture. Of solids,
    `body` is the size of the largest in millimetres, `solids` how many there are; 0 for all in one.
    """

    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str, ...] = ()
    two_sided: bool = False
    squares: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    body: tuple[float, ...] = ()
    solids: int = 0


class Job:
    """Something to look at page by page, and to make a file of."""

    pages: Pages
    """What is looked at."""

    def laid(self) -> OutputPlan:
        """What it will come to."""
        raise NotImplementedError

    def file(self) -> bytes:
        """The whole file."""
        raise NotImplementedError


@dataclass(frozen=True)
class PrintJob(Job):
    """Pages to print, as `render` makes them for the same options."""

    subject: Subject
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()

    @cached_property
    def pages(self) -> Pages:  # type: ignore[override]
        """The pages themselves."""
        return printout(self.subject, self.board, self.options, self.findings)

    def laid(self) -> OutputPlan:
        """Its pages, and the labels of the sheets."""
        sizes = tuple(map(self.pages.size, range(len(self.pages))))
        return OutputPlan(sizes, self.pages.labels, self.pages.two_sided)

    def file(self) -> bytes:
        """All pages as PDF."""
        return self.pages.pdf()


@dataclass(frozen=True)
class ExportJob(Job):
    """A file of one of the exporters' formats.

    `name` is its name once that is chosen. With `picture`, the picture that lies beside it is made instead.
    """

    exporter: Exporter
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()
    name: str = ""
    picture: bool = False

    def laid(self) -> OutputPlan:
        """One page with the map, or the beginning of a text that is no picture and no solid."""
        if not self.exporter.takes & (Takes.DRAWING | Takes.SQUARE):
            return OutputPlan((), text="\n".join(self.file().decode().splitlines()[:FIRST_LINES]))
        body, solids = self._measure_solids()
        return OutputPlan((self.pages.size(0),), squares=self._drawing.size, body=body, solids=solids)

    def _measure_solids(self) -> tuple[tuple[float, ...], int]:
        """The size of the largest solid and how many are cut to a bed; nothing of other formats."""
        square = self.options.square
        if ".stl" in self.exporter.endings:
            return measure_body(self.board, square), 0
        if Takes.BED not in self.exporter.takes:
            return (), 0
        sizes = [solid.measure(square) for solid in cut_into_solids(self.board, self.options)]
        return tuple(map(max, zip(*sizes, strict=True))), len(sizes)

    def file(self) -> bytes:
        """The file, as `render` writes it for the same options; WriteError for a Tiled map that nobody could read."""
        if self.picture and self.exporter.picture:
            return self.exporter.picture(self.board, self.options)
        ending = self.exporter.endings[0]
        data = export(self.board, self.name or f"dungeon{ending}", self.options, self.findings, ending=ending)
        if self.name and ending in TILED_ENDINGS:
            check_map(data, self.name, ending, self.board, self.options.drawing.hidden)
        return data

    @cached_property
    def _drawing(self) -> Drawing:
        return drawing_of(self.board, self.options, self.findings)

    @cached_property
    def pages(self) -> Pages:  # type: ignore[override]
        """The map on its paper, or on a page of its own size."""
        if Takes.PAPER in self.exporter.takes:
            return map_pages(self.board, self.options, self.findings)
        width, height = (side * PREVIEW_SQUARE for side in self._drawing.size)
        shown = Picture(Svg(svg_of(self._drawing, PREVIEW_SQUARE)), width, height)
        return Pages("", (PrintedPage(Paper("", width, height), pictures=(shown,)),))


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted of a job; jobs of one `number` are the same.

    With `room`, in pixels: what it will come to, and one of its pages as large as fits. Else its file; or where a
    `command` takes that as its input, what the command complains of.
    """

    job: Job
    number: int
    page: int = 0
    room: tuple[float, float] | None = None
    command: tuple[str, ...] = ()


class Maker:
    """Carries out orders, in a process. A job draws its map once, however many of its pages are looked at."""

    def __init__(self) -> None:
        self._known: tuple[int, Job] | None = None

    def __call__(self, order: Order, tell: Tell) -> None:
        """Tell of the plan and of the page as PNG, or of the file; then of letters that no font has."""
        if self._known is None or self._known[0] != order.number:
            self._known = order.number, order.job
        job = self._known[1]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", MissingLetters)
            if order.room is None:
                data = job.file()
                tell(_complaint(order.command, data) if order.command else data)
            else:
                plan = job.laid()
                tell(plan)
                if plan.sizes:
                    page = min(order.page, len(plan.sizes) - 1)
                    dots = (room / side for room, side in zip(order.room, plan.sizes[page], strict=True))
                    tell(job.pages.png(page, min(dots) * MILLIMETRES["in"]))
        notes = dict.fromkeys(str(each.message) for each in caught if issubclass(each.category, MissingLetters))
        if notes:
            tell(" ".join(notes))


def _complaint(command: tuple[str, ...], data: bytes) -> bytes:
    """What a program says against the file it was given; empty where it took that."""
    done = subprocess.run(command, input=data, capture_output=True, check=False)  # noqa: S603 - the system's spooler
    return (done.stderr or b"?") if done.returncode else b""

"""Pages and files made in a process of their own, so that the window never waits and Cancel means it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QObject, Signal

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.fonts import MissingLetters
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.editor.background import BackgroundProcess, Tell
from dungeon_designer.exports.options import Exporter, ExportOptions, Takes
from dungeon_designer.exports.pages import Pages, Picture, PrintedPage
from dungeon_designer.exports.papers import Paper
from dungeon_designer.exports.pdf import map_pages
from dungeon_designer.exports.printing import Subject, printout
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.exports.typesetting import Svg
from dungeon_designer.findings import Finding

FIRST_LINES = 60
"""How much of a text is shown."""

PREVIEW_SQUARE = 20.0
"""Millimetres: a picture without paper is looked at on a page of this scale."""


@dataclass(frozen=True, slots=True)
class OutputPlan:
    """What a job will come to: the size of each page in millimetres, the label of each where it has one.

    `squares` is the picture's width and height in squares, `text` how the file begins that is no picture.
    """

    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str, ...] = ()
    two_sided: bool = False
    squares: tuple[float, float] = (0.0, 0.0)
    text: str = ""


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
    """A file of one of the exporters' formats."""

    exporter: Exporter
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()

    def laid(self) -> OutputPlan:
        """One page with the map, or the beginning of a text."""
        if Takes.DRAWING not in self.exporter.takes:
            lines = self.file().decode().splitlines()
            return OutputPlan((), text="\n".join([*lines[:FIRST_LINES], *(["…"] if len(lines) > FIRST_LINES else [])]))
        return OutputPlan((self.pages.size(0),), squares=self._drawing.size)

    def file(self) -> bytes:
        """The file, as `render` writes it for the same options."""
        return self.exporter.export(self.board, self.options, self.findings)

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
    """`what` ('lay', 'page', 'file') is wanted of a job; None stands for the one before."""

    what: str
    job: Job | None
    page: int = 0
    dpi: float = 0.0


class _Maker:
    """Carries out orders, in a process. A job draws its map once, however many of its pages are looked at."""

    job: Job | None = None

    def __call__(self, order: Order, tell: Tell) -> None:
        job = self.job = order.job or self.job
        assert job is not None  # noqa: S101  (the first order brings one)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", MissingLetters)
            if order.what == "page":
                tell(job.pages.png(order.page, order.dpi))
            else:
                tell(job.laid() if order.what == "lay" else job.file())
        notes = dict.fromkeys(str(each.message) for each in caught if issubclass(each.category, MissingLetters))
        if notes:
            tell(" ".join(notes))


class OutputWorker(QObject):
    """Makes what is ordered, one thing after the other.

    `laid`: what the job last looked at will come to. `shown`: one of its pages as PNG, with page and resolution.
    `made`: the bytes of a file. `failed`: why not, in one sentence, and whether the program is at fault. `noted`: what
    a person should know of what was made: letters that no font has.
    Only the last page asked for is made; a file is made whatever is asked after it.
    """

    laid = Signal(object)
    shown = Signal(int, float, object)
    made = Signal(object)
    failed = Signal(str, bool)
    noted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.process = BackgroundProcess(_Maker(), "output worker", self)
        self.under_way: Order | None = None
        self._waiting: dict[str, Order] = {}
        self._looked_at: Job | None = None
        self._sent: Job | None = None
        self.process.heard.connect(self._on_heard)
        self.process.ended.connect(self._on_ended)

    @property
    def idle(self) -> bool:
        """Whether nothing is being made."""
        return self.under_way is None

    def look_at(self, job: Job) -> None:
        """Find out what a job will come to; pages are asked of it from now on."""
        self._looked_at = self._known(job)
        self._waiting.pop("page", None)
        self._order(Order("lay", self._looked_at))

    def show_page(self, page: int, dpi: float) -> None:
        """Make a picture of a page of the job looked at."""
        self._order(Order("page", self._looked_at, page, dpi))

    def make(self, job: Job) -> None:
        """Make the file of a job."""
        self._order(Order("file", self._known(job)))

    def cancel(self) -> None:
        """Stop at once whatever is being made, and forget what waits; no file knows of it."""
        self._waiting.clear()
        if not self.idle:
            self.under_way = None
            self.process.cancel()

    def close(self) -> None:
        """No more."""
        self._waiting.clear()
        self.under_way = None
        self.process.close()

    def _known(self, job: Job) -> Job:
        """The job itself, or the same one where that was sent last and is drawn already."""
        return self._sent if self._sent is not None and self._sent == job else job

    def _order(self, order: Order) -> None:
        self._waiting[order.what] = order
        if self.idle:
            self._send_next()

    def _send_next(self) -> None:
        """The file first, then what the job comes to, then its page."""
        what = next((what for what in ("file", "lay", "page") if what in self._waiting), None)
        self.under_way = order = self._waiting.pop(what) if what else None
        if order is not None:
            known = order.job is self._sent and self.process.alive
            self._sent = order.job
            self.process.ask(Order(order.what, None if known else order.job, order.page, order.dpi))

    def _is_wanted(self, order: Order | None) -> bool:
        return order is not None and (order.what == "file" or order.job is self._looked_at)

    def _on_heard(self, result: OutputPlan | bytes | str) -> None:
        """Send on what still matters."""
        order = self.under_way
        if order is None or not self._is_wanted(order):
            return
        if isinstance(result, str):
            self.noted.emit(result)
        elif isinstance(result, OutputPlan):
            self.laid.emit(result)
        elif order.what == "page":
            self.shown.emit(order.page, order.dpi, result)
        else:
            self.made.emit(result)

    def _on_ended(self, problem: str, fault: bool) -> None:
        order, self.under_way = self.under_way, None
        self._send_next()
        if self._is_wanted(order) and (problem or fault):
            self.failed.emit(problem, fault)

"""Build printed pages and exported files in another process, so that the window never waits and can cancel at once."""

from __future__ import annotations

import subprocess
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.fonts import MissingLetters
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.editor.background_worker import AnswerSender
from dungeon_designer.exports.export_options import Exporter, ExportOptions, UsedOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.exports.papers import MM_BY_UNIT, Paper
from dungeon_designer.exports.pdf import build_map_pages
from dungeon_designer.exports.printed_pages import Pages, Picture, PrintedPage
from dungeon_designer.exports.printouts import PrintSubject, build_printout
from dungeon_designer.exports.stl import measure_body
from dungeon_designer.exports.stl_rooms import cut_into_solids
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.exports.typesetting import build_svg_image
from dungeon_designer.findings import Finding
from dungeon_designer.imports.tiled_round_trip import TILED_ENDINGS, check_tiled_map

MAX_TEXT_LINES = 60
"""How many lines of a text file are shown."""

PREVIEW_SQUARE_MM = 20.0
"""Millimetres per square in the preview of a picture that has no paper size."""


@dataclass(frozen=True, slots=True)
class OutputPlan:
    """What a job will produce: its pages, or the beginning of a text file.

    Attributes:
        sizes: the width and height of each page in millimetres; empty for a text file.
        labels: the label of each page; empty if pages have no labels.
        two_sided: whether the pages are to be printed on both sides of the paper.
        squares: width and height of a picture in squares; (0, 0) if the job is no picture.
        text: the beginning of a file that is no picture; otherwise empty.
        largest_solid_mm: the size of the largest solid (body for a 3D printer) in millimetres; () if there is none.
        solid_count: the number of solids into which the dungeon is cut; 0 if it is one solid or none.
    """

    sizes: tuple[tuple[float, float], ...]
    labels: tuple[str, ...] = ()
    two_sided: bool = False
    squares: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    largest_solid_mm: tuple[float, ...] = ()
    solid_count: int = 0


class Job:
    """One output of the dungeon with its options: pages for the preview, and the file that is written."""

    pages: Pages
    """The pages to look at."""

    def plan_output(self) -> OutputPlan:
        """Return what the job will produce."""
        raise NotImplementedError

    def build_file(self) -> bytes:
        """Return the content of the whole file."""
        raise NotImplementedError


@dataclass(frozen=True)
class PrintJob(Job):
    """Pages to print, the same as the command `render` makes with the same options."""

    subject: PrintSubject
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()

    @cached_property
    def pages(self) -> Pages:  # type: ignore[override]
        """The pages to print."""
        return build_printout(self.subject, self.board, self.options, self.findings)

    def plan_output(self) -> OutputPlan:
        """Return the sizes and labels of the pages."""
        page_sizes = tuple(map(self.pages.measure_page, range(len(self.pages))))
        return OutputPlan(page_sizes, self.pages.labels, self.pages.has_backs)

    def build_file(self) -> bytes:
        """Return all pages as a PDF file."""
        return self.pages.write_pdf()


@dataclass(frozen=True)
class ExportJob(Job):
    """A file in one of the export formats.

    `name` is the file's name once the user has chosen it. With `picture`, the job makes the picture that belongs to
    the file.
    """

    exporter: Exporter
    board: Board
    options: ExportOptions
    findings: Sequence[Finding] = ()
    name: str = ""
    picture: bool = False

    def plan_output(self) -> OutputPlan:
        """Return the plan of a picture or solid, with one page, or of a text, with its first lines."""
        if not self.exporter.used_options & (UsedOptions.DRAWING | UsedOptions.SQUARE):
            return OutputPlan((), text="\n".join(self.build_file().decode().splitlines()[:MAX_TEXT_LINES]))
        largest_solid, solid_count = self._measure_solids()
        return OutputPlan(
            (self.pages.measure_page(0),),
            squares=self._drawing.size,
            largest_solid_mm=largest_solid,
            solid_count=solid_count,
        )

    def _measure_solids(self) -> tuple[tuple[float, ...], int]:
        """Return the size of the largest solid in millimetres, and the number of solids.

        A solid is a body for a 3D printer; a large dungeon is cut into several that fit the printer's bed. The result
        is ((), 0) for formats without solids. The number is 0 if the format keeps the dungeon in one solid.
        """
        square_mm = self.options.square
        if ".stl" in self.exporter.endings:
            return measure_body(self.board, square_mm), 0
        if UsedOptions.BED not in self.exporter.used_options:
            return (), 0
        sizes = [solid.measure(square_mm) for solid in cut_into_solids(self.board, self.options)]
        return tuple(map(max, zip(*sizes, strict=True))), len(sizes)

    def build_file(self) -> bytes:
        """Return the file as the command `render` writes it with the same options.

        If `picture` is set, return the picture that belongs to the file.

        Raises:
            WriteError: a Tiled map could not be read back.
        """
        if self.picture and self.exporter.draw_picture:
            return self.exporter.draw_picture(self.board, self.options)
        ending = self.exporter.endings[0]
        data = export_board(self.board, self.name or f"dungeon{ending}", self.options, self.findings, ending=ending)
        if self.name and ending in TILED_ENDINGS:
            check_tiled_map(data, self.name, ending, self.board, self.options.drawing.hidden)
        return data

    @cached_property
    def _drawing(self) -> Drawing:
        """The drawing of the dungeon with the options of the job."""
        return draw_board(self.board, self.options, self.findings)

    @cached_property
    def pages(self) -> Pages:  # type: ignore[override]
        """The map on its paper, or on one page of the map's own size."""
        if UsedOptions.PAPER in self.exporter.used_options:
            return build_map_pages(self.board, self.options, self.findings)
        width, height = (squares * PREVIEW_SQUARE_MM for squares in self._drawing.size)
        picture = Picture(build_svg_image(self._drawing, PREVIEW_SQUARE_MM), width, height)
        return Pages("", (PrintedPage(Paper("", width, height), pictures=(picture,)),))


@dataclass(frozen=True, slots=True)
class OutputRequest:
    """Request to plan a job and draw one of its pages, or to build its file.

    Attributes:
        job: the job.
        number: the number of the job; requests with the same number concern the same job.
        page: the index of the page to draw.
        size_px: the space for the page in pixels. With a size, the answers are the plan and the page as PNG. With
            None, the answer is the file.
        command: a program that is given the file as its input; then the answer is that program's error output.
    """

    job: Job
    number: int
    page: int = 0
    size_px: tuple[float, float] | None = None
    command: tuple[str, ...] = ()


class OutputWorker:
    """Work function for output requests. It keeps the current job, so that its pages are laid out only once."""

    def __init__(self) -> None:
        self._current_job: tuple[int, Job] | None = None

    def __call__(self, request: OutputRequest, send_answer: AnswerSender) -> None:
        """Send the answers to a request: the plan (`OutputPlan`) and a page as PNG, or else the file.

        A request without a size asks for the file. At the end, send a text with the warnings about letters that no
        font has, if there are any. A job with the number of the last one is taken from there, with the pages that were
        laid out for it.
        """
        if self._current_job is None or self._current_job[0] != request.number:
            self._current_job = request.number, request.job
        job = self._current_job[1]
        with warnings.catch_warnings(record=True) as warning_list:
            warnings.simplefilter("always", MissingLetters)
            if request.size_px is None:
                file_bytes = job.build_file()
                send_answer(_run_command(request.command, file_bytes) if request.command else file_bytes)
            else:
                plan = job.plan_output()
                send_answer(plan)
                if plan.sizes:
                    page = min(request.page, len(plan.sizes) - 1)
                    pixels_per_mm = (
                        available_px / length_mm
                        for available_px, length_mm in zip(request.size_px, plan.sizes[page], strict=True)
                    )
                    send_answer(job.pages.write_png(page, min(pixels_per_mm) * MM_BY_UNIT["in"]))
        warning_texts = dict.fromkeys(
            str(warning.message) for warning in warning_list if issubclass(warning.category, MissingLetters)
        )
        if warning_texts:
            send_answer(" ".join(warning_texts))


def _run_command(command: tuple[str, ...], input_bytes: bytes) -> bytes:
    """Run a program with a file as its input.

    Return b"" if it succeeded, or else its error output, or b"?" without one.
    """
    result = subprocess.run(command, input=input_bytes, capture_output=True, check=False)  # noqa: S603 - the system's spooler
    return (result.stderr or b"?") if result.returncode else b""

"""Pages on paper, true to scale.

Where there is CUPS, the PDF itself is handed to it with the word not to scale it; elsewhere the pages are painted, as
pictures as fine as the printer is, on the whole sheet, so that the driver has nothing left to fit. Never through
QtSvg, which forgets clip paths.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from PySide6.QtCore import QMarginsF, QObject, QPoint, QRect, QSizeF, Signal
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from dungeon_designer.editor.output_worker import OutputWorker

FINEST = 300
"""Dots an inch of a page that is painted: an A4 page takes 35 MB."""

SPOOLER = "lp"


def available() -> bool:
    """Whether any printer is set up."""
    return bool(QPrinterInfo.availablePrinterNames())


def prepared(size: tuple[float, float], title: str, two_sided: bool) -> QPrinter:
    """A printer for pages of so many millimetres, without margins: ours are on the page."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    across = size[0] > size[1]
    paper = QPageSize(QSizeF(min(size), max(size)), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    lying = QPageLayout.Orientation.Landscape if across else QPageLayout.Orientation.Portrait
    printer.setFullPage(True)
    printer.setPageLayout(QPageLayout(paper, lying, QMarginsF(), QPageLayout.Unit.Millimeter))
    printer.setFullPage(True)
    if two_sided:
        printer.setDuplex(QPrinter.DuplexMode.DuplexShortSide if across else QPrinter.DuplexMode.DuplexLongSide)
    return printer


def spooler() -> str | None:
    """The program that takes a PDF as it is, where there is one."""
    return shutil.which(SPOOLER)


def spool_arguments(printer: QPrinter, file: str, title: str) -> list[str]:
    """What `lp` is told: the printer, the copies, the pages and sides chosen, and not to scale."""
    media = QPageSize.key(printer.pageLayout().pageSize().id())
    sides = {
        QPrinter.DuplexMode.DuplexLongSide: "two-sided-long-edge",
        QPrinter.DuplexMode.DuplexShortSide: "two-sided-short-edge",
    }.get(printer.duplex(), "one-sided")
    told = ["-d", printer.printerName(), "-t", title, "-n", str(printer.copyCount())]
    told += ["-o", "print-scaling=none", "-o", f"media={media}", "-o", f"sides={sides}"]
    if printer.colorMode() is QPrinter.ColorMode.GrayScale:
        told += ["-o", "print-color-mode=monochrome"]
    if printer.fromPage():
        told += ["-P", f"{printer.fromPage()}-{printer.toPage()}"]
    return [*told, "--", file]


class Painting(QObject):
    """Paints the pages an output worker makes, one after the other; whoever owns it hands on
    what the worker has shown.

    `moved_on`: so many pages of so many are done. `finished`: all are.
    """

    moved_on = Signal(int, int)
    finished = Signal()

    def __init__(self, printer: QPrinter, worker: OutputWorker, count: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._printer, self._worker = printer, worker
        first, last = (printer.fromPage() or 1), (printer.toPage() or count)
        self._pages: Iterator[int] = iter(range(first - 1, min(last, count)))
        self._done, self._count = 0, min(last, count) - first + 1
        self._painter = QPainter()
        self.dpi = min(FINEST, printer.resolution())

    def start(self) -> bool:
        """Begin; False when the printer takes nothing."""
        begun = self._painter.begin(self._printer)
        if begun:
            self._ask()
        return begun

    def paint(self, png: bytes) -> None:
        """Put a page on a sheet, corner on corner, as large as the sheet."""
        image = QImage.fromData(png)
        if self._done:
            self._printer.newPage()
        whole = self._printer.pageLayout().fullRectPixels(self._printer.resolution())
        self._painter.drawImage(QRect(QPoint(), whole.size()), image)
        self._done += 1
        self.moved_on.emit(self._done, self._count)
        self._ask()

    def stop(self) -> None:
        """Throw away what the printer was told."""
        if self._painter.isActive():
            self._printer.abort()
            self._painter.end()

    def _ask(self) -> None:
        page = next(self._pages, None)
        if page is not None:
            self._worker.show_page(page, self.dpi)
        else:
            self._painter.end()
            self.finished.emit()

"""Pages on paper, true to scale: the spooler of CUPS gets the PDF itself, with the word not to scale it."""

from __future__ import annotations

import shutil

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

SPOOLER = "lp"


def available() -> bool:
    """Whether any printer is set up, and the spooler is there that takes a PDF as it is."""
    return bool(shutil.which(SPOOLER) and QPrinterInfo.availablePrinterNames())


def prepared(size: tuple[float, float], title: str, two_sided: bool) -> QPrinter:
    """A printer for pages of so many millimetres, without margins: ours are on the page."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    across = size[0] > size[1]
    paper = QPageSize(QSizeF(min(size), max(size)), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    lying = QPageLayout.Orientation.Landscape if across else QPageLayout.Orientation.Portrait
    printer.setFullPage(True)
    printer.setPageLayout(QPageLayout(paper, lying, QMarginsF(), QPageLayout.Unit.Millimeter))
    if two_sided:
        printer.setDuplex(QPrinter.DuplexMode.DuplexShortSide if across else QPrinter.DuplexMode.DuplexLongSide)
    return printer


def spool_command(printer: QPrinter, paper: QPageSize) -> tuple[str, ...]:
    """How the spooler is called: the printer, the paper, the copies, the pages and sides chosen, and not to scale."""
    sides = {
        QPrinter.DuplexMode.DuplexLongSide: "two-sided-long-edge",
        QPrinter.DuplexMode.DuplexShortSide: "two-sided-short-edge",
    }.get(printer.duplex(), "one-sided")
    told = [SPOOLER, "-d", printer.printerName(), "-t", printer.docName(), "-n", str(printer.copyCount())]
    told += ["-o", "print-scaling=none", "-o", f"media={QPageSize.key(paper.id())}", "-o", f"sides={sides}"]
    if printer.colorMode() is QPrinter.ColorMode.GrayScale:
        told += ["-o", "print-color-mode=monochrome"]
    if printer.fromPage():
        told += ["-P", f"{printer.fromPage()}-{printer.toPage()}"]
    return tuple(told)

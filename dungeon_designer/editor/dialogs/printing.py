"""Print: the map true to scale over sheets, on one page or as a mat; pieces; tiles. Export: every format there is."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSettings, QSizeF, QUrl
from PySide6.QtGui import QDesktopServices, QPageLayout, QPageSize
from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialogButtonBox, QLabel, QWidget

from dungeon_designer.analysis.stock import MOST_TABLES
from dungeon_designer.editor.dialogs.output import OutputDialog, choices, enable, papers, readers, themes
from dungeon_designer.editor.output_worker import ExportJob, OutputPlan, PrintJob
from dungeon_designer.editor.widgets import NONE, WORDS, length, made, number, row
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.exports.options import (
    MAX_BED_MM,
    MAX_BLEED,
    MAX_OVERLAP,
    NARROWEST_ROLL,
    Exporter,
    ExportOptions,
    Mat,
    Takes,
)
from dungeon_designer.exports.papers import LONGEST, SHORTEST, Orientation, millimetres, paper_named
from dungeon_designer.exports.pdf import BORDER
from dungeon_designer.exports.printing import Subject
from dungeon_designer.exports.registry import EXPORTERS
from dungeon_designer.exports.tabletop_simulator import picture_beside
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import PLURAL, filled, translate

SHOWN = {
    Subject.SHEETS: {"coordinates", "grid", "section_names", "legend"},
    Subject.PAGE: {"coordinates", "grid", "section_names", "legend", "title", "cartouche"},
    Subject.MAT: {"coordinates", "grid", "section_names", "legend", "title", "cartouche"},
    Subject.PIECES: set(),
    Subject.TILES: {"grid", "section_names"},
}
"""What can be shown or left out on each; the title of sheets is on their overview, with coordinates and legend."""

SQUARES = ("29 mm", "32 mm", "34 mm", "1 in")
"""The widths of squares people print; bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm."""

CUSTOM = "custom"
"""What stands for paper of one's own size."""

SECRETS = (Subject.SHEETS, Subject.PAGE, Subject.MAT)


class PrintDialog(OutputDialog):
    """Choose what to print and on which paper; leaf through the pages; save them, or send them to a printer."""

    group = "print"

    def __init__(self, workspace: Workspace, parent: QWidget | None, settings: QSettings) -> None:
        super().__init__(workspace, parent, settings)
        self.setWindowTitle(self.tr("Print"))
        self.resize(1000, 720)
        self._make_form()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.addButton(self.tr("Save PDF…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.print_button = buttons.addButton(self.tr("Print…"), QDialogButtonBox.ButtonRole.ActionRole)
        if not printer_within_reach():
            self.print_button.setText(self.tr("Open to print"))
            self.print_button.setToolTip(self.tr("No printer is within reach: the pages open in your PDF viewer."))
        self.save_button.clicked.connect(lambda: self.when_laid(self.ask))
        self.print_button.clicked.connect(lambda: self.when_laid(self._print))
        buttons.rejected.connect(self.reject)
        self.arrange(buttons, self.print_button)
        self.look()

    def _subjects(self) -> QComboBox:
        """What there is to print: no tiles where none is laid."""
        tiles = sum(bool(section.tile) for section in self.workspace.layout.sections)
        words: dict[str, str] = {
            Subject.SHEETS: self.tr("The map, true to scale over sheets"),
            Subject.PAGE: self.tr("The map, on one page"),
            Subject.MAT: self.tr("The map as a one-piece mat, for a print shop"),
            Subject.PIECES: self.tr("The pieces it is played with, to cut out"),
        }
        if tiles:
            laid = translate("PrintDialog", "The %n tile(s) it is laid with, to cut out", None, PLURAL, tiles)
            words[Subject.TILES] = laid
        box = choices(words)
        box.currentIndexChanged.connect(self._turn_back)
        return box

    def _turn_back(self) -> None:
        """Something else is printed: from its first page on."""
        self.page = 0

    def _make_form(self) -> None:
        self.what = self.add("what", self.tr("&What"), self._subjects())
        self.square = self.add("square", self.tr("&Square"), QComboBox())
        self.square.setEditable(True)
        self.square.addItems(SQUARES)
        self.square.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.square.setToolTip(
            self.tr("Any length: 29 mm, 2.9 cm, 1 in. Bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm.")
        )
        self.mat = self.add("mat", self.tr("&Mat"), choices(WORDS["mat"]))
        mm, wide = self.tr(" mm"), self.tr("The page is as wide, and as long as needed")
        self.roll = self.add("roll", self.tr("Ro&ll"), length(NARROWEST_ROLL, LONGEST, 914, "", mm, wide))
        far = self.tr("How far the map goes on beyond where the mat is cut")
        self.bleed = self.add("bleed", self.tr("&Bleed"), length(0, MAX_BLEED, 3, "", mm, far))
        self.paper = self.add("paper", self.tr("&Paper"), papers())
        self.paper.addItem(self.tr("Custom…"), CUSTOM)
        across, down = self.tr("Width of the paper"), self.tr("Height of the paper")
        self.fields["width"] = self.across = length(SHORTEST, LONGEST, 900, across, mm, across)
        self.fields["height"] = self.down = length(SHORTEST, LONGEST, 600, down, mm, down)
        self.size_ = QWidget()
        row((self.across, 1), QLabel("×"), (self.down, 1), of=self.size_, margins=NONE)
        self.size_.setFocusProxy(self.across)
        self.form.addRow(self.tr("S&ize"), self.size_)
        lies = choices(WORDS["orientation"])
        self.orientation = self.add("orientation", self.tr("&Orientation"), lies)
        glued = self.tr("How far each sheet goes on beyond its joints, to be glued over")
        self.overlap = self.add("overlap", self.tr("O&verlap"), length(0, MAX_OVERLAP, 5, "", mm, glued))
        often = self.tr("Everything so many times over, for an event with so many tables")
        self.tables = self.add("tables", self.tr("T&ables"), number(1, MOST_TABLES, 1, tip=often))
        self.theme = self.add("theme", self.tr("&Theme"), themes("ink"))
        self.reader = self.add("reader", self.tr("Map fo&r"), readers())
        self.shown = self.add_shown(("coordinates", "grid"))

    def heed(self) -> None:
        """Only what changes the pages can be chosen; what a mat or paper of one's own asks is seen for these alone."""
        subject, mat = self.subject, self.mat.currentData()
        whole = subject is Subject.MAT
        on_paper = not whole or mat == "paper"
        self.form.setRowVisible(self.mat, whole)
        self.form.setRowVisible(self.roll, whole and mat == "roll")
        self.form.setRowVisible(self.bleed, whole)
        self.form.setRowVisible(self.paper, on_paper)
        self.form.setRowVisible(self.size_, on_paper and self.paper.currentData() == CUSTOM)
        self.form.setRowVisible(self.overlap, not whole)
        usable: dict[QWidget, bool] = {
            self.square: subject is not Subject.PAGE,
            self.orientation: not whole or mat != "map",
            self.overlap: subject is Subject.SHEETS,
            self.reader: subject in SECRETS,
            **{box: name in SHOWN[subject] for name, box in self.shown.items()},
            self.shown_row: bool(SHOWN[subject]),
        }
        enable(self.form, usable)

    @property
    def subject(self) -> Subject:
        """What is to be printed."""
        return Subject(self.what.currentData())

    @property
    def options(self) -> ExportOptions:
        """How; UsageError when the square is no length."""
        subject, kind = self.subject, self.mat.currentData()
        roll = self.roll.value() if kind == "roll" else None
        mat = Mat(self.bleed.value(), roll, self.paper_name if kind == "paper" else "")
        return ExportOptions(
            drawing=self.drawing(subject in SECRETS, SHOWN[subject]),
            square=29.0 if subject is Subject.PAGE else millimetres(self.square.currentText()),
            fitted=subject is not Subject.SHEETS,
            paper=self.paper_name,
            orientation=self.orientation.currentData(),
            overlap=self.overlap.value() if subject is Subject.SHEETS else 5.0,
            mat=mat if subject is Subject.MAT else None,
            tables=self.tables.value(),
        )

    @property
    def paper_name(self) -> str:
        """The paper as the command line names it."""
        own = f"{self.across.value():g}x{self.down.value():g}mm"
        paper = str(self.paper.currentData())
        return own if paper == CUSTOM else paper

    def job(self) -> PrintJob:
        """The pages to be made."""
        return PrintJob(self.subject, self.workspace.board, self.options)

    def caption(self, laid: OutputPlan, page: int) -> str:
        """Which it is of how many, and where a sheet belongs."""
        words = filled(self.tr("Page %1 of %2"), page + 1, len(laid.sizes))
        overview = self.tr("overview")
        return f"{words}: {laid.labels[page] or overview}" if laid.labels else words

    def summary(self, laid: OutputPlan) -> str:
        """How many sheets of which paper, and what to mind."""
        count = (len(laid.sizes) - bool(laid.labels)) // (2 if laid.two_sided else 1)
        width, height = laid.sizes[-1]
        if self.subject is Subject.MAT:
            words = translate("PrintDialog", "%n page(s) of %1 × %2 mm", None, PLURAL, count)
            first = filled(words, f"{width:.0f}", f"{height:.0f}")
            mind = self.tr(
                "The crop marks say where the mat is cut; print shops find the trim and the bleed in the file."
            )
        else:
            lies = self.tr("landscape") if width > height else self.tr("portrait")
            words = translate("PrintDialog", "%n sheet(s) of %1, %2", None, PLURAL, count)
            first = filled(words, paper_named(self.paper_name).name, lies)
            first += self.tr(", and an overview") if laid.labels else ""
            first += self.tr(", printed on both sides") if laid.two_sided else ""
            mind = self.tr("Print at 100 %, not fitted to the page; the ruler at the foot then measures 100 mm.")
        return f"<p><b>{first}.</b></p>" + ("" if self.subject is Subject.PAGE else f"<p>{mind}</p>")

    def target(self) -> tuple[str, tuple[str, ...], str]:
        """PDF, whatever is printed."""
        stem = {Subject.PIECES: "-pieces", Subject.TILES: "-tiles", Subject.MAT: "-mat"}.get(self.subject, "")
        return self.tr("PDF pages"), (".pdf",), stem

    def _print(self) -> None:
        """Send the pages to a printer that is chosen, on our paper; without any, open them where one can print."""
        if self.laid is None or not self.laid.sizes:
            return
        count = len(self.laid.sizes)
        words = translate("PrintDialog", "Setting %n page(s)…", None, PLURAL, count)
        if not printer_within_reach():
            self.make(words, self._open)
            return
        title = self.workspace.layout.name or self.tr("A dungeon")
        printer = prepared_printer(self.laid.sizes[-1], title, self.laid.two_sided)
        paper = printer.pageLayout().pageSize()
        dialog = QPrintDialog(printer, self)
        dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintToFile, False)
        dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange, True)
        dialog.setMinMax(1, count)
        if dialog.exec():
            name = printer.printerName()
            self.make(words, lambda complaint: self._sent(name, complaint), spool_command(printer, paper))

    def _sent(self, printer: str, complaint: bytes) -> None:
        if complaint:
            words = complaint.decode(errors="replace").strip()
            self.tell(filled(self.tr("the printer %1 took nothing: %2"), printer, words))
        else:
            self.finish(filled(self.tr("Sent to %1"), printer))

    def _open(self, data: bytes) -> None:
        """Open the pages in the PDF viewer, which reads the file when it pleases; the system clears its folder away."""
        path = Path(tempfile.mkdtemp(prefix="dungeon-designer-")) / "print.pdf"
        write_file(path, data)
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.finish(self.tr("Opened to print: choose “actual size” or 100 %, not “fit to page”"))
        else:
            self.tell(self.tr("no program opens PDF files here; save the PDF and print it elsewhere, at 100 %"))


SPOOLER = "lp"


def printer_within_reach() -> bool:
    """Whether any printer is set up, and the spooler is there that takes a PDF as it is."""
    return bool(shutil.which(SPOOLER) and QPrinterInfo.availablePrinterNames())


def prepared_printer(size: tuple[float, float], title: str, two_sided: bool) -> QPrinter:
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


class ExportDialog(OutputDialog):
    """Choose a format, what is drawn and how large; what is shown is what will be written."""

    group = "export"

    def __init__(self, workspace: Workspace, parent: QWidget | None, settings: QSettings) -> None:
        super().__init__(workspace, parent, settings)
        self._file_name, self._makes_picture = "", False
        self.setWindowTitle(self.tr("Export"))
        self.resize(980, 660)
        self._make_form()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.save_button.setText(self.tr("Save…"))
        buttons.accepted.connect(lambda: self.when_laid(self.ask))
        buttons.rejected.connect(self.reject)
        self.arrange(buttons, self.save_button)
        self.look()

    def _make_form(self) -> None:
        names = {
            exporter.endings[0]: f"{translate('exports', exporter.name)}  ({', '.join(exporter.endings)})"
            for exporter in EXPORTERS
        }
        self.format = self.add("format", self.tr("&Format"), choices(names))
        self.theme = self.add("theme", self.tr("&Theme"), themes("parchment"))
        self.reader = self.add("reader", self.tr("Map fo&r"), readers())
        self.square = self.add("square", self.tr("&Square"), length(0.5, 200, 29, suffix=self.tr(" mm")))
        self._make_bed()
        self.dpi = self.add("dpi", self.tr("Reso&lution"), number(20, 1200, 96, suffix=self.tr(" dots an inch")))
        self.paper = self.add("paper", self.tr("&Paper"), papers())
        lies = {**WORDS["orientation"], Orientation.AUTO: self.tr("Whichever shows the map larger")}
        self.orientation = self.add("orientation", self.tr("&Orientation"), choices(lies))
        self.shown = self.add_shown(("coordinates", "grid", "title"))
        tip = self.tr("Number what the ruleset finds, as on the table")
        self.problems = self.add("problems", "", made(QCheckBox, self.tr("Problems"), toolTip=tip))

    def _make_bed(self) -> None:
        """The width and depth of a 3D printer's bed."""
        (width, depth), mm = ExportOptions().bed, self.tr(" mm")
        across, along = self.tr("Width of the printer's bed"), self.tr("Depth of the printer's bed")
        self.fields["bed-width"] = self.bed_width = length(20, MAX_BED_MM, width, across, mm, across)
        self.fields["bed-depth"] = self.bed_depth = length(20, MAX_BED_MM, depth, along, mm, along)
        self.bed = QWidget()
        row((self.bed_width, 1), QLabel("×"), (self.bed_depth, 1), of=self.bed, margins=NONE)
        self.bed.setFocusProxy(self.bed_width)
        self.form.addRow(self.tr("Printer's &bed"), self.bed)

    def heed(self) -> None:
        """Only what the format takes can be chosen; the bed is seen for solids that are cut to it alone."""
        self.form.setRowVisible(self.bed, Takes.BED in self.exporter.takes)
        needs: dict[QWidget, Takes] = {
            self.theme: Takes.DRAWING, self.reader: Takes.DRAWING, self.square: Takes.SQUARE, self.dpi: Takes.DPI,
            self.paper: Takes.PAPER, self.orientation: Takes.PAPER,
            self.shown_row: Takes.DRAWING, self.problems: Takes.FINDINGS,
        }  # fmt: skip
        enable(self.form, {field: needed in self.exporter.takes for field, needed in needs.items()})

    @property
    def exporter(self) -> Exporter:
        """The format."""
        return next(each for each in EXPORTERS if each.endings[0] == self.format.currentData())

    @property
    def options(self) -> ExportOptions:
        """How the map is written; what the format does not take has no say."""
        takes, usual, drawing = self.exporter.takes, ExportOptions(), self.drawing()
        if ".board.json" in self.exporter.endings:
            drawing = replace(drawing, hidden=True)  # as `convert` writes it
        named = bool(self.workspace.layout.ruleset)  # the usual corners where it names no edition
        edition = self.workspace.ruleset if named else Ruleset(id="", name="", rules={})
        return ExportOptions(
            drawing=drawing,
            square=self.square.value() if Takes.SQUARE in takes else usual.square,
            dpi=self.dpi.value() if Takes.DPI in takes else usual.dpi,
            bed=(self.bed_width.value(), self.bed_depth.value()) if Takes.BED in takes else usual.bed,
            paper=self.paper.currentData(),
            orientation=self.orientation.currentData(),
            ruleset=edition if Takes.EDITION in takes else None,
        )

    def job(self) -> ExportJob:
        """The file to be made, with the problems to be marked."""
        marked_too = self.problems.isChecked() and Takes.FINDINGS in self.exporter.takes
        findings = self.workspace.findings if marked_too else ()
        return ExportJob(
            self.exporter, self.workspace.board, self.options, findings, self._file_name, self._makes_picture
        )

    def save(self, path: Path) -> None:
        """Make the file and write it, and after it the picture that it names, where it names one."""
        self._file_name = path.name
        super().save(path)
        self._file_name = ""

    def write(self, path: Path, data: bytes) -> None:
        """Write the file; where it names a picture, once that is made, too."""
        if self.exporter.picture is None:
            super().write(path, data)
            return
        picture = path.with_name(picture_beside(path.name))
        self._makes_picture = True
        words = filled(translate("OutputDialog", "Making %1…"), picture.name)
        self.make(words, partial(self._write_both, path, data, picture))
        self._makes_picture = False

    def _write_both(self, path: Path, data: bytes, picture: Path, png: bytes) -> None:
        write_file(picture, png)
        super().write(path, data)

    def _on_laid(self, laid: OutputPlan) -> None:
        super()._on_laid(laid)
        self.leafing.hide()
        if laid.text:
            self.view.show_text(laid.text)

    def summary(self, laid: OutputPlan) -> str:
        """How large the file's picture is."""
        takes, (across, down) = self.exporter.takes, laid.squares
        if Takes.PAPER in takes:
            (width, height), *_ = laid.sizes
            square = min((width - 2 * BORDER) / across, (height - 2 * BORDER) / down)
            words = self.tr("One page of %1; a square is %2 mm wide. For a map true to scale choose File ▸ Print.")
            return filled(words, self.paper.currentData(), f"{square:.1f}")
        if Takes.SQUARE not in takes:
            return ""
        if laid.body:
            return describe_solids(laid)
        square = self.square.value()
        size = filled(self.tr("%1 × %2 mm"), f"{across * square:.0f}", f"{down * square:.0f}")
        if Takes.DPI not in takes:
            return size
        dots = square / 25.4 * self.dpi.value()
        return filled(self.tr("%1 × %2 pixels, "), round(across * dots), round(down * dots)) + size

    def target(self) -> tuple[str, tuple[str, ...], str]:
        """The format chosen."""
        return self.format.currentText().split("  (")[0], self.exporter.endings, ""


def describe_solids(laid: OutputPlan) -> str:
    """Return how many solids a file holds, and how large the largest one is."""
    size = filled(translate("output", "%1 × %2 × %3 mm"), *(f"{length:.0f}" for length in laid.body))
    if laid.solids == 0:
        whole = translate("output", "One solid of %1. The format “room by room” is cut to a printer's bed.")
        return filled(whole, size)
    count = laid.solids
    return filled(translate("output", "%n solid(s), none larger than %1.", None, PLURAL, count), size)

"""Print: the map true to scale over sheets, on one page or as a mat; pieces; tiles. Page by page, as they will be."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from PySide6.QtCore import QProcess, QSettings, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialogButtonBox,
    QRadioButton,
    QWidget,
)

from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor import printers
from dungeon_designer.editor.dialogs import fields
from dungeon_designer.editor.dialogs.output import OutputDialog
from dungeon_designer.editor.output_worker import Laid, PrintJob
from dungeon_designer.editor.widgets import column
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.exports.options import ExportOptions, Mat
from dungeon_designer.exports.papers import millimetres, paper_named
from dungeon_designer.exports.printing import Subject
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

SECRETS = (Subject.SHEETS, Subject.PAGE, Subject.MAT)


class PrintDialog(OutputDialog):
    """Choose what to print and on which paper; leaf through the pages; save them, or send them to a printer."""

    group = "print"

    def __init__(self, workspace: Workspace, parent: QWidget | None = None, settings: QSettings | None = None) -> None:
        super().__init__(workspace, parent, settings)
        self.setWindowTitle(self.tr("Print"))
        self.resize(1000, 720)
        self._painting: printers.Painting | None = None
        self._spooling: QProcess | None = None
        self._make_subjects()
        self._make_fields()
        self._make_form()
        self.arrange(self.view, self._buttons())
        if self.subject is Subject.TILES and not self._tiles:
            self.subjects[Subject.SHEETS].setChecked(True)
        self.heed()
        self.set_default(self.print_button)
        self.look()

    # Making the dialog ----------------------------------------------------------------------------------------

    @property
    def _tiles(self) -> int:
        """How many tiles of a set the dungeon is laid with."""
        return sum(bool(section.tile) for section in self.workspace.layout.sections)

    def _make_subjects(self) -> None:
        count = self._tiles
        tiles = translate("PrintDialog", "The %n tile(s) it is laid with, to cut out", None, PLURAL, count)
        if not count:
            tiles = self.tr("Tiles (none is placed)")
        words = {
            Subject.SHEETS: self.tr("The map, true to scale over sheets"),
            Subject.PAGE: self.tr("The map, on one page"),
            Subject.MAT: self.tr("The map as a one-piece mat, for a print shop"),
            Subject.PIECES: self.tr("The pieces it is played with, to cut out"),
            Subject.TILES: tiles,
        }
        self.subjects = {subject: QRadioButton(said) for subject, said in words.items()}
        self._subject_group = QButtonGroup(self)
        self._subject_group.buttonToggled.connect(self._turn_back)
        for button in self.subjects.values():
            self._subject_group.addButton(button)
        self.subjects[Subject.SHEETS].setChecked(True)
        self.subjects[Subject.TILES].setEnabled(count > 0)

    def _make_fields(self) -> None:
        self.square = fields.squares()
        self.mat, self.roll, self.bleed = fields.mats(), fields.roll(), fields.bleed()
        self.paper, self.size_, self.orientation = fields.papers(own=True), fields.OwnSize(), fields.orientations()
        self.overlap, self.tables = fields.overlap(), fields.tables()
        self.theme, self.reader = fields.themes("ink"), fields.readers()
        self.shown = fields.shown(("coordinates", "grid"))
        self.fields = {
            **{f"subject-{subject}": button for subject, button in self.subjects.items()},
            "square": self.square, "mat": self.mat, "roll": self.roll, "bleed": self.bleed, "paper": self.paper,
            "width": self.size_.across, "height": self.size_.down, "orientation": self.orientation,
            "overlap": self.overlap, "tables": self.tables, "theme": self.theme, "reader": self.reader, **self.shown,
        }  # fmt: skip

    def _make_form(self) -> None:
        what = QWidget()
        column(*self.subjects.values(), of=what, margins=(0, 0, 0, 8))
        self.form.addRow(what)
        named = (
            (self.tr("&Square"), self.square),
            (self.tr("&Mat"), self.mat),
            (self.tr("Ro&ll"), self.roll),
            (self.tr("&Bleed"), self.bleed),
            (self.tr("&Paper"), self.paper),
            (self.tr("S&ize"), self.size_),
            (self.tr("&Orientation"), self.orientation),
            (self.tr("O&verlap"), self.overlap),
            (self.tr("T&ables"), self.tables),
            (self.tr("&Theme"), self.theme),
            (self.tr("Map fo&r"), self.reader),
        )
        self.rows(named, self.shown.values())

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.addButton(self.tr("Save PDF…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.print_button = buttons.addButton(self.tr("Print…"), QDialogButtonBox.ButtonRole.ActionRole)
        if not printers.available():
            self.print_button.setText(self.tr("Open to print"))
            self.print_button.setToolTip(self.tr("No printer is set up here: the pages open in your PDF viewer."))
        self.save_button.clicked.connect(self.ask)
        self.print_button.clicked.connect(self.print_)
        buttons.rejected.connect(self.reject)
        return buttons

    def _turn_back(self) -> None:
        """Something else is printed: from its first page on."""
        self.page = 0

    def heed(self) -> None:
        """Only what changes the pages can be chosen; what a mat or paper of one's own asks is seen for these alone."""
        subject, mat = self.subject, self.mat.currentData()
        whole = subject is Subject.MAT
        on_paper = not whole or mat == fields.AS_PAPER
        self.form.setRowVisible(self.mat, whole)
        self.form.setRowVisible(self.roll, whole and mat == fields.ON_ROLL)
        self.form.setRowVisible(self.bleed, whole)
        self.form.setRowVisible(self.paper, on_paper)
        self.form.setRowVisible(self.size_, on_paper and self.paper.currentData() == fields.CUSTOM)
        self.form.setRowVisible(self.overlap, not whole)
        usable: dict[QWidget, bool] = {
            self.square: subject is not Subject.PAGE,
            self.orientation: not whole or mat != fields.AS_MAP,
            self.overlap: subject is Subject.SHEETS,
            self.reader: subject in SECRETS,
            **{box: name in SHOWN[subject] for name, box in self.shown.items()},
        }
        fields.enable(self.form, usable)

    # What was chosen ------------------------------------------------------------------------------------------

    @property
    def subject(self) -> Subject:
        """What is to be printed."""
        return next(subject for subject, button in self.subjects.items() if button.isChecked())

    @property
    def options(self) -> ExportOptions:
        """How; UsageError when the square is no length."""
        subject = self.subject
        usual = DrawingOptions()
        wanted: dict[str, Any] = {
            name: box.isChecked() if name in SHOWN[subject] else bool(getattr(usual, name))
            for name, box in self.shown.items()
        }
        hidden = subject in SECRETS and self.reader.currentData() == "organiser"
        return ExportOptions(
            drawing=DrawingOptions(theme=self.theme.currentData(), hidden=hidden, **wanted),
            square=29.0 if subject is Subject.PAGE else millimetres(self.square.currentText()),
            fitted=subject is not Subject.SHEETS,
            paper=self.paper_name,
            orientation=self.orientation.currentData(),
            overlap=self.overlap.value() if subject is Subject.SHEETS else 5.0,
            mat=self._mat() if subject is Subject.MAT else None,
            tables=self.tables.value(),
        )

    @property
    def paper_name(self) -> str:
        """The paper as the command line names it."""
        own = self.paper.currentData() == fields.CUSTOM
        return self.size_.name if own else str(self.paper.currentData())

    def _mat(self) -> Mat:
        return fields.mat_of(self.mat.currentData(), self.bleed.value(), self.roll.value(), self.paper_name)

    def job(self) -> PrintJob:
        """The pages to be made."""
        return PrintJob(self.subject, self.workspace.board, self.options)

    # What it comes to -----------------------------------------------------------------------------------------

    def caption(self, laid: Laid, page: int) -> str:
        """The sheet, where it belongs, and how many there are."""
        if self._scaled(laid):
            said = self.tr("Sheet %1 (%2 of %3)") if page else self.tr("Overview")
            return filled(said, laid.labels[page], page, len(laid.sizes) - 1)
        if not laid.two_sided:
            return filled(self.tr("Page %1 of %2"), page + 1, len(laid.sizes)) if len(laid.sizes) > 1 else ""
        said = self.tr("Sheet %1 of %2, back") if page % 2 else self.tr("Sheet %1 of %2, front")
        return filled(said, page // 2 + 1, len(laid.sizes) // 2)

    def summary(self, laid: Laid) -> str:
        """How many sheets of which paper, and what to mind."""
        count = len(laid.sizes) - self._scaled(laid)
        count //= 2 if laid.two_sided else 1
        width, height = laid.sizes[-1]
        lies = self.tr("landscape") if width > height else self.tr("portrait")
        if self.subject is Subject.MAT:
            return self._mat_summary(count, width, height)
        said = translate("PrintDialog", "%n sheet(s) of %1, %2", None, PLURAL, count)
        first = filled(said, paper_named(self.paper_name).name, lies)
        if self._scaled(laid):
            first += self.tr(", and an overview")
        if laid.two_sided:
            first += self.tr(", printed on both sides")
        mind = self.tr("Print at 100 %, not fitted to the page; the ruler at the foot then measures 100 mm.")
        return f"<p><b>{first}.</b></p>" + ("" if self.subject is Subject.PAGE else f"<p>{mind}</p>")

    def _mat_summary(self, count: int, width: float, height: float) -> str:
        said = translate("PrintDialog", "%n page(s) of %1 × %2 mm", None, PLURAL, count)
        mind = self.tr("The crop marks say where the mat is cut; print shops find the trim and the bleed in the file.")
        return f"<p><b>{filled(said, f'{width:.0f}', f'{height:.0f}')}.</b></p><p>{mind}</p>"

    def _scaled(self, laid: Laid) -> bool:
        return bool(laid.labels)

    # A file ---------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Choose the file and write it."""
        stem = {Subject.PIECES: "-pieces", Subject.TILES: "-tiles", Subject.MAT: "-mat"}.get(self.subject, "")
        path = self.ask_path(self.tr("Save PDF"), ".pdf", (".pdf",), self.tr("PDF pages"), stem)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Make the pages and write them; the dialog closes when they are written."""
        self.make(self._setting(), lambda data: self.write(path, data))

    def _setting(self) -> str:
        count = len(self.laid.sizes) if self.laid else 1
        return translate("PrintDialog", "Setting %n page(s)…", None, PLURAL, count)

    # Paper ----------------------------------------------------------------------------------------------------

    def print_(self) -> None:
        """Choose a printer and send the pages; without any, open them where one can print."""
        self.when_laid(self._print)

    def _print(self) -> None:
        if self.laid is None or not self.laid.sizes:
            return
        if not printers.available():
            self.make(self._setting(), self._open)
            return
        title = self.workspace.layout.name or self.tr("A dungeon")
        printer = printers.prepared(self.laid.sizes[-1], title, self.laid.two_sided)
        if self._asked(printer):
            if printers.spooler():
                self.make(self._setting(), lambda data: self._spool(printer, title, data))
            else:
                self._paint(printer)

    def _asked(self, printer: QPrinter) -> bool:
        """Which printer, how many, which pages; the paper stays ours."""
        assert self.laid is not None  # noqa: S101  (`_print` looked)
        layout = printer.pageLayout()
        dialog = QPrintDialog(printer, self)
        dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintToFile, False)
        dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange, True)
        dialog.setMinMax(1, len(self.laid.sizes))
        chosen = bool(dialog.exec())
        printer.setFullPage(True)
        printer.setPageLayout(layout)
        return chosen

    def _open(self, data: bytes) -> None:
        """Leave the pages to the system's viewer."""
        path = self._kept(data)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.tell(self.tr("no program opens PDF files here; save the PDF and print it elsewhere, at 100 %"))
            return
        self.remember()
        self.workspace.said.emit(self.tr("Opened to print: choose “actual size” or 100 %, not “fit to page”"))
        self.accept()

    def _kept(self, data: bytes) -> Path:
        """A file for another program to read, when it pleases; the system clears its folder away."""
        path = Path(tempfile.mkdtemp(prefix="dungeon-designer-")) / "print.pdf"
        write_file(path, data)
        return path

    def _spool(self, printer: QPrinter, title: str, data: bytes) -> None:
        """Hand the PDF to the system as it is."""
        self._then = lambda _: None
        self._set_working(filled(self.tr("Sending to %1…"), printer.printerName()))
        self._spooling = QProcess(self)
        path = self._kept(data)
        self._spooling.finished.connect(lambda status, _: self._spooled(status, printer, path))
        self._spooling.errorOccurred.connect(lambda _: self._spooled(-1, printer, path))
        arguments = printers.spool_arguments(printer, str(path), title)
        self._spooling.start(printers.spooler() or printers.SPOOLER, arguments)

    def _spooled(self, status: int, printer: QPrinter, path: Path) -> None:
        """What came of it; the spooler has a copy of its own by now."""
        shutil.rmtree(path.parent, ignore_errors=True)
        if self._spooling is None:
            return
        complaint = bytes(self._spooling.readAllStandardError().data()).decode(errors="replace").strip()
        self._spooling, self._then = None, None
        self._set_working("")
        if status == 0:
            self._printed(printer)
        else:
            self.tell(filled(self.tr("the printer %1 took nothing: %2"), printer.printerName(), complaint))

    def _paint(self, printer: QPrinter) -> None:
        """Paint page after page."""
        assert self.laid is not None  # noqa: S101  (`_print` looked)
        self._painting = printers.Painting(printer, self.worker, len(self.laid.sizes), self)
        self._painting.moved_on.connect(self._show_progress)
        self._painting.finished.connect(lambda: self._painted(printer))
        self._then = lambda _: None
        self._set_working(filled(self.tr("Sending to %1…"), printer.printerName()))
        if not self._painting.start():
            self.cancel()
            self.tell(filled(self.tr("the printer %1 took nothing"), printer.printerName()))

    def _show_progress(self, done: int, count: int) -> None:
        self.bar.setRange(0, count)
        self.bar.setValue(done)

    def _on_shown(self, page: int, dpi: float, png: bytes) -> None:
        if self._painting is None:
            super()._on_shown(page, dpi, png)
        elif dpi == self._painting.dpi:
            self._painting.paint(png)

    def _painted(self, printer: QPrinter) -> None:
        self._painting, self._then = None, None
        self._set_working("")
        self._printed(printer)

    def _printed(self, printer: QPrinter) -> None:
        self.remember()
        self.workspace.said.emit(filled(self.tr("Sent to %1"), printer.printerName()))
        self.accept()

    def cancel(self) -> None:
        """Stop making pages, and sending them."""
        if self._painting is not None:
            self._painting.stop()
            self._painting = None
        if self._spooling is not None:
            spooling, self._spooling = self._spooling, None
            spooling.kill()
            spooling.waitForFinished(2000)
        super().cancel()

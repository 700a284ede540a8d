"""The print dialog (map, pieces and tiles on paper or as a mat) and the export dialog (every file format)."""

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

from dungeon_designer.analysis.stock import MAX_TABLES
from dungeon_designer.editor.dialogs.output import (
    OutputDialog,
    build_choice_box,
    build_paper_box,
    build_reader_box,
    enable_fields,
)
from dungeon_designer.editor.dialogs.theme_box import ThemeBox
from dungeon_designer.editor.output_worker import ExportJob, OutputPlan, PrintJob
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    WORDS,
    build_row,
    create_decimal_field,
    create_number_field,
    create_widget,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.exports.export_options import (
    MAX_BED_MM,
    MAX_BLEED_MM,
    MAX_OVERLAP_MM,
    MIN_ROLL_WIDTH_MM,
    Exporter,
    ExportOptions,
    Mat,
    UsedOptions,
)
from dungeon_designer.exports.exporters import EXPORTERS
from dungeon_designer.exports.papers import MAX_PAGE_SIDE_MM, MIN_PAGE_SIDE_MM, Orientation, find_paper, parse_length
from dungeon_designer.exports.pdf import PAGE_BORDER_MM
from dungeon_designer.exports.printouts import PrintSubject
from dungeon_designer.exports.tabletop_simulator import name_picture_beside
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import PLURAL, fill_placeholders, translate

OPTIONS_BY_SUBJECT = {
    PrintSubject.SHEETS: {"coordinates", "grid", "section_names", "legend"},
    PrintSubject.PAGE: {"coordinates", "grid", "section_names", "legend", "title", "cartouche"},
    PrintSubject.MAT: {"coordinates", "grid", "section_names", "legend", "title", "cartouche"},
    PrintSubject.PIECES: set(),
    PrintSubject.TILES: {"grid", "section_names"},
}
"""The names of the options that apply to each subject of printing.

The title of sheets is on their overview, with coordinates and legend.
"""

SQUARE_WIDTHS = ("29 mm", "32 mm", "34 mm", "1 in")
"""The usual widths of printed squares. Bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm."""

CUSTOM_PAPER = "custom"
"""The value of the paper field for paper of the user's own size."""

SUBJECTS_WITH_SECRETS = (PrintSubject.SHEETS, PrintSubject.PAGE, PrintSubject.MAT)


class PrintDialog(OutputDialog):
    """The dialog that chooses what is printed and on which paper, shows the pages, and saves or prints them."""

    group = "print"

    def __init__(self, workspace: Workspace, parent: QWidget | None, settings: QSettings) -> None:
        super().__init__(workspace, parent, settings)
        self.setWindowTitle(self.tr("Print"))
        self.resize(1000, 720)
        self._build_form()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.addButton(self.tr("Save PDF…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.print_button = buttons.addButton(self.tr("Print…"), QDialogButtonBox.ButtonRole.ActionRole)
        if not is_printer_available():
            self.print_button.setText(self.tr("Open to print"))
            self.print_button.setToolTip(self.tr("No printer was found: the pages open in your PDF viewer."))
        self.save_button.clicked.connect(lambda: self.run_when_planned(self.save_as))
        self.print_button.clicked.connect(lambda: self.run_when_planned(self._print_pages))
        buttons.rejected.connect(self.reject)
        self.arrange_widgets(buttons, self.print_button)
        self.refresh_preview()

    def _build_subject_box(self) -> QComboBox:
        """Return a field with what can be printed. Tiles are left out if the dungeon has none."""
        tile_count = sum(bool(section.tile) for section in self.workspace.layout.sections)
        text_by_subject: dict[str, str] = {
            PrintSubject.SHEETS: self.tr("The map, true to scale over sheets"),
            PrintSubject.PAGE: self.tr("The map, on one page"),
            PrintSubject.MAT: self.tr("The map as a one-piece mat, for a print shop"),
            PrintSubject.PIECES: self.tr("The pieces it is played with, to cut out"),
        }
        if tile_count:
            tiles_text = translate("PrintDialog", "The %n tile(s) of the dungeon, to cut out", None, PLURAL, tile_count)
            text_by_subject[PrintSubject.TILES] = tiles_text
        box = build_choice_box(text_by_subject)
        box.currentIndexChanged.connect(self._show_first_page)
        return box

    def _show_first_page(self) -> None:
        """Make the first page the current one, since the user has chosen to print something else."""
        self.page = 0

    def _build_form(self) -> None:
        """Add the fields of the dialog to its form."""
        self.subject_box = self.add_field("what", self.tr("&What"), self._build_subject_box())
        self.square_field = self.add_field("square", self.tr("&Square"), QComboBox())
        self.square_field.setEditable(True)
        self.square_field.addItems(SQUARE_WIDTHS)
        self.square_field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.square_field.setToolTip(
            self.tr("Any length: 29 mm, 2.9 cm, 1 in. Bases of 25 mm stand well on 29 mm, those of 32 mm on 34 mm.")
        )
        self._add_mat_fields()
        self._add_paper_fields()
        overlap_tip = self.tr("How far each sheet goes on beyond its joints, to be glued over")
        self.overlap_field = self.add_field(
            "overlap",
            self.tr("O&verlap"),
            create_decimal_field(0, MAX_OVERLAP_MM, 5, "", self.tr(" mm"), overlap_tip),
        )
        tables_tip = self.tr("The number of copies of everything, one for each table of an event")
        self.tables_field = self.add_field(
            "tables", self.tr("T&ables"), create_number_field(1, MAX_TABLES, 1, tip=tables_tip)
        )
        self.theme_box = self.add_field("theme", self.tr("&Theme"), ThemeBox("ink", self.workspace))
        self.reader_box = self.add_field("reader", self.tr("Map fo&r"), build_reader_box())
        self.option_boxes = self.add_option_boxes(("coordinates", "grid"))

    def _add_mat_fields(self) -> None:
        """Add the fields for a mat (the map in one large print): its kind, the width of the roll and the bleed."""
        self.mat_box = self.add_field("mat", self.tr("&Mat"), build_choice_box(WORDS["mat"]))
        mm, roll_tip = self.tr(" mm"), self.tr("The page is as wide, and as long as needed")
        self.roll_field = self.add_field(
            "roll", self.tr("Ro&ll"), create_decimal_field(MIN_ROLL_WIDTH_MM, MAX_PAGE_SIDE_MM, 914, "", mm, roll_tip)
        )
        bleed_tip = self.tr("How far the map goes on beyond where the mat is cut")
        self.bleed_field = self.add_field(
            "bleed", self.tr("&Bleed"), create_decimal_field(0, MAX_BLEED_MM, 3, "", mm, bleed_tip)
        )

    def _add_paper_fields(self) -> None:
        """Add the fields for the paper: its format, the width and height of custom paper, and the orientation."""
        self.paper_box = self.add_field("paper", self.tr("&Paper"), build_paper_box())
        self.paper_box.addItem(self.tr("Custom…"), CUSTOM_PAPER)
        mm = self.tr(" mm")
        width_text, height_text = self.tr("Width of the paper"), self.tr("Height of the paper")
        self.fields["width"] = self.paper_width_field = create_decimal_field(
            MIN_PAGE_SIDE_MM, MAX_PAGE_SIDE_MM, 900, width_text, mm, width_text
        )
        self.fields["height"] = self.paper_height_field = create_decimal_field(
            MIN_PAGE_SIDE_MM, MAX_PAGE_SIDE_MM, 600, height_text, mm, height_text
        )
        self.custom_size_row = QWidget()
        build_row(
            (self.paper_width_field, 1),
            QLabel("×"),
            (self.paper_height_field, 1),
            owner=self.custom_size_row,
            margins=NO_MARGINS,
        )
        self.custom_size_row.setFocusProxy(self.paper_width_field)
        self.form.addRow(self.tr("S&ize"), self.custom_size_row)
        orientation_box = build_choice_box(WORDS["orientation"])
        self.orientation_box = self.add_field("orientation", self.tr("&Orientation"), orientation_box)

    def update_fields(self) -> None:
        """Enable the fields that change the printout.

        Fields for a mat (one large print) or for custom paper are shown only then.
        """
        subject, mat_kind = self.subject, self.mat_box.currentData()
        is_mat = subject is PrintSubject.MAT
        on_paper = not is_mat or mat_kind == "paper"
        self.form.setRowVisible(self.mat_box, is_mat)
        self.form.setRowVisible(self.roll_field, is_mat and mat_kind == "roll")
        self.form.setRowVisible(self.bleed_field, is_mat)
        self.form.setRowVisible(self.paper_box, on_paper)
        self.form.setRowVisible(self.custom_size_row, on_paper and self.paper_box.currentData() == CUSTOM_PAPER)
        self.form.setRowVisible(self.overlap_field, not is_mat)
        usable: dict[QWidget, bool] = {
            self.square_field: subject is not PrintSubject.PAGE,
            self.orientation_box: not is_mat or mat_kind != "map",
            self.overlap_field: subject is PrintSubject.SHEETS,
            self.reader_box: subject in SUBJECTS_WITH_SECRETS,
            **{box: name in OPTIONS_BY_SUBJECT[subject] for name, box in self.option_boxes.items()},
            self.options_row: bool(OPTIONS_BY_SUBJECT[subject]),
        }
        enable_fields(self.form, usable)

    @property
    def subject(self) -> PrintSubject:
        """The subject of the printout."""
        return PrintSubject(self.subject_box.currentData())

    @property
    def options(self) -> ExportOptions:
        """The options of the printout, as they are chosen now in the dialog's fields.

        Raises:
            UsageError: the width of a square is no length.
        """
        subject, kind = self.subject, self.mat_box.currentData()
        roll = self.roll_field.value() if kind == "roll" else None
        mat = Mat(self.bleed_field.value(), roll, self.paper_name if kind == "paper" else "")
        return ExportOptions(
            drawing=self.build_drawing_options(subject in SUBJECTS_WITH_SECRETS, OPTIONS_BY_SUBJECT[subject]),
            square=29.0 if subject is PrintSubject.PAGE else parse_length(self.square_field.currentText()),
            fitted=subject is not PrintSubject.SHEETS,
            paper=self.paper_name,
            orientation=self.orientation_box.currentData(),
            overlap=self.overlap_field.value() if subject is PrintSubject.SHEETS else 5.0,
            mat=mat if subject is PrintSubject.MAT else None,
            tables=self.tables_field.value(),
        )

    @property
    def paper_name(self) -> str:
        """The chosen paper as the command line names it, such as "A4", or "900x600mm" for custom paper."""
        custom_size = f"{self.paper_width_field.value():g}x{self.paper_height_field.value():g}mm"
        paper = str(self.paper_box.currentData())
        return custom_size if paper == CUSTOM_PAPER else paper

    def build_job(self) -> PrintJob:
        """Return the job that makes the pages, for the options that are chosen in the fields now."""
        return PrintJob(self.subject, self.workspace.board, self.options)

    def format_caption(self, plan: OutputPlan, page: int) -> str:
        """Return the number of a page, followed by the label of its sheet if sheets have labels.

        The page without a label is the overview of all sheets.
        """
        page_text = fill_placeholders(self.tr("Page %1 of %2"), page + 1, len(plan.sizes))
        overview = self.tr("overview")
        return f"{page_text}: {plan.labels[page] or overview}" if plan.labels else page_text

    def format_summary(self, plan: OutputPlan) -> str:
        """Return how many sheets of which paper are needed, and advice for printing, as HTML."""
        count = (len(plan.sizes) - bool(plan.labels)) // (2 if plan.two_sided else 1)
        width, height = plan.sizes[-1]
        if self.subject is PrintSubject.MAT:
            pattern = translate("PrintDialog", "%n page(s) of %1 × %2 mm", None, PLURAL, count)
            sheets_text = fill_placeholders(pattern, f"{width:.0f}", f"{height:.0f}")
            advice = self.tr(
                "The crop marks say where the mat is cut; print shops find the trim and the bleed in the file."
            )
        else:
            orientation_text = self.tr("landscape") if width > height else self.tr("portrait")
            pattern = translate("PrintDialog", "%n sheet(s) of %1, %2", None, PLURAL, count)
            sheets_text = fill_placeholders(pattern, find_paper(self.paper_name).name, orientation_text)
            sheets_text += self.tr(", and an overview") if plan.labels else ""
            sheets_text += self.tr(", printed on both sides") if plan.two_sided else ""
            advice = self.tr("Print at 100 %, not fitted to the page; the ruler at the foot then measures 100 mm.")
        return f"<p><b>{sheets_text}.</b></p>" + ("" if self.subject is PrintSubject.PAGE else f"<p>{advice}</p>")

    def describe_target(self) -> tuple[str, tuple[str, ...], str]:
        """Return the kind of file in words (PDF), its endings, and the suffix of its suggested name.

        The suffix is "-pieces", "-tiles" or "-mat"; for everything else it is "".
        """
        stem = {PrintSubject.PIECES: "-pieces", PrintSubject.TILES: "-tiles", PrintSubject.MAT: "-mat"}.get(
            self.subject, ""
        )
        return self.tr("PDF pages"), (".pdf",), stem

    def _print_pages(self) -> None:
        """Print the pages on a printer that the user chooses. Without a printer, open them in the PDF viewer."""
        if self.plan is None or not self.plan.sizes:
            return
        page_count = len(self.plan.sizes)
        progress_text = translate("PrintDialog", "Making %n page(s)…", None, PLURAL, page_count)
        if not is_printer_available():
            self.make_file(progress_text, self._open_viewer)
            return
        title = self.workspace.layout.name or self.tr("A dungeon")
        printer = prepare_printer(self.plan.sizes[-1], title, self.plan.two_sided)
        paper = printer.pageLayout().pageSize()
        dialog = QPrintDialog(printer, self)
        dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintToFile, False)
        dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange, True)
        dialog.setMinMax(1, page_count)
        if dialog.exec():
            name = printer.printerName()
            self.make_file(
                progress_text, lambda complaint: self._report_sent(name, complaint), build_spool_command(printer, paper)
            )

    def _report_sent(self, printer: str, complaint: bytes) -> None:
        """Show that the pages were sent to a printer.

        A `complaint`, the spooler's error output, is shown as a problem instead.
        """
        if complaint:
            message = complaint.decode(errors="replace").strip()
            self.show_problem(fill_placeholders(self.tr("the printer %1 refused the pages: %2"), printer, message))
        else:
            self.report_success(fill_placeholders(self.tr("Sent to %1"), printer))

    def _open_viewer(self, data: bytes) -> None:
        """Write the pages to a temporary folder and open them in the PDF viewer.

        The folder is left to the system, since the viewer reads the file later.
        """
        path = Path(tempfile.mkdtemp(prefix="dungeon-designer-")) / "print.pdf"
        write_file(path, data)
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.report_success(self.tr("Opened to print: choose “actual size” or 100 %, not “fit to page”"))
        else:
            self.show_problem(self.tr("no program opens PDF files here; save the PDF and print it elsewhere, at 100 %"))


SPOOLER_COMMAND = "lp"


def is_printer_available() -> bool:
    """Return whether a printer is set up and there is the command of a spooler, which prints a PDF file as it is."""
    return bool(shutil.which(SPOOLER_COMMAND) and QPrinterInfo.availablePrinterNames())


def prepare_printer(size: tuple[float, float], title: str, two_sided: bool) -> QPrinter:
    """Return a printer that is set to a paper size and orientation, without margins: the pages contain them.

    Args:
        size: the width and height of the pages in millimetres.
        title: the name of the print job.
        two_sided: whether both sides of the paper are printed.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    is_landscape = size[0] > size[1]
    paper = QPageSize(QSizeF(min(size), max(size)), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    orientation = QPageLayout.Orientation.Landscape if is_landscape else QPageLayout.Orientation.Portrait
    printer.setFullPage(True)
    printer.setPageLayout(QPageLayout(paper, orientation, QMarginsF(), QPageLayout.Unit.Millimeter))
    if two_sided:
        printer.setDuplex(QPrinter.DuplexMode.DuplexShortSide if is_landscape else QPrinter.DuplexMode.DuplexLongSide)
    return printer


def build_spool_command(printer: QPrinter, paper: QPageSize) -> tuple[str, ...]:
    """Return the command that prints a PDF file with the choices of the print dialog, and without scaling it."""
    sides = {
        QPrinter.DuplexMode.DuplexLongSide: "two-sided-long-edge",
        QPrinter.DuplexMode.DuplexShortSide: "two-sided-short-edge",
    }.get(printer.duplex(), "one-sided")
    arguments = [SPOOLER_COMMAND, "-d", printer.printerName(), "-t", printer.docName(), "-n", str(printer.copyCount())]
    arguments += ["-o", "print-scaling=none", "-o", f"media={QPageSize.key(paper.id())}", "-o", f"sides={sides}"]
    if printer.colorMode() is QPrinter.ColorMode.GrayScale:
        arguments += ["-o", "print-color-mode=monochrome"]
    if printer.fromPage():
        arguments += ["-P", f"{printer.fromPage()}-{printer.toPage()}"]
    return tuple(arguments)


class ExportDialog(OutputDialog):
    """The dialog that chooses a file format, what is drawn and how large. It previews the file that will be written."""

    group = "export"

    def __init__(self, workspace: Workspace, parent: QWidget | None, settings: QSettings) -> None:
        super().__init__(workspace, parent, settings)
        self._target_name, self._is_making_picture = "", False
        self.setWindowTitle(self.tr("Export"))
        self.resize(980, 660)
        self._build_form()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.save_button.setText(self.tr("Save…"))
        buttons.accepted.connect(lambda: self.run_when_planned(self.save_as))
        buttons.rejected.connect(self.reject)
        self.arrange_widgets(buttons, self.save_button)
        self.refresh_preview()

    def _build_form(self) -> None:
        """Add the fields of the dialog to its form."""
        text_by_ending = {
            exporter.endings[0]: f"{translate('exports', exporter.name)}  ({', '.join(exporter.endings)})"
            for exporter in EXPORTERS
        }
        self.format_box = self.add_field("format", self.tr("&Format"), build_choice_box(text_by_ending))
        self.theme_box = self.add_field("theme", self.tr("&Theme"), ThemeBox("parchment", self.workspace))
        self.reader_box = self.add_field("reader", self.tr("Map fo&r"), build_reader_box())
        self.square_field = self.add_field(
            "square", self.tr("&Square"), create_decimal_field(0.5, 200, 29, suffix=self.tr(" mm"))
        )
        self._add_bed_fields()
        self.dpi_field = self.add_field(
            "dpi", self.tr("Reso&lution"), create_number_field(20, 1200, 96, suffix=self.tr(" dots an inch"))
        )
        self.paper_box = self.add_field("paper", self.tr("&Paper"), build_paper_box())
        orientation_texts = {**WORDS["orientation"], Orientation.AUTO: self.tr("Whichever shows the map larger")}
        self.orientation_box = self.add_field(
            "orientation", self.tr("&Orientation"), build_choice_box(orientation_texts)
        )
        self.option_boxes = self.add_option_boxes(("coordinates", "grid", "title"))
        tip = self.tr("Number the problems that the ruleset finds, as on the map")
        self.problems_checkbox = self.add_field(
            "problems", "", create_widget(QCheckBox, self.tr("Problems"), toolTip=tip)
        )

    def _add_bed_fields(self) -> None:
        """Add the fields for the width and depth of a 3D printer's bed."""
        (width, depth), mm = ExportOptions().bed, self.tr(" mm")
        width_text, depth_text = self.tr("Width of the printer's bed"), self.tr("Depth of the printer's bed")
        self.fields["bed-width"] = self.bed_width_field = create_decimal_field(
            20, MAX_BED_MM, width, width_text, mm, width_text
        )
        self.fields["bed-depth"] = self.bed_depth_field = create_decimal_field(
            20, MAX_BED_MM, depth, depth_text, mm, depth_text
        )
        self.bed_row = QWidget()
        build_row(
            (self.bed_width_field, 1), QLabel("×"), (self.bed_depth_field, 1), owner=self.bed_row, margins=NO_MARGINS
        )
        self.bed_row.setFocusProxy(self.bed_width_field)
        self.form.addRow(self.tr("Printer's &bed"), self.bed_row)

    def update_fields(self) -> None:
        """Enable the fields that the format uses.

        The bed of a 3D printer is shown only for formats that are cut to fit it.
        """
        self.form.setRowVisible(self.bed_row, UsedOptions.BED in self.exporter.used_options)
        required_option: dict[QWidget, UsedOptions] = {
            self.theme_box: UsedOptions.DRAWING, self.reader_box: UsedOptions.DRAWING,
            self.square_field: UsedOptions.SQUARE, self.dpi_field: UsedOptions.DPI,
            self.paper_box: UsedOptions.PAPER, self.orientation_box: UsedOptions.PAPER,
            self.options_row: UsedOptions.DRAWING, self.problems_checkbox: UsedOptions.FINDINGS,
        }  # fmt: skip
        enable_fields(
            self.form, {field: option in self.exporter.used_options for field, option in required_option.items()}
        )

    @property
    def exporter(self) -> Exporter:
        """The exporter of the chosen format."""
        return next(candidate for candidate in EXPORTERS if candidate.endings[0] == self.format_box.currentData())

    @property
    def options(self) -> ExportOptions:
        """The options of the exporter, as they are chosen now.

        Fields that the format does not use keep their default.
        """
        takes, defaults, drawing = self.exporter.used_options, ExportOptions(), self.build_drawing_options()
        if ".board.json" in self.exporter.endings:
            drawing = replace(drawing, hidden=True)  # as `convert` writes it
        has_ruleset = bool(self.workspace.layout.ruleset)  # the usual corners where it names no edition
        edition = self.workspace.ruleset if has_ruleset else Ruleset(id="", name="", rules={})
        return ExportOptions(
            drawing=drawing,
            square=self.square_field.value() if UsedOptions.SQUARE in takes else defaults.square,
            dpi=self.dpi_field.value() if UsedOptions.DPI in takes else defaults.dpi,
            bed=(self.bed_width_field.value(), self.bed_depth_field.value())
            if UsedOptions.BED in takes
            else defaults.bed,
            paper=self.paper_box.currentData(),
            orientation=self.orientation_box.currentData(),
            ruleset=edition if UsedOptions.EDITION in takes else None,
        )

    def build_job(self) -> ExportJob:
        """Return the job that makes the file or, while `_is_making_picture` is set, the picture beside it.

        Problems are marked only if the user wants that and the format can show them.
        """
        marks_findings = self.problems_checkbox.isChecked() and UsedOptions.FINDINGS in self.exporter.used_options
        findings = self.workspace.findings if marks_findings else ()
        return ExportJob(
            self.exporter, self.workspace.board, self.options, findings, self._target_name, self._is_making_picture
        )

    def make_and_write(self, path: Path) -> None:
        """Make the file and write it.

        The job knows the file's name meanwhile, since some formats refer to a picture beside it.
        """
        self._target_name = path.name
        super().make_and_write(path)
        self._target_name = ""

    def write_output(self, path: Path, data: bytes) -> None:
        """Write the file.

        For a format that refers to a picture beside the file, make the picture first and then write both.
        """
        if self.exporter.draw_picture is None:
            super().write_output(path, data)
            return
        picture = path.with_name(name_picture_beside(path.name))
        self._is_making_picture = True
        progress_text = fill_placeholders(translate("OutputDialog", "Making %1…"), picture.name)
        self.make_file(progress_text, partial(self._write_both, path, data, picture))
        self._is_making_picture = False

    def _write_both(self, path: Path, data: bytes, picture: Path, png: bytes) -> None:
        """Write a file and the picture that belongs beside it."""
        write_file(picture, png)
        super().write_output(path, data)

    def _show_plan(self, plan: OutputPlan) -> None:
        """Show the summary of a plan. For a text format, show the beginning of the file in place of a page."""
        super()._show_plan(plan)
        self.page_buttons.hide()
        if plan.text:
            self.view.show_text(plan.text)

    def format_summary(self, plan: OutputPlan) -> str:
        """Return how large the exported page, picture or solid is; empty if the format has no size."""
        takes, (width_in_squares, height_in_squares) = self.exporter.used_options, plan.squares
        if UsedOptions.PAPER in takes:
            (width, height), *_ = plan.sizes
            square = min(
                (width - 2 * PAGE_BORDER_MM) / width_in_squares, (height - 2 * PAGE_BORDER_MM) / height_in_squares
            )
            page_text = self.tr("One page of %1; a square is %2 mm wide. For a map true to scale choose File ▸ Print.")
            return fill_placeholders(page_text, self.paper_box.currentData(), f"{square:.1f}")
        if UsedOptions.SQUARE not in takes:
            return ""
        if plan.largest_solid_mm:
            return describe_solids(plan)
        square = self.square_field.value()
        size_text = fill_placeholders(
            self.tr("%1 × %2 mm"), f"{width_in_squares * square:.0f}", f"{height_in_squares * square:.0f}"
        )
        if UsedOptions.DPI not in takes:
            return size_text
        dots = square / 25.4 * self.dpi_field.value()
        return (
            fill_placeholders(
                self.tr("%1 × %2 pixels, "), round(width_in_squares * dots), round(height_in_squares * dots)
            )
            + size_text
        )

    def describe_target(self) -> tuple[str, tuple[str, ...], str]:
        """Return the chosen format in words, its endings, and "", since nothing is added to the dungeon's name."""
        return self.format_box.currentText().split("  (")[0], self.exporter.endings, ""


def describe_solids(plan: OutputPlan) -> str:
    """Return how many solids (bodies for a 3D printer) a file has, and how large the largest one is."""
    size = fill_placeholders(
        translate("output", "%1 × %2 × %3 mm"), *(f"{length:.0f}" for length in plan.largest_solid_mm)
    )
    if plan.solid_count == 0:
        single_solid_text = translate("output", "One solid of %1. The format “room by room” is cut to a printer's bed.")
        return fill_placeholders(single_solid_text, size)
    solid_count = plan.solid_count
    return fill_placeholders(translate("output", "%n solid(s), none larger than %1.", None, PLURAL, solid_count), size)

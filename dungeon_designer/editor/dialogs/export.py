"""Export: every format there is, with what it takes and what it will look like."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor.dialogs import fields
from dungeon_designer.editor.dialogs.output import OutputDialog
from dungeon_designer.editor.output_worker import ExportJob, Laid
from dungeon_designer.editor.widgets import length, number
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.exports.board_json import BoardExporter
from dungeon_designer.exports.options import Exporter, ExportOptions, Takes
from dungeon_designer.exports.pdf import BORDER
from dungeon_designer.exports.registry import EXPORTERS
from dungeon_designer.findings import Finding
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.translation import filled, translate


class ExportDialog(OutputDialog):
    """Choose a format, what is drawn and how large; what is shown is what will be written."""

    group = "export"

    def __init__(self, workspace: Workspace, parent: QWidget | None = None, settings: QSettings | None = None) -> None:
        super().__init__(workspace, parent, settings)
        self.setWindowTitle(self.tr("Export"))
        self.resize(980, 660)
        self.format = QComboBox()
        for exporter in (*EXPORTERS, self._board_exporter()):
            self.format.addItem(f"{translate('exports', exporter.name)}  ({', '.join(exporter.endings)})", exporter)
        self.theme, self.reader = fields.themes("parchment"), fields.readers()
        self.paper = fields.papers()
        self.orientation = fields.orientations(self.tr("Whichever shows the map larger"))
        self.square = length(0.5, 200, 29, suffix=self.tr(" mm"))
        self.dpi = number(20, 1200, 96, suffix=self.tr(" dots an inch"))
        self.shown = fields.shown(("coordinates", "grid", "title"))
        self.problems = QCheckBox(self.tr("Problems"))
        self.problems.setToolTip(self.tr("Number what the ruleset finds, as on the table"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.tr("The first lines of the file"))
        self.faces = QStackedWidget()
        self.faces.addWidget(self.view)
        self.faces.addWidget(self.text)
        self._name_fields()
        self._make_form()
        self.arrange(self.faces, self._buttons())
        self.format.currentIndexChanged.connect(self._chose)
        self.heed()
        self.set_default(self.save_button)
        self.look()

    def _board_exporter(self) -> BoardExporter:
        """The board's steps are those of the layout's edition; where it names none, of the usual corners."""
        return BoardExporter(self._edition)

    @property
    def _edition(self) -> Ruleset:
        return self.workspace.ruleset if self.workspace.layout.ruleset else Ruleset(id="", name="", rules={})

    def _name_fields(self) -> None:
        self.fields = {
            "theme": self.theme, "reader": self.reader, "square": self.square, "dpi": self.dpi,
            "paper": self.paper, "orientation": self.orientation, "problems": self.problems, **self.shown,
        }  # fmt: skip
        kept = str(self.settings.value(f"{self.group}/format", ""))
        at = next((i for i in range(self.format.count()) if self.format.itemData(i).endings[0] == kept), 0)
        self.format.setCurrentIndex(at)

    def _make_form(self) -> None:
        named = (
            (self.tr("&Format"), self.format),
            (self.tr("&Theme"), self.theme),
            (self.tr("Map fo&r"), self.reader),
            (self.tr("&Square"), self.square),
            (self.tr("Reso&lution"), self.dpi),
            (self.tr("&Paper"), self.paper),
            (self.tr("&Orientation"), self.orientation),
        )
        self.rows(named, (*self.shown.values(), self.problems))

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.save_button.setText(self.tr("Save…"))
        buttons.accepted.connect(self.ask)
        buttons.rejected.connect(self.reject)
        return buttons

    def heed(self) -> None:
        """Only what the format takes can be chosen."""
        takes = self.exporter.takes
        needs: dict[QWidget, Takes] = {
            self.theme: Takes.DRAWING, self.reader: Takes.DRAWING, self.square: Takes.SQUARE, self.dpi: Takes.DPI,
            self.paper: Takes.PAPER, self.orientation: Takes.PAPER,
            **dict.fromkeys(self.shown.values(), Takes.DRAWING), self.problems: Takes.FINDINGS,
        }  # fmt: skip
        fields.enable(self.form, {field: needed in takes for field, needed in needs.items()})

    # What was chosen ------------------------------------------------------------------------------------------

    @property
    def exporter(self) -> Exporter:
        """The format."""
        exporter: Exporter = self.format.currentData()
        return exporter

    @property
    def options(self) -> ExportOptions:
        """How the map is written; what the format does not take has no say."""
        takes, usual = self.exporter.takes, ExportOptions()
        wanted: dict[str, Any] = {name: box.isChecked() for name, box in self.shown.items()}
        hidden = self.reader.currentData() == "organiser"
        return ExportOptions(
            drawing=DrawingOptions(theme=self.theme.currentData(), hidden=hidden, **wanted),
            square=self.square.value() if Takes.SQUARE in takes else usual.square,
            dpi=self.dpi.value() if Takes.DPI in takes else usual.dpi,
            paper=self.paper.currentData(),
            orientation=self.orientation.currentData(),
            ruleset=self._edition if Takes.EDITION in takes else None,
        )

    @property
    def findings(self) -> Sequence[Finding]:
        """The problems to be marked."""
        return self.workspace.findings if self.problems.isChecked() and Takes.FINDINGS in self.exporter.takes else ()

    def job(self) -> ExportJob:
        """The file to be made."""
        return ExportJob(self.exporter, self.workspace.board, self.options, self.findings)

    # What it comes to -----------------------------------------------------------------------------------------

    def _on_laid(self, laid: Laid) -> None:
        self.faces.setCurrentWidget(self.text if laid.text else self.view)
        self.text.setPlainText(laid.text)
        self.leafing.hide()
        super()._on_laid(laid)

    def caption(self, laid: Laid, page: int) -> str:
        """There is one page only."""
        return ""

    def summary(self, laid: Laid) -> str:
        """How large the file's picture is."""
        takes, (across, down) = self.exporter.takes, laid.squares
        if laid.text:
            return self.tr("Every square, its edges and the steps one may take, as JSON; its beginning is shown.")
        if Takes.PAPER in takes:
            (width, height), *_ = laid.sizes
            square = min((width - 2 * BORDER) / across, (height - 2 * BORDER) / down)
            said = self.tr("One page of %1; a square is %2 mm wide. For a map true to scale choose File ▸ Print.")
            return filled(said, self.paper.currentData(), f"{square:.1f}")
        if Takes.SQUARE not in takes:
            return self.tr("The map as wide as the browser, the notes, and a table of the problems that are marked.")
        square = self.square.value()
        said = filled(self.tr("%1 × %2 mm"), f"{across * square:.0f}", f"{down * square:.0f}")
        return f"{self._pixels(across, down)}{said}"

    def _pixels(self, across: float, down: float) -> str:
        if Takes.DPI not in self.exporter.takes:
            return ""
        scale = self.square.value() / 25.4 * self.dpi.value()
        return filled(self.tr("%1 × %2 pixels, "), round(across * scale), round(down * scale))

    # Writing --------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Choose the file and write it."""
        exporter = self.exporter
        kind = self.format.currentText().split("  (")[0]
        path = self.ask_path(self.tr("Export"), exporter.endings[0], exporter.endings, kind)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Make the file and write it; the dialog closes when it is written."""
        words = filled(self.tr("Making %1…"), path.name)
        self.make(words, lambda data: self.write(path, data))

    def remember(self) -> None:
        """Keep what was chosen, the format too."""
        super().remember()
        self.settings.setValue(f"{self.group}/format", self.exporter.endings[0])

"""The dialog that compares the dungeon with a file: what changed in words, and both maps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QDialogButtonBox, QSplitter, QTextBrowser, QWidget

from dungeon_designer.comparison.comparison_report import render_markdown
from dungeon_designer.comparison.dungeon_comparison import compare_dungeons
from dungeon_designer.comparison.picture import draw_comparison
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.editor.background_worker import AnswerSender, BackgroundWorker
from dungeon_designer.editor.fitting import FittingDialog, ShrinkingPicture
from dungeon_designer.editor.widgets import build_column, create_answer_buttons, create_widget
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.rasterising import paint_picture
from dungeon_designer.exports.svg import write_svg_with_fonts
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import escape_markdown

PICTURE_SIZE_PX = 1400
"""The longer side of the picture in pixels of the screen; a smaller window shows it smaller."""

THEMES = {False: "parchment", True: "slate"}
"""The theme of the maps in a light and in a dark window."""


@dataclass(frozen=True)
class ComparisonRequest:
    """What to compare: the file, which is the state before, and the dungeon of the window.

    Attributes:
        file: the file.
        dungeon: the dungeon of the window.
        dark: whether the window is dark.
    """

    file: Path
    dungeon: Dungeon
    dark: bool


@dataclass(frozen=True)
class ComparisonAnswer:
    """What changed, as Markdown, and the picture as a PNG; no bytes if no map can be drawn."""

    markdown: str
    png: bytes


def compare_in_background(request: ComparisonRequest, send_answer: AnswerSender) -> None:
    """Compare a file with a dungeon and send the text, and then the text with the picture.

    This is a work function for `BackgroundWorker`.

    Raises:
        DungeonError: the file holds no dungeon.
    """
    before = replace(Dungeon.load(request.file), file=request.file.name)  # the folder in it says nothing here
    comparison = compare_dungeons(before, request.dungeon)
    markdown = render_markdown(comparison, TextStyle())
    send_answer(ComparisonAnswer(markdown, b""))
    try:
        drawing = draw_comparison(comparison, THEMES[request.dark])
    except UsageError as error:
        send_answer(ComparisonAnswer(f"{markdown}\n{escape_markdown(str(error))}\n", b""))
        return
    width, height = drawing.size
    scale = PICTURE_SIZE_PX / max(width, height)
    svg = write_svg_with_fonts(drawing, 1.0).decode()
    send_answer(ComparisonAnswer(markdown, paint_picture(svg, round(width * scale), round(height * scale))))


class ComparisonDialog(FittingDialog):
    """What changed from a file to the dungeon of the window. The window behind it stays usable.

    Args:
        workspace: the dungeon.
        file: the file that it is compared with.
        dark: whether the window is dark.
    """

    def __init__(self, workspace: Workspace, file: Path, dark: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Compare with %1").replace("%1", file.name))
        self.resize(QSize(1100, 700))
        self.text = create_widget(
            QTextBrowser, plainText=self.tr("Comparing…"), openLinks=False, accessibleName=self.tr("What changed")
        )
        self.picture = ShrinkingPicture(accessibleName=self.tr("The maps before and after"))
        self.picture.setMinimumSize(160, 120)
        splitter = create_widget(QSplitter, Qt.Orientation.Horizontal, childrenCollapsible=False)
        splitter.addWidget(self.text)
        splitter.addWidget(self.picture)
        splitter.setSizes([460, 640])
        buttons = create_answer_buttons(self, QDialogButtonBox.StandardButton.Close)
        build_column((splitter, 1), buttons, owner=self)
        self._worker = BackgroundWorker(compare_in_background, "comparison", self)
        self._worker.answer_received.connect(self._show_answer)
        self._worker.work_ended.connect(self._show_problem)
        self.finished.connect(self._worker.close)
        self._worker.submit_request(ComparisonRequest(file, _build_dungeon(workspace), dark))

    def _show_answer(self, answer: ComparisonAnswer) -> None:
        """Show the text, and the picture if there is one."""
        self.text.setMarkdown(answer.markdown)
        picture = QPixmap()
        if answer.png:
            picture.loadFromData(answer.png, "PNG")
            picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.picture.show_picture(picture)

    def _show_problem(self, problem: str, is_internal_error: bool) -> None:
        """Show why there is no comparison, if that is so."""
        if problem:
            self.text.setPlainText(problem)


def _build_dungeon(workspace: Workspace) -> Dungeon:
    """Return the dungeon of the window as it is now, under the name of its file."""
    document = workspace.document
    name = document.path.name if document.path else document.title
    return Dungeon(workspace.layout, name, document.file_bytes or b"", workspace.folder, workspace.library)

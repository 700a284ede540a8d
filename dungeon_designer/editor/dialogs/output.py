"""The base class of the export and print dialogs: options on the left, pages on the right, progress below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QPalette, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QToolButton,
    QWidget,
)

from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.editor.background_worker import BackgroundProcess
from dungeon_designer.editor.dialogs.theme_box import ThemeBox
from dungeon_designer.editor.fitting import FittingDialog, build_scroll_area
from dungeon_designer.editor.output_worker import Job, OutputPlan, OutputRequest, OutputWorker
from dungeon_designer.editor.widgets import (
    NO_MARGINS,
    WORDS,
    build_column,
    build_row,
    create_plain_label,
    create_timer,
    create_widget,
    create_wrapped_label,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.rulesets.loader import format_title
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import fill_placeholders, translate

MAP_OPTION_TEXTS: dict[str, list[str]] = WORDS["shown"]
"""The things that a map can show besides itself: fields of `DrawingOptions`, each with its text and its tip."""


def build_choice_box(text_by_value: Mapping[str, str], chosen_value: str = "") -> QComboBox:
    """Return a field to choose one of some values.

    Args:
        text_by_value: the values and their texts. Texts of the editor's tables are translated.
        chosen_value: the value that is chosen at first; otherwise the first one.
    """
    box = QComboBox()
    for value, text in text_by_value.items():
        box.addItem(translate("choices", text), str(value))
    box.setCurrentIndex(max(0, box.findData(chosen_value)))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(24)
    return box


def build_paper_box() -> QComboBox:
    """Return a field to choose a paper size, with A4 chosen."""
    sizes = {name: f"{name}  ({paper.width:g} × {paper.height:g} mm)" for name, paper in PAPERS.items()}
    return build_choice_box(sizes, "A4")


def build_reader_box() -> QComboBox:
    """Return a field to choose for whom the map is: with secrets for the organiser, or without for players."""
    box = build_choice_box(WORDS["reader"])
    box.setToolTip(translate("choices", "Secrets are the contents below trapdoors and on the faces of pit counters"))
    return box


def enable_fields(form: QFormLayout, fields: Mapping[QWidget, bool]) -> None:
    """Enable or disable fields of a form together with their labels."""
    for field, is_enabled in fields.items():
        field.setEnabled(is_enabled)
        label = form.labelForField(field)
        if label is not None:
            label.setEnabled(is_enabled)


PREVIEW_DELAY_MS = 120
"""The delay in milliseconds between a change of an option and the new preview; the user may be turning a wheel."""

_PROBLEM_PAGE = 1
"""The index of the page with a problem in the line at the foot of the dialog."""

FORM_WIDTH_PX = 368
"""The width in pixels of the form on the left, with its scroll bar."""

_Field = TypeVar("_Field", bound=QWidget)


class OutputDialog(FittingDialog):
    """The base of the export and print dialogs: it previews what it will write.

    Subclasses add fields and build the job. A job is one output with its options, such as a PDF file of the map. A
    plan says what a job will produce, such as the sizes of its pages. Both are worked out in another process.

    Attributes:
        group: the name of the dialog in the settings, under which the chosen options are kept.
    """

    group = ""
    theme_box: ThemeBox
    reader_box: QComboBox
    option_boxes: dict[str, QCheckBox]

    def __init__(self, workspace: Workspace, parent: QWidget | None, settings: QSettings) -> None:
        super().__init__(parent)
        self.workspace, self.settings = workspace, settings
        self.form = create_widget(
            QFormLayout,
            fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow,
            labelAlignment=Qt.AlignmentFlag.AlignRight,
        )
        self.fields: dict[str, QWidget] = {}
        self.page = self._job_number = 0
        self.plan: OutputPlan | None = None
        self._job: Job | None = None
        self._use_file: Callable[[bytes], None] | None = None
        self._run_when_planned: Callable[[], None] | None = None
        self.view = PageView()
        self.view.resized.connect(self._follow_view_size)
        self.view.page_turned.connect(self.turn_page)
        self._preview_timer = create_timer(self, PREVIEW_DELAY_MS, self.refresh_preview)
        self.worker = BackgroundProcess(OutputWorker(), "output worker", self)
        self.worker.answer_received.connect(self._handle_result)
        self.worker.work_ended.connect(self._handle_end)

    def build_job(self) -> Job:
        """Return the job for the options that are chosen in the fields now.

        Raises:
            DungeonError: The options cannot be used.
        """
        raise NotImplementedError

    def format_caption(self, plan: OutputPlan, page: int) -> str:
        """Return the text below a page; empty if there is only one page."""
        return ""

    def format_summary(self, plan: OutputPlan) -> str:
        """Return a summary of the files that will be written."""
        raise NotImplementedError

    def add_field(self, name: str, label: str, field: _Field) -> _Field:
        """Add a row with a field to the form, and return the field.

        Args:
            name: the name under which the chosen value is kept in the settings.
            label: the label of the row.
            field: the field.
        """
        self.fields[name] = field
        self.form.addRow(label, field)
        return field

    def add_option_boxes(self, ticked_names: Collection[str]) -> dict[str, QCheckBox]:
        """Add a checkbox for each thing that a map can show besides itself.

        Args:
            ticked_names: the names of the boxes that are ticked at first.

        Returns:
            The boxes by the name of their field of `DrawingOptions`.
        """
        boxes: dict[str, QCheckBox] = {}
        for name, texts in MAP_OPTION_TEXTS.items():
            label, tip = (translate("choices", text) for text in texts)
            self.fields[name] = boxes[name] = create_widget(QCheckBox, label, toolTip=tip, checked=name in ticked_names)
        self.options_row = QWidget()
        build_column(*boxes.values(), owner=self.options_row, margins=NO_MARGINS)
        self.form.addRow(self.tr("Shown"), self.options_row)
        return boxes

    def arrange_widgets(self, buttons: QDialogButtonBox, default: QPushButton) -> None:
        """Lay out the dialog and restore the options that were chosen last.

        Subclasses call this once all fields are added.

        Args:
            buttons: the buttons at the lower right.
            default: the button that Return presses.
        """
        self.summary_label = create_wrapped_label()
        self.summary_label.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self.summary_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.form_panel, self.buttons = QWidget(), buttons
        self.form_panel.setFixedWidth(FORM_WIDTH_PX)
        form_area = build_scroll_area(self.form, 1, name=self.tr("Options"))
        build_column((form_area, 1), self.summary_label, owner=self.form_panel, margins=NO_MARGINS)
        self._arrange_page_buttons()
        panels = build_row(self.form_panel, (build_column((self.view, 1), self.page_buttons), 1))
        build_column((panels, 1), build_row((self._build_status_line(), 1), buttons), owner=self)
        for button_ in self.findChildren(QPushButton):
            button_.setAutoDefault(button_ is default)
        default.setDefault(True)
        self._restore_fields()
        self.theme_box.choose_own_theme()
        self.update_fields()
        for field in self.fields.values():
            signal = field.metaObject().userProperty().notifySignal().name().toStdString()
            getattr(field, signal).connect(self.handle_change)

    def _arrange_page_buttons(self) -> None:
        """Create the buttons that turn the pages, with the caption of the page between them."""
        self.back_button = self._build_arrow_button(
            Qt.ArrowType.LeftArrow, -1, Qt.Key.Key_PageUp, self.tr("The page before (Page Up)")
        )
        self.forward_button = self._build_arrow_button(
            Qt.ArrowType.RightArrow, 1, Qt.Key.Key_PageDown, self.tr("The next page (Page Down)")
        )
        self.caption_label = create_plain_label()
        self.caption_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.caption_label.setMinimumWidth(120)
        self.page_buttons = QWidget()
        build_row(
            1, self.back_button, self.caption_label, self.forward_button, 1, owner=self.page_buttons, margins=NO_MARGINS
        )

    def _restore_fields(self) -> None:
        """Set each field to what was chosen last, if that was saved and can still be chosen."""
        for name, field in self.fields.items():
            saved_value = self.settings.value(f"{self.group}/{name}")
            if isinstance(field, QComboBox) and not field.isEditable():
                index = field.findData(saved_value)
                field.setCurrentIndex(index if index >= 0 else field.currentIndex())
            elif saved_value is not None:
                field.setProperty(str(field.metaObject().userProperty().name()), saved_value)

    def _build_arrow_button(self, arrow: Qt.ArrowType, step: int, key: Qt.Key, tip: str) -> QToolButton:
        """Return a button, with a shortcut, that turns `step` pages: 1 forward, -1 back."""
        return create_widget(
            QToolButton,
            arrowType=arrow,
            shortcut=QKeySequence(key),
            autoRaise=True,
            toolTip=tip,
            accessibleName=tip,
            clicked=lambda: self.turn_page(step),
        )

    def _build_status_line(self) -> QWidget:
        """Return the line at the foot of the dialog, as a stack of three pages.

        They show what was written last, a problem, and the progress of the work with a Cancel button.
        """
        warning_icon, self.problem_label, problem_page = QLabel(), create_plain_label(), QWidget()
        icon_size = self.fontMetrics().height()
        warning_icon.setPixmap(
            self.style().standardIcon(QStyle.StandardPixmap.SP_MessageBoxWarning).pixmap(icon_size, icon_size)
        )
        self.problem_label.setWordWrap(True)
        self.problem_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        build_row(warning_icon, (self.problem_label, 1), owner=problem_page, margins=NO_MARGINS)
        self.progress_label = create_plain_label()
        self.progress_bar = create_widget(QProgressBar, textVisible=False)
        progress_page = QWidget()
        self.cancel_button = create_widget(QPushButton, self.tr("Cancel"), clicked=self.cancel_work)
        build_row(
            self.progress_label, (self.progress_bar, 1), self.cancel_button, owner=progress_page, margins=NO_MARGINS
        )
        self.status_pages = QStackedWidget()
        self.status_pages.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.written_label = create_plain_label()
        self.written_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for page in (self.written_label, problem_page, progress_page):
            self.status_pages.addWidget(page)
        return self.status_pages

    def update_fields(self) -> None:
        """Enable only the fields that change the output.

        Called after each change; a subclass overrides it if it needs this.
        """

    def build_drawing_options(
        self, secrets: bool = True, option_names: Collection[str] = tuple(MAP_OPTION_TEXTS)
    ) -> DrawingOptions:
        """Return the options of the drawing as they are chosen now in the dialog's fields.

        These are the theme, for whom the map is, and the checkboxes. The name of the edition is added, if the dungeon
        names a ruleset that can be used.

        Args:
            secrets: whether secrets are drawn if the field says that the map is for the organiser. If false, they are
                never drawn.
            option_names: the names of the checkboxes that are read; the others keep the defaults of `DrawingOptions`.
        """
        chosen_options: dict[str, Any] = {
            name: box.isChecked() for name, box in self.option_boxes.items() if name in option_names
        }
        shows_secrets = secrets and self.reader_box.currentData() == "organiser"
        workspace = self.workspace
        edition = format_title(workspace.ruleset) if workspace.layout.ruleset and not workspace.ruleset_problem else ""
        return DrawingOptions(
            theme=self.theme_box.chosen_theme, hidden=shows_secrets, edition=edition, **chosen_options
        )

    def handle_change(self) -> None:
        """Update the fields after the user changed an option, and start the timer for a new preview."""
        self.written_label.clear()
        self.update_fields()
        self._preview_timer.start()

    def refresh_preview(self) -> None:
        """Request the plan and the current page for the chosen options now, without waiting for the timer.

        If the options cannot be used, `_read_choices` shows why.
        """
        self._preview_timer.stop()
        if self._read_choices():
            self.status_pages.setCurrentIndex(0)
            self._request_page()

    def _read_choices(self) -> bool:
        """Build the job for the chosen options as the current job, and return whether they can be used.

        The job says what the worker, a second process, draws. If it differs from the last job it gets a new number, by
        which the worker knows it. If the options cannot be used, the reason is shown.
        """
        try:
            job = self.build_job()
        except DungeonError as error:
            self._show_failure(str(error))
            return False
        if job != self._job:
            self._job, self._job_number = job, self._job_number + 1
        return True

    def _request_page(self) -> None:
        """Request the plan of the current job and a picture of the current page.

        Do nothing while a file is being made.
        """
        if self._job is not None and not self.is_making:
            self.worker.submit_request(OutputRequest(self._job, self._job_number, self.page, self.view.available_size))

    def _follow_view_size(self) -> None:
        """Request the page in the new size of the view.

        Options that cannot be used are not tried again: the sentence that says so changes the size of the view itself.
        """
        if self.plan is not None or self.status_pages.currentIndex() != _PROBLEM_PAGE:
            self._request_page()

    def run_when_planned(self, action: Callable[[], None]) -> None:
        """Call a function that needs the plan of the chosen options: now, or once the worker has sent that plan.

        If the options cannot be used, the function is not called.
        """
        if self._preview_timer.isActive():
            self.refresh_preview()
        if not self.worker.is_idle:
            self._run_when_planned = action
        elif self.plan is not None:
            action()

    def turn_page(self, step: int) -> None:
        """Show the page that is `step` pages later, or earlier if negative; stop at the first and the last page."""
        count = len(self.plan.sizes) if self.plan else 0
        page = max(0, min(self.page + step, count - 1))
        if page != self.page:
            self.page = page
            self._show_caption()
            self._request_page()

    def _handle_result(self, result: OutputPlan | bytes | str) -> None:
        """Handle what the worker sent.

        A text is a warning, an `OutputPlan` is the plan, and bytes are a page as PNG or the file that is being made.
        """
        if isinstance(result, str):
            self.show_problem(result)
        elif isinstance(result, OutputPlan):
            self._show_plan(result)
        elif self._use_file is None:
            self.view.show_page(result)
        else:
            self._handle_file(self._use_file, result)

    def _show_plan(self, plan: OutputPlan) -> None:
        """Show the summary of a plan, and a caption for the page."""
        self.plan = plan
        self.page = max(0, min(self.page, len(plan.sizes) - 1))
        self.summary_label.setText(self.format_summary(plan))
        self._show_caption()

    def _handle_end(self, problem: str, fault: bool) -> None:
        """Handle the end of the worker's request: show what went wrong, or run the action that waits.

        An action such as saving waits until it is known which pages there will be.

        Args:
            problem: what went wrong; empty if nothing did or the reason is unknown.
            fault: whether an error of the program itself ended the work.
        """
        if problem or fault:
            fault_text = self.tr("the part of the program that makes pages ended; is there memory enough for them?")
            self._show_failure(
                fill_placeholders(self.tr("This is an error of the program: %1"), problem or fault_text)
                if fault
                else problem
            )
        elif self._run_when_planned is not None:
            action, self._run_when_planned = self._run_when_planned, None
            action()

    def _show_caption(self) -> None:
        """Show the caption of the page, and enable the buttons that turn pages."""
        page_count = len(self.plan.sizes) if self.plan else 0
        self.caption_label.setText(self.format_caption(self.plan, self.page) if self.plan and page_count else "")
        for button, is_enabled in (
            (self.back_button, self.page > 0),
            (self.forward_button, self.page < page_count - 1),
        ):
            button.setEnabled(is_enabled)

    @property
    def is_making(self) -> bool:
        """Whether a file is being made."""
        return self._use_file is not None

    def make_file(self, progress_text: str, use_file: Callable[[bytes], None], command: tuple[str, ...] = ()) -> None:
        """Make the file of the chosen options in the background. The user can cancel meanwhile.

        Args:
            progress_text: the text beside the progress bar.
            use_file: called with the bytes of the file; with a command, it is called with the command's error output
                instead, which is empty if it succeeded.
            command: a program that gets the file as its input, such as the one that prints; empty for none.
        """
        if self._read_choices() and self._job is not None:
            self._use_file = use_file
            self.written_label.clear()
            self._show_progress(progress_text)
            self.worker.submit_request(OutputRequest(self._job, self._job_number, command=command))

    def cancel_work(self) -> None:
        """Stop making the file, so that nothing is written, and show the preview again."""
        self.worker.cancel_request()
        self._use_file = None
        self._show_progress("")
        self.refresh_preview()

    def _show_progress(self, progress_text: str) -> None:
        """Show a progress bar with a text and lock the fields; an empty text hides the bar and unlocks them."""
        self.progress_label.setText(progress_text)
        self.progress_bar.setRange(0, 0)
        self.status_pages.setCurrentIndex(2 if progress_text else 0)
        for panel in (self.form_panel, self.page_buttons, self.buttons):
            panel.setEnabled(not progress_text)

    def _handle_file(self, use_file: Callable[[bytes], None], data: bytes) -> None:
        """Unlock the fields and give the finished file to the function that was waiting for it.

        If that function fails, show the problem and request the page again.
        """
        self._use_file = None
        self._show_progress("")
        try:
            use_file(data)
        except DungeonError as error:
            self.show_problem(str(error))
            self._request_page()

    def _show_failure(self, problem: str) -> None:
        """Stop all work and show a problem. If no file was being made, empty the preview, too."""
        if not self.is_making:
            self.plan, self.page = None, 0
            self._show_caption()
            self.summary_label.clear()
            self.view.show_text(self.tr("Nothing to show"))
        self._use_file = self._run_when_planned = None
        self.worker.drop_request()
        self._show_progress("")
        self.show_problem(problem)

    def show_problem(self, problem: str) -> None:
        """Show in one sentence why something cannot be done."""
        self.problem_label.setText(problem[:1].upper() + problem[1:])
        self.status_pages.setCurrentIndex(_PROBLEM_PAGE)

    def describe_target(self) -> tuple[str, tuple[str, ...], str]:
        """Return what file is written.

        Returns:
            The kind of file in words, its endings with the usual one first, and the suffix of its suggested name.
        """
        raise NotImplementedError

    def save_as(self) -> None:
        """Ask for the file's name and write it."""
        path = self._choose_path(*self.describe_target())
        if path is not None:
            self.make_and_write(path)

    def make_and_write(self, path: Path) -> None:
        """Make the file and write it to a path."""
        self.make_file(fill_placeholders(self.tr("Making %1…"), path.name), lambda data: self.write_output(path, data))

    def _choose_path(self, kind: str, endings: tuple[str, ...], suffix: str) -> Path | None:
        """Ask where to write the file, and return the path; None if the user cancels.

        Args:
            kind: the kind of file in words.
            endings: its possible endings; the first is added to a name that has none.
            suffix: the text after the dungeon's name in the suggested file name.
        """
        path = self.workspace.document.path
        folder = Path(str(self.settings.value(f"{self.group}/folder", "")) or (path.parent if path else Path()))
        name = (path.name.split(".")[0] if path else self.tr("dungeon")) + suffix
        pattern = f"{kind} ({' '.join(f'*{ending}' for ending in endings)})"
        dialog = QFileDialog(self, self.windowTitle(), str(folder), pattern)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(endings[0])
        dialog.selectFile(f"{name}{endings[0]}")
        return Path(dialog.selectedFiles()[0]) if dialog.exec() else None

    def write_output(self, path: Path, data: bytes) -> None:
        """Write the file and remember its folder.

        Raises:
            WriteError: The file could not be written.
        """
        write_file(path, data)
        self.settings.setValue(f"{self.group}/folder", str(path.parent))
        self.report_success(fill_placeholders(self.tr("Written: %1"), path))

    def report_success(self, message: str) -> None:
        """Show what was done and save the chosen options. The dialog stays open for the next file."""
        self.save_choices()
        self.workspace.message_sent.emit(message)
        self.written_label.setText(message)

    def save_choices(self) -> None:
        """Save the chosen options in the settings, for the next time that the dialog is opened.

        For a list, the value behind the chosen text is saved, since texts depend on the language.
        """
        for name, field in self.fields.items():
            is_list = isinstance(field, QComboBox) and not field.isEditable()
            value = "currentData" if is_list else str(field.metaObject().userProperty().name())
            self.settings.setValue(f"{self.group}/{name}", field.property(value))

    def reject(self) -> None:
        """Handle Esc: cancel the file that is being made, or close the dialog if none is."""
        if self.is_making:
            self.cancel_work()
        else:
            super().reject()

    def done(self, result: int) -> None:
        """Stop all work when the dialog is closed."""
        self._preview_timer.stop()
        self.worker.close()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the dialog at once when its window is closed, even while a file is made."""
        self._use_file = None
        super().closeEvent(event)
        self._preview_timer.stop()
        self.worker.close()  # a dialog that was never shown is not done with, only closed


PAGE_MARGIN_PX = 18
"""The space around a page, in pixels."""

WHEEL_NOTCH = 120
"""The angle of the mouse wheel for one page, in eighths of a degree."""


class PageView(QLabel):
    """A widget that shows one page, or a text in its place. The mouse wheel turns pages.

    Signals:
        resized: the widget has another size, so that the page is needed in another resolution.
        page_turned: the user turned pages. Carries their number, which is negative for earlier pages.
    """

    resized = Signal()
    page_turned = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumSize(200, 140)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setBackgroundRole(QPalette.ColorRole.Mid)
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Page preview"))
        self._wheel_angle = 0

    @property
    def available_size(self) -> tuple[float, float]:
        """The largest width and height of a page, in pixels of the screen."""
        ratio = self.devicePixelRatioF()
        return max(1, self.width() - 2 * PAGE_MARGIN_PX) * ratio, max(1, self.height() - 2 * PAGE_MARGIN_PX) * ratio

    def show_text(self, text: str) -> None:
        """Show a text, or the beginning of a file that is no picture."""
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setText(text)

    def show_page(self, png: bytes) -> None:
        """Show a page from a PNG file. One pixel of the file fills one pixel of the screen."""
        picture = QPixmap()
        picture.loadFromData(png, "PNG")
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setPixmap(picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Report the new size, since a page is as large as the view."""
        super().resizeEvent(event)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn one page for each notch of the wheel."""
        self._wheel_angle += event.angleDelta().y()
        steps = int(self._wheel_angle / WHEEL_NOTCH)
        self._wheel_angle -= steps * WHEEL_NOTCH
        if steps:
            self.page_turned.emit(-steps)
        event.accept()

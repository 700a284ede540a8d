"""What export and print have in common: choices at the left, pages at the right, work nobody waits for below."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QIcon, QKeySequence, QPalette, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
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

from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.editor.background import BackgroundProcess
from dungeon_designer.editor.output_worker import Job, Maker, Order, OutputPlan
from dungeon_designer.editor.widgets import NONE, WORDS, column, made, plain_label, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.rulesets.loader import title_of
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import filled, translate

SHOWN_WORDS: dict[str, list[str]] = WORDS["shown"]
"""What a map shows besides itself: fields of `DrawingOptions`, each with its tip."""


def choices(words: Mapping[str, str], chosen: str = "") -> QComboBox:
    """Values to choose from, each in its words; the words of a table are translated."""
    box = QComboBox()
    for value, text in words.items():
        box.addItem(translate("choices", text), str(value))
    box.setCurrentIndex(max(0, box.findData(chosen)))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(24)
    return box


def themes(first: str) -> QComboBox:
    """The themes, `first` chosen."""
    return choices({name: WORDS["theme"].get(name, name.capitalize()) for name in THEMES}, first)


def papers() -> QComboBox:
    """Every size of paper, A4 chosen."""
    sizes = {name: f"{name}  ({paper.width:g} × {paper.height:g} mm)" for name, paper in PAPERS.items()}
    return choices(sizes, "A4")


def readers() -> QComboBox:
    """Whose map it is: one that keeps its secrets, or one that shows them."""
    box = choices(WORDS["reader"])
    box.setToolTip(translate("choices", "Secrets are what lies under trapdoors and in pit counters"))
    return box


def enable(form: QFormLayout, fields: Mapping[QWidget, bool]) -> None:
    """Let fields be used or not, and their labels with them."""
    for field, usable in fields.items():
        field.setEnabled(usable)
        label = form.labelForField(field)
        if label is not None:
            label.setEnabled(usable)


PATIENCE = 120
"""Milliseconds after a change before pages are drawn: somebody may be turning a wheel."""

LEFT = 348
"""The width of the fields."""

_Field = TypeVar("_Field", bound=QWidget)


class OutputDialog(QDialog):
    """A dialog that shows what it will write. Subclasses `add` their fields and make the `job`."""

    group = ""
    theme: QComboBox
    reader: QComboBox
    shown: dict[str, QCheckBox]

    def __init__(self, workspace: Workspace, parent: QWidget | None, settings: QSettings) -> None:
        super().__init__(parent)
        self.workspace, self.settings = workspace, settings
        self.form = made(
            QFormLayout,
            fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow,
            labelAlignment=Qt.AlignmentFlag.AlignRight,
        )
        self.fields: dict[str, QWidget] = {}
        self.page = self._number = 0
        self.laid: OutputPlan | None = None
        self._job: Job | None = None
        self._then: Callable[[bytes], None] | None = None
        self._soon: Callable[[], None] | None = None
        self.view = PageView()
        self.view.resized.connect(self._ask)
        self.view.leafed.connect(self.leaf)
        self._timer = timer(self, PATIENCE, self.look)
        self.worker = BackgroundProcess(Maker(), "output worker", self)
        self.worker.heard.connect(self._on_heard)
        self.worker.ended.connect(self._on_ended)

    def job(self) -> Job:
        """What is to be made, by the choices; DungeonError says what is wrong with them."""
        raise NotImplementedError

    def caption(self, laid: OutputPlan, page: int) -> str:
        """What a page is called, where there are several."""
        return ""

    def summary(self, laid: OutputPlan) -> str:
        """What it all will come to."""
        raise NotImplementedError

    def add(self, name: str, words: str, field: _Field) -> _Field:
        """A row of the form; what is chosen is kept by the field's name."""
        self.fields[name] = field
        self.form.addRow(words, field)
        return field

    def add_shown(self, ticked: Collection[str]) -> dict[str, QCheckBox]:
        """A box for each thing a map may show besides itself: fields of `DrawingOptions`."""
        boxes: dict[str, QCheckBox] = {}
        for name, texts in SHOWN_WORDS.items():
            words, tip = (translate("choices", text) for text in texts)
            self.fields[name] = boxes[name] = made(QCheckBox, words, toolTip=tip, checked=name in ticked)
        self.shown_row = QWidget()
        column(*boxes.values(), of=self.shown_row, margins=NONE)
        self.form.addRow(self.tr("Shown"), self.shown_row)
        return boxes

    def arrange(self, buttons: QDialogButtonBox, default: QPushButton) -> None:
        """Put everything in its place; what was chosen last is chosen again. Enter presses the default button."""
        self.outcome = wrapped()
        self.outcome.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.choices, self.buttons = QWidget(), buttons
        self.choices.setFixedWidth(LEFT)
        column(self.form, 1, self.outcome, of=self.choices, margins=(0, 0, 6, 0))
        self.back = self._arrow(Qt.ArrowType.LeftArrow, -1, Qt.Key.Key_PageUp, self.tr("The page before (Page Up)"))
        self.forward = self._arrow(
            Qt.ArrowType.RightArrow, 1, Qt.Key.Key_PageDown, self.tr("The next page (Page Down)")
        )
        self.name = plain_label()
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name.setMinimumWidth(220)
        self.leafing = QWidget()
        row(1, self.back, self.name, self.forward, 1, of=self.leafing, margins=NONE)
        both = row(self.choices, (column((self.view, 1), self.leafing), 1))
        column((both, 1), row((self._status(), 1), buttons), of=self)
        for button in buttons.buttons():
            button.setIcon(QIcon())  # some systems put theirs there, dark on dark
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(each is default)
        default.setDefault(True)
        for name, field in self.fields.items():  # what is kept no more, or never was, leaves its field as it is
            kept = self.settings.value(f"{self.group}/{name}")
            if isinstance(field, QComboBox) and not field.isEditable():
                at = field.findData(kept)
                field.setCurrentIndex(at if at >= 0 else field.currentIndex())
            elif kept is not None:
                field.setProperty(str(field.metaObject().userProperty().name()), kept)
        self.heed()
        for field in self.fields.values():
            signal = field.metaObject().userProperty().notifySignal().name().toStdString()
            getattr(field, signal).connect(self.change)

    def _arrow(self, arrow: Qt.ArrowType, step: int, key: Qt.Key, tip: str) -> QToolButton:
        return made(
            QToolButton,
            arrowType=arrow,
            shortcut=QKeySequence(key),
            autoRaise=True,
            toolTip=tip,
            accessibleName=tip,
            clicked=lambda: self.leaf(step),
        )

    def _status(self) -> QWidget:
        """A line that says what was written last, tells a problem, or shows the work."""
        sign, self.problem, problem = QLabel(), plain_label(), QWidget()
        side = self.fontMetrics().height()
        sign.setPixmap(self.style().standardIcon(QStyle.StandardPixmap.SP_MessageBoxWarning).pixmap(side, side))
        self.problem.setWordWrap(True)
        self.problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row(sign, (self.problem, 1), of=problem, margins=NONE)
        self.doing, self.bar, working = plain_label(), made(QProgressBar, textVisible=False), QWidget()
        self.cancel_button = made(QPushButton, self.tr("Cancel"), clicked=self.cancel)
        row(self.doing, (self.bar, 1), self.cancel_button, of=working, margins=NONE)
        self.status = QStackedWidget()
        self.status.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.written = plain_label()
        self.written.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for page in (self.written, problem, working):
            self.status.addWidget(page)
        return self.status

    def heed(self) -> None:
        """Let only that be chosen which changes anything."""

    def drawing(self, secrets: bool = True, shown: Collection[str] = tuple(SHOWN_WORDS)) -> DrawingOptions:
        """What is drawn of the map; a box not among the `shown` has no say, nor has the reader without `secrets`."""
        wanted: dict[str, Any] = {name: box.isChecked() for name, box in self.shown.items() if name in shown}
        hidden = secrets and self.reader.currentData() == "organiser"
        space = self.workspace
        edition = title_of(space.ruleset) if space.layout.ruleset and not space.ruleset_fault else ""
        return DrawingOptions(theme=self.theme.currentData(), hidden=hidden, edition=edition, **wanted)

    def change(self) -> None:
        """Something else was chosen: look again in a moment."""
        self.written.clear()
        self.heed()
        self._timer.start()

    def look(self) -> None:
        """Find out what the choices come to."""
        self._timer.stop()
        if self._read_choices():
            self.status.setCurrentIndex(0)
            self._ask()

    def _read_choices(self) -> bool:
        """Have the job of the choices, under another number if it is another; what is wrong with them is told."""
        try:
            job = self.job()
        except DungeonError as error:
            self._fail(str(error))
            return False
        if job != self._job:
            self._job, self._number = job, self._number + 1
        return True

    def _ask(self) -> None:
        """Have the page drawn that is to be seen; while a file is made, once that is done."""
        if self._job is not None and not self.making:
            self.worker.ask(Order(self._job, self._number, self.page, self.view.room))

    def when_laid(self, do: Callable[[], None]) -> None:
        """Do something that needs to know what the choices come to: now, or as soon as it is known."""
        if self._timer.isActive():
            self.look()
        if not self.worker.idle:
            self._soon = do
        elif self.laid is not None:
            do()

    def leaf(self, step: int) -> None:
        """Go on by so many pages, or back."""
        count = len(self.laid.sizes) if self.laid else 0
        page = max(0, min(self.page + step, count - 1))
        if page != self.page:
            self.page = page
            self._show_name()
            self._ask()

    def _on_heard(self, result: OutputPlan | bytes | str) -> None:
        if isinstance(result, str):
            self.tell(result)
        elif isinstance(result, OutputPlan):
            self._on_laid(result)
        elif self._then is None:
            self.view.show_page(result)
        else:
            self._on_made(self._then, result)

    def _on_laid(self, laid: OutputPlan) -> None:
        self.laid = laid
        self.page = max(0, min(self.page, len(laid.sizes) - 1))
        self.outcome.setText(self.summary(laid))
        self._show_name()

    def _on_ended(self, problem: str, fault: bool) -> None:
        if problem or fault:
            ended = self.tr("the part of the program that makes pages ended; is there memory enough for them?")
            self._fail(filled(self.tr("The program is at fault: %1"), problem or ended) if fault else problem)
        elif self._soon is not None:
            soon, self._soon = self._soon, None
            soon()

    def _show_name(self) -> None:
        count = len(self.laid.sizes) if self.laid else 0
        self.name.setText(self.caption(self.laid, self.page) if self.laid and count else "")
        for button, usable in ((self.back, self.page > 0), (self.forward, self.page < count - 1)):
            button.setEnabled(usable)

    @property
    def making(self) -> bool:
        """Whether a file is being made."""
        return self._then is not None

    def make(self, words: str, then: Callable[[bytes], None], command: tuple[str, ...] = ()) -> None:
        """Make the file, then go on with its bytes; the dialog can be cancelled meanwhile.

        With a `command` that gets the file, and what it complains of is gone on with.
        """
        if self._read_choices() and self._job is not None:
            self._then = then
            self.written.clear()
            self._set_working(words)
            self.worker.ask(Order(self._job, self._number, command=command))

    def cancel(self) -> None:
        """Stop what is being made: nothing is written."""
        self.worker.cancel()
        self._then = None
        self._set_working("")
        self.look()

    def _set_working(self, words: str) -> None:
        self.doing.setText(words)
        self.bar.setRange(0, 0)
        self.status.setCurrentIndex(2 if words else 0)
        for part in (self.choices, self.leafing, self.buttons):
            part.setEnabled(not words)

    def _on_made(self, then: Callable[[bytes], None], data: bytes) -> None:
        self._then = None
        self._set_working("")
        try:
            then(data)
        except DungeonError as error:
            self.tell(str(error))
            self._ask()

    def _fail(self, problem: str) -> None:
        if not self.making:
            self.laid, self.page = None, 0
            self._show_name()
            self.outcome.clear()
            self.view.show_text(self.tr("Nothing to show"))
        self._then = self._soon = None
        self.worker.forget()
        self._set_working("")
        self.tell(problem)

    def tell(self, problem: str) -> None:
        """Say in one sentence why something cannot be done."""
        self.problem.setText(problem[:1].upper() + problem[1:])
        self.status.setCurrentIndex(1)

    def target(self) -> tuple[str, tuple[str, ...], str]:
        """What kind of file is written, its endings, the usual one first, and what its name has after the dungeon's."""
        raise NotImplementedError

    def ask(self) -> None:
        """Choose the file and write it."""
        path = self._asked_path(*self.target())
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Make the file and write it."""
        self.make(filled(self.tr("Making %1…"), path.name), lambda data: self.write(path, data))

    def _asked_path(self, kind: str, endings: tuple[str, ...], stem: str) -> Path | None:
        """Where to write, by default with the first ending; None when the person thought better of it."""
        path = self.workspace.document.path
        folder = Path(str(self.settings.value(f"{self.group}/folder", "")) or (path.parent if path else Path()))
        name = (path.name.split(".")[0] if path else self.tr("dungeon")) + stem
        pattern = f"{kind} ({' '.join(f'*{each}' for each in endings)})"
        dialog = QFileDialog(self, self.windowTitle(), str(folder), pattern)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(endings[0])
        dialog.selectFile(f"{name}{endings[0]}")
        return Path(dialog.selectedFiles()[0]) if dialog.exec() else None

    def write(self, path: Path, data: bytes) -> None:
        """Write the file; WriteError says why it could not be written."""
        write_file(path, data)
        self.settings.setValue(f"{self.group}/folder", str(path.parent))
        self.finish(filled(self.tr("Written: %1"), path))

    def finish(self, words: str) -> None:
        """Say what was done and keep what was chosen; the dialog stays for the next file."""
        self.remember()
        self.workspace.said.emit(words)
        self.written.setText(words)

    def remember(self) -> None:
        """Keep what was chosen for the next time: of a list the value, not its words, which are a language's."""
        for name, field in self.fields.items():
            listed = isinstance(field, QComboBox) and not field.isEditable()
            value = "currentData" if listed else str(field.metaObject().userProperty().name())
            self.settings.setValue(f"{self.group}/{name}", field.property(value))

    def reject(self) -> None:
        """Esc stops the work first, then closes."""
        if self.making:
            self.cancel()
        else:
            super().reject()

    def done(self, result: int) -> None:
        """Nothing goes on once the dialog is closed."""
        self._timer.stop()
        self.worker.close()
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The cross closes, whatever is going on."""
        self._then = None
        super().closeEvent(event)
        self._timer.stop()
        self.worker.close()  # a dialog that was never shown is not done with, only closed


RIM = 18
"""What is left free around a page, in pixels."""

NOTCH = 120
"""What a wheel turns by from one page to the next."""


class PageView(QLabel):
    """Shows a page, or words in its place, and asks for another page by the wheel.

    `resized`: the page has to be finer or coarser now. `leafed`: so many pages on, or back.
    """

    resized = Signal()
    leafed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumSize(360, 300)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setBackgroundRole(QPalette.ColorRole.Mid)
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Page preview"))
        self._turned = 0

    @property
    def room(self) -> tuple[float, float]:
        """How broad and how high a page can be, in the screen's pixels."""
        ratio = self.devicePixelRatioF()
        return max(1, self.width() - 2 * RIM) * ratio, max(1, self.height() - 2 * RIM) * ratio

    def show_text(self, words: str) -> None:
        """Show words, or the beginning of a file that is no picture."""
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setText(words)

    def show_page(self, png: bytes) -> None:
        """Show a page, a pixel of it on each pixel of the screen."""
        picture = QPixmap()
        picture.loadFromData(png, "PNG")
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setPixmap(picture)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is as large as the view."""
        super().resizeEvent(event)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch a page."""
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        if steps:
            self.leafed.emit(-steps)
        event.accept()

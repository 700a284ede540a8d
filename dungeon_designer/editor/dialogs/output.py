"""What export and print have in common: choices at the left, pages at the right, work nobody waits for below."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSettings, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QMessageBox,
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
from dungeon_designer.editor.output_worker import Job, OutputPlan, OutputWorker
from dungeon_designer.editor.widgets import NONE, column, made, plain_label, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.papers import MILLIMETRES, PAPERS, Orientation
from dungeon_designer.text.writing import write_file
from dungeon_designer.translation import filled, marked, translate

THEME_WORDS = {
    "parchment": marked("choices", "Parchment: a map to hang up"),
    "ink": marked("choices", "Ink: lines, little toner"),
    "slate": marked("choices", "Slate: dark, for screens"),
    "contrast": marked("choices", "Contrast: for grey printers and colour-blind eyes"),
}

ORIENTATION_WORDS: dict[str, str] = {
    Orientation.AUTO: marked("choices", "Whatever needs the fewest sheets"),
    Orientation.PORTRAIT: marked("choices", "Portrait"),
    Orientation.LANDSCAPE: marked("choices", "Landscape"),
}

READER_WORDS = {
    "coach": marked("choices", "Coaches: secrets stay hidden"),
    "organiser": marked("choices", "The organiser: secrets are shown"),
}

SHOWN_WORDS = {
    "coordinates": (marked("choices", "Coordinates"), marked("choices", "The numbers along the edges")),
    "grid": (marked("choices", "Grid"), marked("choices", "The lines between squares")),
    "section_names": (marked("choices", "Section names"), marked("choices", "Each section's name on its floor")),
    "legend": (marked("choices", "Legend"), marked("choices", "The signs explained, and how many there are of each")),
    "title": (marked("choices", "Title"), marked("choices", "The dungeon's name, its author and edition")),
    "cartouche": (
        marked("choices", "Cartouche"),
        marked(
            "choices", "A panel with name, edition, author, notes, compass and a bar of squares, on a page it fills"
        ),
    ),
}
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
    return choices({name: THEME_WORDS.get(name, name.capitalize()) for name in THEMES}, first)


def papers() -> QComboBox:
    """Every size of paper, A4 chosen."""
    sizes = {name: f"{name}  ({paper.width:g} × {paper.height:g} mm)" for name, paper in PAPERS.items()}
    return choices(sizes, "A4")


def readers() -> QComboBox:
    """Whose map it is: one that keeps its secrets, or one that shows them."""
    box = choices(READER_WORDS)
    box.setToolTip(translate("choices", "Secrets are what lies under trapdoors and in pit counters"))
    return box


def enable(form: QFormLayout, fields: Mapping[QWidget, bool]) -> None:
    """Let fields be used or not, in the order of the form, and their labels: one label may speak for several."""
    labels: dict[QLabel, bool] = {}
    label = None
    for field, usable in fields.items():
        field.setEnabled(usable)
        own = form.labelForField(field)
        if isinstance(own, QLabel) and (own.text() or label is None):
            label = own
        if label is not None:
            labels[label] = labels.get(label, False) or usable
    for label, usable in labels.items():
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
        self.page = 0
        self.laid: OutputPlan | None = None
        self._then: Callable[[bytes], None] | None = None
        self._laying = False
        self._soon: Callable[[], None] | None = None
        self.view = PageView()
        self.view.resolution_changed.connect(self._ask_page)
        self.view.leafed.connect(self.leaf)
        self._timer = timer(self, PATIENCE, self.look)
        self.worker = OutputWorker(self)
        self.worker.laid.connect(self._on_laid)
        self.worker.shown.connect(self._on_shown)
        self.worker.made.connect(self._on_made)
        self.worker.failed.connect(self._on_failed)
        self.worker.noted.connect(self.tell)

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
            box = made(QCheckBox, words, toolTip=tip, checked=name in ticked)
            boxes[name] = self.add(name, "" if boxes else self.tr("Shown"), box)
        return boxes

    def arrange(self, view: QWidget, buttons: QDialogButtonBox, default: QPushButton) -> None:
        """Put everything in its place; what was chosen last is chosen again. Enter presses the default button."""
        self.outcome = wrapped()
        self.outcome.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.choices, self.buttons = QWidget(), buttons
        self.choices.setFixedWidth(LEFT)
        column(self.form, 1, self.outcome, of=self.choices, margins=(0, 0, 6, 0))
        self.back = self._arrow(Qt.ArrowType.LeftArrow, -1, self.tr("The page before (Page Up)"))
        self.forward = self._arrow(Qt.ArrowType.RightArrow, 1, self.tr("The next page (Page Down)"))
        self.name = plain_label()
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name.setMinimumWidth(220)
        self.leafing = QWidget()
        row(1, self.back, self.name, self.forward, 1, of=self.leafing, margins=NONE)
        both = row(self.choices, (column((view, 1), self.leafing), 1))
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

    def _arrow(self, arrow: Qt.ArrowType, step: int, tip: str) -> QToolButton:
        return made(
            QToolButton,
            arrowType=arrow,
            autoRaise=True,
            toolTip=tip,
            accessibleName=tip,
            clicked=lambda: self.leaf(step),
        )

    def _status(self) -> QWidget:
        """A line that is empty, tells a problem, or shows the work."""
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
        for page in (QWidget(), problem, working):
            self.status.addWidget(page)
        return self.status

    def heed(self) -> None:
        """Let only that be chosen which changes anything."""

    def drawing(self, secrets: bool = True, shown: Collection[str] = tuple(SHOWN_WORDS)) -> DrawingOptions:
        """What is drawn of the map; a box not among the `shown` has no say, nor has the reader without `secrets`."""
        wanted: dict[str, Any] = {name: box.isChecked() for name, box in self.shown.items() if name in shown}
        hidden = secrets and self.reader.currentData() == "organiser"
        return DrawingOptions(theme=self.theme.currentData(), hidden=hidden, **wanted)

    def change(self) -> None:
        """Something else was chosen: look again in a moment."""
        self.heed()
        self._timer.start()

    def look(self) -> None:
        """Find out what the choices come to."""
        self._timer.stop()
        try:
            self.worker.look_at(self.job())
            self._laying = True
        except DungeonError as error:
            self._on_failed(str(error), False)

    def when_laid(self, do: Callable[[], None]) -> None:
        """Do something that needs to know what the choices come to: now, or as soon as it is known."""
        if self._timer.isActive():
            self.look()
        if self._laying:
            self._soon = do
        else:
            do()

    def leaf(self, step: int) -> None:
        """Go on by so many pages, or back."""
        count = len(self.laid.sizes) if self.laid else 0
        page = max(0, min(self.page + step, count - 1))
        if page != self.page:
            self.page = page
            self._show_name()
            self._ask_page()

    def _on_laid(self, laid: OutputPlan) -> None:
        if not self.making:
            self.status.setCurrentIndex(0)
        self.laid = laid
        self.page = max(0, min(self.page, len(laid.sizes) - 1))
        self.outcome.setText(self.summary(laid))
        self._show_name()
        self._ask_page()
        soon, self._soon, self._laying = self._soon, None, False
        if soon is not None:
            soon()

    def _show_name(self) -> None:
        count = len(self.laid.sizes) if self.laid else 0
        self.name.setText(self.caption(self.laid, self.page) if self.laid and count else "")
        for button, usable in ((self.back, self.page > 0), (self.forward, self.page < count - 1)):
            button.setEnabled(usable)

    def _ask_page(self) -> None:
        if self.laid is not None and self.laid.sizes:
            self.worker.show_page(self.page, self.view.dpi(self.laid.sizes[self.page]))

    def _on_shown(self, page: int, dpi: float, png: bytes) -> None:
        if self.laid is not None and page == self.page:
            self.view.show_page(png, self.laid.sizes[page])

    @property
    def making(self) -> bool:
        """Whether a file is being made."""
        return self._then is not None

    def make(self, words: str, then: Callable[[bytes], None]) -> None:
        """Make the file, then go on with its bytes; the dialog can be looked at, and cancelled, meanwhile."""
        try:
            job = self.job()
        except DungeonError as error:
            self._on_failed(str(error), False)
            return
        self._then = then
        self._set_working(words)
        self.worker.make(job)

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
        self.choices.setEnabled(not words)
        self.buttons.setEnabled(not words)

    def _on_made(self, data: bytes) -> None:
        then, self._then = self._then, None
        self._set_working("")
        if then is not None:
            try:
                then(data)
            except DungeonError as error:
                self.tell(str(error))

    def _on_failed(self, problem: str, fault: bool) -> None:
        making, self._then, self._soon = self.making, None, None
        self._laying = self._laying and making
        self._set_working("")
        if not making:
            self.laid, self.page = None, 0
            self._show_name()
            self.outcome.clear()
            self.view.wait_for(self.tr("Nothing to show"))
        ended = self.tr("the part of the program that makes pages ended; is there memory enough for them?")
        self.tell(filled(self.tr("The program is at fault: %1"), problem or ended) if fault else problem)

    def tell(self, problem: str) -> None:
        """Say in one sentence why something cannot be done."""
        self.problem.setText(problem[:1].upper() + problem[1:])
        self.status.setCurrentIndex(1)

    def ask_path(self, title: str, endings: tuple[str, ...], kind: str, stem: str = "") -> Path | None:
        """Where to write, by default with the first ending; None when the person thought better of it."""
        ending, *_ = endings
        path = self.workspace.document.path
        folder = Path(str(self.settings.value(f"{self.group}/folder", "")) or (path.parent if path else Path()))
        name = (path.name.split(".")[0] if path else self.tr("dungeon")) + stem
        pattern = " ".join(f"*{each}" for each in endings)
        chosen, _ = QFileDialog.getSaveFileName(self, title, str(folder / f"{name}{ending}"), f"{kind} ({pattern})")
        if not chosen:
            return None
        target = Path(chosen)
        if target.name.lower().endswith(endings):
            return target
        full = target.with_name(target.name + ending)
        if os.path.exists(full):  # nobody was asked yet whether it may be replaced
            question = filled(self.tr("%1 exists already. Replace it?"), full.name)
            if QMessageBox.question(self, self.windowTitle(), question) != QMessageBox.StandardButton.Yes:
                return None
        return full

    def write(self, path: Path, data: bytes) -> None:
        """Write the file, keep what was chosen, and be done; WriteError says why it could not be written."""
        write_file(path, data)
        self.remember()
        self.settings.setValue(f"{self.group}/folder", str(path.parent))
        self.workspace.said.emit(filled(self.tr("Written: %1"), path))
        self.accept()

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


RIM = 18.0
"""What is left free around a page, in pixels."""

NOTCH = 120
"""What a wheel turns by from one page to the next."""


class PageView(QWidget):
    """Shows a page, and asks for another by wheel and keys.

    `resolution_changed`: the pages have to be finer or coarser now. `leafed`: so many pages on, or back.
    """

    resolution_changed = Signal()
    leafed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(360, 300)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page preview"))
        self._size = (0.0, 0.0)
        self.picture = QPixmap()
        """The page that is shown; a null picture when there is none."""
        self._words = ""
        self._turned = 0

    def dpi(self, size: tuple[float, float]) -> float:
        """Dots an inch at which a page of so many millimetres fills the view, screen pixels counted."""
        return self._rect(size).width() * self.devicePixelRatioF() / size[0] * MILLIMETRES["in"]

    def wait_for(self, words: str) -> None:
        """Nothing to show yet, or nothing at all: say why."""
        self._words, self.picture = words, QPixmap()
        self.update()

    def show_page(self, png: bytes, size: tuple[float, float]) -> None:
        """Show a page of so many millimetres."""
        self._size, self._words = size, ""
        self.picture.loadFromData(png, "PNG")
        self.picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.update()

    def _rect(self, size: tuple[float, float]) -> QRectF:
        """Where a page lies: as large as there is room, on whole pixels of the screen."""
        ratio = self.devicePixelRatioF()
        room = max(1.0, self.width() - 2 * RIM), max(1.0, self.height() - 2 * RIM)
        scale = min(room[0] / size[0], room[1] / size[1])
        width, height = (max(1, round(side * scale * ratio)) / ratio for side in size)
        left, top = ((self.width() - width) / 2, (self.height() - height) / 2)
        return QRectF(round(left * ratio) / ratio, round(top * ratio) / ratio, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The page on its ground, or the words."""
        painter = QPainter(self)
        colours = self.palette()
        painter.fillRect(self.rect(), colours.color(QPalette.ColorRole.Mid))
        if self.picture.isNull():
            painter.setPen(colours.color(QPalette.ColorRole.WindowText))
            room = self.rect().adjusted(24, 24, -24, -24)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._words)
            return
        where = self._rect(self._size)
        for spread, depth in ((5, 14), (3, 22), (1, 40)):
            painter.fillRect(where.adjusted(-spread + 1, -spread + 3, spread, spread + 2), QColor(0, 0, 0, depth))
        drawn = self.picture.size() / self.picture.devicePixelRatio()
        if abs(drawn.width() - where.width()) < 1.5:
            painter.setClipRect(where)
            painter.drawPixmap(where.topLeft(), self.picture)
        else:  # until the right one comes
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(where, self.picture, QRectF(QPointF(), self.picture.size().toSizeF()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is as large as the view."""
        super().resizeEvent(event)
        self.resolution_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys one leafs with."""
        steps = {
            Qt.Key.Key_PageDown: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Space: 1,
            Qt.Key.Key_PageUp: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Home: -9999, Qt.Key.Key_End: 9999,
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.leafed.emit(step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch a page."""
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        if steps:
            self.leafed.emit(-steps)
        event.accept()

"""What export and print have in common: choices at the left, pages at the right, work nobody waits for below."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSettings, QSize, Qt, Signal
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

from dungeon_designer.editor.dialogs.fields import changed, keep, recall
from dungeon_designer.editor.output_worker import Job, Laid, OutputWorker
from dungeon_designer.editor.widgets import NONE, column, plain_label, row, timer, wrapped
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.exports.papers import MILLIMETRES
from dungeon_designer.text.writing import write_file

PATIENCE = 120
"""Milliseconds after a change before pages are drawn: somebody may be turning a wheel."""

LEFT = 348
"""The width of the fields."""


class OutputDialog(QDialog):
    """A dialog that shows what it will write. Subclasses fill `form`, name their `fields` and make the `job`."""

    group = ""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None, settings: QSettings | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.settings = settings if settings is not None else QSettings()
        self.form = QFormLayout()
        self.fields: dict[str, QWidget] = {}
        self.page = 0
        self.laid: Laid | None = None
        self._then: Callable[[bytes], None] | None = None
        self._laying = False
        self._soon: Callable[[], None] | None = None
        self.worker = OutputWorker(self)
        self._make_view()
        self._make_status()
        self._timer = timer(self, PATIENCE, self.look)
        self.worker.laid.connect(self._on_laid)
        self.worker.shown.connect(self._on_shown)
        self.worker.made.connect(self._on_made)
        self.worker.failed.connect(self._on_failed)
        self.worker.told.connect(self.tell)
        self.view.resolution_changed.connect(self._ask_page)
        self.view.leafed.connect(self.leaf)

    # What subclasses say --------------------------------------------------------------------------------------

    def job(self) -> Job:
        """What is to be made, by the choices; DungeonError says what is wrong with them."""
        raise NotImplementedError

    def caption(self, laid: Laid, page: int) -> str:
        """What a page is called."""
        raise NotImplementedError

    def summary(self, laid: Laid) -> str:
        """What it all will come to."""
        raise NotImplementedError

    # Making the dialog ----------------------------------------------------------------------------------------

    def _make_view(self) -> None:
        self.view = PageView()
        self.back, self.forward = QToolButton(), QToolButton()
        for button, arrow, step, tip in (
            (self.back, Qt.ArrowType.LeftArrow, -1, self.tr("The page before (Page Up)")),
            (self.forward, Qt.ArrowType.RightArrow, 1, self.tr("The next page (Page Down)")),
        ):
            button.setArrowType(arrow)
            button.setAutoRaise(True)
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.clicked.connect(lambda _=False, step=step: self.leaf(step))
        self.name = plain_label()
        self.name.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.name.setMinimumWidth(220)
        self.outcome = wrapped()
        self.outcome.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def _make_status(self) -> None:
        """A line that is empty, tells a problem, or shows the work."""
        sign, self.problem, told = QLabel(), plain_label(), QWidget()
        side = self.fontMetrics().height()
        sign.setPixmap(self.style().standardIcon(QStyle.StandardPixmap.SP_MessageBoxWarning).pixmap(side, side))
        self.problem.setWordWrap(True)
        self.problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row(sign, (self.problem, 1), of=told, margins=NONE)
        self.doing, self.bar, working = plain_label(), QProgressBar(), QWidget()
        self.bar.setTextVisible(False)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.cancel)
        row(self.doing, (self.bar, 1), self.cancel_button, of=working, margins=NONE)
        self.status = QStackedWidget()
        self.status.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for page in (QWidget(), told, working):
            self.status.addWidget(page)

    def arrange(self, view: QWidget, buttons: QDialogButtonBox) -> None:
        """Put everything in its place; what was chosen last is chosen again."""
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        self.choices, self.buttons = QWidget(), buttons
        self.choices.setFixedWidth(LEFT)
        column(self.form, 1, self.outcome, of=self.choices, margins=(0, 0, 6, 0))
        self.leafing = QWidget()
        row(1, self.back, self.name, self.forward, 1, of=self.leafing, margins=NONE)
        both = row(self.choices, (column((view, 1), self.leafing), 1))
        column((both, 1), row((self.status, 1), buttons), of=self)
        for button in buttons.buttons():
            button.setIcon(QIcon())  # some systems put theirs there, dark on dark
        recall(self.settings, self.group, self.fields)
        for field in self.fields.values():
            changed(field).connect(self._chose)

    def rows(self, named: Iterable[tuple[str, QWidget]], shown: Iterable[QWidget]) -> None:
        """The rows of the form: fields by their names, and the boxes of what is shown."""
        for words, field in named:
            self.form.addRow(words, field)
        for at, box in enumerate(shown):
            self.form.addRow(self.tr("Shown") if at == 0 else "", box)

    def heed(self) -> None:
        """Let only that be chosen which changes anything."""

    def _chose(self) -> None:
        self.heed()
        self.change()

    def set_default(self, button: QPushButton) -> None:
        """What Enter does; no other button takes it."""
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(each is button)
        button.setDefault(True)

    # Looking --------------------------------------------------------------------------------------------------

    def change(self) -> None:
        """Something else was chosen: look again in a moment."""
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

    def _on_laid(self, laid: Laid) -> None:
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

    # Making ---------------------------------------------------------------------------------------------------

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
            self._show_nothing()
        ended = self.tr("the part of the program that makes pages ended; is there memory enough for them?")
        self.tell(self.tr("The program is at fault: %1").replace("%1", problem or ended) if fault else problem)

    def _show_nothing(self) -> None:
        self.laid, self.page = None, 0
        self._show_name()
        self.outcome.clear()
        self.view.wait_for(self.tr("Nothing to show"))

    def tell(self, problem: str) -> None:
        """Say in one sentence why something cannot be done."""
        self.problem.setText(problem[:1].upper() + problem[1:])
        self.status.setCurrentIndex(1)

    # Files ----------------------------------------------------------------------------------------------------

    def ask_path(self, title: str, ending: str, endings: tuple[str, ...], kind: str, stem: str = "") -> Path | None:
        """Where to write; None when the person thought better of it."""
        path = self.workspace.document.path
        folder = Path(str(self.settings.value(f"{self.group}/folder", "")) or (path.parent if path else Path()))
        name = (path.name.split(".")[0] if path else self.tr("dungeon")) + stem
        listed = " ".join(f"*{each}" for each in endings)
        chosen, _ = QFileDialog.getSaveFileName(self, title, str(folder / f"{name}{ending}"), f"{kind} ({listed})")
        if not chosen:
            return None
        target = Path(chosen)
        return target if target.name.lower().endswith(endings) else self._with_ending(target, ending)

    def _with_ending(self, target: Path, ending: str) -> Path | None:
        """The file with its ending; if there is one of that name, nobody was asked yet whether it may be replaced."""
        full = target.with_name(target.name + ending)
        if os.path.exists(full):
            asked = self.tr("%1 exists already. Replace it?").replace("%1", full.name)
            if QMessageBox.question(self, self.windowTitle(), asked) != QMessageBox.StandardButton.Yes:
                return None
        return full

    def write(self, path: Path, data: bytes) -> None:
        """Write the file, keep what was chosen, and be done; WriteError says why it could not be written."""
        write_file(path, data)
        self.remember()
        self.settings.setValue(f"{self.group}/folder", str(path.parent))
        self.workspace.said.emit(self.tr("Written: %1").replace("%1", str(path)))
        self.accept()

    def remember(self) -> None:
        """Keep what was chosen for the next time."""
        keep(self.settings, self.group, self.fields)

    # Leaving --------------------------------------------------------------------------------------------------

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(360, 300)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page preview"))
        self._size = (0.0, 0.0)
        self._picture = QPixmap()
        self._words = ""
        self._turned = 0

    @property
    def picture(self) -> QPixmap:
        """The page that is shown; a null picture when there is none."""
        return self._picture

    def sizeHint(self) -> QSize:
        """Room for an upright page."""
        return QSize(520, 640)

    def dpi(self, size: tuple[float, float]) -> float:
        """Dots an inch at which a page of so many millimetres fills the view, screen pixels counted."""
        return self._rect(size).width() * self.devicePixelRatioF() / size[0] * MILLIMETRES["in"]

    def wait_for(self, words: str) -> None:
        """Nothing to show yet, or nothing at all: say why."""
        self._words, self._picture = words, QPixmap()
        self.update()

    def show_page(self, png: bytes, size: tuple[float, float]) -> None:
        """Show a page of so many millimetres."""
        self._size, self._words = size, ""
        self._picture.loadFromData(png, "PNG")
        self._picture.setDevicePixelRatio(self.devicePixelRatioF())
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
        if self._picture.isNull():
            painter.setPen(colours.color(QPalette.ColorRole.WindowText))
            room = self.rect().adjusted(24, 24, -24, -24)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._words)
            return
        where = self._rect(self._size)
        for spread, depth in ((5, 14), (3, 22), (1, 40)):
            painter.fillRect(where.adjusted(-spread + 1, -spread + 3, spread, spread + 2), QColor(0, 0, 0, depth))
        drawn = self._picture.size() / self._picture.devicePixelRatio()
        if abs(drawn.width() - where.width()) < 1.5:
            painter.setClipRect(where)
            painter.drawPixmap(where.topLeft(), self._picture)
        else:  # until the right one comes
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(where, self._picture, QRectF(QPointF(), self._picture.size().toSizeF()))

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

"""Whatever a dialog or a question says can be read: its words differ enough from what they stand on."""

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMessageBox,
    QTextBrowser,
    QWidget,
)

from dungeon_designer.editor.background_worker import BackgroundWorker
from dungeon_designer.editor.dialogs.recovery_dialog import RecoveryDialog
from tests.drawing.goldens import read_pixels
from tests.editor.docked import HALL
from tests.editor.test_looks import measure_contrast
from tests.editor.test_names import MADE
from tests.editor.test_set_up import begin_set_up
from tests.soak import sample, soak


def list_text_areas(widget):
    """Return where a widget shows words, in its own pixels."""
    if isinstance(widget, QHeaderView):
        return []
    if isinstance(widget, QAbstractItemView):
        rows = [widget.model().index(row, 0) for row in range(min(9, widget.model().rowCount()))]
        seen = [widget.visualRect(row).intersected(widget.viewport().rect()) for row in rows]
        return [place.translated(widget.viewport().pos()) for place in seen]
    if isinstance(widget, QTextBrowser):
        return [widget.viewport().geometry()] if widget.toPlainText() else []
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit | QComboBox):
        words = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
        return [widget.rect()] if words or getattr(widget, "placeholderText", str)() else []
    return []


def measure_contrast_in(image, place):
    """Return the greatest contrast to what most pixels of a place have; 1 where all are the same."""
    seen = image[max(0, place.top()) : place.bottom(), max(0, place.left()) : place.right()].reshape(-1, 3)
    colours, counts = np.unique(seen, axis=0, return_counts=True)
    ground, *others = (QColor(*map(int, colours[at])) for at in np.argsort(-counts))
    return max((measure_contrast(ground, other) for other in others), default=1.0)


def list_contrasts(dialog):
    """Return each widget with words that is wholly seen in a dialog, whether it can be used, and its contrast."""
    font = QFont(dialog.font().family(), 13, QFont.Weight.Black)
    font.setStyleStrategy(QFont.StyleStrategy.NoAntialias)
    for widget in dialog.findChildren(QWidget):
        widget.setFont(font)
    dialog.show()
    image = read_pixels(dialog.grab().toImage())
    for widget in dialog.findChildren(QWidget):
        for place in list_text_areas(widget) if widget.visibleRegion().boundingRect() == widget.rect() else ():
            at = QRect(widget.mapTo(dialog, place.topLeft()), place.size()).adjusted(5, 5, -5, -5)
            if at.isValid():
                words = widget.accessibleName() or getattr(widget, "text", str)()
                yield f"{type(widget).__name__} {words}", widget.isEnabled(), measure_contrast_in(image, at)


def list_unreadable(dialog):
    least = {True: 4.5, False: 3.0}  # what cannot be used now is faint on purpose
    return [(what, round(found, 1)) for what, enabled, found in list_contrasts(dialog) if found < least[enabled]]


@pytest.fixture(scope="module", params=[False, True], ids=["light", "dark"])
def dressed(one_window, request):
    """The window light, then dark: to change that takes as long as all dialogs together."""
    one_window.set_dark(request.param)
    yield
    one_window.set_dark(False)


@pytest.fixture
def window(dressed, window, monkeypatch):
    """With a hall on the table; nothing is worked out in other processes."""
    monkeypatch.setattr(BackgroundWorker, "submit_request", lambda *_: None)
    window.workspace.open_layout(HALL, None)
    return window


@soak
@pytest.mark.parametrize("kind", sample(MADE, 8), ids=lambda kind: kind.__name__)
def test_the_words_of_every_dialog_stand_out(window, qtbot, kind):
    """Light and dark: 4.5 to 1 and more."""
    dialog = MADE[kind](window, window.workspace)
    qtbot.addWidget(dialog)
    assert len(list(list_contrasts(dialog))) >= 2
    assert list_unreadable(dialog) == []


def test_every_question_can_be_read_whoever_asks(window):
    """A message box takes no colour from the part of the window that shows it, such as the banner of a set-up."""
    window.start_set_up(begin_set_up(HALL))
    ours = (each for each in window.findChildren(QWidget) if type(each).__module__.startswith("dungeon_designer."))
    askers = {type(each): each for each in ours}
    assert type(window.set_up_mode) in askers
    for asker in askers.values():
        box = QMessageBox(QMessageBox.Icon.NoIcon, "Set up", "End setting up?", QMessageBox.StandardButton.Yes, asker)
        assert list_unreadable(box) == [], asker
        box.deleteLater()
    window.set_up_mode.end_set_up()


def test_a_box_without_a_tick_is_seen(window, qtbot):
    """A box without a tick can be seen in a list, light and dark."""
    dialog = MADE[RecoveryDialog](window, window.workspace)
    qtbot.addWidget(dialog)
    dialog.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.show()
    row = dialog.list.visualItemRect(dialog.list.item(0))
    assert (
        measure_contrast_in(
            read_pixels(dialog.list.viewport().grab().toImage()), row.adjusted(2, 2, 22 - row.width(), -2)
        )
        > 1.5
    )

"""Print: maps true to scale, pieces and tiles, page by page; the very pages that `render` writes."""

import json

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.dialogs.output import PageView
from dungeon_designer.editor.dialogs.printing import PrintDialog
from dungeon_designer.exports.printouts import PrintSubject
from tests.editor.dialog_window import DRAWN, find_page, read_sentence, render_page
from tests.exports import pages
from tests.soak import sample, soak

pytestmark = pytest.mark.usefixtures("in_a_thread")


@soak
@pytest.mark.parametrize(
    ("subject", "arguments"),
    sample(
        [
            (PrintSubject.SHEETS, ("--square", "32mm", "--paper", "letter", "--orientation", "landscape")),
            (PrintSubject.PAGE, ("--paper", "letter", "--orientation", "landscape")),
            (PrintSubject.PIECES, ("--pieces", "--square", "32mm", "--paper", "letter", "--orientation", "landscape")),
            (
                PrintSubject.TILES,
                ("--laid-tiles", "--square", "32mm", "--paper", "letter", "--orientation", "landscape"),
            ),
        ],
        2,
    ),
)
def test_the_pdf_is_the_command_lines(table, subject, arguments, tmp_path, monkeypatch):
    """Whatever is printed, the PDF has the very bytes that `render` writes for the same options."""
    dialog = table.print_()
    table.subject(dialog, subject)
    if subject is not PrintSubject.PAGE:
        table.choose(dialog, dialog.square_field, "32 mm")
    table.choose(dialog, dialog.paper_box, "Letter")
    table.choose(dialog, dialog.orientation_box, "landscape")
    data = table.saved(dialog, tmp_path / "a.pdf", monkeypatch)
    render_page(tmp_path / "b.pdf", "--theme", "ink", *arguments)
    assert data == (tmp_path / "b.pdf").read_bytes()


@soak
@pytest.mark.parametrize("subject", sample(list(PrintSubject), 2))
def test_every_page_can_be_seen(table, subject, tmp_path, monkeypatch):
    """Leafing on shows as many pages as the PDF has, each another one; leafing back shows the first again."""
    dialog = table.print_()
    table.subject(dialog, subject)
    seen, names = [find_page(dialog)], [dialog.caption_label.text()]
    while dialog.forward_button.isEnabled():
        table.click(dialog.forward_button)
        table.settle(dialog)
        seen.append(find_page(dialog))
        names.append(dialog.caption_label.text())
    assert len(set(names)) == len(names)
    assert (
        len(set(seen)) >= len(seen) - 1
    )  # sheets of the same tiles are the same page but for a number too small to see
    dialog.turn_page(-len(seen))
    table.settle(dialog)
    assert find_page(dialog) == seen[0]
    path = tmp_path / "a.pdf"
    table.saved(dialog, path, monkeypatch)
    assert pages.count_pages(path) == len(seen)


def test_the_number_of_sheets_is_said(table):
    """The dialog says how many sheets of which paper it takes, names each, and follows every change."""
    dialog = table.print_()
    assert "8 sheets of A4, portrait, and an overview" in dialog.summary_label.text()
    assert dialog.caption_label.text() == "Page 1 of 9: overview"
    dialog.activateWindow()
    table.qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_PageDown)
    table.qtbot.waitUntil(lambda: dialog.caption_label.text() == "Page 2 of 9: A1")
    table.choose(dialog, dialog.paper_box, "A3")
    assert "sheets of A3" in dialog.summary_label.text()
    table.subject(dialog, PrintSubject.PIECES)
    assert "2 sheets of A4" not in dialog.summary_label.text()
    assert "printed on both sides" in dialog.summary_label.text()
    assert dialog.caption_label.text().startswith("Page 1 of ")


def test_the_wheel_leafs(table):
    """A notch of the wheel is a page."""
    dialog = table.print_()
    at = QPointF(50, 50)
    buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(at, at, QPoint(), QPoint(0, -120), buttons, keys, Qt.ScrollPhase.NoScrollPhase, False)
    QApplication.sendEvent(dialog.view, event)
    assert dialog.page == 1


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_the_page_is_as_sharp_as_the_screen(table, ratio, monkeypatch):
    """The picture of a page has a pixel for each pixel of the screen it covers, on fine screens too."""
    drawn = []
    monkeypatch.setattr(PageView, "devicePixelRatioF", lambda self: ratio)
    monkeypatch.setattr(PageView, "setPixmap", lambda self, picture: drawn.append(picture))
    room, page = table.print_().view.available_size, drawn[-1]
    assert min(room[0] - page.width(), room[1] - page.height()) == pytest.approx(0, abs=1)
    assert page.devicePixelRatio() == ratio


@pytest.mark.parametrize(
    ("square", "sentence"),
    [("300 mm", "does not fit on A4"), ("wide", "'wide' is not a length"), ("0", "cannot be drawn")],
)
def test_a_wrong_square_is_one_sentence(table, square, sentence):
    """A square that fits on no paper, or is no length, is one sentence in the dialog; a right one takes it back."""
    dialog = table.print_()
    table.type(dialog, dialog.square_field, square)
    assert sentence in read_sentence(dialog)
    assert dialog.view.pixmap().isNull()
    table.type(dialog, dialog.square_field, "28,5 mm")
    assert (read_sentence(dialog), dialog.options.square) == ("", 28.5)
    assert not dialog.view.pixmap().isNull()


def test_tiles_are_printed_where_there_are_any(table):
    """A dungeon drawn by hand offers no tiles, even if tiles were printed last."""
    dialog = table.print_()
    table.subject(dialog, PrintSubject.TILES)
    dialog.save_choices()
    assert table.print_().subject is PrintSubject.TILES
    table.lay(DRAWN)
    other = table.print_()
    assert other.subject_box.findData(PrintSubject.TILES.value) < 0
    assert other.subject is PrintSubject.SHEETS


def test_ctrl_p_prints(hand, monkeypatch):
    """Ctrl+P opens the print dialog of what is on the table."""
    seen = []
    monkeypatch.setattr(PrintDialog, "exec", lambda self: seen.append(self.workspace) or self.close())
    hand.in_front()
    hand.key(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert seen == [hand.workspace]


def test_settings_of_another_version_do_no_harm(table):
    """Kept choices that mean nothing any more leave the dialog as it is at first."""
    for name in ("theme", "paper", "overlap", "square", "subject-sheets", "grid"):
        table.settings.setValue(f"print/{name}", json.dumps(["nonsense"]))
    dialog = table.print_()
    assert dialog.theme_box.currentData() == "ink"
    assert dialog.paper_box.currentData() == "A4"
    assert dialog.overlap_field.value() == 5

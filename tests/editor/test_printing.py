"""Export and print: what is shown is what is written, true to scale, off the window's thread."""

import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QDesktopServices, QImage, QWheelEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from dungeon_designer.editor import printers
from dungeon_designer.editor.desk import Desk
from dungeon_designer.editor.dialogs.export import ExportDialog
from dungeon_designer.editor.dialogs.page_view import PageView
from dungeon_designer.editor.dialogs.printing import PrintDialog
from dungeon_designer.editor.jobs import PrintJob
from dungeon_designer.exports.board_document import BoardDocument
from dungeon_designer.exports.printing import Subject
from dungeon_designer.exports.registry import EXPORTERS
from dungeon_designer.layout.files import read_file
from tests.exports import pages

TILED = Path("examples/gw-2021/the-burning-horseshoe.dungeon.yaml")
DRAWN = Path("examples/naf-2019/the-four-winds.dungeon.yaml")
PATIENCE = 60000


class Table:
    """A person at one of the dialogs."""

    def __init__(self, qtbot, settings):
        self.qtbot, self.settings = qtbot, settings
        self.desk = Desk()
        self.lay(TILED)

    def lay(self, path):
        self.desk.open(read_file(path), None)

    def export(self):
        return self._open(ExportDialog(self.desk, None, self.settings))

    def print_(self):
        return self._open(PrintDialog(self.desk, None, self.settings))

    def _open(self, dialog):
        self.qtbot.addWidget(dialog)
        dialog.show()
        self.settle(dialog)
        return dialog

    def settle(self, dialog):
        """Wait until the choices are looked at, and their page is drawn."""
        self.qtbot.waitUntil(lambda: dialog.press.idle and not dialog._timer.isActive(), timeout=PATIENCE)

    def choose(self, dialog, box, value):
        """Choose an entry of a combo box by its keys."""
        at = next(i for i in range(box.count()) if value in (box.itemData(i), box.itemText(i)))
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        for _ in range(at):
            QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() == at
        self.settle(dialog)

    def format(self, dialog, ending):
        box = dialog.format
        self.choose(dialog, box, next(box.itemText(i) for i in range(box.count()) if ending in box.itemText(i)))

    def type(self, dialog, box, text):
        """Type into an editable combo box."""
        box.setFocus()
        box.lineEdit().selectAll()
        QTest.keyClicks(box.lineEdit(), text)
        self.settle(dialog)

    def click(self, button):
        """Click where a box or a button shows its words."""
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(12, button.height() // 2))

    def saved(self, dialog, path, monkeypatch):
        """Click Save and name a file; wait until it is written and the dialog closed."""
        answer(monkeypatch, path)
        self.click(dialog.save_button)
        self.qtbot.waitUntil(lambda: not dialog.isVisible() or bool(dialog.problem.text()), timeout=PATIENCE)
        assert not dialog.isVisible(), dialog.problem.text()
        return path.read_bytes()


def answer(monkeypatch, path):
    """What is named in the file dialog."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))


def shown(dialog):
    """A page on the screen, told by its pixels."""
    image = dialog.view.picture.toImage()
    return hashlib.sha256(bytes(image.constBits())).hexdigest()


def told(dialog):
    """The sentence in the dialog, if there is one to be seen."""
    return dialog.problem.text() if dialog.problem.isVisible() else ""


@pytest.fixture
def table(qtbot, tmp_path, answers):
    return Table(qtbot, QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


# Export -------------------------------------------------------------------------------------------------------


def reads_back(data, ending):
    """Whether an independent reader of the format takes a file."""
    if ending == ".svg":
        return ElementTree.fromstring(data).tag.endswith("svg")  # noqa: S314 (our own)
    if ending == ".png":
        return not QImage.fromData(data).isNull()
    if ending == ".html":
        HTMLParser().feed(data.decode())
        return b"<svg" in data
    if ending == ".pdf":
        return data.startswith(b"%PDF")
    return msgspec.json.decode(data, type=BoardDocument).name == "The Burning Horseshoe"


@pytest.mark.parametrize("ending", [*(exporter.endings[0] for exporter in EXPORTERS), ".board.json"])
def test_each_format_is_written(table, ending, tmp_path, monkeypatch):
    """Every exporter there is can be chosen; its file reads back, and has its ending though nobody typed it."""
    dialog = table.export()
    table.format(dialog, ending)
    dialog.square.setValue(6)
    answer(monkeypatch, tmp_path / "map")
    table.click(dialog.save_button)
    table.qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=PATIENCE)
    assert reads_back((tmp_path / f"map{ending}").read_bytes(), ending)


def test_the_file_is_the_command_lines(table, tmp_path, monkeypatch):
    """The same options in the dialog and on the command line give the same bytes."""
    dialog = table.export()
    table.format(dialog, ".svg")
    table.choose(dialog, dialog.theme, "slate")
    table.choose(dialog, dialog.reader, "organiser")
    table.click(dialog.shown["legend"])
    data = table.saved(dialog, tmp_path / "a.svg", monkeypatch)
    rendered(tmp_path / "b.svg", "--theme", "slate", "--hidden", "--legend", "--title")
    assert data == (tmp_path / "b.svg").read_bytes()


def test_a_board_is_what_convert_writes(table, tmp_path, monkeypatch):
    """The board for programs is the one `convert` writes; its first lines are shown as text."""
    dialog = table.export()
    table.format(dialog, ".board.json")
    assert dialog.text.isVisible()
    assert dialog.text.toPlainText().startswith('{\n "format": "dungeon-board"')
    data = table.saved(dialog, tmp_path / "a.board.json", monkeypatch)
    command("convert", TILED, tmp_path / "b.board.json")
    assert data == (tmp_path / "b.board.json").read_bytes()


@pytest.mark.parametrize(
    ("ending", "usable"),
    [
        (".svg", {"theme", "reader", "shown", "problems", "square"}),
        (".png", {"theme", "reader", "shown", "problems", "square", "dpi"}),
        (".pdf", {"theme", "reader", "shown", "problems", "paper", "orientation"}),
        (".html", {"theme", "reader", "shown", "problems"}),
        (".board.json", set()),
    ],
)
def test_only_what_a_format_takes_can_be_chosen(table, ending, usable):
    """Options that a format does not take are disabled, and only those."""
    dialog = table.export()
    table.format(dialog, ending)
    fields = {name: getattr(dialog, name) for name in ("theme", "reader", "problems", "square", "dpi", "paper")}
    fields |= {"orientation": dialog.orientation, "shown": dialog.shown["grid"]}
    assert {name for name, field in fields.items() if field.isEnabled()} == usable


def test_problems_are_marked_when_asked(table, tmp_path, monkeypatch):
    """Ticking Problems shows another page: with the numbers of what the ruleset found, as `render` marks them."""
    from dungeon_designer.rules import checker

    table.desk.verdict = checker.check(table.desk.board, table.desk.ruleset_named("naf-2019"))
    dialog = table.export()
    before = shown(dialog)
    table.click(dialog.problems)
    table.settle(dialog)
    assert shown(dialog) != before
    data = table.saved(dialog, tmp_path / "a.svg", monkeypatch)
    rendered(tmp_path / "b.svg", "--title", "--findings", "--ruleset", "naf-2019")
    assert data == (tmp_path / "b.svg").read_bytes()


def test_what_was_chosen_is_chosen_again(table, tmp_path, monkeypatch):
    """The next export begins as the last one was saved; one that was closed leaves no trace."""
    dialog = table.export()
    table.format(dialog, ".png")
    table.choose(dialog, dialog.theme, "contrast")
    dialog.dpi.setValue(20)
    table.click(dialog.shown["grid"])
    table.saved(dialog, tmp_path / "a.png", monkeypatch)
    other = table.export()
    assert other.exporter.endings == (".png",)
    assert (other.theme.currentData(), other.dpi.value()) == ("contrast", 20)
    assert not other.shown["grid"].isChecked()
    table.choose(other, other.theme, "slate")
    QTest.keyClick(other, Qt.Key.Key_Escape)
    assert table.export().theme.currentData() == "contrast"


# Print --------------------------------------------------------------------------------------------------------


def command(*arguments):
    subprocess.run([sys.executable, "-m", "dungeon_designer", *map(str, arguments)], check=True)


def rendered(path, *arguments):
    command("render", TILED, "-o", path, *arguments)


@pytest.mark.parametrize(
    ("subject", "arguments"),
    [
        (Subject.SHEETS, ("--square", "32mm", "--paper", "letter", "--orientation", "landscape")),
        (Subject.PAGE, ("--paper", "letter", "--orientation", "landscape")),
        (Subject.PIECES, ("--pieces", "--square", "32mm", "--paper", "letter", "--orientation", "landscape")),
        (Subject.TILES, ("--laid-tiles", "--square", "32mm", "--paper", "letter", "--orientation", "landscape")),
    ],
)
def test_the_pdf_is_the_command_lines(table, subject, arguments, tmp_path, monkeypatch):
    """Whatever is printed, the PDF has the very bytes that `render` writes for the same options."""
    dialog = table.print_()
    table.click(dialog.subjects[subject])
    if subject is not Subject.PAGE:
        table.choose(dialog, dialog.square, "32 mm")
    table.choose(dialog, dialog.paper, "Letter")
    table.choose(dialog, dialog.orientation, "landscape")
    data = table.saved(dialog, tmp_path / "a.pdf", monkeypatch)
    rendered(tmp_path / "b.pdf", "--theme", "ink", *arguments)
    assert data == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize("subject", list(Subject))
def test_every_page_can_be_seen(table, subject, tmp_path, monkeypatch):
    """Leafing on shows as many pages as the PDF has, each another one; leafing back shows the first again."""
    dialog = table.print_()
    table.click(dialog.subjects[subject])
    table.settle(dialog)
    seen, names = [shown(dialog)], [dialog.name.text()]
    while dialog.forward.isEnabled():
        table.click(dialog.forward)
        table.settle(dialog)
        seen.append(shown(dialog))
        names.append(dialog.name.text())
    assert len(set(names)) == len(names)
    assert (
        len(set(seen)) >= len(seen) - 1
    )  # sheets of the same tiles are the same page but for a number too small to see
    dialog.view.setFocus()
    QTest.keyClick(dialog.view, Qt.Key.Key_Home)
    table.settle(dialog)
    assert shown(dialog) == seen[0]
    path = tmp_path / "a.pdf"
    table.saved(dialog, path, monkeypatch)
    assert pages.page_count(path) == len(seen)


def test_the_number_of_sheets_is_said(table):
    """The dialog says how many sheets of which paper it takes, names each, and follows every change."""
    dialog = table.print_()
    assert "10 sheets of A4, portrait, and an overview" in dialog.outcome.text()
    assert dialog.name.text() == "Overview"
    QTest.keyClick(dialog.view, Qt.Key.Key_PageDown)
    assert dialog.name.text() == "Sheet A1 (1 of 10)"
    table.choose(dialog, dialog.paper, "A3")
    assert "sheets of A3" in dialog.outcome.text()
    table.click(dialog.subjects[Subject.PIECES])
    table.settle(dialog)
    assert "2 sheets of A4" not in dialog.outcome.text()
    assert "printed on both sides" in dialog.outcome.text()
    assert dialog.name.text().endswith("front")


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
    monkeypatch.setattr(PageView, "devicePixelRatioF", lambda self: ratio)
    dialog = table.print_()
    drawn, place = dialog.view.picture.size(), dialog.view._rect(dialog.laid.sizes[0])
    assert abs(drawn.width() - place.width() * ratio) <= 1
    assert abs(drawn.height() - place.height() * ratio) <= 1


@pytest.mark.parametrize(
    ("square", "sentence"),
    [("300 mm", "does not fit on A4"), ("wide", "'wide' is no length"), ("0", "cannot be drawn")],
)
def test_a_wrong_square_is_one_sentence(table, square, sentence):
    """A square that fits on no paper, or is no length, is one sentence in the dialog; a right one takes it back."""
    dialog = table.print_()
    table.type(dialog, dialog.square, square)
    assert sentence in told(dialog)
    assert dialog.view.picture.isNull()
    table.type(dialog, dialog.square, "1 in")
    assert told(dialog) == ""
    assert not dialog.view.picture.isNull()


def test_tiles_are_printed_where_there_are_any(table):
    """A dungeon drawn by hand offers no tiles, even if tiles were printed last."""
    dialog = table.print_()
    table.click(dialog.subjects[Subject.TILES])
    dialog.remember()
    assert table.print_().subject is Subject.TILES
    table.lay(DRAWN)
    other = table.print_()
    assert not other.subjects[Subject.TILES].isEnabled()
    assert other.subject is Subject.SHEETS


# Long work ----------------------------------------------------------------------------------------------------


class Slow(PrintJob):
    """A job that is never done."""

    def file(self):
        import time

        time.sleep(3600)
        return b""


def test_cancel_leaves_no_file(table, tmp_path, monkeypatch):
    """Cancel ends the work itself, at once; nothing is written, and the dialog goes on as before."""
    dialog = table.print_()
    monkeypatch.setattr(dialog, "job", lambda: Slow(dialog.subject, table.desk.board, dialog.options))
    answer(monkeypatch, tmp_path / "out" / "a.pdf")
    (tmp_path / "out").mkdir()
    table.click(dialog.save_button)
    table.qtbot.waitUntil(lambda: dialog.press._under_way is not None and dialog.press._under_way.what == "file")
    process = dialog.press._process
    assert dialog.bar.isVisible()
    assert not dialog.save_button.isEnabled()
    table.click(dialog.cancel_button)
    assert not process.is_alive()
    assert list((tmp_path / "out").iterdir()) == []
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    monkeypatch.undo()
    table.settle(dialog)
    assert table.saved(dialog, tmp_path / "b.pdf", monkeypatch).startswith(b"%PDF")


def test_escape_stops_the_work_first(table, tmp_path, monkeypatch):
    """Esc while pages are made cancels; the next Esc closes."""
    dialog = table.print_()
    monkeypatch.setattr(dialog, "job", lambda: Slow(dialog.subject, table.desk.board, dialog.options))
    dialog.save(tmp_path / "a.pdf")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.making
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not (tmp_path / "a.pdf").exists()


def test_closing_ends_the_work(table, tmp_path, monkeypatch):
    """A window that is closed leaves no process behind."""
    dialog = table.print_()
    process = dialog.press._process
    monkeypatch.setattr(dialog, "job", lambda: Slow(dialog.subject, table.desk.board, dialog.options))
    dialog.save(tmp_path / "a.pdf")
    dialog.close()
    assert not dialog.isVisible()
    assert not process.is_alive()


def test_the_window_goes_on_while_pages_are_made(table, tmp_path, monkeypatch):
    """While a file is made the window's own clock ticks."""
    ticks = []
    clock = QTimer()
    clock.timeout.connect(lambda: ticks.append(1))
    dialog = table.export()
    table.format(dialog, ".png")
    dialog.square.setValue(12)
    table.settle(dialog)
    clock.start(10)
    ticks.clear()
    table.saved(dialog, tmp_path / "a.png", monkeypatch)
    assert len(ticks) >= 10


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills the press as a system short of memory does")
def test_a_press_that_dies_is_told(table):
    """When the press dies, the dialog says so and begins another for the next page."""
    dialog = table.print_()
    os.kill(dialog.press._process.pid, signal.SIGKILL)
    dialog.change()
    table.settle(dialog)
    assert "ended" in told(dialog)
    dialog.change()
    table.settle(dialog)
    assert told(dialog) == ""
    assert not dialog.view.picture.isNull()


@pytest.mark.parametrize("kind", ["export", "print"])
@pytest.mark.parametrize("place", ["no folder", "a folder", "locked"])
def test_a_place_that_cannot_be_written_is_told(table, kind, place, tmp_path, monkeypatch):
    """A folder that cannot be written to is one sentence; the dialog stays open, with everything chosen."""
    dialog = table.export() if kind == "export" else table.print_()
    ending = ".svg" if kind == "export" else ".pdf"
    path = tmp_path / "locked" / f"a{ending}"
    if place == "a folder":
        path.mkdir(parents=True)
    elif place == "locked":
        path.parent.mkdir()
        path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
        if os.access(path.parent, os.W_OK):
            pytest.skip("nothing is locked for this user")
    answer(monkeypatch, path)
    table.click(dialog.save_button)
    table.qtbot.waitUntil(lambda: bool(told(dialog)), timeout=PATIENCE)
    assert "cannot be written" in told(dialog)
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    assert not dialog.view.picture.isNull()


# Paper --------------------------------------------------------------------------------------------------------


@pytest.fixture
def printer(monkeypatch):
    """A printer is set up, and whoever is asked takes it."""
    monkeypatch.setattr(printers, "available", lambda: True)
    monkeypatch.setattr(QPrintDialog, "exec", lambda self: 1)


def gone(table, dialog):
    table.qtbot.waitUntil(lambda: not dialog.isVisible() or bool(told(dialog)), timeout=PATIENCE)
    return told(dialog)


@pytest.mark.skipif(os.name == "nt", reason="there is no spooler of that kind")
def test_the_pdf_is_spooled_unscaled(table, printer, tmp_path, monkeypatch):
    """Where there is a spooler it gets the very PDF, with the word not to scale it and on which paper."""
    spooler = tmp_path / "lp"
    spooler.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/told\nfor last; do :; done\ncp "$last" {tmp_path}/got.pdf\n'
    )
    spooler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(QPrinter, "duplex", lambda self: QPrinter.DuplexMode.DuplexLongSide)  # as one that can
    dialog = table.print_()
    table.click(dialog.subjects[Subject.PIECES])
    table.settle(dialog)
    table.click(dialog.print_button)
    assert gone(table, dialog) == ""
    words = (tmp_path / "told").read_text().split("\n")
    assert {"print-scaling=none", "media=A4", "sides=two-sided-long-edge"} <= set(words)
    rendered(tmp_path / "b.pdf", "--theme", "ink", "--pieces")
    assert (tmp_path / "got.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="there is no spooler of that kind")
def test_a_spooler_that_refuses_is_told(table, printer, tmp_path, monkeypatch):
    """What the spooler complains of is said in the dialog, which stays open."""
    spooler = tmp_path / "lp"
    spooler.write_text("#!/bin/sh\necho 'lp: out of paper' >&2\nexit 1\n")
    spooler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    dialog = table.print_()
    table.click(dialog.print_button)
    assert "out of paper" in gone(table, dialog)
    assert dialog.isVisible()


@pytest.mark.parametrize("lying", ["portrait", "landscape"])
def test_painted_pages_are_true_to_scale(table, printer, lying, tmp_path, monkeypatch):
    """Without a spooler the pages asked for are painted, each on a sheet of its size, corner on corner."""
    out = tmp_path / "printed.pdf"

    def to_file(self):
        self.printer().setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        self.printer().setOutputFileName(str(out))
        self.printer().setFromTo(2, 3)
        return 1

    monkeypatch.setattr(printers, "spooler", lambda: None)
    monkeypatch.setattr(QPrintDialog, "exec", to_file)
    dialog = table.print_()
    table.choose(dialog, dialog.orientation, lying)
    table.choose(dialog, dialog.paper, "A5")
    own = dialog.job()
    table.click(dialog.print_button)
    assert gone(table, dialog) == ""
    assert [side for size in pages.page_sizes(out) for side in size] == pytest.approx(
        [side for size in own.laid().sizes[1:3] for side in size], abs=0.2
    )
    one, other = (
        raster(out, 1, tmp_path),
        QImage.fromData(own.picture(1, 127)).convertToFormat(QImage.Format.Format_Grayscale8),
    )
    assert abs(one.width() - other.width()) <= 1
    assert different(one, other) < 0.01


def raster(path, page, folder):
    """A page of a PDF by poppler, at 127 dots an inch: five a millimetre."""
    stem = folder / "page"
    subprocess.run(
        ["pdftoppm", "-r", "127", "-f", str(page), "-l", str(page), "-singlefile", "-png", str(path), str(stem)],
        check=True,
    )
    return QImage(str(stem.with_suffix(".png"))).convertToFormat(QImage.Format.Format_Grayscale8)


def different(one, other):
    """The share of pixels in which two pictures differ clearly from each other's surroundings, too."""
    width, height = min(one.width(), other.width()), min(one.height(), other.height())
    wrong = total = 0
    for y in range(2, height - 2, 5):
        for x in range(2, width - 2, 5):
            around = [other.pixelColor(x + dx, y + dy).value() for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            grey = one.pixelColor(x, y).value()
            wrong += not min(around) - 40 <= grey <= max(around) + 40
            total += 1
    return wrong / total


def test_without_a_printer_the_viewer_opens(table, tmp_path, monkeypatch):
    """Where no printer is set up the PDF opens in the system's viewer, with the word to print it at 100 %."""
    opened, said = [], []
    monkeypatch.setattr(printers, "available", lambda: False)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(Path(url.toLocalFile()))) or True)
    table.desk.said.connect(said.append)
    dialog = table.print_()
    assert "Open" in dialog.print_button.text()
    table.click(dialog.print_button)
    assert gone(table, dialog) == ""
    assert pages.page_count(opened[0]) == 11
    assert "100 %" in said[0]


def test_ctrl_p_prints(hand, monkeypatch):
    """Ctrl+P opens the print dialog of what is on the table."""
    seen = []
    monkeypatch.setattr(PrintDialog, "exec", lambda self: seen.append(self.desk) or self.close())
    hand.window.activateWindow()
    hand.key(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert seen == [hand.desk]


def test_settings_of_another_version_do_no_harm(table):
    """Kept choices that mean nothing any more leave the dialog as it is at first."""
    for name in ("theme", "paper", "overlap", "square", "subject-sheets", "grid"):
        table.settings.setValue(f"print/{name}", json.dumps(["nonsense"]))
    dialog = table.print_()
    assert dialog.theme.currentData() == "ink"
    assert dialog.paper.currentData() == "A4"
    assert dialog.overlap.value() == 5

"""Pages on paper, true to scale, whatever prints them."""

import os
import subprocess
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtPrintSupport import QPrintDialog, QPrinter

from dungeon_designer.editor import printers
from dungeon_designer.exports.printing import Subject
from tests.editor.dialog_window import PATIENCE, rendered, told
from tests.exports import pages


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
        QImage.fromData(own.pages.png(1, 127)).convertToFormat(QImage.Format.Format_Grayscale8),
    )
    assert abs(one.width() - other.width()) <= 1
    assert different(one, other) < 0.01


def test_painting_can_be_cancelled(table, printer, tmp_path, monkeypatch):
    """Cancel in the middle of painting throws away what the printer was told; the dialog goes on as before."""

    def to_file(self):
        self.printer().setOutputFileName(str(tmp_path / "printed.pdf"))
        return 1

    monkeypatch.setattr(printers, "spooler", lambda: None)
    monkeypatch.setattr(QPrintDialog, "exec", to_file)
    dialog = table.print_()
    table.click(dialog.print_button)
    table.qtbot.waitUntil(lambda: dialog.bar.value() >= 1, timeout=PATIENCE)
    assert dialog.bar.maximum() == 9
    table.click(dialog.cancel_button)
    table.settle(dialog)
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    assert not dialog.view.picture.isNull()


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
    table.workspace.said.connect(said.append)
    dialog = table.print_()
    assert "Open" in dialog.print_button.text()
    table.click(dialog.print_button)
    assert gone(table, dialog) == ""
    assert pages.page_count(opened[0]) == 9
    assert "100 %" in said[0]

"""Pages on paper, true to scale, whatever prints them."""

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QPrintDialog, QPrinter

from dungeon_designer.editor.dialogs import printing
from dungeon_designer.exports.printouts import PrintSubject
from tests.editor.dialog_window import PATIENCE, read_sentence, render_page
from tests.exports import pages


@pytest.fixture
def printer(monkeypatch):
    """A printer is set up, and whoever is asked takes it."""
    monkeypatch.setattr(printing, "is_printer_available", lambda: True)
    monkeypatch.setattr(QPrintDialog, "exec", lambda self: 1)


def has_gone(table, dialog):
    table.qtbot.waitUntil(lambda: bool(dialog.written_label.text() or read_sentence(dialog)), timeout=PATIENCE)
    return read_sentence(dialog)


@pytest.mark.skipif(os.name == "nt", reason="there is no spooler of that kind")
def test_the_pdf_is_spooled_unscaled(table, printer, tmp_path, monkeypatch):
    """The spooler gets the same PDF, with the word not to scale it and with its paper."""
    spooler = tmp_path / "lp"
    spooler.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/told\ncat > {tmp_path}/got.pdf\n')
    spooler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(QPrinter, "duplex", lambda self: QPrinter.DuplexMode.DuplexLongSide)  # as one that can
    dialog = table.print_()
    table.subject(dialog, PrintSubject.PIECES)
    table.click(dialog.print_button)
    assert has_gone(table, dialog) == ""
    words = (tmp_path / "told").read_text().split("\n")
    assert {"print-scaling=none", "media=A4", "sides=two-sided-long-edge"} <= set(words)
    render_page(tmp_path / "b.pdf", "--theme", "ink", "--pieces")
    assert (tmp_path / "got.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="there is no spooler of that kind")
def test_a_spooler_that_refuses_is_told(table, printer, tmp_path, monkeypatch):
    """The complaint of a spooler stands in the dialog, which stays open."""
    spooler = tmp_path / "lp"
    spooler.write_text("#!/bin/sh\necho 'lp: out of paper' >&2\nexit 1\n")
    spooler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    dialog = table.print_()
    table.click(dialog.print_button)
    assert "out of paper" in has_gone(table, dialog)
    assert dialog.isVisible()


def test_without_a_printer_the_viewer_opens(table, tmp_path, monkeypatch):
    """The PDF opens in the system's viewer if no printer is set up, with the word to print it at 100 %."""
    opened, said = [], []
    monkeypatch.setattr(printing, "is_printer_available", lambda: False)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(Path(url.toLocalFile()))) or True)
    table.workspace.message_sent.connect(said.append)
    dialog = table.print_()
    assert "Open" in dialog.print_button.text()
    table.click(dialog.print_button)
    assert has_gone(table, dialog) == ""
    assert pages.count_pages(opened[0]) == 9
    assert "100 %" in said[0]

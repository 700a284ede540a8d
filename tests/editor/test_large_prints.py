"""Print: paper of one's own size, mats in one piece, several tables; the very pages that `render` writes."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dungeon_designer.exports.printouts import PrintSubject
from tests.editor.dialog_window import read_sentence, render_page

pytestmark = pytest.mark.usefixtures("in_a_thread")


def type_number(table, dialog, box, text):
    """Type a number over what stands in a field, and leave it by Tab."""
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Tab)
    table.settle(dialog)


def make_mat(table, kind=""):
    dialog = table.print_()
    table.subject(dialog, PrintSubject.MAT)
    if kind:
        table.choose(dialog, dialog.mat_box, kind)
    return dialog


def assert_same_pdf(table, dialog, tmp_path, monkeypatch, *arguments):
    """Assert that the PDF of the dialog is that of the command."""
    data = table.saved(dialog, tmp_path / "a.pdf", monkeypatch)
    render_page(tmp_path / "b.pdf", "--theme", "ink", *arguments)
    assert data == (tmp_path / "b.pdf").read_bytes()


def test_paper_of_ones_own_size(table, tmp_path, monkeypatch):
    """“Custom…” asks for width and height, and the sheets are of just that paper; for any other it asks neither."""
    dialog = table.print_()
    assert not dialog.custom_size_row.isVisible()
    table.choose(dialog, dialog.paper_box, "custom")
    assert dialog.custom_size_row.isVisible()
    type_number(table, dialog, dialog.paper_width_field, "500")
    type_number(table, dialog, dialog.paper_height_field, "400")
    assert "of 500 x 400 mm" in dialog.summary_label.text()
    assert sorted(dialog.plan.sizes[-1]) == [400, 500]
    assert_same_pdf(table, dialog, tmp_path, monkeypatch, "--square", "29mm", "--paper", "500x400mm")


def test_a_mat_as_large_as_the_map(table, tmp_path, monkeypatch):
    """A one-piece mat is one page, with the bleed chosen; nothing about paper or gluing is asked of it."""
    dialog = make_mat(table)
    fields = dialog.mat_box, dialog.bleed_field, dialog.paper_box, dialog.roll_field, dialog.overlap_field
    assert [field.isVisible() for field in fields] == [True, True, False, False, False]
    assert "1 page of" in dialog.summary_label.text()
    assert "crop marks" in dialog.summary_label.text()
    before = dialog.plan.sizes[0]
    type_number(table, dialog, dialog.bleed_field, "5")
    assert dialog.plan.sizes[0][0] == pytest.approx(before[0] + 4)
    assert_same_pdf(table, dialog, tmp_path, monkeypatch, "--square", "29mm", "--bleed", "5mm")


def test_a_mat_on_a_roll(table, tmp_path, monkeypatch):
    """A roll's page is as wide as the roll; one too narrow is said in one sentence."""
    dialog = make_mat(table, "roll")
    type_number(table, dialog, dialog.roll_field, "300")
    assert "does not fit on a roll of 300 mm" in read_sentence(dialog)
    type_number(table, dialog, dialog.roll_field, "1000")
    assert read_sentence(dialog) == ""
    assert 1000 in dialog.plan.sizes[0]
    assert_same_pdf(table, dialog, tmp_path, monkeypatch, "--square", "29mm", "--roll", "1000mm", "--bleed", "3mm")


def test_a_mat_as_large_as_a_paper(table, tmp_path, monkeypatch):
    """When it is trimmed the mat is as large as the paper, one's own sizes too."""
    dialog = make_mat(table, "paper")
    table.choose(dialog, dialog.paper_box, "custom")
    type_number(table, dialog, dialog.paper_width_field, "1200")
    type_number(table, dialog, dialog.paper_height_field, "900")
    assert_same_pdf(table, dialog, tmp_path, monkeypatch, "--square", "29mm", "--paper", "1200x900mm", "--bleed", "3mm")


@pytest.mark.parametrize("subject", [PrintSubject.SHEETS, PrintSubject.PIECES])
def test_for_several_tables(table, subject, tmp_path, monkeypatch):
    """With three tables the pages are those of `--tables 3`, and their number is said."""
    dialog = table.print_()
    table.subject(dialog, subject)
    dialog.tables_field.setFocus()
    for _ in range(2):
        QTest.keyClick(dialog.tables_field, Qt.Key.Key_Up)
    table.settle(dialog)
    if subject is PrintSubject.SHEETS:
        assert "24 sheets of A4" in dialog.summary_label.text()
    more = ("--pieces",) if subject is PrintSubject.PIECES else ()
    assert_same_pdf(table, dialog, tmp_path, monkeypatch, "--square", "29mm", "--tables", "3", *more)


def test_what_was_chosen_for_a_mat_is_chosen_again(table):
    """The next print begins as the last one was: mat, roll, bleed and tables."""
    dialog = make_mat(table, "roll")
    type_number(table, dialog, dialog.roll_field, "1000")
    type_number(table, dialog, dialog.tables_field, "4")
    dialog.save_choices()
    again = table.print_()
    assert again.subject is PrintSubject.MAT
    assert again.roll_field.isVisible()
    assert (again.roll_field.value(), again.tables_field.value()) == (1000, 4)

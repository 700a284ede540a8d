"""Export: every format there is, with what it takes; what is shown is what is written."""

from html.parser import HTMLParser
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from dungeon_designer.exports.board_json import BoardDocument
from dungeon_designer.exports.exporters import EXPORTERS
from dungeon_designer.rules import checker
from tests.editor.dialog_window import PATIENCE, TILED, find_page, read_command, read_sentence, render_page
from tests.hostile.test_outputs import OUTPUTS
from tests.soak import sample, soak

pytestmark = pytest.mark.usefixtures("in_a_thread")


def can_read_back(data, ending):
    """Return whether an independent reader of the format takes a file."""
    if ending == ".svg":
        return ElementTree.fromstring(data).tag.endswith("svg")  # noqa: S314 (our own)
    if ending == ".png":
        return not QImage.fromData(data).isNull()
    if ending == ".html":
        HTMLParser().feed(data.decode())
        return b"<svg" in data
    if ending == ".pdf":
        return data.startswith(b"%PDF")
    if ending == ".stl":
        return len(data) == 84 + 50 * int.from_bytes(data[80:84], "little") > 84
    if ending != ".board.json":
        return bool(next(output.reader for output in OUTPUTS.values() if output.file.endswith(ending))(data).text)
    return msgspec.json.decode(data, type=BoardDocument).name == "The Burning Horseshoe"


@soak
@pytest.mark.parametrize("ending", sample([exporter.endings[0] for exporter in EXPORTERS], 4))
def test_each_format_is_written(table, ending, tmp_path, monkeypatch):
    """Every exporter there is can be chosen; its file reads back, and has its ending though nobody typed it."""
    dialog = table.export()
    table.format(dialog, ending)
    dialog.square_field.setValue(6)
    monkeypatch.setattr(QFileDialog, "exec", lambda asked: asked.selectFile(str(tmp_path / "map")) or 1)
    table.click(dialog.save_button)
    table.qtbot.waitUntil(lambda: bool(dialog.written_label.text()), timeout=PATIENCE)
    assert can_read_back((tmp_path / f"map{ending}").read_bytes(), ending)


def test_the_file_is_the_command_lines(table, tmp_path, monkeypatch):
    """The same options in the dialog and on the command line give the same bytes."""
    dialog = table.export()
    table.format(dialog, ".svg")
    table.choose(dialog, dialog.theme_box, "slate")
    table.choose(dialog, dialog.reader_box, "organiser")
    table.click(dialog.option_boxes["legend"])
    data = table.saved(dialog, tmp_path / "a.svg", monkeypatch)
    render_page(tmp_path / "b.svg", "--theme", "slate", "--hidden", "--legend", "--title")
    assert data == (tmp_path / "b.svg").read_bytes()


def test_a_board_is_what_convert_writes(table, tmp_path, monkeypatch):
    """The board for programs is the one `convert` writes; its first lines are shown as text."""
    dialog = table.export()
    table.format(dialog, ".board.json")
    assert dialog.view.text().startswith('{\n "format": "dungeon-board"')
    data = table.saved(dialog, tmp_path / "a.board.json", monkeypatch)
    read_command("convert", TILED, tmp_path / "b.board.json")
    assert data == (tmp_path / "b.board.json").read_bytes()


def test_an_object_has_its_picture_beside_it(table, tmp_path, monkeypatch):
    """File and picture of a Tabletop Simulator object are those of the command line, and the one names the other."""
    (tmp_path / "there").mkdir()
    dialog = table.export()
    table.format(dialog, ".tts.json")
    data = table.saved(dialog, tmp_path / "a.tts.json", monkeypatch)
    read_command("convert", TILED, tmp_path / "there" / "a.tts.json", "--players")
    assert data == (tmp_path / "there" / "a.tts.json").read_bytes()
    assert b'"ImageURL": "a.tts.png"' in data
    assert (tmp_path / "a.tts.png").read_bytes() == (tmp_path / "there" / "a.tts.png").read_bytes()


@pytest.mark.parametrize(
    ("ending", "usable"),
    [
        (".svg", {"theme", "reader", "shown", "problems", "square"}),
        (".png", {"theme", "reader", "shown", "problems", "square", "dpi"}),
        (".pdf", {"theme", "reader", "shown", "problems", "paper", "orientation"}),
        (".html", {"theme", "reader", "shown", "problems"}),
        (".board.json", set()),
        (".stl", {"square"}),
        (".stl.zip", {"square", "bed"}),
    ],
)
def test_only_what_a_format_takes_can_be_chosen(table, ending, usable):
    """Options that a format does not take are disabled, and only those."""
    dialog = table.export()
    table.format(dialog, ending)
    fields = {
        "theme": dialog.theme_box,
        "reader": dialog.reader_box,
        "problems": dialog.problems_checkbox,
        "square": dialog.square_field,
        "dpi": dialog.dpi_field,
        "paper": dialog.paper_box,
        "bed": dialog.bed_row,
    }
    fields |= {"orientation": dialog.orientation_box, "shown": dialog.option_boxes["grid"]}
    assert {name for name, field in fields.items() if field.isEnabled() and field.isVisible()} == usable


def test_solids_are_what_convert_writes(table, tmp_path, monkeypatch):
    """The summary says how large a solid is or how many there are for the bed; the ZIP is the command line's."""
    dialog = table.export()
    table.format(dialog, ".stl")
    assert dialog.summary_label.text().startswith("One solid of 468 × 700 × 17 mm")
    table.format(dialog, ".stl.zip")
    dialog.bed_width_field.setValue(250)
    table.settle(dialog)
    assert dialog.summary_label.text() == "13 solids, none larger than 236 × 178 × 17 mm."
    data = table.saved(dialog, tmp_path / "a.stl.zip", monkeypatch)
    read_command("convert", TILED, tmp_path / "b.stl.zip", "--bed", "250x220mm")
    assert data == (tmp_path / "b.stl.zip").read_bytes()


def test_problems_are_marked_when_asked(table, tmp_path, monkeypatch):
    """Ticking Problems shows another page: with the numbers of what the ruleset found, as `render` marks them."""
    table.workspace.edit_without_symmetry("", replace(table.workspace.layout, ruleset="naf-2019"))
    table.workspace.verdict = checker.check_board(table.workspace.board, table.workspace.ruleset)
    dialog = table.export()
    before = find_page(dialog)
    table.click(dialog.problems_checkbox)
    table.settle(dialog)
    assert find_page(dialog) != before
    data = table.saved(dialog, tmp_path / "a.svg", monkeypatch)
    render_page(tmp_path / "b.svg", "--title", "--findings", "--ruleset", "naf-2019")
    assert data == (tmp_path / "b.svg").read_bytes()


def test_what_was_chosen_is_chosen_again(table, tmp_path, monkeypatch):
    """The next export begins as the last one was saved; one that was closed leaves no trace."""
    dialog = table.export()
    table.format(dialog, ".png")
    table.choose(dialog, dialog.theme_box, "contrast")
    dialog.dpi_field.setValue(20)
    table.click(dialog.option_boxes["grid"])
    table.saved(dialog, tmp_path / "a.png", monkeypatch)
    other = table.export()
    assert other.exporter.endings == (".png",)
    assert (other.theme_box.currentData(), other.dpi_field.value()) == ("contrast", 20)
    assert not other.option_boxes["grid"].isChecked()
    table.choose(other, other.theme_box, "slate")
    QTest.keyClick(other, Qt.Key.Key_Escape)
    assert table.export().theme_box.currentData() == "contrast"


def test_letters_no_font_has_are_told(table):
    """A name that will not be legible on the page is said so under it, and the page is shown all the same."""
    table.workspace.open_layout(replace(table.workspace.layout, name="地下"), None)
    dialog = table.export()
    table.format(dialog, ".png")
    assert "no 下 地" in read_sentence(dialog)
    assert not dialog.view.pixmap().isNull()

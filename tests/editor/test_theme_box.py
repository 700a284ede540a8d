"""The field for the theme of an export or print: the program's themes, the dungeon's own, and files."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog

from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.editor.dialogs.theme_box import FILE_CHOICE, ThemeBox

MINE = 'extends = "ink"\nfloor = "#abcdef"\n'


@pytest.fixture
def theme(tmp_path):
    """A theme file."""
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return path


def open_with_theme(table, theme, path):
    """Open a dungeon that names a theme, in a file of the given path."""
    table.workspace.open_layout(replace(table.workspace.layout, theme=theme), path)


def list_choices(box):
    """Return the themes that a field lists."""
    return [box.itemData(index) for index in range(box.count())]


def test_a_theme_file_can_be_chosen(table, theme, monkeypatch):
    """The last entry asks for a file, which is then drawn; without an answer the theme stays."""
    dialog = table.export()
    box = dialog.theme_box
    assert list_choices(box) == [*THEMES, FILE_CHOICE]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(theme), ""))
    choose_file(box)
    assert box.currentText() == "mine.toml"
    assert dialog.build_drawing_options().theme == str(theme)
    assert list_choices(box) == [*THEMES, str(theme), FILE_CHOICE]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    choose_file(box)
    assert dialog.build_drawing_options().theme == str(theme)


def choose_file(box):
    """Choose the entry that asks for a file, as a click does."""
    index = box.findData(FILE_CHOICE)
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_the_theme_of_the_dungeon_is_chosen_at_first(table, theme):
    """A dungeon's own theme is chosen in both dialogs, whatever was chosen last."""
    open_with_theme(table, "mine.toml", theme.with_name("hall.dungeon.yaml"))
    for dialog in (table.export(), table.print_()):
        assert dialog.build_drawing_options().theme == str(theme)
    open_with_theme(table, "slate", None)
    assert table.export().build_drawing_options().theme == "slate"


def test_a_dungeon_without_a_file_reads_no_theme_file(table, theme, monkeypatch):
    """A theme file that a dungeon without a file names, as one that was pasted, is not read."""
    monkeypatch.chdir(theme.parent)
    open_with_theme(table, "mine.toml", None)
    assert ThemeBox("parchment", table.workspace).chosen_theme == "parchment"


def test_a_wrong_theme_of_the_dungeon_is_told(table, theme):
    """A theme that cannot be used is told of in one line, and the usual one is chosen."""
    messages = []
    open_with_theme(table, "gone.toml", theme.with_name("hall.dungeon.yaml"))
    table.workspace.message_sent.connect(messages.append)
    assert ThemeBox("ink", table.workspace).chosen_theme == "ink"
    assert "there is no theme file 'gone.toml'" in messages[0]

"""Themes as files: what they may say, what the reader refuses, and that the program's own themes are such files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

from dungeon_designer import Dungeon
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.themes import THEMES, find_theme
from dungeon_designer.drawing.themes.theme import ThemeDocument
from dungeon_designer.drawing.themes.theme_file import FOLDER, load_bundled_theme, parse_theme, read_theme
from dungeon_designer.errors import ReadError, UsageError

HALL = Dungeon.parse("map: |\n  <<..C.1.>>\n")


def write_theme(folder: Path, text: str) -> Path:
    """Write a theme file into a folder, and return its path."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_theme_file_is_drawn(tmp_path: Path) -> None:
    """A map is drawn in the colours of a theme file, and in those of the theme that it extends."""
    path = write_theme(tmp_path, 'extends = "ink"\nfloor = "#abcdef"\nhome = "#123456"\n')
    svg = HALL.svg(theme=str(path))
    assert "#abcdef" in svg
    assert "#123456" in svg
    assert svg.replace("#abcdef", THEMES["ink"].floor).count("#0a0a0a") == HALL.svg(theme="ink").count("#0a0a0a")


def test_a_theme_that_only_extends_draws_the_same(tmp_path: Path) -> None:
    """A theme that names nothing but what it extends draws the same bytes as that theme."""
    for name in THEMES:
        path = write_theme(tmp_path, f'extends = "{name}"\n')
        assert HALL.svg(theme=str(path), legend=True) == HALL.svg(theme=name, legend=True)


def test_our_themes_are_theme_files() -> None:
    """Each theme of the program is read from its file by the reader of everybody's themes."""
    for name, theme in THEMES.items():
        assert read_theme(FOLDER / f"{name}.toml") == theme == load_bundled_theme(name)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    """A theme file that was changed is drawn as it is now."""
    path = write_theme(tmp_path, 'extends = "ink"\nfloor = "#abcdef"\n')
    assert find_theme(str(path)).floor == "#abcdef"
    path.write_text('extends = "ink"\nfloor = "#fedcba"\n', encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert find_theme(str(path)).floor == "#fedcba"


@pytest.mark.parametrize(
    ("lines", "location", "problem"),
    [
        ('flor = "#aaccff"', "2:1", "flor: unknown key 'flor' (did you mean floor?)"),
        ('name = "Mine"', "2:1", "name: unknown key 'name'"),
        ('floor = "red"', "2:9", 'floor: a colour is written as "#e6dcc4"'),
        ('floor = "#aaccff\\n"', "2:9", 'floor: a colour is written as "#e6dcc4"'),
        ('reach = ["#12"]', "2:10", 'reach[0]: a colour is written as "#e6dcc4"'),
        ("reach = []", "2:9", "reach: "),
        ("fine = nan", "2:8", "fine: expected a number of at least 0.005, not nan"),
        ("fine = 9", "2:8", "fine: expected a number of at most 0.1, not 9"),
        ("halo = [1]", "2:8", "halo: expected a list of 2 numbers"),
        ("masonry = 1", "2:11", "masonry: expected true or false, not 1"),
        ('title_fonts = ["Arial"]', "2:16", "title_fonts[0]: the first font must be one that comes with the program"),
        ('label_fonts = ["Cabin", "Comic"]', "2:25", "label_fonts[1]: 'Comic' is not known here"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(lines: str, location: str, problem: str) -> None:
    """What is wrong in a theme is one line with file, line, column and key."""
    with pytest.raises(ReadError) as caught:
        parse_theme(f'extends = "ink"\n{lines}\n'.encode(), "mine.toml")
    assert str(caught.value).startswith(f"mine.toml:{location}: {problem}")
    assert "\n" not in str(caught.value)


def test_a_theme_extends_one_of_ours() -> None:
    """A theme extends a theme of the program, never a file."""
    with pytest.raises(ReadError, match=r"not 'other\.toml' \(one of: contrast, ink, parchment, slate\)"):
        parse_theme(b'extends = "other.toml"\n', "mine.toml")


def test_an_incomplete_theme_says_what_to_do() -> None:
    """A theme that extends nothing and lacks a key is told to extend one."""
    with pytest.raises(ReadError, match=r"the key 'page' is missing; .* extends = "):
        parse_theme(b'floor = "#ffffff"\n', "mine.toml")


def test_rock_of_no_width_is_not_drawn() -> None:
    """`halo = [0, 0]` leaves the rock away, as a theme without the key does."""
    plain = parse_theme(b'extends = "parchment"\nhalo = [0, 0]\n', "mine.toml")
    assert plain.halo is None


def test_an_unknown_theme_names_the_nearest(tmp_path: Path) -> None:
    """A misspelt theme gets the nearest name, and a missing file is named."""
    with pytest.raises(UsageError, match="did you mean parchment"):
        find_theme("parchmnt")
    with pytest.raises(ReadError, match="there is no such file"):
        find_theme(str(tmp_path / "nothing.toml"))


@pytest.mark.parametrize("bound", ["ge", "le"])
def test_a_theme_at_its_bounds_is_drawn(bound: str) -> None:
    """Every number of a theme may have its least and its greatest value, and no shape is more than opaque."""
    numbers = {"halo": [0, 0] if bound == "ge" else [4, 4]}
    for key, hint in get_type_hints(ThemeDocument, include_extras=True).items():
        limits = [getattr(meta, bound) for meta in getattr(hint, "__metadata__", ())]
        if limits and limits[0] is not None:
            numbers[key] = limits[0]
    assert len(numbers) == 11
    lines = [f"{key} = {value}" for key, value in numbers.items()]
    theme = parse_theme("\n".join(['extends = "parchment"', *lines]).encode(), "mine.toml")
    shapes = load_picture("stairs", theme).shapes
    assert all(0 <= shape.style.opacity <= 1 for shape in shapes)


def test_a_name_is_one_line_of_words() -> None:
    """A theme is named after its file; control characters in the name of the file are shown as words."""
    assert parse_theme(b'extends = "ink"\n', "looks/my\x1b[2J.toml").name == "my\\x1b[2J"


def test_every_value_of_our_themes_is_within_its_bounds() -> None:
    """The bounds of numbers and lists hold for the program's own themes."""
    for theme in THEMES.values():
        assert msgspec.convert(msgspec.to_builtins(theme), type(theme)) == theme

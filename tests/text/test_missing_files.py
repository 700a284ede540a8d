"""What a path that leads nowhere lacks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dungeon_designer.errors import ReadError, WriteError
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.text.missing_files import MAX_NAMES, find_nearest_name
from dungeon_designer.text.writing import write_file


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder one is in: a season and its dungeons in a folder below."""
    (tmp_path / "cup" / "halls").mkdir(parents=True)
    for name in ("season.toml", "rules.toml", "halls/hall.dungeon.yaml", "halls/legal.dungeon.yaml"):
        (tmp_path / "cup" / name).write_text("")
    (tmp_path / "cup" / "dead.toml").symlink_to("nowhere.toml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("cup/seson.toml", "there is no such file (did you mean cup/season.toml?)"),
        ("cup/SEASON.TOM", "there is no such file (did you mean cup/season.toml?)"),
        ("cup/season", "there is no such file (did you mean cup/season.toml?)"),
        ("cup/halls/hal.dungeon.yaml", "there is no such file (did you mean cup/halls/hall.dungeon.yaml?)"),
        ("cup/halls/hall.yaml", "there is no such file (did you mean cup/halls/hall.dungeon.yaml?)"),
        ("cup/halls/gone.dungeon.yaml", "there is no such file"),
        ("cup/hals/hall.dungeon.yaml", "there is no folder 'cup/hals' (did you mean cup/halls?)"),
        ("cup/hals/", "there is no folder 'cup/hals' (did you mean cup/halls?)"),
        ("cop/halls/hall.dungeon.yaml", "there is no folder 'cop' (did you mean cup?)"),
        ("cup/season.toml/hall.dungeon.yaml", "'cup/season.toml' is not a folder"),
        ("cup/dead.toml", "this link leads to no file"),
        ("gone", "there is no such file"),
        ("a\0b", "cannot be read: embedded null byte"),
    ],
)
@pytest.mark.usefixtures("event")
def test_a_missing_file_is_told_with_the_nearest_name(path: str, problem: str) -> None:
    """The message says whether the file or a folder is missing, and names the nearest one that exists."""
    with pytest.raises(ReadError) as caught:
        read_bytes(path)
    assert caught.value.problem == problem


def test_a_path_upwards_says_where_it_starts(event: Path) -> None:
    """A path that begins with two dots depends on the folder one is in, so that folder is named."""
    with pytest.raises(ReadError) as caught:
        read_bytes("../gone.toml")
    assert caught.value.problem == f"there is no such file; '../gone.toml' starts from the folder '{event}'"


@pytest.mark.usefixtures("event")
def test_a_name_that_no_person_wrote_is_not_guessed() -> None:
    """The message about a name in another file, which may be a stranger's, does not list files beside it."""
    with pytest.raises(ReadError) as caught:
        read_bytes("cup/seson.toml", only_plain=True)
    assert caught.value.problem == "there is no such file"


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("cups/x.pdf", "there is no folder 'cups' (did you mean cup?)"),
        ("no/where/x.pdf", "there is no folder 'no'"),
        ("cup/season/x.pdf", "there is no folder 'cup/season'"),
        ("cup/season.toml/x.pdf", "'cup/season.toml' is not a folder"),
    ],
)
def test_a_file_without_a_folder_is_not_written(event: Path, path: str, problem: str) -> None:
    """The folder that is missing is named, with the remedy, and nothing is made."""
    before = sorted(event.rglob("*"))
    with pytest.raises(WriteError) as caught:
        write_file(path, b"x")
    assert str(caught.value) == f"{path}: cannot be written: {problem}; make that folder first, or name another"
    assert sorted(event.rglob("*")) == before


def test_a_huge_folder_is_not_searched(event: Path) -> None:
    """Among more names than a person has in one folder none is looked for."""
    for number in range(MAX_NAMES):
        (event / "cup" / f"{number}.txt").touch()
    with pytest.raises(ReadError) as caught:
        read_bytes("cup/seson.toml")
    assert caught.value.problem == "there is no such file"


def test_the_name_itself_is_no_suggestion() -> None:
    """A name is never proposed in its own place; of several near ones the nearest is."""
    assert find_nearest_name("a.toml", ["a.toml"]) == ""
    assert find_nearest_name("halls.toml", ["hall.toml", "halls.tml"]) == "halls.tml"
    assert find_nearest_name("hall.toml", [os.fsdecode(b"hall\xff.toml")]) == "hall\udcff.toml"

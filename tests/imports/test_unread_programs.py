"""Files of programs that hold no squares: the line names the program and says what to export there instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import ReadError
from dungeon_designer.imports.importers import MAX_IMPORT_BYTES, read_file_bytes, read_if_foreign
from dungeon_designer.text.file_reading import MAX_FILE_BYTES as LARGEST_READ
from tests.imports.files import DONJON, ONE_PAGE, TILED, encode_json

FILES: dict[str, tuple[Any, str, str]] = {
    "LDtk": (
        {"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "defs": {"layers": []}, "levels": []},
        "LDtk",
        "export to Tiled",
    ),
    "a level of LDtk": ({"iid": "a", "identifier": "Level", "layerInstances": []}, "LDtk", "export to Tiled"),
    "LDtk's simple export": (
        {"uniqueIdentifer": "a", "layers": ["Floor.png"], "entities": {}},
        "LDtk",
        "export to Tiled",
    ),
    "Foundry": (
        {"name": "Crypt", "grid": {"size": 100}, "walls": [{"c": [0, 0, 9, 0]}], "tokens": []},
        "Foundry Virtual Tabletop",
        "background picture",
    ),
    "an older scene of Foundry": (
        {"grid": 100, "gridDistance": 5, "walls": [], "lights": []},
        "Foundry Virtual Tabletop",
        "background picture",
    ),
    "Dungeondraft": (
        {"header": {"creation_build": "1.1"}, "world": {"levels": {}}},
        "Dungeondraft",
        "export it there as a picture",
    ),
    "Dungeon Scrawl": (
        {"state": {"document": {"nodes": {}}}, "data": {"geometry": {}}},
        "Dungeon Scrawl",
        "export it there as a picture",
    ),
    "universal VTT": (
        {"format": 0.3, "resolution": {"pixels_per_grid": 70}, "line_of_sight": [], "image": ""},
        "universal VTT",
        "export a picture",
    ),
}


def find_problem(data: bytes, name: str) -> str:
    """Return the line that says why a file gives no dungeon."""
    with pytest.raises(ReadError) as error:
        read_if_foreign(data, name)
    return str(error.value)


@pytest.mark.parametrize(("data", "program", "remedy"), FILES.values(), ids=FILES)
def test_json_of_another_program_is_recognised_by_its_keys(data: Any, program: str, remedy: str) -> None:
    """A JSON file of a program whose files hold no squares is named, with what to export there instead."""
    problem = find_problem(encode_json(data), "crypt.json")
    assert problem.startswith("crypt.json: ")
    assert program in problem
    assert remedy in problem


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("a.ldtk", "LDtk"),
        ("a.dungeondraft_map", "Dungeondraft"),
        ("a.DS", "Dungeon Scrawl"),
        ("a.df2vtt", "universal VTT"),
    ],
)
def test_their_endings_are_recognised(name: str, program: str) -> None:
    """A file with an ending that only such a program has is named without a look inside."""
    assert program in find_problem(b"PK\x03\x04", name)


def test_a_large_file_is_recognised_without_reading_it() -> None:
    """A picture makes most universal VTT files larger than what is imported; they are named all the same."""
    data = FILES["universal VTT"][0] | {"image": "A" * MAX_IMPORT_BYTES}
    assert "universal VTT" in find_problem(encode_json(data), "crypt.json")
    assert read_if_foreign(b'{"name": "' + b"A" * MAX_IMPORT_BYTES + b'"}', "crypt.json") is None


@pytest.mark.parametrize("name", ["crypt.json", "crypt.uvtt"])
def test_a_file_too_large_to_be_read_is_recognised(name: str, tmp_path: Path) -> None:
    """A file too large to be read is recognised by its beginning or its ending."""
    data = encode_json(FILES["universal VTT"][0])
    for read in (read_file_bytes, Dungeon.load):
        (tmp_path / name).write_bytes(data[:-2] + b"A" * LARGEST_READ)
        with pytest.raises(ReadError, match=r"crypt\.\w+: a universal VTT file"):
            read(tmp_path / name)
        (tmp_path / "plain.json").write_bytes(b"A" * (LARGEST_READ + 1))
        with pytest.raises(ReadError, match="larger than 16 MB"):
            read(tmp_path / "plain.json")


@pytest.mark.parametrize("data", [ONE_PAGE, DONJON, TILED])
def test_what_is_read_is_not_taken_for_what_is_not(data: Any) -> None:
    """One Page Dungeon, donjon and Tiled are still read, whatever else stands in their files."""
    found = read_if_foreign(encode_json(data | {"notes": [], "levels": [], "tokens": []}), "hall.json")
    assert found is not None


def test_a_layout_file_is_ours_whatever_its_extra_holds() -> None:
    """The format decides before any other key, at the end of the file, too."""
    data = b'{"walls": [], "extra": {"filling": "%s"}, "tokens": 1, "format": "dungeon-layout"}' % (b"x" * 5_000)
    assert read_if_foreign(data, "hall.json") is None


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (FILES["LDtk"][0], "crypt.json", "LDtk"),
        (TILED, "hall.tmj", "a file of Tiled; convert it first: dungeon-designer convert"),
        (TILED, "hall.json", "a file of Tiled; convert it first"),
        (ONE_PAGE, "keep.json", "a file of One Page Dungeon; convert it first"),
        (DONJON, "vault.json", "a file of donjon; convert it first"),
    ],
)
def test_every_command_names_the_program(data: Any, name: str, words: str, tmp_path: Path) -> None:
    """Every command for a dungeon says whose file it got and what makes a dungeon of it."""
    (tmp_path / name).write_bytes(encode_json(data))
    with pytest.raises(ReadError, match=words):
        Dungeon.load(tmp_path / name)

"""The tile library travels in the wheel."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_stock_library

ROOT = Path(__file__).parents[2]

PROGRAM = """
import dungeon_designer
from dungeon_designer.tiles.library import find_stock_folder, load_library
print(dungeon_designer.__file__)
print(find_stock_folder())
print(*(tile.id for tile in load_library()))
"""


@pytest.fixture(scope="module")
def unpacked(wheel, tmp_path_factory):
    """The wheel, unpacked into a folder of its own."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(folder):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment, cwd=folder)
    return done.stdout.splitlines()


def test_the_wheel_carries_every_tile(unpacked):
    """An installed package finds its tiles inside itself, and they are the tiles of the repository."""
    package, folder, ids = run(unpacked)
    assert Path(package).parent == unpacked / "dungeon_designer"
    assert Path(folder) == unpacked / "dungeon_designer" / "tile_library"
    assert ids.split() == list(load_stock_library().ids)


def test_the_wheel_carries_what_pages_are_set_with(unpacked):
    """Beside its modules an installed package has the constant file that every PDF is set from."""
    assert (unpacked / "dungeon_designer" / "exports" / "typesetting.typ").is_file()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_wheel_carries_a_sketch_to_start_from(unpacked, edition):
    """An installed package has the sketch that `new` writes for each edition."""
    assert (unpacked / "dungeon_designer" / "templates" / "sketches" / f"{edition}.dungeon.yaml").is_file()


def test_a_working_copy_finds_them_beside_the_package():
    """The tiles of a working copy are found beside the package."""
    _, folder, ids = run(ROOT)
    assert Path(folder) == ROOT / "tile_library"
    assert ids.split() == list(load_stock_library().ids)

"""The page that describes the formats shows files that are as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dungeon_designer.errors import ReadError
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.sketch import SKETCH_KEYS
from dungeon_designer.layout.sketch_letters import BUILT_IN_LETTERS, ZONE_BY_LETTER

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "dungeon-file.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(yaml|json)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("kind", "text"), BLOCKS)
def test_every_example_can_be_read(kind: str, text: str) -> None:
    """Nobody copies a file from the page that the program refuses."""
    read_layout(text.encode(), f"page.{kind}")


def test_the_page_names_every_key_letter_and_kind() -> None:
    """The page describes every key, letter and kind that is read."""
    for word in [*SKETCH_KEYS, *SectionKind, *TerrainKind, *ObstacleKind]:
        assert word in PAGE
    for letter in [*BUILT_IN_LETTERS, *ZONE_BY_LETTER]:
        assert f"`{letter}`" in PAGE or letter in "2345678"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hall.dungeon.yaml", "map: |\n  ..\n  .z\n"),
        ("hall.dungeon.yaml", "map: |\n  ..\ndoors:\n  - {at: [1, 0], side: easst}\n"),
        ("hall.dungeon.json", '{"format": "dungeon-layout", "version": 1, "chests": [[0, 10000]]}'),
    ],
)
def test_the_errors_it_shows_are_the_errors_one_gets(name: str, text: str) -> None:
    """Word by word."""
    with pytest.raises(ReadError) as caught:
        read_layout(text.encode(), name)
    assert f"{caught.value}\n" in PAGE

"""What docs/reference/season.md and docs/reference/tile.md say of keys is true, and whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .kinds import ROOT, SEASON, TILE, Kind
from .test_schemas import list_keys

PAGES = {
    kind.name: (ROOT / "docs" / "reference" / f"{kind.name}.md").read_text(encoding="utf-8") for kind in (SEASON, TILE)
}


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", PAGES["season"], re.DOTALL))
def test_every_season_on_the_page_is_read(text: str, tmp_path: Path) -> None:
    """Nobody copies a season from the page that the program or an editor refuses."""
    assert SEASON.read(text, tmp_path) == ""
    SEASON.validator.validate(SEASON.loaded(text))


@pytest.mark.parametrize("kind", [SEASON, TILE], ids=lambda kind: kind.name)
def test_every_key_is_on_the_page(kind: Kind) -> None:
    """Each key has its line in a table, with what it says and an example."""
    for path, part in list_keys(kind.schema):
        if ".legend." not in path:
            assert f"| `{path.rpartition('.')[2]}` | {part['description']} |" in PAGES[kind.name]

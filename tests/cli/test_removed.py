"""Commands that were removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Call


@pytest.mark.parametrize(
    "arguments", [["."], [".", "--title", "Ours", "--force"], ["--pages", "web", "."], ["--help"], []]
)
def test_gallery_is_gone(call: Call, table: Path, arguments: list[str]) -> None:
    """`gallery` ends with status 2 and one line that says what to use instead; the folder stays as it is."""
    (table / "README.md").write_text("mine")
    before = sorted(table.rglob("*"))
    called = call("gallery", *arguments)
    assert (called.status, called.out) == (2, "")
    assert "gallery was removed" in called.complaint
    assert "use dungeon-designer publish FOLDER -o PAGES" in called.complaint
    assert (sorted(table.rglob("*")), (table / "README.md").read_text()) == (before, "mine")


def test_the_remedy_does_what_it_says(call: Call, table: Path) -> None:
    """`publish` takes a folder of dungeons, as the line says, and its index shows a picture of each."""
    (table / "halls").mkdir()
    (table / "halls" / "hall.dungeon.yaml").write_text((table / "legal.dungeon.yaml").read_text())
    assert call("publish", "halls", "-o", "pages", "--ruleset", "cup.toml").status == 0
    assert "data:image/png" in (table / "pages" / "index.html").read_text()

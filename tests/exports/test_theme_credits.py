"""The author and licence of a theme are named wherever a map in it goes; without such a theme, nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer import Dungeon
from dungeon_designer.cli.main import run_program

from . import pages

HALL = Dungeon.parse("name: Hall\nmap: |\n  <<..C.1.>>\n")
CREDIT = "the theme mine: by R. Mason, CC BY 4.0"


@pytest.fixture
def theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A theme with an author and a licence, in a folder to work in."""
    monkeypatch.chdir(tmp_path)
    text = 'extends = "ink"\nauthor = "R. Mason"\nlicence = "CC BY 4.0"\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    HALL.save(tmp_path / "hall.dungeon.yaml")
    return "mine.toml"


@pytest.mark.parametrize("name", ["hall.svg", "hall.png", "hall.html"])
def test_a_map_names_the_author_of_its_theme(theme: str, name: str) -> None:
    """The metadata of a map, and the page of a dungeon, name the author and the licence of the theme."""
    assert CREDIT.encode() in HALL.draw(name, theme=theme, square=5).read_bytes()
    assert b"R. Mason" not in HALL.draw(name, theme="ink", square=5).read_bytes()


@pytest.mark.parametrize("options", [(), ("--square", "29mm"), ("--pieces",)])
def test_a_pdf_names_the_author_of_its_theme(theme: str, options: tuple[str, ...]) -> None:
    """A PDF of a map, of sheets and of pieces names the author of the theme in its metadata."""
    assert run_program(["render", "hall.dungeon.yaml", "-o", "hall.pdf", "--theme", theme, *options]) == 0
    assert CREDIT.encode() in Path("hall.pdf").read_bytes()


def test_a_pack_ends_with_the_author_of_its_theme(theme: str) -> None:
    """The last page of a pack names the author of the theme that a season names, once."""
    text = 'name = "Cup"\ntheme = "mine.toml"\nruleset = "naf-2019"\nalso = ["hall.dungeon.yaml"]\n'
    Path("season.toml").write_text(text, encoding="utf-8")
    assert run_program(["pack", "season.toml", "-o", "cup.pdf"]) == 1  # the hall is not legal
    pack = Path("cup.pdf")
    texts = [pages.text(pack, number) for number in range(1, pages.count_pages(pack) + 1)]
    assert [page_text.count(CREDIT) for page_text in texts] == [0] * (len(texts) - 1) + [1]


def test_a_published_season_lists_the_author_of_its_theme(theme: str) -> None:
    """The index of published pages names the author of the theme."""
    run_program(["publish", "hall.dungeon.yaml", "--ruleset", "naf-2019", "--theme", theme, "-o", "public"])
    assert CREDIT in Path("public/index.html").read_text(encoding="utf-8")

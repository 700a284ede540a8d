"""Where a file holds names, numbers or letters instead of words, code is refused, and the refusal commands nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Call, call  # noqa: F401  (a fixture)

from .codes import CONTROL, SECRET, SEEN, UNSEEN
from .fields import NAMES

HEAD = {"format": "dungeon-layout", "version": 1, "ruleset": "naf-2019"}
DRAWN = {"id": "a", "rows": ["...."]}
HALL = "ruleset: naf-2019\nmap: |\n  <<.C.1.>>\n"


def write_layout_file(**changes: Any) -> dict[str, str]:
    """Return a layout file with something changed."""
    return {"x.dungeon.json": json.dumps({**HEAD, "sections": [DRAWN], **changes})}


def write_ruleset(text: str) -> dict[str, str]:
    """Return a ruleset that a dungeon names."""
    return {"x.dungeon.yaml": HALL.replace("naf-2019", "house.toml"), "house.toml": text}


def write_season(text: str) -> dict[str, str]:
    """Return a season of one hall."""
    return {"season.toml": f'name = "x"\n{text}', "hall.dungeon.yaml": HALL}


def write_tile(text: str) -> dict[str, str]:
    """Return a tile that a dungeon is laid with."""
    laid = "ruleset: naf-2019\nsections: [{id: a, tile: my/cell, at: [0, 0]}]\n"
    return {"x.dungeon.yaml": laid, "tiles/my/cell.yaml": text}


def list_files(code: str) -> dict[str, dict[str, str]]:
    """Yield files with code in each field of `NAMES`, and in other places that take no words."""
    said = json.dumps(code).replace("\x7f", "\\u007f")
    stock = 'extends = "naf-2019"\n[rules.tile-supply]\nstock = [{ name = "x", count = 1, {} }]\n'
    return {
        "Section.tile": write_layout_file(sections=[{"id": "a", "tile": code}]),
        "DungeonPicture.file": write_layout_file(version=4, picture={"file": code, "size": [4, 4]}),
        "Section.rows": write_layout_file(sections=[{"id": "a", "rows": [code]}]),
        "RotatingRoom.sections": write_layout_file(machines=[{"kind": "rotating_room", "sections": [code]}]),
        "PlayChanges.unset": write_layout_file(version=3, play={"unset": [code]}),
        "a key of a dungeon's play": write_layout_file(version=3, play={code: 1}),
        "LayoutDocument.ruleset": write_layout_file(ruleset=code),
        "Layout.ruleset": {"x.dungeon.yaml": f"ruleset: {said}\nmap: ...\n"},
        "TileSettings.id": write_tile(f"id: {said}\nname: x\nkind: room\nsquares: ..\n"),
        "TileSettings.picture": write_tile(f"name: x\nkind: room\nsquares: ..\npicture: {said}\n"),
        "TilePicture.file": write_tile(f"name: x\nkind: room\nsquares: ..\npicture: {{file: {said}}}\n"),
        "DiceTable.roll": write_season(f"dice = {{ roll = {said}, table = {{}} }}\n"),
        "DiceTable.table": write_season(f'dice = {{ roll = "1D1", table = {{ 1 = {said} }} }}\n'),
        "Round.layout": write_season(f'rounds = [{{ name = "x", layout = {said} }}]\n'),
        "Season.also": write_season(f"also = [{said}]\n"),
        "Season.ruleset": write_season(f'ruleset = {said}\nalso = ["hall.dungeon.yaml"]\n'),
        "StockedTile.tile": write_ruleset(stock.replace("{}", f"tile = {said}")),
        "StockedTile.card": write_ruleset(stock.replace("{}", f"card = {said}")),
        "StockedTile.rows": write_ruleset(stock.replace("{}", f"rows = [{said}]")),
        "a format": write_layout_file(format=code),
        "a key of a layout": write_layout_file(**{code: 1}),
        "a key of a sketch": {"x.dungeon.yaml": f"map: ...\n{said}: 1\n"},
        "a letter": {"x.dungeon.yaml": f"map: ...\nlegend: {{{said}: lava}}\n"},
        "what a letter means": {"x.dungeon.yaml": f"map: ...\nlegend: {{K: {said}}}\n"},
        "a map": {"x.dungeon.yaml": f"map: {said}\n"},
        "a portal": {"x.dungeon.yaml": f"map: ...\nportals: {{{said}: [0, 0]}}\n"},
        "a kind": write_layout_file(traps=[{"kind": code, "at": [0, 0]}]),
        "a number": write_layout_file(balls=code),
        "a key of a tile": write_tile(f"name: x\nkind: room\nsquares: ..\n{said}: 1\n"),
        "a tile's squares": write_tile(f"name: x\nkind: room\nsquares: {said}\n"),
        "a tile's legend": write_tile(f"name: x\nkind: room\nsquares: ..\nlegend: {{{said}: lava}}\n"),
        "what is extended": write_ruleset(f"extends = {said}\n"),
        "a key of a ruleset": write_ruleset(f'extends = "naf-2019"\n{said} = 1\n'),
        "a rule": write_ruleset(f'extends = "naf-2019"\n[rules.{said}]\nmin = 1\n'),
        "a parameter": write_ruleset(f'extends = "naf-2019"\n[rules.chest-count]\n{said} = 1\n'),
        "a level": write_ruleset(f'extends = "naf-2019"\n[rules.chest-count]\nlevel = {said}\n'),
        "a key of play": write_ruleset(f'extends = "naf-2019"\n[play]\n{said} = 1\n'),
        "a key of set_up": write_ruleset(f'extends = "naf-2019"\n[set_up]\n{said} = 1\n'),
        "a key of a season": write_season(f'also = ["hall.dungeon.yaml"]\n{said} = 1\n'),
        "no file at all": {"x.dungeon.yaml": code},
        "no layout at all": {"x.dungeon.json": code},
        "no TOML at all": {"season.toml": code},
    }


WITHOUT_FILE = {"Ruleset.file", "Ruleset.lineage", "Ruleset.play", "Ruleset.set_up", "RuleEntry.parameters"}
"""Fields of `NAMES` that are no text of a file."""

ACCEPTED = {"StockedTile.tile", "StockedTile.rows"}
"""A stock may name a tile that no folder here holds, and draw one of no floor."""

CODES = {"everything": SEEN["everything"], "unseen": " ".join(UNSEEN.values())}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("place", list_files("").keys())
def test_code_is_refused(
    place: str,
    code: str,
    call: Call,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line says what is wrong; neither it nor the report commands a terminal, and no file is quoted."""
    monkeypatch.chdir(tmp_path)
    Path("secret.txt").write_text(SECRET)
    for name, text in list_files(CODES[code])[place].items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    asked = next(name for name in ("season.toml", "x.dungeon.yaml", "x.dungeon.json") if Path(name).exists())
    called = call("check", asked)
    assert called.status == 2 or place in ACCEPTED
    assert called.err.count("\n") == (called.status == 2)
    assert CONTROL.findall(called.out + called.err) == []
    assert not [line for line in (called.out + called.err).splitlines() if line.startswith("::") or "##[" in line]
    assert SECRET not in called.out + called.err


def test_every_name_is_tried() -> None:
    """Each field whose text is no words is tried, too."""
    assert set(NAMES) - set(list_files("")) == WITHOUT_FILE | THEMES_NAMED


THEMES_NAMED = {"Layout.theme", "LayoutDocument.theme", "Season.theme"}
"""Fields of `NAMES` that commands read only where they draw."""


def list_theme_files(code: str) -> dict[str, dict[str, str]]:
    """Return files with code where a theme is named, and in each kind of place of a theme file."""
    said = json.dumps(code).replace("\x7f", "\\u007f")
    hall = {"x.dungeon.yaml": "theme: look.toml\nmap: ...\n"}
    return {
        "Layout.theme": {"x.dungeon.yaml": f"theme: {said}\nmap: ...\n"},
        "LayoutDocument.theme": write_layout_file(theme=code),
        "Season.theme": write_season(f'theme = {said}\nalso = ["hall.dungeon.yaml"]\n'),
        "a key of a theme": {**hall, "look.toml": f'extends = "ink"\n{said} = 1\n'},
        "a colour": {**hall, "look.toml": f'extends = "ink"\nfloor = {said}\n'},
        "a font": {**hall, "look.toml": f'extends = "ink"\ntitle_fonts = [{said}]\n'},
        "what a theme extends": {**hall, "look.toml": f"extends = {said}\n"},
    }


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("place", list_theme_files(""))
def test_code_as_a_theme_is_refused(
    place: str,
    code: str,
    call: Call,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A theme that is code, or holds it where no words stand, draws nothing and gets one line without a command."""
    monkeypatch.chdir(tmp_path)
    for name, text in list_theme_files(CODES[code])[place].items():
        Path(name).write_text(text)
    asked = next(name for name in ("season.toml", "x.dungeon.yaml", "x.dungeon.json") if Path(name).exists())
    called = call("render", asked, "-o", "maps/")
    assert called.status == 2
    assert CONTROL.findall(called.out + called.err) == []
    assert not [line for line in (called.out + called.err).splitlines() if line.startswith("::") or "##[" in line]
    assert not list(Path("maps").glob("*.svg"))

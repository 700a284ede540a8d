"""What docs/programmers/schemas.md says of editors is true."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from dungeon_designer.cli.reference import SCHEMAS
from tests.cli.conftest import Call, call  # noqa: F401 - a fixture

from .kinds import KINDS, ROOT, RULESET, SEASON, SKETCH, TEAM, TILE, Kind

PAGE = (ROOT / "docs" / "programmers" / "schemas.md").read_text(encoding="utf-8")
SETTINGS = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])

SKETCHED = "name: Hall\nmap: |\n  <..>\n"
TEAMED = """name = "Rats"
[[players]]
name = "rat"
count = 8
movement = 7
strength = 2
agility = 3
passing = 4
armour = 8
"""
TILED = "name: Cell\nkind: room\nsquares: ..\n"


@pytest.mark.parametrize("kind", SCHEMAS)
def test_the_committed_schemas_are_those_printed(call: Call, kind: str) -> None:  # noqa: F811
    """docs/schemas holds, byte for byte, what the command prints, and the page links to it."""
    committed = ROOT / "docs" / "schemas" / f"{kind}.schema.json"
    assert call("schema", kind).out == committed.read_text(encoding="utf-8")
    assert f"(../{committed.relative_to(ROOT / 'docs')})" in PAGE


@pytest.mark.parametrize(("kind", "language"), [(SKETCH, "yaml"), (RULESET, "toml")], ids=["yaml", "toml"])
def test_a_first_line_for_editors_is_a_comment(kind: Kind, language: str, tmp_path: Path) -> None:
    """The line that tells an editor the schema does not trouble the program."""
    text = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[0]
    assert text.startswith(("# yaml-language-server: $schema=", "#:schema "))
    assert not kind.read(text, tmp_path)
    assert kind.validator.is_valid(kind.loaded(text))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_of_file_takes_such_a_line(kind: Kind, tmp_path: Path) -> None:
    """Each file of the repository reads the same with the line on top."""
    for_toml, for_yaml = "#:schema ./x.schema.json\n", "# yaml-language-server: $schema=x.schema.json\n"
    line = for_toml if kind in (RULESET, SEASON, TEAM) else for_yaml
    for text in kind.texts:
        assert kind.read(line + text, tmp_path) == kind.read(text, tmp_path) == ""


def test_the_settings_tell_each_file_its_schema() -> None:
    """The patterns of the settings fit the files they are for and no others; the schemas they name are there."""
    named = [*SETTINGS["yaml.schemas"], *SETTINGS["evenBetterToml.schema.associations"].values()]
    named += [entry["url"] for entry in SETTINGS["json.schemas"]]
    for path in named:
        assert (ROOT / "docs" / path).exists()
    patterns = SETTINGS["evenBetterToml.schema.associations"]
    for file, wanted in (("/cup/season.toml", "season"), ("/cup/rules/kings-cup.toml", "ruleset")):
        assert [schema for pattern, schema in patterns.items() if re.search(pattern, f"file://{file}")] == [
            f"./schemas/{wanted}.schema.json"
        ]
    assert fnmatch("hall.dungeon.yaml", SETTINGS["yaml.schemas"]["./schemas/sketch.schema.json"][0])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (RULESET, 'extends = "gone.toml"\n'),
        (RULESET, 'extends = "cup.toml"\n'),
        (RULESET, "[rules.chest-count]\nmin = 4.0\n"),
        (RULESET, "[rules.chest-count]\nmin = 9\nmax = 3\n"),
        (RULESET, '[rules.tile-supply]\nstock = [{ name = "Small", count = 1, card = "gone" }]\n'),
        (SEASON, 'name = "x"\n[dice]\nroll = "1D2"\ntable = { 1 = "a" }\n'),
        (SEASON, 'name = "x"\n[dice]\nroll = "1D2"\ntable = { 1 = "a", 2 = "b", 3 = "c" }\n'),
        (SEASON, 'name = "x"\nrounds = [{ name = "One" }]\n'),
        (SEASON, 'name = "x"\nalso = ["a"]\ndate = "2027-02-30"\n'),
        (SEASON, 'name = "x"\nalso = ["a"]\nschedule = [{ name = "Lunch", starts = "12:00", ends = "11:00" }]\n'),
        (SEASON, 'name = "x"\ncoaches = 3\nrounds = [{ name = "One", layout = ["a", "b"] }]\n'),
        (TEAM, TEAMED.replace("movement = 7", "movement = 7.0")),
        (TEAM, TEAMED + TEAMED.partition("\n")[2].replace("count = 8", "count = 9")),
        (SKETCH, SKETCHED + "balls: 1.0\n"),
        (SKETCH, SKETCHED + "balls: 010\n"),
        (SKETCH, SKETCHED + 'enclosed: "yes"\n'),
        (SKETCH, SKETCHED + "sections:\n  - {id: a, tile: b, side: null}\n"),
        (SKETCH, "map: <.Z>\n"),
        (SKETCH, "map: <.>\nlegend: {\xad: lava}\n"),
        (SKETCH, "map: >\n  <..\n  ..>\n"),
        (SKETCH, 'map: "<\\t>"\n'),
        (SKETCH, "name: !!str Hall\nmap: <.>\n"),
        (SKETCH, "map: <.>\nsections: AAAA\n"),
        (SKETCH, "map: <.>\nsections: AAA\n"),
        (SKETCH, "sections: [{id: a, tile: b}, {id: a, tile: b}]\n"),
        (SKETCH, SKETCHED + "machines: [{kind: rotating_room, sections: [Q]}]\n"),
        (SKETCH, SKETCHED + "terrain: [{kind: lava, at: [9999, 0], size: [2, 1]}]\n"),
        (SKETCH, SKETCHED + "terrain: [{kind: lava, at: [0, 0], size: [2000, 2000]}]\n"),
        (SKETCH, "map: <~>\nterrain: [{kind: water, at: [1, 0]}]\n"),
        (TILE, TILED + "id: other\n"),
        (TILE, "name: Zone\nkind: end_zone\nsquares: ..\npainted: {at: [0, 0], size: [3, 1]}\n"),
        (TILE, TILED + "stock: +7\n"),
    ],
)
def test_what_only_the_program_knows(kind: Kind, text: str, tmp_path: Path) -> None:
    """Each exception the page names is one: the program refuses the file, an editor does not mark it."""
    assert kind.read(text, tmp_path)
    assert kind.validator.is_valid(kind.loaded(text))


@pytest.mark.parametrize("word", ["null", "~"])
def test_what_only_an_editor_marks(word: str, tmp_path: Path) -> None:
    """A dungeon called null without quotes is one to the program, and nothing to an editor."""
    text = f"name: {word}\nmap: <.>\n"
    assert not SKETCH.read(text, tmp_path)
    assert not SKETCH.validator.is_valid(SKETCH.loaded(text))

"""`convert` and `schema`."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from dungeon_designer.layout.dungeon_files import read_dungeon_file

from .conftest import LEGAL, Call


def test_there_and_back_again(call: Call, table: Path) -> None:
    """A sketch becomes a layout file and a sketch again, and all three say the same."""
    assert call("convert", "legal.dungeon.yaml", "a.dungeon.json") == (0, "", "")
    assert call("convert", "a.dungeon.json", "b.dungeon.yaml").status == 0
    assert (
        read_dungeon_file("a.dungeon.json")
        == read_dungeon_file("b.dungeon.yaml")
        == read_dungeon_file("legal.dungeon.yaml")
    )
    assert call("convert", "b.dungeon.yaml", "c.dungeon.json").status == 0
    assert Path("c.dungeon.json").read_bytes() == Path("a.dungeon.json").read_bytes()


def test_standard_input_and_output(call: Call, table: Path) -> None:
    """With - on both sides the other format comes out, or the one asked for."""
    layout = call("convert", "-", "-", stdin=LEGAL)
    assert json.loads(layout.out)["format"] == "dungeon-layout"
    assert call("convert", "-", "-", stdin=layout.out).out == LEGAL
    assert call("convert", "-", "-", "--to", "sketch", stdin=LEGAL).out == LEGAL
    assert call("convert", "legal.dungeon.yaml", "-", "--to", "layout").out == layout.out


@pytest.mark.parametrize("target", ["a.txt", "a", "a.dungeon", "folder/"])
def test_an_unknown_ending_is_refused(call: Call, table: Path, target: str) -> None:
    """Without a known ending nothing is guessed and nothing written."""
    before = sorted(table.iterdir())
    called = call("convert", "legal.dungeon.yaml", target)
    assert called.status == 2
    assert "no format is known by this ending" in called.complaint
    assert sorted(table.iterdir()) == before


def test_faults_are_one_line(call: Call, table: Path) -> None:
    """A missing source and a target that cannot be written are named."""
    assert call("convert", "gone.yaml", "a.json").complaint == "dungeon-designer: gone.yaml: there is no such file"
    assert "cannot be written" in call("convert", "legal.dungeon.yaml", "no/folder.json").complaint
    assert call("convert", "legal.dungeon.yaml").status == 2


def test_layout_files_keep_to_the_published_schema(call: Call, table: Path) -> None:
    """A file that `convert` writes is valid under the schema that `schema` prints."""
    schema = json.loads(call("schema").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(call("convert", "legal.dungeon.yaml", "-").out), schema)


def test_reports_keep_to_the_published_schema(check: Call, call: Call) -> None:
    """A report that `check` prints is valid under the schema that `schema report` prints."""
    schema = json.loads(call("schema", "report").out)
    jsonschema.validate(json.loads(check(".", "--format", "json").out), schema)


def test_an_unknown_schema(call: Call) -> None:
    """A kind there is no schema of is told with those there are."""
    assert "is not one of 'layout', 'report'" in call("schema", "tiles").complaint

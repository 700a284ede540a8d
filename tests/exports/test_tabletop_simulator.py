"""Objects for Tabletop Simulator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.cli.main import run_program
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.layout.model import CounterContent, Layout, Section, Trap, TrapKind
from tests.drawing.boards import CROWN

MEMBERS = {
    "SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Tags", "Gravity", "PlayArea",
    "Table", "Sky", "Note", "TabStates", "LuaScript", "LuaScriptState", "XmlUI", "ObjectStates",
}  # fmt: skip
"""What a saved object has, by the program's own description."""


def export_object(layout: Layout, **wishes: Any) -> dict[str, Any]:
    """Return the object, as a reader finds it."""
    found: dict[str, Any] = json.loads(
        export_board(build_board(layout), "x.tts.json", ExportOptions(DrawingOptions(**wishes)))
    )
    return found


def find_objects(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the things on the board whose names begin so."""
    return [each for each in data["ObjectStates"] if each["Nickname"].startswith(name)]


def test_every_thing_stands_on_its_square() -> None:
    """The board is as large as its picture, a unit a square; all pieces lie where the map has them."""
    data, board = export_object(CROWN), build_board(CROWN)
    assert set(data) == MEMBERS
    ground = data["ObjectStates"][0]
    size = (ground["Transform"]["scaleX"] * 2, ground["Transform"]["scaleZ"] * 2)
    _, (width, height) = board.bounds
    assert size == pytest.approx((width + 2, height + 2))
    assert ground["CustomImage"]["ImageURL"] == "x.tts.png"

    def squares(name: str) -> set[tuple[float, float]]:
        places = [each["Transform"] for each in find_objects(data, name)]
        return {(place["posX"] + size[0] / 2 - 1.5, size[1] / 2 - 1.5 - place["posZ"]) for place in places}

    assert squares("Chest") == board.chest_squares
    assert squares("Portal") == {portal.square for portal in board.portals}
    assert squares("Counter") == {trap.squares[0] for trap in board.traps if trap.kind is TrapKind.COUNTER}
    guids = [each["GUID"] for each in data["ObjectStates"]]
    assert len(guids) == len(set(guids))


def test_the_ball_is_hidden_in_a_chest_that_looks_like_all_others() -> None:
    """A ball is in as many chests as there are balls; from outside, chests differ in square and number alone."""
    chests = find_objects(export_object(replace(CROWN, balls=2)), "Chest")
    held = [chest.pop("ContainedObjects")[0]["Nickname"] for chest in chests]
    assert sorted(held) == ["A trap"] * (len(chests) - 2) + ["The ball"] * 2
    for chest in chests:
        del chest["Transform"], chest["GUID"]
    assert all(chest == chests[0] for chest in chests)
    assert chests[0]["Tags"][0] in export_object(CROWN)["ObjectStates"][0]["LuaScript"]


def test_what_a_counter_hides_is_told_to_organisers_alone() -> None:
    """A player's copy says nothing of it."""
    traps = (Trap(kind=TrapKind.COUNTER, at=(0, 0), content=CounterContent.SPIKED_PIT),)
    layout = Layout(sections=(Section(id="a", rows=("..",)),), traps=traps)
    (counter,) = find_objects(export_object(layout, hidden=True), "Counter")
    assert counter["ContainedObjects"][0]["Nickname"] == "Spiked pit"
    assert "piked" not in json.dumps(export_object(layout))


def test_convert_writes_the_picture_beside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The picture has the name the board asks for, and a line says where it belongs."""
    (tmp_path / "hall.dungeon.yaml").write_text("name: The Long Hall\nmap: |\n  <<.C.1.>>\n")
    assert run_program(["convert", str(tmp_path / "hall.dungeon.yaml"), str(tmp_path / "hall.tts.json")]) == 0
    data = json.loads((tmp_path / "hall.tts.json").read_text())
    assert (tmp_path / data["ObjectStates"][0]["CustomImage"]["ImageURL"]).read_bytes().startswith(b"\x89PNG")
    assert "Mods/Images" in capsys.readouterr().err
    assert (
        run_program(["convert", str(tmp_path / "hall.dungeon.yaml"), str(tmp_path / "h.stl"), "--square", "1in"]) == 0
    )
    assert b"25.4 mm" in (tmp_path / "h.stl").read_bytes()[:80]

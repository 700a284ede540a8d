"""Objects of a Tiled map: turned by quarters, shapes that are no rectangles, properties that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytiled_parser

from dungeon_designer.grid import Side, list_block_squares
from dungeon_designer.imports.tiled_format import MapObject, TileSet
from dungeon_designer.imports.tiled_objects import find_position
from dungeon_designer.layout.model import EdgeDoor, Label, Layout, LeapEdge, RollingBall, Wall
from dungeon_designer.text.tiled_xml import format_tiled_xml
from tests.imports.tiled_maps import (
    FLOOR,
    PIXELS,
    build_map,
    build_object,
    build_object_layer,
    build_tile_layer,
    list_floor,
    read_map,
)

UNREADABLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "a portal without a number": ("portal", {}, "the property 'number' is missing"),
    "a portal of half a number": ("portal", {"number": 7.5}, "'number'"),
    "a portal of a word": ("portal", {"number": "blue"}, "'number'"),
    "a portal beyond 99": ("portal", {"number": 100}, "'number'"),
    "a wall without a side": ("wall", {}, "the property 'side' is missing"),
    "a wall to the left": ("wall", {"side": "left"}, "'left' is not known here"),
    "a leap edge without a side": ("leap_edge", {}, "the property 'side' is missing"),
    "a label without words": ("label", {}, "the property 'text' is missing"),
    "a label of too many words": ("label", {"text": "x" * 201}, "'text'"),
    "a ball that rolls nowhere": ("rolling_ball", {"length": 4}, "the property 'travel' is missing"),
    "a ball that rolls off": ("rolling_ball", {"travel": "east", "length": 99_999}, "'length'"),
    "a room that turns nothing": ("rotating_room", {}, "the property 'sections' is missing"),
    "a room that turns a word": ("rotating_room", {"sections": "A"}, "'sections'"),
    "a room that turns an unknown one": ("rotating_room", {"sections": '["A"]'}, "no section has the id 'A'"),
    "a counter of the enemy": ("counter", {"owner": "enemy"}, "'enemy' is not known here"),
    "a counter of a third side": ("counter", {"owner": "third"}, "sides"),
    "a zone of the left": ("end_zone", {"side": "left"}, "'left' is not known here"),
    "a zone of a third side": ("end_zone", {"side": "third"}, "sides"),
    "a room half enclosed": ("room", {"enclosed": "half"}, "'enclosed'"),
    "a door ajar": ("door", {"open": "ajar"}, "'open'"),
}


@pytest.mark.parametrize(("kind", "said", "reason"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_object_that_cannot_be_read_is_left_out_and_told(kind: str, said: dict[str, Any], reason: str) -> None:
    """One object of a known class with wrong properties, or none, leaves all else of the map as it is."""
    found = read_map(
        build_map(FLOOR, build_object_layer(build_object("chest", 1, 1), build_object(kind, 3, 2, said=said)))
    )
    assert found.layout == read_map(build_map(FLOOR, build_object_layer(build_object("chest", 1, 1)))).layout
    (told,) = found.dropped_features
    assert kind in told
    assert reason in told


@pytest.mark.parametrize(("kind", "said", "reason"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_tile_that_cannot_be_read_is_floor_and_told(kind: str, said: dict[str, Any], reason: str) -> None:
    """A tile of a known class with wrong properties, or none, is plain floor, and the report says why."""
    properties = build_object(kind, said=said)["properties"]
    found = read_map(
        build_map(build_tile_layer("Floor", "1122", "1111"), tiles=[{}, {"type": kind, "properties": properties}])
    )
    assert len(list_floor(found.layout)) == 8
    assert found.layout == Layout(sections=found.layout.sections)
    (told,) = found.dropped_features
    assert kind in told
    assert reason in told
    assert kind != "portal" or told.endswith("at (2, 0), (3, 0)")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"sides": 7}, "sides"),
        ({"balls": "many"}, "balls"),
        ({"enclosed": "perhaps"}, "enclosed"),
        ({"notes": 3}, "notes"),
        ({"play": "hard"}, "play"),
        ({"waivers": "[{}]"}, "waivers"),
    ],
)
def test_a_property_of_the_map_that_cannot_be_read_is_left_out_and_told(said: dict[str, Any], reason: str) -> None:
    """A word that other programs' maps use for something else does not make a map unreadable."""
    data = build_map(FLOOR, properties=build_object("", said={"name": "The Hall", **said})["properties"])
    found = read_map(data)
    assert found.layout.name == "The Hall"
    assert any(f"property {reason!r} of the map" in told for told in found.dropped_features)


def test_numbers_as_text_are_numbers() -> None:
    """Tiled's usual property is text: a portal of number "3" is portal 3."""
    found = read_map(build_map(FLOOR, build_object_layer(build_object("portal", 2, 1, said={"number": "3"}))))
    assert [(portal.number, portal.at) for portal in found.layout.portals] == [(3, (2, 1))]


def test_an_id_that_is_taken_is_no_obstacle() -> None:
    """A section called as the program would call another one keeps its name; the other gets a free one."""
    found = read_map(build_map(FLOOR, build_object_layer(build_object("corridor", 0, 0, 2, 1, said={"id": "room1"}))))
    assert [section.id for section in found.layout.sections] == ["room1", "room1-2"]


@pytest.mark.parametrize(
    ("rotation", "corner", "size"),
    [
        (0, (4, 3), (3, 1)),
        (90, (3, 3), (1, 3)),
        (180, (1, 2), (3, 1)),
        (270, (4, 0), (1, 3)),
        (-90, (4, 0), (1, 3)),
        (450, (3, 3), (1, 3)),
    ],
)
def test_a_rectangle_turns_clockwise_about_its_upper_left_corner(
    rotation: int, corner: tuple[int, int], size: tuple[int, int]
) -> None:
    """An object turned by quarters covers the squares that Tiled shows it on."""
    zone = build_object("end_zone", 4, 3, 3, 1, rotation=rotation, said={"side": "home"})
    found = read_map(build_map(FLOOR, build_object_layer(zone)))
    assert found.layout.sections[0].squares == list_block_squares(corner, size)
    assert found.dropped_features == ()


@pytest.mark.parametrize(("rotation", "at"), [(0, (4, 2)), (90, (4, 3)), (180, (3, 3)), (270, (3, 2))])
def test_a_tile_object_turns_about_its_lower_left_corner(rotation: int, at: tuple[int, int]) -> None:
    """An object that shows a tile stands on its (x, y), its lower left corner, and turns about it."""
    found = read_map(build_map(FLOOR, build_object_layer(build_object("chest", 4, 3, gid=1, rotation=rotation))))
    assert found.layout.chests == (at,)


@pytest.mark.parametrize(
    ("alignment", "at"),
    [
        ("unspecified", (4, 2)),
        ("topleft", (4, 3)),
        ("topright", (3, 3)),
        ("bottomright", (3, 2)),
        ("center", (3, 2)),
    ],
)
def test_a_tile_object_hangs_where_its_set_says(alignment: str, at: tuple[int, int]) -> None:
    """`objectalignment` of the tile set says which point of the tile lies at (x, y)."""
    place = (4.0, 3.0) if alignment != "center" else (3.5, 2.5)
    chest = build_object("chest", *place, gid=1)
    found = read_map(build_map(FLOOR, build_object_layer(chest), tile_set={"objectalignment": alignment}))
    assert found.layout.chests == (at,)


@pytest.mark.parametrize("alignment", ["", "topleft", "top", "topright", "left", "center", "right", "bottom"])
@pytest.mark.parametrize("quarters", range(4))
def test_four_quarters_are_none(alignment: str, quarters: int) -> None:
    """An object turned once more by four quarters lies where it lay, wherever it hangs."""
    sets = TileSet(firstgid=1, objectalignment=alignment)
    site, more = (
        find_position(MapObject(x=160, y=160, width=32, height=64, gid=1, rotation=turns * 90), sets, (PIXELS, PIXELS))
        for turns in (quarters, quarters + 4)
    )
    assert site == more
    assert site.size == ((2, 4) if quarters % 2 == 0 else (4, 2))


def test_directions_turn_with_their_object() -> None:
    """A wall, a leap edge, a door, a rolling ball and words look where the turned object looks."""
    found = read_map(
        build_map(
            FLOOR,
            build_object_layer(
                build_object("wall", 4, 2, 2, 0, rotation=90, said={"side": "north"}),
                build_object("leap_edge", 1, 1, 0, 2, said={"side": "east"}),
                build_object("edge_door", 6, 2, 0, 2, rotation=270, said={"side": "east"}),
                build_object("rolling_ball", 4, 0, 2, 2, rotation=90, said={"travel": "north", "length": 4}),
                build_object("label", 3, 4, rotation=90, said={"text": "Beware", "turn": 1}),
            ),
        )
    )
    layout = found.layout
    assert layout.walls == (Wall(at=(3, 2), side=Side.EAST, width=2),)
    assert layout.leap_edges == (LeapEdge(at=(0, 1), side=Side.EAST, width=2),)
    assert layout.doors == (EdgeDoor(at=(6, 2), side=Side.NORTH, width=2),)
    assert layout.machines == (RollingBall(at=(2, 0), travel=Side.EAST, length=4, size=(2, 2)),)
    assert layout.labels == (Label(text="Beware", at=(2, 4), turn=2),)


@pytest.mark.parametrize(
    ("flags", "side"), [(0, "north"), (0xA0000000, "east"), (0xC0000000, "south"), (0x60000000, "west")]
)
def test_directions_turn_with_their_tile(flags: int, side: str) -> None:
    """A leap edge on a tile that is turned in its layer looks the other way; it is the edge of its own square."""
    tiles = [{}, {"type": "leap_edge", "properties": build_object("", said={"side": "north"})["properties"]}]
    layer = build_tile_layer("Floor", "...", "...", "...")
    layer["data"][4] = 2 | flags
    found = read_map(build_map(layer, tiles=tiles))
    assert found.layout.leap_edges == (LeapEdge(at=(1, 1), side=Side(side)),)


@pytest.mark.parametrize("kind", ["chest", "end_zone", "portal"])
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"rotation": 37}, "turned by 37 degrees"),
        ({"rotation": 91.5}, "turned by 91.5 degrees"),
        ({"polygon": [{"x": 0, "y": 0}, {"x": 16, "y": 16}, {"x": 0, "y": 16}]}, "a polygon"),
        ({"polyline": [{"x": 0, "y": 0}, {"x": 16, "y": 16}]}, "a polyline"),
        ({"capsule": True}, "a capsule"),
        ({"template": "chest.tx"}, "its template 'chest.tx' is a file of its own"),
    ],
)
def test_other_shapes_and_rotations_are_left_out_and_told(kind: str, more: dict[str, Any], words: str) -> None:
    """A shape that covers no squares exactly is left out and named, and nothing is guessed."""
    found = read_map(
        build_map(FLOOR, build_object_layer(build_object(kind, 2, 1, said={"number": 1, "side": "home"}, **more)))
    )
    assert found.layout == read_map(build_map(FLOOR)).layout
    assert found.dropped_features == (f"1 x object {kind!r} ({words}) at (2, 1)",)


def test_an_ellipse_is_left_out_unless_it_is_one_of_ours() -> None:
    """Our own export draws portals, counters and pits round; no other ellipse fills the squares around it."""
    zone = build_object("end_zone", 0, 0, 3, 3, ellipse=True, said={"side": "home"})
    portal = build_object("portal", 5, 1, ellipse=True, said={"number": 2})
    found = read_map(build_map(FLOOR, build_object_layer(zone, portal)))
    assert [portal.at for portal in found.layout.portals] == [(5, 1)]
    assert len(found.layout.sections) == 1
    assert found.dropped_features == ("1 x object 'end_zone' (an ellipse) at (0, 0)",)


def test_what_is_read_is_a_map_to_other_readers_too(tmp_path: Path) -> None:
    """The maps of these tests are Tiled's: another reader finds the same objects, rotations and offsets in them."""
    chest = build_object("chest", 4, 3, rotation=90, id=7)
    layer = build_object_layer(chest, offsetx=32.0, offsety=0.0, id=3)
    data = build_map({**FLOOR, "id": 1}, layer)
    (tmp_path / "a.tmx").write_bytes(format_tiled_xml(data))
    (tmp_path / "a.tmj").write_text(json.dumps(data))
    read = pytiled_parser.parse_map(tmp_path / "a.tmx").layers[1]
    (found,) = read.tiled_objects
    assert (found.coordinates.x, found.rotation, read.offset.x) == (64, 90, 32)
    assert read_map(data).layout.chests == ((5, 3),)

"""Layers of a Tiled map: rock by name, offsets of groups, what is hidden."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import ReadError
from dungeon_designer.grid import list_block_squares
from tests.imports.tiled_maps import (
    FLOOR,
    PIXELS,
    build_map,
    build_object,
    build_object_layer,
    build_tile_layer,
    group,
    list_floor,
    read_map,
)

WHOLE = set(list_block_squares((0, 0), (8, 6)))
WALLS = ("        ", " ....   ")
ROCK = {(1, 1), (2, 1), (3, 1), (4, 1)}


@pytest.mark.parametrize(
    "name", ["wall", "Walls", "outer walls", "wall_top", "WallLayer", "ROCK 2", "Collision", "collisions", "Blocks"]
)
def test_a_layer_with_a_word_for_rock_is_rock(name: str) -> None:
    """Of several layers of tiles one is rock by a whole word of its name; rock wins over floor, and the report says so.

    It wins wherever the layer lies in the order, and tiles of the floor below it mean nothing.
    """
    for layers in ((FLOOR, build_tile_layer(name, *WALLS)), (build_tile_layer(name, *WALLS), FLOOR)):
        found = read_map(build_map(*layers))
        assert list_floor(found.layout) == WHOLE - ROCK
        told = {"layer 'Ground' as floor (48 squares)", f"layer {name!r} as rock (4 squares)"}
        assert set(found.layer_roles) == told
        assert all(words in found.summary for words in told)
        assert found.advice == ""


@pytest.mark.parametrize("name", ["Wallpaper", "bedrock", "Rocket", "blockade", "Fringe", ""])
def test_other_names_are_floor_and_the_report_says_so(name: str) -> None:
    """A word inside of another word is no word for rock. Without rock, the report says what makes a layer rock."""
    found = read_map(build_map(FLOOR, build_tile_layer(name, "  .", *["   "] * 6, "  .")))
    assert list_floor(found.layout) == WHOLE | {(2, 7)}
    assert f"layer {name!r} as floor (2 squares)" in found.summary
    assert "wall, rock, collision or block" in found.advice


def test_a_layers_class_says_rock_as_well() -> None:
    """The class of a layer counts as its name does."""
    found = read_map(build_map(FLOOR, build_tile_layer("Fringe", *WALLS, **{"class": "Collision"})))
    assert list_floor(found.layout) == WHOLE - ROCK


def test_the_only_layer_of_tiles_is_floor_whatever_its_name() -> None:
    """One layer called Walls is the floor, as ever."""
    found = read_map(build_map(build_tile_layer("Walls", *WALLS), build_object_layer(build_object("chest", 1, 1))))
    assert list_floor(found.layout) == ROCK
    assert found.layer_roles == ()


def test_a_hidden_layer_of_rock_is_rock() -> None:
    """Maps for games hide their collisions; they are rock all the same, also inside of a hidden group."""
    hidden = build_tile_layer("Collision", *WALLS, visible=False)
    for layer in (hidden, group("GM", build_tile_layer("Collision", *WALLS), visible=False)):
        found = read_map(build_map(FLOOR, layer))
        assert list_floor(found.layout) == WHOLE - ROCK
        assert "layer 'Collision' as rock (4 squares)" in found.summary
        assert found.dropped_features == ()


def test_tiles_of_the_floor_below_rock_mean_nothing() -> None:
    """Lava below a wall is not there."""
    lava = {"type": "lava"}
    found = read_map(
        build_map(build_tile_layer("Ground", "1122", "1122"), build_tile_layer("Wall", "  1 "), tiles=[{}, lava])
    )
    assert [ground.at for ground in found.layout.terrain] == [(3, 0), (2, 1), (3, 1)]


def test_hidden_layers_are_left_out_and_told() -> None:
    """A hidden layer of tiles or objects is left out, inside of a hidden group, too, and the report names it."""
    found = read_map(
        build_map(
            FLOOR,
            build_tile_layer("Old floor", *["."] * 9, visible=False),
            build_object_layer(build_object("chest", 1, 1), name="chests", visible=False),
            group("Notes", group("Inner", build_object_layer(build_object("chest", 2, 2), name="deep")), visible=False),
        )
    )
    assert list_floor(found.layout) == WHOLE
    assert found.layout.chests == ()
    assert found.dropped_features == (
        "1 x hidden layer 'Old floor' (9 tiles)",
        "1 x hidden layer 'chests' (1 object)",
        "1 x hidden layer 'deep' (1 object)",
    )


def test_a_hidden_object_is_left_out_and_told() -> None:
    """One hidden object does not count, the others of its layer do."""
    found = read_map(
        build_map(FLOOR, build_object_layer(build_object("chest", 1, 1), build_object("chest", 2, 2, visible=False)))
    )
    assert found.layout.chests == ((1, 1),)
    assert "1 x hidden object 'chest' at (2, 2)" in found.dropped_features


def test_offsets_of_layers_and_groups_add_up() -> None:
    """An offset in pixels moves a layer by squares, those of the groups around it included."""
    moved = group(
        "outer",
        group(
            "inner",
            build_tile_layer("East", ".."),
            build_object_layer(build_object("chest")),
            offsetx=PIXELS,
            offsety=PIXELS,
        ),
        offsetx=7 * PIXELS,
    )
    found = read_map(build_map(FLOOR, moved))
    assert list_floor(found.layout) == WHOLE | {(8, 1), (9, 1)}
    assert found.layout.chests == ((8, 1),)
    assert found.changed_features == ()


def test_an_offset_of_no_whole_squares_is_rounded_and_told() -> None:
    """The nearest square is taken, and the report says by how much the layer was off."""
    found = read_map(build_map(FLOOR, build_tile_layer("Walls", ".", offsetx=PIXELS * 1.75, offsety=PIXELS * 0.25)))
    assert list_floor(found.layout) == WHOLE - {(2, 0)}
    assert found.changed_features == ("1 x offset of layer 'Walls' by 28, 4 pixels (rounded to 2, 0 squares)",)
    assert "28, 4 pixels" in found.summary


def test_an_offset_to_the_left_moves_the_map_into_the_grid() -> None:
    """Floor left of the map is floor as well: everything moves to the right with it."""
    found = read_map(
        build_map(FLOOR, build_tile_layer("West", ".", offsetx=-2 * PIXELS), build_object_layer(build_object("chest")))
    )
    assert list_floor(found.layout) == {(0, 0), *list_block_squares((2, 0), (8, 6))}
    assert found.layout.chests == ((2, 0),)


@pytest.mark.parametrize(
    ("layers", "problem"),
    [
        ([build_tile_layer("Walls", "."), build_tile_layer("Walls 2", ".")], "each layer of tiles is rock by its name"),
        ([build_tile_layer("Floor", "."), build_tile_layer("Walls", ".")], "the layers of rock cover all floor"),
        ([build_tile_layer("Floor", ".", visible=False)], "each layer of tiles is hidden"),
        ([build_tile_layer("Floor", " ")], "no layer of tiles has a tile on it"),
    ],
)
def test_where_no_floor_is_left_the_line_says_why(layers: list[dict[str, object]], problem: str) -> None:
    """Without floor there is no dungeon; the line names the reason."""
    with pytest.raises(ReadError, match=problem):
        read_map(build_map(*layers))


def test_groups_too_deep_are_told() -> None:
    """The content of too many nested groups is not read, and a line says so."""
    deep = build_tile_layer("Deep", "." * 20)
    for number in range(40):
        deep = group(f"g{number}", deep)
    assert "group" in read_map(build_map(FLOOR, deep)).summary.partition("left out")[2]


def test_a_reference_to_tileds_own_definitions_is_no_obstacle() -> None:
    """Old maps name the definition of their format, which adds nothing to them."""
    from dungeon_designer.imports.importers import read_foreign
    from dungeon_designer.text.tiled_xml import format_tiled_xml

    plain = format_tiled_xml(build_map(FLOOR)).decode()
    doctype = '<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">'
    named = plain.replace("<map ", f"{doctype}\n<map ", 1)
    assert read_foreign(named.encode(), "a.tmx") == read_foreign(plain.encode(), "a.tmx")

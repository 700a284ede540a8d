"""Tiles as values: their squares, turned and placed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.errors import TileError
from dungeon_designer.grid import find_bounds, rank_by_row, rotate_square
from dungeon_designer.kinds import ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.tiles.tile import Tile, TileLibrary

L_SHAPE = Tile(id="set/el", name="El", kind=SectionKind.ROOM, rows=(".I.", ".##", "K =", "~"), legend={"K": "throne"})


def test_rock_and_blanks_are_no_part_of_a_tile():
    """A tile covers the letters that are neither `#` nor blank, and is as large as it is drawn."""
    assert L_SHAPE.size == (3, 4)
    assert "".join(L_SHAPE.letters.values()) == ".I..K=~"
    assert Tile(id="a/b", name="B", kind=SectionKind.BOARD, rows=("#.#", "###")).size == (3, 2)


def test_letters_mean_what_the_legend_or_the_sketch_says():
    """Features are everything that is more than floor, by the tile's own legend or the sketch's letters."""
    assert L_SHAPE.features == {
        (1, 0): ObstacleKind.IDOL,
        (0, 2): ObstacleKind.THRONE,
        (2, 2): TerrainKind.BRIDGE,
        (0, 3): TerrainKind.LAVA,
    }


@given(st.integers(0, 7), st.booleans(), st.integers(0, 9), st.integers(0, 9))
def test_a_placed_tile_is_mirrored_then_turned_about_its_own_rectangle(turn, flip, x, y):
    """Every square lands where `rotate_square` says, with its letter, row by row, inside the placed size."""
    placed = list(L_SHAPE.list_placed_squares((x, y), turn, flip))
    expected = {rotate_square(square, L_SHAPE.size, turn, flip): c for square, c in L_SHAPE.letters.items()}
    assert {(px - x, py - y): c for (px, py), c in placed} == expected
    assert placed == sorted(placed, key=lambda square: rank_by_row(square[0]))
    (left, top), (width, height) = find_bounds(square for square, _ in placed)
    assert left + width <= x + L_SHAPE.find_placed_size(turn)[0]
    assert top + height <= y + L_SHAPE.find_placed_size(turn)[1]


def test_a_library_names_the_nearest_tile_and_set():
    """An unknown tile or set is an error with the nearest right spelling."""
    library = TileLibrary([L_SHAPE])
    assert "set/el" in library
    assert library.sets == ("set",)
    assert list(library) == library.list_set_tiles("set") == [L_SHAPE]
    with pytest.raises(TileError, match=r"set/ell.*did you mean set/el"):
        library.get("set/ell")
    with pytest.raises(TileError, match=r"sett.*did you mean set"):
        library.list_set_tiles("sett")

"""Tile files: what is read, and how every fault is named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.errors import TileError
from dungeon_designer.kinds import SYMBOLS, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.sketch_letters import RESERVED_LETTERS
from dungeon_designer.text.letter_grid import FLOOR_LETTER, ROCK_LETTERS
from dungeon_designer.tiles.tile import Card, Strip, Tile
from dungeon_designer.tiles.tile_file import FORBIDDEN_LETTERS, parse_tile, read_tile

WHOLE = """\
id: my/den
name: The Den
kind: large_room
enclosed: true
stock: 2
squares: |
  #..#
  .Kw.
  #..#
legend:
  K: {obstacle: throne}
  w: water
rule: >-
  Nobody sits
  here twice.
source: "Our own, page 2"
notes: None.
"""


def parse_text(text: str, tile_id: str = "my/den") -> Tile:
    return parse_tile(text.encode(), "den.yaml", tile_id)


def read_outcome(data: bytes) -> str:
    """Return the tile's name and size, or the error's one line."""
    try:
        tile = parse_tile(data, "den.yaml", "my/den")
    except TileError as error:
        return str(error)
    return f"{tile.name!r}: {tile.size}"


def make_minimal(squares: str = "..", more: str = "") -> str:
    return f"name: Den\nkind: room\nsquares: {squares}\n{more}"


def test_a_whole_file_is_read():
    """Every key of a tile file says what it says."""
    assert parse_text(WHOLE) == Tile(
        id="my/den",
        name="The Den",
        kind=SectionKind.LARGE_ROOM,
        rows=("#..#", ".Kw.", "#..#"),
        enclosed=True,
        stock=2,
        rule="Nobody sits here twice.",
        source="Our own, page 2",
        notes="None.",
        legend={"K": "throne", "w": "water"},
    )


def test_a_face_names_its_card_and_an_end_zone_its_paint():
    """A tile may say what two-sided card it is a face of, an end zone what part of it is painted."""
    assert parse_text(make_minimal(more="stock: 1\ncard: {name: square tile, stock: 4}")).card == Card("square tile", 4)
    zone = parse_text("name: Den\nkind: end_zone\nsquares: |\n  ...\n  ..\npainted:\n  at: [1, 0]\n  size: [1, 2]\n")
    assert zone.painted == Strip((1, 0), (1, 2))
    assert zone.painted.squares == [(1, 0), (1, 1)]


def make_zone(painted: str) -> str:
    return f"name: Den\nkind: end_zone\nsquares: |\n  ...\n  ..\npainted: {painted}\n"


def test_only_name_kind_and_squares_are_needed():
    """A tile with nothing else said takes the layout's walls and comes in any number."""
    tile = parse_text(make_minimal())
    assert (tile.id, tile.enclosed, tile.stock, tile.side, tile.rule) == ("my/den", None, None, None, "")
    assert parse_text("name: Den\nkind: entry\nside: away\nsquares: ..\n").side is Team.AWAY


@pytest.mark.parametrize(
    ("word", "meant"), [("true", True), ("Yes", True), ("false", False), ("no", False), ("", None)]
)
def test_whether_a_tile_is_enclosed_is_said_in_plain_words(word, meant):
    """Yes and no are as good as true and false; an empty value is as good as none."""
    assert parse_text(make_minimal(more=f"enclosed: {word}")).enclosed is meant


def test_rock_drawn_at_the_rim_counts_to_the_size():
    """Rows of `#` are part of the drawn rectangle, so that a closed board keeps its size; blanks are not."""
    assert parse_text(make_minimal("|\n  #..#\n  ####\n  \n")).size == (4, 2)


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        (make_minimal(more="stok: 3"), "4:1", "unknown key 'stok' (did you mean stock?)"),
        ("name: Den\nkind: room\n", "1:1", "needs the key 'squares'"),
        ("kind: room\nsquares: .\n", "1:1", "the key 'name' is missing"),
        ("name: Den\nsquares: .\n", "1:1", "the key 'kind' is missing"),
        ("name: Den\nkind: rooom\nsquares: .\n", "2:7", "'rooom' is not known here (did you mean room?)"),
        (make_minimal(more="enclosed: maybe"), "4:11", "expected true or false, not 'maybe'"),
        (make_minimal(more="stock: many"), "4:8", "expected a whole number, not 'many'"),
        (make_minimal(more="stock: -1"), "4:8", "at least 0"),
        (make_minimal(more="stock: 99999999999"), "4:8", "expected a whole number"),
        (make_minimal(more="side: home"), "4:1", "only an end zone or an entry has a team"),
        (make_minimal(more="rule: [a, b]"), "4:7", "expected text, not a list"),
        (make_minimal(more="id: my/lair"), "4:5", "by its folder and file this tile is 'my/den', not 'my/lair'"),
        (
            make_minimal("|\n  ...\n  ..k\n", "legend: {K: {obstacle: throne}}"),
            "5:5",
            "means nothing (did you mean K?)",
        ),
        (
            make_minimal("|\n  ..\n  .C\n"),
            "5:4",
            "'C' is a chest in a sketch; a tile holds floor, terrain and obstacles",
        ),
        (make_minimal("|\n  ..\n  .\t\n"), "5:4", "a tab among the squares"),
        (make_minimal("'##'"), "3:10", "no square is drawn"),
        (make_minimal(""), "3:", "nothing is drawn"),
        (make_minimal("[., .]"), "3:10", "write it as rows of letters"),
        (make_minimal(">\n  ..\n  ..\n"), "3:10", "its lines would be joined into one"),
        (make_minimal(more="legend: K"), "4:9", "expected a table of letters"),
        (make_minimal(more="legend: {KK: throne}"), "4:10", "'KK' is not one letter"),
        (make_minimal(more="legend: {S: throne}"), "4:10", "'S' has its meaning in every sketch"),
        (
            make_minimal(more="legend: {K: trone}"),
            "4:13",
            "no terrain or obstacle is called 'trone' (did you mean throne?)",
        ),
        (
            make_minimal(more="legend: {K: {obstacle: trone}}"),
            "4:24",
            "'trone' is not known here (did you mean throne?)",
        ),
        (make_minimal(more="legend: {K: {portal: 10}}"), "4:14", "unknown key 'portal'"),
        (make_minimal(more="legend: {K: {}}"), "4:13", "a letter means one thing"),
        (make_minimal(more="legend: {K: {terrain: water, obstacle: throne}}"), "4:13", "a letter means one thing"),
        (make_minimal(more="name: Again"), "4:1", "is here a second time"),
        (make_minimal(more="card: square tile"), "4:7", "expected a table of keys and values, not 'square tile'"),
        (make_minimal(more="card: {name: square tile}"), "4:7", "the key 'stock' is missing"),
        (make_minimal(more="card: {name: square tile, stok: 4}"), "4:27", "unknown key 'stok' (did you mean stock?)"),
        (make_minimal(more="card: {name: square tile, stock: 0}"), "4:34", "a number of at least 1, not 0"),
        (
            make_minimal(more="painted: {at: [0, 0], size: [1, 1]}"),
            "4:1",
            "only an end zone has a painted part, not a room",
        ),
        (
            make_zone("{at: [0, 0], size: [3, 2]}"),
            "6:10",
            "some square of the painted part is not a square of the tile",
        ),
        (
            make_zone("{at: [-1, 0], size: [2, 1]}"),
            "6:10",
            "some square of the painted part is not a square of the tile",
        ),
        (
            make_zone("{at: [0, 0], size: [99999999, 99999999]}"),
            "6:10",
            "some square of the painted part is not a square",
        ),
        (
            make_zone("{at: [0, 0], size: [0, 1]}"),
            "6:10",
            "some square of the painted part is not a square of the tile",
        ),
        (make_zone("{at: [a, 0], size: [2, 1]}"), "6:16", "expected a whole number, not 'a'"),
        (make_zone("{at: [0, 0], size: [2]}"), "6:29", "expected a list of 2 numbers, not a list of 1"),
        (make_zone("[0, 0]"), "6:10", "expected a table of keys and values, not a list of 2"),
        (make_minimal(more="notes: &a text"), "4:8", "anchors and aliases"),
        (make_minimal(more="notes: *a"), "4:8", "anchors and aliases"),
        (make_minimal(more="notes: !x text"), "4:8", "tags (!)"),
        (make_minimal(more="notes: [unclosed"), "4:8", "not valid YAML"),
        ("", "", "the file is empty"),
        ("- a\n- b\n", "1:1", "a tile is a table of keys and values"),
        ("name: a\x00b", "1:8", "does not belong in a text file"),
    ],
)
def test_every_fault_names_line_and_column(text, place, problem):
    """A wrong tile file is one TileError with the file, the line and column, and what to do."""
    with pytest.raises(TileError) as caught:
        parse_text(text)
    assert caught.value.file == "den.yaml"
    assert caught.value.location.startswith(place)
    assert problem in caught.value.problem
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_named(tmp_path):
    """A file that is binary, too large, missing or a folder is a TileError, too."""
    with pytest.raises(TileError, match=r"den\.yaml:2:3: the byte 0xff is not UTF-8"):
        parse_tile(b"a: b\nc:\xff", "den.yaml", "my/den")
    with pytest.raises(TileError, match="larger than 1 MB"):
        parse_tile(b" " * 2**21, "den.yaml", "my/den")
    with pytest.raises(TileError, match="there is no such file"):
        read_tile(tmp_path / "none.yaml", "my/none")
    with pytest.raises(TileError, match="this is a folder"):
        read_tile(tmp_path, "my/none")


def test_a_long_id_is_refused():
    """An id longer than a layout may name is said where it arises."""
    with pytest.raises(TileError, match="an id of 81 letters"):
        parse_text(make_minimal(), "my/" + "x" * 78)
    assert parse_text(make_minimal(), "my/" + "x" * 77).id


def test_tiles_and_sketches_know_the_same_letters():
    """The legend of a tile may rename exactly the letters that the legend of a sketch may."""
    assert {*ROCK_LETTERS, FLOOR_LETTER, *SYMBOLS, *FORBIDDEN_LETTERS} == RESERVED_LETTERS


@given(st.dictionaries(st.sampled_from("KwHFYD^abcß"), st.sampled_from([*TerrainKind, *ObstacleKind]), min_size=1))
def test_any_legend_is_kept(legend):
    """Each letter of a legend stands for the terrain or obstacle it names."""
    lines = "".join(f"  {letter}: {word.value}\n" for letter, word in legend.items())
    tile = parse_text(make_minimal("".join(legend), f"legend:\n{lines}"))
    assert list(tile.features.values()) == list(legend.values())


@given(st.text(alphabet="name: kidsqure|\n .#~K{}[]&*!-'\"\t\x00é", max_size=200) | st.binary(max_size=200))
def test_no_file_is_more_than_a_tile_error(content):
    """Whatever a file holds, it is a tile or one clear error."""
    data = content if isinstance(content, bytes) else content.encode()
    assert read_outcome(data).isprintable()


@given(st.integers(0, len(WHOLE)), st.integers(0, len(WHOLE)), st.text("#.~: \n-K{}", max_size=3))
def test_a_mutated_file_is_a_tile_or_one_clear_error(start, end, more):
    """A real file with a piece cut out or put in is a tile, or an error that names a line of it."""
    text = WHOLE[:start] + more + WHOLE[end:]
    found = re.match(r"den\.yaml:(\d+):\d+: ", read_outcome(text.encode()))
    assert found is None or 1 <= int(found[1]) <= text.count("\n") + 2

"""Files of other programs become dungeons: what has a counterpart is kept, the rest is named."""

from __future__ import annotations

import pytest

from dungeon_designer.errors import ReadError
from dungeon_designer.imports.import_result import ImportResult
from dungeon_designer.imports.importers import read_foreign, read_if_foreign
from dungeon_designer.layout.model import Layout, SectionKind, SquareDoor, TerrainKind
from dungeon_designer.layout.sketch import read_sketch
from tests.imports.files import DONJON, ONE_PAGE, TILED, WORDS, encode_json


def list_squares(layout: Layout) -> set[tuple[int, int]]:
    """Return every square of floor."""
    return {square for section in layout.sections for square in section.squares}


def test_rectangles_of_a_one_page_dungeon_become_rooms_and_corridors() -> None:
    """Rectangles are sections, moved to the corner of the grid; a door joins the area beside it."""
    layout = read_foreign(encode_json(ONE_PAGE), "keep.json").layout
    assert (layout.name, layout.notes) == ("The Small Keep", "It is small.\n\n1. A rat.")
    kinds = [section.kind for section in layout.sections]
    assert kinds == [SectionKind.ROOM, SectionKind.CORRIDOR, SectionKind.ROOM]
    assert min(list_squares(layout)) == (0, 0)
    assert layout.square_doors == (SquareDoor(at=(2, 3)), SquareDoor(at=(3, 5)))
    assert {door.at for door in layout.square_doors} <= list_squares(layout)


def test_a_round_room_is_the_squares_in_its_circle() -> None:
    """The four corners of a round room of five squares are no floor."""
    room = read_foreign(encode_json(ONE_PAGE), "keep.json").layout.sections[2]
    assert [row.rstrip("#") for row in room.rows] == ["#...", ".....", ".....", ".....", "#..."]


def test_what_becomes_of_a_one_page_dungeon_is_told() -> None:
    """The account names what was kept, changed and left out, with numbers."""
    found = read_foreign(encode_json(ONE_PAGE), "keep.json")
    assert found.summary == (
        "kept: 2 x room, 1 x corridor, 1 x door; changed: 1 x secret door (a door), "
        "1 x round room (the squares in its circle), 1 x square of water (a hazard here), "
        "1 x note (words in the dungeon's notes); left out: 1 x column"
    )
    assert [ground.kind for ground in found.layout.terrain] == [TerrainKind.WATER]


def test_notes_of_a_one_page_dungeon_follow_its_story() -> None:
    """Each note is a line with its number below the story; one that says nothing is left out and told."""
    notes = [{"text": "A\nrat.", "ref": "1"}, {"text": "Bones"}, {"ref": "3"}, "a word", {"text": 5}]
    found = read_foreign(encode_json(ONE_PAGE | {"notes": notes}), "keep.json")
    assert found.layout.notes == "It is small.\n\n1. A rat.\n- Bones"
    assert "2 x note (words in the dungeon's notes)" in found.changed_features
    assert "3 x note without words" in found.dropped_features
    assert read_foreign(encode_json(ONE_PAGE | {"story": ""}), "keep.json").layout.notes == "1. A rat."


@pytest.mark.parametrize(("data", "name"), [(encode_json(DONJON), "vault.json"), (WORDS.encode(), "vault.tsv")])
def test_donjons_two_files_are_one_dungeon(data: bytes, name: str) -> None:
    """The JSON and the table of one dungeon give the same squares, rooms and doors."""
    found = read_foreign(data, name)
    layout = found.layout
    assert list_squares(layout) == {(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (4, 2), (4, 3)}
    assert {door.at for door in layout.square_doors} == {(2, 1), (4, 2)}
    assert [section.kind for section in layout.sections].count(SectionKind.ROOM) == 1
    assert "1 x secret door (a door)" in found.changed_features
    assert "1 x stairs (floor)" in found.changed_features


def test_a_text_with_tabs_is_donjons_table() -> None:
    """donjon saves its table as .txt: tabs tell it from a bare grid."""
    assert read_foreign(WORDS.encode(), "vault.txt").program == "donjon"


def test_a_tiled_map_of_others_is_floor_where_tiles_lie() -> None:
    """Zones come from objects, terrain from tiles with a class, everything unknown is listed."""
    found = read_foreign(encode_json(TILED), "hall.tmj")
    layout = found.layout
    assert len(list_squares(layout)) == 11
    assert (layout.sections[0].kind, layout.sections[0].side) == (SectionKind.END_ZONE, "home")
    assert layout.chests == ((2, 0),)
    assert [(portal.number, portal.at) for portal in layout.portals] == [(3, (3, 0))]
    assert [(ground.kind, ground.at) for ground in layout.terrain] == [(TerrainKind.LAVA, (4, 0))]
    assert found.dropped_features == (
        "1 x tile set 'dungeon.tsj' (a file of its own)",
        "1 x tile 'mud' (floor)",
        "1 x object 'barrel'",
        "1 x imagelayer 'paper'",
    )


def test_a_grid_of_letters_is_a_sketchs_map() -> None:
    """Bare text and a spreadsheet's table mean what the same letters mean in a sketch."""
    text = b"<<..C..>>\n<<..1..>>\n"
    want = read_sketch("map: |\n  <<..C..>>\n  <<..1..>>\n")
    assert read_foreign(text, "hall.txt").layout == want
    table = "\r\n".join(";".join(line) for line in text.decode().splitlines())
    assert read_foreign(table.encode(), "hall.csv").layout == want


def test_portals_of_two_digits_stand_in_one_cell() -> None:
    """A table's cell may say 10, which no letter of a text can."""
    assert [p.number for p in read_foreign(b"<,.,10,>\n", "hall.csv").layout.portals] == [10]


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("a.txt", b"<<..Z..>>", "a.txt:1:5: the letter 'Z' means nothing in a map"),
        ("a.txt", b"", "a.txt: there is no floor in it"),
        ("a.csv", b"<,.\n.,chest,>", "a.csv:2:1: cell 2: 'chest' means nothing in a map; write one letter a cell"),
        ("a.tsv", b"F\tF\nF\tXX\n", "a.tsv:2:3: 'XX' is not a word of donjon's"),
        (
            "a.json",
            b'{"rects": [{"x": 0, "y": 0, "w": 0, "h": 1}]}',
            "a.json:rects[0].w: expected a number",
        ),
        (
            "a.json",
            b'{"rects": [{"x": 0, "y": 0, "w": 9999, "h": 9999}]}',
            "a.json:rects: the rectangles cover",
        ),
        ("a.json", b'{"cells": [["x"]]}', "a.json:cells[0][0]: expected a whole number"),
        ("a.json", b'{"cells": []}', "a.json: there is no floor in it"),
        ("a.tmj", b"{", "a.tmj:1:2: not valid JSON"),
        ("a.tmj", b"[]", "a.tmj: expected a table of keys and values"),
        ("a.tmj", encode_json(TILED | {"orientation": "isometric"}), "a.tmj:orientation: the map is isometric"),
        ("a.tmj", encode_json(TILED | {"layers": []}), "a.tmj:layers: no layer of tiles has a tile on it"),
        ("a.tmx", b"<map/>", "a.tmx: the key 'tilewidth' is missing"),
        (
            "a.tmj",
            encode_json(TILED | {"tilewidth": 1e-300}),
            "a.tmj:tilewidth: expected a number of at least 1, not 1e-300",
        ),
        ("a.tmx", b"<tileset/>", "a.tmx: this is not a map of Tiled's: it does not begin with <map>"),
        ("a.tmx", b"<map>\n <layer>\n</map>", "a.tmx:3:3: this is not XML: mismatched tag"),
        ("a.png", b"\x89PNG", "a.png: a picture holds no squares"),
        ("a.PDF", b"%PDF", "a.PDF: a PDF holds no squares"),
        ("a.xlsx", b"PK", "a.xlsx: a spreadsheet is read as CSV"),
        ("a.uvtt", b"{}", "a.uvtt: a universal VTT file holds a picture and lines, no squares"),
    ],
)
def test_what_cannot_be_read_gets_one_line(name: str, data: bytes, line: str) -> None:
    """The line names the file, the place in it and, where there is one, the remedy."""
    with pytest.raises(ReadError) as error:
        read_if_foreign(data, name)
    assert str(error.value).startswith(line)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.dungeon.yaml", b"map: <..>"),
        ("a.txt", b"name: Hall\nmap: <..>\n"),
        ("a.json", b'{"format": "dungeon-layout", "version": 1}'),
        ("a.json", b'{"format": "dungeon-layout", "version": 1, "extra": {"layers": 1}}'),
        ("a.json", b"{"),
    ],
)
def test_dungeons_are_nobody_elses(name: str, data: bytes) -> None:
    """Sketches and layout files are told from others' files, whatever words stand in them."""
    assert read_if_foreign(data, name) is None


def test_an_account_of_nothing_is_empty() -> None:
    """An account names only what was kept if nothing was changed or left out."""
    assert ImportResult(Layout(), "x").summary == ""

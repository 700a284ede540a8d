"""Who plays in a dungeon: two sides where nothing is said, up to six where a file says so."""

from __future__ import annotations

import json

import pytest

from dungeon_designer.errors import ReadError
from dungeon_designer.kinds import DEFAULT_COLOURS, DEFAULT_EMBLEMS
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Emblem, Layout, MatchTeam, Team, list_teams
from dungeon_designer.layout.patching import patch_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from tests.layout.sketches import load_sketch

THREE = "sides: 3\nmap: .....\nsections: AABCC\nsection_kinds:\n  A: {kind: end_zone, side: third}\n"


def read_version_2(**keys: object) -> Layout:
    """Return the layout in a layout file of version 2 with these keys."""
    return read_layout(json.dumps({"format": "dungeon-layout", "version": 2, **keys}).encode(), "hall.dungeon.json")


def test_two_sides_need_no_word() -> None:
    """A file that says nothing of sides has two, and one that says two is written without the word, as version 1."""
    assert load_sketch("map: <.>").teams == (Team.HOME, Team.AWAY)
    told = write_json(load_sketch("sides: 2\nmap: <.>"))
    assert told == write_json(load_sketch("map: <.>"))
    assert json.loads(told)["version"] == 1
    assert "sides" not in write_sketch(load_sketch("sides: 2\nmap: <.>"))


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_more_sides_are_counted_and_written_as_version_2(count: int) -> None:
    """The first so many sides play; the number comes back from both formats."""
    layout = load_sketch(f"sides: {count}\nmap: <.>")
    assert layout.teams == tuple(Team)[:count]
    data = json.loads(write_json(layout))
    assert (data["version"], data["sides"]) == (2, count)
    assert read_version_2(sides=count).sides == layout.sides
    assert f"sides: {count}\n" in write_sketch(layout)


def test_a_side_may_have_a_colour_and_an_emblem_of_its_own() -> None:
    """The colours and emblems of teams come back from both formats, in whatever order they were listed."""
    told = "sides:\n  - {id: third, emblem: star}\n  - {id: home, colour: '#AA00bb'}\n  - {id: away}\nmap: <.>\n"
    layout = load_sketch(told)
    assert layout.sides == (
        MatchTeam(id=Team.HOME, colour="#aa00bb"),
        MatchTeam(id=Team.AWAY),
        MatchTeam(id=Team.THIRD, emblem=Emblem.STAR),
    )
    assert load_sketch(write_sketch(layout)) == layout
    assert read_layout(write_json(layout), "hall.dungeon.json") == layout
    assert [side.shown_colour for side in layout.sides] == [
        "#aa00bb",
        DEFAULT_COLOURS[Team.AWAY],
        DEFAULT_COLOURS[Team.THIRD],
    ]
    assert [side.shown_emblem for side in layout.sides] == [
        DEFAULT_EMBLEMS[Team.HOME],
        DEFAULT_EMBLEMS[Team.AWAY],
        Emblem.STAR,
    ]


def test_no_two_usual_colours_or_emblems_are_alike() -> None:
    """Six sides can be told apart, in grey too: the emblems differ."""
    assert len(set(DEFAULT_COLOURS.values())) == len(set(DEFAULT_EMBLEMS.values())) == len(Team)


@pytest.mark.parametrize(
    ("told", "place", "words"),
    [
        ("sides: 1\nmap: <.>", "1:8", "expected a number of at least 2, not 1"),
        ("sides: 7\nmap: <.>", "1:8", "expected a number of at most 6, not 7"),
        ("sides: [{id: home}]\nmap: <.>", "1:8", "a dungeon has 2 to 6 teams, not 1"),
        ("sides: [{id: home}, {id: home}]\nmap: <.>", "1:26", "'home' cannot be here; what is left is away"),
        ("sides: [{id: home}, {id: third}]\nmap: <.>", "1:26", "'third' cannot be here; what is left is away"),
        ("sides: [{id: home}, {id: visitor}]\nmap: <.>", "1:26", "'visitor' is not known here"),
        ("sides: three\nmap: <.>", "1:8", "expected a whole number or a list, not 'three'"),
        ("version: 1\nsides: 3\nmap: <.>", "2:8", "version 1 of the format has no key 'sides'"),
        (THREE.replace("sides: 3\n", ""), "4:29", "this dungeon has the teams home, away; for 'third' say"),
        ("map: ..\ntraps: [{kind: counter, at: [0, 0], owner: fifth}]", "2:44", "for 'fifth' say that 'sides' is 5"),
    ],
)
def test_sides_that_cannot_be_get_one_clear_line(told: str, place: str, words: str) -> None:
    """One side, seven, a side left out, one too often, and things of a side that does not play."""
    with pytest.raises(ReadError) as caught:
        load_sketch(told)
    assert words in str(caught.value)
    assert f":{place}:" in str(caught.value)


@pytest.mark.parametrize("count", [1, 7])
def test_nor_may_a_layout_file_say_so(count: int) -> None:
    """One and seven sides are refused there, too."""
    with pytest.raises(ReadError, match=rf"hall.dungeon.json:sides: expected a number of at .* not {count}"):
        read_version_2(sides=count)


def test_a_sketch_is_told_its_sides_without_another_line_touched() -> None:
    """A change of the sides puts the key in, changes it and takes a version along that did not know it."""
    before = "version: 1\nname: Hall  # a remark\nmap: <.>\n"
    layout = load_sketch(before)
    after = patch_sketch(before, Layout(name="Hall", sections=layout.sections, sides=list_teams(4)))
    assert after == "version: 2\nname: Hall  # a remark\nsides: 4\nmap: <.>\n"
    assert "sides: 3\n" in patch_sketch(after, Layout(name="Hall", sections=layout.sections, sides=list_teams(3)))

"""Each single edit of a dungeon is one change, and it is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dungeon_designer.comparison.change import Change
from dungeon_designer.comparison.dungeon_comparison import Outcome, compare_dungeons
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout.transforms import move_layout

HALL = {
    "name": "Hall",
    "ruleset": "naf-2019",
    "play": {"turn_minutes": 4},
    "sections": [
        {"id": "A", "at": [4, 4], "kind": "end_zone", "side": "home", "rows": ["..", ".."]},
        {"id": "B", "at": [6, 4], "kind": "room", "name": "Vault", "rows": ["......", "......", "......"]},
        {"id": "C", "at": [12, 4], "kind": "corridor", "rows": ["...", "..."]},
        {"id": "D", "at": [15, 4], "tile": "gw-2021/crypt"},
    ],
    "walls": [{"at": [7, 4], "side": "east"}],
    "doors": [{"at": [6, 4], "side": "west", "width": 2}],
    "square_doors": [{"at": [12, 4]}],
    "terrain": [{"kind": "lava", "at": [8, 4]}, {"kind": "lava", "at": [9, 4]}],
    "obstacles": [{"kind": "statue", "at": [9, 6]}],
    "chests": [[6, 6], [14, 5]],
    "portals": [{"number": 1, "at": [7, 6]}, {"number": 2, "at": [13, 5]}],
    "traps": [
        {"kind": "open_pit", "at": [10, 5]},
        {"kind": "trapdoor", "at": [10, 6], "size": [2, 1], "below": "rats"},
        {"kind": "counter", "at": [11, 4], "owner": "home", "content": "nothing"},
    ],
    "leap_edges": [{"at": [7, 4], "side": "east"}],
    "machines": [{"kind": "rotating_room", "sections": ["B"]}, {"kind": "rolling_ball", "at": [6, 4], "travel": "east",
                                                                 "length": 6, "size": [1, 1]}],
    "labels": [{"text": "Beware", "at": [20, 2]}],
    "waivers": [{"rule": "chest-count", "reason": "club night", "squares": [[6, 6]]}],
}  # fmt: skip
"""A dungeon with one or two of everything."""


def build_dungeon(data: dict[str, Any]) -> Dungeon:
    """Return the dungeon that a layout file with this data holds."""
    document = {"format": "dungeon-layout", "version": 4, **data}
    return Dungeon.load("hall.dungeon.json", data=msgspec.json.encode(document))


def edit(key: str, change: Callable[[list[Any]], list[Any]]) -> dict[str, Any]:
    """Return the data of the hall with one of its lists changed."""
    return {**HALL, key: change(copy.deepcopy(HALL[key]))}  # type: ignore[call-overload]


def put(index: int, **values: Any) -> Callable[[list[Any]], list[Any]]:
    """Return a function that gives the entry of a list some other values."""
    return lambda entries: [{**entry, **values} if n == index else entry for n, entry in enumerate(entries)]


def drop(entries: list[Any]) -> list[Any]:
    """Return a list without its first entry."""
    return entries[1:]


def insert(entry: Any) -> Callable[[list[Any]], list[Any]]:
    """Return a function that adds an entry to a list."""
    return lambda entries: [*entries, entry]


EDITS: dict[str, tuple[dict[str, Any], str]] = {
    "name": ({**HALL, "name": "Keep"}, "name: Keep (before: Hall)"),
    "author": ({**HALL, "author": "Ada"}, "author: Ada (before: none)"),
    "notes": ({**HALL, "notes": "Mind the gap\nand the rats"}, "notes: lines added 2, removed 0"),
    "ruleset": ({**HALL, "ruleset": "gw-2021"}, "ruleset: gw-2021 (before: naf-2019)"),
    "theme": ({**HALL, "theme": "ink"}, "theme: ink (before: none)"),
    "play changed": ({**HALL, "play": {"turn_minutes": 3}}, "play.turn_minutes: 3 (before: 4)"),
    "play removed": ({**HALL, "play": {}}, "play.turn_minutes: none (before: 4)"),
    "extra": ({**HALL, "extra": {"club": 7}}, "extra.club: 7 (before: none)"),
    "picture": (
        {**HALL, "picture": {"file": "cave.jpg", "at": [1, 2], "size": [24, 16]}},
        "picture: cave.jpg at (1, 2), 24 x 16 squares (before: none)",
    ),
    "balls": ({**HALL, "balls": 2}, "balls: 2 (before: 1)"),
    "enclosed": ({**HALL, "enclosed": True}, "enclosed: yes (before: no)"),
    "teams": ({**HALL, "sides": 4}, "sides: 4 (before: 2)"),
    "colour": (
        {**HALL, "sides": [{"id": "home", "colour": "#123456"}, {"id": "away"}]},
        "sides.home.colour: #123456 (before: ",
    ),
    "section's id": (edit("sections", put(0, id="Z")), "end zone of home at (4, 4): id Z (before: A)"),
    "section's kind": (edit("sections", put(2, kind="room")), "corridor at (12, 4): kind room (before: corridor)"),
    "section's name": (edit("sections", put(1, name="Crypt")), "“Vault” (room): name Crypt (before: Vault)"),
    "section's team": (edit("sections", put(0, side="away")), "end zone of home at (4, 4): side away (before: home)"),
    "section's walls": (edit("sections", put(1, enclosed=True)), "“Vault” (room): enclosed yes (before: none)"),
    "section moved": (edit("sections", put(2, at=[12, 6])), "corridor at (12, 4) moved 2 down"),
    "section grown": (
        edit("sections", put(2, rows=["...", "...", "..."])),
        "corridor at (12, 4): 3 squares added",
    ),
    "section shrunk": (edit("sections", put(2, rows=["..."])), "corridor at (12, 4): 3 squares removed"),
    "section removed": (edit("sections", drop), "end zone of home at (4, 4) removed, 4 squares"),
    "section added": (
        edit("sections", insert({"id": "E", "at": [4, 9], "kind": "room", "rows": [".."]})),
        "room at (4, 9) added, 2 squares",
    ),
    "tile turned": (edit("sections", put(3, turn=2)), "tile gw-2021/crypt at (15, 4): turn 2 (before: 0)"),
    "wall removed": (edit("walls", drop), "wall on the east side of (7, 4) removed"),
    "wall moved": (
        edit("walls", put(0, at=[7, 5])),
        "wall on the east side of (7, 4) moved to the east side of (7, 5)",
    ),
    "door narrower": (edit("doors", put(0, width=1)), "door on the west side of (6, 4), 2 wide: width 1 (before: 2)"),
    "door moved": (
        edit("doors", put(0, at=[12, 4])),
        "door on the west side of (6, 4), 2 wide moved to the west side of (12, 4)",
    ),
    "door opened": (edit("square_doors", put(0, open=True)), "shut door at (12, 4): open yes (before: no)"),
    "door added": (edit("square_doors", insert({"at": [12, 5]})), "shut door at (12, 5) added"),
    "lava grown": (edit("terrain", insert({"kind": "lava", "at": [10, 4]})), "lava at (10, 4) added"),
    "lava shrunk": (edit("terrain", drop), "lava at (8, 4) removed"),
    "lava to water": (
        edit("terrain", lambda entries: [{**entry, "kind": "water"} for entry in entries]),
        "water in place of lava at (8, 4), (9, 4)",
    ),
    "lava moved": (
        edit("terrain", lambda entries: [{**entry, "at": [entry["at"][0], 5]} for entry in entries]),
        "lava at (8, 4), (9, 4) moved to (8, 5)",
    ),
    "statue moved": (edit("obstacles", put(0, at=[10, 4])), "statue at (9, 6) moved to (10, 4)"),
    "statue removed": (edit("obstacles", drop), "statue at (9, 6) removed"),
    "chest moved": (edit("chests", lambda _: [[6, 5], [14, 5]]), "chest at (6, 6) moved to (6, 5)"),
    "chest added": (edit("chests", insert([14, 4])), "chest at (14, 4) added"),
    "chest removed": (edit("chests", drop), "chest at (6, 6) removed"),
    "portal moved": (edit("portals", put(0, at=[6, 5])), "portal 1 at (7, 6) moved to (6, 5)"),
    "portal renumbered": (edit("portals", put(1, number=3)), "portal 2 at (13, 5): number 3 (before: 2)"),
    "portal removed": (edit("portals", drop), "portal 1 at (7, 6) removed"),
    "pit moved": (edit("traps", put(0, at=[10, 4])), "open pit at (10, 5) moved to (10, 4)"),
    "pit spiked": (edit("traps", put(0, kind="spiked_pit")), "spiked pit in place of open pit at (10, 5)"),
    "below a trapdoor": (edit("traps", put(1, below="gold")), "trapdoor at (10, 6): below gold (before: rats)"),
    "a counter's face": (
        edit("traps", put(2, content="open_pit")),
        "counter at (11, 4): content open pit (before: nothing)",
    ),
    "leap edge": (edit("leap_edges", drop), "leap edge on the east side of (7, 4) removed"),
    "rotating room": (edit("machines", drop), "rotating room of 1 section removed: “Vault” (room)"),
    "rolling ball": (edit("machines", put(1, length=4)), "rolling ball at (6, 4): length 4 (before: 6)"),
    "label's text": (edit("labels", put(0, text="Run")), "label “Beware” at (20, 2): text Run (before: Beware)"),
    "label moved": (edit("labels", put(0, at=[21, 2])), "label “Beware” at (20, 2) moved to (21, 2)"),
    "waiver's reason": (
        edit("waivers", put(0, reason="late")),
        "waiver of chest-count: reason late (before: club night)",
    ),
    "waiver removed": (edit("waivers", drop), "waiver of chest-count removed: club night"),
}
"""Each edit: the data of the changed dungeon, and the words for the change."""


def list_changes(before: Dungeon, after: Dungeon) -> tuple[Change, ...]:
    """Return what changed between two dungeons."""
    return compare_dungeons(before, after).changes


@pytest.mark.parametrize("name", EDITS)
def test_a_single_edit_is_one_change(name: str) -> None:
    """Whatever is edited, one change names it, and nothing else is reported."""
    data, text = EDITS[name]
    (change,) = list_changes(build_dungeon(HALL), build_dungeon(data))
    assert change.text.startswith(text)
    (way_back,) = list_changes(build_dungeon(data), build_dungeon(HALL))
    assert way_back.subject == change.subject
    assert (way_back.squares_before, way_back.squares_after) == (change.squares_after, change.squares_before)


def test_every_key_of_a_layout_is_edited() -> None:
    """No key of a dungeon can change without a word: each is in an edit above."""
    subjects = {list_changes(build_dungeon(HALL), build_dungeon(data))[0].subject for data, _ in EDITS.values()}
    assert subjects == set(Layout.__struct_fields__)


@pytest.mark.parametrize("name", EDITS)
def test_a_shift_leaves_the_same_change(name: str) -> None:
    """If the whole dungeon is moved besides, that is one line more, and squares are those of each dungeon."""
    data, _ = EDITS[name]
    before, after = build_dungeon(HALL), build_dungeon(data)
    sizes = {"gw-2021/crypt": before.library.get("gw-2021/crypt").size}
    moved = replace(after, layout=move_layout(after.layout, (3, 2), sizes))
    (shift, change) = list_changes(before, moved)
    assert shift.text == "the whole dungeon moved 3 right and 2 down"
    (plain,) = list_changes(before, after)
    assert change.squares_before == plain.squares_before
    assert change.squares_after == tuple((x + 3, y + 2) for x, y in plain.squares_after)


def test_a_picture_that_moves_with_the_dungeon_is_no_change_besides() -> None:
    """The picture below the map is compared by where it lies below the dungeon, not by where it lies on the grid."""
    before = build_dungeon(EDITS["picture"][0])
    sizes = {"gw-2021/crypt": before.library.get("gw-2021/crypt").size}
    (change,) = list_changes(before, replace(before, layout=move_layout(before.layout, (3, 2), sizes)))
    assert change.text == "the whole dungeon moved 3 right and 2 down"


def test_a_shift_alone_is_one_change() -> None:
    """A dungeon that lies elsewhere on the grid is different, in one line; so is one of a single section."""
    for text in ("map: |\n  <..>\n", "map: |\n  ...\n  ...\n"):
        before = Dungeon.parse(text)
        after = replace(before, layout=move_layout(before.layout, (0, 1)))
        assert [change.text for change in list_changes(before, after)] == ["the whole dungeon moved 1 down"]
        assert [change.text for change in list_changes(after, before)] == ["the whole dungeon moved 1 up"]


def test_a_row_on_top_of_a_sketch_is_no_list_of_moves() -> None:
    """A row more on top of the map moves everything below: that is the shift and the grown room, and no object."""
    before = Dungeon.parse("map: |\n  ......\n  .C..1.\n  ...C..\n")
    after = Dungeon.parse("map: |\n  ......\n  ......\n  .C..1.\n  ...C..\n")
    shift, grown = list_changes(before, after)
    assert shift.text == "the whole dungeon moved 1 down"
    assert grown.text == "room at (0, 0): 6 squares added"


def test_ids_of_a_plain_sketch_are_no_names() -> None:
    """A room more in a sketch renumbers the others; each is still matched with itself, by its rows."""
    before = Dungeon.parse("map: |\n  ...#...\n  ...#...\n  ####...\n")
    assert [section.id for section in before.layout.sections] == ["A", "B"]
    after = Dungeon.parse("map: |\n  ..#...#...\n  ###...#...\n  #######...\n")
    texts = [change.text for change in list_changes(before, after)]
    assert "room at (0, 0) added, 2 squares" in texts
    assert not [text for text in texts if " id " in text]


def test_written_ids_match_whatever_became_of_the_section() -> None:
    """A section with an id in both files is the same section, though it lies elsewhere and has another shape."""
    sections = [
        {"id": "vault", "at": [0, 0], "kind": "room", "rows": ["..", ".."]},
        {"id": "crypt", "at": [5, 0], "kind": "room", "rows": ["...", "..."]},
    ]
    swapped = [
        {**sections[0], "at": [5, 0], "rows": ["...", "..."]},
        {**sections[1], "at": [0, 0], "rows": ["..", ".."]},
    ]
    before, after = (build_dungeon({"sections": data}) for data in (sections, swapped))
    assert [change.text for change in list_changes(before, after)] == [
        "room at (0, 0): 6 squares added, 4 squares removed",
        "room at (5, 0): 4 squares added, 6 squares removed",
    ]
    as_sketch = Dungeon.load("plain.dungeon.yaml", data=b"map: |\n  ..###...\n  ..###...\n")
    assert not list_changes(before, as_sketch)
    assert not list_changes(after, as_sketch)


def test_sections_match_by_common_squares_last() -> None:
    """A drawn room with another shape is the one that it overlaps, and not one removed and one added."""
    before = Dungeon.parse("map: |\n  ....#..\n  ....#..\n")
    after = Dungeon.parse("map: |\n  .....#.\n  ...###.\n")
    texts = [change.text for change in list_changes(before, after)]
    assert texts == [
        "room at (0, 0): 1 square added, 1 square removed",
        "room at (5, 0): 2 squares removed",
    ]


def test_the_order_of_sections_counts_only_where_they_overlap() -> None:
    """The first of two overlapping sections owns their common squares, so their order is a difference."""
    overlapping = [{"id": "A", "at": [0, 0], "rows": ["..."]}, {"id": "B", "at": [2, 0], "rows": ["..."]}]
    apart = [overlapping[0], {**overlapping[1], "at": [3, 0]}]
    before, after = (build_dungeon({"sections": data}) for data in (overlapping, overlapping[::-1]))
    (change,) = list_changes(before, after)
    assert change.text == "where sections overlap, another section owns 1 square"
    assert change.squares_after == ((2, 0),)
    assert (
        compare_dungeons(*(build_dungeon({"sections": data}) for data in (apart, apart[::-1]))).outcome is Outcome.ALIKE
    )


def test_a_large_change_is_compared_quickly() -> None:
    """A thousand rooms and chests, half of which moved, are compared without measuring each with each."""
    rooms = [{"id": f"r{n}", "at": [3 * (n % 100), 3 * (n // 100)], "rows": [".."]} for n in range(1000)]
    moved = [{**room, "at": [room["at"][0], room["at"][1] + n % 2]} for n, room in enumerate(rooms)]  # type: ignore[index]
    chests, moved_chests = ([[3 * (n % 100), 3 * (n // 100) + n % (1 + k)] for n in range(1000)] for k in (0, 1))
    before, after = (
        build_dungeon({"sections": rooms, "chests": chests}),
        build_dungeon({"sections": moved, "chests": moved_chests}),
    )
    assert len(list_changes(before, after)) == 1000


def test_a_layout_that_was_made_in_python_is_compared(tmp_path: object) -> None:
    """A dungeon without a file has no written ids, and is compared all the same."""
    dungeon = build_dungeon(HALL)
    made = Dungeon(normalise_layout(dungeon.layout))
    assert compare_dungeons(dungeon, made).outcome is Outcome.ALIKE
    assert write_json(made.layout)

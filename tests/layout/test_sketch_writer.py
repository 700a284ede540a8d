"""How a sketch is written: for the eye, and so that it reads as what it was."""

from __future__ import annotations

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_designer.layout.model import (
    Layout,
    Obstacle,
    ObstacleKind,
    Portal,
    Section,
    SectionKind,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    normalise_layout,
)
from dungeon_designer.layout.sketch_writer import write_sketch
from tests.layout.sketches import FULL, load_sketch, read_map
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts, texts


def test_a_full_sketch_is_written_for_the_eye() -> None:
    """Items stand in the map where they can, lists say the rest, nothing else is said."""
    assert (
        write_sketch(load_sketch(FULL))
        == """\
name: The Long Hall
author: R. Mason
ruleset: naf-2019
map: |
  <<..a.C......>>
  <<...C.TT1...>>
  <<.....TT....>>
sections: |
  AABBBBBBBBBBBCC
  AABBBBBBBBBBBCC
  AABBBBBBBBBBBCC
section_kinds:
  A: {kind: end_zone, side: home}
  B: {kind: corridor, name: The Long Walk, enclosed: true}
  C: {kind: end_zone, side: away}
legend:
  a: {portal: 10}
doors:
  - {at: [1, 0], side: east, width: 2}
traps:
  - {kind: counter, at: [10, 2], owner: home, content: spiked_pit}
  - {kind: trapdoor, at: [7, 1], below: lava}
leap_edges:
  - {at: [3, 2], side: south, width: 2}
machines:
  - {kind: rotating_room, sections: [B]}
  - {kind: rolling_ball, at: [2, 0], travel: east, length: 11, size: [3, 3]}
waivers:
  - {rule: square-count, reason: "club night, 90 minutes"}
"""
    )


def test_a_map_that_says_enough_needs_no_letters() -> None:
    """Sections that are what is connected anyway are not written twice."""
    text = "map: |\n  <<.C.>>\n  <<###>>\n"
    assert write_sketch(load_sketch(text)) == text


def test_ids_that_are_no_letters_become_a_list() -> None:
    """Then the map only shows what lies where, and no zones."""
    layout = Layout(
        sections=(
            Section(id="home", kind=SectionKind.END_ZONE, side=Team.HOME, rows=("..", "..")),
            Section(id="Great Hall", at=(2, 0), rows=("..", "#.")),
        ),
        chests=((3, 0),),
    )
    text = write_sketch(layout)
    assert (
        text
        == """\
map: |
  ...C
  ..#.
sections:
  - id: home
    at: [0, 0]
    kind: end_zone
    side: home
    rows:
      - ".."
      - ".."
  - id: Great Hall
    at: [2, 0]
    kind: room
    rows:
      - ".."
      - "#."
"""
    )
    assert load_sketch(text) == normalise_layout(layout)


def test_tiles_stand_on_one_line() -> None:
    """A placed tile is a line of the list."""
    layout = Layout(sections=(Section(id="a", tile="gw-2021/armoury", at=(4, 2), turn=1),))
    assert write_sketch(layout) == "sections:\n  - {id: a, at: [4, 2], tile: gw-2021/armoury, turn: 1}\n"


def test_sections_that_overlap_become_a_list() -> None:
    """One letter a square cannot tell two sections on it."""
    layout = Layout(sections=(Section(id="A", rows=("..",)), Section(id="B", at=(1, 0), rows=("..",))))
    assert "sections:\n" in write_sketch(layout)
    assert load_sketch(write_sketch(layout)) == normalise_layout(layout)


def test_two_far_corners_are_not_drawn() -> None:
    """A map of a hundred million blanks is no map."""
    layout = Layout(
        sections=(Section(id="A", rows=(".",)), Section(id="B", at=(9999, 9999), rows=(".",))), chests=((9999, 9999),)
    )
    text = write_sketch(layout)
    assert len(text) < 500
    assert load_sketch(text) == normalise_layout(layout)


def test_things_without_a_letter_get_a_legend() -> None:
    """Water, thrones and portal 10 are drawn in letters of the sketch's own."""
    layout = Layout(
        sections=(Section(id="A", kind=SectionKind.ROOM, rows=("...",)),),
        terrain=(Terrain(kind=TerrainKind.WATER, at=(0, 0)),),
        obstacles=(Obstacle(kind=ObstacleKind.THRONE, at=(1, 0)),),
        portals=(Portal(number=10, at=(2, 0)), Portal(number=99, at=(2, 0))),
    )
    text = write_sketch(layout)
    assert "  wK.\n" in text
    assert "  w: {terrain: water}\n  K: {obstacle: throne}\n" in text
    assert "portals:\n  10: [2, 0]\n  99: [2, 0]\n" in text
    assert load_sketch(text) == layout


def test_what_contradicts_itself_goes_to_the_lists() -> None:
    """Lava and water on one square cannot both be drawn; neither is, and both are kept."""
    layout = Layout(
        sections=(Section(id="A", kind=SectionKind.ROOM, rows=("..",)),),
        terrain=(Terrain(kind=TerrainKind.LAVA, at=(0, 0)), Terrain(kind=TerrainKind.WATER, at=(0, 0))),
        chests=((0, 0), (0, 0), (5, 5)),
    )
    text = write_sketch(layout)
    assert text.startswith("map: |\n  ..\n")
    assert load_sketch(text) == layout


def test_trapdoors_are_drawn_where_letters_tell_them() -> None:
    """A rectangle and the rows of an odd group are drawn, with one entry; others side by side are listed."""
    room = (Section(id="A", kind=SectionKind.ROOM, rows=("." * 6,) * 4),)
    door = TrapKind.TRAPDOOR
    odd = (Trap(kind=door, at=(0, 0), below="pit"), Trap(kind=door, at=(0, 1), size=(2, 1), below="pit"))
    layout = Layout(sections=room, traps=(*odd, Trap(kind=door, at=(3, 0), size=(2, 2), below="lava")))
    text = write_sketch(layout)
    assert "  T..TT.\n  TT.TT.\n" in text
    assert text.endswith(
        "traps:\n  - {kind: trapdoor, at: [0, 0], below: pit}\n  - {kind: trapdoor, at: [3, 0], below: lava}\n"
    )
    assert load_sketch(text) == normalise_layout(layout)
    for places in (((0, 0), (1, 0)), ((0, 0), (0, 1), (1, 1))):
        beside = Layout(sections=room, traps=tuple(Trap(kind=door, at=at) for at in places))
        assert "T" not in write_sketch(beside)
        assert load_sketch(write_sketch(beside)) == beside


def test_a_layout_without_anything_is_a_sketch() -> None:
    """Even nothing can be written and read."""
    assert write_sketch(Layout()) == "sections: []\n"
    assert load_sketch("sections: []\n") == Layout()


@given(texts, st.text("ab: #-|>'\"\n \t", max_size=20))
def test_texts_survive_any_yaml_reader(name: str, notes: str) -> None:
    """Names and notes mean the same to us and to a reader that knows nothing of sketches."""
    layout = Layout(name=name, notes=notes)
    text = write_sketch(layout)
    assert load_sketch(text) == layout
    plain = yaml.safe_load(text)
    assert plain.get("name", "") == name
    assert plain.get("notes", "") == notes


def test_notes_of_several_lines_are_a_block() -> None:
    """Notes stay readable: no quotes, no escapes."""
    text = "notes: |\n  One.\n\n  - two\n  #3\nsections: []\n"
    assert write_sketch(load_sketch(text)) == text


@soak
@settings(max_examples=count(15, 1000))
@given(draw_layouts() | draw_wild_layouts())
def test_a_sketch_is_yaml_for_everyone(layout: Layout) -> None:
    """Another YAML reader finds the same keys, and no text turned into a date, number or truth."""
    plain = yaml.safe_load(write_sketch(layout))
    assert plain.get("name", "") == layout.name
    assert all(isinstance(waiver["reason"], str) for waiver in plain.get("waivers", ()))
    if isinstance(plain.get("sections"), list):
        assert [section["id"] for section in plain["sections"]] == [section.id for section in layout.sections]


def test_the_writer_says_zones_in_the_map() -> None:
    """End zones and entries are recognised at a glance."""
    layout = read_map("<<..))", "<<..##")
    assert write_sketch(layout) == "map: |\n  <<..))\n  <<..##\n"

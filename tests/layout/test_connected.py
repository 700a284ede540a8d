"""Sections found by what is connected, against a slow and obvious flood."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.grid import Square
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.sketch_letters import ZONE_BY_LETTER
from dungeon_designer.layout.sketch_sections import find_connected_sections
from dungeon_designer.layout.sketch_writer import write_sketch

rows = st.lists(st.text("..<>()C~# ", max_size=8), max_size=7).map(lambda lines: tuple(r.rstrip("# ") for r in lines))
maps = st.lists(st.text("....<>()C1234+'SoxT~%=I# ", max_size=9), max_size=7)


def flood_fill(letters: dict[Square, str]) -> list[set[Square]]:
    """Return the connected groups of squares with one letter, one square at a time."""
    found: list[set[Square]] = []
    for square in sorted(letters, key=lambda s: (s[1], s[0])):
        if any(square in group for group in found):
            continue
        group = {square}
        while True:
            more = {
                (x + dx, y + dy)
                for x, y in group
                for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
                if letters.get((x + dx, y + dy)) == letters[square]
            } - group
            if not more:
                break
            group |= more
        found.append(group)
    return found


def list_expected(lines: tuple[str, ...]) -> list[tuple[str, set[Square]]]:
    """Return letter and squares of each section, as the description of the format says."""
    letters = {(x, y): c for y, row in enumerate(lines) for x, c in enumerate(row) if c not in "# "}
    items = {square: "item" for square, c in letters.items() if c not in {*ZONE_BY_LETTER, "."}}
    ground = {square: items.get(square, c) for square, c in letters.items()}
    for group in flood_fill(ground):
        if next(iter(group)) in items:
            around = {
                ground[(x + dx, y + dy)]
                for x, y in group
                for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))
                if (x + dx, y + dy) in ground
            } - {"item"}
            for square in group:
                letters[square] = around.copy().pop() if len(around) == 1 else "."
    return [(letters[next(iter(group))], group) for group in flood_fill(letters)]


@given(rows)
def test_sections_are_what_a_flood_finds(lines: tuple[str, ...]) -> None:
    """The fast way over runs gives the same groups, kinds and order as flooding square by square."""
    found = find_connected_sections(lines)
    zones = {zone: letter for letter, zone in ZONE_BY_LETTER.items()}
    assert [(zones.get((s.kind, s.side), "."), set(s.squares)) for s in found] == list_expected(lines)  # type: ignore[arg-type]


@given(maps)
def test_a_map_alone_is_written_as_a_map_alone(lines: list[str]) -> None:
    """A sketch that a map can say is written as a map, and reads as the same layout."""
    text = "map: |2\n" + "".join(f"  {line}\n" for line in lines)
    layout = read_layout(text.encode(), "a.yaml")
    written = write_sketch(layout)
    assert ("sections:" in written) == (not layout.sections)
    assert read_layout(written.encode(), "a.yaml") == layout

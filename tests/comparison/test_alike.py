"""Two files are alike if they say the same dungeon, whatever the format, order or comments."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.comparison.dungeon_comparison import Outcome, compare_dungeons
from dungeon_designer.comparison.layout_changes import build_compared_layout, compare_layouts
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.grid import Side, find_neighbour
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import LIST_KEYS, EdgeRun, Layout, normalise_layout
from dungeon_designer.layout.sketch_writer import write_sketch
from tests.soak import count, sample, soak
from tests.strategies import draw_layouts, draw_wild_layouts

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.dungeon.yaml"))


def list_texts(before: Layout, after: Layout, has_written_ids: bool = True) -> list[str]:
    """Return what changed between two layouts, in words."""
    compared = [build_compared_layout(layout, has_written_ids) for layout in (before, after)]
    return [change.text for change in compare_layouts(*compared)]


def restate_edges(item: Any) -> Any:
    """Return a door, wall or leap edge as its neighbour on the other side of the edge would say it."""
    if not isinstance(item, EdgeRun) or item.side not in (Side.SOUTH, Side.EAST):
        return item
    return replace(item, at=find_neighbour(item.at, item.side), side=item.side.opposite)


def shuffle(layout: Layout, seed: int) -> Layout:
    """Return a layout whose lists are in another order; sections that overlap keep theirs."""
    squares = [square for section in layout.sections for square in section.squares]
    overlaps = len(set(squares)) < len(squares)
    lists = {}
    for key in LIST_KEYS:
        entries = [restate_edges(item) for item in getattr(layout, key)]
        if not (key == "sections" and overlaps):
            Random(seed).shuffle(entries)  # noqa: S311 - repeatable, not secret
        lists[key] = tuple(entries)
    return replace(layout, **lists)


@soak
@settings(max_examples=count(40, 4000))
@given(draw_layouts() | draw_wild_layouts(), st.integers(0, 99))
def test_a_dungeon_is_alike_itself(layout: Layout, seed: int) -> None:
    """Any dungeon is alike itself in another order, with doors said from the other side, with ids and without."""
    shuffled = shuffle(layout, seed)
    assert list_texts(layout, shuffled) == []
    assert list_texts(shuffled, layout, has_written_ids=False) == []


@soak
@settings(max_examples=count(30, 3000))
@given(draw_layouts())
def test_a_dungeon_is_alike_its_other_format(layout: Layout) -> None:
    """Any dungeon is alike itself as a sketch, as a sketch with a comment, and as a layout file."""
    files = {"a.dungeon.yaml": write_sketch(layout).encode(), "b.dungeon.json": write_json(layout)}
    files["c.dungeon.yaml"] = b"# a comment\n" + files["a.dungeon.yaml"]
    dungeons = [Dungeon.load(name, data=data) for name, data in files.items()]
    for dungeon in dungeons:
        assert compare_dungeons(dungeons[0], dungeon).outcome is Outcome.ALIKE
        assert compare_dungeons(dungeon, dungeons[0]).outcome is Outcome.ALIKE


def build_key(layout: Layout) -> dict[str, Any]:
    """Return what a layout says, with its lists and the edges of doors in one order."""
    key: dict[str, Any] = {name: getattr(layout, name) for name in Layout.__struct_fields__ if name not in LIST_KEYS}
    for name in LIST_KEYS:
        entries = map(restate_edges, getattr(normalise_layout(layout), name))
        key[name] = sorted(
            repr(replace(entry, squares=tuple(sorted(set(entry.squares)))) if name == "waivers" else entry)
            for entry in entries
        )
    return key


@soak
@settings(max_examples=count(60, 6000))
@given(draw_layouts(), draw_layouts(), st.sampled_from(Layout.__struct_fields__))
def test_what_differs_is_never_called_alike(first: Layout, second: Layout, key: str) -> None:
    """If one key of a dungeon says something else, there is a change; if it says the same, there is none."""
    changed = replace(first, **{key: getattr(second, key)})
    assert bool(list_texts(first, changed)) == (build_key(first) != build_key(changed))


@pytest.mark.parametrize("path", sample(EXAMPLES, 8), ids=lambda path: path.stem)
def test_an_example_is_alike_its_conversion(path: Path) -> None:
    """Each example is alike itself as a layout file; with another name it is not."""
    dungeon = Dungeon.load(path)
    converted = Dungeon.load(path.with_suffix(".json"), data=write_json(dungeon.layout))
    assert compare_dungeons(dungeon, converted).outcome is Outcome.ALIKE
    renamed = compare_dungeons(dungeon, converted.edit(name="Another"))
    assert [change.subject for change in renamed.changes] == ["name"]


def test_pits_side_by_side_are_one_area() -> None:
    """A pit of two squares is the same as two pits of one square: books call neighbouring pits one pit."""
    whole = "map: ...\ntraps: [{kind: open_pit, at: [0, 0], size: [2, 1]}]\n"
    parts = "map: ...\ntraps: [{kind: open_pit, at: [1, 0]}, {kind: open_pit, at: [0, 0]}]\n"
    assert compare_dungeons(Dungeon.parse(whole), Dungeon.parse(parts)).outcome is Outcome.ALIKE


def test_two_doors_are_not_one_wide_door() -> None:
    """A door of two squares and two doors of one are different: rules count doors."""
    wide = "map: |\n  .\n  .\ndoors: [{at: [0, 0], side: east, width: 2}]\n"
    narrow = "map: |\n  .\n  .\ndoors: [{at: [0, 0], side: east}, {at: [0, 1], side: east}]\n"
    assert compare_dungeons(Dungeon.parse(wide), Dungeon.parse(narrow)).outcome is Outcome.DIFFERENT

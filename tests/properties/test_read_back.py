"""The program can read what it writes: whatever makes a dungeon, its files read as that dungeon, or none is written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dungeon_designer as dd
from dungeon_designer.cli.main import run_program
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlacementError, ReadError, WriteError
from dungeon_designer.generator.changes import OriginalDungeon
from dungeon_designer.generator.dealing import deal_boards
from dungeon_designer.generator.evolution import generate_rounds
from dungeon_designer.generator.fairness_fixes import list_removals
from dungeon_designer.generator.free_floor.set_pieces import load_set_pieces
from dungeon_designer.generator.generator_options import Request, VaryOptions, build_random_genome
from dungeon_designer.generator.search import choose_grower, list_possible_wishes
from dungeon_designer.generator.tiled_floor import tiled_set_pieces
from dungeon_designer.generator.variations import generate_changes
from dungeon_designer.generator.wishes import CHAMBER_KEY, apply_wishes
from dungeon_designer.imports.importers import read_foreign
from dungeon_designer.layout import layout_document
from dungeon_designer.layout.dungeon_files import read_layout, write_layout
from dungeon_designer.layout.layout_document import MAX_OBJECTS
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, Portal, normalise_layout
from dungeon_designer.layout.patching import patch_sketch_bytes
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout_edits.symmetry import Symmetry, build_symmetry, choose_symmetry
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.tiles.library import load_library
from tests.soak import count, sample, soak
from tests.strategies import draw_layouts, draw_wild_layouts

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("**/*.dungeon.yaml"))
EVOLVING = ["generated/naf-2019/the-yawning-gaol", "gw-2021/the-burning-horseshoe"]
PLAYABLE = [path for path in FILES if path.parent.name not in ("illegal", "house-rules")]


def assert_reads_back(layout: Layout, before: bytes = b"") -> None:
    """Assert that a file of a layout, in either format, reads as that layout."""
    files = {"hall.dungeon.yaml": write_sketch(layout).encode(), "hall.dungeon.json": write_json(layout)}
    if before:
        files["patched.dungeon.yaml"] = patch_sketch_bytes(before, layout)
    for name, data in files.items():
        assert read_layout(data, name) == normalise_layout(layout), name


def list_requests() -> Iterator[tuple[str, Request]]:
    """Yield each wish of each edition, and no wish, as what a call would ask."""
    for edition in EDITIONS:
        rules = load_ruleset(edition)
        for sides in range(rules.team_count.min_teams, rules.team_count.max_teams + 1):
            base = Request(ruleset=rules, library=load_library(), team_count=sides, symmetry=choose_symmetry(sides))
            for wish in ("", *list_possible_wishes(base)):
                yield f"{edition} {sides} {wish}", replace(base, wishes={wish: 1} if wish else {})


REQUESTS = dict(list_requests())


@soak
@pytest.mark.parametrize("name", sample(REQUESTS, 30))
def test_every_floor_that_is_generated_reads_back(name: str) -> None:
    """`generate`: with each wish of each edition, what is grown can be written and reads as it was grown."""
    request = REQUESTS[name]
    for seed in range(count(1, 40)):
        dice = Random(f"{name} {seed}")  # noqa: S311 - the same dungeons every time
        genome, grower = apply_wishes(build_random_genome(dice), request), choose_grower(request)
        grow = partial(grower, genome=genome, dice=dice)
        layout = (
            tiled_set_pieces.grow_with_chamber(request, grow, dice) if CHAMBER_KEY in request.wishes else grow(request)
        )
        if layout is not None:
            assert_reads_back(layout)


@soak
@pytest.mark.parametrize("path", PLAYABLE, ids=lambda path: path.stem)
def test_a_sealed_chamber_reads_back(path: Path) -> None:
    """A chamber in the rock of any dungeon, laid as a tile or drawn, is a section that files can hold."""
    board = dd.load(path).board
    idea = next(each for each in load_set_pieces() if each.is_sealed)
    symmetry = build_symmetry(choose_symmetry(len(board.layout.sides)), board.squares)
    for seed in range(count(3, 60)):
        layout = tiled_set_pieces._add_sealed_chamber(board, idea, symmetry, Random(seed))  # noqa: S311 - the same chambers every time
        if layout is not None:
            assert_reads_back(layout)


@soak
@settings(max_examples=count(5, 1_500), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(draw_layouts(), st.sampled_from(EDITIONS))
def test_everything_that_is_placed_reads_back(layout: Layout, edition: str) -> None:
    """`place`: what it puts on any floor under any edition is in the files that it writes."""
    try:
        placed = Dungeon(layout).place(edition)
    except PlacementError:
        return
    assert_reads_back(placed.layout, write_sketch(layout).encode())


@soak
@pytest.mark.parametrize("path", sample(PLAYABLE, 14), ids=lambda path: path.stem)
def test_every_neighbour_and_every_move_that_mends_reads_back(path: Path) -> None:
    """`vary` and `playtest --mend`: each change that either may make, also one that would not be chosen, reads back."""
    dungeon, most = dd.load(path), count(8, 300)
    for play in (False, True):
        original = OriginalDungeon(
            dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions(for_match_fairness=play)
        )
        dice = Random(7)  # noqa: S311 - the same changes every time
        moves = list_removals(original) if play else ()
        for change in (*islice(generate_changes(original, Symmetry(), dice), most), *islice(moves, most)):
            assert_reads_back(change.layout, dungeon.data)


@soak
@pytest.mark.parametrize("name", EVOLVING[: count(1, 2)])
def test_every_round_that_evolves_reads_back(name: str) -> None:
    """`vary --evolve`: the dungeon of each round reads back from the sketch that was changed for it."""
    first = dd.load(EXAMPLES / f"{name}.dungeon.yaml")
    for each in islice(generate_rounds(first.layout, first.ruleset(), first.library, VaryOptions()), count(1, 6)):
        assert_reads_back(each.layout, first.data)


@soak
@pytest.mark.parametrize("bare", [True, False])
def test_every_deal_reads_back(bare: bool) -> None:
    """`deal_boards`: whatever the lot is, the dungeon that is dealt reads back."""
    for seed in range(count(4, 400)):
        assert_reads_back(deal_boards(seed, bare=bare).layout)


numbers = st.integers(-30, 30)
titles = st.text(max_size=20) | st.just("x" * 1_001)
ONE_PAGE = st.fixed_dictionaries(
    {
        "title": titles,
        "story": titles,
        "rects": st.lists(
            st.fixed_dictionaries({"x": numbers, "y": numbers, "w": st.integers(1, 9), "h": st.integers(1, 9)}),
            min_size=1,
            max_size=6,
        ),
        "doors": st.lists(
            st.fixed_dictionaries(
                {
                    "x": numbers,
                    "y": numbers,
                    "dir": st.sampled_from([{"x": 1, "y": 0}, {"x": 0, "y": -1}]),
                    "type": st.integers(0, 9),
                }
            ),
            max_size=6,
        ),
        "water": st.lists(st.fixed_dictionaries({"x": numbers, "y": numbers}), max_size=6),
        "notes": st.just([]),
        "columns": st.just([]),
    }
)
CELLS = st.sampled_from([0, 1, 2 | 64, 2 | 128, 4, 4 | 0x20000, 4 | 0x100000, 16])
DONJON = st.fixed_dictionaries(
    {
        "cells": st.lists(st.lists(CELLS, min_size=5, max_size=5), min_size=1, max_size=6),
        "settings": st.fixed_dictionaries({"name": titles}),
        "rooms": st.just([None]),
    }
)


@soak
@settings(max_examples=count(15, 5_000), deadline=None)
@given(ONE_PAGE | DONJON, st.sampled_from(["hall.dungeon.yaml", "hall.dungeon.json"]))
def test_what_is_converted_reads_back_or_is_refused(data: dict[str, Any], name: str) -> None:
    """`convert`: of another program's file comes a dungeon that reads back, or one line and nothing."""
    try:
        layout = read_foreign(json.dumps(data).encode(), "hall.json").layout
    except ReadError:
        return
    if len(layout.name) > 1_000:
        with pytest.raises(WriteError):
            write_layout(layout, name)
    else:
        assert read_layout(write_layout(layout, name), name) == normalise_layout(layout)


@soak
@settings(max_examples=count(20, 5_000), deadline=None)
@given(draw_layouts() | draw_wild_layouts(), st.sampled_from(["hall.dungeon.yaml", "hall.dungeon.json"]))
def test_whatever_is_saved_reads_back(layout: Layout, name: str) -> None:
    """`convert`, the editor's Save and Python's `save` write by one function, and its bytes read as the layout."""
    assert read_layout(write_layout(layout, name), name) == normalise_layout(layout)


@pytest.mark.parametrize("edition", EDITIONS)
def test_new_files_read_back(edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`new`: the sketch of each edition reads back, and so do the dungeon and the house rules that name each other."""
    monkeypatch.chdir(tmp_path)
    assert run_program(["new", "ruleset", "--ruleset", edition, "-o", "house.toml"]) == 0
    for ruleset in (edition, "house.toml"):
        name = f"{Path(ruleset).stem}.dungeon.yaml"
        assert run_program(["new", "sketch", "--ruleset", ruleset, "-o", name]) == 0
        assert run_program(["check", name]) == 0
        data = Path(name).read_bytes()
        assert_reads_back(read_layout(data, name), data)


MANY = tuple(Portal(number=1 + at % 99, at=(at % 250, at // 250)) for at in range(MAX_OBJECTS + 1))
CROWDED = Layout(name="Crowded", portals=MANY)


@pytest.mark.parametrize("name", ["hall.dungeon.yaml", "hall.dungeon.json"])
def test_nothing_over_a_limit_is_written(name: str) -> None:
    """A dungeon with more in it than a file may hold is refused in one line that names the file and the limit."""
    with pytest.raises(WriteError, match=rf"^{name}: this dungeon cannot be written: .*more than 50,000"):
        write_layout(CROWDED, name)


def read_refusal(arguments: Sequence[str], capfd: pytest.CaptureFixture[str]) -> str:
    """Return the one line of a call that ends with 2 and writes nothing."""
    before = sorted(Path().rglob("*"))
    assert run_program(arguments) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert sorted(Path().rglob("*")) == before
    return line


ONE_PAGE_OVER = {
    "title": "Doors",
    "rects": [{"x": 0, "y": 0, "w": 40, "h": 40}],
    "doors": [{"x": at % 30, "y": at // 30, "dir": {"x": 1, "y": 0}, "type": 1} for at in range(501)],
}
DONJON_OVER = {"cells": [[2 * ((x + y) % 2) for x in range(40)] for y in range(40)], "rooms": [None], "settings": {}}


@pytest.mark.parametrize(("data", "out"), [(ONE_PAGE_OVER, "hall.dungeon.yaml"), (DONJON_OVER, "hall.dungeon.json")])
def test_a_file_over_our_limits_is_not_converted(
    data: dict[str, Any], out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """`convert` of a file whose dungeon is over a limit of ours prints one line, ends with 2 and writes nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(layout_document, "MAX_OBJECTS", 500)
    Path("other.json").write_text(json.dumps(data))
    assert f"{out}: this dungeon cannot be written: " in read_refusal(["convert", "other.json", out], capfd)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["deal", "--bare", "-o", "season.toml"], "season.toml: this dungeon cannot be written: this is a season"),
        (["convert", "hall.dungeon.yaml", "out.json", "--to", "sketch"], "out.json: a file of this name is not read"),
        (["convert", "hall.dungeon.yaml", "out.tmx", "--to", "layout"], "out.tmx: a file of this name is not read"),
        (["link", "large.dungeon.yaml"], "too large for a link"),
    ],
)
def test_what_could_not_be_read_under_its_name_is_refused(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A file whose name says another format, and a link that nobody could open, are not written."""
    monkeypatch.chdir(tmp_path)
    Path("hall.dungeon.yaml").write_text("map: <..>\n")
    Path("large.dungeon.yaml").write_text(f"notes: |\n  {'x' * 2**20}\nmap: <..>\n")
    assert words in read_refusal(arguments, capfd)


def test_a_deal_is_written_as_its_name_says(tmp_path: Path) -> None:
    """`deal_boards` into a layout file writes a layout file, not a sketch of that name."""
    assert run_program(["deal", "--bare", "--seed", "3", "-o", str(tmp_path / "a.dungeon.json")]) == 0
    assert dd.load(tmp_path / "a.dungeon.json").layout == normalise_layout(deal_boards(3, bare=True).layout)


def test_a_map_for_tiled_that_nobody_could_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A Tiled map is read again before it is written, by `convert`, by `render` and by Python's `draw`."""
    monkeypatch.chdir(tmp_path)
    Path("hall.dungeon.yaml").write_text('map: "##"\n')  # without any floor
    for call in (["convert", "hall.dungeon.yaml", "x.tmj"], ["render", "hall.dungeon.yaml", "-o", "x.tmj"]):
        assert "x.tmj: this dungeon cannot be written as a Tiled map: " in read_refusal(call, capfd)
    with pytest.raises(WriteError, match=r"x\.tmj"):
        dd.load("hall.dungeon.yaml").draw("x.tmj")

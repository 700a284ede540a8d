"""What must hold of every rule at once, in every edition, on random layouts."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import add_machines, draw_dungeon, draw_dungeons
from strategies import draw_wild_layouts

from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Amount, Finding
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, Waiver
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout.transforms import Transform, build_transform, move_layout, rotate_layout
from dungeon_designer.rules.autofix import create_mover
from dungeon_designer.rules.checker import Verdict, check_board
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from tests.soak import count, soak

NAMES_ANY = {"end-zones-apart"}
NO_TURN = Transform((0, 0), (1, 1), (0, 0), 0, False)


def draw_layout(chance: Random) -> Layout:
    """Return a random layout with machines and, now and then, a waiver for some square of it."""
    size, sides = chance.choice((6, 9, 14)), chance.choice((2, 2, 2, 3, 4, 6))
    layout = add_machines(chance, draw_dungeon(chance, size=size, chests=8, portals=7, sides=sides))
    layout = move_layout(layout, (9, 9))  # away from the border of the grid, which no finding can name squares beyond
    if chance.random() < 0.8:
        return layout
    rule = chance.choice(("chest-spacing", "corridor-width", "dead-square", "portal-exit"))
    return replace(layout, waivers=(Waiver(rule=rule, reason="so", squares=layout.chests[:2]),))


def draw_wild_on_floor(wild: Layout, floor: Layout) -> Layout:
    """Return everything a wild layout holds, strewn over a drawn dungeon; its tiles left out, as no set holds them."""
    own = tuple(section for section in wild.sections if not section.tile)
    return replace(wild, sections=(*floor.sections, *own))


layouts = st.randoms(use_true_random=False).map(draw_layout)
wild = st.builds(draw_wild_on_floor, draw_wild_layouts(), draw_dungeons(size=12))
turns = st.tuples(st.integers(0, 3), st.booleans())


@soak
@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=count(25, 2400))
@given(layout=layouts)
def test_no_rule_fails(edition: str, layout: Layout) -> None:
    """Any layout can be built and checked under any edition: no rule breaks down over it."""
    assert not find_failures(edition, layout), write_sketch(layout)


@soak
@settings(max_examples=count(15, 1600))
@given(layout=wild)
def test_no_rule_fails_over_what_a_file_may_hold(layout: Layout) -> None:
    """Nor does any over overlaps, items on rock, traps off the grid and whatever else a file may say."""
    for edition in EDITIONS:
        assert not find_failures(edition, layout), write_json(layout).decode()


@soak
@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=count(15, 1600))
@given(layout=layouts, how=turns)
def test_turning_changes_only_squares(edition: str, layout: Layout, how: tuple[int, bool]) -> None:
    """Turned and mirrored, a layout has the same findings, each at the turned squares, and the same stale waivers."""
    before, after = judge(edition, layout), judge(edition, rotate_layout(layout, *how))
    assert list_facts(after.findings, NO_TURN) == list_facts(before.findings, build_transform(layout, *how))
    assert len(after.stale_waivers) == len(before.stale_waivers)


def find_failures(edition: str, layout: Layout) -> list[str]:
    """Return the rules that broke down, and how; what they would have moved is looked for, too."""
    board, ruleset = build_board(layout), load_unchecked_ruleset(edition)
    said = check_board(board, ruleset)
    mover = create_mover(said, board, ruleset)
    for moves in filter(None, (finding.moves for finding in said.findings)):
        next(mover.propose_moves(moves), None)
    return [f"{failure.rule}: {failure.message}" for failure in said.failures]


def judge(edition: str, layout: Layout) -> Verdict:
    """Return what an edition says of a layout."""
    return check_board(build_board(layout), load_unchecked_ruleset(edition))


def list_facts(findings: tuple[Finding, ...], turn: Transform) -> Counter[object]:
    """Return everything a finding says but its wording, with its squares moved, and its sides and sizes turned."""
    return Counter(
        (f.rule, f.level, map_squares(f, turn), map_measure(f.measured, turn), map_measure(f.required, turn), f.waived)
        for f in findings
    )


def map_squares(finding: Finding, turn: Transform) -> frozenset[Square]:
    """Return the squares after turning; of several pairs of places equally far apart any may be named."""
    return frozenset() if finding.rule in NAMES_ANY else frozenset(map(turn.transform_square, finding.squares))


def map_measure(amount: Amount, turn: Transform) -> Amount:
    """Return a measure after turning: a side turns, a size like 1x3 is as good as 3x1."""
    if isinstance(amount, str) and amount in set(Side):
        return turn.transform_side(Side(amount)).value
    if isinstance(amount, str):
        return re.sub(r"\d+x\d+", lambda size: "x".join(sorted(size[0].split("x"))), amount)
    return amount

"""What must hold of every rule at once, in every edition, on random layouts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import dungeon, with_machines

from dungeon_designer.board.build import build
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, Waiver
from dungeon_designer.layout.turning import Turn, turn_of, turned
from dungeon_designer.rules.checker import Verdict, check
from dungeon_designer.rulesets.loader import EDITIONS, load

BROKEN = "this rule failed"


def drawn(chance: Random) -> Layout:
    """A random layout with machines and, now and then, a waiver for some square of it."""
    layout = with_machines(chance, dungeon(chance, size=chance.choice((6, 9, 14)), chests=8, portals=7))
    if chance.random() < 0.8:
        return layout
    rule = chance.choice(("chest-spacing", "corridor-width", "dead-square", "portal-exit"))
    return replace(layout, waivers=(Waiver(rule=rule, reason="so", squares=layout.chests[:2]),))


layouts = st.randoms(use_true_random=False).map(drawn)
turns = st.tuples(st.integers(0, 3), st.booleans())


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=120)
@given(layout=layouts)
def test_no_rule_fails(edition: str, layout: Layout) -> None:
    """Any layout can be built and checked under any edition: no rule breaks down over it."""
    failed = [f"{f.rule}: {f.message}" for f in verdict(edition, layout).findings if f.message.startswith(BROKEN)]
    assert not failed


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=80)
@given(layout=layouts, how=turns)
def test_turning_changes_only_squares(edition: str, layout: Layout, how: tuple[int, bool]) -> None:
    """Turned and mirrored, a layout has the same findings, each at the turned squares, and the same stale waivers."""
    before, after = verdict(edition, layout), verdict(edition, turned(layout, *how))
    assert facts(after.findings, None) == facts(before.findings, turn_of(layout, *how))
    assert len(after.stale) == len(before.stale)


def verdict(edition: str, layout: Layout) -> Verdict:
    """What an edition says of a layout."""
    return check(build(layout), load(edition))


def facts(findings: tuple[Finding, ...], turn: Turn | None) -> Counter[object]:
    """Everything a finding says but its wording, with its squares moved."""

    def to(square: Square) -> Square:
        return turn.square(square) if turn else square

    return Counter((f.rule, f.level, frozenset(map(to, f.squares)), f.measured, f.required, f.waived) for f in findings)

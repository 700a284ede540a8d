"""Which side is called home and which is called third makes no difference to what any rule finds."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import draw_dungeon, draw_tiled

from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Finding
from dungeon_designer.layout.model import Layout, Team
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from tests.soak import count, soak

NAMES = re.compile(rf"\b({'|'.join(Team)})\b")
OF_TWO = ("end-zones-apart", "entry-placement", "trap-counters")
"""Of two sides these take home as it is and measure away by it; which of the two they name depends on that."""


def rename_teams(layout: Layout, names: dict[Team, Team]) -> Layout:
    """Return the layout with each side's things given to another."""
    sections = tuple(replace(s, side=names.get(s.side) if s.side else None) for s in layout.sections)
    traps = tuple(replace(t, owner=names.get(t.owner) if t.owner else None) for t in layout.traps)
    return replace(layout, sections=sections, traps=traps)


def list_facts(finding: Finding, two: bool) -> tuple[object, ...]:
    """Return all a finding says but the sides' names and their order."""
    if two and finding.rule in OF_TWO:
        return finding.rule, finding.level
    words = Counter(re.findall(r"\w+", NAMES.sub("X", finding.message)))
    measured = finding.rule, finding.level, frozenset(finding.squares), finding.measured, finding.required
    return *measured, frozenset(words.items())


def assert_same_for_any_names(chance: Random, edition: str) -> None:
    """Assert that one random dungeon has the same problems under an edition when its teams are renamed."""
    sides = chance.randint(2, 6)
    if chance.random() < 0.8:
        layout = draw_dungeon(chance, size=chance.choice((8, 12, 16)), chests=6, portals=5, sides=sides)
    else:
        layout = draw_tiled(chance, sides)
    teams = layout.teams
    names = dict(zip(teams, chance.sample(teams, len(teams)), strict=True))
    before, after = (
        Counter(
            list_facts(finding, sides == 2)
            for finding in check_board(build_board(each), load_unchecked_ruleset(edition)).findings
        )
        for each in (layout, rename_teams(layout, names))
    )
    assert before == after, f"{edition}, {names}: {before - after} against {after - before} in\n{write_sketch(layout)}"


@soak
@settings(max_examples=count(15, 1600))
@given(st.randoms(use_true_random=False), st.sampled_from(EDITIONS))
def test_names_change_nothing_but_names(chance: Random, edition: str) -> None:
    """Renaming the sides by any permutation changes no finding but the names in it."""
    assert_same_for_any_names(chance, edition)


@soak
def test_names_change_nothing_on_many_boards() -> None:
    """The same on boards drawn by number: 8,000 of them in `make soak`."""
    for seed in range(count(20, 8_000)):
        assert_same_for_any_names(Random(seed), EDITIONS[seed % len(EDITIONS)])  # noqa: S311 - the same boards every time

"""The named dungeons: their figures are current, and another's place among them is told rightly."""

from __future__ import annotations

import json

import pytest

import dungeon_designer as dd
from dungeon_designer.figures.measures import Figure, compare_figure, find_edition, load_named_figures
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from scripts.write_named import FIGURES_FILE, measure_figures
from tests.examples.verdicts import EXAMPLES, NAMES, load_layout

OTHERS = ("illegal/", "generated/")
"""Folders of dungeons that no book names."""

NAMED = [name for name in NAMES if load_layout(name).ruleset in EDITIONS and not name.startswith(OTHERS)]


@pytest.mark.parametrize("name", NAMED)
def test_figures_of_the_named_dungeons_are_current(name):
    """named.json says of each named dungeon what is measured today; `make named` writes it."""
    dungeon = dd.load(EXAMPLES / f"{name}.dungeon.yaml")
    assert load_named_figures()[dungeon.layout.ruleset][dungeon.name] == measure_figures(dungeon), "run make named"


def test_every_edition_has_named_dungeons_and_none_is_left_over():
    """There are dungeons to compare with in each edition; no dungeon is there that the examples have not."""
    assert set(json.loads(FIGURES_FILE.read_text())) <= set(EDITIONS)
    assert all(find_edition((edition, *load_unchecked_ruleset(edition).lineage)) for edition in EDITIONS)
    known = {load_layout(name).name for name in NAMES}
    assert {dungeon for dungeons in load_named_figures().values() for dungeon in dungeons} <= known


def test_a_place_among_the_named():
    """Below, within and above the range the words say how many are less or more."""
    lengths = sorted(values["length"] for values in load_named_figures()["gw-2021"].values())
    for value, words in ((lengths[0] - 1, "less than all 5"), (lengths[-1] + 1, "more than all 5")):
        assert compare_figure(Figure("length", "steps", value), "gw-2021").words == words
    middle = compare_figure(Figure("length", "steps", lengths[2]), "gw-2021")
    assert (middle.low, middle.high, middle.count) == (lengths[0], lengths[-1], 5)
    assert compare_figure(Figure("length", "steps", None), "gw-2021") is None
    assert compare_figure(Figure("length", "steps", 3.0), "no-edition") is None


def test_house_rules_are_compared_with_the_edition_they_extend():
    """A ruleset's own id is asked first, then those it extends."""
    assert find_edition(("kings-cup", "naf-2019")) == "naf-2019"
    assert find_edition(("none",)) == ""

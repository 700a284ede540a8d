"""The cells of the archive, the objective and likeness."""

import pytest

import dungeon_designer as dd
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import Survey, create_survey
from dungeon_designer.generator.archive import measure_likeness
from dungeon_designer.generator.descriptors import DESCRIPTORS, compute_worth, count_cells, find_cell, has_fair_walks

FOUR_WINDS = "examples/naf-2019/the-four-winds.dungeon.yaml"
THE_RING = "examples/gw-1989/set-up-3.dungeon.yaml"
L = [(0, 0), (0, 1), (0, 2), (1, 2)]


def survey_dungeon(path: str) -> Survey:
    """Return a named dungeon as its own edition walks it."""
    dungeon = dd.load(path)
    return create_survey(dungeon.board, dungeon.ruleset())


def test_every_descriptor_is_a_figure_and_has_a_word_for_each_bin() -> None:
    """Each descriptor names a figure that exists, its edges rise, and each bin has a word."""
    for descriptor in DESCRIPTORS:
        assert descriptor.figure in MEASURES
        assert list(descriptor.bin_limits) == sorted(set(descriptor.bin_limits))
        assert len(set(descriptor.bin_names)) == len(descriptor.bin_limits) + 1
    assert count_cells() == 100


def test_a_dungeon_lies_in_the_cell_of_its_figures() -> None:
    """The Four Winds, 64 % open, 26 steps long, with seven ways round and 43 % by portal, has its cell."""
    assert find_cell(survey_dungeon(FOUR_WINDS)) == (3, 2, 1, 0)


def test_a_fair_dungeon_is_worth_more_than_an_unfair_one() -> None:
    """A dungeon without a blemish is worth one; one with an odd walk and dead ends less."""
    assert compute_worth(survey_dungeon(FOUR_WINDS)) == 1.0
    assert compute_worth(survey_dungeon(THE_RING)) < 0.6


def test_fair_means_one_step_across_a_middle_and_a_fiftieth_without() -> None:
    """The Ring's sides differ by 3 steps of 92: too much under symmetry and without."""
    assert has_fair_walks(survey_dungeon(FOUR_WINDS), is_symmetric=True)
    assert not has_fair_walks(survey_dungeon(THE_RING), is_symmetric=True)
    assert not has_fair_walks(survey_dungeon(THE_RING), is_symmetric=False)


@pytest.mark.parametrize("other", [[(2, 0), (2, 1), (2, 2), (1, 2)], [(9, 9), (9, 8), (9, 7), (8, 9)], L])
def test_turned_mirrored_and_shifted_floors_are_the_same(other: list[tuple[int, int]]) -> None:
    """A floor is wholly alike its own mirror image, its own turn and its own shift."""
    assert measure_likeness(L, other) == 1.0


def test_likeness_is_shared_over_all_squares() -> None:
    """Three squares in a row share three with an L of four: three of four."""
    assert measure_likeness([(0, 0), (1, 0), (2, 0)], L) == 0.75
    assert measure_likeness([], L) == 0.0

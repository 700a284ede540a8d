"""Golden pictures of pieces and pages: what one prints changes only when somebody meant it to.

When a change is wanted: ``make goldens``, then look at the pictures.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.pieces.piece_kinds import PieceKind
from tests.drawing.test_goldens import SHARE, measure_difference
from tests.exports import goldens

golden = cache(goldens.load_golden)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", goldens.KINDS, ids=lambda kind: kind.name)
def test_each_kind_of_piece_looks_as_it_did(theme: str, kind: PieceKind) -> None:
    """Each kind of piece keeps its front and its back in every theme."""
    theirs = goldens.cut_faces(golden(f"faces-{theme}"), goldens.KINDS.index(kind))
    assert measure_difference(goldens.draw_both_faces(kind, theme), theirs) <= SHARE


@pytest.mark.parametrize(
    "name",
    [
        *(f"pack-{page}" for page in goldens.PACK_PAGES),
        *(f"pieces-{number}" for number in range(1, 5)),
        "overview",
        "sheet",
    ],
)
def test_pages_look_as_they_did(name: str) -> None:
    """Every kind of page of a pack, fronts and backs of pieces, the overview and a sheet keep their looks."""
    assert measure_difference(goldens.draw_pages()[name], golden(name)) <= SHARE


def test_no_two_kinds_of_pieces_look_alike() -> None:
    """Each kind of piece differs from every other on one side at least, in every theme and in grey."""
    alike = []
    for theme in THEMES:
        greys = {kind.name: goldens.draw_both_faces(kind, theme).mean(axis=2) for kind in goldens.KINDS}
        alike += [
            (theme, one, other)
            for one, other in combinations(greys, 2)
            if (np.abs(greys[one] - greys[other]) > 8).mean() < 0.002
        ]
    assert alike == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_hidden_looks_alike(theme: str) -> None:
    """Lids of chests, and backs of pit counters, cannot be told from one another."""
    for sort in ("chest", "pit counter"):
        kinds = [kind for kind in goldens.KINDS if kind.name.startswith(sort)]
        first, *others = (goldens.draw_faces(kind, theme)[0] for kind in kinds)
        assert others
        assert all(other == first for other in others)

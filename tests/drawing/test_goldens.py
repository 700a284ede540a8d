"""Golden pictures: what one sees changes only when somebody meant it to.

When a change is wanted: ``python -m tests.drawing.goldens``, then look at the pictures.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from dungeon_designer.drawing.themes import THEMES
from tests.drawing import goldens
from tests.drawing.goldens import Picture
from tests.drawing.specimens import SPECIMENS

SHADE = 20
"""How far a channel may be off before a pixel counts as different: edges are smoothed a little otherwise elsewhere."""

SHARE = 0.002
"""How many pixels of a picture may be different."""

golden = cache(goldens.load_picture)
maps = cache(goldens.draw_maps)


def measure_difference(ours: Picture, theirs: Picture) -> float:
    """Return the share of pixels that differ by more than a shade."""
    assert ours.shape == theirs.shape
    return float((np.abs(ours.astype(int) - theirs).max(axis=2) > SHADE).mean())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SPECIMENS)
def test_each_kind_of_thing_looks_as_it_did(theme: str, name: str) -> None:
    """Every section kind, terrain, obstacle, trap, machine, door and edge keeps its picture in every theme."""
    at = list(SPECIMENS).index(name)
    theirs = goldens.cut_room(golden(goldens.name_sheet(theme, hidden=False)), at)
    assert measure_difference(goldens.draw_rooms(theme, False)[name], theirs) <= SHARE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", goldens.SECRET)
def test_the_organiser_sees_what_is_hidden(theme: str, name: str) -> None:
    """Objects below trapdoors and on the face of counters keep their pictures."""
    theirs = goldens.cut_room(golden(goldens.name_sheet(theme, hidden=True)), goldens.SECRET.index(name))
    assert measure_difference(goldens.draw_rooms(theme, True)[name], theirs) <= SHARE


@pytest.mark.parametrize(
    "name",
    [
        *(f"{board}-{theme}" for board in ("crown", "engine", "box", "melee") for theme in THEMES),
        "findings",
        "distances",
        "reach",
    ],
)
def test_whole_maps_look_as_they_did(name: str) -> None:
    """Each theme with title, names and legend, bare, with the tiles of 2021, for six sides, and with each overlay."""
    ours = goldens.render(maps()[name], goldens.SMALL)
    assert measure_difference(ours, golden(f"map-{name}")) <= SHARE


def test_no_two_kinds_look_alike() -> None:
    """Each specimen differs from every other in every theme, also in the grey of a cheap printer."""
    alike = []
    for theme in THEMES:
        greys = {name: room.mean(axis=2) for name, room in goldens.draw_rooms(theme, False).items()}
        alike += [
            (theme, one, other)
            for one, other in combinations(greys, 2)
            if (np.abs(greys[one] - greys[other]) > 8).mean() < 0.004
        ]
    assert alike == []

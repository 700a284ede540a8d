"""Figures that say how a match on a dungeon will be, each with its unit: see `figures`."""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.analysis.fairness import chest_distances, unfairness
from dungeon_designer.analysis.reach import Reach


class Figure(Struct, frozen=True):
    """One figure: its name, its unit, and its value, or a value for each side; None where there is none."""

    name: str
    unit: str
    value: float | None = None
    by_side: dict[str, float | None] | None = None


def figures(reach: Reach, beside: bool) -> tuple[Figure, ...]:
    """The figures of a board.

    squares                 all floor squares
    chest-steps             steps each side walks to open every chest, added up; None where one is out of reach
    chest-steps-difference  the largest difference between the sides, chest by chest in order of nearness

    `beside` says that a chest is opened from the square next to it.
    """
    distances = chest_distances(reach, beside)
    sums = {
        str(team): None if None in steps else float(sum(step for step in steps if step is not None))
        for team, steps in distances.items()
    }
    return (
        Figure("squares", "squares", float(len(reach.board))),
        Figure("chest-steps", "steps", by_side=sums),
        Figure("chest-steps-difference", "steps", unfairness(distances)),
    )

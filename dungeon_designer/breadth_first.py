"""Breadth-first search, the one way of walking here: over squares, their numbers, or whatever has neighbours.

`beside` says what lies one step from a thing. Each search takes time linear in the things it meets and their steps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)
Beside = Callable[[Thing], Iterable[Thing]]


def waves(starts: Iterable[Thing], beside: Beside[Thing]) -> Iterator[set[Thing]]:
    """What lies 0, 1, 2 … steps from the nearest of some starts, everything once, until nothing new is found.

    >>> list(waves([5], lambda n: {n - 1, n + 1} & set(range(8))))
    [{5}, {4, 6}, {3, 7}, {2}, {1}, {0}]
    """
    known: set[Thing] = set()
    wave = set(starts)
    while wave:
        yield wave
        known |= wave
        wave = set().union(*map(beside, wave)) - known


def reached(starts: Iterable[Thing], beside: Beside[Thing]) -> set[Thing]:
    """All that can be walked to from some starts, themselves included."""
    return set().union(*waves(starts, beside))


def groups(things: Iterable[Thing], beside: Beside[Thing]) -> Iterator[set[Thing]]:
    """Some things in groups that hang together, in the order of their first; no step may lead to anything else."""
    known: set[Thing] = set()
    for start in things:
        if start not in known:
            group = reached([start], beside)
            known |= group
            yield group

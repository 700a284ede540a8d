"""Pair the parts of one dungeon with those of another, so that a moved part is one change and not two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from dungeon_designer.grid import Square, measure_distance

T = TypeVar("T")

MAX_MEASURED_PAIRS = 40_000
"""The most pairs of parts whose distances are measured; beyond it, parts are paired in the order of the file."""


class Pairing(NamedTuple, Generic[T]):
    """The parts of two dungeons in pairs, and those that only one of the two has."""

    pairs: list[tuple[T, T]]
    removed: list[T]
    added: list[T]


def pair_parts(
    before: Iterable[T],
    after: Iterable[T],
    keys: Sequence[Callable[[T], Hashable]],
    locate: Callable[[T], Square],
) -> Pairing[T]:
    """Return the parts of two dungeons in pairs: first those with the same first key, then with the same second key...

    Among parts with the same key, the nearest are paired first.

    Args:
        before: the parts of the first dungeon.
        after: the parts of the second dungeon.
        keys: functions that return what two parts of a pair have in common, the strictest first; None pairs a part
            with no other.
        locate: returns the square of a part, by which distances are measured.

    >>> pair_parts([(0, 0), (5, 5)], [(5, 5), (1, 0), (9, 9)], [lambda at: at, lambda at: "chest"], lambda at: at)
    Pairing(pairs=[((5, 5), (5, 5)), ((0, 0), (1, 0))], removed=[], added=[(9, 9)])
    """
    removed, added, pairs = list(before), list(after), list[tuple[T, T]]()
    for key in keys:
        parts_by_key: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for position, parts in enumerate((removed, added)):
            for index, part in enumerate(parts):
                parts_by_key[key(part)][position].append(index)
        parts_by_key.pop(None, None)
        paired = [pair for indexes in parts_by_key.values() for pair in _pair_indexes(removed, added, *indexes, locate)]
        pairs += [(removed[first], added[second]) for first, second in sorted(paired)]
        first_indexes, second_indexes = {first for first, _ in paired}, {second for _, second in paired}
        removed = [part for index, part in enumerate(removed) if index not in first_indexes]
        added = [part for index, part in enumerate(added) if index not in second_indexes]
    return Pairing(pairs, removed, added)


def _pair_indexes(
    removed: Sequence[T], added: Sequence[T], first: list[int], second: list[int], locate: Callable[[T], Square]
) -> list[tuple[int, int]]:
    """Return pairs of parts with one key, the nearest first, as many as there are of both.

    Args:
        removed: the unpaired parts of the first dungeon.
        added: the unpaired parts of the second dungeon.
        first: the indexes of those parts of the first dungeon that have the key.
        second: the indexes of those of the second.
        locate: returns the square of a part.
    """
    if len(first) * len(second) > MAX_MEASURED_PAIRS or min(len(first), len(second)) == 0:
        return list(zip(first, second, strict=False))
    distances = sorted((measure_distance(locate(removed[i]), locate(added[j])), i, j) for i in first for j in second)
    pairs, used_first, used_second = list[tuple[int, int]](), set[int](), set[int]()
    for _, i, j in distances:
        if i not in used_first and j not in used_second:
            pairs.append((i, j))
            used_first.add(i)
            used_second.add(j)
    return pairs

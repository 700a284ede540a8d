"""Connected components of pairs: which of `count` things hang together.

A union of small trees while there are few things (no import, a microsecond a pair), scipy above that. Both number
the components by their first member, so the answer does not depend on which one gave it.
"""

from __future__ import annotations

import numpy as np

from dungeon_designer.board.model import Ints

SMALL = 40_000
"""The number of things and pairs up to which plain Python answers, in a hundredth of a second or two.

To import scipy costs thirty times that, once.
"""


def components(count: int, one: Ints, other: Ints) -> Ints:
    """The component of each of `count` things, from 0 by first member, when `one[i]` and `other[i]` are joined.

    >>> components(4, np.array([3]), np.array([1])).tolist()
    [0, 1, 2, 1]
    """
    if count + len(one) <= SMALL:
        return np.array(_small(count, one.tolist(), other.tolist()), dtype=np.int32)
    return _large(count, one, other)


def _small(count: int, one: list[int], other: list[int]) -> list[int]:
    """Every root is the smallest of its tree, so one pass upwards flattens all trees and numbers them."""
    parent = list(range(count))
    for a, b in zip(one, other, strict=True):
        while parent[a] != a:
            parent[a] = a = parent[parent[a]]
        while parent[b] != b:
            parent[b] = b = parent[parent[b]]
        if a < b:
            parent[b] = a
        else:
            parent[a] = b
    labels, roots = parent, 0
    for i, up in enumerate(parent):
        if up == i:
            labels[i] = roots
            roots += 1
        else:
            labels[i] = labels[up]
    return labels


def _large(count: int, one: Ints, other: Ints) -> Ints:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(one), dtype=np.int8)
    matrix = coo_array((ones, (one, other)), shape=(count, count))
    number, labels = connected_components(matrix, directed=False)
    first = np.full(number, count, dtype=np.int64)
    np.minimum.at(first, labels, np.arange(count))
    rank = np.empty(number, dtype=np.int32)
    rank[np.argsort(first)] = np.arange(number, dtype=np.int32)
    result: Ints = rank[labels]
    return result

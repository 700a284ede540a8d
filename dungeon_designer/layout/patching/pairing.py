"""Which of the new items stands for which of the old ones, and how far a whole layout was moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from dungeon_designer.grid import Size, Square, row_major
from dungeon_designer.layout.document import said
from dungeon_designer.layout.model import Layout, RotatingRoom, Section, Waiver

_MOST = 10_000
"""Of so many pairs the likest are looked for; of more, items are taken in their order."""

_FAR = 1_000_000
"""One fact in common counts for more than any distance."""


def facts(item: Any) -> Any:
    """What a file says of an item, as plain data."""
    return plainly(item if isinstance(item, tuple) else said(item))


def plainly(value: Any) -> Any:
    """A value as plain data: lists for tuples, words for what is one of a kind."""
    return msgspec.json.decode(msgspec.json.encode(value))


def merged(old: Any, item: Any, new: Any) -> Any:
    """The facts `new` of an item in the order of an old entry; what that said needlessly, it still says."""
    if not isinstance(old, dict):
        return new
    whole = plainly(asdict(item))
    kept = {key: new.get(key, value) for key, value in old.items() if key in new or whole.get(key) == value}
    return kept | new


def paired(old: Sequence[Any], new: Sequence[Any]) -> dict[int, int]:
    """For new facts, by their numbers, the old ones they most likely were; each of the old at most once.

    >>> paired([[1, 1], [8, 8]], [[8, 7], [5, 5], [0, 1]])
    {0: 1, 2: 0}
    """
    if len(old) * len(new) > _MOST:
        return {number: number for number in range(min(len(old), len(new)))}
    ranked = sorted((-_likeness(a, b), i, j) for i, a in enumerate(old) for j, b in enumerate(new))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in ranked:
        if i not in taken and j not in pairs:
            taken.add(i)
            pairs[j] = i
    return pairs


def _likeness(old: Any, new: Any) -> int:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return -_apart(old, new)
    same = sum(1 for key, value in old.items() if new.get(key) == value)
    return same * _FAR - _apart(old.get("at"), new.get("at"))


def _apart(one: Any, other: Any) -> int:
    if not one or not other:
        return 0
    return int(abs(one[0] - other[0]) + abs(one[1] - other[1]))


def shift(before: Layout, after: Layout) -> Square:
    """How far right and down most sections lie from where they lay; (0, 0) where they do not agree."""
    places = {_name(section): section.at for section in after.sections}
    moves = [
        (places[name][0] - section.at[0], places[name][1] - section.at[1])
        for section in before.sections
        if (name := _name(section)) in places
    ]
    move, times = Counter(moves).most_common(1)[0] if moves else ((0, 0), 0)
    return move if times * 2 > len(before.sections) else (0, 0)


def _name(section: Section) -> tuple[Any, ...]:
    return section.id, section.tile, section.turn, section.rows


def carried(item: Any, by: Square) -> Any:
    """An item so far away from where it is."""
    if by == (0, 0) or isinstance(item, RotatingRoom):
        return item
    if isinstance(item, tuple):
        return item[0] + by[0], item[1] + by[1]
    if isinstance(item, Waiver):
        return replace(item, squares=tuple(carried(square, by) for square in item.squares))
    return replace(item, at=carried(item.at, by))


def rectangles(squares: Iterable[Square]) -> list[tuple[Square, Size]]:
    """Rectangles that together cover some squares, each square once.

    >>> rectangles([(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)])
    [((0, 0), (2, 1)), ((0, 1), (3, 1))]
    """
    found: list[tuple[Square, Size]] = []
    above: dict[tuple[int, int], int] = {}
    rows: dict[int, list[int]] = defaultdict(list)
    for x, y in sorted(set(squares), key=row_major):
        rows[y].append(x)
    for y, columns in rows.items():
        here: dict[tuple[int, int], int] = {}
        for left, wide in _stretches(columns):
            number = above.get((left, wide))
            if number is not None and found[number][0][1] + found[number][1][1] == y:
                found[number] = found[number][0], (wide, found[number][1][1] + 1)
            else:
                number = len(found)
                found.append(((left, y), (wide, 1)))
            here[left, wide] = number
        above = here
    return found


def _stretches(columns: Sequence[int]) -> list[tuple[int, int]]:
    """Columns side by side, as the first and how many."""
    found: list[tuple[int, int]] = []
    for x in columns:
        if found and sum(found[-1]) == x:
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((x, 1))
    return found

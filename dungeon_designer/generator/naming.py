"""Names of rooms that stay true when rooms change places.

A generated dungeon calls two rooms that mirror each other "The Western Vault" and "The Eastern Vault". When such a room
moves to the other half of the map, its name follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import bounds
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout

DIRECTION = re.compile(r"\b(north|south|east|west)(ern)?\b *", re.IGNORECASE)
"""A direction in a name, with the blanks after it."""

AXIS_AND_SIGN = {"west": (0, -1), "east": (0, 1), "north": (1, -1), "south": (1, 1)}
"""For each direction its axis (0 is x, 1 is y), and the sign of a step that way."""

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}

WAYS = (SectionKind.CORRIDOR, SectionKind.JUNCTION)
"""Sections that are no rooms: several may have one name."""


def keep_names_true(before: Board, after: Board) -> Layout:
    """Return the layout of `after` with new names for sections whose direction was right before and is wrong now.

    A name that was wrong already is its author's own idea and stays. A new name is one that no other section has.
    """
    old_sections = {section.id: section for section in before.sections}

    def has_become_wrong(section: BoardSection) -> bool:
        old = old_sections.get(section.id)
        was_wrong = old is not None and old.name == section.name and bool(find_wrong_directions(old, before))
        return not was_wrong and bool(find_wrong_directions(section, after))

    wrong = {section.id: section for section in after.sections if has_become_wrong(section)}
    if not wrong:
        return after.layout
    taken, sections = {section.name for section in after.sections if section.id not in wrong}, []
    for section in after.layout.sections:
        if section.id in wrong and section.name:  # the name of a tile is printed on it and stays
            names = list_true_names(wrong[section.id], after)
            section = replace(section, name=next(name for name in names if name not in taken))
            taken.add(section.name)
        sections.append(section)
    return replace(after.layout, sections=tuple(sections))


def list_true_names(section: BoardSection, board: Board) -> Iterator[str]:
    """Yield names for a section whose direction is wrong: the true one first, then without one, then numbered."""
    wrong = find_wrong_directions(section, board)

    def turn_around(found: re.Match[str]) -> str:
        word = found[1]
        if word.lower() not in wrong:
            return found[0]
        opposite = OPPOSITE[word.lower()]
        cased = opposite.upper() if word.isupper() else opposite.capitalize() if word[0].isupper() else opposite
        return cased + found[0][len(word) :]

    yield DIRECTION.sub(turn_around, section.name)
    bare = DIRECTION.sub(lambda found: "" if found[1].lower() in wrong else found[0], section.name).strip()
    if bare and bare.lower() != "the":
        yield bare
    else:
        bare = section.kind.value.replace("_", " ").capitalize()
    for number in count(2):
        yield f"{bare} {number}"


def find_wrong_directions(section: BoardSection, board: Board) -> set[str]:
    """Return the directions in a section's name that point away from the half of the floor in which it lies."""
    words = {found[1].lower() for found in DIRECTION.finditer(section.name)}
    if not words or not section.squares:
        return set()
    (left, top), (width, height) = bounds(section.squares)
    (floor_left, floor_top), (floor_width, floor_height) = board.bounds
    off_centre = (
        2 * left + width - 2 * floor_left - floor_width,
        2 * top + height - 2 * floor_top - floor_height,
    )
    return {word for word in words if off_centre[AXIS_AND_SIGN[word][0]] * AXIS_AND_SIGN[word][1] < 0}


def count_shared_names(board: Board) -> int:
    """Return how many rooms have a name that another room before them has."""
    names = [section.name for section in board.sections if section.name and section.kind not in WAYS]
    return len(names) - len(set(names))

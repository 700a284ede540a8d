"""Keep the names of rooms true when rooms change their position.

A generated dungeon calls two rooms that mirror each other "The Western Vault" and "The Eastern Vault". When such a room
moves to the other half of the map, its name is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, find_bounds, find_neighbour
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout

DIRECTION_PATTERN = re.compile(r"\b(north|south|east|west)(ern)?\b *", re.IGNORECASE)
"""The pattern of a direction in a name, with the blanks after it."""

AXIS_AND_SIGN = {"west": (0, -1), "east": (0, 1), "north": (1, -1), "south": (1, 1)}
"""For each direction its axis (0 is x, 1 is y), and the sign of a step that way."""

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}

CORRIDOR_KINDS = (SectionKind.CORRIDOR, SectionKind.JUNCTION)
"""The kinds of sections that are not rooms: several of them may have the same name."""


def fix_directions_in_names(old_board: Board, new_board: Board) -> Layout:
    """Return the layout of a changed dungeon in which names such as `The Western Vault` fit the map again.

    Only names with a direction that the change made wrong are replaced, by one that no other section has. A name that
    was wrong before is its author's own choice and stays, and so does the name that is printed on a tile.

    Args:
        old_board: The dungeon before the change.
        new_board: The dungeon after it.
    """
    old_sections = {section.id: section for section in old_board.sections}

    def has_become_wrong(section: BoardSection) -> bool:
        """Return whether a section's name has a direction that is wrong now and was not wrong before."""
        old_section = old_sections.get(section.id)
        was_wrong = (
            old_section is not None
            and old_section.name == section.name
            and bool(find_wrong_directions(old_section, old_board))
        )
        return not was_wrong and bool(find_wrong_directions(section, new_board))

    wrong_sections = {section.id: section for section in new_board.sections if has_become_wrong(section)}
    if not wrong_sections:
        return new_board.layout
    used_names, sections = {section.name for section in new_board.sections if section.id not in wrong_sections}, []
    for section in new_board.layout.sections:
        if section.id in wrong_sections and section.name:  # the name of a tile is printed on it and stays
            names = list_corrected_names(wrong_sections[section.id], new_board)
            section = replace(section, name=next(name for name in names if name not in used_names))
            used_names.add(section.name)
        sections.append(section)
    return replace(new_board.layout, sections=tuple(sections))


def list_corrected_names(section: BoardSection, board: Board) -> Iterator[str]:
    """Yield new names for a section whose name has a wrong direction, without end, so that the caller finds a free one.

    The first name has the opposite direction: `The Eastern Vault` instead of `The Western Vault`. Then comes the name
    without a direction, then that name with the numbers from 2 on.
    """
    wrong_directions = find_wrong_directions(section, board)

    def reverse_direction(match: re.Match[str]) -> str:
        """Return the opposite of a matched direction, in the same letter case; a right direction stays as it is."""
        direction = match[1]
        if direction.lower() not in wrong_directions:
            return match[0]
        opposite = OPPOSITE[direction.lower()]
        cased_opposite = (
            opposite.upper() if direction.isupper() else opposite.capitalize() if direction[0].isupper() else opposite
        )
        return cased_opposite + match[0][len(direction) :]

    yield DIRECTION_PATTERN.sub(reverse_direction, section.name)
    stripped_name = DIRECTION_PATTERN.sub(
        lambda match: "" if match[1].lower() in wrong_directions else match[0], section.name
    ).strip()
    if stripped_name and stripped_name.lower() != "the":
        yield stripped_name
    else:
        stripped_name = section.kind.value.replace("_", " ").capitalize()
    for number in count(2):
        yield f"{stripped_name} {number}"


def find_wrong_directions(section: BoardSection, board: Board) -> set[str]:
    """Return the directions in a section's name that are wrong: its middle lies in the opposite half of the floor.

    The directions are words such as `west`; empty if none is wrong or the name has none.
    """
    directions = {match[1].lower() for match in DIRECTION_PATTERN.finditer(section.name)}
    if not directions or not section.squares:
        return set()
    off_centre = _measure_off_centre(section, board)
    return {word for word in directions if off_centre[AXIS_AND_SIGN[word][0]] * AXIS_AND_SIGN[word][1] < 0}


def _measure_off_centre(section: BoardSection, board: Board) -> tuple[int, int]:
    """Return how far the middle of a section lies east and south of the middle of the floor, in half squares."""
    (left, top), (width, height) = find_bounds(section.squares)
    (floor_left, floor_top), (floor_width, floor_height) = board.bounds
    return 2 * left + width - 2 * floor_left - floor_width, 2 * top + height - 2 * floor_top - floor_height


MIDDLE_PATTERN = re.compile(r"\b(middle|central|centre|center)\b", re.IGNORECASE)
"""The pattern of a word in a name that puts a room in the middle of the map."""


def has_false_names(old_board: Board, new_board: Board) -> bool:
    """Return whether a change made the name of some section false.

    A name states a place if it has a direction (`The Western Vault`) or a word for the middle. It states a neighbour
    if it contains the name of a section beside it (`Stair of the Great Hall`). What was false before does not count.

    Args:
        old_board: The dungeon before the change.
        new_board: The dungeon after it.
    """
    old_statements, new_statements = _list_true_statements(old_board), _list_true_statements(new_board)
    return not old_statements <= new_statements


def _list_true_statements(board: Board) -> set[tuple[str, str]]:
    """Return what the names of sections state truly, each as a section's id and a place or the name of a neighbour."""
    statements: set[tuple[str, str]] = set()
    names_beside: dict[str, set[str]] | None = None
    names = {section.name.lower().removeprefix("the ") for section in board.sections if section.name}
    for section in board.sections:
        if not section.name or not section.squares:
            continue
        statements |= {(section.id, place) for place in _list_true_places(section, board)}
        name = section.name.lower().removeprefix("the ")
        stated_names = {
            other for other in names if other != name and re.search(rf"\b{re.escape(other)}\b", name) is not None
        }
        if stated_names:
            names_beside = _find_names_beside(board) if names_beside is None else names_beside
            statements |= {(section.id, other) for other in stated_names & names_beside.get(section.id, set())}
    return statements


def _list_true_places(section: BoardSection, board: Board) -> Iterator[str]:
    """Yield the directions, and `middle`, that a section's name states and that its position on the map fulfils."""
    directions = {match[1].lower() for match in DIRECTION_PATTERN.finditer(section.name)}
    states_middle = MIDDLE_PATTERN.search(section.name) is not None
    if not directions and not states_middle:
        return
    off_centre = _measure_off_centre(section, board)
    yield from (word for word in directions if off_centre[AXIS_AND_SIGN[word][0]] * AXIS_AND_SIGN[word][1] > 0)
    _, size = find_bounds(section.squares)
    if states_middle and all(abs(offset) <= length for offset, length in zip(off_centre, size, strict=True)):
        yield "middle"


def _find_names_beside(board: Board) -> dict[str, set[str]]:
    """Return for the id of each section the names, in lower case and without `The`, of the sections beside it."""
    names_beside: dict[str, set[str]] = {}
    for square, section in board.section_by_square.items():
        for side in SIDES:
            other = board.section_by_square.get(find_neighbour(square, side))
            if other is not None and other is not section and other.name:
                names_beside.setdefault(section.id, set()).add(other.name.lower().removeprefix("the "))
    return names_beside


def count_shared_names(board: Board) -> int:
    """Return how many rooms have a name that another room already has; corridors do not count."""
    names = [section.name for section in board.sections if section.name and section.kind not in CORRIDOR_KINDS]
    return len(names) - len(set(names))

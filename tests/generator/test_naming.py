"""Names of rooms when rooms change places."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.generator.evolution import generate_rounds
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.naming import count_shared_names, fix_directions_in_names, has_false_names
from dungeon_designer.generator.variations import find_variations
from tests.soak import FULL, count, soak

EXAMPLES = Path(__file__).parents[2] / "examples" / "generated"
SOURCES = ["naf-2019/the-yawning-gaol", "naf-2019/the-fuming-reliquary"]
MORE_SOURCES = ["brawl-2013/the-black-mines", "db7s-2019/the-tilted-courts", "eagbbl/the-cloven-mines"]


def list_wrong_names(board: Board) -> list[str]:
    """Names that two sections of drawn floor share, and names with a direction away from where the section lies."""
    xs, ys = zip(*board.squares, strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    counted = Counter(section.name for section in board.sections if section.name and not section.tile)
    wrong = [name for name, number in counted.items() if number > 1]
    for section in board.sections:
        columns, rows = zip(*section.squares, strict=True)
        x, y = (min(columns) + max(columns)) / 2 - middle[0], (min(rows) + max(rows)) / 2 - middle[1]
        beyond = {"western": -x, "eastern": x, "northern": -y, "southern": y}
        words = re.findall("western|eastern|northern|southern", section.name.lower())
        wrong += [section.name for word in words if beyond[word] < 0]
    return wrong


@soak
@pytest.mark.parametrize("name", [*SOURCES, *MORE_SOURCES] if FULL else SOURCES)
def test_no_round_has_two_rooms_of_one_name_or_a_wrong_direction(name: str) -> None:
    """Rounds of `vary --evolve` keep the names of rooms different, and their directions true."""
    source = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml")
    assert list_wrong_names(source.board) == []
    for seed in range(1, 1 + count(1, 5)):
        rounds = generate_rounds(source.layout, source.ruleset(), source.library, VaryOptions(seed=seed))
        for each in islice(rounds, count(1, 6)):
            assert list_wrong_names(build_board(each.layout, source.library)) == []


@soak
def test_no_neighbour_has_two_rooms_of_one_name_or_a_wrong_direction() -> None:
    """The same holds for each neighbour that `vary` finds."""
    source = Dungeon.load(EXAMPLES / "naf-2019/the-fuming-reliquary.dungeon.yaml")
    found = find_variations(source.layout, source.ruleset(), source.library, VaryOptions(seed=1))
    for each in islice(found, count(10, 200)):
        assert list_wrong_names(build_board(each.layout, source.library)) == []


def make_boards(before: tuple[str, str], after: tuple[str, str]) -> tuple[Board, Board]:
    """Return two rooms in a row with names, before and after they changed; A lies in the west, B in the east."""
    made = []
    for places, names in ((("0, 0", "9, 0"), before), (("9, 0", "0, 0"), after)):
        rooms = zip("AB", places, names, strict=True)
        listed = "".join(
            f'\n  - {{id: {i}, at: [{at}], kind: room, name: "{name}", rows: [...]}}' for i, at, name in rooms
        )
        made.append(Dungeon.parse(f"sections:{listed}\n").board)
    return made[0], made[1]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("The Western Vault", "The Eastern Vault"), ["The Eastern Vault", "The Western Vault"]),
        (("WEST GATE", "Kitchen"), ["EAST GATE", "Kitchen"]),
        (("The Western Vault", "The Kitchen"), ["The Eastern Vault", "The Kitchen"]),
        (("Eastern Promise", "Westernmost"), ["Eastern Promise", "Westernmost"]),  # wrong before; not a direction
        (("The West", "The Middle"), ["The East", "The Middle"]),
    ],
)
def test_a_direction_that_was_right_stays_right(names: tuple[str, str], expected: list[str]) -> None:
    """Two rooms change places: a true direction follows, and what its author named otherwise stays."""
    layout = fix_directions_in_names(*make_boards(names, names))
    assert [section.name for section in layout.sections] == expected


def test_a_new_name_is_nobody_elses() -> None:
    """A new name that is taken loses its direction, and then gets a number."""
    before, _ = make_boards(("The Western Vault", ""), ("", ""))
    for third, expected in (("The Cellar", "The Vault"), ("The Vault", "The Vault 2")):
        after = Dungeon.parse(
            "sections:\n"
            '  - {id: A, at: [9, 0], kind: room, name: "The Western Vault", rows: [...]}\n'
            '  - {id: B, at: [9, 2], kind: room, name: "The Eastern Vault", rows: [...]}\n'
            f'  - {{id: C, at: [0, 0], kind: room, name: "{third}", rows: [...]}}\n'
        ).board
        assert fix_directions_in_names(before, after).sections[0].name == expected


def test_shared_names_of_rooms_are_counted() -> None:
    """Corridors may share a name, rooms are counted."""
    listed = "".join(
        f"\n  - {{id: {i}, at: [{4 * n}, 0], kind: {kind}, name: Vault, rows: [...]}}"
        for n, (i, kind) in enumerate([("A", "room"), ("B", "room"), ("C", "corridor"), ("D", "corridor")])
    )
    assert count_shared_names(Dungeon.parse(f"sections:{listed}\n").board) == 1


@pytest.mark.parametrize(
    ("names", "is_false"),
    [
        (("The Western Vault", "Kitchen"), True),
        (("Eastern Promise", "Kitchen"), False),  # false before
        (("Cellar", "Kitchen"), False),
    ],
)
def test_a_room_that_leaves_its_stated_direction_has_a_false_name(names: tuple[str, str], is_false: bool) -> None:
    """A name that states a direction becomes false when the room changes to the other half of the floor."""
    assert has_false_names(*make_boards(names, names)) is is_false


@pytest.mark.parametrize(("name", "is_false"), [("Stair of the Great Hall", True), ("Stair", False)])
def test_a_room_that_leaves_its_stated_neighbour_has_a_false_name(name: str, is_false: bool) -> None:
    """A name that contains the name of a room beside it becomes false when the two no longer touch."""
    before, after = (
        Dungeon.parse(
            "sections:\n"
            '  - {id: A, at: [0, 0], kind: room, name: "The Great Hall", rows: [...]}\n'
            "  - {id: B, at: [3, 0], kind: room, name: Kitchen, rows: [......]}\n"
            f'  - {{id: C, at: [{x}, 1], kind: room, name: "{name}", rows: [...]}}\n'
        ).board
        for x in (0, 6)
    )
    assert has_false_names(before, after) is is_false

"""Deals: six boards on a Set-Up, as the book of 1989 has them laid."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

import dungeon_designer as dd
from dungeon_designer.analysis.passages import find_gaps
from dungeon_designer.errors import PlacementError, UsageError
from dungeon_designer.generator import dealing
from dungeon_designer.generator.dealing import deal_boards, load_set_ups
from dungeon_designer.layout.model import Layout
from tests.soak import count, soak

EXAMPLES = Path(__file__).parents[2] / "examples" / "gw-1989"
BOARDS = {f"board-{number}" for number in range(1, 7)}


@pytest.mark.parametrize("number", load_set_ups())
def test_boards_lie_in_the_slots_of_the_set_up(number: int) -> None:
    """Each board lies once, upright or lying as its slot is, where the named dungeon of the Set-Up has one."""
    named, dealt = dd.load(EXAMPLES / f"set-up-{number}.dungeon.yaml").layout, deal_boards(3, number).layout
    for slots in ([each for each in dungeon.sections if not each.side] for dungeon in (named, dealt)):
        assert {each.tile.rpartition("/")[2] for each in slots} == BOARDS

    def lying(layout: Layout) -> set[tuple[object, ...]]:
        """Return where what is laid, boards without their number."""
        zones = {(each.at, each.turn, each.side, each.tile) for each in layout.sections if each.side}
        return zones | {(each.at, each.turn % 2) for each in layout.sections if not each.side}

    assert lying(dealt) == lying(named)
    assert not any(each.flip for each in dealt.sections)


@soak
def test_every_deal_keeps_the_book() -> None:
    """Never two chests or two portals on a board, no chest in an End Zone, four shut doors, and `check` is content."""
    for seed in range(count(3, 1000)):
        dealt = deal_boards(seed)
        layout, board = dealt.layout, dd.Dungeon(dealt.layout).board
        for things in (layout.chests, [portal.at for portal in layout.portals]):
            assert len({board.section_by_square[at] for at in things}) == len(things) == 6
        assert all(board.section_by_square[at].team is None for at in layout.chests)
        doors = {door.at for door in layout.square_doors if not door.open}
        assert len(doors) == 4
        assert doors <= find_gaps(board)
        assert (dealt.errors, dealt.warnings) == ((), ())


def test_any_board_may_lie_anywhere_either_way_round() -> None:
    """Among some deals each board comes into each slot, upright and upside down; by lot each Set-Up is dealt."""
    seen = Counter(
        (section.tile, section.at, section.turn)
        for seed in range(100)
        for section in deal_boards(seed, 1, bare=True).layout.sections
        if not section.side
    )
    assert len(seen) == 6 * 6 * 2
    assert {deal_boards(seed, bare=True).set_up for seed in range(40)} == set(load_set_ups())


def test_the_same_seed_deals_the_same() -> None:
    """With its seed and Set-Up a deal comes again, and `extra` names the command; other seeds deal others."""
    dealt = deal_boards(9)
    assert deal_boards(9, dealt.set_up) == dealt
    assert dealt.layout.extra == {"made": {"command": f"dungeon-designer deal --set-up {dealt.set_up} --seed 9"}}
    assert dd.Dungeon.deal(dealt.set_up, seed=9).layout == dealt.layout
    assert deal_boards(10, dealt.set_up).layout.sections != dealt.layout.sections


def test_notes_speak_to_players() -> None:
    """The notes are two sentences; no command stands in them."""
    for bare in (False, True):
        notes = deal_boards(2, bare=bare).layout.notes
        assert notes.count(".") == 2
        assert "dungeon-designer" not in notes
        assert ("still to be placed" in notes) is bare


def test_what_cannot_be_placed_makes_a_deal_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal keeps its floor if the rules let nothing be placed, and those rules are named."""

    def refused(*_: object, **__: object) -> None:
        raise PlacementError(["reachability"], "in the way: reachability")

    monkeypatch.setattr(dealing, "place", refused)
    dealt = deal_boards(4)
    assert dealt.errors == ("reachability",)
    assert dealt.layout.sections == deal_boards(4, bare=True).layout.sections
    assert dealt.layout.chests == ()


def test_a_floor_is_judged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor that breaks a rule is not legal, and is not dealt again: two boards in one slot."""
    slots = load_set_ups()[1]
    boards = (slots.boards[1], *slots.boards[1:])
    monkeypatch.setattr(dealing, "load_set_ups", lambda: {1: replace(slots, boards=boards)})
    assert "tile-overlap" in deal_boards(1, 1, bare=True).errors


def test_there_is_no_sixth_set_up() -> None:
    """A number that is no Set-Up is refused in words from Python, too."""
    with pytest.raises(UsageError, match="there is no Set-Up 6; there are 1 to 5"):
        dd.Dungeon.deal(6)

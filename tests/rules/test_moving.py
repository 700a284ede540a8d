"""Fixes that move a chest or a portal: they mend what was found and break nothing else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from oracle.dungeons import draw_dungeon

from dungeon_designer.analysis.spacing import find_near_pairs
from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Finding, MovableObject, MoveChest, MovePortal, RenumberPortal, SuggestedMoves
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout, Portal, Section
from dungeon_designer.layout.transforms import apply_edits
from dungeon_designer.rules import relocation, requirements
from dungeon_designer.rules.autofix import verify_fixes
from dungeon_designer.rules.checker import Verdict, check_board
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import build_chest, build_portal
from dungeon_designer.rules.relocation import Mover
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from tests.soak import count, soak

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(p for edition in EDITIONS for p in (EXAMPLES / edition).glob("*.dungeon.*"))


@cache
def example(path: Path) -> Layout:
    """The layout of an example."""
    return read_layout(path.read_bytes(), str(path))


def verdict(layout: Layout, ruleset: str, moves: bool = True) -> Verdict:
    """What an edition says of a layout, but for the rule that no chest or portal can break and that takes longest."""
    from dungeon_designer.tiles.library import load_library

    board, edition = build_board(layout, load_library([])), load_unchecked_ruleset(ruleset)
    found = check_board(board, edition, ignore=["end-zones-apart"])
    return verify_fixes(found, board, edition) if moves else found


def found_by(layout: Layout, rule: str) -> tuple[Finding, ...]:
    """What one rule of eagbbl finds, with its fixes."""
    board, edition = build_board(layout), load_unchecked_ruleset("eagbbl")
    return verify_fixes(check_board(board, edition, select=[rule]), board, edition).findings


def counts(found: Verdict) -> Counter[str]:
    return Counter(finding.rule for finding in found.findings)


def moved(layout: Layout, chance: Random) -> Layout:
    """The layout with a chest or portal on some other square of the map, rock among them."""
    squares = [square for section in layout.sections for square in section.squares] or [(0, 0)]
    x, y = chance.choice(squares)
    at = (x, y) if chance.random() < 0.8 else (x, max(0, y - 1))
    if chance.random() < 0.5 and layout.chests:
        number = chance.randrange(len(layout.chests))
        return replace(layout, chests=(*layout.chests[:number], at, *layout.chests[number + 1 :]))
    number = chance.randrange(len(layout.portals))
    new = Portal(number=layout.portals[number].number, at=at)
    return replace(layout, portals=(*layout.portals[:number], new, *layout.portals[number + 1 :]))


def fixes(findings: tuple[Finding, ...]) -> list[Finding]:
    """The findings whose first fix moves a chest or portal."""
    return [f for f in findings if f.fixes and isinstance(f.fixes[0].edits[0], MoveChest | MovePortal)]


@soak
@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
@settings(max_examples=count(2, 60))
@given(chance=st.randoms(use_true_random=False))
def test_a_thing_put_wrongly_is_put_right(path: Path, chance: Random) -> None:
    """In a real dungeon with one thing moved anywhere, each fix offered mends its finding and breaks no rule."""
    layout = moved(example(path), chance)
    ruleset = path.parent.name
    before = verdict(layout, ruleset)
    for finding in fixes(before.findings):
        after = counts(verdict(apply_edits(layout, finding.fixes[0].edits), ruleset, moves=False))
        assert after[finding.rule] < counts(before)[finding.rule]
        assert not after - counts(before), finding.fixes[0].title


@soak
@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=count(6, 250))
@given(chance=st.randoms(use_true_random=False))
def test_every_move_mends(edition: str, chance: Random) -> None:
    """In the wildest dungeon each move offered leaves fewer findings of its rule, and none is called safe."""
    layout = draw_dungeon(
        chance, size=chance.choice((9, 14)), chests=6, portals=6, sides=chance.choice((2, 2, 2, 4, 6))
    )
    before = verdict(layout, edition)
    for finding in fixes(before.findings):
        after = counts(verdict(apply_edits(layout, finding.fixes[0].edits), edition, moves=False))
        assert after[finding.rule] < counts(before)[finding.rule], finding.fixes[0].title
        assert not finding.fixes[0].safe


def test_a_check_looks_for_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What might be moved is data; its new place is looked for when somebody asks, not by the check."""
    layout = read_layout(b"map: |\n  C..C.....\n  .........\n", "hall.dungeon.yaml")
    with monkeypatch.context() as patched:
        patched.setattr(Mover, "_search", lambda *_: pytest.fail("a place was looked for"))
        (finding,) = check_board(
            build_board(layout), load_unchecked_ruleset("eagbbl"), select=["chest-spacing"]
        ).findings
    assert finding.fixes == ()
    assert finding.moves == SuggestedMoves((MovableObject((3, 0)), MovableObject((0, 0))))
    (found,) = found_by(layout, "chest-spacing")
    assert found.moves is None
    assert replace(found, fixes=(), moves=finding.moves) == finding


def test_what_was_found_stands_though_the_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that breaks down costs the fix, not the finding."""
    layout = read_layout(b"map: |\n  C..C.....\n  .........\n", "hall.dungeon.yaml")
    monkeypatch.setattr(Mover, "_search", lambda *_: 1 // 0)
    (finding,) = found_by(layout, "chest-spacing")
    assert finding.fixes == ()


def test_the_nearest_square_is_taken() -> None:
    """Of the squares that would do the nearest is taken, then the first by row."""
    layout = read_layout(b"map: |\n  C..C.....\n  .........\n", "hall.dungeon.yaml")
    (finding,) = found_by(layout, "chest-spacing")
    assert finding.fixes[0].edits == (MoveChest((3, 0), (4, 0)),)


def test_the_other_thing_moves_where_the_first_cannot() -> None:
    """Where the later chest has no place the earlier one is moved."""
    sketch = b"map: |\n  C.........#C\n  ..........#.\n"
    layout = replace(read_layout(sketch, "hall.dungeon.yaml"), chests=((8, 1), (11, 0)))
    (finding,) = found_by(layout, "chest-spacing")
    assert finding.fixes[0].edits == (MoveChest((8, 1), (7, 0)),)


def test_one_thing_has_several_places_and_things_together_one_each() -> None:
    """The nearest places of a thing are proposed one by one; things that must all move are moved at once."""
    context = Context(
        build_board(read_layout(b"map: |\n  .C..........C.\n", "way.dungeon.yaml")), load_unchecked_ruleset("eagbbl")
    )
    ends = tuple(MovableObject(at=(x, 0)) for x in (1, 12))
    for things, together, moved_at_once in ((ends[:1], True, [1, 1, 1]), (ends, False, [1] * 6), (ends, True, [2])):
        found = list(Mover(context).propose_moves(SuggestedMoves(objects=things, move_all=together)))
        assert [len(fix.edits) for fix in found] == moved_at_once
        assert len(set(found)) == len(found)


def test_a_crowd_is_not_moved() -> None:
    """With more things than anybody draws by hand no move is offered, and the check still ends."""
    rows = ("." * 40,) * 40
    crowd = tuple((x, y) for x in range(20) for y in range(20))
    layout = Layout(sections=(Section(id="a", rows=rows),), chests=crowd)
    found = found_by(layout, "chest-spacing")
    assert len(found) == 1001
    assert not any(finding.fixes for finding in found)
    assert found[-1].message != found[0].message
    assert len(find_near_pairs([[at] for at in crowd], 4, max_pairs=1000)) > 1000


def test_squares_where_a_portal_cuts_a_way_wear_patience_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A square looked at in vain for a portal counts as a hundred: after a narrow way of them no more is looked for."""
    monkeypatch.setattr(relocation, "MAX_SEARCHED_SQUARES", 400)
    context = Context(
        build_board(read_layout(b"map: |\n  ....12....\n", "way.dungeon.yaml")), load_unchecked_ruleset("eagbbl")
    )
    mover = Mover(context)
    assert mover.find_squares(build_portal((4, 0), 1))
    assert mover.find_squares(build_portal((5, 0), 2)) == ()


def test_a_distance_larger_than_the_floor_is_not_drawn_square_by_square(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a house asks for may be thousands of squares apart: no more squares are looked at than there are."""
    monkeypatch.setattr(
        requirements, "list_block_squares", lambda *_: pytest.fail("all squares that are too near were listed")
    )
    context = Context(
        build_board(read_layout(b"map: |\n  C........\n", "hall.dungeon.yaml")), load_unchecked_ruleset("eagbbl")
    )
    free = requirements.build_square_test(
        context, requirements.MinDistanceBetween(ObjectKind.CHEST, ObjectKind.CHEST, 9), build_chest()
    )
    assert free is not None
    assert not free((8, 0))


def test_numbering_portals_is_safe() -> None:
    """Renumbering portals may be done unasked; nobody can have meant the number twice."""
    layout = Layout(sections=(Section(id="a", rows=("....",)),), portals=tuple(_portals((1, 1))))
    (finding,) = found_by(layout, "portal-numbers")
    assert finding.fixes[0].safe
    assert finding.fixes[0].edits == (RenumberPortal(1, (1, 0), 2),)


@pytest.mark.parametrize(("count", "offered"), [(99, True), (100, False)])
def test_no_portal_gets_a_number_no_file_can_hold(count: int, offered: bool) -> None:
    """Portals are renumbered up to 99, the highest number a layout file can hold."""
    numbers = (*range(1, 99), *(1,) * (count - 98))
    layout = Layout(sections=(Section(id="a", rows=("." * 200,)),), portals=tuple(_portals(numbers)))
    (finding,) = found_by(layout, "portal-numbers")
    assert bool(finding.fixes) is offered


def _portals(numbers: tuple[int, ...]) -> list[Portal]:
    return [Portal(number=number, at=(x, 0)) for x, number in enumerate(numbers)]

"""Neighbours of a dungeon: as legal and as fair as it is, with what is locked where it was, and told in plain words."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import dungeon_designer as dd
from dungeon_designer.analysis.team_access import format_distances
from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import EditError
from dungeon_designer.figures.fairness import are_teams_alike
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.generator.changes import (
    ChangeKind,
    OriginalDungeon,
    find_wings,
    move_objects,
    move_wings,
    place_anew,
    replace_tiles,
    rotate_rooms,
    swap_rooms,
)
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.variations import (
    Variation,
    choose_variations,
    describe_difference,
    find_variations,
    generate_changes,
    try_changes,
)
from dungeon_designer.grid import find_connected_groups
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.layout.transforms import move_layout
from dungeon_designer.layout_edits.objects import find_covered_squares, find_object_squares, list_objects
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context, measure_chest_walks
from dungeon_designer.rules.rule_registry import load_ruleset
from tests.generator.recorded import matches_record
from tests.soak import count, soak

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = ("naf-2019/the-four-winds", "gw-2021/the-burning-horseshoe", "gw-1989/set-up-1", "eagbbl/the-cleft")


def load_example(name: str) -> Dungeon:
    """Return an example by its edition and name."""
    return dd.load(EXAMPLES / f"{name}.dungeon.yaml")


def count_problems(layout: Layout, dungeon: Dungeon) -> Counter[tuple[str, str]]:
    """Return the findings of each rule and level."""
    found = checker.check_board(build_board(layout, dungeon.library), dungeon.ruleset()).findings
    return Counter((each.rule, each.level.value) for each in found)


def list_variations(dungeon: Dungeon, many: int, **options: object) -> list[Variation]:
    """Return the first variations of a dungeon."""
    layout, rules = dungeon.board.layout, dungeon.ruleset()
    return list(islice(find_variations(layout, rules, dungeon.library, VaryOptions(**options)), many))  # type: ignore[arg-type]


@soak
@pytest.mark.parametrize("name", NAMES)
def test_a_neighbour_is_as_legal_and_as_fair(name: str) -> None:
    """A variation has no new problem, no worse figure of fairness, and as many objects."""
    dungeon = load_example(name)
    before = count_problems(dungeon.board.layout, dungeon)
    for each in list_variations(dungeon, count(3, 200)):
        assert count_problems(each.layout, dungeon) <= before
        assert each.figures["chest-sum-difference"] <= each.original_figures["chest-sum-difference"]
        assert each.figures["chest-balance"] >= each.original_figures["chest-balance"]
        assert len(each.layout.chests) == len(dungeon.layout.chests)
        assert each.summary == f"{each.change}: {each.difference or 'the same figures'}"


def test_what_is_the_same_for_both_sides_stays_so() -> None:
    """A dungeon that a half turn maps onto itself is changed on both sides at once."""
    dungeon = load_example("naf-2019/the-four-winds")
    for each in list_variations(dungeon, 6):
        assert are_teams_alike(create_survey(build_board(each.layout, dungeon.library), dungeon.ruleset()))
        assert each.is_repeated or each.kind is ChangeKind.ANEW or not each.change.startswith("chest")


def test_what_is_locked_stays_with_all_that_lies_in_it() -> None:
    """Whatever touches a locked section is the same in every neighbour."""
    dungeon = load_example("gw-2021/the-burning-horseshoe")
    locked = frozenset(section.id for section in dungeon.layout.sections[: len(dungeon.layout.sections) // 2])
    ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions(locked=locked))
    found = list_variations(dungeon, 6, locked=locked)
    assert found
    for each in found:
        changed = set(list_objects(dungeon.board.layout)) ^ set(list_objects(each.layout))
        assert all(find_object_squares(thing, dungeon.library).isdisjoint(ground.locked_squares) for thing in changed)


@pytest.mark.parametrize("name", ["gw-2021/the-burning-horseshoe", "gw-1989/set-up-1"])
def test_locks_leave_room_to_place_the_rest_anew(name: str) -> None:
    """With half of the sections locked, chests and portals elsewhere are placed anew, those in them stay."""
    dungeon = load_example(name)
    layout = dungeon.board.layout
    locked = frozenset(section.id for section in layout.sections[: len(layout.sections) // 2])
    ground = OriginalDungeon(layout, dungeon.ruleset(), dungeon.library, VaryOptions(locked=locked))
    still = [at for at in list_object_squares(layout) if at in ground.locked_squares]
    found = list(place_anew(ground, make_dice(), Symmetry()))
    assert still
    assert {change.subject for change in found} == {"all chests", "all portals"}
    for change in found:
        assert [at for at in list_object_squares(change.layout) if at in ground.locked_squares] == still
        assert len(list_object_squares(change.layout)) == len(list_object_squares(layout))
    judged = [each for each in list_candidates(dungeon, locked) if each is not None and each.kind is ChangeKind.ANEW]
    assert judged


def list_object_squares(layout: Layout) -> list[tuple[int, int]]:
    """Return where chests and portals lie."""
    return sorted([*layout.chests, *(portal.at for portal in layout.portals)])


def list_candidates(dungeon: Dungeon, locked: frozenset[str]) -> list[Variation | None]:
    """Return the first candidates judged, with some sections locked."""
    ways = try_changes(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions(locked=locked))
    return list(islice(ways, 80))


def test_with_every_section_locked_nothing_is_placed_anew() -> None:
    """A dungeon with every section locked has nothing placed anew."""
    dungeon = load_example("gw-2021/the-burning-horseshoe")
    locked = frozenset(section.id for section in dungeon.layout.sections)
    ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions(locked=locked))
    assert list(place_anew(ground, make_dice(), Symmetry())) == []


def test_twins_of_what_is_locked_stay() -> None:
    """Mirrored copies of chests in a locked room stay as those in it do."""
    dungeon = load_example("naf-2019/the-four-winds")
    layout = dungeon.board.layout
    chest = layout.chests[0]
    locked = frozenset(
        section.id for section in layout.sections if chest in find_covered_squares(section, dungeon.library)
    )
    assert locked
    half_turn = build_symmetry(SymmetryMode.HALF_TURN, dungeon.board.squares)
    ground = OriginalDungeon(layout, dungeon.ruleset(), dungeon.library, VaryOptions(locked=locked))
    for change in place_anew(ground, make_dice(), half_turn):
        assert {chest, *half_turn.list_copies(chest)} <= set(change.layout.chests)


def test_walking_distances_in_the_notes_are_told_anew() -> None:
    """Notes that state how far the sides walk state it of the neighbour, not of the dungeon it was made from."""
    dungeon = load_example("naf-2019/the-four-winds")
    for each in list_variations(dungeon, 6):
        context = Context(build_board(each.layout, dungeon.library), dungeon.ruleset())
        assert format_distances(measure_chest_walks(context)) in " ".join(each.layout.notes.split())


def test_how_the_original_was_made_is_not_told_of_a_neighbour() -> None:
    """Command, figures and worth under `extra` are the original's; what else stands there stays."""
    (each,) = list_variations(load_example("naf-2019/the-four-winds").edit(extra={"made": {"worth": 1}, "mine": 2}), 1)
    assert each.layout.extra == {"mine": 2}


def test_a_section_to_lock_must_be_there() -> None:
    """A name that no section has is told, not passed over."""
    dungeon = load_example("gw-2021/the-burning-horseshoe")
    with pytest.raises(EditError, match="there is no section nowhere"):
        list_variations(dungeon, 1, locked=frozenset({"nowhere"}))


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_the_same_neighbours(name: str) -> None:
    """The same seed gives the layouts that are recorded, in that order; another seed others."""
    dungeon = load_example(name)
    ones, others = (list_variations(dungeon, 4, seed=seed) for seed in (4, 5))
    assert matches_record(f"neighbours of {name}", [each.layout for each in ones])
    assert [each.layout for each in ones] != [each.layout for each in others]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_dice_make_the_same_changes(name: str) -> None:
    """The first changes of each kind, before anybody asks whether they keep the rules, are those that are recorded."""
    dungeon = load_example(name)
    ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
    kinds = (move_objects, rotate_rooms, swap_rooms, replace_tiles, move_wings)
    found = [change.layout for kind in kinds for change in islice(kind(ground, make_dice()), 8)]
    assert matches_record(f"changes of {name}", found)


def make_dice() -> Random:
    """Return the same dice for every test."""
    return Random(1)


def make_board(*rows: str, chest: tuple[int, int]) -> OriginalDungeon:
    """Return rooms drawn with a letter each, and one chest."""
    names = sorted({letter for row in rows for letter in row} - {" "})
    sections = tuple(
        Section(id=name, rows=tuple("".join("." if c == name else "#" for c in row) for row in rows)) for name in names
    )
    layout = move_layout(normalise_layout(Layout(sections=sections, chests=(chest,))), (20, 20))
    return OriginalDungeon(layout, load_ruleset("naf-2019", Path()), None, VaryOptions())


def test_a_wing_is_all_that_hangs_on_one_passage() -> None:
    """The last of three rooms in a row hangs on the middle one, and the last two on the first, if not too large."""
    ground = make_board("AAAABBCC", "AAAABBCC", "AAAA    ", chest=(0, 0))
    found = {(tuple(sorted(wing.ids)), wing.base_id) for wing in find_wings(ground)}
    assert found == {(("B", "C"), "A"), (("C",), "B")}


def test_a_wing_keeps_its_passage_and_meets_no_other_floor() -> None:
    """Wherever a wing is hung, all of its floor is there, hangs together with the rest, and has its chest on it."""
    ground = make_board("AAAABBB ", "AAAA  BC", "AAAA    ", chest=(7, 1))
    found = list(move_wings(ground, make_dice()))
    said = Counter(change.message.rpartition(" ")[2] for change in found)
    assert said == {"mirrored": 2, "rotated": 14, "along": 3}
    for change in found:
        board = build_board(change.layout)
        assert len(board) == len(ground.board)
        assert len(list(find_connected_groups(board.squares))) == 1
        assert change.layout.chests[0] in board
        assert not board.overlaps


def test_rooms_are_turned_and_swapped_with_what_lies_in_them() -> None:
    """A chest in the corner of a room is in one of its corners afterwards, or in those of the room's new place."""
    ground = make_board("AAABBB", "AAABBB", "AAABBB", chest=(0, 0))
    corners = {(20, 20), (22, 20), (20, 22), (22, 22)}
    assert {change.layout.chests[0] for change in rotate_rooms(ground, make_dice())} == corners
    (swapped,) = swap_rooms(ground, make_dice())
    assert swapped.layout.chests[0] in {(x + 3, y) for x, y in corners}


def test_a_tile_is_exchanged_for_one_of_its_outline() -> None:
    """The new tile covers the very squares of the old one."""
    dungeon = load_example("gw-2021/the-burning-horseshoe")
    ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
    for change in islice(replace_tiles(ground, make_dice()), 5):
        board = build_board(change.layout, dungeon.library)
        assert board.squares == dungeon.board.squares


def test_tiles_of_other_sets_are_laid_if_named(tmp_path: Path) -> None:
    """A tile of one's own, of the outline of one that lies there, is tried once its set is named, and not before."""
    own = tmp_path / "mine"
    own.mkdir()
    squares = "squares: |\n" + 4 * "  ....\n"
    (own / "vault.yaml").write_text(f"id: mine/vault\nname: The Vault\nkind: small_room\nenclosed: true\n{squares}")
    dungeon = dd.load(EXAMPLES / "gw-2021/the-burning-horseshoe.dungeon.yaml", tiles=[str(tmp_path)])

    def laid(*sets: str) -> set[str]:
        ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions(sets=sets))
        return {section.tile for change in replace_tiles(ground, make_dice()) for section in change.layout.sections}

    assert "mine/vault" in laid("mine")
    assert "mine/vault" not in laid()


def test_items_go_where_the_ruleset_lets_them_lie() -> None:
    """No chest or portal is tried where a rule of placing says at once that it may not lie."""
    dungeon = load_example("gw-1989/set-up-1")
    ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
    for change in islice(move_objects(ground, make_dice()), 20):
        assert change.kind is ChangeKind.OBJECT
        assert len(set(list_objects(change.layout)) ^ set(list_objects(ground.layout))) == 2


def test_each_square_is_tried_once_for_each_item() -> None:
    """However lazily squares are drawn, an item comes to every square where it may lie, once; none to locked ones."""
    ground = make_board("AAABBB", "AAABBB", chest=(0, 0))
    tried_at = [change.layout.chests[0] for change in move_objects(ground, make_dice())]
    assert len(tried_at) == len(set(tried_at)) > 6
    locked = OriginalDungeon(ground.layout, ground.ruleset, None, VaryOptions(locked=frozenset({"B"})))
    assert {change.layout.chests[0] for change in move_objects(locked, make_dice())} == {
        at for at in tried_at if at[0] < 23
    }


def test_the_first_changes_are_quick_ones() -> None:
    """Items are moved before a floor is looked through for rooms and wings, so that something is soon suggested."""
    dungeon = load_example("gw-2021/the-burning-horseshoe")
    for seed in range(5):
        ground = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
        assert [change.kind for change in islice(generate_changes(ground, Symmetry(), Random(seed)), 3)] == 3 * [
            ChangeKind.OBJECT
        ]


def test_neighbours_that_differ_come_before_more_of_the_same() -> None:
    """A rotated room is among the first two variations, before more moves of one chest."""

    def made(kind: ChangeKind, subject: str, gain: float) -> Variation:
        return Variation(Layout(), kind, "", (), subject, False, (), {}, {}, gain)

    moves = [made(ChangeKind.OBJECT, "chest (1, 1)", 0.1 - at / 1000) for at in range(10)]
    turned = made(ChangeKind.ROTATE, "section A", 0.0)
    assert choose_variations([*moves, turned], 2) == [moves[0], turned]


def test_differences_are_told_in_plain_words() -> None:
    """The weightiest first, three at most, small shifts of shares left out; nothing where no figure differs."""
    before = {"chest-sum-difference": 3.0, "loops": 1.0, "dead-ends": 2.0, "open-floor": 0.5}
    after = {"chest-sum-difference": 1.0, "loops": 2.0, "dead-ends": 1.0, "open-floor": 0.9}
    assert describe_difference(before, after) == "2 steps fairer, 1 loop more, 1 dead end fewer"
    assert describe_difference(before, before) == ""
    assert describe_difference({}, {"chest-sum-difference": 4.0}) == "every team can walk to every chest"
    assert describe_difference(
        {"portal-share": 0.4, "chest-balance": 0.5}, {"portal-share": 0.41, "chest-balance": 0.51}
    ) == ("chests shared more evenly")

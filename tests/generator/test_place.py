"""Things placed on a floor: what is asked, where, and what of a layout is touched."""

from __future__ import annotations

import time
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from benchmarks.boards import build_dungeon as large_dungeon
from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon, load
from dungeon_designer.errors import PlacementError
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.figures.symmetries import find_symmetries
from dungeon_designer.findings import Level
from dungeon_designer.generator.generator_options import Placeable as Kind
from dungeon_designer.layout.model import Layout, Trap, TrapKind, normalise_layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset
from scripts.measure_proposals import count_near_pairs
from tests.generator.laid import place
from tests.generator.recorded import matches_record
from tests.oracle.dungeons import draw_dungeon
from tests.soak import count, soak

ALL = tuple(Kind)
EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = {edition: sorted((EXAMPLES / edition).glob("*.dungeon.yaml")) for edition in EDITIONS}
FILES["gw-1989-basic"] = FILES["gw-1989-expanded"] = sorted((EXAMPLES / "gw-1989").glob("*.dungeon.yaml"))
EVERY = [path for paths in FILES.values() for path in paths]
LITTLE = 0.2

HALL = """
ruleset: naf-2019
map: |
  <<..........>>
  <<..........>>
  <<..........>>
  ##..........##
  ##..........##
  ##..........##
  ##..........##
"""


def write_house_rules(folder: Path, text: str, extends: str = "naf-2019") -> Ruleset:
    """Return a house ruleset with these rules."""
    (folder / "house.toml").write_text(f'id = "house"\nname = "House"\nextends = "{extends}"\n{text}')
    assert tomllib.loads(text) is not None
    return load_ruleset("house.toml", folder)


def find_broken_rules(layout: Layout, ruleset: Ruleset, of: Dungeon) -> list[str]:
    """Return the rules that find an error or a warning."""
    found = check_board(build_board(layout, of.library), ruleset).findings
    return [finding.rule for finding in found if finding.level is not Level.INFO and finding.waived is None]


def measure_distances(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def test_no_two_chests_lie_near_each_other_across_a_wall(tmp_path: Path) -> None:
    """Even where distances are counted on foot, no two chests lie within two squares as the crow flies."""
    ruleset = write_house_rules(tmp_path, "metric = 'walk'\n")
    rows = [*["  <<" + "." * 24] * 2, "  ##" + "#" * 22 + "..", *["  >>" + "." * 24] * 2]
    lanes = Dungeon.parse("ruleset: naf-2019\nmap: |\n" + "\n".join(rows))
    for seed in range(3):
        (layout,) = place(lanes.layout, ruleset, library=lanes.library, seed=seed, effort=LITTLE)
        assert count_near_pairs(layout.chests) == 0


@soak
@pytest.mark.parametrize("path", sorted(set(EVERY))[:: count(6, 1)], ids=lambda path: path.name.partition(".")[0])
def test_the_examples_are_furnished_anew(path: Path) -> None:
    """On every example's floor things are placed so that its ruleset finds nothing, and both sides walk alike."""
    drawn = load(path)
    ruleset = drawn.ruleset()
    (layout,) = place(drawn.layout, ruleset, library=drawn.library, effort=LITTLE)
    assert find_broken_rules(layout, ruleset, drawn) == []
    survey = create_survey(build_board(layout, drawn.library), ruleset)
    assert (MEASURES["chest-steps-difference"].measure_figure(survey).value or 0) <= 1
    same = {"chests": (), "portals": (), "traps": (), "balls": 1}
    assert replace(layout, **same) == replace(normalise_layout(drawn.layout), **same)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_gets_its_numbers(edition: str) -> None:
    """A dungeon gets as many chests, portals and balls as the edition requires, portals numbered from 1."""
    drawn = load(FILES[edition][0])
    ruleset = load_ruleset(edition)
    bare = replace(drawn.layout, chests=(), portals=(), traps=(), balls=0)
    (layout,) = place(bare, ruleset, library=drawn.library, effort=LITTLE)
    assert (len(layout.chests), len(layout.portals), layout.balls) == (6, 6, 1)
    assert sorted(portal.number for portal in layout.portals) == [1, 2, 3, 4, 5, 6]


def test_a_room_for_each_chest_is_wanted() -> None:
    """A floor of gw-1989-basic needs as many sections as chests and portals."""
    basic = load_ruleset("gw-1989-basic")
    drawn = load(EXAMPLES / "gw-1989" / "set-up-1.dungeon.yaml")
    assert len(place(drawn.layout, basic, library=drawn.library, effort=LITTLE)) == 1
    with pytest.raises(PlacementError) as told:
        place(Dungeon.parse(HALL).layout, basic, effort=LITTLE)
    assert "chests-per-section" in told.value.rules


def test_counters_have_owners_and_faces() -> None:
    """Each coach of gw-1989-expanded places three nothings, two pits and a spiked pit, not in the other's End Zone."""
    drawn = load(EXAMPLES / "gw-1989" / "the-sunken-halls.dungeon.yaml")
    (layout,) = place(drawn.layout, drawn.ruleset(), library=drawn.library, effort=LITTLE)
    counters = [trap for trap in layout.traps if trap.kind is TrapKind.COUNTER]
    hands = Counter((trap.owner, trap.content) for trap in counters)
    assert sorted((str(owner), str(face), n) for (owner, face), n in hands.items()) == [
        (side, face, n) for side in ("away", "home") for face, n in (("nothing", 3), ("open_pit", 2), ("spiked_pit", 1))
    ]


def test_an_edition_without_counters_gets_none() -> None:
    """No counters are placed in an edition whose coaches have none."""
    (layout,) = place(Dungeon.parse(HALL).layout, load_ruleset("naf-2019"), effort=LITTLE)
    assert layout.traps == ()


def test_a_number_of_ones_own() -> None:
    """Nine chests and twelve portals are placed where the edition allows six or eight to twelve, with fitting balls."""
    drawn = load(EXAMPLES / "gw-1989" / "the-sunken-halls.dungeon.yaml")
    asked = {Kind.CHEST: 12, Kind.PORTAL: 8}
    (layout,) = place(drawn.layout, drawn.ruleset(), library=drawn.library, counts=asked, effort=LITTLE)
    assert (len(layout.chests), len(layout.portals), layout.balls) == (12, 8, 2)
    with pytest.raises(PlacementError) as told:
        place(drawn.layout, drawn.ruleset(), library=drawn.library, counts={Kind.CHEST: 7}, effort=LITTLE)
    assert told.value.rules == ("chest-count",)


def test_a_house_that_changes_a_number_changes_the_answer(tmp_path: Path) -> None:
    """Four chests at least eight apart: so many, and so far, are placed."""
    ruleset = write_house_rules(
        tmp_path, "[rules.chest-count]\nmin = 4\nmax = 4\n[rules.chest-spacing]\nlevel = 'must'\nmin = 6\n"
    )
    (layout,) = place(Dungeon.parse(HALL).layout, ruleset, kinds=[Kind.CHEST], effort=LITTLE)
    assert len(layout.chests) == 4
    assert min(measure_distances(a, b) for a in layout.chests for b in layout.chests if a != b) >= 6


def test_a_house_that_asks_too_much_hears_which_rule_it_is(tmp_path: Path) -> None:
    """Six chests twelve apart do not fit: chest-spacing stands in the way, and nothing else; one less far they do."""
    drawn = Dungeon.parse(HALL)
    with pytest.raises(PlacementError) as told:
        place(
            drawn.layout,
            write_house_rules(tmp_path, "[rules.chest-spacing]\nlevel = 'must'\nmin = 9\n"),
            kinds=[Kind.CHEST],
        )
    assert told.value.rules == ("chest-spacing",)
    assert "\n" not in str(told.value)
    ruleset = write_house_rules(tmp_path, "[rules.chest-spacing]\nlevel = 'must'\nmin = 4\n")
    assert len(place(drawn.layout, ruleset, kinds=[Kind.CHEST], effort=LITTLE)) == 1


def test_a_house_that_turns_a_rule_off_is_heeded(tmp_path: Path) -> None:
    """With chests-per-section off, chests fit into a dungeon of one section."""
    drawn = Dungeon.parse(HALL)
    text = "[rules.chests-per-section]\nlevel = 'off'\n[rules.chest-section]\nconnected = false\n"
    ruleset = write_house_rules(tmp_path, text, extends="gw-2021")
    assert len(place(drawn.layout, ruleset, kinds=[Kind.CHEST], effort=LITTLE)[0].chests) == 6
    with pytest.raises(PlacementError) as told:
        place(drawn.layout, load_ruleset("gw-2021"), kinds=[Kind.CHEST], effort=LITTLE)
    assert "chests-per-section" in told.value.rules


def test_halves_are_heeded(tmp_path: Path) -> None:
    """A house that asks for two of four chests in each half gets them so; three in each half of four it cannot get."""
    asked = "[rules.chest-count]\nmin = 4\nmax = 4\neach_half = {}\n[rules.chest-spacing]\nlevel = 'off'\n"
    drawn = Dungeon.parse(HALL)
    ruleset = write_house_rules(tmp_path, asked.format(2))
    (layout,) = place(drawn.layout, ruleset, kinds=[Kind.CHEST], effort=LITTLE)
    assert "chest-count" not in find_broken_rules(layout, ruleset, drawn)
    with pytest.raises(PlacementError) as told:
        place(drawn.layout, write_house_rules(tmp_path, asked.format(3)), kinds=[Kind.CHEST], effort=LITTLE)
    assert told.value.rules == ("chest-count",)


def test_distances_on_foot_are_heeded(tmp_path: Path) -> None:
    """Three chests seven steps apart fit where a wall is between them; three seven squares apart do not."""
    drawn = Dungeon.parse(HALL + "walls:\n  - {at: [2, 3], side: south, width: 8}\n")
    text = "[rules.chest-count]\nmin = 3\nmax = 3\n[rules.chest-spacing]\nlevel = 'must'\nmin = 7\n"
    with pytest.raises(PlacementError) as told:
        place(drawn.layout, write_house_rules(tmp_path, text), kinds=[Kind.CHEST], effort=LITTLE)
    assert told.value.rules == ("chest-spacing",)
    on_foot = write_house_rules(tmp_path, f"metric = 'walk'\n{text}")
    (layout,) = place(drawn.layout, on_foot, kinds=[Kind.CHEST], effort=LITTLE)
    assert "chest-spacing" not in find_broken_rules(layout, on_foot, drawn)


def test_a_room_that_only_portals_lead_to_gets_one() -> None:
    """A room behind rock is a dead one without a portal: one is placed there, since the checker says so."""
    sketch = HALL.replace("  ##..........##\n  ##..........##\n", "  ##..........##\n  ##############\n", 1)
    drawn = Dungeon.parse(sketch)
    ruleset = drawn.ruleset()
    (layout,) = place(drawn.layout, ruleset)
    assert any(portal.at[1] > 4 for portal in layout.portals)
    assert "dead-square" not in find_broken_rules(layout, ruleset, drawn)


def test_what_the_ruleset_only_advises_is_kept_where_it_can_be() -> None:
    """On a floor too small for five squares between chests they are placed all the same, but not strictly."""
    small = Dungeon.parse("ruleset: naf-2019\nmap: |\n  <<......>>\n  <<......>>\n  <<......>>\n")
    (layout,) = place(small.layout, small.ruleset(), kinds=[Kind.CHEST], effort=LITTLE)
    assert "chest-spacing" in find_broken_rules(layout, small.ruleset(), small)
    with pytest.raises(PlacementError) as told:
        place(small.layout, small.ruleset(), kinds=[Kind.CHEST], strict=True, effort=LITTLE)
    assert "chest-spacing" in told.value.rules


def test_there_is_no_floor() -> None:
    """Without a square to lie on, the rule that asks for things stands in the way."""
    with pytest.raises(PlacementError) as told:
        place(Layout(), load_ruleset("naf-2019"))
    assert told.value.rules == ("chest-count",)


@pytest.mark.parametrize("path", [FILES["naf-2019"][0], FILES["brawl-2013"][6], FILES["gw-1989-expanded"][-1]])
def test_what_lies_there_stays(path: Path) -> None:
    """With `keep`, of a dungeon half furnished all stays, and what is missing comes to it."""
    drawn = load(path)
    half = replace(drawn.layout, chests=drawn.layout.chests[::2], portals=drawn.layout.portals[:5])
    (layout,) = place(half, drawn.ruleset(), library=drawn.library, keep=True, effort=LITTLE)
    assert set(half.chests) <= set(layout.chests)
    assert set(half.portals) <= set(layout.portals)
    assert set(half.traps) <= set(layout.traps)
    assert len(layout.chests) >= 6
    assert find_broken_rules(layout, drawn.ruleset(), drawn) == []


def test_a_whole_dungeon_is_kept_as_it_is() -> None:
    """With `keep` and nothing missing the layout is what it was."""
    drawn = load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")
    assert place(drawn.layout, drawn.ruleset(), library=drawn.library, keep=True) == [normalise_layout(drawn.layout)]


@pytest.mark.parametrize("kind", [Kind.CHEST, Kind.PORTAL, Kind.BALL])
def test_only_what_is_named_is_touched(kind: Kind) -> None:
    """Only the kinds that are named are moved."""
    drawn = load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")
    (layout,) = place(drawn.layout, drawn.ruleset(), library=drawn.library, kinds=[kind], effort=LITTLE)
    fields = {Kind.CHEST: "chests", Kind.PORTAL: "portals", Kind.BALL: "balls"}
    was = normalise_layout(drawn.layout)
    changed = {field for field in Layout.__struct_fields__ if getattr(layout, field) != getattr(was, field)}
    assert changed <= {fields[kind]}
    assert find_broken_rules(layout, drawn.ruleset(), drawn) == []


def test_answers_differ() -> None:
    """Five answers are five sets of squares, all legal, the best first."""
    drawn = load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")
    found = place(drawn.layout, drawn.ruleset(), library=drawn.library, count=5, effort=LITTLE)
    squares = {(layout.chests, frozenset(portal.at for portal in layout.portals)) for layout in found}
    assert len(found) == len(squares) == 5
    assert all(find_broken_rules(layout, drawn.ruleset(), drawn) == [] for layout in found)


RECORDED = ("brawl-2013/the-classic", "naf-2019/the-four-winds", "db7s-2019/layout-05", "eagbbl/the-cleft")


@pytest.mark.parametrize("symmetry", [None, SymmetryMode.OFF])
@pytest.mark.parametrize("name", RECORDED)
def test_the_same_seed_gives_the_same_bytes(name: str, symmetry: SymmetryMode | None) -> None:
    """One seed, one answer, which is recorded; another seed, another."""
    drawn = load(EXAMPLES / f"{name}.dungeon.yaml")
    rules, found = drawn.ruleset(), []
    for seed in (3, 4):
        found += place(drawn.layout, rules, library=drawn.library, seed=seed, symmetry=symmetry, effort=LITTLE)
    assert matches_record(f"{name} furnished, {symmetry or 'as it is'}", found)
    assert found[0] != found[1]


WAYS = {
    SymmetryMode.HALF_TURN: ("naf-2019/the-four-winds", "turned by a half"),
    SymmetryMode.LEFT_RIGHT: ("naf-2019/the-grinning-skull", "mirrored left to right"),
    SymmetryMode.TOP_BOTTOM: ("db7s-2019/layout-05", "mirrored top to bottom"),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_symmetric_dungeon_stays_symmetric(way: SymmetryMode) -> None:
    """Objects placed under a symmetry come with mirrored copies, whose portal numbers follow each other."""
    name, words = WAYS[way]
    drawn = load(EXAMPLES / f"{name}.dungeon.yaml")
    (layout,) = place(drawn.layout, drawn.ruleset(), library=drawn.library, symmetry=way, effort=LITTLE)
    board = build_board(layout, drawn.library)
    assert matches_record(f"{name} furnished, {words}", [layout])
    assert words in [symmetry.description for symmetry in find_symmetries(board)]
    assert find_broken_rules(layout, drawn.ruleset(), drawn) == []


def test_an_odd_chest_lies_on_the_middle(tmp_path: Path) -> None:
    """One of five chests under a mirror is its own mirrored copy."""
    ruleset = write_house_rules(
        tmp_path, "[rules.chest-count]\nmin = 5\nmax = 5\n[rules.chest-spacing]\nlevel = 'off'\n"
    )
    sketch = "map: |\n  <<.........>>\n  <<.........>>\n  <<.........>>\n  <<.........>>\n"
    drawn = Dungeon.parse(sketch)
    (layout,) = place(drawn.layout, ruleset, kinds=[Kind.CHEST], symmetry=SymmetryMode.LEFT_RIGHT, effort=LITTLE)
    assert {(12 - x, y) for x, y in layout.chests} == set(layout.chests)
    assert sum(x == 6 for x, _ in layout.chests) % 2 == 1


def test_twin_counters_belong_to_the_coach_across() -> None:
    """Under a half turn that swaps the sides a coach's counter has a twin of the other coach's with the same face."""
    drawn = load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")
    ruleset = load_ruleset("gw-1989-expanded")
    bare = replace(drawn.layout, traps=())
    kinds = [Kind.COUNTER]
    (layout,) = place(bare, ruleset, library=drawn.library, kinds=kinds, symmetry=SymmetryMode.HALF_TURN, effort=LITTLE)
    squares = build_board(layout, drawn.library).squares
    across = (min(x for x, _ in squares) + max(x for x, _ in squares), squares[0][1] + squares[-1][1])
    counters = {trap.at: trap for trap in layout.traps}
    assert len(counters) == 12
    for (x, y), trap in counters.items():
        twin = counters[across[0] - x, across[1] - y]
        assert (twin.owner is not trap.owner, twin.content) == (True, trap.content)


def test_a_huge_floor_is_no_burden() -> None:
    """On 5,000 squares, of which not all are looked at, things are placed as legally and fairly."""
    huge, ruleset = large_dungeon(5000), load_ruleset("naf-2019")
    (layout,) = place(huge, ruleset, effort=LITTLE)
    assert _find_errors(layout, ruleset) <= _find_errors(_strip_objects(huge, ALL, False), ruleset)
    assert (
        MEASURES["chest-steps-difference"].measure_figure(create_survey(build_board(layout), ruleset)).value or 0
    ) <= 1


def test_things_are_placed_in_an_instant() -> None:
    """Twelve things on some 300 squares take less than a quarter of a second of processor time, read to checked."""
    drawn = load(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")
    took = []
    for seed in range(4):
        start = time.process_time()
        place(drawn.layout, drawn.ruleset(), library=drawn.library, seed=seed)
        took.append(time.process_time() - start)
    assert min(took) < 0.25


@soak
def test_whatever_is_answered_holds() -> None:
    """On random floors, under any edition: an answer adds no error to the floor's, keeps what it must, and repeats."""
    for seed in range(count(12, 3000)):
        chance = Random(seed)
        edition = chance.choice(EDITIONS)
        ruleset = load_ruleset(edition)
        sides = 4 if edition == "gw-2021-multiplayer" else 2
        drawn = normalise_layout(draw_dungeon(chance, size=chance.choice([12, 20, 30]), sides=sides))
        kinds = chance.choice([ALL, (Kind.CHEST,), (Kind.PORTAL, Kind.COUNTER), (Kind.PORTAL,)])
        keep, way = (
            chance.random() < 0.4,
            chance.choice([None, None, SymmetryMode.HALF_TURN, SymmetryMode.QUARTER_TURNS]),
        )
        asked = {"kinds": kinds, "keep": keep, "symmetry": way, "seed": seed, "effort": 0.1}
        try:
            (layout,) = place(drawn, ruleset, **asked)
        except PlacementError:
            continue
        assert [layout] == place(drawn, ruleset, **asked), seed
        _changes_only(drawn, layout, kinds, keep)
        assert _find_errors(layout, ruleset) <= _find_errors(_strip_objects(drawn, kinds, keep), ruleset), seed


def _find_errors(layout: Layout, ruleset: Ruleset) -> Counter[tuple[object, ...]]:
    found = check_board(build_board(layout), ruleset).findings
    return Counter((f.rule, f.message, f.squares) for f in found if f.level is Level.ERROR and f.waived is None)


def _strip_objects(layout: Layout, kinds: tuple[Kind, ...], keep: bool) -> Layout:
    """Return the floor alone."""
    if keep:
        return layout
    counters = tuple(t for t in layout.traps if t.kind is not TrapKind.COUNTER or Kind.COUNTER not in kinds)
    chests = () if Kind.CHEST in kinds else layout.chests
    portals = () if Kind.PORTAL in kinds else layout.portals
    return replace(layout, chests=chests, portals=portals, traps=counters)


def _changes_only(before: Layout, after: Layout, kinds: tuple[Kind, ...], keep: bool) -> None:
    """Return whether only objects of the kinds named have changed; with `keep`, none may be gone."""
    fields = {"chests": Kind.CHEST, "portals": Kind.PORTAL, "traps": Kind.COUNTER, "balls": Kind.BALL}
    for field in Layout.__struct_fields__:
        was, now = getattr(before, field), getattr(after, field)
        if field not in fields or fields[field] not in kinds:
            assert was == now, field
        elif keep and field != "balls":
            assert not Counter(was) - Counter(now), field
    assert [t for t in before.traps if not _make_counter(t)] == [t for t in after.traps if not _make_counter(t)]


def _make_counter(trap: Trap) -> bool:
    return trap.kind is TrapKind.COUNTER

"""How good what is placed is, held against all that there is, and against a solver that knows nothing of the search."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import load
from dungeon_designer.errors import PlacementError
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.findings import Level
from dungeon_designer.generator.generator_options import Placeable as Kind
from dungeon_designer.generator.generator_options import PlaceOptions
from dungeon_designer.generator.placement.placer import PlacedLayout, Placer
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from tests.generator.laid import place
from tests.generator.placement_proof import prove_best
from tests.oracle.dungeons import draw_dungeon
from tests.soak import count, soak

EXAMPLES = Path(__file__).parents[2] / "examples"
UNKNOWN = 1000.0

HOUSE = """
id = "few"
name = "Few"
extends = "naf-2019"
[rules.chest-count]
min = 3
max = 3
[rules.chest-spacing]
level = "must"
min = 3
"""


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """Three chests, three squares apart at least."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "few.toml").write_text(HOUSE)
    return load_ruleset("few.toml", folder)


def measure_distance(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Floor:
    """A floor and what docs/reference/commands.md compares of chests laid on it, worked out anew."""

    def __init__(self, bare: Layout, ruleset: Ruleset, better: set[Square]) -> None:
        self.bare, self.ruleset, self.better = bare, ruleset, better
        self.board = build_board(bare)
        known = check_board(self.board, ruleset).findings
        self.known = {(finding.rule, finding.message, finding.squares) for finding in known}
        set_up = create_survey(self.board, ruleset).set_up_squares
        self.ends = [self.board.squares[square] for squares in set_up.values() for square in squares]

    def worth(self, chests: tuple[Square, ...]) -> tuple[float, ...]:
        """Return the first five rows of the table; the less the better."""
        layout = replace(self.bare, chests=chests)
        board = build_board(layout, None, self.board)
        verdict, survey = check_board(board, self.ruleset), create_survey(board, self.ruleset)
        errors = [f for f in verdict.findings if f.level is Level.ERROR]
        new = sum((f.rule, f.message, f.squares) not in self.known for f in errors)
        walks = [
            MEASURES[name].measure_figure(survey).value for name in ("chest-steps-difference", "chest-sum-difference")
        ]
        things = [*chests, *(portal.at for portal in layout.portals)]
        pairs = [(a, b) for a, b in combinations(things, 2) if {a, b} & set(chests)]
        worse = sum(at not in self.better for at in chests) + sum(measure_distance(*pair) < 3 for pair in pairs)
        everything = min(measure_distance(*pair) for pair in [*pairs, *((a, b) for a in chests for b in self.ends)])
        spread = 3 * everything + min(measure_distance(*pair) for pair in combinations(chests, 2))
        return new, verdict.count_findings(Level.WARNING), worse, *(UNKNOWN if w is None else w for w in walks), -spread


@soak
def test_nothing_better_is_left(few: Ruleset) -> None:
    """On small random floors no three chests anywhere are better than those placed; where none can be, none are."""
    tried = 0
    for seed in range(count(400, 20_000)):
        if tried == count(2, 200):
            break
        chance = Random(seed)
        drawn = normalise_layout(replace(draw_dungeon(chance, size=8, zones=5), chests=(), traps=(), machines=()))
        bare = replace(drawn, portals=drawn.portals[:1])
        floor = Placer(bare, few, options=PlaceOptions(only=(Kind.CHEST,))).floor
        squares = [floor.grid.find_coordinates(at) for at in range(len(floor.grid)) if floor.grid.walkable[at]]
        if not 8 <= len(squares) <= count(15, 24) or len(floor.survey.teams) < 2:
            continue
        tried += 1
        better = {
            at
            for at in squares
            if floor.free_squares[floor.grid.find_number(at)] and floor.fair_squares[floor.grid.find_number(at)]
        }
        known = Floor(bare, few, better)
        best = min(map(known.worth, combinations(squares, 3)))
        try:
            (layout,) = place(bare, few, kinds=[Kind.CHEST])
        except PlacementError:
            assert best[0] > 0, seed
        else:
            told = 5 if UNKNOWN in best else 6  # where one side does not walk to a chest, no figure compares the walks
            assert known.worth(layout.chests)[:told] == best[:told], seed


FILES = (
    "naf-2019/the-grinning-skull",
    "db7s-2019/layout-05",
    "db7s-2019/layout-09",
    "eagbbl/the-throne-under-the-hill",
    "gw-2021/the-hungry-ladder",
)


def place_objects(name: str, seed: int) -> tuple[Placer, PlacedLayout]:
    drawn = load(EXAMPLES / f"{name}.dungeon.yaml")
    placer = Placer(drawn.layout, drawn.ruleset(), drawn.library)
    return placer, placer.find_placements(1, seed)[0]


@soak
@pytest.mark.parametrize("name", FILES[: count(2, len(FILES))])
def test_a_solver_knows_little_better(name: str) -> None:
    """CP-SAT proves the fairest and widest placement of twelve things; what is found is as fair, and 95 % as wide."""
    placer, first = place_objects(name, 1)
    best, proof = prove_best(placer, first, 300)
    assert proof.is_optimal
    assert best.verdict.is_legal(strict=True)
    for seed in range(1, 1 + count(1, 20)):
        found = place_objects(name, seed)[1].placement.score
        assert found[:5] == best.placement.score[:5]
        assert found.spread >= 0.95 * best.placement.score.spread, seed


PROVED = {
    "db7s-2019/layout-06": 25,
    "db7s-2019/layout-09": 24,
    "db7s-2019/layout-x": 26,
    "brawl-2013/dukes-of-hashut": 29,
}
"""The greatest spread a solver has proved, where chests and portals trade room for each other."""


@pytest.mark.parametrize("name", PROVED)
def test_floors_that_repeat_themselves_are_furnished_as_wide_as_any(name: str) -> None:
    """Within 5 % of the proved optimum, and as fair, by whatever seed."""
    for seed in range(1, 4):
        score = place_objects(name, seed)[1].placement.score
        assert score[:5] == (0, 0, 0, 0, 0)
        assert 0.95 * PROVED[name] <= score.spread <= PROVED[name]


def test_a_proof_improves_what_is_poor() -> None:
    """CP-SAT comes from a poor placement to the same optimum as from a good one."""
    drawn = load(EXAMPLES / "eagbbl" / "the-throne-under-the-hill.dungeon.yaml")
    placer = Placer(drawn.layout, drawn.ruleset(), drawn.library)
    poor = placer.find_placements(1, 1, effort=0.01)[0]
    good = placer.find_placements(1, 1)[0]
    spreads = {prove_best(placer, placed, 300)[0].placement.score.spread for placed in (poor, good)}
    assert len(spreads) == 1


def test_a_proof_that_has_no_time_says_so() -> None:
    """Without time nothing is proved, the answer stays, and how much more there may be is told."""
    placer, placed = place_objects("naf-2019/the-four-winds", 1)
    same, proof = prove_best(placer, placed, 0.0)
    assert (same.layout, proof.is_optimal) == (placed.layout, False)
    assert proof.bound is not None
    assert proof.bound >= placed.placement.score.spread

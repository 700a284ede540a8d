"""Mending: the race, its answers, and what an advantage is said to hang on, by games that a formula decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import pytest
from msgspec.structs import replace

import dungeon_designer as dd
from dungeon_designer.board.model import OPEN, Board
from dungeon_designer.errors import EditError
from dungeon_designer.generator import fairness_fixes
from dungeon_designer.generator.changes import ChangeKind, OriginalDungeon, move_doors
from dungeon_designer.generator.fairness_fixes import (
    FairnessFixes,
    FairnessFixOptions,
    Trial,
    TrialPlayer,
    estimate_shares,
    find_fairness_fixes,
    is_clearly_different,
    list_removals,
    run_halving_race,
)
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.match_decisions import SELDOM_DECIDED, DecidedGames, find_decided_limit
from dungeon_designer.generator.variations import try_changes
from dungeon_designer.grid import SIDES, Side, normalise_edge
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, normalise_layout
from dungeon_designer.playtest.report import build_plan
from dungeon_designer.playtest.results import Share
from dungeon_designer.playtest.teams import STYLES
from dungeon_designer.rulesets.ruleset_model import Ruleset
from tests.generator.test_vary import load_example, make_dice

HALL = dd.Dungeon.parse("""
ruleset: naf-2019
map: |
  <<....C..........>>
  <<..C......C.....>>
  <<.....1..2..C...>>
  <<...............>>
""")
PLAN = build_plan(["balanced"], 4000, seed=3)


def test_of_a_race_the_nearest_are_left_and_play_most() -> None:
    """After each lap the better half plays on, until they have twice as many rounds; the best are left, in order."""
    laps = []
    left = run_halving_race(10, lambda standing, done, until: laps.append((sorted(standing), done, until)), float)
    assert left == [0, 1]
    assert [(len(standing), done, until) for standing, done, until in laps] == [
        (10, 0, 1),
        (5, 1, 2),
        (3, 2, 4),
        (2, 4, 8),
    ]
    assert run_halving_race(0, lambda *lap: None, float) == []


def test_a_few_games_are_little_believed() -> None:
    """Far off the share it comes of, a dungeon is taken to be near it after 40 games, and as it was after many."""
    like = dict.fromkeys(STYLES, Share(0.44, 0.43, 0.45, 2500))
    after = [estimate_shares(dict.fromkeys(STYLES, Share(0.5, 0.4, 0.6, rounds)), like) for rounds in (10, 100, 2500)]
    shares = [each["balanced"] for each in after]
    assert 0.45 < shares[0] < 0.47 < shares[1] < 0.49 < shares[2] < 0.5


class Formula:
    """Workers who play no games: home wins as often as the squares of the chests say."""

    def __init__(self, until: float = float("inf"), order: int = -1) -> None:
        self._until, self._order, self.asked = until, order, 0

    def run_pieces(self, trials: Sequence[Trial]) -> Iterator[tuple[Trial, object]]:
        """Yield the winners, as `TrialPlayer` gives them, in this order or backwards; Ctrl+C after so many trials."""
        for trial in trials[:: self._order]:
            self.asked += 1
            if self.asked > self._until:
                raise KeyboardInterrupt
            games = 40 * trial.round_count
            won = (np.arange(games) + 0.5) / games < share(trial.layout)
            yield trial, np.array([~np.random.default_rng(trial.seed).permutation(won)] * len(STYLES)).astype(np.int8)


def share(layout: Layout) -> float:
    """Return home's share: a half where the chests lie in the middle; the first portal is worth a tenth."""
    middle = sum(x for x, _ in layout.chests) / len(layout.chests)
    return 0.5 + 0.03 * (9 - middle) + 0.1 * any(portal.number == 1 for portal in layout.portals)


def mend(until: float = float("inf"), order: int = -1, **options: object) -> FairnessFixes:
    """Return the hall mended by the formula."""
    original = OriginalDungeon(HALL.layout, HALL.ruleset(), HALL.library, VaryOptions(**options))  # type: ignore[arg-type]
    return find_fairness_fixes(
        original, FairnessFixOptions(plan=PLAN, locked=original.locked_ids), Formula(until, order)
    )


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness_fixes, "FIRST_RACE_SIZE", 24)


def test_answers_are_nearer_to_fair_and_legal() -> None:
    """The best comes first, is fair by the formula, is told in words, and breaks no rule the hall does not break."""
    found = mend()
    best = found.answers[0]
    assert abs(share(HALL.layout) - 0.5) > 0.08
    assert abs(share(best.layout) - 0.5) < 0.02
    assert "moved from" in best.description
    assert 1 <= len(best.changes) <= 2
    assert [round(each.value, 1) for each in best.shares.values()] == [0.5, 0.5, 0.5]
    before, after = ({each.rule for each in hall.check().open} for hall in (HALL, replace(HALL, layout=best.layout)))
    assert after <= before
    assert not found.stopped


def test_it_says_what_the_advantage_hangs_on() -> None:
    """Without portal 1 the share is nearer to a half than without anything else."""
    because = mend().cause
    assert because is not None
    assert because.description == "without portal 1 at (7, 2)"
    assert abs(because.shares["balanced"].value - share(because.layout)) < 0.01


def test_what_overlaps_in_all_styles_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dungeon whose shares overlap those of the original in every style is no answer: there is nothing to fix."""
    monkeypatch.setattr(fairness_fixes, "is_clearly_different", lambda shares, other_shares: False)
    found = mend()
    assert (found.answers, found.has_only_chance_gains, found.is_fair) == ((), True, False)
    before = dict.fromkeys(STYLES, Share(0.55, 0.53, 0.57, 100))
    assert is_clearly_different({**before, "bold": Share(0.51, 0.49, 0.52, 100)}, before)
    assert not is_clearly_different(dict.fromkeys(STYLES, Share(0.52, 0.5, 0.54, 100)), before)


def test_no_answer_is_decided_too_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where games are compiled, a dungeon whose matches are decided too seldom is no answer, and it is counted."""
    assert mend().decided_limit is None  # nothing is compiled in tests
    monkeypatch.setattr(fairness_fixes, "can_play", lambda: True)
    judged = list[Layout]()

    def judge(board: Board, ruleset: Ruleset, seed: int, limit: float) -> DecidedGames | str:
        judged.append(board.layout)
        return SELDOM_DECIDED if len(judged) % 2 else DecidedGames(0.8, 80)

    monkeypatch.setattr(fairness_fixes, "measure_decided_share", judge)
    found = mend()
    assert found.decided_limit == find_decided_limit(HALL.ruleset())
    assert all(answer.layout in judged[1::2] for answer in found.answers)
    assert found.answers
    assert found.seldom_decided_count == len(judged[::2])
    assert found.cause is not None  # without a portal it may be dull
    monkeypatch.setattr(fairness_fixes, "measure_decided_share", lambda *given: SELDOM_DECIDED)
    assert mend().answers == ()


def test_an_answer_names_what_it_moves() -> None:
    """The object that the changes move is named by the square on which it was."""
    best = mend().answers[0]
    names = [
        f"the chest at {values[0]}" if len(values) == 2 else f"portal {values[0]} at {values[1]}"
        for values in (change.values for change in best.changes)
    ]
    assert best.moved_text == " and ".join(names)


def test_the_same_seed_finds_the_same() -> None:
    """Whatever order the workers answer in."""
    assert mend(order=1) == mend(order=-1)


def test_stopped_it_keeps_what_is_known() -> None:
    """Ctrl+C while the neighbours race leaves the shares of the dungeon as it is; before that nothing is known."""
    late, early = mend(until=30), mend(until=0)
    assert late.stopped
    assert late.original_shares
    assert late.answers == ()
    assert (early.stopped, early.original_shares, early.is_fair) == (True, {}, False)


def test_a_dungeon_the_same_for_both_sides_is_not_played() -> None:
    """A dungeon whose teams a half turn exchanges is not fixed, and no match is played."""
    dungeon, workers = load_example("naf-2019/the-four-winds"), Formula(until=0)
    original = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
    found = find_fairness_fixes(original, FairnessFixOptions(plan=PLAN), workers)
    assert (found.is_fair, found.original_shares, workers.asked) == (True, {}, 0)


def test_locked_rooms_stay() -> None:
    """With all floor locked no move is found; a section there is none of is told before any game."""
    locked = frozenset(section.id for section in HALL.board.layout.sections)
    assert mend(locked=locked).answers == ()
    with pytest.raises(EditError, match="there is no section nowhere"):
        mend(locked=frozenset({"nowhere"}))


def test_each_thing_is_taken_away_once() -> None:
    """Chests, portals, traps and the ways between sections, each alone."""
    dungeon = load_example("gw-2021/the-burning-horseshoe")
    original = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
    found = list(list_removals(original))
    ways = [each for each in found if "passage from" in each.message]
    assert len(found) - len(ways) == len(original.layout.chests) + len(original.layout.portals)
    assert len(ways) == sum(junction.is_passable for junction in original.context.junctions)
    for each in ways:
        walled = replace(dungeon, layout=each.layout).board.walls
        assert walled > original.board.walls


def test_doors_move_to_other_walls() -> None:
    """A door on edges goes to other walls between two sections, a door on a square to squares between two walls."""
    rooms = (Section(id=name, at=(5 * at, 0), rows=("." * 5,) * 4, enclosed=True) for at, name in enumerate("AB"))
    layout = normalise_layout(Layout(sections=tuple(rooms), doors=(EdgeDoor(at=(4, 1), side=Side.EAST),)))
    original = OriginalDungeon(layout, HALL.ruleset(), None, VaryOptions())
    found = [each.layout.doors[0] for each in move_doors(original, make_dice())]
    assert sorted(normalise_edge(each.at, each.side) for each in found) == [((4, y), Side.EAST) for y in (0, 2, 3)]
    dungeon = load_example("gw-1989/set-up-3")
    original = OriginalDungeon(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions())
    for each in islice(move_doors(original, make_dice()), 20):
        (at,) = {door.at for door in each.layout.square_doors} - {door.at for door in original.layout.square_doors}
        ways = [original.board.get_edge_state(at, side) == OPEN for side in SIDES]
        assert ways in ([True, False] * 2, [False, True] * 2)


def test_neighbours_for_play_are_moves() -> None:
    """Things, doors and rooms move; no tile is exchanged, and nothing is placed anew."""
    dungeon = load_example("gw-1989/set-up-3")
    ways = try_changes(dungeon.board.layout, dungeon.ruleset(), dungeon.library, VaryOptions(for_match_fairness=True))
    kinds = {each.kind for each in islice(ways, 60) if each is not None}
    assert ChangeKind.OBJECT in kinds
    assert not kinds & {ChangeKind.TILE, ChangeKind.ANEW}


def test_a_trial_is_played_in_every_style() -> None:
    """The winners of one round of one pairing, four games a style; where no match can be played there are none."""
    player = TrialPlayer(HALL.layout, HALL.library, HALL.ruleset(), PLAN)
    trial = Trial(0, HALL.layout, 1, 0, 1)
    again, winners = player.play(trial)
    assert again == trial
    assert winners.shape == (len(STYLES), 4)
    assert set(winners.ravel().tolist()) <= {0, 1, 2}
    bare = replace(trial, layout=replace(HALL.layout, chests=()))
    assert player.play(bare)[1].shape == (len(STYLES), 0)


@pytest.mark.parametrize(("name", "count"), [("Western Vault", 0), ("Vault", 1)])
def test_no_room_moves_to_where_its_name_is_false(name: str, count: int) -> None:
    """Two rooms change places to balance matches only if the names of both stay true."""
    rooms = dd.Dungeon.parse(f"""
ruleset: naf-2019
sections:
  - {{id: A, at: [0, 0], kind: room, name: {name}, rows: [...., ...., ....]}}
  - {{id: C, at: [4, 0], kind: corridor, rows: [..., ..., ...]}}
  - {{id: B, at: [7, 0], kind: room, name: Kitchen, rows: [...., ...., ....]}}
""")
    rooms = replace(rooms, layout=normalise_layout(replace(rooms.layout, chests=((0, 0),))))
    options = VaryOptions(for_match_fairness=True, kinds=frozenset({ChangeKind.SWAP}))
    changes = try_changes(rooms.layout, HALL.ruleset(), rooms.library, options)
    assert sum(each is not None for each in islice(changes, 20)) == count

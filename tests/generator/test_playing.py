"""Matches on proposals: which dungeons need none, when the games are enough, and which are played on at all."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import dungeon_designer as dd
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.generator import judging, match_decisions, search
from dungeon_designer.generator.archive import Archive
from dungeon_designer.generator.descriptors import compute_worth_after_matches
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.match_fairness import (
    GAMES_PER_CHECK,
    MAX_GAMES,
    MAX_SHARE_DEVIATION,
    UNEQUAL_WINS,
    UNPLAYABLE,
    HomeWins,
    measure_home_share,
)
from dungeon_designer.generator.proposal import add_notes
from dungeon_designer.generator.search import CandidateOutcome, MatchTask, SearchTask, propose_dungeons, run_task
from dungeon_designer.layout.model import CounterContent, Layout, Portal
from dungeon_designer.layout_edits.symmetry import SymmetryMode, build_symmetry
from dungeon_designer.playtest import match, state
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.dice import seed_dice
from dungeon_designer.playtest.report import is_fair_by_symmetry
from dungeon_designer.playtest.results import GAMES_PER_ROUND
from dungeon_designer.playtest.series import Portion, PortionPlayer
from dungeon_designer.playtest.series import PortionResult as Portioned
from dungeon_designer.playtest.teams import load_team
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.library import load_library
from tests.playtest.games import CLASSIC

HALL = """
ruleset: gw-1989-expanded
map: |
  <<.......C.......>>
  <<..1.........2..>>
  <<...............>>
  <<..C.........C..>>
  <<.......C.......>>
traps:
- {kind: counter, at: [5, 2], owner: home, content: open_pit}
- {kind: counter, at: [13, 2], owner: away, content: open_pit}
"""
"""A hall that is the same for both sides when it is mirrored left to right."""


@pytest.fixture(autouse=True)
def _short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches begin with few candidates, and do not look how often games are decided: that is shown elsewhere."""
    monkeypatch.setattr(search, "MIN_ROUND_SIZE", 6)
    monkeypatch.setattr(match_decisions, "find_decided_limit", lambda ruleset: None)


def request(ruleset: str, **more: object) -> Request:
    """Return a request for dungeons of a ruleset that are to be played on."""
    return Request(ruleset=load_ruleset(ruleset), library=load_library([]), playtest=True, **more)  # type: ignore[arg-type]


def is_fair_hall(layout: Layout) -> bool:
    """Return whether the hall so changed is the same for both sides."""
    return is_fair_by_symmetry(build_board(layout, load_library([])), load_ruleset("gw-1989-expanded"))


def test_a_dungeon_is_even_when_all_that_games_know_is_the_same_for_both_sides() -> None:
    """Other faces of counters, a chest aside or rooms with other rules make an even hall uneven."""
    hall = dd.Dungeon.parse(HALL).layout
    assert is_fair_hall(hall)
    faces = replace(hall.traps[1], content=CounterContent.SPIKED_PIT)
    assert not is_fair_hall(replace(hall, traps=(hall.traps[0], faces)))
    assert not is_fair_hall(replace(hall, chests=((10, 0), *hall.chests[1:])))
    assert not is_fair_by_symmetry(
        dd.load("examples/gw-1989/set-up-3.dungeon.yaml").board, load_ruleset("gw-1989-expanded")
    )


def test_rooms_that_differ_in_rules_alone_make_a_dungeon_uneven(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rooms across the middle of which only one has rules of its own are not the same for both sides."""
    wheel = dd.load("examples/gw-2021/the-idols-wheel.dungeon.yaml")
    board, codes = wheel.board, np.zeros(len(wheel.board), dtype=np.int32)
    monkeypatch.setattr("dungeon_designer.playtest.report.build_room_codes", lambda board, ruleset: codes)
    assert is_fair_by_symmetry(board, wheel.ruleset())
    codes[board.squares.index(board.chests[0].square)] = state.ARMOURY
    assert not is_fair_by_symmetry(board, wheel.ruleset())


@pytest.mark.parametrize("name", ["naf-2019/the-four-winds", "db7s-2019/layout-07", "eagbbl/the-cleft"])
def test_every_game_on_an_even_dungeon_has_its_mirror_image(name: str) -> None:
    """Turned as the dungeon repeats itself, with portals renamed and sides exchanged, the other side wins the game."""
    dungeon = dd.load(f"examples/{name}.dungeon.yaml")
    rules, (way, turned) = dungeon.ruleset(), find_symmetry(dungeon.board, dungeon.ruleset())
    turn = next(iter(build_symmetry(way, dungeon.board.squares).list_transforms()))
    portals = tuple(
        Portal(number=portal.number, at=turn.transform_square(portal.at)) for portal in dungeon.layout.portals
    )
    image = build_board(replace(dungeon.layout, portals=portals), dungeon.library)
    plain, other = play_game(dungeon.board, rules, 0, 0), play_game(image, rules, 1, turned)
    assert plain[match.TURNS] == other[match.TURNS]
    assert plain[match.WINNER] == (2 if other[match.WINNER] == 2 else 1 - other[match.WINNER])


def find_symmetry(board: Board, ruleset: Ruleset) -> tuple[SymmetryMode, int]:
    """Return how an even dungeon repeats itself, and what `start` calls that turn."""
    from dungeon_designer.figures.symmetries import SYMMETRY_NAMES, find_symmetries

    assert is_fair_by_symmetry(board, ruleset)
    known = {
        SYMMETRY_NAMES[2, False]: (SymmetryMode.HALF_TURN, 2),
        SYMMETRY_NAMES[0, True]: (SymmetryMode.LEFT_RIGHT, 4),
        SYMMETRY_NAMES[2, True]: (SymmetryMode.TOP_BOTTOM, 6),
    }
    return next(
        known[each.description] for each in find_symmetries(board) if each.exchanges_teams and each.description in known
    )


def play_game(board: Board, ruleset: Ruleset, side: int, turned: int) -> np.ndarray:
    """Return what came of a game begun by the team on a side."""
    game, own = build_arena(board, ruleset).create_game(), load_team("balanced").player_rows
    seed_dice(game.state, 7, 0, 0)
    result = np.zeros(match.RESULT_COLUMNS, dtype=np.int64)
    match.play_match(game, side, own, own, np.array([2, 2]), CLASSIC, turned, result)
    return result


class Coins:
    """Stands for games: coins that show home with such a chance; `first` is where each portion began."""

    def __init__(self, share: float, seed: int) -> None:
        self.share, self.dice, self.first = share, np.random.default_rng(seed), list[int]()

    def play(self, portion: Portion) -> Portioned:
        self.first.append(portion.first)
        results = np.zeros((GAMES_PER_ROUND * portion.count, match.RESULT_COLUMNS), dtype=np.int32)
        results[:, match.WINNER] = self.dice.random(len(results)) >= self.share
        return Portioned(portion, results, 0)


def judge_coins(
    monkeypatch: pytest.MonkeyPatch, share: float, seed: int, is_symmetric: bool = False
) -> tuple[HomeWins | str, Coins]:
    """Return what is said of a dungeon with such a true share, and the coins."""
    coins = Coins(share, seed)
    monkeypatch.setattr(PortionPlayer, "play_portion", lambda self, portion: coins.play(portion))
    hall = dd.Dungeon.parse(HALL)
    return measure_home_share(hall.board, hall.ruleset(), 1, is_symmetric), coins


def test_games_go_on_until_they_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is played twice, a hopeless dungeon gets few, and of those kept 95 in 100 lie truly within 48 to 52 %."""
    dice, kept, games = Random(1), list[float](), list[int]()
    ready = build_hall_arena()
    monkeypatch.setattr("dungeon_designer.playtest.arena.build_arena", lambda *given: ready)
    for seed in range(800):
        share = 0.5 + dice.gauss(0, 0.03)
        found, coins = judge_coins(monkeypatch, share, seed)
        assert coins.first == list(
            range(0, GAMES_PER_CHECK // GAMES_PER_ROUND * len(coins.first), GAMES_PER_CHECK // GAMES_PER_ROUND)
        )
        assert len(coins.first) * GAMES_PER_CHECK <= MAX_GAMES
        if isinstance(found, HomeWins):
            assert found.games == GAMES_PER_CHECK * len(coins.first)
            kept.append(share)
        elif abs(share - 0.5) > 0.08:
            games.append(GAMES_PER_CHECK * len(coins.first))
    assert len(kept) > 120
    assert sum(abs(share - 0.5) <= MAX_SHARE_DEVIATION for share in kept) / len(kept) >= 0.95
    assert np.mean(games) < 700


@pytest.mark.parametrize("shares", [((1.0, 0.013),), ((0.8, 0.008), (0.2, 0.03))], ids=["alike", "a few far off"])
def test_symmetric_floors_are_kept_soon_and_rightly(
    monkeypatch: pytest.MonkeyPatch, shares: tuple[tuple[float, float], ...]
) -> None:
    """Of symmetric floors that are kept 97 in 100 lie truly within 48 to 52 %, and most of those take few games."""
    dice, kept, games = Random(2), list[float](), list[int]()
    ready = build_hall_arena()
    monkeypatch.setattr("dungeon_designer.playtest.arena.build_arena", lambda *given: ready)
    parts, spreads = zip(*shares, strict=True)
    for seed in range(400):
        share = 0.5 + dice.gauss(0, dice.choices(spreads, parts)[0])
        found, _ = judge_coins(monkeypatch, share, seed, is_symmetric=True)
        if isinstance(found, HomeWins):
            kept.append(share)
            games.append(found.games)
    assert len(kept) > 240
    assert sum(abs(share - 0.5) <= MAX_SHARE_DEVIATION for share in kept) / len(kept) >= 0.965
    assert np.mean(games) < 3400


@pytest.mark.parametrize(
    ("name", "is_symmetric"),
    [("gw-2021/the-jealous-caverns", True), ("gw-1989-basic/the-salt-courts", False)],
)
def test_six_different_boards_are_no_symmetric_floor(name: str, is_symmetric: bool) -> None:
    """A floor is symmetric if its squares are, whatever lies on them; boards of other shapes make it asymmetric."""
    dungeon = dd.load(f"examples/generated/{name}.dungeon.yaml")
    assert judging.has_symmetric_floor(dungeon.board, request(name.split("/")[0], symmetry=SymmetryMode.HALF_TURN)) == (
        is_symmetric
    )


def build_hall_arena() -> object:
    """Return the hall ready for matches."""
    hall = dd.Dungeon.parse(HALL)
    return build_arena(hall.board, hall.ruleset())


def test_a_dungeon_without_a_match_says_so() -> None:
    """A dungeon in which nobody can score lacks matches that can be played, and none is played."""
    hall = dd.Dungeon.parse("ruleset: naf-2019\nmap: <<..C..\n")
    assert measure_home_share(hall.board, hall.ruleset(), 1) == UNPLAYABLE


def test_nothing_is_played_on_even_dungeons(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for dungeons that repeat themselves finds the same with matches as without, and plays none."""
    monkeypatch.setattr(judging, "measure_home_share", lambda *given: pytest.fail("a match was played"))
    asked = request("naf-2019", seed=3)
    with_matches, without = propose_dungeons(asked, 2), propose_dungeons(dataclasses.replace(asked, playtest=False), 2)
    assert with_matches.archive.proposals == without.archive.proposals


class Backwards:
    """Workers that answer in another order, and remember what they were asked to play on."""

    def __init__(self, asked: Request) -> None:
        self.asked, self.lots = asked, list[list[int]]()

    def run_pieces(self, pieces: Sequence[SearchTask]) -> Iterable[CandidateOutcome]:
        if pieces and isinstance(pieces[0], MatchTask):
            self.lots.append([piece.number for piece in pieces if isinstance(piece, MatchTask)])
        return [run_task(self.asked, piece) for piece in reversed(pieces)]


def judge_by_size(board: Board, ruleset: Ruleset, *given: object) -> HomeWins | str:
    """Judge in place of matches: every third floor is unequal."""
    return HomeWins(0.5 + len(board) % 3 * 0.005, 400) if len(board) % 3 else UNEQUAL_WINS


def test_only_what_the_archive_would_keep_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches come last, on no more dungeons than are missing, and the same are kept whoever answers first."""
    monkeypatch.setattr(judging, "measure_home_share", judge_by_size)
    asked = request("naf-2019", symmetry=SymmetryMode.OFF, seed=1)  # with it no dungeon displaces a similar one
    backwards = Backwards(asked)
    found = propose_dungeons(asked, 4, workers=backwards)
    assert len(found.archive) >= 4
    assert len(backwards.lots[0]) == 4
    assert all(sorted(lot) == lot and len(lot) <= 4 for lot in backwards.lots)
    assert found.archive.encode_archive() == propose_dungeons(asked, 4).archive.encode_archive()
    assert found.refusal_counts[UNEQUAL_WINS] == sum(map(len, backwards.lots)) - len(found.archive)


def test_closer_to_a_half_is_worth_more_and_told() -> None:
    """A dungeon whose teams win more equally is worth more; `extra` states share and games."""
    assert (
        compute_worth_after_matches(0.9, 0.5)
        == 0.9
        > compute_worth_after_matches(0.9, 0.49)
        == compute_worth_after_matches(0.9, 0.51)
    )
    asked = request("naf-2019", seed=2)
    proposal = propose_dungeons(dataclasses.replace(asked, playtest=False), 1).archive.proposals[0]
    told = replace(proposal, figures={**proposal.figures, "home-wins": 0.503, "games": 2400.0})
    figures = add_notes(told, asked, "", "naf-2019").extra["made"]["figures"]
    assert (figures["home-wins"], figures["games"]) == (0.503, 2400)


def test_an_archive_admits_what_it_would_keep() -> None:
    """To ask changes nothing, and the answer is what entering comes to: a dungeon is not admitted twice."""
    asked = dataclasses.replace(request("naf-2019", seed=3), playtest=False)
    proposals = propose_dungeons(asked, 3).archive.proposals
    archive = Archive(asked, 3)
    for proposal in proposals:
        before = archive.encode_archive()
        admitted = archive.can_enter(proposal)
        assert archive.encode_archive() == before
        assert archive.enter_proposal(proposal) == admitted
        assert not archive.can_enter(proposal)

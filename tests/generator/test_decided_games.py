"""Proposed dungeons are worth playing: their matches are decided about as often as those of the named dungeons."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import dungeon_designer as dd
from dungeon_designer.generator import judging, match_decisions, search
from dungeon_designer.generator.archive import read_archive
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.match_decisions import (
    GAMES_BY_LOOK,
    SELDOM_DECIDED,
    DecidedGames,
    find_decided_limit,
    find_required_decided_share,
    measure_decided_share,
)
from dungeon_designer.generator.match_fairness import UNPLAYABLE
from dungeon_designer.generator.proposal import DECIDED_FIGURE
from dungeon_designer.generator.search import propose_dungeons
from dungeon_designer.playtest import match
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.results import GAMES_PER_ROUND
from dungeon_designer.playtest.series import Portion, PortionPlayer, PortionResult
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_library
from tests.playtest.games import HALL

LIMIT = 0.62


@pytest.fixture(autouse=True)
def _short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches begin with few candidates: what is shown here does not take more."""
    monkeypatch.setattr(search, "MIN_ROUND_SIZE", 6)


def build_request(ruleset: str = "naf-2019", **options: object) -> Request:
    """Return a request for dungeons that are to be played on."""
    return Request(ruleset=load_ruleset(ruleset), library=load_library([]), playtest=True, **options)  # type: ignore[arg-type]


class Coins:
    """Stands for matches: coins that show a decided match with such a chance; `played` is each round of a pairing."""

    def __init__(self, share: float, seed: int) -> None:
        self.share, self.dice, self.played = share, np.random.default_rng(seed), list[tuple[int, int]]()

    def play(self, portion: Portion) -> PortionResult:
        """Return the results of a portion."""
        self.played += [(portion.pairing, portion.first + number) for number in range(portion.count)]
        results = np.zeros((GAMES_PER_ROUND * portion.count, match.RESULT_COLUMNS), dtype=np.int32)
        results[:, match.HAS_TOUCHDOWN] = self.dice.random(len(results)) < self.share
        return PortionResult(portion, results, 0)


def test_matches_go_on_until_it_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """No round is played twice; of the dungeons kept 98 in 100 are decided often enough, and few good ones are lost."""
    hall = dd.Dungeon.parse(HALL.format(ruleset="naf-2019"))
    arena = build_arena(hall.board, hall.ruleset())
    monkeypatch.setattr("dungeon_designer.playtest.arena.build_arena", lambda *given: arena)
    dice, kept, good, games = np.random.default_rng(1), list[float](), list[bool](), list[int]()
    for seed in range(600):
        coins = Coins(LIMIT + dice.uniform(-0.25, 0.3), seed)
        monkeypatch.setattr(PortionPlayer, "play_portion", lambda self, portion, coins=coins: coins.play(portion))
        result = measure_decided_share(hall.board, hall.ruleset(), 1, LIMIT)
        assert len(set(coins.played)) == len(coins.played)
        assert len(coins.played) * GAMES_PER_ROUND in GAMES_BY_LOOK
        games.append(len(coins.played) * GAMES_PER_ROUND)
        if isinstance(result, DecidedGames):
            assert result.games == games[-1]
            kept.append(coins.share)
        else:
            assert result == SELDOM_DECIDED
        if coins.share > LIMIT + 0.06:
            good.append(isinstance(result, DecidedGames))
    assert sum(share >= LIMIT for share in kept) / len(kept) >= 0.98
    assert sum(good) / len(good) >= 0.95
    assert np.mean(games) < 200


def test_a_dungeon_without_a_match_says_so() -> None:
    """A dungeon in which nobody can score lacks matches that can be played."""
    hall = dd.Dungeon.parse("ruleset: naf-2019\nmap: <<..C..\n")
    assert measure_decided_share(hall.board, hall.ruleset(), 1, LIMIT) == UNPLAYABLE


def test_real_matches_give_the_same_answer_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dungeon and seed give the same share of decided matches."""
    monkeypatch.setattr(match_decisions, "GAMES_BY_LOOK", (40,))
    hall = dd.Dungeon.parse(HALL.format(ruleset="naf-2019"))
    first, second = (measure_decided_share(hall.board, hall.ruleset(), 3, 0.05) for _ in range(2))
    assert isinstance(first, DecidedGames)
    assert first == second


def test_symmetric_dungeons_are_played_on_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search keeps no dungeon that is decided too seldom, also where symmetry makes it fair, and stores the share."""
    request = build_request(seed=3)
    answers = iter([SELDOM_DECIDED, *[DecidedGames(0.8, 80)] * 20])
    monkeypatch.setattr(judging, "measure_decided_share", lambda *given: next(answers))
    result = propose_dungeons(request, 2)
    assert result.refusal_counts[SELDOM_DECIDED] == 1
    assert {proposal.figures[DECIDED_FIGURE] for proposal in result.archive.proposals} == {0.8}
    data = result.archive.encode_archive()
    assert len(read_archive(data, "", request, 2)) == len(result.archive) >= 2
    old_data = data.replace(f'"{DECIDED_FIGURE}"'.encode(), b'"older"')  # an older program did not look
    assert len(read_archive(old_data, "", request, 2)) == 0


def test_where_the_share_cannot_be_judged_nothing_is_played() -> None:
    """Without matches, or with fewer than two named dungeons, no share is required; db7s-2019 is content with any."""
    assert find_required_decided_share(build_request("gw-1989-expanded")) is None
    assert find_required_decided_share(dataclasses.replace(build_request(), playtest=False)) is None
    assert find_required_decided_share(build_request("db7s-2019")) == 0
    assert find_required_decided_share(build_request()) == find_decided_limit(load_ruleset("naf-2019"))

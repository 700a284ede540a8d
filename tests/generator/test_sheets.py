"""Sheets of new floors beside the named dungeons: hazards, furniture and routes as often as there, and true names."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.figures.character import find_dead_ends
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.generator.generator_options import build_random_genome
from dungeon_designer.generator.search import choose_grower
from dungeon_designer.kinds import ObstacleKind
from scripts.measure_proposals import count_passed_sections, list_features
from tests.soak import count, soak

from .test_search import request

FURNITURE = {*(kind.value for kind in ObstacleKind), "cliff", "rope_bridge"}


@cache
def grow_boards(edition: str, tries: int) -> tuple[Board, ...]:
    """Return the boards of the floors that the first dice grow."""
    asked = request(edition)
    grow, seeds = choose_grower(asked), range(tries)
    floors = (grow(asked, build_random_genome(Random(seed)), Random(seed)) for seed in seeds)
    return tuple(build_board(floor, asked.library) for floor in floors if floor)


def count_passed(board: Board, edition: str) -> int:
    """Return how many sections all must pass between the teams."""
    return count_passed_sections(create_survey(board, request(edition).ruleset))


@soak
def test_brawl_has_its_hazards_and_routes_around() -> None:
    """Pits, trapdoors, leaps, bridges or machines are on two floors of three; half have no section all must pass."""
    boards = grow_boards("brawl-2013", count(60, 600))
    features = [set(list_features(board)) for board in boards]
    assert sum(map(bool, features)) >= len(boards) * 2 / 3
    occurring = set().union(*features)
    assert occurring >= {"open_pit", "spiked_pit", "trapdoor", "leap-edge", "bridge", "lava", "chasm"}
    assert sum(not count_passed(board, "brawl-2013") for board in boards) >= len(boards) / 2


@soak
def test_eagbbl_has_furniture() -> None:
    """Three floors of four have furniture, thrones, cliffs and rope bridges among it."""
    features = [set(list_features(board)) & FURNITURE for board in grow_boards("eagbbl", count(80, 600))]
    assert sum(map(bool, features)) >= len(features) * 3 / 4
    assert set().union(*features) >= {"throne", "cliff", "rope_bridge", "statue", "fountain"}


@soak
def test_few_floors_of_cards_are_chains() -> None:
    """Of the floors of gw-2021 at most one of three has five or more sections that all must pass."""
    boards = grow_boards("gw-2021", count(60, 600))
    assert sum(count_passed(board, "gw-2021") >= 5 for board in boards) <= len(boards) / 3


@soak
@pytest.mark.parametrize("edition", ["naf-2019", "eagbbl", "gw-1989-expanded"])
def test_a_fountain_court_has_a_fountain_and_a_throne_room_a_throne(edition: str) -> None:
    """A room is called after a fountain, a throne or an idol only if it has one."""
    kind_by_word = {"Fountain": "fountain", "Throne": "throne", "Idol": "idol"}
    for board in grow_boards(edition, count(40, 600)):
        for section in board.sections:
            for word, kind in kind_by_word.items():
                if word in section.name:
                    assert kind in {board.obstacle_at[at].value for at in section.squares if at in board.obstacle_at}


@soak
def test_floors_of_all_tiles_have_dead_ends_for_chests() -> None:
    """Half of the floors of db7s-2019 have a dead end, as half of its named dungeons have."""
    ruleset, boards = request("db7s-2019").ruleset, grow_boards("db7s-2019", count(16, 300))
    dead_ends = [find_dead_ends(create_survey(board, ruleset)) for board in boards]
    assert sum(map(bool, dead_ends)) >= len(boards) / 2

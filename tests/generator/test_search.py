"""Whole searches with fixed seeds: what is proposed keeps what was asked, whoever shares the work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer.board.build import build_board
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.generator import search
from dungeon_designer.generator.archive import MAX_LIKENESS, Archive, measure_likeness, read_archive
from dungeon_designer.generator.descriptors import has_fair_walks
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.generator.judging import _list_unmet_options
from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.generator.search import Candidate, CandidateOutcome, build_search_work, propose_dungeons
from dungeon_designer.grid import find_bounds
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import Layout, Section, list_teams
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rules import checker
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.tiles.library import load_library
from dungeon_designer.workers import open_workers
from tests.generator.recorded import matches_record
from tests.soak import count, sample, soak

HOUSE = Path("examples/house-rules")
DRAWN = ("naf-2019", "eagbbl", "gw-1989-expanded")
"""Editions whose floors are drawn freely."""

MANY, FIRST_ROUND = count(4, 6), count(6, 16)


@pytest.fixture(autouse=True, scope="module")
def _small_rounds() -> Iterator[None]:
    """Rounds begin with few candidates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "MIN_ROUND_SIZE", FIRST_ROUND)
        yield


def request(ruleset: str, **more: object) -> Request:
    """Return a request for dungeons of a ruleset."""
    return Request(ruleset=load_ruleset(ruleset), library=load_library([]), **more)  # type: ignore[arg-type]


@cache
def propose(ruleset: str, number: int = MANY, symmetry: SymmetryMode = SymmetryMode.HALF_TURN) -> tuple[Proposal, ...]:
    """Return some dungeons proposed for a ruleset."""
    return tuple(propose_dungeons(request(ruleset, symmetry=symmetry), number).archive.choose_proposals())


@pytest.mark.parametrize("ruleset", DRAWN)
def test_proposals_are_legal_and_walk_fairly(ruleset: str) -> None:
    """All that is proposed passes a strict check, and both sides walk as far to all chests."""
    rules = load_ruleset(ruleset)
    assert len(propose(ruleset)) == MANY
    for proposal in propose(ruleset):
        board = build_board(proposal.layout, load_library([]))
        assert checker.check_board(board, rules).is_legal(strict=True)
        assert has_fair_walks(create_survey(board, rules), is_symmetric=True)


@pytest.mark.parametrize("symmetry", [SymmetryMode.LEFT_RIGHT, SymmetryMode.TOP_BOTTOM, SymmetryMode.OFF])
def test_every_symmetry_is_kept(symmetry: SymmetryMode) -> None:
    """Whatever the symmetry, dungeons are found, legal and fair as it asks; each says so itself where it has one."""
    rules = load_ruleset("naf-2019")
    for proposal in propose("naf-2019", 2, symmetry):
        board = build_board(proposal.layout, load_library([]))
        assert checker.check_board(board, rules).is_legal(strict=True)
        assert has_fair_walks(create_survey(board, rules), is_symmetric=symmetry is not SymmetryMode.OFF)
        if symmetry is not SymmetryMode.OFF:
            assert proposal.figures["area-balance"] == 1


def test_what_is_asked_of_a_floor_may_just_be_kept() -> None:
    """A floor may be as large as the table, and of the fewest or most squares asked; by one more it is not."""
    board = build_board(Layout(sections=(Section(id="A", rows=("." * 9,) * 5),)), load_library([]))
    for fit, squares, broken in (
        ((5, 9), (45, 45), []), ((9, 5), (10, 45), []), ((4, 9), (45, 50), ["--fit"]),
        ((5, 8), (46, 50), ["--squares", "--fit"]),
        ((9, 9), (10, 44), ["--squares"]),
    ):  # fmt: skip
        assert list(_list_unmet_options(board, request("naf-2019", fit=fit, squares=squares))) == broken


@pytest.mark.parametrize("ruleset", DRAWN)
def test_no_two_proposals_are_alike(ruleset: str) -> None:
    """No two of a set share more than 85 % of their squares, however they are laid on each other."""
    floors = [build_board(proposal.layout, load_library([])).squares for proposal in propose(ruleset)]
    assert all(measure_likeness(one, other) <= MAX_LIKENESS for one, other in combinations(floors, 2))


def test_a_proposal_is_a_sketch_like_any_other() -> None:
    """Written as a sketch and read again a dungeon is the same; it has a name, letters, and rooms with names."""
    names = set()
    for proposal in propose("naf-2019"):
        text = write_sketch(proposal.layout)
        assert read_layout(text.encode(), "a.dungeon.yaml") == proposal.layout
        assert "\nsections: |\n" in text
        rooms = [section for section in proposal.layout.sections if str(section.kind) == "room"]
        assert rooms
        assert all(room.name for room in rooms)
        assert len({room.name for room in rooms}) == len(rooms)
        names.add(proposal.layout.name)
    assert len(names) == len(propose("naf-2019"))


@pytest.mark.parametrize("ruleset", DRAWN)
def test_the_same_seed_gives_the_same_dungeons(ruleset: str) -> None:
    """The proposals of a seed are those recorded, names and all."""
    assert matches_record(f"two of {ruleset}", [proposal.layout for proposal in propose(ruleset)[:2]])


def test_the_same_seed_gives_the_same_archive_on_any_number_of_processes() -> None:
    """One process and two write the same archive, byte for byte; another seed another."""
    asked = request("naf-2019", seed=5)
    with ExitStack() as stack:
        shared = propose_dungeons(asked, MANY, workers=open_workers(build_search_work(asked), 2, None, stack))
    alone = propose_dungeons(asked, MANY)
    assert shared.archive.encode_archive() == alone.archive.encode_archive()
    assert propose("naf-2019") != tuple(alone.archive.choose_proposals())


def test_a_search_goes_on_from_its_archive() -> None:
    """An archive that is written and read goes on as the search itself would have gone on."""
    asked = request("brawl-2013", seed=2)
    first = propose_dungeons(asked, 2).archive
    more = len(first) + 1
    again = read_archive(first.encode_archive(), "archive.json", asked, more)
    assert (again.rounds, again.proposals) == (first.rounds, first.proposals)
    assert (
        propose_dungeons(asked, more, archive=again).archive.encode_archive()
        == propose_dungeons(asked, more, archive=first).archive.encode_archive()
    )
    assert again.rounds > 1


class Stopping:
    """Workers that are stopped after so many candidates."""

    def __init__(self, asked: Request, after: int) -> None:
        self.asked, self.after = asked, after

    def run_pieces(self, candidates: list[Candidate]) -> list[CandidateOutcome]:
        """Return some results, then raise KeyboardInterrupt as Ctrl+C does."""
        from dungeon_designer.generator.search import run_task

        def each():  # type: ignore[no-untyped-def]
            for number, candidate in enumerate(candidates):
                if number == self.after:
                    raise KeyboardInterrupt
                yield run_task(self.asked, candidate)

        return each()  # type: ignore[no-any-return]


def test_what_was_found_before_ctrl_c_is_kept() -> None:
    """A search that is stopped in the middle of its first round has what it found till then."""
    asked = request("naf-2019", seed=1)
    stopped = propose_dungeons(asked, 50, workers=Stopping(asked, 5))  # type: ignore[arg-type]
    assert stopped.end_reason == "stopped"
    assert stopped.candidate_count == 5
    assert 0 < len(stopped.archive) <= 5
    assert stopped.archive.rounds == 0


def test_squares_and_table_are_kept() -> None:
    """With other numbers of squares, and a table they must fit, all dungeons have them and fit."""
    asked = request("eagbbl", squares=(200, 220), fit=(30, 18))
    for proposal in propose_dungeons(asked, 2).archive.proposals:
        squares = build_board(proposal.layout, load_library([])).squares
        assert 200 <= len(squares) <= 220
        _, size = find_bounds(squares)
        assert sorted(size) <= [18, 30]
        assert max(size) <= 30


def test_rooms_asked_for_occur() -> None:
    """Rooms that are named in the request are in every dungeon."""
    asked = request("naf-2019", rooms=("The Wine Cellar", "Privy"))
    proposals = propose_dungeons(asked, 2).archive.proposals
    assert len(proposals) >= 2
    for proposal in proposals:
        assert {"The Wine Cellar", "Privy"} <= {section.name for section in proposal.layout.sections}


@pytest.mark.parametrize(
    ("house", "symmetry"), [("kings-cup", SymmetryMode.HALF_TURN), ("three-crowns", SymmetryMode.OFF)]
)
def test_house_rules_change_what_comes(house: str, symmetry: SymmetryMode) -> None:
    """A house ruleset's numbers are kept without a line of code: squares, chests, sides."""
    path = str(HOUSE / f"{house}.toml")
    rules = load_ruleset(path)
    asked = request(path, team_count=rules.team_count.min_teams, symmetry=symmetry)
    proposals = propose_dungeons(asked, 2).archive.proposals
    assert len(proposals) >= 2
    for proposal in proposals:
        assert proposal.layout.sides == list_teams(rules.team_count.min_teams)
        assert checker.check_board(build_board(proposal.layout, load_library([])), rules).is_legal(strict=True)
    if house == "kings-cup":
        assert all(180 <= proposal.figures["squares"] <= 220 for proposal in proposals)


def test_a_wider_house_has_wider_ways(tmp_path: Path) -> None:
    """A house ruleset whose ways are three wide gets dungeons with such ways, what stands in halls looked through."""
    (tmp_path / "wide.toml").write_text(
        'id = "wide"\nname = "Wide"\nextends = "naf-2019"\n[rules.corridor-width]\nwidth = 3\n'
    )
    wide = str(tmp_path / "wide.toml")
    proposals = propose_dungeons(request(wide), 2).archive.proposals
    assert len(proposals) >= 2
    floors = [dd.Dungeon(proposal.layout).edit(obstacles=(), terrain=()) for proposal in proposals]
    assert all(floor.analyse(wide)["open-floor"].one > 0.9 for floor in floors)


def test_a_search_without_an_answer_ends_and_says_what_stood_in_the_way() -> None:
    """A search for squares that the ruleset forbids finds nothing and names the rule."""
    none = propose_dungeons(request("naf-2019", squares=(100, 120)), 1, seconds=0.1)
    assert not len(none.archive)
    assert "square-count" in none.refusal_counts


@soak
@pytest.mark.parametrize("ruleset", sample(DRAWN, 1))
def test_many_seeds_give_legal_and_different_dungeons(ruleset: str) -> None:
    """With any seed there are dungeons, legal, fair and unlike each other."""
    for seed in range(count(1, 40)):
        asked = request(ruleset, seed=100 + seed)
        archive = propose_dungeons(asked, count(4, 50)).archive
        boards = [build_board(proposal.layout, load_library([])) for proposal in archive.proposals]
        assert all(checker.check_board(board, asked.ruleset).is_legal(strict=True) for board in boards)
        pairs = combinations([board.squares for board in boards], 2)
        assert all(measure_likeness(one, other) <= MAX_LIKENESS for one, other in pairs)


def test_an_archive_holds_as_many_as_wanted_and_no_cell_is_lost() -> None:
    """A full archive loses the worst dungeon of its fullest cells; every cell keeps its best."""
    archive = Archive(request("naf-2019"), 2)
    for proposal in propose("naf-2019"):
        archive.enter_proposal(proposal)
    cells = {proposal.cell for proposal in propose("naf-2019")}
    assert set(archive.proposals_by_cell) == cells
    assert len(archive) == max(2, len(cells))

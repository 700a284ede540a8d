"""Judge floors: place objects, check all rules, and measure fairness and the figures of `analyse`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

from msgspec.structs import replace

from dungeon_designer.analysis.stock import count_needed_tiles
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.errors import PlacementError, PlaytestError
from dungeon_designer.figures.survey import Survey
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import Constraints, read_constraints
from dungeon_designer.generator.descriptors import (
    DESCRIPTORS,
    compute_worth,
    compute_worth_after_matches,
    find_cell,
    has_fair_walks,
    read_figure,
    read_figures,
)
from dungeon_designer.generator.generator_options import Genome, PlaceOptions, Request
from dungeon_designer.generator.match_decisions import find_required_decided_share, measure_decided_share
from dungeon_designer.generator.match_fairness import measure_home_share
from dungeon_designer.generator.placement.placer import Placer
from dungeon_designer.generator.proposal import DECIDED_FIGURE, GAMES_FIGURE, HOME_WINS_FIGURE, Proposal, Refusal
from dungeon_designer.generator.wishes import list_unmet_descriptors, list_unmet_places
from dungeon_designer.grid import find_bounds, measure_distance
from dungeon_designer.kinds import SectionKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import SymmetryMode, build_symmetry
from dungeon_designer.rules import checker
from dungeon_designer.rules.floor_requirements import ZonesApart
from dungeon_designer.rules.rule_registry import list_rules, read_floor_requirements
from dungeon_designer.rules.rule_stage import RuleStage

PROPOSAL_FIGURES = (
    *(descriptor.figure for descriptor in DESCRIPTORS),
    *("squares", "chest-sum-difference", "area-balance", "dead-ends", "pocket-squares"),
)
"""The figures that a proposal stores."""

SHORT_WALK = "a walk from zone to zone as in the named dungeons"
CHESTS_APART, MIN_CHEST_DISTANCE, MIN_SQUARES_PER_CHEST = "chests apart", 3, 25
"""What a dungeon lacks if two chests lie nearer to each other than so many squares, with or without walls between; and
how much floor each chest needs, so that other sites can be found."""
UNFAIR_WALKS = "equal walks to the chests"
"""What a dungeon lacks if one team walks farther. Most editions have no such rule."""
NICHE_FACTOR, ALL_TILES_NICHE_FACTOR = 2.0, 1.3
"""How much more often than in named dungeons chests lie in dead ends: on floors of tiles chosen from a stock, of which
about half have a dead end, and on floors that use all tiles of a stock, of which about three in four have one."""
PLACEMENT_EFFORT = 0.2
"""The share of the normal placement effort that is spent on a candidate."""
MAX_ANSWERS = 4
"""How many placements are compared for one in which portals matter little."""


def list_floor_rules() -> tuple[str, ...]:
    """Return the names of the rules that a floor keeps or breaks before any object is placed on it."""
    return tuple(rule.name for rule in list_rules() if rule.stage is not RuleStage.OBJECTS)


def _list_distance_rules(request: Request) -> list[str]:
    """Return the names of the rules about how far apart end zones lie, which take longest to check on a floor."""
    required = read_floor_requirements(request.ruleset, request.team_count)
    return [stated.rule for stated in required.list_stated(ZonesApart)]


def judge_floor(floor: Layout, request: Request, genome: Genome, seed: int) -> Proposal | Refusal:
    """Complete a floor to a dungeon and return it, or what it fails to meet.

    First the floor alone is tested, which is fast. Then objects are placed on it, and the dungeon must meet the rules,
    the options of the request, a minimum number of steps between the end zones and equally long walks of the teams to
    the chests. If the genome wants little use of portals, up to MAX_ANSWERS placements are tried, and the one where
    portals save the smallest share of the walking is taken.

    Args:
        floor: The floor, without chests, portals, balls and counters.
        request: The request to meet.
        genome: The targets that the floor was grown for.
        seed: The seed of the placement.

    Returns:
        The dungeon with its figures and its worth; or a refusal with the names of the rules and options that it does
        not meet, as the user writes them, such as `chest-spacing` or `--fit`.
    """
    constraints = read_constraints(request)
    options = PlaceOptions(
        symmetry=request.symmetry if request.is_symmetric else None,
        seed=seed,
        style=request.style,
        dead_end_factor=_find_dead_end_factor(floor, constraints),
    )
    try:
        placer = Placer(floor, request.ruleset, request.library, options)
        last_rules = _list_distance_rules(request)
        floor_rules = [name for name in list_floor_rules() if name not in last_rules]
        floor_verdict = checker.check_context(placer.floor.context, floor_rules)
        if unmet := (*_list_unmet_options(placer.floor.board, request), *_list_broken_rules(floor_verdict)):
            return Refusal(unmet)
        if not _has_long_walk(placer.floor.survey, constraints):  # objects make walks longer by little, if at all
            return Refusal((SHORT_WALK,))
        if unmet := _list_broken_rules(checker.check_context(placer.floor.context, last_rules)):
            return Refusal(unmet)
        placements = placer.find_placements(
            1 if genome.portals >= 0.5 else MAX_ANSWERS, seed, strict=True, effort=PLACEMENT_EFFORT
        )
    except PlacementError as error:
        return Refusal(tuple(error.rules))
    surveys = [Survey(placement.context) for placement in placements]
    portal_shares = [read_figure("portal-share", survey) or 0.0 for survey in surveys] if len(surveys) > 1 else [0.0]
    best_index = portal_shares.index(min(portal_shares))
    survey = surveys[best_index]
    cell = find_cell(survey)
    if unmet := (
        *_list_unmet_options(survey.board, request),
        *list_unmet_descriptors(cell, request),
        *_list_broken_rules(placements[best_index].verdict),
    ):
        return Refusal(unmet)
    if not _has_long_walk(survey, constraints):
        return Refusal((SHORT_WALK,))
    if not has_fair_walks(survey, request.is_symmetric):
        return Refusal((UNFAIR_WALKS,))
    if _has_near_chests(survey.board):
        return Refusal((CHESTS_APART,))
    return Proposal(
        layout=survey.board.layout,
        cell=cell,
        worth=compute_worth(survey),
        figures=read_figures(survey, PROPOSAL_FIGURES),
        wishes=genome,
        seed=seed,
    )


def _find_dead_end_factor(floor: Layout, constraints: Constraints) -> float:
    """Return how much more often than in named dungeons chests lie in dead ends, where a floor has some.

    It is more than 1 on floors of tiles, since some of them have no dead end. Boards have as many as in named dungeons.
    """
    if SectionKind.BOARD in constraints.section_bounds or not any(section.tile for section in floor.sections):
        return 1.0
    return ALL_TILES_NICHE_FACTOR if constraints.must_use_all_tiles else NICHE_FACTOR


def _has_long_walk(survey: Survey, constraints: Constraints) -> bool:
    """Return whether the steps between the end zones are as many as in the named dungeons, or as the user wishes."""
    return (read_figure("zone-steps", survey) or 0.0) >= constraints.min_walk_steps


def _has_near_chests(board: Board) -> bool:
    """Return whether two chests are nearer than MIN_CHEST_DISTANCE on a floor that is large enough for other sites."""
    chests = board.layout.chests
    return len(board) >= MIN_SQUARES_PER_CHEST * len(chests) and any(
        measure_distance(first, second) < MIN_CHEST_DISTANCE for first, second in combinations(chests, 2)
    )


def needs_no_matches(proposal: Proposal, request: Request) -> bool:
    """Return whether a dungeon can be proposed without playing matches on it.

    That is so if the request does not ask for matches. It is also so if a symmetry of the dungeon makes the teams'
    chances equal, and matches need not be decided with some frequency.
    """
    if not request.playtest:
        return True
    return not find_required_decided_share(request) and is_fair_without_matches(proposal, request)


def is_fair_without_matches(proposal: Proposal, request: Request) -> bool:
    """Return whether a symmetry of a proposed dungeon makes the teams' chances equal."""
    from dungeon_designer.playtest.report import is_fair_by_symmetry

    return is_fair_by_symmetry(build_board(proposal.layout, request.library), request.ruleset)


def has_symmetric_floor(board: Board, request: Request) -> bool:
    """Return whether the request's symmetry moves the floor squares of a dungeon onto themselves.

    What lies on them may differ. Floors of tiles that are all different, such as six cardboard boards, are not
    symmetric even if the request wants a symmetry.
    """
    if request.symmetry is SymmetryMode.OFF:
        return False
    squares = set(board.squares)
    transforms = build_symmetry(request.symmetry, list(squares)).list_transforms()
    return all(set(map(transform.transform_square, squares)) == squares for transform in transforms)


def judge_by_matches(proposal: Proposal, request: Request) -> Proposal | Refusal:
    """Play matches on a proposed dungeon; return the proposal with their result, or a refusal.

    First it must be clear that matches are decided often enough, which is soon known. Then, without a symmetry, both
    teams must win about equally often. The result adds figures: the share of decided matches, the home team's share of
    the wins, and the number of matches that gave the latter. The worth of the dungeon falls by the difference of the
    teams' shares. The refusal names what the dungeon lacks, such as equal wins.
    """
    from dungeon_designer.playtest.arena import build_arena

    board, seed, match_arena = build_board(proposal.layout, request.library), 1 + request.seed, None
    with suppress(PlaytestError):  # without an arena the functions below say that no match can be played
        match_arena = build_arena(board, request.ruleset)
    if limit := find_required_decided_share(request):
        decided_games = measure_decided_share(board, request.ruleset, seed, limit, match_arena)
        if isinstance(decided_games, str):
            return Refusal((decided_games,))
        proposal = replace(proposal, figures={**proposal.figures, DECIDED_FIGURE: decided_games.share})
    if is_fair_without_matches(proposal, request):
        return proposal
    is_symmetric = has_symmetric_floor(board, request)
    home_wins = measure_home_share(board, request.ruleset, seed, is_symmetric, match_arena)
    if isinstance(home_wins, str):
        return Refusal((home_wins,))
    figures_with_wins = {**proposal.figures, HOME_WINS_FIGURE: home_wins.share, GAMES_FIGURE: float(home_wins.games)}
    return replace(
        proposal, figures=figures_with_wins, worth=compute_worth_after_matches(proposal.worth, home_wins.share)
    )


def _list_broken_rules(verdict: checker.Verdict) -> tuple[str, ...]:
    """Return the names of the rules that failed or have errors or warnings, each name once. Notices do not count."""
    findings = verdict.findings_and_failures
    return tuple(dict.fromkeys(finding.rule for finding in findings if finding.level is not Level.INFO))


def _list_unmet_options(board: Board, request: Request) -> Iterator[str]:
    """Yield the options of the request that a dungeon does not meet, as the user writes them.

    These are `--squares` (the number of floor squares), `--fit` (the size, in either orientation), wishes for
    connected groups of squares of a terrain or obstacle (`--want lava=2`), `--rooms` (names of rooms or tiles) and
    `--stock` (the copies of each tile).
    """
    if request.squares and not request.squares[0] <= len(board) <= request.squares[1]:
        yield "--squares"
    if request.fit:
        min_side, max_side = sorted(request.fit)
        floor_min_side, floor_max_side = sorted(find_bounds(board.squares)[1])
        if floor_min_side > min_side or floor_max_side > max_side:
            yield "--fit"
    yield from list_unmet_places(board, request)
    names_and_tiles = {word.casefold() for section in board.sections for word in (section.name, section.tile) if word}
    if not names_and_tiles.issuperset(room.casefold() for room in request.rooms):
        yield "--rooms"
    tiles = [need for need in count_needed_tiles(board) if need.kind == "tile"] if request.stock else []
    if any(need.count > request.stock.get(need.id, 0) for need in tiles):
        yield "--stock"

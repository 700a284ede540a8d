"""Judge floors: place objects, check all rules, and measure fairness and the figures of `analyse`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dungeon_designer.analysis.stock import count_needed_tiles
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.errors import PlacementError
from dungeon_designer.figures.survey import Survey
from dungeon_designer.findings import Level
from dungeon_designer.generator.constraints import read_constraints
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
from dungeon_designer.generator.match_fairness import KEEP_ERRORS, SYMMETRIC_KEEP_ERRORS, measure_home_share
from dungeon_designer.generator.placement.placer import Placer
from dungeon_designer.generator.proposal import GAMES_FIGURE, HOME_WINS_FIGURE, Proposal, Refusal
from dungeon_designer.generator.wishes import list_unmet_descriptors, list_unmet_places
from dungeon_designer.grid import find_bounds
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules import checker
from dungeon_designer.rules.rule_registry import RULE_NAMES_BY_FAMILY

FLOOR_RULES = (
    *("tile-mix", "tile-supply", "square-count", "end-zone-count", "end-zone-size", "door-count"),
    *RULE_NAMES_BY_FAMILY["shape"],
    *RULE_NAMES_BY_FAMILY["machinery"],
)
"""The rules that a floor keeps or breaks before any object is placed on it."""

PROPOSAL_FIGURES = (
    *(descriptor.figure for descriptor in DESCRIPTORS),
    *("squares", "chest-sum-difference", "area-balance", "dead-ends", "pocket-squares"),
)
"""The figures that a proposal stores."""

SHORT_WALK = "a walk from zone to zone as in the named dungeons"
UNFAIR_WALKS = "equal walks to the chests"
"""What a dungeon lacks if one team walks farther. Most editions have no such rule."""
PLACEMENT_EFFORT = 0.2
"""The share of the normal placement effort that is spent on a candidate."""
MAX_ANSWERS = 4
"""How many placements are compared for one in which portals matter little."""


def judge_floor(floor: Layout, request: Request, genome: Genome, seed: int) -> Proposal | Refusal:
    """Return the best dungeon on a floor, or the rules and options that prevent one.

    Objects are placed on the floor, then all rules are checked, then the options of the request and the fairness of
    the walks. If the genome asks for little use of portals, the answer with the smallest portal share is taken.

    Args:
        floor: The floor, without chests, portals, balls and counters.
        request: The request to meet.
        genome: The genome that the floor was grown from.
        seed: The seed of the placement.
    """
    options = PlaceOptions(symmetry=request.symmetry if request.is_symmetric else None, seed=seed, style=request.style)
    try:
        placer = Placer(floor, request.ruleset, request.library, options)
        floor_verdict = checker.check_context(placer.floor.context, FLOOR_RULES)
        if unmet := (*_list_unmet_options(placer.floor.board, request), *_list_broken_rules(floor_verdict)):
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
    if (read_figure("zone-steps", survey) or 0.0) < read_constraints(request).min_walk_steps:
        return Refusal((SHORT_WALK,))
    if not has_fair_walks(survey, request.is_symmetric):
        return Refusal((UNFAIR_WALKS,))
    return Proposal(
        layout=survey.board.layout,
        cell=cell,
        worth=compute_worth(survey),
        figures=read_figures(survey, PROPOSAL_FIGURES),
        wishes=genome,
        seed=seed,
    )


def needs_no_matches(proposal: Proposal, request: Request) -> bool:
    """Return whether no match must be played: the request asks for none, or symmetry already makes it fair."""
    if not request.playtest:
        return True
    from dungeon_designer.playtest.report import is_fair_by_symmetry

    return is_fair_by_symmetry(build_board(proposal.layout, request.library), request.ruleset)


def judge_by_matches(proposal: Proposal, request: Request) -> Proposal | Refusal:
    """Return the proposal with the result of the matches played on it, or a refusal if they are not fair.

    A share of the wins closer to a half is worth more.
    """
    keep_errors = SYMMETRIC_KEEP_ERRORS if request.is_symmetric else KEEP_ERRORS
    home_wins = measure_home_share(
        build_board(proposal.layout, request.library), request.ruleset, 1 + request.seed, keep_errors
    )
    if isinstance(home_wins, str):
        return Refusal((home_wins,))
    figures_with_wins = {**proposal.figures, HOME_WINS_FIGURE: home_wins.share, GAMES_FIGURE: float(home_wins.games)}
    return replace(
        proposal, figures=figures_with_wins, worth=compute_worth_after_matches(proposal.worth, home_wins.share)
    )


def _list_broken_rules(verdict: checker.Verdict) -> tuple[str, ...]:
    """Return the rules with errors or warnings in a verdict, each once."""
    return tuple(dict.fromkeys(finding.rule for finding in verdict.findings if finding.level is not Level.INFO))


def _list_unmet_options(board: Board, request: Request) -> Iterator[str]:
    """Yield the options of the request that a board does not meet, such as `--squares` or `--fit`."""
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

"""Floors judged: things placed, all rules asked, fairness and the figures of `analyse` taken."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dungeon_designer.analysis.stock import tiles_needed
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import CannotPlace
from dungeon_designer.figures.survey import Survey
from dungeon_designer.findings import Level
from dungeon_designer.generator.descriptors import (
    DESCRIPTORS,
    cell_of,
    figure,
    figures,
    played_worth,
    walks_fairly,
    worth,
)
from dungeon_designer.generator.options import Genome, PlaceOptions, Request
from dungeon_designer.generator.placement.placing import Placer
from dungeon_designer.generator.playing import SURE, SURE_REPEATED, home_share
from dungeon_designer.generator.proposal import GAMES, HOME_WINS, Proposal, Refusal
from dungeon_designer.generator.wishes import unlike, unplaced
from dungeon_designer.grid import bounds
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules import checker
from dungeon_designer.rules.registry import FAMILIES

OF_FLOOR = (
    *("tile-mix", "tile-supply", "square-count", "end-zone-count", "end-zone-size", "door-count"),
    *FAMILIES["shape"],
    *FAMILIES["machinery"],
)
"""Rules that a floor keeps or breaks before anything is placed on it."""

FIGURES = (
    *(descriptor.figure for descriptor in DESCRIPTORS),
    *("squares", "chest-sum-difference", "area-balance", "dead-ends", "pocket-squares"),
)
"""The figures a proposal tells of itself."""

UNFAIR = "equal walks to the chests"  # what a dungeon lacks in which one side walks farther; no rule of most editions
EFFORT = 0.2  # which share of the search for places a candidate is worth
ANSWERS = 4  # of so many answers the one in which portals matter least is taken, where that is wished for


def judged(floor: Layout, request: Request, genome: Genome, seed: int) -> Proposal | Refusal:
    """The best dungeon on a floor, or why there is none."""
    options = PlaceOptions(symmetry=request.symmetry if request.symmetric else None, seed=seed, style=request.style)
    try:
        placer = Placer(floor, request.ruleset, request.library, options)
        bare = checker.check_in(placer.floor.context, OF_FLOOR)
        if broken := (*_unasked(placer.floor.board, request), *_broken(bare)):
            return Refusal(broken)
        placed = placer.ways(1 if genome.portals >= 0.5 else ANSWERS, seed, strict=True, effort=EFFORT)
    except CannotPlace as error:
        return Refusal(tuple(error.rules))
    surveys = [Survey(each.context) for each in placed]
    shares = [figure("portal-share", survey) or 0.0 for survey in surveys] if len(surveys) > 1 else [0.0]
    best = shares.index(min(shares))
    survey = surveys[best]
    cell = cell_of(survey)
    if broken := (*_unasked(survey.board, request), *unlike(cell, request), *_broken(placed[best].verdict)):
        return Refusal(broken)
    if not walks_fairly(survey, request.symmetric):
        return Refusal((UNFAIR,))
    return Proposal(
        layout=survey.board.layout,
        cell=cell,
        worth=worth(survey),
        figures=figures(survey, FIGURES),
        wishes=genome,
        seed=seed,
    )


def settled(proposal: Proposal, request: Request) -> bool:
    """Whether nothing is left to be played: no matches are asked for, or neither side can be better off in them."""
    if not request.playtest:
        return True
    from dungeon_designer.playtest.report import even

    return even(build(proposal.layout, request.library), request.ruleset)


def played(proposal: Proposal, request: Request) -> Proposal | Refusal:
    """A proposal with what came of the matches on it, if they are fair; closer to a half is worth more."""
    sure = SURE_REPEATED if request.symmetric else SURE
    found = home_share(build(proposal.layout, request.library), request.ruleset, 1 + request.seed, sure)
    if isinstance(found, str):
        return Refusal((found,))
    told = {**proposal.figures, HOME_WINS: found.share, GAMES: float(found.games)}
    return replace(proposal, figures=told, worth=played_worth(proposal.worth, found.share))


def _broken(verdict: checker.Verdict) -> tuple[str, ...]:
    """The rules that a strict check finds broken, each once."""
    return tuple(dict.fromkeys(finding.rule for finding in verdict.findings if finding.level is not Level.INFO))


def _unasked(board: Board, request: Request) -> Iterator[str]:
    """What the request asks besides the rules and the dungeon does not keep, as its option is called."""
    if request.squares and not request.squares[0] <= len(board) <= request.squares[1]:
        yield "--squares"
    if request.fit:
        (short, long), (least, most) = sorted(request.fit), sorted(bounds(board.squares)[1])
        if least > short or most > long:
            yield "--fit"
    yield from unplaced(board, request)
    there = {word.casefold() for section in board.sections for word in (section.name, section.tile) if word}
    if not there.issuperset(room.casefold() for room in request.rooms):
        yield "--rooms"
    tiles = [need for need in tiles_needed(board) if need.kind == "tile"] if request.stock else []
    if any(need.count > request.stock.get(need.id, 0) for need in tiles):
        yield "--stock"

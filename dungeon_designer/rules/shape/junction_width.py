"""Two sections that touch have a common border of at least two squares.

Fix: Move one of the sections along until the border is longer, or move it away. Widen the opening between them.

How it is measured:

- Two sections touch if they share an edge; a common corner is not enough. Each chain of shared edges is a junction,
  also round corners. It is as wide as its longest straight row.
- With `openings`, only edges without a wall count. If nothing is open, the whole border counts.
- Entries join nothing, because only the ball carrier can pass them. `entry-placement` checks where they are.
- With `elements`, each bridge and each trap of several squares is an element as well. Its junctions are the chains of
  its edges to the floor around it. All that floor is measured as one, whatever sections it belongs to.
- For an element, only edges between two walkable squares count. So a bridge has its junctions at its ends, not along
  the hazard that it crosses. A chain that consists of walls joins nothing. A section that is itself a bridge is treated
  in the same way.

Editions:

- gw-2021, gw-2021-multiplayer: `door-width` checks how wide doors are.
- naf-2019, db7s-2019: The book names rooms, traps and bridges as elements of a dungeon. It knows no doors one square
  wide, so the opening that a wall or a door leaves is measured like any other.

Illegal map, under gw-2021 (A and B share one edge)::

    map: |
      ...##
      ...##
      ##...
    sections: |
      AAA##
      AAA##
      ##BBB
    doors:
      - {at: [2, 1], side: south}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta

from dungeon_designer.analysis.passages import (
    BorderRun,
    Junction,
    RunPart,
    find_element_junctions,
    find_junctions_at_bridge_ends,
    find_run_parts,
)
from dungeon_designer.board.model import DOOR, OPEN, Board
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, JunctionWidth
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, build_phrases
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import describe_if_true, describe_section, format_count
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

STAGE = RuleStage.TILE


class RuleSettings(Settings, frozen=True):
    """What is measured where two sections touch, and how wide it must be."""

    player_text = ("Where sections touch", "along at least {min} squares[; {rest}]")
    phrases = build_phrases(elements=describe_if_true("also bridges and traps of several squares"))

    min: Annotated[int, Meta(ge=1, le=100), describe_key("The least length of a common border, in squares.", 2)] = 2
    elements: Annotated[bool, describe_key("Whether bridges and traps are measured as well.", True)] = False
    openings: Annotated[
        bool,
        describe_key(
            "Whether only the open part of a border is measured; otherwise all of it is, whatever is on it.", False
        ),
    ] = True


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each junction (a chain of edges where two parts of the dungeon meet) that is too narrow.

    First come the junctions between sections such as rooms and corridors. With the setting `elements`, those of bridges
    and large traps with the floor around them follow. Those of entries, which are two-square zones where a team comes
    in, are left out.
    """
    reported_edge_rows = set[tuple[BorderRun, ...]]()
    for junction in _list_section_junctions(context, settings):
        sections = [context.board.sections[number] for number in junction.pair]
        measured = _measure_junction(junction, settings)
        if measured.width < settings.min and all(section.kind is not SectionKind.ENTRY for section in sections):
            reported_edge_rows.add(junction.runs)
            verb = "are open to each other" if measured.is_opening else "touch"
            yield _build_problem(f"{' and '.join(map(describe_section, sections))} {verb}", measured, settings)
    if settings.elements:
        yield from _check_elements(context.board, settings, reported_edge_rows)


def _list_section_junctions(context: Context, settings: RuleSettings) -> Iterable[Junction]:
    """Return the junctions between sections: the chains of edges where two of them meet.

    If the setting `elements` has bridges measured by themselves, a bridge that is a section meets other sections only
    at its ends, since nobody walks off its sides.
    """
    if settings.elements and context.board.list_sections(SectionKind.BRIDGE):
        return find_junctions_at_bridge_ends(context.board)
    return context.junctions


def _check_elements(
    board: Board, settings: RuleSettings, reported_edge_rows: Collection[tuple[BorderRun, ...]]
) -> Iterator[RuleProblem]:
    """Yield a problem for each junction of a bridge or large trap with the floor around it that is too narrow.

    Junctions in `reported_edge_rows` are left out: those of a bridge that is a section have been reported already.
    """
    for element, junction in find_element_junctions(board):
        measured = _measure_junction(junction, settings)
        if measured.width < settings.min and junction.runs not in reported_edge_rows:
            subject = f"the {element.name} at {element.squares[0]} is {'open' if measured.is_opening else 'joined'}"
            yield _build_problem(f"{subject} to the floor around it", measured, settings)


class _MeasuredJunction(NamedTuple):
    """What was measured of a junction, a chain of edges where two parts of the dungeon meet.

    Attributes:
        width: Its width in squares.
        rows: The straight rows of edges that were measured.
        is_opening: Whether these are the rows that walls and doors leave open, or the whole border.
    """

    width: int
    rows: Sequence[BorderRun | RunPart]
    is_opening: bool


def _measure_junction(junction: Junction, settings: RuleSettings) -> _MeasuredJunction:
    """Return the width of a junction, the rows of edges that were measured, and whether these are openings.

    A junction is a chain of edges where two sections meet; it consists of straight rows (runs). The whole of it is
    measured. If it is wide enough, and the settings ask for openings, the rows of edges that walls
    and doors leave open are measured instead.
    """
    if settings.openings and junction.width >= settings.min:
        openings = [part for run in junction.runs for part in find_run_parts(run, (OPEN, DOOR))]
        if openings:
            return _MeasuredJunction(max(part.width for part in openings), openings, is_opening=True)
    return _MeasuredJunction(junction.width, junction.runs, is_opening=False)


def _build_problem(subject: str, measured: _MeasuredJunction, settings: RuleSettings) -> RuleProblem:
    """Return the problem of a border or opening that is too narrow.

    Args:
        subject: The start of the message.
        measured: What was measured of it.
        settings: The settings of the rule.
    """
    message = f"{subject} along {format_count(measured.width, 'square')} only, but at least {settings.min} are required"
    squares = tuple(dict.fromkeys(square for row in measured.rows for square in row.squares))
    return RuleProblem(message, squares, measured=measured.width, required=settings.min)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of along how many squares two sections that touch must do so at least.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield JunctionWidth(settings.min)

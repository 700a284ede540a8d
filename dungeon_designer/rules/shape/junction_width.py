"""Sections that touch, touch along at least two squares.

gw-2021 (Setting Up The Game): tiles are joined by two squares or more, never by one. naf-2019 (The Dungeon): so are
the junctions of the dungeon's elements, of which it names rooms, traps and bridges; db7s-2019 changes nothing in that.

How it is measured. Two sections touch when they share an edge; touching at a corner alone is not touching. The edges
they share form chains, round corners too; each chain is a junction, as wide as its longest straight run, whatever
lies on its squares and whether or not walls or doors stand on it: gw-2021 asks `door-width` how wide doors are.

naf-2019 and db7s-2019 know no doors one square wide, and measure what a wall or a door leaves open like any other
opening (`openings`): there a junction is as wide as the longest straight row of edges in it that are no wall. Where
nothing is open, the border counts as above.

Entries join nothing: to all but the ball carrier they are walls, and `entry-placement` says where they lie.

In naf-2019 and db7s-2019 (`elements`) bridges and traps of several squares are elements besides the sections they lie
in, whose own junctions stay as they are. An element's junctions are the chains of its edges to the floor around it, all
of which is measured as one: a pit across the border of two rooms is no narrower for that. Only edges between two
walkable squares count there, so that a bridge has its junctions at its ends and not along the hazard it crosses; a
chain of nothing but walls joins nothing. Of a section that is a bridge itself the ends count alone, too.

A sketch that breaks it, under gw-2021 (A and B share one edge)::

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

Mend: slide one of them along until they share more, or move it away; widen the opening between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from dungeon_designer.analysis.passages import (
    BorderRun,
    Junction,
    RunPart,
    find_element_junctions,
    find_junctions_at_bridge_ends,
    find_run_parts,
)
from dungeon_designer.board.model import DOOR, OPEN
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
    phrases = build_phrases(elements=describe_if_true("bridges and traps of several squares too"))

    min: Annotated[int, Meta(ge=1, le=100), describe_key("How many squares two sections must touch along.", 2)] = 2
    elements: Annotated[bool, describe_key("Whether bridges and traps are measured besides.", True)] = False
    openings: Annotated[
        bool, describe_key("Whether only what walls and doors leave open is measured, or the whole border.", False)
    ] = True


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each junction (a chain of edges where two parts of the dungeon meet) that is too narrow.

    First come the junctions between sections such as rooms and corridors. With the setting `elements`, those of bridges
    and large traps with the floor around them follow. Those of entries, which are two-square zones where a team comes
    in, are left out.
    """
    board = context.board
    reported_edge_rows = set[tuple[BorderRun, ...]]()
    # If bridges are measured by themselves, a bridge section meets another section only at its ends.
    measures_bridge_ends = settings.elements and board.list_sections(SectionKind.BRIDGE)
    for junction in find_junctions_at_bridge_ends(board) if measures_bridge_ends else context.junctions:
        sections = [board.sections[number] for number in junction.pair]
        width, parts, is_opening = _measure_junction(junction, settings)
        if width < settings.min and all(section.kind is not SectionKind.ENTRY for section in sections):
            reported_edge_rows.add(junction.runs)
            verb = "are open to each other" if is_opening else "touch"
            yield _build_problem(f"{' and '.join(map(describe_section, sections))} {verb}", width, parts, settings)
    for element, junction in find_element_junctions(board) if settings.elements else ():
        width, parts, is_opening = _measure_junction(junction, settings)
        # A bridge that is a section has been reported already.
        if width < settings.min and junction.runs not in reported_edge_rows:
            subject = f"the {element.name} at {element.squares[0]} is {'open' if is_opening else 'joined'}"
            yield _build_problem(f"{subject} to the floor around it", width, parts, settings)


def _measure_junction(junction: Junction, settings: RuleSettings) -> tuple[int, Sequence[BorderRun | RunPart], bool]:
    """Return the width of a junction, the rows of edges that were measured, and whether these are openings.

    A junction is a chain of edges where two sections meet; it consists of straight rows (runs). The whole of it is
    measured. If it is wide enough, and the settings ask for openings, the rows of edges that walls
    and doors leave open are measured instead.
    """
    if settings.openings and junction.width >= settings.min:
        openings = [part for run in junction.runs for part in find_run_parts(run, (OPEN, DOOR))]
        if openings:
            return max(part.width for part in openings), openings, True
    return junction.width, junction.runs, False


def _build_problem(
    subject: str, width: int, parts: Sequence[BorderRun | RunPart], settings: RuleSettings
) -> RuleProblem:
    """Return the problem of a border or opening that is too narrow.

    Args:
        subject: The start of the message.
        width: Its width in squares.
        parts: The rows of edges that were measured.
        settings: The settings of the rule.
    """
    message = f"{subject} along {format_count(width, 'square')} only, but at least {settings.min} are asked"
    squares = tuple(dict.fromkeys(square for part in parts for square in part.squares))
    return RuleProblem(message, squares, measured=width, required=settings.min)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of along how many squares two sections that touch must do so at least.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield JunctionWidth(settings.min)

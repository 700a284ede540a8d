"""The dungeon has the required number of floor squares.

Fix: Draw more floor, or less.

How it is measured:

- Every floor square counts, also in end zones, and also with an object on it. Rock does not count.
- A square that two sections cover counts once.

Editions:

- naf-2019: This is a good size for a match of standard length, as the book says.

Illegal map, under naf-2019 (there are 36 squares)::

    map: |
      <<<......>>>
      <<<......>>>
      ............
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Size, Square, find_bounds, rank_by_row
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, FloorSize
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import Bounds, NumberOrBounds, build_bounds, build_phrases
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import (
    format_bounds_by_name,
    format_count,
    format_size,
    format_there_are,
    replace_underscores,
)
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

STAGE = RuleStage.FLOOR

TableLength = Annotated[int, Meta(ge=1, le=10_000)]
"""The length of one side of a table, in squares."""


class RuleSettings(Bounds, frozen=True):
    """The least, the greatest, and other numbers of squares. Without any setting it is 250 to 280."""

    player_text = ("Squares of floor", "{asked}")
    default_bounds = (250, 280)
    phrases = build_phrases(
        fits=lambda size: f"on {format_size(size)}", terrain=format_bounds_by_name, obstacles=format_bounds_by_name
    )

    fits: Annotated[
        tuple[TableLength, TableLength] | None,
        describe_key(
            "The [width, height] of the table that the whole dungeon must fit on, in either direction.", [30, 22]
        ),
    ] = None
    terrain: Annotated[
        dict[TerrainKind, NumberOrBounds],
        describe_key("The number of squares of each terrain.", {"lava": 0, "water": {"max": 12}}),
    ] = field(default_factory=dict)
    obstacles: Annotated[
        dict[ObstacleKind, NumberOrBounds],
        describe_key("The number of squares that each kind of obstacle covers.", {"statue": {"max": 4}}),
    ] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Set the default bounds of 250 to 280 floor squares if the ruleset states no other setting of this rule.

        The other settings are the size of the table on which the dungeon must fit, and numbers of terrain or obstacles.
        """
        if not (self.terrain or self.obstacles or self.fits) or (self.min, self.max) != (None, None):
            super().__post_init__()


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if the number of floor squares is out of bounds, and one if the dungeon does not fit the table.

    Then follows one for each kind of terrain or obstacle that covers too many or too few squares. The first problem
    names no squares, since no square is more at fault than the others.
    """
    board, count = context.board, len(context.board)
    if not settings.allows(count):
        message = f"the dungeon has {format_count(count, 'square')} of floor; {settings.range_text} are required"
        yield RuleProblem(message, measured=count, required=settings.required_value)
    if settings.fits and count:
        yield from _check_size(board, settings.fits)
    squares_by_kind: dict[str, list[Square]] = defaultdict(list)
    for square, kind in (*board.terrain_at.items(), *board.obstacle_at.items()):
        squares_by_kind[kind].append(square)
    for kind, allowed_count in (*settings.terrain.items(), *settings.obstacles.items()):
        squares = tuple(sorted(squares_by_kind[kind], key=rank_by_row))
        description = f"{format_there_are(len(squares), 'square')} of {replace_underscores(kind)}"
        yield from check_count(allowed_count, len(squares), description, squares)


def _check_size(board: Board, max_size: Size) -> Iterator[RuleProblem]:
    """Yield a problem if the floor does not fit on a table of this (width, height), in either direction."""
    _, size = find_bounds(board.section_by_square)
    shorter, longer = sorted(size)
    max_shorter, max_longer = sorted(max_size)
    if shorter > max_shorter or longer > max_longer:
        measured, required = "x".join(map(str, size)), "x".join(map(str, max_size))
        message = f"the dungeon is {measured} squares large, but must fit on {required}"
        yield RuleProblem(message, measured=measured, required=required)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of how many squares of floor, terrain and obstacles there may be, and what size they must fit.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield FloorSize(
        settings.plain_bounds,
        settings.fits,
        {kind: build_bounds(number) for kind, number in settings.terrain.items()},
        {kind: build_bounds(number) for kind, number in settings.obstacles.items()},
    )

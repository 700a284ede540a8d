"""Every corridor is at least two squares wide.

Fix: Widen or close the corridor, move the obstacle into a hall, or make a wide place smaller.

How it is measured:

- Floor is *walkable*, also with a chest, pit, trapdoor or portal. Obstacles, liquids, chasms, cliffs and entries are
  not.
- A *block* is 2x2 walkable squares (`width`) without a wall between them. Its squares are *wide*.
- A *small group* is obstacles, liquid, chasm or cliff, connected by sides or corners. It has at most 4x4 squares (twice
  `width`), rock 2x2.
- A small group is *furniture* if all squares around it, corners included, are walkable and no bridge, and it has no
  wall.
- A *hall* is what 4x4 blocks of walkable squares and furniture cover, with all blocks to which they slide square by
  square.
- Furniture within one hall counts as floor, one step from all around it. Other obstacles count as rock: a statue in a
  corridor, a row of statues, a large pond. `render --overlay halls` and the editor's rule book show halls.
- Blocks are *joined nearby* if one slides to the other within the smallest rectangle around the place, enlarged by two
  squares (`width`).
- Each connected group of squares that are not wide is an error. One square open to a single side is an *alcove*, a
  notice. Where free corners allow diagonal steps from two more squares, the blocks of all three must be joined nearby.
  The place is then the alcove with touching small groups.
- Each *pinch* is an error: a square, or a step between two wide squares, whose blocks are not all joined nearby.
  Examples are a bend of one square, a half-walled corridor and a statue in a mouth. Pinches that share squares are one
  problem, which names squares in several blocks, else ends of steps. The message says if only a diagonal step is left.
- A *barred hall* is one level below the rule's own. It has furniture, and some of its 4x4 blocks are not joined inside
  it by 2x2 blocks without furniture. Example: statues from wall to wall with one gap. The problem names the furniture.
- Entries are never reported. Neither are, without `bridges`, bridges with hazard along both sides, or with only hazard
  and bridge around where they bend or meet.

Editions:

- gw-1989-expanded: A narrow door is single, and `door-placement` accepts it. A narrow gap has walls, not lava, on two
  opposite sides, and wide floor on the others.
- eagbbl: Steps through edge doors may be narrower as well.
- gw-1989-basic, gw-2021, gw-2021-multiplayer: Boards and tiles are printed.
- brawl-2013: Narrow tunnels are intended.

Settings:

- With `max`, no larger square of floor fits anywhere, whatever is on it: a 4x20 hall is four wide. Only walls and doors
  end a place. `tile-mix` limits sections.

Illegal map, under naf-2019 (a tunnel, a statue in a corridor, and rooms that overlap in one corner)::

    map: |
      ...###...#####...##
      ...........S.....##
      ...###.............
      ################...
      ################...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import force_setattr

from dungeon_designer.analysis.corridors import WidthAnalysis, find_blocks, find_covered_squares
from dungeon_designer.analysis.movement import WalledFloor, build_graph, find_legal_steps
from dungeon_designer.analysis.passages import is_wall_or_gap
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Side, Square, find_connected_groups, find_neighbour, rank_by_row
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import ALL_SECTION_KINDS, FloorRequirement, PassageWidth
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Parameters, Settings, build_phrases
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import (
    describe_if_true,
    describe_width_unless,
    format_count,
    format_number,
    format_squares,
    join_with_and,
)
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.text.json_schema import describe_key

STAGE, IS_SLOW, OVERLAY = RuleStage.TILE, True, "halls"

RULE_NAME = "corridor-width"

MAX_MEASURED_EXCESS = 20
"""How many squares above the allowed width are measured. A wider place is reported as that wide or more."""


class NarrowDoors(StrEnum):
    """The doors that may be one square wide: none, square doors in a wall or gap (as in gw-1989), or all."""

    NONE = "none"
    WALL_OR_GAP = "wall_or_gap"
    ALL = "all"


class BoundedPlaces(StrEnum):
    """The places whose greatest width is limited: all places, or only sections of the kind corridor."""

    PLACES = "places"
    CORRIDORS = "corridors"


_DOOR_TEXTS = {
    NarrowDoors.NONE: "",
    NarrowDoors.WALL_OR_GAP: "one square at a door in a wall or gap",
    NarrowDoors.ALL: "one square at a door",
}
"""What is said of the width at doors."""


class RuleSettings(Settings, frozen=True):
    """How wide corridors must be, and which may be narrower."""

    phrases = build_phrases(
        width=describe_width_unless(2),
        bridges=describe_if_true("also bridges"),
        one_square_gaps=describe_if_true("one square in a gap one square deep"),
        doors=lambda doors: _DOOR_TEXTS[doors],
        of=lambda of: "",
    )

    width: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        describe_key("The least width in squares, 1 for any; two if neither it nor `max` is stated.", 3),
    ] = None
    min: Annotated[Annotated[int, Meta(ge=1, le=20)] | None, describe_key("Another name for `width`.", 3)] = None
    max: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None, describe_key("The greatest width of any place, in squares.", 6)
    ] = None
    of: Annotated[
        BoundedPlaces,
        describe_key("Whether `max` limits all places, or only sections of the kind `corridor`.", "corridors"),
    ] = BoundedPlaces.PLACES
    bridges: Annotated[bool, describe_key("Whether bridges are measured.", True)] = False
    one_square_gaps: Annotated[bool, describe_key("Whether gaps one square wide and deep are allowed.", True)] = False
    doors: Annotated[
        NarrowDoors,
        describe_key(
            "Which doors may be narrower: none, square doors alone in a wall or gap, or all.",
            "all",
        ),
    ] = NarrowDoors.NONE

    def __post_init__(self) -> None:
        """Set the width that passages must have, and refuse contradictory settings.

        `min` is another name for `width`. Without either, the width is 2, or 1 (any width) if only `max` is stated.
        Both together, or a width above `max`, raise ValueError.
        """
        if self.width is not None and self.min is not None:
            raise ValueError("width and min mean the same; leave out one of them")
        if self.min is not None:
            force_setattr(self, "width", self.min)
            force_setattr(self, "min", None)
        if self.width is None:
            force_setattr(self, "width", 2 if self.max is None else 1)
        if self.max is not None and self.min_width > self.max:
            raise ValueError(f"width {self.width} is above max {self.max}")

    @property
    def min_width(self) -> int:
        """The width, in squares, that every passage must have; 1 allows any."""
        return self.width or 1

    @classmethod
    def describe_for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Return (topic, requirement) for players: "Passages", and the least width, then the other parameters.

        They are a row of the table by which the printed document of an event tells players the rules.
        """
        min_width = cls.parse_parameters(parameters).min_width
        # `width` and `min` are two names of the least width, which is described below.
        other_text = cls.describe_parameters(
            {key: value for key, value in parameters.items() if key not in ("width", "min")}
        )
        width = f"at least {format_number(min_width)} squares wide" if min_width > 1 else ""
        return "Passages", "; ".join(filter(None, (width, other_text)))

    @classmethod
    def describe_parameters(cls, parameters: Parameters) -> str:
        """Describe the parameters in words, the greatest width last.

        `min`, which is another name for `width`, is described under that name, and `max` here. In other rules they are
        bounds of a number.
        """
        widest = parameters.get("max")
        place = "corridor" if parameters.get("of") == BoundedPlaces.CORRIDORS else "place"
        other_parameters = {
            "width" if key == "min" else key: value for key, value in parameters.items() if key != "max"
        }
        widest_text = f"no {place} wider than {widest} squares" if widest else ""
        return "; ".join(filter(None, (super().describe_parameters(other_parameters), widest_text)))


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield problems of passages that are too narrow, then of places that are too wide."""
    if settings.min_width > 1:
        yield from _find_narrow_places(context, settings)
    if settings.max is not None:
        yield from _find_wide_places(context, settings, settings.max)


def _find_wide_places(context: Context, settings: RuleSettings, max_width: int) -> Iterator[RuleProblem]:
    """Yield a problem for each place that contains a block of squares wider than `max_width`.

    With the setting `of = "corridors"` only the floor of corridors counts.
    """
    board = context.board
    walls, place_noun, kinds = board.walls | board.edge_doors, "floor", frozenset(SectionKind)
    if settings.of is BoundedPlaces.CORRIDORS:
        place_noun, kinds = "corridor", frozenset({SectionKind.CORRIDOR})
    floor = {square for square, section in board.section_by_square.items() if section.kind in kinds}
    block_size = max_width + 1  # the smallest square block that is too wide
    wide_blocks = find_blocks(floor, walls, block_size)  # each block is named by its upper left square
    wide_floor = find_covered_squares(wide_blocks, block_size)
    blocks_by_size = {
        size: find_blocks(wide_floor, walls, size) for size in range(block_size, block_size + MAX_MEASURED_EXCESS)
    }
    for group in find_connected_groups(wide_blocks):
        squares = tuple(sorted(find_covered_squares(group, block_size), key=rank_by_row))
        measured = max(size for size, blocks in blocks_by_size.items() if not blocks.isdisjoint(group))
        or_more = " or more" if measured == max_width + MAX_MEASURED_EXCESS else ""
        message = f"the {place_noun} at {format_squares(squares)} is {measured} squares wide{or_more}"
        message += f", but may be at most {max_width}"
        yield RuleProblem(message, squares, measured=measured, required=f"at most {max_width}")


def _find_narrow_places(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield problems of squares where the floor is too narrow, then of pinches, then of blocked halls.

    A pinch is where wide floor is joined only by something narrower. A hall is floor at least twice as wide as a
    passage must be. It is blocked if the objects in it leave no passage of the required width.
    """
    width_analysis = _measure_width(context, settings)
    measured_squares = width_analysis.ground - _list_exempt_squares(context.board, settings)
    yield from _report_narrow_squares(width_analysis, measured_squares, settings)
    yield from _report_pinches(width_analysis, measured_squares, settings)
    is_error = context.ruleset.rules[RULE_NAME].level is RuleLevel.MUST
    for furniture in width_analysis.find_blocked_halls():
        message = f"what stands at {format_squares(furniture)} blocks the hall"
        message += f": no passage {settings.min_width} squares wide leads past it"
        # One level less than the rule: the floor is wide enough, only what stands on it is not as it should be.
        level = Level.WARNING if is_error else Level.INFO
        yield RuleProblem(message, tuple(furniture), required=settings.min_width, level=level)


def _report_narrow_squares(
    width_analysis: WidthAnalysis, measured_squares: frozenset[Square], settings: RuleSettings
) -> Iterator[RuleProblem]:
    """Yield a problem for each connected group of squares where the floor is too narrow.

    A lone square that opens to one side only (an alcove) is a notice.

    Args:
        width_analysis: The widths of the floor.
        measured_squares: The squares that may be reported.
        settings: The settings of the rule.
    """
    min_width = settings.min_width
    narrow = measured_squares - width_analysis.wide_squares
    if settings.one_square_gaps:
        narrow = frozenset(square for square in narrow if not width_analysis.is_gap(square))
    # Those of the narrow squares that are 2 wide or more, then those that are 3 wide or more, and so on.
    squares_by_width = _measure_narrow_squares(width_analysis, narrow, min_width)
    for group in width_analysis.find_narrow_groups(narrow):
        squares = tuple(width_analysis.list_reported_squares(group))
        is_alcove = len(group) == 1 and width_analysis.is_alcove(*group)
        # A group is as wide as its narrowest square: 1, and one more for each of these widths that all squares have.
        measured = 1 + sum(group <= wide_enough for wide_enough in squares_by_width)
        is_partly_wider = any(group & wide_enough and not group <= wide_enough for wide_enough in squares_by_width)
        extent_text = "in places only" if is_partly_wider else "only"
        message = f"the passage at {format_squares(squares)} is {extent_text} {format_count(measured, 'square')} wide"
        message += f", but every passage must be at least {min_width}"
        if is_alcove:
            message = f"{squares[0]} is an alcove: one square, open to one side only"
        message += _describe_diagonal_passages(width_analysis, group)
        level = Level.INFO if is_alcove else None
        yield RuleProblem(message, squares, measured=measured, required=min_width, level=level)


def _measure_narrow_squares(
    width_analysis: WidthAnalysis, narrow: frozenset[Square], min_width: int
) -> list[frozenset[Square]]:
    """Return the narrow squares that are 2 wide or more, then those that are 3 wide or more, up to `min_width` - 1.

    A square is n wide if a block of n by n squares of floor covers it.
    """
    if not narrow:
        return []
    ground, walls = width_analysis.ground, width_analysis.board.walls
    return [narrow & find_covered_squares(find_blocks(ground, walls, size), size) for size in range(2, min_width)]


def _report_pinches(
    width_analysis: WidthAnalysis, measured_squares: frozenset[Square], settings: RuleSettings
) -> Iterator[RuleProblem]:
    """Yield a problem for each pinch among the squares: where wide floor is joined only by something narrower."""
    for pinch in width_analysis.find_pinches(measured_squares):
        message = f"the passage narrows at {format_squares(pinch)}"
        message += f": the parts on either side are {format_number(settings.min_width)} squares wide"
        message += f", but the passage between them is not{_describe_diagonal_passages(width_analysis, pinch)}"
        yield RuleProblem(message, tuple(pinch), required=settings.min_width)


def _measure_width(context: Context, settings: RuleSettings) -> WidthAnalysis:
    """Return the width analysis of the board, with the steps that this rule counts.

    If the settings allow all doors to be narrow, no step leads through an edge door. Furniture (obstacles, hazards or
    rock that one can walk around in a hall) blocks no diagonal step.
    """
    board, wall_obstacles = context.board, context.wall_obstacle_squares
    width_analysis = WidthAnalysis(board, context.step_graph, settings.min_width)
    # Furniture counts as floor, also where it stands at the corner of a diagonal step.
    solid_squares = wall_obstacles - width_analysis.ignored_furniture
    # Where doors may be narrow, a door is treated as a wall: what it joins need not be as wide as a passage.
    ignored_doors = board.edge_doors if settings.doors is NarrowDoors.ALL else frozenset()
    if ignored_doors or solid_squares != wall_obstacles:
        ground = WalledFloor(
            board.section_by_square,
            board.walls | ignored_doors,
            board.edge_doors - ignored_doors,
            board.closed_door_squares,
            solid_squares,
        )
        steps = find_legal_steps(ground, board.walkable_squares, context.has_strict_corners)
        width_analysis.graph = build_graph(board.walkable_squares, steps)
    return width_analysis


def _describe_diagonal_passages(width_analysis: WidthAnalysis, squares: Iterable[Square]) -> str:
    """Return the end of a message that names steps between these squares where players can only pass diagonally.

    At most two are named, followed by the number of the others. The text is '' if there are none.
    """
    steps = [f"from {start} to {end}" for start, end in width_analysis.find_diagonal_passages(squares)]
    remainder = f" and in {format_count(len(steps) - 2, 'place')} more" if len(steps) > 2 else ""
    return f"; you can only step diagonally {join_with_and(steps[:2])}{remainder}" if steps else ""


def _list_exempt_squares(board: Board, settings: RuleSettings) -> set[Square]:
    """Return the squares that are never reported as narrow: bridges over a hazard such as lava, and narrow doors.

    If the settings say that bridges are measured, no bridge is exempt. Which doors on squares are exempt depends on the
    setting `doors`. With `all`, all are. With `wall_or_gap`, those are that stand alone in a wall or gap.
    """
    exempt_squares: set[Square] = set()
    if not settings.bridges:
        exempt_squares.update(
            square for square in board.bridge_squares if _leads_over_hazard(board, square, settings.min_width)
        )
    doors = board.door_squares.keys()
    if settings.doors is NarrowDoors.ALL:
        exempt_squares.update(doors)
    elif settings.doors is NarrowDoors.WALL_OR_GAP:
        exempt_squares.update(square for square in doors if _is_lone_door(board, square))
    return exempt_squares


def _leads_over_hazard(board: Board, square: Square, width: int) -> bool:
    """Return whether a square of a bridge lies over a hazard, such as lava.

    It does if hazard lies on two opposite sides of it, fewer than `width` squares away across the bridge. It also does
    if only hazard and bridge are around it, as where bridges bend or meet.
    """

    def has_hazard_beyond(side: Side) -> bool:
        """Return whether the first square off the bridge on this side, at most `width` - 1 squares away, is hazard."""
        next_square = find_neighbour(square, side)  # one square away; the loop goes on to `width` - 1 squares
        for _ in range(width - 2):
            if next_square in board.bridge_squares:
                next_square = find_neighbour(next_square, side)
        return next_square in board.hazard_squares

    if any(has_hazard_beyond(side) and has_hazard_beyond(side.opposite) for side in (Side.NORTH, Side.EAST)):
        return True
    adjacent_squares = {find_neighbour(square, side) for side in SIDES}
    return adjacent_squares <= board.hazard_squares | board.bridge_squares


def _is_lone_door(board: Board, square: Square) -> bool:
    """Return whether a door on a square has walls on two opposite sides and leads to no other door.

    A door that leads to another one is not alone: the wall would be two squares thick there.
    """
    open_sides = [side for side in SIDES if board.get_edge_state(square, side) != WALL]
    leads_to_door = any(find_neighbour(square, side) in board.door_squares for side in open_sides)
    return is_wall_or_gap(board, square) and not leads_to_door


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the records of the least width of every passage, then of the greatest width of floor or corridors.

    The records say it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield PassageWidth(min=settings.min_width)
    if settings.max is not None:
        is_for_corridors = settings.of is BoundedPlaces.CORRIDORS
        kinds = frozenset({SectionKind.CORRIDOR}) if is_for_corridors else ALL_SECTION_KINDS
        yield PassageWidth(kinds, max=settings.max)

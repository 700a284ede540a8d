"""Each end zone or entry has the required size.

Fix: Draw the zone in the right size, and remove what fills it.

How it is measured:

- An end zone is measured by the squares that were drawn for it.
- In a map, the letter of a chest, a portal or any other object replaces the letter of the zone. If such a square also
  touches other floor, it does not belong to the zone. When a zone is too small for this reason, the message says so.
- The squares of a problem are those of the zone, or those in it on which nobody can stand.

Editions:

- gw-1989-basic, gw-1989-expanded, gw-2021, gw-2021-multiplayer: The books state that six players set up in an end
  zone. That each of them needs a square to stand on is our reading.
- gw-1989-expanded: Both End Zone boards are used, whatever the rest of the dungeon is drawn on. So a zone should be an
  End Zone tile of the set (`tiles`), or be drawn in the shape of one, rotated or flipped. Any other zone is a notice.
- naf-2019: The six squares are those on which a team sets up, so none of them may be an obstacle, a liquid or a chasm.
  A portal may be on one of them. Nobody stays on a portal, which leaves five squares for six players: a notice.
- eagbbl: All squares of the zone must be squares to stand on, because the players set up there.

Illegal map, under naf-2019 (the home team's zone has five squares)::

    map: |
      <<<......>>>
      <<.......>>>
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from typing import Annotated, Literal

from msgspec import structs

from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.findings import Level
from dungeon_designer.grid import SIDES, Square, find_bounds, find_connected_groups, find_neighbour, normalise_shape
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, ZoneShape
from dungeon_designer.rules.placed_objects import list_blocking_kinds
from dungeon_designer.rules.requirements import Requirement
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import Bounds, Length, Parameters, build_phrases
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import (
    describe_section,
    format_bounds,
    format_count,
    format_size,
    format_squares,
    join_with_and,
    join_with_or,
    replace_underscores,
)
from dungeon_designer.rules.shared_requirements import close_squares
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

STAGE = RuleStage.FLOOR

_ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)
_COUNT_TEXTS = {"standing": "standing squares alone count", "clear": "on none an obstacle or a hazard"}
"""What is said of each value of `count`."""

STARTING_PLAYERS = 6
"""The players of a team that start in its end zone, each on a square of his own."""


class RuleSettings(Bounds, frozen=True):
    """The least, the greatest, and other sizes in squares. Without bounds and a shape it is at least six."""

    phrases = build_phrases(
        kind=replace_underscores,
        shape=format_size,
        count=lambda count: _COUNT_TEXTS.get(count, ""),
        tiles=lambda tiles: f"as printed on {join_with_or(tiles)}" if tiles else "",
    )

    kind: Annotated[Literal["end_zone", "entry"], describe_key("The kind of section that is measured.", "entry")] = (
        "end_zone"
    )
    shape: Annotated[
        tuple[Length, Length] | None, describe_key("The required [width, height], in either direction.", [2, 4])
    ] = None
    count: Annotated[
        Literal["standing", "squares", "clear"],
        describe_key(
            "Which squares count: those to stand on, or all. With `clear`, all count, but an obstacle or a "
            "hazard on one of them is a problem.",
            "squares",
        ),
    ] = "standing"
    tiles: Annotated[
        tuple[str, ...],
        describe_key(
            "The tiles of end zones. A zone that is no such tile and has no such shape is reported.",
            ["gw-1989/end-zone-1", "gw-1989/end-zone-2"],
        ),
    ] = ()

    @classmethod
    def describe_for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Return (topic, requirement) for players: the kind of zone, and its size.

        They are a row of the table that tells players the rules, in the printed document of an event. Under
        gw-1989-basic the row is:

            ("Size of each end zone", "at least 6 squares")
        """
        settings = cls.parse_parameters(parameters)
        bounds = settings.square_bounds
        # `also` lists numbers of squares that are allowed besides the range from `min` to `max`.
        bounds_text = format_bounds({**structs.asdict(bounds), "also": settings.also})
        # The bounds are in words already, and `kind` is the topic.
        shape_and_count = {key: value for key, value in parameters.items() if key in ("shape", "count")}
        texts = (f"{bounds_text} squares" if bounds_text else "", cls.describe_parameters(shape_and_count))
        return f"Size of each {replace_underscores(settings.kind)}", "; ".join(filter(None, texts))

    @property
    def square_bounds(self) -> Bounds:
        """The bounds of the number of squares: STARTING_PLAYERS or more if the settings state none and no shape."""
        is_unbounded = self.min is None and self.max is None and not self.also and self.shape is None
        return Bounds(min=STARTING_PLAYERS) if is_unbounded else self


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield the problems of each end zone (or entry): its shape, squares nobody can stand on, its number of squares.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. A zone that does not
    look like one of the required tiles is a notice. So are portals in a zone of which every square must be free (the
    setting `count = "clear"`).
    """
    for zone in context.board.list_sections(SectionKind(settings.kind)):
        if not zone.covered_squares:
            continue
        shape_problem = _check_shape(context.board, zone, settings.shape)
        if shape_problem:  # the number of squares follows from the shape
            yield shape_problem
            continue
        if settings.count == "clear":
            yield from _find_portals(context, zone)
        yield from _check_squares(context, zone, settings)
        yield from _check_tile_shape(context.board, zone, settings.tiles)


def _check_shape(board: Board, zone: BoardSection, required_shape: tuple[int, int] | None) -> RuleProblem | None:
    """Return the problem of a zone that is no rectangle of the required (width, height), either way round; else None.

    If `required_shape` is None, any shape is right.
    """
    if required_shape is None:
        return None
    covered_count = len(zone.covered_squares)
    _, (width, height) = find_bounds(zone.covered_squares)
    is_rectangle = covered_count == width * height
    if is_rectangle and sorted((width, height)) == sorted(required_shape):
        return None
    required_width, required_height = required_shape
    measured = f"{format_count(covered_count, 'square')}, no rectangle"
    shape = f"covers {format_count(covered_count, 'square')} that fill no rectangle"
    if is_rectangle:  # written with the longer side first if the required shape is
        longer_first = required_width > required_height
        measured = "x".join(map(str, sorted((width, height), reverse=longer_first)))
        shape = f"is {measured}"
    required = f"{required_width}x{required_height}"
    message = f"{describe_section(zone)} must be {required} squares, either way round, but {shape}"
    message += _suggest_missing_squares(board, zone, required_width * required_height)
    return RuleProblem(message, zone.covered_squares, measured=measured, required=required)


def _find_portals(context: Context, zone: BoardSection) -> Iterator[RuleProblem]:
    """Yield a notice if portals in a zone leave fewer squares to set up on.

    Under rulesets that scatter an arriving player to a square beside the portal, nobody stays on a portal. Under others
    nothing is yielded.
    """
    board = context.board
    lost_squares = (board.walkable_squares - context.standing_squares).intersection(zone.covered_squares)
    portals = [portal for portal in board.portals if portal.square in lost_squares]
    if portals:
        squares = tuple(dict.fromkeys(portal.square for portal in portals))
        square_count = len({*zone.covered_squares})  # a square that the file lists twice counts once
        remaining_count = square_count - len(squares)
        portal_texts = join_with_and([f"portal {portal.number} at {portal.square}" for portal in portals])
        message = f"{describe_section(zone)} has {format_count(remaining_count, 'square')} to set up on"
        message += f" besides {portal_texts}"
        yield RuleProblem(message, squares, measured=remaining_count, required=square_count, level=Level.INFO)


def _check_squares(context: Context, zone: BoardSection, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if nobody can stand on some squares of a zone, and one if it has too few or too many squares.

    By the setting `count`, the number is that of all squares ("squares"), of those on which a player can stand
    ("standing"), or of all squares, none of which may hold an obstacle or a hazard such as lava ("clear").
    """
    board, name, covered_count = context.board, describe_section(zone), len(zone.covered_squares)
    blocked = []
    if settings.count != "squares":
        usable = board.walkable_squares if settings.count == "clear" else context.standing_squares
        blocked = [square for square in zone.covered_squares if square not in usable]
    # Where a shape is required, all its squares must be usable; a mere number can be met by the others.
    if blocked and (settings.count == "clear" or settings.shape is not None):
        message = f"nobody can stand on {format_squares(blocked)} of {name}"
        yield RuleProblem(message, tuple(blocked), measured=covered_count - len(blocked), required=covered_count)
    count, suffix = covered_count, ""
    if settings.count == "standing":
        count, suffix = covered_count - len(blocked), " to stand on"
    description = f"{name} has {format_count(count, 'square')}{suffix}"
    hint = _suggest_missing_squares(board, zone, settings.square_bounds.min or 0)
    requirement = "must have {}" + hint  # the bounds take the place of {}
    yield from check_count(settings.square_bounds, count, description, zone.covered_squares, requirement)


def _check_tile_shape(board: Board, zone: BoardSection, tile_ids: Sequence[str]) -> Iterator[RuleProblem]:
    """Yield a notice if a zone is neither one of the given tiles nor drawn in the shape of one.

    Tiles that are in no tile set are ignored. If none is left, nothing is yielded.
    """
    tiles = [board.library.get(tile_id) for tile_id in tile_ids if tile_id in board.library]
    shapes, known_ids = {normalise_shape(tuple(tile.letters)) for tile in tiles}, [tile.id for tile in tiles]
    if tiles and zone.tile not in known_ids and normalise_shape(zone.covered_squares) not in shapes:
        message = (
            f"{describe_section(zone)} is neither the tile {join_with_or(known_ids)} nor drawn in the shape of one"
        )
        yield RuleProblem(message, zone.covered_squares, level=Level.INFO)


def _suggest_missing_squares(board: Board, zone: BoardSection, required_count: int) -> str:
    """Return the end of a message about a zone with too few squares: how to add the squares of objects beside it.

    In a map, the letter of an object takes the place of the zone's letter, so that its square is not counted. The
    result is '' unless the zone would be large enough with such squares.
    """
    covered_count = len(zone.covered_squares)
    if zone.tile or covered_count >= required_count:
        return ""
    squares_by_key: dict[str, Collection[Square]] = {
        "chests": board.chest_squares,
        "portals": board.portal_squares,
        "traps": [square for trap in board.traps for square in trap.squares],
        "obstacles": board.obstacle_at,
        "terrain": board.terrain_at,
    }
    adjacent_squares = _list_adjacent_object_squares(board, zone, set().union(*squares_by_key.values()))
    if covered_count + len(adjacent_squares) < required_count:
        return ""
    # The keys of the dungeon file under which objects, such as `chests`, are named.
    used_keys = [
        key for key, squares in squares_by_key.items() if any(square in squares for square in adjacent_squares)
    ]
    key_text = join_with_and([f"`{key}:`" for key in used_keys])
    verb = "belongs" if len(adjacent_squares) == 1 else "belong"
    return (
        f"; if {format_squares(adjacent_squares)} {verb} to it,"
        f" draw its letter there and name what lies there under {key_text}"
    )


def _list_adjacent_object_squares(board: Board, zone: BoardSection, object_squares: Set[Square]) -> list[Square]:
    """Return the squares of objects outside all zones that are connected to a zone by sides.

    A group of such squares counts as a whole if one of them shares an edge with the zone.
    """
    other_floor = {square for square, section in board.section_by_square.items() if section.kind not in _ZONE_KINDS}
    surrounding_squares = {find_neighbour(square, side) for square in zone.covered_squares for side in SIDES}
    return [
        square
        for group in find_connected_groups(other_floor.intersection(object_squares))
        if not surrounding_squares.isdisjoint(group)
        for square in group
    ]


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Yield the requirements that keep the squares of end zones free, where players set up; breaking one is a notice.

    There is one for each kind of object on whose square nobody can stand. With the setting `count = "squares"`, squares
    count whatever lies on them, and nothing is yielded.
    """
    zone_squares = {
        square for zone in context.board.list_sections(SectionKind(settings.kind)) for square in zone.squares
    }
    kinds = list_blocking_kinds(context) if settings.count != "squares" else ()
    yield from close_squares(kinds, zone_squares, "in an end zone", is_notice=True)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of how many squares each end zone (or entry) must have, and of which shape it must be.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. The record says it
    without a board, for code that draws a floor, such as the generator. Every such function gets `ruleset` and
    `team_count`, which are not needed here.
    """
    yield ZoneShape(
        SectionKind(settings.kind), settings.square_bounds.plain_bounds, settings.shape, tuple(settings.tiles)
    )

"""Lines of sight: which squares one sees from a square, and so may throw to; and what stops a line.

The line runs from middle to middle ("the centre line of the range ruler": naf-2019, Passing, for Dungeonbowl and
Dungeonbowl 7s alike). What stops it, book by book:

- Walls and rock, in every book (gw-1989 and brawl-2013, Throwing Restrictions; eagbbl, Throwing In The Dungeon).
- A door on a square while it is shut: "An open door counts as a clear square. A closed door counts as a wall"
  (gw-1989, Doors).
- A door on edges never: gw-2021's "are always assumed to have the doors removed, and so are simply openings"
  (Setting Up The Game), and eagbbl, which walks through its doors freely, knows none that is shut (Corners and
  Doors). naf-2019 and brawl-2013 have none.
- Entries, the doorways of brawl-2013 (Scoring) and Dungeonbowl 7s (naf-2019, Scoring): a wall to all but the ball
  carrier who scores in them, so nobody stands there to throw or to catch.
- Obstacles only where an edition names them opaque: gw-2021's Chaotic Idol "is treated as a wall", while crypt, dragon,
  chasm and chests "do not block Line of Sight"; naf-2019 (Statues) and eagbbl (Obstacles) throw over theirs.

Where the line runs exactly through the corner of a wall, one open way round is enough with free corners ("around
corners": naf-2019, Diagonal Movement; brawl-2013, Corners). With strict ones both must be free, as for a step or a
hand-off (eagbbl, Corners and Doors): a wall's corner is wall. Corners made by obstacles are left out of that there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Set
from functools import cached_property
from typing import Any, NamedTuple

from dungeon_designer.analysis.outlines import Corner, GridLine, find_unit_walls, join_edges
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import Edge, Side, Square, find_neighbour, normalise_edge
from dungeon_designer.installation import require_installation
from dungeon_designer.kinds import ObstacleKind

Point = tuple[float, float]
Line = tuple[Point, Point]

_WALL_SHORTENING = 1e-6
"""How much walls are shortened at each end, in squares, so that a line through the end passes.

This is far less than the distance of any other line from a corner, even on boards of thousands of squares.
"""

_CORNER_TOLERANCE = 1e-5
"""Two points less than this apart, in squares, are the same corner: more than the shortening, less than other gaps."""


class SightObstruction(NamedTuple):
    """The first thing that stops a line of sight.

    Attributes:
        point: Where the line meets it, as (x, y) in squares.
        edges: The edges that are met: one, or those that close a corner; none if the line ends in rock.
        cause: `wall`, `door`, `entry`, or the kind of the obstacle.
    """

    point: Point
    edges: tuple[Edge, ...]
    cause: str


def _load_shapely() -> Any:
    """Return the module `shapely`, which is imported late: few callers need lines of sight.

    Raises:
        UsageError: the program runs in a browser, which has no shapely.
    """
    require_installation("lines of sight")
    import shapely

    return shapely


class LineOfSight:
    """The lines of sight on one board. The walls are prepared once for any number of lines.

    Args:
        board: The board.
        strict: Whether a line through the corner of a wall needs both sides of it free; otherwise one is enough.
        opaque: The kinds of obstacles that block sight in the edition.
    """

    def __init__(self, board: Board, strict: bool = False, opaque: Collection[ObstacleKind] = ()) -> None:
        """Store the board, and find the squares that block sight: closed doors, entries and opaque obstacles."""
        self._board, self._strict = board, strict
        self._blocking_squares = board.closed_door_squares | board.entry_squares
        self._opaque_squares = {at for at, kind in board.obstacle_at.items() if kind in opaque} - self._blocking_squares
        self._common_walls: Any = None

    def find_visible_squares(self, origin: Square, candidates: Iterable[Square] | None = None) -> set[Square]:
        """Return the squares that are visible from `origin`, itself included; none if it is off the floor.

        An entry, a two-square zone where a team comes in, is a wall for everybody else. A square that blocks sight (a
        closed door, an entry, an opaque obstacle) is never visible from another one, but a player inside it can see
        out. This takes O(N·W) at worst for W walls; with shapely's index it is far less.

        Args:
            origin: The square of the viewer.
            candidates: The squares to test; None tests all floor squares.
        """
        ends = list(self._board.section_by_square if candidates is None else candidates)
        if origin not in self._board or not ends:
            return set()
        shapely = _load_shapely()

        lines = shapely.linestrings([(_find_centre(origin), _find_centre(end)) for end in ends])
        # The query returns two arrays: the indices of lines, and beside each that of a wall that the line meets.
        line_indices, _ = self._build_wall_index(origin).query(lines, predicate="intersects")
        blocked_lines = set(line_indices.tolist())
        return {end for i, end in enumerate(ends) if i not in blocked_lines or end == origin}

    def is_blocked(self, square: Square) -> bool:
        """Return whether a square blocks sight itself: it is a closed door, an entry or an opaque obstacle."""
        return square in self._blocking_squares or square in self._opaque_squares

    def are_free(self, lines: Any) -> Any:
        """Return for each of many lines of sight whether nothing stops it, as an array of numpy.

        This is faster than single tests, since all walls form one geometry. It holds what blocks sight on every square,
        so neither end of a line may be a square that blocks sight itself.

        Args:
            lines: For each line, the centres of its two squares, as `shapely.linestrings` takes them.
        """
        shapely = _load_shapely()

        return ~shapely.intersects(self._combined_walls, shapely.linestrings(lines))

    def find_obstruction(self, start: Square, end: Square) -> SightObstruction | None:
        """Return the first thing that the line between two squares meets, or None if they see each other.

        A square off the floor counts as wall. If nothing else blocks the line before it, the obstruction is a wall at
        the centre of that square.
        """
        if start not in self._board:
            return SightObstruction(_find_centre(start), (), "wall")
        crossings = self._find_crossings(start, end) if start != end else []
        if not crossings:
            return None if end in self._board else SightObstruction(_find_centre(end), (), "wall")
        eye_x, eye_y = _find_centre(start)
        # All crossings lie on one ray from the eye, so the sum of both differences orders them as the distance would.
        nearest_point = min(crossings, key=lambda point: abs(point[0] - eye_x) + abs(point[1] - eye_y))
        return self._describe_obstruction(nearest_point, start)

    def _find_crossings(self, start: Square, end: Square) -> list[Point]:
        """Return the points at which the line between two squares meets lines that block sight from `start`."""
        shapely = _load_shapely()

        wall_index = self._build_wall_index(start)
        line = shapely.linestrings([_find_centre(start), _find_centre(end)])
        walls_met = wall_index.geometries[wall_index.query(line, predicate="intersects")]
        return [(x, y) for x, y in shapely.get_coordinates(shapely.intersection(walls_met, line)).tolist()]

    def _build_wall_index(self, viewer: Square | None) -> Any:
        """Return a search tree of shapely with all lines that block sight for a viewer.

        An entry, a two-square zone where a team comes in, is a wall for everybody else. A closed door, entry or opaque
        obstacle on the viewer's own square is left out. The tree for all other viewers is built once and kept. Walls
        whose corners do not block are shortened; see `_shorten_walls`.

        Args:
            viewer: The square of the viewer; None for a viewer whose square holds nothing that blocks sight.
        """
        shapely = _load_shapely()

        stands_in_blocker = viewer in self._blocking_squares or viewer in self._opaque_squares
        if not stands_in_blocker and self._common_walls is not None:
            return self._common_walls
        lines = self._list_blocking_lines(self._blocking_squares - {viewer}, self._opaque_squares - {viewer})
        wall_index = shapely.STRtree(shapely.linestrings(lines) if lines else [])
        if not stands_in_blocker:
            self._common_walls = wall_index
        return wall_index

    def _list_blocking_lines(self, blocking_squares: Set[Square], opaque_squares: Set[Square]) -> list[Line]:
        """Return all walls as lines, with the outlines of the squares that block sight.

        An entry, a two-square zone where a team comes in, is a wall for everybody else.

        Args:
            blocking_squares: The closed doors and entries. With strict corners a line of sight may not touch them or
                a wall at a corner.
            opaque_squares: The opaque obstacles, at whose corners a line of sight may always pass.
        """
        lines = list[Line]()
        if self._strict:
            lines += join_edges(*find_unit_walls(self._board, blocking_squares))
        if opaque_squares or not self._strict:
            lines += _shorten_walls(join_edges(*find_unit_walls(self._board, blocking_squares | opaque_squares)))
        return lines

    @cached_property
    def _combined_walls(self) -> Any:
        """All lines that block sight as one geometry of shapely, prepared for many tests."""
        shapely = _load_shapely()

        lines = list(self._build_wall_index(None).geometries)
        walls = shapely.multilinestrings(lines) if lines else shapely.MultiLineString()
        shapely.prepare(walls)
        return walls

    def _describe_obstruction(self, point: Point, viewer: Square | None) -> SightObstruction:
        """Return what stops a line of sight at a point: walls, or what fills a square beside it.

        If a wall is among several things at the point, or if no cause is found there, the cause is "wall".
        """
        cause_by_edge: dict[Edge, str] = {}
        for edge in _find_edges_at(point):
            cause = self._find_cause(edge, viewer)
            if cause:
                cause_by_edge[edge] = cause
        causes = list(cause_by_edge.values())
        first_cause = "wall" if "wall" in causes or not causes else causes[0]
        # Rounding takes away the tiny error that comes from shortened walls (see `_shorten_walls`).
        rounded_point = round(point[0], 4), round(point[1], 4)
        return SightObstruction(rounded_point, tuple(cause_by_edge), first_cause)

    def _find_cause(self, edge: Edge, viewer: Square | None) -> str:
        """Return what blocks sight on an edge or on a square beside it: "wall", "door", "entry" or a kind of obstacle.

        An entry, a two-square zone where a team comes in, is a wall for everybody else. What is on the viewer's own
        square does not count. The result is '' if nothing blocks sight, or if the edge lies within rock.
        """
        board = self._board
        squares_beside = edge[0], find_neighbour(*edge)  # an edge is a square and a side
        if not any(square in board for square in squares_beside):
            return ""
        if board.get_edge_state(*edge) == WALL:
            return "wall"
        for square in squares_beside:
            if square == viewer:
                continue
            if square in board.closed_door_squares:
                return "door"
            if square in board.entry_squares:
                return "entry"
            if square in self._opaque_squares:
                return board.obstacle_at[square]
        return ""


def _find_centre(square: Square) -> Point:
    """Return the point in the middle of a square; square (0, 0) has the corners (0, 0) and (1, 1)."""
    return square[0] + 0.5, square[1] + 0.5


def _find_edges_at(point: Point) -> list[Edge]:
    """Return the edges that pass through a point on a grid line: one, or the four that meet in a grid corner.

    >>> _find_edges_at((3.0, 4.5))
    [((2, 4), <Side.EAST: 'east'>)]
    """
    x, y = round(point[0]), round(point[1])
    is_vertical, is_horizontal = abs(point[0] - x) < _CORNER_TOLERANCE, abs(point[1] - y) < _CORNER_TOLERANCE
    if is_vertical and is_horizontal:
        diagonal_square = (x - 1, y - 1)
        return [
            normalise_edge((x, y), Side.NORTH),
            normalise_edge((x, y), Side.WEST),
            normalise_edge(diagonal_square, Side.SOUTH),
            normalise_edge(diagonal_square, Side.EAST),
        ]
    if is_vertical:
        return [normalise_edge((x, int(point[1] // 1)), Side.WEST)]
    return [normalise_edge((int(point[0] // 1), y), Side.NORTH)]


def _shorten_walls(walls: Collection[GridLine]) -> Iterator[Line]:
    """Yield the walls as lines shortened a little at both ends, so that a line of sight through an end passes.

    Where exactly two walls meet at a right angle, a short diagonal line closes the inside of the corner. Otherwise a
    line of sight could pass between the shortened ends.
    """
    directions_by_corner: dict[Corner, list[Corner]] = defaultdict(list)  # in which directions walls lead from each end
    inner_corners: set[Corner] = set()  # the corners of the grid along walls, without their ends
    for (x0, y0), (x1, y1) in walls:
        dx, dy = (1, 0) if y0 == y1 else (0, 1)
        yield (
            (x0 + dx * _WALL_SHORTENING, y0 + dy * _WALL_SHORTENING),
            (x1 - dx * _WALL_SHORTENING, y1 - dy * _WALL_SHORTENING),
        )
        directions_by_corner[x0, y0].append((dx, dy))
        directions_by_corner[x1, y1].append((-dx, -dy))
        length = x1 - x0 + y1 - y0  # one of the two differences is 0
        inner_corners.update((x0 + dx * i, y0 + dy * i) for i in range(1, length))
    for (x, y), directions in directions_by_corner.items():
        # Two walls that end here meet at a right angle: in a straight line they would have been joined to one.
        if len(directions) == 2 and (x, y) not in inner_corners:
            (first_dx, first_dy), (second_dx, second_dy) = directions
            yield (
                (x + first_dx * _WALL_SHORTENING, y + first_dy * _WALL_SHORTENING),
                (x + second_dx * _WALL_SHORTENING, y + second_dy * _WALL_SHORTENING),
            )

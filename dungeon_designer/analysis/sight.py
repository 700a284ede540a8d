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
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from dungeon_designer.analysis.outlines import Corner, Run, runs, unit_walls
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import Edge, Side, Square, edge, neighbour
from dungeon_designer.kinds import ObstacleKind

Point = tuple[float, float]
Line = tuple[Point, Point]

_HAIR = 1e-6
"""How much shorter walls are at their ends, so that a line through an end goes by: far less than any line that does
not go through it keeps away, on boards of thousands of squares."""

_NEAR = 1e-5
"""What lies so near a corner was met at the corner: more than a hair, less than any other crossing is away."""


class Stop(NamedTuple):
    """The first thing a line of sight meets.

    at     where, in squares
    edges  the borders met: one, or those that close a corner
    what   `wall`, `door`, `entry`, or the obstacle's kind
    """

    at: Point
    edges: tuple[Edge, ...]
    what: str


class Sight:
    """Lines of sight on one board; the walls are made ready once, for as many lines as one likes.

    `strict` corners, and the kinds of obstacles that are `opaque`: what an edition says one cannot see across.
    """

    def __init__(self, board: Board, strict: bool = False, opaque: Collection[ObstacleKind] = ()) -> None:
        self._board, self._strict = board, strict
        self._shut = board.shut_doors | board.entry_squares
        self._opaque = {at for at, kind in board.obstacle_at.items() if kind in opaque} - self._shut
        self._usual: Any = None

    def seen(self, origin: Square, among: Iterable[Square] | None = None) -> set[Square]:
        """The squares, of all or of some, that are seen from `origin`, itself included; none from off the floor.

        What blocks cannot be seen itself, but does not keep one who stands in it from seeing. O(N·W) at worst for W
        walls, by shapely's index far less.
        """
        ends = list(self._board.owner if among is None else among)
        if origin not in self._board or not ends:
            return set()
        import shapely

        lines = shapely.linestrings([(_middle(origin), _middle(end)) for end in ends])
        met = set(self._walls_from(origin).query(lines, predicate="intersects")[0].tolist())
        return {end for i, end in enumerate(ends) if i not in met or end == origin}

    def free(self, lines: Any) -> Any:
        """Whether each of many lines meets no wall, given as shapely takes them, by the middles of two squares.

        None of the squares may be one that blocks. Asked all at once: of walls made into one thing shapely tells
        sooner that one is met than which.
        """
        import shapely

        return ~shapely.intersects(self._whole, shapely.linestrings(lines))

    def stop(self, start: Square, end: Square) -> Stop | None:
        """The first thing the line between two squares meets, None where one sees the other.

        Off the floor nobody stands: the line begins or ends in rock, and stops there.
        """
        if start not in self._board:
            return Stop(_middle(start), (), "wall")
        import shapely

        met: list[Point] = []
        if start != end:
            tree, line = self._walls_from(start), shapely.linestrings([_middle(start), _middle(end)])
            touched = tree.geometries[tree.query(line, predicate="intersects")]
            met = [(x, y) for x, y in shapely.get_coordinates(shapely.intersection(touched, line)).tolist()]
        if not met:
            return None if end in self._board else Stop(_middle(end), (), "wall")
        nearest = min(met, key=lambda point: abs(point[0] - start[0] - 0.5) + abs(point[1] - start[1] - 0.5))
        return self._named(nearest, start)

    def _walls_from(self, here: Square | None) -> Any:
        """The walls as one sees them from a square: what fills the square itself is left out.

        Each is a straight line; walls whose corners do not count are a hair short, see `_shortened`.
        """
        if here not in self._shut and here not in self._opaque:
            here = None
        if here or self._usual is None:
            import shapely

            shut, opaque, lines = self._shut - {here}, self._opaque - {here}, list[Line]()
            if self._strict:
                lines += runs(*unit_walls(self._board, shut))
            if opaque or not self._strict:
                lines += _shortened(runs(*unit_walls(self._board, shut | opaque)))
            found = shapely.STRtree(shapely.linestrings(lines) if lines else [])
            if here:
                return found
            self._usual = found
        return self._usual

    @cached_property
    def _whole(self) -> Any:
        import shapely

        lines = list(self._walls_from(None).geometries)
        walls = shapely.multilinestrings(lines) if lines else shapely.MultiLineString()
        shapely.prepare(walls)
        return walls

    def _named(self, at: Point, here: Square | None) -> Stop:
        """What stands at a point where a line was stopped: walls, or what fills a square beside."""
        board, solid = self._board, (self._shut | self._opaque) - {here}
        found: dict[Edge, str] = {}
        for border in _edges_at(at):
            both = border[0], neighbour(*border)
            filled = next((square for square in both if square in solid), None)
            if both[0] in board or both[1] in board:
                if board.edge_state(*border) == WALL:
                    found[border] = "wall"
                elif filled in board.shut_doors:
                    found[border] = "door"
                elif filled:
                    found[border] = "entry" if filled in board.entry_squares else board.obstacle_at[filled]
        what = "wall" if "wall" in found.values() or not found else next(iter(found.values()))
        return Stop((round(at[0], 4), round(at[1], 4)), tuple(found), what)


def _middle(square: Square) -> Point:
    return square[0] + 0.5, square[1] + 0.5


def _edges_at(at: Point) -> list[Edge]:
    """The borders that pass through a point: one, or the four that meet in a corner.

    >>> _edges_at((3.0, 4.5))
    [((2, 4), <Side.EAST: 'east'>)]
    """
    x, y = round(at[0]), round(at[1])
    upright, level = abs(at[0] - x) < _NEAR, abs(at[1] - y) < _NEAR
    if upright and level:
        before = (x - 1, y - 1)
        return [
            edge((x, y), Side.NORTH), edge((x, y), Side.WEST), edge(before, Side.SOUTH), edge(before, Side.EAST)
        ]  # fmt: skip
    if upright:
        return [edge((x, int(at[1] // 1)), Side.WEST)]
    return [edge((int(at[0] // 1), y), Side.NORTH)]


def _shortened(straight: Collection[Run]) -> Iterator[Line]:
    """The walls a hair short at both ends; where just two meet in a corner at a right angle, a bevel inside it.

    The bevel closes the corner against lines that come out of it.
    """
    ends: dict[Corner, list[Corner]] = defaultdict(list)
    passed: set[Corner] = set()
    for (x0, y0), (x1, y1) in straight:
        dx, dy = (1, 0) if y0 == y1 else (0, 1)
        yield (x0 + dx * _HAIR, y0 + dy * _HAIR), (x1 - dx * _HAIR, y1 - dy * _HAIR)
        ends[x0, y0].append((dx, dy))
        ends[x1, y1].append((-dx, -dy))
        passed.update((x0 + dx * i, y0 + dy * i) for i in range(1, x1 - x0 + y1 - y0))
    for (x, y), ways in ends.items():
        if len(ways) == 2 and (x, y) not in passed:
            (ax, ay), (bx, by) = ways
            yield (x + ax * _HAIR, y + ay * _HAIR), (x + bx * _HAIR, y + by * _HAIR)

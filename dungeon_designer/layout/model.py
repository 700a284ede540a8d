"""The layout: every fact a person drew, and nothing derived from it.

All values are frozen; an edit makes a new layout (`dungeon_designer.layout.edits`). The models know
no file format. `normalised` gives each layout its one canonical form.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from dungeon_designer.grid import LIMIT, Side, Square, block, row_major
from dungeon_designer.kinds import BRIDGES as BRIDGES
from dungeon_designer.kinds import COLOURS, EMBLEMS
from dungeon_designer.kinds import HAZARDS as HAZARDS
from dungeon_designer.kinds import LEAST_SIDES as LEAST_SIDES
from dungeon_designer.kinds import LIQUIDS as LIQUIDS
from dungeon_designer.kinds import MOST_SIDES as MOST_SIDES
from dungeon_designer.kinds import Emblem as Emblem
from dungeon_designer.kinds import ObstacleKind as ObstacleKind
from dungeon_designer.kinds import SectionKind as SectionKind
from dungeon_designer.kinds import Team as Team
from dungeon_designer.kinds import TerrainKind as TerrainKind

Coordinate = Annotated[int, Meta(ge=0, le=LIMIT)]
Place = tuple[Coordinate, Coordinate]
"""A square as files may name it: both coordinates from 0 to 9999."""

Extent = Annotated[int, Meta(ge=1, le=LIMIT + 1)]
Span = tuple[Extent, Extent]
"""(width, height), each at least 1."""

LETTERS = 1000
"""How long a text may be that a report says in a sentence."""

Line = Annotated[str, Meta(max_length=LETTERS)]

PortalNumber = Annotated[int, Meta(ge=1, le=99)]


class TrapKind(StrEnum):
    """What a player may fall into; a counter lies face down and its content says which."""

    OPEN_PIT = "open_pit"
    SPIKED_PIT = "spiked_pit"
    TRAPDOOR = "trapdoor"
    COUNTER = "counter"


class CounterContent(StrEnum):
    """The hidden face of a pit counter."""

    NOTHING = "nothing"
    OPEN_PIT = "open_pit"
    SPIKED_PIT = "spiked_pit"


class LabelSize(StrEnum):
    """How high the letters of a label are."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class _Part(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything a layout holds."""


class MatchSide(_Part, frozen=True):
    """A side of the match: which it is, and its colour and emblem where they are not the usual ones."""

    id: Team
    colour: Annotated[str, Meta(pattern="^(#[0-9a-fA-F]{6})?$")] = ""
    emblem: Emblem | None = None

    @property
    def shown_colour(self) -> str:
        """Its colour, or the usual one: ``#rrggbb``."""
        return self.colour or COLOURS[self.id]

    @property
    def shown_emblem(self) -> Emblem:
        """Its emblem, or the usual one."""
        return self.emblem or EMBLEMS[self.id]


def sides_of(count: int) -> tuple[MatchSide, ...]:
    """The first so many sides, with their usual colours and emblems.

    >>> len(sides_of(3)), sides_of(3)[2].id.value
    (3, 'third')
    """
    return tuple(MatchSide(id=team) for team in list(Team)[:count])


TWO_SIDES = sides_of(LEAST_SIDES)
"""The sides of a dungeon that does not say: home and away."""

TWO_TEAMS = tuple(side.id for side in TWO_SIDES)


class Section(_Part, frozen=True):
    """One tile as placed, or one hand-drawn area.

    A placed tile has `tile`, `turn` and `flip` (mirrored first, then turned clockwise); its kind, name and
    walls are the tile's own unless said here. A drawn one has `kind` and `rows`: ``.`` floor, ``#`` none.
    `at` is the upper left corner of what is placed, after turning.
    """

    id: Annotated[str, Meta(min_length=1, max_length=80)]
    at: Place = (0, 0)
    tile: Line = ""
    turn: Annotated[int, Meta(ge=0, le=3)] = 0
    flip: bool = False
    kind: SectionKind | None = None
    side: Team | None = None
    name: Line = ""
    enclosed: bool | None = None
    rows: tuple[str, ...] = ()

    @property
    def squares(self) -> list[Square]:
        """The squares of a drawn section, row by row; a placed tile's are known to the board only."""
        x0, y0 = self.at
        return [(x0 + x, y0 + y) for y, row in enumerate(self.rows) for x, c in enumerate(row) if c == "."]


class EdgeRun(_Part, frozen=True):
    """Something on `width` edges in a row from `at`: going right (north, south) or down (east, west)."""

    at: Place
    side: Side
    width: Extent = 1


class EdgeDoor(EdgeRun, frozen=True):
    """A door on `width` edges in a row from `at`: going right (north, south) or down (east, west)."""


class SquareDoor(_Part, frozen=True):
    """A door that fills one square between two walls."""

    at: Place
    open: bool = False


class Wall(EdgeRun, frozen=True):
    """A wall on `width` edges in a row where the sections alone would leave them open."""


class LeapEdge(EdgeRun, frozen=True):
    """A marked edge from which a player with Leap may jump."""


class Portal(_Part, frozen=True):
    """A teleporter of a number."""

    number: PortalNumber
    at: Place


class Trap(_Part, frozen=True):
    """A pit, spiked pit, trapdoor (`below` says what lies under it) or face-down counter."""

    kind: TrapKind
    at: Place
    size: Span = (1, 1)
    below: Line = ""
    owner: Team | None = None
    content: CounterContent | None = None

    @property
    def squares(self) -> list[Square]:
        """The squares it covers."""
        return block(self.at, self.size)


class Terrain(_Part, frozen=True):
    """One square of ground other than plain floor."""

    kind: TerrainKind
    at: Place


class Obstacle(_Part, frozen=True):
    """One square of a thing no player may enter; neighbours of one kind are one thing."""

    kind: ObstacleKind
    at: Place


class RotatingRoom(_Part, frozen=True, tag_field="kind", tag="rotating_room"):
    """Sections that turn together about their common centre."""

    sections: tuple[str, ...]


class RollingBall(_Part, frozen=True, tag_field="kind", tag="rolling_ball"):
    """A stone ball of `size` that starts at `at` and rolls along a track of `length`, its own start included."""

    at: Place
    travel: Side
    length: Extent
    size: Span = (4, 4)

    @property
    def track(self) -> list[Square]:
        """Every square the ball sweeps, its start included, row by row; may leave the grid if drawn so."""
        (x, y), (width, height) = self.at, self.size
        if self.travel in (Side.EAST, Side.WEST):
            left = x if self.travel is Side.EAST else x + width - self.length
            return block((left, y), (self.length, height))
        top = y if self.travel is Side.SOUTH else y + height - self.length
        return block((x, top), (width, self.length))


Machine = RotatingRoom | RollingBall


class Label(_Part, frozen=True):
    """Words on the map, centred on a square, be that floor or rock; they mean nothing to any rule.

    `turn` counts clockwise quarters, as a tile's: 1 reads downwards.
    """

    text: Annotated[str, Meta(min_length=1, max_length=200)]
    at: Place
    size: LabelSize = LabelSize.MEDIUM
    turn: Annotated[int, Meta(ge=0, le=3)] = 0


class Waiver(_Part, frozen=True):
    """A rule set aside, with its reason; with `squares`, only where a finding touches one of them.

    With `ruleset`, only when that ruleset is asked.
    """

    rule: Annotated[str, Meta(min_length=1, max_length=LETTERS)]
    reason: Annotated[str, Meta(min_length=1, max_length=LETTERS)]
    squares: tuple[Place, ...] = ()
    ruleset: Line = ""


class Layout(_Part, frozen=True):
    """A dungeon as drawn. Every field is optional in a file; order of items carries no meaning.

    `play` has keys of a ruleset's `[play]` table, and counts before them for this dungeon alone.
    """

    name: Line = ""
    author: Line = ""
    notes: str = ""
    ruleset: Line = ""
    play: dict[str, Any] = field(default_factory=dict)
    balls: Annotated[int, Meta(ge=0, le=99)] = 1
    enclosed: bool = False
    sides: tuple[MatchSide, ...] = TWO_SIDES
    sections: tuple[Section, ...] = ()
    walls: tuple[Wall, ...] = ()
    doors: tuple[EdgeDoor, ...] = ()
    square_doors: tuple[SquareDoor, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    chests: tuple[Place, ...] = ()
    portals: tuple[Portal, ...] = ()
    traps: tuple[Trap, ...] = ()
    leap_edges: tuple[LeapEdge, ...] = ()
    machines: tuple[Machine, ...] = ()
    labels: tuple[Label, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The sides that play here, in their fixed order."""
        return tuple(side.id for side in self.sides)


PARTS: dict[str, tuple[str, type[_Part] | None]] = {
    **dict.fromkeys(TerrainKind, ("terrain", Terrain)),
    **dict.fromkeys(ObstacleKind, ("obstacles", Obstacle)),
    "door": ("square_doors", SquareDoor),
    "edge_door": ("doors", EdgeDoor),
    "wall": ("walls", Wall),
    "leap_edge": ("leap_edges", LeapEdge),
    **dict.fromkeys(TrapKind, ("traps", Trap)),
    "chest": ("chests", None),
    "portal": ("portals", Portal),
    "rotating_room": ("machines", RotatingRoom),
    "rolling_ball": ("machines", RollingBall),
    "label": ("labels", Label),
}
"""For each word by which maps of other programs name a thing, the list it stands in and what it is; a chest is no more
than a square."""

LISTS = tuple(
    name for name, default in zip(Layout.__struct_fields__, Layout.__struct_defaults__, strict=True) if default == ()
)
"""The keys of a layout's lists of items."""


def _order(item: Any) -> tuple[Any, ...]:
    """By what the items of a list are sorted."""
    if isinstance(item, tuple):
        return row_major(item)
    if isinstance(item, Portal):
        return item.number, *row_major(item.at)
    if isinstance(item, EdgeRun):
        return *row_major(item.at), item.side, item.width
    return *row_major(item.at), repr(item)


_SORTED = [key for key in LISTS if key not in ("sections", "machines", "waivers")]


def normalised(layout: Layout) -> Layout:
    """The canonical form: what means the same compares equal.

    Items are sorted by row, pits split into single squares (neighbours are one pit anyway), drawn rows
    trimmed to what they cover; a drawn section of no kind is a room. The order of sections stays: the
    first placed owns a square covered twice. Sides come in their fixed order. A layout in this form already
    comes back as it is, so that what was made of it need not be made anew.
    """
    lists = {key: tuple(sorted(getattr(layout, key), key=_order)) for key in _SORTED}
    lists["traps"] = tuple(sorted((pit for trap in layout.traps for pit in split(trap)), key=_order))
    sides = sorted((replace(s, colour=s.colour.lower()) for s in layout.sides), key=lambda s: list(Team).index(s.id))
    result = replace(layout, sides=tuple(sides), sections=tuple(map(_trimmed, layout.sections)), **lists)
    return layout if result == layout else result


def split(trap: Trap) -> list[Trap]:
    """Pits as single squares; trapdoors and counters as they are."""
    if trap.size == (1, 1) or trap.kind not in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        return [trap]
    return [replace(trap, at=square, size=(1, 1)) for square in trap.squares]


@lru_cache(maxsize=1024)
def _trimmed(section: Section) -> Section:
    """A drawn section with `at` and `rows` cut to the squares it covers, its kind said.

    Remembered, since after an edit most sections are what they were.
    """
    if section.tile:
        return section
    section = replace(section, kind=section.kind or SectionKind.ROOM)
    rows = [row.rstrip("# ").replace(" ", "#") for row in section.rows]
    filled = [y for y, row in enumerate(rows) if row]
    if not filled:
        return replace(section, rows=())
    left = min(len(row) - len(row.lstrip("#")) for row in rows if row)
    top = filled[0]
    kept = tuple(row[left:] for row in rows[top : filled[-1] + 1])
    return replace(section, at=(section.at[0] + left, section.at[1] + top), rows=kept)

"""The layout of a dungeon: every fact that a person drew, and nothing derived from it.

All values are frozen; an edit makes a new layout (`dungeon_designer.layout.transforms`). The models know no file
format. `normalise_layout` gives each layout its canonical form. The docstrings of the models are also the
descriptions in the published schema.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from dungeon_designer.grid import MAX_COORDINATE, Side, Square, list_block_squares, rank_by_row
from dungeon_designer.kinds import BRIDGES as BRIDGES
from dungeon_designer.kinds import DEFAULT_COLOURS, DEFAULT_EMBLEMS
from dungeon_designer.kinds import HAZARDS as HAZARDS
from dungeon_designer.kinds import LIQUIDS as LIQUIDS
from dungeon_designer.kinds import MAX_TEAMS as MAX_TEAMS
from dungeon_designer.kinds import MIN_TEAMS as MIN_TEAMS
from dungeon_designer.kinds import Emblem as Emblem
from dungeon_designer.kinds import ObstacleKind as ObstacleKind
from dungeon_designer.kinds import SectionKind as SectionKind
from dungeon_designer.kinds import Team as Team
from dungeon_designer.kinds import TerrainKind as TerrainKind
from dungeon_designer.kinds import TrapKind as TrapKind
from dungeon_designer.pictures.picture_model import DungeonPicture

Coordinate = Annotated[int, Meta(ge=0, le=MAX_COORDINATE)]
"""The x or y of a square in a file."""
SquareInFile = tuple[Coordinate, Coordinate]
"""A square as files may name it: (x, y), both from 0 to 9999."""

Extent = Annotated[int, Meta(ge=1, le=MAX_COORDINATE + 1)]
"""A width, height or length in squares, at least 1."""
Span = tuple[Extent, Extent]
"""A (width, height) in squares, each at least 1."""

MAX_LINE_LENGTH = 1000
"""The greatest number of characters in a text that a report shows within a sentence."""

Line = Annotated[str, Meta(max_length=MAX_LINE_LENGTH)]
"""A text of one line."""

PortalNumber = Annotated[int, Meta(ge=1, le=99)]


class CounterContent(StrEnum):
    """The hidden face of a pit counter."""

    NOTHING = "nothing"
    OPEN_PIT = "open_pit"
    SPIKED_PIT = "spiked_pit"


class LabelSize(StrEnum):
    """The height of a label's letters."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class _LayoutPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of everything that a layout holds."""


class MatchTeam(_LayoutPart, frozen=True):
    """A team of the match, with its colour and emblem where they are not the default ones."""

    id: Team
    colour: Annotated[str, Meta(pattern="^(#[0-9a-fA-F]{6})?$")] = ""
    emblem: Emblem | None = None

    @property
    def shown_colour(self) -> str:
        """The colour of the team, or its default colour: ``#rrggbb``."""
        return self.colour or DEFAULT_COLOURS[self.id]

    @property
    def shown_emblem(self) -> Emblem:
        """The emblem of the team, or its default emblem."""
        return self.emblem or DEFAULT_EMBLEMS[self.id]


def list_teams(count: int) -> tuple[MatchTeam, ...]:
    """Return the first `count` teams, with their default colours and emblems.

    >>> len(list_teams(3)), list_teams(3)[2].id.value
    (3, 'third')
    """
    return tuple(MatchTeam(id=team) for team in list(Team)[:count])


TWO_MATCH_TEAMS = list_teams(MIN_TEAMS)
"""The teams of a dungeon whose file names none: home and away."""

TWO_TEAMS = tuple(side.id for side in TWO_MATCH_TEAMS)
"""The ids of these two teams."""


class Section(_LayoutPart, frozen=True):
    """A section of a dungeon: a placed tile or a hand-drawn area.

    A placed tile has `tile`, `turn` and `flip`: it is flipped first, then rotated by `turn` clockwise quarters. Its
    kind, name and walls are the tile's unless the section has its own. A drawn section has `kind` and `rows`: ``.``
    is floor, ``#`` rock. `at` is the upper left corner, after rotation.
    """

    id: Annotated[str, Meta(min_length=1, max_length=80)]
    at: SquareInFile = (0, 0)
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
        """The floor squares of a drawn section, row by row; empty for a placed tile.

        The squares of a tile are in its tile set, which a layout does not hold.
        """
        x0, y0 = self.at
        return [(x0 + x, y0 + y) for y, row in enumerate(self.rows) for x, c in enumerate(row) if c == "."]


class EdgeRun(_LayoutPart, frozen=True):
    """Something on `width` edges in a row.

    The row begins at the square `at`. On a north or south side it goes to the right, on an east or west side down.
    """

    at: SquareInFile
    side: Side
    width: Extent = 1


class EdgeDoor(EdgeRun, frozen=True):
    """A door on `width` edges in a row.

    The row begins at the square `at`. On a north or south side it goes to the right, on an east or west side down.
    """


class SquareDoor(_LayoutPart, frozen=True):
    """A door that fills one square between two walls."""

    at: SquareInFile
    open: bool = False


class Wall(EdgeRun, frozen=True):
    """A wall on `width` edges in a row, where the sections alone would leave them open."""


class LeapEdge(EdgeRun, frozen=True):
    """A marked edge from which a player with Leap may jump."""


class Portal(_LayoutPart, frozen=True):
    """A portal, with its number."""

    number: PortalNumber
    at: SquareInFile


class Trap(_LayoutPart, frozen=True):
    """A pit, spiked pit, trapdoor or face-down counter. `below` says what lies under a trapdoor."""

    kind: TrapKind
    at: SquareInFile
    size: Span = (1, 1)
    below: Line = ""
    owner: Team | None = None
    content: CounterContent | None = None

    @property
    def squares(self) -> list[Square]:
        """The squares that the trap covers."""
        return list_block_squares(self.at, self.size)


class Terrain(_LayoutPart, frozen=True):
    """One square of terrain other than plain floor."""

    kind: TerrainKind
    at: SquareInFile


class Obstacle(_LayoutPart, frozen=True):
    """One square of an obstacle, which no player may enter. Neighbouring squares of one kind are one obstacle."""

    kind: ObstacleKind
    at: SquareInFile


class RotatingRoom(_LayoutPart, frozen=True, tag_field="kind", tag="rotating_room"):
    """Sections that rotate together about their common centre."""

    sections: tuple[str, ...]


class RollingBall(_LayoutPart, frozen=True, tag_field="kind", tag="rolling_ball"):
    """A stone ball of `size` that starts at `at` and rolls along a track of `length` squares, its start included."""

    at: SquareInFile
    travel: Side
    length: Extent
    size: Span = (4, 4)

    @property
    def track(self) -> list[Square]:
        """Every square that the ball rolls over, its start included, row by row. The track may leave the grid."""
        (x, y), (width, height) = self.at, self.size
        if self.travel in (Side.EAST, Side.WEST):
            left = x if self.travel is Side.EAST else x + width - self.length
            return list_block_squares((left, y), (self.length, height))
        top = y if self.travel is Side.SOUTH else y + height - self.length
        return list_block_squares((x, top), (width, self.length))


Machine = RotatingRoom | RollingBall


class Label(_LayoutPart, frozen=True):
    """A text on the map, centred on a square of floor or rock. No rule reads it.

    `turn` counts clockwise quarters: 1 reads downwards.
    """

    text: Annotated[str, Meta(min_length=1, max_length=200)]
    at: SquareInFile
    size: LabelSize = LabelSize.MEDIUM
    turn: Annotated[int, Meta(ge=0, le=3)] = 0


class Waiver(_LayoutPart, frozen=True):
    """A rule that is waived, with the reason.

    With `squares`, only problems at one of these squares are waived; with `ruleset`, only in a check by that ruleset.
    """

    rule: Annotated[str, Meta(min_length=1, max_length=MAX_LINE_LENGTH)]
    reason: Annotated[str, Meta(min_length=1, max_length=MAX_LINE_LENGTH)]
    squares: tuple[SquareInFile, ...] = ()
    ruleset: Line = ""


class Layout(_LayoutPart, frozen=True):
    """A dungeon as drawn. Every field is optional in a file. The order of objects in a list has no meaning.

    `play` has keys of a ruleset's `[play]` table, and replaces their values for this dungeon alone. `picture` is a map
    that somebody drew elsewhere, on which the dungeon is drawn.
    """

    name: Line = ""
    author: Line = ""
    notes: str = ""
    ruleset: Line = ""
    theme: Line = ""
    play: dict[str, Any] = field(default_factory=dict)
    balls: Annotated[int, Meta(ge=0, le=99)] = 1
    enclosed: bool = False
    sides: tuple[MatchTeam, ...] = TWO_MATCH_TEAMS
    sections: tuple[Section, ...] = ()
    walls: tuple[Wall, ...] = ()
    doors: tuple[EdgeDoor, ...] = ()
    square_doors: tuple[SquareDoor, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    chests: tuple[SquareInFile, ...] = ()
    portals: tuple[Portal, ...] = ()
    traps: tuple[Trap, ...] = ()
    leap_edges: tuple[LeapEdge, ...] = ()
    machines: tuple[Machine, ...] = ()
    labels: tuple[Label, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    picture: DungeonPicture | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The ids of the teams that play in the dungeon, in their fixed order."""
        return tuple(team.id for team in self.sides)


PART_BY_WORD: dict[str, tuple[str, type[_LayoutPart] | None]] = {
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
"""For each word by which maps of other programs name a part of a dungeon: the layout's list and the type of its
entries. A chest has no type, since its entry is only a square.
"""

LIST_KEYS = tuple(
    name for name, default in zip(Layout.__struct_fields__, Layout.__struct_defaults__, strict=True) if default == ()
)
"""The keys of a layout's lists."""


def _rank_item(item: Any) -> tuple[Any, ...]:
    """Return the sort key of an entry in one of a layout's lists: portals by number, all others by row.

    Entries of one square are ordered by their other fields, so that the order never depends on the file.
    """
    if isinstance(item, tuple):  # a chest, which is stored as its bare square
        return rank_by_row(item)
    if isinstance(item, Portal):
        return item.number, *rank_by_row(item.at)
    if isinstance(item, EdgeRun):
        return *rank_by_row(item.at), item.side, item.width
    return *rank_by_row(item.at), repr(item)


_SORTED_KEYS = [key for key in LIST_KEYS if key not in ("sections", "machines", "waivers")]
"""The lists whose order has no meaning."""


def normalise_layout(layout: Layout) -> Layout:
    """Return the canonical form of a layout (a dungeon as drawn): layouts that mean the same become equal.

    Objects are sorted by row, and pits are split into single squares, since neighbouring pits are one pit anyway. The
    rows of drawn sections are trimmed to what they cover, and a drawn section without a kind becomes a room. Teams
    come in their fixed order. The order of sections stays: the first section owns a square that two of them cover. A
    layout that is canonical already is returned itself, so that values cached for it stay valid.
    """
    lists = {key: tuple(sorted(getattr(layout, key), key=_rank_item)) for key in _SORTED_KEYS}
    lists["traps"] = tuple(sorted((part for trap in layout.traps for part in split_pit(trap)), key=_rank_item))
    teams = sorted(
        (replace(team, colour=team.colour.lower()) for team in layout.sides), key=lambda team: list(Team).index(team.id)
    )
    result = replace(layout, sides=tuple(teams), sections=tuple(map(_trim_section, layout.sections)), **lists)
    return layout if result == layout else result


def split_pit(trap: Trap) -> list[Trap]:
    """Return a pit as one pit for each of its squares. A trapdoor or counter stays as it is."""
    if trap.size == (1, 1) or trap.kind not in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        return [trap]
    return [replace(trap, at=square, size=(1, 1)) for square in trap.squares]


@lru_cache(maxsize=1024)
def _trim_section(section: Section) -> Section:
    """Return a section in canonical form: a drawn one without rock around its floor. A placed tile stays as it is.

    In a drawn section, empty rows and columns at its borders are cut off, and `at` moves to the new upper left
    corner. Blanks become ``#``, rock at the right end of a row is left out, and a section without a kind becomes a
    room. Results are cached, since most sections stay the same in an edit.
    """
    if section.tile:
        return section
    section = replace(section, kind=section.kind or SectionKind.ROOM)
    rows = [row.rstrip("# ").replace(" ", "#") for row in section.rows]
    filled_rows = [y for y, row in enumerate(rows) if row]
    if not filled_rows:
        return replace(section, rows=())
    left = min(len(row) - len(row.lstrip("#")) for row in rows if row)
    top = filled_rows[0]
    rows_left = tuple(row[left:] for row in rows[top : filled_rows[-1] + 1])
    return replace(section, at=(section.at[0] + left, section.at[1] + top), rows=rows_left)

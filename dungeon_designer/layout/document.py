"""The layout as both file formats spell it, and what must hold before it may be called a layout.

A `Document` differs from a `Layout` only where files may say more with less: terrain and obstacles may
have a size. `layout_of` checks what a type cannot say: sections that are a tile or drawn, ids that are
unique, machines that name sections there are, nothing beyond the last coordinate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import asdict

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import LIMIT, Side, Size, Square, block
from dungeon_designer.layout.model import (
    LEAST_SIDES,
    LISTS,
    MOST_SIDES,
    EdgeRun,
    Layout,
    MatchSide,
    Obstacle,
    RollingBall,
    RotatingRoom,
    Span,
    Team,
    Terrain,
    Trap,
    Waiver,
    normalised,
    sides_of,
)
from dungeon_designer.rulesets.play import UNSET, PlayChanges, problem_in
from dungeon_designer.text.autocorrect import explain_letter
from dungeon_designer.text.read_faults import Fault, Path, quoted

SQUARES = 1_000_000
"""How many squares drawn sections may have together, each counted as often as it is drawn."""

GROUND = 300_000
"""How many squares of terrain and obstacles a file may hold, sizes counted out."""

THINGS = 50_000
"""How much else a file may hold: sections, items and waivers, sizes and widths counted out, and the names in them."""

WAIVERS = 1_000
"""How many waivers a file may hold: each is held against all findings of its rule."""

MACHINES = 1_000
"""How many machines a file may hold: each turn of each room is worked out."""

EXTRA_DEPTH = 32
"""How deep `extra` may be nested."""


class TerrainEntry(Terrain, frozen=True):
    """Ground other than plain floor on a rectangle of `size`."""

    size: Span = (1, 1)


class ObstacleEntry(Obstacle, frozen=True):
    """A thing no player may enter on a rectangle of `size`."""

    size: Span = (1, 1)


_Count = Annotated[int, Meta(ge=LEAST_SIDES, le=MOST_SIDES)]
_Listed = Annotated[tuple[MatchSide, ...], Meta(extra_json_schema={"minItems": LEAST_SIDES, "maxItems": MOST_SIDES})]


class Document(Layout, frozen=True):
    """A layout as a file spells it."""

    play: PlayChanges = PlayChanges()  # type: ignore[assignment]  # a layout has the keys that are said, as said
    sides: _Count | _Listed = LEAST_SIDES  # type: ignore[assignment]  # `layout_of` makes sides of it
    terrain: tuple[TerrainEntry, ...] = ()
    obstacles: tuple[ObstacleEntry, ...] = ()


def layout_of(document: Document, data: dict[str, Any]) -> Layout:
    """The normalised layout of a document; `data` is what it was converted from, to tell said from unsaid."""
    sides, play = read_sides(document), data.get("play", {})
    if UNSET in play and (problem := problem_in(play)):
        raise Fault(problem.partition(": ")[2], ("play", UNSET))
    _check_sections(document, data)
    for index, section in enumerate(document.sections):
        check_team(section.side, sides, ("sections", index, "side"))
    for index, trap in enumerate(document.traps):
        check_team(trap.owner, sides, ("traps", index, "owner"))
    ids = {section.id for section in document.sections}
    for index, machine in enumerate(document.machines):
        for number, name in enumerate(machine.sections if isinstance(machine, RotatingRoom) else ()):
            if name not in ids:
                problem = f"no section has the id {quoted(name)}{did_you_mean(name, ids)}"
                raise Fault(problem, ("machines", index, "sections", number))
    check_extents(document)
    level: list[Any] = [document.extra]
    for _ in range(EXTRA_DEPTH):
        tables = [inner for value in level if isinstance(value, dict) for inner in value.values()]
        level = tables + [inner for value in level if isinstance(value, list) for inner in value]
    if level:
        raise Fault(f"nested deeper than {EXTRA_DEPTH} levels", ("extra",))
    terrain = tuple(Terrain(kind=e.kind, at=at) for e in document.terrain for at in block(e.at, e.size))
    obstacles = tuple(Obstacle(kind=e.kind, at=at) for e in document.obstacles for at in block(e.at, e.size))
    own = {"play": play, "sides": sides, "terrain": terrain, "obstacles": obstacles}
    return normalised(Layout(**asdict(document) | own))


def file_entry(item: Struct) -> dict[str, Any]:
    """What a file has to say of a part of a layout: its tag, what is required, and what is not the default.

    >>> file_entry(RotatingRoom(sections=("a", "b")))
    {'kind': 'rotating_room', 'sections': ('a', 'b')}
    """
    tag = item.__struct_config__.tag_field
    words: dict[str, Any] = {tag: item.__struct_config__.tag} if tag else {}
    fields = item.__struct_fields__
    defaults = (*[NODEFAULT] * (len(fields) - len(item.__struct_defaults__)), *item.__struct_defaults__)
    for name, default in zip(fields, defaults, strict=True):
        value = getattr(item, name)
        if value != default or (name == "at"):
            words[name] = value
    return words


def said_keys(layout: Layout) -> list[str]:
    """The keys that say more than their defaults.

    >>> said_keys(Layout(name="Hall", chests=((1, 2),)))
    ['name', 'chests']
    """
    defaults = Layout()
    return [name for name in Layout.__struct_fields__ if getattr(layout, name) != getattr(defaults, name)]


def read_sides(document: Document) -> tuple[MatchSide, ...]:
    """The sides a file names or counts; a Fault where they are too many or too few, or leave one out."""
    sides = document.sides
    if isinstance(sides, int):
        return sides_of(sides)
    if not LEAST_SIDES <= len(sides) <= MOST_SIDES:
        raise Fault(f"a dungeon has {LEAST_SIDES} to {MOST_SIDES} sides, not {len(sides)}", ("sides",))
    due = [side.id for side in sides_of(len(sides))]
    for index, side in enumerate(sides):
        if side.id not in due:
            left = " or ".join(due)
            raise Fault(f"{quoted(side.id)} cannot be here; what is left is {left}", ("sides", index, "id"))
        due.remove(side.id)
    return sides


def check_team(team: Team | None, sides: tuple[MatchSide, ...], path: Path) -> None:
    """A Fault where a thing belongs to a side that the dungeon does not have."""
    names = [side.id for side in sides]
    if team is not None and team not in names:
        needed = list(Team).index(team) + 1
        problem = f"this dungeon has the sides {', '.join(names)}; for {quoted(team)} say that 'sides' is {needed}"
        raise Fault(problem, path)


def sides_entry(sides: tuple[MatchSide, ...]) -> int | list[dict[str, Any]]:
    """What a file says of the sides: their number where each is as usual, else all of them.

    >>> sides_entry(sides_of(4))
    4
    """
    return len(sides) if sides == sides_of(len(sides)) else [file_entry(side) for side in sides]


def _check_sections(document: Document, data: dict[str, Any]) -> None:
    """Ids are unique. A tile or rows, not both, not neither; turned only as a tile; rows of floor and rock."""
    told = data.get("sections", ())
    known: dict[str, int] = {}
    for index, section in enumerate(document.sections):
        path: Path = ("sections", index)
        if (first := known.setdefault(section.id, index)) != index:
            problem = f"the id {quoted(section.id)} is taken by sections[{first}]; give this one its own"
            raise Fault(problem, (*path, "id"))
        drawn = bool(section.rows) or (index < len(told) and "rows" in told[index])
        if drawn and section.tile:
            raise Fault("a section is a tile or drawn in rows, not both", (*path, "rows"))
        if not drawn and not section.tile:
            raise Fault("a section needs the key 'tile', or 'rows' when it is drawn", path)
        if drawn and (section.turn or section.flip):
            problem = "only a tile can be turned or flipped; draw the rows as they shall lie"
            raise Fault(problem, (*path, "turn" if section.turn else "flip"))
        for number, row in enumerate(section.rows):
            if wrong := row.strip(".# "):
                remedy = explain_letter(wrong[0]) or "; rows hold . for floor and # or blank for rock"
                problem = f"{quoted(wrong[0])} in a row{remedy}"
                raise Fault(problem, (*path, "rows", number))
            _reaching(section.at, (len(row.rstrip("# ")), number + 1), (*path, "rows", number))


_GROUND_KEYS = ("terrain", "obstacles")
_THING_KEYS = [key for key in LISTS if key not in (*_GROUND_KEYS, "labels")]


def check_extents(document: Document) -> None:
    """Nothing reaches past the last coordinate, and there is no more of anything than a program bears in a second."""
    drawn = (("sections", at, sum(row.count(".") for row in each.rows)) for at, each in enumerate(document.sections))
    _check_sum(drawn, SQUARES, "the sections up to here have more than {:,} squares")
    ground, things = (
        ((key, at, _amount(each, (key, at))) for key in keys for at, each in enumerate(getattr(document, key)))
        for keys in (_GROUND_KEYS, _THING_KEYS)
    )
    _check_sum(ground, GROUND, "terrain and obstacles up to here cover more than {:,} squares")
    _check_sum(things, THINGS, "the items up to here are more than {:,}, square by square and edge by edge")
    for key, most in (("waivers", WAIVERS), ("machines", MACHINES)):
        if len(getattr(document, key)) > most:
            raise Fault(f"more than {most:,} {key}", (key, most))


def _check_sum(amounts: Iterable[tuple[str, int, int]], most: int, problem: str) -> None:
    """A Fault at the entry with which the amounts, each given with its key and number in the list, add up to more."""
    together = 0
    for key, number, amount in amounts:
        together += amount
        if together > most:
            raise Fault(problem.format(most), (key, number))


def _amount(item: Any, path: Path) -> int:
    """How many squares or edges an item covers, or how much it names; a Fault where it reaches too far."""
    match item:
        case Terrain() | Obstacle() | Trap():
            return _reaching(item.at, item.size, path)  # type: ignore[union-attr]  # entries of a file have a size
        case EdgeRun():
            size = (item.width, 1) if item.side in (Side.NORTH, Side.SOUTH) else (1, item.width)
            return _reaching(item.at, size, path)
        case RotatingRoom():
            return 1 + len(item.sections)
        case RollingBall():
            across = item.size[1] if item.travel in (Side.EAST, Side.WEST) else item.size[0]
            return _reaching(item.at, item.size, path) + _reaching((0, 0), (item.length, across), path)
        case Waiver():
            return 1 + len(item.squares)
    return 1


def _reaching(at: Square, size: Size, path: Path) -> int:
    """How many squares a rectangle covers; a Fault where it reaches too far."""
    if at[0] + size[0] - 1 > LIMIT or at[1] + size[1] - 1 > LIMIT:
        raise Fault(f"this reaches beyond {LIMIT}, the last coordinate", path)
    return size[0] * size[1]

"""Random layouts for property tests.

`layouts()` are small dungeons that could be drawn by a person: irregular sections that do not overlap, items
mostly on floor, every kind of thing. `wild_layouts()` are all that a file may hold, sensible or not: tiles,
overlaps, items on rock, ids and texts of every sort, `extra`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.grid import Side, Square, list_block_squares
from dungeon_designer.layout.model import (
    CounterContent,
    EdgeDoor,
    Emblem,
    Label,
    LabelSize,
    Layout,
    LeapEdge,
    Machine,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Waiver,
    Wall,
    list_teams,
)

_Item = TypeVar("_Item")

ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)
sides = st.sampled_from(Side)
teams = st.sampled_from([Team.HOME, Team.AWAY]) | st.sampled_from(Team)
words = st.sampled_from(["lava", "pit", "spiked_pit", "The Long Walk", "a: b", "No", "- x", "O'Grady's #1", "7"])
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
"""Any text a file can hold: line breaks, control characters, quotes."""

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def draw_squares(side: int = 9) -> st.SearchStrategy[Square]:
    """Return squares of a small grid."""
    return st.tuples(st.integers(0, side - 1), st.integers(0, side - 1))


def draw_some(items: st.SearchStrategy[_Item], most: int = 4) -> st.SearchStrategy[tuple[_Item, ...]]:
    """Return a tuple of a few."""
    return st.lists(items, max_size=most).map(tuple)


@st.composite
def draw_areas(draw: st.DrawFn, side: int = 9) -> list[Square]:
    """Draw the squares of an irregular area: two rectangles less a few squares."""
    found: set[Square] = set()
    for _ in range(draw(st.integers(1, 2))):
        at = draw(draw_squares(side))
        size = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
        found.update(square for square in list_block_squares(at, size) if max(square) < side)
    found.difference_update(draw(st.lists(draw_squares(side), max_size=3)))
    return sorted(found)


def make_section(letter: str, kind: SectionKind | None, area: list[Square], **said: Any) -> Section:
    """Return a drawn section that covers exactly these squares."""
    left, top = (min(p[i] for p in area) for i in (0, 1)) if area else (0, 0)
    right, bottom = (max(p[i] for p in area) for i in (0, 1)) if area else (-1, -1)
    covered = set(area)
    rows = ("".join(".#"[(x, y) not in covered] for x in range(left, right + 1)) for y in range(top, bottom + 1))
    return Section(id=letter, kind=kind, at=(left, top), rows=tuple(rows), **said)


@st.composite
def draw_sections(draw: st.DrawFn, side: int = 9, most: int = 5) -> tuple[Section, ...]:
    """Drawn sections that do not overlap; two of them are likely to be end zones."""
    taken: set[Square] = set()
    found: list[Section] = []
    for letter in "ABCDEFGH"[: draw(st.integers(1, most))]:
        area = [square for square in draw(draw_areas(side)) if square not in taken]
        if area:
            taken.update(area)
            kind = draw(st.sampled_from([*SectionKind, SectionKind.END_ZONE, SectionKind.ROOM]))
            team = draw(teams) if kind in ZONE_KINDS else None
            name = draw(st.just("") | words)
            walls = draw(st.sampled_from([None, None, True, False]))
            found.append(make_section(letter, kind, area, side=team, name=name, enclosed=walls))
    return tuple(found)


def draw_traps(at: st.SearchStrategy[Square]) -> st.SearchStrategy[Trap]:
    """Return pits, trapdoors with something below, and counters."""
    pits = st.builds(Trap, kind=st.sampled_from([TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT]), at=at)
    sizes = st.sampled_from([(1, 1), (1, 1), (2, 2), (2, 1)])
    trapdoors = st.builds(Trap, kind=st.just(TrapKind.TRAPDOOR), at=at, size=sizes, below=st.just("") | words)
    counters = st.builds(
        Trap, kind=st.just(TrapKind.COUNTER), at=at, owner=teams, content=st.sampled_from(CounterContent)
    )
    return pits | trapdoors | counters


def draw_machines(ids: list[str], at: st.SearchStrategy[Square]) -> st.SearchStrategy[Machine]:
    """Return rooms that turn and balls that roll."""
    balls = st.builds(
        RollingBall,
        at=at,
        travel=sides,
        length=st.integers(1, 12),
        size=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    )
    if not ids:
        return balls
    rooms = st.lists(st.sampled_from(ids), min_size=1, max_size=2, unique=True).map(
        lambda names: RotatingRoom(sections=tuple(names))
    )
    return balls | rooms


@st.composite
def draw_layouts(draw: st.DrawFn, side: int = 9, most: int = 5) -> Layout:
    """Draw a small dungeon with up to `most` sections on a grid of `side` by `side` squares."""
    drawn = draw(draw_sections(side, most))
    floor = [square for section in drawn for square in section.squares]
    at = st.sampled_from(floor) | draw_squares(side) if floor else draw_squares(side)
    layout = Layout(
        name=draw(st.just("") | words),
        balls=draw(st.integers(0, 2)),
        enclosed=draw(st.booleans()),
        sections=drawn,
        **_draw_items(draw, at, [section.id for section in drawn]),
    )
    return draw(add_teams(layout))


@st.composite
def add_teams(draw: st.DrawFn, layout: Layout) -> Layout:
    """Draw the layout with at least the teams that it mentions, some with a colour and emblem of their own."""
    named = {section.side for section in layout.sections} | {trap.owner for trap in layout.traps}
    least = max((at for at, team in enumerate(Team, start=1) if team in named), default=2)
    count = draw(st.just(max(least, 2)) | st.integers(max(least, 2), len(Team)))
    colours, emblems = st.sampled_from(["", "", "#1a2b3c"]), st.none() | st.sampled_from(Emblem)
    plain = list_teams(count)
    own = tuple(replace(side, colour=draw(colours), emblem=draw(emblems)) for side in plain)
    return replace(layout, sides=draw(st.sampled_from([plain, plain, own])))


def _draw_items(draw: st.DrawFn, at: st.SearchStrategy[Square], ids: list[str]) -> dict[str, Any]:
    """Return everything that lies on the floor, by the layout's fields."""
    width = st.integers(1, 3)
    return {
        "walls": draw(draw_some(st.builds(Wall, at=at, side=sides, width=width), 2)),
        "doors": draw(draw_some(st.builds(EdgeDoor, at=at, side=sides, width=width))),
        "square_doors": draw(draw_some(st.builds(SquareDoor, at=at, open=st.booleans()), 2)),
        "terrain": draw(draw_some(st.builds(Terrain, kind=st.sampled_from(TerrainKind), at=at), 6)),
        "obstacles": draw(draw_some(st.builds(Obstacle, kind=st.sampled_from(ObstacleKind), at=at), 3)),
        "chests": draw(draw_some(at, 6)),
        "portals": draw(draw_some(st.builds(Portal, number=st.integers(1, 13), at=at), 6)),
        "traps": draw(draw_some(draw_traps(at))),
        "leap_edges": draw(draw_some(st.builds(LeapEdge, at=at, side=sides, width=width), 2)),
        "machines": draw(draw_some(draw_machines(ids, at), 2)),
        "labels": draw(draw_some(draw_labels(at), 2)),
        "waivers": draw(draw_some(draw_waivers(at), 2)),
    }


def draw_labels(at: st.SearchStrategy[Square]) -> st.SearchStrategy[Label]:
    """Return words on the map, of any sort."""
    said = words | texts.filter(bool)
    return st.builds(Label, text=said, at=at, size=st.sampled_from(LabelSize), turn=st.integers(0, 3))


def draw_waivers(at: st.SearchStrategy[Square]) -> st.SearchStrategy[Waiver]:
    """Return a rule set aside, everywhere or on some squares."""
    rules = st.sampled_from(["chest-count", "square-count", "corridor-width"])
    editions = st.sampled_from(["", "naf-2019"])
    return st.builds(Waiver, rule=rules, reason=words, squares=draw_some(at, 2), ruleset=editions)


PLAYS: list[dict[str, Any]] = [
    {},
    {"longest_throw": "long"},
    {"late_turns": [120, 3], "lost": "12", "onward": False, "opaque": ["statue"], "unset": ["jump"]},
    {"turn_minutes": None, "rush_source": "page 3", "opaque": []},
    {
        "table": {
            "chest": {"happens": "no", "rolls": {"trap": {"dice": "D6", "outcomes": {"4+": "He: falls.", "1-3": "No"}}}}
        }
    },
]


@st.composite
def draw_wild_layouts(draw: st.DrawFn) -> Layout:
    """Draw whatever a file may hold."""
    ids = draw(st.lists(st.sampled_from("ABz9") | texts.filter(bool), max_size=4, unique=True))
    at = draw_squares(12) | st.tuples(st.integers(0, 9990), st.integers(0, 9990))
    layout = Layout(
        name=draw(texts),
        author=draw(texts),
        notes=draw(texts | st.lists(words, max_size=4).map("\n".join)),
        ruleset=draw(texts),
        play=draw(st.sampled_from(PLAYS)),
        balls=draw(st.integers(0, 99)),
        enclosed=draw(st.booleans()),
        sections=tuple(draw(_draw_wild_section(name, at)) for name in ids),
        extra=draw(st.dictionaries(texts, json_values, max_size=2)),
        **_draw_items(draw, at, ids),
    )
    return draw(add_teams(layout))


@st.composite
def _draw_wild_section(draw: st.DrawFn, name: str, at: st.SearchStrategy[Square]) -> Section:
    """Draw a tile, or rows of any shape."""
    said: dict[str, Any] = {
        "id": name,
        "at": draw(at),
        "kind": draw(st.none() | st.sampled_from(SectionKind)),
        "side": draw(st.none() | teams),
        "name": draw(texts),
        "enclosed": draw(st.sampled_from([None, True, False])),
    }
    if draw(st.booleans()):
        return Section(tile=draw(texts.filter(bool)), turn=draw(st.integers(0, 3)), flip=draw(st.booleans()), **said)
    return Section(rows=draw(draw_some(st.text(".# ", max_size=5), 4)), **said)

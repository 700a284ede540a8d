"""Boards drawn by hand for the pictures: between them, every kind of thing there is."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.model import (
    TWO_TEAMS,
    CounterContent,
    EdgeDoor,
    Layout,
    LeapEdge,
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
    Wall,
    list_teams,
    normalise_layout,
)
from dungeon_designer.tiles.library import load_stock_library

_TERRAIN = {
    "~": TerrainKind.LAVA, "w": TerrainKind.WATER, "a": TerrainKind.ACID, "%": TerrainKind.CHASM,
    "c": TerrainKind.CLIFF, "p": TerrainKind.SPIKE_PIT, "=": TerrainKind.BRIDGE, "r": TerrainKind.ROPE_BRIDGE,
}  # fmt: skip
_OBSTACLES = {
    "S": ObstacleKind.STATUE, "H": ObstacleKind.THRONE, "F": ObstacleKind.FOUNTAIN, "I": ObstacleKind.IDOL,
    "Y": ObstacleKind.CRYPT, "D": ObstacleKind.DRAGON,
}  # fmt: skip
_TRAPS = {"o": TrapKind.OPEN_PIT, "x": TrapKind.SPIKED_PIT}

Kinds = dict[str, tuple[SectionKind, Team | None, str]]


def make_layout(name: str, sections: str, things: str = "", kinds: Kinds | None = None, **more: Any) -> Layout:
    """Return a layout from two maps of one shape: letters of sections, and what lies on them."""
    owner = _list_letters(sections)
    lying = {at: c for at, c in _list_letters(things).items() if c != "."}
    drawn = Layout(
        name=name,
        sections=tuple(_make_section(letter, owner, kinds or {}) for letter in dict.fromkeys(owner.values())),
        terrain=tuple(Terrain(kind=_TERRAIN[c], at=at) for at, c in lying.items() if c in _TERRAIN),
        obstacles=tuple(Obstacle(kind=_OBSTACLES[c], at=at) for at, c in lying.items() if c in _OBSTACLES),
        chests=tuple(at for at, c in lying.items() if c == "C"),
        portals=tuple(Portal(number=int(c), at=at) for at, c in lying.items() if c.isdigit()),
        square_doors=tuple(SquareDoor(at=at, open=c == "'") for at, c in lying.items() if c in "+'"),
        traps=tuple(Trap(kind=_TRAPS[c], at=at) for at, c in lying.items() if c in _TRAPS),
    )
    return normalise_layout(replace(drawn, **{key: (*getattr(drawn, key), *value) if isinstance(value, tuple) else value
                                        for key, value in more.items()}))  # fmt: skip


def _list_letters(rows: str) -> dict[Square, str]:
    return {(x, y): c for y, row in enumerate(rows.split()) for x, c in enumerate(row) if c != "#"}


def _make_section(letter: str, owner: dict[Square, str], kinds: Kinds) -> Section:
    own = {square for square, c in owner.items() if c == letter}
    width, height = (max(square[axis] for square in own) + 1 for axis in (0, 1))
    rows = tuple("".join("." if (x, y) in own else "#" for x in range(width)) for y in range(height))
    kind, side, title = kinds.get(letter, (SectionKind.ROOM, None, ""))
    return Section(id=letter, kind=kind, side=side, name=title, rows=rows)


CROWN = make_layout(
    "Halls of the Ashen Crown",
    """
    ##LLLLLL####SSSS##MMMMMM##
    ##LLLLLL####SSSS##MMMMMM##
    ##LLLLLLccccSSSSddMMMMMM##
    ##LLLLLLccccSSSSddMMMMMM##
    ##LLLLLL####JJ####MMMMMM##
    ##LLLLLL####JJ####MMMMMM##
    ####ee######JJ######ff####
    hhhhee####JJJJJJ####ffkkkk
    hhhheeggggJJJJJJiiiiffkkkk
    hhhheeggggJJJJJJiiiiffkkkk
    hhhhee####JJJJJJ####ffkkkk
    ####ee######JJ######ff####
    ##QQQQQQPPPPPPPPPPTTTTTT##
    ##QQQQQQPPPPPPPPPPTTTTTT##
    ##QQQQQQ##BBBBBB##TTTTTT##
    ##QQQQQQ##BBBBBB##TTTTTT##
    ##QQQQQQ##BBBBBB##TTTTTT##
    """,
    """
    ##S....S####.C..##.YY...##
    ##..~~..####..H.##....DD##
    ##C.~~.........1..YY..DD##
    ##..==............C.....##
    ##2.~~..####..####.....3##
    ##S.~~.S####..####..x...##
    ####..######..######..####
    ......####......####......
    ......o....FF....x........
    ...........FF.............
    ......####......####......
    ####..######..######..####
    ##%%%%%%..........w....C##
    ##....%%....II....wwww..##
    ##.C..rr.6##II..##w5.w..##
    ##....%%##......##wwww..##
    ##4...%%##..C...##...aaa##
    """.replace(".6##II", "..##II"),
    {
        "L": (SectionKind.LARGE_ROOM, None, "Fiery Chasm"),
        "M": (SectionKind.LARGE_ROOM, None, "Crypt of the Wyrm"),
        "S": (SectionKind.SMALL_ROOM, None, "Throne Room"),
        "J": (SectionKind.JUNCTION, None, "Fountain Court"),
        "Q": (SectionKind.ROOM, None, "The Brink"),
        "T": (SectionKind.ROOM, None, "Flooded Vault"),
        "B": (SectionKind.PLATFORM, None, "Idol Hall"),
        "P": (SectionKind.BOARD, None, "The Long Gallery"),
        "h": (SectionKind.END_ZONE, Team.HOME, ""),
        "k": (SectionKind.END_ZONE, Team.AWAY, ""),
        **dict.fromkeys("cdefgi", (SectionKind.CORRIDOR, None, "")),
    },
    author="A. Scribe",
    ruleset="naf-2019",
    doors=(
        EdgeDoor(at=(7, 2), side=Side.EAST, width=2),
        EdgeDoor(at=(11, 2), side=Side.EAST, width=2),
        EdgeDoor(at=(17, 2), side=Side.EAST, width=2),
        EdgeDoor(at=(4, 5), side=Side.SOUTH, width=2),
        EdgeDoor(at=(20, 5), side=Side.SOUTH, width=2),
        EdgeDoor(at=(3, 8), side=Side.EAST, width=2),
        EdgeDoor(at=(21, 8), side=Side.EAST, width=2),
        EdgeDoor(at=(12, 3), side=Side.SOUTH, width=1),
    ),
    walls=(Wall(at=(7, 12), side=Side.EAST, width=2), Wall(at=(17, 12), side=Side.EAST, width=1)),
    traps=(
        Trap(kind=TrapKind.TRAPDOOR, at=(14, 7), size=(2, 2), below="lava"),
        Trap(kind=TrapKind.TRAPDOOR, at=(9, 12), below="spiked pit"),
        Trap(kind=TrapKind.COUNTER, at=(12, 5), owner=Team.HOME, content=CounterContent.SPIKED_PIT),
        Trap(kind=TrapKind.COUNTER, at=(12, 11), owner=Team.AWAY, content=CounterContent.NOTHING),
    ),
    leap_edges=(LeapEdge(at=(5, 14), side=Side.EAST, width=3), LeapEdge(at=(3, 4), side=Side.EAST, width=2)),
)
"""Rooms, corridors, end zones and most of what may stand in them."""

ENGINE = make_layout(
    "The Grinding Engine",
    """
    #eFFFFFFFFFFFFFFFFFFFFj#
    #eFFFFFFFFFFFFFFFFFFFFj#
    ##FFFFFFFFFFFFFFFFFFFF##
    ##FFFFFFFFFFFFFFFFFFFF##
    ######dd########dd######
    ######dd########dd######
    ##RRRRRRRRBBBBRRRRRRRR##
    ##RRRRRRRRBBBBRRRRRRRR##
    ##RRRRRR##BBBB##RRRRRR##
    ##RRRRRR##BBBB##RRRRRR##
    ##RRRRRRPPPPPPPPRRRRRR##
    ##RRRRRRPPPPPPPPRRRRRR##
    """.replace("##RRRRRR##BBBB##RRRRRR##", "##RRRRRR##BBBB##TTTTTT##")
    .replace("BBBBRRRRRRRR", "BBBBTTTTTTTT")
    .replace("PPPPPPPPRRRRRR", "PPPPPPPPTTTTTT"),
    """
    #......................#
    #......................#
    ##....................##
    ##....................##
    ######..########+.######
    ######..########.'######
    ##......~~....~~......##
    ##......~~....~~......##
    ##C....1##....##2....C##
    ##......##....##......##
    ##......~~~==~~~......##
    ##......~~~==~~~......##
    """,
    {
        "e": (SectionKind.ENTRY, Team.HOME, ""),
        "j": (SectionKind.ENTRY, Team.AWAY, ""),
        "F": (SectionKind.BOARD, None, "The Run"),
        "R": (SectionKind.ROOM, None, "Turning Room"),
        "T": (SectionKind.LARGE_ROOM, None, "Hall"),
        "B": (SectionKind.PLATFORM, None, "Platform"),
        "P": (SectionKind.BRIDGE, None, "Causeway"),
        "d": (SectionKind.CORRIDOR, None, ""),
    },
    machines=(
        RollingBall(at=(3, 0), travel=Side.EAST, length=17, size=(4, 4)),
        RotatingRoom(sections=("B",)),
    ),
    leap_edges=(LeapEdge(at=(7, 6), side=Side.EAST, width=2), LeapEdge(at=(16, 6), side=Side.WEST, width=2)),
)
"""Entries, machines, square doors, lava and a bridge section."""


MELEE = replace(
    make_layout(
        "The Six-Sided Melee",
        """
    #aaaa#bbbb#cccc##
    #aaaa#bbbb#cccc##
    #aaaa#bbbb#cccc##
    #aaaa#bbbb#cccc##
    gRRRRRRRRRRRRRRRj
    gRRRRRRRRRRRRRRRj
    hRRRRRRRRRRRRRRRk
    hRRRRRRRRRRRRRRRk
    iRRRRRRRRRRRRRRRl
    iRRRRRRRRRRRRRRRl
    #dddd#eeee#ffff##
    #dddd#eeee#ffff##
    #dddd#eeee#ffff##
    #dddd#eeee#ffff##
    """,
        "",
        {
            "R": (SectionKind.BOARD, None, "The Ring"),
            **{letter: (SectionKind.END_ZONE, team, "") for letter, team in zip("abcdef", Team, strict=True)},
            **{letter: (SectionKind.ENTRY, team, "") for letter, team in zip("ghijkl", Team, strict=True)},
        },
        traps=tuple(Trap(kind=TrapKind.COUNTER, at=(3 + 2 * at, 6), owner=team) for at, team in enumerate(Team)),
    ),
    sides=list_teams(6),
)
"""An end zone, an entry and a counter of each of six sides."""


def spread_tiles(*sets: str, width: int = 44) -> Layout:
    """Return every tile of some sets of the stock side by side in rows, an End Zone once a side."""
    sections: list[Section] = []
    x = y = deepest = 0
    for tile in (tile for name in sets for tile in load_stock_library().list_set_tiles(name)):
        for side in TWO_TEAMS if tile.kind is SectionKind.END_ZONE else (None,):
            if x + tile.size[0] > width:
                x, y, deepest = 0, y + deepest + 1, 0
            sections.append(Section(id=f"{tile.id} {side or ''}", tile=tile.id, at=(x, y), side=side))
            x, deepest = x + tile.size[0] + 1, max(deepest, tile.size[1])
    return Layout(name=" and ".join(sets), sections=tuple(sections))

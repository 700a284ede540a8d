"""A tile as its file spells it: every key, what it is for, and what it may hold."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from dungeon_designer.kinds import LETTERS, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.text.json_schema import described
from dungeon_designer.text.rows import FLOOR, ROCK
from dungeon_designer.tiles.model import Card, Strip

ITEMS: dict[str, str] = {
    "C": "a chest",
    **{str(number): "a portal" for number in range(1, 10)},
    "+": "a door",
    "'": "a door",
    "o": "a pit",
    "x": "a spiked pit",
    "T": "a trapdoor",
    **dict.fromkeys("<>", "an end zone"),
    **dict.fromkeys("()", "an entry"),
}
"""Letters that mean in a sketch what no tile holds."""

NUMBERS = frozenset({"stock", "at", "size"})
"""Keys under which plain digits are numbers."""

SIDED = (SectionKind.END_ZONE, SectionKind.ENTRY)
WORDS = (*TerrainKind, *ObstacleKind)
FLAGS = {"true": True, "yes": True, "false": False, "no": False}
"""Plain words that say yes or no."""


class TileSaid(Struct, frozen=True, kw_only=True):
    """What a tile's file says besides its squares and legend."""

    name: Annotated[
        str,
        Meta(min_length=1),
        described("What people call the tile; it becomes the name of the section.", "The Wine Cellar"),
    ]
    kind: Annotated[SectionKind, described("What the tile is.", "small_room")]
    enclosed: Annotated[
        bool | None,
        described(
            "true: walled off from its neighbours except at doors; false: open to them; without it, as the dungeon"
            " has it.",
            True,
        ),
    ] = None
    side: Annotated[
        Team | None, described("Whose end zone or entry it is; without it, the dungeon says so.", "home")
    ] = None
    stock: Annotated[
        Annotated[int, Meta(ge=0, le=9999)] | None,
        described("How many of it there are; without it, as many as you like.", 2),
    ] = None
    card: Annotated[
        Card | None,
        described(
            "The two-sided card it is one face of; all tiles of the set that name it share the cards.",
            {"name": "square tile", "stock": 4},
        ),
    ] = None
    painted: Annotated[
        Strip | None,
        described(
            "The part of an end zone that is painted as such; all of the tile is end zone all the same.",
            {"at": [0, 0], "size": [4, 2]},
        ),
    ] = None
    id: Annotated[
        str,
        described("Its set and its file without the ending; may be left out, and is checked.", "my-club/wine-cellar"),
    ] = ""
    rule: Annotated[str, described("What playing on it means.", "A player in here moves one square less.")] = ""
    source: Annotated[str, described("The book and heading.", "Club rules, page 4")] = ""
    notes: Annotated[str, described("Whatever else is worth knowing.", "The barrels stand in for statues.")] = ""


class Letter(Struct, frozen=True, forbid_unknown_fields=True):
    """What a legend says of a letter: one thing."""

    terrain: Annotated[TerrainKind | None, described("The ground on its squares.", "water")] = None
    obstacle: Annotated[ObstacleKind | None, described("The thing that stands on its squares.", "throne")] = None


DRAWN = {
    "squares": described("The tile as rows of letters: . is floor, # and blanks are no part of it.", "....\n...."),
    "legend": described("Letters of your own, and what they mean.", {"w": "water", "K": {"obstacle": "throne"}}),
}
"""What a tile's file draws, beside what it says."""

KEYS = (*TileSaid.__struct_fields__, *DRAWN)
"""Every key of a tile's file."""

TAKEN = frozenset({*ROCK, FLOOR, *LETTERS, *ITEMS})
"""Letters a legend may not give another meaning."""

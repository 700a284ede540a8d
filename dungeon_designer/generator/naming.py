"""Names of proposed dungeons: one that no other of the set has, and that fits what one sees there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, islice
from random import Random

from msgspec.structs import replace

from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.kinds import TerrainKind
from dungeon_designer.layout.model import Layout

PLACES = (
    *("Cellars", "Vaults", "Halls", "Deeps", "Crypts", "Stairs", "Cloister", "Undercroft", "Catacomb", "Mines"),
    *("Sanctum", "Barrow", "Keep", "Foundry", "Labyrinth", "Priory", "Ossuary", "Gaol", "Treasury", "Brewery"),
    *("Cistern", "Quarry", "Asylum", "Refectory", "Abbey", "Reliquary", "Sepulchre", "Galleries", "Wine-Cellars"),
)
NARROW = ("Warrens", "Burrows", "Maze", "Drains", "Runs", "Passages", "Tunnels", "Coils", "Tangle", "Crawlways")
OPEN = ("Great Halls", "Caverns", "Arena", "Courts", "Pillared Halls", "Grottoes", "Vaulted Halls")
HOW = (
    *("Crooked", "Silent", "Hollow", "Gilded", "Forgotten", "Weeping", "Rusted", "Whispering", "Black", "Pale"),
    *("Broken", "Mouldering", "Nameless", "Twisted", "Laughing", "Iron", "Ashen", "Thirsty", "Blind", "Creaking"),
    *("Old", "Restless", "Sealed", "Shadowed", "Splendid", "Bitter", "Cold", "Long", "Lost", "Salt", "Dusty"),
    *("Howling", "Jealous", "Lower", "Midnight", "Patient", "Ruined", "Sleeping", "Tilted", "Unquiet", "Winter"),
)
WHOSE = (
    *("Lost Coins", "the Blind Mason", "Nine Locks", "the Last Toll", "Broken Oaths", "the Rat King", "Cold Hearths"),
    *("the Tax Collector", "Idle Hands", "the Third Bell", "Old Grudges", "the Mad Abbot", "Empty Thrones"),
    *("the Dry Well", "Bad Bargains", "the Old Queen", "Seven Keys", "the Deaf Gaoler", "Lost Causes"),
    *("the Tin Crown", "Loose Teeth", "the Drunken Giant", "Small Mercies", "the Fallen Cook", "Wet Boots"),
)
BY_TERRAIN = {
    TerrainKind.LAVA: ("Burning", "Smouldering", "Fiery", "Molten", "Scorched", "Red"),
    TerrainKind.WATER: ("Drowned", "Flooded", "Sunken", "Dripping", "Rain-Filled", "Mossy"),
    TerrainKind.ACID: ("Bitter", "Green", "Seething", "Poisoned", "Fuming", "Sour"),
    TerrainKind.CHASM: ("Riven", "Bottomless", "Cloven", "Gaping", "Yawning", "Sundered"),
}
TRIES = 60
"""So many names are tried before one gets a number."""


def named(proposal: Proposal, taken: Collection[str]) -> Layout:
    """The proposal's dungeon with a name that no other of the set has; the same dice give the same name.

    A name it has already stays, if it is free.
    """
    layout = proposal.layout
    if layout.name and layout.name not in taken:
        return layout
    used = {word for name in taken for word in _telling(name)}
    names = _names(proposal, Random(f"name {proposal.seed}"))
    fresh = [name for name in islice(names, TRIES) if name not in taken]
    name = next((name for name in fresh if used.isdisjoint(_telling(name))), None)
    return replace(layout, name=name or next(each for each in chain(fresh, names) if each not in taken))


def _telling(name: str) -> set[str]:
    """The words of a name by which it is remembered.

    >>> sorted(_telling("The Halls of the Rat King"))
    ['Halls', 'King', 'Rat']
    """
    return set(name.split()) - {"The", "the", "of"}


def _names(proposal: Proposal, dice: Random) -> Iterator[str]:
    """Ever more names that fit."""
    openness = proposal.cell[0]
    places = (*PLACES, *(NARROW * 3 if openness < 2 else OPEN * 3 if openness > 2 else ()))
    seen = {terrain.kind for terrain in proposal.layout.terrain}
    how = (*HOW, *(word for kind in TerrainKind if kind in seen for word in BY_TERRAIN.get(kind, ()) * 6))
    name = ""
    for _ in range(TRIES):
        place = dice.choice(places)
        name = f"The {dice.choice(how)} {place}" if dice.random() < 0.7 else f"The {place} of {dice.choice(WHOSE)}"
        yield name
    number = 2
    while True:
        yield f"{name} {number}"
        number += 1

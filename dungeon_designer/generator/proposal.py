"""A dungeon that is proposed: its name, what its notes say of it; and why a candidate is not proposed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, count, islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.sides import in_words
from dungeon_designer.board.build import build
from dungeon_designer.generator.descriptors import Cell, words_of
from dungeon_designer.generator.options import Genome, Request
from dungeon_designer.kinds import TerrainKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.context import Context, chest_walks

AUTHOR = "Dungeon Designer"

MADE = "made"
"""The key of a layout's `extra` under which stands how the program made it."""

HOME_WINS, GAMES = "home-wins", "games"
"""The names among a proposal's figures of the home side's share of the wins and of the number of matches, if played."""

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
TRIES = 60  # so many names are tried before one gets a number


class Proposal(Struct, frozen=True, kw_only=True):
    """A legal and fair dungeon."""

    layout: Layout  # the dungeon; named when it is taken into an archive
    cell: Cell  # where in the archive it belongs
    worth: float  # how good it is, see `descriptors.worth`
    # what `analyse` tells of it, by the figure's name: the descriptors, and what worth is made of
    figures: dict[str, float]
    wishes: Genome  # what its floor was to be like
    seed: int  # the seed it was grown from
    made: tuple[int, int] = (0, 0)  # the round and the number in the round in which it was found


class Refusal(Struct, frozen=True):
    """Why a candidate is not proposed: the rules it breaks, or what else of the request it does not keep.

    Empty where no floor was grown at all.
    """

    rules: tuple[str, ...] = ()


def named(proposal: Proposal, taken: Collection[str]) -> Layout:
    """The proposal's dungeon with a name that no other of the set has; the same dice give the same name.

    A name it has already stays, if it is free.
    """

    def telling(name: str) -> set[str]:
        """The words of a name by which it is remembered."""
        return set(name.split()) - {"The", "the", "of"}

    layout = proposal.layout
    if layout.name and layout.name not in taken:
        return layout
    used = {word for name in taken for word in telling(name)}
    names = _names(proposal, Random(f"name {proposal.seed}"))
    free = [name for name in islice(names, TRIES) if name not in taken]
    name = next((name for name in free if used.isdisjoint(telling(name))), None)
    return replace(layout, name=name or next(each for each in chain(free, names) if each not in taken))


def _names(proposal: Proposal, dice: Random) -> Iterator[str]:
    """Ever more names that fit what one sees there."""
    openness = proposal.cell[0]
    places = (*PLACES, *(NARROW * 3 if openness < 2 else OPEN * 3 if openness > 2 else ()))
    seen = {terrain.kind for terrain in proposal.layout.terrain}
    how = (*HOW, *(word for kind in TerrainKind if kind in seen for word in BY_TERRAIN.get(kind, ()) * 6))
    name = ""
    for _ in range(TRIES):
        place = dice.choice(places)
        name = f"The {dice.choice(how)} {place}" if dice.random() < 0.7 else f"The {place} of {dice.choice(WHOSE)}"
        yield name
    yield from (f"{name} {number}" for number in count(2))


def with_notes(proposal: Proposal, request: Request, command: str, ruleset: str) -> Layout:
    """The dungeon with notes that tell its figures and the command that proposed it; `ruleset` as its file names it."""
    walks = in_words(chest_walks(Context(build(proposal.layout, request.library), request.ruleset)))
    figures, number = proposal.figures, proposal.made
    floor, length, loops, portals = words_of(proposal.cell)
    lines = [
        f"{floor.capitalize()} floor, {length}, {loops}, {portals}.",
        (
            f"{figures.get('squares', 0):.0f} squares, {100 * figures.get('open-floor', 0):.0f} % of them open floor;"
            f" {figures.get('zone-steps', 0):.0f} steps from zone to zone, {figures.get('loops', 0):.0f} ways round;"
            f" {100 * figures.get('portal-share', 0):.0f} % of all walking goes by portal."
        ),
        walks,
        f"Worth {proposal.worth:.2f} of 1.",
        f"Proposed by: {command}",
        f"It was number {number[1] + 1} of round {number[0] + 1}, with seed {proposal.seed}.",
    ]
    if HOME_WINS in figures:
        share = f"{100 * figures[HOME_WINS]:.1f} %"
        lines.insert(3, f"In {figures.get(GAMES, 0):,.0f} matches between equal teams {share} of the wins were home's.")
    return replace(proposal.layout, author=AUTHOR, ruleset=ruleset, notes="\n".join(lines) + "\n")

"""A dungeon that is proposed: its name, what its notes say, how it was made; and why a candidate is not proposed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, count, islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.sides import in_words
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.generator.constraints import ROOMS
from dungeon_designer.generator.descriptors import Cell
from dungeon_designer.generator.options import Genome, Request
from dungeon_designer.kinds import HAZARDS, TerrainKind
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.context import Context, chest_walks
from dungeon_designer.rules.rule import both
from dungeon_designer.text.file_names import avoid_device_name

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


def file_stem(name: str) -> str:
    """Return what the file of a dungeon is called, without its ending.

    >>> file_stem("The Cellars of Nine Locks"), file_stem("")
    ('the-cellars-of-nine-locks', 'dungeon')
    """
    return avoid_device_name(re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "dungeon")


def named(proposal: Proposal, taken: Collection[str], taken_stems: Collection[str] = ()) -> Layout:
    """The proposal's dungeon with a name that no other of the set has; the same dice give the same name.

    A name it has already stays, if it is free. `taken_stems` are what no new file may be called, without the ending.
    """

    def telling(name: str) -> set[str]:
        """The words of a name by which it is remembered."""
        return set(name.split()) - {"The", "the", "of"}

    layout = proposal.layout
    if layout.name and layout.name not in taken:
        return layout
    used = {word for name in taken for word in telling(name)}
    stems = {*taken_stems, *map(file_stem, taken)}
    names = _names(proposal, Random(f"name {proposal.seed}"))
    free = [name for name in islice(names, TRIES) if file_stem(name) not in stems]
    name = next((name for name in free if used.isdisjoint(telling(name))), None)
    return replace(layout, name=name or next(each for each in chain(free, names) if file_stem(each) not in stems))


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


FLOORS = (
    *("Narrow passages throughout", "Mostly narrow passages", "Halls and passages"),
    *("Wide halls and a few passages", "Open halls throughout"),
)
WAYS = ("a very short way", "a short way", "a fair way", "a long way", "a very long way")
LOOPS = ("few ways round", "many ways round")
CHESTS = ("Most of the way to the chests is walked", "Portals save much of the way to the chests")
"""What is said of a dungeon to its players, by the bins of its cell."""

ROOMS_TOLD = 2  # so many rooms are named


def description(cell: Cell, board: Board) -> str:
    """Two sentences on a dungeon, for those who play there."""
    floor, way, loops, chests = (words[at] for words, at in zip((FLOORS, WAYS, LOOPS, CHESTS), cell, strict=True))
    parts = [chests]
    dangers = [kind.value.replace("_", " ") for kind in TerrainKind if kind in HAZARDS & {*board.terrain_at.values()}]
    if dangers := [*dangers, *(["pits"] if board.traps else [])]:
        parts.append(f"mind the {both(dangers)}")
    rooms = [section for section in board.sections if section.name and section.kind in ROOMS[1:]]
    names = Counter(section.name for section in sorted(rooms, key=lambda section: -len(section.squares)))
    if own := [f"the {name.removeprefix('The ')}" for name, count in names.items() if count == 1][:ROOMS_TOLD]:
        parts.append(f"rooms to know are {both(own)}" if len(own) > 1 else f"a room to know is {own[0]}")
    return f"{floor}, {way} from side to side, {loops}.\n{'; '.join(parts)}.\n"


def with_notes(proposal: Proposal, request: Request, command: str, ruleset: str) -> Layout:
    """The dungeon with notes for players; under `extra` its figures and the command that proposed it.

    `ruleset` is named as its file names it.
    """
    layout, (turn, number) = proposal.layout, proposal.made
    figures = {name: round(value, 3) for name, value in proposal.figures.items()}
    board = build(layout, request.library)
    made = {
        "command": command,
        "round": turn + 1,
        "number": number + 1,
        "seed": proposal.seed,
        "worth": round(proposal.worth, 3),
        "figures": figures,
        "walks": in_words(chest_walks(Context(board, request.ruleset))),
    }
    notes = description(proposal.cell, board)
    return replace(layout, author=AUTHOR, ruleset=ruleset, notes=notes, extra={**layout.extra, MADE: made})

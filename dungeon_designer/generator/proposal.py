"""Define a proposed dungeon, its name and its notes for players; and the reasons why a candidate is refused."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, count, islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.team_access import ChestDistances, format_distances
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.figures.room_loops import count_room_loops
from dungeon_designer.generator.constraints import ROOM_KINDS
from dungeon_designer.generator.descriptors import Cell
from dungeon_designer.generator.generator_options import Genome, Request
from dungeon_designer.kinds import HAZARDS, TerrainKind
from dungeon_designer.layout.model import Layout, RollingBall, RotatingRoom
from dungeon_designer.rules.context import Context, measure_chest_walks
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.text.file_names import avoid_device_name

AUTHOR = "Dungeon Designer"

MADE_KEY = "made"
"""The key in a layout's `extra` under which a proposal stores how the program made it."""

HOME_WINS_FIGURE, GAMES_FIGURE = "home-wins", "games"
"""The names of two figures of a proposal with matches: the home team's share of the wins, and the number of matches."""
DECIDED_FIGURE = "decided"
"""The name of the figure of a proposal with matches that says which share of them was decided."""

PLACE_NAMES = (
    *("Cellars", "Vaults", "Halls", "Deeps", "Crypts", "Stairs", "Cloister", "Undercroft", "Catacomb", "Mines"),
    *("Sanctum", "Barrow", "Keep", "Foundry", "Labyrinth", "Priory", "Ossuary", "Gaol", "Treasury", "Brewery"),
    *("Cistern", "Quarry", "Asylum", "Refectory", "Abbey", "Reliquary", "Sepulchre", "Galleries", "Wine-Cellars"),
)
NARROW_PLACE_NAMES = (
    "Warrens",
    "Burrows",
    "Maze",
    "Drains",
    "Runs",
    "Passages",
    "Tunnels",
    "Coils",
    "Tangle",
    "Crawlways",
)
OPEN_PLACE_NAMES = ("Great Halls", "Caverns", "Arena", "Courts", "Pillared Halls", "Grottoes", "Vaulted Halls")
ADJECTIVES = (
    *("Crooked", "Silent", "Hollow", "Gilded", "Forgotten", "Weeping", "Rusted", "Whispering", "Black", "Pale"),
    *("Broken", "Mouldering", "Nameless", "Twisted", "Laughing", "Iron", "Ashen", "Thirsty", "Blind", "Creaking"),
    *("Old", "Restless", "Sealed", "Shadowed", "Splendid", "Bitter", "Cold", "Long", "Lost", "Salt", "Dusty"),
    *("Howling", "Jealous", "Lower", "Midnight", "Patient", "Ruined", "Sleeping", "Tilted", "Unquiet", "Winter"),
)
OWNER_NAMES = (
    *("Lost Coins", "the Blind Mason", "Nine Locks", "the Last Toll", "Broken Oaths", "the Rat King", "Cold Hearths"),
    *("the Tax Collector", "Idle Hands", "the Third Bell", "Old Grudges", "the Mad Abbot", "Empty Thrones"),
    *("the Dry Well", "Bad Bargains", "the Old Queen", "Seven Keys", "the Deaf Gaoler", "Lost Causes"),
    *("the Tin Crown", "Loose Teeth", "the Drunken Giant", "Small Mercies", "the Fallen Cook", "Wet Boots"),
)
ADJECTIVES_BY_TERRAIN = {
    TerrainKind.LAVA: ("Burning", "Smouldering", "Fiery", "Molten", "Scorched", "Red"),
    TerrainKind.WATER: ("Drowned", "Flooded", "Sunken", "Dripping", "Rain-Filled", "Mossy"),
    TerrainKind.ACID: ("Bitter", "Green", "Seething", "Poisoned", "Fuming", "Sour"),
    TerrainKind.CHASM: ("Riven", "Bottomless", "Cloven", "Gaping", "Yawning", "Sundered"),
}
MAX_NAME_TRIES = 60
"""How many names are tried before one gets a number."""


class Proposal(Struct, frozen=True, kw_only=True):
    """A legal and fair dungeon.

    Attributes:
        layout: The dungeon. It is named when it enters an archive.
        cell: Its cell in the archive.
        worth: Its quality, see `descriptors.compute_worth`.
        figures: The figures of `analyse` by name: those of the descriptors and those that the worth is computed from.
        wishes: The genome with the targets of its floor.
        seed: The seed it was grown from.
        made: The round in which it was found, and its number in the round.
    """

    layout: Layout
    cell: Cell
    worth: float
    figures: dict[str, float]
    wishes: Genome
    seed: int
    made: tuple[int, int] = (0, 0)


class Refusal(Struct, frozen=True):
    """The reasons why a candidate is not proposed.

    Attributes:
        rules: The names of the rules that it breaks, and other parts of the request that it does not meet, such as
            `--fit`. Empty if no floor was grown.
    """

    rules: tuple[str, ...] = ()


def build_file_stem(name: str) -> str:
    """Return the file name of a dungeon, without its ending: its name in lower case, with hyphens between the words.

    >>> build_file_stem("The Cellars of Nine Locks"), build_file_stem("")
    ('the-cellars-of-nine-locks', 'dungeon')
    """
    return avoid_device_name(re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "dungeon")


def assign_unique_name(proposal: Proposal, used_names: Collection[str], used_stems: Collection[str] = ()) -> Layout:
    """Return the proposal's layout with a name that no other dungeon of the same archive has.

    The same seed and the same used names give the same name. If the dungeon already has a name that is not used, it
    stays. If possible, the name also shares no word with other names.

    Args:
        proposal: The dungeon to name.
        used_names: The names of the other dungeons of the archive.
        used_stems: File names, without their ending, that no new file may have.
    """

    def list_key_words(name: str) -> set[str]:
        """Return the words of a name that people remember: all but articles and `of`."""
        return set(name.split()) - {"The", "the", "of"}

    layout = proposal.layout
    if layout.name and layout.name not in used_names:
        return layout
    used_words = {word for name in used_names for word in list_key_words(name)}
    stems = {*used_stems, *map(build_file_stem, used_names)}
    names = _generate_names(proposal, Random(f"name {proposal.seed}"))
    free_names = [name for name in islice(names, MAX_NAME_TRIES) if build_file_stem(name) not in stems]
    name = next((name for name in free_names if used_words.isdisjoint(list_key_words(name))), None)
    return replace(
        layout,
        name=name
        or next(candidate for candidate in chain(free_names, names) if build_file_stem(candidate) not in stems),
    )


def _generate_names(proposal: Proposal, dice: Random) -> Iterator[str]:
    """Yield random names for a dungeon, such as `The Sunken Vaults` or `The Maze of Nine Locks`, without end.

    Words that fit its narrow or open floor and its terrain are more likely. After MAX_NAME_TRIES names, the last one
    follows with numbers from 2 on.
    """
    openness = proposal.cell[0]
    place_names = (
        *PLACE_NAMES,
        *(NARROW_PLACE_NAMES * 3 if openness < 2 else OPEN_PLACE_NAMES * 3 if openness > 2 else ()),
    )
    terrain_kinds = {terrain.kind for terrain in proposal.layout.terrain}
    adjectives = (
        *ADJECTIVES,
        *(word for kind in TerrainKind if kind in terrain_kinds for word in ADJECTIVES_BY_TERRAIN.get(kind, ()) * 6),
    )
    name = ""
    for _ in range(MAX_NAME_TRIES):
        place_name = dice.choice(place_names)
        if dice.random() < 0.7:
            name = f"The {dice.choice(adjectives)} {place_name}"
        else:
            name = f"The {place_name} of {dice.choice(OWNER_NAMES)}"
        yield name
    yield from (f"{name} {number}" for number in count(2))


FLOOR_WORDS = (
    *("Narrow passages throughout", "Mostly narrow passages", "Halls and passages"),
    *("Wide halls and a few passages", "Open halls throughout"),
)
LENGTH_WORDS = ("a very short way", "a short way", "a fair way", "a long way", "a very long way")
CHEST_WORDS = ("most of the way to the chests is walked", "portals save much of the way to the chests")
"""The words that describe how players reach the chests, by the last bin of a cell. See also the two lists above."""
LOOP_LIMITS, LOOP_WORDS = (1, 2, 5), ("no way round", "one way round", "a few ways round", "many ways round")
"""The numbers of ways round rooms from which the next words describe them. Ways round pillars do not count."""

MACHINE_WORDS: dict[type, str] = {RollingBall: "rolling ball", RotatingRoom: "rotating room"}
"""How the notes call machines."""

MAX_ROOMS_IN_NOTES = 2
"""How many rooms the notes name at most."""


def describe_dungeon(cell: Cell, board: Board, chest_walks: ChestDistances) -> str:
    """Return notes about a dungeon for its players: two sentences in two lines.

    The first tells how wide and long the dungeon is, how many ways lead round rooms, and whether portals save walking.
    The second tells how far the chests are, and names its hazards, machines and largest rooms. A room whose name
    occurs twice is left out.

    Args:
        cell: The dungeon's archive cell: its bin for each descriptor.
        board: The dungeon.
        chest_walks: Each team's steps to the chests.
    """
    floor_words, length_words, chest_words = FLOOR_WORDS[cell[0]], LENGTH_WORDS[cell[1]], CHEST_WORDS[cell[3]]
    loop_words = LOOP_WORDS[bisect_right(LOOP_LIMITS, count_room_loops(board))]
    parts = [format_distances(chest_walks).removesuffix(".")]
    dangers = [kind.value.replace("_", " ") for kind in TerrainKind if kind in HAZARDS & {*board.terrain_at.values()}]
    machines = [MACHINE_WORDS[type(machine)] for machine in board.machines]
    if dangers := [*dangers, *(["pits"] if board.traps else []), *dict.fromkeys(machines)]:
        parts.append(f"mind the {join_with_and(dangers)}")
    rooms = [section for section in board.sections if section.name and section.kind in ROOM_KINDS[1:]]
    names = Counter(section.name for section in sorted(rooms, key=lambda section: -len(section.squares)))
    if room_names := [f"the {name.removeprefix('The ')}" for name, count in names.items() if count == 1][
        :MAX_ROOMS_IN_NOTES
    ]:
        parts.append(
            f"rooms to know are {join_with_and(room_names)}"
            if len(room_names) > 1
            else f"a room to know is {room_names[0]}"
        )
    first_line = f"{floor_words}, {length_words} from team to team, {loop_words}; {chest_words}."
    return f"{first_line}\n{'; '.join(parts)}.\n"


def add_notes(proposal: Proposal, request: Request, command: str, ruleset: str) -> Layout:
    """Return the proposal's layout with notes for players, and with a record of how it was made.

    The record lies under `extra` in the dungeon's file: the command, the seed, where the search found the dungeon, its
    worth, its figures and how far the teams walk.

    Args:
        proposal: The dungeon.
        request: The request that it meets.
        command: The command that proposed it.
        ruleset: The ruleset as the dungeon's file should name it.
    """
    layout, (round_index, number) = proposal.layout, proposal.made
    figures = {name: round(value, 3) for name, value in proposal.figures.items()}
    board = build_board(layout, request.library)
    chest_walks = measure_chest_walks(Context(board, request.ruleset))
    made_values = {
        "command": command,
        "round": round_index + 1,
        "number": number + 1,
        "seed": proposal.seed,
        "worth": round(proposal.worth, 3),
        "figures": figures,
        "walks": format_distances(chest_walks),
    }
    notes = describe_dungeon(proposal.cell, board, chest_walks)
    return replace(layout, author=AUTHOR, ruleset=ruleset, notes=notes, extra={**layout.extra, MADE_KEY: made_values})

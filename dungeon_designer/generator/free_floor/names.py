"""Names of rooms, bridges and long ways: twins are told apart by where they lie."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from dungeon_designer.generator.free_floor.ground import Ground, Piece
from dungeon_designer.grid import Square, bounds
from dungeon_designer.layout.model import SectionKind

SMALL = (
    *("Cell", "Guardroom", "Larder", "Vestry", "Store", "Lookout", "Scullery", "Antechamber", "Alcove", "Cold Store"),
    *("Gatehouse", "Toll Booth", "Watch Post", "Hermitage", "Counting Room", "Clerk's Room", "Shrine", "Cupboard"),
)
MIDDLING = (
    *("Chamber", "Workshop", "Barracks", "Chapel", "Library", "Stables", "Smithy", "Dormitory", "Brewhouse", "Vault"),
    *("Tannery", "Mess", "Archive", "Observatory", "Granary", "Menagerie", "Map Room", "Trophy Room", "Bath House"),
)
LARGE = (
    *("Great Hall", "Feasting Hall", "Throne Room", "Temple", "Court", "Market", "Assembly", "Nave", "Drill Hall"),
    *("Hall of Echoes", "Hall of Banners", "Audience Hall", "Moot Hall", "Burial Hall"),
)
ROUND = ("Cloister", "Ambulatory", "Round Walk", "Pillar Walk", "Colonnade", "Turning Walk", "Well House")
WET = ("Pool", "Fountain Court", "Basin", "Font", "Quenching Room", "Sinkhole", "Cauldron", "Deep Well")
BRIDGES = ("Bridge", "Crossing", "Span", "Causeway", "Narrow Bridge", "Leap", "Toll Bridge")
WAYS = ("Gallery", "Passage", "Long Walk", "Undercroft Way", "Tunnel", "Arcade", "Servants' Way", "Processional")
LONG = 12
"""A way of so many squares has a name."""


def names_of(ground: Ground, rooms: Iterable[str], dice: Random) -> dict[Square, str]:
    """A name for each room, bridge and long way, by its first square; the rooms asked for are the largest ones."""
    named = [n for n, piece in enumerate(ground.pieces) if piece.is_room or _is_long(piece) or piece.planks]
    orbits = sorted(ground.orbits(named), key=lambda members: -len(ground.pieces[min(members)].squares))
    wanted, taken, found = list(rooms), set(rooms), {}
    for members in orbits:
        pieces = [ground.pieces[number] for number in sorted(members)]
        word = _word(pieces[0], taken, dice)
        taken.add(word)
        for piece, name in zip(pieces, _told_apart(word, pieces), strict=True):
            asked = wanted.pop(0) if wanted and piece.is_room else ""
            found[min(piece.squares)] = asked or name
    return found


def _is_long(piece: Piece) -> bool:
    return piece.kind is SectionKind.CORRIDOR and len(piece.squares) >= LONG


def _word(piece: Piece, taken: set[str], dice: Random) -> str:
    """What a piece is called, going by what it looks like; one that is not taken, if there is one."""
    words: tuple[str, ...] = SMALL if len(piece.squares) < 16 else MIDDLING if len(piece.squares) < 30 else LARGE
    if piece.is_way:
        words = BRIDGES if piece.planks else WAYS
    elif piece.wet:
        words = WET
    elif _hollow(piece):
        words = ROUND
    free = [word for word in words if word not in taken]
    return dice.choice(free or words)


def _hollow(piece: Piece) -> bool:
    """Whether there is rock in the middle of a piece."""
    (left, top), (width, height) = bounds(piece.squares)
    return (left + width // 2, top + height // 2) not in piece.squares


def _told_apart(word: str, pieces: list[Piece]) -> list[str]:
    """The word alone for a single piece, else with the direction in which each lies from the middle of all."""
    if len(pieces) == 1:
        return [f"The {word}"]
    middles = [_middle(piece) for piece in pieces]
    x, y = (sum(at[axis] for at in middles) / len(middles) for axis in (0, 1))
    flat = max(abs(at[0] - x) for at in middles) >= max(abs(at[1] - y) for at in middles)
    if len(pieces) > 2:
        return [f"The {_quarter(at[0] - x, at[1] - y)} {word}" for at in middles]
    return [f"The {_half(at, (x, y), flat)} {word}" for at in middles]


def _half(at: tuple[float, float], middle: tuple[float, float], flat: bool) -> str:
    if flat:
        return "Western" if at[0] < middle[0] else "Eastern"
    return "Northern" if at[1] < middle[1] else "Southern"


def _quarter(x: float, y: float) -> str:
    """Of four places a quarter turn apart, each lies in another direction."""
    if abs(x) >= abs(y):
        return "Western" if x < 0 else "Eastern"
    return "Northern" if y < 0 else "Southern"


def _middle(piece: Piece) -> tuple[float, float]:
    (left, top), (width, height) = bounds(piece.squares)
    return left + width / 2, top + height / 2

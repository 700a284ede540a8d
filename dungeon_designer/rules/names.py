"""How messages name what is on a board: sections, items, squares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dungeon_designer.board.model import Board, BoardSection, TrapGroup
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind, TrapKind

_FEW = 4

_TRAPS = {
    TrapKind.OPEN_PIT: "open pit",
    TrapKind.SPIKED_PIT: "spiked pit",
    TrapKind.TRAPDOOR: "trapdoor",
    TrapKind.COUNTER: "pit counter",
}


def kind_name(kind: SectionKind) -> str:
    """A kind of section in a sentence.

    >>> kind_name(SectionKind.SMALL_ROOM)
    'small room'
    """
    return kind.value.replace("_", " ")


def section_name(section: BoardSection) -> str:
    """A section in a sentence: its side, kind and name, or its id where it has none.

    A side's end zone that is called after its kind has no need of a name.
    """
    side, kind = f"{section.side} " if section.side else "", kind_name(section.kind)
    if section.kind is SectionKind.END_ZONE and side and section.name.lower() == kind:
        return f"the {side}{kind}"
    return f"the {side}{kind} {section.name or section.id}"


def trap_name(kind: TrapKind) -> str:
    """A kind of trap in a sentence."""
    return _TRAPS[kind]


def trap_at(trap: TrapGroup) -> str:
    """A trap in a sentence, with its first square."""
    return f"the {trap_name(trap.kind)} at {trap.squares[0]}"


def listed(squares: Sequence[Square]) -> str:
    """Some squares in a sentence, and how many there are besides.

    >>> listed([(0, 0), (1, 0)])
    '(0, 0), (1, 0)'
    """
    more = f" and {len(squares) - _FEW} more" if len(squares) > _FEW else ""
    return ", ".join(map(str, squares[:_FEW])) + more


def not_counted(board: Board, squares: Collection[Square], why: str) -> str:
    """The end of a sentence about squares of which those of portals are not counted; empty without portals.

    `why`: what nobody does on a portal, as ``stays on``.
    """
    on = set(squares)
    numbers = [str(portal.number) for portal in board.portals if portal.at in on]
    if not numbers:
        return ""
    of = f"the square of portal {numbers[0]} is" if len(numbers) == 1 else f"the squares of portals {both(numbers)} are"
    return f"; {of} not counted, as nobody {why} a portal"


def either(words: Sequence[str]) -> str:
    """Several choices in a sentence.

    >>> either(["home", "away", "third"])
    'home, away or third'
    """
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def both(words: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> both(["a chest", "a portal", "a trap"])
    'a chest, a portal and a trap'
    """
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)

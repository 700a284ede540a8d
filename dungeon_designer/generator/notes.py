"""What a proposed dungeon says of itself: its kind, its figures, and how to get it again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dungeon_designer.analysis.fairness import in_words
from dungeon_designer.board.build import build
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell
from dungeon_designer.generator.judging import GAMES, HOME_WINS
from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.generator.request import Request
from dungeon_designer.layout.model import Layout
from dungeon_designer.rules.context import Context, chest_walks

AUTHOR = "Dungeon Designer"


def words_of(cell: Cell) -> tuple[str, ...]:
    """What dungeons of a cell are called, descriptor by descriptor.

    >>> words_of((0, 1, 0, 1))
    ('narrow', 'short', 'few ways round', 'portals matter')
    """
    return tuple(descriptor.words[place] for descriptor, place in zip(DESCRIPTORS, cell, strict=True))


def with_notes(proposal: Proposal, request: Request, command: str, ruleset: str) -> Layout:
    """The dungeon with notes that tell its figures and the command that proposed it; `ruleset` as its file names it."""
    walks = in_words(chest_walks(Context(build(proposal.layout, request.library), request.ruleset)))
    notes = "\n".join(_lines(proposal, walks, command)) + "\n"
    return replace(proposal.layout, author=AUTHOR, ruleset=ruleset, notes=notes)


def _lines(proposal: Proposal, walks: str, command: str) -> Iterator[str]:
    figures = proposal.figures
    floor, length, loops, portals = words_of(proposal.cell)
    yield f"{floor.capitalize()} floor, {length}, {loops}, {portals}."
    yield (
        f"{figures['squares']:.0f} squares, {100 * figures.get('open-floor', 0):.0f} % of them open floor;"
        f" {figures.get('zone-steps', 0):.0f} steps from zone to zone, {figures.get('loops', 0):.0f} ways round;"
        f" {100 * figures.get('portal-share', 0):.0f} % of all walking goes by portal."
    )
    yield walks
    if HOME_WINS in figures:
        share = f"{100 * figures[HOME_WINS]:.1f} %"
        yield f"In {figures[GAMES]:,.0f} matches between equal teams {share} of the wins were home's."
    yield f"Worth {proposal.worth:.2f} of 1."
    yield f"Proposed by: {command}"
    yield f"It was number {proposal.made[1] + 1} of round {proposal.made[0] + 1}, with seed {proposal.seed}."

"""The archive: the best dungeon of each cell, unlike all others, and how it is kept in a file.

As many as were asked for are kept at least: until so many cells are filled, the next best of the fullest cells make up
the number. Nothing in it depends on clocks or processes, only on what was entered in which order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from dungeon_designer.board.build import build
from dungeon_designer.errors import ReadError, TileError
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell
from dungeon_designer.generator.genome import Genome
from dungeon_designer.generator.likeness import Floor
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.proposal import Proposal, named
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.text.read_faults import Fault

FORMAT = "dungeon-archive"
VERSION = 1


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal as the file holds it: its dungeon as a layout file would."""

    layout: msgspec.Raw
    cell: Cell
    worth: float
    figures: dict[str, float]
    wishes: Genome
    seed: int
    made: tuple[int, int]


class Stored(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an archive's file holds.

    asked      what was asked for, in words: only a call that asks the same goes on from it
    rounds     how many whole rounds were searched
    proposals  the dungeons kept, in the order they were made
    """

    format: str = FORMAT
    version: int = VERSION
    asked: str
    rounds: int
    proposals: tuple[Entry, ...]


class _Kept(Struct, frozen=True, eq=False):
    """A dungeon with its floor, ready to be held against others."""

    proposal: Proposal
    floor: Floor


class Archive:
    """The dungeons found so far for a request, of which `count` are wanted.

    rounds  how many whole rounds were searched for them
    """

    def __init__(self, request: Request, count: int) -> None:
        self.request, self.count = request, count
        self.rounds = 0
        self._kept: list[_Kept] = []

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """All dungeons kept, in the order they were made."""
        return tuple(sorted((kept.proposal for kept in self._kept), key=lambda proposal: proposal.made))

    @property
    def cells(self) -> dict[Cell, list[Proposal]]:
        """The dungeons of each cell that has any, the best first; the cells in order."""
        found: dict[Cell, list[Proposal]] = defaultdict(list)
        for proposal in sorted(self.proposals, key=_best_first):
            found[proposal.cell].append(proposal)
        return dict(sorted(found.items()))

    def enter(self, proposal: Proposal) -> bool:
        """Keep a dungeon, if it is unlike all others and better than what it displaces; whether it was kept.

        One that is like a single other of its own cell takes that one's place if it is better.
        """
        floor = Floor(build(proposal.layout, self.request.library).squares)
        rivals = [kept for kept in self._kept if kept.floor.too_alike(floor)]
        for rival in rivals:
            if proposal.cell != rival.proposal.cell or proposal.worth <= rival.proposal.worth:
                return False
        self._kept = [kept for kept in self._kept if kept not in rivals]
        taken = {kept.proposal.layout.name for kept in self._kept}
        mine = _Kept(replace(proposal, layout=named(proposal, taken)), floor)
        self._kept.append(mine)
        self._thin_out()
        return mine in self._kept

    def admits(self, proposal: Proposal) -> bool:
        """Whether `enter` would keep a dungeon; nothing changes."""
        kept = list(self._kept)
        try:
            return self.enter(proposal)
        finally:
            self._kept = kept

    def _thin_out(self) -> None:
        """The worst of the fullest cell goes while there are more than wanted and some cell has several."""
        while len(self._kept) > self.count:
            sizes = Counter(kept.proposal.cell for kept in self._kept)
            fullest = max(sizes.values())
            if fullest == 1:
                return
            crowded = [kept for kept in self._kept if sizes[kept.proposal.cell] == fullest]
            self._kept.remove(max(crowded, key=lambda kept: _best_first(kept.proposal)))

    def chosen(self) -> list[Proposal]:
        """As many as are wanted, as different as can be: the best of each cell first; sorted by cell."""
        rows = list(self.cells.values())
        firsts = _spread([row[0] for row in rows], self.count)
        others = [(place, _best_first(each), each) for row in rows for place, each in enumerate(row) if place]
        wanted = [*firsts, *(each for *_, each in sorted(others, key=lambda entry: entry[:2]))][: self.count]
        return sorted(wanted, key=lambda each: (each.cell, _best_first(each)))

    def write(self) -> bytes:
        """The archive as a file, the same bytes for the same dungeons."""
        entries = tuple(
            Entry(**{**asdict(each), "layout": msgspec.Raw(write_json(each.layout))}) for each in self.proposals
        )
        stored = Stored(asked=asked(self.request), rounds=self.rounds, proposals=entries)
        return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def _best_first(proposal: Proposal) -> tuple[float, tuple[int, int]]:
    return -proposal.worth, proposal.made


def _spread(proposals: list[Proposal], count: int) -> list[Proposal]:
    """Some of the best of all cells: the very best, then always one that lies farthest from those before."""
    left = sorted(proposals, key=_best_first)
    found = left[:1]
    while len(found) < count and (left := [each for each in left if each not in found]):
        found.append(max(left, key=lambda each: min(_apart(each.cell, other.cell) for other in found)))
    return found


def _apart(one: Cell, other: Cell) -> float:
    """How far two cells lie from each other, each descriptor from 0 to 1."""
    return sum(abs(a - b) / (len(each.words) - 1) for a, b, each in zip(one, other, DESCRIPTORS, strict=True))


def read(data: bytes, name: str, request: Request, count: int) -> Archive:
    """The archive in a file's bytes, to go on from; ReadError names `name` and says why that cannot be."""
    try:
        stored = msgspec.json.decode(data, type=Stored)
    except msgspec.DecodeError as error:
        raise ReadError(name, "", f"this is no archive of proposed dungeons: {error}") from None
    if stored.format != FORMAT or stored.version > VERSION:
        raise ReadError(name, "", "this archive is of another kind, or of a newer version")
    if stored.asked != asked(request):
        raise ReadError(name, "", f"it was asked for {stored.asked}; go on with the same, or take another folder")
    archive = Archive(request, max(count, len(stored.proposals)))
    try:
        for entry in stored.proposals:
            archive.enter(Proposal(**{**asdict(entry), "layout": read_json(bytes(entry.layout).decode())}))
    except (Fault, TileError) as error:
        raise ReadError(name, "proposals", f"a dungeon in it cannot be read: {error}") from None
    archive.count, archive.rounds = count, stored.rounds
    return archive


def asked(request: Request) -> str:
    """What a request asks for, in a line: its options but for count and seed."""
    return ", ".join(_asked(request))


def _asked(request: Request) -> Iterator[str]:
    yield request.ruleset.id
    yield f"{request.sides} sides"
    yield f"symmetry {request.symmetry}"
    if request.squares:
        yield f"{request.squares[0]} to {request.squares[1]} squares"
    if request.fit:
        yield f"at most {request.fit[0]}x{request.fit[1]}"
    if request.playtest:
        yield "played"
    stock = [f"{count} {tile}" for tile, count in sorted(request.stock.items())]
    for what, words in (("tiles", request.tiles), ("stock", stock), ("rooms", request.rooms)):
        if any(words):
            yield f"{what} {' '.join(words)}"

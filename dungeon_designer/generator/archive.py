"""The archive: the best dungeon of each cell, unlike all others, and how it is kept in a file.

As many as were asked for are kept at least: until so many cells are filled, the next best of the fullest cells make up
the number. Nothing in it depends on clocks or processes, only on what was entered in which order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.errors import ReadError, TileError
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell
from dungeon_designer.generator.likeness import Floor
from dungeon_designer.generator.naming import named
from dungeon_designer.generator.proposal import Proposal
from dungeon_designer.generator.request import Request
from dungeon_designer.generator.wishes import Wishes
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
    wishes: Wishes
    seed: int
    made: tuple[int, int]

    @classmethod
    def of(cls, proposal: Proposal) -> Entry:
        """What is kept of a proposal."""
        fields = {name: getattr(proposal, name) for name in cls.__struct_fields__}
        return cls(**{**fields, "layout": msgspec.Raw(write_json(proposal.layout))})

    @property
    def proposal(self) -> Proposal:
        """The proposal again; a Fault where its dungeon cannot be read."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return Proposal(**{**fields, "layout": read_json(bytes(self.layout).decode())})


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
        return tuple(kept.proposal for kept in sorted(self._kept, key=lambda kept: kept.proposal.made))

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
        if any(not _displaces(proposal, rival.proposal) for rival in rivals):
            return False
        self._kept = [kept for kept in self._kept if kept not in rivals]
        taken = {kept.proposal.layout.name for kept in self._kept}
        mine = _Kept(replace(proposal, layout=named(proposal, taken)), floor)
        self._kept.append(mine)
        self._thin_out()
        return mine in self._kept

    def admits(self, proposal: Proposal) -> bool:
        """Whether `enter` would keep a dungeon; nothing changes."""
        other = Archive(self.request, self.count)
        other._kept = list(self._kept)
        return other.enter(proposal)

    def _thin_out(self) -> None:
        """The worst of the fullest cell goes while there are more than wanted and some cell has several."""
        while len(self._kept) > self.count:
            sizes: dict[Cell, int] = defaultdict(int)
            for kept in self._kept:
                sizes[kept.proposal.cell] += 1
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
        entries = tuple(map(Entry.of, self.proposals))
        stored = Stored(asked=asked(self.request), rounds=self.rounds, proposals=entries)
        return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


class _Kept(Struct, frozen=True, eq=False):
    """A dungeon with its floor, ready to be held against others."""

    proposal: Proposal
    floor: Floor


def _best_first(proposal: Proposal) -> tuple[float, tuple[int, int]]:
    return -proposal.worth, proposal.made


def _spread(proposals: list[Proposal], count: int) -> list[Proposal]:
    """Some of the best of all cells: the very best, then always one that lies farthest from those before."""
    left = sorted(proposals, key=_best_first)
    found = left[:1]
    while left and len(found) < count:
        left = [each for each in left if each not in found]
        far = max(left, key=lambda each: min(_apart(each.cell, other.cell) for other in found), default=None)
        found += [far] if far else []
    return found


def _apart(one: Cell, other: Cell) -> float:
    """How far two cells lie from each other, each descriptor from 0 to 1."""
    words = (len(descriptor.words) - 1 for descriptor in DESCRIPTORS)
    return sum(abs(a - b) / most for a, b, most in zip(one, other, words, strict=True))


def _displaces(proposal: Proposal, other: Proposal) -> bool:
    return proposal.cell == other.cell and proposal.worth > other.worth


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
    try:
        return _filled(stored, request, count)
    except (Fault, TileError) as error:
        raise ReadError(name, "proposals", f"a dungeon in it cannot be read: {error}") from None


def _filled(stored: Stored, request: Request, count: int) -> Archive:
    archive = Archive(request, max(count, len(stored.proposals)))
    for entry in stored.proposals:
        archive.enter(entry.proposal)
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
    yield from _listed("tiles", request.tiles)
    yield from _listed("stock", (f"{count} {tile}" for tile, count in sorted(request.stock.items())))
    yield from _listed("rooms", request.rooms)


def _listed(what: str, words: Iterable[str]) -> Iterator[str]:
    if text := " ".join(words):
        yield f"{what} {text}"

"""The archive: the best dungeon of each cell, unlike all others, and how it is kept in a file.

As many as were asked for are kept at least: until so many cells are filled, the next best of the fullest cells make up
the number. Nothing in it depends on clocks or processes, only on what was entered in which order.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection
from contextlib import suppress

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import asdict, replace
from numpy.fft import irfft2, rfft2

from dungeon_designer.board.build import build
from dungeon_designer.errors import ReadError, TileError
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell, is_cell
from dungeon_designer.generator.options import FurnitureStyle, Genome, Request
from dungeon_designer.generator.proposal import Proposal, named
from dungeon_designer.grid import Square, bounds
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.text.files import as_error, decoded
from dungeon_designer.text.read_faults import Fault, quoted

FORMAT = "dungeon-archive"
VERSION = 1

MOST_ALIKE = 0.85  # two dungeons of one set of proposals are at most so alike

Mask = npt.NDArray[np.float64]


class FloorShape:
    """A floor that is held against many others.

    Most are told apart by their columns and rows alone: in no column can two floors share more squares than the
    one has that has fewer there.
    """

    def __init__(self, squares: Collection[Square]) -> None:
        (left, top), (width, height) = bounds(squares)
        self.count, self.mask = len(squares), np.zeros((height, width))
        for x, y in squares:
            self.mask[y - top, x - left] = 1
        self.profiles = self.mask.sum(axis=0), self.mask.sum(axis=1)

    def too_alike(self, other: FloorShape) -> bool:
        """Whether the two share more than `MOST_ALIKE` of all their squares, and would be taken for one dungeon.

        >>> FloorShape([(0, 0), (1, 0), (2, 0)]).too_alike(FloorShape([(5, 5), (5, 6), (5, 7)]))
        True
        """
        most = MOST_ALIKE * (self.count + other.count) / (1 + MOST_ALIKE)
        (columns, rows), (its_columns, its_rows) = self.profiles, other.profiles
        straight = min(_most_common(columns, its_columns), _most_common(rows, its_rows))
        turned = min(_most_common(columns, its_rows), _most_common(rows, its_columns))
        return max(straight, turned) > most and self.shared(other) > most

    def shared(self, other: FloorShape) -> int:
        """How many squares they share at the shift, turn and mirror where they share most.

        The shares at all shifts are one convolution.
        """
        turned = [np.rot90(way, quarters) for way in (other.mask, other.mask[:, ::-1]) for quarters in range(4)]
        (height, width), most = self.mask.shape, 0.0
        for way in turned:
            shape = height + way.shape[0] - 1, width + way.shape[1] - 1
            most = max(most, irfft2(rfft2(self.mask, shape) * rfft2(way[::-1, ::-1], shape), shape).max())
        return round(most)


def likeness(one: Collection[Square], other: Collection[Square]) -> float:
    """Shared squares over all squares of two floors, however they are laid on each other; 0 to 1.

    >>> likeness([(0, 0), (1, 0), (2, 0)], [(5, 5), (5, 6), (5, 7)])
    1.0
    """
    if not one or not other:
        return 0.0
    shared = FloorShape(one).shared(FloorShape(other))
    return shared / (len(one) + len(other) - shared)


def _most_common(one: Mask, other: Mask) -> float:
    """What two profiles have in common at most, at any shift, either way round."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(one, len(other)), len(other))
    return float(max(np.minimum(windows, way).sum(axis=1).max() for way in (other, other[::-1])))


class StoredProposal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal as the file holds it: its dungeon as a layout file would."""

    layout: msgspec.Raw
    cell: Cell
    worth: float
    figures: dict[str, float]
    wishes: Genome
    seed: int
    made: tuple[int, int]


class Stored(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an archive's file holds."""

    format: str = FORMAT
    version: int = VERSION
    asked: str  # what was asked for, in words: only a call that asks the same goes on from it
    rounds: int  # how many whole rounds were searched
    proposals: tuple[StoredProposal, ...]  # the dungeons kept, in the order they were made


class _Kept(Struct, frozen=True, eq=False):
    """A dungeon with its floor, ready to be held against others."""

    proposal: Proposal
    floor: FloorShape


class Archive:
    """The dungeons found so far for a request, of which `count` are wanted.

    rounds  how many whole rounds were searched for them
    taken_stems  what no new dungeon's file may be called, without its ending
    """

    def __init__(self, request: Request, count: int, taken_stems: Collection[str] = ()) -> None:
        self.request, self.count, self.taken_stems = request, count, taken_stems
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

        One that is like a single other of its own cell takes that one's place if it is better. The worst of the fullest
        cell goes while there are more than wanted and some cell has several.
        """
        floor = FloorShape(build(proposal.layout, self.request.library).squares)
        rivals = [kept for kept in self._kept if kept.floor.too_alike(floor)]
        for rival in rivals:
            if proposal.cell != rival.proposal.cell or proposal.worth <= rival.proposal.worth:
                return False
        self._kept = [kept for kept in self._kept if kept not in rivals]
        taken = {kept.proposal.layout.name for kept in self._kept}
        mine = _Kept(replace(proposal, layout=named(proposal, taken, self.taken_stems)), floor)
        self._kept.append(mine)
        while len(self._kept) > self.count:
            sizes = Counter(kept.proposal.cell for kept in self._kept)
            fullest = max(sizes.values())
            if fullest == 1:
                break
            crowded = [kept for kept in self._kept if sizes[kept.proposal.cell] == fullest]
            self._kept.remove(max(crowded, key=lambda kept: _best_first(kept.proposal)))
        return mine in self._kept

    def admits(self, proposal: Proposal) -> bool:
        """Whether `enter` would keep a dungeon; nothing changes."""
        kept = list(self._kept)
        try:
            return self.enter(proposal)
        finally:
            self._kept = kept

    def chosen(self) -> list[Proposal]:
        """As many as are wanted, as different as can be: the best of each cell first; sorted by cell."""

        def apart(one: Proposal, other: Proposal) -> float:
            """How far their cells lie from each other, each descriptor from 0 to 1."""
            pairs = zip(one.cell, other.cell, DESCRIPTORS, strict=True)
            return sum(abs(a - b) / (len(each.words) - 1) for a, b, each in pairs)

        rows = list(self.cells.values())
        left = sorted((row[0] for row in rows), key=_best_first)
        firsts = left[:1]  # the very best, then always one that lies farthest from those before
        while len(firsts) < self.count and (left := [each for each in left if each not in firsts]):
            firsts.append(max(left, key=lambda each: min(apart(each, other) for other in firsts)))
        others = [(place, _best_first(each), each) for row in rows for place, each in enumerate(row) if place]
        wanted = [*firsts, *(each for *_, each in sorted(others, key=lambda entry: entry[:2]))][: self.count]
        return sorted(wanted, key=lambda each: (each.cell, _best_first(each)))

    def write(self) -> bytes:
        """The archive as a file, the same bytes for the same dungeons."""
        entries = tuple(
            StoredProposal(**{**asdict(each), "layout": msgspec.Raw(write_json(each.layout))})
            for each in self.proposals
        )
        stored = Stored(asked=request_line(self.request), rounds=self.rounds, proposals=entries)
        return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def _best_first(proposal: Proposal) -> tuple[float, tuple[int, int]]:
    return -proposal.worth, proposal.made


def find_ruleset(data: bytes) -> str | None:
    """Return the id of the ruleset that an archive's dungeons were asked for; None for a damaged one."""
    with suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        asked = re.match(r"(.*?), \d+ sides, symmetry ", msgspec.json.decode(data, type=Stored).asked, re.DOTALL)
        return asked[1] if asked else None
    return None


def read(data: bytes, name: str, request: Request, count: int, taken_stems: Collection[str] = ()) -> Archive:
    """The archive in a file's bytes, to go on from; ReadError names `name` and says why that cannot be."""
    try:
        stored = msgspec.json.decode(decoded(data, len(data)), type=Stored)
    except Fault as fault:
        raise as_error(fault, name) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise ReadError(name, "", f"this is no archive of proposed dungeons: {str(error)[:200]}") from None
    if stored.format != FORMAT or stored.version > VERSION:
        raise ReadError(name, "", "this archive is of another kind, or of a newer version")
    if stored.asked != request_line(request):
        raise ReadError(
            name, "", f"it was asked for {quoted(stored.asked)}; go on with the same, or take another folder"
        )
    archive = Archive(request, max(count, len(stored.proposals)), taken_stems)
    try:
        for entry in stored.proposals:
            if not is_cell(entry.cell):
                raise Fault("there is no such cell")
            archive.enter(Proposal(**{**asdict(entry), "layout": read_json(bytes(entry.layout).decode())}))
    except (Fault, TileError) as error:
        raise ReadError(name, "proposals", f"a dungeon in it cannot be read: {error}") from None
    archive.count, archive.rounds = count, stored.rounds
    return archive


def request_line(request: Request) -> str:
    """What a request asks for, in a line: its options but for count and seed."""
    found = [request.ruleset.id, f"{request.sides} sides", f"symmetry {request.symmetry}"]
    if request.squares:
        found.append(f"{request.squares[0]} to {request.squares[1]} squares")
    if request.fit:
        found.append(f"at most {request.fit[0]}x{request.fit[1]}")
    if request.style is not FurnitureStyle.NAMED:
        found.append(f"style {request.style}")
    if request.playtest:
        found.append("played")
    stock = [f"{count} {tile}" for tile, count in sorted(request.stock.items())]
    wants = [f"{key}={number}" for key, number in sorted(request.wants.items())]
    asked = (("tiles", request.tiles), ("stock", stock), ("rooms", request.rooms), ("wants", wants))
    for what, words in asked:
        if any(words):
            found.append(f"{what} {' '.join(words)}")
    return ", ".join(found)

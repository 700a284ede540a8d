"""Keep the best dungeons of each cell, all different, and read and write them as a file.

At least as many dungeons as requested are kept: until as many cells are filled, the next best dungeons of the fullest
cells complete the number. The content depends only on which dungeons were entered in which order, not on clocks or
processes.
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

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import ReadError, TileError
from dungeon_designer.generator.descriptors import DESCRIPTORS, Cell, is_cell
from dungeon_designer.generator.generator_options import FurnitureStyle, Genome, Request
from dungeon_designer.generator.match_decisions import find_required_decided_share
from dungeon_designer.generator.proposal import DECIDED_FIGURE, Proposal, assign_unique_name
from dungeon_designer.grid import Square, find_bounds
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.text.file_reading import build_read_error, decode_text
from dungeon_designer.text.read_faults import Fault, format_value

FORMAT = "dungeon-archive"
VERSION = 1

MAX_LIKENESS = 0.85
"""How alike two dungeons of one archive may be: shared squares over all squares."""

Mask = npt.NDArray[np.float64]


class FloorShape:
    """The shape of a floor, for fast comparison with many others.

    Attributes:
        square_count: The number of its squares.
        mask: The squares as an array of rows and columns: 1 for floor, 0 for rock.
        profiles: The number of squares in each column, then in each row. Two floors cannot share more squares in a
            column than the smaller column has, so profiles alone tell most floors apart.
    """

    def __init__(self, squares: Collection[Square]) -> None:
        (left, top), (width, height) = find_bounds(squares)
        self.square_count, self.mask = len(squares), np.zeros((height, width))
        for x, y in squares:
            self.mask[y - top, x - left] = 1
        self.profiles = self.mask.sum(axis=0), self.mask.sum(axis=1)

    def is_too_similar(self, other: FloorShape) -> bool:
        """Return whether two floors look like one dungeon: they share more than MAX_LIKENESS of all their squares.

        One floor is shifted, rotated and flipped so that they share most. The profiles, which are fast, give an upper
        limit of the shared squares; only if it is high enough are the squares counted.

        >>> FloorShape([(0, 0), (1, 0), (2, 0)]).is_too_similar(FloorShape([(5, 5), (5, 6), (5, 7)]))
        True
        """
        max_shared = MAX_LIKENESS * (self.square_count + other.square_count) / (1 + MAX_LIKENESS)
        (columns, rows), (other_columns, other_rows) = self.profiles, other.profiles
        direct_overlap = min(
            _measure_profile_overlap(columns, other_columns), _measure_profile_overlap(rows, other_rows)
        )
        rotated_overlap = min(
            _measure_profile_overlap(columns, other_rows), _measure_profile_overlap(rows, other_columns)
        )
        return max(direct_overlap, rotated_overlap) > max_shared and self.count_shared_squares(other) > max_shared

    def count_shared_squares(self, other: FloorShape) -> int:
        """Return how many squares two floors share at the shift, rotation and flip where they share most.

        For each rotation and flip, a convolution by Fourier transform counts the shared squares of all shifts at once.
        """
        rotated_masks = [
            np.rot90(mask, quarters) for mask in (other.mask, other.mask[:, ::-1]) for quarters in range(4)
        ]
        (height, width), max_shared = self.mask.shape, 0.0
        for mask in rotated_masks:
            shape = height + mask.shape[0] - 1, width + mask.shape[1] - 1
            max_shared = max(max_shared, irfft2(rfft2(self.mask, shape) * rfft2(mask[::-1, ::-1], shape), shape).max())
        return round(max_shared)


def measure_likeness(squares: Collection[Square], other_squares: Collection[Square]) -> float:
    """Return how alike two floors are: the squares that both have, divided by those that either has, 0 to 1.

    One floor is shifted, rotated and flipped so that they share most. The result is 0 if a floor has no squares.

    >>> measure_likeness([(0, 0), (1, 0), (2, 0)], [(5, 5), (5, 6), (5, 7)])
    1.0
    """
    if not squares or not other_squares:
        return 0.0
    shared = FloorShape(squares).count_shared_squares(FloorShape(other_squares))
    return shared / (len(squares) + len(other_squares) - shared)


def _measure_profile_overlap(profile: Mask, other_profile: Mask) -> float:
    """Return an upper limit of the squares that two floors share, from the numbers of squares in their rows.

    The limit is the largest sum of minima over all shifts of the profiles, with the second one read in both directions.

    Args:
        profile: The number of squares in each row, or in each column, of one floor.
        other_profile: The same for the other floor.
    """
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(profile, len(other_profile)), len(other_profile))
    return float(
        max(
            np.minimum(windows, directed_profile).sum(axis=1).max()
            for directed_profile in (other_profile, other_profile[::-1])
        )
    )


class StoredProposal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proposal as the archive file stores it, with its dungeon as in a layout file."""

    layout: msgspec.Raw
    cell: Cell
    worth: float
    figures: dict[str, float]
    wishes: Genome
    seed: int
    made: tuple[int, int]


class StoredArchive(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The content of an archive file."""

    format: str = FORMAT
    version: int = VERSION
    asked: str  # the request in words; only the same request can continue
    rounds: int  # how many whole rounds were searched so far
    proposals: tuple[StoredProposal, ...]  # in the order in which they were found


class _KeptDungeon(Struct, frozen=True, eq=False):
    """A dungeon of the archive, with the shape of its floor for comparison with new dungeons."""

    proposal: Proposal
    floor: FloorShape


class Archive:
    """The best dungeons found so far for a request, all different and spread over many cells.

    A cell holds dungeons of similar character, such as narrow with long walks. More than `count` dungeons are kept
    only while each has a cell of its own.

    Attributes:
        request: The request that the dungeons meet.
        count: How many dungeons are wanted.
        used_stems: File names, without their ending, that no new dungeon's file may have.
        rounds: How many whole rounds were searched.
    """

    def __init__(self, request: Request, count: int, used_stems: Collection[str] = ()) -> None:
        self.request, self.count, self.used_stems = request, count, used_stems
        self.rounds = 0
        self._kept_dungeons: list[_KeptDungeon] = []

    def __len__(self) -> int:
        """Return how many dungeons are kept."""
        return len(self._kept_dungeons)

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """All dungeons in the archive, in the order in which they were found."""
        return tuple(sorted((dungeon.proposal for dungeon in self._kept_dungeons), key=lambda proposal: proposal.made))

    @property
    def proposals_by_cell(self) -> dict[Cell, list[Proposal]]:
        """The dungeons by cell, the best of each first; a cell holds dungeons of similar character.

        Empty cells are left out; the cells are sorted.
        """
        proposals_by_cell: dict[Cell, list[Proposal]] = defaultdict(list)
        for proposal in sorted(self.proposals, key=rank_proposal):
            proposals_by_cell[proposal.cell].append(proposal)
        return dict(sorted(proposals_by_cell.items()))

    def enter_proposal(self, proposal: Proposal) -> bool:
        """Keep a dungeon if its floor is new, or if it is better than those with similar floors.

        A dungeon with a similar floor replaces the old ones if all of them are in its own cell and have less worth.
        The kept dungeon gets a name that no other has. While the archive has more dungeons than wanted and some cell
        has several, the worst dungeon of the fullest cells is removed, which may be the new one.

        Returns:
            Whether the archive has kept the dungeon.
        """
        floor = FloorShape(build_board(proposal.layout, self.request.library).squares)
        rivals = [dungeon for dungeon in self._kept_dungeons if dungeon.floor.is_too_similar(floor)]
        for rival in rivals:
            if proposal.cell != rival.proposal.cell or proposal.worth <= rival.proposal.worth:
                return False
        self._kept_dungeons = [dungeon for dungeon in self._kept_dungeons if dungeon not in rivals]
        used_names = {dungeon.proposal.layout.name for dungeon in self._kept_dungeons}
        new_dungeon = _KeptDungeon(
            replace(proposal, layout=assign_unique_name(proposal, used_names, self.used_stems)), floor
        )
        self._kept_dungeons.append(new_dungeon)
        while len(self._kept_dungeons) > self.count:
            sizes = Counter(dungeon.proposal.cell for dungeon in self._kept_dungeons)
            fullest = max(sizes.values())
            if fullest == 1:
                break
            crowded = [dungeon for dungeon in self._kept_dungeons if sizes[dungeon.proposal.cell] == fullest]
            self._kept_dungeons.remove(max(crowded, key=lambda dungeon: rank_proposal(dungeon.proposal)))
        return new_dungeon in self._kept_dungeons

    def can_enter(self, proposal: Proposal) -> bool:
        """Return whether the archive would keep a dungeon if it were entered now; the archive does not change.

        So matches are played only on dungeons for which that makes sense.
        """
        old_dungeons = list(self._kept_dungeons)
        try:
            return self.enter_proposal(proposal)
        finally:
            self._kept_dungeons = old_dungeons

    def choose_proposals(self) -> list[Proposal]:
        """Return as many dungeons as are wanted, or all if there are fewer, as different as possible.

        A cell holds dungeons of similar character. The best dungeon of all is selected first. Then, of the best
        dungeons of the other cells, the one in the cell farthest from those already selected follows, again and again.
        If the cells are too few, their second-best dungeons follow, and so on. The result is sorted by cell.
        """

        def measure_cell_distance(first: Proposal, second: Proposal) -> float:
            """Return the distance between the cells of two dungeons.

            It is the sum of the distances between their bins, where the first and last bin of a descriptor are 1 apart.
            """
            pairs = zip(first.cell, second.cell, DESCRIPTORS, strict=True)
            return sum(abs(a - b) / (len(descriptor.bin_names) - 1) for a, b, descriptor in pairs)

        cells = list(self.proposals_by_cell.values())
        remaining = sorted((proposals[0] for proposals in cells), key=rank_proposal)
        best_of_cells = remaining[:1]  # the best, then repeatedly the one farthest from those before
        while len(best_of_cells) < self.count and (
            remaining := [proposal for proposal in remaining if proposal not in best_of_cells]
        ):
            best_of_cells.append(
                max(
                    remaining,
                    key=lambda proposal: min(measure_cell_distance(proposal, selected) for selected in best_of_cells),
                )
            )
        further_proposals = sorted(
            (
                (rank, rank_proposal(proposal), proposal)
                for proposals in cells
                for rank, proposal in enumerate(proposals)
                if rank
            ),
            key=lambda entry: entry[:2],
        )
        selection = [*best_of_cells, *(proposal for *_, proposal in further_proposals)][: self.count]
        return sorted(selection, key=lambda proposal: (proposal.cell, rank_proposal(proposal)))

    def encode_archive(self) -> bytes:
        """Return the archive as the bytes of a file. The same dungeons always give the same bytes."""
        entries = tuple(
            StoredProposal(**{**asdict(proposal), "layout": msgspec.Raw(write_json(proposal.layout))})
            for proposal in self.proposals
        )
        stored = StoredArchive(asked=format_request(self.request), rounds=self.rounds, proposals=entries)
        return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def rank_proposal(proposal: Proposal) -> tuple[float, tuple[int, int]]:
    """Return the key that sorts proposals by worth (quality), the best first, then by the time they were found."""
    return -proposal.worth, proposal.made


def find_ruleset(data: bytes) -> str | None:
    """Return the id of the ruleset that the dungeons of an archive file were made for; None if it cannot be read.

    The file stores the request as a line of text, which begins with the id.
    """
    with suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        request_match = re.match(
            r"(.*?), \d+ sides, symmetry ", msgspec.json.decode(data, type=StoredArchive).asked, re.DOTALL
        )
        return request_match[1] if request_match else None
    return None


def read_archive(data: bytes, name: str, request: Request, count: int, used_stems: Collection[str] = ()) -> Archive:
    """Read an archive from the bytes of a file, so that its search can be continued.

    Args:
        data: The content of the file.
        name: The name of the file, for messages.
        request: The request of the new search, which must equal the old one.
        count: How many dungeons are wanted.
        used_stems: File names, without their ending, that no new dungeon's file may have.

    Raises:
        ReadError: If the file is damaged, is not an archive, has a newer version, or is for another request.
    """
    try:
        stored = msgspec.json.decode(decode_text(data, len(data)), type=StoredArchive)
    except Fault as fault:
        raise build_read_error(fault, name) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise ReadError(name, "", f"this is not an archive of proposed dungeons: {str(error)[:200]}") from None
    if stored.format != FORMAT or stored.version > VERSION:
        raise ReadError(name, "", "this archive is of another kind, or of a newer version")
    if stored.asked != format_request(request):
        raise ReadError(
            name, "", f"it was made for {format_value(stored.asked)}; go on with the same, or take another folder"
        )
    archive = Archive(request, max(count, len(stored.proposals)), used_stems)
    must_be_decided = bool(find_required_decided_share(request))
    try:
        for entry in stored.proposals:
            if not is_cell(entry.cell):
                raise Fault("there is no such cell")
            proposal = Proposal(**{**asdict(entry), "layout": read_json(bytes(entry.layout).decode())})
            if not must_be_decided or DECIDED_FIGURE in proposal.figures:  # an older program did not look
                archive.enter_proposal(proposal)
    except (Fault, TileError) as error:
        raise ReadError(name, "proposals", f"a dungeon in it cannot be read: {error}") from None
    archive.count, archive.rounds = count, stored.rounds
    return archive


def format_request(request: Request) -> str:
    """Return the options of a request in one line, without the number of dungeons and the seed.

    An archive file stores this line. Only a request with the same line may continue its search.
    """
    phrases = [request.ruleset.id, f"{request.team_count} sides", f"symmetry {request.symmetry}"]
    if request.squares:
        phrases.append(f"{request.squares[0]} to {request.squares[1]} squares")
    if request.fit:
        phrases.append(f"at most {request.fit[0]}x{request.fit[1]}")
    if request.style is not FurnitureStyle.NAMED:
        phrases.append(f"style {request.style}")
    if request.playtest:
        phrases.append("played")
    stock = [f"{count} {tile}" for tile, count in sorted(request.stock.items())]
    wants = [f"{key}={number}" for key, number in sorted(request.wishes.items())]
    word_lists = (("tiles", request.tiles), ("stock", stock), ("rooms", request.rooms), ("wants", wants))
    for label, words in word_lists:
        if any(words):
            phrases.append(f"{label} {' '.join(words)}")
    return ", ".join(phrases)

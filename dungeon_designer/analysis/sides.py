"""Where each side sets up, which half of a dungeon is its own, and how far it walks to the chests.

A side sets up on its end zones, and on the 2x2 block before the front of each of its entries (brawl-2013, Setup; the
other books know end zones only). An entry is 2x1 and has floor along one of its long sides, its front. It faces that
way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from dungeon_designer.analysis.connectivity import Connectivity
from dungeon_designer.analysis.movement import FAR, Walking
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, Side, Square, bounds, neighbour, row_major
from dungeon_designer.kinds import SectionKind, Team

Steps = TypeVar("Steps", int, float)

Distances = dict[Team, tuple[int | None, ...]]
"""Each side's steps to the chests, shortest first; None, last, for a chest nobody walks to."""


class EntryFront(NamedTuple):
    """An entry section, its `squares` by row, and its front where one can be told.

    `front` is the long side with floor along all of it, or else along some of it; None where the section is not
    2x1, where no floor lies along either long side, or where both have as much. With floor all along both it is the
    one that faces as the side's other entries do, or else, with two sides, against the other side's, if either can be
    told. `floor` are the sides of its squares with floor beside them, another entry's included; `clear` is whether a
    long side is floor all along.
    """

    section: BoardSection
    squares: tuple[Square, ...]
    front: Side | None
    floor: tuple[tuple[Square, Side], ...]
    clear: bool

    @property
    def long_sides(self) -> tuple[Side, ...]:
        """Both long sides; none where it is not two squares side by side."""
        _, size = bounds(self.squares)
        return {(1, 2): (Side.EAST, Side.WEST), (2, 1): (Side.NORTH, Side.SOUTH)}.get(size, ())

    @property
    def may_face(self) -> tuple[Side, ...]:
        """The front, or both long sides where floor lies all along both and nothing tells which is the front."""
        if self.front is not None:
            return (self.front,)
        return self.long_sides if self.clear else ()

    @property
    def elsewhere(self) -> tuple[Square, ...]:
        """The squares of the entry that have floor beside them on another side than the front."""
        return tuple(dict.fromkeys(square for square, side in self.floor if side is not self.front))

    @property
    def before(self) -> tuple[Square, ...]:
        """The 2x2 block before the front, the nearer squares first, floor or not; none without a front."""
        if self.front is None:
            return ()
        near = [neighbour(square, self.front) for square in self.squares]
        return (*near, *(neighbour(square, self.front) for square in near))


def entries(board: Board) -> Iterator[EntryFront]:
    """The entries of a board, as placed; sections that another covers whole are left out."""
    found = []
    for section in [section for section in board.of_kind(SectionKind.ENTRY) if section.squares]:
        own = section.squares
        around = [(square, side, neighbour(square, side)) for square in own for side in SIDES]
        around = [(square, side, there) for square, side, there in around if there in board and there not in own]
        entry = EntryFront(section, own, None, tuple((square, side) for square, side, _ in around), clear=False)
        floor = [side for _, side, there in around if there not in board.entry_squares]
        counts = {side: floor.count(side) for side in entry.long_sides}
        most = max(counts.values(), default=0)
        fronts = [side for side, count in counts.items() if count == most > 0]
        found.append(entry._replace(front=fronts[0] if len(fronts) == 1 else None, clear=most == len(own)))
    for entry in found:
        if entry.front or not entry.clear:
            yield entry
            continue
        side, faced = entry.section.side, [other for other in found if other.front in entry.may_face]
        told = [other.front for other in faced if side and other.section.side is side]
        if not told and side and len(board.teams) == 2:
            others = [other.front for other in faced if other.section.side not in (None, side)]
            told = [front.opposite for front in others if front]
        yield entry._replace(front=Counter(told).most_common(1)[0][0] if told else None)


class SetUpPlace(NamedTuple):
    """Where a side sets up at one end zone or entry; `entry` is None at an end zone.

    `free` are the squares that can be stood on, `missing` the squares before an entry that cannot,
    off the floor or not; an end zone has as many squares as can be stood on. An entry without a front has neither.
    """

    section: BoardSection
    entry: EntryFront | None
    free: tuple[Square, ...]
    missing: tuple[Square, ...] = ()


def set_ups(board: Board, standing: Collection[Square]) -> Iterator[SetUpPlace]:
    """Where the sides set up: the end zones as placed, then the entries as placed."""
    for zone in board.of_kind(SectionKind.END_ZONE):
        yield SetUpPlace(zone, None, tuple(square for square in zone.squares if square in standing))
    for entry in entries(board):
        free = tuple(at for at in entry.before if at in standing and at not in board.entry_squares)
        yield SetUpPlace(entry.section, entry, free, tuple(at for at in entry.before if at not in free))


def set_up_squares(board: Board, standing: Collection[Square], team: Team) -> list[Square]:
    """The squares a side sets up on, by row; none where it has no end zone and no entry with a front."""
    free = {at for place in set_ups(board, standing) if place.section.side is team for at in place.free}
    return sorted(free, key=row_major)


def halves(board: Board, walking: Walking, standing: Collection[Square]) -> dict[Team, frozenset[Square]]:
    """For each side that sets up anywhere, the squares it walks to in fewer steps than any other side.

    Squares as near to two sides, and those nobody walks to, are in no half. O(N) a side.
    """
    starts = {team: set_up_squares(board, standing, team) for team in board.teams}
    steps = {team: walking.lengths(squares) for team, squares in starts.items() if squares}
    rivals = {team: [other for rival, other in steps.items() if rival is not team] for team in steps}
    return {
        team: frozenset(at for at, here in own.items() if all(here < other.get(at, FAR) for other in rivals[team]))
        for team, own in steps.items()
    }


class Walked(NamedTuple):
    """A chest, and the steps of one side to where it is opened; None where none lead."""

    at: Square
    steps: int | None


Ranked = Mapping[Team, tuple[Walked, ...]]
"""Each side's chests, nearest first; those it does not walk to last."""


def ranked_chests(reach: Connectivity, beside: bool) -> Ranked:
    """Steps each side takes on foot from where it sets up to the square from which each chest is opened.

    That is the chest's own square, or with `beside` the one next to it. Chests that lie where nobody walks are left
    out.
    """
    chests = [chest.at for members in reach.chests().values() for chest in members]
    found: dict[Team, tuple[Walked, ...]] = {}
    for team in reach.teams:
        steps = Walking(reach.walk, ()).lengths(set_up_squares(reach.board, reach.standing, team))
        walked = [Walked(at, steps[at] - (beside and steps[at] > 0) if at in steps else None) for at in chests]
        found[team] = tuple(sorted(walked, key=lambda each: FAR if each.steps is None else each.steps))
    return found


def distances_of(ranked: Ranked) -> Distances:
    """The steps alone."""
    return {team: tuple(each.steps for each in chests) for team, chests in ranked.items()}


def chest_distances(reach: Connectivity, beside: bool) -> Distances:
    """The steps each side takes to the chests; see `ranked_chests`."""
    return distances_of(ranked_chests(reach, beside))


def unfairness(distances: Mapping[Team, Sequence[Steps | None]]) -> Steps | None:
    """The largest difference between any two sides' distances, chest by chest in order of nearness.

    None when only one side sets out from anywhere, or one of them walks to a chest that another cannot walk to.

    >>> unfairness({Team.HOME: (5, 9), Team.AWAY: (6, 12)}), unfairness({Team.HOME: (5, 9)})
    (3, None)
    """
    if len(distances) < 2:
        return None
    ranks = list(zip(*distances.values(), strict=True))
    if any(len({steps is None for steps in rank}) > 1 for rank in ranks):
        return None
    known = [[steps for steps in rank if steps is not None] for rank in ranks]
    return max((max(rank) - min(rank) for rank in known if rank), default=0)


def in_words(distances: Distances) -> str:
    """The distances as a dungeon's notes state them.

    >>> in_words({Team.HOME: (5, 9, None), Team.AWAY: (5, 9, None)})
    'Walking distances to the chests: home 5, 9, by magic only; away the same.'
    """
    teams = sorted({Team.HOME, Team.AWAY, *distances}, key=list(Team).index)
    steps = [distances.get(team, ()) for team in teams]
    others = ["the same" if own == steps[0] else _step_list(own) for own in steps[1:]]
    said = [f"{team} {words}" for team, words in zip(teams, [_step_list(steps[0]), *others], strict=True)]
    return f"Walking distances to the chests: {'; '.join(said)}."


def summed_up(distances: Distances) -> str:
    """One line on how fair the walks are; '' where fewer than two sides set up, or nothing lies to be walked to.

    >>> summed_up({Team.HOME: (5, 9), Team.AWAY: (6, 12)})
    'to all chests home walks 14 steps, away 18; chest by chest, in order of nearness, they differ by 3 at most'
    >>> summed_up({Team.HOME: (5, 9), Team.AWAY: (5, 9)})
    'to all chests home walks 14 steps, away 14; chest by chest, in order of nearness, they are equal'
    >>> summed_up({Team.HOME: (5, None), Team.AWAY: (5, 9)})
    'home walks to 1 chest of 2, away to 2'
    """
    if len(distances) < 2 or not any(distances.values()):
        return ""
    counts = [sum(step is not None for step in steps) for steps in distances.values()]
    names = list(distances)
    if min(counts) < (of := len(distances[names[0]])):
        rest = ", ".join(f"{name} to {count}" for name, count in zip(names[1:], counts[1:], strict=True))
        return f"{names[0]} walks to {counts[0]} {'chest' if counts[0] == 1 else 'chests'} of {of}, {rest}"
    unfair = unfairness(distances) or 0
    sums = [sum(step for step in steps if step is not None) for steps in distances.values()]
    rest = ", ".join(f"{name} {total}" for name, total in zip(names[1:], sums[1:], strict=True))
    told = f"they differ by {unfair} at most" if unfair else "they are equal"
    return f"to all chests {names[0]} walks {sums[0]} steps, {rest}; chest by chest, in order of nearness, {told}"


def _step_list(steps: Sequence[int | None]) -> str:
    return ", ".join("by magic only" if step is None else str(step) for step in steps) or "none"

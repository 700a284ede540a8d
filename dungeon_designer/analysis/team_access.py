"""Find where each team sets up, which half of a dungeon is its own, and how far it walks to the chests.

A team sets up in its end zones, and on the 2x2 block before the front of each of its entries (brawl-2013, Setup; the
other books have only end zones). An entry is 2x1 squares and has floor along one of its long sides, its front. The
entry faces that direction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from dungeon_designer.analysis.connectivity import Connectivity
from dungeon_designer.analysis.movement import UNREACHABLE, WalkingDistances
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, Side, Square, find_bounds, find_neighbour, rank_by_row
from dungeon_designer.kinds import SectionKind, Team

StepsOrMean = TypeVar("StepsOrMean", int, float)

ChestDistances = dict[Team, tuple[int | None, ...]]
"""Each team's steps to the chests, shortest first; None, last, for a chest that cannot be reached."""


class Entry(NamedTuple):
    """An entry: two squares side by side through which a team walks in and the other team scores.

    Attributes:
        section: The section of the entry.
        squares: Its squares, by row.
        front: The long side from which one walks in: the one with floor along all of it, or along more of it than the
            other. If both have floor along all of them, it is the side to which most of the team's other entries face
            or, with two teams, the opposite of the side to which the other team's entries face. None if the section is
            not 2x1 or nothing decides.
        open_sides: The squares and sides that have floor beside them, another entry's floor included.
        has_full_front: Whether a long side has floor along all of it.
    """

    section: BoardSection
    squares: tuple[Square, ...]
    front: Side | None
    open_sides: tuple[tuple[Square, Side], ...]
    has_full_front: bool

    @property
    def long_sides(self) -> tuple[Side, ...]:
        """Both long sides of the entry, as compass directions; () if it is not two squares side by side."""
        _, size = find_bounds(self.squares)
        if size == (1, 2):
            return Side.EAST, Side.WEST
        return (Side.NORTH, Side.SOUTH) if size == (2, 1) else ()

    @property
    def possible_fronts(self) -> tuple[Side, ...]:
        """The sides that may be the front, from which one walks in.

        This is the front if it is known. It is both long sides if both have floor all along and nothing decides between
        them. Otherwise it is ().
        """
        if self.front is not None:
            return (self.front,)
        return self.long_sides if self.has_full_front else ()

    @property
    def squares_open_elsewhere(self) -> tuple[Square, ...]:
        """The squares of the entry with floor beside them on another side than the front.

        The front is the side from which one walks in.
        """
        return tuple(dict.fromkeys(square for square, side in self.open_sides if side is not self.front))

    @property
    def block_before_front(self) -> tuple[Square, ...]:
        """The 2x2 squares before the front (the side from which one walks in), the nearer two first.

        The team sets up there. Squares off the floor are included. Without a front, the result is ().
        """
        if self.front is None:
            return ()
        nearer_squares = [find_neighbour(square, self.front) for square in self.squares]
        return (*nearer_squares, *(find_neighbour(square, self.front) for square in nearer_squares))


def find_entries(board: Board) -> Iterator[Entry]:
    """Yield the entries of a board in the order of the dungeon file, each with its front.

    An entry is two squares through which one team walks in and the other scores. Its front is the long side from which
    one walks in; see `Entry` for how it is found. An entry whose squares all belong to other sections is left out.
    """
    entries = [_build_entry(board, section) for section in board.list_sections(SectionKind.ENTRY) if section.squares]
    for entry in entries:
        if entry.front or not entry.has_full_front:
            yield entry
        else:
            yield entry._replace(front=_choose_front(entry, entries, len(board.teams)))


def _build_entry(board: Board, section: BoardSection) -> Entry:
    """Return the entry of a section, with its front if the floor around this entry alone decides which side that is.

    That is the long side with floor along more of it than the other has. An entry is a zone of two squares where a team
    comes in and scores; its front is the long side from which one walks in.
    """
    open_sides = []  # of the edges with floor beyond, the square inside and the side on which it has the edge
    for square in section.squares:
        for side in SIDES:
            neighbour = find_neighbour(square, side)
            if neighbour in board and neighbour not in section.squares:
                open_sides.append((square, side))
    entry = Entry(section, section.squares, None, tuple(open_sides), has_full_front=False)
    # Another entry beside it is no floor from which one could walk in.
    sides_with_floor = [side for square, side in open_sides if find_neighbour(square, side) not in board.entry_squares]
    floor_count_by_side = {side: sides_with_floor.count(side) for side in entry.long_sides}
    max_count = max(floor_count_by_side.values(), default=0)
    fronts = [side for side, count in floor_count_by_side.items() if count == max_count > 0]
    front = fronts[0] if len(fronts) == 1 else None
    return entry._replace(front=front, has_full_front=max_count == len(section.squares))


def _choose_front(entry: Entry, entries: Sequence[Entry], team_count: int) -> Side | None:
    """Return the front (the side from which one walks in) of an entry that has floor along both long sides.

    It is the side to which most related entries face; of equals, the one to which the first entry drawn faces. An
    entry is a zone of two squares where a team comes in and scores, in place of an end zone.

    Related are the other entries of its team or, if there are none and two teams play, those of the other team, which
    face the opposite way. None if no entry decides.
    """
    team = entry.section.team
    if team is None:
        return None
    facing_entries = [other for other in entries if other.front in entry.possible_fronts]
    fronts = [other.front for other in facing_entries if other.section.team is team]
    if not fronts and team_count == 2:
        rival_fronts = [other.front for other in facing_entries if other.section.team not in (None, team)]
        fronts = [front.opposite for front in rival_fronts if front]
    if not fronts:
        return None
    ((most_frequent_front, _),) = Counter(fronts).most_common(1)
    return most_frequent_front


class SetUpZone(NamedTuple):
    """The squares on which a team sets up at one end zone or entry.

    Attributes:
        section: The end zone or entry.
        entry: The entry with its front (the side from which one walks in); None at an end zone.
        free_squares: The squares a player can stand on; () at an entry without a front.
        missing_squares: The squares of the 2x2 block before an entry where nobody can stand, on the floor or not.
    """

    section: BoardSection
    entry: Entry | None
    free_squares: tuple[Square, ...]
    missing_squares: tuple[Square, ...] = ()


def find_set_up_zones(board: Board, standing_squares: Collection[Square]) -> Iterator[SetUpZone]:
    """Yield the squares on which teams set up: first for each end zone, then for each entry, as in the dungeon file.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. In an end zone these
    are its own squares. At an entry they are the 2x2 block before its front, the side from which one walks in.
    """
    for zone in board.list_sections(SectionKind.END_ZONE):
        yield SetUpZone(zone, None, tuple(square for square in zone.squares if square in standing_squares))
    for entry in find_entries(board):
        block = entry.block_before_front
        free_squares = tuple(
            square for square in block if square in standing_squares and square not in board.entry_squares
        )
        missing_squares = tuple(square for square in block if square not in free_squares)
        yield SetUpZone(entry.section, entry, free_squares, missing_squares)


def find_set_up_squares(board: Board, standing_squares: Collection[Square], team: Team) -> list[Square]:
    """Return the squares on which a team sets up, by row.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. An empty list means
    that the team has no end zone, and no entry of which it is known from which side one walks in.
    """
    free_squares = {
        square
        for zone in find_set_up_zones(board, standing_squares)
        if zone.section.team is team
        for square in zone.free_squares
    }
    return sorted(free_squares, key=rank_by_row)


def find_halves(
    board: Board, walking: WalkingDistances, standing_squares: Collection[Square]
) -> dict[Team, frozenset[Square]]:
    """Return each team's half: the squares that it reaches in fewer steps than any other team. O(N) for each team.

    Steps are counted from where the teams set up. A square equally near to two teams belongs to no half. A team without
    a square to set up on is left out.

    Args:
        board: The board.
        walking: The walking distances on that board.
        standing_squares: The squares that players can stand on.
    """
    starts = {team: find_set_up_squares(board, standing_squares, team) for team in board.teams}
    distances_by_team = {team: walking.measure_from(squares) for team, squares in starts.items() if squares}
    halves: dict[Team, frozenset[Square]] = {}
    for team, distances in distances_by_team.items():
        rival_distances = [other for rival, other in distances_by_team.items() if rival is not team]
        halves[team] = frozenset(
            square
            for square, steps in distances.items()
            if all(steps < other.get(square, UNREACHABLE) for other in rival_distances)
        )
    return halves


class ChestWalk(NamedTuple):
    """A chest, and a team's steps to where it is opened.

    Attributes:
        chest: The square of the chest.
        steps: The number of steps; None if there is no route on foot.
    """

    chest: Square
    steps: int | None


ChestWalksByTeam = Mapping[Team, tuple[ChestWalk, ...]]
"""Each team's chests, nearest first, unreachable ones last."""


def rank_chests(connectivity: Connectivity, opened_from_beside: bool) -> ChestWalksByTeam:
    """Return for each team all chests with its steps to where each is opened, nearest first, unreachable ones last.

    Steps are counted from where the team sets up. Chests on squares that nobody walks across are left out.

    Args:
        connectivity: The walking areas of the board.
        opened_from_beside: Whether a chest is opened from a square beside it, which saves a step, or from its own
            square.
    """
    # The groups have no chests on squares that nobody walks across.
    chests = [chest.square for area_chests in connectivity.group_chests_by_area().values() for chest in area_chests]
    # No square stops a route (`ends` is empty): the graph has no portals and entries, and other chests are in nobody's
    # way here.
    walking = WalkingDistances(connectivity.walking_graph, ends=())
    walks_by_team: dict[Team, tuple[ChestWalk, ...]] = {}
    for team in connectivity.teams:
        starts = find_set_up_squares(connectivity.board, connectivity.standing_squares, team)
        distances = walking.measure_from(starts)
        walks = []
        for square in chests:
            steps = distances.get(square)
            if steps is not None and steps > 0 and opened_from_beside:  # at 0 steps, no step can be saved
                steps -= 1
            walks.append(ChestWalk(square, steps))
        walks_by_team[team] = tuple(sorted(walks, key=lambda walk: UNREACHABLE if walk.steps is None else walk.steps))
    return walks_by_team


def extract_distances(ranked: ChestWalksByTeam) -> ChestDistances:
    """Return each team's steps to the chests, without the chests themselves; None for a chest without a route."""
    return {team: tuple(walk.steps for walk in chests) for team, chests in ranked.items()}


def measure_chest_distances(connectivity: Connectivity, opened_from_beside: bool) -> ChestDistances:
    """Return each team's steps to the chests, shortest first; None, last, for a chest without a route on foot.

    Args:
        connectivity: The walking areas of the board.
        opened_from_beside: Whether a chest is opened from a square beside it, or from its own square.
    """
    return extract_distances(rank_chests(connectivity, opened_from_beside))


def measure_unfairness(distances: Mapping[Team, Sequence[StepsOrMean | None]]) -> StepsOrMean | None:
    """Return the largest difference between teams in the steps to their first, second... nearest chest.

    Args:
        distances: Each team's steps to the chests, shortest first; None, last, for a chest that it cannot reach.

    Returns:
        The difference in steps; None if there are fewer than two teams, or if one team reaches more chests than
        another.

    >>> measure_unfairness({Team.HOME: (5, 9), Team.AWAY: (6, 12)}), measure_unfairness({Team.HOME: (5, 9)})
    (3, None)
    """
    if len(distances) < 2:
        return None
    ranks = list(zip(*distances.values(), strict=True))
    if any(len({steps is None for steps in rank}) > 1 for rank in ranks):
        return None
    reachable_ranks = [[steps for steps in rank if steps is not None] for rank in ranks]
    return max((max(rank) - min(rank) for rank in reachable_ranks if rank), default=0)


def format_distances(distances: ChestDistances) -> str:
    """Return a sentence with each team's steps to the chests, as the notes of a dungeon state them.

    >>> format_distances({Team.HOME: (5, 9, None), Team.AWAY: (5, 9, None)})
    'Walking distances to the chests: home 5, 9, by magic only; away the same.'
    """
    teams = sorted({Team.HOME, Team.AWAY, *distances}, key=list(Team).index)  # two teams are always named
    first_team, *other_teams = teams
    first_steps = distances.get(first_team, ())
    texts = [f"{first_team} {_format_steps(first_steps)}"]
    for team in other_teams:
        steps = distances.get(team, ())
        texts.append(f"{team} {'the same' if steps == first_steps else _format_steps(steps)}")
    return f"Walking distances to the chests: {'; '.join(texts)}."


def summarise_fairness(distances: ChestDistances) -> str:
    """Return one line that compares how far the teams walk to the chests.

    It is '' if there are fewer than two teams or no chests.

    >>> summarise_fairness({Team.HOME: (5, 9), Team.AWAY: (6, 12)})
    'to all chests home walks 14 steps, away 18; chest by chest, in order of nearness, they differ by 3 at most'
    >>> summarise_fairness({Team.HOME: (5, 9), Team.AWAY: (5, 9)})
    'to all chests home walks 14 steps, away 14; chest by chest, in order of nearness, they are equal'
    >>> summarise_fairness({Team.HOME: (5, None), Team.AWAY: (5, 9)})
    'home walks to 1 chest of 2, away to 2'
    """
    if len(distances) < 2 or not any(distances.values()):
        return ""
    first_team, *other_teams = distances
    reached_count = {team: sum(step is not None for step in steps) for team, steps in distances.items()}
    chest_count = len(distances[first_team])
    if min(reached_count.values()) < chest_count:
        noun = "chest" if reached_count[first_team] == 1 else "chests"
        other_words = ", ".join(f"{team} to {reached_count[team]}" for team in other_teams)
        return f"{first_team} walks to {reached_count[first_team]} {noun} of {chest_count}, {other_words}"
    total_steps = {team: sum(step for step in steps if step is not None) for team, steps in distances.items()}
    other_words = ", ".join(f"{team} {total_steps[team]}" for team in other_teams)
    difference = measure_unfairness(distances) or 0
    comparison = f"they differ by {difference} at most" if difference else "they are equal"
    return (
        f"to all chests {first_team} walks {total_steps[first_team]} steps, {other_words};"
        f" chest by chest, in order of nearness, {comparison}"
    )


def _format_steps(steps: Sequence[int | None]) -> str:
    """Return the steps to the chests as a list in words; a chest that nobody can walk to is "by magic only"."""
    return ", ".join("by magic only" if step is None else str(step) for step in steps) or "none"

"""Choose where teams begin: sites for end zones, and entries that face each other.

End zones are as far apart as possible, or as far as wished. Both growers use these choosers: the growers say where a
zone has space, and which squares are one step apart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, cycle
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

from dungeon_designer.grid import Side, Size, Square, find_bounds, find_neighbour, measure_distance
from dungeon_designer.kinds import Team
from dungeon_designer.layout.transforms import Transform
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

SITES_PER_TEAM = 24
"""How many sites for each team are compared, with their copies.

Where the zones must be far apart, the sites farthest from the middle come first.
"""

IMPROVEMENT_ROUNDS = 6
"""How often each of several zones is moved to a better site."""
UNREACHABLE_STEPS = 9999
"""The number of steps that stands for an unreachable square."""
ENTRY_SIZE = 2
"""How wide an entry is, and how deep the space in front of it, in squares."""
ENTRY_DISTANCE = 4
"""How many squares should lie between two entries of one team."""
ENTRY_CHOICES = 60
"""How many choices of a team's entries are compared."""
PASSAGE_PENALTY, OFF_CENTRE_PENALTY = 3.0, 2.5
"""How many steps of distance may be given up to avoid an end zone at the side of a passage, or off the middle of a
wall."""
LONG_AXIS_SHARE = 0.85
"""How often the first two teams face each other along the longer axis of the floor, if the symmetry allows it."""

_HORIZONTAL = (Side.EAST, Side.WEST, Side.SOUTH, Side.NORTH)
_VERTICAL = (Side.SOUTH, Side.NORTH, Side.EAST, Side.WEST)
FACING_SIDES = {
    SymmetryMode.OFF: (_HORIZONTAL, _VERTICAL),
    SymmetryMode.HALF_TURN: (_HORIZONTAL, _VERTICAL),
    SymmetryMode.LEFT_RIGHT: (_HORIZONTAL,),
    SymmetryMode.TOP_BOTTOM: (_VERTICAL,),
    SymmetryMode.QUARTER_TURNS: ((Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH),),
}
"""The sides that the teams' entries face, in the order of the teams, by symmetry mode.

Of two choices the first is horizontal.
"""

NeighbourFinder = Callable[[Square], Iterable[Square]]
"""A function that returns the squares one step from a square."""


def find_step_along(side: Side) -> Square:
    """Return the step (dx, dy) that leads along a side of a section.

    It is one square to the right for the north and south sides, one square down for the east and west sides.
    """
    return (1, 0) if side in (Side.NORTH, Side.SOUTH) else (0, 1)


def split_into_rows(squares: list[Square], side: Side) -> Iterator[list[Square]]:
    """Divide squares into straight rows of adjacent squares that run along a side, and yield the rows.

    For a north or south side the rows run from left to right, for an east or west side from top to bottom.
    """
    dx, dy = find_step_along(side)
    row: list[Square] = []
    for x, y in sorted(squares, key=lambda square: (square[1], square[0]) if dx else square):
        if row and row[-1] != (x - dx, y - dy):
            yield row
            row = []
        row.append((x, y))
    if row:
        yield row


def list_zone_offsets(spare_length: int) -> Iterator[tuple[int, float]]:
    """Yield where an end zone may begin along a wall, with the penalty if it is off the middle.

    It begins at one end of the wall, ends at the other, or is on the middle. A zone that is longer than the wall covers
    all of it.

    Args:
        spare_length: How many squares the wall is longer than the zone; negative if it is shorter.

    >>> list(list_zone_offsets(4)), list(list_zone_offsets(0))
    ([(0, 2.5), (2, 0.0), (4, 2.5)], [(0, 0.0)])
    """
    for offset in sorted({0, spare_length, spare_length // 2}):
        is_off_centre = abs(2 * offset - spare_length) > 1 and spare_length > 0
        yield offset, OFF_CENTRE_PENALTY if is_off_centre else 0.0


class ZoneSite(Struct, frozen=True, eq=False):
    """A possible location of an end zone.

    Attributes:
        squares: The squares that the zone would cover.
        exit_squares: The floor squares outside the zone, in front of its exits.
        neighbour_index: A number that stands for the part of the floor that the zone would touch. Two zones with the
            same number would open into the same room, so they may not be used together.
        penalty: How many steps of distance may be given up to avoid this site.
    """

    squares: frozenset[Square]
    exit_squares: tuple[Square, ...]
    neighbour_index: int
    penalty: float

    def conflicts_with(self, other: ZoneSite) -> bool:
        """Return whether two sites cannot be used together: they overlap or touch, or would open into the same room."""
        (x, y), (width, height) = find_bounds(self.squares)
        (u, v), (other_width, other_height) = find_bounds(other.squares)
        is_near = u <= x + width and x <= u + other_width and v <= y + height and y <= v + other_height
        return is_near or self.neighbour_index == other.neighbour_index


AnySite = TypeVar("AnySite", bound=ZoneSite)


def measure_end_share(zones: Sequence[AbstractSet[Square]], other_squares: Iterable[Square]) -> float:
    """Return how far apart zones lie, as a share of the longer side of the floor's bounding box.

    The distance of two zones is the larger of the distances across and down between their bounding boxes. The nearest
    two zones count. The share is near 1 if the zones lie at the ends of the floor.

    Args:
        zones: The squares of each zone.
        other_squares: All other squares of the floor, or at least those that decide its bounding box.
    """
    boxes = [find_bounds(zone) for zone in zones]
    zone_corners = [corner for (x, y), (width, height) in boxes for corner in ((x, y), (x + width - 1, y + height - 1))]
    _, size = find_bounds([*other_squares, *zone_corners])
    distances = [_measure_box_distance(first, second) for first, second in combinations(boxes, 2)]
    return min(distances, default=0) / max(size)


def _measure_box_distance(first: tuple[Square, Size], second: tuple[Square, Size]) -> int:
    """Return the distance of two rectangles (corner, size): the larger of those across and down."""
    ((x, y), (width, height)), ((u, v), (other_width, other_height)) = first, second
    return max(u - x - width, x - u - other_width, v - y - height, y - v - other_height) + 1


def measure_steps(start_squares: Iterable[Square], find_neighbours: NeighbourFinder) -> dict[Square, int]:
    """Return, by square, the number of steps from the nearest start square.

    Squares that cannot be reached are left out. Each step leads to a square that `find_neighbours` returns.
    """
    return dict(_walk_outwards(start_squares, find_neighbours))


def measure_steps_to(
    start_squares: Iterable[Square], target_squares: Container[Square], find_neighbours: NeighbourFinder
) -> int:
    """Return the number of steps from the nearest start square to the nearest target.

    Without a route it is UNREACHABLE_STEPS. Each step leads to a square that `find_neighbours` returns.
    """
    walk = _walk_outwards(start_squares, find_neighbours)
    return next((steps for square, steps in walk if square in target_squares), UNREACHABLE_STEPS)


def _walk_outwards(start_squares: Iterable[Square], find_neighbours: NeighbourFinder) -> Iterator[tuple[Square, int]]:
    """Yield each reachable square with its steps from the nearest start square, the nearest squares first."""
    wave, steps = list(dict.fromkeys(start_squares)), 0
    visited = set(wave)
    while wave:
        next_wave = []
        for square in wave:
            yield square, steps
            for next_square in find_neighbours(square):
                if next_square not in visited:
                    visited.add(next_square)
                    next_wave.append(next_square)
        wave, steps = next_wave, steps + 1


class ZoneChooser(Generic[AnySite]):
    """A chooser of sites (possible locations) for the end zones of all teams.

    Attributes:
        sites: The possible sites.
        turns: The rotations and flips of the floor's symmetry.
        find_copy: Returns the site to which a turn moves another site; None if a zone has no space there.
        find_neighbours: Returns the squares one step from a square.
        target_steps: How many steps apart the zones should be; None for as many as possible.
        min_end_share: How far apart the zones should lie at least, see `measure_end_share`; 0 for anywhere.
        floor_corners: Two opposite corners of the floor's bounding box; empty if `min_end_share` is 0.
    """

    def __init__(
        self,
        sites: Sequence[AnySite],
        turns: Sequence[Transform],
        find_copy: Callable[[AnySite, Transform], AnySite | None],
        find_neighbours: NeighbourFinder,
        target_steps: float | None,
        min_end_share: float = 0.0,
        floor_corners: Sequence[Square] = (),
    ) -> None:
        self.target_steps, self.min_end_share, self.floor_corners = target_steps, min_end_share, floor_corners
        self.sites, self.turns, self.find_copy, self.find_neighbours = sites, turns, find_copy, find_neighbours
        self._first_squares: dict[tuple[Square, ...], set[Square]] = {}
        self._exit_steps: dict[tuple[Square, ...], dict[Square, int]] = {}

    def choose_sites(self, count: int) -> list[AnySite] | None:
        """Choose `count` sites that do not conflict, each with its mirrored copies; None without space for all.

        A site is a possible location of an end zone. The best group of a site and its copies is added until there are
        enough. Then each group in turn is exchanged for the best one beside the others, IMPROVEMENT_ROUNDS times. On a
        symmetric floor, a site that is its own copy is used only as the last of an odd number.
        """
        copy_groups, chosen = list(self._list_copy_groups(count)), list[list[AnySite]]()
        while missing_count := count - sum(map(len, chosen)):
            fitting = [
                candidate
                for candidate in copy_groups
                if not self.turns or 1 < len(candidate) <= missing_count or len(candidate) == missing_count == 1
            ]
            best_group = self._choose_best(fitting, chosen)
            if best_group is None:
                return None
            chosen.append(best_group)
        for index in [*range(len(chosen))] * IMPROVEMENT_ROUNDS if len(chosen) > 1 else ():
            other_groups = [*chosen[:index], *chosen[index + 1 :]]
            same_size_groups = [copy_group for copy_group in copy_groups if len(copy_group) == len(chosen[index])]
            chosen[index] = self._choose_best([chosen[index], *same_size_groups], other_groups) or chosen[index]
        return [site for copy_group in chosen for site in copy_group]

    def _choose_best(
        self, copy_groups: Sequence[list[AnySite]], other_groups: Sequence[list[AnySite]]
    ) -> list[AnySite] | None:
        """Return the group of sites (possible end zones) that, beside the other groups, gives the best distances.

        Args:
            copy_groups: The groups to choose from; each is a site with its mirrored copies.
            other_groups: The groups that are chosen already.

        Returns:
            The best group; None if every group conflicts with itself or with the other groups.
        """
        chosen_sites = [chosen_site for copy_group in other_groups for chosen_site in copy_group]
        fitting_groups = [
            copy_group
            for copy_group in copy_groups
            if not any(
                site.conflicts_with(other_site)
                for number, site in enumerate(copy_group)
                for other_site in (*chosen_sites, *copy_group[:number])
            )
        ]
        return min(
            fitting_groups, key=lambda copy_group: self._measure_misfit([*chosen_sites, *copy_group]), default=None
        )

    def _list_copy_groups(self, count: int) -> Iterator[list[AnySite]]:
        """Yield groups of sites that must be used together: a possible end zone with all its mirrored copies.

        Sites without space for a copy are left out. Only about SITES_PER_TEAM sites for each of `count` zones are
        yielded; if zones must be as far apart as possible, those farthest from the middle of the floor on foot come
        first.
        """
        sites = list(self.sites)
        if self.target_steps is None:
            (x, y), (width, height) = find_bounds(exit_square for site in sites for exit_square in site.exit_squares)
            middle = min(
                (candidate_square for candidate in sites for candidate_square in candidate.exit_squares),
                key=lambda candidate_square: measure_distance(candidate_square, (x + width // 2, y + height // 2)),
            )
            steps_from_middle = measure_steps([middle], self.find_neighbours)
            sites.sort(
                key=lambda site: (
                    -min(steps_from_middle.get(exit_square, UNREACHABLE_STEPS) for exit_square in site.exit_squares)
                )
            )
        used_squares: set[frozenset[Square]] = set()
        for site in sites:
            if site.squares in used_squares or len(used_squares) > SITES_PER_TEAM * count:
                continue
            copies = [self.find_copy(site, turn) for turn in self.turns]
            copy_group = {copy.squares: copy for copy in (site, *copies) if copy is not None}
            if None not in copies:
                used_squares.update(copy_group)
                yield list(copy_group.values())

    def _measure_misfit(self, sites: Sequence[AnySite]) -> tuple[float, float, float]:
        """Return how bad a choice of sites (locations of end zones) is, as a tuple; the smallest tuple is the best.

        If zones must be as far apart as possible, the tuple compares the smallest number of steps between two sites,
        then how much the numbers of the pairs differ, then the mean penalty. With a target, the tuple compares by how
        much the sites fall short of `min_end_share`, then the sum of the distance of the smallest number of steps from
        the target, that difference and the penalty. If one site cannot be reached from another, the first number is
        UNREACHABLE_STEPS.
        """
        steps = [
            self._measure_steps_between(first_site, second_site) for first_site, second_site in combinations(sites, 2)
        ] or [0]
        mean_penalty = sum(site.penalty for site in sites) / len(sites)
        if max(steps) >= UNREACHABLE_STEPS:
            return UNREACHABLE_STEPS, 0, mean_penalty
        if self.target_steps is None:
            return -min(steps), max(steps) - min(steps), mean_penalty
        misfit = abs(min(steps) - self.target_steps) + max(steps) - min(steps) + mean_penalty
        return self._measure_shortfall(sites), misfit, 0

    def _measure_shortfall(self, sites: Sequence[AnySite]) -> float:
        """Return by how much some sites fall short of `min_end_share`; 0 for a single site."""
        if not self.min_end_share or len(sites) < 2:
            return 0.0
        return max(0.0, self.min_end_share - measure_end_share([site.squares for site in sites], self.floor_corners))

    def _measure_steps_between(self, site: AnySite, other_site: AnySite) -> int:
        """Return the number of steps from a zone at one site to a zone at another.

        Without a route it is more than UNREACHABLE_STEPS.
        """
        steps_by_square = self._measure_exit_steps(site)
        return 2 + min(
            steps_by_square.get(square, UNREACHABLE_STEPS) for square in self._list_first_squares(other_site)
        )

    def _measure_exit_steps(self, site: AnySite) -> dict[Square, int]:
        """Return, by square, the steps from a zone after the first step out of it; the result is cached.

        Squares that cannot be reached are left out.
        """
        if site.exit_squares not in self._exit_steps:
            first_squares = self._list_first_squares(site)
            self._exit_steps[site.exit_squares] = measure_steps(first_squares, self.find_neighbours)
        return self._exit_steps[site.exit_squares]

    def _list_first_squares(self, site: AnySite) -> set[Square]:
        """Return the squares that the first step out of a zone can reach; the result is cached.

        These are the exit squares and, since a step can be diagonal, the squares beside them along the zone's wall.
        """
        exit_squares = site.exit_squares
        if exit_squares not in self._first_squares:
            neighbours = {square for exit_square in exit_squares for square in self.find_neighbours(exit_square)}
            fixed_axes = {axis for axis in (0, 1) if len({exit_square[axis] for exit_square in exit_squares}) == 1}
            self._first_squares[exit_squares] = {
                *exit_squares,
                *(square for square in neighbours if any(square[axis] == exit_squares[0][axis] for axis in fixed_axes)),
            }
        return self._first_squares[exit_squares]


class EntrySite(Struct, frozen=True, eq=False):
    """A possible location of an entry.

    Attributes:
        squares: The squares of the entry.
        facing_side: The side towards which players leave the entry.
        front_squares: The floor squares in front of it.
        neighbour_index: The number of the section that it touches; -1 for a mirrored copy, where it is not needed.
    """

    squares: frozenset[Square]
    facing_side: Side
    front_squares: tuple[Square, ...]
    neighbour_index: int

    def transform(self, turn: Transform) -> EntrySite:
        """Return the mirrored copy of this site: where a rotation or flip moves it. Its `neighbour_index` is -1."""
        squares = frozenset(map(turn.transform_square, self.squares))
        front_squares = tuple(map(turn.transform_square, self.front_squares))
        return EntrySite(squares, turn.transform_side(self.facing_side), front_squares, -1)


class EntryChooser:
    """A chooser of entries (zones of two squares where a team comes in) that are cut into the rim of a floor.

    Attributes:
        section_by_square: The number of the section that each floor square belongs to.
        walkable_squares: The squares where players can set up.
        can_place: Returns whether an entry may cover some squares.
        find_neighbours: Returns the squares one step from a square.
        target_steps: How many steps apart the entries of different teams should be.
        dice: The random numbers.
    """

    def __init__(
        self,
        section_by_square: Mapping[Square, int],
        walkable_squares: AbstractSet[Square],
        can_place: Callable[[Collection[Square]], bool],
        find_neighbours: NeighbourFinder,
        target_steps: float,
        dice: Random,
    ) -> None:
        self.section_by_square = section_by_square
        self.walkable_squares = walkable_squares
        self.can_place = can_place
        self.find_neighbours = find_neighbours
        self.dice = dice
        self.target_steps = target_steps
        self._front_steps: dict[tuple[Square, ...], dict[Square, int]] = {}

    def choose_entries(
        self, teams: Sequence[Team], entries_per_team: int, symmetry: Symmetry
    ) -> list[tuple[Team, EntrySite]] | None:
        """Choose the entries (zones of two squares) of all teams, each team's on one side of the floor.

        For each team, the best of ENTRY_CHOICES random choices of sites is taken. On a symmetric floor the mirrored
        copies of a team's entries belong to the next teams, which then need no choice of their own.

        Args:
            teams: The teams.
            entries_per_team: How many entries each team has.
            symmetry: The symmetry of the floor.

        Returns:
            Pairs of a team and an entry. None if there is no space, or if the symmetry makes copies for more teams
            than there are.
        """
        turns, side_orders = list(symmetry.list_transforms()), FACING_SIDES[symmetry.mode]
        _, (width, height) = find_bounds(self.section_by_square)
        is_horizontal = self.dice.random() < (LONG_AXIS_SHARE if width > height else 1 - LONG_AXIS_SHARE)
        side_by_team = dict(zip(teams, cycle(side_orders[0] if is_horizontal else side_orders[-1]), strict=False))
        chosen_entries: list[tuple[Team, EntrySite]] = []
        if len(teams) % (len(turns) + 1):
            return None
        for first_index in range(0, len(teams), len(turns) + 1):
            entry_sites = list(self._list_entry_sites(side_by_team[teams[first_index]]))
            if len(entry_sites) >= entries_per_team:
                candidate_sets = [self.dice.sample(entry_sites, entries_per_team) for _ in range(ENTRY_CHOICES)]
            else:
                candidate_sets = []
            candidate_sets = [
                entry_set for entry_set in candidate_sets if _measure_min_distance(entry_set) > ENTRY_SIZE
            ]
            if not candidate_sets:
                return None
            other_entries = [entry for _, entry in chosen_entries]
            best_set = max(candidate_sets, key=lambda entry_set: self._measure_worth(entry_set, turns, other_entries))
            for entry in best_set:
                copies = (entry, *(entry.transform(turn) for turn in turns))
                chosen_entries += zip(teams[first_index : first_index + len(copies)], copies, strict=True)
        return chosen_entries

    def _measure_worth(
        self, entries: Sequence[EntrySite], turns: Sequence[Transform], other_entries: Sequence[EntrySite]
    ) -> float:
        """Return how well the entries (zones of two squares) of a team lie, with a random part; higher is better.

        Good entries are far from each other, lie at different rooms and at the rim of the floor, and the steps from
        them to the nearest entry of another team are near the target.

        Args:
            entries: The entries of the team.
            turns: The rotations and flips that give the entries of the next teams.
            other_entries: The entries chosen for other teams so far.
        """
        other_fronts = {square for other_entry in other_entries for square in other_entry.front_squares}
        other_fronts |= {
            turn.transform_square(square) for turn in turns for entry in entries for square in entry.front_squares
        }
        for entry in entries:
            if entry.front_squares not in self._front_steps:
                self._front_steps[entry.front_squares] = measure_steps(entry.front_squares, self.find_neighbours)
        min_steps = min(
            (
                self._front_steps[entry.front_squares].get(square, UNREACHABLE_STEPS)
                for entry in entries
                for square in other_fronts
            ),
            default=0,
        )
        step = entries[0].facing_side.step
        depths = [square[0] * step[0] + square[1] * step[1] for entry in entries for square in entry.front_squares[:1]]
        rim = min(x * step[0] + y * step[1] for x, y in self.section_by_square)
        return (
            min(_measure_min_distance(entries), 2 * ENTRY_DISTANCE)
            + 2 * len({entry.neighbour_index for entry in entries})
            - abs(min_steps - self.target_steps) / 2
            - sum(depth - rim for depth in depths) / len(depths) / 2
            + self.dice.random()
        )

    def _list_entry_sites(self, facing_side: Side) -> Iterator[EntrySite]:
        """Yield every possible location of an entry on the side of the floor opposite to where it faces.

        The two squares of an entry lie in the rock just outside the outermost squares of the floor. Two rows of floor
        in front of them must be free to set up on, no floor may lie at the ends of the entry, and `can_place` must
        allow it.

        Args:
            facing_side: The side towards which players leave the entry.
        """
        (dx, dy), axis = facing_side.step, 1 if facing_side in (Side.EAST, Side.WEST) else 0
        rim_squares: dict[int, Square] = {}
        for square in sorted(self.section_by_square, key=lambda square: (square[0] * dx + square[1] * dy, square)):
            rim_squares.setdefault(square[axis], square)
        for line, square in sorted(rim_squares.items()):
            front_squares = square, (square[0] + (1 - axis), square[1] + axis)
            if rim_squares.get(line + 1) != front_squares[1]:
                continue
            setup_squares = {
                *front_squares,
                *(find_neighbour(front_square, facing_side) for front_square in front_squares),
            }
            squares = frozenset(find_neighbour(front_square, facing_side.opposite) for front_square in front_squares)
            end_squares = {(x + offset * (1 - axis), y + offset * axis) for x, y in squares for offset in (-1, 1)}
            if (
                setup_squares <= self.walkable_squares
                and end_squares.isdisjoint(self.section_by_square)
                and self.can_place(squares)
            ):
                yield EntrySite(squares, facing_side, front_squares, self.section_by_square[square])


def _measure_min_distance(entries: Sequence[EntrySite]) -> int:
    """Return the smallest distance in squares between two of some entries; 2 * ENTRY_DISTANCE if there is only one."""
    return min(
        (measure_distance(min(a.squares), min(b.squares)) for a, b in combinations(entries, 2)),
        default=2 * ENTRY_DISTANCE,
    )

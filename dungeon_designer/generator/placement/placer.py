"""Place chests, portals, counters and balls on a drawn floor as a ruleset requires; the checker judges each answer.

Problems that the checker finds improve the next search: squares of objects that a problem names become expensive, and
where a portal fixes a problem one is required.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from dungeon_designer.analysis.team_access import summarise_fairness
from dungeon_designer.errors import PlacementError
from dungeon_designer.figures.symmetries import SYMMETRY_NAMES, find_symmetries
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.generator_options import FurnitureStyle, Placeable, PlaceOptions
from dungeon_designer.generator.placement.furniture_styles import find_named_shares, split_by_site
from dungeon_designer.generator.placement.placement_model import (
    PLACED_KINDS,
    SHOULD_COST,
    CountDemand,
    Floats,
    PlacementFloor,
    PlacementGroup,
    PlacementModel,
    build_groups,
    choose_count,
    list_count_rules,
    list_floor_mappings,
    list_missing_objects,
    remove_objects,
)
from dungeon_designer.generator.placement.placement_search import FoundPlacement, PlacementScorer, find_best_placement
from dungeon_designer.generator.placement.site_quotas import fit_quotas
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import Layout, Portal, Trap, TrapKind, normalise_layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry
from dungeon_designer.rules.checker import Verdict, check_context
from dungeon_designer.rules.context import Context, measure_chest_walks
from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rules.rule_text import format_count, join_with_and
from dungeon_designer.rulesets.ruleset_model import Metric, Ruleset
from dungeon_designer.tiles.tile import TileLibrary

MAX_SITES = 2400
"""How many sites are considered, for all groups together; only huge floors have more."""

MAX_WALKED_SITES = 300
"""The largest number of sites of each group if distances are measured on foot, which takes long."""

MAX_SEARCH_ROUNDS = 6
"""How often the search is repeated with what the checker found."""
MAX_RULES_IN_MESSAGE = 3
"""How many rules are described in the message of an error."""

PLAIN_EFFORT, MIRRORED_EFFORT = 0.75, 0.4
"""The shares of the normal effort for placements without and with mirrored copies, if both are tried."""

EXTRA_ANSWERS = 3
"""How many additional answers are searched, since some may be equal."""
REPEATED_SQUARE_COST = 1.0
"""The cost, in squares of spread, of a square where an earlier answer has an object of the same kind."""
MAX_PORTAL_TRIES = 4
"""For how many problems, and with how many portals for each, a fix by a portal is tried."""

_PROBLEM_LEVELS = (Level.ERROR, Level.WARNING)


class PlacedLayout(NamedTuple):
    """A layout on which all objects are placed, with the result of its check.

    Attributes:
        context: The layout together with what its ruleset makes of it.
        verdict: The result of the check.
        model: The placement task as arrays, whose best solution was searched.
        placement: The solution: where each unit of objects lies, with its score.
    """

    context: Context
    verdict: Verdict
    model: PlacementModel
    placement: FoundPlacement

    @property
    def layout(self) -> Layout:
        """The layout with the objects."""
        return self.context.board.layout

    @property
    def problem_counts(self) -> tuple[int, int]:
        """The number of errors, then of warnings."""
        return self.verdict.count_findings(Level.ERROR), self.verdict.count_findings(Level.WARNING)

    @property
    def key(self) -> tuple[object, ...]:
        """The key by which placed layouts are sorted, the best first: by errors, then warnings, then the score."""
        return self.problem_counts, self.placement.score.key


def place(
    layout: Layout,
    ruleset: Ruleset,
    library: TileLibrary | None = None,
    options: PlaceOptions | None = None,
    *,
    blocked_squares: Collection[Square] = (),
    effort: float = 1.0,
) -> list[Layout]:
    """Place chests, portals, counters and balls on a floor, and return one or more different layouts, the best first.

    Each answer is legal, as far as the placed objects are concerned; problems of the floor itself are ignored. Of the
    legal answers, those are better in which the teams walk equally far to the chests and objects lie far apart.

    Args:
        layout: The layout.
        ruleset: The ruleset that the objects must meet.
        library: The tiles that the layout may use; without it, the program's own.
        options: What is placed, and how many answers are returned; by default all kinds, and one answer.
        blocked_squares: Squares where nothing is placed; existing objects on them stay.
        effort: The share of the normal search effort.

    Raises:
        PlacementError: If no placement is legal. The error names the rules that prevent it.
    """
    place_options = options or PlaceOptions()
    placer = Placer(layout, ruleset, library, place_options, blocked_squares)
    return [
        placed_layout.layout
        for placed_layout in placer.find_placements(
            place_options.count, place_options.seed, place_options.strict, effort
        )
    ]


class Placer:
    """A floor and the objects to be placed on it.

    A unit is one object or, under a symmetry, an object with its mirrored copies. A site is a possible location of a
    unit: one square for each of its objects.

    Attributes:
        options: What is placed, and how.
        floor: The floor without the objects.
        grid: The floor's squares as arrays.
        allowed_squares: The squares where objects may lie: True or False for each square of `grid`.
        batches: The objects to place, in batches of one kind and one owner.
        symmetry: The symmetry of the placement that the user asked for; None for none.
        groups: Groups of units that share the same possible sites.
    """

    def __init__(
        self,
        layout: Layout,
        ruleset: Ruleset,
        library: TileLibrary | None = None,
        options: PlaceOptions | None = None,
        blocked_squares: Collection[Square] = (),
    ) -> None:
        self.options, layout = options or PlaceOptions(), normalise_layout(layout)
        floor = PlacementFloor(
            layout if self.options.keep else remove_objects(layout, self.options.only), ruleset, library
        )
        self.floor, self.grid = floor, floor.grid
        self.allowed_squares = floor.grid.walkable & ~floor.grid.build_flags(blocked_squares)
        self.batches = list_missing_objects(layout, floor.context, floor.rules, self.options)
        symmetry = self.options.symmetry
        self.symmetry = (
            build_symmetry(symmetry, floor.board.squares) if isinstance(symmetry, SymmetryMode) else symmetry
        )
        self.groups = self._build_groups(self.symmetry)
        self._model_by_mode: dict[SymmetryMode | None, PlacementModel] = {}
        for group in self.groups:
            if not len(group.sites):
                rules = [rule.rule.name for rule, _ in list_count_rules(floor.context, floor.rules, group.kind)]
                problem = f"there is no floor for {group.kind}s to lie on"
                raise PlacementError(rules, f"ruled out by {', '.join(rules)} ({problem})")

    def _build_groups(self, symmetry: Symmetry | None) -> list[PlacementGroup]:
        """Return groups of units to place, each with its possible sites.

        A unit is one object or, under a symmetry, an object with its mirrored copies; a site is a possible location of
        it. To limit the time of a search, a group gets only some of its sites if there are too many. They are spread
        evenly over the floor. If enough of them are sites where `check --fix-all` would place objects, others are left
        out.

        Args:
            symmetry: The symmetry that gives the mirrored copies; None for single objects.
        """
        all_groups = list(
            build_groups(self.batches, list_floor_mappings(self.floor.board, symmetry), self.allowed_squares)
        )
        max_sites = MAX_SITES // max(len(all_groups), 1)
        if self.floor.ruleset.metric is Metric.WALK and len(self.grid) > max_sites:
            max_sites = min(max_sites, MAX_WALKED_SITES)
        for index, group in enumerate(all_groups):
            if len(group.sites) > max_sites:
                good_sites = group.sites[self.floor.free_squares[group.sites].all(axis=1)]
                sites = good_sites if len(good_sites) >= max_sites else group.sites
                sampled_indices = np.linspace(0, len(sites) - 1, max_sites).astype(np.int32)
                all_groups[index] = group._replace(sites=sites[sampled_indices])
        return all_groups

    def find_placements(
        self, count: int = 1, seed: int = 1, strict: bool = False, effort: float = 1.0
    ) -> list[PlacedLayout]:
        """Return at most `count` legal placements, each on other squares than the rest, the best first.

        Squares that a placement uses become more expensive for the searches after it. Problems that the floor has
        without objects are ignored.

        Args:
            count: How many placements to find.
            seed: The seed of the random numbers.
            strict: Whether warnings count as errors.
            effort: The share of the normal search effort.

        Raises:
            PlacementError: If the first search finds no legal placement. The error names the rules that prevent it.
        """
        dice = np.random.default_rng(seed)
        used_costs: dict[ObjectKind, Floats] = {}
        placement_by_squares: dict[tuple[object, ...], PlacedLayout] = {}
        for _ in range(count + EXTRA_ANSWERS * (count > 1)):
            placed_layout = self._search_placement(dice, used_costs, effort)
            if new_problems := self._list_new_problems(placed_layout.verdict, strict):
                if not placement_by_squares:
                    message_by_rule = {finding.rule: finding.message for finding in new_problems}
                    rules = sorted(message_by_rule, key=RULE_NAMES.index)
                    problem_texts = "; ".join(
                        f"{rule} ({message_by_rule[rule]})" for rule in rules[:MAX_RULES_IN_MESSAGE]
                    )
                    further_rules = (
                        f", and {', '.join(rules[MAX_RULES_IN_MESSAGE:])}" if rules[MAX_RULES_IN_MESSAGE:] else ""
                    )
                    raise PlacementError(rules, f"ruled out by {problem_texts}{further_rules}")
            else:
                placement_by_squares.setdefault(
                    tuple(map(frozenset, group_squares_by_kind(placed_layout.layout).values())), placed_layout
                )
            for kind, squares in group_squares_by_kind(placed_layout.layout).items():
                self._add_costs(used_costs, kind, squares, REPEATED_SQUARE_COST)
            if len(placement_by_squares) == count:
                break
        return sorted(placement_by_squares.values(), key=lambda placed_layout: placed_layout.key)

    def _search_placement(
        self, dice: np.random.Generator, used_costs: dict[ObjectKind, Floats], effort: float
    ) -> PlacedLayout:
        """Return the best placement found. The search is repeated with what the checker says of the last result.

        On a floor with a symmetry that exchanges the teams, placements with mirrored copies are tried too: they are the
        most likely to give the teams equal walks, and with half as many units the best ones are found in a third of
        the time.

        Args:
            dice: The random numbers.
            used_costs: The additional cost of each square by kind of object, since an earlier answer uses the square.
            effort: The share of the normal search effort.
        """
        extra_costs = {kind: costs.copy() for kind, costs in used_costs.items()}
        extra_demands: list[CountDemand] = []
        placed_layouts: list[PlacedLayout] = []
        tries_copies = self._symmetry_modes and len(self.floor.board.teams) == 2
        for _ in range(MAX_SEARCH_ROUNDS):
            model = self._build_model(None).adjust_costs(extra_costs, extra_demands)
            placed_layouts.append(
                self.check_placement(
                    model, find_best_placement(model, dice, effort * (PLAIN_EFFORT if tries_copies else 1))
                )
            )
            if placed_layouts[-1].problem_counts == (0, 0) or not self._learn_from_problems(
                placed_layouts[-1], extra_costs, extra_demands
            ):
                break
        best_layout = min(placed_layouts, key=lambda placed_layout: placed_layout.key)
        for mode in self._symmetry_modes * (
            1 if tries_copies else 2 if best_layout.placement.score.largest_difference else 0
        ):
            model = self._build_model(mode).adjust_costs(extra_costs)
            mirrored_placement = find_best_placement(model, dice, effort * (MIRRORED_EFFORT if tries_copies else 1))
            if mirrored_placement.score.key < best_layout.placement.score.key or best_layout.problem_counts > (0, 0):
                placed_layouts.append(self.check_placement(model, mirrored_placement))
        return min(placed_layouts, key=lambda placed_layout: placed_layout.key)

    def _build_model(self, mode: SymmetryMode | None) -> PlacementModel:
        """Return the placement task as arrays of sites, costs and distances; each mode's task is built only once.

        Args:
            mode: The symmetry under which every object gets mirrored copies; None for the one that the user asked
                for, if any.
        """
        if mode not in self._model_by_mode:
            groups = self._build_groups(build_symmetry(mode, self.floor.board.squares)) if mode else self.groups
            is_named = self.options.style is FurnitureStyle.NAMED
            self._model_by_mode[mode] = (
                self._build_named_model(groups) if is_named else PlacementModel(self.floor, groups)
            )
        return self._model_by_mode[mode]

    def _build_named_model(self, whole_groups: list[PlacementGroup]) -> PlacementModel:
        """Return the placement task in the style NAMED: objects lie where they lie in the published dungeons.

        A share is the part of a kind of object, such as a third of the chests, that lies on one kind of site in the
        published dungeons of the edition: on open floor, in corners, along walls or in dead ends. Each group of objects
        is split into one group per kind of site, whose size follows from the share.

        Then objects for which the rules leave no room on their kind of site may lie anywhere, see `fit_quotas`.

        Args:
            whole_groups: The groups of units (an object, or one with its mirrored copies) before they are split.
        """
        floor, dice = self.floor, Random(self.options.seed)
        shares = find_named_shares(floor.ruleset, self.options.dead_end_factor)
        split_groups = list(split_by_site(whole_groups, floor.survey, floor.free_squares, shares, dice))
        model = PlacementModel(floor, split_groups)
        fitting_groups = fit_quotas(model, whole_groups)
        # A model takes long to build, so the first one is kept if all units fit. Then `fit_quotas` has moved no unit
        # from one group to another, and the groups have the same sizes as before.
        if [group.unit_count for group in fitting_groups] == [group.unit_count for group in split_groups]:
            return model
        return PlacementModel(floor, fitting_groups)

    @cached_property
    def _symmetry_modes(self) -> list[SymmetryMode]:
        """The symmetries of the floor that exchange the teams, to try for mirrored copies of objects.

        Only half turns, left-right and top-bottom flips are listed. Empty if the user asked for a symmetry.
        """
        floor_symmetries = {
            symmetry.description for symmetry in find_symmetries(self.floor.board) if symmetry.exchanges_teams
        }
        turn_by_mode = {SymmetryMode.HALF_TURN: (2, False), SymmetryMode.LEFT_RIGHT: (0, True)}
        all_turns = {**turn_by_mode, SymmetryMode.TOP_BOTTOM: (2, True)}
        return [
            mode
            for mode, turn in all_turns.items()
            if SYMMETRY_NAMES[turn] in floor_symmetries and self.symmetry is None
        ]

    def check_placement(self, model: PlacementModel, placement: FoundPlacement) -> PlacedLayout:
        """Turn a placement into a layout, set its number of balls, check it, and return it with the result.

        The number of balls is what the rules require with the placed chests, if balls are to be placed at all.

        Args:
            model: The placement task as arrays.
            placement: The site (location) of each unit, which is an object, or one with its mirrored copies.
        """
        layout, floor = self._build_layout(model, placement), self.floor
        context = floor.build_context(layout)
        if Placeable.BALL in self.options.only:
            balls = choose_count(context, floor.rules, ObjectKind.BALL, layout.balls)
            context = context if balls == layout.balls else floor.build_context(replace(layout, balls=balls))
        return PlacedLayout(context, check_context(context), model, placement)

    def _build_layout(self, model: PlacementModel, placement: FoundPlacement) -> Layout:
        """Return the layout with all placed objects on their squares.

        The placement gives each unit (an object, or one with its mirrored copies) a site, which is one square for each
        of its objects. Portals get the free numbers from the top row of the map down; mirrored copies get consecutive
        numbers. Each counter gets one of the faces that its owner's counters still need.
        """
        layout = self.floor.layout
        chests, portals, traps = list(layout.chests), list(layout.portals), list(layout.traps)
        used_numbers = {portal.number for portal in portals}
        free_numbers = (number for number in range(1, 100) if number not in used_numbers)
        faces = {batch.owner: list(batch.faces) for batch in self.batches}
        unit_groups = [model.groups[group] for group in model.unit_groups.tolist()]
        squares = (
            self.grid.list_squares(square for square in model.sites[site] if square >= 0)
            for site in placement.sites.tolist()
        )
        for group, unit_squares in sorted(
            zip(unit_groups, squares, strict=True), key=lambda unit: [(y, x) for x, y in unit[1]]
        ):
            if group.kind is ObjectKind.CHEST:
                chests += unit_squares
            elif group.kind is ObjectKind.PORTAL:
                portals += [Portal(number=next(free_numbers, 99), at=square) for square in unit_squares]
            else:
                for owner, square in zip(group.owners, unit_squares, strict=True):
                    traps.append(Trap(kind=TrapKind.COUNTER, at=square, owner=owner, content=faces[owner].pop(0)))
        return normalise_layout(replace(layout, chests=tuple(chests), portals=tuple(portals), traps=tuple(traps)))

    def _list_new_problems(self, verdict: Verdict, strict: bool) -> list[Finding]:
        """Return the problems of a check that come from the placed objects and not from the floor.

        Problems of the floor without objects are left out, and warnings too unless `strict`.
        """
        problems = [finding for finding in _list_open_problems(verdict) if strict or finding.level is Level.ERROR]
        if not problems:
            return []
        return [finding for finding in problems if _build_problem_key(finding) not in self._floor_problem_keys]

    @cached_property
    def _floor_problem_keys(self) -> frozenset[tuple[object, ...]]:
        """The problems of the floor without objects, as keys that compare equal for the same problem."""
        return frozenset(map(_build_problem_key, _list_open_problems(check_context(self.floor.context))))

    def _learn_from_problems(
        self, placed_layout: PlacedLayout, extra_costs: dict[ObjectKind, Floats], extra_demands: list[CountDemand]
    ) -> bool:
        """Change the costs and demands of the next search so that it avoids the problems of a placement.

        Where a portal would fix a problem, the next search must place one. Squares of placed objects that problems name
        become expensive, unless the placement breaks demands that the search knew already.

        Args:
            placed_layout: The placement with its problems.
            extra_costs: The additional cost of each square by kind of object, to which costs are added.
            extra_demands: The additional demands, to which demands are added.

        Returns:
            Whether anything was added, so that another search makes sense.
        """
        old_squares = group_squares_by_kind(self.floor.layout)
        new_squares = {
            kind: squares - old_squares[kind] for kind, squares in group_squares_by_kind(placed_layout.layout).items()
        }
        new_demands = list(self._list_portal_demands(placed_layout, sorted(new_squares[ObjectKind.PORTAL])))
        extra_demands += new_demands
        if placed_layout.placement.score.must_count or placed_layout.placement.score.should_count:
            return bool(new_demands)
        problem_squares = {
            square
            for finding in self._list_new_problems(placed_layout.verdict, strict=True)
            for square in finding.squares
        }
        for kind, squares in new_squares.items():
            self._add_costs(extra_costs, kind, squares & problem_squares, SHOULD_COST)
        return bool(new_demands) or not problem_squares.isdisjoint(set().union(*new_squares.values()))

    def _add_costs(
        self, costs: dict[ObjectKind, Floats], kind: ObjectKind, squares: Collection[Square], amount: float
    ) -> None:
        """Add an amount to the cost of placing objects of a kind on some squares, in a dictionary of costs by kind."""
        costs.setdefault(kind, np.zeros(len(self.grid)))[self.grid.list_numbers(squares)] += amount

    def _list_portal_demands(self, placed_layout: PlacedLayout, movable: Sequence[Square]) -> Iterator[CountDemand]:
        """Yield a demand for a portal on the squares of each problem that a portal there would fix.

        A room that nobody can reach is such a problem. Problems that name the square of a chest or portal are left
        out. Each demand is tested: a placed portal is moved to the middle one of the problem's squares, and the rule is
        checked again. At most MAX_PORTAL_TRIES problems are tried, with as many portals each.

        Args:
            placed_layout: The placement with its problems.
            movable: The squares of the portals that the search placed.
        """
        layout, board = placed_layout.layout, self.floor.board
        object_squares = {*layout.chests, *(portal.at for portal in layout.portals)}
        portals = movable[:MAX_PORTAL_TRIES] if Placeable.PORTAL in self.options.only else ()
        for finding in [
            problem
            for problem in _list_open_problems(placed_layout.verdict)
            if object_squares.isdisjoint(problem.squares)
        ][:MAX_PORTAL_TRIES]:
            squares = [square for square in finding.squares if square in board.walkable_squares]
            for portal_square in portals if squares else ():
                square = squares[len(squares) // 2]
                portals_after_move = tuple(
                    replace(candidate, at=square) if candidate.at == portal_square else candidate
                    for candidate in layout.portals
                )
                verdict = check_context(
                    self.floor.build_context(replace(layout, portals=portals_after_move)), [finding.rule]
                )
                if _build_problem_key(finding) not in set(map(_build_problem_key, _list_open_problems(verdict))):
                    part_by_square = np.where(self.grid.build_flags(squares), 0, -1).astype(np.int32)
                    yield CountDemand(
                        (ObjectKind.PORTAL,), part_by_square, Bounds(min=1), SHOULD_COST, np.zeros(1, dtype=np.int32)
                    )
                    break


def group_squares_by_kind(layout: Layout) -> dict[ObjectKind, set[Square]]:
    """Return the squares of the chests, portals and counters of a layout, by kind."""
    counters = {trap.at for trap in layout.traps if trap.kind is TrapKind.COUNTER}
    portals = {portal.at for portal in layout.portals}
    return dict(zip(PLACED_KINDS, (set(layout.chests), portals, counters), strict=True))


def _list_open_problems(verdict: Verdict) -> list[Finding]:
    """Return the errors, a failed rule included, and warnings that the user has not waived (accepted with a reason)."""
    return [
        finding
        for finding in verdict.findings_and_failures
        if finding.waived is None and finding.level in _PROBLEM_LEVELS
    ]


def _build_problem_key(finding: Finding) -> tuple[object, ...]:
    """Return what identifies a problem, so that those of two checks can be compared: rule, message and squares."""
    return finding.rule, finding.message, finding.squares


def report_placement(placed_layout: PlacedLayout) -> Iterator[str]:
    """Yield a report for the user, line by line.

    It says how many objects of each kind were placed, how far the teams walk, the smallest distances between objects,
    and which rules still have errors or warnings.
    """
    floor, old_squares = placed_layout.model.floor, group_squares_by_kind(placed_layout.model.floor.layout)
    new_counts = [
        (kind, len(squares - old_squares[kind]))
        for kind, squares in group_squares_by_kind(placed_layout.layout).items()
    ]
    count_texts = [format_count(count, kind.value) for kind, count in new_counts if count]
    summary = f"{join_with_and(count_texts)} placed" if count_texts else "nothing was missing"
    yield f"{summary} under {floor.ruleset.id}"
    yield summarise_fairness(measure_chest_walks(placed_layout.context))
    scorer = PlacementScorer(placed_layout.model)
    if len(placed_layout.placement.sites):
        nearest, *kind_distances = scorer.measure_spacing(placed_layout.placement.sites[None])[0][0].tolist()
        distance_texts = [
            f"any two {kind}s {distance}" for kind, distance in zip(scorer.spaced_kinds, kind_distances, strict=True)
        ]
        all_texts = ", ".join([str(nearest), *distance_texts])
        yield f"at least apart: any two objects, or one and where a team sets up, {all_texts}"
    for level in _PROBLEM_LEVELS:
        rule_names = {
            each.rule
            for each in placed_layout.verdict.findings_and_failures
            if each.level is level and each.waived is None
        }
        if rule_names:
            yield f"{level}s left: {', '.join(sorted(rule_names))}"

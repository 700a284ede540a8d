"""Change the shares of a style where they cannot be kept: where rules allow fewer objects in the rooms with such sites.

The style NAMED asks for so many chests in corners, so many along walls, and so on. If five rooms have free corners and
walls and a rule allows one chest in each room, the sixth chest must lie elsewhere, for instance in a dead end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from dungeon_designer.generator.placement.placement_model import (
    MUST_COST,
    CountDemand,
    PlacementGroup,
    PlacementModel,
)

AreaKey = tuple[int, ...]
"""The parts of the floor in which the objects of one unit lie, sorted, as indices of each demand's parts."""


def fit_quotas(model: PlacementModel, whole_groups: Collection[PlacementGroup]) -> list[PlacementGroup]:
    """Return the groups of a task, changed so that no part of the floor needs more objects than rules allow there.

    A unit is one object, or an object with its mirrored copies. Units for which the rules of the level `must` leave no
    room on the sites of their group may use every site of the group that was split.

    Args:
        model: The placement task, with groups that were split by kind of site.
        whole_groups: The groups before they were split.

    Returns:
        The groups of the task where all units fit. The groups of a kind of object in which some do not fit get fewer
        units, and the units left over follow as another group.
    """
    groups: list[PlacementGroup] = []
    for whole_group in whole_groups:
        indices = [index for index, group in enumerate(model.groups) if _is_part(group, whole_group)]
        fitting_counts = _count_fitting_units(model, indices)
        groups += [
            model.groups[index]._replace(unit_count=count)
            for index, count in zip(indices, fitting_counts, strict=True)
            if count
        ]
        if left_over := whole_group.unit_count - sum(fitting_counts):
            groups.append(whole_group._replace(unit_count=left_over))
    return groups


def _is_part(group: PlacementGroup, whole_group: PlacementGroup) -> bool:
    """Return whether a group was split off another: both have one kind, the same owners, and as many copies."""
    return (group.kind, group.owners, group.sites.shape[1]) == (
        whole_group.kind,
        whole_group.owners,
        whole_group.sites.shape[1],
    )


def _count_fitting_units(model: PlacementModel, indices: Sequence[int]) -> list[int]:
    """Return how many units of each of some groups can be placed at once under the rules of the level `must`.

    The groups share the room that rules leave in each part of the floor. The units are assigned one after the other;
    earlier ones move to another part where that makes room.

    Args:
        model: The placement task.
        indices: The indices of the groups, which hold objects of one kind.
    """
    kind = model.groups[indices[0]].kind if indices else None
    demands = [
        demand
        for demand in model.count_demands
        if kind in demand.kinds and demand.cost >= MUST_COST and demand.bounds.max is not None
    ]
    areas_by_group = [_list_areas(model, index, demands) for index in indices]
    units_by_area: dict[AreaKey, list[int]] = {}

    def assign_unit(position: int, tried_areas: set[AreaKey]) -> bool:
        """Assign a unit of the group at a position to a part of the floor, and return whether there is room."""
        for area, capacity in areas_by_group[position].items():
            if area in tried_areas:
                continue
            tried_areas.add(area)
            units = units_by_area.setdefault(area, [])
            if len(units) < capacity:
                units.append(position)
                return True
            for unit_index, other_position in enumerate(units):
                if other_position != position and assign_unit(other_position, tried_areas):
                    units[unit_index] = position
                    return True
        return False

    return [
        sum(assign_unit(position, set()) for _ in range(model.groups[index].unit_count))
        for position, index in enumerate(indices)
    ]


def _list_areas(model: PlacementModel, index: int, demands: Sequence[CountDemand]) -> dict[AreaKey, int]:
    """Return the parts of the floor where a group has sites that break no rule, with the units that fit into each.

    The units of other groups count in a part, too, so the room in it is not limited to the units of this group.

    Args:
        model: The placement task.
        index: The index of the group.
        demands: The demands that limit the number of objects in parts of the floor.
    """
    group, site_range = model.groups[index], model.find_site_range(index)
    legal_sites = group.sites[model.site_costs[site_range] < MUST_COST]
    width = legal_sites.shape[1]
    if not demands:
        return {(): len(model.unit_groups)} if len(legal_sites) else {}
    parts = np.hstack([np.sort(demand.part_by_square[legal_sites], axis=1) for demand in demands])
    capacity_by_area: dict[AreaKey, int] = {}
    for area in map(tuple, np.unique(parts, axis=0).tolist()):
        capacities = [len(model.unit_groups)]
        for number, demand in enumerate(demands):
            own_parts = area[number * width : (number + 1) * width]
            capacities += [
                ((demand.bounds.max or 0) - int(demand.existing_counts[part])) // own_parts.count(part)
                for part in set(own_parts)
                if part >= 0
            ]
        capacity_by_area[area] = max(0, min(capacities))
    return capacity_by_area

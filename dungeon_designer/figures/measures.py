"""All figures there are, in the order they are told."""

from __future__ import annotations

from dungeon_designer.figures import balance, by_portal, crowding, parting, seeing, shape, ways
from dungeon_designer.figures.dead_ends import dead_ends
from dungeon_designer.figures.model import Figure, Measure
from dungeon_designer.figures.survey import Survey
from dungeon_designer.translation import marked

SIDES = (
    Measure("chest-steps", marked("figures", "To all chests"), "steps", ways.chest_steps, "distance"),
    Measure("nearest-chest", marked("figures", "To the nearest chest"), "steps", ways.nearest_chest, "distance"),
    Measure("chest-turns-4", marked("figures", "To a chest, movement 4"), "turns", ways.chest_turns(4)),
    Measure("chest-turns-6", marked("figures", "To a chest, movement 6"), "turns", ways.chest_turns(6)),
    Measure("chest-turns-8", marked("figures", "To a chest, movement 8"), "turns", ways.chest_turns(8)),
    Measure("zone-steps", marked("figures", "To another zone"), "steps", ways.zone_steps, "distance"),
    Measure("zone-turns-4", marked("figures", "To another zone, movement 4"), "turns", ways.zone_turns(4)),
    Measure("zone-turns-6", marked("figures", "To another zone, movement 6"), "turns", ways.zone_turns(6)),
    Measure("zone-turns-8", marked("figures", "To another zone, movement 8"), "turns", ways.zone_turns(8)),
    Measure("portal-steps", marked("figures", "To a portal"), "steps", ways.portal_steps, "distance"),
    Measure("portal-turns-4", marked("figures", "To a portal, movement 4"), "turns", ways.portal_turns(4)),
    Measure("portal-turns-6", marked("figures", "To a portal, movement 6"), "turns", ways.portal_turns(6)),
    Measure("portal-turns-8", marked("figures", "To a portal, movement 8"), "turns", ways.portal_turns(8)),
    Measure(
        "chest-steps-by-portal", marked("figures", "To all chests, by portal"), "steps", by_portal.chest_steps_by_portal
    ),
    Measure("chest-risk-by-portal", marked("figures", "Risk of that, each"), "share", by_portal.chest_risk_by_portal),
    Measure(
        "zone-steps-by-portal", marked("figures", "To another zone, by portal"), "steps", by_portal.zone_steps_by_portal
    ),
    Measure("zone-risk-by-portal", marked("figures", "Risk of that"), "share", by_portal.zone_risk_by_portal),
)
"""How far each side walks."""

FAIRNESS = (
    Measure(
        "chest-steps-difference",
        marked("figures", "Largest difference to a chest"),
        "steps",
        balance.chest_steps_difference,
    ),
    Measure(
        "chest-sum-difference", marked("figures", "Difference to all chests"), "steps", balance.chest_sum_difference
    ),
    Measure("safe-chests", marked("figures", "Safe chests"), "chests", balance.safe_chests, "control"),
    Measure("contested-chests", marked("figures", "Contested chests"), "chests", balance.contested_chests, "control"),
    Measure("chest-balance", marked("figures", "Balance of chests"), "balance", balance.chest_balance, "control"),
    Measure("area-control", marked("figures", "Floor nearer to a side"), "share", balance.area_control, "control"),
    Measure("contested-area", marked("figures", "Floor as near to two"), "share", balance.contested_area, "control"),
    Measure("safe-area", marked("figures", "Floor safe for a side"), "share", balance.safe_area, "control"),
    Measure("area-balance", marked("figures", "Balance of floor"), "balance", balance.area_balance, "control"),
    Measure(
        "exploration", marked("figures", "Floor searched to find another"), "share", balance.exploration, "distance"
    ),
    Measure(
        "exploration-balance",
        marked("figures", "Balance of searching"),
        "balance",
        balance.exploration_balance,
        "distance",
    ),
    Measure("sides-swapped", marked("figures", "Turns and mirrors that swap sides"), "of seven", balance.sides_swapped),
)
"""How equal the sides are."""

CHARACTER = (
    Measure("squares", marked("figures", "Squares"), "squares", shape.squares),
    Measure("walking-squares", marked("figures", "Squares one walks on"), "squares", shape.walking_squares),
    Measure("narrow-ways", marked("figures", "Ways at most two wide"), "share", shape.narrow_ways, "width"),
    Measure("open-floor", marked("figures", "Open floor"), "share", shape.open_floor, "width"),
    Measure("free-neighbours", marked("figures", "Free neighbours"), "squares", shape.free_neighbours, "width"),
    Measure("length", marked("figures", "Length"), "steps", shape.length),
    Measure("loops", marked("figures", "Ways round"), "loops", shape.loops),
    Measure("dead-ends", marked("figures", "Dead ends"), "places", dead_ends, "weak"),
    Measure("pocket-squares", marked("figures", "Pockets behind chests"), "squares", parting.pocket_squares, "weak"),
    Measure("cut-squares", marked("figures", "Squares that part the sides"), "squares", parting.cut_squares, "weak"),
    Measure("least-cut", marked("figures", "Squares it takes to part them"), "squares", parting.least_cut, "weak"),
    Measure("mean-sight", marked("figures", "Squares seen"), "squares", seeing.mean_sight, "sight"),
    Measure("longest-sight", marked("figures", "Longest sight"), "squares", seeing.longest_sight, "sight"),
    Measure("portal-share", marked("figures", "Ways that pay by portal"), "share", by_portal.portal_share),
    Measure(
        "busiest-square",
        marked("figures", "Walks over the busiest square"),
        "share",
        crowding.busiest_square,
        "traffic",
    ),
    Measure("traps-on-ways", marked("figures", "Traps on a way"), "squares", crowding.traps_on_ways, "traffic"),
)
"""What kind of dungeon it is."""

GROUPS = {"sides": SIDES, "fairness": FAIRNESS, "character": CHARACTER}

MEASURES = {measure.name: measure for group in GROUPS.values() for measure in group}


def figures(survey: Survey) -> tuple[Figure, ...]:
    """The figures of a board."""
    return tuple(measure.figure(survey) for measure in MEASURES.values())

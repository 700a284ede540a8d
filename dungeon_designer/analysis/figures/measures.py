"""All figures there are, in the order they are told."""

from __future__ import annotations

from dungeon_designer.analysis.figures import balance, by_portal, crowding, parting, seeing, shape, symmetries, ways
from dungeon_designer.analysis.figures.dead_ends import dead_ends
from dungeon_designer.analysis.figures.model import Figure, Measure
from dungeon_designer.analysis.figures.survey import Survey
from dungeon_designer.analysis.figures.ways import MOVEMENTS

SIDES = (
    Measure("chest-steps", "To all chests", "steps", ways.chest_steps, "distance"),
    Measure("nearest-chest", "To the nearest chest", "steps", ways.nearest_chest, "distance"),
    *(Measure(f"chest-turns-{m}", f"To a chest, movement {m}", "turns", ways.chest_turns(m)) for m in MOVEMENTS),
    Measure("zone-steps", "To another zone", "steps", ways.zone_steps, "distance"),
    *(Measure(f"zone-turns-{m}", f"To another zone, movement {m}", "turns", ways.zone_turns(m)) for m in MOVEMENTS),
    Measure("portal-steps", "To a portal", "steps", ways.portal_steps, "distance"),
    *(Measure(f"portal-turns-{m}", f"To a portal, movement {m}", "turns", ways.portal_turns(m)) for m in MOVEMENTS),
    Measure("chest-steps-by-portal", "To all chests, by portal", "steps", by_portal.chest_steps_by_portal),
    Measure("chest-risk-by-portal", "Risk of that, each", "share", by_portal.chest_risk_by_portal),
    Measure("zone-steps-by-portal", "To another zone, by portal", "steps", by_portal.zone_steps_by_portal),
    Measure("zone-risk-by-portal", "Risk of that", "share", by_portal.zone_risk_by_portal),
)
"""How far each side walks."""

FAIRNESS = (
    Measure("chest-steps-difference", "Largest difference to a chest", "steps", balance.chest_steps_difference),
    Measure("chest-sum-difference", "Difference to all chests", "steps", balance.chest_sum_difference),
    Measure("safe-chests", "Safe chests", "chests", balance.safe_chests, "control"),
    Measure("contested-chests", "Contested chests", "chests", balance.contested_chests, "control"),
    Measure("chest-balance", "Balance of chests", "balance", balance.chest_balance, "control"),
    Measure("area-control", "Floor nearer to a side", "share", balance.area_control, "control"),
    Measure("contested-area", "Floor as near to two", "share", balance.contested_area, "control"),
    Measure("safe-area", "Floor safe for a side", "share", balance.safe_area, "control"),
    Measure("area-balance", "Balance of floor", "balance", balance.area_balance, "control"),
    Measure("exploration", "Floor searched to find another", "share", balance.exploration, "distance"),
    Measure("exploration-balance", "Balance of searching", "balance", balance.exploration_balance, "distance"),
    Measure("sides-swapped", "Turns and mirrors that swap sides", "of seven", symmetries.sides_swapped),
)
"""How equal the sides are."""

CHARACTER = (
    Measure("squares", "Squares", "squares", shape.squares),
    Measure("walking-squares", "Squares one walks on", "squares", shape.walking_squares),
    Measure("narrow-ways", "Ways at most two wide", "share", shape.narrow_ways, "width"),
    Measure("open-floor", "Open floor", "share", shape.open_floor, "width"),
    Measure("free-neighbours", "Free neighbours", "squares", shape.free_neighbours, "width"),
    Measure("length", "Length", "steps", shape.length),
    Measure("loops", "Ways round", "loops", shape.loops),
    Measure("dead-ends", "Dead ends", "places", dead_ends, "weak"),
    Measure("pocket-squares", "Pockets behind chests", "squares", parting.pocket_squares, "weak"),
    Measure("cut-squares", "Squares that part the sides", "squares", parting.cut_squares, "weak"),
    Measure("least-cut", "Squares it takes to part them", "squares", parting.least_cut, "weak"),
    Measure("mean-sight", "Squares seen", "squares", seeing.mean_sight, "sight"),
    Measure("longest-sight", "Longest sight", "squares", seeing.longest_sight, "sight"),
    Measure("portal-share", "Ways that pay by portal", "share", by_portal.portal_share),
    Measure("busiest-square", "Walks over the busiest square", "share", crowding.busiest_square, "traffic"),
    Measure("traps-on-ways", "Traps on a way", "squares", crowding.traps_on_ways, "traffic"),
)
"""What kind of dungeon it is."""

GROUPS = {"sides": SIDES, "fairness": FAIRNESS, "character": CHARACTER}

MEASURES = {measure.name: measure for group in GROUPS.values() for measure in group}


def figures(survey: Survey) -> tuple[Figure, ...]:
    """The figures of a board."""
    return tuple(measure.figure(survey) for measure in MEASURES.values())

"""Place objects in steps: as in named dungeons, then spread, then both without the symmetry, until a step succeeds.

The style NAMED and a symmetry are what a user would like; the rules are what the user needs. So the style and then the
symmetry are given up where no placement with them is legal, and each step that failed is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.errors import PlacementError
from dungeon_designer.generator.generator_options import FurnitureStyle, PlaceOptions
from dungeon_designer.generator.placement.placer import PlacedLayout, Placer
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.rule_text import join_with_and
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.tile import TileLibrary


class PlacingStep(NamedTuple):
    """One attempt to place objects.

    Attributes:
        style: The style that was tried.
        symmetry: The symmetry that was tried; None for none.
        rules: The names of the rules that prevented it; empty while it is tried, and if it succeeded.
    """

    style: FurnitureStyle
    symmetry: Symmetry | SymmetryMode | None
    rules: tuple[str, ...] = ()


class StepResult(NamedTuple):
    """Placements, and the attempts that led to them.

    Attributes:
        placements: The placements of the last attempt, the best first.
        steps: All attempts; the last one succeeded.
    """

    placements: list[PlacedLayout]
    steps: tuple[PlacingStep, ...]


def list_steps(options: PlaceOptions) -> list[PlacingStep]:
    """Return the attempts for some options, in the order in which they are made.

    Each attempt after the first is a fallback, for floors on which no legal placement meets the earlier ones. First the
    style NAMED gives way to SPREAD, which any floor allows more easily; then both are tried without the symmetry. A
    user who asks for SPREAD wants exactly that, so that only this one attempt is made.
    """
    if options.style is not FurnitureStyle.NAMED:
        return [PlacingStep(options.style, options.symmetry)]
    symmetries = dict.fromkeys((options.symmetry, None))  # None only once if no symmetry is asked for
    styles = (FurnitureStyle.NAMED, FurnitureStyle.SPREAD)
    return [PlacingStep(style, symmetry) for symmetry in symmetries for style in styles]


def place_in_steps(
    layout: Layout,
    ruleset: Ruleset,
    library: TileLibrary | None,
    options: PlaceOptions,
    report_steps: Callable[[tuple[PlacingStep, ...]], None] = lambda steps: None,
) -> StepResult:
    """Place objects by the first attempt of `list_steps` that finds a legal placement.

    Args:
        layout: The layout.
        ruleset: The ruleset that the objects must meet.
        library: The tiles that the layout may use; without it, the program's own.
        options: What is placed, and how many answers are returned.
        report_steps: Called before each attempt, with the attempts that failed and then the one to be made.

    Raises:
        PlacementError: If no attempt finds one. The error is that of the last attempt, which asks least.
    """
    failed_steps: list[PlacingStep] = []
    steps = list_steps(options)
    for step in steps:
        report_steps((*failed_steps, step))
        step_options = replace(options, style=step.style, symmetry=step.symmetry)
        try:
            placer = Placer(layout, ruleset, library, step_options)
            placements = placer.find_placements(options.count, options.seed, options.strict)
        except PlacementError as error:
            if step is steps[-1]:
                raise
            failed_steps.append(step._replace(rules=tuple(error.rules)))
        else:
            return StepResult(placements, (*failed_steps, step))
    raise AssertionError("list_steps returns at least one step")


def describe_step(step: PlacingStep) -> str:
    """Return what an attempt tries, in words.

    >>> describe_step(PlacingStep(FurnitureStyle.SPREAD, None))
    'spread'
    >>> describe_step(PlacingStep(FurnitureStyle.NAMED, SymmetryMode.HALF_TURN))
    'as in named dungeons, with the symmetry'
    """
    style_text = "as in named dungeons" if step.style is FurnitureStyle.NAMED else "spread"
    return f"{style_text}, with the symmetry" if step.symmetry is not None else style_text


def describe_steps(steps: tuple[PlacingStep, ...]) -> str:
    """Return which attempts failed, by which rules, and which one succeeded; empty if the first one did.

    >>> named = PlacingStep(FurnitureStyle.NAMED, None, ("chest-spacing",))
    >>> describe_steps((named, PlacingStep(FurnitureStyle.SPREAD, None)))
    'no legal placement as in named dungeons (chest-spacing); placed spread'
    """
    if len(steps) < 2:
        return ""
    failed_texts = [f"no legal placement {describe_step(step)} ({join_with_and(step.rules)})" for step in steps[:-1]]
    without_symmetry = steps[0].symmetry is not None and steps[-1].symmetry is None
    return "; ".join([*failed_texts, f"placed {describe_step(steps[-1])}{', without the symmetry' * without_symmetry}"])

"""Every trapdoor has an allowed size, and the dungeon states what is below it.

Fix: Draw one square or a block of 2x2 squares, and state under `traps` what is below.

How it is measured:

- Each trapdoor is measured as it is listed, with its size. Two that are side by side are two trapdoors.
- Connected letters T of a map are one trapdoor if no list separates them. If they fill no rectangle, each row is read
  alone.
- The words about what is below are free, but they must not be empty.

Editions:

- brawl-2013: A player who steps on a trapdoor rolls against strength. A trapdoor of 2x2 squares drops everybody on it
  at once. The book states for each dungeon what is below: a pit, a spiked pit, or a deadly hazard with a name.

Illegal map (a trapdoor covers three squares, and the dungeon does not state what is below)::

    map: |
      ......
      .TTT..
      ......
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Trap, TrapKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import Length, NumberOrBounds, Parameters, Settings, build_phrases
from dungeon_designer.rules.rule_text import describe_between, format_number_or_bounds, format_there_are
from dungeon_designer.text.json_schema import describe_key

REVEALS_HIDDEN = True


class RuleSettings(Settings, frozen=True):
    """Which trapdoors there are."""

    phrases = build_phrases(
        sizes=lambda sizes: " or ".join(f"{width} by {height} squares" for width, height in sizes),
        below=describe_between("over "),
        count=lambda count: f"{format_number_or_bounds(count)} of them",
    )

    sizes: Annotated[
        tuple[tuple[Length, Length], ...],
        describe_key("Each [width, height] that a trapdoor may have, in either direction.", [[1, 1], [2, 2], [2, 1]]),
    ] = ((1, 1), (2, 2))
    below: Annotated[
        tuple[str, ...],
        describe_key(
            "The texts that may state what is below, in upper or lower case; any text without it.",
            ["spiked pit"],
        ),
    ] = ()
    count: Annotated[NumberOrBounds | None, describe_key("The number of trapdoors in the dungeon.", {"max": 4})] = None

    @classmethod
    def describe_for_players(cls, parameters: Parameters) -> tuple[str, str]:
        """Return (topic, requirement) for players: "Trapdoors", and their sizes with the other requirements.

        They are a row of the table by which the printed document of an event tells players the rules.
        """
        # The default sizes are added, since the parameters state sizes only if they differ from these.
        size_text = cls.describe_parameters({"sizes": cls.parse_parameters(parameters).sizes, **parameters})
        return "Trapdoors", f"{size_text}; what lies below is stated"


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each trapdoor of a wrong size, and for each that does not state what lies below it.

    Then follows a problem if their number is out of bounds.
    """
    groups = [group for group in context.board.traps if group.kind is TrapKind.TRAPDOOR]
    for group in groups:
        (trapdoor,) = group.drawn_traps  # pits that touch form one group, but each trapdoor is a group of its own
        yield from _check_size(trapdoor, settings)
        yield from _check_text_below(trapdoor, group.squares, settings)
    squares = tuple(square for group in groups for square in group.squares)
    yield from check_count(settings.count, len(groups), format_there_are(len(groups), "trapdoor"), squares)


def _check_size(trapdoor: Trap, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if a trapdoor has none of the allowed sizes, either way round."""
    width, height = trapdoor.size
    if (width, height) not in settings.sizes and (height, width) not in settings.sizes:
        required = " or ".join(f"{allowed_width}x{allowed_height}" for allowed_width, allowed_height in settings.sizes)
        message = f"the trapdoor at {trapdoor.at} is {width}x{height}, but trapdoors are {required}"
        yield RuleProblem(message, tuple(trapdoor.squares), measured=f"{width}x{height}", required=required)


def _check_text_below(trapdoor: Trap, squares: tuple[Square, ...], settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if the dungeon file does not say what lies below a trapdoor, or something not allowed there."""
    below = trapdoor.below.strip()
    if not below:
        message = f"the trapdoor at {trapdoor.at} does not say what lies below it: a pit, a spiked pit, or what else"
        yield RuleProblem(message, squares)
    elif settings.below and below.casefold() not in map(str.casefold, settings.below):
        message = (
            f"the trapdoor at {trapdoor.at} has {below} below it, but only {' or '.join(settings.below)} may be there"
        )
        yield RuleProblem(message, squares)

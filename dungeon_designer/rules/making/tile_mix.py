"""The dungeon has the required number of sections of each kind.

Fix: Place the tiles that are missing, or remove those that are too many. If a drawn section has the wrong kind, correct
it.

How it is measured:

- Sections are counted by their kind, whether they are tiles of a set or drawn.
- There is one problem for each kind. Its squares are those of the sections of that kind.

Editions:

- gw-1989-basic: The six boards are dungeon boards; two End Zone boards come with them.

Settings:

- The sides are those of the smallest rectangle around a section, in either direction. There is one problem for each
  section of a wrong size.

Illegal map, under gw-2021 (there is one corridor and no room)::

    map: |
      <<<......>>>
      <<<......>>>
    sections: |
      AAABBBBBBCCC
      AAABBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: corridor, C: {kind: end_zone, side: away}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import field
from msgspec.structs import force_setattr

from dungeon_designer.board.model import BoardSection
from dungeon_designer.grid import find_bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import FloorRequirement, SectionMix, SectionSize
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import (
    Bounds,
    NumberOrBounds,
    Settings,
    build_bounds,
    build_phrases,
)
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import (
    describe_section,
    format_bounds,
    format_bounds_by_name,
    format_number_or_bounds,
    format_there_are,
    replace_underscores,
)
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

STAGE = RuleStage.FLOOR

_KINDS_OF_2021 = {
    SectionKind.CORRIDOR: Bounds(min=4),
    SectionKind.SMALL_ROOM: Bounds(min=3),
    SectionKind.LARGE_ROOM: Bounds(min=1),
}
"""The kinds of sections that gw-2021 requires."""

_ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)

_SIZE_TEXTS = {
    "width": "is {} wide, but must be {}",
    "length": "is {} long, but must be {}",
    "squares": "covers {} squares, but must cover {}",
}
"""What a message says of each wrong size."""


class RuleSettings(Settings, frozen=True):
    """The number and the size of sections of each kind, as in gw-2021 if nothing is stated."""

    player_text = ("Tiles of each kind", "{asked}")
    phrases = build_phrases(
        kinds=format_bounds_by_name,
        total=lambda total: f"{format_number_or_bounds(total)} in all",
        sizes=lambda sizes: ", ".join(
            f"each {replace_underscores(kind)}: "
            + ", ".join(f"{side} {format_bounds(bound)}" for side, bound in size.items())
            for kind, size in sizes.items()
        ),
    )

    kinds: Annotated[
        dict[SectionKind, Bounds] | None,
        describe_key(
            "The number of sections of each kind. Without it, `sizes` and `total`, there are at "
            "least four corridors, three small rooms and one large room.",
            {"corridor": {"min": 3}, "large_room": {"min": 1, "max": 1}},
        ),
    ] = None
    sizes: Annotated[
        dict[SectionKind, SectionSize],
        describe_key("The size of each section of a kind.", {"room": {"width": {"max": 6}}}),
    ] = field(default_factory=dict)

    total: Annotated[
        NumberOrBounds | None,
        describe_key("The number of sections in all, without end zones and entries.", 10),
    ] = None

    def __post_init__(self) -> None:
        """Set the numbers of sections of the edition gw-2021 if the ruleset states no numbers, sizes or total."""
        if self.kinds is None:
            force_setattr(self, "kinds", {} if self.sizes or self.total is not None else _KINDS_OF_2021)


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each kind of section with too few or too many sections, and for a wrong total.

    Then follows one for each section of a wrong size.
    """
    sections = [section for section in context.board.sections if section.covered_squares]
    for kind, allowed_count in (settings.kinds or {}).items():
        sections_of_kind = [section for section in sections if section.kind is kind]
        squares = tuple(square for section in sections_of_kind for square in section.covered_squares)
        description = format_there_are(len(sections_of_kind), replace_underscores(kind))
        yield from check_count(allowed_count, len(sections_of_kind), description, squares)
    count = sum(section.kind not in _ZONE_KINDS for section in sections)
    yield from check_count(settings.total, count, f"{format_there_are(count, 'section')} besides end zones and entries")
    for section in sections:
        if section.kind in settings.sizes:
            yield from _check_size(section, settings.sizes[section.kind])


def _check_size(section: BoardSection, required_size: SectionSize) -> Iterator[RuleProblem]:
    """Yield one problem if the width, the length or the number of squares of a section is out of bounds.

    The width is the shorter side. The message names all that is wrong, as "is 1 wide, but must be at least 2, and is 9
    long, but must be at most 8". `measured` and `required` are those of the first.
    """
    _, size = find_bounds(section.covered_squares)
    width, length = sorted(size)
    measured = {"width": width, "length": length, "squares": len(section.covered_squares)}
    broken_bounds = {
        name: bounds for name, bounds in required_size.bounds_by_name.items() if not bounds.allows(measured[name])
    }
    if broken_bounds:
        texts = [_SIZE_TEXTS[name].format(measured[name], bounds.range_text) for name, bounds in broken_bounds.items()]
        message = f"{describe_section(section)} {', and '.join(texts)}"
        first_name, first_bounds = next(iter(broken_bounds.items()))
        yield RuleProblem(
            message, section.covered_squares, measured=measured[first_name], required=first_bounds.required_value
        )


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of how many sections of each kind there may be, and how large they may be.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    total = build_bounds(settings.total) if settings.total is not None else None
    yield SectionMix(settings.kinds or {}, total, settings.sizes)

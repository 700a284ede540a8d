"""How many tiles of which kind a dungeon is made of.

gw-1989 (Board Set-Up): six dungeon boards, besides the two End Zone boards. gw-2021 (Setting Up The Game): at least
four corridors, three small rooms and one large room. Counted are sections by their kind, placed from a set or drawn.
One finding for each kind; its squares are those of the sections of that kind.

House rules may say how large the sections of a kind are (`sizes`): width and length are the shorter and the longer side
of the smallest rectangle around a section, whichever way it lies. One finding for each section. `total` bounds
the number of all sections together.

A sketch that breaks it, under gw-2021 (a lone corridor)::

    map: |
      <<<......>>>
      <<<......>>>
    sections: |
      AAABBBBBBCCC
      AAABBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: corridor, C: {kind: end_zone, side: away}}

Mend: place the tiles that are missing, take away those too many, or say the right kind of a drawn section.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import field, structs
from msgspec.structs import force_setattr

from dungeon_designer.grid import bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import (
    Bounds,
    Number,
    Settings,
    Violation,
    as_words,
    bounds_in_words,
    keyed_by,
    miscounted,
    number_in_words,
    numbers_in_words,
    section_name,
    there_are,
    worded,
)
from dungeon_designer.text.json_schema import described

_OF_2021 = {
    SectionKind.CORRIDOR: Bounds(min=4),
    SectionKind.SMALL_ROOM: Bounds(min=3),
    SectionKind.LARGE_ROOM: Bounds(min=1),
}

_ZONES = (SectionKind.END_ZONE, SectionKind.ENTRY)

_SAID = {
    "width": "is {} wide, but must be {}",
    "length": "is {} long, but must be {}",
    "squares": "covers {} squares, but must cover {}",
}


class Size(Settings, frozen=True):
    """How large a section is."""

    width: Annotated[Bounds | None, described("Its shorter side, in squares.", {"max": 6})] = None
    length: Annotated[Bounds | None, described("Its longer side, in squares.", {"min": 4, "max": 8})] = None
    squares: Annotated[Bounds | None, described("Its floor, in squares.", {"max": 36})] = None

    @property
    def bounds(self) -> dict[str, Bounds]:
        """What is bounded, by its name."""
        return {name: bounds for name, bounds in structs.asdict(self).items() if bounds is not None}


class RuleSettings(Settings, frozen=True):
    """How many sections of which kind there must be, and how large; as in gw-2021 where nothing is named.

    kinds  For each kind of section the bounds of their number; where neither it nor sizes nor total is named, at least
           four corridors, three small rooms and one large room. Example: {"corridor": {"min": 3}, "large_room": {"min":
           1, "max": 1}}
    sizes  For each kind of section how large every one of them must be. Example: {"room": {"width": {"max": 6}}}
    total  How many sections there are in all, end zones and entries not counted: a number or bounds. Example: 10
    """

    players = ("Tiles of each kind", "{asked}")
    phrases = worded(
        kinds=numbers_in_words,
        total=lambda total: f"{number_in_words(total)} in all",
        sizes=lambda sizes: ", ".join(
            f"each {as_words(kind)}: " + ", ".join(f"{side} {bounds_in_words(bound)}" for side, bound in size.items())
            for kind, size in sizes.items()
        ),
    )

    kinds: Annotated[dict[SectionKind, Bounds] | None, keyed_by(SectionKind)] = None
    sizes: Annotated[dict[SectionKind, Size], keyed_by(SectionKind)] = field(default_factory=dict)

    total: Number | None = None

    def __post_init__(self) -> None:
        """Who names only sizes or a total asks for no kinds."""
        if self.kinds is None:
            force_setattr(self, "kinds", {} if self.sizes or self.total is not None else _OF_2021)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each kind of which there are too few or too many sections, then for each section of a wrong size."""
    sections = [section for section in context.board.sections if section.covers]
    for kind, number in (settings.kinds or {}).items():
        own = [section for section in sections if section.kind is kind]
        squares = tuple(square for section in own for square in section.covers)
        yield from miscounted(number, len(own), there_are(len(own), as_words(kind)), squares)
    count = sum(section.kind not in _ZONES for section in sections)
    yield from miscounted(settings.total, count, f"{there_are(count, 'section')} besides end zones and entries")
    for section in (section for section in sections if section.kind in settings.sizes):
        _, sides = bounds(section.covers)
        measured = dict(zip(("width", "length"), sorted(sides), strict=True), squares=len(section.covers))
        asked = settings.sizes[section.kind].bounds
        wrong = {name: bound for name, bound in asked.items() if not bound.allows(measured[name])}
        for first in list(wrong)[:1]:
            faults = ", and ".join(
                [_SAID[each].format(measured[each], bound.range_text) for each, bound in wrong.items()]
            )
            said = f"{section_name(section)} {faults}"
            yield Violation(said, section.covers, measured=measured[first], required=wrong[first].required)

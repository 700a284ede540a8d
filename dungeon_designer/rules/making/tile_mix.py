"""How many tiles of which kind a dungeon is made of.

gw-1989 (Board Set-Up): six dungeon boards, besides the two End Zone boards. gw-2021 (Setting Up The Game): at least
four corridors, three small rooms and one large room. Counted are sections by their kind, placed from a set or drawn.
One finding for each kind; its squares are those of the sections of that kind.

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

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import field

from dungeon_designer.board.model import BoardSection
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.names import kind_name
from dungeon_designer.rules.parameter_words import Words, bounds_in_words, plain
from dungeon_designer.rules.rule import Bounds, Settings, Violation, counted
from dungeon_designer.text.json_schema import described


def _of_2021() -> dict[SectionKind, Bounds]:
    return {
        SectionKind.CORRIDOR: Bounds(min=4),
        SectionKind.SMALL_ROOM: Bounds(min=3),
        SectionKind.LARGE_ROOM: Bounds(min=1),
    }


class RuleSettings(Settings, frozen=True):
    """How many sections of which kind there must be; as in gw-2021 where nothing is named."""

    said: ClassVar[Words] = {
        "kinds": lambda kinds: ", ".join(f"{plain(kind)}: {bounds_in_words(bound)}" for kind, bound in kinds.items()),
    }

    kinds: Annotated[
        dict[SectionKind, Bounds],
        described(
            "For each kind of section the bounds of their number.",
            {"corridor": {"min": 3}, "large_room": {"min": 1, "max": 1}},
            propertyNames={"enum": list(SectionKind)},
        ),
    ] = field(default_factory=_of_2021)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each kind of which there are too few or too many sections."""
    found: dict[SectionKind, list[BoardSection]] = defaultdict(list)
    for section in context.board.sections:
        if section.covers:
            found[section.kind].append(section)
    for kind, bounds in settings.kinds.items():
        count = len(found[kind])
        if not bounds.allows(count):
            yield Violation(
                message=f"{counted(count, kind_name(kind))}, but there must be {bounds.words}",
                squares=tuple(square for section in found[kind] for square in section.covers),
                measured=count,
                required=bounds.required,
            )

"""Each portal is at least a given number of squares from every chest.

Fix: Move one of them. The offered fix moves the portal, or the chest if the portal has no site. The object goes to the
nearest legal square.

How it is measured:

- The distance is the larger of the differences in columns and in rows. Walls do not matter.
- There is one problem for each portal and chest that are too near. It names the portal first, because portals are
  placed after the chests.

Editions:

- gw-2021, gw-2021-multiplayer: No portal may be within two squares of a chest. Nobody should leave a portal and open a
  chest at once.

Illegal map, under gw-2021 (a portal and a chest are two squares apart)::

    map: |
      .C.1......
      ..........
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.requirements import MinDistanceBetween, Requirement
from dungeon_designer.rules.rule_settings import build_phrases
from dungeon_designer.rules.rule_text import describe_between
from dungeon_designer.rules.shared_requirements import Distance, MinDistance, MinDistanceSettings
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "too near a chest")
"""What the editor says of a closed square."""


class RuleSettings(MinDistanceSettings, frozen=True):
    """How far apart a portal and a chest must be."""

    player_text = ("From a portal to a chest", "at least {min} squares[; {rest}]")
    phrases = build_phrases(traps=describe_between("traps at least ", " from both"))

    min: MinDistance = 3
    traps: Annotated[
        Distance | None,
        describe_key("The least distance of pits, trapdoors and counters from portals and chests; any without it.", 2),
    ] = None


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Return the requirement that portals keep a distance from chests.

    If the settings state a distance for traps, they must keep it from portals and chests.
    """
    return list_floor_requirements(settings, context.ruleset, len(context.board.teams))


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[MinDistanceBetween]:
    """Yield how far portals, chests and traps must be from each other.

    These records need no board. Traps have some only if the settings state a distance for them. Every such function
    gets `ruleset` and `team_count`, which are not needed here.
    """
    yield MinDistanceBetween(ObjectKind.PORTAL, ObjectKind.CHEST, settings.min)
    if settings.traps is not None:
        yield MinDistanceBetween(ObjectKind.TRAP, ObjectKind.PORTAL, settings.traps)
        yield MinDistanceBetween(ObjectKind.TRAP, ObjectKind.CHEST, settings.traps)

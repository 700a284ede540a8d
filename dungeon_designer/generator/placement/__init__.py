"""Chests, portals with numbers, pit counters and balls on a drawn floor, whatever the ruleset asks of them.

What rules ask is read from their own settings and demands (`dungeon_designer.rules.demands`); the only judge is the
checker. docs/place.md says what is held to be better.
"""

from dungeon_designer.errors import CannotPlace as CannotPlace
from dungeon_designer.generator.placement.placing import place as place

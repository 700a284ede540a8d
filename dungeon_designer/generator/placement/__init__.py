"""Place chests, numbered portals, pit counters and balls on a drawn floor, as any ruleset requires.

The requirements come from the rules' own settings (`dungeon_designer.rules.requirements`); only the checker judges the
result. docs/reference/commands.md describes which placements are better.
"""

from dungeon_designer.errors import PlacementError as PlacementError
from dungeon_designer.generator.placement.placer import place as place

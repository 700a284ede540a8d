"""A dungeon of gw-2021 with eleven tiles and ten joints, whose corners and walls have room for five chests only."""

from msgspec.structs import replace

from dungeon_designer.dungeon import Dungeon

TEN_JOINTS = Dungeon.parse("""
ruleset: gw-2021
sections:
  - {id: A, at: [3, 21], tile: gw-2021/end-zone, turn: 3, side: home}
  - {id: B, at: [35, 21], tile: gw-2021/end-zone, turn: 1, side: away}
  - {id: C, at: [7, 21], tile: gw-2021/corridor-straight}
  - {id: D, at: [29, 21], tile: gw-2021/corridor-straight}
  - {id: E, at: [13, 19], tile: gw-2021/armoury}
  - {id: F, at: [25, 19], tile: gw-2021/bone-pit}
  - {id: G, at: [17, 19], tile: gw-2021/chaotic-idol}
  - {id: H, at: [14, 23], tile: gw-2021/corridor-straight, turn: 1}
  - {id: I, at: [27, 23], tile: gw-2021/corridor-straight, turn: 1}
  - {id: J, at: [13, 29], tile: gw-2021/sewer}
  - {id: K, at: [27, 29], tile: gw-2021/kitchen}
doors:
  - {at: [16, 20], side: east, width: 2}
  - {at: [24, 20], side: east, width: 2}
  - {at: [6, 21], side: east, width: 2}
  - {at: [12, 21], side: east, width: 2}
  - {at: [28, 21], side: east, width: 2}
  - {at: [34, 21], side: east, width: 2}
  - {at: [14, 22], side: south, width: 2}
  - {at: [27, 22], side: south, width: 2}
  - {at: [14, 28], side: south, width: 2}
  - {at: [27, 28], side: south, width: 2}
""")
"""The dungeon without chests and portals."""

WITHOUT_DOORS = replace(TEN_JOINTS.layout, doors=())
"""The same without its ten doors."""

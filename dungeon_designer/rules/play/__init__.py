"""Rules about whether a dungeon can be played: what players reach, from where, and how."""

"""Play many matches on a dungeon between two equal coaches and count how they end."""

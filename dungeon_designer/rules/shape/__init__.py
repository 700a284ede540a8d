"""How a dungeon is shaped: corridors, junctions, doors, entries, how far the end zones are apart."""

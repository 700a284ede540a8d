"""Rules about the shape of a dungeon: corridors, junctions, doors, entries, distances of end zones."""

"""Rules about what a dungeon is made of: numbers of chests, portals, tiles, doors, end zones."""

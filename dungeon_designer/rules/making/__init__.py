"""What a dungeon is made of: counts of chests, portals, tiles, doors, end zones."""

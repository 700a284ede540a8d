"""What `analyse` tells of a dungeon, and the board as arrays for whatever counts by the thousand."""

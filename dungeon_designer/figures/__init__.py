"""Measure figures of a dungeon for `analyse`, and hold the board as arrays for code that counts by the thousand."""

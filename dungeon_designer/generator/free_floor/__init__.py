"""Grow floors without tiles: rooms, corridors, bridges and hazards."""

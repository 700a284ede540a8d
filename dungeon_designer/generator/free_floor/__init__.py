"""Floors drawn freely: rooms, corridors, bridges and hazards."""

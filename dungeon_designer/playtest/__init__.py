"""Plays many matches on a dungeon between two equal coaches and counts how they end."""

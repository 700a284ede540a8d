"""Pieces to cut out: what a dungeon is played with, at the scale of its map."""

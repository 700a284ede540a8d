"""Dungeon Designer: draw a Dungeonbowl dungeon, see what each rule book thinks of it, print it."""

__version__ = "0.1.0"

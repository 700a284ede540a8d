"""Measurements of a board: not only whether something is wrong, but where."""

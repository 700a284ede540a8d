"""Figures that say how a match on a dungeon will be, without dice: each a pure function of the walks on a board.

`measures` lists them all. None of them knows how many sides there are: they ask the sides that set up on the board.
"""

"""Floors laid from real tiles: boxes, stocks of plain tiles, boards.

One way of growing for all: the ruleset and the tile library say which tiles there are, how they join and what they are
laid for. No edition is named.
"""

"""Build floors from real tiles: boxes, stocks of plain tiles, boards.

One method serves all editions: the ruleset and the tile library say which tiles exist, how they join and what they are
used for. No edition is named.
"""

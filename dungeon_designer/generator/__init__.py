"""Dungeons that the program proposes: things placed on a drawn floor, whole dungeons, and variations of one.

Growing, changing and mending are pure functions from layout to layout. The only judge is the checker everyone uses,
the only figures are those `analyse` tells: no rule is written here a second time. docs/generate.md says by what
dungeons are told apart and what is held to be better.
"""

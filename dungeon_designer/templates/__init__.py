"""Files to start from: a commented sketch, ruleset, season or tile, each of which reads as it stands.

A line that begins with ``#`` and a blank speaks to people. One that begins with ``#`` and anything else is an example:
without its ``#`` it says something to the program.
"""

"""Benchmarks of the program's speed:

`make bench`. Each run prints measured times beside their targets; no test is timed.
"""

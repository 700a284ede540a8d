"""Propose dungeons: objects on a drawn floor, whole dungeons, and variations of a dungeon.

Functions that grow, change or fix a dungeon are pure: they return new layouts. The usual checker judges these, and
the figures of `analyse` compare them; no rule is written here a second time. docs/explanation/proposals.md
describes how dungeons are told apart and which ones are better.
"""

"""Seasons: dungeons that are bound into an event, in rounds or by dice."""

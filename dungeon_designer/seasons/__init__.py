"""Seasons: layouts bound into an event, by rounds or by dice."""

"""Dungeons drawn with other programs, read as layouts."""

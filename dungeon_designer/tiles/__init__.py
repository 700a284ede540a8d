"""Tiles of which dungeons are built.

Sets that come with the program are data in `tile_library/`; people add their own sets.
"""

"""The pieces dungeons are built from: sets of tiles, kept as data in `tile_library/`."""

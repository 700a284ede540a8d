"""Read dungeons that were drawn with other programs as layouts."""

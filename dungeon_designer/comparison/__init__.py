"""Compare two dungeons: what changed between them, in words and as a picture, with the verdict on each."""

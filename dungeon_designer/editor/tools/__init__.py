"""The tools: one gesture a file. A tool never draws; it makes a new layout, and says what a preview shows."""

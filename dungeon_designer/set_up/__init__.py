"""Setting up a dungeon together: who places what, in which order, and where it may lie."""

"""Setting a dungeon up together: what is placed in which order, by whom, and where it may lie."""

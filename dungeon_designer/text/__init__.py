"""Text files as values that know their line and column, and faults that say where they are."""
